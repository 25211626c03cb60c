//! Decides what a job has to do: continue a round, begin the next one, or wait.

use super::{CrawlError, HarvestEvent, HarvestWatch};
use std::fs;
use std::path::Path;
use std::time::SystemTime;
use stodola_crawl::job::Job;
use stodola_frontier::rounds::Round;

/// What a job has to do.
pub(crate) enum Standing {
    /// There is a round to begin or to continue.
    Ready,
    /// The next round begins at this time.
    Until(SystemTime),
    /// It is finished for good.
    Finished,
}

/// Returns what the job in this folder has to do at this time.
pub(crate) fn standing(job: &Job, folder: &Path, now: SystemTime) -> Result<Standing, CrawlError> {
    let Some(round) = Round::read(folder)? else { return Ok(Standing::Ready) };
    Ok(match job.again.round().and_then(|every| round.next(every.duration())) {
        _ if round.ended.is_none() || round.is_half_away(folder) => Standing::Ready,
        Some(due) if due <= now => Standing::Ready,
        Some(due) => Standing::Until(due),
        None => Standing::Finished,
    })
}

/// What the caller wants of a job whose last round is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// A round if one is due.
    IfDue,
    /// The job by its name: a round that is due, or another one at once after a round without a result.
    ByName,
    /// Another round in any case.
    Again,
}

/// Returns the round to harvest now; `None` if there is nothing to do, which `watch` is told.
pub(crate) fn begin(
    job: &Job,
    folder: &Path,
    wish: Wish,
    watch: &dyn HarvestWatch,
) -> Result<Option<Round>, CrawlError> {
    fs::create_dir_all(folder).map_err(CrawlError::file("create", folder))?;
    let name = &job.name;
    let done = Round::read(folder)?.filter(|round| round.ended.is_some());
    if let Some(round) = done {
        match standing(job, folder, SystemTime::now())? {
            Standing::Ready => {}
            _ if wish == Wish::Again => {}
            _ if wish == Wish::ByName && round.is_fruitless => {
                watch.tell(&HarvestEvent::TriedAgain { job: name, round: round.number + 1 });
            }
            Standing::Until(due) => {
                watch.tell(&HarvestEvent::NotDue { job: name, due });
                return Ok(None);
            }
            Standing::Finished => {
                watch.tell(&HarvestEvent::AlreadyFinished { job: name });
                return Ok(None);
            }
        }
        round.put_away(folder)?;
    }
    Ok(Some(Round::current(folder)?))
}
