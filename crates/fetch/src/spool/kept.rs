//! Bytes in memory, or in a file without a name.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;

use crate::settings::SpoolSettings;

/// Bytes that are kept until they are dropped.
#[derive(Debug)]
pub(super) enum Kept {
    Memory(Vec<u8>),
    File { file: File, length: u64 },
}

impl Default for Kept {
    fn default() -> Kept {
        Kept::Memory(Vec::new())
    }
}

impl Kept {
    pub(super) fn len(&self) -> u64 {
        match self {
            Kept::Memory(bytes) => bytes.len() as u64,
            Kept::File { length, .. } => *length,
        }
    }

    pub(super) fn in_memory(&self) -> Option<&[u8]> {
        match self {
            Kept::Memory(bytes) => Some(bytes),
            Kept::File { .. } => None,
        }
    }

    pub(super) fn reader(&self) -> KeptReader<'_> {
        KeptReader { kept: self, at: 0 }
    }

    /// Appends bytes; too many for memory go to a file.
    pub(super) fn push(&mut self, more: &[u8], settings: &SpoolSettings) -> io::Result<()> {
        if let Kept::Memory(bytes) = self {
            if bytes.len().saturating_add(more.len()) <= settings.memory {
                // Doubling must not exceed the threshold.
                if bytes.capacity() - bytes.len() < more.len() {
                    let needed = bytes.len() + more.len();
                    let target = (2 * bytes.capacity()).clamp(needed, settings.memory.max(needed));
                    bytes.reserve_exact(target - bytes.len());
                }
                bytes.extend_from_slice(more);
                return Ok(());
            }
            let mut file = match &settings.folder {
                Some(folder) => tempfile::tempfile_in(folder)?,
                None => tempfile::tempfile()?,
            };
            file.write_all(bytes)?;
            let length = bytes.len() as u64;
            *self = Kept::File { file, length };
        }
        if let Kept::File { file, length } = self {
            file.write_all(more)?;
            *length += more.len() as u64;
        }
        Ok(())
    }

    pub(super) fn read_at(&self, buf: &mut [u8], at: u64) -> io::Result<usize> {
        match self {
            Kept::Memory(bytes) => {
                let start = usize::try_from(at).unwrap_or(usize::MAX).min(bytes.len());
                let count = buf.len().min(bytes.len() - start);
                buf[..count].copy_from_slice(&bytes[start..start + count]);
                Ok(count)
            }
            Kept::File { file, .. } => file.read_at(buf, at),
        }
    }
}

/// Reads the compressed bytes of a spool, see [`Spool::packed`](super::Spool::packed).
#[derive(Clone, Debug)]
pub struct KeptReader<'a> {
    kept: &'a Kept,
    at: u64,
}

impl Read for KeptReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let count = self.kept.read_at(buf, self.at)?;
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for KeptReader<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let target = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.kept.len().checked_add_signed(by),
        };
        let before = || io::Error::new(io::ErrorKind::InvalidInput, "seek before the start");
        self.at = target.ok_or_else(before)?;
        Ok(self.at)
    }
}
