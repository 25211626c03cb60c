//! What our rules say to cases from elsewhere, for `tests/robots_peers/run`.
//!
//! Each line of the input is a case: the bytes of a robots.txt, the name of a robot, path and query of a
//! URI, all in hexadecimal digits, with tabs between them. Each line of the output is the answer: `allow` or
//! `forbid`, the Crawl-delay in milliseconds or `-`, and the line that decided, if one did.

use std::io::{BufRead, Write};

use stodola_fetch::robots::Robots;

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let fields: Option<Vec<Vec<u8>>> = line.split('\t').map(bytes).collect();
        let Some([text, agent, path]) = fields.as_deref() else {
            return Err(std::io::Error::other(format!("no case: {line}")));
        };
        let rules = Robots::parse(text).for_agent(&String::from_utf8_lossy(agent));
        let verdict = rules.verdict(path);
        let word = if verdict.allowed { "allow" } else { "forbid" };
        let delay = rules.crawl_delay().map_or("-".to_owned(), |time| time.as_millis().to_string());
        writeln!(out, "{word}\t{delay}\t{}", verdict.rule.unwrap_or_default().escape_debug())?;
    }
    out.flush()
}

/// The bytes that hexadecimal digits stand for.
fn bytes(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok()).collect()
}
