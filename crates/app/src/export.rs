//! Captures of an archive as one file for others: a WACZ, or a WARC file.
//!
//! ```text
//! catalogue ─▶ selection ─▶ rules of access ─▶ plan: places, sorted by file ─▶ records, in the order of the files
//!                 │                 │                                              │ WARC, as a stream
//!                 │                 └─▶ what is left out, and why                  ├─▶ index and pages, sorted ─▶ WACZ
//!                 └─ as of a date: the requisites of pages
//! ```
//!
//! An export stands alone: the original of each revisit is exported with it, whatever the selection says. Records are
//! copied byte for byte; those of ARC become WARC. What was selected and could not be exported stands in a list beside
//! the export, with the reason. Memory is bounded: plan, index and lists are sorted on disk, in nameless files.
//!
//! The export has its name when it is whole; what a kill leaves ends in `.new`, and the next export to the same name
//! overwrites it.

mod error;
mod gate;
mod index;
mod left_out;
mod measured;
mod pages;
mod plan;
mod records;
mod requisites;
mod select;
mod wacz;
mod zip;

pub use error::ExportError;
pub use left_out::LeftOutReason;

use crate::reading::CapturePlace;
use crate::{LineSorter, Watch};
use gate::Gate;
use left_out::LeftOut;
use plan::Plan;
use records::{RecordCounts, Records, WrittenRecords};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Seek};
use std::path::{Path, PathBuf};
use stodola_access::Visitor;
use stodola_archive::{Archive, Captures, Stamp};
use stodola_durable::Draft;

/// What is exported, and where to.
#[derive(Clone, Debug)]
pub struct ExportSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// The file to write, which must not exist.
    pub out: PathBuf,
    /// What kind of file it becomes.
    pub format: ExportFormat,
    /// Which captures.
    pub selection: ExportSelection,
    /// Whose rights count.
    pub access: ExportAccess,
    /// The title of a WACZ file.
    pub title: Option<String>,
    /// The program and its version, for those who find the file.
    pub software: String,
}

/// The kind of file that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExportFormat {
    /// A ZIP file with records, index and pages, which replayweb.page opens.
    Wacz,
    /// A `.warc.gz` file.
    Warc,
}

/// Which captures are exported: those that fit everything that is given.
#[derive(Clone, Debug, Default)]
pub struct ExportSelection {
    /// Beginnings of URLs, any of which may fit; `*.example.cz` is a domain with all hosts below it. None for all.
    pub prefixes: Vec<String>,
    /// The job that captured them.
    pub job: Option<String>,
    /// The first moment.
    pub from: Option<Stamp>,
    /// The last moment.
    pub to: Option<Stamp>,
    /// Of each URL only the latest capture at this moment or before, and the requisites of those pages.
    pub as_of: Option<Stamp>,
    /// Exactly these captures, instead of all that fit; those of each address and time.
    pub places: Option<Vec<CapturePlace>>,
}

/// Whose rights decide what is exported.
#[derive(Clone, Debug)]
pub enum ExportAccess {
    /// Those of whoever keeps the archive: rules of access do not count.
    Everything,
    /// What this visitor is shown.
    Visitor(Visitor),
}

/// What was exported.
#[derive(Clone, Debug, Default)]
pub struct ExportSummary {
    /// Number of captures that were selected and exported.
    pub captures: u64,
    /// Number of originals of revisits that were exported though they were not selected.
    pub originals: u64,
    /// Number of requisites of pages that were exported though they were not selected.
    pub requisites: u64,
    /// Number of records of all kinds, with requests and the like.
    pub records: u64,
    /// Number of pages in the list of a WACZ file; 0 in a WARC file.
    pub pages: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// What was left out, by reason.
    pub left_out: BTreeMap<LeftOutReason, u64>,
    /// The list of what was left out; `None` if that is nothing.
    pub list: Option<PathBuf>,
}

impl ExportSummary {
    /// Whether something was left out because it is damaged or lost.
    pub fn is_data_bad(&self) -> bool {
        self.left_out.keys().any(|reason| reason.is_damage())
    }
}

/// Exports captures. `watch` is told of two stages: `selecting` counts captures, `records` stored bytes.
pub fn export(settings: &ExportSettings, watch: &dyn Watch) -> Result<ExportSummary, ExportError> {
    let list = list_path(&settings.out);
    for path in [&settings.out, &list] {
        if path.try_exists().map_err(ExportError::write(path))? {
            return Err(ExportError::Exists(path.clone()));
        }
    }
    let archive = Archive::open(&settings.archive)?;
    let captures = Captures::new(&archive);
    let gate = Gate::open(&archive, &settings.access)?;
    // A folder that cannot be written to is noticed before the work.
    let draft = Draft::create(&settings.out)?;
    let (mut plan, mut left_out) = (Plan::default(), LeftOut::default());
    select::select(&captures, &gate, &settings.selection, &mut plan, &mut left_out, watch)?;
    if plan.is_empty() {
        return Err(ExportError::Empty);
    }
    let work = ExportWork { settings, captures: &captures, watch };
    let finished = match settings.format {
        ExportFormat::Warc => work.warc(draft, plan, &mut left_out),
        ExportFormat::Wacz => work.wacz(draft, plan, &mut left_out),
    }?;
    // The list first: an export without it would lack something silently.
    let left_out = left_out.publish(&list)?;
    finished.draft.publish()?;
    Ok(ExportSummary {
        captures: finished.counts.captures,
        originals: finished.counts.originals,
        requisites: finished.counts.requisites,
        records: finished.counts.records,
        pages: finished.pages,
        bytes: finished.bytes,
        list: (!left_out.is_empty()).then_some(list),
        left_out,
    })
}

/// Writes captures as a WARC file to whoever reads it. `settings.out` is only the name that the file has in its own
/// first record. There is no place for a list of what was left out: if [`ExportSummary::is_data_bad`], the reader must
/// not take what it has got for the whole.
pub fn export_stream(
    settings: &ExportSettings,
    out: impl io::Write,
    watch: &dyn Watch,
) -> Result<ExportSummary, ExportError> {
    let archive = Archive::open(&settings.archive)?;
    let captures = Captures::new(&archive);
    let gate = Gate::open(&archive, &settings.access)?;
    let (mut plan, mut left_out) = (Plan::default(), LeftOut::default());
    select::select(&captures, &gate, &settings.selection, &mut plan, &mut left_out, watch)?;
    if plan.is_empty() {
        return Err(ExportError::Empty);
    }
    let work = ExportWork { settings, captures: &captures, watch };
    let written = work.records(out, plan, &mut left_out)?;
    let left_out = left_out.counts()?;
    let RecordCounts { captures, originals, requisites, records } = written.counts;
    let bytes = written.measure.bytes;
    let (pages, list) = (0, None);
    Ok(ExportSummary { captures, originals, requisites, records, pages, bytes, left_out, list })
}

/// An export that is going on.
struct ExportWork<'w> {
    settings: &'w ExportSettings,
    captures: &'w Captures,
    watch: &'w dyn Watch,
}

/// A file that is whole but for its name.
struct Finished {
    draft: Draft,
    counts: RecordCounts,
    pages: u64,
    bytes: u64,
}

impl ExportWork<'_> {
    /// Writes all records of a plan.
    fn records<W: io::Write>(
        &self,
        out: W,
        plan: Plan,
        left_out: &mut LeftOut,
    ) -> Result<WrittenRecords<W>, ExportError> {
        let name = self.settings.out.file_name().unwrap_or_default().to_string_lossy();
        let mut records = Records::begin(self, out, &name)?;
        records.write_all(plan, left_out)?;
        records.finish()
    }

    fn warc(
        &self,
        draft: Draft,
        plan: Plan,
        left_out: &mut LeftOut,
    ) -> Result<Finished, ExportError> {
        let written = self.records(BufWriter::new(draft), plan, left_out)?;
        let draft = unbuffered(written.out, &self.settings.out)?;
        let (counts, bytes) = (written.counts, written.measure.bytes);
        Ok(Finished { draft, counts, pages: 0, bytes })
    }
}

/// The draft behind a buffer.
fn unbuffered(out: BufWriter<Draft>, path: &Path) -> Result<Draft, ExportError> {
    out.into_inner().map_err(|error| ExportError::write(path)(error.into_error()))
}

/// Where the list stands of what an export lacks.
fn list_path(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".left-out.ndjson");
    name.into()
}

/// The lines of a sorter in their order, from a file without a name.
fn sorted(sorter: LineSorter) -> io::Result<BufReader<File>> {
    let mut out = BufWriter::new(scratch()?);
    sorter.finish(&mut out)?;
    let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.rewind()?;
    Ok(BufReader::with_capacity(256 << 10, file))
}

/// A file without a name, for what does not fit into memory.
fn scratch() -> io::Result<File> {
    stodola_durable::nameless(&std::env::temp_dir()).map_err(|error| error.source)
}
