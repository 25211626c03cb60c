//! Numbers of pages of the national domain that link to a page elsewhere, counted beforehand from captures of that
//! domain:
//!
//! ```text
//! # stodola in-links 1
//! 3	http://spolek.example/
//! ```
//!
//! Columns, separated by a tab: number of pages, URI. Other lines that begin with `#` are remarks.

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use crate::error::Error;

/// First line of a file.
pub const IN_LINKS_HEAD: &str = "# stodola in-links 1";

/// Maximum number of URIs, which take 16 bytes of memory each.
const MAX_URIS: usize = 20_000_000;
/// Maximum length of a line in bytes.
const MAX_LINE: u64 = 16 << 10;

/// Counts of in-links, by URI.
#[derive(Debug, Default)]
pub struct InLinkCounts {
    /// Hashes of URIs with their numbers, sorted. A collision costs one wrong number.
    counts: Vec<(u64, u32)>,
    hasher: RandomState,
}

impl InLinkCounts {
    /// Reads a file. An error if a line is not of this form.
    pub fn open(path: &Path) -> Result<InLinkCounts, Error> {
        let unreadable = |source| Error::Read { path: path.to_owned(), source };
        let at = |line: usize, problem: String| Error::At { path: path.to_owned(), line, problem };
        let mut lines = BufReader::new(File::open(path).map_err(unreadable)?);
        let mut out = InLinkCounts::default();
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            lines.by_ref().take(MAX_LINE).read_until(b'\n', &mut line).map_err(unreadable)?;
            if line.is_empty() {
                break;
            }
            let content = line.trim_ascii();
            if number == 1 && content != IN_LINKS_HEAD.as_bytes() {
                return Err(at(1, format!("the first line is not '{IN_LINKS_HEAD}'")));
            }
            if content.is_empty() || content.starts_with(b"#") {
                continue;
            }
            let Some((uri, count)) = parsed(content) else {
                return Err(at(number, "not a number, a tab and a URI".to_owned()));
            };
            if out.counts.len() == MAX_URIS {
                return Err(at(number, format!("more than {MAX_URIS} URIs; raise --least")));
            }
            let key = out.key(uri);
            out.counts.push((key, count));
        }
        out.counts.sort_unstable();
        Ok(out)
    }

    /// Returns the number of pages of the national domain that link to a URI.
    pub fn count(&self, uri: &[u8]) -> u64 {
        if self.counts.is_empty() {
            return 0;
        }
        let key = self.key(uri);
        let start = self.counts.partition_point(|(other, _)| *other < key);
        let same = self.counts[start..].iter().take_while(|(other, _)| *other == key);
        same.map(|(_, count)| u64::from(*count)).sum()
    }

    fn key(&self, uri: &[u8]) -> u64 {
        self.hasher.hash_one(in_link_uri(uri))
    }
}

/// Returns a URI in the form in which links to it are counted: normalised, without its fragment.
pub fn in_link_uri(uri: &[u8]) -> Vec<u8> {
    let end = uri.iter().position(|byte| *byte == b'#').unwrap_or(uri.len());
    stodola_uri::normalise(&uri[..end])
}

fn parsed(line: &[u8]) -> Option<(&[u8], u32)> {
    let tab = line.iter().position(|byte| *byte == b'\t')?;
    let count = std::str::from_utf8(&line[..tab]).ok()?.parse().ok()?;
    let uri = line[tab + 1..].trim_ascii();
    (!uri.is_empty()).then_some((uri, count))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<InLinkCounts, String> {
        let file = crate::geo_fixture::file("in-links", text.as_bytes());
        InLinkCounts::open(file.path()).map_err(|error| error.to_string())
    }

    #[test]
    fn links_are_counted_by_uri() {
        let text =
            format!("{IN_LINKS_HEAD}\n# of 2026\n3\thttp://A.example\n1\thttp://a.example/b#c\n");
        let counts = read(&text).unwrap();
        assert_eq!(counts.count(b"http://a.example/"), 3);
        assert_eq!(counts.count(b"http://a.example:80/#x"), 3);
        assert_eq!(counts.count(b"http://a.example/b"), 1);
        assert_eq!(counts.count(b"http://a.example/c"), 0);
        assert_eq!(InLinkCounts::default().count(b"http://a.example/"), 0);
    }

    #[test]
    fn other_files_are_refused_with_the_line() {
        for (text, expect) in [
            ("3\thttp://a.example/\n", ":1: the first line is not '# stodola in-links 1'"),
            ("# stodola in-links 1\nhttp://a.example/\n", ":2: not a number, a tab and a URI"),
            ("# stodola in-links 1\n\n-1\thttp://a.example/\n", ":3: not a number"),
            ("# stodola in-links 1\n1\t\n", ":2: not a number"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.contains(expect), "{error}");
        }
        assert!(InLinkCounts::open(Path::new("no/such")).is_err());
    }
}
