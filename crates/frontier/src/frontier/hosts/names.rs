//! The names of hosts, in the order of their numbers: 4 bytes for each beside its letters.

use super::super::event::HostId;

/// Number of names of a block.
const BLOCK: usize = 1024;

/// Names that stand one behind the other, and where each ends.
#[derive(Debug, Default)]
struct Block {
    letters: String,
    ends: Vec<u32>,
}

/// The names of many hosts by number, in little memory.
#[derive(Debug, Default)]
pub struct HostNames(Vec<Block>);

impl HostNames {
    /// Adds the name of the next host.
    pub(crate) fn push(&mut self, name: &str) {
        if self.0.last().is_none_or(|last| last.ends.len() == BLOCK) {
            if let Some(full) = self.0.last_mut() {
                full.letters.shrink_to_fit();
            }
            let ends = if self.0.is_empty() { Vec::new() } else { Vec::with_capacity(BLOCK) };
            self.0.push(Block { letters: String::new(), ends });
        }
        if let Some(last) = self.0.last_mut() {
            last.letters.push_str(name);
            last.ends.push(last.letters.len() as u32);
        }
    }

    /// Number of hosts.
    pub fn len(&self) -> usize {
        self.0.last().map_or(0, |last| (self.0.len() - 1) * BLOCK + last.ends.len())
    }

    /// Whether there is no host.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the number of a host, by looking at all names; `None` if there is none.
    pub(crate) fn position(&self, name: &str) -> Option<HostId> {
        (0..self.len() as HostId).find(|&host| self.get(host) == Some(name))
    }

    /// Returns the name of a host; `None` if there is no such number.
    pub fn get(&self, host: HostId) -> Option<&str> {
        let Block { letters, ends } = self.0.get(host as usize / BLOCK)?;
        let at = host as usize % BLOCK;
        let end = *ends.get(at)? as usize;
        let start = at.checked_sub(1).map_or(0, |before| ends[before] as usize);
        Some(&letters[start..end])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back_by_number() {
        let mut names = HostNames::default();
        let name = |number: u32| if number == 5 { String::new() } else { format!("h{number}.cz") };
        (0..3000).for_each(|number| names.push(&name(number)));
        for number in 0..3000 {
            assert_eq!(names.get(number), Some(&*name(number)));
        }
        assert_eq!((names.get(3000), names.len()), (None, 3000));
        assert_eq!((names.position("h2999.cz"), names.position("h3000.cz")), (Some(2999), None));
        names.clear();
        assert_eq!((names.len(), names.is_empty()), (0, true));
    }
}
