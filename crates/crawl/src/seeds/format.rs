//! Which kind of file it is, by its first lines, and how each kind is read.

use super::SeedFault;
use super::address::{first_address, seed_uri};
use super::column::Columns;
use super::index::{Cdx, cdxj_line, is_cdx, json_line, legend};
use super::log::{crawl_line, error_line, recovery_line, scope_line};
use super::zone::Zone;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What a line gives: nothing, because nothing is meant to be taken from it; a URI; or a fault.
pub(super) type Found = Option<Result<Vec<u8>, SeedFault>>;

/// Number of lines that show which kind of file it is.
const LINES: usize = 200;

/// A kind of file with seeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeedFormat {
    /// The one that its first lines look like.
    #[default]
    Auto,
    /// An address or a host name in each line; `#` begins a remark. `stodola job outscope` writes such lists.
    List,
    /// Any text: the first address in each line.
    Text,
    /// crawl.log of Heritrix 1, Heritrix 3 or Stodola; local-errors.log and nonfatal-errors.log too.
    CrawlLog,
    /// The log of a sequence of scope rules of Heritrix 3: the links that were rejected.
    ScopeLog,
    /// uri-errors.log of Heritrix: the links that it could not understand.
    UriErrors,
    /// The log for recovery of Heritrix: what was added to its queue.
    RecoverLog,
    /// An index with 9, 11 or other fields.
    Cdx,
    /// An index with JSON objects.
    Cdxj,
    /// JSON objects with the field `url` or `uri`, one in each line.
    Json,
    /// A zone file: the names that a zone of the DNS delegates, such as all domains of a country.
    Zone,
    /// A table with a column of addresses; separated by commas, semicolons, tabs or `|`.
    Csv,
}

/// All kinds, with their names, in the order in which they are tried.
const FORMATS: [(SeedFormat, &str); 12] = [
    (SeedFormat::Auto, "auto"),
    (SeedFormat::Zone, "zone"),
    (SeedFormat::RecoverLog, "recover-log"),
    (SeedFormat::ScopeLog, "scope-log"),
    (SeedFormat::CrawlLog, "crawl-log"),
    (SeedFormat::UriErrors, "uri-errors"),
    (SeedFormat::Cdxj, "cdxj"),
    (SeedFormat::Cdx, "cdx"),
    (SeedFormat::Json, "json"),
    (SeedFormat::List, "list"),
    (SeedFormat::Csv, "csv"),
    (SeedFormat::Text, "text"),
];

impl SeedFormat {
    /// The names of all kinds.
    pub fn names() -> Vec<&'static str> {
        FORMATS.iter().map(|(_, name)| *name).collect()
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        FORMATS.iter().find(|(format, _)| *format == self).map_or("auto", |(_, name)| name)
    }

    /// Finds out which kind of file begins like this. A list is what nothing else is.
    pub(super) fn of(lines: &[&[u8]]) -> SeedFormat {
        if Columns::is_named(lines) {
            return SeedFormat::Csv;
        }
        let fits =
            |(format, _): &&(SeedFormat, &str)| *format != SeedFormat::Auto && fits(*format, lines);
        FORMATS.iter().find(fits).map_or(SeedFormat::List, |(format, _)| *format)
    }
}

impl fmt::Display for SeedFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for SeedFormat {
    type Err = String;

    fn from_str(name: &str) -> Result<SeedFormat, String> {
        let found = FORMATS.iter().find(|(_, known)| *known == name);
        found.map(|(format, _)| *format).ok_or_else(|| SeedFormat::names().join(", "))
    }
}

/// Whether four of five lines that mean something are lines of this kind; of lists and of any text half of them.
fn fits(format: SeedFormat, lines: &[&[u8]]) -> bool {
    let Some(mut parser) = LineParser::new(format, lines, "") else { return false };
    let (mut good, mut bad) = (0usize, 0usize);
    for line in lines {
        let is_line = match format {
            SeedFormat::Cdx => is_cdx(line) || legend(line).is_some(),
            _ => true,
        };
        match parser.line(line) {
            None => {}
            _ if !is_line => bad += 1,
            // An address that cannot be harvested shows the kind of the file as well as others do.
            Some(Ok(_)) => good += 1,
            Some(Err(SeedFault::NotWeb | SeedFault::Accepted)) if format != SeedFormat::List => {
                good += 1;
            }
            // Most links there are no addresses: that is why they are in that log.
            Some(Err(fault))
                if format == SeedFormat::UriErrors && fault != SeedFault::OtherFormat =>
            {
                good += 1;
            }
            Some(Err(_)) => bad += 1,
        }
    }
    let is_loose = matches!(format, SeedFormat::List | SeedFormat::Text);
    let least = if is_loose { bad } else { 4 * bad };
    good > 0 && good >= least
}

/// Returns the lines at the start of a file that mean something: whole, not empty, no remarks.
pub(super) fn first_lines(head: &[u8], is_all: bool) -> Vec<&[u8]> {
    let end = match head.iter().rposition(|byte| *byte == b'\n') {
        Some(end) if !is_all => end,
        _ => head.len(),
    };
    head[..end]
        .split(|byte| *byte == b'\n')
        .map(|line| line.strip_suffix(b"\r").unwrap_or(line))
        .filter(|line| !line.trim_ascii().is_empty() && !line.starts_with(b"#"))
        .take(LINES)
        .collect()
}

/// Reads the lines of a file of a known kind.
#[derive(Debug)]
pub(super) enum LineParser {
    List,
    Text,
    CrawlLog,
    ScopeLog,
    UriErrors,
    RecoverLog,
    Cdx(Cdx),
    Cdxj,
    Json,
    Csv(Columns),
    Zone(Zone),
}

impl LineParser {
    /// Creates a parser for a file with these first lines. `None` if there is no such column.
    pub(super) fn new(format: SeedFormat, lines: &[&[u8]], column: &str) -> Option<LineParser> {
        Some(match format {
            SeedFormat::Auto => return LineParser::new(SeedFormat::of(lines), lines, column),
            SeedFormat::List => LineParser::List,
            SeedFormat::Text => LineParser::Text,
            SeedFormat::CrawlLog => LineParser::CrawlLog,
            SeedFormat::ScopeLog => LineParser::ScopeLog,
            SeedFormat::UriErrors => LineParser::UriErrors,
            SeedFormat::RecoverLog => LineParser::RecoverLog,
            SeedFormat::Cdx => LineParser::Cdx(Cdx::default()),
            SeedFormat::Cdxj => LineParser::Cdxj,
            SeedFormat::Json => LineParser::Json,
            SeedFormat::Zone => LineParser::Zone(Zone::default()),
            SeedFormat::Csv => LineParser::Csv(Columns::find(lines, column)?),
        })
    }

    pub(super) fn line(&mut self, line: &[u8]) -> Found {
        match self {
            LineParser::List => list_line(line),
            LineParser::Text => text_line(line),
            LineParser::CrawlLog => crawl_line(line),
            LineParser::ScopeLog => scope_line(line),
            LineParser::UriErrors => error_line(line),
            LineParser::RecoverLog => recovery_line(line),
            LineParser::Cdx(cdx) => cdx.line(line),
            LineParser::Cdxj => cdxj_line(line),
            LineParser::Json => json_line(line),
            LineParser::Zone(zone) => zone.line(line),
            LineParser::Csv(columns) => columns.line(line),
        }
    }
}

fn list_line(line: &[u8]) -> Found {
    let line = line.trim_ascii();
    if line.is_empty() || line.starts_with(b"#") { None } else { Some(seed_uri(line)) }
}

fn text_line(line: &[u8]) -> Found {
    if line.trim_ascii().is_empty() {
        return None;
    }
    let Some(address) = first_address(line) else { return Some(Err(SeedFault::NoUri)) };
    // Java logs in XML.
    let is_markup = line.trim_ascii_start().starts_with(b"<");
    if is_markup && address.windows(5).any(|five| five == b"&amp;") {
        let plain = String::from_utf8_lossy(address).replace("&amp;", "&");
        return Some(seed_uri(plain.as_bytes()));
    }
    Some(seed_uri(address))
}
