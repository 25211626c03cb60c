//! Priorities of hosts: who goes first among those whose pause is over.
//!
//! A priority is worth a time of waiting, its [bonus](worth). Of two hosts that may be asked, the one with the higher
//! priority goes first, unless the other has waited longer by more than the difference of their bonuses. So no host
//! waits for ever.
//!
//! Hosts of one priority are on one shelf, in the order of time, so nothing is ever moved: the next host is the first
//! on one of the shelves. If all hosts have the common priority, there is one shelf, and the order is that of time
//! alone.

use crate::Time;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::Duration;

/// The highest priority; 0 is the lowest.
pub const PRIORITY_MAX: u8 = 10;
/// Priority of a host of which nothing is known yet.
pub const PRIORITY_COMMON: u8 = 5;
/// Waiting time that one step of priority is worth. If there are more hosts to ask than workers, rounds take hours.
pub(super) const STEP: Duration = Duration::from_hours(1);

/// Hosts or addresses that wait, by time. The last number says which of several turns it is.
pub(super) type Heap<T> = BinaryHeap<Reverse<(Time, T, u32)>>;

/// One value for each priority in use.
#[derive(Default)]
pub(super) struct Shelves<S> {
    common: S,
    /// Empty in a frontier without priorities.
    others: Vec<(u8, S)>,
}

impl<S: Default> Shelves<S> {
    /// Returns the shelf of a priority; adds it if it is new.
    pub(super) fn of(&mut self, priority: u8) -> &mut S {
        if priority == PRIORITY_COMMON {
            return &mut self.common;
        }
        let at = match self.others.iter().position(|(other, _)| *other == priority) {
            Some(at) => at,
            None => {
                self.others.push((priority, S::default()));
                self.others.len() - 1
            }
        };
        &mut self.others[at].1
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (u8, &S)> {
        let others = self.others.iter().map(|(priority, shelf)| (*priority, shelf));
        std::iter::once((PRIORITY_COMMON, &self.common)).chain(others)
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = (u8, &mut S)> {
        let others = self.others.iter_mut().map(|(priority, shelf)| (*priority, shelf));
        std::iter::once((PRIORITY_COMMON, &mut self.common)).chain(others)
    }

    /// Returns the priority of the next host; `None` if none may be asked yet. `first` returns the time of the first
    /// host on a shelf.
    pub(super) fn next(&self, now: Time, first: impl Fn(&S) -> Option<Time>) -> Option<u8> {
        let due = |(priority, shelf)| first(shelf).map(|time| (time, priority));
        let due = self.iter().filter_map(due).filter(|(time, _)| *time <= now);
        due.min_by_key(|&(time, priority)| (worth(time, priority), Reverse(priority)))
            .map(|(_, priority)| priority)
    }
}

/// Returns the time of the first in a heap; `None` if it is empty.
pub(super) fn first<T: Ord + Copy>(heap: &Heap<T>) -> Option<Time> {
    heap.peek().map(|Reverse((time, ..))| *time)
}

/// Returns the time since which a host counts as waiting: the earlier, the sooner it goes.
fn worth(time: Time, priority: u8) -> Time {
    time + STEP * u32::from(PRIORITY_MAX.saturating_sub(priority))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_priority_is_worth_a_time_of_waiting_and_no_more() {
        let step = STEP.as_millis() as u64;
        for (waiting, now, expected) in [
            (&[][..], 9, None),
            (&[(5, 10)], 9, None),
            (&[(5, 9)], 9, Some(5)),
            (&[(5, 1), (9, 9)], 9, Some(9)),
            (&[(5, 1), (9, 10)], 9, Some(5)),
            (&[(0, 0), (5, 5 * step)], 5 * step, Some(5)),
            (&[(0, 0), (5, 5 * step + 1)], 6 * step, Some(0)),
            (&[(10, 9), (0, 1), (3, 2), (7, 3)], 9, Some(10)),
            (&[(10, u64::MAX), (0, u64::MAX)], u64::MAX, Some(10)),
        ] {
            let mut shelves = Shelves::<Option<Time>>::default();
            for &(priority, time) in waiting {
                *shelves.of(priority) = Some(Time::from_millis(time));
            }
            let next = shelves.next(Time::from_millis(now), |time| *time);
            assert_eq!(next, expected, "{waiting:?} at {now}");
        }
    }
}
