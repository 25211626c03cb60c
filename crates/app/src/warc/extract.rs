//! Writes payloads to files.

use super::cat::copy_payload;
use super::{InputProblem, InputsEnded, ReportNotice, WarcError, WarcInput, each_input};
use crate::json;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use stodola_warc::{Record, RecordType, decode, http};

/// File with the URL of each extracted file.
const INDEX: &str = "index.txt";
/// Maximum length of the part of a file name that is taken from a URL.
const MAX_STEM: usize = 80;

/// Which payloads are extracted, and where to.
#[derive(Clone, Debug)]
pub struct ExtractSettings {
    /// Folder to write to; created if it does not exist.
    pub out: PathBuf,
    /// Only URIs that start with this text; `None` for all.
    pub uri: Option<String>,
    /// Only this media type, for example `text/html` or `image/*`; `None` for all.
    pub mime: Option<String>,
    /// Maximum size of a decoded payload in bytes; a larger one is cut there and reported. `None` keeps the content
    /// encoding.
    pub max_decoded: Option<u64>,
}

/// The result of an extraction.
#[derive(Clone, Copy, Debug)]
pub struct Extracted {
    /// How the work on the inputs ended.
    pub ended: InputsEnded,
    /// Number of payloads written.
    pub payloads: u64,
}

/// Writes the payloads of responses, resources and conversions to files. Existing files are never overwritten.
pub fn extract(
    paths: &[PathBuf],
    settings: &ExtractSettings,
    watch: &dyn ReportNotice,
) -> Result<Extracted, WarcError> {
    let folder = &settings.out;
    fs::create_dir_all(folder)
        .map_err(|source| WarcError::Create { path: folder.clone(), source })?;
    let path = folder.join(INDEX);
    let index = OpenOptions::new().write(true).create_new(true).open(&path);
    let index = index.map_err(|source| WarcError::Exists { path, source })?;
    let mut extraction = Extraction { settings, index: BufWriter::new(index), count: 0 };
    let ended = each_input(paths, watch, |input| extraction.file(input))?;
    extraction.index.flush()?;
    Ok(Extracted { ended, payloads: extraction.count })
}

struct Extraction<'a> {
    settings: &'a ExtractSettings,
    index: BufWriter<File>,
    count: u64,
}

impl Extraction<'_> {
    fn file(&mut self, input: &mut WarcInput<'_>) -> Result<u64, WarcError> {
        let mut records = 0;
        while let Some(mut record) = input.reader.next_record()? {
            records += 1;
            let offset = record.offset();
            let cut = if self.is_wanted(&mut record)? { self.write(&mut record)? } else { None };
            let warnings = record.finish()?.warnings;
            if let Some((name, error)) = cut {
                input.report(offset, InputProblem::PayloadCut(&name, &error));
            }
            input.report_damage(offset, &warnings);
            input.after_record();
        }
        Ok(records)
    }

    fn is_wanted<R: Read>(&self, record: &mut Record<'_, R>) -> io::Result<bool> {
        let has_payload = matches!(
            record.kind(),
            RecordType::Response | RecordType::Resource | RecordType::Conversion
        );
        let Some(uri) = record.uri().filter(|_| has_payload) else { return Ok(false) };
        if let Some(prefix) = &self.settings.uri
            && !uri.starts_with(prefix.as_bytes())
        {
            return Ok(false);
        }
        let Some(wanted) = &self.settings.mime else { return Ok(true) };
        let declared = match record.http()? {
            Some(http) => http.content_type.unwrap_or_default(),
            None => record.content_type().unwrap_or_default().to_vec(),
        };
        Ok(matches_type(http::media_type(&declared), wanted))
    }

    /// Writes one payload. Returns its file and the error if it was cut at the limit.
    fn write<R: Read>(
        &mut self,
        record: &mut Record<'_, R>,
    ) -> Result<Option<(String, io::Error)>, WarcError> {
        self.count += 1;
        let uri = record.uri().unwrap_or_default().to_vec();
        let name = format!("{:08}-{}", self.count, safe_stem(&uri));
        let path = self.settings.out.join(&name);
        let mut out = BufWriter::new(create_new(&path)?);
        let cut = match copy_payload(record, &mut out, self.settings.max_decoded) {
            Ok(_) => None,
            Err(WarcError::Read(error)) if decode::is_limit_exceeded(&error) => Some(error),
            Err(error) => return Err(error),
        };
        out.flush().map_err(|source| WarcError::Write { path, source })?;
        let uri = json::text(&uri);
        // One line each, whatever characters the URL has.
        let uri: String =
            uri.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        writeln!(self.index, "{name}={uri}")?;
        Ok(cut.map(|error| (name, error)))
    }
}

fn create_new(path: &Path) -> Result<File, WarcError> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .map_err(|source| WarcError::Create { path: path.to_owned(), source })
}

fn matches_type(media_type: &[u8], wanted: &str) -> bool {
    match wanted.strip_suffix('*') {
        Some(prefix) => {
            media_type.len() >= prefix.len()
                && media_type[..prefix.len()].eq_ignore_ascii_case(prefix.as_bytes())
        }
        None => media_type.eq_ignore_ascii_case(wanted.as_bytes()),
    }
}

/// Returns the end of a URL's path as a file name: letters, digits, dot, dash and underscore only, never starting or
/// ending with a dot.
fn safe_stem(uri: &[u8]) -> String {
    let end = uri.iter().position(|b| matches!(b, b'?' | b'#')).unwrap_or(uri.len());
    let path = &uri[..end];
    let path = path.strip_suffix(b"/").unwrap_or(path);
    let last = path.rsplit(|b| matches!(b, b'/' | b':' | b'\\')).next().unwrap_or_default();
    let last = &last[last.len().saturating_sub(MAX_STEM)..];
    let stem: String = last
        .iter()
        .map(|b| match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => char::from(*b),
            _ => '_',
        })
        .collect();
    let stem = stem.trim_matches('.');
    if stem.is_empty() { "index".to_owned() } else { stem.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe_on_any_file_system() {
        let check = |uri: &[u8], expect: &str| assert_eq!(safe_stem(uri), expect);
        check(b"http://a.cz/x/page.html?q=1#f", "page.html");
        check(b"http://a.cz/", "a.cz");
        check(b"http://a.cz/..", "index");
        check(b"http://a.cz/a\\..\\..\\b", "b");
        check(b"http://a.cz/con\0\x1b[2J\xff", "con___2J_");
        check(b"", "index");
        assert_eq!(safe_stem(&[b'x'; 500]).len(), MAX_STEM);
    }

    #[test]
    fn types_match_without_case_and_by_star() {
        assert!(matches_type(b"Text/HTML", "text/html"));
        assert!(matches_type(b"image/png", "image/*"));
        assert!(!matches_type(b"text/html", "image/*"));
    }
}
