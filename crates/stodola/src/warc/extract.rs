//! `stodola warc extract`: payloads as files.

use super::cat;
use super::inputs::{self, Input, Worked};
use crate::json;
use crate::lang;
use crate::output::{self, Outcome};
use anyhow::Context;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use stodola_warc::{Record, RecordType, decode, http};

/// The file that tells which URL each extracted file came from.
const INDEX: &str = "index.txt";
/// Longest part of a file name taken from a URL.
const MAX_STEM: usize = 80;

/// Write payloads to files.
///
/// The payloads of responses, resources and conversions are written without transfer and content
/// encoding. A file name is a number and the end of the URL, and is safe on any file system. The file
/// `index.txt` gives the URL of each file (`name=URL`). Existing files are never overwritten.
#[derive(clap::Args)]
#[command(after_help = "Example: all pictures of a file\n  \
    stodola warc extract file.warc.gz --mime 'image/*' --out pictures")]
pub(crate) struct Arguments {
    /// Files to read; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Folder to write to; created if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Only URIs that start with this text
    #[arg(long, value_name = "PREFIX")]
    uri: Option<String>,
    /// Only this media type, for example `text/html` or `image/*`
    #[arg(long, value_name = "TYPE")]
    mime: Option<String>,
    /// Keep the content encoding (gzip, br …) as it was transferred
    #[arg(long)]
    raw: bool,
    /// Largest decoded payload; a larger one is cut there and reported
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 30)]
    max_decoded: u64,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let folder = &arguments.out;
    fs::create_dir_all(folder)
        .with_context(|| format!("{}: cannot be created", folder.display()))?;
    let index_path = folder.join(INDEX);
    let index =
        OpenOptions::new().write(true).create_new(true).open(&index_path).with_context(|| {
            format!("{} exists already; choose another folder", index_path.display())
        })?;
    let mut extraction = Extraction { arguments, index: BufWriter::new(index), count: 0 };
    let outcome = inputs::each(&arguments.files, |input| extraction.file(input))?;
    extraction.index.flush()?;
    let count =
        lang::count(extraction.count, ["payload", "payloads"], ["obsah", "obsahy", "obsahů"]);
    output::say(format_args!("{count} → {}", folder.display()));
    Ok(outcome)
}

struct Extraction<'a> {
    arguments: &'a Arguments,
    index: BufWriter<File>,
    count: u64,
}

impl Extraction<'_> {
    fn file(&mut self, input: &mut Input<'_>) -> anyhow::Result<Worked> {
        let mut records = 0;
        while let Some(mut record) = input.reader.next_record()? {
            records += 1;
            let offset = record.offset();
            let problem =
                if self.is_wanted(&mut record)? { self.write(&mut record)? } else { None };
            let warnings = record.finish()?.warnings;
            if let Some(problem) = problem {
                input.report(offset, &problem);
            }
            input.report_damage(offset, &warnings);
            input.after_record();
        }
        Ok(Worked { records })
    }

    fn is_wanted<R: Read>(&self, record: &mut Record<'_, R>) -> io::Result<bool> {
        let has_payload = matches!(
            record.kind(),
            RecordType::Response | RecordType::Resource | RecordType::Conversion
        );
        let Some(uri) = record.uri().filter(|_| has_payload) else { return Ok(false) };
        if let Some(prefix) = &self.arguments.uri
            && !uri.starts_with(prefix.as_bytes())
        {
            return Ok(false);
        }
        let Some(wanted) = &self.arguments.mime else { return Ok(true) };
        let declared = match record.http()? {
            Some(http) => http.content_type.unwrap_or_default(),
            None => record.content_type().unwrap_or_default().to_vec(),
        };
        Ok(matches_type(http::media_type(&declared), wanted))
    }

    /// Writes one payload; what is wrong with it, if anything.
    fn write<R: Read>(&mut self, record: &mut Record<'_, R>) -> anyhow::Result<Option<String>> {
        self.count += 1;
        let uri = record.uri().unwrap_or_default().to_vec();
        let name = format!("{:08}-{}", self.count, safe_stem(&uri));
        let path = self.arguments.out.join(&name);
        let file = create_new(&path)?;
        let mut out = BufWriter::new(file);
        let limit = (!self.arguments.raw).then_some(self.arguments.max_decoded);
        let problem = match cat::copy_payload(record, &mut out, limit) {
            Ok(_) => None,
            Err(e) if e.downcast_ref().is_some_and(decode::is_limit_exceeded) => {
                Some(format!("{name}: {e}"))
            }
            Err(e) => return Err(e),
        };
        out.flush().with_context(|| format!("{}: cannot be written", path.display()))?;
        let uri = json::text(&uri);
        // One line each, whatever the URL holds.
        let uri: String =
            uri.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        writeln!(self.index, "{name}={uri}")?;
        Ok(problem)
    }
}

fn create_new(path: &Path) -> anyhow::Result<File> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .open(path)
        .with_context(|| format!("{}: cannot be created", path.display()))
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

/// The end of a URL's path as a file name: letters, digits, dot, dash and underscore only, never
/// starting or ending with a dot.
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
