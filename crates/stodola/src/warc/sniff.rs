//! Says what a file looks like that is no archive, so that its owner knows what to do next.

use crate::lang;
use std::path::Path;
use stodola_warc::Wrapping;

/// What a file is packed in that must be unpacked before it can be read, in one line; `None` for
/// anything else, and for what cannot be opened.
pub(crate) fn wrapping_of(path: &Path) -> Option<String> {
    Some(describe_wrapping(Wrapping::of_file(path).ok()??))
}

/// One line about a packing.
pub(crate) fn describe_wrapping(wrapping: Wrapping) -> String {
    let czech = match wrapping {
        Wrapping::Lz4 => "LZ4; nejprve jej rozbalte, například příkazem 'lz4 -d'",
        Wrapping::Wacz => {
            "WACZ, tedy soubor ZIP s archivy; nejprve jej rozbalte, například příkazem 'unzip', nebo jej \
             přidejte do archivu příkazem 'stodola archive add --copy'"
        }
        _ => "soubor ZIP; nejprve jej rozbalte",
    };
    lang::pick(format!("looks like {wrapping}"), format!("vypadá jako {czech}"))
}

/// One line about the first bytes of a file.
pub(crate) fn describe(head: &[u8]) -> String {
    if head.is_empty() {
        return lang::pick("the file is empty", "soubor je prázdný").to_owned();
    }
    if let Some(wrapping) = Wrapping::of(head) {
        return describe_wrapping(wrapping);
    }
    for (magic, english, czech) in KNOWN {
        if head.starts_with(magic) {
            return lang::pick(format!("looks like {english}"), format!("vypadá jako {czech}"));
        }
    }
    if head.get(257..262) == Some(b"ustar") {
        return lang::pick("looks like a tar file", "vypadá jako soubor tar").to_owned();
    }
    if head.iter().all(|b| *b == 0) {
        return lang::pick("begins with NUL bytes only", "začíná samými nulami").to_owned();
    }
    let start = head.trim_ascii_start();
    if start.starts_with(b"{") {
        return lang::pick("looks like JSON", "vypadá jako JSON").to_owned();
    }
    if starts_like_html(start) {
        return lang::pick("looks like an HTML page", "vypadá jako stránka HTML").to_owned();
    }
    if head.iter().all(|b| *b >= 0x20 || matches!(b, b'\n' | b'\r' | b'\t')) {
        let line = head.split(|b| matches!(b, b'\n' | b'\r')).find(|l| !l.is_empty());
        let line = String::from_utf8_lossy(line.unwrap_or_default());
        let line: String = line.chars().take(40).collect();
        return lang::pick(
            format!("looks like text: '{line}'"),
            format!("vypadá jako text: „{line}“"),
        );
    }
    let bytes = head[..head.len().min(8)].escape_ascii();
    lang::pick(format!("begins with '{bytes}'"), format!("začíná „{bytes}“"))
}

fn starts_like_html(start: &[u8]) -> bool {
    let head = start[..start.len().min(16)].to_ascii_lowercase();
    head.starts_with(b"<html") || head.starts_with(b"<!doctype html")
}

const KNOWN: [(&[u8], &str, &str); 15] = [
    (b" CDX ", "a CDX index, not the archive it points to", "rejstřík CDX, ne archiv"),
    (b"!meta ", "an index of a WACZ file", "rejstřík souboru WACZ"),
    (b"BZh", "bzip2; unpack it first", "bzip2; nejprve jej rozbalte"),
    (b"\xfd7zXZ\0", "xz; unpack it first", "xz; nejprve jej rozbalte"),
    (b"7z\xbc\xaf", "7-Zip; unpack it first", "7-Zip; nejprve jej rozbalte"),
    (b"\x1f\x8b", "gzip, but no archive is inside", "gzip, ale archiv v něm není"),
    (b"\x28\xb5\x2f\xfd", "zstd, but no archive is inside", "zstd, ale archiv v něm není"),
    (b"%PDF", "PDF", "PDF"),
    (b"<?xml", "XML", "XML"),
    (b"\x7fELF", "a program", "program"),
    (b"\x89PNG", "a PNG image", "obrázek PNG"),
    (b"\xff\xd8\xff", "a JPEG image", "obrázek JPEG"),
    (b"GIF8", "a GIF image", "obrázek GIF"),
    (b"SQLite format 3", "an SQLite database", "databáze SQLite"),
    (b"WARC-", "WARC fields without the version line before them", "pole WARC bez řádku s verzí"),
];
