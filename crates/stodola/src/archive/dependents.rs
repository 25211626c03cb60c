//! `stodola archive dependents`: what is lost with a file.

use crate::lang::text;
use crate::output::{self, Outcome};
use std::io::Write;
use std::path::PathBuf;
use stodola_app::archive::{Dependent, dependents};
use stodola_app::json;

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
    let mut out = output::stdout();
    let mut print = |it: Dependent| -> anyhow::Result<()> {
        match arguments.json {
            true => json::write_line(&mut out, &it)?,
            false => {
                let (date, uri) = (json::text(&it.date), json::text(&it.uri));
                writeln!(out, "{} {} {date} {uri}", it.file, it.offset)?;
            }
        }
        Ok(())
    };
    let found = dependents(&arguments.archive, &arguments.file, &mut print)?;
    out.flush()?;
    output::say(text!("archive-dependents", name = &found.name, captures = found.number));
    Ok(Outcome::default())
}
