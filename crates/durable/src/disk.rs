//! The calls to the file system that this crate makes, as a trait: tests use a model instead that fails, writes short
//! and crashes between any two of them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::FileExt;
use std::path::Path;

/// A file system.
pub(crate) trait Disk {
    /// An open file.
    type Handle;

    /// Creates an empty file for writing and reading; an existing one is emptied.
    fn create(&self, path: &Path) -> io::Result<Self::Handle>;
    /// Opens a file for reading and appending; creates it if it does not exist. Returns whether it was created.
    fn open(&self, path: &Path) -> io::Result<(Self::Handle, bool)>;
    /// Returns the number of bytes in a file.
    fn length(&self, file: &Self::Handle) -> io::Result<u64>;
    /// Reads up to the length of `buf` from an offset; fewer bytes mean the end.
    fn read(&self, file: &mut Self::Handle, offset: u64, buf: &mut [u8]) -> io::Result<usize>;
    /// Appends some of the bytes, and returns how many.
    fn write(&self, file: &mut Self::Handle, bytes: &[u8]) -> io::Result<usize>;
    /// Overwrites bytes at an offset with some of the bytes, and returns how many.
    fn overwrite(&self, file: &mut Self::Handle, offset: u64, bytes: &[u8]) -> io::Result<usize>;
    /// Cuts a file to `length` bytes.
    fn cut(&self, file: &mut Self::Handle, length: u64) -> io::Result<()>;
    /// When it returns, the content of the file survives a power cut.
    fn sync(&self, file: &Self::Handle) -> io::Result<()>;
    /// Renames a file. A file that had the new name is replaced.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Removes a file.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// When it returns, the names in a folder survive a power cut.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
}

/// The file system of this machine.
pub(crate) struct Real;

impl Disk for Real {
    type Handle = File;

    fn create(&self, path: &Path) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).create(true).truncate(true).open(path)
    }

    fn open(&self, path: &Path) -> io::Result<(File, bool)> {
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        match options.open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok((options.create(true).open(path)?, true))
            }
            file => Ok((file?, false)),
        }
    }

    fn length(&self, file: &File) -> io::Result<u64> {
        Ok(file.metadata()?.len())
    }

    fn read(&self, file: &mut File, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        file.seek(SeekFrom::Start(offset))?;
        let mut n = 0;
        while n < buf.len() {
            match file.read(&mut buf[n..]) {
                Ok(0) => break,
                Ok(more) => n += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(n)
    }

    fn write(&self, file: &mut File, bytes: &[u8]) -> io::Result<usize> {
        file.write(bytes)
    }

    fn overwrite(&self, file: &mut File, offset: u64, bytes: &[u8]) -> io::Result<usize> {
        file.write_at(bytes, offset)
    }

    fn cut(&self, file: &mut File, length: u64) -> io::Result<()> {
        file.set_len(length)
    }

    fn sync(&self, file: &File) -> io::Result<()> {
        file.sync_all()
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        File::open(folder)?.sync_all()
    }
}

/// Writes all bytes, however short the single writes are.
pub(crate) fn write_all<D: Disk>(
    disk: &D,
    file: &mut D::Handle,
    mut bytes: &[u8],
) -> io::Result<()> {
    while !bytes.is_empty() {
        match disk.write(file, bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(n) => bytes = &bytes[n..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Overwrites the first bytes of a file with all bytes.
pub(crate) fn overwrite_all<D: Disk>(
    disk: &D,
    file: &mut D::Handle,
    bytes: &[u8],
) -> io::Result<()> {
    let mut done = 0;
    while done < bytes.len() {
        match disk.overwrite(file, done as u64, &bytes[done..]) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(n) => done += n,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
