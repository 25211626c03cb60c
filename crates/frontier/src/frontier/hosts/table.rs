//! The table of hosts of a checkpoint.

use super::super::code::{number, put_number, put_text, small, text};
use super::super::error::{FrontierError, damaged, io_error};
use super::super::event::{HostId, LEVELS};
use super::super::queue::Marks;
use super::{Hosts, ShortSpan};
use crate::Time;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

const MAGIC: &[u8; 12] = b"stodola-hst\n";
const VERSION: u32 = 1;
/// Bytes of the checksum at the end.
const SUM: usize = 4;
/// Number of bytes that are written or read at a time.
const CHUNK: usize = 256 << 10;

impl Hosts {
    pub(in super::super) fn save(&self, path: &Path, marks: &Marks) -> Result<(), FrontierError> {
        let write = |out: &mut dyn Write| -> io::Result<()> {
            let mut sum = libdeflater::Crc::new();
            let mut chunk = Vec::with_capacity(CHUNK * 2);
            chunk.extend_from_slice(MAGIC);
            chunk.extend_from_slice(&VERSION.to_be_bytes());
            for id in 0..self.len() as HostId {
                self.put_row(id, marks, &mut chunk);
                if chunk.len() >= CHUNK {
                    sum.update(&chunk);
                    out.write_all(&chunk)?;
                    chunk.clear();
                }
            }
            sum.update(&chunk);
            out.write_all(&chunk)?;
            out.write_all(&sum.sum().to_be_bytes())
        };
        Ok(stodola_durable::replace_with(path, write)?)
    }

    fn put_row(&self, id: HostId, marks: &Marks, out: &mut Vec<u8>) {
        let host = self.at(id);
        put_text(out, self.name(id).unwrap_or_default().as_bytes());
        let address = host.address.checked_sub(1).map(|id| *self.addresses.at(id));
        let address = address.map(|address| address.to_string()).unwrap_or_default();
        put_text(out, address.as_bytes());
        for level in 0..LEVELS {
            put_number(out, marks.get(id, level as u8));
            put_number(out, host.waiting[level].into());
        }
        let numbers = [
            host.next_at.millis(),
            host.wait.0.into(),
            host.least_wait.0.into(),
            host.documents.into(),
            host.bytes,
            host.robots,
            host.robots_until.millis(),
            host.failures.into(),
            host.closed.into(),
        ];
        numbers.into_iter().for_each(|number| put_number(out, number));
    }

    /// Reads the table at `path`. The list needs `folder` for what does not fit into memory.
    pub(in super::super) fn load(
        path: &Path,
        folder: &Path,
        marks: &Marks,
    ) -> Result<Hosts, FrontierError> {
        let failed = io_error("read", path);
        let wrong = || damaged(path, "the table of hosts has changed since it was written");
        let mut file = File::open(path).map_err(&failed)?;
        let length = file.metadata().map_err(&failed)?.len() as usize;
        let mut left = length.checked_sub(SUM).ok_or_else(wrong)?;
        let mut sum = libdeflater::Crc::new();
        let mut more = |chunk: &mut Vec<u8>, least: usize| -> Result<bool, FrontierError> {
            let size = left.min(CHUNK.max(least));
            let end = chunk.len();
            chunk.resize(end + size, 0);
            file.read_exact(&mut chunk[end..]).map_err(&failed)?;
            sum.update(&chunk[end..]);
            left -= size;
            if left > 0 {
                return Ok(true);
            }
            let mut stored = [0; SUM];
            file.read_exact(&mut stored).map_err(&failed)?;
            if sum.sum().to_be_bytes() == stored { Ok(false) } else { Err(wrong()) }
        };
        let mut chunk = Vec::new();
        let mut has_more = match more(&mut chunk, 0) {
            Err(error @ FrontierError::Damaged { .. }) => {
                // A newer version may have its checksum elsewhere.
                check_head(&chunk, path)?.ok_or_else(wrong)?;
                return Err(error);
            }
            result => result?,
        };
        let mut rest = check_head(&chunk, path)?.ok_or_else(wrong)?;
        let mut hosts = Hosts::new(folder);
        loop {
            let before = rest;
            if rest.is_empty() && !has_more {
                return Ok(hosts);
            }
            // A row that is not complete is read again with the next bytes; all bytes are there in the end.
            let is_loaded = match Row::take(&mut rest) {
                Some(row) => {
                    hosts.put(&row, marks).ok_or_else(wrong)?;
                    true
                }
                None => false,
            };
            if is_loaded {
                continue;
            }
            if !has_more {
                return Err(wrong());
            }
            let kept = before.to_vec();
            let least = kept.len();
            chunk.clear();
            chunk.extend_from_slice(&kept);
            has_more = more(&mut chunk, least)?;
            rest = &chunk[..];
        }
    }

    fn put(&mut self, row: &Row<'_>, marks: &Marks) -> Option<()> {
        let id = self.add(std::str::from_utf8(row.name).ok()?);
        let address = std::str::from_utf8(row.address).ok()?;
        let address = match address {
            "" => 0,
            address => self.address_id(address.parse().ok()?) + 1,
        };
        let host = self.edit(id);
        host.address = address;
        for (level, &(mark, waiting)) in row.levels.iter().enumerate() {
            if mark > 0 {
                marks.set(id, level as u8, mark);
            }
            host.waiting[level] = waiting;
        }
        let [next_at, wait, least_wait, documents, bytes, robots, until, failures, closed] =
            row.numbers;
        host.next_at = Time::from_millis(next_at);
        host.wait = ShortSpan(wait.try_into().ok()?);
        host.least_wait = ShortSpan(least_wait.try_into().ok()?);
        host.documents = documents.try_into().ok()?;
        host.bytes = bytes;
        host.robots = robots;
        host.robots_until = Time::from_millis(until);
        host.failures = failures.try_into().ok()?;
        host.closed = closed.try_into().ok()?;
        let domain = host.domain;
        self.change_domain(domain, |domain| {
            domain.documents = domain.documents.saturating_add(documents);
            domain.bytes = domain.bytes.saturating_add(bytes);
        });
        Some(())
    }
}

/// Returns what follows the magic bytes and the version; `None` if they are not those of a table of hosts.
fn check_head<'a>(bytes: &'a [u8], path: &Path) -> Result<Option<&'a [u8]>, FrontierError> {
    let Some((magic, rest)) = bytes.split_first_chunk::<12>() else { return Ok(None) };
    let Some((version, rest)) = rest.split_first_chunk::<4>() else { return Ok(None) };
    let found = u32::from_be_bytes(*version);
    if magic == MAGIC && found > VERSION {
        return Err(FrontierError::Newer { path: path.into(), found, known: VERSION });
    }
    Ok((magic == MAGIC).then_some(rest))
}

/// A host in the table.
struct Row<'a> {
    name: &'a [u8],
    address: &'a [u8],
    /// Mark, and number of URIs that wait, of each level.
    levels: [(u64, u32); LEVELS],
    numbers: [u64; 9],
}

impl<'a> Row<'a> {
    /// Takes a row from the front; `None` if there is no complete one.
    fn take(rest: &mut &'a [u8]) -> Option<Row<'a>> {
        let (name, address) = (text(rest)?, text(rest)?);
        let mut levels = [(0, 0); LEVELS];
        for level in &mut levels {
            *level = (number(rest)?, small(rest)?);
        }
        let mut numbers = [0; 9];
        for value in &mut numbers {
            *value = number(rest)?;
        }
        Some(Row { name, address, levels, numbers })
    }
}
