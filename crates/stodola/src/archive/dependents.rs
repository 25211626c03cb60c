//! `stodola archive dependents`: what is lost with a file.

use crate::json;
use crate::output::{self, Outcome};
use anyhow::{Context, bail};
use std::io::Write;
use std::path::{Path, PathBuf};
use stodola_archive::{Archive, DedupIndex, Entry, RecordPlace, find_file, the_one};
use stodola_migrate::INDEX;
use stodola_warc::Reader;

/// List the captures in other files that lose their content if a file is lost.
///
/// Deduplication stores a payload once; later captures refer to the file that has it. One line per
/// capture: file, offset, date, URI. A capture whose content is also stored in another file
/// (`migrate --dedup-copies 2`) is not listed. The file itself does not have to exist any more.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Name of the file in the archive, its path, or the end of its name if only one file has it
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Folder of the archive, or of a migration
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Print one JSON object per capture
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let folder = &arguments.archive;
    if folder.join(INDEX).is_dir() {
        of_migration(arguments)
    } else if Archive::open(folder).is_ok_and(|archive| archive.catalogue_path().exists()) {
        of_catalogue(arguments)
    } else {
        bail!("{}: neither a catalogue nor an index of payloads is here", folder.display())
    }
}

/// Asks the catalogue: revisits name the capture that has their content.
fn of_catalogue(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let (archive, catalogue) = super::open(&arguments.archive)?;
    let name = find_file(&archive, &catalogue, &arguments.file)?.name;
    let mut out = output::stdout();
    let mut printed = Ok(());
    let count = catalogue.dependents(&[&name], &mut |_, revisit| {
        if printed.is_ok() {
            printed = print_entry(&mut out, &revisit, arguments.json);
        }
    })?;
    printed?;
    out.flush()?;
    sum_up(&name, count);
    Ok(Outcome::default())
}

fn print_entry(out: &mut impl Write, entry: &Entry, is_json: bool) -> anyhow::Result<()> {
    let date = entry.row.time.map_or("-".to_owned(), |time| time.to_string());
    print_row(out, &entry.file, entry.row.offset, date.as_bytes(), &entry.row.uri, is_json)
}

fn of_migration(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let folder = &arguments.archive;
    let index = DedupIndex::read(&folder.join(INDEX))?;
    let path = arguments.file.strip_prefix(folder).unwrap_or(&arguments.file);
    let name = the_one(&index.file_names(), &path.to_string_lossy())?.to_owned();
    let file = index.file_id(&name).with_context(|| format!("{name}: not in the index"))?;
    let mut out = output::stdout();
    let mut count = 0u64;
    for reference in index.losses(file)? {
        let reference = reference?;
        count += 1;
        print(&mut out, &index, folder, reference.revisit, arguments.json)?;
    }
    out.flush()?;
    sum_up(&name, count);
    Ok(Outcome::default())
}

fn sum_up(name: &str, count: u64) {
    output::say(format_args!(
        "{name}: {}",
        crate::lang::count(
            count,
            ["capture depends on it", "captures depend on it"],
            ["závislý záznam", "závislé záznamy", "závislých záznamů"],
        )
    ));
}

fn print(
    out: &mut impl Write,
    index: &DedupIndex,
    folder: &Path,
    place: RecordPlace,
    is_json: bool,
) -> anyhow::Result<()> {
    let name = index.file_name(place.file).unwrap_or_default();
    let path = folder.join(name);
    let mut reader = Reader::open_at(&path, place.offset)
        .with_context(|| format!("{}: cannot be opened", path.display()))?;
    let record = reader.next_record()?;
    let uri = record.as_ref().and_then(|r| r.uri()).unwrap_or(b"-");
    let date = record.as_ref().and_then(|r| r.raw_date()).unwrap_or(b"-");
    print_row(out, name, place.offset, date, uri, is_json)
}

fn print_row(
    out: &mut impl Write,
    name: &str,
    offset: u64,
    date: &[u8],
    uri: &[u8],
    is_json: bool,
) -> anyhow::Result<()> {
    if is_json {
        out.write_all(b"{\"file\":")?;
        json::string(out, name)?;
        json::number(out, "offset", Some(offset))?;
        json::member(out, "date", Some(date))?;
        json::member(out, "uri", Some(uri))?;
        out.write_all(b"}\n")?;
    } else {
        writeln!(out, "{name} {} {} {}", offset, json::text(date), json::text(uri))?;
    }
    Ok(())
}
