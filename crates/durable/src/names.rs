//! Changes of names that are safe when the function returns, and files without a name.

use crate::disk::{Disk, Real};
use crate::error::PathError;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

/// Creates a folder and its missing parents, and syncs their names.
pub fn create_folders(folder: &Path) -> Result<(), PathError> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    let above = folder_of(folder);
    create_folders(above)?;
    match fs::create_dir(folder) {
        // Another process may have created it at the same moment.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
        result => result.map_err(PathError::new("create", folder))?,
    }
    sync_folder(above)
}

/// Renames a file or folder. When this returns, both folders are synced.
pub fn rename(from: &Path, to: &Path) -> Result<(), PathError> {
    Real.rename(from, to).map_err(PathError::new("rename", from))?;
    sync_folder_of(to)?;
    if folder_of(from) == folder_of(to) { Ok(()) } else { sync_folder_of(from) }
}

/// Removes a file; a missing file is not an error. When this returns, a power cut does not bring it back.
pub fn remove(path: &Path) -> Result<(), PathError> {
    match Real.remove(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(PathError::new("remove", path)(error)),
        Ok(()) => sync_folder_of(path),
    }
}

/// When this returns, the names in the folder survive a power cut.
pub fn sync_folder(folder: &Path) -> Result<(), PathError> {
    Real.sync_folder(folder).map_err(PathError::new("sync", folder))
}

/// When this returns, the name of the file survives a power cut.
pub fn sync_folder_of(path: &Path) -> Result<(), PathError> {
    sync_folder(folder_of(path))
}

/// Creates a temporary file in a folder. It disappears with its handle, however the program ends.
pub fn nameless(folder: &Path) -> Result<File, PathError> {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!(".stodola-{}-{number}", std::process::id()));
        match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
            // A process with the same number left it, on another machine or before a restart.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(PathError::new("create", &path)(error)),
            Ok(file) => {
                fs::remove_file(&path).map_err(PathError::new("remove", &path))?;
                return Ok(file);
            }
        }
    }
}

/// Returns the folder of a path.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Seek, Write};

    #[test]
    fn folders_are_made_and_names_change() {
        let top = std::env::temp_dir().join(format!("stodola-names-{}", std::process::id()));
        let deep = top.join("a/b/c");
        create_folders(&deep).unwrap();
        create_folders(&deep).unwrap();
        fs::write(deep.join("x"), "x").unwrap();
        rename(&deep.join("x"), &top.join("y")).unwrap();
        assert_eq!(fs::read(top.join("y")).unwrap(), b"x");
        let error = create_folders(&top.join("y/z")).unwrap_err();
        assert_eq!(error.doing, "create");
        remove(&top.join("y")).unwrap();
        remove(&top.join("y")).unwrap();
        assert!(rename(&top.join("y"), &top.join("z")).is_err());
        fs::remove_dir_all(&top).unwrap();
    }

    #[test]
    fn nameless_files_are_many_and_leave_nothing() {
        let top = std::env::temp_dir().join(format!("stodola-nameless-{}", std::process::id()));
        create_folders(&top).unwrap();
        let mut files = [nameless(&top).unwrap(), nameless(&top).unwrap()];
        assert_eq!(fs::read_dir(&top).unwrap().count(), 0);
        for (number, file) in files.iter_mut().enumerate() {
            write!(file, "{number}").unwrap();
        }
        for (number, file) in files.iter_mut().enumerate() {
            let mut text = String::new();
            file.rewind().unwrap();
            file.read_to_string(&mut text).unwrap();
            assert_eq!(text, number.to_string());
        }
        fs::remove_dir_all(&top).unwrap();
        assert_eq!(nameless(&top).unwrap_err().doing, "create");
    }
}
