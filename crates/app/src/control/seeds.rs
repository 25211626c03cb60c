//! Checks which words can be seeds.

/// Returns the position, from 1, and the text of the first word that cannot be a seed: not an http or https URI with a
/// host. `None` if all can. A word without a scheme stands for http, as in a job file.
pub(crate) fn first_wrong(seeds: &[String]) -> Option<(usize, &str)> {
    let wrong = seeds.iter().position(|seed| !is_seed(seed))?;
    Some((wrong + 1, &seeds[wrong]))
}

fn is_seed(seed: &str) -> bool {
    let seed = seed.trim();
    if seed.is_empty() || seed.starts_with('#') || seed.contains(char::is_whitespace) {
        return false;
    }
    let uri = match seed.split_once("://") {
        Some(_) => seed.to_owned(),
        None if has_other_scheme(seed) => return false,
        None => format!("http://{}", seed.trim_start_matches('/')),
    };
    let normal = stodola_uri::normalise(uri.as_bytes());
    let is_web = normal.starts_with(b"http://") || normal.starts_with(b"https://");
    is_web && stodola_uri::host(&normal).is_some_and(|host| is_host(&host))
}

/// Whether the word begins with a scheme such as `mailto:`. A port after a host does not count.
fn has_other_scheme(seed: &str) -> bool {
    let authority = seed.split(['/', '?', '#']).next().unwrap_or_default();
    authority.split_once(':').is_some_and(|(_, rest)| {
        let is_port = !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit());
        // An IPv6 address has colons of its own, a user name stands before an `@`.
        !is_port && !authority.starts_with('[') && !seed.contains("://")
    })
}

/// Whether a normalised host has only characters that are allowed in names and addresses.
fn is_host(host: &str) -> bool {
    let name = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_' | ':');
    !name.is_empty() && name.chars().all(is_plain) && name.chars().any(char::is_alphanumeric)
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
