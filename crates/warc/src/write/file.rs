//! A WARC file that is written: it is called `NAME.open` until it is finished, then `NAME`.
//!
//! What a crash leaves:
//!
//! | killed | left behind | then |
//! |---|---|---|
//! | while creating | `NAME.open`, empty or with a part of the `warcinfo` | [`WarcFile::resume`] starts anew |
//! | while writing | `NAME.open` with the records that were returned and a part of one more | resume cuts the part off |
//! | while closing | the whole file under one of its names, or under both | resume takes the second name away |
//!
//! A record survives the end of the process as soon as its write has returned, and a power cut as
//! soon as [`WarcFile::sync`] has.

use super::resume::{self, Resumed};
use super::{PackedBlock, RecordHead, WarcWriter, Warcinfo, WriteError, WriterOptions, Written};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

const SUFFIX: &str = ".open";

/// Why a file could not be created, resumed, synced or closed.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// A file of that name is there already; it is left as it is.
    #[error("'{}' exists already", .0.display())]
    Exists(PathBuf),
    /// Another writer has locked the file.
    #[error("'{}' is being written by another process", .0.display())]
    Locked(PathBuf),
    /// The interrupted file had been finished before the crash; only its second name was left, and has been removed
    /// now.
    #[error("'{}' is finished", .0.display())]
    Finished(PathBuf),
    /// The file to resume is not a WARC file, or is packed in another way.
    #[error("'{}' is not a WARC file with the requested compression", .0.display())]
    Foreign(PathBuf),
    /// The name cannot be that of a WARC file, or of an interrupted one.
    #[error("'{}' is not a usable file name", .0.display())]
    Name(PathBuf),
    /// The `warcinfo` could not be written.
    #[error("cannot write the warcinfo of '{}': {error}", .path.display())]
    Warcinfo {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: WriteError,
    },
    /// An operation of the file system failed.
    #[error("cannot {what} '{}': {error}", .path.display())]
    Io {
        /// The operation.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: io::Error,
    },
}

/// Copies the bytes that will be cut off to a file beside, and returns its path.
fn save_tail(file: &mut File, from: u64, open_path: &Path) -> Result<PathBuf, FileError> {
    let mut name = open_path.as_os_str().to_owned();
    name.push(format!(".tail-{from}"));
    let path = PathBuf::from(name);
    let copy = |file: &mut File| {
        // One that is there was left by a kill in this place, and is written anew.
        let mut tail = File::create(&path)?;
        io::Seek::seek(file, io::SeekFrom::Start(from))?;
        io::copy(file, &mut tail)?;
        tail.sync_all()
    };
    copy(file).map_err(io_error("save", &path))?;
    sync_folder(&path)?;
    Ok(path)
}

/// A WARC file that is being written. If it is dropped without [`WarcFile::close`], it can be resumed.
pub struct WarcFile {
    writer: WarcWriter<File>,
    /// The path while it is written.
    open_path: PathBuf,
    /// The path when it is finished.
    path: PathBuf,
    /// Whether a sync has failed. The system may then have dropped what it could not write, and the next sync may
    /// succeed: only reading the file again shows what is there.
    is_doubtful: bool,
}

impl WarcFile {
    /// Creates the file that will be called `path`, and writes its `warcinfo`. Neither a finished
    /// nor an unfinished file of that name may exist.
    pub fn create(
        path: &Path,
        warcinfo: &Warcinfo,
        options: WriterOptions,
    ) -> Result<WarcFile, FileError> {
        WarcFile::create_with(path, Some(warcinfo), options)
    }

    /// Like [`WarcFile::create`], but without a `warcinfo`: for records that include one.
    pub fn create_bare(path: &Path, options: WriterOptions) -> Result<WarcFile, FileError> {
        WarcFile::create_with(path, None, options)
    }

    fn create_with(
        path: &Path,
        warcinfo: Option<&Warcinfo>,
        options: WriterOptions,
    ) -> Result<WarcFile, FileError> {
        let name = path.file_name().ok_or_else(|| FileError::Name(path.to_owned()))?;
        let mut open_name = name.to_owned();
        open_name.push(SUFFIX);
        let open_path = path.with_file_name(open_name);
        // Looked at before as well, or else a kill would leave an empty file beside a finished one.
        if path.symlink_metadata().is_ok() {
            return Err(FileError::Exists(path.to_owned()));
        }
        let file = match OpenOptions::new().read(true).write(true).create_new(true).open(&open_path)
        {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                return Err(FileError::Exists(open_path));
            }
            result => result.map_err(io_error("create", &open_path))?,
        };
        lock(&file, &open_path)?;
        let result = WarcFile::begin(file, &open_path, path, warcinfo, options);
        if result.is_err() {
            // It was created by this call and holds no record.
            let _ = fs::remove_file(&open_path);
        }
        result
    }

    fn begin(
        file: File,
        open_path: &Path,
        path: &Path,
        warcinfo: Option<&Warcinfo>,
        options: WriterOptions,
    ) -> Result<WarcFile, FileError> {
        if path.symlink_metadata().is_ok() {
            return Err(FileError::Exists(path.to_owned()));
        }
        let mut file = WarcFile::new(file, open_path, path, 0, options)?;
        if let Some(warcinfo) = warcinfo {
            file.write_warcinfo(warcinfo)?;
        }
        // Without this the name itself may not survive a power cut, whatever is synced later.
        sync_folder(path)?;
        Ok(file)
    }

    fn new(
        file: File,
        open_path: &Path,
        path: &Path,
        offset: u64,
        options: WriterOptions,
    ) -> Result<WarcFile, FileError> {
        let writer = WarcWriter::with_offset(file, offset, options);
        let writer = writer.map_err(io_error("write", open_path))?;
        let (open_path, path) = (open_path.to_owned(), path.to_owned());
        Ok(WarcFile { writer, open_path, path, is_doubtful: false })
    }

    /// Goes on with an interrupted file, `NAME.open`: cuts off what follows its last whole record. If there is no whole
    /// record, the file starts with this `warcinfo`.
    pub fn resume(
        open_path: &Path,
        warcinfo: &Warcinfo,
        options: WriterOptions,
    ) -> Result<(WarcFile, Resumed), FileError> {
        let path = finished_path(open_path).ok_or_else(|| FileError::Name(open_path.to_owned()))?;
        let file = OpenOptions::new().read(true).write(true).open(open_path);
        let mut file = file.map_err(io_error("open", open_path))?;
        lock(&file, open_path)?;
        if !is_at(&file, open_path) {
            // Its writer closed it between our opening and our locking it.
            return Err(FileError::Finished(path));
        }
        if is_at(&file, &path) {
            fs::remove_file(open_path).map_err(io_error("remove", open_path))?;
            sync_folder(&path)?;
            return Err(FileError::Finished(path));
        }
        if path.symlink_metadata().is_ok() {
            return Err(FileError::Exists(path));
        }
        let reading = io_error("read", open_path);
        let size = file.metadata().map_err(&reading)?.len();
        let container = options.compression.container();
        let scan = resume::scan(&mut file, size, container).map_err(&reading)?;
        if scan.is_foreign {
            return Err(FileError::Foreign(open_path.to_owned()));
        }
        let saved = match scan.has_more {
            true => Some(save_tail(&mut file, scan.end, open_path)?),
            false => None,
        };
        let mut resumed = WarcFile::new(file, open_path, &path, scan.end, options)?;
        resumed.writer.warcinfo_id = scan.warcinfo_id;
        resumed.writer.is_torn = true;
        resumed.writer.cut_back().map_err(io_error("shorten", open_path))?;
        resumed.sync()?;
        if scan.records == 0 {
            resumed.write_warcinfo(warcinfo)?;
        }
        let cut = size.saturating_sub(scan.end);
        Ok((resumed, Resumed { records: scan.records, kept: scan.end, cut, saved }))
    }

    /// See [`WarcWriter::write`]. If it fails, the file is as before.
    pub fn write(&mut self, head: &RecordHead, block: &[u8]) -> Result<Written, WriteError> {
        self.whole_or_nothing(|writer| writer.write(head, block))
    }

    /// See [`WarcWriter::write_stream`]. If it fails, the file is as before.
    pub fn write_stream(
        &mut self,
        head: &RecordHead,
        block: &mut (impl Read + Seek),
        length: u64,
    ) -> Result<Written, WriteError> {
        self.whole_or_nothing(|writer| writer.write_stream(head, block, length))
    }

    /// See [`WarcWriter::write_deflated`]. If it fails, the file is as before.
    pub fn write_deflated(
        &mut self,
        head: &RecordHead,
        block: &PackedBlock,
        deflated: &mut dyn Read,
    ) -> Result<Written, WriteError> {
        self.whole_or_nothing(|writer| writer.write_deflated(head, block, deflated))
    }

    /// See [`WarcWriter::write_raw`]. If it fails, the file is as before.
    pub fn write_raw(
        &mut self,
        header: &[u8],
        block: &mut impl Read,
        length: u64,
    ) -> Result<Written, WriteError> {
        self.whole_or_nothing(|writer| writer.write_raw(header, block, length))
    }

    /// See [`WarcWriter::write_packed`]. If it fails, the file is as before.
    pub fn write_packed(&mut self, member: &[u8]) -> Result<Written, WriteError> {
        self.whole_or_nothing(|writer| writer.write_packed(member))
    }

    /// Writes records that belong together: if `write` fails, none of them is in the file.
    pub fn together<T, E>(
        &mut self,
        write: impl FnOnce(&mut WarcFile) -> Result<T, E>,
    ) -> Result<T, E> {
        let start = self.size();
        let result = write(self);
        if result.is_err() && self.size() > start {
            self.writer.position = start;
            self.writer.is_torn = true;
            // If this fails, the next write tries again.
            let _ = self.writer.cut_back();
        }
        result
    }

    /// Returns the path of the file until it is closed.
    pub fn open_path(&self) -> &Path {
        &self.open_path
    }

    fn whole_or_nothing(
        &mut self,
        write: impl FnOnce(&mut WarcWriter<File>) -> Result<Written, WriteError>,
    ) -> Result<Written, WriteError> {
        // A cut that failed before may succeed now.
        self.writer.cut_back().map_err(|_| WriteError::Torn)?;
        let result = write(&mut self.writer);
        if result.is_err() {
            // If this fails as well, the next write tries again.
            let _ = self.writer.cut_back();
        }
        result
    }

    fn write_warcinfo(&mut self, warcinfo: &Warcinfo) -> Result<(), FileError> {
        let name = self.path.file_name().map(|name| name.as_encoded_bytes().to_vec());
        match self.writer.write_warcinfo(warcinfo, name.as_deref()) {
            Ok(_) => Ok(()),
            Err(error) => Err(FileError::Warcinfo { path: self.open_path.clone(), error }),
        }
    }

    /// Syncs the file: when this returns, every record written before survives a power cut. After a failure, every
    /// further sync and closing fail too; the file must be resumed.
    pub fn sync(&mut self) -> Result<(), FileError> {
        self.sync_by(File::sync_data)
    }

    /// Finishes the file, gives it its name and returns that. If there is another file of that name by now, both stay
    /// as they are.
    pub fn close(mut self) -> Result<PathBuf, FileError> {
        self.sync_by(File::sync_all)?;
        publish(&self.open_path, &self.path, |from, to| fs::hard_link(from, to))?;
        sync_folder(&self.path)?;
        Ok(self.path)
    }

    fn sync_by(&mut self, sync: impl Fn(&File) -> io::Result<()>) -> Result<(), FileError> {
        let result = sync(self.whole_file()?);
        self.is_doubtful |= result.is_err();
        result.map_err(io_error("sync", &self.open_path))
    }

    /// Cuts off a part of a record, if there is one, and returns the file. Fails if a sync failed before.
    pub(super) fn whole_file(&mut self) -> Result<&File, FileError> {
        self.writer.cut_back().map_err(io_error("shorten", &self.open_path))?;
        match self.is_doubtful {
            true => {
                Err(io_error("sync", &self.open_path)(io::Error::other("an earlier sync failed")))
            }
            false => Ok(&self.writer.out),
        }
    }

    /// Returns the bytes of the file so far.
    pub fn size(&self) -> u64 {
        self.writer.position()
    }

    /// Returns the path that the file gets when it is finished.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the record id of the file's `warcinfo`, if its first record is one.
    pub fn warcinfo_id(&self) -> Option<&str> {
        self.writer.warcinfo_id.as_deref()
    }
}

impl WarcWriter<File> {
    /// Removes what was written of an unfinished record.
    fn cut_back(&mut self) -> io::Result<()> {
        if self.is_torn {
            self.out.set_len(self.position)?;
            self.out.seek(SeekFrom::Start(self.position))?;
            self.is_torn = false;
        }
        Ok(())
    }
}

/// Returns `NAME` for `NAME.open`; `None` for other paths.
pub(super) fn finished_path(open_path: &Path) -> Option<PathBuf> {
    let is_open = open_path.extension().is_some_and(|e| e == &SUFFIX[1..]);
    is_open.then(|| open_path.with_extension(""))
}

/// Renames a file and never replaces another one. Making a hard link fails if the name is taken, a rename does not. On
/// file systems without hard links the name is checked first, which is safe because all writers of a name use its
/// `.open` file.
fn publish(
    open_path: &Path,
    path: &Path,
    link: impl Fn(&Path, &Path) -> io::Result<()>,
) -> Result<(), FileError> {
    match link(open_path, path) {
        Ok(()) => fs::remove_file(open_path).map_err(io_error("remove", open_path)),
        Err(_) if path.symlink_metadata().is_ok() => Err(FileError::Exists(path.to_owned())),
        Err(_) => fs::rename(open_path, path).map_err(io_error("rename", open_path)),
    }
}

fn lock(file: &File, path: &Path) -> Result<(), FileError> {
    file.try_lock().map_err(|e| match e {
        TryLockError::WouldBlock => FileError::Locked(path.to_owned()),
        TryLockError::Error(error) => io_error("lock", path)(error),
    })
}

/// Returns whether `path` is the path of this file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (file.metadata(), path.symlink_metadata()) {
        (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

/// On other systems an open file keeps its name, and the standard library cannot tell links apart.
#[cfg(not(unix))]
fn is_at(_file: &File, path: &Path) -> bool {
    path.extension().is_some_and(|e| e == &SUFFIX[1..])
}

/// Syncs the folder of `path`, so that the names in it survive a power cut.
fn sync_folder(path: &Path) -> Result<(), FileError> {
    if cfg!(not(unix)) {
        return Ok(());
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let sync = File::open(folder).and_then(|folder| folder.sync_all());
    sync.map_err(io_error("sync", folder))
}

pub(super) fn io_error<'a>(
    what: &'static str,
    path: &'a Path,
) -> impl Fn(io::Error) -> FileError + 'a {
    move |error| FileError::Io { what, path: path.to_owned(), error }
}

#[cfg(test)]
mod tests {
    use super::publish;
    use crate::write::FileError;
    use crate::write::tests::Folder;
    use std::{fs, io};

    #[test]
    fn without_hard_links_the_name_is_given_by_renaming() {
        let folder = Folder::new();
        let (open, path) = (folder.join("a.warc.open"), folder.join("a.warc"));
        let no_links = |_: &_, _: &_| Err(io::ErrorKind::Unsupported.into());
        fs::write(&open, "new").unwrap();
        publish(&open, &path, no_links).unwrap();
        assert_eq!((fs::read(&path).unwrap(), open.exists()), (b"new".to_vec(), false));
        fs::write(&open, "newer").unwrap();
        assert!(matches!(publish(&open, &path, no_links), Err(FileError::Exists(p)) if p == path));
        assert_eq!(
            (fs::read(&path).unwrap(), fs::read(&open).unwrap()),
            (b"new".into(), b"newer".into())
        );
    }
}
