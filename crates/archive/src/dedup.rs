//! The deduplication index: where each payload of the archive is stored.
//!
//! It answers two questions: is this payload already stored, and where; and which revisits depend on a file. Both
//! answers are derived from the WARC files, so a lost index costs only the time to build it again.
//!
//! # On disk
//!
//! ```text
//! lock                          who has the index open
//! log                           the latest commits, in the order they came
//! 0000000000-0000000417.run     all that files 0 to 417 brought, sorted
//! 0000000418-0000000502.run     ... and so on without a gap, up to the first file of the log
//! ```
//!
//! A commit is appended to the log and synced. When the log is full, its contents become a run and a
//! new log is begun; when four runs are about the same size, they become one. A run is written under
//! another name, synced and renamed. Names tell which files a run is about, so there is no list of
//! runs that could contradict them:
//!
//! | killed | left behind | then |
//! |---|---|---|
//! | during a commit | a part of it at the end of the log | it is cut off: the file is not committed |
//! | while writing a run | `*.new` | it is removed, the log or the old runs are still there |
//! | before the new log | a run, and a log about the same files | the log is replaced |
//! | before the old runs are removed | a run, and runs about parts of the same files | they are removed |
//!
//! # Why not a database
//!
//! Keys are SHA-256: of one width, evenly spread, never changed and never deleted. So a sorted file
//! with the first eight bytes of each page in memory finds any key with one read of 4 KiB, and an entry
//! takes 50 bytes all in all. fjall, the fastest store we know for such keys, was measured with the
//! same task (`bench/dedup`, 20 million payloads). Without second copies, names and references it has
//! at best a quarter of the look-ups per second of CPU time, and takes four times the memory and a
//! quarter more room on disk: too few look-ups, and too much memory.
//!
//! Sealing and merging happen inside [`DedupIndex::commit_file`], not in a thread: nothing is
//! shared, each step can be tested, and over the life of an index they cost microseconds per payload.
//! The price is a pause now and then: the more payloads, the rarer and the longer, up to a minute when
//! seventy million become one run on a slow disk.
//!
//! # Memory
//!
//! Filters take at most 100 MiB, one byte per payload; when there are more payloads, the oldest
//! and largest run does without and is read from disk instead. Fences take a tenth of a byte per
//! payload, the log twice its size (8 MiB), each file its name and some 100 bytes.

mod error;
mod folder;
mod log;
mod record;
mod run;
#[cfg(test)]
mod tests;

pub use error::DedupError;
pub use record::{Copies, FileId, Payload, RecordPlace, Reference};

use error::damaged;
use log::{Commit, Log};
use record::{ENTRY, KEY, REFERENCE, entry, key_of, payload_of, place_of};
use run::{Contents, FILTER_BYTES, Run};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stodola_durable::Lock;
use stodola_table::{Growth, Levels, Merge};

/// Number of attempts to read an index that changes while it is read.
const READ_TRIES: u32 = 5;
/// Maximum length of a file name in bytes: more than any file system allows, and short enough for an error message.
const NAME_MAX: usize = 1 << 16;

/// Settings of an index. The defaults are right unless memory is very short or the index very small.
#[derive(Clone, Copy, Debug)]
pub struct DedupOptions {
    /// Bytes of commits that are kept in memory and in the log before they become a run.
    pub log_bytes: u64,
}

impl Default for DedupOptions {
    /// A log of 8 MiB: about 170,000 payloads.
    fn default() -> DedupOptions {
        DedupOptions { log_bytes: 8 << 20 }
    }
}

/// The payload index of one archive. Any number of threads may look up while no thread commits.
pub struct DedupIndex {
    folder: PathBuf,
    options: DedupOptions,
    files: Vec<Committed>,
    ids: HashMap<Arc<str>, FileId>,
    /// The runs, ordered by the files they cover, without a gap.
    runs: Levels<Run>,
    recent: Recent,
    log: Log,
    /// Set after a failed write or sync: the content on disk is unknown until the index is opened again.
    is_doubtful: bool,
    /// Held while the index is open for writing; the system releases it when the process ends. `None` for readers.
    lock: Option<Lock>,
}

/// A committed file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Committed {
    name: Arc<str>,
    /// SHA-256 of everything that was committed, to see whether a second commit is identical.
    digest: [u8; 32],
}

/// The commits in the log, ready for look-ups.
#[derive(Default)]
struct Recent {
    entries: BTreeSet<[u8; ENTRY]>,
    references: Vec<[u8; REFERENCE]>,
    payloads: u64,
}

impl DedupIndex {
    /// Opens the index in a folder of its own, or creates it. Files that an interrupted process left unfinished are
    /// removed.
    pub fn open(folder: &Path) -> Result<DedupIndex, DedupError> {
        DedupIndex::open_with(folder, DedupOptions::default())
    }

    /// Opens an index for reading only. Needs no permission to write, and takes no lock: it may be used while another
    /// process commits, and shows what was committed until now.
    pub fn read(folder: &Path) -> Result<DedupIndex, DedupError> {
        for _ in 1..READ_TRIES {
            match DedupIndex::open_as(folder, DedupOptions::default(), None) {
                // The log may become a run while both are read.
                Err(DedupError::Damaged { .. } | DedupError::Io { .. }) => {}
                result => return result,
            }
        }
        DedupIndex::open_as(folder, DedupOptions::default(), None)
    }

    /// Same as [`DedupIndex::open`], with other options.
    pub fn open_with(folder: &Path, options: DedupOptions) -> Result<DedupIndex, DedupError> {
        stodola_durable::create_folders(folder)?;
        let lock = folder::lock(folder)?;
        DedupIndex::open_as(folder, options, Some(lock))
    }

    /// Opens the index. Without a lock, nothing on disk is changed.
    fn open_as(
        folder: &Path,
        options: DedupOptions,
        lock: Option<Lock>,
    ) -> Result<DedupIndex, DedupError> {
        let is_ours = lock.is_some();
        let (runs, mut files) = folder::open_runs(folder, is_ours)?;
        let next = files.len() as u32;
        let mut recent = Recent::default();
        let log = Log::open(folder, is_ours, |commit| {
            if commit.file >= next {
                recent.add(&commit);
                files.push(commit.committed);
            }
        })?;
        let log = match log {
            // The process was killed after it had turned the log into a run, before it had begun a new log.
            Some(log) if log.first < next && is_ours => Log::create(folder, next)?,
            Some(log) if log.first > next => {
                let what = format!("the run with files {next} to {} is missing", log.first - 1);
                return Err(damaged(folder, what));
            }
            Some(log) => log,
            None if runs.is_empty() && is_ours => Log::create(folder, 0)?,
            None => return Err(damaged(folder, "the log is missing")),
        };
        let ids: HashMap<_, _> =
            (0..).map(FileId).zip(&files).map(|(id, file)| (file.name.clone(), id)).collect();
        if ids.len() != files.len() {
            return Err(damaged(folder, "a file was committed twice"));
        }
        let folder = folder.to_owned();
        // An index gets hundreds of runs in its life, and filters spare most look-ups the disk: writing little matters
        // more than having few runs.
        let runs = Levels::new(Growth::FewWrites { new: options.log_bytes }, runs);
        let mut index =
            DedupIndex { folder, options, files, ids, runs, recent, log, is_doubtful: false, lock };
        index.keep_to_memory();
        Ok(index)
    }

    /// Whether the file with this name was committed. Names are paths relative to the archive.
    pub fn is_committed(&self, name: &str) -> bool {
        self.ids.contains_key(name)
    }

    /// Returns the number of a committed file; `None` if it was not committed.
    pub fn file_id(&self, name: &str) -> Option<FileId> {
        self.ids.get(name).copied()
    }

    /// Returns the name of a committed file; `None` if this index has no such number.
    pub fn file_name(&self, file: FileId) -> Option<&str> {
        self.files.get(file.0 as usize).map(|file| &*file.name)
    }

    /// Returns the names of all committed files, in order of commit.
    pub fn file_names(&self) -> Vec<String> {
        self.files.iter().map(|file| file.name.to_string()).collect()
    }

    /// Number of distinct payloads in the index.
    pub fn payloads(&self) -> u64 {
        self.runs.iter().map(|run| run.payloads).sum::<u64>() + self.recent.payloads
    }

    /// Returns where the payload is stored, in order of commit; `None` if it was never committed.
    pub fn lookup(&self, payload: &Payload) -> Result<Option<Copies>, DedupError> {
        // A payload that is too long for the index was never committed.
        payload.key().map_or(Ok(None), |key| self.copies(&key))
    }

    fn copies(&self, key: &[u8; KEY]) -> Result<Option<Copies>, DedupError> {
        let mut found: Option<Copies> = None;
        let mut note = |place| match &mut found {
            None => found = Some(Copies { first: place, second: None }),
            Some(copies) => copies.second = Some(place),
        };
        for entry in self.runs.iter().filter_map(|run| run.copies(key)).flatten() {
            note(place_of(&entry?));
        }
        self.recent.copies(key).for_each(|entry| note(place_of(entry)));
        Ok(found)
    }

    /// Adds what one finished file contains, all of it or nothing. Once this has returned, neither a kill nor a power
    /// cut can undo it; after an error or a kill the index holds either the whole commit or nothing of it.
    ///
    /// `stored` are the payloads that the file has in full, each with the offset of its record; `references` are its
    /// revisits, each with its offset and the place of the original in another file that was committed before. (A
    /// revisit of a record in the same file is not given: both are lost together.) For each payload the first two
    /// copies in different files are remembered.
    ///
    /// Committing the same content again changes nothing; committing other content under a known name is an error.
    pub fn commit_file(
        &mut self,
        name: &str,
        stored: &[(Payload, u64)],
        references: &[(u64, RecordPlace)],
    ) -> Result<FileId, DedupError> {
        if name.len() > NAME_MAX {
            return Err(DedupError::Name(name.len()));
        }
        let known = self.file_id(name);
        let file = known.unwrap_or(FileId(self.files.len() as u32));
        let mut entries = stored
            .iter()
            .map(|&(payload, offset)| entry(&payload, RecordPlace { file, offset }))
            .collect::<Result<Vec<_>, _>>()?;
        let mut references = references
            .iter()
            .map(|&(offset, original)| {
                if original.file >= file {
                    return Err(DedupError::UnknownFile(original.file));
                }
                Reference { revisit: RecordPlace { file, offset }, original }.to_bytes()
            })
            .collect::<Result<Vec<_>, _>>()?;
        entries.sort_unstable();
        references.sort_unstable();
        let digest = digest(&entries, &references);
        if known.is_some() {
            let is_same = self.files[file.0 as usize].digest == digest;
            return if is_same { Ok(file) } else { Err(DedupError::Differs(name.to_owned())) };
        }

        if self.lock.is_none() {
            return Err(DedupError::OnlyRead(self.folder.clone()));
        }
        if self.is_doubtful {
            return Err(DedupError::Doubtful(self.folder.clone()));
        }
        // Sealed before the commit, not after it: an error here then means that nothing was committed.
        self.seal_if_long()?;
        let (mut new_payloads, mut failed) = (0, None);
        entries.dedup_by(|next, first| key_of(next) == key_of(first));
        entries.retain(|entry| match self.copies(&key_of(entry)) {
            Ok(None) => {
                new_payloads += 1;
                true
            }
            Ok(Some(copies)) => copies.second.is_none(),
            Err(error) => {
                failed.get_or_insert(error);
                false
            }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        let committed = Committed { name: name.into(), digest };
        let commit = Commit { file: file.0, committed, new_payloads, entries, references };
        let appended = self.log.append(&commit);
        self.is_doubtful = appended.is_err();
        appended?;
        self.recent.add(&commit);
        self.ids.insert(commit.committed.name.clone(), file);
        self.files.push(commit.committed);
        Ok(file)
    }

    /// Turns the log into a run if it is long, so that what it holds leaves memory before the next commit. After an
    /// error all commits are safe on disk, but nothing more is committed until the index is opened again.
    pub fn seal_if_long(&mut self) -> Result<(), DedupError> {
        if self.log.length < self.options.log_bytes {
            return Ok(());
        }
        let sealed = self.seal();
        self.is_doubtful = sealed.is_err();
        sealed
    }

    /// Returns the revisits in other files whose original is in this file, in no particular order.
    pub fn dependents(&self, file: FileId) -> impl Iterator<Item = Result<Reference, DedupError>> {
        let prefix = file.0.to_be_bytes();
        let old = self.runs.iter().flat_map(move |run| run.references(&prefix));
        let recent = self.recent.references.iter().copied().map(Ok);
        old.chain(recent)
            .map(|bytes| bytes.map(|bytes| Reference::from_bytes(&bytes)))
            .filter(move |found| found.as_ref().map_or(true, |it| it.original.file == file))
    }

    /// Returns those of [`DedupIndex::dependents`] that lose their content if this file is lost, because no other file
    /// has a copy of it.
    ///
    /// The index is not sorted by file, so this reads all of it: seconds for 100 million payloads.
    pub fn losses(
        &self,
        file: FileId,
    ) -> Result<impl Iterator<Item = Result<Reference, DedupError>>, DedupError> {
        let mut safe = HashSet::new();
        let recent = self.recent.entries.iter().copied().map(Ok);
        for entry in self.runs.iter().flat_map(Run::entries).chain(recent) {
            let entry = entry?;
            let place = place_of(&entry);
            let has_other = |copies: Copies| copies.iter().any(|copy| copy.file != file);
            if place.file == file && self.lookup(&payload_of(&entry))?.is_some_and(has_other) {
                safe.insert(place.offset);
            }
        }
        Ok(self.dependents(file).filter(move |found| {
            found.as_ref().map_or(true, |it| !safe.contains(&it.original.offset))
        }))
    }

    /// Turns the log into a run, begins a new log, and merges runs if there are too many.
    fn seal(&mut self) -> Result<(), DedupError> {
        let first = self.log.first;
        self.recent.references.sort_unstable();
        let run = Run::create(
            &self.folder,
            Contents {
                first,
                files: &self.files[first as usize..],
                payloads: self.recent.payloads,
                expected: self.recent.entries.len() as u64,
                entries: self.recent.entries.iter().copied().map(Ok),
                references: self.recent.references.iter().copied().map(Ok),
            },
        )?;
        self.log = Log::create(&self.folder, self.files.len() as u32)?;
        self.runs.push(run);
        self.recent = Recent::default();
        self.keep_to_memory();
        while let Some(range) = self.runs.due() {
            self.merge(range)?;
        }
        Ok(())
    }

    /// Merges the runs in the range into one. The range must contain several.
    fn merge(&mut self, range: Range<usize>) -> Result<(), DedupError> {
        // The filter of the new run takes as much memory as those of the old runs together, so these are dropped
        // first. If the merge fails, the filters are missing: that is slower, not wrong.
        self.runs.iter_mut().skip(range.start).for_each(|run| run.filter = None);
        let old = self.runs.get(range.clone());
        let first = old.clone().map(|run| run.first).min().unwrap_or_default();
        let files: u32 = old.clone().map(|run| run.files).sum();
        let run = Run::create(
            &self.folder,
            Contents {
                first,
                files: &self.files[first as usize..][..files as usize],
                payloads: old.clone().map(|run| run.payloads).sum(),
                expected: old.clone().map(Run::entry_count).sum(),
                entries: Merge::new(old.clone().map(Run::entries)),
                references: Merge::new(old.map(|run| run.references(&[]))),
            },
        )?;
        for run in self.runs.replace(range, Some(run)) {
            // A file that cannot be removed now is removed when the index is opened next.
            let _ = fs::remove_file(run.path());
        }
        self.keep_to_memory();
        Ok(())
    }

    /// Drops filters that exceed the memory limit; the latest runs, which are the smallest, keep theirs.
    fn keep_to_memory(&mut self) {
        let mut bytes = 0;
        for run in self.runs.iter_mut().rev() {
            bytes += run.filter.as_ref().map_or(0, |filter| filter.bytes());
            if bytes > FILTER_BYTES {
                run.filter = None;
            }
        }
    }
}

impl Recent {
    fn add(&mut self, commit: &Commit) {
        self.entries.extend(&commit.entries);
        self.references.extend(&commit.references);
        self.payloads += commit.new_payloads;
    }

    fn copies(&self, key: &[u8; KEY]) -> impl Iterator<Item = &[u8; ENTRY]> {
        let mut least = [0; ENTRY];
        least[..KEY].copy_from_slice(key);
        self.entries.range(least..).take_while(move |entry| entry[..KEY] == least[..KEY])
    }
}

fn digest(entries: &[[u8; ENTRY]], references: &[[u8; REFERENCE]]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    hasher.update((entries.len() as u64).to_be_bytes());
    hasher.update(entries.as_flattened());
    hasher.update(references.as_flattened());
    hasher.finalize().into()
}
