//! Taking files into an archive: by reference where they are, or by copy.
//!
//! Each step can be repeated. A reference is written down before the catalogue knows of the file, a
//! copy has its name only when it is whole, and the catalogue has all captures of a file or none.

mod wacz;

use crate::catalogue::{Catalogue, CatalogueError, CatalogueWriter};
use crate::fixity;
use crate::folder::{Archive, ArchiveError, io_error, is_of_records, sync_folder_of};
use crate::scan::{self, Hashed, Scanned};
use sha2::{Digest as _, Sha256};
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use stodola_warc::{Reader, Wrapping};

/// Copies lie here.
const ADDED: &str = "warc/added";

/// Why a file could not be taken in.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IntakeError {
    /// It holds no record.
    #[error("'{}' is neither ARC nor WARC nor WACZ", .0.display())]
    NotRecords(PathBuf),
    /// It must be unpacked first.
    #[error("'{}' is not an archive: it looks like {wrapping}", .path.display())]
    Wrapped {
        /// The file.
        path: PathBuf,
        /// What it is packed in.
        wrapping: Wrapping,
    },
    /// A ZIP file can only be unpacked.
    #[error("'{}' is a WACZ, whose files must be unpacked: add it by copy (--copy)", .0.display())]
    WaczByReference(PathBuf),
    /// A ZIP file that cannot be read.
    #[error("'{}' is no WACZ that can be read: {what}", .path.display())]
    Wacz {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The name is taken.
    #[error("'{}' is there already, with other content", .0.display())]
    Taken(PathBuf),
    /// Of the catalogue.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
    /// Of the folder.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
}

/// Where a file stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intake {
    /// Where it is.
    Reference,
    /// In the archive.
    Copy,
}

/// What taking in a file gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenIn {
    /// Its name in the archive.
    pub name: String,
    /// What it turned out to be; `None` if the catalogue has it already.
    pub scanned: Option<Scanned>,
}

/// Is told how far long work has come.
pub trait Watch {
    /// A file is begun.
    fn begin(&mut self, _name: &str, _size: u64) {}
    /// So many bytes of it are done.
    fn at(&mut self, _bytes: u64) {}
    /// It is done.
    fn end(&mut self) {}
}

impl Watch for () {}

impl CatalogueWriter {
    /// Takes a file into the archive: ARC, WARC, or the files of a WACZ. A file that is there already,
    /// unchanged, stays as it is.
    pub fn take_in(
        &mut self,
        archive: &Archive,
        path: &Path,
        intake: Intake,
        watch: &mut dyn Watch,
    ) -> Result<Vec<TakenIn>, IntakeError> {
        self.set_jobs(&archive.jobs()?)?;
        match wacz::is_zip(path).map_err(|error| read_error(path, error))? {
            true if intake == Intake::Reference => {
                return Err(IntakeError::WaczByReference(path.to_owned()));
            }
            true => {
                let paths = wacz::unpack(archive, path)?;
                return paths.iter().map(|path| self.take_in_own(archive, path, watch)).collect();
            }
            false => {}
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
            copy(path, &target)?;
            self.take_in_own(archive, &target, watch)?
        } else {
            archive.add_reference(&name)?;
            self.list(archive, &name, watch)?
        };
        Ok(vec![taken_in])
    }

    fn take_in_own(
        &mut self,
        archive: &Archive,
        path: &Path,
        watch: &mut dyn Watch,
    ) -> Result<TakenIn, IntakeError> {
        let name = archive.name_of(path)?;
        Ok(self.list(archive, &name, watch)?)
    }

    /// Puts a file of the archive into the catalogue, unless it is there and has not changed. What it
    /// is now is what later checks compare it with.
    pub fn list(
        &mut self,
        archive: &Archive,
        name: &str,
        watch: &mut dyn Watch,
    ) -> Result<TakenIn, CatalogueError> {
        let taken_in = self.list_again(archive, name, watch)?;
        if let Some(scanned) = &taken_in.scanned {
            fixity::note_added(archive, name, &scanned.facts)?;
        }
        Ok(taken_in)
    }

    /// The same for a file whose history is known.
    pub(crate) fn list_again(
        &mut self,
        archive: &Archive,
        name: &str,
        watch: &mut dyn Watch,
    ) -> Result<TakenIn, CatalogueError> {
        let path = archive.path_of(name);
        if is_known(self, &path, name)? {
            return Ok(TakenIn { name: name.to_owned(), scanned: None });
        }
        let metadata = path.metadata().map_err(|error| read_error(&path, error))?;
        watch.begin(name, metadata.len());
        let describe = self.describer();
        let mut adder = self.begin_file(name)?;
        let covered = adder.covered();
        let result = scan::scan::<ScanError>(
            &path,
            describe.as_deref(),
            // Captures of a file that was catalogued while it was written are there up to a point.
            |row| if row.offset < covered { Ok(()) } else { Ok(adder.push(row)?) },
            |bytes| watch.at(bytes),
        );
        let scanned = result.map_err(|error| match error {
            ScanError::Io(error) => read_error(&path, error),
            ScanError::Catalogue(error) => error,
        })?;
        adder.finish(&scanned.facts)?;
        watch.end();
        Ok(TakenIn { name: name.to_owned(), scanned: Some(scanned) })
    }
}

enum ScanError {
    Io(io::Error),
    Catalogue(CatalogueError),
}

impl From<io::Error> for ScanError {
    fn from(error: io::Error) -> ScanError {
        ScanError::Io(error)
    }
}

impl From<CatalogueError> for ScanError {
    fn from(error: CatalogueError) -> ScanError {
        ScanError::Catalogue(error)
    }
}

/// Whether the catalogue has the file as it is. If its time has changed, its content decides.
fn is_known(catalogue: &Catalogue, path: &Path, name: &str) -> Result<bool, CatalogueError> {
    let Some(listed) = catalogue.listed(name)?.filter(|listed| listed.is_complete()) else {
        return Ok(false);
    };
    let metadata = path.metadata().map_err(|error| read_error(path, error))?;
    if metadata.len() != listed.size {
        return Ok(false);
    }
    if listed.modified == scan::modified(&metadata) {
        return Ok(true);
    }
    let hashed = File::open(path).and_then(|file| Hashed::new(file).finish());
    let (_, sha256) = hashed.map_err(|error| read_error(path, error))?;
    Ok(listed.sha256 == Some(sha256))
}

fn has_records(path: &Path) -> io::Result<bool> {
    let mut head = [0; 1];
    if !path.is_file() || File::open(path)?.read(&mut head)? == 0 {
        // An empty file is one of records only if its name says so.
        return Ok(path.is_file() && is_of_records(path));
    }
    Ok(Reader::open(path)?.next_record()?.is_some())
}

/// Copies a file.
fn copy(from: &Path, to: &Path) -> Result<(), IntakeError> {
    let mut fill = |out: &mut dyn Write| {
        io::copy(&mut File::open(from)?, out)?;
        Ok(())
    };
    place(to, &mut fill)
}

/// Writes a new file under a name that it has only when it is whole. If there is one with the same
/// bytes, that is as good.
fn place(
    to: &Path,
    fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
) -> Result<(), IntakeError> {
    if to.exists() {
        let mut sum = Sum(Sha256::new());
        fill(&mut sum).map_err(io_error("copy to", to))?;
        let there = File::open(to).and_then(|file| Hashed::new(file).finish());
        let (_, sha256) = there.map_err(io_error("read", to))?;
        let is_same = sha256[..] == sum.0.finalize()[..];
        return if is_same { Ok(()) } else { Err(IntakeError::Taken(to.to_owned())) };
    }
    let folder = to.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder).map_err(io_error("create", folder))?;
    let mut name = to.as_os_str().to_owned();
    name.push(".tmp");
    let tmp = PathBuf::from(name);
    File::create(&tmp)
        .and_then(|mut file| {
            fill(&mut file)?;
            file.sync_all()
        })
        .and_then(|()| fs::rename(&tmp, to))
        .map_err(io_error("copy to", to))?;
    Ok(sync_folder_of(to)?)
}

/// Takes only the digest of what is written.
struct Sum(Sha256);

impl Write for Sum {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn read_error(path: &Path, error: io::Error) -> CatalogueError {
    CatalogueError::Read { path: path.to_owned(), error }
}
