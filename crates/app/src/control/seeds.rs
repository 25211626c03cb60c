//! Checks which words can be seeds.

use stodola_crawl::seeds::seed_uri;

/// Returns the position, from 1, and the text of the first word that cannot be a seed: not an http or https URI with a
/// host. `None` if all can. A word without a scheme stands for http, as in a job file.
pub(crate) fn first_wrong(seeds: &[String]) -> Option<(usize, &str)> {
    let wrong = seeds.iter().position(|seed| !is_seed(seed))?;
    Some((wrong + 1, &seeds[wrong]))
}

fn is_seed(seed: &str) -> bool {
    !seed.trim().starts_with('#') && seed_uri(seed.as_bytes()).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_uris_of_the_web_are_seeds() {
        for seed in [
            "http://a.cz/",
            "https://a.cz:8080/x?y#z",
            "a.cz",
            "a.cz:8080/x",
            "//a.cz/x",
            "localhost",
            "http://[::1]:80/",
            "http://127.0.0.1/",
            "http://žluťoučký.cz/",
            "http://a.cz/with\\a",
            "  http://a.cz/  ",
        ] {
            assert!(is_seed(seed), "{seed}");
        }
        for word in [
            "",
            " ",
            "# remark",
            "not a seed",
            "http://a.cz/ x",
            "ftp://a.cz/",
            "mailto:a@b.cz",
            "javascript:alert(1)",
            "http://",
            "http:///x",
            "://a.cz",
            "http://a<b>.cz/",
            "?",
            "http://.../",
        ] {
            assert!(!is_seed(word), "{word}");
        }
        let words = ["http://a.cz/", "no seed"].map(str::to_owned);
        assert_eq!(first_wrong(&words), Some((2, "no seed")));
        assert_eq!(first_wrong(&words[..1]), None);
    }
}
