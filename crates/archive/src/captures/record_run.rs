//! Records of a file one after the other, for those who copy them.

use super::record_at::{self, OpenedPath, Spot};
use super::{CaptureError, Captures};
use crate::source::FileSource;
use std::io;
use stodola_warc::{Reader, Record};

/// The records of a file from a place on, in the order of the file.
pub struct RecordRun {
    reader: Reader<FileSource>,
    path: OpenedPath,
}

impl Captures {
    /// The records of a file from the one at that place on, which is the first one to be given. `inner_offset` is the
    /// number of decoded bytes before it in its member. A file in the making ends where the catalogue's knowledge does.
    pub fn records_from(
        &self,
        file: &str,
        offset: u64,
        inner_offset: u64,
    ) -> Result<RecordRun, CaptureError> {
        let spot = Spot { offset, inner: inner_offset };
        let covered = self.pool.take()?.covered_of(file)?;
        let (mut reader, path) = record_at::open(&self.archive, file, spot, covered)?;
        record_at::next(&mut reader, spot, &path)?;
        Ok(RecordRun { reader, path })
    }
}

impl RecordRun {
    /// The current record, as far as it was not read; `None` behind the last one, and if it was finished.
    pub fn current(&mut self) -> Option<Record<'_, FileSource>> {
        self.reader.current_record()
    }

    /// Goes on to the next record. `false` if there is none.
    pub fn advance(&mut self) -> io::Result<bool> {
        Ok(self.reader.next_record()?.is_some())
    }

    /// Where the current record starts: its offset, and decoded bytes before it in its member.
    pub fn place(&mut self) -> Option<(u64, u64)> {
        self.reader.current_record().map(|record| (record.offset(), record.inner_offset()))
    }

    /// The error of a record at an offset that could not be read.
    pub fn failed(&self, offset: u64, error: io::Error) -> CaptureError {
        self.path.failed(Spot::at(offset))(error)
    }
}
