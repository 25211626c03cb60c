//! Numbers and sizes for people.

use crate::Language;

/// Returns a number with `digits` digits behind the point, or behind the comma in Czech.
pub fn decimal(language: Language, value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    match language {
        Language::English => text,
        Language::Czech => text.replace('.', ","),
    }
}

/// Returns a number of bytes for people, in steps of 1000: `512 B`, `1.2 MB`.
pub fn size(language: Language, bytes: u64) -> String {
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
    format!("{} {}", decimal(language, value, 1), units[unit])
}

/// Returns the same as one word of data, which is the same in every language: `1.2MB`.
pub fn size_word(bytes: u64) -> String {
    size(Language::English, bytes).replace(' ', "")
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
            assert_eq!(size(Language::English, bytes), english);
            assert_eq!(size(Language::Czech, bytes), czech);
        }
        assert_eq!(size_word(1_234_567), "1.2MB");
        assert_eq!(decimal(Language::Czech, 0.05, 2), "0,05");
        assert_eq!(decimal(Language::Czech, 2.0, 0), "2");
    }
}
