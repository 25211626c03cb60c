//! The similarity of texts: 64 bits that differ in few places if the texts differ in few places.
//!
//! It is the simhash of Charikar, over all sequences of three words. Digits are ignored, so that the days of a calendar
//! look alike; so are tags, scripts and styles, so that two pages are not the same because they have the same markup.

/// Minimum number of features; fewer give no result.
const MIN_FEATURES: u32 = 8;

/// Maximum number of features, so that the counters cannot overflow.
const MAX_FEATURES: u32 = 1 << 24;

/// Computes the similarity of a text that comes in pieces. Needs no other memory.
#[derive(Clone, Debug)]
pub struct Simhash {
    /// For each bit, the number of features with it minus the number of features without it.
    counts: [i32; 64],
    features: u32,
    /// The hash of the word being read; `None` between words.
    word: Option<u64>,
    /// The hashes of the last two words.
    before: [u64; 2],
    state: State,
}

#[derive(Clone, Copy, Debug)]
enum State {
    Text,
    /// Inside a tag, with the letters of its name so far.
    Tag {
        name: [u8; 6],
        len: usize,
        is_name_over: bool,
    },
    /// Within `script` or `style`.
    Raw,
    /// Within `script` or `style`, behind a `<`.
    RawLess,
}

const TAG: State = State::Tag { name: [0; 6], len: 0, is_name_over: false };

/// Returns the similarity of a whole text; `None` if it has too few words.
pub fn simhash(text: &[u8]) -> Option<u64> {
    let mut hash = Simhash::new();
    hash.write(text);
    hash.finish()
}

impl Simhash {
    /// Begins with an empty text.
    pub fn new() -> Simhash {
        Simhash { counts: [0; 64], features: 0, word: None, before: [0; 2], state: State::Text }
    }

    /// Takes the next piece; words and tags may continue from one piece to another.
    pub fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            match &mut self.state {
                State::Text => self.text(byte),
                State::Tag { name, len, is_name_over } => {
                    if byte == b'>' {
                        let is_raw = matches!(&name[..*len], b"script" | b"style");
                        self.state = if is_raw { State::Raw } else { State::Text };
                    } else if !*is_name_over {
                        match name.get_mut(*len) {
                            Some(place) if byte.is_ascii_alphabetic() || byte == b'/' => {
                                *place = byte.to_ascii_lowercase();
                                *len += 1;
                            }
                            _ => *is_name_over = true,
                        }
                    }
                }
                State::Raw if byte == b'<' => self.state = State::RawLess,
                State::Raw => {}
                State::RawLess => self.state = if byte == b'/' { TAG } else { State::Raw },
            }
        }
    }

    /// Returns the similarity; `None` if there were too few words.
    pub fn finish(mut self) -> Option<u64> {
        self.end_word();
        (self.features >= MIN_FEATURES).then(|| {
            let bits = self.counts.iter().enumerate();
            bits.fold(0, |hash, (bit, &count)| hash | u64::from(count > 0) << bit)
        })
    }

    fn text(&mut self, byte: u8) {
        if byte.is_ascii_alphabetic() || byte >= 0x80 {
            let hash = self.word.unwrap_or(0xcbf2_9ce4_8422_2325);
            let letter = u64::from(byte.to_ascii_lowercase());
            self.word = Some((hash ^ letter).wrapping_mul(0x100_0000_01b3));
        } else if !byte.is_ascii_digit() {
            self.end_word();
            if byte == b'<' {
                self.state = TAG;
            }
        }
    }

    fn end_word(&mut self) {
        let Some(word) = self.word.take() else { return };
        let two_before = self.before;
        self.before = [two_before[1], word];
        if self.features >= MAX_FEATURES {
            return;
        }
        self.features += 1;
        let feature = scatter(two_before[0].rotate_left(42) ^ two_before[1].rotate_left(21) ^ word);
        for (bit, count) in self.counts.iter_mut().enumerate() {
            *count += if feature >> bit & 1 == 1 { 1 } else { -1 };
        }
    }
}

impl Default for Simhash {
    fn default() -> Simhash {
        Simhash::new()
    }
}

/// Spreads differences over all bits (the finishing step of `splitmix64`).
fn scatter(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
