//! A line of hosts by time: those whose time comes first are in memory, the others in a file without a name.
//!
//! If there are too many in memory, the later half is written to the file, in order: a *stretch*. The next host is the
//! first in memory or the first of a stretch. Nothing is ever merged; what is left of a stretch when it is nearly used
//! up comes back to memory.

use crate::Time;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::Path;
use stodola_table::{PagedBytes, TableError};

/// A time, who waits for it, and which of several turns it is.
pub(super) type Waiting = (Time, u32, u32);

/// Number in memory from which on half of them are written to the file.
const MOST: usize = if cfg!(test) { 8 } else { 1 << 12 };
/// Number of a stretch.
const STRETCH: usize = MOST / 2;
/// Number left of a stretch that come back to memory.
const REST: usize = STRETCH / 4;
/// Bytes of each in the file: time 8, who 4, turn 4.
const WIDTH: usize = 16;
/// Number of pages of the file in memory.
const PAGES: usize = if cfg!(test) { 1 } else { 16 };

/// Hosts or addresses that wait, by time.
#[derive(Default)]
pub(super) struct LongLine {
    near: BinaryHeap<Reverse<Waiting>>,
    /// The first of each stretch, and the number of the stretch.
    firsts: BinaryHeap<Reverse<(Waiting, usize)>>,
    /// For each stretch, how many of it are gone.
    gone: Vec<usize>,
    /// Stretches of the file that are not in use.
    free: Vec<usize>,
    /// Made when something is written to it for the first time.
    far: Option<PagedBytes>,
}

impl LongLine {
    /// Whether nobody waits.
    pub(super) fn is_empty(&self) -> bool {
        self.near.is_empty() && self.firsts.is_empty()
    }

    /// Returns the error if somebody could not be read from the file.
    pub(super) fn check(&self) -> Result<(), TableError> {
        self.far.as_ref().map_or(Ok(()), PagedBytes::check)
    }

    /// Returns the time of the first; `None` if nobody waits.
    pub(super) fn first(&self) -> Option<Time> {
        let near = self.near.peek().map(|Reverse((time, ..))| *time);
        let far = self.firsts.peek().map(|Reverse(((time, ..), _))| *time);
        near.into_iter().chain(far).min()
    }

    /// Adds one. The file is in `folder`.
    pub(super) fn push(&mut self, waiting: Waiting, folder: &Path) {
        self.near.push(Reverse(waiting));
        // Those that came back from a stretch may be too many, too.
        while self.near.len() > MOST {
            self.put_aside(folder);
        }
    }

    /// Takes the first; `None` if nobody waits.
    pub(super) fn pop(&mut self) -> Option<Waiting> {
        let is_far = match (self.near.peek(), self.firsts.peek()) {
            (Some(Reverse(near)), Some(Reverse((far, _)))) => far < near,
            (None, far) => far.is_some(),
            (Some(_), None) => false,
        };
        if !is_far {
            return self.near.pop().map(|Reverse(waiting)| waiting);
        }
        let Reverse((waiting, stretch)) = self.firsts.pop()?;
        self.gone[stretch] += 1;
        let gone = self.gone[stretch];
        if STRETCH - gone > REST {
            self.firsts.push(Reverse((self.read(stretch, gone), stretch)));
        } else {
            let rest: Vec<_> = (gone..STRETCH).map(|at| self.read(stretch, at)).collect();
            self.near.extend(rest.into_iter().map(Reverse));
            self.free.push(stretch);
        }
        Some(waiting)
    }

    /// Writes the last of those in memory to the file.
    fn put_aside(&mut self, folder: &Path) {
        // The latest come first.
        let mut near = std::mem::take(&mut self.near).into_sorted_vec();
        let kept = near.split_off(STRETCH);
        let stretch = self.free.pop().unwrap_or(self.gone.len());
        if stretch == self.gone.len() {
            self.gone.push(0);
        }
        self.gone[stretch] = 0;
        let mut bytes = Vec::with_capacity(STRETCH * WIDTH);
        for Reverse((time, who, turn)) in near.iter().rev() {
            bytes.extend_from_slice(&time.millis().to_le_bytes());
            bytes.extend_from_slice(&who.to_le_bytes());
            bytes.extend_from_slice(&turn.to_le_bytes());
        }
        let far = self.far.get_or_insert_with(|| PagedBytes::new(folder, PAGES));
        far.write((stretch * STRETCH * WIDTH) as u64, &bytes);
        if let Some(Reverse(first)) = near.last() {
            self.firsts.push(Reverse((*first, stretch)));
        }
        self.near = kept.into();
    }

    fn read(&self, stretch: usize, at: usize) -> Waiting {
        let mut bytes = [0; WIDTH];
        if let Some(far) = &self.far {
            far.read(((stretch * STRETCH + at) * WIDTH) as u64, &mut bytes);
        }
        let [a, b, c, d, e, f, g, h, who @ .., i, j, k, l] = bytes;
        let time = Time::from_millis(u64::from_le_bytes([a, b, c, d, e, f, g, h]));
        (time, u32::from_le_bytes(who), u32::from_le_bytes([i, j, k, l]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_that_of_a_heap_in_memory() {
        let (mut line, mut heap) = (LongLine::default(), BinaryHeap::new());
        let folder = std::env::temp_dir();
        let mut random = 7u64;
        for step in 0..60_000u32 {
            random = random.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            let number = random >> 33;
            // First more come than go, then the other way round.
            let is_coming = number % 16 < if step < 30_000 { 10 } else { 6 };
            if is_coming {
                // Mostly later ones, as in a harvest.
                let time = Time::from_millis(u64::from(step) + number % 5000);
                let waiting = (time, number as u32, step);
                line.push(waiting, &folder);
                heap.push(Reverse(waiting));
            } else {
                assert_eq!(line.pop(), heap.pop().map(|Reverse(waiting)| waiting), "{step}");
            }
            assert_eq!(line.first(), heap.peek().map(|Reverse((time, ..))| *time));
            assert_eq!(line.is_empty(), heap.is_empty());
            assert!(line.near.len() <= MOST + REST * line.gone.len().max(1));
        }
        while let Some(Reverse(waiting)) = heap.pop() {
            assert_eq!(line.pop(), Some(waiting));
        }
        assert!(line.is_empty() && line.pop().is_none());
        line.check().unwrap();
        assert_eq!(line.free.len(), line.gone.len(), "room in the file is used again");
    }
}
