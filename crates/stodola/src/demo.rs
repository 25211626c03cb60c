//! `stodola demo`: the first minute. A web on loopback in ten languages, of which the pages of one nation are
//! harvested into an archive; how they were recognised, and what to try next.

use crate::archive::command_line;
use crate::crawl::{Company, Teller, outcome};
use crate::lang::{decimal, text};
use crate::output::{self, Outcome};
use crate::recognise;
use anyhow::Context;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use stodola_app::crawl::{self, HarvestWatch, Wish};
use stodola_app::json;
use stodola_crawl::job::{ConnectToSetting, Job, Limit, Period, Profile};
use stodola_judge::Verdict;
use stodola_simweb::{SimWeb, WorldSettings};

const SEED: u64 = 2026;
const SITES: u32 = 30;
/// Number of pages of the nation, and of other pages, that are shown with their verdicts.
const SHOWN: [usize; 2] = [6, 9];

/// Show in less than a minute what the program does: harvest the pages of a nation from a simulated web.
///
/// Nothing leaves this machine: the simulated web runs on loopback during the demonstration. Its sites are in
/// ten languages, and none is in the domain of a country. Pages that belong to Czechia are recognised and
/// archived, together with the pages near them. You can look at the archive afterwards. Run the same command
/// again to continue an interrupted demonstration, or to harvest the web again.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the new archive
    #[arg(long, value_name = "DIR", default_value = "stodola-demo")]
    archive: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let archive = &arguments.archive;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let world = WorldSettings { national: SITES, ..WorldSettings::calm(SEED, 0) };
    let web =
        runtime.block_on(SimWeb::start(world)).context("the simulated web cannot be served")?;
    let seeds = web.world.national_seeds();
    let serving = text!("demo-serving", sites = seeds.len(), address = web.addr.to_string());
    output::say(format_args!("{serving}"));
    let job = job(seeds, &format!("*:80:{}:{}", web.addr.ip(), web.addr.port()))?;
    let folder = archive.join("jobs").join(&job.name);
    let harvested = harvest(job, &folder, archive);
    runtime.block_on(web.shutdown())?;
    let (verdicts, outcome) = harvested?;
    show(&verdicts)?;
    tell(archive, &verdicts)?;
    Ok(outcome)
}

/// What the judge said, by URI.
type Verdicts = BTreeMap<String, Verdict>;

fn harvest(job: Job, folder: &Path, archive: &Path) -> anyhow::Result<(Verdicts, Outcome)> {
    let verdicts = Arc::new(Mutex::new(Verdicts::new()));
    let heard = Arc::clone(&verdicts);
    let on_verdict = move |uri: &[u8], verdict: &Verdict| {
        let uri = json::text(uri).into_owned();
        heard.lock().unwrap_or_else(PoisonError::into_inner).insert(uri, verdict.clone());
    };
    let watch: Arc<dyn HarvestWatch> =
        Arc::new(Teller::new(Company::Alone).with_verdicts(Box::new(on_verdict)));
    let keeper = crawl::keep(archive, &command_line(), watch.as_ref())?;
    let report = crawl::harvest(job, folder, Wish::Again, &keeper, &watch)?;
    let outcome = report.as_ref().map_or_else(Outcome::default, outcome);
    let verdicts = std::mem::take(&mut *verdicts.lock().unwrap_or_else(PoisonError::into_inner));
    Ok((verdicts, outcome))
}

fn job(seeds: Vec<String>, connect_to: &str) -> anyhow::Result<Job> {
    let mut job = Job {
        name: "demo".to_owned(),
        description: "The demonstration: Czech pages of a simulated web on loopback".to_owned(),
        profile: Profile::NATIONAL,
        seeds,
        ..Job::default()
    };
    let none = Period::default();
    job.national.depth = 1;
    job.politeness.delay_factor = 0.0;
    job.politeness.min_delay = none;
    job.politeness.ip_delay = none;
    job.politeness.retry_wait = Period::from_millis(200);
    job.limits.time = Limit::At(Period::from_secs(45));
    job.fetch.connect_to = vec![connect_to.parse::<ConnectToSetting>()?];
    Ok(job)
}

/// Some of the verdicts: of each language a page or two, those of the nation first.
fn show(verdicts: &Verdicts) -> anyhow::Result<()> {
    use std::io::Write;

    let language = |verdict: &Verdict| {
        verdict.language.as_ref().map_or("?".to_owned(), |it| it.language.clone())
    };
    let mut chosen: Vec<(&String, &Verdict)> = Vec::new();
    let mut seen: BTreeMap<(bool, String), usize> = BTreeMap::new();
    for (uri, verdict) in verdicts {
        let times = seen.entry((verdict.is_valid, language(verdict))).or_default();
        *times += 1;
        if *times <= if verdict.is_valid { 2 } else { 1 } {
            chosen.push((uri, verdict));
        }
    }
    chosen.sort_by(|a, b| b.1.probability.total_cmp(&a.1.probability));
    let (ours, others): (Vec<_>, Vec<_>) = chosen.into_iter().partition(|it| it.1.is_valid);
    let chosen = ours.into_iter().take(SHOWN[0]).chain(others.into_iter().take(SHOWN[1]));
    let mut out = output::stdout();
    let (nation, probability) = (text!("demo-nation"), text!("demo-probability"));
    let (reasons, points) = (text!("demo-reasons"), text!("demo-points"));
    let language_word = text!("demo-language");
    writeln!(out, "{nation:<7} {probability:>15} {points:>7}  {language_word:<6} URI")?;
    for (uri, verdict) in chosen {
        let Verdict { probability, points, is_valid, .. } = verdict;
        let answer = if *is_valid { text!("demo-yes") } else { text!("demo-no") };
        let language = language(verdict);
        let probability = decimal(*probability, 3);
        writeln!(out, "{answer:<7} {probability:>15} {points:>7}  {language:<6} {uri}")?;
        let why =
            if *is_valid { recognise::strongest(verdict) } else { recognise::against(verdict) };
        writeln!(out, "{:>24} {reasons}: {why}", "")?;
    }
    out.flush()?;
    let languages: BTreeSet<String> = verdicts.values().map(language).collect();
    let valid = verdicts.values().filter(|verdict| verdict.is_valid).count();
    let judged =
        text!("demo-judged", pages = verdicts.len(), languages = languages.len(), valid = valid);
    output::say(format_args!("{judged}"));
    Ok(())
}

/// Says where things are, and what may be done with them.
fn tell(archive: &Path, verdicts: &Verdicts) -> anyhow::Result<()> {
    let mut files = Vec::new();
    for year in fs::read_dir(archive.join("warc"))? {
        for file in fs::read_dir(year?.path())? {
            files.push(file?.path());
        }
    }
    files.sort();
    let Some(file) = files.last() else { return Ok(()) };
    let (file, archive) = (file.display(), archive.display());
    let archive = archive.to_string();
    output::say(format_args!("\n{}", text!("demo-archive", archive = &archive)));
    // Of a site without a page of the nation nothing is archived, however near others are.
    let site = |uri: &str| uri.split('/').nth(2).map(str::to_owned);
    let kept: BTreeSet<_> =
        verdicts.iter().filter(|(_, it)| it.is_valid).map(|(uri, _)| site(uri)).collect();
    let other = verdicts.keys().find(|uri| !kept.contains(&site(uri)));
    let why = other.map(|uri| {
        let command = format!("stodola why {uri} --archive {archive}");
        (command, text!("demo-try-why"))
    });
    let commands = [
        (format!("stodola warc check {file}"), text!("demo-try-check")),
        (format!("stodola archive stats --archive {archive}"), text!("demo-try-stats")),
        (format!("stodola recognise {file}"), text!("demo-try-recognise")),
    ];
    for (command, what) in why.into_iter().chain(commands) {
        output::say(format_args!("  {command}    # {what}"));
    }
    Ok(())
}
