//! Recognises files that contain archives but are not archives themselves.
//!
//! A WACZ is a ZIP file that contains the members of a WARC file unchanged, and LZ4 contains pieces of plain text: a
//! search for records would find some in both, and lose the others. So they are recognised first.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// A packing that must be undone before records can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wrapping {
    /// An LZ4 frame.
    Lz4,
    /// A ZIP file with WARC files and their indexes.
    Wacz,
    /// Any other ZIP file.
    Zip,
}

/// Bytes of a file that are needed to recognise it.
const HEAD: u64 = 512;
const LZ4: &[u8] = b"\x04\x22\x4d\x18";
const LZ4_LEGACY: &[u8] = b"\x02\x21\x4c\x18";
const ZIP: &[u8] = b"PK\x03\x04";
/// Offset of the length of the first name in a ZIP file, and of the name.
const ZIP_NAME_LENGTH: usize = 26;
const ZIP_NAME: usize = 30;
/// The beginnings of the names in a WACZ.
const WACZ_NAMES: [&[u8]; 5] = [b"archive/", b"datapackage", b"indexes/", b"pages/", b"logs/"];

impl Wrapping {
    /// Recognises a wrapping by the first bytes of a file, if possible 512. `None` if there is none.
    pub fn of(head: &[u8]) -> Option<Wrapping> {
        if head.starts_with(LZ4) || head.starts_with(LZ4_LEGACY) {
            return Some(Wrapping::Lz4);
        }
        if !head.starts_with(ZIP) {
            return None;
        }
        let is_wacz = || {
            let length = head.get(ZIP_NAME_LENGTH..ZIP_NAME_LENGTH + 2)?;
            let length = usize::from(u16::from_le_bytes([length[0], length[1]]));
            let name = head.get(ZIP_NAME..)?;
            let name = &name[..length.min(name.len())];
            Some(WACZ_NAMES.iter().any(|start| name.starts_with(start)))
        };
        Some(if is_wacz().unwrap_or(false) { Wrapping::Wacz } else { Wrapping::Zip })
    }

    /// Recognises a wrapping by the first bytes and the name of a file. `None` if there is none.
    pub fn of_named(head: &[u8], path: &Path) -> Option<Wrapping> {
        let is_named_wacz = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("wacz"));
        match Wrapping::of(head) {
            Some(Wrapping::Zip) if is_named_wacz => Some(Wrapping::Wacz),
            wrapping => wrapping,
        }
    }

    /// Opens a file and recognises a wrapping by its first bytes and its name. Not for pipes, whose bytes can be read
    /// only once.
    pub fn of_file(path: &Path) -> io::Result<Option<Wrapping>> {
        let mut head = Vec::new();
        File::open(path)?.take(HEAD).read_to_end(&mut head)?;
        Ok(Wrapping::of_named(&head, path))
    }
}

impl fmt::Display for Wrapping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Wrapping::Lz4 => "LZ4; unpack it first, for example with 'lz4 -d'",
            Wrapping::Wacz => {
                "a WACZ, a ZIP file with archives inside; unpack it first, for example with 'unzip', or \
                 add it to an archive with 'stodola archive add --copy'"
            }
            Wrapping::Zip => "a ZIP file; unpack it first",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn zip(name: &[u8]) -> Vec<u8> {
        let mut bytes = ZIP.to_vec();
        bytes.resize(ZIP_NAME, 0);
        bytes[ZIP_NAME_LENGTH] = name.len() as u8;
        bytes.extend_from_slice(name);
        bytes.extend_from_slice(b"archive/");
        bytes
    }

    #[test]
    fn packings_are_told_by_the_first_bytes() {
        assert_eq!(Wrapping::of(b"\x04\x22\x4d\x18\x64"), Some(Wrapping::Lz4));
        assert_eq!(Wrapping::of(b"\x02\x21\x4c\x18"), Some(Wrapping::Lz4));
        assert_eq!(Wrapping::of(&zip(b"archive/data.warc.gz")), Some(Wrapping::Wacz));
        assert_eq!(Wrapping::of(&zip(b"datapackage.json")), Some(Wrapping::Wacz));
        assert_eq!(Wrapping::of(&zip(b"word/document.xml")), Some(Wrapping::Zip));
        for cut in 4..ZIP_NAME {
            assert_eq!(Wrapping::of(&zip(b"archive/")[..cut]), Some(Wrapping::Zip));
        }
        for other in [&b"WARC/1.0\r\n"[..], b"", b"PK", b"\x1f\x8b\x08", b"filedesc:"] {
            assert_eq!(Wrapping::of(other), None);
        }
    }
}
