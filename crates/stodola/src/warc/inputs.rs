//! Opening what the user names: files, or `-` for standard input, one after the other.
//!
//! What cannot be opened is said and counted, and the rest goes on.

use super::sniff;
use crate::lang;
use crate::output::{self, Outcome};
use crate::progress::Progress;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::path::{Path, PathBuf};
use stodola_warc::{Reader, Warning, Wrapping};

/// A reader over a file or standard input.
pub(crate) type AnyReader = Reader<Box<dyn Read>>;

/// One input while it is worked on.
pub(crate) struct Input<'a> {
    /// The name as the user gave it.
    pub(crate) name: &'a str,
    pub(crate) reader: &'a mut AnyReader,
    pub(crate) progress: &'a mut Progress,
    /// Set by the work if something is wrong with the data.
    pub(crate) is_data_bad: bool,
}

impl Input<'_> {
    /// Says what is wrong with the data at an offset.
    pub(crate) fn report(&mut self, offset: u64, problem: &dyn Display) {
        self.is_data_bad = true;
        let name = self.name;
        self.progress.say(format_args!("stodola: {name}: at {offset}: {problem}"));
    }

    /// Says which of a record's warnings mean damage.
    pub(crate) fn report_damage(&mut self, offset: u64, warnings: &[Warning]) {
        for warning in warnings.iter().filter(|w| w.is_damage()) {
            self.report(offset, warning);
        }
    }

    /// To be called after each record: moves the bar and says which bytes were skipped.
    pub(crate) fn after_record(&mut self) {
        self.progress.at(self.reader.stored_position());
        for gap in self.reader.take_gaps() {
            self.report(gap.offset, &gap);
        }
    }
}

/// What working on one input gave.
pub(crate) struct Worked {
    /// Records found.
    pub(crate) records: u64,
}

/// Calls `work` for each input. An input without any record is no archive: that is said in one
/// line, with what it looks like.
pub(crate) fn each(
    paths: &[PathBuf],
    mut work: impl FnMut(&mut Input<'_>) -> anyhow::Result<Worked>,
) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    let mut progress = Progress::new(total_size(paths));
    for path in paths {
        let name = path.to_string_lossy();
        let (mut reader, head, size) = match open(path) {
            Ok(opened) => opened,
            Err(e) => {
                complain(&progress, &name, &cannot_open(&e));
                outcome.has_failed = true;
                continue;
            }
        };
        // Some records would be found in these too, by chance, and others would not.
        if let Some(wrapping) = Wrapping::of_named(&head, path) {
            complain(&progress, &name, &not_an_archive(&sniff::describe_wrapping(wrapping)));
            outcome.has_failed = true;
            progress.next_input(size);
            continue;
        }
        let mut input =
            Input { name: &name, reader: &mut reader, progress: &mut progress, is_data_bad: false };
        let worked = work(&mut input);
        if !matches!(worked, Ok(Worked { records: 0 })) {
            input.after_record();
        }
        outcome.is_data_bad |= input.is_data_bad;
        match worked {
            Ok(Worked { records: 0 }) => {
                complain(&progress, &name, &not_an_archive(&sniff::describe(&head)));
                outcome.has_failed = true;
            }
            Ok(_) => {}
            Err(e) if output::is_broken_pipe(&e) => return Err(e),
            Err(e) => {
                complain(&progress, &name, &format!("{e:#}"));
                outcome.has_failed = true;
            }
        }
        progress.next_input(size);
    }
    Ok(outcome)
}

fn complain(progress: &Progress, name: &str, message: &str) {
    progress.say(format_args!("stodola: {name}: {message}"));
}

fn not_an_archive(looks: &str) -> String {
    lang::pick(format!("not an archive: {looks}"), format!("není archiv: {looks}"))
}

fn cannot_open(error: &io::Error) -> String {
    lang::pick(format!("cannot be opened: {error}"), format!("nelze otevřít: {error}"))
}

fn total_size(paths: &[PathBuf]) -> Option<u64> {
    paths.iter().map(|path| path.metadata().ok().filter(|m| m.is_file()).map(|m| m.len())).sum()
}

/// A reader, the first bytes of the input, and its size as far as it is known.
fn open(path: &Path) -> io::Result<(AnyReader, Vec<u8>, u64)> {
    if path == Path::new("-") {
        let mut stdin = io::stdin().lock();
        let head = read_head(&mut stdin)?;
        let source: Box<dyn Read> = Box::new(Cursor::new(head.clone()).chain(stdin));
        return Ok((Reader::new(source), head, 0));
    }
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    let head = read_head(&mut file)?;
    if !metadata.is_file() {
        // A pipe cannot go back to its start.
        let source: Box<dyn Read> = Box::new(Cursor::new(head.clone()).chain(file));
        return Ok((Reader::new(source), head, 0));
    }
    file.rewind()?;
    let source: Box<dyn Read> = Box::new(file);
    Ok((Reader::new(source).with_probe(File::open(path)?), head, metadata.len()))
}

fn read_head(source: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    source.take(512).read_to_end(&mut head)?;
    Ok(head)
}
