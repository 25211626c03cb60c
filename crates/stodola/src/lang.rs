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

/// A number with so many digits behind the point, or behind the comma in Czech.
pub(crate) fn decimal(value: f64, digits: usize) -> String {
    written(value, digits, language())
}

fn written(value: f64, digits: usize, language: Language) -> String {
    let text = format!("{value:.digits$}");
    match language {
        Language::English => text,
        Language::Czech => text.replace('.', ","),
    }
}

/// A number of bytes for people: `512 B`, `1.2 MB`; in steps of 1000.
pub(crate) fn size(bytes: u64) -> String {
    sized(bytes, language())
}

/// The same as a word of data, which is the same in every language: `1.2MB`.
pub(crate) fn size_word(bytes: u64) -> String {
    sized(bytes, Language::English).replace(' ', "")
}

fn sized(bytes: u64, language: Language) -> String {
    let units = ["kB", "MB", "GB", "TB", "PB", "EB"];
    if bytes < 1000 {
        return format!("{bytes} B");
    }
    let (mut value, mut unit) = (bytes as f64 / 1000.0, 0);
    // What would be shown as 1000.0 is 1.0 of the next.
    while value >= 999.95 && unit + 1 < units.len() {
        value /= 1000.0;
        unit += 1;
    }
    format!("{} {}", written(value, 1, language), units[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_for_people() {
        for (bytes, english, czech) in [
            (0, "0 B", "0 B"),
            (999, "999 B", "999 B"),
            (1000, "1.0 kB", "1,0 kB"),
            (1_234_567, "1.2 MB", "1,2 MB"),
            (999_949, "999.9 kB", "999,9 kB"),
            (999_950, "1.0 MB", "1,0 MB"),
            (4_000_000_000_000, "4.0 TB", "4,0 TB"),
            (u64::MAX, "18.4 EB", "18,4 EB"),
        ] {
            assert_eq!(sized(bytes, Language::English), english);
            assert_eq!(sized(bytes, Language::Czech), czech);
        }
        assert_eq!(size_word(1_234_567), "1.2MB");
        assert_eq!(written(0.05, 2, Language::Czech), "0,05");
        assert_eq!(written(2.0, 0, Language::Czech), "2");
    }

    #[test]
    fn the_locale_decides() {
        assert_eq!(choose(Some("cs_CZ.UTF-8")), Language::Czech);
        assert_eq!(choose(Some("C.UTF-8")), Language::English);
        assert_eq!(choose(None), Language::English);
    }
}
