//! The finished WARC files of a job for which its command has to be run: each once, in the order in which they were
//! listed, also after a crash.
//!
//! ```text
//! jobs/NAME/hooks.files   # stodola hooks 1, then the name of a file a line
//! ```
//!
//! The names are those of the files for which the command was run, whatever it returned, and of those that were there
//! before the job had a command. All others of the job wait for it: those that were finished before a crash are found
//! in the folder when the job is next run, those of a run in the stream of events. A name is added when the command has
//! ended, so a crash in between runs it again.

use super::store::crawl_host;
use crate::events::{EventKind, EventLog};
use serde_json::Value;
use std::collections::{HashSet, VecDeque};
use std::path::{Path, PathBuf};
use stodola_archive::Archive;
use stodola_crawl::job::Job;
use stodola_durable::Appender;
use stodola_warc::write::FileName;

const FILE: &str = "hooks.files";
const FIRST: &str = "# stodola hooks 1";
/// Most events that are read at a time.
const EVENTS_MAX: usize = 1000;

/// The files that wait, and those that are done.
pub(super) struct FileHooks {
    archive: PathBuf,
    names: FileName,
    done: HashSet<String>,
    list: Appender,
    waiting: VecDeque<String>,
    /// The number of the last event that was read.
    last: i64,
}

impl FileHooks {
    /// Opens the list of a job in `folder`. Without a list, all files that are there are done: the job had no command
    /// when they were finished.
    pub(super) fn open(archive: &Path, folder: &Path, job: &Job) -> Result<FileHooks, String> {
        let names = FileName::new(&format!("{}-{}", job.write.prefix, job.name), &crawl_host());
        let names = names.map_err(|error| error.to_string())?;
        // Before the folder is read: a file that is finished meanwhile is met twice, and passed over then.
        let last = last_event(archive);
        let files = Archive::open(archive).and_then(|archive| archive.own_files());
        let mut files = files.map_err(|error| error.to_string())?;
        files.retain(|file| is_of(&names, file));
        let path = folder.join(FILE);
        let mut list = Appender::lines(&path).map_err(|error| error.to_string())?;
        let lines = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        let mut lines = lines.lines();
        let done: HashSet<String> = match lines.next() {
            Some(FIRST) => lines.map(str::to_owned).collect(),
            Some(_) => return Err(format!("'{}' has an unknown format", path.display())),
            None => {
                let mut text = format!("{FIRST}\n");
                for file in &files {
                    text.push_str(file);
                    text.push('\n');
                }
                list.append(text.as_bytes()).map_err(|error| error.to_string())?;
                files.iter().cloned().collect()
            }
        };
        let waiting = files.into_iter().filter(|file| !done.contains(file)).collect();
        Ok(FileHooks { archive: archive.to_owned(), names, done, list, waiting, last })
    }

    /// Forgets the list of a job that has no command: files that are finished from now on are not for one that it gets
    /// later.
    pub(super) fn forget(folder: &Path) {
        let path = folder.join(FILE);
        if path.exists()
            && let Err(error) = stodola_durable::remove(&path)
        {
            tracing::warn!(%error, "the list of files for hooks could not be removed");
        }
    }

    /// The next file; `None` if none waits.
    pub(super) fn next(&mut self) -> Option<String> {
        loop {
            if self.waiting.is_empty() && !self.read() {
                return None;
            }
            let next = self.waiting.pop_front().filter(|file| !self.done.contains(file));
            if next.is_some() {
                return next;
            }
        }
    }

    /// The command was run for a file, and is not run for it again.
    pub(super) fn note_done(&mut self, file: &str) -> Result<(), String> {
        let appended = self.list.append(format!("{file}\n").as_bytes());
        self.done.insert(file.to_owned());
        appended.map_err(|error| error.to_string())
    }

    /// Reads events until one is about a file of the job; `false` if there is none.
    fn read(&mut self) -> bool {
        let Ok(Some(log)) = EventLog::open_to_read(&self.archive) else { return false };
        while let Ok(events) = log.after(self.last, EVENTS_MAX) {
            let Some(end) = events.last().map(|event| event.number) else { break };
            self.last = end;
            for event in events.iter().filter(|event| event.kind == EventKind::FileListed.as_str())
            {
                let data: Value = serde_json::from_str(&event.data).unwrap_or_default();
                let file = data["file"].as_str().unwrap_or_default();
                if is_of(&self.names, file) {
                    self.waiting.push_back(file.to_owned());
                }
            }
            if !self.waiting.is_empty() {
                break;
            }
        }
        !self.waiting.is_empty()
    }
}

/// Whether a file of the archive is one of a series, and finished. Names with a line end are of nobody.
fn is_of(names: &FileName, file: &str) -> bool {
    let name = file.rsplit('/').next().unwrap_or_default();
    !name.ends_with(".open") && !file.contains('\n') && names.recognise(name).is_some()
}

/// Returns the number of the last event of an archive.
fn last_event(archive: &Path) -> i64 {
    let log = EventLog::open_to_read(archive).ok().flatten();
    log.and_then(|log| log.last().ok()).unwrap_or(0)
}
