//! The entries of a rule: written in the job, or listed in a file, one per line.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use crate::scope::ScopeError;
use crate::scope::prefixes::{PrefixSet, PrefixSetBuilder};

/// Returns a short description of a list: its entries if they are few, otherwise their number.
pub(super) fn listed(one: &str, many: &str, entries: &[String], file: Option<&Path>) -> String {
    let inline = match entries {
        [] => None,
        [single] => Some(format!("the {one} {single}")),
        few if few.len() <= 8 => Some(format!("the {many} {}", few.join(", "))),
        all => Some(format!("{} {many}", all.len())),
    };
    let listed = file.map(|file| format!("the {many} listed in '{}'", file.display()));
    match (inline, listed) {
        (Some(inline), Some(listed)) => format!("{inline} or {listed}"),
        (one, two) => one.or(two).unwrap_or_else(|| format!("no {one}", one = many)),
    }
}

/// Returns a set of prefixes from the job's own entries and a list.
pub(super) fn read_set(
    rule: &'static str,
    entries: &[String],
    file: Option<&Path>,
    folder: &Path,
    prefix: fn(&str) -> Vec<u8>,
) -> Result<PrefixSet, ScopeError> {
    let mut builder = PrefixSetBuilder::default();
    let too_large = |_| ScopeError::TooLarge { rule };
    for entry in entries {
        builder.push(&prefix(entry.trim())).map_err(too_large)?;
    }
    if let Some(file) = file {
        let path = folder.join(file);
        let fail = |source| ScopeError::List { path: path.clone(), source };
        for line in BufReader::new(File::open(&path).map_err(fail)?).split(b'\n') {
            let line = line.map_err(fail)?;
            let line = String::from_utf8_lossy(&line);
            let entry = line.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            if !entry.starts_with('#') {
                builder.push(&prefix(entry)).map_err(too_large)?;
            }
        }
    }
    let set = builder.finish();
    // An empty list in a file may be intended: it is filled from elsewhere.
    if set.len() == 0 && file.is_none() { Err(ScopeError::EmptyList { rule }) } else { Ok(set) }
}
