//! The reports of a job, counted from its log when they are asked for.

use super::{JobsError, StoredJob};
use stodola_crawl::logs::Reports;

/// Reads the log of a round and counts its reports, which can then be written one by one.
pub fn reports(job: &StoredJob) -> Result<Reports, JobsError> {
    let settings = job.settings()?;
    Ok(Reports::read_with_sources(&job.folder, &job.name, settings.as_national())?)
}

/// Returns an error if the job has no report with this name.
pub fn check_report_name(job: &StoredJob, reports: &Reports, name: &str) -> Result<(), JobsError> {
    match reports.names().any(|it| it == name) {
        true => Ok(()),
        false => Err(JobsError::NoSuchReport { job: job.name.clone(), report: name.to_owned() }),
    }
}
