//! Counting documents by site, type, language, year and job.

use crate::parts::Facts;
use crate::span::{Span, YEARS};

/// Counts of the documents that were found.
#[derive(Clone, Debug)]
pub(crate) struct Tally {
    /// All of them.
    pub(crate) documents: u64,
    /// Whether some documents could not be counted, since too many had to be asked about one by one.
    pub(crate) is_partial: bool,
    /// By the number of the site.
    pub(crate) sites: Vec<u32>,
    /// By the number of the language.
    pub(crate) languages: Vec<u32>,
    /// By the code of the kind.
    pub(crate) kinds: [u32; 64],
    /// By the bit of the year.
    pub(crate) years: [u32; YEARS as usize],
    /// By the bit of the job.
    pub(crate) jobs: [u32; 64],
    /// By the number of the group that is counted apart.
    pub(crate) groups: Vec<u64>,
    /// Years that may be counted: those that the query asks for.
    pub(crate) year_mask: u64,
}

impl Tally {
    pub(crate) fn new(year_mask: u64) -> Tally {
        Tally {
            documents: 0,
            is_partial: false,
            sites: Vec::new(),
            languages: vec![0; 1024],
            kinds: [0; 64],
            years: [0; YEARS as usize],
            jobs: [0; 64],
            groups: Vec::new(),
            year_mask,
        }
    }

    pub(super) fn add(&mut self, facts: Facts, span: Span, groups: u64) {
        self.documents += 1;
        each_bit(groups, |bit| self.groups[bit] += 1);
        let site = facts.site as usize;
        if site >= self.sites.len() {
            self.sites.resize((site + 1).next_power_of_two(), 0);
        }
        self.sites[site] += 1;
        self.languages[usize::from(facts.language)] += 1;
        self.kinds[usize::from(facts.kind)] += 1;
        each_bit(span.year_bits() & self.year_mask, |bit| self.years[bit] += 1);
        each_bit(span.jobs, |bit| self.jobs[bit] += 1);
    }

    /// Adds the counts of other documents.
    pub(crate) fn join(&mut self, other: &Tally) {
        self.documents += other.documents;
        self.is_partial |= other.is_partial;
        let longest = self.sites.len().max(other.sites.len());
        self.sites.resize(longest, 0);
        add_all(&mut self.sites, &other.sites);
        add_all(&mut self.languages, &other.languages);
        add_all(&mut self.kinds, &other.kinds);
        add_all(&mut self.years, &other.years);
        add_all(&mut self.jobs, &other.jobs);
        self.groups.iter_mut().zip(&other.groups).for_each(|(sum, count)| *sum += count);
    }
}

fn add_all(sums: &mut [u32], counts: &[u32]) {
    sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}

fn each_bit(mut bits: u64, mut on: impl FnMut(usize)) {
    while bits != 0 {
        on(bits.trailing_zeros() as usize);
        bits &= bits - 1;
    }
}

/// Returns the numbers with the highest counts, the highest first, at most `limit`.
pub(crate) fn highest(counts: &[u32], limit: usize) -> Vec<(u32, u64)> {
    let mut all: Vec<(u32, u64)> = counts
        .iter()
        .enumerate()
        .filter(|(_, count)| **count > 0)
        .map(|(number, count)| (number as u32, u64::from(*count)))
        .collect();
    let order = |a: &(u32, u64), b: &(u32, u64)| b.1.cmp(&a.1).then(a.0.cmp(&b.0));
    if all.len() > limit {
        all.select_nth_unstable_by(limit, order);
        all.truncate(limit);
    }
    all.sort_unstable_by(order);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_two_threads_are_added() {
        let (mut few, mut many) = (Tally::new(u64::MAX), Tally::new(u64::MAX));
        (few.sites, many.sites) = (vec![1], vec![2, 0, 5]);
        (few.documents, many.documents, many.is_partial) = (1, 7, true);
        (few.groups, many.groups, many.kinds[63]) = (vec![1, 0], vec![3, 4], 9);
        few.join(&many);
        assert_eq!((few.sites, few.documents, few.groups), (vec![3, 0, 5], 8, vec![4, 4]));
        assert!(few.is_partial && few.kinds[63] == 9);
    }

    #[test]
    fn highest_counts_come_first() {
        assert_eq!(highest(&[0, 3, 0, 7, 3, 1], 3), [(3, 7), (1, 3), (4, 3)]);
        assert_eq!(highest(&[], 3), []);
        assert_eq!(highest(&[1], 3), [(0, 1)]);
    }
}
