//! `stodola job add`: a job for a harvest to come.

use crate::crawl;
use crate::lang::pick;
use crate::output::{self, Outcome};
use anyhow::{Context, bail};
use stodola_archive::Archive;

/// Add a job without running it.
///
/// The arguments are those of `stodola crawl`. If `stodola harvest --watch` is running, it starts the job within ten
/// seconds; otherwise start it with `stodola harvest` or `stodola crawl --job NAME`. To harvest it regularly, set an
/// interval ([again] in its job.toml, or in the file of --config).
#[derive(clap::Args)]
#[group(skip)]
#[command(after_help = "Example:\n  \
    stodola job add https://www.example.org/ --archive archive --contact webarchive@library.example")]
pub(crate) struct Arguments {
    #[command(flatten)]
    job: crawl::Arguments,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let archive = arguments.job.archive()?;
    let (job, folder) = crawl::settings::prepare(&arguments.job, archive)?;
    let name = &job.name;
    if folder.join("job.toml").exists() {
        bail!("there is a job '{name}' already; change its settings in '{}'", folder.display());
    }
    Archive::open_or_create(archive)?;
    std::fs::create_dir_all(&folder)
        .with_context(|| format!("cannot create '{}'", folder.display()))?;
    crawl::settings::store(&job, &folder)?;
    let archive = archive.display();
    output::say(format_args!(
        "{}",
        pick(
            format!(
                "job '{name}' is ready; a running stodola harvest --watch starts it within ten seconds, \
                 otherwise: stodola harvest --archive '{archive}'"
            ),
            format!(
                "úloha '{name}' je připravena; běžící stodola harvest --watch ji začne do deseti sekund, \
                 jinak: stodola harvest --archive '{archive}'"
            ),
        )
    ));
    Ok(Outcome::default())
}
