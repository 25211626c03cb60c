//! Numbers of variable length, as they stand in the blocks of a part: seven bits a byte, the lowest first.

/// Appends a number.
pub(crate) fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends the difference of two numbers, in either direction.
pub(crate) fn put_difference(out: &mut Vec<u8>, from: u32, to: u32) {
    let difference = i64::from(to) - i64::from(from);
    put(out, ((difference << 1) ^ (difference >> 63)) as u64);
}

/// Appends bytes behind their number.
pub(crate) fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Reads what was appended. All methods return `None` if the bytes are not what was written.
#[derive(Clone, Debug)]
pub(crate) struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Cursor<'a> {
        Cursor { rest: bytes }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// Number of bytes that were not read.
    pub(crate) fn rest_length(&self) -> usize {
        self.rest.len()
    }

    #[inline]
    pub(crate) fn number(&mut self) -> Option<u64> {
        let (&first, rest) = self.rest.split_first()?;
        if first < 0x80 {
            self.rest = rest;
            return Some(u64::from(first));
        }
        let mut number = u64::from(first & 0x7f);
        for (at, &byte) in rest.iter().take(9).enumerate() {
            let shift = 7 * (at as u32 + 1);
            number |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                self.rest = &rest[at + 1..];
                return Some(number);
            }
        }
        None
    }

    pub(crate) fn small(&mut self) -> Option<u32> {
        u32::try_from(self.number()?).ok()
    }

    pub(crate) fn length(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    /// Reads a number that was written as its difference from another.
    #[inline]
    pub(crate) fn beside(&mut self, from: u32) -> Option<u32> {
        let coded = self.number()?;
        let difference = (coded >> 1) as i64 ^ -((coded & 1) as i64);
        u32::try_from(i64::from(from).checked_add(difference)?).ok()
    }

    pub(crate) fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(length)?;
        self.rest = rest;
        Some(taken)
    }

    pub(crate) fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.length()?;
        self.take(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_no_bytes_panic() {
        let numbers = [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX / 3, u64::MAX];
        let mut out = Vec::new();
        numbers.iter().for_each(|number| put(&mut out, *number));
        for from in [0, 5, u32::MAX] {
            for to in [0, 1, 4, 6, u32::MAX - 1, u32::MAX] {
                put_difference(&mut out, from, to);
            }
        }
        put_bytes(&mut out, b"barn");
        let mut cursor = Cursor::new(&out);
        for number in numbers {
            assert_eq!(cursor.number(), Some(number));
        }
        for from in [0, 5, u32::MAX] {
            for to in [0, 1, 4, 6, u32::MAX - 1, u32::MAX] {
                assert_eq!(cursor.beside(from), Some(to));
            }
        }
        assert_eq!(cursor.bytes(), Some(&b"barn"[..]));
        assert!(cursor.is_at_end() && cursor.number().is_none());
        for end in 0..12 {
            let bytes = vec![0xff; end];
            assert_eq!(Cursor::new(&bytes).number(), None);
            assert_eq!(Cursor::new(&bytes).bytes(), None);
        }
    }
}
