//! The progress of a running harvest, as data.

use std::collections::BTreeMap;

/// The progress of a running harvest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HarvestStatus {
    /// `running` or `paused`.
    pub state: String,
    /// Its numbers by name: `found`, `finished`, `archived`, `bytes`, `rejected`, `queued`, `in_flight`, `hosts`,
    /// `failures`, `seconds`, `slowed`; other versions of the program may have others.
    pub numbers: BTreeMap<String, u64>,
}

impl HarvestStatus {
    /// Reads the words of a status. What is not a number is left out.
    pub fn parse(words: &str) -> HarvestStatus {
        let mut words = words.split(' ');
        let state = words.next().unwrap_or_default().to_owned();
        let numbers = words.filter_map(|word| {
            let (name, number) = word.split_once('=')?;
            Some((name.to_owned(), number.parse().ok()?))
        });
        HarvestStatus { state, numbers: numbers.collect() }
    }

    /// A number by its name; 0 if there is none.
    pub fn number(&self, name: &str) -> u64 {
        self.numbers.get(name).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_status_are_numbers_by_name() {
        let status = HarvestStatus::parse("paused found=3 bytes=70 slowest=a.cz:4000ms odd");
        assert_eq!((&*status.state, status.number("found")), ("paused", 3));
        assert_eq!((status.number("bytes"), status.number("queued")), (70, 0));
        assert_eq!(status.numbers.len(), 2);
    }
}
