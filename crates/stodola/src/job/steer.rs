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

/// Change a limit of a running harvest, and of its job for good.
///
/// The limits are those of `[limits]` in job.toml: `documents`, `bytes`, `time`, `documents_per_host` and so on.
/// URIs that a limit refused before keep that outcome.
#[derive(clap::Args)]
pub(crate) struct Limit {
    #[command(flatten)]
    named: Named,
    /// Which limit
    #[arg(value_name = "KEY")]
    key: String,
    /// Its new value, such as 5000, 10GB, 2h or unlimited
    #[arg(value_name = "VALUE")]
    value: String,
}

/// Add seeds to a running harvest, and to its job for good.
#[derive(clap::Args)]
pub(crate) struct Seeds {
    #[command(flatten)]
    named: Named,
    /// Where to begin too
    #[arg(value_name = "SEED", required = true)]
    seeds: Vec<String>,
}

/// Give a host of a running harvest its usual pause again.
///
/// A host that answers 429 (too many requests) or 503 (unavailable) is asked more slowly: each such answer doubles
/// its pause, ten good answers in a row halve it again. `job status` names these hosts. The usual pause counts from
/// the next answer on.
#[derive(clap::Args)]
pub(crate) struct Pace {
    #[command(flatten)]
    named: Named,
    /// Name of the host
    #[arg(value_name = "HOST")]
    host: String,
    /// Reset the pause of this host
    #[arg(long, required = true)]
    reset: bool,
}

impl Pace {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        self.named.ask(&format!("pace {} reset", self.host))
    }
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
