//! The folder of a frontier: its lock, and which of its files are valid.

use super::checkpoint::Checkpoint;
use super::error::{FrontierError, io_error};
use std::fs;
use std::path::{Path, PathBuf};
use stodola_durable::{Lock, LockError};
use stodola_table::run_path;

/// Takes the lock of the frontier for this process.
pub(super) fn lock(folder: &Path) -> Result<Lock, FrontierError> {
    let words = format!("process {}\n", std::process::id());
    Lock::take(&folder.join("lock"), &words).map_err(|error| match error {
        LockError::Path(error) => error.into(),
        LockError::Held { holder, .. } => {
            let holder = Some(holder.trim().to_owned()).filter(|holder| !holder.is_empty());
            FrontierError::Locked { folder: folder.to_owned(), holder }
        }
    })
}

pub(super) fn hosts_path(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("hosts-{number:08}.tab"))
}

/// Removes runs and tables that the checkpoint does not name, and unfinished ones: a crash left them.
pub(super) fn remove_strays(folder: &Path, checkpoint: &Checkpoint) -> Result<(), FrontierError> {
    let mut known: Vec<PathBuf> = Vec::new();
    known.extend(checkpoint.seen.iter().map(|&number| run_path(folder, "seen", number)));
    known.extend(checkpoint.queue.iter().map(|&number| run_path(folder, "queue", number)));
    let standings = checkpoint.standings.iter().flatten();
    known.extend(standings.map(|&number| run_path(folder, "standings", number)));
    known.extend(checkpoint.hosts.map(|number| hosts_path(folder, number)));
    let failed = io_error("list", folder);
    for item in fs::read_dir(folder).map_err(&failed)? {
        let path = item.map_err(&failed)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let whole = name.strip_suffix(".new").unwrap_or(name);
        let is_ours = whole.ends_with(".run") || whole.ends_with(".tab");
        if is_ours && !known.contains(&path) {
            fs::remove_file(&path).map_err(io_error("remove", &path))?;
        }
    }
    Ok(())
}
