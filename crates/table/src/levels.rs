//! Decides which sorted runs are merged, and when.
//!
//! Runs are listed from the oldest to the latest. New ones are added at the end, each about as large as what fits into
//! memory. A look-up has to ask every run, so the latest are merged as soon as there are enough of about one size: then
//! a list made of n new runs has about log n runs. Merging costs writing; [`Growth`] says what a list should save.
//!
//! [`Levels`] keeps the list and decides; the caller reads, writes and removes files. A merge may be done at once
//! ([`due`](Levels::due), [`replace`](Levels::replace)) or in a thread ([`begin_merge`](Levels::begin_merge),
//! [`end_merge`](Levels::end_merge)) while its runs are still read and others are added.

use crate::error::TableError;
use std::ops::Range;
use std::sync::Arc;
use std::thread::JoinHandle;

/// Minimum number of runs that are merged.
const FAN_IN: usize = 4;

/// A run, as far as its size decides when it is merged.
pub trait Weigh {
    /// Size of the run: its records or bytes, in the same unit for all runs of a list.
    fn weight(&self) -> u64;
}

/// What a list of runs saves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Growth {
    /// Look-ups: few runs, more writing. A run is merged with the later ones when they together weigh half as much as
    /// it does. Of 600 equal runs at most 8 are left, and a record is written about 6 times.
    FewRuns,
    /// Writing: more runs, each record written once per level. The level of a run is the power of four that its weight
    /// in units of `new` reaches; four runs of one level become one. Of 600 equal runs at most 13 are left, and a
    /// record is written about 4 times.
    FewWrites {
        /// Weight of a new run.
        new: u64,
    },
}

impl Growth {
    /// Returns the number of the latest runs that should be merged; `None` if they are too few. `weights` begin with
    /// the latest run.
    fn due(self, weights: impl Iterator<Item = u64>) -> Option<usize> {
        let many = match self {
            Growth::FewRuns => {
                let mut behind = 0u64;
                let fits = |weight: &u64| {
                    let fits = behind == 0 || *weight <= behind.saturating_mul(2);
                    behind = behind.saturating_add(*weight);
                    fits
                };
                weights.take_while(fits).count()
            }
            Growth::FewWrites { new } => {
                let level = |weight: u64| (weight / new.max(1)).max(1).ilog(FAN_IN as u64);
                let mut levels = weights.map(level).peekable();
                let last = levels.peek().copied()?;
                levels.take_while(|level| *level <= last).count()
            }
        };
        (many >= FAN_IN).then_some(many)
    }
}

/// The runs of one kind, oldest first.
pub struct Levels<R> {
    growth: Growth,
    runs: Vec<Arc<R>>,
    merging: Option<Merging<R>>,
}

/// A merge that is running. Runs are only added behind its range meanwhile, so the range stays valid.
struct Merging<R> {
    range: Range<usize>,
    thread: JoinHandle<Result<R, TableError>>,
}

impl<R: Weigh> Levels<R> {
    /// Creates a list of these runs, oldest first.
    pub fn new(growth: Growth, runs: impl IntoIterator<Item = R>) -> Levels<R> {
        Levels { growth, runs: runs.into_iter().map(Arc::new).collect(), merging: None }
    }

    /// Returns all runs, oldest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &R> + ExactSizeIterator {
        self.runs.iter().map(|run| &**run)
    }

    /// Returns the runs that no merge reads at present, oldest first.
    pub fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut R> {
        self.runs.iter_mut().filter_map(Arc::get_mut)
    }

    /// Returns the runs of a range.
    pub fn get(&self, range: Range<usize>) -> impl Iterator<Item = &R> + Clone {
        self.runs.get(range).unwrap_or_default().iter().map(|run| &**run)
    }

    /// Adds the latest run.
    pub fn push(&mut self, run: R) {
        self.runs.push(Arc::new(run));
    }

    /// Returns the latest runs that should be merged; `None` if there are too few of about one size, or if a merge is
    /// running.
    pub fn due(&self) -> Option<Range<usize>> {
        if self.merging.is_some() {
            return None;
        }
        let many = self.growth.due(self.runs.iter().rev().map(|run| run.weight()))?;
        Some(self.runs.len() - many..self.runs.len())
    }

    /// Replaces the runs of a range by the merged run, and returns them. `merged` is `None` if no record is left.
    pub fn replace(&mut self, range: Range<usize>, merged: Option<R>) -> Vec<Arc<R>> {
        self.runs.splice(range, merged.map(Arc::new)).collect()
    }

    /// Starts merging the runs that are [due](Levels::due) in a thread; does nothing if none are.
    pub fn begin_merge(
        &mut self,
        merge: impl FnOnce(&[Arc<R>]) -> Result<R, TableError> + Send + 'static,
    ) where
        R: Send + Sync + 'static,
    {
        let Some(range) = self.due() else { return };
        let inputs = self.runs[range.clone()].to_vec();
        let thread = std::thread::spawn(move || merge(&inputs));
        self.merging = Some(Merging { range, thread });
    }

    /// Returns the result of a merge in a thread, and the range of its runs, for [`replace`](Levels::replace). `None`
    /// if no merge is running or, unless `wait`, if it has not ended.
    pub fn end_merge(&mut self, wait: bool) -> Result<Option<(Range<usize>, R)>, TableError> {
        let is_over = |merging: &mut Merging<R>| wait || merging.thread.is_finished();
        let Some(Merging { range, thread }) = self.merging.take_if(is_over) else {
            return Ok(None);
        };
        let merged = thread.join().map_err(|_| TableError::Merge)??;
        Ok(Some((range, merged)))
    }
}

impl<R> Drop for Levels<R> {
    fn drop(&mut self) {
        // The thread writes into a folder that may belong to somebody else as soon as this value is dropped.
        if let Some(merging) = self.merging.take() {
            let _ = merging.thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run that knows which new runs it was made of.
    #[derive(Debug, PartialEq, Eq)]
    struct Piece {
        first: u64,
        last: u64,
        weight: u64,
    }

    impl Weigh for Piece {
        fn weight(&self) -> u64 {
            self.weight
        }
    }

    fn new(number: u64, weight: u64) -> Piece {
        Piece { first: number, last: number, weight }
    }

    fn merged<'a>(mut pieces: impl Iterator<Item = &'a Piece>) -> Piece {
        let first = pieces.next().expect("there is one");
        pieces.fold(Piece { ..*first }, |all, piece| {
            assert_eq!(all.last + 1, piece.first, "neighbours in order");
            Piece { first: all.first, last: piece.last, weight: all.weight + piece.weight }
        })
    }

    /// Adds so many runs; tells the most there were at once, and how often each unit of weight was written.
    fn grow(growth: Growth, runs: u64, weight: impl Fn(u64) -> u64) -> (usize, u64) {
        let mut levels = Levels::new(growth, []);
        let (mut most, mut written, mut all) = (0, 0, 0);
        for number in 0..runs {
            levels.push(new(number, weight(number)));
            (written, all) = (written + weight(number), all + weight(number));
            while let Some(range) = levels.due() {
                assert!(range.len() >= FAN_IN && range.end == levels.iter().len());
                let merged = merged(levels.get(range.clone()));
                written += merged.weight;
                levels.replace(range, Some(merged));
            }
            most = most.max(levels.iter().len());
            // Nothing is lost, and nothing there twice.
            let whole = self::merged(levels.iter());
            assert_eq!((whole.first, whole.last, whole.weight), (0, number, all));
        }
        (most, written / all.max(1))
    }

    #[test]
    fn few_runs_or_few_writes_as_the_list_wants() {
        let few_writes = Growth::FewWrites { new: 10 };
        for runs in [1, 3, 4, 5, 16, 63, 64, 65, 600, 5000] {
            let levels = u64::from(runs.max(4u64).ilog2());
            let (most, written) = grow(Growth::FewRuns, runs, |_| 10);
            assert!(most as u64 <= levels + 1 && written <= levels, "{runs}: {most} {written}");
            let (most, written) = grow(few_writes, runs, |_| 10);
            assert!(most as u64 <= 3 * (levels / 2 + 1), "{runs}: {most}");
            assert!(written <= levels / 2 + 2, "{runs}: {written}");
        }
        // Runs of any weight, also none and more than any.
        for growth in [Growth::FewRuns, few_writes] {
            grow(growth, 500, |number| number * 7919 % 101);
            grow(growth, 500, |number| [0, 1, 10_000, 3][number as usize % 4]);
        }
        let heavy = (0..9).map(|number| new(number, u64::MAX));
        assert_eq!(Levels::new(Growth::FewRuns, heavy).due(), Some(0..9));
        let heavy = (0..9).map(|number| new(number, u64::MAX));
        assert_eq!(Levels::new(Growth::FewWrites { new: 0 }, heavy).due(), Some(0..9));
    }

    #[test]
    fn runs_that_come_during_a_merge_stay_behind_it() {
        let mut levels = Levels::new(Growth::FewRuns, (0..4).map(|number| new(number, 1)));
        let (begun, wait) = std::sync::mpsc::channel::<()>();
        levels.begin_merge(move |runs| {
            wait.recv().unwrap();
            Ok(merged(runs.iter().map(|run| &**run)))
        });
        (4..9).for_each(|number| levels.push(new(number, 1)));
        assert_eq!(levels.due(), None, "one merge at a time");
        assert_eq!(levels.end_merge(false).unwrap(), None);
        assert_eq!(levels.iter().len(), 9, "they are still read");
        assert_eq!(levels.iter_mut().count(), 5, "and must not change");
        begun.send(()).unwrap();
        let (range, piece) = levels.end_merge(true).unwrap().unwrap();
        assert_eq!((range.clone(), piece.weight), (0..4, 4));
        assert_eq!(levels.replace(range, Some(piece)).len(), 4);
        let whole: Vec<_> = levels.iter().map(|piece| (piece.first, piece.last)).collect();
        assert_eq!(whole, [(0, 3), (4, 4), (5, 5), (6, 6), (7, 7), (8, 8)]);
        assert_eq!(levels.end_merge(true).unwrap(), None);
        assert_eq!(levels.due(), Some(0..6));
    }

    #[test]
    fn failed_merge_leaves_the_runs() {
        let mut levels = Levels::new(Growth::FewRuns, (0..4).map(|number| new(number, 1)));
        levels.begin_merge(|_| panic!("a test of what a panic does"));
        assert!(matches!(levels.end_merge(true), Err(TableError::Merge)));
        assert_eq!((levels.iter().len(), levels.due()), (4, Some(0..4)));
    }
}
