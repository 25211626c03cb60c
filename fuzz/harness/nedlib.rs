//! Any bytes may be an archive of NEDLIB pairs, or the metadata file of a pair: see `stodola_migrate::nedlib`.
//!
//! Each file of an archive is found exactly once, and damaged parts can be kept aside. What is read of metadata is as
//! found there, and the HTTP head is whole.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use stodola_migrate::nedlib::{
    Found, Item, MAX_METADATA, NedlibContent, ProblemReason, open_with_spool,
};
use stodola_warc::digest::Algorithm;
use stodola_warc::http::parse_response;

const BLOCK: usize = 512;

/// Deflate makes at most 258 bytes of two bits.
const SWELLS: u64 = 1032;

/// Reads a tar, packed with gzip or not. No byte of it belongs to two files.
///
/// The right checksum is put into each block that has `CHECKSUM` in its place, as no fuzzer would ever guess it.
pub(crate) fn tar(bytes: &[u8]) {
    let mut tar = bytes.to_vec();
    for block in tar.chunks_exact_mut(BLOCK) {
        if &block[148..156] == b"CHECKSUM" {
            block[148..156].fill(b' ');
            let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
            block[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        }
    }
    let folder = Folder::new();
    let (read, _) = check(&folder.write("2003-01-11.tar", &tar), &folder.0);
    if !tar.starts_with(b"\x1F\x8B") {
        assert!(read <= tar.len() as u64, "{read} bytes of {}", tar.len());
    }
}

/// Reads a zip. It gives no more bytes than deflate can make of its length.
pub(crate) fn zip(bytes: &[u8]) {
    let folder = Folder::new();
    let (read, _) = check(&folder.write("a.zip", bytes), &folder.0);
    assert!(read <= bytes.len() as u64 * SWELLS, "{read} bytes of {}", bytes.len());
}

/// Reads the metadata file of a pair.
pub(crate) fn metadata(bytes: &[u8]) {
    let folder = Folder::new();
    folder.write("0cc93ecc4cf14297fcef4795becba9d8", b"content");
    folder.write("0cc93ecc4cf14297fcef4795becba9d8.meta", bytes);
    let (_, is_source) = check(&folder.0, &folder.0);
    assert!(is_source, "two files of one name are a pair");
}

/// Reads a source to its end. Returns the number of bytes of all its files that could be read, and whether the path
/// was taken for a source at all.
fn check(path: &Path, spool: &Path) -> (u64, bool) {
    let source = open_with_spool(path, spool).expect("damage is not an error");
    let Some(source) = source else { return (0, false) };
    let (files, mut seen, mut bytes) = (source.files(), 0, 0);
    for found in source {
        match found {
            Found::Item(item) => {
                seen += 2;
                bytes += check_item(&item);
            }
            Found::Problem(problem) => {
                assert!(!problem.reason.to_string().is_empty());
                let read = problem.bytes.as_ref().map(read);
                if let ProblemReason::DamagedArchive(damage) = problem.reason {
                    assert_eq!(problem.bytes.is_some(), damage.len > 0);
                    assert!(
                        !matches!(read, Some(Err(_))),
                        "damaged bytes cannot be kept: {damage}"
                    );
                } else {
                    seen += 1;
                }
                bytes += read.and_then(Result::ok).map_or(0, |read| read.len() as u64);
            }
        }
    }
    assert_eq!(seen, files, "each file is found exactly once");
    (bytes, true)
}

fn check_item(item: &Item) -> u64 {
    let content = read(&item.content).expect("the content was read when the item was found");
    assert_eq!(content.len() as u64, item.content.len());
    assert_eq!(Algorithm::Md5.digest(&content), item.md5);
    assert!(item.metadata.len() as u64 <= MAX_METADATA);
    let is_said = |value: &[u8]| item.metadata.windows(value.len()).any(|window| window == value);
    assert!(!item.url.is_empty() && is_said(&item.url), "the URL is not as found");
    if let Some(ip) = &item.ip {
        assert!(!ip.is_empty() && is_said(ip), "the address is not as found");
    }
    assert_eq!(item.date.is_some(), item.date_source.is_some());
    if let Some(head) = &item.http_head {
        let parsed = parse_response(head).expect("the head is one of HTTP");
        assert!(parsed.complete, "the head does not end in a blank line");
        assert_eq!(parsed.head_len, head.len(), "something follows the head");
        let lines = head.split_inclusive(|byte| *byte == b'\n');
        assert!(lines.map(<[u8]>::trim_ascii).all(|line| line.is_empty() || is_said(line)));
    }
    (content.len() + item.metadata.len()) as u64
}

fn read(content: &NedlibContent) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    content.reader()?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A folder of its own, which is removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name =
            format!("stodola-{}-{}-{number}", module_path!().replace(':', "-"), std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("there is room for a temporary folder");
        Folder(folder)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, bytes).expect("the folder is ours");
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0); // a leftover harms nobody
    }
}
