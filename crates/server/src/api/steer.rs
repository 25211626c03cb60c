//! Steering a harvest that runs in any process on this machine, over its socket. Everything is put on record.

use super::jobs::{alarms, stored};
use super::wire::{
    HarvestDuty, JobStatus, LimitChange, MoreSeeds, NamedHost, Nothing, ProcessItem, StartWish,
    Steered,
};
use super::{ApiAnswer, ApiResult, Call, Problem, ProblemKind};
use serde_json::{Map, json};
use stodola_access::people::AuditAct;
use stodola_app::control::{AskError, ControlAnswer, ControlRequest};
use stodola_app::crawl::JobWish;
use stodola_app::harvest::{HarvestsRunBy, ask_job, run_by};
use stodola_app::job::StoredJob;
use stodola_archive::Holder;
use stodola_text::control_words;

impl From<AskError> for Problem {
    fn from(error: AskError) -> Problem {
        let kind = match &error {
            AskError::NotASeed { .. } | AskError::TooLong { .. } => ProblemKind::Invalid,
            AskError::NotRunning { .. }
            | AskError::Refused(_)
            | AskError::Send(_)
            | AskError::Receive(_)
            | AskError::Ended => ProblemKind::Conflict,
        };
        Problem::caused(kind, error)
    }
}

/// Asks the harvest of the job that the path names to do something, for somebody.
pub(crate) fn steer(call: &Call, request: &ControlRequest) -> Result<ControlAnswer, Problem> {
    let job = stored(call)?;
    // Before it is done: what is done without a record would be worse than a record of what was refused.
    let line: String = request.to_line().chars().take(2000).collect();
    let detail = json!({ "request": line });
    let store = &call.shared.people.store;
    store.made(|store| store.note_act(AuditAct::JobSteer, &job.name, &detail, &call.actor()))?;
    Ok(job.ask(request)?)
}

fn steered(call: &Call, request: &ControlRequest) -> ApiResult {
    let answer = steer(call, request)?;
    let words = control_words(call.language, &answer);
    ApiAnswer::new(&Steered { answer: answer.to_line(), words })
}

macro_rules! plain_requests {
    ($($name:ident => $request:ident),*) => {
        $(pub(crate) fn $name(call: &Call) -> ApiResult {
            let Nothing {} = call.json()?;
            steered(call, &ControlRequest::$request)
        })*
    };
}
plain_requests!(
    pause => Pause,
    resume => Resume,
    stop => Stop,
    checkpoint => Checkpoint,
    rescope => Rescope
);

pub(crate) fn limit(call: &Call) -> ApiResult {
    let LimitChange { key, value } = call.json()?;
    steered(call, &ControlRequest::Limit { key, value })
}

pub(crate) fn seeds(call: &Call) -> ApiResult {
    let MoreSeeds { seeds } = call.json()?;
    if seeds.is_empty() {
        return Err(Problem::with(ProblemKind::Invalid, "seeds: none"));
    }
    steered(call, &ControlRequest::Seeds(seeds))
}

pub(crate) fn pace(call: &Call) -> ApiResult {
    let NamedHost { host } = call.json()?;
    steered(call, &ControlRequest::Pace { host })
}

/// Asks whoever runs the jobs to start one that does not run, for somebody.
pub(crate) fn ask_for(call: &Call, wish: JobWish) -> Result<(), Problem> {
    let (job, archive) = (call.path("name"), &call.shared.archive);
    let is_running = match StoredJob::find_round(archive, job, None) {
        Ok(stored) => stored.is_running(),
        // It never ran.
        Err(_) => false,
    };
    if is_running && wish != JobWish::Hold {
        return Err(Problem::new(ProblemKind::Conflict));
    }
    let detail = json!({ "request": wish.as_str() });
    let store = &call.shared.people.store;
    ask_job(archive, job, wish)?;
    store.made(|store| store.note_act(AuditAct::JobSteer, job, &detail, &call.actor()))?;
    call.shared.look_at_jobs();
    Ok(())
}

pub(crate) fn start(call: &Call) -> ApiResult {
    let StartWish { again } = call.json()?;
    let wish = if again.unwrap_or(false) { JobWish::Again } else { JobWish::Start };
    ask_for(call, wish)?;
    ApiAnswer::new(&runs(call))
}

/// Who runs the jobs.
fn runs(call: &Call) -> HarvestDuty {
    let told = |holder: Holder| ProcessItem {
        here: holder.is_here(),
        process: holder.process,
        command: holder.command,
        since: holder.since,
    };
    let HarvestsRunBy { runner, holder } = run_by(call.shared.captures.archive());
    HarvestDuty { runner: runner.map(told), holder: holder.map(told) }
}

pub(crate) fn duty(call: &Call) -> ApiResult {
    ApiAnswer::new(&runs(call))
}

pub(crate) fn status(call: &Call) -> ApiResult {
    let job = stored(call)?;
    let status = job.status().ok_or_else(|| Problem::new(ProblemKind::Conflict))?;
    let numbers = status.numbers.into_iter().map(|(name, number)| (name, number.into()));
    ApiAnswer::new(&JobStatus {
        job: job.name,
        state: status.state,
        numbers: numbers.collect::<Map<_, _>>(),
        alarms: alarms(call, &status.alarms),
        waits_for: status.waits_for,
    })
}
