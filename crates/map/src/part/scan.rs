//! Reading the pages of a part one after the other.

use super::{BLOCK_PAGES, Part};
use crate::record::PageRecord;
use crate::varint::Cursor;
use stodola_table::TableError;

/// The pages of a part from a block on.
pub(crate) struct PartScan<'p> {
    part: &'p Part,
    /// The next block to read.
    block: usize,
    /// The next page, and how many are left in the block.
    next: u32,
    left: u32,
    /// Bytes of the block, and how many of them were read.
    data: Vec<u8>,
    at: usize,
    texts: Option<Vec<u8>>,
    /// Texts of the current page, and how many bytes of texts were read.
    page_texts: std::ops::Range<usize>,
    name: Vec<u8>,
    record: std::ops::Range<usize>,
}

/// A page on the way of a scan.
pub(crate) struct ScanNode<'s> {
    pub(crate) number: u32,
    pub(crate) name: &'s [u8],
    record: &'s [u8],
    texts: Option<&'s [u8]>,
    part: &'s Part,
}

impl ScanNode<'_> {
    /// Reads the record; `None` if there is none.
    pub(crate) fn record(&self) -> Result<Option<PageRecord>, TableError> {
        if self.record.is_empty() {
            return Ok(None);
        }
        let record = PageRecord::decode(self.number, self.record, self.texts);
        record.map(Some).ok_or_else(|| self.part.damaged("a record cannot be read"))
    }
}

impl<'p> PartScan<'p> {
    pub(super) fn new(part: &'p Part, block: usize, with_texts: bool) -> PartScan<'p> {
        PartScan {
            part,
            block,
            next: u32::try_from(block).unwrap_or(u32::MAX).saturating_mul(BLOCK_PAGES),
            left: 0,
            data: Vec::new(),
            at: 0,
            texts: with_texts.then(Vec::new),
            page_texts: 0..0,
            name: Vec::new(),
            record: 0..0,
        }
    }

    /// Goes to the next page; `None` at the end.
    pub(crate) fn next(&mut self) -> Result<Option<ScanNode<'_>>, TableError> {
        if !self.advance()? {
            return Ok(None);
        }
        Ok(Some(self.current()))
    }

    /// Goes to the next page. Returns whether there is one.
    pub(crate) fn advance(&mut self) -> Result<bool, TableError> {
        if self.left == 0 {
            if self.block >= self.part.blocks() {
                return Ok(false);
            }
            self.part.read_block(self.block, &mut self.data, self.texts.as_mut())?;
            self.left = (self.part.pages - self.next).min(BLOCK_PAGES);
            (self.at, self.page_texts) = (0, 0..0);
            self.name.clear();
            self.block += 1;
        }
        let mut cursor = Cursor::new(&self.data[self.at..]);
        let mut read = || {
            let shared = cursor.length()?;
            let suffix = cursor.bytes()?;
            let record = cursor.bytes()?;
            Some((shared, suffix, record))
        };
        let (shared, suffix, record) =
            read().ok_or_else(|| self.part.damaged("a block cannot be read"))?;
        if shared > self.name.len() {
            return Err(self.part.damaged("a name cannot be read"));
        }
        self.name.truncate(shared);
        self.name.extend_from_slice(suffix);
        let end = self.data.len() - cursor.rest_length();
        let texts = PageRecord::texts_in(record);
        self.record = end - record.len()..end;
        if let Some(all) = &self.texts {
            let start = self.page_texts.end;
            let of_page = texts.and_then(|length| start.checked_add(length));
            let of_page = of_page.filter(|&end| end <= all.len());
            self.page_texts =
                start..of_page.ok_or_else(|| self.part.damaged("texts are missing"))?;
        }
        self.at = end;
        self.left -= 1;
        self.next += 1;
        Ok(true)
    }

    /// Returns the page that [`PartScan::advance`] went to.
    pub(crate) fn current(&self) -> ScanNode<'_> {
        ScanNode {
            number: self.next.saturating_sub(1),
            name: &self.name,
            record: &self.data[self.record.clone()],
            texts: self.texts.as_ref().map(|texts| &texts[self.page_texts.clone()]),
            part: self.part,
        }
    }

    /// The name of the current page.
    pub(crate) fn name(&self) -> &[u8] {
        &self.name
    }
}
