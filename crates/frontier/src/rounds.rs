//! Rounds: a job that harvests again begins with an empty frontier, and the earlier rounds stay on record.
//!
//! ```text
//! jobs/NAME/round.toml                 the current round: its number, when it began, when it ended
//!          /frontier/ logs/ reports/   of the current round
//!          /rounds/0001/               of the first: round.toml, frontier/, logs/, reports/
//! ```
//!
//! To begin the next round, the folders of the finished round are moved, and its `round.toml` last: as long as that is
//! there, the move is not complete, and the next start continues it.

use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use stodola_durable::PathError;

const FILE: &str = "round.toml";
const ROUNDS: &str = "rounds";
/// The folders of a round, which are moved when the next one begins.
const FOLDERS: [&str; 3] = ["logs", "reports", "frontier"];
/// Newest format of the file that this program can read.
const FORMAT: u32 = 1;

/// Errors from reading the rounds of a job or from beginning a new one.
#[derive(Debug, thiserror::Error)]
pub enum RoundsError {
    /// The operating system reported an error.
    #[error("cannot {what} '{}': {error}", .path.display())]
    Io {
        /// The operation that failed, as a verb.
        what: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        #[source]
        error: io::Error,
    },
    /// The file of a round has the wrong form.
    #[error("'{}' has a wrong format: {what}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// The file was written by a later version of the program.
    #[error("'{}' has format {found}, this program knows formats up to {FORMAT}; use a newer program", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Format of the file.
        found: u32,
    },
}

impl From<PathError> for RoundsError {
    fn from(error: PathError) -> RoundsError {
        RoundsError::Io { what: error.doing, path: error.path, error: error.source }
    }
}

/// One pass of a job over its scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    format: u32,
    /// Number of the round, from 1.
    pub number: u32,
    /// Time when it began, in seconds since 1970.
    pub begun: u64,
    /// Time when every URI had an outcome, in seconds since 1970; `None` before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<u64>,
    /// Whether nothing was archived, or all seeds failed: then a new round begins at once if the job is started by
    /// name. Older versions ignore this.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_fruitless: bool,
}

impl Round {
    /// Reads the current round of the job in this folder; `None` if there was none yet.
    pub fn read(folder: &Path) -> Result<Option<Round>, RoundsError> {
        let path = folder.join(FILE);
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(RoundsError::Io { what: "read", path, error }),
        };
        let round: Round = toml::from_str(&text).map_err(|error| RoundsError::Unreadable {
            path: path.clone(),
            what: error.message().to_owned(),
        })?;
        if round.format > FORMAT {
            return Err(RoundsError::Newer { path, found: round.format });
        }
        Ok(Some(round))
    }

    /// Returns the current round, finished or not; begins the next one if there is none.
    pub fn current(folder: &Path) -> Result<Round, RoundsError> {
        if let Some(round) = Round::read(folder)? {
            return Ok(round);
        }
        let round = Round {
            format: FORMAT,
            number: past(folder)? + 1,
            begun: now(),
            ended: None,
            is_fruitless: false,
        };
        round.write(folder)?;
        Ok(round)
    }

    /// Writes that every URI has an outcome, and whether the round was fruitless.
    pub fn end(mut self, folder: &Path, is_fruitless: bool) -> Result<Round, RoundsError> {
        self.is_fruitless = is_fruitless;
        self.ended = Some(self.ended.unwrap_or_else(now));
        self.write(folder)?;
        Ok(self)
    }

    /// Writes that URIs of the round wait again.
    pub fn reopen(mut self, folder: &Path) -> Result<Round, RoundsError> {
        (self.ended, self.is_fruitless) = (None, false);
        self.write(folder)?;
        Ok(self)
    }

    /// Time when the next round is due: `every` after the start of this one. `None` if this round has not ended.
    pub fn next(&self, every: Duration) -> Option<SystemTime> {
        self.ended?;
        let due = Duration::from_secs(self.begun).checked_add(every)?;
        UNIX_EPOCH.checked_add(due)
    }

    /// Moves a finished round to the folder `rounds`. The next [`Round::current`] begins a new one.
    pub fn put_away(&self, folder: &Path) -> Result<(), RoundsError> {
        let target = round_folder(folder, self.number);
        stodola_durable::create_folders(&target)?;
        for name in FOLDERS.iter().chain([&FILE]) {
            match stodola_durable::rename(&folder.join(name), &target.join(name)) {
                Err(error) if error.source.kind() != io::ErrorKind::NotFound => {
                    return Err(error.into());
                }
                Ok(()) | Err(_) => {}
            }
        }
        Ok(())
    }

    /// Whether a process was killed while it moved the round.
    pub fn is_half_away(&self, folder: &Path) -> bool {
        round_folder(folder, self.number).is_dir()
    }

    fn write(&self, folder: &Path) -> Result<(), RoundsError> {
        let path = folder.join(FILE);
        let text = toml::to_string(self).map_err(|error| RoundsError::Unreadable {
            path: path.clone(),
            what: error.to_string(),
        })?;
        Ok(stodola_durable::replace(&path, text.as_bytes())?)
    }
}

/// Returns the number and folder of all rounds of a job, oldest first. The current round is last; its folder is that of
/// the job.
pub fn folders(job: &Path) -> Result<Vec<(u32, PathBuf)>, RoundsError> {
    let mut all: Vec<(u32, PathBuf)> =
        (1..=past(job)?).map(|number| (number, round_folder(job, number))).collect();
    all.push((all.len() as u32 + 1, job.to_owned()));
    Ok(all)
}

/// Returns the number of rounds that were moved.
fn past(folder: &Path) -> Result<u32, RoundsError> {
    let rounds = folder.join(ROUNDS);
    let failed = |error| RoundsError::Io { what: "read", path: rounds.clone(), error };
    let mut count = 0;
    let items = match fs::read_dir(&rounds) {
        Ok(items) => items,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        Err(error) => return Err(failed(error)),
    };
    for item in items {
        let item = item.map_err(failed)?;
        // A round without this folder is still being moved.
        if item.path().join("frontier").is_dir()
            && let Some(number) = item.file_name().to_str().and_then(|name| name.parse().ok())
        {
            count = count.max(number);
        }
    }
    Ok(count)
}

fn round_folder(job: &Path, number: u32) -> PathBuf {
    job.join(ROUNDS).join(format!("{number:04}"))
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder of a job with a finished round.
    fn finished(name: &str) -> (PathBuf, Round) {
        let folder =
            std::env::temp_dir().join(format!("stodola-rounds-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        for name in FOLDERS {
            fs::create_dir_all(folder.join(name)).unwrap();
            fs::write(folder.join(name).join("kept"), name).unwrap();
        }
        let round = Round::current(&folder).unwrap();
        assert_eq!((round.number, round.ended), (1, None));
        let round = round.end(&folder, false).unwrap();
        assert_eq!(Round::read(&folder).unwrap(), Some(round));
        (folder, round)
    }

    #[test]
    fn a_round_that_is_put_away_keeps_everything() {
        let (folder, round) = finished("away");
        round.put_away(&folder).unwrap();
        assert_eq!(Round::read(&folder).unwrap(), None);
        assert_eq!(Round::current(&folder).unwrap().number, 2);
        let all = folders(&folder).unwrap();
        assert_eq!(all[0].1, folder.join("rounds/0001"));
        assert_eq!((all.len(), all[1].0, &all[1].1), (2, 2, &folder));
        for name in FOLDERS {
            assert_eq!(fs::read_to_string(all[0].1.join(name).join("kept")).unwrap(), name);
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_kill_while_a_round_is_put_away_loses_nothing() {
        for moved in 0..=FOLDERS.len() {
            let (folder, round) = finished(&format!("kill{moved}"));
            let target = folder.join("rounds/0001");
            fs::create_dir_all(&target).unwrap();
            for name in &FOLDERS[..moved] {
                fs::rename(folder.join(name), target.join(name)).unwrap();
            }
            let away = usize::from(moved == FOLDERS.len());
            assert_eq!(folders(&folder).unwrap().len(), 1 + away, "{moved}");
            assert!(round.is_half_away(&folder));
            round.put_away(&folder).unwrap();
            assert_eq!(Round::current(&folder).unwrap().number, 2);
            for name in FOLDERS {
                assert_eq!(fs::read_to_string(target.join(name).join("kept")).unwrap(), name);
            }
            fs::remove_dir_all(&folder).unwrap();
        }
    }

    #[test]
    fn the_next_round_is_due_an_interval_after_the_beginning() {
        let round =
            Round { format: 1, number: 1, begun: 1000, ended: Some(5000), is_fruitless: false };
        let week = Duration::from_secs(7 * 24 * 3600);
        let next = UNIX_EPOCH + Duration::from_secs(1000) + week;
        assert_eq!(round.next(week), Some(next));
        assert_eq!(round.next(Duration::MAX), None);
        assert_eq!(Round { ended: None, ..round }.next(week), None);
    }

    #[test]
    fn a_round_without_fruit_is_known_as_one() {
        let (folder, round) = finished("fruitless");
        let text = fs::read_to_string(folder.join(FILE)).unwrap();
        assert!(!text.contains("fruitless"), "{text}");
        let round = round.end(&folder, true).unwrap();
        assert_eq!(Round::read(&folder).unwrap(), Some(round));
        assert!(round.is_fruitless);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_later_format_is_refused_politely() {
        let (folder, _) = finished("newer");
        fs::write(folder.join(FILE), "format = 2\nnumber = 1\nbegun = 0\n").unwrap();
        let error = Round::read(&folder).unwrap_err().to_string();
        assert!(error.contains("use a newer program"), "{error}");
        fs::write(folder.join(FILE), "nonsense").unwrap();
        let error = Round::read(&folder).unwrap_err().to_string();
        assert!(error.contains("has a wrong format"), "{error}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
