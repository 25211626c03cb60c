//! `stodola archive stats`: what an archive holds, as tables with bars.

use crate::lang::{size, text};
use crate::output::{self, Outcome};
use std::io::Write;
use std::path::PathBuf;
use stodola_app::archive::{StatsRow, StatsSettings, StatsTable, TableStats, stats};
use stodola_app::json;
use stodola_archive::{ArchiveTotals, Stamp};
use stodola_follow::{FollowerFailure, FollowerProgress};

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
    fn wanted(self) -> StatsTable {
        match self {
            Table::Year => StatsTable::Year,
            Table::Type => StatsTable::Type,
            Table::Host => StatsTable::Host,
            Table::Job => StatsTable::Job,
            Table::Status => StatsTable::Status,
            Table::Kind => StatsTable::Kind,
            Table::Outcome => StatsTable::Outcome,
        }
    }
}

fn title(table: StatsTable) -> String {
    match table {
        StatsTable::Year => text!("archive-stats-by-year"),
        StatsTable::Type => text!("archive-stats-by-type"),
        StatsTable::Host => text!("archive-stats-by-host"),
        StatsTable::Job => text!("archive-stats-by-job"),
        StatsTable::Status => text!("archive-stats-by-status"),
        StatsTable::Kind => text!("archive-stats-by-kind"),
        StatsTable::Outcome => text!("archive-stats-by-outcome"),
    }
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let stats = stats(&StatsSettings {
        archive: arguments.archive.clone(),
        table: arguments.by.map(Table::wanted),
        rows: (!arguments.json).then_some(arguments.rows),
    })?;
    let mut out = output::stdout();
    if arguments.json {
        for row in stats.into_rows() {
            json::write_line(&mut out, &row)?;
        }
    } else {
        if let Some((totals, span)) = &stats.totals {
            print_totals(&mut out, totals, *span)?;
        }
        for table in &stats.tables {
            match table.table {
                StatsTable::Outcome => print_outcomes(&mut out, table)?,
                _ => print_shares(&mut out, table)?,
            }
        }
        if !stats.followers.is_empty() {
            print_followers(&mut out, &stats.followers)?;
        }
    }
    out.flush()?;
    Ok(Outcome::default())
}

fn print_totals(
    out: &mut impl Write,
    totals: &ArchiveTotals,
    span: Option<(Stamp, Stamp)>,
) -> anyhow::Result<()> {
    let mut rows = vec![
        (text!("archive-stats-captures"), totals.captures.to_string()),
        (text!("archive-stats-files"), totals.files.to_string()),
        (text!("archive-stats-size"), size(totals.file_bytes)),
        (text!("archive-stats-hosts"), totals.hosts.to_string()),
        (text!("archive-stats-jobs"), totals.jobs.to_string()),
    ];
    if let Some((first, last)) = span {
        rows.push((text!("archive-stats-first"), first.to_string()));
        rows.push((text!("archive-stats-last"), last.to_string()));
    }
    for (name, value) in rows {
        writeln!(out, "{name:12} {value:>20}")?;
    }
    Ok(())
}

/// The bar of the largest share is so long.
const BAR: u64 = 40;

/// A bar of a length in proportion to the largest one.
fn bar(number: u64, largest: u64) -> String {
    let length = (u128::from(number) * u128::from(BAR)).div_ceil(u128::from(largest.max(1)));
    "#".repeat(length as usize)
}

/// Number of characters of the longest of some names; names that are longer than 50 are not counted.
fn width<'a>(names: impl Iterator<Item = &'a str>) -> usize {
    names.map(|name| name.chars().count()).max().unwrap_or(0).min(50)
}

fn print_shares(out: &mut impl Write, table: &TableStats) -> anyhow::Result<()> {
    let shares = table.rows.iter().filter_map(|row| match row {
        StatsRow::Share { name, captures, bytes, .. } => {
            Some((name.as_deref().unwrap_or("-"), *captures, *bytes))
        }
        _ => None,
    });
    let shares: Vec<_> = shares.collect();
    let largest = shares.iter().map(|(_, captures, _)| *captures).max().unwrap_or(0);
    let width = width(shares.iter().map(|(name, ..)| *name));
    writeln!(out, "\n{}", title(table.table))?;
    for (name, captures, bytes) in shares {
        let (size, bar) = (size(bytes), bar(captures, largest));
        writeln!(out, "  {name:width$} {captures:>12} {size:>10}  {bar}")?;
    }
    Ok(())
}

/// How far the catalogue and everything else that is derived is.
fn print_followers(out: &mut impl Write, all: &[FollowerProgress]) -> anyhow::Result<()> {
    writeln!(out, "\n{}", text!("archive-stats-followers"))?;
    let width = width(all.iter().map(|it| it.name));
    for it in all {
        let (name, done, files) = (it.name, it.files_done, it.files);
        let words = match it.bytes.saturating_sub(it.bytes_done) {
            0 => text!("archive-stats-up-to-date"),
            behind => text!("archive-stats-behind", size = size(behind)),
        };
        writeln!(out, "  {name:width$} {done:>12} / {files}  {words}")?;
        if let Some(FollowerFailure { time, file, reason }) = &it.failure {
            let stopped = text!("archive-stats-stopped");
            let words = [&stopped, time, file].into_iter().filter(|word| !word.is_empty());
            let words: Vec<&str> = words.map(String::as_str).collect();
            writeln!(out, "  {:width$} {}: {reason}", "", words.join(" "))?;
        }
    }
    Ok(())
}

/// One row for each outcome of a job, over all its rounds. An archive without jobs has no such table.
fn print_outcomes(out: &mut impl Write, table: &TableStats) -> anyhow::Result<()> {
    let sums = table.outcome_sums();
    let Some(&largest) = sums.values().max() else { return Ok(()) };
    let job_width = width(sums.keys().map(|(job, _)| *job));
    let outcome_width = width(sums.keys().map(|(_, outcome)| *outcome));
    writeln!(out, "\n{}", title(table.table))?;
    for ((job, outcome), uris) in &sums {
        let bar = bar(*uris, largest);
        writeln!(out, "  {job:job_width$} {outcome:outcome_width$} {uris:>12}  {bar}")?;
    }
    Ok(())
}
