//! `stodola archive forget`: a missing file is lost for good, and why.

use super::command_line;
use crate::lang::text;
use crate::output::{self, Outcome};
use crate::progress::Bar;
use std::path::PathBuf;
use stodola_app::archive::{ForgetSettings, forget};

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
    let settings = ForgetSettings {
        archive: arguments.archive.clone(),
        files: arguments.files.clone(),
        reason: arguments.why.clone(),
        command: command_line(),
    };
    forget(&settings, &Bar::default(), &mut |it| {
        output::say(text!(
            "archive-forgotten",
            name = &it.name,
            captures = it.captures,
            dependents = it.dependents
        ));
    })?;
    Ok(Outcome::default())
}
