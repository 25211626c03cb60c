//! The names of all pages in memory, sorted, with the beginnings that they share left out.

use crate::varint::{Cursor, put, put_bytes};

/// Number of names between two that stand in full.
const STRIDE: usize = 32;

/// Sorted names. Takes about a third of the bytes of the addresses.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    bytes: Vec<u8>,
    /// Where each name that stands in full begins.
    starts: Vec<u64>,
    length: u32,
    last: Vec<u8>,
}

impl Names {
    /// Adds a name, which must be above all others.
    pub(crate) fn push(&mut self, name: &[u8]) {
        let mut shared = 0;
        if (self.length as usize).is_multiple_of(STRIDE) {
            self.starts.push(self.bytes.len() as u64);
        } else {
            shared = name.iter().zip(&self.last).take_while(|(a, b)| a == b).count();
        }
        put(&mut self.bytes, shared as u64);
        put_bytes(&mut self.bytes, &name[shared..]);
        self.last.clear();
        self.last.extend_from_slice(name);
        self.length += 1;
    }

    /// Number of names.
    pub(crate) fn len(&self) -> u32 {
        self.length
    }

    /// Returns the name with a number; empty if there is none.
    pub(crate) fn get(&self, number: u32) -> Vec<u8> {
        let mut name = Vec::new();
        let mut stride = self.stride(number as usize / STRIDE);
        for _ in 0..=number as usize % STRIDE {
            if stride(&mut name).is_none() {
                return Vec::new();
            }
        }
        name
    }

    /// Calls `each` with every name in order. Much less work than asking for each by its number.
    pub(crate) fn each(&self, mut each: impl FnMut(u32, &[u8])) {
        let (mut cursor, mut name) = (Cursor::new(&self.bytes), Vec::new());
        for number in 0..self.length {
            let (Some(shared), Some(suffix)) = (cursor.length(), cursor.bytes()) else { return };
            name.truncate(shared);
            name.extend_from_slice(suffix);
            each(number, &name);
        }
    }

    /// Returns the number of a name; `None` if it is not there.
    pub(crate) fn find(&self, wanted: &[u8]) -> Option<u32> {
        let block = self.block_before(wanted)?;
        let mut stride = self.stride(block);
        let mut name = Vec::new();
        for number in block * STRIDE..(block + 1) * STRIDE {
            stride(&mut name)?;
            if name == wanted {
                return Some(number as u32);
            }
        }
        None
    }

    /// Returns the last block whose first name is not above a name.
    fn block_before(&self, wanted: &[u8]) -> Option<usize> {
        let (mut low, mut high) = (0, self.starts.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            let mut name = Vec::new();
            self.stride(middle)(&mut name)?;
            if name.as_slice() <= wanted { low = middle + 1 } else { high = middle }
        }
        low.checked_sub(1)
    }

    /// Returns a function that turns a name into the next one, from the beginning of a block on.
    fn stride(&self, block: usize) -> impl FnMut(&mut Vec<u8>) -> Option<()> {
        let start = self.starts.get(block).map_or(self.bytes.len(), |start| *start as usize);
        let mut cursor = Cursor::new(&self.bytes[start..]);
        move |name: &mut Vec<u8>| {
            name.truncate(cursor.length()?);
            name.extend_from_slice(cursor.bytes()?);
            Some(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_by_number_and_by_name() {
        let names: Vec<Vec<u8>> =
            (0..1000u32).map(|n| format!("cz,example)/{:04}/page", n * 2).into_bytes()).collect();
        let mut table = Names::default();
        names.iter().for_each(|name| table.push(name));
        assert_eq!(table.len(), 1000);
        for (number, name) in (0u32..).zip(&names) {
            assert_eq!(table.get(number), *name);
            assert_eq!(table.find(name), Some(number));
        }
        let mut walked = Vec::new();
        table.each(|number, name| walked.push((number, name.to_vec())));
        assert!(walked.into_iter().eq((0..).zip(names)));
        for odd in ["", "a", "zz", "cz,example)/0001/page", "cz,example)/0000"] {
            assert_eq!(table.find(odd.as_bytes()), None, "{odd}");
        }
        assert_eq!(table.get(1000), b"");
        assert_eq!(Names::default().find(b"x"), None);
        assert!(table.bytes.len() < 12 * 1000, "{}", table.bytes.len());
    }
}
