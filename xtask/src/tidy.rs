//! The house rules. Each rule is a small function from a file to findings, and its test shows
//! an input that breaks it.
//!
//! The words that the rules refuse are put together with `concat!`, so that this folder obeys
//! them as well.

mod fixtures;
mod lines;
mod manifest;
mod names;
mod prose;
mod source;
mod thin;

use crate::tree::File;
use std::fmt;

/// A place that breaks a rule, shown as `path:line: message`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Finding {
    path: String,
    line: usize,
    message: String,
}

impl Finding {
    /// `line` counts from one.
    fn new(path: &str, line: usize, message: impl Into<String>) -> Finding {
        Finding { path: path.to_owned(), line, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path, self.line, self.message)
    }
}

/// A rule that needs to see no more than one file.
type Rule = fn(path: &str, text: &str) -> Vec<Finding>;

const RULES: &[Rule] = &[
    source::opens_with_module_doc,
    source::nothing_left_behind,
    source::tests_do_not_sleep,
    source::not_too_long,
    manifest::arrows_hold,
    manifest::dependencies_have_reasons,
    prose::no_machine_paths,
    prose::no_trailing_whitespace,
    prose::british_spelling,
    lines::short_enough,
];

/// Applies every rule to every file; findings come in the order of the files.
pub(crate) fn check(files: &[File]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files {
        findings.extend(not_too_large(&file.path, file.size));
        if let Some(text) = &file.text {
            findings.extend(RULES.iter().flat_map(|rule| rule(&file.path, text)));
        }
    }
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    findings.extend(manifest::architecture_names_crates(&paths, text_of(files, "ARCHITECTURE.md")));
    findings.extend(thin::program_is_thin(files));
    findings.extend(fixtures::are_explained(&paths, text_of(files, fixtures::README)));
    findings.extend(names::are_unique(files));
    findings.extend(names::are_explained(files));
    findings
}

/// An absent file reads as an empty one: whatever it should have said is then missing.
fn text_of<'a>(files: &'a [File], path: &str) -> &'a str {
    files.iter().find(|file| file.path == path).and_then(|file| file.text.as_deref()).unwrap_or("")
}

const MAX_FILE_BYTES: usize = 300_000;

fn not_too_large(path: &str, size: usize) -> Option<Finding> {
    let message = format!("{size} bytes; files over {MAX_FILE_BYTES} stay out of the repository");
    (size > MAX_FILE_BYTES).then(|| Finding::new(path, 1, message))
}

/// Lines with their numbers.
fn numbered(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines())
}

/// The name of the crate if `path` is `crates/NAME/REST`, and the rest.
fn in_crate(path: &str) -> Option<(&str, &str)> {
    path.strip_prefix("crates/")?.split_once('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines that a rule finds fault with.
    pub(super) fn lines(findings: &[Finding]) -> Vec<usize> {
        findings.iter().map(|finding| finding.line).collect()
    }

    pub(super) fn file(path: &str, text: &str) -> File {
        File { path: path.to_owned(), size: text.len(), text: Some(text.to_owned()) }
    }

    #[test]
    fn finding_is_shown_with_path_and_line() {
        assert_eq!(Finding::new("a/b.rs", 7, "bad").to_string(), "a/b.rs:7: bad");
    }

    #[test]
    fn large_file_is_refused() {
        assert_eq!(not_too_large("a", MAX_FILE_BYTES), None);
        assert!(not_too_large("a", MAX_FILE_BYTES + 1).is_some());
    }

    #[test]
    fn tidy_tree_has_no_findings() {
        let files = [
            file("ARCHITECTURE.md", "`uri` comes first.\n"),
            file("crates/uri/Cargo.toml", "[dependencies]\n"),
            file("crates/uri/src/lib.rs", "//! URIs.\n"),
            file("fixtures/README.md", "`one.warc`: one record.\n"),
            file("fixtures/one.warc", "WARC/1.0\r\n"),
        ];
        assert_eq!(check(&files), []);
    }

    #[test]
    fn every_kind_of_rule_is_applied() {
        let files = [
            file("crates/uri/Cargo.toml", "[dependencies]\nidna = \"1\"\n"),
            file("crates/uri/src/lib.rs", "mod x; \n"),
            file("fixtures/one.warc", "WARC/1.0\r\n"),
            file("crates/uri/src/parts.rs", "//! Parts.\npub struct Parts;\npub struct Parts;\n"),
        ];
        let shown: Vec<String> = check(&files).iter().map(Finding::to_string).collect();
        for expected in [
            "crates/uri/Cargo.toml:2: `idna` has no comment with the reason above it",
            "crates/uri/src/lib.rs:1: does not open with a `//!` module doc",
            "crates/uri/src/lib.rs:1: trailing whitespace",
            "ARCHITECTURE.md:1: does not name the crate `uri`",
            "fixtures/one.warc:1: not explained in fixtures/README.md",
            "crates/uri/src/parts.rs:2: `Parts` is not in docs/GLOSSARY.md",
            "crates/uri/src/parts.rs:3: `Parts` is also a type in crates/uri/src/parts.rs: give it a name that \
             says of what",
        ] {
            assert!(shown.iter().any(|line| line == expected), "{expected} not in {shown:#?}");
        }
    }
}
