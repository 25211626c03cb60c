//! The folder of an archive: what lies where, who keeps it, and who writes to it just now.
//!
//! ```text
//! ARCHIVE/archive.toml      who keeps it, since when, and the format of the folder
//!         warc/             the files of the archive, in folders of any depth: the truth
//!         references.txt    paths of files elsewhere that belong to the archive: the truth
//!         jobs/NAME/        the harvests: the truth about what they were asked to do
//!         fixity.tsv        every check of every file: history, which nothing else remembers
//!         gone.tsv          files that the archive had and has no more, and why: the truth about them
//!         catalogue.db      derived from all that; see [`Catalogue`](crate::Catalogue)
//!         lock, lock.next   who changes the catalogue just now, and who waits for that
//!         harvest.lock      who runs the jobs when they are due
//! ```
//!
//! Readers need no lock: the catalogue shows readers the last state that was committed.

mod gone;
mod lock;
mod references;

pub use gone::{Departure, Gone};
pub use lock::{Holder, WriteLock};

use crate::sink::Sources;
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;
use stodola_durable::PathError;
use stodola_warc::date::Timestamp;

/// Newest format of the folder that this program can read.
pub(crate) const FORMAT: u32 = 1;
const IDENTITY: &str = "archive.toml";
const WARC: &str = "warc";
/// Ending of the names of unfinished files.
pub(crate) const UNFINISHED: &str = ".open";
const JOBS: &str = "jobs";
const CATALOGUE: &str = "catalogue.db";
/// Endings of the names of ARC and WARC files.
const ENDINGS: [&str; 5] = [".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz"];

/// Errors from using a folder as an archive.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The folder has neither an archive.toml nor a folder `warc`.
    #[error("'{}' is not an archive: it has neither an archive.toml nor a folder 'warc'", .0.display())]
    NotOne(PathBuf),
    /// Another process is changing the archive.
    #[error("the archive '{}' is in use by {holder}; try again when it is done", .folder.display())]
    Locked {
        /// The archive.
        folder: PathBuf,
        /// The other process, as far as it wrote down who it is.
        holder: Holder,
    },
    /// A later version of the program wrote the file.
    #[error(
        "'{}' has format {found}, this program knows formats up to {FORMAT}; use a newer program",
        .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Format of the file.
        found: u32,
    },
    /// A file of the archive has the wrong form.
    #[error("'{}' has a wrong format: {what}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// The path cannot be written in a list with one path per line.
    #[error("'{}' cannot be added: its name is not UTF-8, or contains a line break", .0.display())]
    Name(PathBuf),
    /// The operating system reported an error.
    #[error("cannot {what} '{}': {error}", .path.display())]
    Io {
        /// The operation that failed.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What went wrong.
        #[source]
        error: io::Error,
    },
}

pub(crate) fn io_error(what: &'static str, path: &Path) -> impl Fn(io::Error) -> ArchiveError {
    move |error| ArchiveError::Io { what, path: path.to_owned(), error }
}

impl From<PathError> for ArchiveError {
    fn from(error: PathError) -> ArchiveError {
        ArchiveError::Io { what: error.doing, path: error.path, error: error.source }
    }
}

/// The identity of an archive, as in `archive.toml`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Format of the folder and its files.
    pub format: u32,
    /// Identifier of the archive, `urn:uuid:…`. It never changes, wherever the archive is moved.
    pub id: String,
    /// Time when the archive was created.
    pub created: String,
    /// The institution that keeps the archive; `None` if it is not set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<String>,
    /// A mail address or the address of a page; `None` if it is not set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
}

/// An archive folder.
#[derive(Clone, Debug)]
pub struct Archive {
    folder: PathBuf,
    identity: Option<Identity>,
}

impl Archive {
    /// Opens an archive for reading. A folder that only has a folder `warc` so far is an archive too.
    pub fn open(folder: &Path) -> Result<Archive, ArchiveError> {
        let identity = read_identity(&folder.join(IDENTITY))?;
        if identity.is_none() && !folder.join(WARC).is_dir() {
            return Err(ArchiveError::NotOne(folder.to_owned()));
        }
        Ok(Archive { folder: folder.to_owned(), identity })
    }

    /// Opens an archive for writing. Creates the folder if it does not exist, and gives it an identity.
    pub fn open_or_create(folder: &Path) -> Result<Archive, ArchiveError> {
        let path = folder.join(IDENTITY);
        if let Some(identity) = read_identity(&path)? {
            return Ok(Archive { folder: folder.to_owned(), identity: Some(identity) });
        }
        let warc = folder.join(WARC);
        stodola_durable::create_folders(&warc)?;
        let identity = Identity {
            format: FORMAT,
            id: Sources::default().record_id().map_err(|error| ArchiveError::Io {
                what: "make an identity for",
                path: folder.to_owned(),
                error: io::Error::other(error),
            })?,
            created: now().iso8601().to_string(),
            operator: None,
            contact: None,
        };
        let text = toml::to_string(&identity).map_err(|error| ArchiveError::Unreadable {
            path: path.clone(),
            what: error.to_string(),
        })?;
        // If several processes create an archive at the same moment, one of them gives it its identity.
        let identity = match create_only(&path, text.as_bytes())? {
            true => identity,
            false => read_identity(&path)?.unwrap_or(identity),
        };
        Ok(Archive { folder: folder.to_owned(), identity: Some(identity) })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Identity of the archive; `None` as long as the folder has no `archive.toml`.
    pub fn identity(&self) -> Option<&Identity> {
        self.identity.as_ref()
    }

    /// Path of the folder with the archive's own ARC and WARC files.
    pub fn warc_folder(&self) -> PathBuf {
        self.folder.join(WARC)
    }

    /// Path of the catalogue.
    pub fn catalogue_path(&self) -> PathBuf {
        self.folder.join(CATALOGUE)
    }

    /// Takes the archive's lock for this process, to change the catalogue. An error if another process has it.
    pub fn lock(&self, command: &str) -> Result<WriteLock, ArchiveError> {
        WriteLock::take(&self.folder, command)
    }

    /// Same as [`Archive::lock`], but waits while another process has the lock; calls `on_wait` with that process.
    pub fn lock_in_turn(
        &self,
        command: &str,
        on_wait: &mut dyn FnMut(&Holder),
    ) -> Result<WriteLock, ArchiveError> {
        WriteLock::take_in_turn(&self.folder, command, on_wait)
    }

    /// Returns the process that has the lock now, this one or another; `None` if it is free. Nobody is disturbed.
    pub fn held_by(&self) -> Option<Holder> {
        WriteLock::held_by(&self.folder)
    }

    /// Takes the duty to run the jobs of the archive when they are due. It is another lock than [`Archive::lock`]: a
    /// process that has it takes that one only while a job runs. An error if another process has it.
    pub fn take_duty(&self, command: &str) -> Result<WriteLock, ArchiveError> {
        WriteLock::take_duty(&self.folder, command)
    }

    /// Returns the process that runs the jobs of the archive when they are due; `None` if nobody does.
    pub fn on_duty(&self) -> Option<Holder> {
        WriteLock::on_duty(&self.folder)
    }

    /// Whether another process waits for the lock.
    pub fn is_wanted(&self) -> bool {
        WriteLock::is_wanted(&self.folder)
    }

    /// Returns the path of the file with this name. Names of files outside the archive are absolute paths.
    pub fn path_of(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Returns the name of a file: relative to the archive if it is in its folder `warc`, otherwise its absolute path.
    pub fn name_of(&self, path: &Path) -> Result<String, ArchiveError> {
        let whole = |path: &Path| fs::canonicalize(path).map_err(io_error("find", path));
        let folder = whole(&self.folder)?;
        // A file that no longer exists still has a name.
        let path = match whole(path) {
            Ok(path) => path,
            Err(_) => std::path::absolute(path).map_err(io_error("find", path))?,
        };
        let inside = path.strip_prefix(&folder).ok().filter(|below| below.starts_with(WARC));
        let name = match inside {
            Some(below) => below,
            None => &path,
        };
        match name.to_str().filter(|name| !name.contains(['\n', '\r', '\t'])) {
            Some(name) => Ok(name.to_owned()),
            None => Err(ArchiveError::Name(path)),
        }
    }

    /// Returns the names of all ARC and WARC files in the folder `warc`, sorted. Unfinished files (`.open`) are left
    /// out.
    pub fn own_files(&self) -> Result<Vec<String>, ArchiveError> {
        self.files_below(&|name| is_of_records(Path::new(name)).then_some(name))
    }

    /// Returns the final names of the unfinished files in the folder `warc`, sorted: files that are being written, or
    /// that a crash left unfinished.
    pub fn unfinished_files(&self) -> Result<Vec<String>, ArchiveError> {
        let mut names = self.files_below(&|name| {
            name.strip_suffix(UNFINISHED).filter(|name| is_of_records(Path::new(name)))
        })?;
        // A file that is being finished at this moment has both names.
        names.retain(|name| !self.path_of(name).exists());
        Ok(names)
    }

    /// Returns the names that `name_of` gives to the files in the folder `warc`, with the folders before them. Files
    /// for which it gives `None` are left out.
    fn files_below(
        &self,
        name_of: &dyn for<'n> Fn(&'n str) -> Option<&'n str>,
    ) -> Result<Vec<String>, ArchiveError> {
        let mut names = Vec::new();
        let mut folders = vec![PathBuf::from(WARC)];
        while let Some(below) = folders.pop() {
            let folder = self.folder.join(&below);
            if !folder.is_dir() {
                continue;
            }
            let failed = io_error("read", &folder);
            for item in fs::read_dir(&folder).map_err(&failed)? {
                let item = item.map_err(&failed)?;
                let below = below.join(item.file_name());
                if item.file_type().map_err(&failed)?.is_dir() {
                    folders.push(below);
                } else if let Some(name) = name_of(&below.to_string_lossy()) {
                    if below.to_str().is_none() {
                        return Err(ArchiveError::Name(below));
                    }
                    names.push(name.to_owned());
                }
            }
        }
        names.sort_unstable();
        Ok(names)
    }

    /// Returns the name and the settings (`job.toml`) of each job, sorted.
    pub fn jobs(&self) -> Result<Vec<(String, String)>, ArchiveError> {
        let folder = self.folder.join(JOBS);
        if !folder.is_dir() {
            return Ok(Vec::new());
        }
        let failed = io_error("read", &folder);
        let mut jobs = Vec::new();
        for item in fs::read_dir(&folder).map_err(&failed)? {
            let item = item.map_err(&failed)?;
            let settings = item.path().join("job.toml");
            let (Ok(name), Ok(settings)) =
                (item.file_name().into_string(), fs::read_to_string(&settings))
            else {
                continue;
            };
            jobs.push((name, settings));
        }
        jobs.sort_unstable();
        Ok(jobs)
    }
}

/// Whether a file is an ARC or WARC file, by the ending of its name.
pub fn is_of_records(path: &Path) -> bool {
    let Some(Component::Normal(name)) = path.components().next_back() else { return false };
    let name = name.to_string_lossy();
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Returns the current time, to the second.
pub(crate) fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_unix_seconds(since.as_secs())
}

/// Replaces a file, completely or not at all. Afterwards it survives a power cut.
pub(crate) fn replace(path: &Path, content: &[u8]) -> Result<(), ArchiveError> {
    Ok(stodola_durable::replace(path, content)?)
}

/// Creates a file, completely or not at all. Returns `false` if it existed already; the existing file stays.
fn create_only(path: &Path, content: &[u8]) -> Result<bool, ArchiveError> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let tmp = PathBuf::from(name);
    let made = File::create(&tmp)
        .and_then(|mut file| {
            file.write_all(content)?;
            file.sync_all()
        })
        // Unlike a rename, a hard link never replaces an existing file.
        .and_then(|()| fs::hard_link(&tmp, path));
    let _ = fs::remove_file(&tmp);
    match made {
        Ok(()) => sync_folder_of(path).map(|()| true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        // Some file systems have no hard links.
        Err(error)
            if error.kind() == io::ErrorKind::Unsupported || error.raw_os_error() == Some(1) =>
        {
            replace(path, content).map(|()| true)
        }
        Err(error) => Err(io_error("write", path)(error)),
    }
}

/// Appends a line to a file of lines; afterwards it survives a power cut. A new file gets `head` first. If the last
/// line was torn by a full disk or a power cut, the new line starts after it.
pub(crate) fn append(path: &Path, head: &str, line: &str) -> Result<(), ArchiveError> {
    let add = || {
        let mut file = File::options().read(true).append(true).create(true).open(path)?;
        let length = file.metadata()?.len();
        let mut text = String::new();
        if length == 0 {
            text.push_str(head);
            text.push('\n');
        } else {
            let mut last = [0];
            file.seek(SeekFrom::End(-1))?;
            file.read_exact(&mut last)?;
            if last != *b"\n" {
                text.push('\n');
            }
        }
        text.push_str(line);
        text.push('\n');
        file.write_all(text.as_bytes())?;
        file.sync_data()?;
        Ok(length == 0)
    };
    let is_new = add().map_err(io_error("write", path))?;
    if is_new { sync_folder_of(path) } else { Ok(()) }
}

/// Syncs the folder of a file, so that the file's name survives a power cut.
pub(crate) fn sync_folder_of(path: &Path) -> Result<(), ArchiveError> {
    Ok(stodola_durable::sync_folder_of(path)?)
}

fn read_identity(path: &Path) -> Result<Option<Identity>, ArchiveError> {
    #[derive(Deserialize)]
    struct Version {
        format: u32,
    }
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io_error("read", path)(error)),
    };
    let unreadable = |error: toml::de::Error| ArchiveError::Unreadable {
        path: path.to_owned(),
        what: error.message().to_owned(),
    };
    // A later format may have other keys, so the format number is read first.
    let Version { format } = toml::from_str(&text).map_err(unreadable)?;
    if format > FORMAT {
        return Err(ArchiveError::Newer { path: path.to_owned(), found: format });
    }
    toml::from_str(&text).map(Some).map_err(unreadable)
}
