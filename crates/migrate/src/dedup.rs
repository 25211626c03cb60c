//! Decides which records of a file are not stored again.
//!
//! Decisions are made in the order of the sources, so that results do not depend on the number of threads: each file
//! waits for its turn to decide, and later for its turn to get its name. What an earlier file of the run will store
//! counts as stored; if that file fails, the files that rely on it decide again.

use crate::damage::{DAMAGE, Survey};
use crate::file::MigrateError;
use crate::mapping;
use crate::pool::lock;
use crate::source::{Block, Original, SourceRecord};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, PoisonError};
use stodola_archive::{DedupError, DedupIndex, FileId, Payload, RecordPlace};
use stodola_warc::date::Timestamp;
use stodola_warc::{Header, Reader, Record, RecordType};

/// The folder of the index in the output folder.
pub const INDEX: &str = "dedup";
/// Bytes of the smallest payload that is shared; a reference needs more than smaller ones.
const LEAST: u64 = 256;

/// What was decided for the records of one file, by their number.
#[derive(Debug, Default)]
pub(crate) struct Decisions {
    originals: HashMap<usize, Original>,
    /// Payloads stored in full, by the number of their record.
    stored: Vec<(usize, Payload)>,
    /// Payloads of other files that are referred to, by the number of the revisit.
    referred: Vec<(usize, Payload)>,
    /// Numbers of the files of this run that must not fail.
    depends_on: BTreeSet<usize>,
}

impl Decisions {
    /// Returns the record that contains the payload of this one; `None` if this one stores it.
    pub(crate) fn original(&self, number: usize) -> Option<&Original> {
        self.originals.get(&number)
    }
}

/// A record that could be a revisit.
pub(crate) struct Candidate {
    number: usize,
    payload: Payload,
    original: Original,
}

/// The index, and what this run will add to it.
pub(crate) struct Dedup {
    folder: PathBuf,
    copies: usize,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    index: DedupIndex,
    /// Files in the index that are missing or have changed: nothing new refers to them.
    distrusted: HashSet<FileId>,
    /// Number of revisits whose original is in no file that the index knows.
    unresolved: u64,
    pending: HashMap<Payload, Vec<(usize, Original)>>,
    failed: BTreeSet<usize>,
    /// Files of this run that were lost and are now different from those in the index. Until the index is rebuilt,
    /// their pending entries say what they store.
    remade: BTreeSet<usize>,
    /// Number of the first file that has not decided yet.
    decided: usize,
    /// Number of the first file that has no name yet and has not failed.
    finished: usize,
}

impl Dedup {
    /// Opens the index of an output folder. `copies` is the number of files in which a payload is kept; `lost` are the
    /// results that are missing or have changed.
    pub(crate) fn open(folder: &Path, copies: usize, lost: &[&str]) -> Result<Dedup, DedupError> {
        let index = DedupIndex::open(&folder.join(INDEX))?;
        let distrusted = lost.iter().filter_map(|name| index.file_id(name)).collect();
        let state = State {
            index,
            distrusted,
            unresolved: 0,
            pending: HashMap::new(),
            failed: BTreeSet::new(),
            remade: BTreeSet::new(),
            decided: 0,
            finished: 0,
        };
        let folder = folder.to_owned();
        let state = Mutex::new(state);
        Ok(Dedup { folder, copies: copies.max(1), state, changed: Condvar::new() })
    }

    /// Decides for the file with this number. Waits until it is its turn.
    pub(crate) fn decide(
        &self,
        number: usize,
        name: &str,
        candidates: Vec<Candidate>,
    ) -> Result<Decisions, MigrateError> {
        let mut state = self.wait(|state| state.decided >= number);
        // Known already if the file was lost and is made again.
        let own = state.index.file_id(name);
        let mut decisions = Decisions::default();
        let mut here: HashMap<Payload, Original> = HashMap::new();
        for Candidate { number: record, payload, original } in candidates {
            if let Some(original) = here.get(&payload) {
                // Within the file: no dependence on another.
                decisions.originals.insert(record, original.clone());
                continue;
            }
            match self.known(&state, &payload, number, own)? {
                Some((original, job)) => {
                    decisions.depends_on.extend(job);
                    decisions.originals.insert(record, original);
                    decisions.referred.push((record, payload));
                }
                None => {
                    decisions.stored.push((record, payload));
                    here.insert(payload, original);
                }
            }
        }
        for (payload, original) in here {
            state.pending.entry(payload).or_default().push((number, original));
        }
        state.decided = state.decided.max(number + 1);
        drop(state);
        self.changed.notify_all();
        Ok(decisions)
    }

    /// Returns the first record that stores a payload; `None` if too few files store it.
    fn known(
        &self,
        state: &State,
        payload: &Payload,
        number: usize,
        own: Option<FileId>,
    ) -> Result<Option<(Original, Option<usize>)>, MigrateError> {
        let copies = state.index.lookup(payload)?;
        let mut committed: Vec<RecordPlace> = copies.map_or(Vec::new(), |c| c.iter().collect());
        if committed.iter().any(|place| Some(place.file) == own) {
            // Others refer to what the lost file had, so it gets it again.
            return Ok(None);
        }
        committed.retain(|place| !state.distrusted.contains(&place.file));
        let pending = state.pending.get(payload).map_or(&[][..], Vec::as_slice);
        let pending: Vec<_> = pending
            .iter()
            .filter(|(job, _)| *job != number && !state.failed.contains(job))
            .collect();
        if committed.len() + pending.len() < self.copies {
            return Ok(None);
        }
        if let Some(place) = committed.first() {
            return Ok(Some((self.original_at(state, *place)?, None)));
        }
        Ok(pending.first().map(|(job, original)| (original.clone(), Some(*job))))
    }

    fn original_at(&self, state: &State, place: RecordPlace) -> Result<Original, MigrateError> {
        let name = state.index.file_name(place.file).unwrap_or_default();
        let path = self.folder.join(name);
        let mut reader = Reader::open_at(&path, place.offset).map_err(MigrateError::Read)?;
        let record = reader.next_record().map_err(MigrateError::Read)?;
        let original = record.and_then(|record| {
            let header = record.warc()?;
            Some(Original {
                id: String::from_utf8(record.id()?.to_vec()).ok()?,
                uri: record.uri()?.to_vec(),
                date: String::from_utf8(header.get("WARC-Date")?.to_vec()).ok()?,
            })
        });
        original.ok_or(MigrateError::OriginalMissing { path, offset: place.offset })
    }

    /// Waits until the files before this one have their names. Returns false if the decisions are no longer valid.
    pub(crate) fn wait_to_finish(&self, number: usize, decisions: &Decisions) -> bool {
        let state = self.wait(|state| state.finished >= number);
        decisions.depends_on.is_disjoint(&state.failed)
    }

    /// Adds to the index what a file with its final name stores. `is_again` says that the index knows the file, and
    /// that it is the same to the byte.
    pub(crate) fn commit(
        &self,
        number: usize,
        name: &str,
        offsets: &[u64],
        decisions: &Decisions,
        is_again: bool,
    ) -> Result<(), MigrateError> {
        let mut state = lock(&self.state);
        if let Some(file) = state.index.file_id(name) {
            match is_again {
                true => _ = state.distrusted.remove(&file),
                // The index is made anew at the end of the run.
                false => _ = state.remade.insert(number),
            }
            return Ok(());
        }
        let at = |number: usize| offsets.get(number).copied().unwrap_or_default();
        let stored: Vec<_> = decisions.stored.iter().map(|(n, p)| (*p, at(*n))).collect();
        let mut references = Vec::new();
        for (number, payload) in &decisions.referred {
            if let Some(copies) = state.index.lookup(payload)? {
                references.push((at(*number), copies.first));
            }
        }
        state.index.commit_file(name, &stored, &references)?;
        Ok(())
    }

    /// Lets the next files continue, whether this one got its name, was done before, or has failed.
    pub(crate) fn finish(&self, number: usize, has_failed: bool) {
        let mut state = self.wait(|state| state.finished >= number);
        if has_failed {
            state.failed.insert(number);
        }
        if !state.remade.contains(&number) {
            for originals in state.pending.values_mut() {
                originals.retain(|(job, _)| *job != number);
            }
            state.pending.retain(|_, originals| !originals.is_empty());
        }
        state.decided = state.decided.max(number + 1);
        state.finished = state.finished.max(number + 1);
        drop(state);
        self.changed.notify_all();
    }

    fn wait(&self, is_ready: impl Fn(&State) -> bool) -> std::sync::MutexGuard<'_, State> {
        let mut state = lock(&self.state);
        while !is_ready(&state) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state
    }

    /// Adds a finished file that the index does not know, because the program was killed between the two steps.
    pub(crate) fn add_missing(&self, name: &str) -> Result<(), MigrateError> {
        if lock(&self.state).index.is_committed(name) {
            return Ok(());
        }
        let indexed = reindex(&self.folder.join(name)).map_err(MigrateError::Read)?;
        let mut state = lock(&self.state);
        let unresolved = add(&mut state.index, name, indexed)?;
        state.unresolved += unresolved;
        Ok(())
    }

    /// Returns the number of revisits whose original was in no file that the index knew when they were added.
    pub(crate) fn unresolved(&self) -> u64 {
        lock(&self.state).unresolved
    }
}

/// Adds a file to an index. Returns how many of its revisits refer to a payload that no file has.
fn add(index: &mut DedupIndex, name: &str, indexed: Indexed) -> Result<u64, DedupError> {
    let (stored, referred) = indexed;
    let own: HashSet<Payload> = stored.iter().map(|(payload, _)| *payload).collect();
    let mut references = Vec::new();
    let mut unresolved = 0;
    // A payload of the file itself goes with it.
    for (offset, payload) in referred.into_iter().filter(|(_, payload)| !own.contains(payload)) {
        match index.lookup(&payload)? {
            Some(copies) => references.push((offset, copies.first)),
            None => unresolved += 1,
        }
    }
    index.commit_file(name, &stored, &references)?;
    Ok(unresolved)
}

/// The file that says that the index of an output folder does not match its files and must be rebuilt.
const STALE: &str = "dedup.stale";

/// Marks the index as stale, before the files change. Does nothing if there is no index.
pub(crate) fn set_stale(folder: &Path) -> io::Result<()> {
    if !folder.join(INDEX).exists() {
        return Ok(());
    }
    stodola_durable::replace(&folder.join(STALE), b"").map_err(io::Error::other)
}

/// Returns whether the index must be rebuilt.
pub(crate) fn is_stale(folder: &Path) -> bool {
    folder.join(STALE).exists()
}

/// Rebuilds the index from results, in the given order. That must be the order in which they were first made, so that
/// the original of a revisit comes before it. Returns how many revisits refer to a payload that no file has.
pub(crate) fn rebuild(folder: &Path, results: &[&str]) -> Result<u64, RebuildError> {
    let [index, new, old] = ["", ".new", ".old"].map(|end| folder.join(format!("{INDEX}{end}")));
    let fail = |path: &Path| {
        let path = path.to_owned();
        move |error| RebuildError::Io { path: path.clone(), error }
    };
    // Whatever an interrupted run left.
    for path in [&new, &old] {
        remove_folder(path).map_err(fail(path))?;
    }
    let mut fresh = DedupIndex::open(&new)?;
    let mut unresolved = 0;
    for name in results {
        let path = folder.join(name);
        let indexed = reindex(&path).map_err(fail(&path))?;
        unresolved += add(&mut fresh, name, indexed)?;
    }
    drop(fresh);
    // Killed in between, there is no index: the marker stays, and the next run makes one.
    if index.exists() {
        stodola_durable::rename(&index, &old).map_err(|error| fail(&error.path)(error.source))?;
    }
    stodola_durable::rename(&new, &index).map_err(|error| fail(&error.path)(error.source))?;
    remove_folder(&old).map_err(fail(&old))?;
    let marker = folder.join(STALE);
    match fs::remove_file(&marker) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(fail(&marker)(error)),
        _ => Ok(unresolved),
    }
}

fn remove_folder(path: &Path) -> io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Errors of rebuilding the index of payloads.
#[derive(Debug, thiserror::Error)]
pub enum RebuildError {
    /// A file or folder cannot be read or written.
    #[error("'{}': {error}", path.display())]
    Io {
        /// Path of the file or folder.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The new index failed.
    #[error(transparent)]
    Dedup(#[from] DedupError),
}

/// Returns the records of a source that could be revisits.
pub(crate) fn candidates(path: &Path, source_name: &str) -> io::Result<Vec<Candidate>> {
    let mut reader = Reader::open(path)?;
    let mut found = Vec::new();
    let mut number = 0;
    let mut fallback = None;
    let mut survey = Survey::new(path);
    while let Some(record) = reader.next_record()? {
        let record = SourceRecord::read(record)?;
        survey.gaps(&reader.take_gaps())?;
        survey.record(record.place(number), &record.end);
        if number == 0 {
            fallback = record.arc_date();
        }
        let fallback = fallback.unwrap_or(Timestamp::from_unix_seconds(0));
        if let (Some(payload), Some(original)) =
            (payload_of(&record), record.identity(source_name, fallback))
        {
            found.push(Candidate { number, payload, original });
        }
        number += 1;
    }
    survey.gaps(&reader.take_gaps())?;
    // What is damaged is stored as it is, and nothing else depends on it.
    let damages = survey.finish(path.metadata()?.len());
    found.retain(|candidate| !damages.records.contains_key(&candidate.number));
    Ok(found)
}

/// Returns the payload of a record if it may be shared: a whole response, not chunked, not tiny. Payloads that do not
/// fit in memory are stored every time.
pub(crate) fn payload_of(record: &SourceRecord) -> Option<Payload> {
    let Block::Here(block) = &record.block else { return None };
    let body = &block[record.http_head?..];
    let length = body.len() as u64;
    if record.is_chunked || record.is_cut() || length < LEAST {
        return None;
    }
    Some(Payload { sha256: Sha256::digest(body).into(), length })
}

type Indexed = (Vec<(Payload, u64)>, Vec<(u64, Payload)>);

/// Returns what a finished result stores in full, and what it refers to.
fn reindex(path: &Path) -> io::Result<Indexed> {
    let mut reader = Reader::open(path)?;
    let (mut stored, mut referred) = (Vec::new(), Vec::new());
    while let Some(record) = reader.next_record()? {
        let offset = record.offset();
        let is_truncated = record
            .warc()
            .is_some_and(|h| h.get("WARC-Truncated").is_some() || h.get(DAMAGE).is_some());
        match record.kind() {
            RecordType::Revisit => {
                let payload = record.warc().and_then(revisit_payload);
                referred.extend(payload.map(|payload| (offset, payload)));
            }
            RecordType::Response if !is_truncated => {
                let record = SourceRecord::read(record)?;
                stored.extend(payload_of(&record).map(|payload| (payload, offset)));
            }
            _ => {}
        }
    }
    Ok((stored, referred))
}

/// Returns the payload of a revisit that deduplication has made; `None` for other records.
pub fn revisit_payload(header: &Header) -> Option<Payload> {
    let text = header.get(mapping::PAYLOAD_SHA256)?;
    let bytes = data_encoding::HEXLOWER.decode(text).ok()?;
    let length = std::str::from_utf8(header.get(mapping::PAYLOAD_LENGTH)?).ok()?.parse().ok()?;
    Some(Payload { sha256: bytes.try_into().ok()?, length })
}

/// Copies the payload of a stored response: the bytes after its HTTP head.
pub fn copy_stored_payload<R: Read>(
    record: &mut Record<'_, R>,
    out: &mut dyn io::Write,
) -> io::Result<u64> {
    let head = record.http()?.map_or(0, |info| info.head_len as u64);
    io::copy(&mut Read::take(&mut *record, head), &mut io::sink())?;
    io::copy(record, out)
}
