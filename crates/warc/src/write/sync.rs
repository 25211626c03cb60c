//! A sync that does not stop others from writing.

use super::file::{FileError, WarcFile, io_error};
use std::fs::File;
use std::path::PathBuf;

/// A sync that has begun: see [`WarcFile::begin_sync`].
pub struct Syncing {
    file: File,
    open_path: PathBuf,
}

impl WarcFile {
    /// Begins a sync in two steps, so that records may be written during the second, which takes the time. If that
    /// fails, nobody knows what is on disk: the file must be dropped and resumed, not closed.
    pub fn begin_sync(&mut self) -> Result<Syncing, FileError> {
        let file = self.whole_file()?.try_clone();
        let open_path = self.open_path().to_owned();
        Ok(Syncing { file: file.map_err(io_error("sync", &open_path))?, open_path })
    }
}

impl Syncing {
    /// Ends the sync: when this returns, every record written before [`WarcFile::begin_sync`] survives a power cut.
    pub fn finish(self) -> Result<(), FileError> {
        self.file.sync_data().map_err(io_error("sync", &self.open_path))
    }
}
