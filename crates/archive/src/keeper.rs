//! Who writes to an archive: one process, any number of harvests in it.
//!
//! A [`Keeper`] has the archive's lock, its catalogue and the index of its payloads. It opens the
//! [`WarcSink`]s of harvests, which store no payload that any of them, or anybody before, has stored. A
//! file that one of them finishes goes through a thread that reads it back, so that what the catalogue
//! says is what is on disk, and not what somebody meant to write.
//!
//! What a crash left is caught up with when the next keeper opens: finished files that the catalogue or
//! the index does not know are read. Files in the making are never listed.

use crate::catalogue::{Catalogue, CatalogueError, CatalogueWriter};
use crate::dedup::DedupError;
use crate::describe::Describe;
use crate::folder::{Archive, ArchiveError, WriteLock};
use crate::intake::Watch;
use crate::payloads::{Payloads, ReadError};
use crate::sink::{Recovered, SinkError, SinkOptions, WarcSink};
use std::path::Path;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// Errors from opening an archive for writing, or from writing to it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
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
    pub(crate) payloads: Payloads,
    catalogue: Mutex<CatalogueWriter>,
    lister: Mutex<Lister>,
}

/// The thread that lists finished files, as long as there is one.
struct Lister {
    names: Option<Sender<String>>,
    thread: Option<JoinHandle<Result<(), KeeperError>>>,
}

impl Keeper {
    /// Opens an archive that this process has taken. `describe` tells titles and languages of pages.
    pub fn open(
        archive: &Archive,
        lock: WriteLock,
        describe: Arc<dyn Describe>,
        watch: &mut dyn Watch,
    ) -> Result<(Arc<Keeper>, CaughtUp), KeeperError> {
        let mut catalogue = CatalogueWriter::open(archive, lock)?;
        catalogue.describe_with(describe);
        let keeper = Keeper {
            archive: archive.clone(),
            payloads: Payloads::open(archive)?,
            catalogue: Mutex::new(catalogue),
            lister: Mutex::new(Lister { names: None, thread: None }),
        };
        let caught_up = keeper.catch_up(watch)?;
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
        watch: &mut dyn Watch,
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

    /// The catalogue to add to. Finished files wait meanwhile.
    pub fn writer(&self) -> MutexGuard<'_, CatalogueWriter> {
        // Whatever was half done was rolled back.
        self.catalogue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all finished files are listed. What went wrong with one of them is told here.
    pub fn settle(self: &Arc<Keeper>) -> Result<(), KeeperError> {
        let mut lister = self.lister();
        lister.names = None;
        match lister.thread.take().map(JoinHandle::join) {
            None => Ok(()),
            Some(Ok(result)) => result,
            Some(Err(panic)) => std::panic::resume_unwind(panic),
        }
    }

    /// Reads files that the catalogue or the index does not know.
    fn catch_up(&self, watch: &mut dyn Watch) -> Result<CaughtUp, KeeperError> {
        let mut caught_up = CaughtUp::default();
        let mut names = self.archive.own_files()?;
        names.extend(self.archive.references()?);
        self.writer().set_jobs(&self.archive.jobs()?)?;
        for name in names {
            let listed = self.writer().list(&self.archive, &name, watch);
            match listed {
                Ok(taken_in) if taken_in.scanned.is_some() || taken_in.moved_from.is_some() => {
                    caught_up.listed.push(name.clone());
                }
                Ok(_) => {}
                Err(error @ CatalogueError::Read { .. }) => {
                    caught_up.failed.push((name, error.to_string()));
                    continue;
                }
                Err(error) => return Err(error.into()),
            }
            if !self.payloads.is_committed(&name) {
                let size = self.archive.path_of(&name).metadata().map_or(0, |it| it.len());
                watch.begin(&name, size);
                match self.payloads.read_file(&name, &mut |bytes| watch.at(bytes)) {
                    Ok(()) => {}
                    Err(error @ ReadError::Read(..)) => {
                        caught_up.failed.push((name, error.to_string()));
                    }
                    Err(ReadError::Index(error)) => return Err(error.into()),
                }
                watch.end();
            }
        }
        Ok(caught_up)
    }

    /// The name in the archive of a file that a sink calls by another.
    pub(crate) fn name_of(&self, file: &str) -> Arc<str> {
        format!("warc/{file}").into()
    }

    /// A sink has finished a file.
    pub(crate) fn finished(self: &Arc<Keeper>, path: &Path) {
        let warc = self.archive.warc_folder();
        let Some(file) = path.strip_prefix(&warc).ok().and_then(Path::to_str) else { return };
        let name = self.name_of(file).to_string();
        let mut lister = self.lister();
        let Lister { names, thread } = &mut *lister;
        let names = names.get_or_insert_with(|| {
            let (sender, receiver) = mpsc::channel::<String>();
            let keeper = Arc::clone(self);
            *thread = Some(std::thread::spawn(move || {
                receiver.iter().try_for_each(|name| keeper.take_over(&name))
            }));
            sender
        });
        // Once the thread has failed, the file waits for the next keeper to catch up with it.
        let _ = names.send(name);
    }

    fn take_over(&self, name: &str) -> Result<(), KeeperError> {
        self.payloads.commit(name)?;
        let mut writer = self.writer();
        writer.set_jobs(&self.archive.jobs()?)?;
        let taken_in = writer.list(&self.archive, name, &mut ())?;
        let problem = taken_in.scanned.and_then(|scanned| scanned.problems.into_iter().next());
        match problem {
            None => Ok(()),
            Some((offset, what)) => {
                Err(KeeperError::ReadBack { file: name.to_owned(), offset, what })
            }
        }
    }

    fn lister(&self) -> MutexGuard<'_, Lister> {
        self.lister.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
