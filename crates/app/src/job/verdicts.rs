//! The verdicts of a national harvest, some at a time.

use super::{JobsError, StoredJob};
use serde_json::{Map, Value};
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};

/// Bytes that are read for one page at most: a search for a page that was never judged ends.
const READ_MAX: u64 = 64 << 20;
/// Bytes of the longest verdict that is told.
const LINE_MAX: u64 = 4 << 20;

/// Which verdicts are wanted.
#[derive(Clone, Debug, Default)]
pub struct VerdictsWanted {
    /// Only those about this URI, as it stands in the log; `None` for all.
    pub uri: Option<String>,
    /// Only those that say yes, or no; `None` for all.
    pub is_valid: Option<bool>,
    /// Where to go on: [`VerdictPage::next`] of the page before; 0 begins.
    pub after: u64,
    /// Most verdicts of a page.
    pub limit: usize,
}

/// Some verdicts, in the order in which they were made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VerdictPage {
    /// The verdicts, as the log has them.
    pub verdicts: Vec<Map<String, Value>>,
    /// Where the next page begins; `None` if all were read.
    pub next: Option<u64>,
}

/// Reads verdicts of a round. One that made none, since it is not a national harvest, has an empty page.
pub fn verdicts(job: &StoredJob, wanted: &VerdictsWanted) -> Result<VerdictPage, JobsError> {
    let path = job.folder.join("logs").join("verdicts.ndjson");
    let mut file = match File::open(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(VerdictPage::default()),
        opened => opened.map_err(JobsError::reading(&path))?,
    };
    if wanted.after > 0 {
        file.seek(SeekFrom::Start(wanted.after)).map_err(JobsError::reading(&path))?;
    }
    let mut lines = BufReader::new(file);
    let (mut page, mut at, mut line) = (VerdictPage::default(), wanted.after, Vec::new());
    loop {
        if page.verdicts.len() >= wanted.limit || at - wanted.after > READ_MAX {
            page.next = Some(at);
            return Ok(page);
        }
        line.clear();
        let taken = (&mut lines).take(LINE_MAX).read_until(b'\n', &mut line);
        let taken = taken.map_err(JobsError::reading(&path))? as u64;
        // The end; a line without its end is still being written.
        if taken == 0 || (!line.ends_with(b"\n") && taken < LINE_MAX) {
            return Ok(page);
        }
        at += taken;
        // What is longer than any verdict cannot be read as one, and is passed over piece by piece.
        let verdict = serde_json::from_slice::<Map<String, Value>>(&line).ok();
        page.verdicts.extend(verdict.filter(|verdict| is_wanted(verdict, wanted)));
    }
}

fn is_wanted(verdict: &Map<String, Value>, wanted: &VerdictsWanted) -> bool {
    let uri = verdict.get("uri").and_then(Value::as_str);
    let valid = verdict.get("valid").and_then(Value::as_bool);
    wanted.uri.as_deref().is_none_or(|it| uri == Some(it))
        && wanted.is_valid.is_none_or(|it| valid == Some(it))
}
