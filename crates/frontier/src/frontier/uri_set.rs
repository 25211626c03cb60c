//! Which URIs somebody has met already, exactly and on disk, for lists of any length: the seen-set of a frontier
//! without the frontier.

use super::error::{FrontierError, io_error};
use super::seen::{Seen, print};
use std::fs;
use std::path::{Path, PathBuf};

/// Number of URIs kept in memory: about 40 MB.
const RECENT: usize = 1 << 20;

/// A set of URIs in a folder of its own, which is removed with it.
pub struct UriSet {
    folder: PathBuf,
    seen: Seen,
}

impl UriSet {
    /// Creates an empty set in this folder. If there is one, a crash has left it, and it is removed.
    pub fn create(folder: &Path) -> Result<UriSet, FrontierError> {
        match fs::remove_dir_all(folder) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(io_error("remove", folder)(error));
            }
            _ => fs::create_dir_all(folder).map_err(io_error("create", folder))?,
        }
        Ok(UriSet { folder: folder.to_owned(), seen: Seen::open(folder, &[])? })
    }

    /// Adds a URI. Returns whether it was new.
    pub fn insert(&mut self, uri: &[u8]) -> Result<bool, FrontierError> {
        let is_new = self.seen.insert(print(&[uri]))?;
        if self.seen.recent() >= RECENT {
            self.seen.flush()?;
            // No checkpoint names them: what was merged is not needed any more.
            self.seen.runs().remove_superseded()?;
        }
        Ok(is_new)
    }
}

impl Drop for UriSet {
    fn drop(&mut self) {
        // A merge that still runs would write into the folder again. Its result is not needed.
        let _ = self.seen.runs().settle();
        // If it cannot be removed, the next set in this folder removes it.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_uri_is_new_once_in_memory_and_on_disk() {
        let folder = std::env::temp_dir().join(format!("stodola-uri-set-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("seen-00000000.run"), b"left by a crash").unwrap();
        let mut set = UriSet::create(&folder).unwrap();
        let uri = |at: u32| format!("http://h{}.cz/{at}", at % 97).into_bytes();
        for round in 0..4u32 {
            for at in 0..3000 {
                // Each round has the URIs of the round before, and as many new ones.
                let at = round * 1500 + at;
                let is_new = round == 0 || at >= (round - 1) * 1500 + 3000;
                assert_eq!(set.insert(&uri(at)).unwrap(), is_new, "{round} {at}");
                assert!(!set.insert(&uri(at)).unwrap());
            }
            set.seen.flush().unwrap();
            set.seen.runs().remove_superseded().unwrap();
        }
        drop(set);
        assert!(!folder.exists());
    }
}
