//! `stodola job add`: a job for a harvest to come.

use crate::crawl;
use crate::lang::text;
use crate::output::{self, Outcome};
use stodola_app::crawl::add_job;
use stodola_terminal::{Company, Teller};

/// Add a job without running it.
///
/// The arguments are those of `stodola crawl`. If `stodola harvest --watch` is running, it starts the job within ten
/// seconds; otherwise start it with `stodola harvest` or `stodola crawl --job NAME`. To harvest it regularly, set an
/// interval ([again] in its job.toml, or in the file of --config).
#[derive(clap::Args)]
#[group(skip)]
#[command(after_help = "Example:\n  \
    stodola job add https://www.example.org/ --archive archive --contact webarchive@library.example \
    --operator \"The Library\" --purpose \"legal deposit\"")]
pub(crate) struct Arguments {
    #[command(flatten)]
    job: crawl::Arguments,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let archive = arguments.job.archive()?;
    let name = add_job(archive, &arguments.job.job_settings(), &Teller::new(Company::Alone))?;
    output::say(text!("job-added", job = name, archive = archive.display()));
    Ok(Outcome::default())
}
