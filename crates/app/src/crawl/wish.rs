//! What somebody has asked of a job that does not run: a small file in its folder, so that whichever process runs the
//! jobs of the archive sees it.
//!
//! ```text
//! # stodola wish 1
//! start
//! ```
//!
//! The file goes when a round begins. `kill -9` leaves the old one or the new one.

use super::CrawlError;
use std::fs;
use std::path::{Path, PathBuf};

const FILE: &str = "wish";
const HEAD: &str = "# stodola wish 1";

/// What somebody asks of a job that does not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobWish {
    /// It continues, or begins a round that is due, also if it was stopped.
    Start,
    /// The same; if it is finished, another round begins, whether one is due or not.
    Again,
    /// It is not started until somebody asks for it.
    Hold,
}

impl JobWish {
    /// Its name in the file and in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            JobWish::Start => "start",
            JobWish::Again => "again",
            JobWish::Hold => "hold",
        }
    }

    fn parse(text: &str) -> Option<JobWish> {
        let (head, word) = text.split_once('\n')?;
        let all = [JobWish::Start, JobWish::Again, JobWish::Hold];
        all.into_iter().find(|wish| head == HEAD && wish.as_str() == word.trim_end())
    }
}

/// Asks something of the job in a folder, in the place of what was asked before.
pub(crate) fn ask(folder: &Path, wish: JobWish) -> Result<(), CrawlError> {
    let text = format!("{HEAD}\n{}\n", wish.as_str());
    Ok(stodola_durable::replace(&path(folder), text.as_bytes())?)
}

/// Returns what was asked of the job in a folder; `None` if nothing was, or nothing that is known here.
pub(crate) fn read(folder: &Path) -> Option<JobWish> {
    JobWish::parse(&fs::read_to_string(path(folder)).ok()?)
}

/// Forgets what was asked. If that fails, a job that has just begun is asked to begin: nothing changes by that.
pub(crate) fn clear(folder: &Path) {
    let _ = fs::remove_file(path(folder));
}

fn path(folder: &Path) -> PathBuf {
    folder.join(FILE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wish_is_kept_until_it_is_cleared_and_others_are_none() {
        let folder = std::env::temp_dir().join(format!("stodola-wish-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        assert_eq!(read(&folder), None);
        for wish in [JobWish::Start, JobWish::Again, JobWish::Hold] {
            ask(&folder, wish).unwrap();
            assert_eq!(read(&folder), Some(wish));
        }
        for text in ["", "start\n", "# stodola wish 2\nstart\n", "# stodola wish 1\nstop\n"] {
            fs::write(path(&folder), text).unwrap();
            assert_eq!(read(&folder), None, "{text}");
        }
        clear(&folder);
        clear(&folder);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir_all(&folder).unwrap();
    }
}
