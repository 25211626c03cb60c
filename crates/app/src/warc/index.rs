//! An index of the captures in CDXJ or CDX lines, sorted bytewise.

use super::pairs::{Pairing, RecordSide};
use super::{InputProblem, InputsEnded, ReportNotice, WarcError, WarcInput, each_input};
use crate::sort::LineSorter;
use std::io::Write;
use std::path::{Path, PathBuf};
use stodola_archive::CaptureRow;
use stodola_archive::cdx::{CdxFormat, CdxLine};
use stodola_warc::HttpInfo;

/// What an index looks like.
#[derive(Clone, Copy, Debug)]
pub struct IndexSettings {
    /// The form of the lines.
    pub format: CdxFormat,
    /// Whether the keys of responses get method and body of the POST or PUT request beside them.
    pub appends_posts: bool,
}

/// Writes an index of the captures in the inputs to `out`, the first line of its form included. Nothing is written
/// before all inputs are read, because the lines are sorted; they wait in memory, and on disk if there are many.
///
/// A record without target URI is not indexed, and one without a readable date has `-` in its place; both are told.
pub fn index(
    paths: &[PathBuf],
    settings: IndexSettings,
    watch: &dyn ReportNotice,
    out: &mut impl Write,
) -> Result<InputsEnded, WarcError> {
    let mut sorter = LineSorter::default();
    let ended = each_input(paths, watch, |input| index_input(input, settings, &mut sorter))?;
    out.write_all(settings.format.head().as_bytes()).map_err(WarcError::Output)?;
    sorter.finish(out).map_err(WarcError::Output)?;
    Ok(ended)
}

fn index_input(
    input: &mut WarcInput<'_>,
    settings: IndexSettings,
    sorter: &mut LineSorter,
) -> Result<u64, WarcError> {
    let path = Path::new(input.name);
    let file_name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
    let mut text = Vec::new();
    let mut write = |line: CdxLine| {
        text.clear();
        let written = line.write(&mut text, settings.format, &file_name);
        // It is not the input that fails if there is no room for lines.
        written.and_then(|()| sorter.push(&text)).map_err(WarcError::Output)
    };
    let mut pairing = settings.appends_posts.then(Pairing::default);
    let mut records = 0;
    while let Some(mut record) = input.reader.next_record()? {
        records += 1;
        let offset = record.offset();
        let http = record.http()?;
        let side = match pairing {
            Some(_) => Some(RecordSide::read(&mut record, http.as_ref())?),
            None => None,
        };
        let mut line = None;
        let mut problem = None;
        if record.is_capture() {
            match CaptureRow::read(&mut record, http.as_ref())? {
                Some(row) => line = Some(line_of(&row, http.as_ref())),
                None => problem = Some(InputProblem::NoTargetUri),
            }
        }
        let end = record.finish()?;
        if let Some(line) = &mut line {
            line.length = end.length;
            if line.time.is_none() {
                problem = Some(InputProblem::NoDate);
            }
        }
        if let Some(problem) = problem {
            input.report(offset, problem);
        }
        input.report_damage(offset, &end.warnings);
        match (&mut pairing, side) {
            (Some(pairing), Some(side)) => {
                pairing.push(side, line).into_iter().flatten().try_for_each(&mut write)?;
            }
            _ => line.into_iter().try_for_each(&mut write)?,
        }
        input.after_record();
    }
    pairing.and_then(Pairing::finish).into_iter().try_for_each(write)?;
    Ok(records)
}

/// The line of a record. The status is the one that stands in its block.
fn line_of(row: &CaptureRow, http: Option<&HttpInfo>) -> CdxLine {
    CdxLine { status: http.and_then(|http| http.status), ..CdxLine::of(row) }
}
