//! The words of a part: shapes of links, media types, languages. Each stands once; rows have its number.

use crate::shape::LinkShape;
use crate::varint::{Cursor, put, put_bytes};
use std::collections::HashMap;

/// Maximum number of words. Servers and pages can make up any number of them; the rest count as unknown.
const WORDS_MAX: usize = 50_000;
/// Maximum length of a word in bytes; a longer one is cut.
const WORD_MAX: usize = 255;

/// The words of a part. Number 0 is the empty word: unknown.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    words: Vec<Vec<u8>>,
    numbers: HashMap<Vec<u8>, u32>,
}

impl Default for Words {
    fn default() -> Words {
        Words { words: vec![Vec::new()], numbers: HashMap::from([(Vec::new(), 0)]) }
    }
}

impl Words {
    /// Returns the number of a word, which it gets if it is new.
    pub(crate) fn number(&mut self, word: &[u8]) -> u32 {
        self.number_within(word, WORDS_MAX)
    }

    /// Returns the number of a shape. If there is no room for one more, only the purpose of the link is kept.
    pub(crate) fn shape(&mut self, shape: &LinkShape) -> u32 {
        match self.number(&shape.encode()) {
            // There are few purposes, so these always have room.
            0 => self.number_within(&LinkShape::of_kind(shape.kind).encode(), usize::MAX),
            number => number,
        }
    }

    /// Same as [`Words::number`] for a word of another part, of which it is not known what it is.
    pub(crate) fn taken_over(&mut self, word: &[u8], is_shape: bool) -> u32 {
        match LinkShape::decode(word).filter(|_| is_shape) {
            Some(shape) => self.shape(&shape),
            None => self.number(word),
        }
    }

    fn number_within(&mut self, word: &[u8], max: usize) -> u32 {
        let word = &word[..word.len().min(WORD_MAX)];
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        if self.words.len() >= max {
            return 0;
        }
        let number = self.words.len() as u32;
        self.words.push(word.to_vec());
        self.numbers.insert(word.to_vec(), number);
        number
    }

    /// Returns the word with a number; empty if there is none.
    pub(crate) fn word(&self, number: u32) -> &[u8] {
        self.words.get(number as usize).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    pub(crate) fn encode(&self, out: &mut Vec<u8>) {
        put(out, self.words.len() as u64);
        self.words.iter().for_each(|word| put_bytes(out, word));
    }

    pub(crate) fn decode(cursor: &mut Cursor<'_>) -> Option<Words> {
        let mut words = Words { words: Vec::new(), numbers: HashMap::new() };
        for number in 0..cursor.small()? {
            let word = cursor.bytes()?.to_vec();
            words.numbers.insert(word.clone(), number);
            words.words.push(word);
        }
        Some(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stodola_extract::LinkKind;

    #[test]
    fn words_are_bounded_and_links_keep_their_purpose() {
        let mut words = Words::default();
        assert_eq!((words.number(b""), words.number(b"text/html")), (0, 1));
        for number in 0..2 * WORDS_MAX {
            words.number(format!("made up {number}").as_bytes());
        }
        assert_eq!(words.len(), WORDS_MAX);
        assert_eq!((words.number(b"text/html"), words.number(b"one more")), (1, 0));
        let shape = LinkShape { rel: "unheard-of".into(), ..LinkShape::of_kind(LinkKind::Feed) };
        let number = words.shape(&shape);
        let kept = LinkShape::decode(words.word(number)).unwrap();
        assert_eq!((kept.kind, kept.rel.as_str()), (LinkKind::Feed, ""));
        let mut bytes = Vec::new();
        words.encode(&mut bytes);
        let again = Words::decode(&mut Cursor::new(&bytes)).unwrap();
        assert_eq!(again.words, words.words);
    }
}
