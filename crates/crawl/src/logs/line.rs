//! A line of crawl.log, as Heritrix 3 writes it (wrapped here):
//!
//! ```text
//! 2011-06-23T17:12:09.591Z   200      15829 http://a.cz/b L http://a.cz/ text/html #025
//!     20110623171208546+922 sha1:7A… - 2t
//!
//! time logged, status in 5 characters, size in 10, URI, hops, via, type, thread,
//!     start+duration, digest, source tag, notes
//! ```
//!
//! Twelve fields separated by single spaces, except for padding of numbers; `-` stands for an empty field.

use super::status;
use std::io::{self, Write};
use stodola_frontier::{Detail, Outcome, Time};
use stodola_warc::date::Timestamp;

/// Maximum number of hops that are shown; of those before only the number is shown.
const HOPS_SHOWN: usize = 50;

/// The content of a line.
pub(super) struct Line<'a> {
    /// Time when the result was known.
    pub(super) time: Time,
    pub(super) uri: &'a [u8],
    pub(super) hops: &'a [u8],
    pub(super) via: Option<&'a [u8]>,
    /// The outcome; `None` for what was fetched because another URI needs it.
    pub(super) outcome: Option<Outcome>,
    pub(super) detail: &'a Detail,
    /// Number of attempts.
    pub(super) attempts: u32,
}

impl Line<'_> {
    pub(super) fn status(&self) -> i32 {
        match self.outcome {
            Some(outcome) => status::status(outcome, self.detail),
            None => status::status_beside(self.detail),
        }
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let detail = self.detail;
        let time = Timestamp::from_unix_millis(self.time.millis()).iso8601();
        let size = detail.size.map_or("-".to_owned(), |size| size.to_string());
        write!(out, "{time} {:>5} {size:>10} ", self.status())?;
        word(out, self.uri)?;
        out.write_all(b" ")?;
        let hidden = self.hops.len().saturating_sub(HOPS_SHOWN);
        if hidden > 0 {
            write!(out, "{hidden}+")?;
        }
        word(out, &self.hops[hidden..])?;
        out.write_all(b" ")?;
        word(out, self.via.unwrap_or_default())?;
        out.write_all(b" ")?;
        word(out, media_type(detail).as_bytes())?;
        // The number of the worker is not known; workers are not threads.
        out.write_all(b" #000 ")?;
        match (detail.start, detail.took) {
            (Some(start), Some(took)) => {
                match Timestamp::from_unix_millis(start.millis()).digits17() {
                    Some(start) => write!(out, "{start}+{} ", took.as_millis())?,
                    None => out.write_all(b"- ")?,
                };
            }
            _ => out.write_all(b"- ")?,
        }
        word(out, detail.digest.as_deref().unwrap_or_default().as_bytes())?;
        out.write_all(b" - ")?;
        let notes = status::annotations(self.outcome, detail, self.attempts);
        word(out, notes.join(",").as_bytes())?;
        out.write_all(b"\n")
    }
}

/// Returns the media type as declared; `unknown` if none was, or if there was no answer.
pub(super) fn media_type(detail: &Detail) -> &str {
    let declared = detail.media_type.as_deref().unwrap_or("unknown");
    let end = declared.find(|c: char| c.is_whitespace() || matches!(c, ';' | ','));
    match &declared[..end.unwrap_or(declared.len())] {
        "" => "no-type",
        name => name,
    }
}

/// Writes a field: an empty text as `-`, and bytes that would end the field escaped.
fn word(out: &mut impl Write, text: &[u8]) -> io::Result<()> {
    if text.is_empty() {
        return out.write_all(b"-");
    }
    for part in text.split_inclusive(|byte| *byte <= b' ' || *byte == 0x7F) {
        match part.split_last() {
            Some((last, rest)) if *last <= b' ' || *last == 0x7F => {
                out.write_all(rest)?;
                write!(out, "%{last:02X}")?;
            }
            _ => out.write_all(part)?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, UNIX_EPOCH};
    use stodola_frontier::Reason;

    fn text(line: &Line<'_>) -> String {
        let mut out = Vec::new();
        line.write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn the_example_of_the_manual_is_written_to_the_byte() {
        let start = UNIX_EPOCH + Duration::from_millis(1_308_849_128_546);
        let detail = Detail {
            size: Some(15829),
            media_type: Some("text/html".into()),
            digest: Some("sha1:7AJUMSDTOMT4FN7MBFGGNJU3Z56MLCMW".into()),
            ..Detail::new(Reason::Status(200)).at(start, Duration::from_millis(922))
        };
        let line = Line {
            time: Time::from_millis(1_308_849_129_591),
            uri: b"http://www.identitytheory.com/etexts/poetics.html",
            hops: b"L",
            via: Some(b"http://www.identitytheory.com/"),
            outcome: Some(Outcome::Archived),
            detail: &detail,
            attempts: 1,
        };
        assert_eq!(
            text(&line),
            "2011-06-23T17:12:09.591Z   200      15829 http://www.identitytheory.com/etexts/poetics.html L \
             http://www.identitytheory.com/ text/html #000 20110623171208546+922 \
             sha1:7AJUMSDTOMT4FN7MBFGGNJU3Z56MLCMW - -\n"
        );
    }

    #[test]
    fn what_is_missing_long_or_odd_leaves_twelve_fields() {
        let detail =
            Detail { media_type: Some("; x".into()), ..Detail::new(Reason::from_text("connect")) };
        let hops = [b'L'; 62];
        let line = Line {
            time: Time::ZERO,
            uri: b"http://a/b c\n",
            hops: &hops,
            via: None,
            outcome: Some(Outcome::Failed),
            detail: &detail,
            attempts: 4,
        };
        let text = text(&line);
        let hops = format!("12+{}", "L".repeat(50));
        assert_eq!(
            text,
            format!(
                "1970-01-01T00:00:00.000Z    -2          - http://a/b%20c%0A {hops} - no-type #000 - - - 4t\n"
            )
        );
        assert_eq!(text.split_whitespace().count(), 12);
    }
}
