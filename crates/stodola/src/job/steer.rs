//! `stodola job pause`, `stop`, `limit` and the like: steering a harvest that is running.

use crate::control;
use crate::output::{self, Outcome};
use std::io::Write;
use std::path::PathBuf;

/// Which job is meant.
#[derive(clap::Args)]
pub(crate) struct Named {
    /// Name of the job
    #[arg(value_name = "NAME")]
    job: String,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
}

/// Change a limit of a running job; the change is also saved in its job.toml.
///
/// The limits are those of `[limits]` in job.toml: `documents`, `bytes`, `time`, `documents_per_host` and others.
/// URIs that were refused by the old limit keep that outcome.
#[derive(clap::Args)]
pub(crate) struct Limit {
    #[command(flatten)]
    named: Named,
    /// Name of the limit
    #[arg(value_name = "KEY")]
    key: String,
    /// New value, for example 5000, 10GB, 2h or unlimited
    #[arg(value_name = "VALUE")]
    value: String,
}

/// Add seeds to a running job; they are also saved in its job.toml.
#[derive(clap::Args)]
pub(crate) struct Seeds {
    #[command(flatten)]
    named: Named,
    /// URIs to add as seeds
    #[arg(value_name = "SEED", required = true)]
    seeds: Vec<String>,
}

impl Named {
    pub(crate) fn ask(&self, request: &str) -> anyhow::Result<Outcome> {
        let answer = control::ask(&self.archive.join("jobs").join(&self.job), request)?;
        let mut out = output::stdout();
        writeln!(out, "{answer}")?;
        out.flush()?;
        Ok(Outcome::default())
    }
}

impl Limit {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        self.named.ask(&format!("limit {} {}", self.key, self.value))
    }
}

impl Seeds {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        self.named.ask(&format!("seeds {}", self.seeds.join(" ")))
    }
}
