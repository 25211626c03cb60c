//! `stodola harvest`: all jobs of an archive that have something to do, once or for ever.

use crate::archive::command_line;
use crate::output::Outcome;
use std::path::PathBuf;
use std::sync::Arc;
use stodola_app::crawl::HarvestWatch;
use stodola_app::harvest::{HarvestSettings, HarvestSummary, Scheduler};
use stodola_terminal::{Company, Interrupts, Teller};

/// Run all jobs of an archive that are unfinished or due, several at the same time.
///
/// A job is due when the interval in its job.toml ([again]) has passed since its last round started. A job that
/// never ran or was interrupted continues. Jobs whose seeds share a domain do not run at the same time, so that no
/// server gets requests from two jobs at once. With --watch the command runs until you stop it, and notices new
/// jobs, changed settings and rounds that become due. Add a job with `stodola job add`.
///
/// The archive is locked only while jobs run. If another command waits for the archive, it gets it as soon as the
/// running jobs have ended; new jobs start after it.
///
/// Press Ctrl-C once (or send SIGTERM) to finish the current requests and stop; twice to stop at once.
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 all jobs finished; 1 finished, but a job archived nothing or all its seeds \
    failed; 2 a job could not run; 3 a job was stopped by a limit or a signal and can continue.\n\nExamples:\n  \
    stodola harvest --archive archive\n  \
    stodola harvest --archive archive --watch --at-once 4\n  \
    stodola harvest --archive archive --job news --job weather --watch"
)]
pub(crate) struct Arguments {
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Run only this job; may be given more than once
    #[arg(long, value_name = "NAME")]
    job: Vec<String>,
    /// Run until stopped, and start each round when it is due
    #[arg(long)]
    watch: bool,
    /// Number of jobs that run at the same time
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=64))]
    at_once: u32,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let settings = HarvestSettings {
        archive: arguments.archive.clone(),
        jobs: arguments.job.clone(),
        is_watching: arguments.watch,
        at_once: arguments.at_once,
        command: command_line(),
    };
    let watch: Arc<dyn HarvestWatch> = Arc::new(Teller::new(Company::Others));
    let scheduler = Scheduler::new(settings, &watch)?;
    let stopper = scheduler.stopper();
    let _interrupts = Interrupts::listen(move || stopper.stop())?;
    let HarvestSummary { is_fruitless, has_failed, is_stopped } = scheduler.run()?;
    Ok(Outcome { is_data_bad: is_fruitless, has_failed, is_stopped })
}
