//! Bytes that could not be decided on yet, in front of those that come.

/// Keeps what a scanner leaves of each piece and gives it again with more behind it.
#[derive(Debug, Default)]
pub(super) struct Pending {
    bytes: Vec<u8>,
    /// With fewer bytes than this nothing can have changed.
    worth_it: usize,
}

/// Below this, scanning again costs nothing.
const SMALL: usize = 256;

impl Pending {
    /// Gives a piece to the scanner, which says how much of it is done with. The scanner must be done with all of the
    /// last piece.
    ///
    /// What is left is scanned again only when it has doubled, so that the work stays in proportion to the input
    /// however small the pieces are.
    pub(super) fn feed(
        &mut self,
        piece: &[u8],
        is_last: bool,
        mut scan: impl FnMut(&[u8], bool) -> usize,
    ) {
        if self.bytes.is_empty() {
            let used = scan(piece, is_last).min(piece.len());
            self.keep(&piece[used..]);
            return;
        }
        self.bytes.extend_from_slice(piece);
        if self.bytes.len() < self.worth_it && !is_last {
            return;
        }
        let bytes = std::mem::take(&mut self.bytes);
        let used = scan(&bytes, is_last).min(bytes.len());
        self.bytes = bytes;
        self.bytes.drain(..used);
        self.worth_it = worth_it(self.bytes.len());
        // A large tag or string was held once; it need not stay in memory.
        if self.bytes.capacity() > 1 << 16 && self.bytes.len() < self.bytes.capacity() / 4 {
            self.bytes.shrink_to(self.bytes.len() * 2);
        }
    }

    fn keep(&mut self, rest: &[u8]) {
        self.bytes.extend_from_slice(rest);
        self.worth_it = worth_it(rest.len());
    }
}

fn worth_it(len: usize) -> usize {
    if len < SMALL { 0 } else { len * 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A scanner that is done with whole lines only.
    fn lines(input: &[u8], piece_len: usize) -> (Vec<u8>, usize) {
        let mut pending = Pending::default();
        let (mut out, mut work) = (Vec::new(), 0);
        let mut scan = |bytes: &[u8], is_last: bool| {
            work += bytes.len();
            let used = if is_last {
                bytes.len()
            } else {
                memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1)
            };
            out.extend_from_slice(&bytes[..used]);
            used
        };
        for piece in input.chunks(piece_len) {
            pending.feed(piece, false, &mut scan);
        }
        pending.feed(&[], true, &mut scan);
        (out, work)
    }

    #[test]
    fn nothing_is_lost_in_any_pieces() {
        let input = b"one\ntwo three\n\nfour".repeat(20);
        for piece_len in 1..40 {
            assert_eq!(lines(&input, piece_len).0, input);
        }
    }

    #[test]
    fn work_stays_in_proportion() {
        let line = vec![b'x'; 100_000];
        let (out, work) = lines(&line, 1);
        assert_eq!(out, line);
        assert!(work < 1_000_000, "{work} bytes were looked at");
    }
}
