//! The bytes between the caller's body and the parsers: counted, limited, converted to UTF-8.

use std::cell::Cell;
use std::io::{self, Read};

use encoding_rs::{Decoder, Encoding};

/// Number of bytes, held in memory, by which the type and the charset are decided.
pub(crate) const HEAD: usize = 64 << 10;

/// What happened while a body was read.
#[derive(Debug, Default)]
pub(crate) struct Meter {
    pub(crate) bytes: Cell<u64>,
    pub(crate) limit_reached: Cell<bool>,
    pub(crate) error: Cell<Option<io::ErrorKind>>,
}

/// A body that ends at a limit or at the first error, and records either in a [`Meter`].
pub(crate) struct Metered<'m, R> {
    inner: R,
    meter: &'m Meter,
    limit: u64,
}

impl<'m, R: Read> Metered<'m, R> {
    pub(crate) fn new(inner: R, meter: &'m Meter, limit: u64) -> Metered<'m, R> {
        Metered { inner, meter, limit }
    }
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() || self.meter.error.get().is_some() {
            return Ok(0);
        }
        let left = self.limit - self.meter.bytes.get().min(self.limit);
        // At the limit, one byte more distinguishes an end from a cut.
        let mut one = [0];
        let room = usize::try_from(left).unwrap_or(usize::MAX).min(buffer.len());
        let target = if room == 0 { &mut one[..] } else { &mut buffer[..room] };
        loop {
            match self.inner.read(target) {
                Ok(0) => return Ok(0),
                Ok(_) if room == 0 => {
                    self.meter.limit_reached.set(true);
                    return Ok(0);
                }
                Ok(len) => {
                    let len = len.min(room);
                    self.meter.bytes.set(self.meter.bytes.get() + len as u64);
                    return Ok(len);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.meter.error.set(Some(error.kind()));
                    return Ok(0);
                }
            }
        }
    }
}

/// Reads the first bytes of a body, up to `HEAD`.
pub(crate) fn read_head(body: &mut dyn Read) -> Vec<u8> {
    let mut head = Vec::new();
    // Errors do not get here: a metered body has turned them into its end.
    let _ = body.take(HEAD as u64).read_to_end(&mut head);
    head
}

/// A body whose first bytes are kept when they are read.
pub(crate) struct Overheard<R> {
    inner: R,
    pub(crate) heard: Vec<u8>,
    max: usize,
}

impl<R: Read> Overheard<R> {
    /// Keeps up to `max` bytes.
    pub(crate) fn new(inner: R, max: usize) -> Overheard<R> {
        Overheard { inner, heard: Vec::new(), max }
    }
}

impl<R: Read> Read for Overheard<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.inner.read(buffer)?;
        let room = self.max - self.heard.len();
        self.heard.extend_from_slice(&buffer[..len.min(room)]);
        Ok(len)
    }
}

/// A body converted to UTF-8; bytes that are not valid in its charset become U+FFFD.
pub(crate) struct Transcoded<R> {
    inner: R,
    decoder: Decoder,
    input: Vec<u8>,
    at: usize,
    len: usize,
    is_finished: bool,
    /// Bytes that did not fit into the last caller's buffer.
    spare: [u8; 64],
    spare_at: usize,
    spare_len: usize,
}

impl<R: Read> Transcoded<R> {
    pub(crate) fn new(inner: R, encoding: &'static Encoding) -> Transcoded<R> {
        Transcoded {
            inner,
            decoder: encoding.new_decoder_with_bom_removal(),
            input: vec![0; 16 << 10],
            at: 0,
            len: 0,
            is_finished: false,
            spare: [0; 64],
            spare_at: 0,
            spare_len: 0,
        }
    }

    /// Decodes into `output`, which has room for at least one character.
    fn decode(&mut self, output: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.is_finished {
                return Ok(0);
            }
            if self.at == self.len {
                self.at = 0;
                self.len = self.inner.read(&mut self.input)?;
            }
            let is_last = self.len == 0;
            let (result, read, written, _) =
                self.decoder.decode_to_utf8(&self.input[self.at..self.len], output, is_last);
            self.at += read;
            self.is_finished = is_last && result == encoding_rs::CoderResult::InputEmpty;
            if written > 0 {
                return Ok(written);
            }
        }
    }
}

impl<R: Read> Read for Transcoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.len() >= self.spare.len() && self.spare_at == self.spare_len {
            return self.decode(buffer);
        }
        if self.spare_at == self.spare_len {
            let mut small = [0; 64];
            self.spare_len = self.decode(&mut small)?;
            self.spare_at = 0;
            self.spare = small;
        }
        let len = buffer.len().min(self.spare_len - self.spare_at);
        buffer[..len].copy_from_slice(&self.spare[self.spare_at..self.spare_at + len]);
        self.spare_at += len;
        Ok(len)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limit_and_end_are_told_apart() {
        for (limit, bytes, reached) in [(3, 3, true), (5, 5, false), (9, 5, false), (0, 0, true)] {
            let meter = Meter::default();
            let mut out = Vec::new();
            Metered::new(&b"12345"[..], &meter, limit).read_to_end(&mut out).unwrap();
            assert_eq!((out.len() as u64, meter.limit_reached.get()), (bytes, reached));
            assert_eq!(meter.bytes.get(), bytes);
        }
    }

    #[test]
    fn transcoding_does_not_depend_on_buffers() {
        let text = "aé€𝄞".repeat(50);
        let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        for size in [1, 2, 3, 63, 64, 65, 1000] {
            let mut reader = Transcoded::new(&utf16[..], encoding_rs::UTF_16LE);
            let mut out = Vec::new();
            let mut buffer = vec![0; size];
            loop {
                match reader.read(&mut buffer).unwrap() {
                    0 => break,
                    len => out.extend_from_slice(&buffer[..len]),
                }
            }
            assert_eq!(out, text.as_bytes());
        }
    }
}
