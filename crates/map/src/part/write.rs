//! Writing a part, page by page in the order of names.

use super::{BLOCK_PAGES, HEADER, Header, Part, io_error, part_path};
use crate::record::PageRecord;
use crate::varint::{put, put_bytes};
use crate::words::Words;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use stodola_durable::Draft;
use stodola_table::TableError;

const OUT: usize = 1 << 18;

/// A part that is being written. If it is dropped before it is published, nothing is left of it.
pub(crate) struct PartWriter {
    folder: PathBuf,
    number: u64,
    data: Output,
    texts: Output,
    /// The next page.
    next: u32,
    /// The name before.
    name: Vec<u8>,
    record: Vec<u8>,
    /// Of each block that was written, as in the tail.
    index: Vec<u8>,
    blocks: u64,
    first_name: Vec<u8>,
}

struct Output {
    out: BufWriter<Draft>,
    path: PathBuf,
    length: u64,
    block: Vec<u8>,
}

impl Output {
    fn create(path: PathBuf) -> Result<Output, TableError> {
        let mut out = BufWriter::with_capacity(OUT, Draft::create(&path)?);
        out.write_all(&[0; HEADER]).map_err(io_error("write", &path))?;
        Ok(Output { out, path, length: HEADER as u64, block: Vec::new() })
    }

    /// Writes the block. Returns its length and checksum.
    fn end_block(&mut self) -> Result<(u64, u32), TableError> {
        let (length, sum) = (self.block.len() as u64, libdeflater::crc32(&self.block));
        self.out.write_all(&self.block).map_err(io_error("write", &self.path))?;
        self.length += length;
        self.block.clear();
        Ok((length, sum))
    }

    fn publish(self, header: Header) -> Result<(), TableError> {
        let failed = io_error("write", &self.path);
        let mut draft = self.out.into_inner().map_err(|error| failed(error.into_error()))?;
        draft.overwrite_start(&header.encode()).map_err(&failed)?;
        draft.publish()?;
        Ok(())
    }
}

impl PartWriter {
    pub(crate) fn create(folder: &Path, number: u64) -> Result<PartWriter, TableError> {
        Ok(PartWriter {
            folder: folder.to_owned(),
            number,
            data: Output::create(part_path(folder, number, "map"))?,
            texts: Output::create(part_path(folder, number, "txt"))?,
            next: 0,
            name: Vec::new(),
            record: Vec::new(),
            index: Vec::new(),
            blocks: 0,
            first_name: Vec::new(),
        })
    }

    /// Adds a page; names must grow, and numbers in the record must be those of this part. `None` for an address that
    /// is only linked to.
    pub(crate) fn push(
        &mut self,
        name: &[u8],
        record: Option<&PageRecord>,
    ) -> Result<(), TableError> {
        if self.next.is_multiple_of(BLOCK_PAGES) {
            self.end_block()?;
            self.first_name = name.to_vec();
            self.name.clear();
        }
        let shared = name.iter().zip(&self.name).take_while(|(a, b)| a == b).count();
        put(&mut self.data.block, shared as u64);
        put_bytes(&mut self.data.block, &name[shared..]);
        self.record.clear();
        if let Some(record) = record {
            record.encode(self.next, &mut self.record, &mut self.texts.block);
        }
        put_bytes(&mut self.data.block, &self.record);
        self.name.clear();
        self.name.extend_from_slice(name);
        self.next += 1;
        Ok(())
    }

    fn end_block(&mut self) -> Result<(), TableError> {
        if self.next == 0 {
            return Ok(());
        }
        put_bytes(&mut self.index, &self.first_name);
        for (length, sum) in [self.data.end_block()?, self.texts.end_block()?] {
            put(&mut self.index, length);
            self.index.extend_from_slice(&sum.to_be_bytes());
        }
        self.blocks += 1;
        Ok(())
    }

    /// Writes the rest, gives both files their names, and opens the part. When this returns, it survives a power cut.
    pub(crate) fn publish(mut self, words: &Words) -> Result<Part, TableError> {
        self.end_block()?;
        let mut tail = Vec::new();
        words.encode(&mut tail);
        put(&mut tail, self.blocks);
        tail.extend_from_slice(&self.index);
        let header = Header {
            kind: 1,
            pages: u64::from(self.next),
            tail_start: self.data.length,
            tail_length: tail.len() as u64,
            tail_sum: libdeflater::crc32(&tail),
        };
        self.data.out.write_all(&tail).map_err(io_error("write", &self.data.path))?;
        let texts_header = Header {
            kind: 2,
            pages: u64::from(self.next),
            tail_start: self.texts.length,
            ..Header::default()
        };
        self.texts.publish(texts_header)?;
        self.data.publish(header)?;
        Part::open(&self.folder, self.number)
    }
}
