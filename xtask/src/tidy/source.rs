//! Rules on Rust sources.

use super::{Finding, in_crate, numbered};

/// A module opens by saying what it is responsible for.
pub(super) fn opens_with_module_doc(path: &str, text: &str) -> Vec<Finding> {
    let in_crate_source = in_crate(path).is_some_and(|(_, rest)| rest.starts_with("src/"));
    let applies = path.ends_with(".rs") && (in_crate_source || path.starts_with("xtask/src/"));
    if applies && !text.starts_with("//!") {
        vec![Finding::new(path, 1, "does not open with a `//!` module doc")]
    } else {
        Vec::new()
    }
}

/// What must not stay in a finished change. A known gap is listed as data that must keep failing.
const LEFT_BEHIND: &[&str] = &[
    concat!("to", "do!("),
    concat!("unimpl", "emented!("),
    concat!("d", "bg!("),
    concat!("#[ig", "nore"),
    concat!("FIX", "ME"),
    concat!("XX", "X"),
];

pub(super) fn nothing_left_behind(path: &str, text: &str) -> Vec<Finding> {
    if !path.ends_with(".rs") {
        return Vec::new();
    }
    let mut findings = Vec::new();
    for (number, line) in numbered(text) {
        for mark in LEFT_BEHIND {
            if contains_word(line, mark) {
                findings.push(Finding::new(path, number, format!("`{mark}` was left behind")));
            }
        }
    }
    findings
}

/// Whether `word` occurs with no letter, digit or underscore glued to an end that is itself one.
fn contains_word(line: &str, word: &str) -> bool {
    let glues = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(word).any(|(start, _)| {
        let before = line[..start].chars().next_back().is_some_and(glues);
        let after = line[start + word.len()..].chars().next().is_some_and(glues);
        !(before && word.starts_with(glues) || after && word.ends_with(glues))
    })
}

const SLEEP: &str = concat!("thread::", "sleep");

/// Where the tests of a source begin. Tests are files in a `tests` folder or named so, and whatever
/// follows `#[cfg(test)]`, since unit tests stand last.
pub(super) fn first_line_of_tests(path: &str, text: &str) -> Option<usize> {
    let whole = path.contains("/tests/") || path.ends_with("/tests.rs");
    numbered(text)
        .find(|(_, line)| whole || line.trim_start().starts_with("#[cfg(test)]"))
        .map(|(number, _)| number)
}

/// A test that sleeps is slow on a good day and fails on a bad one; clocks are injected.
pub(super) fn tests_do_not_sleep(path: &str, text: &str) -> Vec<Finding> {
    if !path.ends_with(".rs") {
        return Vec::new();
    }
    let first = first_line_of_tests(path, text).unwrap_or(usize::MAX);
    numbered(text)
        .filter(|(number, line)| *number >= first && line.contains(SLEEP))
        .map(|(number, _)| Finding::new(path, number, "a test sleeps"))
        .collect()
}

const MAX_LINES: usize = 800;

pub(super) fn not_too_long(path: &str, text: &str) -> Vec<Finding> {
    let lines = text.lines().count();
    if path.ends_with(".rs") && lines > MAX_LINES {
        let message = format!("{lines} lines; a source file has at most {MAX_LINES}");
        vec![Finding::new(path, MAX_LINES + 1, message)]
    } else {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::lines;
    use super::*;

    #[test]
    fn module_without_doc_is_found() {
        assert_eq!(lines(&opens_with_module_doc("crates/uri/src/a.rs", "use x;\n")), [1]);
        assert_eq!(lines(&opens_with_module_doc("xtask/src/a.rs", "// no doc\n")), [1]);
        assert_eq!(opens_with_module_doc("crates/uri/src/a.rs", "//! A.\n"), []);
        assert_eq!(opens_with_module_doc("crates/uri/tests/a.rs", "use x;\n"), []);
        assert_eq!(opens_with_module_doc("fuzz/fuzz_targets/a.rs", "use x;\n"), []);
    }

    #[test]
    fn each_mark_left_behind_is_found() {
        for mark in LEFT_BEHIND {
            let text = format!("fn f() {{\n    {mark}\n}}\n");
            assert_eq!(lines(&nothing_left_behind("crates/uri/src/a.rs", &text)), [2], "{mark}");
            assert_eq!(nothing_left_behind("README.md", &text), []);
        }
    }

    #[test]
    fn longer_words_are_not_marks() {
        let text = format!(
            "let a = \"X{}\"; my_{}); a{}b\n",
            LEFT_BEHIND[5], LEFT_BEHIND[2], LEFT_BEHIND[4]
        );
        assert_eq!(nothing_left_behind("a.rs", &text), []);
    }

    #[test]
    fn sleeping_test_is_found() {
        let code = format!("fn wait() {{ std::{SLEEP}(D); }}\n");
        let unit = format!("{code}#[cfg(test)]\nmod tests {{\n    {code}}}\n");
        assert_eq!(lines(&tests_do_not_sleep("crates/uri/src/a.rs", &unit)), [4]);
        assert_eq!(lines(&tests_do_not_sleep("crates/uri/tests/a.rs", &code)), [1]);
        assert_eq!(lines(&tests_do_not_sleep("crates/uri/src/tests.rs", &code)), [1]);
        assert_eq!(tests_do_not_sleep("crates/uri/src/a.rs", &code), []);
    }

    #[test]
    fn long_source_is_found() {
        assert_eq!(not_too_long("a.rs", &"\n".repeat(MAX_LINES)), []);
        assert_eq!(lines(&not_too_long("a.rs", &"\n".repeat(MAX_LINES + 1))), [MAX_LINES + 1]);
        assert_eq!(not_too_long("a.md", &"\n".repeat(MAX_LINES + 1)), []);
    }
}
