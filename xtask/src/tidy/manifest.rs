//! Rules on the crates and what they may know of: the arrows between them, and a reason for
//! every dependency from outside.
//!
//! Manifests are scanned line by line. That is enough for the way ours are written, and a TOML
//! parser would be the only dependency of this program.

use super::{Finding, in_crate};

/// Which crates of the workspace a crate may depend on.
enum Arrows {
    Only(&'static [&'static str]),
    Any,
}

/// A new arrow is a decision about the shape of the program; it is taken here. Tests of a crate
/// (`dev-dependencies`) may look further.
const ARROWS: &[(&str, Arrows)] = &[
    ("uri", Arrows::Only(&[])),
    ("extract", Arrows::Only(&["uri"])),
    ("pdf", Arrows::Only(&[])),
    ("judge", Arrows::Only(&["uri", "extract"])),
    ("warc", Arrows::Only(&[])),
    ("durable", Arrows::Only(&[])),
    ("table", Arrows::Only(&["durable"])),
    ("simweb", Arrows::Only(&[])),
    ("fetch", Arrows::Only(&["uri", "warc"])),
    ("frontier", Arrows::Only(&["uri", "durable", "table"])),
    (
        "crawl",
        Arrows::Only(&["uri", "warc", "durable", "table", "frontier", "fetch", "extract", "judge"]),
    ),
    ("archive", Arrows::Only(&["uri", "warc", "durable", "table", "frontier"])),
    ("follow", Arrows::Only(&["warc", "durable", "extract", "archive"])),
    ("migrate", Arrows::Only(&["uri", "warc", "durable", "archive"])),
    ("access", Arrows::Only(&["uri", "durable"])),
    ("search", Arrows::Only(&["uri", "warc", "durable", "extract", "archive", "follow"])),
    ("map", Arrows::Only(&["uri", "warc", "durable", "table", "extract", "archive", "follow"])),
    ("pages", Arrows::Only(&["uri", "warc", "durable", "extract", "archive", "follow"])),
    ("replay", Arrows::Only(&["uri", "warc", "extract", "archive"])),
    ("work", Arrows::Only(&["durable"])),
    (
        "app",
        Arrows::Only(&[
            "uri", "warc", "durable", "extract", "judge", "fetch", "frontier", "crawl", "archive",
            "follow", "migrate", "access", "replay", "search", "map", "work",
        ]),
    ),
    (
        "server",
        Arrows::Only(&[
            "uri", "warc", "extract", "archive", "follow", "access", "replay", "search", "app",
            "text", "work",
        ]),
    ),
    // Turns what `app` and the crates below it return into words, for the program and for a server.
    (
        "text",
        Arrows::Only(&[
            "warc", "durable", "table", "extract", "judge", "fetch", "frontier", "crawl",
            "archive", "follow", "migrate", "access", "replay", "search", "map", "app", "work",
        ]),
    ),
    // Arguments of commands, as the program has them.
    ("commands", Arrows::Only(&["access", "crawl", "map", "app", "text", "terminal"])),
    ("terminal", Arrows::Only(&["frontier", "archive", "migrate", "app", "server", "text"])),
    ("stodola", Arrows::Any),
];

/// Dependencies that explain themselves.
const NO_REASON_NEEDED: &[&str] = &["anyhow", "thiserror"];

/// The packages of this workspace are named so.
const OWN_PREFIX: &str = "stodola-";

/// The crate whose manifest `path` is.
fn crate_of_manifest(path: &str) -> Option<&str> {
    in_crate(path).filter(|(_, rest)| *rest == "Cargo.toml").map(|(name, _)| name)
}

pub(super) fn arrows_hold(path: &str, text: &str) -> Vec<Finding> {
    let Some(name) = crate_of_manifest(path) else { return Vec::new() };
    let Some((_, arrows)) = ARROWS.iter().find(|(known, _)| *known == name) else {
        return vec![Finding::new(
            path,
            1,
            format!("`{name}` is missing from the table of arrows"),
        )];
    };
    let Arrows::Only(allowed) = arrows else { return Vec::new() };
    dependencies(text)
        .filter(|dependency| matches!(dependency.table, Table::Normal | Table::Build))
        .filter_map(|dependency| {
            let other = dependency.own_crate()?;
            (!allowed.contains(&other)).then(|| {
                let message = format!("`{name}` must not depend on `{other}`");
                Finding::new(path, dependency.line, message)
            })
        })
        .collect()
}

/// A dependency has a comment with the reason above it; lines that follow one another under one
/// comment share it.
pub(super) fn dependencies_have_reasons(path: &str, text: &str) -> Vec<Finding> {
    if crate_of_manifest(path).is_none() && path != "Cargo.toml" {
        return Vec::new();
    }
    dependencies(text)
        .filter(|dependency| matches!(dependency.table, Table::Normal | Table::Workspace))
        .filter(|dependency| dependency.own_crate().is_none())
        // Such a line only points to the workspace's manifest, where the reason stands.
        .filter(|dependency| !dependency.inherited)
        .filter(|dependency| !dependency.has_reason && !NO_REASON_NEEDED.contains(&dependency.name))
        .map(|dependency| {
            let message = format!("`{}` has no comment with the reason above it", dependency.name);
            Finding::new(path, dependency.line, message)
        })
        .collect()
}

/// The page for newcomers has a word on every crate.
pub(super) fn architecture_names_crates(paths: &[&str], architecture: &str) -> Vec<Finding> {
    paths
        .iter()
        .filter_map(|path| crate_of_manifest(path))
        .filter(|name| !architecture.contains(&format!("`{name}`")))
        .map(|name| Finding::new("ARCHITECTURE.md", 1, format!("does not name the crate `{name}`")))
        .collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Table {
    Normal,
    Build,
    Dev,
    Workspace,
}

impl Table {
    /// `[target.'cfg(unix)'.dependencies]` counts as `[dependencies]`.
    fn from_header(header: &str) -> Option<Table> {
        match header {
            "workspace.dependencies" => Some(Table::Workspace),
            _ => match header.rsplit('.').next()? {
                "dependencies" => Some(Table::Normal),
                "build-dependencies" => Some(Table::Build),
                "dev-dependencies" => Some(Table::Dev),
                _ => None,
            },
        }
    }
}

struct Dependency<'a> {
    name: &'a str,
    line: usize,
    table: Table,
    inherited: bool,
    has_reason: bool,
    /// The last part of `path = "…"`.
    folder: Option<&'a str>,
}

impl<'a> Dependency<'a> {
    /// The folder of the crate of this workspace that is meant, if it is one.
    fn own_crate(&self) -> Option<&'a str> {
        self.folder.or_else(|| self.name.strip_prefix(OWN_PREFIX))
    }
}

fn dependencies(text: &str) -> impl Iterator<Item = Dependency<'_>> {
    let mut table = None;
    let mut commented = false;
    let mut open_brackets = 0;
    (1..).zip(text.lines().map(str::trim)).filter_map(move |(line, content)| {
        let continues = open_brackets > 0;
        if !content.starts_with(['#', '[']) || continues {
            open_brackets += content.matches(['[', '{']).count();
            open_brackets = open_brackets.saturating_sub(content.matches([']', '}']).count());
        }
        if continues {
            return None;
        }
        if content.is_empty() {
            commented = false;
            return None;
        }
        if content.starts_with('#') {
            commented = true;
            return None;
        }
        if let Some(header) = content.strip_prefix('[') {
            let header = header.split(']').next().unwrap_or(header);
            let reason = std::mem::take(&mut commented);
            table = Table::from_header(header);
            // `[dependencies.NAME]`, with the details on the lines below.
            let (parent, name) = header.rsplit_once('.')?;
            let table = Table::from_header(parent).filter(|_| table.is_none())?;
            return Some(Dependency {
                name,
                line,
                table,
                inherited: false,
                has_reason: reason,
                folder: None,
            });
        }
        let (key, value) = content.split_once('=')?;
        let (name, inherited) = match key.trim().split_once('.') {
            Some((name, attribute)) => (name, attribute == "workspace"),
            None => (key.trim(), value.contains("workspace = true")),
        };
        let folder = value
            .split_once("path = \"")
            .and_then(|(_, rest)| rest.split('"').next())
            .and_then(|path| path.trim_end_matches('/').rsplit('/').next());
        table.map(|table| Dependency {
            name,
            line,
            table,
            inherited,
            has_reason: commented,
            folder,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::lines;
    use super::*;

    #[test]
    fn forbidden_arrow_is_found() {
        let text =
            "[package]\nname = \"stodola-uri\"\n\n[dependencies]\nstodola-warc.workspace = true\n";
        let findings = arrows_hold("crates/uri/Cargo.toml", text);
        assert_eq!(findings[0].message, "`uri` must not depend on `warc`");
        assert_eq!(lines(&findings), [5]);
        assert_eq!(arrows_hold("crates/stodola/Cargo.toml", text), []);
        assert_eq!(arrows_hold("fuzz/Cargo.toml", text), []);
    }

    #[test]
    fn arrow_cannot_hide() {
        for text in [
            "[dependencies]\nstodola-warc = { workspace = true }\n",
            "[dependencies]\nother = { package = \"stodola-warc\", path = \"../warc\" }\n",
            "[build-dependencies]\nstodola-warc.workspace = true\n",
            "[target.'cfg(unix)'.dependencies]\nstodola-warc.workspace = true\n",
            "# Why.\n[dependencies.stodola-warc]\n",
        ] {
            assert_eq!(lines(&arrows_hold("crates/uri/Cargo.toml", text)), [2], "{text}");
        }
        let text = "[dev-dependencies]\nstodola-warc.workspace = true\n";
        assert_eq!(arrows_hold("crates/uri/Cargo.toml", text), []);
    }

    #[test]
    fn crate_outside_the_table_is_found() {
        assert_eq!(lines(&arrows_hold("crates/unheard-of/Cargo.toml", "[dependencies]\n")), [1]);
    }

    #[test]
    fn dependency_without_reason_is_found() {
        let text = "[dependencies]\nidna = \"1\"\nanyhow = \"1\"\n\n\
                    # Sums.\nsha1 = \"1\"\nsha2 = \"1\"\n\npsl = \"2\"\n";
        assert_eq!(lines(&dependencies_have_reasons("crates/uri/Cargo.toml", text)), [2, 9]);
        assert_eq!(dependencies_have_reasons("fuzz/Cargo.toml", text), []);
    }

    #[test]
    fn comment_does_not_reach_into_the_next_table() {
        let text = "[package]\n# A name.\nname = \"x\"\n[dependencies]\nidna = \"1\"\n";
        assert_eq!(lines(&dependencies_have_reasons("crates/uri/Cargo.toml", text)), [5]);
    }

    #[test]
    fn reason_may_stand_in_the_manifest_of_the_workspace() {
        let member = "[dependencies]\nclap.workspace = true\nstodola-uri.workspace = true\n";
        assert_eq!(dependencies_have_reasons("crates/warc/Cargo.toml", member), []);
        let root =
            "[workspace.dependencies]\nclap = \"4\"\nstodola-uri = { path = \"crates/uri\" }\n";
        assert_eq!(lines(&dependencies_have_reasons("Cargo.toml", root)), [2]);
    }

    #[test]
    fn dependency_over_several_lines_counts_once() {
        let text = "[dependencies]\n# Arguments.\nclap = { version = \"4\", features = [\n  \"derive\",\n\
                    ] }\nidna = \"1\"\n\nhyper = { features = [\n  \"a\",\n] }\n";
        let found: Vec<_> =
            dependencies(text).map(|it| (it.name, it.line, it.has_reason)).collect();
        assert_eq!(found, [("clap", 3, true), ("idna", 6, true), ("hyper", 8, false)]);
    }

    #[test]
    fn crate_missing_from_architecture_is_found() {
        let paths = ["Cargo.toml", "crates/uri/Cargo.toml", "crates/warc/Cargo.toml"];
        let findings = architecture_names_crates(&paths, "Start with `uri`, then warc.");
        assert_eq!(findings.len(), 1);
        assert_eq!(findings[0].message, "does not name the crate `warc`");
    }
}
