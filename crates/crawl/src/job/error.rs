//! Errors in a job file, with what its author needs to correct them: the file, the line, the key, and which key was
//! probably meant.

use super::SettingFault;
use std::io;
use std::path::PathBuf;

/// Errors from reading or checking the settings of a job.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    /// The file could not be read as TOML, or a value has the wrong type.
    #[error("{place}: {message}")]
    Syntax {
        /// The line of the job file.
        place: JobFileLine,
        /// What is wrong.
        message: String,
    },
    /// The key is unknown. It is an error, so that a misspelt limit does not go unnoticed for weeks.
    #[error("{place}: unknown key `{key}`{}", hint(nearest.as_deref(), known))]
    UnknownKey {
        /// The line of the job file.
        place: JobFileLine,
        /// The key as written.
        key: String,
        /// The key that was probably meant; `None` if none is similar.
        nearest: Option<String>,
        /// All keys that are allowed there.
        known: Vec<String>,
    },
    /// The value is not one of the words that the key can have.
    #[error("{place}: unknown value `{value}`{}", hint(nearest.as_deref(), known))]
    UnknownValue {
        /// The line of the job file.
        place: JobFileLine,
        /// The value as written.
        value: String,
        /// The value that was probably meant; `None` if none is similar.
        nearest: Option<String>,
        /// All values that are allowed there.
        known: Vec<String>,
    },
    /// A value that is not allowed.
    #[error("{place}: `{key}` {fault}")]
    Invalid {
        /// The line of the job file; without a number if the key is not in it.
        place: JobFileLine,
        /// The key with its section: `politeness.min_delay`.
        key: &'static str,
        /// What is wrong with its value.
        fault: SettingFault,
    },
    /// The job would reach servers of others, but has no contact for webmasters.
    #[error(
        "`contact` is missing: webmasters must be able to reach you; give an e-mail address or a web page"
    )]
    NoContact,
    /// The operator or the purpose is missing, and servers of others would be reached.
    #[error(
        "`{key}` is missing: a harvest of servers of others must say who harvests, and what for"
    )]
    NoIdentity {
        /// The setting: `operator` or `purpose`.
        key: &'static str,
    },
    /// A list of seeds cannot be read.
    #[error("cannot read seeds from '{}': {source}", path.display())]
    Seeds {
        /// The list.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A list of seeds is packed in a way that is not unpacked here.
    #[error(
        "'{}' is packed with {packing}; unpack it first (gzip, zstd, xz and bzip2 are read as they are)",
        path.display()
    )]
    SeedsPacked {
        /// The list.
        path: PathBuf,
        /// Name of the packing.
        packing: &'static str,
    },
    /// A table of seeds has no such column, or none with addresses.
    #[error(
        "'{}' has no column {}; give the name of a column or its number", path.display(),
        if column.is_empty() { "with addresses".to_owned() } else { format!("'{column}'") }
    )]
    SeedColumn {
        /// The table.
        path: PathBuf,
        /// The column that was asked for; empty if any.
        column: String,
    },
}

/// A line of a job file; displayed as `job.toml:12`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobFileLine {
    /// The file, as the caller named it.
    pub file: String,
    /// Number of the line, from 1; `None` if it is not known.
    pub line: Option<usize>,
}

impl std::fmt::Display for JobFileLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.file),
            None => f.write_str(&self.file),
        }
    }
}

/// Returns the end of a message about an unknown word.
fn hint(nearest: Option<&str>, known: &[String]) -> String {
    match nearest {
        Some(nearest) => format!("; did you mean `{nearest}`?"),
        None if known.is_empty() => String::new(),
        None => format!("; known: {}", known.join(", ")),
    }
}

/// Converts an error of the parser.
///
/// serde reports unknown words only in prose, which has been the same for a decade; tests would notice a change, and
/// the worst result would be a message without a hint.
pub(crate) fn from_toml(error: &toml::de::Error, text: &str, file: &str) -> JobError {
    let message = error.message();
    let start = error.span().map(|span| span.start);
    let place = |line| JobFileLine { file: file.to_owned(), line };
    if let Some((key, known)) = unknown(message, "unknown field ") {
        // Within rules the parser only knows where the rule begins.
        let line = start.map(|start| line_from(text, start, |line| names_key(line, &key)));
        let nearest = nearest(&key, &known);
        return JobError::UnknownKey { place: place(line), key, nearest, known };
    }
    if let Some((value, known)) = unknown(message, "unknown variant ") {
        let quoted = [format!("\"{value}\""), format!("'{value}'")];
        let holds_value = |line: &str| quoted.iter().any(|quoted| line.contains(quoted));
        let line = start.map(|start| line_from(text, start, holds_value));
        let nearest = nearest(&value, &known);
        return JobError::UnknownValue { place: place(line), value, nearest, known };
    }
    let line = start.map(|start| line_at(text, start));
    JobError::Syntax { place: place(line), message: message.trim_end().replace('\n', "; ") }
}

/// Returns the word that was found and those that were expected; `None` if the message has another form.
fn unknown(message: &str, opening: &str) -> Option<(String, Vec<String>)> {
    let mut quoted = message.strip_prefix(opening)?.split('`').skip(1).step_by(2);
    let found = quoted.next()?.to_owned();
    Some((found, quoted.map(str::to_owned).collect()))
}

pub(crate) fn line_at(text: &str, offset: usize) -> usize {
    let before = text.as_bytes().get(..offset).unwrap_or(text.as_bytes());
    1 + before.iter().filter(|&&byte| byte == b'\n').count()
}

/// Returns the first line, from that of `offset` on, for which `is_it` is true; otherwise the line of `offset`.
fn line_from(text: &str, offset: usize, is_it: impl Fn(&str) -> bool) -> usize {
    let first = line_at(text, offset);
    first + text.lines().skip(first - 1).position(is_it).unwrap_or(0)
}

/// Returns the line of a key in its section, for values that parse but are not allowed; `None` if it is not in the
/// file.
pub(super) fn line_of_setting(text: &str, path: &str) -> Option<usize> {
    let (section, key) = path.split_once('.').unwrap_or(("", path));
    let mut current = "";
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if let Some(header) = line.strip_prefix('[') {
            current = header.trim_start_matches('[').split(']').next().unwrap_or("").trim();
        } else if current == section && names_key(line, key) {
            return Some(index + 1);
        }
    }
    None
}

fn names_key(line: &str, key: &str) -> bool {
    let line = line.trim_start().trim_start_matches(['[', ' ']);
    let line = line.strip_prefix(['"', '\'']).unwrap_or(line);
    line.strip_prefix(key)
        .is_some_and(|rest| rest.trim_start_matches(['"', '\'', ' ', '\t']).starts_with(['=', ']']))
}

/// Returns the most similar known word; `None` if none is similar enough to be a typing error.
fn nearest(word: &str, known: &[String]) -> Option<String> {
    let far = 1 + word.chars().count() / 3;
    known
        .iter()
        .map(|name| (distance(word, name), name))
        .filter(|(distance, _)| *distance <= far)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name.clone())
}

/// Returns the number of letters that must be changed, added, dropped or swapped with their neighbour; `-` and `_`
/// count as equal.
fn distance(one: &str, two: &str) -> usize {
    let letters = |word: &str| -> Vec<char> {
        word.chars().map(|c| if c == '-' { '_' } else { c.to_ascii_lowercase() }).collect()
    };
    let (one, two) = (letters(one), letters(two));
    let mut older = vec![0; two.len() + 1];
    let mut old: Vec<usize> = (0..=two.len()).collect();
    for (i, &a) in one.iter().enumerate() {
        let mut row = vec![i + 1; two.len() + 1];
        for (j, &b) in two.iter().enumerate() {
            let change = old[j] + usize::from(a != b);
            row[j + 1] = change.min(old[j + 1] + 1).min(row[j] + 1);
            let swapped = i > 0 && j > 0 && a == two[j - 1] && one[i - 1] == b;
            if swapped {
                row[j + 1] = row[j + 1].min(older[j - 1] + 1);
            }
        }
        older = std::mem::replace(&mut old, row);
    }
    old.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_of_the_pen_are_near() {
        for (one, two, expect) in [
            ("", "", 0),
            ("max_delay", "max_delay", 0),
            ("max-delay", "max_delay", 0),
            ("max_dely", "max_delay", 1),
            ("max_dealy", "max_delay", 1),
            ("maxdelay", "max_delay", 1),
            ("", "abc", 3),
            ("kitten", "sitting", 3),
        ] {
            assert_eq!(distance(one, two), expect, "{one} {two}");
            assert_eq!(distance(two, one), expect, "{two} {one}");
        }
    }

    #[test]
    fn settings_are_found_in_their_sections() {
        let text = "name = \"x\"\n[fetch]\n# workers = 1\nworkers = 2\n[ write ]\n  prefix='a'\n";
        for (path, expect) in [
            ("name", Some(1)),
            ("fetch.workers", Some(4)),
            ("write.prefix", Some(6)),
            ("write.workers", None),
            ("prefix", None),
        ] {
            assert_eq!(line_of_setting(text, path), expect, "{path}");
        }
    }
}
