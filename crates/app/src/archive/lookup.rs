//! Looks up the captures of a URL.

use super::{ReadError, open};
use crate::json;
use serde::{Serialize, Serializer};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use stodola_archive::cdx::{CdxFormat, CdxLine};
use stodola_archive::{Archive, Catalogue, Entry, OutcomeRow, RoundRow, Stamp};

/// What is looked up.
#[derive(Clone, Debug)]
pub struct LookupSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// The URL, or the beginning of URLs.
    pub url: String,
    /// Which of its captures.
    pub kind: LookupKind,
}

/// Which captures are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookupKind {
    /// All captures of the URL.
    All,
    /// All captures of URLs that begin with this one; `*.example.cz` is a domain with all hosts below it.
    Prefix,
    /// The capture of the URL that is nearest to a time.
    Closest(Stamp),
}

/// A capture that was found. It is serialised as in JSON output.
#[derive(Clone, Debug)]
pub struct FoundCapture {
    /// The capture in the catalogue.
    pub entry: Entry,
    /// Whether its file is missing.
    pub is_missing: bool,
}

impl FoundCapture {
    /// Time of the capture in fourteen digits; `-` if it is not known.
    pub fn time(&self) -> String {
        time_of(&self.entry)
    }

    /// Writes the line of a CDXJ index, with its line end.
    pub fn write_cdxj(&self, out: &mut impl Write) -> io::Result<()> {
        let name = Path::new(&*self.entry.file).file_name().unwrap_or_default();
        CdxLine::of(&self.entry.row).write(out, CdxFormat::Cdxj, &name.to_string_lossy())?;
        out.write_all(b"\n")
    }
}

/// Returns the time of a capture in fourteen digits; `-` if it is not known.
pub(crate) fn time_of(entry: &Entry) -> String {
    entry.row.time.map_or("-".to_owned(), |time| time.to_string())
}

impl Serialize for FoundCapture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Row<'a> {
            uri: &'a str,
            key: &'a str,
            time: Option<String>,
            kind: &'a str,
            status: Option<u16>,
            mime: Option<&'a str>,
            digest: Option<&'a str>,
            file: &'a str,
            offset: u64,
            inner_offset: u64,
            length: Option<u64>,
            language: Option<&'a str>,
            title: Option<&'a str>,
            missing: bool,
        }
        let row = &self.entry.row;
        let shown = Row {
            uri: &json::text(&row.uri),
            key: &json::text(&row.key),
            time: row.time.map(|time| time.to_string()),
            kind: row.kind.as_str(),
            status: row.status,
            mime: row.mime.as_deref(),
            digest: row.digest.as_deref(),
            file: &self.entry.file,
            offset: row.offset,
            inner_offset: row.inner_offset,
            length: row.length,
            language: row.language.as_deref(),
            title: row.title.as_deref(),
            missing: self.is_missing,
        };
        shown.serialize(serializer)
    }
}

/// The result of a look-up.
#[derive(Clone, Debug, Default)]
pub struct LookupSummary {
    /// Number of captures found.
    pub found: u64,
    /// Number of them whose file is missing.
    pub lost: u64,
    /// If no capture was found: the outcome of the URL in the last job that knows it; otherwise `None`.
    pub outcome: Option<(RoundRow, OutcomeRow)>,
}

/// Calls `on` with each capture of a URL, in order of time, or of URLs that begin with it. An error of `on` ends it and
/// is returned.
pub fn lookup<E: From<ReadError>>(
    settings: &LookupSettings,
    on: &mut dyn FnMut(&FoundCapture) -> Result<(), E>,
) -> Result<LookupSummary, E> {
    let (archive, catalogue) = open(&settings.archive)?;
    let mut summary = LookupSummary::default();
    let url = settings.url.as_bytes();
    let mut tell = |entry: Entry| {
        let found = FoundCapture { is_missing: !is_there(&archive, &entry), entry };
        summary.found += 1;
        summary.lost += u64::from(found.is_missing);
        on(&found)
    };
    match settings.kind {
        LookupKind::All => {
            let entries = catalogue.lookup(url).map_err(ReadError::from)?;
            entries.into_iter().try_for_each(tell)?;
        }
        LookupKind::Closest(time) => {
            let entry = catalogue.closest(url, time).map_err(ReadError::from)?;
            entry.into_iter().try_for_each(tell)?;
        }
        LookupKind::Prefix => {
            for prefix in prefixes_of(&settings.url) {
                for entry in catalogue.prefix(&prefix, None) {
                    tell(entry.map_err(ReadError::from)?)?;
                }
            }
        }
    }
    if summary.found == 0 && settings.kind != LookupKind::Prefix {
        summary.outcome = outcome(&catalogue, url)?;
    }
    Ok(summary)
}

/// Returns the outcome of a URL: the last time it was fetched, or otherwise the last link to it. `None` if there is
/// none.
fn outcome(catalogue: &Catalogue, url: &[u8]) -> Result<Option<(RoundRow, OutcomeRow)>, ReadError> {
    let mut outcomes = catalogue.outcomes(url)?;
    let last = outcomes.iter().rposition(|(_, row)| row.taken.is_some());
    Ok(last.or(outcomes.len().checked_sub(1)).map(|last| outcomes.swap_remove(last)))
}

/// Returns the prefixes of the keys that are meant, in their order.
pub(crate) fn prefixes_of(url: &str) -> Vec<Vec<u8>> {
    let key = stodola_uri::surt(url.trim_start_matches("*.").as_bytes());
    if url.starts_with("*.") {
        // The host itself and those below it: `cz,example)` and `cz,example,`, not `cz,example2)`.
        let end = key.iter().position(|&byte| byte == b')').unwrap_or(key.len());
        return [b")", b","].iter().map(|last| [&key[..end], &last[..]].concat()).collect();
    }
    // The slash at the end of a folder is not part of its key.
    match url.ends_with('/') && !key.ends_with(b"/") {
        true => vec![[&key[..], b"/"].concat()],
        false => vec![key],
    }
}

fn is_there(archive: &Archive, entry: &Entry) -> bool {
    archive.find(&entry.file).is_some()
}

#[cfg(test)]
mod tests {
    use super::prefixes_of;

    #[test]
    fn domain_has_its_hosts_and_no_other_domain() {
        for (url, keys) in [
            ("*.example.cz", &[&b"cz,example)"[..], b"cz,example,"][..]),
            ("http://www.example.cz/", &[b"cz,example)/"]),
            ("http://example.cz/a/", &[b"cz,example)/a/"]),
            ("http://example.cz/a", &[b"cz,example)/a"]),
        ] {
            assert_eq!(prefixes_of(url), keys, "{url}");
        }
    }
}
