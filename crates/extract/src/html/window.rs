//! The part of a page that the tokeniser sees: read in large steps, with the rest of the last one in front.

use std::io::Read;

/// Number of bytes of a page that are read at a time.
const PIECE: usize = 32 << 10;

/// A buffer that grows only for a tag that does not fit into it.
pub(super) struct Window {
    buffer: Vec<u8>,
    len: usize,
    max_len: usize,
    /// Whether the page ends with these bytes.
    pub(super) is_last: bool,
}

impl Window {
    /// Creates a window for tags of up to `max_markup` bytes.
    pub(super) fn new(max_markup: usize) -> Window {
        // One byte more shows that a tag is longer.
        let max_len = max_markup.saturating_add(1).max(PIECE);
        Window { buffer: vec![0; PIECE], len: 0, max_len, is_last: false }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.buffer[..self.len]
    }

    /// Drops the first `used` bytes, which are done, and reads until the buffer is full. If more than half of it was
    /// left, its size is doubled: the rest is scanned again, and so the total work stays proportional to the page,
    /// however small the reads are.
    pub(super) fn advance(&mut self, used: usize, body: &mut dyn Read) {
        self.buffer.copy_within(used..self.len, 0);
        self.len -= used;
        if self.len > self.buffer.len() / 2 {
            let wanted = self.buffer.len().saturating_mul(2).min(self.max_len);
            self.buffer.resize(wanted.max(self.buffer.len()), 0);
        }
        while self.len < self.buffer.len() {
            match body.read(&mut self.buffer[self.len..]).unwrap_or(0) {
                0 => {
                    self.is_last = true;
                    return;
                }
                len => self.len += len,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_for_what_is_left_and_no_further() {
        let page: Vec<u8> = (0..300_000u32).map(|at| (at % 251) as u8).collect();
        let mut body = &page[..];
        let mut window = Window::new(100_000);
        window.advance(0, &mut body);
        assert_eq!(window.bytes(), &page[..PIECE]);
        window.advance(10, &mut body);
        assert_eq!(window.bytes(), &page[10..10 + 2 * PIECE]);
        window.advance(2 * PIECE - 5, &mut body);
        let start = 5 + 2 * PIECE;
        assert_eq!(window.bytes(), &page[start..start + 2 * PIECE]);
        window.advance(0, &mut body);
        window.advance(0, &mut body);
        assert_eq!((window.bytes().len(), window.is_last), (100_001, false));
        window.advance(100_000, &mut body);
        window.advance(100_000, &mut body);
        assert_eq!((window.bytes(), window.is_last), (&page[start + 200_000..], true));
    }
}
