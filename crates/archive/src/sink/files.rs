//! The files of a sink: the one that is written, those that are being finished, and the next.

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

/// Gives each capture a file to stand in.
///
/// To finish a file takes as long as the disk needs for it, so that it happens apart from the lock
/// under which captures are appended: the thread that finds the file full puts it into a queue, begins
/// the next, and finishes the one in the queue once its own capture is written.
pub(super) struct Files {
    pub(super) folder: PathBuf,
    pub(super) options: SinkOptions,
    sources: Arc<Sources>,
    state: Mutex<State>,
    /// Full files. They are put here under the lock of `state`, so that who saw a file as the current
    /// one, or a later one, finds it here.
    full: Mutex<VecDeque<WarcFile>>,
    /// Held while files are synced or finished: who has it knows that none is half-way.
    finishing: Mutex<()>,
    failure: Mutex<Failure>,
    /// Who wants to know what is safe, and what is finished.
    pub(super) keeper: Option<Arc<Keeper>>,
}

struct State {
    name: FileName,
    current: Option<Current>,
}

/// The file that is written.
struct Current {
    file: WarcFile,
    /// Relative to the folder, as it will be called.
    name: Arc<str>,
    born: SystemTime,
    /// A file without a capture is never full, or else a tiny limit would make nothing but such.
    has_capture: bool,
}

/// Whether some file could not be synced.
enum Failure {
    None,
    /// Nobody was told yet: it failed in a thread that had stored its own capture well.
    Untold(FileError),
    Told(PathBuf),
}

/// What ties records to the file that they stand in.
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

    /// Lets `write` append a capture to the current file. Gives the name of the file, or nothing if
    /// `link` ties the records to another.
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

    /// What a record must say to stand in the current file.
    pub(super) fn link(&self) -> Result<Link, SinkError> {
        let mut state = lock(&self.state);
        let current = self.current(&mut state)?;
        // A file that this sink began has one.
        let warcinfo_id = current.file.warcinfo_id().unwrap_or_default().to_owned();
        Ok(Link { warcinfo_id, name: current.name.clone() })
    }

    pub(super) fn sync(&self) -> Result<(), SinkError> {
        // Nothing is finished meanwhile, so that a file whose sync fails cannot get its name.
        let finishing = lock(&self.finishing);
        let mut state = lock(&self.state);
        self.put_away_if_full(&mut state);
        let begun = state.current.as_mut().map(|current| {
            let path = current.file.path().to_owned();
            // All before this is written; a record ends there.
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

    /// The first `warcinfo` of a file.
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

    /// Puts the current file into the queue if it is full or old. True if it was.
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

    /// Nothing more is written behind what may be lost. Who opens the sink next sees what is there.
    fn abandon(&self, path: &Path) {
        let mut state = lock(&self.state);
        state.current.take_if(|current| current.file.path() == path);
        // Another thread may have found it full.
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

/// A thread that panics leaves nothing half done: files cut back what they did not finish.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Creates a folder and those above it, so that they survive a power cut.
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
