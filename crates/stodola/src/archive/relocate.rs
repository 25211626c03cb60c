//! `stodola archive move`: a file of the archive gets another place.

use super::{command_line, was_moved};
use crate::output::{self, Outcome};
use crate::progress::Bar;
use std::path::PathBuf;
use stodola_app::archive::{MoveSettings, relocate};

/// Move a file of the archive to another place; its captures stay known.
///
/// The file is moved within its disk. To move it to another disk, copy it there, delete the old file, and run this
/// command: it then only records the move. The old and the new place are kept in DIR/gone.tsv.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The file: its name in the archive, its path, or the end of its name if only one file has it
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The new path, or an existing folder
    #[arg(value_name = "TO")]
    to: PathBuf,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let settings = MoveSettings {
        archive: arguments.archive.clone(),
        file: arguments.file.clone(),
        to: arguments.to.clone(),
        command: command_line(),
    };
    let moved = relocate(&settings, &Bar::default())?;
    output::say(was_moved(&moved.from, &moved.to));
    Ok(Outcome::default())
}
