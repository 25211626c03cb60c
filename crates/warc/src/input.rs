//! A sliding window over the stored bytes of a file, which can step back a little.
//!
//! The window knows the file offset of every byte in it, gives decoders as many bytes as they
//! ask for up to [`WINDOW`], and keeps the last [`LOOK_BEHIND`] bytes that were consumed, so that
//! a search for the next member can start before the point where a decoder gave up.

use std::io::{self, ErrorKind, Read};

/// Stored bytes in memory at most, without those of the look-behind.
pub(crate) const WINDOW: usize = 4 << 20;
/// Consumed bytes that are kept, to step back to.
pub(crate) const LOOK_BEHIND: usize = 128 << 10;
/// Bytes of the first read from the source: few, so that reading a single record is cheap.
const FIRST_STEP: usize = 64 << 10;
const LAST_STEP: usize = 1 << 20;

pub(crate) struct Input<R> {
    source: R,
    buf: Vec<u8>,
    /// Next byte to consume.
    start: usize,
    /// End of the valid bytes.
    end: usize,
    /// File offset of `buf[0]`.
    base: u64,
    step: usize,
    eof: bool,
}

impl<R: Read> Input<R> {
    pub(crate) fn into_source(self) -> R {
        self.source
    }

    /// `base` is the file offset at which `source` stands.
    pub(crate) fn new(source: R, base: u64) -> Self {
        Input { source, buf: Vec::new(), start: 0, end: 0, base, step: FIRST_STEP, eof: false }
    }

    /// Sets the bytes of the first read, to read no more than is needed. It is at least `least`.
    pub(crate) fn set_first_step(&mut self, bytes: u64, least: usize) {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX);
        self.step = bytes.clamp(least, LAST_STEP);
    }

    /// Returns the file offset of the next byte.
    pub(crate) fn offset(&self) -> u64 {
        self.base + self.start as u64
    }

    /// Returns the bytes that are in memory already.
    pub(crate) fn available(&self) -> &[u8] {
        &self.buf[self.start..self.end]
    }

    pub(crate) fn consume(&mut self, n: usize) {
        debug_assert!(n <= self.end - self.start);
        self.start = (self.start + n).min(self.end);
    }

    /// Steps back to `offset`, or as near to it as the look-behind reaches.
    pub(crate) fn rewind_towards(&mut self, offset: u64) {
        let offset = offset.clamp(self.base, self.offset());
        // The clamp keeps the difference within the buffer.
        self.start = (offset - self.base) as usize;
    }

    /// Puts bytes back in front of what is available; they must be those just before it in the file.
    pub(crate) fn unread(&mut self, bytes: &[u8]) {
        let rest = self.end - self.start;
        let mut buf = Vec::with_capacity(bytes.len() + rest);
        buf.extend_from_slice(bytes);
        buf.extend_from_slice(self.available());
        self.base = self.offset() - bytes.len() as u64;
        self.start = 0;
        self.end = buf.len();
        self.buf = buf;
    }

    /// Makes at least `n` bytes available if the source has them, but never more than [`WINDOW`].
    pub(crate) fn fill_to(&mut self, n: usize) -> io::Result<&[u8]> {
        let n = n.min(WINDOW);
        while self.end - self.start < n && !self.eof {
            self.read_more()?;
        }
        Ok(self.available())
    }

    /// Returns whether the window is full: some bytes must be consumed before more can be read.
    pub(crate) fn is_full(&self) -> bool {
        self.eof || self.end - self.start >= WINDOW
    }

    /// Returns whether everything up to the end of the source has been read into the window.
    pub(crate) fn at_eof(&self) -> bool {
        self.eof
    }

    fn read_more(&mut self) -> io::Result<()> {
        let step = self.step;
        self.step = (2 * step).min(LAST_STEP);
        if self.buf.len() - self.end < step {
            let behind = self.start.min(LOOK_BEHIND);
            let from = self.start - behind;
            self.buf.copy_within(from..self.end, 0);
            self.base += from as u64;
            self.end -= from;
            self.start = behind;
            if self.buf.len() - self.end < step {
                // Doubles, up to what the window can ever need.
                let most = LOOK_BEHIND + WINDOW + LAST_STEP;
                let size = (2 * self.buf.len()).min(most).max(self.end + step);
                if self.buf.is_empty() {
                    self.buf = vec![0; size];
                } else {
                    self.buf.resize(size, 0);
                }
            }
        }
        loop {
            match self.source.read(&mut self.buf[self.end..self.end + step]) {
                Ok(0) => self.eof = true,
                Ok(n) => self.end += n,
                Err(e) if e.kind() == ErrorKind::Interrupted => continue,
                Err(e) => return Err(e),
            }
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_stay_true_while_the_window_slides() {
        let data: Vec<u8> = (0..9_000_000u32).map(|i| (i % 251) as u8).collect();
        let mut input = Input::new(&data[..], 0);
        let mut step = 1;
        loop {
            let n = input.fill_to(step).unwrap().len().min(step);
            if n == 0 {
                break;
            }
            let offset = input.offset();
            assert_eq!(input.available()[0], (offset % 251) as u8);
            input.consume(n);
            step = (step * 7 + 3) % 700_000 + 1;
        }
        assert_eq!(input.offset(), data.len() as u64);
    }

    #[test]
    fn rewinding_gives_the_same_bytes_again() {
        let data: Vec<u8> = (0..3_000_000u32).map(|i| (i % 251) as u8).collect();
        let mut input = Input::new(&data[..], 1000);
        input.fill_to(2_500_000).unwrap();
        input.consume(2_000_000);
        input.rewind_towards(1000 + 1_950_000);
        assert_eq!(input.offset(), 1000 + 1_950_000);
        assert_eq!(input.available()[0], (1_950_000u32 % 251) as u8);
        input.unread(&data[1_949_990..1_950_000]);
        assert_eq!(input.offset(), 1000 + 1_949_990);
        assert_eq!(input.fill_to(1_000_000).unwrap()[10], (1_950_000u32 % 251) as u8);
    }
}
