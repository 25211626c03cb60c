//! Lines have a limit, so that two files fit beside each other on a screen.

use super::{Finding, numbered};

/// Most characters of a line. Code that rustfmt can break stays below its own, smaller limit.
const MAX: usize = 120;

/// Refuses long lines in Markdown, Rust, TOML, Python and scripts, except for tables and, in Markdown, code blocks.
pub(super) fn short_enough(path: &str, text: &str) -> Vec<Finding> {
    if !applies(path, text) {
        return Vec::new();
    }
    let message = |length| format!("{length} characters; a line has at most {MAX}");
    long_lines(path, text)
        .into_iter()
        .map(|(number, length)| Finding::new(path, number, message(length)))
        .collect()
}

fn applies(path: &str, text: &str) -> bool {
    // Bytes from elsewhere, lists and patterns of packs, and what the programs in bench/ write.
    let is_foreign = path.starts_with("fuzz/corpus/")
        || path.starts_with("fixtures/")
        || path.ends_with("/pack.toml")
        || path == "bench/RESULTS.md";
    let is_code = [".rs", ".md", ".toml", ".py", ".sh"].iter().any(|ending| path.ends_with(ending));
    !is_foreign && (is_code || text.starts_with("#!")) || path == super::fixtures::README
}

/// Number and length of each line that is too long.
fn long_lines(path: &str, text: &str) -> Vec<(usize, usize)> {
    let is_markdown = path.ends_with(".md");
    let mut in_fence = false;
    let mut long = Vec::new();
    for (number, line) in numbered(text) {
        let content = line.trim_start_matches(['/', '!', ' ']);
        if is_markdown && content.starts_with("```") {
            in_fence = !in_fence;
        }
        let length = line.chars().count();
        // A row of a table cannot be broken; neither can a link or a path.
        let is_table =
            content.starts_with('|') && (is_markdown || line.trim_start().starts_with("//"));
        let is_one_word = !content.trim_end().contains(' ');
        if length > MAX && !in_fence && !is_table && !is_one_word {
            long.push((number, length));
        }
    }
    long
}

#[cfg(test)]
mod tests {
    use super::super::tests::lines;
    use super::*;

    fn words(length: usize) -> String {
        "ab ".repeat(length).chars().take(length).collect()
    }

    #[test]
    fn long_line_is_found() {
        let text = format!("{}\n{}\n{}\n", words(MAX), words(MAX + 1), "ž ".repeat(MAX / 2));
        for path in ["a.md", "a.rs", "a.toml", "bench/a.py", ".ci/a.sh", "fixtures/README.md"] {
            assert_eq!(lines(&short_enough(path, &text)), [2], "{path}");
        }
        assert_eq!(lines(&short_enough("test", &format!("#!/bin/sh\n{text}"))), [3]);
        for path in
            ["a.tsv", "Cargo.lock", "fixtures/a.md", "fuzz/corpus/uri/a.toml", "packs/x/pack.toml"]
        {
            assert_eq!(short_enough(path, &text), [], "{path}");
        }
    }

    #[test]
    fn what_cannot_be_broken_may_be_long() {
        let long = words(MAX);
        assert_eq!(short_enough("a.md", &format!("| {long} |\n```\n{long}{long}\n```\n")), []);
        assert_eq!(short_enough("a.rs", &format!("//! | {long} |\n")), []);
        assert_eq!(short_enough("a.md", &format!("https://example.org/{}\n", "x".repeat(MAX))), []);
        assert_eq!(lines(&short_enough("a.md", &format!("```\n```\n{long}{long}\n"))), [3]);
        assert_eq!(lines(&short_enough("a.rs", &format!("    || call({long})\n"))), [1]);
    }
}
