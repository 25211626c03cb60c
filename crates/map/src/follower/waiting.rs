//! Revisits of other addresses whose originals the archive does not have yet.
//!
//! They stand in `map/waiting`, a line each. When a capture with such a content comes, their links are read. The file
//! is written before the commit that has the revisits, and shortened after the one that has their links: a crash in
//! between leaves lines too many, which cost a look at the first commit of the next process and change nothing.

use crate::error::MapError;
use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use stodola_archive::Stamp;

/// Number of revisits that are remembered. Links of others are found when the map is built again.
const WAITING_MAX: usize = 20_000;
const FIRST_LINE: &str = "# stodola map waiting 1";

/// A revisit that waits for its original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WaitingRevisit {
    /// Hash of the content.
    pub(super) hash: u64,
    /// Key and time by which the catalogue has it.
    pub(super) key: Vec<u8>,
    pub(super) time: Option<Stamp>,
    /// Where it is.
    pub(super) file: String,
    pub(super) offset: u64,
    pub(super) inner_offset: u64,
}

/// All revisits that wait.
#[derive(Debug)]
pub(super) struct WaitingRevisits {
    path: PathBuf,
    rows: Vec<WaitingRevisit>,
    /// How many wait for each content.
    counts: HashMap<u64, usize>,
}

impl WaitingRevisits {
    /// Reads the list of the map in a folder. One that cannot be understood is as if it were empty: it is derived.
    pub(super) fn open(folder: &Path) -> WaitingRevisits {
        let path = folder.join("waiting");
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let mut waiting = WaitingRevisits { path, rows: Vec::new(), counts: HashMap::new() };
        let mut lines = text.lines();
        if lines.next() == Some(FIRST_LINE) {
            waiting.rows = lines.filter_map(parsed).take(WAITING_MAX).collect();
        }
        waiting.count();
        waiting
    }

    fn count(&mut self) {
        self.counts.clear();
        for row in &self.rows {
            *self.counts.entry(row.hash).or_default() += 1;
        }
    }

    /// The contents that revisits wait for.
    pub(super) fn hashes(&self) -> HashSet<u64> {
        self.counts.keys().copied().collect()
    }

    /// Whether some revisit waits for a content.
    pub(super) fn has(&self, hash: u64) -> bool {
        self.counts.contains_key(&hash)
    }

    /// Those that wait for one of these contents, as copies.
    pub(super) fn of(&self, hashes: &HashSet<u64>) -> Vec<WaitingRevisit> {
        self.rows.iter().filter(|row| hashes.contains(&row.hash)).cloned().collect()
    }

    /// Adds revisits, if there is room, and writes the list.
    pub(super) fn add(&mut self, new: Vec<WaitingRevisit>) -> Result<(), MapError> {
        let before = self.rows.len();
        for row in new {
            if self.rows.len() >= WAITING_MAX {
                break;
            }
            let is_same = |it: &WaitingRevisit| it.hash == row.hash && *it == row;
            if !self.has(row.hash) || !self.rows.iter().any(is_same) {
                *self.counts.entry(row.hash).or_default() += 1;
                self.rows.push(row);
            }
        }
        if self.rows.len() > before { self.write() } else { Ok(()) }
    }

    /// Removes those that are wanted no longer, and writes the list.
    pub(super) fn remove(
        &mut self,
        is_done: impl Fn(&WaitingRevisit) -> bool,
    ) -> Result<(), MapError> {
        let before = self.rows.len();
        self.rows.retain(|row| !is_done(row));
        if self.rows.len() == before {
            return Ok(());
        }
        self.count();
        self.write()
    }

    fn write(&self) -> Result<(), MapError> {
        if self.rows.is_empty() {
            return match std::fs::remove_file(&self.path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
                Err(_) | Ok(()) => Ok(()),
            };
        }
        let mut text = format!("{FIRST_LINE}\n");
        for row in &self.rows {
            let time = row.time.map_or(0, Stamp::number);
            let WaitingRevisit { hash, offset, inner_offset, .. } = row;
            // Writing to a text does not fail.
            let _ = write!(text, "{hash:016x} {time} {offset} {inner_offset} ");
            row.key.iter().for_each(|byte| _ = write!(text, "{byte:02x}"));
            // A name may have any character; only the end of a line would be taken for something else.
            let name = row.file.replace('%', "%25").replace('\n', "%0A").replace('\r', "%0D");
            let _ = writeln!(text, " {name}");
        }
        Ok(stodola_durable::replace(&self.path, text.as_bytes())?)
    }
}

fn parsed(line: &str) -> Option<WaitingRevisit> {
    let mut words = line.splitn(6, ' ');
    let hash = u64::from_str_radix(words.next()?, 16).ok()?;
    let mut number = || words.next()?.parse::<u64>().ok();
    let (time, offset, inner_offset) = (number()?, number()?, number()?);
    let digits = words.next()?;
    let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    let key = (0..digits.len()).step_by(2).map(byte).collect::<Option<Vec<u8>>>()?;
    let file = words.next()?.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%");
    Some(WaitingRevisit { hash, key, time: Stamp::from_number(time), file, offset, inner_offset })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(hash: u64, file: &str) -> WaitingRevisit {
        WaitingRevisit {
            hash,
            key: b"cz,a)/ \xff".to_vec(),
            time: Stamp::from_number(20240101000000),
            file: file.to_owned(),
            offset: u64::MAX,
            inner_offset: 7,
        }
    }

    #[test]
    fn the_list_comes_back_and_an_empty_one_is_no_file() {
        let folder =
            std::env::temp_dir().join(format!("stodola-map-waiting-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut waiting = WaitingRevisits::open(&folder);
        let rows = vec![row(1, "a b%0A\n.warc.gz"), row(2, "c"), row(1, "c")];
        waiting.add(rows.clone()).unwrap();
        waiting.add(vec![row(2, "c")]).unwrap();
        let mut again = WaitingRevisits::open(&folder);
        assert_eq!(again.rows, rows);
        assert!(again.has(1) && again.has(2) && !again.has(3));
        assert_eq!(again.of(&[1].into()), [rows[0].clone(), rows[2].clone()]);
        again.remove(|row| row.hash == 1).unwrap();
        assert_eq!(WaitingRevisits::open(&folder).rows, [rows[1].clone()]);
        again.remove(|_| true).unwrap();
        assert!(!folder.join("waiting").exists());
        for text in ["", "x", "# stodola map waiting 2\n", "# stodola map waiting 1\nx 1\n\u{1}\n"]
        {
            std::fs::write(folder.join("waiting"), text).unwrap();
            assert_eq!(WaitingRevisits::open(&folder).rows, [], "{text}");
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
