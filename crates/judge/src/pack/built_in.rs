//! Packs that come with the program.

use std::io;
use std::path::Path;

use crate::error::Error;

/// Names of the built-in packs.
pub const BUILT_IN: &[&str] = &["cz", "sk"];

/// The files of a pack: name and content.
pub(super) type Files = &'static [(&'static str, &'static str)];

macro_rules! files {
    ($name:literal) => {
        &[
            ("pack.toml", include_str!(concat!("../../../../packs/", $name, "/pack.toml"))),
            ("words.txt", include_str!(concat!("../../../../packs/", $name, "/words.txt"))),
            ("places.txt", include_str!(concat!("../../../../packs/", $name, "/places.txt"))),
            ("sites.txt", include_str!(concat!("../../../../packs/", $name, "/sites.txt"))),
            (
                "forbidden-words.txt",
                include_str!(concat!("../../../../packs/", $name, "/forbidden-words.txt")),
            ),
            (
                "forbidden-links.txt",
                include_str!(concat!("../../../../packs/", $name, "/forbidden-links.txt")),
            ),
        ]
    };
}

pub(super) fn files(name: &str) -> Option<Files> {
    match name {
        "cz" => Some(files!("cz")),
        "sk" => Some(files!("sk")),
        _ => None,
    }
}

pub(super) fn read(files: Files, path: &Path) -> Result<String, Error> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    match files.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => Ok((*text).to_owned()),
        None => Err(Error::Read { path: path.to_owned(), source: io::ErrorKind::NotFound.into() }),
    }
}
