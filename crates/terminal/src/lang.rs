//! The language of what people read: that which the environment asks for.
//!
//! Texts come from `locales/*.ftl` by [`text!`](crate::text). Data stays the same in every language.

use std::sync::OnceLock;
use stodola_text::Language;

/// The language of this process.
pub fn language() -> Language {
    static CHOSEN: OnceLock<Language> = OnceLock::new();
    *CHOSEN.get_or_init(Language::of_environment)
}

/// The text of a key in the user's language: `text!("key", name = value)`.
#[macro_export]
macro_rules! text {
    ($key:expr $(, $name:ident = $value:expr)* $(,)?) => {
        $crate::stodola_text::text!($crate::lang::language(), $key $(, $name = $value)*)
    };
}
pub use crate::text;

/// A number with so many digits behind the point, or behind the comma in Czech.
pub fn decimal(value: f64, digits: usize) -> String {
    stodola_text::decimal(language(), value, digits)
}

/// The same as a word of data, which is the same in every language: `1.2MB`.
pub fn size_word(bytes: u64) -> String {
    stodola_text::size_word(bytes)
}
