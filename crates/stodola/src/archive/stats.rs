//! `stodola archive stats`: what an archive holds, as tables with bars.

use super::open;
use crate::json;
use crate::lang::{pick, size};
use crate::output::{self, Outcome};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use stodola_archive::{By, Catalogue, OutcomeCount, Share};
use stodola_follow::{FollowerFailure, FollowerProgress, progress};

/// Show what the archive contains: by year, type, host, job and status, and the outcomes of each job, as
/// tables with bars.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Show only this table
    #[arg(long, value_enum)]
    by: Option<Table>,
    /// Number of rows to show in each table
    #[arg(long, value_name = "N", default_value_t = 20)]
    rows: u32,
    /// Print one JSON object per row
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Table {
    /// Captures by year
    Year,
    /// Captures by media type
    Type,
    /// Captures by host
    Host,
    /// Captures by job
    Job,
    /// Captures by HTTP status
    Status,
    /// Captures by type of record
    Kind,
    /// Outcomes of the URIs of each job
    Outcome,
}

impl Table {
    const ALL: [Table; 7] = [
        Table::Year,
        Table::Kind,
        Table::Type,
        Table::Status,
        Table::Host,
        Table::Job,
        Table::Outcome,
    ];

    /// How its captures are counted; `None` if it is none of captures.
    fn by(self) -> Option<By> {
        match self {
            Table::Year => Some(By::Year),
            Table::Type => Some(By::Type),
            Table::Host => Some(By::Host),
            Table::Job => Some(By::Job),
            Table::Status => Some(By::Status),
            Table::Kind => Some(By::Kind),
            Table::Outcome => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Table::Year => "year",
            Table::Type => "type",
            Table::Host => "host",
            Table::Job => "job",
            Table::Status => "status",
            Table::Kind => "kind",
            Table::Outcome => "outcome",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Table::Year => pick("By year", "Podle roku"),
            Table::Type => pick("By media type", "Podle typu"),
            Table::Host => pick("By host", "Podle domény"),
            Table::Job => pick("By job", "Podle sklizně"),
            Table::Status => pick("By status", "Podle stavu odpovědi"),
            Table::Kind => pick("By type of record", "Podle druhu záznamu"),
            Table::Outcome => pick("Outcomes of URIs, by job", "Osudy URI podle sklizní"),
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let (archive, catalogue) = open(&arguments.archive)?;
    let mut out = output::stdout();
    let tables = arguments.by.map_or(Table::ALL.to_vec(), |by| vec![by]);
    if arguments.json {
        for table in tables {
            let Some(by) = table.by() else {
                print_json_outcomes(&mut out, &catalogue)?;
                continue;
            };
            for share in catalogue.shares(by, u32::MAX)? {
                write!(out, "{{\"by\":\"{}\"", table.name())?;
                json::member(&mut out, "name", named(table, &share).as_deref().map(str::as_bytes))?;
                json::number(&mut out, "captures", Some(share.captures))?;
                json::number(&mut out, "bytes", Some(share.bytes))?;
                out.write_all(b"}\n")?;
            }
        }
        if arguments.by.is_none() {
            print_json_followers(&mut out, &progress(&archive, &catalogue)?)?;
        }
    } else {
        if arguments.by.is_none() {
            print_totals(&mut out, &catalogue)?;
        }
        for table in tables {
            match table.by() {
                Some(by) => {
                    let shares = catalogue.shares(by, arguments.rows)?;
                    print_table(&mut out, table, &shares)?;
                }
                None => print_outcomes(&mut out, &catalogue)?,
            }
        }
        if arguments.by.is_none() {
            print_followers(&mut out, &progress(&archive, &catalogue)?)?;
        }
    }
    out.flush()?;
    Ok(Outcome::default())
}

/// The name of a share. Hosts stand backwards in keys, and forwards for people.
fn named(table: Table, share: &Share) -> Option<String> {
    let name = share.name.as_deref()?;
    if table != Table::Host {
        return Some(name.to_owned());
    }
    let (labels, port) = name.split_once(':').map_or((name, ""), |(labels, port)| (labels, port));
    let labels: Vec<&str> = labels.rsplit(',').collect();
    let colon = if port.is_empty() { "" } else { ":" };
    Some(format!("{}{colon}{port}", labels.join(".")))
}

fn print_totals(out: &mut impl Write, catalogue: &Catalogue) -> anyhow::Result<()> {
    let totals = catalogue.totals()?;
    let span = catalogue.span()?;
    let row = |out: &mut dyn Write, name: &str, value: &str| writeln!(out, "{name:12} {value:>20}");
    row(out, pick("captures", "záznamů"), &totals.captures.to_string())?;
    row(out, pick("files", "souborů"), &totals.files.to_string())?;
    row(out, pick("size", "velikost"), &size(totals.file_bytes))?;
    row(out, pick("hosts", "domén"), &totals.hosts.to_string())?;
    row(out, pick("jobs", "sklizní"), &totals.jobs.to_string())?;
    if let Some((first, last)) = span {
        row(out, pick("first", "první"), &first.to_string())?;
        row(out, pick("last", "poslední"), &last.to_string())?;
    }
    Ok(())
}

/// A bar as long as this is the largest share.
const BAR: u64 = 40;

fn print_table(out: &mut impl Write, table: Table, shares: &[Share]) -> anyhow::Result<()> {
    let largest = shares.iter().map(|share| share.captures).max().unwrap_or(0).max(1);
    let name = |share: &Share| named(table, share).unwrap_or_else(|| "-".to_owned());
    let width = shares.iter().map(|share| name(share).chars().count()).max().unwrap_or(0).min(50);
    writeln!(out, "\n{}", table.title())?;
    for share in shares {
        let length = (share.captures * BAR).div_ceil(largest) as usize;
        writeln!(
            out,
            "  {:width$} {:>12} {:>16} B  {}",
            name(share),
            share.captures,
            share.bytes,
            "#".repeat(length)
        )?;
    }
    Ok(())
}

fn print_json_outcomes(out: &mut impl Write, catalogue: &Catalogue) -> anyhow::Result<()> {
    for OutcomeCount { round, outcome, uris } in catalogue.outcome_counts()? {
        out.write_all(b"{\"by\":\"outcome\"")?;
        json::member(out, "job", Some(round.job.as_bytes()))?;
        json::number(out, "round", Some(round.number.into()))?;
        json::member(out, "outcome", Some(outcome.as_bytes()))?;
        json::number(out, "uris", Some(uris))?;
        out.write_all(b"}\n")?;
    }
    Ok(())
}

fn print_json_followers(out: &mut impl Write, all: &[FollowerProgress]) -> anyhow::Result<()> {
    for it in all {
        out.write_all(b"{\"by\":\"follower\"")?;
        json::member(out, "name", Some(it.name.as_bytes()))?;
        json::number(out, "files", Some(it.files))?;
        json::number(out, "files_done", Some(it.files_done))?;
        json::number(out, "bytes", Some(it.bytes))?;
        json::number(out, "bytes_done", Some(it.bytes_done))?;
        let failure = it.failure.as_ref();
        json::member(out, "failed", failure.map(|failure| failure.time.as_bytes()))?;
        json::member(out, "failed_at", failure.map(|failure| failure.file.as_bytes()))?;
        json::member(out, "reason", failure.map(|failure| failure.reason.as_bytes()))?;
        out.write_all(b"}\n")?;
    }
    Ok(())
}

/// How far the catalogue and everything else that is derived is.
fn print_followers(out: &mut impl Write, all: &[FollowerProgress]) -> anyhow::Result<()> {
    writeln!(out, "\n{}", pick("Derived from the files", "Odvozeno ze souborů"))?;
    let width = all.iter().map(|it| it.name.len()).max().unwrap_or(0);
    for it in all {
        let (name, done, files) = (it.name, it.files_done, it.files);
        let words = match it.bytes - it.bytes_done {
            0 => pick("up to date".to_owned(), "aktuální".to_owned()),
            behind => pick(format!("{} behind", size(behind)), format!("zbývá {}", size(behind))),
        };
        writeln!(out, "  {name:width$} {done:>12} / {files}  {words}")?;
        if let Some(FollowerFailure { time, file, reason }) = &it.failure {
            let stopped = pick("stopped", "zastaveno");
            writeln!(out, "  {:width$} {stopped} {time} {file}: {reason}", "")?;
        }
    }
    Ok(())
}

/// One row for each outcome of a job, over all its rounds. An archive without jobs has no such table.
fn print_outcomes(out: &mut impl Write, catalogue: &Catalogue) -> anyhow::Result<()> {
    let mut sums: BTreeMap<(String, String), u64> = BTreeMap::new();
    for OutcomeCount { round, outcome, uris } in catalogue.outcome_counts()? {
        *sums.entry((round.job, outcome)).or_default() += uris;
    }
    let Some(&largest) = sums.values().max() else { return Ok(()) };
    let longest = |names: &mut dyn Iterator<Item = &String>| {
        names.map(|name| name.chars().count()).max().unwrap_or(0).min(50)
    };
    let job_width = longest(&mut sums.keys().map(|(job, _)| job));
    let width = longest(&mut sums.keys().map(|(_, outcome)| outcome));
    writeln!(out, "\n{}", Table::Outcome.title())?;
    for ((job, outcome), uris) in &sums {
        let bar = "#".repeat((uris * BAR).div_ceil(largest.max(1)) as usize);
        writeln!(out, "  {job:job_width$} {outcome:width$} {uris:>12}  {bar}")?;
    }
    Ok(())
}
