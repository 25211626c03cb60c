//! Lists: one entry per line, forms of an entry separated by semicolons.

use std::path::Path;

use crate::error::Error;
use crate::pack::at;

/// Maximum size of a list in bytes.
const MAX_SIZE: u64 = 256 << 20;

/// An entry of a list: its name, then other forms of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) forms: Vec<Box<str>>,
}

/// Maximum length of an entry in bytes: entries are words, names and hosts.
const MAX_ENTRY: usize = 256;

/// Parses a list of words or names.
pub(super) fn entries(path: &Path, text: &str) -> Result<Vec<Entry>, Error> {
    parse(path, text, MAX_ENTRY)
}

/// Parses a list of domains.
pub(super) fn hosts(path: &Path, text: &str) -> Result<Vec<Entry>, Error> {
    let mut entries = parse(path, text, MAX_ENTRY)?;
    for form in entries.iter_mut().flat_map(|entry| &mut entry.forms) {
        *form = form.to_ascii_lowercase().trim_matches('.').into();
    }
    Ok(entries)
}

/// Parses a list. `max_len` is the maximum length of a form in bytes; a longer one is an error.
fn parse(path: &Path, text: &str, max_len: usize) -> Result<Vec<Entry>, Error> {
    let mut entries = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let content = content.trim_start_matches('\u{feff}').trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let forms: Vec<Box<str>> = content
            .split(';')
            .map(str::trim)
            .filter(|form| !form.is_empty())
            .map(Into::into)
            .collect();
        if forms.is_empty() {
            return Err(at(
                path,
                line,
                "an entry without a word; add one, or start the line with '#'",
            ));
        }
        if let Some(long) = forms.iter().find(|form| form.len() > max_len) {
            let start: String = long.chars().take(20).collect();
            let problem = format!("'{start}…' has more than {max_len} bytes; shorten it");
            return Err(at(path, line, problem));
        }
        entries.push(Entry { forms });
    }
    Ok(entries)
}

/// Reads a text file in UTF-8; the error has the first line that is not UTF-8.
pub(super) fn read_file(path: &Path) -> Result<String, Error> {
    let unreadable = |source| Error::Read { path: path.to_owned(), source };
    let size = std::fs::metadata(path).map_err(unreadable)?.len();
    if size > MAX_SIZE {
        return Err(at(
            path,
            1,
            format!("the list has {size} bytes; at most {MAX_SIZE} are allowed"),
        ));
    }
    let bytes = std::fs::read(path).map_err(unreadable)?;
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        at(path, line, "not UTF-8; convert the file to UTF-8")
    })
}
