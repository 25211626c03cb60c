//! The log: all events of a frontier, in order, in files that only grow.
//!
//! ```text
//! START.log   "stodola-log\n" 12 | version 4 | frames
//! frame       length of events 4 | CRC-32 of the rest of the frame 4 | time of commit, ms 8 | events
//! ```
//!
//! Numbers are big-endian; `START` is the place of the file's first byte, in 16 digits. A frame is there completely or
//! not at all: a torn one at the end is cut off when the log is opened. A file gets its header together with its first
//! frame; before that it is empty. Events wait in memory until [`Log::begin_commit`] hands them out as a [`Commit`],
//! which is written without blocking callers that add more. Events that wait can be read like the others.

mod stored;

pub(super) use stored::Stored;

use super::error::{FrontierError, damaged, io_error};
use super::event::{Decoded, Event, LogPlace, decode};
use crate::Time;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use stodola_durable::Appender;

const MAGIC: &[u8; 12] = b"stodola-log\n";
const VERSION: u32 = 4;
/// Version without URIs that were asked for anew.
const STANDINGS: u32 = 2;
/// Version without events of standings, which older programs can read.
const PLAIN: u32 = 1;
const FILE_HEADER: u64 = 16;
const FRAME_HEADER: u64 = 16;
/// Size in bytes at which a new file is begun. Small in tests, so that they see it happen.
const FILE_MAX: u64 = if cfg!(test) { 16 << 10 } else { 256 << 20 };
/// Bytes that are read at first of an event: most fit.
const FIRST_READ: usize = 512;
/// Maximum length of an event in bytes: a robots.txt of 500 KiB is the longest there is.
const EVENT_MAX: usize = 4 << 20;

#[derive(Clone, Debug)]
struct Segment {
    start: LogPlace,
    version: u32,
    file: Arc<File>,
    path: PathBuf,
}

#[derive(Debug)]
pub(super) struct Log {
    folder: PathBuf,
    segments: Vec<Segment>,
    /// The end of the last file.
    tail: Tail,
    /// Version of new files.
    version: u32,
    /// Events that no commit has taken yet, and the place of the first of them.
    pending: Vec<u8>,
    pending_start: LogPlace,
    /// Events that a commit has taken and not yet written.
    writing: Option<(LogPlace, Arc<Vec<u8>>)>,
    body: Vec<u8>,
    is_doubtful: bool,
}

/// The end of a file that frames are added to; `None` as long as it is empty. Shared with the commit under way.
type Tail = Arc<Mutex<Option<Appender>>>;

/// Events that were taken to be written to the log as one frame.
#[derive(Debug)]
pub struct Commit {
    segment: Segment,
    tail: Tail,
    start: LogPlace,
    time: Time,
    events: Arc<Vec<u8>>,
}

impl Commit {
    /// Writes the frame. When this returns, its events survive a power cut. If it fails, it is unknown whether they are
    /// on disk: [`Frontier::end_commit`](super::Frontier::end_commit) must be told.
    pub fn write(&self) -> Result<(), FrontierError> {
        let Segment { start, version, path, .. } = &self.segment;
        let mut tail = self.tail.lock().unwrap_or_else(PoisonError::into_inner);
        let mut frame = Vec::with_capacity(FRAME_HEADER as usize + self.events.len());
        frame.extend_from_slice(&(self.events.len() as u32).to_be_bytes());
        frame.extend_from_slice(&[0; 4]);
        frame.extend_from_slice(&self.time.millis().to_be_bytes());
        frame.extend_from_slice(&self.events);
        let sum = libdeflater::crc32(&frame[8..]);
        frame[4..8].copy_from_slice(&sum.to_be_bytes());
        let appender = match &mut *tail {
            Some(appender) => appender,
            none => {
                frame.splice(..0, file_header(*version));
                none.insert(Appender::at(path, 0)?)
            }
        };
        let end = self.start - start + FRAME_HEADER + self.events.len() as u64;
        if appender.length() + frame.len() as u64 != end {
            // A commit before this one was not written.
            return Err(FrontierError::Doubtful(path.clone()));
        }
        Ok(appender.append(&frame)?)
    }
}

impl Log {
    /// Opens the log, and calls `replay` with the time of commit, the place and the event for all events at `from` or
    /// behind. Events of standings may be added only if `has_standings`.
    pub(super) fn open(
        folder: &Path,
        from: LogPlace,
        has_standings: bool,
        mut replay: impl FnMut(Time, LogPlace, Event<'_>) -> Result<(), FrontierError>,
    ) -> Result<Log, FrontierError> {
        let segments = open_segments(folder, Access::Write)?;
        let version = if has_standings { STANDINGS } else { PLAIN };
        let version = segments.last().map_or(version, |last| last.version.max(version));
        let mut log = Log {
            folder: folder.to_owned(),
            segments,
            tail: Tail::default(),
            version,
            pending: Vec::new(),
            pending_start: 0,
            writing: None,
            body: Vec::new(),
            is_doubtful: false,
        };
        if log.segments.is_empty() {
            log.begin_file(0)?;
        }
        let mut end = 0;
        for (number, segment) in log.segments.iter().enumerate() {
            let next = log.segments.get(number + 1).map(|next| next.start);
            if next.is_some_and(|next| next <= from) {
                continue;
            }
            end = replay_segment(segment, next, from, &mut replay)?;
        }
        // A torn end is cut off. An empty file gets its header with its first frame.
        if let Some(Segment { start, file, path, .. }) = log.segments.last()
            && file.metadata().map_err(io_error("read", path))?.len() > 0
        {
            *log.tail.lock().unwrap_or_else(PoisonError::into_inner) =
                Some(Appender::at(path, end - start)?);
        }
        log.begin_pending(end)?;
        Ok(log)
    }

    /// Lets events of the newest version be added. Returns whether they can be added now: events that wait belong to an
    /// older file, so a commit has to take them first.
    pub(super) fn raise(&mut self) -> Result<bool, FrontierError> {
        self.version = VERSION;
        if self.pending.is_empty() {
            self.begin_pending(self.pending_start - FRAME_HEADER)?;
        }
        Ok(self.segments.last().is_some_and(|last| last.version == VERSION))
    }

    /// Adds an event; returns its place.
    pub(super) fn add(&mut self, event: &Event<'_>) -> LogPlace {
        let place = self.pending_start + self.pending.len() as u64;
        event.encode(place, &mut self.pending, &mut self.body);
        place
    }

    /// Number of bytes of events that wait for a commit.
    pub(super) fn pending_bytes(&self) -> usize {
        self.pending.len()
    }

    /// Place of the next event.
    pub(super) fn end(&self) -> LogPlace {
        self.pending_start + self.pending.len() as u64
    }

    /// Place behind the last frame, if no commit is under way.
    pub(super) fn committed_end(&self) -> LogPlace {
        let end = self.pending_start - FRAME_HEADER;
        // A file without frames is removed when the log is opened next.
        match self.segments.last() {
            Some(last) if end - last.start == FILE_HEADER => last.start,
            _ => end,
        }
    }

    /// Takes the events that wait. `None` if there are none, or if another commit has not ended yet.
    pub(super) fn begin_commit(&mut self, now: Time) -> Result<Option<Commit>, FrontierError> {
        if self.is_doubtful {
            return Err(FrontierError::Doubtful(self.folder.clone()));
        }
        let Some(segment) = self.segments.last().cloned() else { return Ok(None) };
        if self.pending.is_empty() || self.writing.is_some() {
            return Ok(None);
        }
        let events = Arc::new(std::mem::take(&mut self.pending));
        let first = self.pending_start;
        self.writing = Some((first, Arc::clone(&events)));
        let end = first + events.len() as u64;
        let commit = Commit {
            segment,
            tail: Arc::clone(&self.tail),
            start: first - FRAME_HEADER,
            time: now,
            events,
        };
        self.begin_pending(end)?;
        Ok(Some(commit))
    }

    /// Records whether the commit succeeded. After a failure nothing more can be committed.
    pub(super) fn end_commit(&mut self, written: bool) {
        if written {
            self.writing = None;
        } else {
            self.is_doubtful = true;
        }
    }

    /// Calls `use_it` with the event at this place.
    pub(super) fn read<T>(
        &self,
        place: LogPlace,
        use_it: impl FnOnce(Event<'_>) -> T,
    ) -> Result<T, FrontierError> {
        let wrong = || damaged(&self.folder, format!("no event can be read at place {place}"));
        let in_memory =
            |start: LogPlace, events: &Vec<u8>| -> Result<Option<usize>, FrontierError> {
                match place.checked_sub(start) {
                    Some(at) if at < events.len() as u64 => Ok(Some(at as usize)),
                    _ => Ok(None),
                }
            };
        if let Some(at) = in_memory(self.pending_start, &self.pending)? {
            return match decode(&self.pending[at..], place) {
                Decoded::Event(event, _) => Ok(use_it(event)),
                _ => Err(wrong()),
            };
        }
        if let Some((start, events)) = &self.writing
            && let Some(at) = in_memory(*start, events)?
        {
            return match decode(&events[at..], place) {
                Decoded::Event(event, _) => Ok(use_it(event)),
                _ => Err(wrong()),
            };
        }
        stored::read(&self.folder, &self.segments, place, use_it)
    }

    /// Returns the committed part of the log, to be read while events are added.
    pub(super) fn stored(&self) -> Stored {
        let end = match &self.writing {
            Some((start, _)) => *start - FRAME_HEADER,
            None => self.pending_start - FRAME_HEADER,
        };
        Stored::new(self.folder.clone(), self.segments.clone(), end)
    }

    /// Calls `use_it` with every event from the beginning, including those in memory.
    pub(super) fn read_all(
        &self,
        mut use_it: impl FnMut(Time, LogPlace, Event<'_>) -> Result<(), FrontierError>,
    ) -> Result<(), FrontierError> {
        self.stored().read_from(0, &mut use_it)?;
        let writing = self.writing.as_ref().map(|(start, events)| (*start, &**events));
        for (start, events) in writing.into_iter().chain([(self.pending_start, &self.pending)]) {
            each_event(events, start, |place, event| use_it(Time::ZERO, place, event))
                .map_err(|place| damaged(&self.folder, format!("no event at place {place}")))??;
        }
        Ok(())
    }

    /// Sets the place of the next frame: `end`, or the start of a new file if this one is full or has an older version.
    fn begin_pending(&mut self, end: LogPlace) -> Result<(), FrontierError> {
        let mut end = end;
        if self
            .segments
            .last()
            .is_some_and(|last| end - last.start >= FILE_MAX || last.version < self.version)
        {
            self.begin_file(end)?;
            end += FILE_HEADER;
        }
        self.pending_start = end + FRAME_HEADER;
        Ok(())
    }

    fn begin_file(&mut self, start: LogPlace) -> Result<(), FrontierError> {
        let path = self.folder.join(format!("{start:016}.log"));
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(true)
            .open(&path)
            .map_err(io_error("create", &path))?;
        let version = self.version;
        self.segments.push(Segment { start, version, file: Arc::new(file), path });
        self.tail = Tail::default();
        Ok(())
    }
}

/// How the files of a log are opened.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Read,
    Write,
}

/// Returns the first bytes of a file.
fn file_header(version: u32) -> [u8; FILE_HEADER as usize] {
    let mut header = [0; FILE_HEADER as usize];
    header[..12].copy_from_slice(MAGIC);
    header[12..].copy_from_slice(&version.to_be_bytes());
    header
}

fn open_segments(folder: &Path, access: Access) -> Result<Vec<Segment>, FrontierError> {
    let failed = io_error("list", folder);
    let mut segments = Vec::new();
    for item in fs::read_dir(folder).map_err(&failed)? {
        let path = item.map_err(&failed)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let Some(start) = name.strip_suffix(".log").and_then(|start| start.parse().ok()) else {
            continue;
        };
        let file = File::open(&path).map_err(io_error("open", &path))?;
        segments.push(Segment { start, version: PLAIN, file: Arc::new(file), path });
    }
    segments.sort_unstable_by_key(|segment| segment.start);
    // A crash may leave a file in which nothing was committed, not even its header.
    if let Some(last) = segments.last() {
        let length = last.file.metadata().map_err(io_error("read", &last.path))?.len();
        if length <= FILE_HEADER {
            if access == Access::Write {
                fs::remove_file(&last.path).map_err(io_error("remove", &last.path))?;
            }
            segments.pop();
        }
    }
    for segment in &mut segments {
        let mut header = [0; FILE_HEADER as usize];
        (&*segment.file).read_exact(&mut header).map_err(io_error("read", &segment.path))?;
        let (magic, version) = header.split_at(12);
        let version = version.iter().fold(0, |value, &byte| value << 8 | u32::from(byte));
        if magic != MAGIC {
            return Err(damaged(&segment.path, "it does not start like a log"));
        }
        if version > VERSION {
            return Err(FrontierError::Newer {
                path: segment.path.clone(),
                found: version,
                known: VERSION,
            });
        }
        segment.version = version;
    }
    Ok(segments)
}

/// Replays a file; returns the end of its last complete frame. Only the last file may have a torn frame behind that.
fn replay_segment(
    segment: &Segment,
    next: Option<LogPlace>,
    from: LogPlace,
    replay: &mut impl FnMut(Time, LogPlace, Event<'_>) -> Result<(), FrontierError>,
) -> Result<LogPlace, FrontierError> {
    let Segment { start, file, path, .. } = segment;
    let length = file.metadata().map_err(io_error("read", path))?.len();
    if start + length < from && next.is_none() {
        let end = start + length;
        return Err(damaged(path, format!("it ends at {end}, but the checkpoint is at {from}")));
    }
    let end = scan_frames(segment, length, from, replay)?;
    match next {
        Some(next) if end != next => {
            Err(damaged(path, format!("it ends at {end}, but the next one starts at {next}")))
        }
        Some(_) | None => Ok(end),
    }
}

/// Reads frame by frame; returns the end of the last complete one.
fn scan_frames(
    segment: &Segment,
    length: u64,
    from: LogPlace,
    use_it: &mut impl FnMut(Time, LogPlace, Event<'_>) -> Result<(), FrontierError>,
) -> Result<LogPlace, FrontierError> {
    let Segment { start, file, path, .. } = segment;
    let failed = io_error("read", path);
    let mut at = FILE_HEADER.max(from.saturating_sub(*start));
    let mut events = Vec::new();
    while let Some(left) = length.checked_sub(at + FRAME_HEADER) {
        let mut header = [0; FRAME_HEADER as usize];
        file.read_exact_at(&mut header, at).map_err(&failed)?;
        let [a, b, c, d, e, f, g, h, time @ ..] = header;
        let size = u64::from(u32::from_be_bytes([a, b, c, d]));
        if size > left {
            break;
        }
        events.resize(8 + size as usize, 0);
        events[..8].copy_from_slice(&time);
        file.read_exact_at(&mut events[8..], at + FRAME_HEADER).map_err(&failed)?;
        if size == 0 || libdeflater::crc32(&events) != u32::from_be_bytes([e, f, g, h]) {
            if size < left && size > 0 {
                let what =
                    format!("the frame at byte {at} has a wrong checksum, and more data follow");
                return Err(damaged(path, what));
            }
            break;
        }
        let first = start + at + FRAME_HEADER;
        let time = Time::from_millis(u64::from_be_bytes(time));
        each_event(&events[8..], first, |place, event| use_it(time, place, event))
            .map_err(|place| damaged(path, format!("no event at place {place}")))??;
        at += FRAME_HEADER + size;
    }
    Ok(start + at)
}

/// Calls `use_it` with each event; the error is the place at which there is no valid event.
fn each_event(
    events: &[u8],
    start: LogPlace,
    mut use_it: impl FnMut(LogPlace, Event<'_>) -> Result<(), FrontierError>,
) -> Result<Result<(), FrontierError>, LogPlace> {
    let mut at = 0;
    while at < events.len() {
        let place = start + at as u64;
        match decode(&events[at..], place) {
            Decoded::Event(event, length) => {
                at += length;
                if let Err(error) = use_it(place, event) {
                    return Ok(Err(error));
                }
            }
            _ => return Err(place),
        }
    }
    Ok(Ok(()))
}

/// Reads until the buffer is full or the file ends.
fn read_up_to(file: &File, room: &mut [u8], offset: u64) -> io::Result<usize> {
    let mut filled = 0;
    while filled < room.len() {
        match file.read_at(&mut room[filled..], offset + filled as u64) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}
