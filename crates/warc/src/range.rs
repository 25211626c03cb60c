//! The bytes of a [`Gap`], which are in the file itself or inside a member.

use crate::stream::{Decoded, Fill};
use crate::warning::Gap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// Reads the bytes of a gap.
pub struct GapBytes {
    source: Source,
    left: u64,
}

enum Source {
    Stored(File),
    Decoded(Box<Decoded<File>>),
}

impl GapBytes {
    /// Opens the file in which the gap was found.
    pub fn open(path: &Path, gap: &Gap) -> io::Result<GapBytes> {
        let mut file = File::open(path)?;
        let Some(inner) = gap.inner else {
            file.seek(SeekFrom::Start(gap.offset))?;
            return Ok(GapBytes { source: Source::Stored(file), left: gap.length });
        };
        let dictionary = crate::reader::read_dictionary(&mut file)?;
        file.seek(SeekFrom::Start(gap.offset))?;
        let mut decoded = Box::new(Decoded::new(file, gap.offset));
        decoded.set_dictionary(dictionary);
        let mut bytes = GapBytes { source: Source::Decoded(decoded), left: inner };
        io::copy(&mut bytes, &mut io::sink())?;
        bytes.left = gap.length;
        Ok(bytes)
    }
}

impl Read for GapBytes {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let most = self.left.min(buf.len() as u64) as usize;
        let n = match &mut self.source {
            _ if most == 0 => 0,
            Source::Stored(file) => file.read(&mut buf[..most])?,
            Source::Decoded(decoded) => {
                while decoded.buffered().is_empty() {
                    match decoded.fill()? {
                        Fill::Bytes => {}
                        Fill::Barrier => drop(decoded.cross()),
                        Fill::End => return Ok(0),
                    }
                }
                let n = decoded.buffered().read(&mut buf[..most])?;
                decoded.consume(n);
                n
            }
        };
        self.left -= n as u64;
        Ok(n)
    }
}
