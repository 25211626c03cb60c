//! Unpacks a gzip file into a file without a name.
//!
//! Pairs are read in the order of names, not in the order of the tar, so its members must be reached in any order; but
//! gzip can only be read from the start. The unpacked copy has no name in its folder: it disappears when the program
//! ends, also after a crash.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use flate2::bufread::MultiGzDecoder;

use super::content::invalid;
use super::{Damage, tar};

/// Bytes that are unpacked before it is decided whether to go on.
const LOOK: u64 = 64 << 20;

/// Bytes that a tar may unpack to in any case; more are allowed up to a multiple of its size.
const MAX_FREE: u64 = 1 << 30;
const MAX_RATIO: u64 = 200;

/// An unpacked tar.
pub(super) struct Unpacked {
    pub(super) file: File,
    pub(super) len: u64,
    /// Where the gzip file is damaged or cut; `None` if it is whole.
    pub(super) damage: Option<Damage>,
}

/// Returns whether a gzip file may begin with these bytes.
pub(super) fn is_gzip(head: &[u8]) -> bool {
    head.starts_with(b"\x1F\x8B\x08")
}

/// Unpacks a tar. `None` if it is not a tar, or if `promising`, which gets the file so far and its length, says that it
/// is of no use.
pub(super) fn unpack(
    packed: &File,
    packed_len: u64,
    folder: &Path,
    promising: impl FnOnce(&mut File, u64) -> io::Result<bool>,
) -> io::Result<Option<Unpacked>> {
    let mut decoder = MultiGzDecoder::new(BufReader::with_capacity(64 * 1024, packed));
    let mut first = Vec::new();
    // Whatever goes wrong so early, it is no tar.
    let header = decoder.by_ref().take(tar::BLOCK).read_to_end(&mut first);
    if header.is_err() || !tar::is_start(&first) {
        return Ok(None);
    }
    let mut file = nameless_file(folder)?;
    file.write_all(&first)?;
    let mut len = first.len() as u64;
    let mut damage = copy(&mut decoder, &mut file, &mut len, LOOK)?;
    file.seek(SeekFrom::Start(0))?;
    if !promising(&mut file, len)? {
        return Ok(None);
    }
    file.seek(SeekFrom::Start(len))?;
    if damage.is_none() && len >= LOOK {
        let most = MAX_FREE.max(packed_len.saturating_mul(MAX_RATIO));
        damage = copy(&mut decoder, &mut file, &mut len, most)?;
        if len >= most {
            return Err(invalid("unpacks to more than 200 times its size"));
        }
    }
    Ok(Some(Unpacked { file, len, damage }))
}

/// Copies until the end, until there are `most` bytes, or until the packed bytes are damaged.
fn copy(
    decoder: &mut impl Read,
    file: &mut File,
    len: &mut u64,
    most: u64,
) -> io::Result<Option<Damage>> {
    let mut buffer = vec![0; 64 * 1024];
    while *len < most {
        match decoder.read(&mut buffer) {
            Ok(0) => return Ok(None),
            Ok(count) => {
                file.write_all(&buffer[..count])?;
                *len += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            Err(_) => {
                let what = "the gzip file is cut, or something else follows it";
                return Ok(Some(Damage { offset: *len, len: 0, what }));
            }
        }
    }
    Ok(None)
}

fn nameless_file(folder: &Path) -> io::Result<File> {
    static COUNTER: AtomicU64 = AtomicU64::new(0);
    loop {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!("stodola-spool-{}-{number}", std::process::id()));
        match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
            Ok(file) => {
                fs::remove_file(&path)?;
                return Ok(file);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => (),
            Err(error) => return Err(error),
        }
    }
}
