//! The language of what people read: that which the environment asks for.
//!
//! Texts come from `locales/*.ftl` by [`text!`](crate::lang::text). Data stays the same in every language.

use std::sync::OnceLock;
use stodola_text::Language;

/// The language of this process.
pub(crate) fn language() -> Language {
    static CHOSEN: OnceLock<Language> = OnceLock::new();
    *CHOSEN.get_or_init(Language::of_environment)
}

/// The text of a key in the user's language: `text!("key", name = value)`.
macro_rules! text {
    ($key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        stodola_text::text!($crate::lang::language(), $key $(, $name = $value)*)
    };
}
pub(crate) use text;

/// Picks the form for the reader: `pick("3 records", "3 záznamy")`. New texts use [`text!`] instead.
pub(crate) fn pick<T>(english: T, czech: T) -> T {
    match language() {
        Language::English => english,
        Language::Czech => czech,
    }
}

/// A count with its noun: English takes one of two forms, Czech one of three. New texts use [`text!`] instead.
pub(crate) fn count(n: u64, english: [&str; 2], czech: [&str; 3]) -> String {
    let noun = match language() {
        Language::English => english[usize::from(n != 1)],
        Language::Czech => {
            czech[match n {
                1 => 0,
                2..=4 => 1,
                _ => 2,
            }]
        }
    };
    format!("{n} {noun}")
}

/// A number with so many digits behind the point, or behind the comma in Czech.
pub(crate) fn decimal(value: f64, digits: usize) -> String {
    stodola_text::decimal(language(), value, digits)
}

/// A number of bytes for people: `512 B`, `1.2 MB`; in steps of 1000.
pub(crate) fn size(bytes: u64) -> String {
    stodola_text::size(language(), bytes)
}

/// The same as a word of data, which is the same in every language: `1.2MB`.
pub(crate) fn size_word(bytes: u64) -> String {
    stodola_text::size_word(bytes)
}
