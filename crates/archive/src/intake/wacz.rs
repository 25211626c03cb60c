//! WACZ: a ZIP file with WARC files in its folder `archive`.
//!
//! Only these files are taken out; indexes and lists of pages are derived. Names come from outside, so only the last
//! part of each is used, and only if it is the name of an ARC or WARC file.

use super::{ADDED, IntakeError, place};
use crate::folder::{Archive, is_of_records};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use zip::ZipArchive;

/// Whether a file begins as a ZIP file does.
pub(super) fn is_zip(path: &Path) -> io::Result<bool> {
    let mut head = [0; 4];
    match File::open(path).and_then(|mut file| file.read_exact(&mut head)) {
        Ok(()) => Ok(&head == b"PK\x03\x04"),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// Unpacks the files of a WACZ into a folder of the archive with the same name, and returns their paths.
pub(super) fn unpack(archive: &Archive, path: &Path) -> Result<Vec<PathBuf>, IntakeError> {
    let failed = |what: &dyn std::fmt::Display| IntakeError::Wacz {
        path: path.to_owned(),
        what: what.to_string(),
    };
    let file = File::open(path).map_err(|error| failed(&error))?;
    let mut zip = ZipArchive::new(io::BufReader::new(file)).map_err(|error| failed(&error))?;
    let folder = path.file_stem().map(PathBuf::from).unwrap_or_default();
    let folder = archive.folder().join(ADDED).join(folder);
    let mut paths: Vec<PathBuf> = Vec::new();
    for index in 0..zip.len() {
        let entry = zip.by_index(index).map_err(|error| failed(&error))?;
        // A name that is not text is not the name of an ARC or WARC file.
        let Some(file) = entry.name().ok().and_then(|name| file_name(&name)) else { continue };
        drop(entry);
        let target = folder.join(file);
        if paths.contains(&target) {
            return Err(failed(&format!(
                "two entries are named '{file}'",
                file = target.display()
            )));
        }
        // Checksums are compared at the end of an entry; a copy of a damaged entry gets no name.
        let mut fill = |out: &mut dyn Write| {
            let mut entry = zip.by_index(index).map_err(io::Error::other)?;
            io::copy(&mut entry, out)?;
            Ok(())
        };
        place(&target, &mut fill, &mut |_, _| Ok(true))?;
        paths.push(target);
    }
    if paths.is_empty() {
        return Err(failed(&"its folder 'archive' contains no WARC or ARC file"));
    }
    Ok(paths)
}

/// Returns the file name of an entry that is an ARC or WARC file in the folder `archive`; `None` for other entries.
fn file_name(entry: &str) -> Option<String> {
    let name = entry.strip_prefix("archive/")?.rsplit('/').next()?;
    let is_safe = !name.starts_with('.') && !name.contains(['\\', '\n', '\r', '\t', '\0']);
    (is_safe && is_of_records(Path::new(name))).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn only_files_of_records_are_taken_and_never_a_path() {
        for (entry, name) in [
            ("archive/data.warc.gz", Some("data.warc.gz")),
            ("archive/a/b.warc", Some("b.warc")),
            ("archive/../../../etc/x.warc", Some("x.warc")),
            ("archive/..", None),
            ("archive/", None),
            ("archive/a\\b.warc", None),
            ("indexes/index.cdx.gz", None),
            ("data.warc.gz", None),
        ] {
            assert_eq!(file_name(entry).as_deref(), name, "{entry}");
        }
    }
}
