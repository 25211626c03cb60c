//! `stodola recognise`: which pages belong to a nation, and why.

mod report;

use crate::lang::{language, text};
use crate::output::{self, Outcome};
use crate::progress::Bar;
use anyhow::Context;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use stodola_app::job::StoredJob;
use stodola_app::recognise::{
    RecogniseReport, RecogniseSettings, Recognised, Recogniser, write_verdict,
};
use stodola_terminal::Interrupts;

/// The file of RDAP answers, below the user's folder of caches.
const RDAP_CACHE: &str = "stodola/rdap.tsv";

/// Find out which pages belong to a nation, and why.
///
/// Each page is judged by criteria: e-mail addresses, phone numbers, declared languages, countries of
/// servers, words of the language, language statistics, links, names of places. For each criterion the
/// table shows what was found, how much of it belongs to the nation, and the points for it.
#[derive(clap::Args)]
#[command(group(clap::ArgGroup::new("owners").args(["rdap", "whois"]).multiple(true)))]
#[command(after_help = "Examples:\n  \
    stodola recognise page.html\n  \
    stodola recognise --json harvest.warc.gz > verdicts.ndjson\n  \
    stodola recognise --pack sk --report report pages/\n  \
    stodola recognise http://localhost:8000/ --allow-private\n  \
    stodola recognise --job nation --archive archive --report report\n\n\
    Only text is judged: HTML, XHTML and plain text; with --all-types other documents too.\n\
    Exit codes: 0 done, whatever the verdicts are; 1 an archive file is damaged; 2 something could not be read; \
    3 stopped by a signal.")]
pub(crate) struct Arguments {
    /// Pages, WARC and ARC files, folders of these, or URLs of pages
    #[arg(value_name = "INPUT", required_unless_present_any = ["list", "job"])]
    inputs: Vec<String>,
    /// File with more inputs, one per line; `-` is standard input
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    /// Judge nothing: write the report on the verdicts of this job, a national harvest
    #[arg(long, value_name = "NAME", requires_all = ["archive", "report"], conflicts_with_all = ["inputs", "list"])]
    job: Option<String>,
    /// With --job: folder of the archive
    #[arg(long, value_name = "DIR", requires = "job")]
    archive: Option<PathBuf>,
    /// With --job: number of the round; by default the last one
    #[arg(long, value_name = "N", requires = "job")]
    round: Option<u32>,
    /// Pack of the nation: the name of a built-in one (`cz`, `sk`; examples with a rule: `pt`, `th`, `gr`, `au`,
    /// `dk`), or a folder
    #[arg(long, value_name = "NAME|DIR", default_value = "cz")]
    pack: String,
    /// Read criteria and points from a webanalyzer.properties file
    #[arg(long, value_name = "FILE")]
    properties: Option<PathBuf>,
    /// Decide by points: a page with at least this many belongs to the nation
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    min_points: Option<i64>,
    /// Folder with your own lists, which are added to those of the pack
    #[arg(long, value_name = "DIR")]
    lists: Option<PathBuf>,
    /// A criterion that makes a page invalid whatever its points are; NAME=3: from three elements on
    #[arg(long, value_name = "NAME[=N]")]
    veto: Vec<String>,
    /// Also judge documents that are not text, by the criteria that need no text
    #[arg(long)]
    all_types: bool,
    /// Also print which part of the rule decided
    #[arg(long, conflicts_with = "json")]
    explain: bool,
    /// Database in MaxMind's format, to find the countries of servers
    #[arg(long, value_name = "FILE")]
    geo: Option<PathBuf>,
    /// Ask this RDAP server for the country of each domain's owner
    ///
    /// The server is a third party: it learns which domains you ask about. Each domain is asked about
    /// once, with a pause of one second between two requests. Answers are kept for 90 days.
    #[arg(long, value_name = "URL")]
    rdap: Option<String>,
    /// Ask this whois server where RDAP has no answer; it may refer to another one
    #[arg(long, value_name = "HOST[:PORT]")]
    whois: Option<String>,
    /// Numbers of links from the national domain, made by `stodola pack links`
    #[arg(long, value_name = "FILE")]
    in_links: Option<PathBuf>,
    /// Keep the RDAP and whois answers in this file, not in your cache folder
    #[arg(long, value_name = "FILE", requires = "owners")]
    rdap_cache: Option<PathBuf>,
    /// Print one JSON object per page
    #[arg(long)]
    json: bool,
    /// With --json: also print the numbers from which the probability is computed
    #[arg(long, requires = "json")]
    features: bool,
    /// Write an HTML report with charts to this folder
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Number of hosts to ask at the same time. Each gets one request at a time, with pauses
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=1000))]
    workers: u32,
    /// Also fetch from private, loopback and link-local addresses
    #[arg(long)]
    allow_private: bool,
    /// Contact for webmasters: an e-mail address or a web page. Required to fetch more than one page, and for
    /// --rdap and --whois
    #[arg(long, value_name = "MAIL|URL")]
    contact: Option<String>,
}

impl Arguments {
    fn settings(&self) -> RecogniseSettings {
        RecogniseSettings {
            inputs: self.inputs.clone(),
            list: self.list.clone(),
            pack: self.pack.clone(),
            properties: self.properties.clone(),
            min_points: self.min_points,
            lists: self.lists.clone(),
            veto: self.veto.clone(),
            all_types: self.all_types,
            geo: self.geo.clone(),
            rdap: self.rdap.clone(),
            whois: self.whois.clone(),
            in_links: self.in_links.clone(),
            rdap_cache: self.rdap_cache.clone().or_else(user_cache),
            features: self.features,
            workers: self.workers,
            allow_private: self.allow_private,
            contact: self.contact.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

/// Where programs keep what they can get again.
fn user_cache() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).map(PathBuf::from);
    let caches = folder("XDG_CACHE_HOME").filter(|path| path.is_absolute());
    let caches = caches.or_else(|| Some(folder("HOME")?.join(".cache")))?;
    Some(caches.join(RDAP_CACHE))
}

/// Writes the report on the verdicts of a job.
fn report_on_job(job: &str, archive: &Path, arguments: &Arguments) -> anyhow::Result<Outcome> {
    let job = StoredJob::find_round(archive, job, arguments.round)?;
    let folder = arguments.report.as_deref().unwrap_or(Path::new("."));
    write_report(RecogniseReport::of_job(folder, &job, &Bar::default())?)?;
    Ok(Outcome::default())
}

fn write_report(report: RecogniseReport) -> anyhow::Result<()> {
    let file =
        report.write(&report::report_text).with_context(|| text!("recognise-report-failed"))?;
    output::say(text!("recognise-report", path = file.display()));
    Ok(())
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    if let (Some(job), Some(archive)) = (&arguments.job, &arguments.archive) {
        return report_on_job(job, archive, arguments);
    }
    let recogniser = Recogniser::open(arguments.settings())?;
    if let Some(path) = &arguments.properties {
        for notice in recogniser.notices() {
            output::complain(stodola_text::property_notice_line(language(), path, notice));
        }
    }
    if let Some(age) = recogniser.geo_age() {
        let line = stodola_text::geo_age_line(language(), &age);
        if age.is_old { output::complain(line) } else { output::say(line) }
    }
    let folder = arguments.report.as_deref();
    let mut report = match folder {
        Some(folder) => Some(
            RecogniseReport::new(folder, &recogniser)
                .with_context(|| text!("recognise-cannot-create", path = folder.display()))?,
        ),
        None => None,
    };
    let stop = recogniser.stop_flag();
    let stop = move || stop.store(true, Ordering::Relaxed);
    let _interrupts = Interrupts::listen_with("recognise-stopping", stop)?;
    let mut out = output::stdout();
    let recognised = recogniser.run(&Bar::default(), &mut |judged| {
        match arguments.json {
            true => {
                let features = judged.features.as_deref();
                write_verdict(&mut out, &judged.name, &judged.verdict, features)?;
            }
            false => {
                stodola_text::write_verdict_table(&mut out, language(), judged)?;
                if arguments.explain {
                    stodola_text::write_rule_parts(&mut out, language(), &judged.verdict)?;
                }
            }
        }
        if let Some(report) = &mut report {
            report.add(judged);
        }
        Ok(())
    })?;
    out.flush()?;
    if let Some(report) = report {
        write_report(report)?;
    }
    let Recognised { ended, valid, others, skipped, left } = recognised;
    let pages = valid + others;
    output::say(text!(
        "recognise-sums",
        pages = pages,
        valid = valid,
        others = others,
        skipped = skipped
    ));
    if left > 0 {
        output::say(text!("recognise-left", left = left));
    }
    Ok(Outcome { is_stopped: left > 0, ..ended.into() })
}
