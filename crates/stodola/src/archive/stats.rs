//! `stodola archive stats`: what an archive holds, as tables with bars.

use super::open;
use crate::json;
use crate::lang::pick;
use crate::output::{self, Outcome};
use std::io::Write;
use std::path::PathBuf;
use stodola_archive::{By, Catalogue, Share};

/// Tell what the archive holds: by year, type, host, job and status, with a bar for each.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Only this table
    #[arg(long, value_enum)]
    by: Option<Table>,
    /// How many rows of a table are shown
    #[arg(long, value_name = "N", default_value_t = 20)]
    rows: u32,
    /// One JSON object per row
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Table {
    Year,
    Type,
    Host,
    Job,
    Status,
    Kind,
}

impl Table {
    const ALL: [Table; 6] =
        [Table::Year, Table::Kind, Table::Type, Table::Status, Table::Host, Table::Job];

    fn by(self) -> By {
        match self {
            Table::Year => By::Year,
            Table::Type => By::Type,
            Table::Host => By::Host,
            Table::Job => By::Job,
            Table::Status => By::Status,
            Table::Kind => By::Kind,
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
        }
    }

    fn title(self) -> &'static str {
        match self {
            Table::Year => pick("By year", "Podle roku"),
            Table::Type => pick("By media type", "Podle typu"),
            Table::Host => pick("By host", "Podle domény"),
            Table::Job => pick("By job", "Podle sklizně"),
            Table::Status => pick("By status", "Podle stavu odpovědi"),
            Table::Kind => pick("By kind of record", "Podle druhu záznamu"),
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let (_, catalogue) = open(&arguments.archive)?;
    let mut out = output::stdout();
    let tables = arguments.by.map_or(Table::ALL.to_vec(), |by| vec![by]);
    if arguments.json {
        for table in tables {
            for share in catalogue.shares(table.by(), u32::MAX)? {
                write!(out, "{{\"by\":\"{}\"", table.name())?;
                json::member(&mut out, "name", named(table, &share).as_deref().map(str::as_bytes))?;
                json::number(&mut out, "captures", Some(share.captures))?;
                json::number(&mut out, "bytes", Some(share.bytes))?;
                out.write_all(b"}\n")?;
            }
        }
    } else {
        if arguments.by.is_none() {
            print_totals(&mut out, &catalogue)?;
        }
        for table in tables {
            let shares = catalogue.shares(table.by(), arguments.rows)?;
            print_table(&mut out, table, &shares)?;
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
    row(out, pick("bytes", "bajtů"), &totals.file_bytes.to_string())?;
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
