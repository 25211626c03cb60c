//! `stodola archive forget`: a missing file is lost for good, and why.

use super::lock;
use crate::lang::{count, pick};
use crate::output::{self, Outcome};
use std::path::PathBuf;
use stodola_archive::{Archive, find_file};
use stodola_follow::open_writer;

/// Record that a missing file is lost for good, and why.
///
/// `archive check` and `archive rebuild` name a missing file each time, and their exit code is 1, until the file is
/// back or is forgotten. Forgetting it removes its captures from the catalogue. Its name, the time, the reason, its
/// size, SHA-256 and number of captures are kept in DIR/gone.tsv. No file is deleted: a file that exists cannot be
/// forgotten.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The file: its name in the archive, its path, or the end of its name if only one file has it
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Why the file is gone, for those who ask in ten years
    #[arg(long, value_name = "REASON")]
    why: String,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let archive = Archive::open(&arguments.archive)?;
    let lock = lock(&archive)?;
    let mut writer = open_writer(&archive, lock)?;
    for given in &arguments.files {
        let name = find_file(&archive, &writer, given)?.name;
        let dependents = match writer.listed(&name)? {
            Some(_) => writer.dependents(&[&name], &mut |_, _| ())?,
            None => 0,
        };
        let lost = writer.forget(&archive, given, &arguments.why)?;
        let captures = count(
            lost.captures.unwrap_or(0),
            ["capture", "captures"],
            ["záznam", "záznamy", "záznamů"],
        );
        output::say(format_args!(
            "{}",
            pick(
                format!(
                    "{name}: forgotten, with {captures}; captures in other files that lost their content: {dependents}"
                ),
                format!(
                    "{name}: vyřazen, {captures}; záznamů jinde, jejichž obsah v něm byl: {dependents}"
                ),
            )
        ));
    }
    writer.close()?;
    Ok(Outcome::default())
}
