//! Which round of which job a command is about, and how its times are shown.

use crate::lang::language;
use std::path::PathBuf;
use std::time::Duration;
use stodola_app::job::JobsError;
pub(crate) use stodola_app::job::StoredJob as Stored;
pub(crate) use stodola_text::moment;

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

/// A time span for people: `12 s`, `250 ms`, `2 h 5 min`.
pub(crate) fn span(time: Duration) -> String {
    stodola_text::span(language(), time)
}
