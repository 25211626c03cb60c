//! What was taken and not written yet: pages in memory, with numbers of their own.

use crate::part::PartWriter;
use crate::record::{Capture, Content, KnownContent, LinkRow, PageRecord};
use crate::words::Words;
use std::collections::HashMap;
use std::path::Path;
use stodola_table::TableError;

/// Pages in memory. Pages are numbered as they come; when they are written, they are sorted by name.
#[derive(Default)]
pub(crate) struct Batch {
    numbers: HashMap<Vec<u8>, u32>,
    names: Vec<Vec<u8>>,
    records: HashMap<u32, PageRecord>,
    pub(crate) words: Words,
    /// About how many bytes of memory it takes.
    bytes: usize,
}

impl Batch {
    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// About how many bytes of memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the number of the page with a name.
    pub(crate) fn page(&mut self, name: Vec<u8>) -> u32 {
        if let Some(number) = self.numbers.get(&name) {
            return *number;
        }
        let number = self.names.len() as u32;
        self.bytes += 2 * name.len() + 64;
        self.names.push(name.clone());
        self.numbers.insert(name, number);
        number
    }

    /// Adds a capture of a page, with its content if it has one.
    pub(crate) fn add(&mut self, page: u32, content: Option<Content>, capture: Capture) {
        let links =
            |known: &KnownContent| known.links.len() * size_of::<LinkRow>() + known.texts.len();
        let known = content.as_ref().and_then(|it| it.known.as_ref());
        self.bytes += size_of::<Capture>() + 64 + known.map_or(0, links);
        let contents: Vec<Content> = content.into_iter().collect();
        let content = (!contents.is_empty()).then_some(0);
        let captures = vec![Capture { content, ..capture }];
        self.records.entry(page).or_default().absorb(PageRecord { contents, captures });
    }

    /// Adds what is known of a content that captures refer to.
    pub(crate) fn add_content(&mut self, page: u32, content: Content) {
        let record = PageRecord { contents: vec![content], captures: Vec::new() };
        self.records.entry(page).or_default().absorb(record);
    }

    /// Writes all as a part.
    pub(crate) fn write(
        mut self,
        folder: &Path,
        number: u64,
    ) -> Result<crate::part::Part, TableError> {
        let mut order: Vec<u32> = (0..self.names.len() as u32).collect();
        order.sort_unstable_by(|a, b| self.names[*a as usize].cmp(&self.names[*b as usize]));
        let mut places = vec![0; order.len()];
        for (place, page) in (0u32..).zip(&order) {
            places[*page as usize] = place;
        }
        let mut writer = PartWriter::create(folder, number)?;
        for page in order {
            let mut record = self.records.remove(&page);
            if let Some(record) = &mut record {
                record.renumber(|page| places.get(page as usize).copied());
                record.captures.sort_by_key(|it| (it.time, it.file));
            }
            writer.push(&self.names[page as usize], record.as_ref())?;
        }
        writer.publish(&self.words)
    }
}
