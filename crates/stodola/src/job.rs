//! `stodola job`: the jobs of an archive, and what is on record of them.
//!
//! Some commands read a job's books without a lock, so they can be used while it is harvested; others
//! steer a harvest that is running.

mod add;
mod change;
mod ledger;
mod ls;
mod outcomes;
mod outscope;
mod report;
mod status;
mod steer;
pub(crate) mod stored;

use crate::output::Outcome;
use clap::Subcommand;
use stodola_app::control::ControlRequest;

/// The commands under `stodola job`; each is described where its arguments are.
#[derive(Subcommand)]
pub(crate) enum Command {
    #[command(visible_alias = "new")]
    Add(Box<add::Arguments>),
    Edit(change::Edit),
    #[command(name = "rm")]
    Remove(change::Remove),
    Set(change::Set),
    Ls(ls::Arguments),
    Report(report::Arguments),
    Outcomes(outcomes::Arguments),
    Outscope(outscope::Arguments),
    Ledger(ledger::Arguments),
    Status(status::Arguments),
    /// Pause a running job: it finishes the current requests and starts no new ones
    Pause(steer::Named),
    /// Resume a paused job
    Resume(steer::Named),
    /// Stop a running job, as Ctrl-C does; the next `stodola crawl` continues it
    Stop(steer::Named),
    /// Make a running job save its state to disk now
    Checkpoint(steer::Named),
    Limit(steer::Limit),
    Seeds(steer::Seeds),
    Pace(steer::Pace),
    Retry(steer::Retry),
    /// Apply the scope in job.toml to the queue of a running job
    Rescope(steer::Named),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Command::Add(arguments) => add::run(&arguments),
            Command::Edit(edit) => edit.run(),
            Command::Remove(remove) => remove.run(),
            Command::Set(set) => set.run(),
            Command::Ls(arguments) => ls::run(&arguments),
            Command::Report(arguments) => report::run(&arguments),
            Command::Outcomes(arguments) => outcomes::run(&arguments),
            Command::Outscope(arguments) => outscope::run(&arguments),
            Command::Ledger(arguments) => ledger::run(&arguments),
            Command::Status(arguments) => status::run(&arguments),
            Command::Pause(job) => job.ask(&ControlRequest::Pause),
            Command::Resume(job) => job.ask(&ControlRequest::Resume),
            Command::Stop(job) => job.ask(&ControlRequest::Stop),
            Command::Checkpoint(job) => job.ask(&ControlRequest::Checkpoint),
            Command::Limit(limit) => limit.run(),
            Command::Seeds(seeds) => seeds.run(),
            Command::Pace(pace) => pace.run(),
            Command::Retry(retry) => retry.run(),
            Command::Rescope(job) => job.ask(&ControlRequest::Rescope),
        }
    }
}
