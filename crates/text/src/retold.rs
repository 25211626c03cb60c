//! English words of the libraries, told again in another language.
//!
//! Reports on disk and the answers of a running harvest have English sentences, which may be years old. Such a sentence
//! is compared with the English texts; if it is one of them, its arguments are taken out of it and put into the text of
//! the language. A sentence that is none of them stays as it is.

use crate::bundle::{ERRORS_ENGLISH, FINDINGS_ENGLISH};
use crate::errors::{system_text, verb};
use crate::{Argument, Language, tell};
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use std::io;
use std::sync::OnceLock;

/// Keys of texts that sentences are compared with.
const KEYS: [&str; 7] = ["detail-", "error-", "gap", "setting-", "told-", "value-", "warning-"];

/// A text with fewer letters than this says too little to be recognised, unless it is there for that alone (`told-`).
const LETTERS_MIN: usize = 5;

/// Longer texts are not looked at, in bytes.
const LENGTH_MAX: usize = 4096;

/// Number of pieces, separated by semicolons, that a sentence has at most.
const PIECES_MAX: usize = 4;

/// How often a sentence may stand inside another one.
const DEPTH_MAX: usize = 6;

/// Returns a sentence of a library in a language, or as it is if it is not known. Several sentences are separated by
/// `; `.
pub fn retold(language: Language, english: &str) -> String {
    match language {
        Language::English => english.to_owned(),
        Language::Czech => retell(language, english, 0),
    }
}

fn retell(language: Language, english: &str, depth: usize) -> String {
    if depth >= DEPTH_MAX || english.len() > LENGTH_MAX {
        return english.to_owned();
    }
    if let Some(told) = whole(language, english, depth) {
        return told;
    }
    let pieces: Vec<&str> = english.split("; ").collect();
    let mut told = Vec::new();
    let mut at = 0;
    while at < pieces.len() {
        // Some sentences have semicolons themselves.
        let most = (at + PIECES_MAX).min(pieces.len());
        let found = (at + 1..=most)
            .rev()
            .find_map(|end| Some((end, whole(language, &pieces[at..end].join("; "), depth)?)));
        let (end, words) =
            found.unwrap_or_else(|| (at + 1, behind_colon(language, pieces[at], depth)));
        told.push(words);
        at = end;
    }
    told.join("; ")
}

/// Returns a sentence in the language if it is known as it stands.
fn whole(language: Language, english: &str, depth: usize) -> Option<String> {
    let told = of_system(language, english);
    told.or_else(|| sentences().iter().find_map(|it| it.retell(language, english, depth)))
}

/// What comes before a colon may be a name; what follows it may be a sentence that is known.
fn behind_colon(language: Language, english: &str, depth: usize) -> String {
    match english.split_once(": ") {
        Some((name, rest)) => format!("{name}: {}", retell(language, rest, depth + 1)),
        None => english.to_owned(),
    }
}

/// An error of the system ends with its number.
fn of_system(language: Language, english: &str) -> Option<String> {
    let (_, code) = english.strip_suffix(')')?.rsplit_once(" (os error ")?;
    let error = io::Error::from_raw_os_error(code.parse().ok()?);
    (error.to_string() == english).then(|| system_text(language, &error))
}

/// An English text, in pieces.
struct Sentence {
    key: String,
    parts: Vec<Part>,
    letters: usize,
}

enum Part {
    Words(String),
    Argument(String),
}

impl Sentence {
    fn retell(&self, language: Language, english: &str, depth: usize) -> Option<String> {
        let found = self.arguments(english)?;
        let arguments: Vec<(&str, Argument<'_>)> = found
            .into_iter()
            .map(|(name, value)| {
                let value = match name {
                    "doing" => verb(language, value),
                    _ => retell(language, value, depth + 1),
                };
                (name, Argument::from(value))
            })
            .collect();
        Some(tell(language, &self.key, &arguments))
    }

    /// The arguments of a sentence that this is the text of.
    fn arguments<'a>(&'a self, english: &'a str) -> Option<Vec<(&'a str, &'a str)>> {
        let mut rest = english;
        let mut open: Option<&str> = None;
        let mut found = Vec::new();
        for (number, part) in self.parts.iter().enumerate() {
            match (part, open) {
                (Part::Argument(_), Some(_)) => return None,
                (Part::Argument(name), None) => open = Some(name),
                (Part::Words(words), None) => rest = rest.strip_prefix(&**words)?,
                (Part::Words(words), Some(name)) => {
                    // The last words end the sentence; others stand where they come first.
                    let is_last = number + 1 == self.parts.len();
                    let at = match is_last {
                        true => rest.strip_suffix(&**words)?.len(),
                        false => rest.find(&**words)?,
                    };
                    found.push((name, &rest[..at]));
                    rest = &rest[at + words.len()..];
                    open = None;
                }
            }
        }
        match open {
            Some(name) => found.push((name, rest)),
            None if !rest.is_empty() => return None,
            None => {}
        }
        // A sentence inside another one follows a colon: what comes before all words is not one.
        let is_led = matches!(self.parts.first(), Some(Part::Words(_)));
        let is_led = is_led || found.first().is_none_or(|(_, value)| !value.contains(": "));
        (is_led && found.iter().all(|(_, value)| !value.is_empty())).then_some(found)
    }
}

/// The English texts without forms, those with most letters first.
fn sentences() -> &'static [Sentence] {
    static SENTENCES: OnceLock<Vec<Sentence>> = OnceLock::new();
    SENTENCES.get_or_init(|| {
        let mut all = Vec::new();
        for source in [FINDINGS_ENGLISH, ERRORS_ENGLISH] {
            let resource = fluent_syntax::parser::parse(source).unwrap_or_else(|(rest, _)| rest);
            for entry in resource.body {
                let Entry::Message(message) = entry else { continue };
                let is_wanted = KEYS.iter().any(|start| message.id.name.starts_with(start));
                if let Some(pattern) = message.value.as_ref().filter(|_| is_wanted) {
                    all.extend(sentence(message.id.name, pattern));
                }
            }
        }
        all.sort_by_key(|sentence: &Sentence| std::cmp::Reverse(sentence.letters));
        all
    })
}

fn sentence(key: &str, pattern: &Pattern<&str>) -> Option<Sentence> {
    let (mut parts, mut letters) = (Vec::new(), 0);
    for element in &pattern.elements {
        parts.push(match element {
            PatternElement::TextElement { value } => {
                letters += value.chars().filter(|c| c.is_alphabetic()).count();
                Part::Words((*value).to_owned())
            }
            PatternElement::Placeable {
                expression: Expression::Inline(InlineExpression::VariableReference { id }),
            } => Part::Argument(id.name.to_owned()),
            PatternElement::Placeable { .. } => return None,
        });
    }
    (letters >= LETTERS_MIN || key.starts_with("told-")).then(|| Sentence {
        key: key.to_owned(),
        parts,
        letters,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn criteria_and_problems_of_packs_are_told_again() {
        let about = stodola_judge::CRITERIA.iter().map(|known| known.about);
        let others = [
            "no data: the pack lists no places",
            "no data: no database of countries; give one with --geo FILE",
            "no data: the database does not know 10.0.0.1",
            "no data: the pack has no words; build them with 'stodola pack build'",
            "'x' is not a number; a dictionary starts with the number of its entries",
            "the charset 'x' is not known; convert the file to UTF-8",
            "points '7000' is out of range; give 0 to 1",
            "bias is out of range; give -1000 to 1000",
            "point 'x' is not a number; give 0 to 10",
            "use 'x' is neither 0 nor 1",
            "the pattern must have exactly one group, the number: 'tel ([0-9]{9})'",
            "'x' is not a language code; give an ISO 639 code such as 'cs'",
            "key 'x' is not a country code; give two letters such as 'CZ'",
            "no data: the source of the page is not known",
            "there is no criterion 'x'; known: email, phone",
            "the file is too large (12 bytes)",
            "no data: the document is not text",
            "no data: the pack lists no such sites",
            "there is no list 'x.txt'; known: words.txt",
            "the rule names 'phone', which [criteria] does not have",
            "the rule has 'x' where ')' was expected",
            "the rule ends where 'of' was expected",
            "'at least 3' of 2 parts; give 1 to all",
        ];
        for english in about.chain(others) {
            assert_ne!(retold(Language::Czech, english), english);
            assert_eq!(retold(Language::English, english), english);
        }
        for (value, czech) in [
            ("regex=a++", "zabere vše a nic nevrátí"),
            ("regex=(?=a)", "'(?=' na 1. znaku se dívá do okolí"),
            ("regex=\\\\p{Alpha}", "je množina znaků"),
            ("regex=\\+1", "nemá před sebou nic"),
            ("regex=a\\u1", "není znak; uveďte čtyři číslice"),
            ("use=2", "není ani 0, ani 1"),
            ("point=11", "je mimo rozsah"),
        ] {
            let text = format!("webanalyzer.searcher.email.{value}");
            let read = stodola_judge::Properties::parse("w".as_ref(), text.as_bytes());
            let error = read.unwrap_err().to_string();
            let told = retold(Language::Czech, error.strip_prefix("w:1: ").unwrap());
            assert!(told.contains(czech), "{told}");
        }
        let told = retold(Language::Czech, "no data: the database does not know 10.0.0.1");
        assert_eq!(told, "chybějí údaje: databáze nezná 10.0.0.1");
    }

    #[test]
    fn sentences_are_told_again_with_their_arguments() {
        for (english, czech) in [
            (
                "gzip member at 7: the CRC-32 of its bytes is 00ff, but the file says 0100",
                "člen gzip na pozici 7: CRC-32 jeho bajtů je 00ff, ale soubor uvádí 0100",
            ),
            (
                "compressed member at 9 cannot be decoded to its end: the file ends inside it",
                "komprimovaný člen na pozici 9 nelze dekódovat do konce: soubor končí uvnitř něj",
            ),
            (
                "at 5: 12 bytes could not be read as a record: they are all NUL",
                "na pozici 5: úsek o délce 12 bajtů nelze přečíst jako záznam: jsou to samé nulové bajty",
            ),
            (
                "there is no line end after the record; unknown version 'WARC/7'",
                "za záznamem není konec řádku; neznámá verze 'WARC/7'",
            ),
            (
                "reject URIs more than 20 links away from a seed",
                "odmítá URI vzdálená od semínka více odkazů než 20",
            ),
            ("accept hosts in the domains a.cz, b.cz", "přijímá servery v: domény a.cz, b.cz"),
            (
                "nothing was changed: cannot write 'x/job.toml': No space left on device (os error 28)",
                "nic se nezměnilo: nelze zapsat 'x/job.toml': na disku není místo (os error 28)",
            ),
            (
                "job.toml:3: `limits.documents` is 0, so nothing could be fetched; write \"unlimited\"?",
                "job.toml:3: `limits.documents` je 0, takže by se nic nestáhlo; nechcete \"unlimited\"?",
            ),
            (
                "the header does not end in an empty line; compressed member at 1 cannot be decoded to its \
                 end: the file ends inside it; it ends at 7",
                "hlavička nekončí prázdným řádkem; komprimovaný člen na pozici 1 nelze dekódovat do konce: \
                 soubor končí uvnitř něj; končí na pozici 7",
            ),
            ("a.txt: metadata without a URL", "a.txt: metadata bez URL"),
            ("no words for this", "no words for this"),
            ("", ""),
        ] {
            assert_eq!(retold(Language::Czech, english), czech);
            assert_eq!(retold(Language::English, english), english);
        }
    }

    #[test]
    fn hostile_words_are_told_in_bounded_time() {
        for words in ["at 1: ", "; ", "accept ", "a: ", "accept hosts in; "] {
            for length in [100, 600, 100_000] {
                let words = words.repeat(length / words.len());
                assert!(!retold(Language::Czech, &words).is_empty());
            }
        }
    }
}
