//! `logs/verdicts.ndjson`: the verdicts, a line of JSON for each document.
//!
//! Lines are flushed before the frontier's log is committed, so a crash loses none, but may leave too many: a torn one
//! at the end, and lines of pages that are not in the log and are fetched and judged again. Both are removed when the
//! harvest is opened again.

use crate::crawl::CrawlError;
use crate::json;
use crate::recognise::append_verdict;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use stodola_frontier::Detail;
use stodola_frontier::{Happened, History, LogPlace};
use stodola_judge::Verdict;

const NAME: &str = "verdicts.ndjson";
/// File that replaces the end of the log, from the offset in its first line.
const TAIL: &str = "verdicts.tail";
/// Number of bytes at the end of the log that may have lines of pages in flight at a crash: some thousands at most.
const TAIL_BYTES: u64 = 16 << 20;
/// Beginning of a line, before the URI in quotes.
const START: &[u8] = b"{\"uri\":\"";

/// The log of verdicts, open to be appended to.
pub(super) struct Verdicts {
    out: BufWriter<File>,
    /// A line while it is made: many small pieces, which are faster to put together in memory.
    line: Vec<u8>,
    path: PathBuf,
}

impl Verdicts {
    /// Opens the log in the folder of a job's logs. A torn end, which a crash left, is cut.
    pub(super) fn open(logs: &Path) -> Result<Verdicts, CrawlError> {
        let path = logs.join(NAME);
        let open = || {
            fs::create_dir_all(logs)?;
            let mut file = File::options().create(true).read(true).append(true).open(&path)?;
            finish_replacing(&mut file, &logs.join(TAIL))?;
            cut_torn_line(&mut file)?;
            Ok::<_, io::Error>(BufWriter::new(file))
        };
        let out = open().map_err(CrawlError::file("write", &path))?;
        Ok(Verdicts { out, line: Vec::new(), path })
    }

    pub(super) fn add(&mut self, uri: &[u8], verdict: &Verdict) -> io::Result<()> {
        self.line.clear();
        append_verdict(&mut self.line, &json::text(uri), verdict, None)?;
        self.out.write_all(&self.line)
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// After a crash: removes the lines of pages without a verdict in the job's log.
    pub(super) fn forget_unfinished(&mut self, frontier: &Path) -> Result<(), CrawlError> {
        let path = self.path.clone();
        let failed = |error| CrawlError::file("mend", &path)(error);
        let (start, bytes) = last_lines(self.out.get_mut()).map_err(failed)?;
        let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let mut judged: HashMap<&[u8], u32> =
            lines.iter().filter_map(|line| uri_of(line)).map(|uri| (uri, 0)).collect();
        count_judged(frontier, &mut judged)?;
        let mut kept = Vec::with_capacity(bytes.len());
        for line in &lines {
            match uri_of(line).and_then(|uri| judged.get_mut(uri)) {
                Some(0) => {}
                Some(number) => {
                    *number -= 1;
                    kept.extend_from_slice(line);
                }
                // It is unknown which page the line is about, so it stays.
                None => kept.extend_from_slice(line),
            }
        }
        if kept.len() < bytes.len() {
            self.replace_tail(start, &kept).map_err(failed)?;
        }
        Ok(())
    }

    /// Replaces the lines from `start` on, in a way that a crash cannot leave half done.
    fn replace_tail(&mut self, start: u64, lines: &[u8]) -> io::Result<()> {
        let tail = self.path.with_file_name(TAIL);
        stodola_durable::replace_with(&tail, |out| {
            writeln!(out, "{start}")?;
            out.write_all(lines)
        })
        .map_err(io::Error::other)?;
        finish_replacing(self.out.get_mut(), &tail)
    }
}

/// Completes what [`Verdicts::replace_tail`] began, if anything.
fn finish_replacing(file: &mut File, tail: &Path) -> io::Result<()> {
    let bytes = match fs::read(tail) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    let end = bytes.iter().position(|byte| *byte == b'\n');
    let number = end.and_then(|end| std::str::from_utf8(&bytes[..end]).ok());
    let (Some(end), Some(start)) = (end, number.and_then(|number| number.parse().ok())) else {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "the file 'verdicts.tail' is damaged",
        ));
    };
    file.set_len(start)?;
    file.write_all(&bytes[end + 1..])?;
    file.sync_all()?;
    fs::remove_file(tail)
}

fn cut_torn_line(file: &mut File) -> io::Result<()> {
    let mut end = file.seek(SeekFrom::End(0))?;
    let mut buffer = [0; 64 << 10];
    loop {
        let start = end.saturating_sub(buffer.len() as u64);
        let piece = &mut buffer[..(end - start) as usize];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(piece)?;
        match piece.iter().rposition(|byte| *byte == b'\n') {
            Some(at) => return file.set_len(start + at as u64 + 1),
            None if start == 0 => return file.set_len(0),
            None => end = start,
        }
    }
}

/// Returns the last lines, and the offset where they begin.
fn last_lines(file: &mut File) -> io::Result<(u64, Vec<u8>)> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut start = length.saturating_sub(TAIL_BYTES);
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = Vec::new();
    file.take(TAIL_BYTES).read_to_end(&mut bytes)?;
    if start > 0 {
        let line = bytes.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |at| at + 1);
        bytes.drain(..line);
        start += line as u64;
    }
    Ok((start, bytes))
}

/// Returns the URI of a line; `None` if there is none, or if it has characters that JSON escapes, which URIs do not
/// have.
fn uri_of(line: &[u8]) -> Option<&[u8]> {
    let rest = line.strip_prefix(START)?;
    let end = rest.iter().position(|byte| matches!(byte, b'"' | b'\\'))?;
    (rest[end] == b'"').then_some(&rest[..end])
}

/// Counts for each of these URIs how often the job's log has a verdict.
fn count_judged(frontier: &Path, judged: &mut HashMap<&[u8], u32>) -> Result<(), CrawlError> {
    let mut places: HashMap<LogPlace, Vec<u8>> = HashMap::new();
    History::open(frontier)?.read(|happened| {
        match happened {
            Happened::Found { place, uri, .. } if judged.contains_key(&*uri) => {
                places.insert(place, uri);
            }
            Happened::Retry { place, found, .. } | Happened::Again { place, found, .. } => {
                if let Some(uri) = places.get(&found).cloned() {
                    places.insert(place, uri);
                }
            }
            Happened::Done { entry, detail, .. } => {
                if let Some(uri) = places.get(&entry)
                    && Detail::parse(detail).verdict.is_some()
                    && let Some(number) = judged.get_mut(&**uri)
                {
                    *number += 1;
                }
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of its own, gone in the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let name = format!("stodola-verdicts-{}-{name}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            fs::create_dir_all(&folder).unwrap();
            Folder(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn a_torn_line_is_cut_wherever_it_is_torn() {
        let folder = Folder::new("torn");
        let path = folder.0.join(NAME);
        let long = format!("{{\"uri\":\"http://a/{}\"}}\n", "x".repeat(100_000));
        for whole in ["", "{\"uri\":\"http://a/\"}\n", &long] {
            for torn in ["", "{", &long[..99_000]] {
                fs::write(&path, format!("{whole}{torn}")).unwrap();
                drop(Verdicts::open(&folder.0).unwrap());
                assert_eq!(fs::read_to_string(&path).unwrap(), whole);
            }
        }
    }

    #[test]
    fn lines_are_replaced_in_one_step_whenever_it_is_interrupted() {
        let folder = Folder::new("replaced");
        let path = folder.0.join(NAME);
        let old = "{\"uri\":\"1\"}\n{\"uri\":\"2\"}\n{\"uri\":\"3\"}\n";
        let new = "{\"uri\":\"1\"}\n{\"uri\":\"3\"}\n";
        // As it may be left: nothing done, cut, or written in part.
        for left in [old, "{\"uri\":\"1\"}\n", "{\"uri\":\"1\"}\n{\"uri\"", new] {
            fs::write(&path, left).unwrap();
            fs::write(folder.0.join(TAIL), "12\n{\"uri\":\"3\"}\n").unwrap();
            drop(Verdicts::open(&folder.0).unwrap());
            assert_eq!(fs::read_to_string(&path).unwrap(), new);
            assert!(!folder.0.join(TAIL).exists());
        }
        let mut verdicts = Verdicts::open(&folder.0).unwrap();
        verdicts.replace_tail(12, b"{\"uri\":\"4\"}\n").unwrap();
        drop(verdicts);
        let expected = "{\"uri\":\"1\"}\n{\"uri\":\"4\"}\n";
        assert_eq!(fs::read_to_string(&path).unwrap(), expected);
    }
}
