//! The language of what people read: Czech if the environment asks for it, else English.
//!
//! Data, help and the wording of findings stay English, so that programs and search engines know
//! them; what sums up a run is said in the reader's language.

use std::sync::OnceLock;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    English,
    Czech,
}

fn language() -> Language {
    static CHOSEN: OnceLock<Language> = OnceLock::new();
    *CHOSEN.get_or_init(|| {
        // The first that is set decides, as in every program that follows POSIX.
        let value = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|value| !value.is_empty());
        choose(value.as_deref())
    })
}

fn choose(value: Option<&str>) -> Language {
    match value {
        Some(value) if value.starts_with("cs") => Language::Czech,
        _ => Language::English,
    }
}

/// Picks the form for the reader: `pick("3 records", "3 záznamy")`.
pub(crate) fn pick<T>(english: T, czech: T) -> T {
    match language() {
        Language::English => english,
        Language::Czech => czech,
    }
}

/// A count with its noun: English takes one of two forms, Czech one of three.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_decides() {
        assert_eq!(choose(Some("cs_CZ.UTF-8")), Language::Czech);
        assert_eq!(choose(Some("C.UTF-8")), Language::English);
        assert_eq!(choose(None), Language::English);
    }
}
