//! The program stays thin: arguments, calls and printing. What it can do is in the other crates, where a server and
//! tests can call it.

use super::{Finding, source};
use crate::tree::File;

/// Where the source of the program is.
const PROGRAM: &str = "crates/stodola/src/";
/// Most lines of it that are not tests.
const MAX_LINES: usize = 5_000;

pub(super) fn program_is_thin(files: &[File]) -> Option<Finding> {
    check(files, MAX_LINES)
}

fn check(files: &[File], limit: usize) -> Option<Finding> {
    let sources = files.iter().filter(|file| file.path.starts_with(PROGRAM));
    let sources = sources.filter(|file| file.path.ends_with(".rs"));
    let lines: usize =
        sources.filter_map(|file| Some(lines_without_tests(&file.path, file.text.as_ref()?))).sum();
    (lines > limit).then(|| {
        let message = format!("{lines} lines without tests; the program has at most {limit}");
        Finding::new(PROGRAM, 1, message)
    })
}

fn lines_without_tests(path: &str, text: &str) -> usize {
    source::first_line_of_tests(path, text).map_or_else(|| text.lines().count(), |first| first - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, text: &str) -> File {
        File { path: path.to_owned(), size: text.len(), text: Some(text.to_owned()) }
    }

    #[test]
    fn lines_of_the_program_are_counted_without_tests() {
        let files = [
            file("crates/stodola/src/main.rs", "//! A.\nfn main() {}\n#[cfg(test)]\nmod t {\n}\n"),
            file("crates/stodola/src/warc/ls.rs", "//! B.\n"),
            file("crates/stodola/src/warc/tests.rs", "//! C.\n\n\n"),
            file("crates/stodola/src/list.txt", "one\ntwo\n"),
            file("crates/stodola/tests/main.rs", "fn test() {}\n"),
            file("crates/app/src/lib.rs", "//! D.\n"),
        ];
        assert_eq!(check(&files, 3), None);
        let found = check(&files, 2).map(|finding| finding.to_string());
        let expected =
            "crates/stodola/src/:1: 3 lines without tests; the program has at most 2".to_owned();
        assert_eq!(found, Some(expected));
    }
}
