//! What a hop path means: `LLE` is a requisite of a page two clicks from a seed.
//!
//! The letters are those of [`stodola_extract::LinkKind::hop`], and `F` for a frame within a frame. Unknown letters
//! count as navigation, so that an unknown link never counts as closer.
//!
//! Requisites must end somewhere, or frames that contain two frames each would go on for ever. So a frame within a
//! frame counts as a click, and so do requisites of requisites beyond a few. A picture in a style in a style in a frame
//! does not count as a click.

/// Maximum number of redirects in a row that are followed beyond the scope.
pub(super) const MAX_REDIRECTS: usize = 5;

/// Number of requisites in a row that do not count as clicks.
const FREE_EMBEDS: usize = 5;

/// Returns the number of clicks from a seed: all hops except requisites and redirects. A sitemap and what it lists are
/// one click, however many sitemaps list each other.
pub(super) fn clicks(hops: &str) -> usize {
    let (mut count, mut embeds, mut last) = (0, 0, 0);
    for &letter in hops.as_bytes() {
        let is_click = match letter {
            b'R' | b'P' | b'I' => false,
            b'E' => {
                embeds += 1;
                embeds > FREE_EMBEDS
            }
            b'M' => last != b'M',
            _ => true,
        };
        if !matches!(letter, b'E' | b'F' | b'R' | b'P' | b'I') {
            embeds = 0;
        }
        count += usize::from(is_click);
        last = letter;
    }
    count
}

/// Returns the letter of a link to a frame on a page with this hop path. Only frames contain frames, so a page that is
/// itself a requisite is a frame.
pub(crate) fn frame(hops: &str) -> char {
    let before = hops.trim_end_matches('R');
    if before.ends_with(['E', 'F']) { 'F' } else { 'E' }
}

/// How a URI is connected with the last page before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Tail {
    /// Number of requisites of requisites, including the URI itself.
    pub(super) embeds: usize,
    /// Number of redirects in between.
    pub(super) redirects: usize,
    /// Whether the URI itself is a guess.
    pub(super) is_guess: bool,
}

pub(super) fn tail(hops: &str) -> Tail {
    let letters = hops.as_bytes();
    let (letters, is_guess) = match letters {
        [before @ .., b'X'] => (before, true),
        _ => (letters, false),
    };
    let mut tail = Tail { embeds: 0, redirects: 0, is_guess };
    for letter in letters.iter().rev() {
        match letter {
            b'E' | b'F' => tail.embeds += 1,
            b'R' => tail.redirects += 1,
            _ => break,
        }
    }
    tail
}

/// Whether only redirects lead from a seed to this URI.
pub(super) fn is_redirected_seed(hops: &str) -> bool {
    (1..=MAX_REDIRECTS).contains(&hops.len()) && hops.bytes().all(|letter| letter == b'R')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hop_paths_are_counted() {
        for (hops, expect_clicks, embeds, redirects, is_guess) in [
            ("", 0, 0, 0, false),
            ("L", 1, 0, 0, false),
            ("LLE", 2, 1, 0, false),
            ("LRER", 1, 1, 2, false),
            ("EEE", 0, 3, 0, false),
            ("LX", 2, 0, 0, true),
            ("LEX", 2, 1, 0, true),
            ("LXE", 2, 1, 0, false),
            ("MML", 2, 0, 0, false),
            ("MMMM", 1, 0, 0, false),
            ("LSL", 3, 0, 0, false),
            ("LEF", 2, 2, 0, false),
            ("LEFFE", 3, 4, 0, false),
            ("EREFRF", 2, 4, 2, false),
            ("LEEEEE", 1, 5, 0, false),
            ("LEEEREEE", 2, 6, 1, false),
            ("LEEEEEEELEEEEE", 4, 5, 0, false),
            ("?é", 3, 0, 0, false),
        ] {
            assert_eq!(clicks(hops), expect_clicks, "{hops:?}");
            assert_eq!(tail(hops), Tail { embeds, redirects, is_guess }, "{hops:?}");
        }
    }

    #[test]
    fn a_frame_in_a_frame_has_a_letter_of_its_own() {
        for (hops, expect) in [
            ("", 'E'),
            ("L", 'E'),
            ("R", 'E'),
            ("LE", 'F'),
            ("LERR", 'F'),
            ("LEF", 'F'),
            ("LEL", 'E'),
        ] {
            assert_eq!(frame(hops), expect, "{hops:?}");
        }
    }

    #[test]
    fn redirects_of_seeds_are_nothing_but_redirects() {
        for (hops, expect) in
            [("", false), ("R", true), ("RRRRR", true), ("RRRRRR", false), ("LR", false)]
        {
            assert_eq!(is_redirected_seed(hops), expect, "{hops:?}");
        }
    }
}
