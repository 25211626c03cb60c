//! A part, opened: its index in memory, its blocks on disk.

use super::{BLOCK_PAGES, HEADER, Header, PartScan, damaged, io_error, part_path};
use crate::record::PageRecord;
use crate::varint::Cursor;
use crate::words::Words;
use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use stodola_table::{TableError, Weigh};

/// A part that was opened.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) number: u64,
    pub(crate) pages: u32,
    pub(crate) words: Words,
    data: PartFile,
    texts: PartFile,
    index: Vec<BlockEntry>,
}

#[derive(Debug)]
struct PartFile {
    file: File,
    path: PathBuf,
    length: u64,
}

#[derive(Debug)]
struct BlockEntry {
    first_name: Vec<u8>,
    data: Stretch,
    texts: Stretch,
}

#[derive(Clone, Copy, Debug)]
struct Stretch {
    start: u64,
    length: usize,
    sum: u32,
}

impl PartFile {
    fn open(path: PathBuf, kind: u32) -> Result<(PartFile, Header), TableError> {
        let file = File::open(&path).map_err(io_error("open", &path))?;
        let length = file.metadata().map_err(io_error("read", &path))?.len();
        let mut header = [0; HEADER];
        file.read_exact_at(&mut header, 0).map_err(io_error("read", &path))?;
        let header = Header::decode(&path, &header, kind)?;
        if header.tail_start.checked_add(header.tail_length) != Some(length) {
            return Err(damaged(&path, format!("it has {length} bytes, so a part is missing")));
        }
        Ok((PartFile { file, path, length }, header))
    }

    fn read(&self, stretch: Stretch, bytes: &mut Vec<u8>) -> Result<(), TableError> {
        bytes.resize(stretch.length, 0);
        self.file.read_exact_at(bytes, stretch.start).map_err(io_error("read", &self.path))?;
        if libdeflater::crc32(bytes) != stretch.sum {
            let what = format!("the block at byte {} has a wrong checksum", stretch.start);
            return Err(damaged(&self.path, what));
        }
        Ok(())
    }
}

impl Part {
    /// Opens a part, and checks its index.
    pub(crate) fn open(folder: &Path, number: u64) -> Result<Part, TableError> {
        let (data, header) = PartFile::open(part_path(folder, number, "map"), 1)?;
        let (texts, texts_header) = PartFile::open(part_path(folder, number, "txt"), 2)?;
        let pages = u32::try_from(header.pages).ok().filter(|_| header.pages == texts_header.pages);
        let pages = pages.ok_or_else(|| damaged(&texts.path, "it belongs to another part"))?;
        let mut tail = Vec::new();
        let length = usize::try_from(header.tail_length).unwrap_or(usize::MAX);
        data.read(Stretch { start: header.tail_start, length, sum: header.tail_sum }, &mut tail)?;
        let wrong = || damaged(&data.path, "its index cannot be read");
        let mut cursor = Cursor::new(&tail);
        let words = Words::decode(&mut cursor).ok_or_else(wrong)?;
        let index = read_index(&mut cursor).ok_or_else(wrong)?;
        let ends = index.last().map(|last| (end_of(last.data), end_of(last.texts)));
        let is_whole = index.len() as u64 == u64::from(pages.div_ceil(BLOCK_PAGES))
            && ends.is_none_or(|it| it == (header.tail_start, texts_header.tail_start));
        if !is_whole {
            return Err(wrong());
        }
        Ok(Part { number, pages, words, data, texts, index })
    }

    /// Reads all pages in the order of names.
    pub(crate) fn scan(&self, with_texts: bool) -> PartScan<'_> {
        PartScan::new(self, 0, with_texts)
    }

    pub(super) fn blocks(&self) -> usize {
        self.index.len()
    }

    pub(super) fn read_block(
        &self,
        block: usize,
        data: &mut Vec<u8>,
        texts: Option<&mut Vec<u8>>,
    ) -> Result<(), TableError> {
        let Some(entry) = self.index.get(block) else {
            return Err(damaged(&self.data.path, "it has no such block"));
        };
        self.data.read(entry.data, data)?;
        match texts {
            Some(texts) => self.texts.read(entry.texts, texts),
            None => Ok(()),
        }
    }

    /// Returns the number and the record of a page; `None` if this part does not know the name.
    pub(crate) fn find(
        &self,
        name: &[u8],
        with_texts: bool,
    ) -> Result<Option<(u32, Option<PageRecord>)>, TableError> {
        let after = self.index.partition_point(|entry| entry.first_name.as_slice() <= name);
        let Some(block) = after.checked_sub(1) else { return Ok(None) };
        let mut scan = PartScan::new(self, block, with_texts);
        while let Some(node) = scan.next()? {
            if node.name >= name {
                let found = (node.name == name).then(|| (node.number, node.record()));
                return match found {
                    Some((number, record)) => Ok(Some((number, record?))),
                    None => Ok(None),
                };
            }
        }
        Ok(None)
    }

    /// Returns the names of pages. Each block is read once, however many pages of it are asked for.
    pub(crate) fn names(
        &self,
        pages: impl Iterator<Item = u32>,
    ) -> Result<HashMap<u32, Vec<u8>>, TableError> {
        let wanted: BTreeSet<u32> = pages.collect();
        let mut names = HashMap::with_capacity(wanted.len());
        let mut wanted = wanted.into_iter().peekable();
        while let Some(first) = wanted.peek() {
            let block = first / BLOCK_PAGES;
            let mut scan = PartScan::new(self, block as usize, false);
            while let Some(page) = wanted.next_if(|page| page / BLOCK_PAGES == block) {
                let missing = || self.damaged("it has no page with this number");
                let mut node = scan.next()?.ok_or_else(missing)?;
                while node.number < page {
                    node = scan.next()?.ok_or_else(missing)?;
                }
                names.insert(page, node.name.to_vec());
            }
        }
        Ok(names)
    }

    pub(super) fn damaged(&self, what: &str) -> TableError {
        damaged(&self.data.path, what)
    }

    /// The error for a link whose shape cannot be read.
    pub(crate) fn damaged_shape(&self) -> TableError {
        self.damaged("the shape of a link cannot be read")
    }

    /// Bytes of both files: those of pages and links, and those of texts.
    pub(crate) fn lengths(&self) -> (u64, u64) {
        (self.data.length, self.texts.length)
    }
}

impl Weigh for Part {
    fn weight(&self) -> u64 {
        self.data.length + self.texts.length
    }
}

fn end_of(stretch: Stretch) -> u64 {
    stretch.start + stretch.length as u64
}

fn read_index(cursor: &mut Cursor<'_>) -> Option<Vec<BlockEntry>> {
    let number = cursor.number()?;
    let mut index: Vec<BlockEntry> = Vec::new();
    for _ in 0..number {
        let first_name = cursor.bytes()?.to_vec();
        let mut stretch = |before: Option<Stretch>| {
            let start = before.map_or(HEADER as u64, end_of);
            let length = cursor.length()?;
            start.checked_add(length as u64)?;
            let sum = u32::from_be_bytes(*cursor.take(4)?.first_chunk()?);
            Some(Stretch { start, length, sum })
        };
        let data = stretch(index.last().map(|it| it.data))?;
        let texts = stretch(index.last().map(|it| it.texts))?;
        index.push(BlockEntry { first_name, data, texts });
    }
    cursor.is_at_end().then_some(index)
}
