//! Jobs and their state.

use super::wire::{Job, JobList};
use super::{ApiAnswer, ApiResult, Call, Problem, ProblemKind};
use stodola_app::job::{JobRow, list as all};

fn job(row: JobRow) -> Job {
    Job {
        job: row.job,
        state: row.state.name().to_owned(),
        round: row.round,
        seeds: row.seeds,
        found: row.found,
        waiting: row.waiting,
        archived: row.archived,
        bytes: row.bytes,
        rejected: row.rejected,
    }
}

fn rows(call: &Call) -> Result<Vec<JobRow>, Problem> {
    all(&call.shared.archive).map_err(|error| Problem::caused(ProblemKind::Fault, error))
}

pub(crate) fn list(call: &Call) -> ApiResult {
    ApiAnswer::new(&JobList { items: rows(call)?.into_iter().map(job).collect() })
}

pub(crate) fn one(call: &Call) -> ApiResult {
    let name = call.path("name");
    let row = rows(call)?.into_iter().find(|row| row.job == name);
    ApiAnswer::new(&job(row.ok_or_else(|| Problem::new(ProblemKind::NotFound))?))
}
