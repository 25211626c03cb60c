//! The table of media types while a harvest runs: counted with the lines of crawl.log, and kept with their position.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Most types that are told apart; servers declare whatever they like.
const TYPES_MAX: usize = 500;
/// The name of all others together.
const OTHERS: &str = "";

/// Archived documents of one media type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeAmount {
    /// The type as servers declare it; empty for all that are not told apart.
    pub media_type: String,
    /// Number of documents.
    pub documents: u64,
    /// Their bytes.
    pub bytes: u64,
}

/// Documents and bytes by media type. Clones share the numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeTable(Arc<Mutex<BTreeMap<String, (u64, u64)>>>);

impl TypeTable {
    pub(super) fn lock(&self) -> MutexGuard<'_, BTreeMap<String, (u64, u64)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn clear(&self) {
        self.lock().clear();
    }

    /// The types with the most bytes, at most `most` of them, and the number of types.
    pub(crate) fn largest(&self, most: usize) -> (usize, Vec<TypeAmount>) {
        let amount = |(name, &(documents, bytes)): (&String, &(u64, u64))| TypeAmount {
            media_type: name.clone(),
            documents,
            bytes,
        };
        let mut types: Vec<TypeAmount> = self.lock().iter().map(amount).collect();
        types.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.media_type.cmp(&b.media_type)));
        let number = types.len();
        types.truncate(most);
        (number, types)
    }

    /// The lines of the file: `types 2`, then a line each.
    pub(super) fn lines(&self) -> String {
        let types = self.lock();
        let mut lines = format!("types {}\n", types.len());
        for (name, (documents, bytes)) in &*types {
            // Writing to a string does not fail.
            let _ = writeln!(lines, "{documents} {bytes} {name}");
        }
        lines
    }

    /// Reads these lines; `None` if they are not whole.
    pub(super) fn parse<'l>(mut lines: impl Iterator<Item = &'l str>) -> Option<TypeTable> {
        let number: usize = lines.next()?.strip_prefix("types ")?.parse().ok()?;
        let mut types = BTreeMap::new();
        for _ in 0..number.min(TYPES_MAX + 1) {
            let mut words = lines.next()?.splitn(3, ' ');
            let mut next = || words.next();
            let amount = (next()?.parse().ok()?, next()?.parse().ok()?);
            types.insert(next()?.to_owned(), amount);
        }
        Some(TypeTable(Arc::new(Mutex::new(types))))
    }
}

/// Counts a document in a table that was locked.
pub(super) fn count(types: &mut BTreeMap<String, (u64, u64)>, media_type: &str, bytes: u64) {
    // Without line ends, which would end its line in the file.
    let name: String = media_type.chars().take(100).flat_map(char::escape_default).collect();
    let is_known = types.len() < TYPES_MAX || types.contains_key(&name);
    let amount = types.entry(if is_known { name } else { OTHERS.to_owned() }).or_default();
    *amount = (amount.0 + 1, amount.1.saturating_add(bytes));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_come_back_from_their_lines_and_are_bounded() {
        let table = TypeTable::default();
        for number in 0..TYPES_MAX + 20 {
            count(&mut table.lock(), &format!("a/{number:03}\n"), number as u64);
        }
        count(&mut table.lock(), "a/000\n", 5);
        let lines = table.lines();
        let back = TypeTable::parse(lines.lines()).unwrap();
        assert_eq!(*back.lock(), *table.lock());
        let (number, largest) = back.largest(2);
        assert_eq!((number, largest.len()), (TYPES_MAX + 1, 2));
        assert_eq!((&*largest[0].media_type, largest[0].documents), ("", 20));
        assert!(TypeTable::parse("types 2\n1 2 a/b\n".lines()).is_none());
        assert!(TypeTable::parse("".lines()).is_none());
    }
}
