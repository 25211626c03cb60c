//! `stodola recognise`: which pages belong to a nation, and why.

mod inputs;
mod owner;
mod page;
mod report;
mod sources;
mod tell;
mod warc;
mod web;

pub(crate) use tell::{against, strongest};

use crate::lang;
use crate::output::{self, Outcome};
use anyhow::Context;
use std::io::Write;
use std::path::PathBuf;
use stodola_judge::{Judge, Pack, Properties, Settings};

/// Find out which pages belong to a nation, and why.
///
/// Each page is judged by criteria: e-mail addresses, phone numbers, declared languages, countries of
/// servers, words of the language, language statistics, links, names of places. For each criterion the
/// table shows what was found, how much of it belongs to the nation, and the points for it.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola recognise page.html\n  \
    stodola recognise --json harvest.warc.gz > verdicts.ndjson\n  \
    stodola recognise --pack sk --report report pages/\n  \
    stodola recognise http://localhost:8000/ --allow-private\n\n\
    Only text is judged: HTML, XHTML and plain text.\n\
    Exit codes: 0 done, whatever the verdicts are; 1 an archive file is damaged; 2 something could not be read.")]
pub(crate) struct Arguments {
    /// Pages, WARC and ARC files, folders of these, or URLs of pages
    #[arg(value_name = "INPUT", required_unless_present = "list")]
    inputs: Vec<String>,
    /// File with more inputs, one per line; `-` is standard input
    #[arg(long, value_name = "FILE")]
    list: Option<PathBuf>,
    /// Pack of the nation: the name of a built-in one (`cz`, `sk`), or a folder
    #[arg(long, value_name = "NAME|DIR", default_value = "cz")]
    pack: String,
    /// Read criteria and points from a webanalyzer.properties file
    #[arg(long, value_name = "FILE")]
    properties: Option<PathBuf>,
    /// Decide by points: a page with at least this many belongs to the nation
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    min_points: Option<i64>,
    /// Database in MaxMind's format, to find the countries of servers
    #[arg(long, value_name = "FILE")]
    geo: Option<PathBuf>,
    /// Ask this RDAP server for the country of each domain's owner
    ///
    /// The server is a third party: it learns which domains you ask about. Each domain is asked about
    /// once, with a pause of one second between two requests. Answers are kept for 90 days.
    #[arg(long, value_name = "URL")]
    rdap: Option<String>,
    /// Keep the RDAP answers in this file, not in your cache folder
    #[arg(long, value_name = "FILE", requires = "rdap")]
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
    /// Also fetch from private, loopback and link-local addresses
    #[arg(long)]
    allow_private: bool,
    /// Contact for webmasters: an e-mail address or a web page. Required to fetch more than one page, and for
    /// --rdap
    #[arg(long, value_name = "MAIL|URL")]
    contact: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let properties = arguments.properties.as_deref().map(Properties::open).transpose()?;
    if let (Some(properties), Some(path)) = (&properties, &arguments.properties) {
        for (line, key) in &properties.unknown {
            let path = path.display();
            output::complain(format_args!("{path}:{line}: unknown key '{key}' was ignored"));
        }
    }
    let (min_points, geo) = (arguments.min_points, arguments.geo.clone());
    let pack = Pack::open(&arguments.pack)?;
    let uses_owner = arguments.rdap.is_some();
    let judge = Judge::new(&pack, &Settings { min_points, geo, properties, uses_owner })?;
    let sources = sources::Sources::gather(&arguments.inputs, arguments.list.as_deref())?;
    let owners = owner::Owners::new(arguments)?;
    let report = arguments
        .report
        .as_deref()
        .map(|folder| report::Report::new(folder, &pack, judge.rule()))
        .transpose()?;
    let out = output::stdout();
    let mut run = Run { judge, owners, arguments, out, report, counts: Counts::default() };
    let outcome = inputs::each(&sources, &mut run)?;
    run.out.flush()?;
    if let Some(report) = run.report.take() {
        report.write().context("the report cannot be written")?;
    }
    run.counts.say();
    Ok(outcome)
}

/// What all inputs share.
struct Run<'a> {
    judge: Judge,
    owners: Option<owner::Owners>,
    arguments: &'a Arguments,
    out: std::io::BufWriter<std::io::StdoutLock<'static>>,
    report: Option<report::Report>,
    counts: Counts,
}

#[derive(Default)]
struct Counts {
    valid: u64,
    others: u64,
    /// Not text.
    skipped: u64,
}

impl Run<'_> {
    /// Judges a document; `None` if it is not text.
    fn judge(&self, origin: &page::Origin<'_>, body: impl std::io::Read) -> Option<page::Judged> {
        let owner = self.owners.as_ref();
        page::judge_page(origin, body, &self.judge, &|| owner?.country(origin.uri))
    }

    /// Tells the verdict on a page.
    fn tell(&mut self, judged: &page::Judged) -> anyhow::Result<()> {
        let verdict = &judged.verdict;
        *(if verdict.is_valid { &mut self.counts.valid } else { &mut self.counts.others }) += 1;
        if self.arguments.json {
            let features = self.arguments.features.then(|| self.judge.features(verdict));
            tell::json(&mut self.out, &judged.name, &judged.verdict, features.as_deref())?;
        } else {
            tell::table(&mut self.out, judged)?;
        }
        if let Some(report) = &mut self.report {
            report.add(judged);
        }
        Ok(())
    }
}

impl Counts {
    fn say(&self) {
        let Counts { valid, others, skipped } = *self;
        let pages =
            lang::count(valid + others, ["page", "pages"], ["stránka", "stránky", "stránek"]);
        output::say(format_args!(
            "{}",
            lang::pick(
                format!("{pages}: {valid} valid, {others} not valid; {skipped} skipped: not text"),
                format!(
                    "{pages}: {valid} národních, {others} jiných; {skipped} neposouzeno, ne text"
                ),
            )
        ));
    }
}
