//! Replacing the content of a file.
//!
//! The content is written to a file beside it whose name ends in `.new`; that file is synced and renamed, then the
//! folder is synced. After a crash the `.new` file may be left: the next replacement overwrites it.

use crate::disk::{Disk, Real, write_all};
use crate::error::PathError;
use crate::names::folder_of;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Ending of the name of a file that will replace another.
const ENDING: &str = ".new";

/// Sets the content of a file, which need not exist. When this returns, it survives a power cut; if it fails, the file
/// is unchanged, or, if only the last sync failed, possibly the new one.
pub fn replace(path: &Path, content: &[u8]) -> Result<(), PathError> {
    replace_with(path, |out| out.write_all(content))
}

/// Sets the content of a file to what `write` writes. An error of `write` leaves the file unchanged.
pub fn replace_with(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), PathError> {
    replace_on(&Real, path, write)
}

pub(crate) fn replace_on<D: Disk>(
    disk: &D,
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), PathError> {
    let new = with_ending(path);
    let mut file = disk.create(&new).map_err(PathError::new("create", &new))?;
    let written = (|| {
        let mut out = BufWriter::with_capacity(64 << 10, Out { disk, file: &mut file });
        write(&mut out)?;
        out.flush()
    })();
    if let Err(error) = written {
        let _ = disk.remove(&new);
        return Err(PathError::new("write", path)(error));
    }
    publish_on(disk, &file, &new, path)
}

/// Gives a written file its name, after syncing its content.
pub(crate) fn publish_on<D: Disk>(
    disk: &D,
    file: &D::Handle,
    new: &Path,
    path: &Path,
) -> Result<(), PathError> {
    if let Err(error) = disk.sync(file) {
        // On a full disk its space is needed. If it cannot be removed, the next one overwrites it.
        let _ = disk.remove(new);
        return Err(PathError::new("write", path)(error));
    }
    disk.rename(new, path).map_err(PathError::new("rename", new))?;
    let folder = folder_of(path);
    disk.sync_folder(folder).map_err(PathError::new("sync", folder))
}

/// Returns the name of a file while it is not complete.
pub(crate) fn with_ending(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ENDING);
    PathBuf::from(name)
}

/// A file as a writer.
struct Out<'d, D: Disk> {
    disk: &'d D,
    file: &'d mut D::Handle,
}

impl<D: Disk> Write for Out<'_, D> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        write_all(self.disk, self.file, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Model, every_fault};

    const OLD: &[u8] = b"the old content";
    const NEW: &[u8] = b"something else, and longer";

    #[test]
    fn after_any_fault_and_crash_the_file_is_the_old_one_or_the_new_one() {
        let path = Path::new("folder/file");
        let start = || {
            let model = Model::default();
            replace_on(&model, path, |out| out.write_all(OLD)).unwrap();
            model
        };
        let runs = every_fault(start, |model| {
            let result = replace_on(model, path, |out| out.write_all(NEW));
            move |after: &Model| {
                let found = after.content(path).expect("the file is there");
                match &result {
                    Ok(()) => assert_eq!(found, NEW),
                    Err(_) => assert!(found == OLD || found == NEW, "{found:?}"),
                }
            }
        });
        assert!(runs > 25, "{runs}");
    }

    #[test]
    fn error_of_the_writer_leaves_the_file_and_nothing_beside_it() {
        let path = Path::new("folder/file");
        let model = Model::default();
        replace_on(&model, path, |out| out.write_all(OLD)).unwrap();
        let refused = replace_on(&model, path, |out| {
            out.write_all(NEW)?;
            Err(io::Error::other("no"))
        });
        let error = refused.unwrap_err();
        assert_eq!(error.to_string(), "cannot write 'folder/file'");
        assert_eq!(model.content(path).as_deref(), Some(OLD));
        assert_eq!(model.content(&with_ending(path)), None);
    }

    #[test]
    fn real_file_is_replaced() {
        let folder = std::env::temp_dir().join(format!("stodola-durable-{}", std::process::id()));
        crate::create_folders(&folder).unwrap();
        let path = folder.join("file");
        for content in [OLD, NEW] {
            replace(&path, content).unwrap();
            assert_eq!(std::fs::read(&path).unwrap(), content);
        }
        let error = replace(&folder.join("none/file"), NEW).unwrap_err();
        assert_eq!(error.source.kind(), io::ErrorKind::NotFound);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
