//! Words of a text, with their positions.

/// No word of a language is longer; what is longer is no word.
const MAX_WORD: usize = 64;

/// The words of a text: runs of letters, and where each begins.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + text[at..].find(char::is_alphabetic)?;
            let rest = &text[start..];
            let len = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
            at = start + len;
            if len <= MAX_WORD {
                return Some((start, &text[start..at]));
            }
        }
    })
}

/// Makes `out` the word in lower case. Most words are that already, or ASCII.
pub(crate) fn lower_into(word: &str, out: &mut String) {
    out.clear();
    if word.is_ascii() {
        out.push_str(word);
        out.make_ascii_lowercase();
    } else {
        out.extend(word.chars().flat_map(char::to_lowercase));
    }
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
    fn lower_case_is_that_of_the_language() {
        let mut out = String::new();
        for (word, expect) in [("Ahoj", "ahoj"), ("ŘEŘICHA", "řeřicha"), ("ß", "ß")] {
            lower_into(word, &mut out);
            assert_eq!(out, expect);
        }
    }
}
