//! Counts what an archive contains, in tables.

use super::{ReadError, open};
use crate::followers::FOLLOWERS;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use stodola_archive::{ArchiveTotals, By, Catalogue, OutcomeCount, Share, Stamp};
use stodola_follow::{FollowerProgress, progress};

/// Which tables are wanted.
#[derive(Clone, Debug)]
pub struct StatsSettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// The only table that is wanted; `None` for all tables, with totals and followers.
    pub table: Option<StatsTable>,
    /// Number of rows in each table of captures; `None` for all.
    pub rows: Option<u32>,
}

/// A table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatsTable {
    /// Captures by year.
    Year,
    /// Captures by type of record.
    Kind,
    /// Captures by media type.
    Type,
    /// Captures by HTTP status.
    Status,
    /// Captures by host.
    Host,
    /// Captures by job.
    Job,
    /// URIs by job, round and outcome.
    Outcome,
}

impl StatsTable {
    /// All tables, in the order in which they are shown.
    pub const ALL: [StatsTable; 7] = [
        StatsTable::Year,
        StatsTable::Kind,
        StatsTable::Type,
        StatsTable::Status,
        StatsTable::Host,
        StatsTable::Job,
        StatsTable::Outcome,
    ];

    /// Name in data.
    pub fn name(self) -> &'static str {
        match self {
            StatsTable::Year => "year",
            StatsTable::Kind => "kind",
            StatsTable::Type => "type",
            StatsTable::Status => "status",
            StatsTable::Host => "host",
            StatsTable::Job => "job",
            StatsTable::Outcome => "outcome",
        }
    }

    /// Returns by which property captures are counted; `None` if the table does not count captures.
    fn by(self) -> Option<By> {
        match self {
            StatsTable::Year => Some(By::Year),
            StatsTable::Kind => Some(By::Kind),
            StatsTable::Type => Some(By::Type),
            StatsTable::Status => Some(By::Status),
            StatsTable::Host => Some(By::Host),
            StatsTable::Job => Some(By::Job),
            StatsTable::Outcome => None,
        }
    }
}

/// The tables of an archive.
#[derive(Clone, Debug)]
pub struct ArchiveStats {
    /// Totals, and the times of the first and the last capture; `None` unless all tables are wanted.
    pub totals: Option<(ArchiveTotals, Option<(Stamp, Stamp)>)>,
    /// The tables.
    pub tables: Vec<TableStats>,
    /// Progress of everything that is derived; empty unless all tables are wanted.
    pub followers: Vec<FollowerProgress>,
}

/// One table with its rows.
#[derive(Clone, Debug)]
pub struct TableStats {
    /// The table.
    pub table: StatsTable,
    /// Its rows, as the catalogue sorts them.
    pub rows: Vec<StatsRow>,
}

impl TableStats {
    /// Returns the number of URIs by job and outcome, over all rounds of the job. Empty for all other tables.
    pub fn outcome_sums(&self) -> BTreeMap<(&str, &str), u64> {
        let mut sums = BTreeMap::new();
        for row in &self.rows {
            if let StatsRow::Outcome { job, outcome, uris, .. } = row {
                *sums.entry((job.as_str(), outcome.as_str())).or_default() += uris;
            }
        }
        sums
    }
}

/// A row of a table. It is serialised as in JSON output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum StatsRow {
    /// A part of the captures.
    Share {
        /// The name of the table.
        by: &'static str,
        /// Value of the property; `None` if it is not known for these captures.
        name: Option<String>,
        /// Number of captures.
        captures: u64,
        /// Bytes that they take in the files.
        bytes: u64,
    },
    /// URIs with the same outcome in a round of a job.
    Outcome {
        /// `outcome`.
        by: &'static str,
        /// The job.
        job: String,
        /// The round; 1 is the first.
        round: u32,
        /// The name of the outcome.
        outcome: String,
        /// Number of URIs.
        uris: u64,
    },
    /// The progress of something that is derived.
    Follower {
        /// `follower`.
        by: &'static str,
        /// Its name.
        name: &'static str,
        /// Number of files of the archive that exist.
        files: u64,
        /// Number of files that it has read to their end.
        files_done: u64,
        /// Bytes of the files.
        bytes: u64,
        /// Bytes that it has read.
        bytes_done: u64,
        /// Time when it stopped; `None` if it has not.
        failed: Option<String>,
        /// The file at which it stopped; `None` if it has not.
        failed_at: Option<String>,
        /// Why it stopped; `None` if it has not.
        reason: Option<String>,
    },
}

impl ArchiveStats {
    /// Returns the rows of all tables, and then those of the followers.
    pub fn into_rows(self) -> impl Iterator<Item = StatsRow> {
        let rows = self.tables.into_iter().flat_map(|table| table.rows);
        rows.chain(self.followers.into_iter().map(StatsRow::of_follower))
    }
}

impl StatsRow {
    fn of_follower(it: FollowerProgress) -> StatsRow {
        let failure = it.failure.map(|it| (it.time, it.file, it.reason));
        let (failed, failed_at, reason) = match failure {
            Some((time, file, reason)) => (Some(time), Some(file), Some(reason)),
            None => (None, None, None),
        };
        StatsRow::Follower {
            by: "follower",
            name: it.name,
            files: it.files,
            files_done: it.files_done,
            bytes: it.bytes,
            bytes_done: it.bytes_done,
            failed,
            failed_at,
            reason,
        }
    }
}

/// Counts what an archive contains.
pub fn stats(settings: &StatsSettings) -> Result<ArchiveStats, ReadError> {
    let (archive, catalogue) = open(&settings.archive)?;
    let wanted = settings.table.map_or(StatsTable::ALL.to_vec(), |table| vec![table]);
    let mut tables = Vec::new();
    for table in wanted {
        tables.push(TableStats { table, rows: rows(&catalogue, table, settings.rows)? });
    }
    let (mut totals, mut followers) = (None, Vec::new());
    if settings.table.is_none() {
        totals = Some((catalogue.totals()?, catalogue.span()?));
        followers = progress(&archive, FOLLOWERS, &catalogue)?;
    }
    Ok(ArchiveStats { totals, tables, followers })
}

fn rows(
    catalogue: &Catalogue,
    table: StatsTable,
    limit: Option<u32>,
) -> Result<Vec<StatsRow>, ReadError> {
    let Some(by) = table.by() else {
        let counts = catalogue.outcome_counts()?.into_iter();
        let row = |OutcomeCount { round, outcome, uris }| {
            let by = table.name();
            StatsRow::Outcome { by, job: round.job, round: round.number, outcome, uris }
        };
        return Ok(counts.map(row).collect());
    };
    let shares = catalogue.shares(by, limit.unwrap_or(u32::MAX))?.into_iter();
    let row = |Share { name, captures, bytes }| {
        let name = match table {
            StatsTable::Host => name.as_deref().map(host_name),
            _ => name,
        };
        StatsRow::Share { by: table.name(), name, captures, bytes }
    };
    Ok(shares.map(row).collect())
}

/// Returns the host of a key, in normal order: `cz,example:8080` is `example.cz:8080`.
fn host_name(key: &str) -> String {
    let (labels, port) = key.split_once(':').unwrap_or((key, ""));
    let labels: Vec<&str> = labels.rsplit(',').collect();
    let colon = if port.is_empty() { "" } else { ":" };
    format!("{}{colon}{port}", labels.join("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_summed_over_the_rounds_of_a_job() {
        let row = |job: &str, round, outcome: &str, uris| StatsRow::Outcome {
            by: "outcome",
            job: job.to_owned(),
            round,
            outcome: outcome.to_owned(),
            uris,
        };
        let rows = vec![
            row("b", 1, "archived", 5),
            row("a", 1, "archived", 2),
            row("a", 2, "archived", 3),
            row("a", 2, "failed", 1),
        ];
        let table = TableStats { table: StatsTable::Outcome, rows };
        let expected = [(("a", "archived"), 5), (("a", "failed"), 1), (("b", "archived"), 5)];
        assert_eq!(table.outcome_sums(), BTreeMap::from(expected));
    }
}
