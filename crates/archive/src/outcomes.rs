//! Outcomes of URIs: from the job logs into the catalogue.
//!
//! The log of a job's frontier is the truth; the catalogue is derived from it. The place up to which a log was read is
//! committed together with the rows, so that the next call reads only the rest, whatever happened in between. A job has
//! rounds: finished ones are in `jobs/NAME/rounds/NNNN/frontier`, the current one is in `jobs/NAME/frontier`.

use crate::catalogue::{CatalogueError, CatalogueWriter, Followed, OutcomeRow, RoundRow, Taken};
use crate::folder::Archive;
use std::path::{Path, PathBuf};
use std::{fs, io};
use stodola_frontier::rounds::{self, RoundsError};
use stodola_frontier::{End, Fate, FrontierError, History, Time};

/// Maximum number of rows in one transaction.
const BATCH: usize = 1 << 15;
/// Maximum number of bytes of URIs and reasons in one transaction.
const BATCH_BYTES: usize = 16 << 20;

/// What was added to the catalogue from the job logs.
#[derive(Debug, Default)]
pub struct SyncedOutcomes {
    /// Number of URIs with an outcome, and of links that were not followed.
    pub outcomes: u64,
    /// Jobs whose logs could not be read to their end. What stands before the damage is in the catalogue.
    pub failed: Vec<(String, OutcomesError)>,
}

/// Errors from reading the logs of a job.
#[derive(Debug, thiserror::Error)]
pub enum OutcomesError {
    /// The rounds of the job could not be determined.
    #[error(transparent)]
    Rounds(#[from] RoundsError),
    /// The log of a round could not be read.
    #[error(transparent)]
    Log(#[from] FrontierError),
}

impl CatalogueWriter {
    /// Adds the new outcomes in the logs of one job, or of all jobs. A round whose folder is gone keeps its rows until
    /// the catalogue is built again.
    pub fn sync_outcomes(
        &mut self,
        archive: &Archive,
        job: Option<&str>,
    ) -> Result<SyncedOutcomes, CatalogueError> {
        self.set_jobs(&archive.jobs()?)?;
        let mut synced = SyncedOutcomes::default();
        for (name, folder) in jobs(archive).map_err(|error| unreadable(archive, error))? {
            if job.is_some_and(|job| job != name) {
                continue;
            }
            let rounds = match rounds(&folder) {
                Ok(rounds) => rounds,
                Err(error) => {
                    synced.failed.push((name, error.into()));
                    continue;
                }
            };
            for (number, folder) in rounds {
                let round = RoundRow { job: name.clone(), number };
                match follow(self, &round, &folder, &mut synced.outcomes) {
                    Ok(()) => {}
                    Err(Failed::Log(error)) => synced.failed.push((name.clone(), error.into())),
                    Err(Failed::Catalogue(error)) => return Err(error),
                }
            }
        }
        Ok(synced)
    }
}

fn unreadable(archive: &Archive, error: io::Error) -> CatalogueError {
    CatalogueError::Read { path: archive.folder().join("jobs"), error }
}

/// Returns the name and folder of each job.
fn jobs(archive: &Archive) -> io::Result<Vec<(String, PathBuf)>> {
    let mut jobs = Vec::new();
    let entries = match fs::read_dir(archive.folder().join("jobs")) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(jobs),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let entry = entry?;
        if let Ok(name) = entry.file_name().into_string()
            && entry.path().is_dir()
        {
            jobs.push((name, entry.path()));
        }
    }
    jobs.sort_unstable();
    Ok(jobs)
}

/// Returns the number of each round of a job and the folder of its log, in order.
fn rounds(job: &Path) -> Result<Vec<(u32, PathBuf)>, RoundsError> {
    let all = rounds::folders(job)?.into_iter();
    let logs = all.map(|(number, folder)| (number, folder.join("frontier")));
    Ok(logs.filter(|(_, folder)| folder.is_dir()).collect())
}

enum Failed {
    Log(FrontierError),
    Catalogue(CatalogueError),
}

impl From<FrontierError> for Failed {
    fn from(error: FrontierError) -> Failed {
        Failed::Log(error)
    }
}

impl From<CatalogueError> for Failed {
    fn from(error: CatalogueError) -> Failed {
        Failed::Catalogue(error)
    }
}

/// Reads the log of one round to its end. Adds the number of new rows to `added`.
fn follow(
    writer: &mut CatalogueWriter,
    round: &RoundRow,
    folder: &Path,
    added: &mut u64,
) -> Result<(), Failed> {
    let mut history = History::open(folder)?;
    let Some(began) = history.began()?.map(Time::millis) else { return Ok(()) };
    let length = history.length()?;
    let from = match writer.followed(round)? {
        Some(known) if known.began == began && known.length == length => return Ok(()),
        Some(known) if known.began == began && known.position <= length => known.position,
        // The log was replaced by another one, for instance because the job was removed and begun again.
        Some(_) => {
            writer.forget_round(round)?;
            0
        }
        None => 0,
    };
    let mut batch = Batch::default();
    let mut followed = Followed { began, position: from, length: 0 };
    let mut failed = None;
    let read = history.ends(from, |end| {
        if failed.is_some() {
            return Ok(());
        }
        followed.position = end.place + 1;
        batch.push(end);
        if batch.is_full() {
            *added += batch.rows.len() as u64;
            failed = batch.write(writer, round, followed).err();
        }
        Ok(())
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    // What stands before the damage is valid.
    if read.is_ok() {
        followed.length = length;
    }
    *added += batch.rows.len() as u64;
    batch.write(writer, round, followed)?;
    Ok(read?)
}

/// Rows that wait to be written.
#[derive(Default)]
struct Batch {
    rows: Vec<OutcomeRow>,
    /// Former outcomes of URIs that have a new one in these rows.
    replaced: Vec<&'static str>,
    bytes: usize,
}

impl Batch {
    fn push(&mut self, end: End<'_>) {
        let outcome = end.fate.name().to_owned();
        let taken = match end.fate {
            Fate::Outcome { hops, attempts, .. } => {
                Some(Taken { hops: String::from_utf8_lossy(&hops).into_owned(), attempts })
            }
            Fate::Rejected => None,
        };
        self.replaced.extend(end.replaces.map(|outcome| outcome.name()));
        self.bytes += end.uri.len() + end.reason.len() + end.via.map_or(0, <[u8]>::len);
        self.rows.push(OutcomeRow {
            uri: end.uri.to_vec(),
            place: end.place,
            time: end.time.millis(),
            outcome,
            detail: Some(end.reason).filter(|reason| !reason.is_empty()),
            via: end.via.map(<[u8]>::to_vec),
            taken,
        });
    }

    fn is_full(&self) -> bool {
        self.rows.len() >= BATCH || self.bytes >= BATCH_BYTES
    }

    fn write(
        &mut self,
        writer: &mut CatalogueWriter,
        round: &RoundRow,
        followed: Followed,
    ) -> Result<(), CatalogueError> {
        writer.add_outcomes(round, &self.rows, &self.replaced, followed)?;
        self.rows.clear();
        self.replaced.clear();
        self.bytes = 0;
        Ok(())
    }
}
