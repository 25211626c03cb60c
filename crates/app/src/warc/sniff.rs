//! Recognises what a file is that is not an archive, so that its owner knows what to do next.

use stodola_warc::Wrapping;

/// What the first bytes of a file look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileLook {
    /// The file is empty.
    Empty,
    /// A packing that contains other files.
    Wrapped(Wrapping),
    /// A kind of file, one of [`KNOWN_LOOKS`].
    Known(&'static str),
    /// Text that begins with this line, cut after 40 characters.
    Text(String),
    /// Something else that begins with these bytes, escaped.
    Bytes(String),
}

/// Names of the kinds of files that are recognised.
pub const KNOWN_LOOKS: [&str; 19] = [
    "cdx",
    "wacz-index",
    "bzip2",
    "xz",
    "7zip",
    "gzip",
    "zstd",
    "pdf",
    "xml",
    "program",
    "png",
    "jpeg",
    "gif",
    "sqlite",
    "warc-fields",
    "tar",
    "nul",
    "json",
    "html",
];

const MAGIC: [(&[u8], &str); 15] = [
    (b" CDX ", "cdx"),
    (b"!meta ", "wacz-index"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"7z\xbc\xaf", "7zip"),
    (b"\x1f\x8b", "gzip"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"%PDF", "pdf"),
    (b"<?xml", "xml"),
    (b"\x7fELF", "program"),
    (b"\x89PNG", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"GIF8", "gif"),
    (b"SQLite format 3", "sqlite"),
    (b"WARC-", "warc-fields"),
];

impl FileLook {
    /// Decides by the first bytes of a file, up to 512.
    pub fn of(head: &[u8]) -> FileLook {
        if head.is_empty() {
            return FileLook::Empty;
        }
        if let Some(wrapping) = Wrapping::of(head) {
            return FileLook::Wrapped(wrapping);
        }
        if let Some((_, name)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
            return FileLook::Known(name);
        }
        let start = head.trim_ascii_start();
        if head.get(257..262) == Some(b"ustar") {
            return FileLook::Known("tar");
        }
        if head.iter().all(|b| *b == 0) {
            return FileLook::Known("nul");
        }
        if start.starts_with(b"{") {
            return FileLook::Known("json");
        }
        if starts_like_html(start) {
            return FileLook::Known("html");
        }
        if head.iter().all(|b| *b >= 0x20 || matches!(b, b'\n' | b'\r' | b'\t')) {
            let line = head.split(|b| matches!(b, b'\n' | b'\r')).find(|l| !l.is_empty());
            let line = String::from_utf8_lossy(line.unwrap_or_default());
            return FileLook::Text(line.chars().take(40).collect());
        }
        FileLook::Bytes(head[..head.len().min(8)].escape_ascii().to_string())
    }
}

fn starts_like_html(start: &[u8]) -> bool {
    let head = start[..start.len().min(16)].to_ascii_lowercase();
    head.starts_with(b"<html") || head.starts_with(b"<!doctype html")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_files_are_recognised_by_their_first_bytes() {
        for (head, expect) in [
            (&b""[..], FileLook::Empty),
            (b"\0\0\0", FileLook::Known("nul")),
            (b"  {\"a\":1}", FileLook::Known("json")),
            (b"\n<!DOCTYPE HTML>", FileLook::Known("html")),
            (b"PK\x03\x04", FileLook::Wrapped(Wrapping::Zip)),
            (b"Dear reader,\nhello", FileLook::Text("Dear reader,".to_owned())),
            (b"\x00\x01\x02", FileLook::Bytes("\\x00\\x01\\x02".to_owned())),
        ] {
            assert_eq!(FileLook::of(head), expect);
        }
        for (magic, name) in MAGIC {
            assert_eq!(FileLook::of(magic), FileLook::Known(name));
            assert!(KNOWN_LOOKS.contains(&name), "{name}");
        }
    }
}
