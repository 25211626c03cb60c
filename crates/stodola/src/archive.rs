//! `stodola archive`: an archive as a whole.

use crate::json;
use crate::output::{self, Outcome};
use anyhow::{Context, bail};
use clap::Subcommand;
use std::io::Write;
use std::path::{Path, PathBuf};
use stodola_archive::{DedupIndex, Place};
use stodola_migrate::INDEX;
use stodola_warc::Reader;

/// The commands under `stodola archive`.
#[derive(Subcommand)]
pub(crate) enum Command {
    Dependents(Dependents),
}

/// List the captures that lose their content if a file is lost.
///
/// Deduplication stores a payload once; later captures of it refer to that file. One line per
/// capture: file, offset, date, URI. A capture whose content is also stored in another file
/// (`migrate --dedup-copies 2`) is not listed. The file itself need not exist any more.
#[derive(clap::Args)]
pub(crate) struct Dependents {
    /// The file, by its name in the archive or its path
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The output folder of the migration
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// One JSON object per capture
    #[arg(long)]
    json: bool,
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Command::Dependents(arguments) => dependents(&arguments),
        }
    }
}

fn dependents(arguments: &Dependents) -> anyhow::Result<Outcome> {
    let folder = &arguments.archive;
    if !folder.join(INDEX).is_dir() {
        bail!("{}: nothing was deduplicated here", folder.display());
    }
    let index = DedupIndex::open(&folder.join(INDEX))?;
    let path = arguments.file.strip_prefix(folder).unwrap_or(&arguments.file);
    let name = path.to_string_lossy();
    let Some(file) = index.file_id(&name) else {
        bail!("{name}: no file of this name is in the archive");
    };
    let mut out = output::stdout();
    let mut count = 0u64;
    for reference in index.losses(file)? {
        let reference = reference?;
        count += 1;
        print(&mut out, &index, folder, reference.revisit, arguments.json)?;
    }
    out.flush()?;
    output::say(format_args!(
        "{name}: {}",
        crate::lang::count(
            count,
            ["capture depends on it", "captures depend on it"],
            ["závislý záznam", "závislé záznamy", "závislých záznamů"],
        )
    ));
    Ok(Outcome::default())
}

fn print(
    out: &mut impl Write,
    index: &DedupIndex,
    folder: &Path,
    place: Place,
    is_json: bool,
) -> anyhow::Result<()> {
    let name = index.file_name(place.file).unwrap_or_default();
    let path = folder.join(name);
    let mut reader = Reader::open_at(&path, place.offset)
        .with_context(|| format!("{}: cannot be opened", path.display()))?;
    let record = reader.next_record()?;
    let uri = record.as_ref().and_then(|r| r.uri()).unwrap_or(b"-");
    let date = record.as_ref().and_then(|r| r.raw_date()).unwrap_or(b"-");
    if is_json {
        out.write_all(b"{\"file\":")?;
        json::string(out, name)?;
        json::number(out, "offset", Some(place.offset))?;
        json::member(out, "date", Some(date))?;
        json::member(out, "uri", Some(uri))?;
        out.write_all(b"}\n")?;
    } else {
        writeln!(out, "{name} {} {} {}", place.offset, json::text(date), json::text(uri))?;
    }
    Ok(())
}
