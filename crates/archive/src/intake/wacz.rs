//! WACZ: a ZIP file with WARC files in its folder `archive`.
//!
//! Only these files are taken out; indexes and lists of pages are derived. Names come from outside, so only the last
//! part of each is used, and only if it is the name of an ARC or WARC file.

use super::{ADDED, IntakeError, place};
use crate::folder::Archive;
use crate::wacz::{self, WaczError, WaczMember};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Whether a file begins as a ZIP file does.
pub(super) fn is_zip(path: &Path) -> io::Result<bool> {
    wacz::is_zip(&mut File::open(path)?)
}

/// Whether the records of a WACZ file can be read where they lie.
pub(super) fn is_readable(path: &Path) -> Result<bool, IntakeError> {
    let stretches = File::open(path).map_err(WaczError::from).and_then(wacz::stretches);
    Ok(stretches.map_err(|error| failed(path, &error))?.is_some())
}

/// Unpacks the files of a WACZ into a folder of the archive with the same name, and returns their paths.
pub(super) fn unpack(archive: &Archive, path: &Path) -> Result<Vec<PathBuf>, IntakeError> {
    let opened = File::open(path).map_err(WaczError::from).and_then(wacz::open);
    let (mut zip, members) = opened.map_err(|error| failed(path, &error))?;
    let folder = path.file_stem().map(PathBuf::from).unwrap_or_default();
    let folder = archive.folder().join(ADDED).join(folder);
    let mut paths: Vec<PathBuf> = Vec::new();
    for WaczMember { name, index, size, .. } in members {
        let target = folder.join(name);
        // Checksums are compared at the end of an entry; a copy of a damaged entry gets no name.
        let mut fill = |out: &mut dyn Write| {
            let entry = zip.by_index(index).map_err(io::Error::other)?;
            // No more than the ZIP file says that there is: its packing was looked at.
            let mut entry = entry.take(size.saturating_add(1));
            if io::copy(&mut entry, out)? > size {
                return Err(io::Error::other("an entry is longer than the ZIP file says"));
            }
            Ok(())
        };
        place(&target, &mut fill, &mut |_, _| Ok(true))?;
        paths.push(target);
    }
    Ok(paths)
}

fn failed(path: &Path, error: &WaczError) -> IntakeError {
    IntakeError::Wacz { path: path.to_owned(), what: error.to_string() }
}
