//! The places of a text where a phrase may begin. A phrase counts only as whole words, so it begins behind a sign that
//! is neither a letter nor a digit; and it begins with the same four bytes as a phrase of a list. Nearly no place of a
//! text is left by that, so that looking for phrases takes far less time than reading each byte with the automaton.

/// Number of bytes that are examined together.
const GROUP: usize = 8;
/// Number of bytes whose words are looked up together.
const BLOCK: usize = 64;
/// Number of bytes of a phrase that are compared.
const PREFIX: usize = 4;

const ONES: u64 = u64::MAX / 0xff;
const HIGH: u64 = ONES << 7;

/// The beginnings of phrases.
pub(super) struct Beginnings {
    /// A bit for each hash of the first bytes of a phrase.
    hashes: Vec<u64>,
    shift: u32,
    /// [`HIGH`] if a phrase begins with an ASCII sign other than a letter or digit; otherwise 0.
    signs: u64,
}

impl Beginnings {
    /// Prepares for these phrases, none of which is empty. ASCII letters may be in upper or lower case.
    pub(super) fn of(forms: &[String]) -> Beginnings {
        // Sixteen bits for each phrase, so that few other words have a bit; the bits of usual lists fit into the
        // processor's cache.
        let bits = (forms.len() * 16).next_power_of_two().ilog2().clamp(15, 24);
        let mut out = Beginnings { hashes: vec![0; 1 << (bits - 6)], shift: 32 - bits, signs: 0 };
        for form in forms.iter().map(String::as_bytes) {
            if form.first().is_some_and(|byte| byte.is_ascii() && !byte.is_ascii_alphanumeric()) {
                out.signs = HIGH;
            }
            match *form {
                [a, b, c, d, ..] => out.learn([a, b, c, d]),
                [a, b, c] => (0..=u8::MAX).for_each(|any| out.learn([a, b, c, any])),
                // Too many bytes may follow.
                _ => out.hashes.fill(u64::MAX),
            }
        }
        out
    }

    /// Returns the first place from `at` on where a phrase may begin; `None` if there is none.
    pub(super) fn next(&self, text: &str, mut at: usize) -> Option<usize> {
        let bytes = text.as_bytes();
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        let mut is_within = before.is_some_and(u8::is_ascii_alphanumeric);
        while at < bytes.len() {
            let rest = &bytes[at..];
            let mut places = match rest.first_chunk::<BLOCK>() {
                Some(block) => self.places(block, &mut is_within),
                None => {
                    let mut last = [0; BLOCK];
                    last[..rest.len()].copy_from_slice(rest);
                    self.places(&last, &mut is_within) & ((1 << rest.len()) - 1)
                }
            };
            // One loop for many words: the processor cannot predict how many places a shorter block has.
            while places != 0 {
                let place = places.trailing_zeros() as usize;
                let prefix = rest.get(place..place + PREFIX).and_then(|it| it.first_chunk());
                if prefix.is_none_or(|prefix| self.knows(*prefix)) {
                    return Some(at + place);
                }
                places &= places - 1;
            }
            at += BLOCK;
        }
        None
    }

    /// Returns a bit for each byte of the block at which a word begins. `is_within` says whether the byte before the
    /// block is an ASCII letter or digit, and then the same of the last byte.
    #[inline]
    fn places(&self, block: &[u8; BLOCK], is_within: &mut bool) -> u64 {
        let (mut words, mut others) = (0, 0);
        for (index, group) in block.as_chunks::<GROUP>().0.iter().enumerate() {
            let group = u64::from_le_bytes(*group);
            // A byte within a character has the high bit, and not the one below it.
            let characters = (group | self.signs) & !(group & !(group << 1)) & HIGH;
            words |= together(alphanumeric(group)) << (index * GROUP);
            others |= together(characters) << (index * GROUP);
        }
        let after_words = words << 1 | u64::from(*is_within);
        *is_within = words >> (BLOCK - 1) != 0;
        (words | others) & !after_words
    }

    fn learn(&mut self, prefix: [u8; PREFIX]) {
        let bit = self.bit(prefix);
        self.hashes[bit / 64] |= 1 << (bit % 64);
    }

    #[inline]
    fn knows(&self, prefix: [u8; PREFIX]) -> bool {
        let bit = self.bit(prefix);
        self.hashes[bit / 64] >> (bit % 64) & 1 != 0
    }

    #[inline]
    fn bit(&self, prefix: [u8; PREFIX]) -> usize {
        // Upper and lower case of ASCII differ in this bit; other bytes that it makes equal are only looked at in vain.
        let prefix = u32::from_le_bytes(prefix) | 0x2020_2020;
        (prefix.wrapping_mul(0x9e37_79b1) >> self.shift) as usize
    }
}

/// Returns the high bits of the bytes as one byte, the lowest first.
#[inline]
fn together(high: u64) -> u64 {
    // The bits of the factor are so far apart that each sum has one bit and nothing is carried.
    (high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Returns the high bit of each byte that is an ASCII letter or digit.
#[inline]
fn alphanumeric(group: u64) -> u64 {
    // All bytes are below 0x80, so that sums do not overflow into neighbours.
    let ascii = group & !HIGH;
    let lower = ascii | (ONES * 0x20);
    let from = |bytes: u64, first: u8| bytes + ONES * u64::from(0x80 - first);
    let letters = from(lower, b'a') & !from(lower, b'z' + 1);
    let digits = from(ascii, b'0') & !from(ascii, b'9' + 1);
    (letters | digits) & !group & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_digits_are_those_of_ascii() {
        for byte in 0..=u8::MAX {
            for place in 0..GROUP {
                let mut group = [0x7f; GROUP];
                group[place] = byte;
                let expected = u64::from(byte.is_ascii_alphanumeric()) << (place * 8 + 7);
                assert_eq!(alphanumeric(u64::from_le_bytes(group)), expected, "{byte:#x}");
            }
        }
    }

    #[test]
    fn high_bits_are_put_together() {
        for bits in 0..=u8::MAX {
            let high = |at: usize| u64::from(bits >> at & 1) << (at * 8 + 7);
            assert_eq!(together((0..8).map(high).sum()), u64::from(bits));
        }
    }

    #[test]
    fn phrases_begin_at_the_beginnings_of_words() {
        let forms = ["praha", "brno", "ústí", "aš", ".cz"].map(str::to_owned);
        let text = "Praha, opraha; (BRNO) „Brno“ v Ústí, v ústí a Aš.cz xx";
        let beginnings = Beginnings::of(&forms[..3]);
        let mut found = Vec::new();
        let mut at = 0;
        while let Some(place) = beginnings.next(text, at) {
            found.extend(text[place..].chars().take(4));
            at = place + 1;
        }
        // Ú differs from ú in the bit that is ignored, and the last is too near to the end to be compared.
        assert_eq!(found.into_iter().collect::<String>(), "PrahBRNOBrnoÚstíústíxx");
        let first = |form: &str, text| Beginnings::of(&[form.to_owned()]).next(text, 0);
        assert_eq!(first("aš", "a něco Aš tu"), Some(8));
        assert_eq!(first(".cz", "doména .cz je"), Some(8));
        assert_eq!(first("brno", "doména .cz je tu. "), None);
    }
}
