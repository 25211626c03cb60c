//! What must hold for any bytes, in any pieces.

use std::io::{self, Read};

use stodola_extract::{Expect, ExtractOptions, Input};

use super::harness::{self, everything};
use super::lines;
use super::web::DOCUMENTS;

/// Reads of random length; the same for the same seed.
struct Pieces<'a> {
    rest: &'a [u8],
    random: Random,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = 1 + self.random.below(16);
        let len = most.min(buffer.len()).min(self.rest.len());
        buffer[..len].copy_from_slice(&self.rest[..len]);
        self.rest = &self.rest[len..];
        Ok(len)
    }
}

#[derive(Clone)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 33
    }

    fn below(&mut self, limit: usize) -> usize {
        self.next() as usize % limit.max(1)
    }
}

/// Checks the properties of each link on the way.
fn links(label: &str, body: impl Read, options: &ExtractOptions) -> Vec<String> {
    let headers = [(&b"Content-Type"[..], label.as_bytes())];
    let expect = if label == "text/plain" { Expect::Robots } else { Expect::Any };
    let input = Input { headers: &headers, expect, ..Input::new(b"http://a/b/c?d") };
    harness::links(&input, body, options).0
}

#[test]
fn documents_have_links() {
    let counts: Vec<_> = DOCUMENTS
        .iter()
        .map(|(label, body)| links(label, body.as_bytes(), &everything()).len())
        .collect();
    assert!(counts.iter().all(|count| *count > 1), "{counts:?}");
}

#[test]
fn pieces_do_not_matter() {
    for (label, body) in DOCUMENTS {
        // Longer than what is held to decide on the type, so that tags lie across pieces.
        for times in [1, 100] {
            let body = match *label {
                "text/html" | "text/css" | "text/javascript" => body.repeat(times),
                _ => (*body).to_owned(),
            };
            let whole = links(label, body.as_bytes(), &everything());
            for seed in 0..if times == 1 { 50 } else { 3 } {
                let pieces = Pieces { rest: body.as_bytes(), random: Random(seed) };
                assert_eq!(links(label, pieces, &everything()), whole, "{label}, seed {seed}");
            }
        }
    }
}

#[test]
fn truncation_at_every_byte_yields_a_beginning() {
    for (label, body) in DOCUMENTS {
        let whole = links(label, body.as_bytes(), &everything());
        for len in 0..body.len() {
            let found = links(label, &body.as_bytes()[..len], &everything());
            assert!(found.len() <= whole.len() + 1, "{label} cut at {len}: {found:?}");
        }
    }
}

#[test]
fn broken_bytes_are_survived() {
    let mut random = Random(42);
    for (label, body) in DOCUMENTS {
        for _ in 0..300 {
            links(label, &broken(body.as_bytes(), &mut random)[..], &everything());
        }
    }
}

/// Some bytes changed, taken away or doubled.
fn broken(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(20) {
        let at = random.below(bytes.len());
        match random.below(4) {
            0 => bytes[at] = random.next() as u8,
            1 => bytes[at] = b"<>\"'&;=/\\()#?%{}\0\n-!"[random.below(20)],
            2 => {
                bytes.remove(at);
            }
            _ => {
                let other = random.below(bytes.len());
                let (from, to) = (at.min(other), at.max(other));
                let copy = bytes[from..to].to_vec();
                bytes.splice(from..from, copy);
                bytes.truncate(20_000);
            }
        }
    }
    bytes
}

/// What the fuzz target promises of links, text and blocks, for pages cut and broken at random.
#[test]
fn blocks_of_broken_pages_keep_the_promises() {
    let pages: [(&str, &[u8]); 3] = [
        ("text/html", include_bytes!("pages/modern.html")),
        ("text/html", include_bytes!("pages/old.html")),
        ("application/xhtml+xml", include_bytes!("pages/xhtml.xhtml")),
    ];
    let mut random = Random(13);
    for (label, page) in pages {
        let head = format!("Content-Type: {label}\n\n");
        for _ in 0..40 {
            let page = &page[..1 + random.below(page.len())];
            harness::run(&[head.as_bytes(), &broken(page, &mut random)].concat());
        }
    }
}

#[test]
fn noise_is_survived() {
    let mut random = Random(7);
    for (label, _) in DOCUMENTS {
        for _ in 0..200 {
            let noise: Vec<u8> = (0..random.below(2000)).map(|_| random.next() as u8).collect();
            links(label, &noise[..], &everything());
            let text: Vec<u8> = noise
                .iter()
                .map(|byte| b"<a href='x\">/ &;=!-?%\\()"[*byte as usize % 24])
                .collect();
            links(label, &text[..], &everything());
        }
    }
}

/// Constructions that make careless parsers take time by the square of their length.
#[test]
fn hostile_megabytes_take_no_time() {
    let million = 1_000_000;
    for unit in [
        "<",
        "<a ",
        "<div>",
        "<!--",
        "&",
        "<a href=",
        "(",
        "url(",
        "\\",
        "'",
        "<![CDATA[",
        "a=",
        ",",
        "<noscript>",
    ] {
        let body = unit.repeat(million / unit.len());
        for label in ["text/html", "text/css", "text/xml", "text/javascript"] {
            let prefix = if label == "text/xml" { "<urlset>" } else { "<html><a href='" };
            links(label, format!("{prefix}{body}").as_bytes(), &everything());
            links(label, format!("<html>{body}").as_bytes(), &everything());
        }
    }
}

#[test]
fn body_that_fails_yields_what_came_before() {
    struct Failing(&'static [u8]);
    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Err(io::ErrorKind::ConnectionReset.into());
            }
            self.0.read(buffer)
        }
    }
    let (found, summary) =
        lines(&Input::new(b"http://a/"), Failing(b"<html><a href=x>"), &ExtractOptions::default());
    assert_eq!(found, ["Navigation http://a/x"]);
    assert_eq!(summary.shortfall.read, Some(io::ErrorKind::ConnectionReset));
    let (_, summary) = lines(&Input::new(b"http://a/"), Failing(b""), &ExtractOptions::default());
    assert_eq!(summary.shortfall.read, Some(io::ErrorKind::ConnectionReset));
}

#[test]
fn options_at_their_ends() {
    let none = ExtractOptions {
        max_links: 0,
        max_uri: 0,
        max_bytes: 0,
        max_markup: 0,
        max_depth: 0,
        ..everything()
    };
    let all = ExtractOptions {
        max_links: u64::MAX,
        max_uri: usize::MAX,
        max_bytes: u64::MAX,
        max_markup: usize::MAX / 2,
        max_depth: u8::MAX,
        anchor_text: usize::MAX,
        ..everything()
    };
    for (label, body) in DOCUMENTS {
        assert_eq!(links(label, body.as_bytes(), &none), [""; 0]);
        let whole = links(label, body.as_bytes(), &everything());
        assert_eq!(links(label, body.as_bytes(), &all), whole);
        for limited in [
            ExtractOptions { max_markup: 0, ..everything() },
            ExtractOptions { max_markup: 100, ..everything() },
            ExtractOptions { max_uri: 15, ..everything() },
            ExtractOptions { max_depth: 0, ..everything() },
        ] {
            assert!(links(label, body.as_bytes(), &limited).len() <= whole.len());
        }
    }
}
