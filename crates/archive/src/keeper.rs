//! The writer of an archive: one process, with any number of harvests in it.
//!
//! A [`Keeper`] has the archive's lock, its catalogue and the index of its payloads. It opens the [`WarcSink`]s of
//! harvests, which store no payload that the archive already has. A thread reads back what they write, so that the
//! catalogue describes what is on disk: an unfinished file every few seconds, up to the bytes that would survive a
//! power cut, and the rest when the file is finished.
//!
//! When a keeper opens, it reads everything that the catalogue, or an observer of captures, does not have yet because
//! of a crash.

use crate::catalogue::{Catalogue, CatalogueError, CatalogueWriter};
use crate::dedup::DedupError;
use crate::folder::{Archive, ArchiveError, WriteLock};
use crate::intake::FileWatch;
use crate::observe::CaptureObserver;
use crate::payloads::PayloadIndex;
use crate::sink::{Recovered, SinkError, SinkOptions, WarcSink};
use std::collections::HashMap;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Interval at which the safe part of unfinished files is listed.
const PART_EVERY: Duration = Duration::from_secs(3);

/// Errors from opening an archive for writing, or from writing to it.
#[derive(Debug, thiserror::Error)]
pub enum KeeperError {
    /// The archive folder could not be read or locked.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The catalogue could not be opened or written.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// The index of payloads could not be opened or written.
    #[error(
        "{0}; if it is damaged, delete the folder 'payloads' of the archive: it will be built again"
    )]
    Payloads(#[from] DedupError),
    /// The WARC files of a harvest could not be written.
    #[error(transparent)]
    Sink(#[from] SinkError),
    /// The observer of captures could not be opened.
    #[error("{0}")]
    Observer(String),
    /// The bytes on disk differ from what was written.
    #[error("'{file}' was just written and is damaged at byte {offset}: {what}; check the disk")]
    ReadBack {
        /// Name of the file in the archive.
        file: String,
        /// Byte offset of the damage in the file.
        offset: u64,
        /// What is wrong there.
        what: String,
    },
}

/// Files found on disk that the catalogue did not list yet, and files that could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaughtUp {
    /// Files that were not in the catalogue, at least not under this name, and are now.
    pub listed: Vec<String>,
    /// Files that belong to the archive and cannot be read, each with the reason.
    pub failed: Vec<(String, String)>,
}

/// The only writer of an archive, while it is open.
pub struct Keeper {
    archive: Archive,
    pub(crate) payloads: Arc<PayloadIndex>,
    catalogue: Mutex<CatalogueWriter>,
    lister: Mutex<Lister>,
    /// Is told the name of each file that a harvest has finished, when it is listed.
    on_listed: OnceLock<OnListed>,
}

type OnListed = Box<dyn Fn(&str) + Send + Sync>;

/// The thread that lists files, while it runs.
struct Lister {
    news: Option<Sender<News>>,
    thread: Option<JoinHandle<Result<(), KeeperError>>>,
}

/// A message from a sink about one of its files.
enum News {
    /// All bytes before this offset of an unfinished file survive a power cut, and a record ends there.
    Synced(String, u64),
    /// A file is finished.
    Finished(String),
}

impl Keeper {
    /// Opens an archive that this process has locked. `payloads` is its payload index. The observer is shown all
    /// captures, beginning with those that it has not seen yet; it also returns titles and languages of pages.
    pub fn open(
        archive: &Archive,
        lock: WriteLock,
        payloads: Arc<PayloadIndex>,
        observer: Box<dyn CaptureObserver>,
        watch: &mut dyn FileWatch,
    ) -> Result<(Arc<Keeper>, CaughtUp), KeeperError> {
        let mut catalogue = CatalogueWriter::open(archive, lock)?;
        catalogue.observe_with(observer);
        let keeper = Keeper {
            archive: archive.clone(),
            payloads,
            catalogue: Mutex::new(catalogue),
            lister: Mutex::new(Lister { news: None, thread: None }),
            on_listed: OnceLock::new(),
        };
        let mut caught_up = keeper.catch_up(watch)?;
        // Nobody writes these files yet: this process has not opened a sink so far.
        for name in archive.unfinished_files()? {
            let listed = keeper.writer().list_left(archive, &name);
            caught_up.note_failure(&name, listed)?;
        }
        Ok((Arc::new(keeper), caught_up))
    }

    /// The archive.
    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    /// Opens a sink for a harvest, and finishes files that a crash left unfinished.
    pub fn sink(
        self: &Arc<Keeper>,
        options: SinkOptions,
        watch: &mut dyn FileWatch,
    ) -> Result<(WarcSink, Vec<Recovered>), KeeperError> {
        let (sink, recovered) = WarcSink::open(&self.archive.warc_folder(), options)?;
        if !recovered.is_empty() {
            for file in self.catch_up(watch)?.listed {
                self.tell_listed(&file);
            }
        }
        Ok((sink.kept_by(Arc::clone(self)), recovered))
    }

    /// Calls `tell` with the name of each file that a harvest has finished, when the catalogue lists it. The first one
    /// counts.
    pub fn on_listed(&self, tell: impl Fn(&str) + Send + Sync + 'static) {
        let _ = self.on_listed.set(Box::new(tell));
    }

    /// Opens the catalogue for reading.
    pub fn catalogue(&self) -> Result<Catalogue, CatalogueError> {
        Catalogue::open(&self.archive)
    }

    /// Returns the catalogue for writing. While the guard is held, no file is listed.
    pub fn writer(&self) -> MutexGuard<'_, CatalogueWriter> {
        // A transaction that was interrupted by a panic was rolled back.
        self.catalogue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all finished files are listed. Returns the error if one of them could not be listed.
    pub fn settle(self: &Arc<Keeper>) -> Result<(), KeeperError> {
        let thread = {
            let mut lister = self.lister();
            lister.news = None;
            lister.thread.take()
        };
        // Another harvest may report its files meanwhile; they get a new thread.
        match thread.map(JoinHandle::join) {
            None => Ok(()),
            Some(Ok(result)) => result,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
        }
    }

    /// Reads finished files that the catalogue, or the observer, does not have yet.
    fn catch_up(&self, watch: &mut dyn FileWatch) -> Result<CaughtUp, KeeperError> {
        let mut caught_up = CaughtUp::default();
        let mut names = self.archive.own_files()?;
        names.extend(self.archive.references()?);
        self.writer().set_jobs(&self.archive.jobs()?)?;
        for name in names {
            let listed = self.writer().list(&self.archive, &name, watch);
            let taken_in = caught_up.note_failure(&name, listed)?;
            if taken_in.is_some_and(|it| it.scanned.is_some() || it.moved_from.is_some()) {
                caught_up.listed.push(name);
            }
        }
        Ok(caught_up)
    }

    /// Returns the name in the archive of a file that a sink names relative to its own folder.
    pub(crate) fn name_of(&self, file: &str) -> String {
        format!("warc/{file}")
    }

    /// Called by a sink when the first `size` bytes of an unfinished file are safe on disk.
    pub(crate) fn synced(self: &Arc<Keeper>, path: &Path, size: u64) {
        self.tell(path, |name| News::Synced(name, size));
    }

    /// Called by a sink when a file is finished.
    pub(crate) fn finished(self: &Arc<Keeper>, path: &Path) {
        self.tell(path, News::Finished);
    }

    fn tell(self: &Arc<Keeper>, path: &Path, news: impl FnOnce(String) -> News) {
        let warc = self.archive.warc_folder();
        let Some(file) = path.strip_prefix(&warc).ok().and_then(Path::to_str) else { return };
        let name = self.name_of(file).to_string();
        let mut lister = self.lister();
        let Lister { news: sender, thread } = &mut *lister;
        let sender = sender.get_or_insert_with(|| {
            let (sender, receiver) = mpsc::channel();
            let keeper = Arc::clone(self);
            *thread = Some(std::thread::spawn(move || keeper.list_as_told(&receiver)));
            sender
        });
        // If the thread has failed, the next keeper lists the file when it opens.
        let _ = sender.send(news(name));
    }

    /// Lists finished files at once, and the safe part of unfinished files every few seconds.
    fn list_as_told(&self, news: &Receiver<News>) -> Result<(), KeeperError> {
        let mut synced: HashMap<String, u64> = HashMap::new();
        let mut last = Instant::now();
        loop {
            let told = match synced.is_empty() {
                true => news.recv().map_err(|_| RecvTimeoutError::Disconnected),
                false => news.recv_timeout(PART_EVERY.saturating_sub(last.elapsed())),
            };
            let mut is_over = false;
            match told {
                Ok(News::Synced(name, size)) => {
                    synced.insert(name, size);
                }
                Ok(News::Finished(name)) => {
                    synced.remove(&name);
                    self.take_over(&name)?;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => is_over = true,
            }
            if is_over || last.elapsed() >= PART_EVERY {
                last = Instant::now();
                for (name, size) in synced.drain() {
                    self.take_part(&name, size)?;
                }
            }
            if is_over {
                return Ok(());
            }
        }
    }

    fn take_part(&self, name: &str, size: u64) -> Result<(), KeeperError> {
        let problem = self.writer().list_part(&self.archive, name, size)?;
        read_back(name, problem)
    }

    fn take_over(&self, name: &str) -> Result<(), KeeperError> {
        self.payloads.commit(name)?;
        let mut writer = self.writer();
        writer.set_jobs(&self.archive.jobs()?)?;
        let taken_in = writer.list(&self.archive, name, &mut ())?;
        drop(writer);
        self.tell_listed(name);
        read_back(name, taken_in.scanned.and_then(|scanned| scanned.problems.into_iter().next()))
    }

    fn tell_listed(&self, name: &str) {
        if let Some(tell) = self.on_listed.get() {
            tell(name);
        }
    }

    fn lister(&self) -> MutexGuard<'_, Lister> {
        self.lister.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns an error if a file that was just written could not be read back.
fn read_back(name: &str, problem: Option<(u64, String)>) -> Result<(), KeeperError> {
    match problem {
        None => Ok(()),
        Some((offset, what)) => Err(KeeperError::ReadBack { file: name.to_owned(), offset, what }),
    }
}

impl CaughtUp {
    /// Records that a file could not be read; the others are still read.
    fn note_failure<T>(
        &mut self,
        name: &str,
        result: Result<T, CatalogueError>,
    ) -> Result<Option<T>, CatalogueError> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(error @ CatalogueError::Read { .. }) => {
                self.failed.push((name.to_owned(), error.to_string()));
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }
}
