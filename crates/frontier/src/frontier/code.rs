//! Numbers and texts as bytes, in the log and in checkpoints.
//!
//! A number takes seven bits per byte, the lowest first; the top bit says that another byte follows. A text is its
//! length and its bytes.

pub(super) fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

pub(super) fn put_text(out: &mut Vec<u8>, text: &[u8]) {
    put_number(out, text.len() as u64);
    out.extend_from_slice(text);
}

/// Takes a number from the front. Returns `None` if there is none, or if [`put_number`] would write it differently:
/// with fewer bytes, or not at all because it has more than 64 bits.
pub(super) fn number(rest: &mut &[u8]) -> Option<u64> {
    let mut value = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, tail) = rest.split_first()?;
        *rest = tail;
        let bits = u64::from(byte & 0x7F);
        value |= bits << shift;
        if byte < 0x80 {
            return (value >> shift == bits && (byte > 0 || shift == 0)).then_some(value);
        }
    }
    None
}

/// Takes a number that fits the narrower type; `None` if it does not.
pub(super) fn small<T: TryFrom<u64>>(rest: &mut &[u8]) -> Option<T> {
    T::try_from(number(rest)?).ok()
}

/// Takes a text from the front; `None` if there is none.
pub(super) fn text<'a>(rest: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = small::<usize>(rest)?;
    let (text, tail) = rest.split_at_checked(length)?;
    *rest = tail;
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for value in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            let mut bytes = Vec::new();
            put_number(&mut bytes, value);
            let mut rest = &bytes[..];
            assert_eq!(number(&mut rest), Some(value));
            assert!(rest.is_empty());
            for cut in 0..bytes.len() {
                assert_eq!(number(&mut &bytes[..cut]), None);
            }
        }
        assert_eq!(number(&mut &[0xFF; 20][..]), None);
    }

    #[test]
    fn a_number_has_one_form() {
        for bytes in [&[0x80, 0][..], &[0xFF, 0x80, 0]] {
            assert_eq!(number(&mut &bytes[..]), None, "{bytes:?} has a byte too many");
        }
        let mut too_large = [0x80; 10];
        too_large[9] = 2;
        assert_eq!(number(&mut &too_large[..]), None, "the 65th bit has no room");
    }
}
