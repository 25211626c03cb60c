//! Which round of which job a command is about, and how its times are shown.

use crate::lang::text;
use std::path::PathBuf;
use std::time::Duration;
use stodola_app::job::JobsError;
pub(crate) use stodola_app::job::StoredJob as Stored;
use stodola_frontier::Time;
use stodola_warc::date::Timestamp;

/// Which round of which job is asked for.
#[derive(clap::Args)]
pub(super) struct Which {
    /// Name of the job
    #[arg(value_name = "NAME")]
    job: String,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Round of the job; by default the last one
    #[arg(long, value_name = "N")]
    round: Option<u32>,
}

impl Which {
    pub(super) fn find(&self) -> Result<Stored, JobsError> {
        Stored::find_round(&self.archive, &self.job, self.round)
    }
}

/// What people call a round of a job: the first round has the name of the job.
pub(crate) fn title(job: &Stored) -> String {
    match job.round {
        1 => format!("'{}'", job.name),
        round => text!("job-round-title", job = &job.name, round = round),
    }
}

/// A moment for people: `2026-11-15 14:03:07.250`, in UTC.
pub(crate) fn moment(time: Time) -> String {
    let text = Timestamp::from_unix_millis(time.millis()).iso8601().to_string();
    text.trim_end_matches('Z').replace('T', " ")
}

/// A time span for people: `12 s`, `250 ms`, `2 h 5 min`.
pub(crate) fn span(time: Duration) -> String {
    let millis = time.as_millis();
    match millis {
        0..1000 => format!("{millis} ms"),
        1000..10_000 => format!("{} s", crate::lang::decimal(millis as f64 / 1000.0, 1)),
        10_000..120_000 => format!("{} s", millis / 1000),
        120_000..7_200_000 => format!("{} min", millis / 60_000),
        _ => format!("{} h {} min", millis / 3_600_000, millis / 60_000 % 60),
    }
}
