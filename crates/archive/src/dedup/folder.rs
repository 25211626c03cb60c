//! The folder of an index: who may use it, which runs it holds, and how its files begin.

use super::Committed;
use super::error::{DedupError, damaged, io_error};
use super::run::{self, Run};
use crate::hold::{Refused, hold};
use std::fs::{self, File};
use std::path::Path;

const LOCK: &str = "lock";

/// Makes sure that there is one, for good.
pub(super) fn create(folder: &Path) -> Result<(), DedupError> {
    if folder.is_dir() {
        return Ok(());
    }
    fs::create_dir_all(folder).map_err(io_error("create", folder))?;
    match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => sync_folder(parent),
        _ => sync_folder(Path::new(".")),
    }
}

/// Takes the index for this process.
pub(super) fn lock(folder: &Path) -> Result<stodola_durable::Lock, DedupError> {
    let path = folder.join(LOCK);
    let words = format!("process {}\n", std::process::id());
    hold(&path, &words).map_err(|refused| match refused {
        Refused::Held(words) => {
            let holder = Some(words.trim().to_owned()).filter(|holder| !holder.is_empty());
            DedupError::Locked { folder: folder.to_owned(), holder }
        }
        Refused::Io(what, error) => io_error(what, &path)(error),
    })
}

/// The runs of a folder, and the files they are about. If the index is ours, removes what was not finished and
/// what has become part of a larger run.
pub(super) fn open_runs(
    folder: &Path,
    is_ours: bool,
) -> Result<(Vec<Run>, Vec<Committed>), DedupError> {
    let failed = io_error("read", folder);
    let mut stretches = Vec::new();
    for item in fs::read_dir(folder).map_err(&failed)? {
        let path = item.map_err(&failed)?.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if name.ends_with(".tmp") {
            if is_ours {
                fs::remove_file(&path).map_err(io_error("remove", &path))?;
            }
        } else if let Some((first, last)) = run::stretch(name) {
            stretches.push((first, last, path));
        }
    }
    // Of those that begin alike the largest comes first.
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
        // The larger run has its name, but perhaps not for good.
        sync_folder(folder)?;
    }
    for path in superseded {
        fs::remove_file(&path).map_err(io_error("remove", &path))?;
    }
    Ok((runs, files))
}

/// Checks how a file begins: twelve bytes that say what it is, four that say in which version.
pub(super) fn check_format(
    path: &Path,
    start: &[u8],
    magic: &[u8; 12],
    known: u32,
) -> Result<(), DedupError> {
    let Some((found, version)) = start.split_at_checked(12) else {
        return Err(damaged(path, "it ends within the header"));
    };
    if found != magic {
        return Err(damaged(path, "it does not start like such a file"));
    }
    let Some(&version) = version.first_chunk::<4>() else {
        return Err(damaged(path, "it ends within the header"));
    };
    match u32::from_be_bytes(version) {
        found if found > known => Err(DedupError::Newer { path: path.to_owned(), found, known }),
        0 => Err(damaged(path, "it has format 0, which does not exist")),
        _ => Ok(()),
    }
}

/// Makes names safe: those given, changed and removed in the folder.
pub(super) fn sync_folder(folder: &Path) -> Result<(), DedupError> {
    File::open(folder).and_then(|folder| folder.sync_all()).map_err(io_error("sync", folder))
}
