//! Words of a text. Addresses, paths, numbers and names of variables are left out: they are in no language, and a
//! manual is full of them.

use super::features::Word;
use super::script::{self, Script, Sole};

/// Receives what is found in a text.
pub trait Take {
    /// A word in Latin or Cyrillic letters.
    fn word(&mut self, word: &mut Word);
    /// The end of a line: of a paragraph, of an item of a menu.
    fn line_end(&mut self);
    /// Numbers of letters in scripts that only one language uses.
    fn letters(&mut self, tally: &Tally);
}

/// Numbers of letters by script.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub(super) sole: [u32; Sole::ALL.len()],
    pub(super) han: u32,
    pub(super) other: u32,
}

/// Passes all words of a text to `take`.
pub fn read(text: &str, take: &mut impl Take) {
    let mut tally = Tally::default();
    let mut word = Word::default();
    for line in text.lines() {
        for token in line.split_ascii_whitespace() {
            // Most tokens are words of ASCII letters, or can be seen to be no code, in one pass over their bytes.
            match token.bytes().fold(0, |signs, byte| signs | SIGNS[usize::from(byte)]) {
                0 => {
                    word.push_ascii(token);
                    end(&mut word, take);
                }
                signs if signs & MAY_BE_CODE != 0 && is_code(token) => {}
                _ => token_words(token, &mut word, &mut tally, take),
            }
        }
        take.line_end();
    }
    take.letters(&tally);
}

/// What a byte of a token says: nothing if it is an ASCII letter.
const SIGNS: [u8; 256] = {
    let mut signs = [NO_LETTER; 256];
    let mut byte = 0;
    while byte < 256 {
        if (byte as u8).is_ascii_alphabetic() {
            signs[byte] = 0;
        }
        byte += 1;
    }
    let code = b"0123456789@\\_={}<>|$#~^`.:/";
    byte = 0;
    while byte < code.len() {
        signs[code[byte] as usize] = MAY_BE_CODE;
        byte += 1;
    }
    signs
};
const NO_LETTER: u8 = 1;
/// The byte is one of those that [`is_code`] looks for.
const MAY_BE_CODE: u8 = 2;

fn token_words(token: &str, word: &mut Word, tally: &mut Tally, take: &mut impl Take) {
    for letter in token.chars() {
        match script::of(letter) {
            Some(Script::Shared) => word.push(letter),
            Some(Script::Of(sole)) => tally.sole[sole as usize] += 1,
            Some(Script::Han) => tally.han += 1,
            Some(Script::Other) => tally.other += 1,
            // An accent that is written apart from its letter is ignored: the letter is enough.
            None if ('\u{300}'..='\u{36f}').contains(&letter) || letter == '\u{ad}' => {}
            None => end(word, take),
        }
    }
    end(word, take);
}

fn end(word: &mut Word, take: &mut impl Take) {
    if !word.is_empty() {
        take.word(word);
        word.clear();
    }
}

/// Whether a token is not in a human language: it contains a digit, a character of addresses or code, a point or colon
/// between letters, or a slash that does not stand between two words.
fn is_code(token: &str) -> bool {
    let bytes = token.as_bytes();
    let between_letters = |at: usize| {
        at > 0
            && bytes[at - 1].is_ascii_alphanumeric()
            && bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric)
    };
    bytes.iter().enumerate().any(|(at, byte)| match byte {
        b'0'..=b'9'
        | b'@'
        | b'\\'
        | b'_'
        | b'='
        | b'{'
        | b'}'
        | b'<'
        | b'>'
        | b'|'
        | b'$'
        | b'#'
        | b'~'
        | b'^'
        | b'`' => true,
        b'.' | b':' => between_letters(at),
        b'/' => !is_or(bytes, at),
        _ => false,
    })
}

/// Whether a slash stands between two words, as in "muž/žena": it is the only one, and a letter of the token is not in
/// ASCII, as letters of paths and media types are.
fn is_or(token: &[u8], at: usize) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    let (before, after) = (&token[..at], &token[at + 1..]);
    !token.is_ascii()
        && before.last().is_some_and(is_letter)
        && after.first().is_some_and(is_letter)
        && !before.contains(&b'/')
        && !after.contains(&b'/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default)]
    struct Collected(Vec<String>);

    impl Take for Collected {
        fn word(&mut self, word: &mut Word) {
            self.0.push(word.letters().iter().filter_map(|&code| char::from_u32(code)).collect());
        }

        fn line_end(&mut self) {
            self.0.push("|".to_owned());
        }

        fn letters(&mut self, tally: &Tally) {
            self.0.push(format!("{}", tally.han));
        }
    }

    fn read_words(text: &str) -> String {
        let mut collected = Collected::default();
        read(text, &mut collected);
        collected.0.join(" ")
    }

    #[test]
    fn words_are_read_without_code_and_signs() {
        for (text, words) in [
            ("", "0"),
            ("Ahoj SVĚTE, ahoj!\nznovu", "ahoj světe ahoj | znovu | 0"),
            ("don't e.g. konec.", "don t konec | 0"),
            ("a_b x=1 www.example.cz 12 v8 <b> muž/žena a/b", "muž žena | 0"),
            ("x:y x: :x .tečka", "x x tečka | 0"),
            ("漢字", "| 2"),
        ] {
            assert_eq!(read_words(text), words, "{text:?}");
        }
    }

    #[test]
    fn tokens_of_ascii_letters_are_read_like_all_others() {
        let long = "Abcdefghij".repeat(7);
        for token in ["a", "Word", "ZEBRA", &long] {
            // The soft hyphen is ignored.
            assert_eq!(read_words(token), read_words(&format!("{token}\u{ad}")));
        }
    }
}
