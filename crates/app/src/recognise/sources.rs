//! The inputs that the user named: addresses, files, and the files of folders, in order.

use super::RecogniseError;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Maximum size of a list in bytes.
const MAX_LIST: u64 = 1 << 30;

/// An input.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Source {
    Address(String),
    File(PathBuf),
}

impl Source {
    /// The address of a page to be fetched; `None` if it is a file.
    pub(super) fn address(&self) -> Option<&str> {
        match self {
            Source::Address(address) => Some(address),
            Source::File(_) => None,
        }
    }

    /// Size of a file in bytes; `None` for a page to be fetched, whose size is not known.
    pub(super) fn size(&self) -> Option<u64> {
        match self {
            Source::Address(_) => None,
            Source::File(path) => path.metadata().ok().map(|it| it.len()),
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Sources {
    pub(super) items: Vec<Source>,
    /// Inputs that do not exist, with the reason.
    pub(super) missing: Vec<(String, io::Error)>,
}

impl Sources {
    pub(super) fn gather(
        inputs: &[String],
        list: Option<&Path>,
    ) -> Result<Sources, RecogniseError> {
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
            return Err(RecogniseError::NoInputs);
        }
        Ok(sources)
    }

    /// Size of all files in bytes; `None` if pages are to be fetched, whose size is not known.
    pub(super) fn size(&self) -> Option<u64> {
        self.items.iter().map(Source::size).sum()
    }

    /// Number of pages to be fetched.
    pub(super) fn addresses(&self) -> usize {
        self.items.iter().filter(|source| source.address().is_some()).count()
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
            Err(error) => self.missing.push((input.to_owned(), error)),
        }
    }

    /// Adds files in the order of their names. Symbolic links are not followed, so that there is an end.
    fn folder(&mut self, folder: &Path) {
        let mut entries: Vec<_> = match std::fs::read_dir(folder) {
            Ok(entries) => entries.flatten().collect(),
            Err(error) => {
                self.missing.push((folder.display().to_string(), error));
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

fn read_list(list: &Path) -> Result<Vec<String>, RecogniseError> {
    let source: Box<dyn Read> = match list == Path::new("-") {
        true => Box::new(std::io::stdin()),
        false => Box::new(
            std::fs::File::open(list)
                .map_err(|source| RecogniseError::List { path: list.to_owned(), source })?,
        ),
    };
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(BufReader::new(source.take(MAX_LIST)).lines()) {
        let line = line.map_err(|source| RecogniseError::ListLine {
            path: list.to_owned(),
            line: number,
            source,
        })?;
        let line = line.trim_start_matches('\u{feff}').trim();
        if !line.is_empty() && !line.starts_with('#') {
            lines.push(line.to_owned());
        }
    }
    Ok(lines)
}
