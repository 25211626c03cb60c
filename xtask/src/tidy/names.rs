//! Public types have one name for one meaning, and the glossary explains each of them.

use super::{Finding, in_crate, numbered};
use crate::tree::File;
use std::collections::{BTreeMap, BTreeSet};

/// Where the meanings stand.
const GLOSSARY: &str = "docs/GLOSSARY.md";

/// A public type: where it is defined, and its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PublicType<'a> {
    path: &'a str,
    line: usize,
    name: &'a str,
}

/// Refuses a public type whose name another public type of the workspace has.
pub(super) fn are_unique(files: &[File]) -> Vec<Finding> {
    let mut first: BTreeMap<&str, PublicType<'_>> = BTreeMap::new();
    let mut findings = Vec::new();
    for found in public_types(files) {
        if let Some(other) = first.get(found.name) {
            let message = format!(
                "`{}` is also a type in {}: give it a name that says of what",
                found.name, other.path
            );
            findings.push(Finding::new(found.path, found.line, message));
        } else {
            first.insert(found.name, found);
        }
    }
    findings
}

/// Refuses a public type that its crate's section of the glossary does not explain, and an entry of the glossary whose
/// type does not exist. Errors need no entry: they are named after what failed.
pub(super) fn are_explained(files: &[File]) -> Vec<Finding> {
    let sections = sections(super::text_of(files, GLOSSARY));
    let mut types: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut findings = Vec::new();
    for found in public_types(files) {
        let Some((crate_name, _)) = in_crate(found.path) else { continue };
        types.entry(crate_name).or_default().insert(found.name);
        let explained = sections.get(crate_name).is_some_and(|s| s.words.contains(found.name));
        if !explained && !found.name.ends_with("Error") {
            let message = format!("`{}` is not in {GLOSSARY}", found.name);
            findings.push(Finding::new(found.path, found.line, message));
        }
    }
    for (crate_name, section) in &sections {
        let known = |name: &str| types.get(crate_name).is_some_and(|types| types.contains(name));
        for &(line, name) in section.entries.iter().filter(|(_, name)| !known(name)) {
            let message = format!("the crate `{crate_name}` has no public type `{name}`");
            findings.push(Finding::new(GLOSSARY, line, message));
        }
    }
    findings
}

/// Returns the public types of all crates, without those of their tests, in the order of the files.
fn public_types(files: &[File]) -> impl Iterator<Item = PublicType<'_>> {
    files.iter().filter(|file| is_source(&file.path)).flat_map(|file| {
        let text = file.text.as_deref().unwrap_or("");
        // Unit tests stand last.
        let lines = numbered(text).take_while(|(_, line)| !line.starts_with("mod tests {"));
        lines.filter_map(|(line, content)| {
            Some(PublicType { path: &file.path, line, name: type_name(content)? })
        })
    })
}

fn is_source(path: &str) -> bool {
    in_crate(path).is_some_and(|(_, rest)| {
        rest.starts_with("src/")
            && rest.ends_with(".rs")
            && !rest.contains("/tests/")
            && !rest.ends_with("/tests.rs")
    })
}

/// Returns the name of the public type that this line of code defines, if it defines one. In a macro the name is a
/// variable, which is not seen.
fn type_name(line: &str) -> Option<&str> {
    let definition = line.trim_start().strip_prefix("pub ")?;
    let (keyword, rest) =
        definition.strip_prefix("unsafe ").unwrap_or(definition).split_once(' ')?;
    if !["struct", "enum", "union", "trait", "type"].contains(&keyword) {
        return None;
    }
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    Some(&rest[..end]).filter(|name| !name.is_empty())
}

/// What the glossary says of one crate.
#[derive(Debug, Default)]
struct Section<'a> {
    /// Every word in backticks, without the modules before it.
    words: BTreeSet<&'a str>,
    /// Number of the line and name of each entry: the types in the first column of a row, without types that only
    /// exist inside the crate.
    entries: Vec<(usize, &'a str)>,
}

/// Returns the sections whose heading is the name of a crate in backticks.
fn sections(glossary: &str) -> BTreeMap<&str, Section<'_>> {
    let mut sections: BTreeMap<&str, Section<'_>> = BTreeMap::new();
    let mut current = None;
    for (number, line) in numbered(glossary) {
        if let Some(heading) = line.strip_prefix("## ") {
            current = heading.strip_prefix('`').and_then(|name| name.strip_suffix('`'));
        } else if let Some(crate_name) = current {
            let section = sections.entry(crate_name).or_default();
            section.words.extend(words(line));
            if let Some(row) = line.strip_prefix('|') {
                let first = row.split('|').next().unwrap_or("");
                if !first.contains("(inside)") {
                    section.entries.extend(words(first).map(|name| (number, name)));
                }
            }
        }
    }
    sections
}

/// Returns the last part of each path in backticks; a group of modules such as `rule::…` has none.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.map(|path| path.rsplit("::").next().unwrap_or(path)).filter(|word| *word != "…")
}

#[cfg(test)]
mod tests {
    use super::super::tests::file;
    use super::*;

    fn shown(findings: &[Finding]) -> Vec<String> {
        findings.iter().map(Finding::to_string).collect()
    }

    #[test]
    fn each_kind_of_definition_is_seen() {
        for (line, name) in [
            ("pub struct Parts<'a> {", Some("Parts")),
            ("    pub enum Variant {", Some("Variant")),
            ("pub trait Keep: Send {", Some("Keep")),
            ("pub unsafe trait Raw {}", Some("Raw")),
            ("pub type SpotOf = fn(&[u8]) -> Spot;", Some("SpotOf")),
            ("pub struct Unit;", Some("Unit")),
            ("pub(crate) struct Inner {", None),
            ("struct Private;", None),
            ("pub fn structure() {}", None),
            ("/// pub struct Comment", None),
            ("pub use a::B;", None),
            ("    pub struct $name;", None),
        ] {
            assert_eq!(type_name(line), name, "{line}");
        }
    }

    #[test]
    fn second_type_of_a_name_is_found() {
        let files = [
            file("crates/a/src/lib.rs", "//! A.\npub struct Rule;\npub struct Own;\n"),
            file("crates/b/src/lib.rs", "//! B.\n\npub enum Rule {}\n"),
            file("crates/b/src/c.rs", "//! C.\npub struct Own;\n"),
        ];
        assert_eq!(
            shown(&are_unique(&files)),
            [
                "crates/b/src/lib.rs:3: `Rule` is also a type in crates/a/src/lib.rs: give it a name that says of what",
                "crates/b/src/c.rs:2: `Own` is also a type in crates/a/src/lib.rs: give it a name that says of what",
            ]
        );
    }

    #[test]
    fn types_of_tests_and_tools_may_have_any_name() {
        let rule = "pub struct Rule;\n";
        let files = [
            file("crates/a/src/lib.rs", rule),
            file("crates/a/src/b.rs", &format!("mod tests {{\n    {rule}}}\n")),
            file("crates/a/src/b/tests.rs", rule),
            file("crates/a/src/b/tests/c.rs", rule),
            file("crates/a/tests/d.rs", rule),
            file("xtask/src/main.rs", rule),
        ];
        assert_eq!(are_unique(&files), []);
    }

    #[test]
    fn type_without_meaning_and_meaning_without_type_are_found() {
        let glossary = "# Glossary\n| `Word` | of nothing |\n## `a`\n| `Rule`, `b::Gone` | a rule; gone |\n\
            | `Inner` (inside) | not public |\n| `c::…` | one for each: `Many` |\n## `b`\n| `Other` | of `b` |\n";
        let files = [
            file(GLOSSARY, glossary),
            file("crates/a/src/lib.rs", "pub struct Rule;\npub struct Many;\npub struct New;\n"),
            file("crates/b/src/lib.rs", "pub struct Other;\npub enum OtherError {}\n"),
            file("crates/c/src/lib.rs", "pub struct Unheard;\n"),
        ];
        assert_eq!(
            shown(&are_explained(&files)),
            [
                "crates/a/src/lib.rs:3: `New` is not in docs/GLOSSARY.md",
                "crates/c/src/lib.rs:1: `Unheard` is not in docs/GLOSSARY.md",
                "docs/GLOSSARY.md:4: the crate `a` has no public type `Gone`",
            ]
        );
    }
}
