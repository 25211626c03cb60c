//! Words of a text, with their positions.

/// No word of a language is longer; what is longer is no word.
const MAX_WORD: usize = 64;

/// The words of a text: runs of letters, and where each begins.
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

/// Where the first character from a place on stands that is a letter, or that is none.
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

/// Those that European languages write in Latin letters need not be looked up, nor their dashes and
/// quotation marks.
#[inline]
pub(crate) fn is_letter(c: char) -> bool {
    match c {
        '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{24f}' => true,
        '\u{2000}'..='\u{206f}' => false,
        _ => c.is_alphabetic(),
    }
}

/// Makes `out` the word in lower case. Most words are that already, or ASCII.
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

/// A letter in lower case, if it is one of those that European languages write in Latin letters and
/// that need not be looked up: capitals stand beside their small letters there.
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
