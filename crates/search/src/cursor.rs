//! Where a page of results ended, as a text that the next request brings back.
//!
//! It carries the numbers that scores were computed with and the last content of that time: documents that come
//! meanwhile neither appear on later pages nor change the order of the others, so no hit is shown twice or left out.

use crate::run::{Matching, Stats};

/// Format of cursors.
const VERSION: u8 = 1;

/// The end of a page.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cursor {
    /// Which query it belongs to.
    pub(crate) query: u64,
    pub(crate) stats: Stats,
    pub(crate) matching: Matching,
    /// Key of the last hit.
    pub(crate) last: (u32, u64),
    /// Number of hits so far.
    pub(crate) shown: u32,
}

impl Cursor {
    pub(crate) fn encode(&self) -> String {
        let mut bytes = vec![VERSION, u8::from(self.matching == Matching::Some)];
        bytes.extend(self.query.to_le_bytes());
        bytes.extend(self.stats.next.to_le_bytes());
        bytes.extend(self.last.0.to_le_bytes());
        bytes.extend(self.last.1.to_le_bytes());
        bytes.extend(self.shown.to_le_bytes());
        for numbers in [&self.stats.weights, &self.stats.lengths] {
            bytes.push(numbers.len() as u8);
            numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        }
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Reads a cursor; `None` if it is not one, or belongs to another query.
    pub(crate) fn decode(text: &str, query: u64) -> Option<Cursor> {
        if !text.is_ascii() || text.len() > 2_000 || text.len() % 2 == 1 {
            return None;
        }
        let pairs =
            (0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok());
        let bytes: Vec<u8> = pairs.collect::<Option<_>>()?;
        let mut rest = &bytes[..];
        let mut take = |n: usize| {
            let (taken, after) = rest.split_at_checked(n)?;
            rest = after;
            Some(taken)
        };
        if take(1)? != [VERSION] {
            return None;
        }
        let matching = if take(1)? == [0] { Matching::All } else { Matching::Some };
        let mut number = || Some(u64::from_le_bytes(take(8)?.try_into().ok()?));
        if number()? != query {
            return None;
        }
        let next = number()?;
        let score = u32::from_le_bytes(take(4)?.try_into().ok()?);
        let content = u64::from_le_bytes(take(8)?.try_into().ok()?);
        let shown = u32::from_le_bytes(take(4)?.try_into().ok()?);
        let mut lists = [Vec::new(), Vec::new()];
        for list in &mut lists {
            for _ in 0..take(1)?[0] {
                let number = f32::from_le_bytes(take(4)?.try_into().ok()?);
                list.push(Some(number).filter(|number| number.is_finite())?);
            }
        }
        let [weights, lengths] = lists;
        let stats = Stats { weights, lengths, next };
        Some(Cursor { query, stats, matching, last: (score, content), shown })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cursors_come_back_and_everything_else_is_refused() {
        let stats = Stats { weights: vec![1.5, 2.0], lengths: vec![3.0; 12], next: 77 };
        let cursor = Cursor { query: 5, stats, matching: Matching::Some, last: (9, 12), shown: 20 };
        let text = cursor.encode();
        assert_eq!(Cursor::decode(&text, 5), Some(cursor));
        assert_eq!(Cursor::decode(&text, 6), None);
        for end in 0..text.len() {
            assert_eq!(Cursor::decode(&text[..end], 5), None, "{end}");
        }
        for odd in ["zz", "ž", "0", &"00".repeat(2_000)] {
            assert_eq!(Cursor::decode(odd, 5), None);
        }
    }
}
