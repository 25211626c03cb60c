//! The tags of pages from elsewhere, for `tests/html_peers/run`.
//!
//! Each line of the input is a page in hexadecimal digits. Each line of the output has its tags with tabs between
//! them: `start NAME SELF-CLOSING NAME=VALUE …` or `end NAME`, names and values in hexadecimal digits.

use std::io::{BufRead, Write};

use stodola_extract::tokens::{Tag, tags};

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let page = bytes(&line).ok_or_else(|| std::io::Error::other(format!("no page: {line}")))?;
        let tags: Vec<String> = tags(&page).iter().map(shown).collect();
        writeln!(out, "{}", tags.join("\t"))?;
    }
    out.flush()
}

fn shown(tag: &Tag) -> String {
    match tag {
        Tag::Start { name, attributes, is_self_closing } => {
            let mut shown = format!("start {} {is_self_closing}", digits(name));
            for (name, value) in attributes {
                shown += &format!(" {}={}", digits(name), digits(value));
            }
            shown
        }
        Tag::End(name) => format!("end {}", digits(name)),
    }
}

fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes that hexadecimal digits stand for.
fn bytes(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok()).collect()
}
