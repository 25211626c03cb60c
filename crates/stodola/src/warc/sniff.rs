//! Says what a file looks like that is no archive, so that its owner knows what to do next.

use crate::lang;

/// One line about the first bytes of a file.
pub(crate) fn describe(head: &[u8]) -> String {
    if head.is_empty() {
        return lang::pick("the file is empty", "soubor je prázdný").to_owned();
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
        return lang::pick("starts with NUL bytes only", "začíná samými nulami").to_owned();
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
    lang::pick(format!("starts with '{bytes}'"), format!("začíná „{bytes}“"))
}

fn starts_like_html(start: &[u8]) -> bool {
    let head = start[..start.len().min(16)].to_ascii_lowercase();
    head.starts_with(b"<html") || head.starts_with(b"<!doctype html")
}

const KNOWN: [(&[u8], &str, &str); 17] = [
    (b" CDX ", "a CDX index, not the archive it points to", "rejstřík CDX, ne archiv"),
    (b"!meta ", "an index of a WACZ file", "rejstřík souboru WACZ"),
    (b"BZh", "bzip2; unpack it first", "bzip2; nejprve jej rozbalte"),
    (b"\x04\x22\x4d\x18", "LZ4; unpack it first", "LZ4; nejprve jej rozbalte"),
    (b"\xfd7zXZ\0", "xz; unpack it first", "xz; nejprve jej rozbalte"),
    (b"7z\xbc\xaf", "7-Zip; unpack it first", "7-Zip; nejprve jej rozbalte"),
    (
        b"PK\x03\x04",
        "ZIP (a WACZ is one); unpack it first",
        "ZIP (také WACZ); nejprve jej rozbalte",
    ),
    (b"\x1f\x8b", "gzip, but no archive is inside", "gzip, ale archiv v něm není"),
    (b"\x28\xb5\x2f\xfd", "zstd, but no archive is inside", "zstd, ale archiv v něm není"),
    (b"%PDF", "PDF", "PDF"),
    (b"<?xml", "XML", "XML"),
    (b"\x7fELF", "a program", "program"),
    (b"\x89PNG", "a PNG image", "obrázek PNG"),
    (b"\xff\xd8\xff", "a JPEG image", "obrázek JPEG"),
    (b"GIF8", "a GIF image", "obrázek GIF"),
    (b"SQLite format 3", "an SQLite database", "databáze SQLite"),
    (b"WARC-", "WARC fields without a version line before them", "pole WARC bez řádku s verzí"),
];
