//! The folder of a frontier: who may use it, and which of its files count.

use super::checkpoint::Checkpoint;
use super::error::{FrontierError, io_error};
use super::runs::run_path;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Takes the frontier for this process.
pub(super) fn lock(folder: &Path) -> Result<File, FrontierError> {
    let path = folder.join("lock");
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path)
        .map_err(io_error("open", &path))?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => {
            // Whoever holds it may not have written yet, or may write this very moment.
            let mut holder = String::new();
            let _ = file.take(200).read_to_string(&mut holder);
            let holder = Some(holder.trim().to_owned()).filter(|holder| !holder.is_empty());
            return Err(FrontierError::Locked { folder: folder.to_owned(), holder });
        }
        Err(TryLockError::Error(error)) => return Err(io_error("lock", &path)(error)),
    }
    file.set_len(0)
        .and_then(|()| writeln!(file, "process {}", std::process::id()))
        .map_err(io_error("write", &path))?;
    Ok(file)
}

pub(super) fn hosts_path(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("hosts-{number:08}.tab"))
}

/// Removes runs and tables that the checkpoint does not name: a crash left them.
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
        let is_ours = path.extension().is_some_and(|end| end == "run" || end == "tab");
        if is_ours && !known.contains(&path) {
            fs::remove_file(&path).map_err(io_error("remove", &path))?;
        }
    }
    Ok(())
}
