//! The checkpoint: one small file that names all other files that are valid.
//!
//! ```text
//! stodola-frontier 1
//! log 81234567                 up to here everything is in the files below
//! seen 0 5 6                   runs of the seen-set
//! queue 3 4
//! standings 2 3                runs of the standings, in a frontier that has them; the version is 2 then
//! hosts 7
//! taken 812 990                handed out or given back, and not done
//! done 1200                    done, but behind the mark of their queue
//! counts 9 0 7 6 52311         found, rejected, finished, archived, bytes archived
//! clean                        nothing was in flight
//! crc 1a2b3c4d                 of all lines above
//! ```
//!
//! It is replaced in one step. Files that it does not name are removed.

use super::Counts;
use super::error::{FrontierError, damaged, io_error};
use super::event::LogPlace;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

const NAME: &str = "checkpoint";
const FIRST: &str = "stodola-frontier";
const VERSION: u32 = 2;
/// Version without standings, which older programs can read.
const PLAIN: u32 = 1;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Checkpoint {
    pub(super) log: LogPlace,
    pub(super) seen: Vec<u64>,
    pub(super) queue: Vec<u64>,
    /// `None` if there are no standings.
    pub(super) standings: Option<Vec<u64>>,
    pub(super) hosts: Option<u64>,
    pub(super) taken: Vec<LogPlace>,
    pub(super) done: Vec<LogPlace>,
    pub(super) counts: Counts,
    pub(super) is_clean: bool,
}

impl Checkpoint {
    pub(super) fn write(&self, folder: &Path) -> Result<(), FrontierError> {
        let version = if self.standings.is_some() { VERSION } else { PLAIN };
        let mut lines = format!("{FIRST} {version}\nlog {}\n", self.log);
        let hosts: Vec<u64> = self.hosts.into_iter().collect();
        let Counts { found, rejected, finished, archived, bytes } = self.counts;
        let counts = vec![found, rejected, finished, archived, bytes];
        let lists = [
            ("seen", Some(&self.seen)),
            ("queue", Some(&self.queue)),
            ("standings", self.standings.as_ref()),
            ("hosts", Some(&hosts)),
            ("taken", Some(&self.taken)),
            ("done", Some(&self.done)),
            ("counts", Some(&counts)),
        ];
        for (name, list) in lists {
            let Some(list) = list else { continue };
            lines.push_str(name);
            for number in list {
                // Writing to a string cannot fail.
                let _ = write!(lines, " {number}");
            }
            lines.push('\n');
        }
        if self.is_clean {
            lines.push_str("clean\n");
        }
        let _ = writeln!(lines, "crc {:08x}", libdeflater::crc32(lines.as_bytes()));
        Ok(stodola_durable::replace(&folder.join(NAME), lines.as_bytes())?)
    }

    /// Reads the checkpoint; `None` if there is none yet.
    pub(super) fn read(folder: &Path) -> Result<Option<Checkpoint>, FrontierError> {
        let path = folder.join(NAME);
        let lines = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            result => result.map_err(io_error("read", &path))?,
        };
        let version = lines.lines().next().and_then(|line| line.strip_prefix(FIRST));
        let version = version.and_then(|version| version.trim().parse::<u32>().ok());
        match version {
            Some(found) if found > VERSION => {
                return Err(FrontierError::Newer { path, found, known: VERSION });
            }
            Some(_) => {}
            None => return Err(damaged(&path, "it does not start like a checkpoint")),
        }
        parse(&lines)
            .map(Some)
            .ok_or_else(|| damaged(&path, "its content has changed since it was written"))
    }
}

fn parse(lines: &str) -> Option<Checkpoint> {
    let content = &lines[..lines.trim_end().rfind('\n')? + 1];
    let sum = lines[content.len()..].trim_end().strip_prefix("crc ")?;
    if u32::from_str_radix(sum, 16).ok()? != libdeflater::crc32(content.as_bytes()) {
        return None;
    }
    let mut checkpoint = Checkpoint::default();
    for line in content.lines().skip(1) {
        let mut words = line.split(' ');
        let name = words.next()?;
        let numbers: Vec<u64> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
        match name {
            "log" => checkpoint.log = *numbers.first()?,
            "seen" => checkpoint.seen = numbers,
            "queue" => checkpoint.queue = numbers,
            "standings" => checkpoint.standings = Some(numbers),
            "hosts" => checkpoint.hosts = numbers.first().copied(),
            "taken" => checkpoint.taken = numbers,
            "done" => checkpoint.done = numbers,
            "counts" => {
                let &[found, rejected, finished, archived, bytes] = &numbers[..] else {
                    return None;
                };
                checkpoint.counts = Counts { found, rejected, finished, archived, bytes };
            }
            "clean" => checkpoint.is_clean = true,
            _ => return None,
        }
    }
    Some(checkpoint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checkpoint_comes_back_and_a_changed_one_does_not() {
        let folder =
            std::env::temp_dir().join(format!("stodola-checkpoint-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        assert_eq!(Checkpoint::read(&folder).unwrap(), None);
        let checkpoint = Checkpoint {
            log: 99,
            seen: vec![1, 2],
            hosts: Some(4),
            taken: vec![7],
            counts: Counts { found: 5, rejected: 1, finished: 4, archived: 3, bytes: 900 },
            is_clean: true,
            ..Checkpoint::default()
        };
        let with_standings = Checkpoint {
            standings: Some(vec![8]),
            counts: checkpoint.counts,
            ..Checkpoint::default()
        };
        with_standings.write(&folder).unwrap();
        assert_eq!(Checkpoint::read(&folder).unwrap(), Some(with_standings));
        checkpoint.write(&folder).unwrap();
        assert_eq!(Checkpoint::read(&folder).unwrap(), Some(checkpoint));
        let path = folder.join(NAME);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("log 99", "log 98")).unwrap();
        assert!(matches!(Checkpoint::read(&folder), Err(FrontierError::Damaged { .. })));
        fs::write(&path, text.replace("frontier 1", "frontier 3")).unwrap();
        assert!(matches!(Checkpoint::read(&folder), Err(FrontierError::Newer { found: 3, .. })));
        fs::remove_dir_all(&folder).unwrap();
    }
}
