//! Changes as a feed that programs subscribe to: Atom (RFC 4287) or RSS 2.0.
//!
//! The number of an entry follows from the page, what happened and when, and from nothing else; so a feed that is made
//! again has the same numbers, whoever makes it.

use super::{SiteChange, SiteChanges};
use crate::memento::http_date;
use sha2::{Digest, Sha256};
use std::io::{self, Write};
use stodola_archive::Stamp;

/// The format of a feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedFormat {
    /// Atom, RFC 4287.
    Atom,
    /// RSS 2.0.
    Rss,
}

impl FeedFormat {
    /// Its media type.
    pub fn media_type(self) -> &'static str {
        match self {
            FeedFormat::Atom => "application/atom+xml",
            FeedFormat::Rss => "application/rss+xml",
        }
    }
}

/// What a feed says beside the changes themselves. The caller knows the language, and where pages are shown.
pub struct FeedTexts<'t> {
    /// The title of the feed.
    pub title: String,
    /// What it is about, in a sentence.
    pub about: String,
    /// Who publishes it.
    pub author: String,
    /// Language of all texts: `en`.
    pub language: &'static str,
    /// The address of the site or of the page that the feed belongs to.
    pub home: String,
    /// The address of the feed itself, if it has one.
    pub own_address: Option<String>,
    /// When it was made; stands for the time of the newest change if there is none.
    pub made: Stamp,
    /// The title and the summary of an entry, as plain text.
    pub entry: &'t dyn Fn(&SiteChange) -> (String, String),
    /// Where an entry leads to.
    pub link: &'t dyn Fn(&SiteChange) -> String,
}

/// Writes changes as a feed.
pub fn write_feed(
    changes: &SiteChanges,
    format: FeedFormat,
    texts: &FeedTexts<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "<?xml version=\"1.0\" encoding=\"utf-8\"?>")?;
    match format {
        FeedFormat::Atom => atom(changes, texts, out),
        FeedFormat::Rss => rss(changes, texts, out),
    }
}

fn atom(changes: &SiteChanges, texts: &FeedTexts<'_>, out: &mut dyn Write) -> io::Result<()> {
    let updated = changes.changes.first().map_or(texts.made, |change| change.time);
    writeln!(out, "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"{}\">", texts.language)?;
    writeln!(out, "<id>{}</id>", number(&[b"feed", changes.site.as_bytes()]))?;
    writeln!(out, "<title>{}</title>", escaped(&texts.title))?;
    writeln!(out, "<subtitle>{}</subtitle>", escaped(&texts.about))?;
    writeln!(out, "<updated>{}</updated>", internet_date(updated))?;
    writeln!(out, "<author><name>{}</name></author>", escaped(&texts.author))?;
    writeln!(out, "<link rel=\"alternate\" href=\"{}\"/>", escaped(&texts.home))?;
    if let Some(own) = &texts.own_address {
        writeln!(out, "<link rel=\"self\" href=\"{}\"/>", escaped(own))?;
    }
    for change in &changes.changes {
        let (title, summary) = (texts.entry)(change);
        writeln!(out, "<entry>")?;
        writeln!(out, "<id>{}</id>", change_number(change))?;
        writeln!(out, "<title>{}</title>", escaped(&title))?;
        writeln!(out, "<updated>{}</updated>", internet_date(change.time))?;
        writeln!(out, "<link rel=\"alternate\" href=\"{}\"/>", address(&(texts.link)(change)))?;
        writeln!(out, "<category term=\"{}\"/>", change.kind.code())?;
        writeln!(out, "<summary>{}</summary>", escaped(&summary))?;
        writeln!(out, "</entry>")?;
    }
    writeln!(out, "</feed>")
}

fn rss(changes: &SiteChanges, texts: &FeedTexts<'_>, out: &mut dyn Write) -> io::Result<()> {
    let updated = changes.changes.first().map_or(texts.made, |change| change.time);
    writeln!(out, "<rss version=\"2.0\" xmlns:atom=\"http://www.w3.org/2005/Atom\">")?;
    writeln!(out, "<channel>")?;
    writeln!(out, "<title>{}</title>", escaped(&texts.title))?;
    writeln!(out, "<link>{}</link>", escaped(&texts.home))?;
    writeln!(out, "<description>{}</description>", escaped(&texts.about))?;
    writeln!(out, "<language>{}</language>", texts.language)?;
    writeln!(out, "<lastBuildDate>{}</lastBuildDate>", http_date(updated))?;
    if let Some(own) = &texts.own_address {
        let own = escaped(own);
        writeln!(out, "<atom:link rel=\"self\" type=\"application/rss+xml\" href=\"{own}\"/>")?;
    }
    for change in &changes.changes {
        let (title, summary) = (texts.entry)(change);
        writeln!(out, "<item>")?;
        writeln!(out, "<title>{}</title>", escaped(&title))?;
        writeln!(out, "<link>{}</link>", address(&(texts.link)(change)))?;
        writeln!(out, "<guid isPermaLink=\"false\">{}</guid>", change_number(change))?;
        writeln!(out, "<pubDate>{}</pubDate>", http_date(change.time))?;
        writeln!(out, "<category>{}</category>", change.kind.code())?;
        writeln!(out, "<description>{}</description>", escaped(&summary))?;
        writeln!(out, "</item>")?;
    }
    writeln!(out, "</channel>\n</rss>")
}

fn change_number(change: &SiteChange) -> String {
    let time = change.time.number().to_string();
    number(&[change.kind.code().as_bytes(), time.as_bytes(), &change.uri])
}

/// Returns a number that follows from these parts: a UUID of version 8 (RFC 9562), made of their hash.
fn number(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&hash.finalize()[..16]);
    bytes[6] = 0x80 | (bytes[6] & 0x0f);
    bytes[8] = 0x80 | (bytes[8] & 0x3f);
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let parts = [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]];
    format!("urn:uuid:{}", parts.join("-"))
}

/// A moment as RFC 3339 has it.
fn internet_date(time: Stamp) -> String {
    let digits = format!("{:014}", time.number());
    let part = |from: usize, to: usize| digits.get(from..to).unwrap_or("00");
    format!(
        "{}-{}-{}T{}:{}:{}Z",
        part(0, 4),
        part(4, 6),
        part(6, 8),
        part(8, 10),
        part(10, 12),
        part(12, 14)
    )
}

/// An address that is legal, as XML has it.
fn address(uri: &str) -> String {
    escaped(&String::from_utf8_lossy(&stodola_uri::escape_illegal(uri.as_bytes())))
}

/// Text as XML has it. Characters that XML cannot have become blanks.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::PageChange;
    use super::*;

    fn changes() -> SiteChanges {
        let change = |kind, uri: &str, time: u64| SiteChange {
            kind,
            uri: uri.into(),
            time: Stamp::from_number(time).unwrap(),
            before: None,
            title: None,
            difference: None,
        };
        SiteChanges {
            site: "a.cz".to_owned(),
            changes: vec![
                change(PageChange::Changed, "http://a.cz/?a&b", 20240229235959),
                change(PageChange::Gone, "http://a.cz/<x>", 20240101000000),
            ],
            more: 0,
            is_cut: false,
        }
    }

    fn written(format: FeedFormat, changes: &SiteChanges) -> String {
        let texts = FeedTexts {
            title: "Changes of a.cz".to_owned(),
            about: "x \u{0} y & z".to_owned(),
            author: "Stodola".to_owned(),
            language: "en",
            home: "http://a.cz/".to_owned(),
            own_address: Some("http://r/feed?a&b".to_owned()),
            made: Stamp::from_number(20250101000000).unwrap(),
            entry: &|change| (change.kind.code().to_owned(), "a \"b\" <c>".to_owned()),
            link: &|change| String::from_utf8_lossy(&change.uri).into_owned(),
        };
        let mut out = Vec::new();
        write_feed(changes, format, &texts, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn atom_has_what_the_standard_demands() {
        let feed = written(FeedFormat::Atom, &changes());
        for part in [
            "<updated>2024-02-29T23:59:59Z</updated>",
            "<link rel=\"alternate\" href=\"http://a.cz/?a&amp;b\"/>",
            "<link rel=\"self\" href=\"http://r/feed?a&amp;b\"/>",
            "<subtitle>x   y &amp; z</subtitle>",
            "<summary>a &quot;b&quot; &lt;c&gt;</summary>",
            "<category term=\"gone\"/>",
            "<author><name>Stodola</name></author>",
        ] {
            assert!(feed.contains(part), "{part} is not in\n{feed}");
        }
        assert_eq!(feed.matches("<id>urn:uuid:").count(), 3);
        assert_eq!(feed, written(FeedFormat::Atom, &changes()));
        let empty = written(FeedFormat::Atom, &SiteChanges::default());
        assert!(empty.contains("<updated>2025-01-01T00:00:00Z</updated>"), "{empty}");
    }

    #[test]
    fn rss_has_what_readers_need() {
        let feed = written(FeedFormat::Rss, &changes());
        for part in [
            "<rss version=\"2.0\"",
            "<pubDate>Thu, 29 Feb 2024 23:59:59 GMT</pubDate>",
            "<link>http://a.cz/%3Cx%3E</link>",
            "<guid isPermaLink=\"false\">urn:uuid:",
        ] {
            assert!(feed.contains(part), "{part} is not in\n{feed}");
        }
    }

    #[test]
    fn numbers_are_uuids_and_differ() {
        let changes = changes().changes;
        let (one, two) = (change_number(&changes[0]), change_number(&changes[1]));
        assert_ne!(one, two);
        assert_eq!(one.len(), "urn:uuid:".len() + 36);
        assert_eq!(&one[23..24], "8");
    }
}
