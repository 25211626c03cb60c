//! `stodola demo`: the first minute. A web on loopback, harvested into an archive, and what to try next.

use crate::crawl;
use crate::lang::pick;
use crate::output::{self, Outcome};
use anyhow::Context;
use std::fs;
use std::path::{Path, PathBuf};
use stodola_crawl::job::{ConnectTo, Job, Limit, Period};
use stodola_simweb::{Settings, SimWeb};

const SEED: u64 = 2026;
const HOSTS: u32 = 12;

/// Show in under a minute what the program does: harvest a small simulated web into an archive.
///
/// Nothing leaves this machine: the web is served on loopback for as long as the demonstration lasts. The
/// archive stays, to be looked at. The same command again goes on with an interrupted demonstration.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the archive to make
    #[arg(long, value_name = "DIR", default_value = "stodola-demo")]
    archive: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let archive = &arguments.archive;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    // A few robots rules, redirects and mishaps, but no host that wants to be asked slowly.
    let world = Settings {
        seed: SEED,
        hosts: HOSTS,
        fault_rate: 0.0,
        touchy_rate: 0.0,
        ..Settings::calm(SEED, HOSTS)
    };
    let web =
        runtime.block_on(SimWeb::start(world)).context("the simulated web cannot be served")?;
    let hosts: Vec<String> = web.world.hosts().map(|host| format!("http://{host}/")).collect();
    output::say(format_args!(
        "{}",
        pick(
            format!("a web of {} hosts is served at {}", hosts.len(), web.addr),
            format!("na adrese {} běží web o {} serverech", web.addr, hosts.len())
        )
    ));
    let job = job(hosts, &format!("*:80:{}:{}", web.addr.ip(), web.addr.port()))?;
    let folder = archive.join("jobs").join(&job.name);
    let report = harvest(job, &folder, archive);
    runtime.block_on(web.shutdown())?;
    report?;
    tell(archive)?;
    Ok(Outcome::default())
}

fn harvest(job: Job, folder: &Path, archive: &Path) -> anyhow::Result<()> {
    let keeper = crawl::keep(archive)?;
    if let Some(round) = crawl::round::begin(&job, folder, true)? {
        crawl::harvest(job, folder, round, &keeper, crawl::Company::Alone)?;
    }
    Ok(())
}

fn job(seeds: Vec<String>, connect_to: &str) -> anyhow::Result<Job> {
    let mut job = Job {
        name: "demo".to_owned(),
        description: "The demonstration: a simulated web on loopback".to_owned(),
        seeds,
        ..Job::default()
    };
    let none = Period::default();
    job.politeness.delay_factor = 0.0;
    job.politeness.min_delay = none;
    job.politeness.ip_delay = none;
    job.politeness.retry_wait = Period::from_millis(200);
    job.limits.time = Limit::At(Period::from_secs(45));
    job.fetch.connect_to = vec![connect_to.parse::<ConnectTo>()?];
    Ok(job)
}

/// Says where things are, and what may be done with them.
fn tell(archive: &Path) -> anyhow::Result<()> {
    let mut files = Vec::new();
    for year in fs::read_dir(archive.join("warc"))? {
        for file in fs::read_dir(year?.path())? {
            files.push(file?.path());
        }
    }
    files.sort();
    let Some(file) = files.last() else { return Ok(()) };
    let (file, archive) = (file.display(), archive.display());
    output::say(format_args!(
        "{}",
        pick(
            format!("\nThe archive is in '{archive}'. Try next:"),
            format!("\nArchiv je v '{archive}'. Zkuste dál:")
        )
    ));
    for (command, english, czech) in [
        (format!("stodola warc ls {file}"), "what is in the file", "co je v souboru"),
        (format!("stodola warc check {file}"), "whether it is sound", "zda je v pořádku"),
        (format!("stodola warc index {file}"), "an index for replay", "rejstřík pro přehrávání"),
    ] {
        output::say(format_args!("  {command}    # {}", pick(english, czech)));
    }
    Ok(())
}
