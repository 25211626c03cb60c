//! Answers of filters on record: a file of lines of JSON for each domain.
//!
//! ```json
//! {"page":"0f1e…","filter":"my-filter","keep":true}
//! {"page":"77aa…","filter":"my-filter","keep":false,"reason":"a page of a shop"}
//! ```
//!
//! The file is only ever appended to; a torn end is cut off when it is opened. Answers are in memory by a key of 16
//! bytes, so a domain of a million pages takes about 100 MB when a program looks at all of them.

use super::FilterAnswer;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use stodola_durable::{Appender, PathError};

/// The longest reason that is kept, in characters.
const REASON_MAX: usize = 500;
/// The longest line of the file.
const LINE_MAX: u64 = 16 << 10;

/// Stands for a capture: an answer is about one page at one time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnswerKey([u8; 16]);

impl AnswerKey {
    /// The key of what was captured from an address at a time with this digest of its payload.
    pub fn new(url: &str, time: i64, digest: &str) -> AnswerKey {
        let mut hash = Sha256::new();
        hash.update(url.len().to_le_bytes());
        hash.update(url);
        hash.update(time.to_le_bytes());
        hash.update(digest);
        let mut key = [0; 16];
        key.copy_from_slice(&hash.finalize()[..16]);
        AnswerKey(key)
    }

    fn to_hex(self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    fn from_hex(text: &str) -> Option<AnswerKey> {
        let number = u128::from_str_radix(text, 16).ok().filter(|_| text.len() == 32)?;
        Some(AnswerKey(number.to_be_bytes()))
    }
}

#[derive(Serialize, Deserialize)]
struct Line {
    page: String,
    filter: String,
    keep: bool,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    reason: Option<String>,
}

/// Errors from a book of answers.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnswerBookError {
    /// The file could not be read or written.
    #[error(transparent)]
    Path(#[from] PathError),
    /// A line is not an answer.
    #[error("'{}' is damaged in line {line}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: u64,
    },
}

/// Answers of filters that may answer differently another time.
#[derive(Debug)]
pub struct AnswerBook {
    file: Option<Appender>,
    answers: HashMap<(AnswerKey, Box<str>), FilterAnswer>,
    /// Lines that are not on disk yet.
    unsaved: Vec<u8>,
}

impl AnswerBook {
    /// A book without a file: nothing is kept.
    pub fn in_memory() -> AnswerBook {
        AnswerBook { file: None, answers: HashMap::new(), unsaved: Vec::new() }
    }

    /// Opens a book; one that is not there is made. One process has it open at a time: the caller has a lock.
    pub fn open(path: &Path) -> Result<AnswerBook, AnswerBookError> {
        let file = Appender::lines(path)?;
        let mut answers = HashMap::new();
        let mut reader =
            BufReader::new(std::fs::File::open(path).map_err(PathError::new("open", path))?);
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            let read = reader.by_ref().take(LINE_MAX).read_until(b'\n', &mut line);
            if read.map_err(PathError::new("read", path))? == 0 {
                break;
            }
            let parsed = serde_json::from_slice::<Line>(&line).ok();
            let understood = parsed.and_then(|it| Some((AnswerKey::from_hex(&it.page)?, it)));
            let Some((key, line)) = understood else {
                return Err(AnswerBookError::Damaged { path: path.to_owned(), line: number });
            };
            let answer = match line.keep {
                true => FilterAnswer::Keep,
                false => FilterAnswer::Drop { reason: line.reason.unwrap_or_default() },
            };
            answers.insert((key, line.filter.into_boxed_str()), answer);
        }
        Ok(AnswerBook { file: Some(file), answers, unsaved: Vec::new() })
    }

    /// The answer of a filter about a capture.
    pub fn find(&self, key: AnswerKey, filter: &str) -> Option<&FilterAnswer> {
        self.answers.get(&(key, filter.into()))
    }

    /// Puts an answer into the book. It is safe on disk after [`AnswerBook::save`].
    pub fn add(&mut self, key: AnswerKey, filter: &str, answer: FilterAnswer) {
        let (keep, reason) = match &answer {
            FilterAnswer::Keep => (true, None),
            FilterAnswer::Drop { reason } => {
                (false, Some(reason.chars().take(REASON_MAX).collect()))
            }
        };
        let line = Line { page: key.to_hex(), filter: filter.to_owned(), keep, reason };
        // Texts and booleans can always be written.
        if let Ok(json) = serde_json::to_vec(&line) {
            self.unsaved.extend_from_slice(&json);
            self.unsaved.push(b'\n');
        }
        self.answers.insert((key, filter.into()), answer);
    }

    /// Writes what is new; it is safe when this returns.
    pub fn save(&mut self) -> Result<(), AnswerBookError> {
        if let Some(file) = self.file.as_mut().filter(|_| !self.unsaved.is_empty()) {
            file.append(&self.unsaved)?;
        }
        self.unsaved.clear();
        Ok(())
    }
}
