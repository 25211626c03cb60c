//! Keeps the bytes of a response: in memory while they are few, otherwise in a file without a name.
//!
//! The file is unlinked as soon as it is created, so that nothing is left behind however the process ends. Writing to
//! it blocks; but it is a copy of at most one read buffer into the page cache, and handing that to another thread would
//! cost more.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;

use crate::settings::SpoolSettings;

/// The bytes of a response.
#[derive(Debug)]
pub struct Spool(Kept);

#[derive(Debug)]
enum Kept {
    Memory { bytes: Vec<u8>, settings: SpoolSettings },
    File { file: File, length: u64 },
}

impl Spool {
    /// Creates an empty spool.
    pub fn new(settings: &SpoolSettings) -> Spool {
        Spool(Kept::Memory { bytes: Vec::new(), settings: settings.clone() })
    }

    /// Number of bytes.
    pub fn len(&self) -> u64 {
        match &self.0 {
            Kept::Memory { bytes, .. } => bytes.len() as u64,
            Kept::File { length, .. } => *length,
        }
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes, if they are in memory; otherwise `None`.
    pub fn in_memory(&self) -> Option<&[u8]> {
        match &self.0 {
            Kept::Memory { bytes, .. } => Some(bytes),
            Kept::File { .. } => None,
        }
    }

    /// Returns a reader from the first byte on. Several readers are independent of each other.
    pub fn reader(&self) -> SpoolReader<'_> {
        SpoolReader { spool: self, at: 0 }
    }

    /// Appends bytes.
    pub fn push(&mut self, more: &[u8]) -> io::Result<()> {
        if let Kept::Memory { bytes, settings } = &mut self.0 {
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
            self.0 = Kept::File { file, length };
        }
        if let Kept::File { file, length } = &mut self.0 {
            file.write_all(more)?;
            *length += more.len() as u64;
        }
        Ok(())
    }
}

/// Reads a spool, see [`Spool::reader`].
#[derive(Clone, Debug)]
pub struct SpoolReader<'a> {
    spool: &'a Spool,
    at: u64,
}

impl Read for SpoolReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let count = match &self.spool.0 {
            Kept::Memory { bytes, .. } => {
                let start = usize::try_from(self.at).unwrap_or(usize::MAX).min(bytes.len());
                let count = buf.len().min(bytes.len() - start);
                buf[..count].copy_from_slice(&bytes[start..start + count]);
                count
            }
            Kept::File { file, .. } => file.read_at(buf, self.at)?,
        };
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for SpoolReader<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let target = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.spool.len().checked_add_signed(by),
        };
        let before = || io::Error::new(io::ErrorKind::InvalidInput, "seek before the start");
        self.at = target.ok_or_else(before)?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_pushed_is_read_on_both_sides_of_the_threshold() {
        let folder = tempfile::tempdir().unwrap();
        for (pieces, in_memory) in [
            (vec![], true),
            (vec![10], true),
            (vec![7, 3], true),
            (vec![7, 4], false),
            (vec![30; 50], false),
        ] {
            let settings = SpoolSettings { memory: 10, folder: Some(folder.path().to_owned()) };
            let mut spool = Spool::new(&settings);
            let mut expected = Vec::new();
            for (number, length) in pieces.iter().enumerate() {
                let piece = vec![b'a' + (number % 26) as u8; *length];
                spool.push(&piece).unwrap();
                expected.extend(piece);
            }
            let mut found = Vec::new();
            spool.reader().read_to_end(&mut found).unwrap();
            assert_eq!(found, expected);
            assert_eq!(spool.len(), expected.len() as u64);
            assert_eq!(spool.in_memory().is_some(), in_memory, "{pieces:?}");
            // The file has no name.
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }

    #[test]
    fn readers_are_independent_and_seek() {
        for memory in [0, 100] {
            let mut spool = Spool::new(&SpoolSettings { memory, folder: None });
            spool.push(b"0123456789").unwrap();
            let (mut one, mut two) = (spool.reader(), spool.reader());
            assert_eq!(one.seek(SeekFrom::End(-3)).unwrap(), 7);
            let (mut first, mut second) = (String::new(), String::new());
            two.read_to_string(&mut second).unwrap();
            one.read_to_string(&mut first).unwrap();
            assert_eq!((first.as_str(), second.as_str()), ("789", "0123456789"));
            assert_eq!(one.seek(SeekFrom::Start(99)).unwrap(), 99);
            assert_eq!(one.read(&mut [0; 4]).unwrap(), 0);
            assert!(one.seek(SeekFrom::Current(-100)).is_err());
        }
    }

    #[test]
    fn memory_stays_below_the_threshold() {
        let mut spool = Spool::new(&SpoolSettings { memory: 1000, folder: None });
        for _ in 0..100 {
            spool.push(&[0; 9]).unwrap();
            if let Kept::Memory { bytes, .. } = &spool.0 {
                assert!(bytes.capacity() <= 1000);
            }
        }
    }
}
