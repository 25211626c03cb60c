//! Several sorted sequences as one.

use crate::error::TableError;
use std::iter::Peekable;

/// Several sorted sequences as one. An error of one of them is returned at once.
pub struct Merge<I: Iterator> {
    inputs: Vec<Peekable<I>>,
}

impl<I: Iterator> Merge<I> {
    /// Merges these inputs, which must be sorted.
    pub fn new(inputs: impl Iterator<Item = I>) -> Merge<I> {
        Merge { inputs: inputs.map(Iterator::peekable).collect() }
    }
}

impl<I: Iterator<Item = Result<T, E>>, T: Ord + Copy, E> Iterator for Merge<I> {
    type Item = Result<T, E>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut least: Option<(usize, Option<T>)> = None;
        for (number, input) in self.inputs.iter_mut().enumerate() {
            // An error sorts before everything, so that it is returned at once.
            let Some(head) = input.peek().map(|head| head.as_ref().ok().copied()) else { continue };
            if least.is_none_or(|(_, other)| head < other) {
                least = Some((number, head));
            }
        }
        self.inputs[least?.0].next()
    }
}

/// Of sorted records with the same first `key` bytes, returns only the last, which is the largest. Errors are passed
/// on.
pub(crate) struct Largest<I: Iterator> {
    inner: Peekable<I>,
    key: usize,
}

impl<I: Iterator> Largest<I> {
    pub(crate) fn new(inner: I, key: usize) -> Largest<I> {
        Largest { inner: inner.peekable(), key }
    }
}

impl<const W: usize, I> Iterator for Largest<I>
where
    I: Iterator<Item = Result<[u8; W], TableError>>,
{
    type Item = Result<[u8; W], TableError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let record = self.inner.next()?;
            if let (Ok(record), Some(Ok(next))) = (&record, self.inner.peek())
                && record[..self.key] == next[..self.key]
            {
                continue;
            }
            return Some(record);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_records_are_in_order_and_an_error_is_not_passed_over() {
        let inputs = [vec![Ok(1), Ok(4), Ok(9)], vec![], vec![Ok(1), Ok(2)], vec![Ok(3)]];
        let merged: Result<Vec<u32>, ()> =
            Merge::new(inputs.into_iter().map(Vec::into_iter)).collect();
        assert_eq!(merged.unwrap(), [1, 1, 2, 3, 4, 9]);
        let broken = [vec![Ok(1), Ok(5)], vec![Ok(2), Err("broken")]];
        let mut merged = Merge::new(broken.into_iter().map(Vec::into_iter));
        assert_eq!(merged.by_ref().take(3).collect::<Vec<_>>(), [Ok(1), Ok(2), Err("broken")]);
        assert_eq!(merged.next(), Some(Ok(5)));
    }

    #[test]
    fn largest_of_each_key_is_left() {
        let records = [[1, 1], [1, 2], [2, 0], [3, 5], [3, 7], [3, 9]].map(Ok);
        let largest: Vec<[u8; 2]> =
            Largest::new(records.into_iter(), 1).map(Result::unwrap).collect();
        assert_eq!(largest, [[1, 2], [2, 0], [3, 9]]);
    }
}
