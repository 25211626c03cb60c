//! The payloads of files that are not finished yet.
//!
//! A file of 1 GB may have a million payloads, so only the latest of each file are in memory. From [`IN_MEMORY`] on,
//! they are written to sorted runs in a folder of their own, with one byte each left in memory. The folder is of no use
//! after a crash: the sink finishes the file, which is then read. So it is emptied whenever the index is opened.

use crate::dedup::{DedupError, Payload};
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use stodola_table::{RunKind, Runs, Spot, TableError};

/// Number of payloads of one file in memory from which on they are written to disk.
const IN_MEMORY: usize = 1 << 14;
/// A payload and the offset of its record, as numbers with the highest byte first: `sha256 32 | length 8 | offset 8`.
type Entry = [u8; 48];
/// Number of bytes of a payload in an entry.
const KEY: usize = 40;

/// Where the payloads of unfinished files are.
pub(super) struct Unfinished {
    /// Folder for runs. It exists only if there are some.
    folder: PathBuf,
    in_memory: usize,
    files: HashMap<Arc<str>, Stored>,
    /// Number of the next folder of a file.
    next: u64,
}

#[derive(Default)]
struct Stored {
    latest: HashMap<Payload, u64>,
    earlier: Option<Earlier>,
}

/// Payloads of a file that are on disk, in a folder of their own.
struct Earlier {
    runs: Runs<48>,
    folder: PathBuf,
}

impl Unfinished {
    /// Removes what an earlier process left in the folder.
    pub(super) fn open(folder: PathBuf) -> Result<Unfinished, DedupError> {
        Unfinished::with(folder, IN_MEMORY)
    }

    fn with(folder: PathBuf, in_memory: usize) -> Result<Unfinished, DedupError> {
        remove_folder(folder.clone())?;
        Ok(Unfinished { folder, in_memory, files: HashMap::new(), next: 0 })
    }

    /// Returns the file and the offset of a payload; `None` if no unfinished file has it.
    pub(super) fn find(&self, payload: &Payload) -> Result<Option<(Arc<str>, u64)>, DedupError> {
        for (file, stored) in &self.files {
            if let Some(offset) = stored.find(payload)? {
                return Ok(Some((Arc::clone(file), offset)));
            }
        }
        Ok(None)
    }

    /// Records where a payload is. If the others cannot be written to disk, they stay in memory until the next attempt.
    pub(super) fn insert(&mut self, payload: Payload, file: &str, offset: u64) {
        if !self.files.contains_key(file) {
            self.files.insert(file.into(), Stored::default());
        }
        let Some(stored) = self.files.get_mut(file) else { return };
        stored.latest.insert(payload, offset);
        if stored.latest.len().is_multiple_of(self.in_memory) {
            let folder = self.folder.join(format!("{:08}", self.next));
            self.next += 1;
            // No payload is lost if this fails: they stay in memory, and are written when there are more.
            if stored.write_latest(folder).is_ok() {
                stored.latest = HashMap::new();
            }
        }
    }

    /// Forgets a payload that cannot be read where it was said to be.
    pub(super) fn forget(&mut self, payload: &Payload, file: &str) {
        if let Some(stored) = self.files.get_mut(file) {
            stored.latest.remove(payload);
        }
    }

    /// Returns all payloads of a file, each with the offset of its record.
    pub(super) fn of_file(&self, file: &str) -> Result<Vec<(Payload, u64)>, DedupError> {
        let Some(stored) = self.files.get(file) else { return Ok(Vec::new()) };
        let latest = stored.latest.iter().map(|(payload, &offset)| Ok((*payload, offset)));
        let runs = stored.earlier.iter().flat_map(|earlier| earlier.runs.iter());
        let earlier = runs.flat_map(|run| run.scan(&[], [0; 48])).map(|entry| Ok(parts(&entry?)));
        let found = latest.chain(earlier).collect::<Result<_, TableError>>();
        Ok(found?)
    }

    /// Forgets a file, and removes what is on disk about it.
    pub(super) fn remove(&mut self, file: &str) -> Result<(), DedupError> {
        let Some(Stored { earlier: Some(mut earlier), .. }) = self.files.remove(file) else {
            return Ok(());
        };
        // Whether a merge failed does not matter any more, but no thread may write to the folder now.
        let _ = earlier.runs.settle();
        drop(earlier.runs);
        remove_folder(earlier.folder)
    }
}

impl Stored {
    fn find(&self, payload: &Payload) -> Result<Option<u64>, TableError> {
        if let Some(&offset) = self.latest.get(payload) {
            return Ok(Some(offset));
        }
        let Some(earlier) = &self.earlier else { return Ok(None) };
        let wanted = entry(payload, 0);
        // The latest run comes first: a payload that could not be read is there again.
        let runs = earlier.runs.iter().rev().filter(|run| run.may_hold(spot_of(&wanted)));
        for run in runs {
            if let Some(found) = run.scan(&wanted[..KEY], wanted).next() {
                return Ok(Some(parts(&found?).1));
            }
        }
        Ok(None)
    }

    /// Writes the payloads in memory to a run, in the folder that the file has, or else in this new one.
    fn write_latest(&mut self, folder: PathBuf) -> Result<(), TableError> {
        let earlier = match &mut self.earlier {
            Some(earlier) => earlier,
            none => none.insert(Earlier::create(folder)?),
        };
        let mut entries: Vec<Entry> =
            self.latest.iter().map(|(payload, &offset)| entry(payload, offset)).collect();
        entries.sort_unstable();
        earlier.runs.add(entries.len() as u64, entries.into_iter())?;
        // Merged runs are not needed after a crash either.
        earlier.runs.remove_superseded()
    }
}

impl Earlier {
    fn create(folder: PathBuf) -> Result<Earlier, TableError> {
        let created = fs::create_dir_all(&folder);
        created.map_err(|error| TableError::Io { what: "create", path: folder.clone(), error })?;
        let kind = RunKind {
            name: "payloads",
            spot_of: Some(spot_of),
            keep: Arc::new(|_: &Entry| true),
            key: KEY,
        };
        Ok(Earlier { runs: Runs::open(&folder, kind, &[])?, folder })
    }
}

/// Removes a folder that may not be there: whoever clears the index removes all its folders.
fn remove_folder(folder: PathBuf) -> Result<(), DedupError> {
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(DedupError::Io { what: "remove", path: folder, error })
        }
        _ => Ok(()),
    }
}

fn entry(payload: &Payload, offset: u64) -> Entry {
    let mut entry = [0; 48];
    entry[..32].copy_from_slice(&payload.sha256);
    entry[32..KEY].copy_from_slice(&payload.length.to_be_bytes());
    entry[KEY..].copy_from_slice(&offset.to_be_bytes());
    entry
}

fn parts(entry: &Entry) -> (Payload, u64) {
    let mut sha256 = [0; 32];
    sha256.copy_from_slice(&entry[..32]);
    (Payload { sha256, length: word(entry, 32) }, word(entry, KEY))
}

/// A SHA-256 is as random as any hash of it, so its own bits are used, but not the first, which sort the table.
fn spot_of(entry: &Entry) -> Spot {
    Spot { block: word(entry, 16), bits: word(entry, 8) }
}

fn word(entry: &Entry, at: usize) -> u64 {
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&entry[at..at + 8]);
    u64::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sha2::{Digest as _, Sha256};
    use std::path::Path;

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let name = format!("stodola-unfinished-{name}-{}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).unwrap();
            Folder(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn payload(number: u64) -> Payload {
        Payload { sha256: Sha256::digest(number.to_be_bytes()).into(), length: number }
    }

    fn is_empty(folder: &Path) -> bool {
        fs::read_dir(folder).map_or(true, |mut items| items.next().is_none())
    }

    #[test]
    fn payloads_are_found_in_memory_and_on_disk_until_their_file_is_removed() {
        let work = Folder::new("found");
        let folder = work.0.join("unfinished");
        fs::create_dir_all(folder.join("left by a crash")).unwrap();
        let mut unfinished = Unfinished::with(folder.clone(), 10).unwrap();
        assert!(is_empty(&folder));
        let name = |number: u64| if number.is_multiple_of(3) { "a" } else { "b" };
        for number in 0..500 {
            unfinished.insert(payload(number), name(number), number * 7);
            for known in [0, number / 2, number] {
                let found = unfinished.find(&payload(known)).unwrap();
                assert_eq!(found, Some((name(known).into(), known * 7)));
            }
        }
        assert!(unfinished.files.values().all(|stored| stored.latest.len() < 10));
        assert_eq!(unfinished.find(&payload(500)).unwrap(), None);
        let mut of_a = unfinished.of_file("a").unwrap();
        of_a.sort_unstable_by_key(|(_, offset)| *offset);
        let wanted: Vec<_> = (0..500).step_by(3).map(|n| (payload(n), n * 7)).collect();
        assert_eq!(of_a, wanted);
        assert_eq!(unfinished.of_file("c").unwrap(), []);
        unfinished.remove("a").unwrap();
        assert_eq!(unfinished.find(&payload(0)).unwrap(), None);
        assert_eq!(unfinished.find(&payload(1)).unwrap(), Some(("b".into(), 7)));
        unfinished.remove("b").unwrap();
        assert!(is_empty(&folder));
    }

    #[test]
    fn payload_that_is_stored_again_is_found_at_its_new_place() {
        let work = Folder::new("again");
        let mut unfinished = Unfinished::with(work.0.join("unfinished"), 4).unwrap();
        (0..40).for_each(|number| unfinished.insert(payload(number), "a", number));
        (0..20).for_each(|number| unfinished.insert(payload(number), "a", 100 + number));
        for number in 0..40 {
            let offset = if number < 20 { 100 + number } else { number };
            assert_eq!(unfinished.find(&payload(number)).unwrap(), Some(("a".into(), offset)));
        }
    }

    #[test]
    fn nothing_is_forgotten_while_the_disk_cannot_be_written() {
        let work = Folder::new("full");
        let folder = work.0.join("unfinished");
        let mut unfinished = Unfinished::with(folder.clone(), 4).unwrap();
        fs::write(&folder, b"a file where the folder should be").unwrap();
        (0..10).for_each(|number| unfinished.insert(payload(number), "a", number));
        assert_eq!(unfinished.of_file("a").unwrap().len(), 10);
        fs::remove_file(&folder).unwrap();
        (10..12).for_each(|number| unfinished.insert(payload(number), "a", number));
        assert!(!is_empty(&folder));
        assert_eq!(unfinished.of_file("a").unwrap().len(), 12);
    }
}
