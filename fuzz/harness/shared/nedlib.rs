//! What every source of NEDLIB pairs promises, whatever its bytes. See `stodola_migrate::nedlib`.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use stodola_migrate::nedlib::{Content, Found, Item, MAX_METADATA, Reason, open_with_spool};
use stodola_warc::digest::Algorithm;
use stodola_warc::http::parse_response;

/// Reads a source to its end. Returns the number of bytes of all its files that could be read, and whether the path
/// was taken for a source at all.
pub(crate) fn check(path: &Path, spool: &Path) -> (u64, bool) {
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
                if let Reason::DamagedArchive(damage) = problem.reason {
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

fn read(content: &Content) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    content.reader()?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A folder of its own, which is removed when it is dropped.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name =
            format!("stodola-{}-{}-{number}", module_path!().replace(':', "-"), std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).expect("there is room for a temporary folder");
        Folder(folder)
    }

    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> PathBuf {
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
