//! The folder of an index: its lock and its runs.

use super::Committed;
use super::error::{DedupError, damaged, io_error};
use super::run::{self, Run};
use std::fs;
use std::path::Path;
use stodola_durable::{Lock, LockError, sync_folder};

const LOCK: &str = "lock";

/// Takes the lock of the index for this process.
pub(super) fn lock(folder: &Path) -> Result<Lock, DedupError> {
    let words = format!("process {}\n", std::process::id());
    Lock::take(&folder.join(LOCK), &words).map_err(|error| match error {
        LockError::Path(error) => error.into(),
        LockError::Held { holder, .. } => {
            let holder = Some(holder.trim().to_owned()).filter(|holder| !holder.is_empty());
            DedupError::Locked { folder: folder.to_owned(), holder }
        }
    })
}

/// Opens the runs of a folder, and returns the files they cover. If this process has the lock, removes unfinished runs
/// and runs that are part of a larger one.
pub(super) fn open_runs(
    folder: &Path,
    is_ours: bool,
) -> Result<(Vec<Run>, Vec<Committed>), DedupError> {
    let failed = io_error("read", folder);
    let mut stretches = Vec::new();
    for item in fs::read_dir(folder).map_err(&failed)? {
        let path = item.map_err(&failed)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        // Earlier versions named unfinished files `.tmp`.
        if name.ends_with(".new") || name.ends_with(".tmp") {
            if is_ours {
                fs::remove_file(&path).map_err(io_error("remove", &path))?;
            }
        } else if let Some((first, last)) = run::stretch(name) {
            stretches.push((first, last, path));
        }
    }
    // Of runs that begin with the same file the largest comes first.
    stretches.sort_unstable_by_key(|&(first, last, _)| (first, u32::MAX - last));

    let (mut runs, mut files, mut superseded) = (Vec::new(), Vec::new(), Vec::new());
    for (first, last, path) in stretches {
        let next = files.len() as u32;
        if last < next {
            superseded.push(path);
        } else if first == next {
            let (run, committed) = Run::open(&path)?;
            if (run.first, run.files.checked_sub(1)) != (first, Some(last - first)) {
                return Err(damaged(&path, "it has the name of another run"));
            }
            runs.push(run);
            files.extend(committed);
        } else {
            let what = format!(
                "the run that starts with file {next} is missing, but there is '{}'",
                path.display()
            );
            return Err(damaged(folder, what));
        }
    }
    if !is_ours {
        return Ok((runs, files));
    }
    if !superseded.is_empty() {
        // A power cut may still remove the name of the larger run.
        sync_folder(folder)?;
    }
    for path in superseded {
        fs::remove_file(&path).map_err(io_error("remove", &path))?;
    }
    Ok((runs, files))
}
