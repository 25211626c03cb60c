//! Rules on text: machine paths, whitespace, spelling.

use super::{Finding, numbered};

/// Folders that exist on one machine only.
const MACHINE_PATHS: &[&str] = &[concat!("/wo", "rk/"), concat!("/ro", "ot/")];

/// A file that names a folder of its author's machine helps nobody else.
pub(super) fn no_machine_paths(path: &str, text: &str) -> Vec<Finding> {
    if is_foreign_data(path) {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (number, line) in numbered(text) {
        for machine_path in MACHINE_PATHS {
            let absolute = line.match_indices(machine_path).any(|(start, _)| {
                // After any of these it is the middle of a longer path or of a URL.
                let inside = |c: char| c.is_alphanumeric() || "._-~/}*".contains(c);
                !line[..start].chars().next_back().is_some_and(inside)
            });
            if absolute {
                let message = format!("`{machine_path}` is a path of one machine");
                findings.push(Finding::new(path, number, message));
            }
        }
    }
    findings
}

/// Bytes that were found elsewhere and are kept as they are.
fn is_foreign_data(path: &str) -> bool {
    path.starts_with("fuzz/corpus/")
        || path.starts_with("fixtures/") && path != super::fixtures::README
}

pub(super) fn no_trailing_whitespace(path: &str, text: &str) -> Vec<Finding> {
    if ![".rs", ".md", ".toml"].iter().any(|ending| path.ends_with(ending)) {
        return Vec::new();
    }
    // `lines` would swallow the carriage return of a CRLF.
    (1..)
        .zip(text.split('\n'))
        .filter(|(_, line)| line.ends_with(char::is_whitespace))
        .map(|(number, _)| Finding::new(path, number, "trailing whitespace"))
        .collect()
}

/// American beginnings of words, and ours. Few, and no common British word begins like one of the
/// left.
const SPELLINGS: &[(&str, &str)] = &[
    (concat!("behav", "ior"), "behaviour"),
    (concat!("canonical", "iz"), "canonicalis"),
    (concat!("cen", "ter"), "centre"),
    (concat!("col", "or"), "colour"),
    (concat!("def", "ense"), "defence"),
    (concat!("fav", "or"), "favour"),
    (concat!("neigh", "bor"), "neighbour"),
    (concat!("normal", "iz"), "normalis"),
    (concat!("optim", "iz"), "optimis"),
    (concat!("organ", "iz"), "organis"),
    (concat!("recogn", "iz"), "recognis"),
    (concat!("summar", "iz"), "summaris"),
];

/// The same, for whole words.
const WHOLE_WORDS: &[(&str, &str)] =
    &[(concat!("cata", "log"), "catalogue"), (concat!("cata", "logs"), "catalogues")];

/// Looks at prose only: Markdown, and comments in Rust. What stands in backticks is code.
pub(super) fn british_spelling(path: &str, text: &str) -> Vec<Finding> {
    let prose_of: fn(&str) -> &str = match path.rsplit('.').next() {
        Some("md") => |line| line,
        Some("rs") => comment,
        _ => return Vec::new(),
    };
    let mut findings = Vec::new();
    let mut in_fence = false;
    for (number, line) in numbered(text) {
        let prose = prose_of(line);
        if prose.trim_start_matches(['/', '!', ' ']).starts_with("```") {
            in_fence = !in_fence;
        }
        if in_fence {
            continue;
        }
        for word in words(prose) {
            if let Some(british) = british(&word.to_lowercase()) {
                let message = format!("`{word}`: we write {british}");
                findings.push(Finding::new(path, number, message));
            }
        }
    }
    findings
}

fn british(word: &str) -> Option<String> {
    let whole = WHOLE_WORDS.iter().find(|(american, _)| *american == word);
    if let Some((_, british)) = whole {
        return Some((*british).to_owned());
    }
    let (rest, british) = SPELLINGS
        .iter()
        .find_map(|(american, british)| Some((word.strip_prefix(american)?, british)))?;
    Some(format!("{british}{rest}"))
}

/// The comment of a line of Rust, or nothing. The `//` of a URL in a string does not count.
fn comment(line: &str) -> &str {
    line.match_indices("//")
        .find(|(start, _)| !line[..*start].ends_with(':'))
        .map_or("", |(start, _)| &line[start..])
}

/// The words outside backticks and URLs; an identifier with underscores is one word.
fn words(prose: &str) -> impl Iterator<Item = &str> {
    prose
        .split('`')
        .step_by(2)
        .flat_map(str::split_whitespace)
        .filter(|token| !token.contains("://"))
        .flat_map(|token| token.split(|c: char| !c.is_alphanumeric() && c != '_'))
}

#[cfg(test)]
mod tests {
    use super::super::tests::lines;
    use super::*;

    #[test]
    fn machine_path_is_found() {
        for path in MACHINE_PATHS {
            let text = format!("fine\nsee `{path}main`\n");
            assert_eq!(lines(&no_machine_paths("docs/GUIDE.md", &text)), [2]);
            assert_eq!(lines(&no_machine_paths("test", &format!("cd {path}x"))), [1]);
            let url = format!("https://example.org{path} bench{path} $HOME/.{path}");
            assert_eq!(no_machine_paths("README.md", &url), []);
            assert_eq!(no_machine_paths("fixtures/one.warc", &text), []);
            assert_eq!(lines(&no_machine_paths("fixtures/README.md", &text)), [2]);
        }
    }

    #[test]
    fn trailing_whitespace_is_found() {
        let text = "a\nb \nc\t\nd\r\n\n";
        assert_eq!(lines(&no_trailing_whitespace("a.md", text)), [2, 3, 4]);
        assert_eq!(lines(&no_trailing_whitespace("a.rs", "a ")), [1]);
        assert_eq!(no_trailing_whitespace("fixtures/a.warc", text), []);
    }

    #[test]
    fn american_spelling_is_found() {
        for (american, _) in SPELLINGS.iter().chain(WHOLE_WORDS) {
            let text = format!("// fine\n/// The {american}, said.\n");
            assert_eq!(lines(&british_spelling("a.rs", &text)), [2], "{american}");
            assert_eq!(lines(&british_spelling("a.md", &text)), [2], "{american}");
            assert_eq!(british_spelling("a.toml", &text), []);
        }
    }

    #[test]
    fn code_is_not_spelt() {
        let word = SPELLINGS[3].0;
        for text in [
            format!("The `{word}` of CSS."),
            format!("```css\n{word}: red\n```\nRed."),
            format!("See https://example.org/{word}."),
            format!("background_{word} is set."),
        ] {
            assert_eq!(british_spelling("a.md", &text), [], "{text}");
        }
        let rust =
            format!("let url = \"http://{word}/\"; {word}();\n/// ```\n/// {word}();\n/// ```\n");
        assert_eq!(british_spelling("a.rs", &rust), []);
    }

    #[test]
    fn our_own_spelling_is_not_found() {
        for (_, british) in SPELLINGS.iter().chain(WHOLE_WORDS) {
            assert_eq!(british_spelling("a.md", british), [], "{british}");
        }
    }
}
