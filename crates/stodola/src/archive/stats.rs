//! `stodola archive stats`: what an archive holds, as tables with bars.

use crate::lang::language;
use crate::output::{self, Outcome};
use std::io::Write;
use std::path::PathBuf;
use stodola_app::archive::{StatsSettings, StatsTable, stats};
use stodola_app::json;
use stodola_text::write_archive_stats;

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
        write_archive_stats(&mut out, language(), &stats)?;
    }
    out.flush()?;
    Ok(Outcome::default())
}
