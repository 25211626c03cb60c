//! Opens the inputs that the user names: files, or `-` for standard input, one after the other.
//!
//! Inputs that cannot be opened are reported and counted, and the rest continues.

use super::{FileLook, WarcError};
use crate::Watch;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek};
use std::path::{Path, PathBuf};
use stodola_warc::{Gap, Reader, Warning, Wrapping};

/// A reader over a file or standard input.
type AnyReader = Reader<Box<dyn Read>>;

/// Is told what is wrong with inputs.
pub trait ReportNotice: Watch {
    /// Something is wrong with the input of this name.
    fn notice(&self, input: &str, notice: Notice<'_>);
}

/// What is wrong with an input.
#[derive(Debug)]
pub enum Notice<'a> {
    /// The input cannot be opened.
    CannotOpen(&'a io::Error),
    /// The input is not an ARC or WARC file; it looks like something else.
    NotAnArchive(FileLook),
    /// Something is wrong with the data at a byte offset.
    At(u64, InputProblem<'a>),
    /// The work on the input ended early.
    Failed(&'a (dyn std::error::Error + 'static)),
}

/// What is wrong with data at a place.
#[derive(Debug)]
pub enum InputProblem<'a> {
    /// A warning of the reader that means damage.
    Damage(&'a Warning),
    /// Bytes that belong to no record.
    Gap(&'a Gap),
    /// A record without target URI, which is not indexed.
    NoTargetUri,
    /// A record whose date cannot be parsed.
    NoDate,
    /// The declared length was wrong; in the copy it is corrected to this number of bytes.
    LengthCorrected(u64),
    /// The payload that was written to this file was cut.
    PayloadCut(&'a str, &'a io::Error),
}

/// How the work on all inputs ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputsEnded {
    /// Whether something is wrong with the data of an input.
    pub is_data_bad: bool,
    /// Whether an input could not be processed at all, or not to its end.
    pub has_failed: bool,
}

/// One input while it is processed.
pub struct WarcInput<'a> {
    /// The name as the user gave it.
    pub name: &'a str,
    /// Reads its records.
    pub reader: &'a mut AnyReader,
    watch: &'a dyn ReportNotice,
    /// Bytes of the inputs before it.
    before: u64,
    /// Set by the caller's work if something is wrong with the data.
    pub is_data_bad: bool,
}

impl WarcInput<'_> {
    /// Reports what is wrong with the data at a byte offset.
    pub fn report(&mut self, offset: u64, problem: InputProblem<'_>) {
        self.is_data_bad = true;
        self.watch.notice(self.name, Notice::At(offset, problem));
    }

    /// Reports those of a record's warnings that mean damage.
    pub fn report_damage(&mut self, offset: u64, warnings: &[Warning]) {
        for warning in warnings.iter().filter(|w| w.is_damage()) {
            self.report(offset, InputProblem::Damage(warning));
        }
    }

    /// Must be called after each record: reports the progress and the bytes that were skipped.
    pub fn after_record(&mut self) {
        self.tell_progress();
        for gap in self.reader.take_gaps() {
            self.report(gap.offset, InputProblem::Gap(&gap));
        }
    }

    pub(super) fn tell_progress(&self) {
        self.watch.at(self.before + self.reader.stored_position());
    }
}

/// Calls `work` for each input; it returns the number of records. An input without any record is not an archive: that
/// is reported, with what it looks like. Only [`WarcError::Output`] ends the whole.
pub fn each_input(
    paths: &[PathBuf],
    watch: &dyn ReportNotice,
    mut work: impl FnMut(&mut WarcInput<'_>) -> Result<u64, WarcError>,
) -> Result<InputsEnded, WarcError> {
    let mut ended = InputsEnded::default();
    let mut before = 0;
    watch.begin("read", total_size(paths));
    for path in paths {
        let name = path.to_string_lossy();
        let (mut reader, head, size) = match open(path) {
            Ok(opened) => opened,
            Err(error) => {
                watch.notice(&name, Notice::CannotOpen(&error));
                ended.has_failed = true;
                continue;
            }
        };
        // Some records would be found in these too, by chance, and others would not.
        if let Some(wrapping) = Wrapping::of_named(&head, path) {
            watch.notice(&name, Notice::NotAnArchive(FileLook::Wrapped(wrapping)));
            ended.has_failed = true;
            before += size;
            continue;
        }
        let mut input =
            WarcInput { name: &name, reader: &mut reader, watch, before, is_data_bad: false };
        let worked = work(&mut input);
        if !matches!(worked, Ok(0)) {
            input.after_record();
        }
        ended.is_data_bad |= input.is_data_bad;
        match worked {
            Ok(0) => {
                watch.notice(&name, Notice::NotAnArchive(FileLook::of(&head)));
                ended.has_failed = true;
            }
            Ok(_) => {}
            Err(error @ WarcError::Output(_)) => {
                watch.end();
                return Err(error);
            }
            Err(error) => {
                watch.notice(&name, Notice::Failed(&error));
                ended.has_failed = true;
            }
        }
        before += size;
    }
    watch.end();
    Ok(ended)
}

fn total_size(paths: &[PathBuf]) -> Option<u64> {
    paths.iter().map(|path| path.metadata().ok().filter(|m| m.is_file()).map(|m| m.len())).sum()
}

/// Returns a reader, the first bytes of the input, and its size in bytes; 0 if that is not known.
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
        // A pipe cannot be rewound.
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
