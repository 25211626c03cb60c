//! What became of the addresses of a job so far, and how fast it was.

use super::jobs::stored;
use super::wire::{
    JobCounts, OutcomeCount, RateItem, RateList, StatusCount, TroubleItem, TroubleKindItem,
    TypeItem,
};
use super::{ApiAnswer, ApiResult, Call, Problem};
use crate::state::now_ms;
use std::sync::Arc;
use stodola_app::job::{JobTally, ProgressSample, StoredJob, Time};
use stodola_text::{trouble_follows_words, trouble_words};

/// How much of the time before now, or before the end of a harvest, is shown, in seconds.
pub(crate) const SHOWN: u64 = 90 * 60;

/// The outcomes so far; `None` if a long log is counted for the first time.
pub(crate) fn counted(call: &Call, job: &StoredJob) -> Result<Option<Arc<JobTally>>, Problem> {
    Ok(call.shared.jobs.tally(job)?)
}

/// How fast a harvest was: the samples, and the moment at which they end, in seconds.
pub(crate) fn samples(
    job: &StoredJob,
    is_running: bool,
) -> Result<(u64, Vec<ProgressSample>), Problem> {
    let mut samples = job.progress(0)?;
    let last = samples.last().map_or(0, |sample| sample.time);
    // The clock of the harvest may be ahead of ours by a moment.
    let end = if is_running { last.max(now_ms() / 1000) } else { last };
    samples.retain(|sample| sample.time + SHOWN >= end);
    Ok((end, samples))
}

/// How many attempts the job makes; `None` if its settings cannot be read.
pub(crate) fn attempts(job: &StoredJob) -> Option<u32> {
    job.settings().ok().map(|settings| settings.politeness.attempts)
}

pub(crate) fn tally(call: &Call) -> ApiResult {
    let job = stored(call)?;
    let counted = counted(call, &job)?;
    let (language, most, now) = (call.language, attempts(&job), Time::from_millis(now_ms()));
    let tally = counted.as_deref().cloned().unwrap_or_default();
    let outcomes = tally.outcomes.iter();
    let statuses = tally.statuses.iter();
    ApiAnswer::new(&JobCounts {
        counting: counted.is_none(),
        outcomes: outcomes
            .map(|(outcome, number)| OutcomeCount {
                outcome: outcome.name().to_owned(),
                number: *number,
            })
            .collect(),
        statuses: statuses
            .map(|(status, number)| StatusCount { status: *status, number: *number })
            .collect(),
        types: tally
            .types
            .into_iter()
            .map(|it| TypeItem { name: it.name, number: it.documents, bytes: it.bytes })
            .collect(),
        kinds: tally
            .kinds
            .into_iter()
            .map(|it| TroubleKindItem {
                kind: it.kind.name(),
                words: trouble_words(language, it.kind),
                number: it.number,
                host: it.host,
                time_ms: it.time.millis(),
            })
            .collect(),
        troubles: tally
            .troubles
            .into_iter()
            .map(|it| TroubleItem {
                uri: it.uri,
                time_ms: it.time.millis(),
                kind: it.kind.name(),
                words: trouble_words(language, it.kind),
                follows: trouble_follows_words(language, it.follows, most, now),
            })
            .collect(),
    })
}

pub(crate) fn rates(call: &Call) -> ApiResult {
    let job = stored(call)?;
    let (_, samples) = samples(&job, job.is_running())?;
    let item = |sample: ProgressSample| RateItem {
        time: sample.time,
        documents: sample.documents,
        bytes: sample.bytes,
        first: sample.is_first,
    };
    ApiAnswer::new(&RateList { items: samples.into_iter().map(item).collect() })
}
