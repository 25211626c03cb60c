//! Numbered runs in a folder, which are merged to keep their number small.
//!
//! A run is valid only if the caller's checkpoint names its number: all other files in the folder are left from a
//! crash, and the caller removes them. Runs are merged in a thread while they are still read; the files of merged runs
//! are removed when no checkpoint names them any more.

use crate::error::{TableError, io_error};
use crate::levels::{Growth, Levels, Weigh};
use crate::merge::{Largest, Merge};
use crate::run::{Run, SpotOf};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Number of runs at which adding another waits for the running merge.
const RUNS_MAX: usize = 24;

/// Decides whether a record is still wanted. Called by the thread that merges.
pub type Keep<const W: usize> = Arc<dyn Fn(&[u8; W]) -> bool + Send + Sync>;

/// What the runs of one kind have in common.
#[derive(Clone)]
pub struct RunKind<const W: usize> {
    /// Beginning of the names of their files: `seen` for `seen-00000003.run`.
    pub name: &'static str,
    /// The place of a record in the filter of its run; `None` if runs have no filter.
    pub spot_of: Option<SpotOf<W>>,
    /// Decides whether a record is still wanted; called when runs are merged.
    pub keep: Keep<W>,
    /// Number of the first bytes that are the key of a record. Of records with the same key only the largest is kept
    /// when runs are merged. `W` if all records are wanted.
    pub key: usize,
}

impl<const W: usize> RunKind<W> {
    /// Returns the path of the run with this number.
    pub fn path(&self, folder: &Path, number: u64) -> PathBuf {
        run_path(folder, self.name, number)
    }
}

/// Returns the path of a run, by the name of its kind and its number.
pub fn run_path(folder: &Path, kind: &str, number: u64) -> PathBuf {
    folder.join(format!("{kind}-{number:08}.run"))
}

/// The runs of one kind, oldest first.
pub struct Runs<const W: usize> {
    folder: PathBuf,
    kind: RunKind<W>,
    runs: Levels<Numbered<W>>,
    next: u64,
    /// Files that no later checkpoint will name.
    superseded: Vec<PathBuf>,
}

struct Numbered<const W: usize> {
    run: Run<W>,
    number: u64,
}

impl<const W: usize> Weigh for Numbered<W> {
    fn weight(&self) -> u64 {
        self.run.weight()
    }
}

impl<const W: usize> Runs<W> {
    /// Opens the runs with these numbers.
    pub fn open(folder: &Path, kind: RunKind<W>, numbers: &[u64]) -> Result<Runs<W>, TableError> {
        let open = |&number| Ok(Numbered { run: Run::open(&kind.path(folder, number))?, number });
        let runs = numbers.iter().map(open).collect::<Result<Vec<_>, TableError>>()?;
        Ok(Runs {
            folder: folder.to_owned(),
            kind,
            runs: Levels::new(Growth::FewRuns, runs),
            next: numbers.iter().max().map_or(0, |max| max.saturating_add(1)),
            superseded: Vec::new(),
        })
    }

    /// Returns all runs, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Run<W>> {
        self.runs.iter().map(|numbered| &numbered.run)
    }

    /// Writes a run of sorted records without duplicates; `expected` is their maximum number. May start a merge in a
    /// thread, or take over the result of one. An error may be that of an earlier merge.
    pub fn add(
        &mut self,
        expected: u64,
        records: impl Iterator<Item = [u8; W]>,
    ) -> Result<(), TableError> {
        let is_full = self.runs.iter().len() >= RUNS_MAX;
        self.finish_merge(is_full)?;
        let number = self.take_number();
        let path = self.kind.path(&self.folder, number);
        let run = Run::create(&path, expected, self.kind.spot_of, records.map(Ok))?;
        self.runs.push(Numbered { run, number });
        self.start_merge();
        Ok(())
    }

    /// Returns the numbers that a checkpoint has to name, oldest first.
    pub fn numbers(&self) -> Vec<u64> {
        self.runs.iter().map(|numbered| numbered.number).collect()
    }

    /// Removes the files that the checkpoint that was just written no longer names.
    pub fn remove_superseded(&mut self) -> Result<(), TableError> {
        let paths = std::mem::take(&mut self.superseded);
        paths.iter().try_for_each(|path| fs::remove_file(path).map_err(io_error("remove", path)))
    }

    /// Waits for a merge that is running: afterwards no thread writes to the folder.
    pub fn settle(&mut self) -> Result<(), TableError> {
        self.finish_merge(true)
    }

    fn take_number(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    /// Takes over the result of a merge that has ended, or, if `wait`, of the running one.
    fn finish_merge(&mut self, wait: bool) -> Result<(), TableError> {
        let Some((range, merged)) = self.runs.end_merge(wait)? else { return Ok(()) };
        let merged = if merged.run.records() > 0 {
            Some(merged)
        } else {
            self.superseded.push(merged.run.path().to_owned());
            None
        };
        let gone = self.runs.replace(range, merged);
        self.superseded.extend(gone.iter().map(|old| old.run.path().to_owned()));
        Ok(())
    }

    /// Starts merging if enough of the latest runs are of about the same size.
    fn start_merge(&mut self) {
        if self.runs.due().is_none() {
            return;
        }
        let number = self.take_number();
        let (path, kind) = (self.kind.path(&self.folder, number), self.kind.clone());
        self.runs.begin_merge(move |inputs| {
            let run = merge(&path, &kind, inputs)?;
            Ok(Numbered { run, number })
        });
    }
}

fn merge<const W: usize>(
    path: &Path,
    kind: &RunKind<W>,
    inputs: &[Arc<Numbered<W>>],
) -> Result<Run<W>, TableError> {
    let merged = || {
        Merge::new(inputs.iter().map(|input| input.run.scan(&[], [0; W])))
            .filter(|record| record.as_ref().map_or(true, |record| (kind.keep)(record)))
    };
    if kind.key < W {
        // Most records may be there twice, and the filter stays in memory, so counting them first is cheaper.
        let expected = Largest::new(merged(), kind.key).count() as u64;
        return Run::create(path, expected, kind.spot_of, Largest::new(merged(), kind.key));
    }
    let expected = inputs.iter().map(|input| input.run.records()).sum();
    Run::create(path, expected, kind.spot_of, merged())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::filter::Spot;
    use std::collections::{BTreeMap, BTreeSet};

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let name = format!("stodola-runs-{name}-{}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(&folder).unwrap();
            Folder(folder)
        }

        fn files(&self) -> Vec<String> {
            let items = fs::read_dir(&self.0).unwrap();
            let mut names: Vec<_> =
                items.map(|item| item.unwrap().file_name().into_string().unwrap()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn spot(record: &[u8; 12]) -> Spot {
        let low = u64::from(record[3]) << 16 | u64::from(record[2]) << 8 | u64::from(record[1]);
        let mixed = low.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        Spot { block: mixed, bits: mixed.rotate_left(17) }
    }

    fn kind(key: usize) -> RunKind<12> {
        RunKind { name: "test", spot_of: Some(spot), keep: Arc::new(|_| true), key }
    }

    fn record(key: u32, value: u64) -> [u8; 12] {
        let mut record = [0; 12];
        record[..4].copy_from_slice(&key.to_be_bytes());
        record[4..].copy_from_slice(&value.to_be_bytes());
        record
    }

    /// All records of all runs, and each as often as it is there.
    fn all(runs: &Runs<12>) -> Vec<[u8; 12]> {
        let mut all: Vec<_> =
            runs.iter().flat_map(|run| run.scan(&[], [0; 12])).map(Result::unwrap).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn many_runs_become_few_and_nothing_is_lost_nor_left_behind() {
        let folder = Folder::new("many");
        let mut runs = Runs::open(&folder.0, kind(12), &[]).unwrap();
        let mut expected = BTreeSet::new();
        for round in 0..60u32 {
            let fresh: BTreeSet<_> =
                (0..50).map(|n| record(n * 977 + round, round.into())).collect();
            runs.add(fresh.len() as u64, fresh.iter().copied()).unwrap();
            expected.extend(fresh);
            if round % 7 == 0 {
                // As after a checkpoint, a crash and a new start.
                runs.remove_superseded().unwrap();
                let numbers = runs.numbers();
                drop(runs);
                runs = Runs::open(&folder.0, kind(12), &numbers).unwrap();
            }
        }
        runs.finish_merge(true).unwrap();
        assert!(all(&runs).iter().eq(expected.iter()));
        assert!(runs.numbers().len() <= RUNS_MAX, "{:?}", runs.numbers());
        for &wanted in &expected {
            let mut found = runs.iter().filter(|run| run.may_hold(spot(&wanted)));
            assert!(found.any(|run| run.scan(&wanted, wanted).next().is_some()));
        }
        assert!(folder.files().iter().all(|name| name.ends_with(".run")), "{:?}", folder.files());
    }

    #[test]
    fn of_records_about_the_same_the_largest_is_left() {
        let folder = Folder::new("keyed");
        let mut runs = Runs::open(&folder.0, kind(4), &[]).unwrap();
        let mut expected = BTreeMap::new();
        for round in 0..4u64 {
            let records: Vec<_> = (0..500u32)
                .filter(|key| u64::from(*key) % (round + 1) == 0)
                .map(|key| (key, round + 1))
                .collect();
            expected.extend(records.iter().copied());
            let records = records.into_iter().map(|(key, value)| record(key, value));
            runs.add(500, records).unwrap();
        }
        runs.finish_merge(true).unwrap();
        assert_eq!(runs.numbers().len(), 1);
        let expected: Vec<_> =
            expected.into_iter().map(|(key, value)| record(key, value)).collect();
        assert_eq!(all(&runs), expected);
    }

    #[test]
    fn records_that_are_no_longer_wanted_go_and_an_empty_run_with_them() {
        let folder = Folder::new("unwanted");
        let nothing = RunKind { keep: Arc::new(|_: &[u8; 12]| false), ..kind(12) };
        let mut runs = Runs::open(&folder.0, nothing, &[]).unwrap();
        for round in 0..4 {
            runs.add(1, [record(round, 0)].into_iter()).unwrap();
        }
        runs.finish_merge(true).unwrap();
        assert_eq!(runs.numbers(), []);
        runs.remove_superseded().unwrap();
        assert_eq!(folder.files().len(), 0);
    }

    #[test]
    fn changed_and_missing_files_are_reported() {
        let folder = Folder::new("damage");
        let mut runs = Runs::open(&folder.0, kind(12), &[]).unwrap();
        runs.add(900, (0..900).map(|key| record(key, 1))).unwrap();
        drop(runs);
        let path = run_path(&folder.0, "test", 0);
        let whole = fs::read(&path).unwrap();
        let open = || Runs::open(&folder.0, kind(12), &[0]);
        let read = || {
            let runs = open()?;
            let mut scan = runs.iter().next().unwrap().scan(&[], [0; 12]);
            scan.try_for_each(|record| record.map(drop))
        };
        for at in [0, 13, 17, 25, 39, 4096, 9000, whole.len() - 100, whole.len() - 1] {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            fs::write(&path, &changed).unwrap();
            assert!(read().is_err(), "changed at {at}");
        }
        for length in [0, 20, 39, 4096, whole.len() - 1] {
            fs::write(&path, &whole[..length]).unwrap();
            assert!(open().is_err(), "cut at {length}");
        }
        let mut newer = whole.clone();
        newer[15] = 2;
        fs::write(&path, &newer).unwrap();
        assert!(matches!(open().err(), Some(TableError::Newer { found: 2, known: 1, .. })));
        fs::write(&path, &whole).unwrap();
        read().unwrap();
        fs::remove_file(&path).unwrap();
        assert!(matches!(open().err(), Some(TableError::Io { what: "open", .. })));
    }
}
