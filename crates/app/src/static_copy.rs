//! A static copy of a site as of a date: files with relative links that open from disk, without a server.
//!
//! ```text
//! catalogue ─▶ addresses of the site ─▶ nearest capture of each ─▶ links rewritten ─▶ file
//!                       ▲                                               │
//!                       └── parts of pages, wherever they are ◀─────────┘
//! ```
//!
//! [`stodola_uri::file_path`] gives each address its file. Links between pages of the site lead to files; links to
//! pages that are not in the copy lead to the live web. Parts that are missing are never loaded from there: their
//! links lead to files that do not exist. Scripts are copied as they are. Redirects have no files: links lead to where
//! they end. Captures that may not be seen are not copied.
//!
//! The folder must not exist, or be empty. The file [`UNFINISHED`] is in it from the first moment to the last, so that
//! a copy that was interrupted is recognised as such; [`LIST`] has a line for every file, and for every gap with its
//! reason. Memory grows with the number of addresses, up to [`COPY_ADDRESSES_MAX`].

mod choice;
mod copy;
mod error;
mod extension;
mod list;
mod relative;
#[cfg(test)]
mod tests;

pub use error::StaticCopyError;
pub use list::CopyGap;

use crate::Watch;
use crate::export::ExportAccess;
use crate::reading::{CaptureGate, gate_of};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stodola_archive::{Archive, Captures, Stamp};

/// Name of the file that is in the folder as long as the copy is not whole.
pub const UNFINISHED: &str = "unfinished";
/// Name of the list of files and gaps.
pub const LIST: &str = "copy.ndjson";
/// Name of the file that opens the copy.
pub const ENTRANCE: &str = "index.html";
/// Maximum number of addresses in a copy.
pub const COPY_ADDRESSES_MAX: usize = 2_000_000;

/// What is copied, and where to.
#[derive(Clone, Debug)]
pub struct StaticCopySettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// The site: a host, `*.example.cz` for a domain with all hosts below it, or the beginning of addresses.
    pub site: String,
    /// The moment that captures should be nearest to.
    pub as_of: Stamp,
    /// The folder to write, which must not exist or be empty.
    pub out: PathBuf,
    /// Whose rights count.
    pub access: ExportAccess,
    /// Only captures of this collection or job; all others are as if they did not exist. `None` for the whole archive.
    pub collection: Option<String>,
}

/// What was copied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StaticCopySummary {
    /// Number of files that are pages.
    pub pages: u64,
    /// Number of other files.
    pub parts: u64,
    /// Number of addresses that redirect; they have no files.
    pub redirects: u64,
    /// Bytes of all files.
    pub bytes: u64,
    /// What is missing, by reason.
    pub gaps: BTreeMap<CopyGap, u64>,
    /// The file that opens the copy.
    pub entrance: PathBuf,
    /// The list of files and gaps.
    pub list: PathBuf,
}

impl StaticCopySummary {
    /// Number of addresses that are missing.
    pub fn missing(&self) -> u64 {
        self.gaps.values().sum()
    }
}

/// Copies a site. `watch` is told of the stages `selecting`, which counts captures, and `files`.
///
/// # Errors
/// What cannot be copied is a gap in the list, not an error. After an error the folder keeps what is in it, with the
/// file [`UNFINISHED`].
pub fn static_copy(
    settings: &StaticCopySettings,
    watch: &dyn Watch,
) -> Result<StaticCopySummary, StaticCopyError> {
    let archive = Archive::open(&settings.archive)?;
    let gate = gate_of(&archive, &settings.access, settings.collection.as_deref())?;
    copy_for(Arc::new(Captures::new(&archive)), Arc::from(gate), settings, watch)
}

/// The same with captures and a gate of the caller.
pub(crate) fn copy_for(
    captures: Arc<Captures>,
    gate: Arc<dyn CaptureGate>,
    settings: &StaticCopySettings,
    watch: &dyn Watch,
) -> Result<StaticCopySummary, StaticCopyError> {
    prepare(&settings.out)?;
    let choices = choice::Choices::new(captures, gate, &settings.site, settings.as_of);
    let summary = copy::copy(&Arc::new(choices), settings, watch)?;
    let unfinished = settings.out.join(UNFINISHED);
    stodola_durable::sync_folder(&settings.out)?;
    std::fs::remove_file(&unfinished).map_err(StaticCopyError::write(&unfinished))?;
    Ok(summary)
}

/// Makes the folder, and marks it as one that is not whole.
fn prepare(folder: &Path) -> Result<(), StaticCopyError> {
    match std::fs::read_dir(folder) {
        Ok(mut entries) => {
            if entries.next().is_some() {
                return Err(StaticCopyError::NotEmpty(folder.to_owned()));
            }
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            stodola_durable::create_folders(folder)?;
        }
        Err(error) => return Err(StaticCopyError::write(folder)(error)),
    }
    stodola_durable::replace(&folder.join(UNFINISHED), b"")?;
    Ok(())
}
