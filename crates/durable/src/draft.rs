//! A new file that gets its name when it is complete: for files that are too large to be written at once, or whose
//! first bytes are known last.

use crate::disk::{Disk, Real, overwrite_all, write_all};
use crate::error::PathError;
use crate::replace::{publish_on, with_ending};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A new file that is being written. Its name ends in `.new` until it is [published](Draft::publish); if it is dropped
/// before, it is removed. After a crash the `.new` file may be left: the next draft overwrites it.
///
/// Writing appends. There is no buffer: wrap it in a [`BufWriter`](std::io::BufWriter).
#[derive(Debug)]
pub struct Draft {
    file: Option<File>,
    path: PathBuf,
    new: PathBuf,
}

impl Draft {
    /// Begins a file that will be published at `path`. An existing file there stays until then.
    pub fn create(path: &Path) -> Result<Draft, PathError> {
        let new = with_ending(path);
        let file = Real.create(&new).map_err(PathError::new("create", &new))?;
        Ok(Draft { file: Some(file), path: path.to_owned(), new })
    }

    /// Overwrites the first bytes, which must have been written before.
    pub fn overwrite_start(&mut self, bytes: &[u8]) -> io::Result<()> {
        overwrite_all(&Real, self.open()?, bytes)
    }

    /// Gives the file its name, and returns it open for reading. When this returns, content and name survive a power
    /// cut. If it fails, the file at the path is unchanged; if only the last sync failed, it may be the new file.
    pub fn publish(mut self) -> Result<File, PathError> {
        let file =
            self.file.take().ok_or_else(ended).map_err(PathError::new("write", &self.path))?;
        publish_on(&Real, &file, &self.new, &self.path)?;
        Ok(file)
    }

    /// Same as [`Draft::publish`], at another path in the same folder: for names that follow from the content.
    pub fn publish_as(mut self, path: &Path) -> Result<File, PathError> {
        self.path = path.to_owned();
        self.publish()
    }

    /// Returns the file for reading what was written so far, at given offsets.
    pub fn reader(&self) -> io::Result<File> {
        self.file.as_ref().ok_or_else(ended)?.try_clone()
    }

    fn open(&mut self) -> io::Result<&mut File> {
        self.file.as_mut().ok_or_else(ended)
    }
}

/// The error for a draft whose file was taken; only `publish` takes it, together with the draft.
fn ended() -> io::Error {
    io::Error::other("the draft has ended")
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        write_all(&Real, self.open()?, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            // On a full disk its space is needed. If it cannot be removed, the next draft overwrites it.
            let _ = Real.remove(&self.new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Model, every_fault};
    use std::fs;

    /// The calls that a draft makes, on any file system.
    fn draft_on<D: Disk>(disk: &D, path: &Path, parts: [&[u8]; 3]) -> Result<(), PathError> {
        let [head, body, new_head] = parts;
        let new = with_ending(path);
        let mut file = disk.create(&new).map_err(PathError::new("create", &new))?;
        let written = write_all(disk, &mut file, head)
            .and_then(|()| write_all(disk, &mut file, body))
            .and_then(|()| overwrite_all(disk, &mut file, new_head));
        if let Err(error) = written {
            let _ = disk.remove(&new);
            return Err(PathError::new("write", path)(error));
        }
        publish_on(disk, &file, &new, path)
    }

    #[test]
    fn after_any_fault_and_crash_the_file_is_whole_or_what_it_was() {
        let path = Path::new("folder/run");
        for before in [None, Some(&b"another run"[..])] {
            let start = || {
                let model = Model::default();
                if let Some(before) = before {
                    draft_on(&model, path, [before, b"", b""]).unwrap();
                }
                model
            };
            let runs = every_fault(start, |model| {
                let result = draft_on(model, path, [b"????", b" and the body", b"HEAD"]);
                move |after: &Model| {
                    let found = after.content(path);
                    let is_new = found.as_deref() == Some(b"HEAD and the body");
                    match &result {
                        Ok(()) => assert!(is_new, "{found:?}"),
                        Err(_) => assert!(is_new || found.as_deref() == before, "{found:?}"),
                    }
                }
            });
            assert!(runs > 30, "{runs}");
        }
    }

    #[test]
    fn real_draft_is_published_or_removed() {
        let folder = std::env::temp_dir().join(format!("stodola-draft-{}", std::process::id()));
        crate::create_folders(&folder).unwrap();
        let path = folder.join("run");
        let mut dropped = Draft::create(&path).unwrap();
        dropped.write_all(b"half").unwrap();
        drop(dropped);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        let mut draft = Draft::create(&path).unwrap();
        draft.write_all(b"???? body").unwrap();
        draft.overwrite_start(b"head").unwrap();
        draft.write_all(b" tail").unwrap();
        assert!(!path.exists());
        let file = draft.publish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"head body tail");
        let mut start = [0; 4];
        std::os::unix::fs::FileExt::read_exact_at(&file, &mut start, 0).unwrap();
        assert_eq!((&start, fs::read_dir(&folder).unwrap().count()), (b"head", 1));
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(Draft::create(&path).unwrap_err().doing, "create");
    }
}
