//! Every fixture is explained: what it is, and where it comes from.

use super::Finding;

/// Where the explanations stand.
pub(super) const README: &str = "fixtures/README.md";

/// A fixture is explained if the page has, in backticks, its name, its path below `fixtures/`,
/// a pattern with `*` that fits either, or a folder of it with a `/` at the end.
pub(super) fn are_explained(paths: &[&str], readme: &str) -> Vec<Finding> {
    let patterns: Vec<&str> = readme.split('`').skip(1).step_by(2).collect();
    paths
        .iter()
        .filter(|path| **path != README)
        .filter_map(|path| Some((*path, path.strip_prefix("fixtures/")?)))
        .filter(|(_, below)| {
            let name = below.rsplit('/').next().unwrap_or(below);
            !patterns.iter().any(|pattern| {
                pattern.ends_with('/') && below.starts_with(pattern)
                    || fits(pattern, below)
                    || fits(pattern, name)
            })
        })
        .map(|(path, _)| Finding::new(path, 1, format!("not explained in {README}")))
        .collect()
}

/// Whether `text` is `pattern` with each `*` put in place of any run of characters but `/`.
fn fits(pattern: &str, text: &str) -> bool {
    let Some((head, tail)) = pattern.split_once('*') else { return pattern == text };
    let Some(rest) = text.strip_prefix(head) else { return false };
    let run = rest.find('/').unwrap_or(rest.len());
    (0..=run).any(|length| rest.get(length..).is_some_and(|rest| fits(tail, rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unexplained_fixture_is_found() {
        let paths = ["fixtures/README.md", "fixtures/arc/old.arc", "fixtures/new.warc", "src/a"];
        let findings = are_explained(&paths, "- `old.arc` is old.\n");
        assert_eq!(
            findings,
            [Finding::new("fixtures/new.warc", 1, "not explained in fixtures/README.md")]
        );
    }

    #[test]
    fn explanation_may_be_a_name_a_path_a_pattern_or_a_folder() {
        let explained =
            |readme: &str| are_explained(&["fixtures/bad/cut-1.warc"], readme).is_empty();
        for readme in ["`cut-1.warc`", "`bad/cut-1.warc`", "`cut-*.warc`", "a `bad/*` b", "`bad/`"]
        {
            assert!(explained(readme), "{readme}");
        }
        for readme in ["", "bad/", "`*.arc`", "`good/`", "`cut-*.gz`", "`1.warc`"] {
            assert!(!explained(readme), "{readme}");
        }
    }

    #[test]
    fn star_stops_at_a_slash() {
        assert!(fits("*.warc", "a.warc"));
        assert!(fits("a*c*e", "abcde"));
        assert!(!fits("*.warc", "bad/a.warc"));
        assert!(!fits("a*c*e", "abcd"));
    }
}
