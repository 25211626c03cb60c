//! `stodola job pause`, `stop`, `limit` and the like: steering a harvest that is running.

use crate::lang::language;
use crate::output::{self, Outcome};
use clap::builder::NonEmptyStringValueParser;
use std::io::Write;
use std::path::PathBuf;
use stodola_app::control::{ControlAnswer, ControlRequest, ask};
use stodola_app::job::change_job;
use stodola_text::control_words;

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

/// Change a limit of a job, running or not; the change is saved in its job.toml.
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

/// Add seeds to a job, running or not; they are saved in its job.toml.
#[derive(clap::Args)]
pub(crate) struct Seeds {
    #[command(flatten)]
    named: Named,
    /// URIs to add as seeds
    #[arg(value_name = "SEED", required = true, value_parser = NonEmptyStringValueParser::new())]
    seeds: Vec<String>,
}

/// Give a host of a running harvest its usual pause again.
///
/// If a host answers 429 (too many requests) or 503 (unavailable), its pause is doubled; ten good answers in a row
/// halve it again. `job status` names these hosts. The usual pause is used from the next answer on.
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

/// Try URIs again that have ended, for example those that failed.
///
/// They go back into the queue, behind all others, and get new attempts; the old outcome stays on record. A running job
/// fetches them at once; a job that is finished continues with them when it is next run. What is archived as a whole is
/// never fetched again by this: start another round for that (`stodola crawl --again`).
#[derive(clap::Args)]
pub(crate) struct Retry {
    #[command(flatten)]
    named: Named,
    /// The outcome they have, for example failed, robots-unreachable, over-budget, out-of-scope
    #[arg(long, value_name = "OUTCOME", default_value = "failed")]
    outcome: String,
    /// Those that are not in the archive as a whole: cut, fetched in part, or left out because of their length. They
    /// are fetched whole, up to limits.bytes_per_whole_document
    #[arg(long, conflicts_with = "outcome")]
    cut: bool,
    /// Only URIs of this host
    #[arg(long, value_name = "HOST")]
    host: Option<String>,
}

impl Retry {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let outcome = if self.cut { "cut".to_owned() } else { self.outcome.clone() };
        let host = self.host.clone();
        self.named.change(&ControlRequest::Retry { outcome, host })
    }
}

impl Pace {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        self.named.ask(&ControlRequest::Pace { host: self.host.clone() })
    }
}

impl Named {
    pub(crate) fn ask(&self, request: &ControlRequest) -> anyhow::Result<Outcome> {
        say(&ask(&self.archive.join("jobs").join(&self.job), request)?)
    }

    /// The same for what can be changed of a job that does not run, too.
    pub(crate) fn change(&self, request: &ControlRequest) -> anyhow::Result<Outcome> {
        say(&change_job(&self.archive, &self.job, request)?)
    }
}

fn say(answer: &ControlAnswer) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    writeln!(out, "{}", control_words(language(), answer))?;
    out.flush()?;
    Ok(Outcome::default())
}

impl Limit {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        let (key, value) = (self.key.clone(), self.value.clone());
        self.named.change(&ControlRequest::Limit { key, value })
    }
}

impl Seeds {
    pub(crate) fn run(&self) -> anyhow::Result<Outcome> {
        self.named.change(&ControlRequest::Seeds(self.seeds.clone()))
    }
}
