//! What the user named: addresses, files, and the files of folders, in order.

use anyhow::{Context, bail};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// A list longer than this is something else.
const MAX_LIST: u64 = 1 << 30;

/// Something to look at.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Source {
    Address(String),
    File(PathBuf),
}

#[derive(Debug, Default)]
pub(super) struct Sources {
    pub(super) items: Vec<Source>,
    /// What is not there, with the reason.
    pub(super) missing: Vec<(String, String)>,
}

impl Sources {
    pub(super) fn gather(inputs: &[String], list: Option<&Path>) -> anyhow::Result<Sources> {
        let mut sources = Sources::default();
        for input in inputs {
            sources.add(input);
        }
        if let Some(list) = list {
            for line in read_list(list)? {
                sources.add(&line);
            }
        }
        if sources.items.is_empty() && sources.missing.is_empty() {
            bail!("no inputs: the folders and lists are empty");
        }
        Ok(sources)
    }

    /// The bytes of all files; `None` if pages are to be fetched, whose size nobody knows.
    pub(super) fn size(&self) -> Option<u64> {
        self.items
            .iter()
            .map(|source| match source {
                Source::Address(_) => None,
                Source::File(path) => path.metadata().ok().map(|it| it.len()),
            })
            .sum()
    }

    fn add(&mut self, input: &str) {
        let is_address = ["http://", "https://"].iter().any(|scheme| {
            input.get(..scheme.len()).is_some_and(|it| it.eq_ignore_ascii_case(scheme))
        });
        if is_address {
            self.items.push(Source::Address(input.to_owned()));
            return;
        }
        let path = Path::new(input);
        match path.metadata() {
            Ok(metadata) if metadata.is_dir() => self.folder(path),
            Ok(_) => self.items.push(Source::File(path.to_owned())),
            Err(error) => self.missing.push((input.to_owned(), error.to_string())),
        }
    }

    /// Files in the order of their names. Links are not followed, so that there is an end.
    fn folder(&mut self, folder: &Path) {
        let mut entries: Vec<_> = match std::fs::read_dir(folder) {
            Ok(entries) => entries.flatten().collect(),
            Err(error) => {
                self.missing.push((folder.display().to_string(), error.to_string()));
                return;
            }
        };
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => self.folder(&entry.path()),
                Ok(kind) if kind.is_file() => self.items.push(Source::File(entry.path())),
                Ok(_) | Err(_) => {}
            }
        }
    }
}

fn read_list(list: &Path) -> anyhow::Result<Vec<String>> {
    let source: Box<dyn Read> = match list == Path::new("-") {
        true => Box::new(std::io::stdin()),
        false => Box::new(
            std::fs::File::open(list)
                .with_context(|| format!("cannot read the list '{}'", list.display()))?,
        ),
    };
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(BufReader::new(source.take(MAX_LIST)).lines()) {
        let line =
            line.with_context(|| format!("{}:{number}: the line is not UTF-8", list.display()))?;
        let line = line.trim_start_matches('\u{feff}').trim();
        if !line.is_empty() && !line.starts_with('#') {
            lines.push(line.to_owned());
        }
    }
    Ok(lines)
}
