//! Adding files to an archive: by reference where they are, or by copy.
//!
//! Each step can be repeated. A reference is written before the catalogue lists the file, a copy gets its name only
//! when it is complete, and the catalogue has all captures of a file or none.

mod wacz;

use crate::catalogue::{CatalogueError, CatalogueWriter};
use crate::folder::{Archive, ArchiveError, io_error, is_of_records};
use crate::listing::{FileOrigin, is_known};
use crate::scan::Scanned;
use crate::source::hash_file;
use sha2::{Digest as _, Sha256};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use stodola_warc::{Reader, Wrapping};

/// Folder for copies, relative to the archive.
const ADDED: &str = "warc/added";

/// Errors from adding a file to an archive.
#[derive(Debug, thiserror::Error)]
pub enum IntakeError {
    /// The file contains no record.
    #[error("'{}' is neither ARC nor WARC nor WACZ", .0.display())]
    NotRecords(PathBuf),
    /// The file must be unpacked first.
    #[error("'{}' is not an archive: it looks like {wrapping}", .path.display())]
    Wrapped {
        /// The file.
        path: PathBuf,
        /// The format that it is packed in.
        wrapping: Wrapping,
    },
    /// A WACZ file cannot be added by reference: it has to be unpacked.
    #[error("'{}' is a WACZ file and has to be unpacked: add it with --copy", .0.display())]
    WaczByReference(PathBuf),
    /// The ZIP file cannot be read.
    #[error("'{}' cannot be read as a WACZ file: {what}", .path.display())]
    Wacz {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The archive has a file of that name with other bytes.
    #[error("'{}' exists already, with other content", .0.display())]
    Taken(PathBuf),
    /// The catalogue could not be read or changed.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// The archive folder could not be read or changed.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}

/// Whether an added file stays where it is or is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intake {
    /// The file stays where it is; the archive has its path.
    Reference,
    /// The file is copied into the archive.
    Copy,
}

/// The result of adding a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenIn {
    /// Name of the file in the archive.
    pub name: String,
    /// What was found in the file; `None` if the catalogue already lists it, so that it was not read.
    pub scanned: Option<Scanned>,
    /// Former name in the archive, if the file was moved; otherwise `None`.
    pub moved_from: Option<String>,
}

impl TakenIn {
    pub(crate) fn known(name: &str) -> TakenIn {
        TakenIn { name: name.to_owned(), scanned: None, moved_from: None }
    }
}

/// Is told the progress of long work on files.
pub trait FileWatch {
    /// Work on a file begins. `size` is in bytes.
    fn begin(&mut self, _name: &str, _size: u64) {}
    /// This number of bytes of the file is done.
    fn at(&mut self, _bytes: u64) {}
    /// Work on the file has ended.
    fn end(&mut self) {}
    /// Whether the work should end. What has been done of the current file is taken back. Asked after each record.
    fn is_stopped(&mut self) -> bool {
        false
    }
}

impl FileWatch for () {}

impl CatalogueWriter {
    /// Adds a file to the archive: ARC, WARC, or the files of a WACZ. A file that is already listed and unchanged stays
    /// as it is.
    pub fn take_in(
        &mut self,
        archive: &Archive,
        path: &Path,
        intake: Intake,
        watch: &mut dyn FileWatch,
    ) -> Result<Vec<TakenIn>, IntakeError> {
        self.set_jobs(&archive.jobs()?)?;
        if wacz::is_zip(path).map_err(|error| read_error(path, error))? {
            return self.take_in_wacz(archive, path, intake, watch);
        }
        if let Some(wrapping) = Wrapping::of_file(path).map_err(|error| read_error(path, error))? {
            return Err(IntakeError::Wrapped { path: path.to_owned(), wrapping });
        }
        if !has_records(path).map_err(|error| read_error(path, error))? {
            return Err(IntakeError::NotRecords(path.to_owned()));
        }
        let name = archive.name_of(path)?;
        let taken_in = if !Path::new(&name).is_absolute() {
            self.take_in_own(archive, path, watch)?
        } else if intake == Intake::Copy {
            let file = path.file_name().map(PathBuf::from).unwrap_or_default();
            let target = archive.folder().join(ADDED).join(file);
            match self.copy(archive, path, &target)? {
                Some(twin) => TakenIn::known(&twin),
                None => self.take_in_own(archive, &target, watch)?,
            }
        } else {
            self.refer_to(archive, &name, watch)?
        };
        Ok(vec![taken_in])
    }

    /// Takes in a WACZ file: by reference if its records can be read where they lie.
    fn take_in_wacz(
        &mut self,
        archive: &Archive,
        path: &Path,
        intake: Intake,
        watch: &mut dyn FileWatch,
    ) -> Result<Vec<TakenIn>, IntakeError> {
        if intake == Intake::Copy {
            let paths = wacz::unpack(archive, path)?;
            return paths.iter().map(|path| self.take_in_own(archive, path, watch)).collect();
        }
        let name = archive.name_of(path)?;
        // In the folder of the archive such a file would not be found again.
        if !wacz::is_readable(path)? || !Path::new(&name).is_absolute() {
            return Err(IntakeError::WaczByReference(path.to_owned()));
        }
        Ok(vec![self.refer_to(archive, &name, watch)?])
    }

    fn refer_to(
        &mut self,
        archive: &Archive,
        name: &str,
        watch: &mut dyn FileWatch,
    ) -> Result<TakenIn, IntakeError> {
        let is_known = archive.references()?.iter().any(|known| known == name);
        let origin = if is_known { FileOrigin::Own } else { FileOrigin::Reference };
        Ok(self.enter(archive, name, origin, watch)?)
    }

    /// Copies a file. If the archive has the same bytes in another file, copies nothing and returns the name of that
    /// file.
    fn copy(
        &self,
        archive: &Archive,
        from: &Path,
        to: &Path,
    ) -> Result<Option<String>, IntakeError> {
        let mut twin = None;
        let mut fill = |out: &mut dyn Write| {
            io::copy(&mut File::open(from)?, out)?;
            Ok(())
        };
        place(to, &mut fill, &mut |size, sha256| {
            twin = self.sound_twin(archive, size, sha256, None)?;
            Ok(twin.is_none())
        })?;
        Ok(twin)
    }

    /// Returns a file of the archive, other than `name`, that has these bytes and is unchanged.
    pub(crate) fn sound_twin(
        &self,
        archive: &Archive,
        size: u64,
        sha256: &[u8; 32],
        name: Option<&str>,
    ) -> Result<Option<String>, CatalogueError> {
        for twin in self.twins(size, sha256)? {
            let path = archive.path_of(&twin.name);
            let is_same = || is_known(self, &path, &twin.name).is_ok_and(|is_known| is_known);
            if name != Some(&*twin.name) && is_same() {
                return Ok(Some(twin.name));
            }
        }
        Ok(None)
    }

    fn take_in_own(
        &mut self,
        archive: &Archive,
        path: &Path,
        watch: &mut dyn FileWatch,
    ) -> Result<TakenIn, IntakeError> {
        let name = archive.name_of(path)?;
        Ok(self.list(archive, &name, watch)?)
    }
}

fn has_records(path: &Path) -> io::Result<bool> {
    let mut head = [0; 1];
    if !path.is_file() || File::open(path)?.read(&mut head)? == 0 {
        // An empty file is an ARC or WARC file only if its name says so.
        return Ok(path.is_file() && is_of_records(path));
    }
    Ok(Reader::open(path)?.next_record()?.is_some())
}

/// Decides whether a file with this size in bytes and SHA-256 is wanted.
type Accept<'a> = dyn FnMut(u64, &[u8; 32]) -> Result<bool, IntakeError> + 'a;

/// Writes a new file, which gets its name only when it is complete. If a file with this name and the same bytes exists,
/// that file stays. Calls `accept` when size and SHA-256 are known; if it returns `false`, nothing is left on disk.
fn place(
    to: &Path,
    fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    accept: &mut Accept<'_>,
) -> Result<(), IntakeError> {
    if to.exists() {
        let mut sum = Sum::new(io::sink());
        fill(&mut sum).map_err(io_error("copy to", to))?;
        let (_, sha256) = hash_file(to).map_err(io_error("read", to))?;
        let is_same = sha256 == sum.finish().1;
        return if is_same { Ok(()) } else { Err(IntakeError::Taken(to.to_owned())) };
    }
    let folder = to.parent().unwrap_or(Path::new(""));
    stodola_durable::create_folders(folder).map_err(ArchiveError::from)?;
    let mut name = to.as_os_str().to_owned();
    name.push(".tmp");
    let tmp = PathBuf::from(name);
    let filled = File::create(&tmp).and_then(|file| {
        let mut sum = Sum::new(file);
        fill(&mut sum)?;
        sum.out.sync_all()?;
        Ok(sum.finish())
    });
    let (size, sha256) = filled.map_err(io_error("copy to", to))?;
    if !accept(size, &sha256)? {
        return Ok(fs::remove_file(&tmp).map_err(io_error("remove", &tmp))?);
    }
    Ok(stodola_durable::rename(&tmp, to).map_err(ArchiveError::from)?)
}

/// Computes the digest of what is written.
struct Sum<W> {
    out: W,
    size: u64,
    sha256: Sha256,
}

impl<W> Sum<W> {
    fn new(out: W) -> Sum<W> {
        Sum { out, size: 0, sha256: Sha256::new() }
    }

    fn finish(self) -> (u64, [u8; 32]) {
        (self.size, self.sha256.finalize().into())
    }
}

impl<W: Write> Write for Sum<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sha256.update(&bytes[..written]);
        self.size += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

pub(crate) fn read_error(path: &Path, error: io::Error) -> CatalogueError {
    CatalogueError::Read { path: path.to_owned(), error }
}
