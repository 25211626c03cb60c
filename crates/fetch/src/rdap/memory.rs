//! Answers, in memory and in a file that is only appended to, one line at a time:
//!
//! ```text
//! # stodola rdap 1
//! spolek.example  CZ  1794700800
//! nobody.example  -   1794700801
//! ```
//!
//! Columns, separated by tabs: domain, country or `-`, seconds since 1970. The last line about a domain counts. A line
//! that was torn by a crash is ignored.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::answer::Country;

const HEAD: &str = "# stodola rdap ";
const FORMAT: u32 = 1;

/// Maximum number of bytes of the file that are read.
const FILE_MAX: u64 = 1 << 30;
/// Age in seconds after which a domain is asked about again.
const ANSWER_AGE: u64 = 90 * 24 * 60 * 60;
/// Age in seconds after which a domain whose question failed is asked about again.
const FAILURE_AGE: u64 = 24 * 60 * 60;
/// Maximum number of failures that are remembered; beyond it all are forgotten, because asking twice is the lesser
/// evil.
const FAILURES_MAX: usize = 100_000;

/// Errors from reading the file of stored answers.
#[derive(Debug, thiserror::Error)]
pub(super) enum MemoryError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("it is not a list of owners' countries that this version can read")]
    Format,
}

/// The stored answers about domains.
#[derive(Debug, Default)]
pub(super) struct Memory {
    answers: HashMap<String, Answer>,
    /// Times of failed questions, in seconds since 1970.
    failures: HashMap<String, u64>,
    file: Option<File>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answer {
    country: Option<Country>,
    time: u64,
}

impl Memory {
    /// Reads the answers of earlier runs.
    pub(super) fn open(path: &Path) -> Result<Memory, MemoryError> {
        if let Some(folder) = path.parent().filter(|folder| *folder != PathBuf::new()) {
            std::fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut lines = BufReader::new((&mut file).take(FILE_MAX));
        let mut line = Vec::new();
        lines.read_until(b'\n', &mut line)?;
        let head = format!("{HEAD}{FORMAT}\n");
        let mut answers = HashMap::new();
        // A file that a crash has left without its complete first line has no other content.
        let is_new = head.as_bytes().starts_with(&line) && line.len() < head.len();
        if is_new {
            drop(lines);
            file.set_len(0)?;
            file.write_all(head.as_bytes())?;
        } else if line == head.as_bytes() {
            let mut is_whole = true;
            while is_whole {
                line.clear();
                lines.read_until(b'\n', &mut line)?;
                is_whole = line.ends_with(b"\n");
                if is_whole && let Some((domain, answer)) = parse(&line) {
                    answers.insert(domain, answer);
                }
            }
            drop(lines);
            if !line.is_empty() {
                // A torn line must not be joined with the next one.
                file.seek(SeekFrom::End(0))?;
                file.write_all(b"\n")?;
            }
        } else {
            return Err(MemoryError::Format);
        }
        Ok(Memory { answers, failures: HashMap::new(), file: Some(file) })
    }

    /// Returns the country in the last answer, however old; `None` if it is unknown.
    pub(super) fn country(&self, domain: &str) -> Option<Country> {
        self.answers.get(domain)?.country
    }

    /// Whether the server should be asked about a domain at this time (seconds since 1970).
    pub(super) fn wants(&self, domain: &str, now: u64) -> bool {
        // Times in the future come from a clock that was wrong.
        let is_young = |time: u64, age: u64| time <= now && now - time < age;
        let is_answered = self.answers.get(domain).is_some_and(|it| is_young(it.time, ANSWER_AGE));
        let has_failed = self.failures.get(domain).is_some_and(|it| is_young(*it, FAILURE_AGE));
        !is_answered && !has_failed
    }

    /// Stores an answer. If the file cannot be written, it is kept in memory only.
    pub(super) fn keep(&mut self, domain: &str, country: Option<Country>, time: u64) {
        self.failures.remove(domain);
        self.answers.insert(domain.to_owned(), Answer { country, time });
        let word = country.as_ref().map_or("-", Country::as_str);
        let line = format!("{domain}\t{word}\t{time}\n");
        if let Some(file) = &mut self.file
            && file.write_all(line.as_bytes()).is_err()
        {
            // A part of a line may be written; no other line may follow it.
            self.file = None;
        }
    }

    /// Remembers that a question failed.
    pub(super) fn keep_failure(&mut self, domain: &str, time: u64) {
        if self.failures.len() >= FAILURES_MAX {
            self.failures.clear();
        }
        self.failures.insert(domain.to_owned(), time);
    }
}

fn parse(line: &[u8]) -> Option<(String, Answer)> {
    let line = str::from_utf8(line).ok()?.strip_suffix('\n')?;
    let mut columns = line.split('\t');
    let (domain, country, time) = (columns.next()?, columns.next()?, columns.next()?);
    if domain.is_empty() || columns.next().is_some() {
        return None;
    }
    let country = match country {
        "-" => None,
        country => Some(country.parse().ok()?),
    };
    Some((domain.to_owned(), Answer { country, time: time.parse().ok()? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn country(memory: &Memory, domain: &str) -> Option<String> {
        memory.country(domain).map(|it| it.to_string())
    }

    #[test]
    fn answers_outlive_the_run_and_are_asked_for_again_when_old() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/rdap.tsv");
        let mut memory = Memory::open(&path).unwrap();
        memory.keep("a.example", Some("CZ".parse().unwrap()), 1000);
        memory.keep("b.example", None, 1000);
        memory.keep("a.example", Some("SK".parse().unwrap()), 2000);
        memory.keep_failure("c.example", 2000);
        let day = 24 * 60 * 60;
        for wants_after in [day - 1, day] {
            assert_eq!(memory.wants("c.example", 2000 + wants_after), wants_after == day);
        }
        drop(memory);
        let memory = Memory::open(&path).unwrap();
        assert_eq!(country(&memory, "a.example").as_deref(), Some("SK"));
        assert_eq!(country(&memory, "b.example"), None);
        for (domain, now, expected) in [
            ("a.example", 2000, false),
            ("a.example", 2000 + 90 * day - 1, false),
            ("a.example", 2000 + 90 * day, true),
            ("a.example", 1999, true),
            ("b.example", 2000, false),
            ("c.example", 2001, true),
            ("d.example", 2000, true),
        ] {
            assert_eq!(memory.wants(domain, now), expected, "{domain} {now}");
        }
    }

    #[test]
    fn a_file_torn_anywhere_keeps_its_whole_lines_and_takes_more() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rdap.tsv");
        let whole = "# stodola rdap 1\na.example\tCZ\t1000\nb.example\tSK\t1000\n";
        for end in 0..=whole.len() {
            std::fs::write(&path, &whole[..end]).unwrap();
            let mut memory = Memory::open(&path).unwrap();
            let lines = whole[..end].matches('\n').count();
            let known = ["a.example", "b.example"].map(|it| country(&memory, it).is_some());
            assert_eq!(known, [lines > 1, lines > 2], "{end}");
            memory.keep("c.example", Some("AT".parse().unwrap()), 1000);
            let memory = Memory::open(&path).unwrap();
            assert_eq!(country(&memory, "c.example").as_deref(), Some("AT"), "{end}");
        }
    }

    #[test]
    fn odd_lines_are_ignored_and_other_files_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rdap.tsv");
        let odd = b"# stodola rdap 1\n\n\t\t\na\nb\tCZ\nc\tCZE\t1\nd\tCZ\tx\n\xff\tCZ\t1\ne\tCZ\t1\tx\nf\tcz\t1\n";
        std::fs::write(&path, odd).unwrap();
        let memory = Memory::open(&path).unwrap();
        assert_eq!(memory.answers.len(), 1, "{:?}", memory.answers);
        for other in ["# stodola rdap 2\na\tCZ\t1\n", "<html>", "\n"] {
            std::fs::write(&path, other).unwrap();
            assert!(matches!(Memory::open(&path), Err(MemoryError::Format)), "{other}");
            assert_eq!(std::fs::read_to_string(&path).unwrap(), other);
        }
    }
}
