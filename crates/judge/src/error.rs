//! What is wrong with the data of a nation, and where.

use std::io;
use std::path::PathBuf;

/// Errors from opening a pack, a configuration or a database of countries.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No pack of this name is built in, and no folder is called so.
    #[error(
        "there is no pack '{name}': give the name of a built-in one ({built_in}) or a folder with a \
         pack.toml"
    )]
    NoPack {
        /// What was asked for.
        name: String,
        /// The names of the packs that are built in.
        built_in: String,
    },
    /// A file cannot be read.
    #[error("cannot read '{path}': {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file says something that cannot be.
    #[error("{path}:{line}: {problem}", path = path.display())]
    At {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        problem: String,
    },
    /// A database of countries is none, or is damaged.
    #[error("'{path}' cannot be used as a database of countries: {problem}; download it again")]
    Geo {
        /// The file.
        path: PathBuf,
        /// What the reader says.
        problem: String,
    },
}
