//! `collections.toml`, read again when somebody has changed it.

use super::definition::{CollectionDefinition, DefinitionProblem};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

/// The name of the file in the archive folder.
const FILE: &str = "collections.toml";
/// Bytes of the file at most.
const MAX_BYTES: u64 = 1 << 20;

/// Errors from reading the definitions of collections.
#[derive(Debug, thiserror::Error)]
pub enum CollectionFileError {
    /// The file could not be read.
    #[error("cannot read '{}': {error}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: io::Error,
    },
    /// The file is larger than 1 MiB.
    #[error("'{}' is larger than 1 MiB", .path.display())]
    Large {
        /// The file.
        path: PathBuf,
    },
    /// A definition in it is wrong.
    #[error("'{}': {problem}", .path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: DefinitionProblem,
    },
}

/// The file, and what stood in it when it was last read.
pub(super) struct DefinitionFile {
    path: PathBuf,
    loaded: Mutex<Option<Loaded>>,
}

struct Loaded {
    mark: FileMark,
    definitions: Arc<[Arc<CollectionDefinition>]>,
}

/// What is another one when the file was changed or replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileMark {
    length: u64,
    changed: Option<SystemTime>,
    file: u64,
}

impl DefinitionFile {
    pub(super) fn in_folder(archive: &Path) -> DefinitionFile {
        DefinitionFile { path: archive.join(FILE), loaded: Mutex::new(None) }
    }

    /// What the file says at this moment; nothing if there is none.
    pub(super) fn current(&self) -> Result<Arc<[Arc<CollectionDefinition>]>, CollectionFileError> {
        let failed = |error| CollectionFileError::Read { path: self.path.clone(), error };
        let mark = match self.path.metadata() {
            Ok(metadata) => FileMark::of(&metadata),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Arc::default()),
            Err(error) => return Err(failed(error)),
        };
        // What a thread that panicked left is as good as nothing.
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = loaded.as_ref().filter(|known| known.mark == mark) {
            return Ok(Arc::clone(&known.definitions));
        }
        *loaded = None;
        let mut text = String::new();
        let file = std::fs::File::open(&self.path).map_err(failed)?;
        file.take(MAX_BYTES + 1).read_to_string(&mut text).map_err(failed)?;
        if text.len() as u64 > MAX_BYTES {
            return Err(CollectionFileError::Large { path: self.path.clone() });
        }
        let definitions = CollectionDefinition::read_all(&text)
            .map_err(|problem| CollectionFileError::Wrong { path: self.path.clone(), problem })?;
        let definitions: Arc<[_]> = definitions.into_iter().map(Arc::new).collect();
        *loaded = Some(Loaded { mark, definitions: Arc::clone(&definitions) });
        Ok(definitions)
    }
}

impl FileMark {
    fn of(metadata: &std::fs::Metadata) -> FileMark {
        #[cfg(unix)]
        let file = std::os::unix::fs::MetadataExt::ino(metadata);
        #[cfg(not(unix))]
        let file = 0;
        FileMark { length: metadata.len(), changed: metadata.modified().ok(), file }
    }
}
