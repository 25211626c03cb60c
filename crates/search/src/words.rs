//! Words: how texts and queries are divided into them, in which form they are indexed, and how letters with diacritics
//! compare with letters without them.
//!
//! A word is a run of letters, digits and combining marks, in lower case. Ideographs and kana stand alone, since there
//! are no spaces between words: a query of several of them is a phrase.

use std::ops::Range;
use unicode_normalization::{UnicodeNormalization, is_nfc};

/// Words longer than this, in bytes of UTF-8, are not indexed: they are encoded data, not language. They keep their
/// place in the text.
pub(crate) const WORD_MAX: usize = 64;

/// The words of a text, in order.
pub(crate) struct Words<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Words<'t> {
    pub(crate) fn new(text: &'t str) -> Words<'t> {
        Words { text, at: 0 }
    }

    /// Writes the next word to `word` in the form in which it is indexed, and returns its place in the text, in bytes.
    /// The word is empty if it is too long to be indexed.
    pub(crate) fn next_into(&mut self, word: &mut String) -> Option<Range<usize>> {
        word.clear();
        let range = self.next_range()?;
        let found = &self.text[range.clone()];
        if found.len() > WORD_MAX {
            return Some(range);
        }
        if found.is_ascii() {
            word.push_str(found);
            word.make_ascii_lowercase();
        } else {
            word.extend(found.chars().flat_map(char::to_lowercase));
            if !is_nfc(word) {
                *word = word.nfc().collect();
            }
        }
        Some(range)
    }

    fn next_range(&mut self) -> Option<Range<usize>> {
        let bytes = self.text.as_bytes();
        let mut start = self.at;
        loop {
            let byte = *bytes.get(start)?;
            if byte < 0x80 {
                if byte.is_ascii_alphanumeric() {
                    break;
                }
                start += 1;
                continue;
            }
            let letter = self.text[start..].chars().next()?;
            if is_alone(letter) {
                self.at = start + letter.len_utf8();
                return Some(start..self.at);
            }
            if letter.is_alphanumeric() {
                break;
            }
            start += letter.len_utf8();
        }
        let mut end = start;
        while let Some(byte) = bytes.get(end) {
            if *byte < 0x80 {
                if !byte.is_ascii_alphanumeric() {
                    break;
                }
                end += 1;
                continue;
            }
            let Some(letter) = self.text[end..].chars().next() else { break };
            if is_alone(letter) || !(letter.is_alphanumeric() || is_mark(letter)) {
                break;
            }
            end += letter.len_utf8();
        }
        self.at = end;
        Some(start..end)
    }
}

/// Returns the words of a short text, such as a query, without those that are too long.
pub(crate) fn words_of(text: &str) -> Vec<String> {
    let mut words = Words::new(text);
    let (mut all, mut word) = (Vec::new(), String::new());
    while words.next_into(&mut word).is_some() {
        if !word.is_empty() {
            all.push(word.clone());
        }
    }
    all
}

/// Whether a letter is a word of its own.
fn is_alone(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}')
}

/// Whether it is a diacritic that combines with the letter before it.
fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}')
}

/// Returns a word without diacritics; `None` if it has none.
pub(crate) fn folded(word: &str) -> Option<String> {
    if word.is_ascii() {
        return None;
    }
    let mut plain = String::with_capacity(word.len());
    for letter in word.nfd().filter(|letter| !is_mark(*letter)) {
        match plain_letters(letter) {
            Some(letters) => plain.push_str(letters),
            None => plain.push(letter),
        }
    }
    (plain != word).then_some(plain)
}

/// Letters that Unicode does not decompose.
fn plain_letters(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ł' => "l",
        'đ' | 'ð' => "d",
        'ø' => "o",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ı' => "i",
        'þ' => "th",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_divided_into_lower_case_words() {
        for (text, words) in [
            ("Příliš ŽLUŤOUČKÝ kůň", &["příliš", "žluťoučký", "kůň"][..]),
            ("  don't; 3.14—x_y ", &["don", "t", "3", "14", "x", "y"]),
            ("pr\u{30c}i\u{301}lis\u{30c}", &["příliš"]),
            ("日本の古城", &["日", "本", "の", "古", "城"]),
            ("ÉCOLE straße", &["école", "straße"]),
            ("", &[]),
            ("—…", &[]),
        ] {
            assert_eq!(words_of(text), words, "{text}");
        }
        assert_eq!(words_of(&format!("a {} b", "x".repeat(WORD_MAX + 1))), ["a", "b"]);
    }

    #[test]
    fn places_of_words_are_those_in_the_text() {
        let text = "Ach, žně\u{301} A日b…";
        let mut words = Words::new(text);
        let mut word = String::new();
        let mut found = Vec::new();
        while let Some(range) = words.next_into(&mut word) {
            found.push(&text[range]);
        }
        assert_eq!(found, ["Ach", "žně\u{301}", "A", "日", "b"]);
    }

    #[test]
    fn letters_lose_their_diacritics() {
        for (word, plain) in [
            ("příliš", Some("prilis")),
            ("łódź", Some("lodz")),
            ("straße", Some("strasse")),
            ("kun", None),
            ("日", None),
            ("йод", Some("иод")),
        ] {
            assert_eq!(folded(word).as_deref(), plain, "{word}");
        }
    }
}
