//! Appending to a file.
//!
//! A crash may leave a part of what was being appended, or, after a power cut, a file with the new length but without
//! the new content. So a file has units that show whether they are complete: lines, or frames with a checksum. When a
//! file is opened, everything behind the last complete unit is cut off.

use crate::disk::{Disk, Real, write_all};
use crate::error::PathError;
use crate::names::folder_of;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// Number of bytes that are read at a time to find the last line end.
const PIECE: u64 = 64 << 10;

/// A file that is appended to. It does not lock the file: two appenders of one file would damage it.
#[derive(Debug)]
pub struct Appender {
    file: File,
    tail: Tail,
}

/// The end of a file, and whether it is known.
#[derive(Debug)]
struct Tail {
    path: PathBuf,
    length: u64,
    /// Set after a failed write that could not be undone, or a failed sync: the content on disk is unknown.
    is_doubtful: bool,
}

impl Appender {
    /// Opens a file of lines, or creates an empty one. Everything behind the last line end is cut off.
    pub fn lines(path: &Path) -> Result<Appender, PathError> {
        let (file, tail) = open_lines(&Real, path)?;
        Ok(Appender { file, tail })
    }

    /// Opens a file whose last complete unit ends at byte `length`, and cuts off everything behind it. `length` is 0
    /// for a new file, and must not be more than the length of the file.
    pub fn at(path: &Path, length: u64) -> Result<Appender, PathError> {
        let (file, tail) = open_at(&Real, path, length)?;
        Ok(Appender { file, tail })
    }

    /// Appends complete units. When this returns, they survive a power cut. If it fails, none of them is in the file,
    /// or the content is unknown: then all later calls fail, and the file has to be opened again.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), PathError> {
        self.tail.append(&Real, &mut self.file, bytes)
    }

    /// Number of bytes in the file.
    pub fn length(&self) -> u64 {
        self.tail.length
    }

    /// Path of the file.
    pub fn path(&self) -> &Path {
        &self.tail.path
    }
}

fn open_lines<D: Disk>(disk: &D, path: &Path) -> Result<(D::Handle, Tail), PathError> {
    let (mut file, is_new) = disk.open(path).map_err(PathError::new("open", path))?;
    let end = last_line_end(disk, &mut file).map_err(PathError::new("read", path))?;
    settle(disk, path, file, is_new, end)
}

fn open_at<D: Disk>(disk: &D, path: &Path, length: u64) -> Result<(D::Handle, Tail), PathError> {
    let (file, is_new) = disk.open(path).map_err(PathError::new("open", path))?;
    settle(disk, path, file, is_new, length)
}

/// Cuts a file to `length` bytes and syncs it.
fn settle<D: Disk>(
    disk: &D,
    path: &Path,
    mut file: D::Handle,
    is_new: bool,
    length: u64,
) -> Result<(D::Handle, Tail), PathError> {
    let found = disk.length(&file).map_err(PathError::new("read", path))?;
    if found < length {
        let short = format!("it has {found} bytes instead of {length}");
        return Err(PathError::new("append to", path)(io::Error::other(short)));
    }
    if found > length {
        disk.cut(&mut file, length).map_err(PathError::new("cut", path))?;
    }
    // Complete units may never have been synced; from now on they are relied on.
    disk.sync(&file).map_err(PathError::new("sync", path))?;
    // Neither may its name, if the process that created the file was killed before.
    if is_new || length == 0 {
        let folder = folder_of(path);
        disk.sync_folder(folder).map_err(PathError::new("sync", folder))?;
    }
    Ok((file, Tail { path: path.to_owned(), length, is_doubtful: false }))
}

/// Returns the offset of the end of the last complete line.
fn last_line_end<D: Disk>(disk: &D, file: &mut D::Handle) -> io::Result<u64> {
    let mut end = disk.length(file)?;
    let mut buf = vec![0; PIECE as usize];
    while end > 0 {
        let start = end.saturating_sub(PIECE);
        let wanted = (end - start) as usize;
        let n = disk.read(file, start, &mut buf[..wanted])?;
        if let Some(at) = buf[..n].iter().rposition(|&byte| byte == b'\n') {
            return Ok(start + at as u64 + 1);
        }
        end = start;
    }
    Ok(0)
}

impl Tail {
    fn append<D: Disk>(
        &mut self,
        disk: &D,
        file: &mut D::Handle,
        bytes: &[u8],
    ) -> Result<(), PathError> {
        if self.is_doubtful {
            let again = io::Error::other("an earlier write failed; open the file again");
            return Err(PathError::new("append to", &self.path)(again));
        }
        let failed = PathError::new("append to", &self.path);
        if let Err(error) = write_all(disk, file, bytes) {
            // On a full disk a part of it may be written.
            self.is_doubtful = disk.cut(file, self.length).is_err();
            return Err(failed(error));
        }
        if let Err(error) = disk.sync(file) {
            self.is_doubtful = true;
            return Err(failed(error));
        }
        self.length += bytes.len() as u64;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Model, every_fault};
    use std::fs;

    /// Lines that were promised are there, in order and whole; of those that were not, any number.
    #[test]
    fn lines_that_were_promised_are_there_after_any_fault_and_crash() {
        let path = Path::new("folder/log");
        let line = |number: usize| format!("line {number}\n").into_bytes();
        let runs = every_fault(Model::default, |model| {
            let mut promised = 0;
            if let Ok((mut file, mut tail)) = open_lines(model, path) {
                for number in 0..3 {
                    // After a failure the file is opened anew, as a program would do it.
                    if tail.append(model, &mut file, &line(number)).is_err() {
                        break;
                    }
                    promised = number + 1;
                }
            }
            move |after: &Model| {
                let found = match open_lines(after, path) {
                    Ok(_) => after.content(path).unwrap_or_default(),
                    Err(error) => panic!("{error}: {:?}", error.source),
                };
                let all: Vec<u8> = (0..3).flat_map(line).collect();
                let lines = found.iter().filter(|&&byte| byte == b'\n').count();
                assert!(lines >= promised, "{lines} of {promised}");
                assert!(all.starts_with(&found) && (found.is_empty() || found.ends_with(b"\n")));
            }
        });
        assert!(runs > 55, "{runs}");
    }

    #[test]
    fn torn_end_is_cut_and_the_rest_is_kept() {
        let path = std::env::temp_dir().join(format!("stodola-append-{}", std::process::id()));
        let long = vec![b'x'; 3 * PIECE as usize];
        for (before, whole) in [
            (&b""[..], 0),
            (b"torn", 0),
            (b"a\n", 2),
            (b"a\nb\ntorn", 4),
            (b"\n", 1),
            (&[b"a\n".as_slice(), &long].concat(), 2),
            (&long, 0),
            (&[&long, b"\nq".as_slice()].concat(), long.len() as u64 + 1),
        ] {
            fs::write(&path, before).unwrap();
            let mut file = Appender::lines(&path).unwrap();
            assert_eq!(file.length(), whole);
            file.append(b"next\n").unwrap();
            let expected = [&before[..whole as usize], b"next\n"].concat();
            assert!(fs::read(&path).unwrap() == expected, "{whole}");
        }
        let mut file = Appender::at(&path, 3).unwrap();
        file.append(b"y").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"xxxy");
        let error = Appender::at(&path, 5).unwrap_err();
        assert_eq!(error.source.to_string(), "it has 4 bytes instead of 5");
        fs::remove_file(&path).unwrap();
        Appender::at(&path, 0).unwrap().append(b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        fs::remove_file(&path).unwrap();
    }
}
