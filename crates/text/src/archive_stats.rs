//! What an archive holds, as tables with bars.

use crate::{Language, size, text};
use std::io::{self, Write};
use stodola_app::archive::{ArchiveStats, StatsRow, StatsTable, TableStats};
use stodola_archive::{ArchiveTotals, Stamp};
use stodola_follow::{FollowerFailure, FollowerProgress};

/// Writes all tables.
///
/// # Errors
/// The writer's.
pub fn write_archive_stats(
    out: &mut impl Write,
    language: Language,
    stats: &ArchiveStats,
) -> io::Result<()> {
    if let Some((totals, span)) = &stats.totals {
        print_totals(out, language, totals, *span)?;
    }
    for table in &stats.tables {
        match table.table {
            StatsTable::Outcome => print_outcomes(out, language, table)?,
            _ => print_shares(out, language, table)?,
        }
    }
    if !stats.followers.is_empty() {
        print_followers(out, language, &stats.followers)?;
    }
    Ok(())
}

fn title(language: Language, table: StatsTable) -> String {
    match table {
        StatsTable::Year => text!(language, "archive-stats-by-year"),
        StatsTable::Type => text!(language, "archive-stats-by-type"),
        StatsTable::Host => text!(language, "archive-stats-by-host"),
        StatsTable::Job => text!(language, "archive-stats-by-job"),
        StatsTable::Status => text!(language, "archive-stats-by-status"),
        StatsTable::Kind => text!(language, "archive-stats-by-kind"),
        StatsTable::Outcome => text!(language, "archive-stats-by-outcome"),
    }
}

fn print_totals(
    out: &mut impl Write,
    language: Language,
    totals: &ArchiveTotals,
    span: Option<(Stamp, Stamp)>,
) -> io::Result<()> {
    let mut rows = vec![
        (text!(language, "archive-stats-captures"), totals.captures.to_string()),
        (text!(language, "archive-stats-files"), totals.files.to_string()),
        (text!(language, "archive-stats-size"), size(language, totals.file_bytes)),
        (text!(language, "archive-stats-hosts"), totals.hosts.to_string()),
        (text!(language, "archive-stats-jobs"), totals.jobs.to_string()),
    ];
    if let Some((first, last)) = span {
        rows.push((text!(language, "archive-stats-first"), first.to_string()));
        rows.push((text!(language, "archive-stats-last"), last.to_string()));
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

fn print_shares(out: &mut impl Write, language: Language, table: &TableStats) -> io::Result<()> {
    let shares = table.rows.iter().filter_map(|row| match row {
        StatsRow::Share { name, captures, bytes, .. } => {
            Some((name.as_deref().unwrap_or("-"), *captures, *bytes))
        }
        _ => None,
    });
    let shares: Vec<_> = shares.collect();
    let largest = shares.iter().map(|(_, captures, _)| *captures).max().unwrap_or(0);
    let width = width(shares.iter().map(|(name, ..)| *name));
    writeln!(out, "\n{}", title(language, table.table))?;
    for (name, captures, bytes) in shares {
        let (size, bar) = (size(language, bytes), bar(captures, largest));
        writeln!(out, "  {name:width$} {captures:>12} {size:>10}  {bar}")?;
    }
    Ok(())
}

/// How far the catalogue and everything else that is derived is.
fn print_followers(
    out: &mut impl Write,
    language: Language,
    all: &[FollowerProgress],
) -> io::Result<()> {
    writeln!(out, "\n{}", text!(language, "archive-stats-followers"))?;
    let width = width(all.iter().map(|it| it.name));
    for it in all {
        let (name, done, files) = (it.name, it.files_done, it.files);
        let words = match it.bytes.saturating_sub(it.bytes_done) {
            0 => text!(language, "archive-stats-up-to-date"),
            behind => text!(language, "archive-stats-behind", size = size(language, behind)),
        };
        writeln!(out, "  {name:width$} {done:>12} / {files}  {words}")?;
        if let Some(FollowerFailure { time, file, reason }) = &it.failure {
            let stopped = text!(language, "archive-stats-stopped");
            let words = [&stopped, time, file].into_iter().filter(|word| !word.is_empty());
            let words: Vec<&str> = words.map(String::as_str).collect();
            writeln!(out, "  {:width$} {}: {reason}", "", words.join(" "))?;
        }
    }
    Ok(())
}

/// One row for each outcome of a job, over all its rounds. An archive without jobs has no such table.
fn print_outcomes(out: &mut impl Write, language: Language, table: &TableStats) -> io::Result<()> {
    let sums = table.outcome_sums();
    let Some(&largest) = sums.values().max() else { return Ok(()) };
    let job_width = width(sums.keys().map(|(job, _)| *job));
    let outcome_width = width(sums.keys().map(|(_, outcome)| *outcome));
    writeln!(out, "\n{}", title(language, table.table))?;
    for ((job, outcome), uris) in &sums {
        let bar = bar(*uris, largest);
        writeln!(out, "  {job:job_width$} {outcome:outcome_width$} {uris:>12}  {bar}")?;
    }
    Ok(())
}
