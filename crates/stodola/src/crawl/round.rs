//! Whether a job has something to do: go on with a round, begin the next one, or wait.

use crate::lang::pick;
use crate::output;
use anyhow::Context;
use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use stodola_crawl::job::Job;
use stodola_frontier::rounds::Round;
use stodola_warc::date::Timestamp;

/// What a job has to do.
pub(crate) enum Standing {
    /// There is a round to begin or to go on with.
    Ready,
    /// The next round begins then.
    Until(SystemTime),
    /// It is finished for good.
    Finished,
}

/// What the job in that folder has to do at that time.
pub(crate) fn standing(job: &Job, folder: &Path, now: SystemTime) -> anyhow::Result<Standing> {
    let Some(round) = Round::read(folder)? else { return Ok(Standing::Ready) };
    Ok(match job.again.round().and_then(|every| round.next(every.duration())) {
        _ if round.ended.is_none() || round.is_half_away(folder) => Standing::Ready,
        Some(due) if due <= now => Standing::Ready,
        Some(due) => Standing::Until(due),
        None => Standing::Finished,
    })
}

/// What somebody wants of a job whose last round is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// A round when one is due.
    IfDue,
    /// The job by its name: a round that is due, or another one at once after one that brought nothing.
    ByName,
    /// Another round in any case.
    Again,
}

/// The round to harvest now. None if there is nothing to do, which is said.
pub(crate) fn begin(job: &Job, folder: &Path, wish: Wish) -> anyhow::Result<Option<Round>> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create '{}'", folder.display()))?;
    let name = &job.name;
    let done = Round::read(folder)?.filter(|round| round.ended.is_some());
    if let Some(round) = done {
        match standing(job, folder, SystemTime::now())? {
            Standing::Ready => {}
            _ if wish == Wish::Again => {}
            _ if wish == Wish::ByName && round.is_fruitless => {
                let number = round.number + 1;
                output::say(format_args!(
                    "{}",
                    pick(
                        format!(
                            "job '{name}' failed the last time; it is tried again as round {number}"
                        ),
                        format!(
                            "úloha '{name}' minule selhala; zkouší se znovu jako kolo {number}"
                        ),
                    )
                ));
            }
            Standing::Until(due) => {
                let due = date(due);
                output::say(format_args!(
                    "{}",
                    pick(
                        format!(
                            "job '{name}' is finished; the next round is due {due}. To start it now, add --again"
                        ),
                        format!(
                            "úloha '{name}' je hotová, další kolo má začít {due}. Hned ho začne --again"
                        ),
                    )
                ));
                return Ok(None);
            }
            Standing::Finished => {
                output::say(format_args!(
                    "{}",
                    pick(
                        format!(
                            "job '{name}' is finished. To harvest it again, add --again, or set again.every in its job.toml"
                        ),
                        format!(
                            "úloha '{name}' je hotová. Znovu ji sklidí --again, nebo nastavte again.every v job.toml"
                        ),
                    )
                ));
                return Ok(None);
            }
        }
        round.put_away(folder)?;
    }
    Ok(Some(Round::current(folder)?))
}

/// To the second, in UTC.
pub(crate) fn date(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let text = Timestamp::from_unix_seconds(since.as_secs()).iso8601().to_string();
    text.trim_end_matches('Z').replace('T', " ")
}
