//! Several parts as one: pages in the order of names, with numbers that hold for all parts.

use super::{Part, PartScan, PartWriter};
use crate::record::PageRecord;
use crate::words::Words;
use std::collections::HashSet;
use std::path::Path;
use stodola_table::TableError;

/// Several parts, and how their numbers become those of the union. Takes four bytes for each page of each part.
pub(crate) struct Union<'p> {
    parts: Vec<PartOfUnion<'p>>,
    /// Number of pages.
    pub(crate) pages: u32,
    pub(crate) words: Words,
}

struct PartOfUnion<'p> {
    part: &'p Part,
    /// Numbers of its pages in the union; empty if it is the only part, whose numbers stay.
    pages: Vec<u32>,
    words: Vec<u32>,
    shapes: Vec<u32>,
}

/// A page of the union.
pub(crate) struct UnionNode {
    pub(crate) number: u32,
    pub(crate) name: Vec<u8>,
    /// What all parts know of it, not [settled](PageRecord::settle) yet; `None` if it is only linked to.
    pub(crate) record: Option<PageRecord>,
}

impl<'p> Union<'p> {
    /// Reads the names of all parts, and calls `each` with every one.
    pub(crate) fn new(
        parts: impl IntoIterator<Item = &'p Part>,
        mut each: impl FnMut(u32, &[u8]),
    ) -> Result<Union<'p>, TableError> {
        let mut words = Words::default();
        let mut parts: Vec<PartOfUnion<'p>> =
            parts.into_iter().map(|part| PartOfUnion::new(part, &mut words)).collect();
        if let [only] = &parts[..] {
            let mut scan = only.part.scan(false);
            while let Some(node) = scan.next()? {
                each(node.number, node.name);
            }
            let pages = only.part.pages;
            return Ok(Union { parts, pages, words });
        }
        let all: Vec<&Part> = parts.iter().map(|it| it.part).collect();
        let mut heads = Heads::new(&all, false)?;
        let mut pages = 0u32;
        while let Some(which) = heads.least() {
            each(pages, heads.scans[which[0]].name());
            for &part in &which {
                parts[part].pages.push(pages);
                heads.advance(part)?;
            }
            pages = pages.checked_add(1).ok_or(TableError::Merge)?;
        }
        Ok(Union { parts, pages, words })
    }

    /// Reads all pages.
    pub(crate) fn scan(&self, with_texts: bool) -> Result<UnionScan<'_>, TableError> {
        let all: Vec<&Part> = self.parts.iter().map(|it| it.part).collect();
        Ok(UnionScan { union: self, heads: Heads::new(&all, with_texts)?, next: 0 })
    }
}

impl<'p> PartOfUnion<'p> {
    fn new(part: &'p Part, words: &mut Words) -> PartOfUnion<'p> {
        let mut of_part = PartOfUnion { part, pages: Vec::new(), words: vec![], shapes: vec![] };
        for number in 0..part.words.len() as u32 {
            let word = part.words.word(number);
            of_part.words.push(words.number(word));
            of_part.shapes.push(words.taken_over(word, true));
        }
        of_part
    }

    /// Gives a record the numbers of the union.
    fn translate(&self, mut record: PageRecord) -> Result<PageRecord, TableError> {
        let pages = match self.pages.is_empty() {
            true => Some(()),
            false => record.renumber(|page| self.pages.get(page as usize).copied()),
        };
        let words = record.reword(|word, is_shape| {
            (if is_shape { &self.shapes } else { &self.words }).get(word as usize).copied()
        });
        let wrong = || self.part.damaged("a record has a number that does not exist");
        pages.and(words).map(|()| record).ok_or_else(wrong)
    }
}

/// The next page of each part; `None` at its end.
struct Heads<'p> {
    scans: Vec<PartScan<'p>>,
    is_there: Vec<bool>,
}

impl<'p> Heads<'p> {
    fn new(parts: &[&'p Part], with_texts: bool) -> Result<Heads<'p>, TableError> {
        let mut heads = Heads { scans: Vec::new(), is_there: Vec::new() };
        for part in parts {
            let mut scan = part.scan(with_texts);
            heads.is_there.push(scan.advance()?);
            heads.scans.push(scan);
        }
        Ok(heads)
    }

    /// Returns the parts whose next page has the least name; `None` at the end of all.
    fn least(&self) -> Option<Vec<usize>> {
        let mut least: Vec<usize> = Vec::new();
        for part in (0..self.scans.len()).filter(|part| self.is_there[*part]) {
            let name = self.scans[part].name();
            match least.first().map(|first| name.cmp(self.scans[*first].name())) {
                None => least.push(part),
                Some(std::cmp::Ordering::Less) => least = vec![part],
                Some(std::cmp::Ordering::Equal) => least.push(part),
                Some(std::cmp::Ordering::Greater) => {}
            }
        }
        (!least.is_empty()).then_some(least)
    }

    fn advance(&mut self, part: usize) -> Result<(), TableError> {
        self.is_there[part] = self.scans[part].advance()?;
        Ok(())
    }
}

/// The pages of a union, in the order of names.
pub(crate) struct UnionScan<'u> {
    union: &'u Union<'u>,
    heads: Heads<'u>,
    next: u32,
}

impl UnionScan<'_> {
    pub(crate) fn next(&mut self) -> Result<Option<UnionNode>, TableError> {
        let Some(which) = self.heads.least() else { return Ok(None) };
        let name = self.heads.scans[which[0]].name().to_vec();
        let mut record: Option<PageRecord> = None;
        for part in which {
            if let Some(found) = self.heads.scans[part].current().record()? {
                let found = self.union.parts[part].translate(found)?;
                match &mut record {
                    Some(record) => record.absorb(found),
                    None => record = Some(found),
                }
            }
            self.heads.advance(part)?;
        }
        let number = self.next;
        self.next += 1;
        Ok(Some(UnionNode { number, name, record }))
    }
}

/// Makes one part of several. What came from files that are not in `files` is left out, and addresses that nothing
/// links to any more with it. Without `files` nothing is left out.
pub(crate) fn merge(
    parts: &[&Part],
    folder: &Path,
    number: u64,
    files: Option<&HashSet<u32>>,
) -> Result<Part, TableError> {
    let is_there = |file: u32| files.is_none_or(|files| files.contains(&file));
    let union = Union::new(parts.iter().copied(), |_, _| {})?;
    let numbers = match files {
        Some(_) => numbers_of_used(&union, &is_there)?,
        None => None,
    };
    let mut writer = PartWriter::create(folder, number)?;
    let mut scan = union.scan(true)?;
    while let Some(mut node) = scan.next()? {
        if let Some(record) = &mut node.record {
            record.settle(&is_there);
        }
        let record = node.record.filter(|it| *it != PageRecord::default());
        match &numbers {
            None => writer.push(&node.name, record.as_ref())?,
            Some(numbers) if numbers[node.number as usize] != u32::MAX => {
                let mut record = record;
                if let Some(record) = &mut record {
                    record.renumber(|page| numbers.get(page as usize).copied());
                }
                writer.push(&node.name, record.as_ref())?;
            }
            Some(_) => {}
        }
    }
    writer.publish(&union.words)
}

/// Returns the new number of each page, the largest for one that is not needed; `None` if all are needed because
/// nothing is gone.
fn numbers_of_used(
    union: &Union<'_>,
    is_there: &dyn Fn(u32) -> bool,
) -> Result<Option<Vec<u32>>, TableError> {
    let mut is_used = vec![false; union.pages as usize];
    let mut is_all_there = true;
    let mut scan = union.scan(false)?;
    while let Some(node) = scan.next()? {
        let Some(mut record) = node.record else { continue };
        let before = record.captures.len();
        record.settle(is_there);
        is_all_there &= record.captures.len() == before;
        is_used[node.number as usize] |= record != PageRecord::default();
        record.renumber(|page| {
            is_used[page as usize] = true;
            Some(page)
        });
    }
    if is_all_there {
        return Ok(None);
    }
    let mut next = 0;
    let number = |is_used: bool| {
        if !is_used {
            return u32::MAX;
        }
        next += 1;
        next - 1
    };
    Ok(Some(is_used.into_iter().map(number).collect()))
}
