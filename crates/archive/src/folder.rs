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
//! ```
//!
//! Whoever only reads needs no lock: the catalogue shows readers the last state that was committed.

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

/// The newest format of the folder that is known here.
pub(crate) const FORMAT: u32 = 1;
const IDENTITY: &str = "archive.toml";
const WARC: &str = "warc";
/// The names of files that are being written end so.
pub(crate) const UNFINISHED: &str = ".open";
const JOBS: &str = "jobs";
const CATALOGUE: &str = "catalogue.db";
/// Names of files that hold records end so.
const ENDINGS: [&str; 5] = [".warc", ".warc.gz", ".warc.zst", ".arc", ".arc.gz"];

/// Errors from using a folder as an archive.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// The folder has neither an archive.toml nor a folder `warc`.
    #[error("'{}' is not an archive: it has neither an archive.toml nor a folder 'warc'", .0.display())]
    NotOne(PathBuf),
    /// Another process changes it at the moment.
    #[error("the archive '{}' is in use by {holder}; try again when it is done", .folder.display())]
    Locked {
        /// The archive.
        folder: PathBuf,
        /// The process, as far as it said who it is.
        holder: Holder,
    },
    /// A later version of the program wrote it.
    #[error(
        "'{}' has format {found}, this program knows formats up to {FORMAT}; use a newer program",
        .path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
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
    /// The path cannot be written in a list with one path a line.
    #[error("'{}' cannot be added: its name is not UTF-8, or contains a line break", .0.display())]
    Name(PathBuf),
    /// The operating system reported an error.
    #[error("cannot {what} '{}': {error}", .path.display())]
    Io {
        /// What was to be done.
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

/// Who keeps an archive: what archive.toml says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// Of the folder and what is in it.
    pub format: u32,
    /// Never changes, wherever the archive is moved: `urn:uuid:…`.
    pub id: String,
    /// When it was made.
    pub created: String,
    /// The institution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<String>,
    /// A mail address or a page.
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
    /// An archive to read. A folder that only has WARC files so far is one too.
    pub fn open(folder: &Path) -> Result<Archive, ArchiveError> {
        let identity = read_identity(&folder.join(IDENTITY))?;
        if identity.is_none() && !folder.join(WARC).is_dir() {
            return Err(ArchiveError::NotOne(folder.to_owned()));
        }
        Ok(Archive { folder: folder.to_owned(), identity })
    }

    /// An archive to change. The folder is created if need be, and gets an identity.
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
        // Of several processes that begin an archive at the same moment, one gives it its identity.
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

    /// Who keeps it; `None` as long as nothing but files of records is in the folder.
    pub fn identity(&self) -> Option<&Identity> {
        self.identity.as_ref()
    }

    /// Where its own files of records lie.
    pub fn warc_folder(&self) -> PathBuf {
        self.folder.join(WARC)
    }

    /// The catalogue.
    pub fn catalogue_path(&self) -> PathBuf {
        self.folder.join(CATALOGUE)
    }

    /// Takes the archive for this process, to change its catalogue.
    pub fn lock(&self, command: &str) -> Result<WriteLock, ArchiveError> {
        WriteLock::take(&self.folder, command)
    }

    /// The same, but waits for its turn while another process has the archive; `on_wait` is told which one.
    pub fn lock_in_turn(
        &self,
        command: &str,
        on_wait: &mut dyn FnMut(&Holder),
    ) -> Result<WriteLock, ArchiveError> {
        WriteLock::take_in_turn(&self.folder, command, on_wait)
    }

    /// Whether another process waits for its turn.
    pub fn is_wanted(&self) -> bool {
        WriteLock::is_wanted(&self.folder)
    }

    /// Where the file of that name lies: names of files elsewhere are whole paths.
    pub fn path_of(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The name of a file: relative to the archive if it lies in its folder `warc`, else its whole path.
    pub fn name_of(&self, path: &Path) -> Result<String, ArchiveError> {
        let whole = |path: &Path| fs::canonicalize(path).map_err(io_error("find", path));
        let folder = whole(&self.folder)?;
        // A file that has vanished still has a name.
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

    /// The names of all files of records in the folder `warc`, sorted. Those that are still being
    /// written (`.open`) are left out.
    pub fn own_files(&self) -> Result<Vec<String>, ArchiveError> {
        self.files_below(&|name| is_of_records(Path::new(name)).then_some(name))
    }

    /// The names that the files in the folder `warc` will have that are still being written, or were left unfinished by
    /// a crash, sorted.
    pub fn unfinished_files(&self) -> Result<Vec<String>, ArchiveError> {
        let mut names = self.files_below(&|name| {
            name.strip_suffix(UNFINISHED).filter(|name| is_of_records(Path::new(name)))
        })?;
        // A file that is just being finished has both names.
        names.retain(|name| !self.path_of(name).exists());
        Ok(names)
    }

    /// The files in the folder `warc` for which `name_of` gives a name; that name, with the folders before it.
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

    /// The harvests: the name and the settings of each, sorted.
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

/// Whether a file holds records, by its name.
pub fn is_of_records(path: &Path) -> bool {
    let Some(Component::Normal(name)) = path.components().next_back() else { return false };
    let name = name.to_string_lossy();
    ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// To the second.
pub(crate) fn now() -> Timestamp {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_unix_seconds(since.as_secs())
}

/// Replaces a file, whole or not at all, durably.
pub(crate) fn replace(path: &Path, content: &[u8]) -> Result<(), ArchiveError> {
    Ok(stodola_durable::replace(path, content)?)
}

/// Makes a file, whole or not at all. `false` if another process was first; its file stays.
fn create_only(path: &Path, content: &[u8]) -> Result<bool, ArchiveError> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let tmp = PathBuf::from(name);
    let made = File::create(&tmp)
        .and_then(|mut file| {
            file.write_all(content)?;
            file.sync_all()
        })
        // Unlike a rename, this takes nobody's place.
        .and_then(|()| fs::hard_link(&tmp, path));
    let _ = fs::remove_file(&tmp);
    match made {
        Ok(()) => sync_folder_of(path).map(|()| true),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
        // Some file systems have no links.
        Err(error)
            if error.kind() == io::ErrorKind::Unsupported || error.raw_os_error() == Some(1) =>
        {
            replace(path, content).map(|()| true)
        }
        Err(error) => Err(io_error("write", path)(error)),
    }
}

/// Adds a line to a file of lines, durably. A new file gets `head` first. If the last line was torn, by a full
/// disk or a power cut, the new one does not become part of it.
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

/// Makes the name of a file safe.
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
    // A later format may have other keys; its number comes first.
    let Version { format } = toml::from_str(&text).map_err(unreadable)?;
    if format > FORMAT {
        return Err(ArchiveError::Newer { path: path.to_owned(), found: format });
    }
    toml::from_str(&text).map(Some).map_err(unreadable)
}
