//! A series of WARC files: when one is full, the next begins.
//!
//! Files are called `Prefix-Timestamp-Serial-Crawlhost.warc.gz`, as Annex C of the standard
//! proposes. Prefix and crawl host come from the caller, the timestamp is the date of the file's
//! `warcinfo`, and the serial number grows until a name is free.

use super::file::{FileError, WarcFile, finished_path, io_error};
use super::{Compression, Resumed, Warcinfo, WriterOptions};
use std::fs;
use std::path::{Path, PathBuf};

/// Bytes at which a file is full, if the caller does not set a limit.
pub const DEFAULT_LIMIT: u64 = 1_000_000_000;
/// Number of taken names after which no further name is tried.
const MAX_TAKEN: u32 = 10_000;

/// What the names of a series of files have in common, and the number of the next.
#[derive(Clone, Debug)]
pub struct FileName {
    prefix: String,
    host: String,
    serial: u32,
}

impl FileName {
    /// Makes names that begin with `prefix` and end with the crawl host.
    pub fn new(prefix: &str, host: &str) -> Result<FileName, FileError> {
        for part in [prefix, host] {
            let is_usable = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '+');
            if part.is_empty() || part.starts_with('.') || !part.chars().all(is_usable) {
                return Err(FileError::Name(part.into()));
            }
        }
        Ok(FileName { prefix: prefix.to_owned(), host: host.to_owned(), serial: 0 })
    }

    /// Returns the compression of a file of this series, finished or not; `None` for other files.
    pub fn recognise(&self, name: &str) -> Option<Compression> {
        let name = name.strip_suffix(".open").unwrap_or(name);
        let all = [Compression::None, Compression::Gzip, Compression::Zstd];
        let compression = all.into_iter().find(|c| name.ends_with(c.extension()))?;
        let name = name.strip_suffix(compression.extension())?;
        let middle = name.strip_prefix(&*self.prefix)?.strip_suffix(&*self.host)?;
        let (date, serial) = middle.strip_prefix('-')?.strip_suffix('-')?.split_once('-')?;
        let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        (date.len() == 14 && serial.len() >= 5 && is_number(date) && is_number(serial))
            .then_some(compression)
    }

    /// Creates the next file, in `folder`, which must exist. Names that are taken are skipped.
    pub fn create(
        &mut self,
        folder: &Path,
        warcinfo: &Warcinfo,
        options: WriterOptions,
    ) -> Result<WarcFile, FileError> {
        let mut taken = 0;
        loop {
            let name = format!(
                "{}-{}-{:05}-{}{}",
                self.prefix,
                warcinfo.date().digits14(),
                self.serial,
                self.host,
                options.compression.extension()
            );
            self.serial = self.serial.wrapping_add(1);
            match WarcFile::create(&folder.join(name), warcinfo, options) {
                Err(FileError::Exists(_)) if taken < MAX_TAKEN => taken += 1,
                result => return result,
            }
        }
    }
}

/// Writes one file after another into a folder.
///
/// `begin` is called for every new file and returns the `warcinfo` that it starts with.
pub struct FileSeries<F> {
    folder: PathBuf,
    name: FileName,
    options: WriterOptions,
    limit: u64,
    begin: F,
    current: Option<WarcFile>,
}

impl<F: FnMut() -> Warcinfo> FileSeries<F> {
    /// Makes a series in `folder`, which must exist. No file is created yet.
    pub fn new(
        folder: &Path,
        prefix: &str,
        host: &str,
        options: WriterOptions,
        begin: F,
    ) -> Result<FileSeries<F>, FileError> {
        Ok(FileSeries {
            folder: folder.to_owned(),
            name: FileName::new(prefix, host)?,
            options,
            limit: DEFAULT_LIMIT,
            begin,
            current: None,
        })
    }

    /// Sets the number of bytes at which a file is full. The record that reaches it is the last.
    pub fn limit(mut self, bytes: u64) -> FileSeries<F> {
        self.limit = bytes;
        self
    }

    /// Sets the serial number of the first file.
    pub fn first_serial(mut self, serial: u32) -> FileSeries<F> {
        self.name.serial = serial;
        self
    }

    /// Returns the file to write to now. If the file before is full, it is finished. So records that belong together
    /// must be written to the file of one call.
    pub fn file(&mut self) -> Result<&mut WarcFile, FileError> {
        if self.current.as_ref().is_some_and(|file| file.size() >= self.limit) {
            self.close_current()?;
        }
        let file = match self.current.take() {
            Some(file) => file,
            None => self.create()?,
        };
        Ok(self.current.insert(file))
    }

    /// Goes on with an interrupted file; the current file is finished first.
    pub fn resume(&mut self, open_path: &Path) -> Result<Resumed, FileError> {
        self.close_current()?;
        let warcinfo = (self.begin)();
        let (file, resumed) = WarcFile::resume(open_path, &warcinfo, self.options)?;
        self.current = Some(file);
        Ok(resumed)
    }

    /// Syncs the file: when this returns, every record written before survives a power cut.
    pub fn sync(&mut self) -> Result<(), FileError> {
        self.current.as_mut().map_or(Ok(()), WarcFile::sync)
    }

    /// Finishes the last file.
    pub fn close(mut self) -> Result<(), FileError> {
        self.close_current()
    }

    /// Closes the current file. If that fails, it stays as `.open`, and the series goes on without it.
    fn close_current(&mut self) -> Result<(), FileError> {
        self.current.take().map_or(Ok(()), |file| file.close().map(drop))
    }

    fn create(&mut self) -> Result<WarcFile, FileError> {
        let warcinfo = (self.begin)();
        self.name.create(&self.folder, &warcinfo, self.options)
    }
}

/// Returns the interrupted WARC files in a folder, by name.
pub fn left_open(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(io_error("list", folder))? {
        let path = entry.map_err(io_error("list", folder))?.path();
        let name = finished_path(&path).and_then(|p| Some(p.file_name()?.to_str()?.to_owned()));
        let all = [Compression::None, Compression::Gzip, Compression::Zstd];
        if name.is_some_and(|name| all.iter().any(|c| name.ends_with(c.extension()))) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}
