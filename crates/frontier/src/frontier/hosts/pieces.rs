//! A list that grows by pieces: it never moves what it has, so it never needs memory for two copies of itself.

/// Number of values of a piece.
const PIECE: usize = 1024;

/// A list of values with numbers from 0 on, for millions of them.
#[derive(Debug)]
pub struct Pieces<T>(Vec<Vec<T>>);

impl<T> Default for Pieces<T> {
    fn default() -> Pieces<T> {
        Pieces(Vec::new())
    }
}

impl<T> Pieces<T> {
    /// Number of values.
    pub fn len(&self) -> usize {
        self.0.last().map_or(0, |last| (self.0.len() - 1) * PIECE + last.len())
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds a value at the end.
    pub fn push(&mut self, value: T) {
        match self.0.last_mut() {
            Some(last) if last.len() < PIECE => last.push(value),
            _ => {
                // The first piece of a small list stays small.
                let room = if self.0.is_empty() { 0 } else { PIECE };
                let mut piece = Vec::with_capacity(room);
                piece.push(value);
                self.0.push(piece);
            }
        }
    }

    /// Returns a value; `None` if there are not that many.
    pub fn get(&self, number: u32) -> Option<&T> {
        let number = number as usize;
        self.0.get(number / PIECE)?.get(number % PIECE)
    }

    /// Same as [`get`](Pieces::get), to be changed.
    pub fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        let number = number as usize;
        self.0.get_mut(number / PIECE)?.get_mut(number % PIECE)
    }

    /// Returns a value to be changed. If there are not that many, adds the usual value as often as needed.
    pub fn grow_to(&mut self, number: u32) -> &mut T
    where
        T: Default,
    {
        while self.len() <= number as usize {
            self.push(T::default());
        }
        self.at_mut(number)
    }

    /// Returns all values in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten()
    }

    /// Returns a value that is known to be there.
    ///
    /// # Panics
    /// There are not that many values.
    pub(crate) fn at(&self, number: u32) -> &T {
        &self.0[number as usize / PIECE][number as usize % PIECE]
    }

    /// Same as [`at`](Pieces::at), to be changed.
    pub(crate) fn at_mut(&mut self, number: u32) -> &mut T {
        &mut self.0[number as usize / PIECE][number as usize % PIECE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_numbers() {
        let mut list = Pieces::default();
        for number in 0..5000u32 {
            assert_eq!(list.len(), number as usize);
            list.push(number * 2);
        }
        *list.at_mut(1024) = 7;
        assert_eq!((*list.at(0), *list.at(1023), *list.at(1024)), (0, 2046, 7));
        assert_eq!((list.get(4999), list.get(5000)), (Some(&9998), None));
        *list.grow_to(7000) += 1;
        *list.grow_to(7000) += 1;
        assert_eq!((list.len(), list.get(6999), list.get(7000)), (7001, Some(&0), Some(&2)));
    }
}
