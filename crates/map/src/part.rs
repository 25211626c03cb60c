//! A part of the map: pages sorted by name, in two files that never change.
//!
//! ```text
//! part-00000001.map   header 64 | blocks of 64 pages | tail
//! part-00000001.txt   header 64 | the texts of these blocks
//! header              "stodola-map\n" 12 | version 4 | kind 4 | pages 8 | start of the tail 8 | its length 8 |
//!                     its CRC-32 4 | zeros | CRC-32 of all before it 4
//! block               of each page: number of bytes shared with the name before | further bytes | record, both with
//!                     their lengths first
//! tail                words | of each block: first name, length, CRC-32, length of its texts, their CRC-32
//! ```
//!
//! Numbers in headers are big-endian. The tail is checked when a part is opened, a block whenever it is read. A part
//! knows neither which files count nor which parts do: the [commit](crate::commit) says so.

mod read;
mod scan;
mod union;
mod write;

pub(crate) use read::Part;
pub(crate) use scan::PartScan;
pub(crate) use union::{Union, merge};
pub(crate) use write::PartWriter;

use std::io;
use std::path::{Path, PathBuf};
use stodola_table::TableError;

const MAGIC: &[u8; 12] = b"stodola-map\n";
/// Version of the files.
const VERSION: u32 = 1;
const HEADER: usize = 64;
/// Number of pages in a block.
const BLOCK_PAGES: u32 = 64;

/// Returns the path of one of the two files of a part.
pub(crate) fn part_path(folder: &Path, number: u64, ending: &str) -> PathBuf {
    folder.join(format!("part-{number:08}.{ending}"))
}

fn io_error(what: &'static str, path: &Path) -> impl Fn(io::Error) -> TableError {
    move |error| TableError::Io { what, path: path.to_owned(), error }
}

fn damaged(path: &Path, what: impl Into<String>) -> TableError {
    TableError::Damaged { path: path.to_owned(), what: what.into() }
}

/// What a header says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Header {
    /// 1 for pages, 2 for texts.
    kind: u32,
    pages: u64,
    tail_start: u64,
    tail_length: u64,
    tail_sum: u32,
}

impl Header {
    fn encode(self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        let parts: [&[u8]; 7] = [
            MAGIC,
            &VERSION.to_be_bytes(),
            &self.kind.to_be_bytes(),
            &self.pages.to_be_bytes(),
            &self.tail_start.to_be_bytes(),
            &self.tail_length.to_be_bytes(),
            &self.tail_sum.to_be_bytes(),
        ];
        let all = parts.concat();
        bytes[..all.len()].copy_from_slice(&all);
        let sum = libdeflater::crc32(&bytes[..HEADER - 4]);
        bytes[HEADER - 4..].copy_from_slice(&sum.to_be_bytes());
        bytes
    }

    fn decode(path: &Path, bytes: &[u8; HEADER], kind: u32) -> Result<Header, TableError> {
        stodola_table::check_start(path, bytes, MAGIC, VERSION)?;
        let number = |at: usize, length: usize| {
            bytes[at..at + length].iter().fold(0u64, |number, &byte| number << 8 | u64::from(byte))
        };
        let header = Header {
            kind,
            pages: number(20, 8),
            tail_start: number(28, 8),
            tail_length: number(36, 8),
            tail_sum: number(44, 4) as u32,
        };
        match header.encode() == *bytes {
            true => Ok(header),
            false => Err(damaged(path, "wrong header")),
        }
    }
}
