//! A record by the name of its file and its offset, as staff ask for it.

use super::record_at::{self, Spot};
use super::{CaptureError, Captures, StoredBlock};

impl Captures {
    /// The record at an offset of a file: its header as stored, and its block. Of a compressed member with several
    /// records it is the first one. Only files that the catalogue lists are opened, whatever the name looks like;
    /// others are missing.
    pub fn record(&self, file: &str, offset: u64) -> Result<(Vec<u8>, StoredBlock), CaptureError> {
        let covered = {
            let catalogue = self.pool.take()?;
            if catalogue.listed(file)?.is_none() {
                return Err(CaptureError::Missing(file.into()));
            }
            catalogue.covered_of(file)?
        };
        let spot = Spot::at(offset);
        let (mut reader, path) = record_at::open(&self.archive, file, spot, covered)?;
        let record = record_at::next(&mut reader, spot, &path)?;
        let header = record.raw_header().to_vec();
        Ok((header, reader.into_block()))
    }
}
