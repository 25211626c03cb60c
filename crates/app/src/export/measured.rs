//! Size and checksums of what is written, taken on the way.

use flate2::Crc;
use std::io::{self, Write};
use stodola_warc::digest::{Algorithm, Hasher};

/// What is known of bytes that were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Measure {
    /// How many there are.
    pub(super) bytes: u64,
    /// The checksum of ZIP files.
    pub(super) crc: u32,
    /// `sha256:` and 64 digits.
    pub(super) sha256: String,
}

/// Measures what it passes on.
pub(super) struct Measured<W> {
    out: W,
    bytes: u64,
    crc: Crc,
    sha256: Hasher,
}

impl<W: Write> Measured<W> {
    pub(super) fn new(out: W) -> Measured<W> {
        let sha256 = Algorithm::Sha256.hasher();
        Measured { out, bytes: 0, crc: Crc::new(), sha256 }
    }

    /// Bytes so far.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    pub(super) fn finish(self) -> (W, Measure) {
        let Measured { out, bytes, crc, sha256 } = self;
        (out, Measure { bytes, crc: crc.sum(), sha256: sha256.finish().to_string() })
    }
}

/// The measure of bytes in memory.
pub(super) fn measure_of(bytes: &[u8]) -> Measure {
    let mut measured = Measured::new(io::sink());
    measured.note(bytes);
    measured.finish().1
}

impl<W> Measured<W> {
    fn note(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.crc.update(bytes);
        self.sha256.update(bytes);
    }
}

impl<W: Write> Write for Measured<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.out.write(bytes)?;
        self.note(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
