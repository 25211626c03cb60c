//! `stodola archive move`: a file of the archive gets another place.

use super::add::was_moved;
use super::{Bar, lock};
use crate::lang::pick;
use crate::output::{self, Outcome};
use anyhow::{Context, bail};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use stodola_archive::{Archive, Intake, find_file};
use stodola_follow::open_writer;

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
    let archive = Archive::open(&arguments.archive)?;
    let lock = lock(&archive)?;
    let mut writer = open_writer(&archive, lock)?;
    let name = find_file(&archive, &writer, &arguments.file)?.name;
    let from = archive.path_of(&name);
    let to = match (arguments.to.is_dir(), from.file_name()) {
        (true, Some(file)) => arguments.to.join(file),
        _ => arguments.to.clone(),
    };
    if from.exists() {
        rename(&from, &to)?;
    } else if !to.exists() {
        bail!("neither '{}' nor '{}' exists", from.display(), to.display());
    }
    let taken_in = writer.take_in(&archive, &to, Intake::Reference, &mut Bar::new(None))?;
    writer.close()?;
    let is_it = taken_in.iter().any(|it| it.moved_from.as_deref() == Some(name.as_str()));
    if !is_it && is_still_missing(&archive, &name, &to)? {
        bail!("'{}' has other bytes than '{name}' had; it was added as a new file", to.display());
    }
    let new = archive.name_of(&to)?;
    output::say(format_args!("{}", was_moved(&name, &new)));
    Ok(Outcome::default())
}

/// Whether the old name is still one of a missing file.
fn is_still_missing(archive: &Archive, name: &str, to: &Path) -> anyhow::Result<bool> {
    let is_same = archive.name_of(to)? == name;
    Ok(!is_same && !archive.gone()?.contains_key(name))
}

/// Gives a file another name; never takes the place of another file.
fn rename(from: &Path, to: &Path) -> anyhow::Result<()> {
    let cannot = || format!("cannot move '{}' to '{}'", from.display(), to.display());
    let folder = to.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    stodola_durable::create_folders(folder).with_context(cannot)?;
    match fs::hard_link(from, to) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::CrossesDevices => {
            return Err(error).with_context(cannot).context(pick(
                "copy the file there, delete the old one, and run the same command again",
                "zkopírujte soubor na nové místo, starý odstraňte a zadejte týž příkaz znovu",
            ));
        }
        Err(error) => return Err(error).with_context(cannot),
    }
    // The new name is safe before the old one goes.
    stodola_durable::sync_folder(folder).with_context(cannot)?;
    stodola_durable::remove(from).with_context(cannot)
}
