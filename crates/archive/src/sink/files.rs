//! The files of a sink: the current one, full ones that are being finished, and the next.

use super::sources::{Sources, timestamp};
use super::{SinkError, SinkOptions};
use crate::keeper::Keeper;
use crate::trace;
use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use stodola_warc::write::{FileError, FileName, Syncing, WarcFile, Warcinfo, WriteError, Written};

/// Provides the file that a capture is written to.
///
/// Finishing a file takes as long as the disk needs, so it happens outside the lock under which captures are appended:
/// the thread that finds the file full puts it into a queue, begins the next file, and finishes the one in the queue
/// when its own capture is written.
pub(super) struct Files {
    pub(super) folder: PathBuf,
    pub(super) options: SinkOptions,
    sources: Arc<Sources>,
    state: Mutex<State>,
    /// Full files. They are put here under the lock of `state`, so that a thread that saw a file as the current one
    /// finds it either there or here.
    full: Mutex<VecDeque<WarcFile>>,
    /// Held while files are synced or finished: its holder knows that no file is in between.
    finishing: Mutex<()>,
    failure: Mutex<Failure>,
    /// Is told which bytes are safe and which files are finished.
    pub(super) keeper: Option<Arc<Keeper>>,
}

struct State {
    name: FileName,
    current: Option<Current>,
}

/// The file that is being written.
struct Current {
    file: WarcFile,
    /// Final name, relative to the folder.
    name: Arc<str>,
    born: SystemTime,
    /// A file without a capture is never full; otherwise a tiny limit would produce only empty files.
    has_capture: bool,
}

/// Whether a file could not be synced.
enum Failure {
    None,
    /// The error was not returned to a caller yet: it happened in a thread that had stored its own capture
    /// successfully.
    Untold(FileError),
    Told(PathBuf),
}

/// What connects records to their file.
pub(super) struct Link {
    pub(super) warcinfo_id: String,
    name: Arc<str>,
}

impl Files {
    pub(super) fn new(
        folder: &Path,
        options: SinkOptions,
        sources: Arc<Sources>,
    ) -> Result<Files, SinkError> {
        let name = FileName::new(&options.prefix, &options.host)?;
        make_folder(folder)?;
        Ok(Files {
            folder: folder.to_owned(),
            options,
            sources,
            state: Mutex::new(State { name, current: None }),
            full: Mutex::default(),
            finishing: Mutex::default(),
            failure: Mutex::new(Failure::None),
            keeper: None,
        })
    }

    /// Calls `write` to append a capture to the current file. Returns the name of the file, or `None` if `link` belongs
    /// to another file.
    pub(super) fn with_current(
        &self,
        link: Option<&Link>,
        write: impl FnOnce(&mut WarcFile) -> Result<Written, WriteError>,
    ) -> Result<Option<(Arc<str>, Written)>, SinkError> {
        let mut state = lock(&self.state);
        let has_full = self.put_away_if_full(&mut state);
        let result = self.current(&mut state).and_then(|current| {
            if link.is_some_and(|link| link.name != current.name) {
                return Ok(None);
            }
            match write(&mut current.file) {
                Ok(written) => {
                    current.has_capture = true;
                    Ok(Some((current.name.clone(), written)))
                }
                Err(error) => {
                    let path = current.file.open_path().to_owned();
                    Err(SinkError::Append { path, error })
                }
            }
        });
        drop(state);
        if has_full {
            self.finish_full(lock(&self.finishing));
        }
        result
    }

    /// Returns what a record must say to stand in the current file.
    pub(super) fn link(&self) -> Result<Link, SinkError> {
        let mut state = lock(&self.state);
        let current = self.current(&mut state)?;
        // A file that this sink began has a warcinfo record.
        let warcinfo_id = current.file.warcinfo_id().unwrap_or_default().to_owned();
        Ok(Link { warcinfo_id, name: current.name.clone() })
    }

    pub(super) fn sync(&self) -> Result<(), SinkError> {
        // Nothing is finished meanwhile, so that a file whose sync fails cannot get its final name.
        let finishing = lock(&self.finishing);
        let mut state = lock(&self.state);
        self.put_away_if_full(&mut state);
        let begun = state.current.as_mut().map(|current| {
            let path = current.file.path().to_owned();
            // Everything before this byte is written; a record ends there.
            let size = current.file.size();
            (path, size, current.file.begin_sync())
        });
        drop(state);
        if let Some((path, size, begun)) = begun {
            match (begun.and_then(Syncing::finish), &self.keeper) {
                (Ok(()), Some(keeper)) => keeper.synced(&path, size),
                (Ok(()), None) => {}
                (Err(error), _) => {
                    self.abandon(&path);
                    self.fail(error);
                }
            }
        }
        self.finish_full(finishing);
        self.outcome()
    }

    pub(super) fn close(self) -> Result<(), SinkError> {
        if let Some(current) = lock(&self.state).current.take() {
            lock(&self.full).push_back(current.file);
        }
        self.finish_full(lock(&self.finishing));
        self.outcome()
    }

    /// Returns the `warcinfo` of a new file, and its date.
    pub(super) fn warcinfo(&self) -> Result<(Warcinfo, SystemTime), SinkError> {
        let now = (self.sources.clock)();
        let warcinfo = Warcinfo::new(&self.sources.record_id()?, timestamp(now));
        let add = |warcinfo: Warcinfo, line: &(String, String)| warcinfo.field(&line.0, &line.1);
        let warcinfo = self.options.warcinfo.iter().fold(warcinfo, add);
        Ok((warcinfo.version(self.options.version), now))
    }

    fn current<'s>(&self, state: &'s mut State) -> Result<&'s mut Current, SinkError> {
        let current = match state.current.take() {
            Some(current) => current,
            None => self.create(&mut state.name)?,
        };
        Ok(state.current.insert(current))
    }

    fn create(&self, name: &mut FileName) -> Result<Current, SinkError> {
        let (warcinfo, born) = self.warcinfo()?;
        let year = format!("{:04}", timestamp(born).year());
        let folder = self.folder.join(&year);
        make_folder(&folder)?;
        let file = name.create(&folder, &warcinfo, self.options.warc)?;
        let name = file.path().file_name().unwrap_or_default().to_string_lossy();
        let name = format!("{year}/{name}").into();
        Ok(Current { file, name, born, has_capture: false })
    }

    /// Puts the current file into the queue if it is full or has reached its age. Returns whether it did.
    fn put_away_if_full(&self, state: &mut State) -> bool {
        let is_full = |current: &mut Current| {
            let age = || (self.sources.clock)().duration_since(current.born).unwrap_or_default();
            current.has_capture
                && (current.file.size() >= self.options.roll_bytes
                    || self.options.roll_age.is_some_and(|limit| age() >= limit))
        };
        match state.current.take_if(is_full) {
            Some(current) => {
                lock(&self.full).push_back(current.file);
                true
            }
            None => false,
        }
    }

    /// Stops writing to a file after bytes that may be lost. The next [`WarcSink::open`](super::WarcSink::open)
    /// recovers what is there.
    fn abandon(&self, path: &Path) {
        let mut state = lock(&self.state);
        state.current.take_if(|current| current.file.path() == path);
        // Another thread may have found the file full.
        lock(&self.full).retain(|file| file.path() != path);
    }

    /// Finishes all files of the queue.
    fn finish_full(&self, _finishing: MutexGuard<'_, ()>) {
        loop {
            let Some(file) = lock(&self.full).pop_front() else { return };
            let path = file.path().to_owned();
            match (file.close(), &self.keeper) {
                (Err(error), _) => self.fail(error),
                (Ok(finished), keeper) => {
                    trace::finished(&finished);
                    if let Some(keeper) = keeper {
                        keeper.finished(&path);
                    }
                }
            }
        }
    }

    fn fail(&self, error: FileError) {
        let mut failure = lock(&self.failure);
        if matches!(*failure, Failure::None) {
            *failure = Failure::Untold(error);
        }
    }

    fn outcome(&self) -> Result<(), SinkError> {
        let mut failure = lock(&self.failure);
        match std::mem::replace(&mut *failure, Failure::Told(self.folder.clone())) {
            Failure::None => {
                *failure = Failure::None;
                Ok(())
            }
            Failure::Untold(error) => Err(error.into()),
            Failure::Told(path) => Err(SinkError::Doubtful(path)),
        }
    }
}

/// Locks a mutex. A thread that panics leaves nothing half done: files cut back what they did not finish.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates a folder and its parents, so that they survive a power cut.
fn make_folder(folder: &Path) -> Result<(), SinkError> {
    stodola_durable::create_folders(folder).map_err(|it| SinkError::Folder {
        what: it.doing,
        path: it.path,
        error: it.source,
    })
}

pub(super) fn folder_error<'a>(
    what: &'static str,
    path: &'a Path,
) -> impl Fn(io::Error) -> SinkError + 'a {
    move |error| SinkError::Folder { what, path: path.to_owned(), error }
}
