//! Packs that come with the program.

use std::io;
use std::path::Path;

use crate::error::Error;

/// Names of the built-in packs that have all data.
pub const BUILT_IN: &[&str] = &["cz", "sk"];

/// Names of the examples: packs with the published rule of a nation and little else.
pub const EXAMPLES: &[&str] = &["pt", "th", "gr", "au", "dk"];

/// The files of a pack: name and content.
pub(super) type Files = &'static [(&'static str, &'static str)];

macro_rules! files {
    ($folder:literal: $($name:literal),+) => {
        &[$(($name, include_str!(concat!("../../../../packs/", $folder, "/", $name)))),+]
    };
}

/// A pack with all lists.
macro_rules! full {
    ($folder:literal) => {
        files!(
            $folder: "pack.toml",
            "words.txt",
            "places.txt",
            "names.txt",
            "sites.txt",
            "forbidden-words.txt",
            "forbidden-links.txt",
            "vulgar-words.txt",
            "pornographic-words.txt",
            "racist-words.txt",
            "offensive-sites.txt",
            "url-words.txt"
        )
    };
}

pub(super) fn files(name: &str) -> Option<Files> {
    Some(match name {
        "cz" => full!("cz"),
        "sk" => full!("sk"),
        "pt" => files!("examples/pt": "pack.toml"),
        "th" => files!("examples/th": "pack.toml"),
        "gr" => files!("examples/gr": "pack.toml", "names.txt"),
        "au" => files!("examples/au": "pack.toml"),
        "dk" => files!("examples/dk": "pack.toml", "places.txt"),
        _ => return None,
    })
}

pub(super) fn read(files: Files, path: &Path) -> Result<String, Error> {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    match files.iter().find(|(known, _)| *known == name) {
        Some((_, text)) => Ok((*text).to_owned()),
        None => Err(Error::Read { path: path.to_owned(), source: io::ErrorKind::NotFound.into() }),
    }
}
