//! Captures of a URI whose file is missing.

use crate::json;
use crate::lang::pick;
use std::io::{self, Write};
use std::path::Path;
use stodola_archive::{Archive, Catalogue, Entry};

/// The captures of the URI that the catalogue knows and the disk has not. Without a catalogue that can be read
/// there is nothing to say.
pub(super) fn find(archive: &Path, uri: &[u8]) -> Vec<Entry> {
    let Ok(archive) = Archive::open(archive) else { return Vec::new() };
    let found = Catalogue::open(&archive).and_then(|catalogue| catalogue.lookup(uri));
    let is_missing =
        |entry: &Entry| archive.path_of(&entry.file).try_exists().is_ok_and(|exists| !exists);
    found.unwrap_or_default().into_iter().filter(is_missing).collect()
}

/// One line for each.
pub(super) fn tell(out: &mut impl Write, lost: &[Entry]) -> io::Result<()> {
    for entry in lost {
        let (time, file) = (time_of(entry), &entry.file);
        let words = pick(
            format!("the capture of {time} is lost: its file {file} is missing"),
            format!("záznam z {time} je ztracen: jeho soubor {file} chybí"),
        );
        writeln!(out, "{words}")?;
    }
    Ok(())
}

/// The same as a member of a JSON object.
pub(super) fn write(out: &mut impl Write, lost: &[Entry]) -> io::Result<()> {
    out.write_all(b",\"lost\":[")?;
    for (number, entry) in lost.iter().enumerate() {
        out.write_all(if number > 0 { b",{\"file\":" } else { b"{\"file\":" })?;
        json::string(out, &entry.file)?;
        json::member(out, "time", Some(time_of(entry).as_bytes()))?;
        out.write_all(b"}")?;
    }
    out.write_all(b"]")
}

fn time_of(entry: &Entry) -> String {
    entry.row.time.map_or("-".to_owned(), |time| time.to_string())
}
