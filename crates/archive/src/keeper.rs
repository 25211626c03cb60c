//! Who writes to an archive: one process, any number of harvests in it.
//!
//! A [`Keeper`] has the archive's lock, its catalogue and the index of its payloads. It opens the
//! [`WarcSink`]s of harvests, which store no payload that any of them, or anybody before, has stored. What they write
//! goes through a thread that reads it back, so that what the catalogue says is what is on disk, and not what somebody
//! meant to write: a file in the making every few seconds, as far as it would survive a power cut, and the rest when it
//! is finished.
//!
//! What a crash left is caught up with when the next keeper opens: what the catalogue does not know, or somebody who is
//! shown captures beside it, is read.

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
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Files in the making are listed so often, as far as they are safe.
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
    /// Those who are shown captures beside the catalogue could not be opened.
    #[error("{0}")]
    Observer(String),
    /// What was written is not what can be read.
    #[error("'{file}' was just written and is damaged at byte {offset}: {what}; check the disk")]
    ReadBack {
        /// Its name in the archive.
        file: String,
        /// Where the damage is, in bytes from the beginning.
        offset: u64,
        /// What is wrong there.
        what: String,
    },
}

/// Files found on disk that the catalogue did not list yet, and files that could not be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaughtUp {
    /// Files that are in the catalogue now and were not, at least not under this name.
    pub listed: Vec<String>,
    /// Files that belong to the archive and cannot be read, each with the reason.
    pub failed: Vec<(String, String)>,
}

/// The writer of an archive.
pub struct Keeper {
    archive: Archive,
    pub(crate) payloads: Arc<PayloadIndex>,
    catalogue: Mutex<CatalogueWriter>,
    lister: Mutex<Lister>,
}

/// The thread that lists files, as long as there is one.
struct Lister {
    news: Option<Sender<News>>,
    thread: Option<JoinHandle<Result<(), KeeperError>>>,
}

/// What a sink tells of its files.
enum News {
    /// All before this byte of a file in the making survives a power cut, and a record ends there.
    Synced(String, u64),
    /// A file is finished.
    Finished(String),
}

impl Keeper {
    /// Opens an archive that this process has taken. `payloads` is its index of payloads. The observer is shown all
    /// captures, those first that it has not seen; it also tells titles and languages of pages.
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
        };
        let mut caught_up = keeper.catch_up(watch)?;
        // Nobody writes them yet: those of this process are still to be opened.
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

    /// Opens files for a harvest, and finishes those that a crash left it.
    pub fn sink(
        self: &Arc<Keeper>,
        options: SinkOptions,
        watch: &mut dyn FileWatch,
    ) -> Result<(WarcSink, Vec<Recovered>), KeeperError> {
        let (sink, recovered) = WarcSink::open(&self.archive.warc_folder(), options)?;
        if !recovered.is_empty() {
            self.catch_up(watch)?;
        }
        Ok((sink.kept_by(Arc::clone(self)), recovered))
    }

    /// A catalogue to ask.
    pub fn catalogue(&self) -> Result<Catalogue, CatalogueError> {
        Catalogue::open(&self.archive)
    }

    /// The catalogue to add to. Files wait meanwhile.
    pub fn writer(&self) -> MutexGuard<'_, CatalogueWriter> {
        // Whatever was half done was rolled back.
        self.catalogue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all finished files are listed. What went wrong with one of them is told here.
    pub fn settle(self: &Arc<Keeper>) -> Result<(), KeeperError> {
        let thread = {
            let mut lister = self.lister();
            lister.news = None;
            lister.thread.take()
        };
        // Another harvest may tell of its files meanwhile, to a thread of their own.
        match thread.map(JoinHandle::join) {
            None => Ok(()),
            Some(Ok(result)) => result,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
        }
    }

    /// Reads finished files that the catalogue, or somebody who follows it, does not know.
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

    /// The name in the archive of a file that a sink calls by another.
    pub(crate) fn name_of(&self, file: &str) -> Arc<str> {
        format!("warc/{file}").into()
    }

    /// A sink has made safe what a file in the making has up to a byte.
    pub(crate) fn synced(self: &Arc<Keeper>, path: &Path, size: u64) {
        self.tell(path, |name| News::Synced(name, size));
    }

    /// A sink has finished a file.
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
        // Once the thread has failed, the file waits for the next keeper to catch up with it.
        let _ = sender.send(news(name));
    }

    /// Lists files as they are finished, and those in the making every few seconds.
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
        read_back(name, taken_in.scanned.and_then(|scanned| scanned.problems.into_iter().next()))
    }

    fn lister(&self) -> MutexGuard<'_, Lister> {
        self.lister.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What was just written must be what is read.
fn read_back(name: &str, problem: Option<(u64, String)>) -> Result<(), KeeperError> {
    match problem {
        None => Ok(()),
        Some((offset, what)) => Err(KeeperError::ReadBack { file: name.to_owned(), offset, what }),
    }
}

impl CaughtUp {
    /// A file that cannot be read is told of, and stops nothing.
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
