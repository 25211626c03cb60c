//! Words of a text, with their positions.

/// Maximum length of a word in bytes; longer sequences of letters are not words.
const MAX_WORD: usize = 64;

/// Returns the words of a text (sequences of letters), each with its byte offset.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = until(text, at, true)?;
            at = until(text, start, false).unwrap_or(text.len());
            if at - start <= MAX_WORD {
                return Some((start, &text[start..at]));
            }
        }
    })
}

/// Returns the byte offset of the first character from `at` on that is a letter (`letter`) or is not one (`!letter`);
/// `None` if there is none.
#[inline]
fn until(text: &str, mut at: usize, letter: bool) -> Option<usize> {
    let bytes = text.as_bytes();
    loop {
        let byte = *bytes.get(at)?;
        let (is_letter, length) = match byte.is_ascii() {
            true => (byte.is_ascii_alphabetic(), 1),
            false => text[at..].chars().next().map(|c| (is_letter(c), c.len_utf8()))?,
        };
        if is_letter == letter {
            return Some(at);
        }
        at += length;
    }
}

/// Whether a character is a letter. Fast for Latin letters of European languages, dashes and quotation marks, which
/// need no table.
#[inline]
pub(crate) fn is_letter(c: char) -> bool {
    match c {
        '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{24f}' => true,
        '\u{2000}'..='\u{206f}' => false,
        _ => c.is_alphabetic(),
    }
}

/// Sets `out` to the word in lower case. Fast for words that are in lower case already, or ASCII.
pub(crate) fn lower_into(word: &str, out: &mut String) {
    out.clear();
    if word.is_ascii() {
        out.push_str(word);
        out.make_ascii_lowercase();
    } else {
        for c in word.chars() {
            match small(c) {
                Some(small) => out.push(small),
                None => out.extend(c.to_lowercase()),
            }
        }
    }
}

/// Returns a Latin letter of a European language in lower case without a table: capitals stand beside their small
/// letters there. `None` for other characters.
#[inline]
pub(crate) fn small(c: char) -> Option<char> {
    let code = u32::from(c);
    let small = match code {
        0..0x80 => return Some(c.to_ascii_lowercase()),
        0xc0..=0xd6 | 0xd8..=0xde => code + 0x20,
        0xdf..=0xf6 | 0xf8..=0xff => code,
        0x100..=0x12f | 0x132..=0x137 | 0x14a..=0x177 => code | 1,
        0x139..=0x148 | 0x179..=0x17e => code + (code & 1),
        _ => return None,
    };
    char::from_u32(small)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_their_places() {
        let found: Vec<_> = words("Žluťoučký kůň, 3x 'úpěl'.").collect();
        assert_eq!(found, [(0, "Žluťoučký"), (14, "kůň"), (22, "x"), (25, "úpěl")]);
        assert_eq!(words("").count() + words("12 34").count(), 0);
        let long = "a".repeat(1000);
        assert_eq!(words(&format!("{long} b")).collect::<Vec<_>>(), [(1001, "b")]);
    }

    #[test]
    fn letters_that_are_not_looked_up_are_the_same() {
        let known = (0..0x300).filter_map(char::from_u32).filter_map(|c| Some((c, small(c)?)));
        let mut count = 0;
        for (c, small) in known {
            assert!(c.to_lowercase().eq([small]), "{c}");
            count += 1;
        }
        assert_eq!(count, 0x80 + 62 + 122);
        assert!((0..0x30000).filter_map(char::from_u32).all(|c| is_letter(c) == c.is_alphabetic()));
    }

    #[test]
    fn lower_case_is_that_of_the_language() {
        let mut out = String::new();
        for (word, expect) in [("Ahoj", "ahoj"), ("ŘEŘICHA", "řeřicha"), ("ß", "ß")] {
            lower_into(word, &mut out);
            assert_eq!(out, expect);
        }
    }
}
