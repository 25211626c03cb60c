//! Errors in the data of a nation, with file and line.

use std::io;
use std::path::PathBuf;

/// Errors from opening a pack, a configuration or a database of countries.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is neither a built-in pack with this name nor a folder.
    #[error(
        "there is no pack '{name}': give the name of a built-in one ({built_in}) or a folder with a \
         pack.toml"
    )]
    NoPack {
        /// The name that was given.
        name: String,
        /// Names of the built-in packs.
        built_in: String,
    },
    /// A file cannot be read.
    #[error("cannot read '{path}': {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// A line of a file is not valid.
    #[error("{path}:{line}: {problem}", path = path.display())]
    At {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// The file is not a database of countries, or is damaged.
    #[error("'{path}' cannot be used as a database of countries: {problem}; download it again")]
    Geo {
        /// The file.
        path: PathBuf,
        /// The error of the database reader.
        problem: String,
    },
}
