//! A run: the sorted data of consecutive committed files, in one file that never changes.
//!
//! ```text
//! FIRST-LAST.run    header page | pages of entries | pages of references | tail | CRC-32 of tail
//! header page       "stodola-run\n" 12 | version 4 | first file 4 | files 4 | payloads 8 |
//!                   entries 8 | references 8 | filter blocks 8 | bytes of tail 8 |
//!                   CRC-32 of all before it 4 | zeros up to 4096
//! tail              per file: SHA-256 of its commit 32 | bytes of name 4 | name;
//!                   fences of entries, 8 each; fences of references, 8 each; filter, 64 per block
//! ```
//!
//! Numbers are big-endian. `payloads` counts those that no earlier run holds. Header and tail are
//! checked when the run is opened, pages whenever one is read. A run gets its name when it is
//! whole and safe on disk.

use super::Committed;
use super::error::{DedupError, damaged, io_error};
use super::record::{ENTRY, KEY, REFERENCE, key_of, spot_of};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use stodola_table::{
    CHECKSUM, Disk, Filter, PAGE, RunWriter, Scan, Table, Weigh, check_start, pages, read_fences,
    read_tail, write_fences,
};

const MAGIC: &[u8; 12] = b"stodola-run\n";
const VERSION: u32 = 1;
const HEADER: usize = 72;

/// Maximum size of a filter in bytes. A larger one is not written, because it could not be loaded.
pub(super) const FILTER_BYTES: u64 = 100 << 20;

/// A run that is open for reading.
pub(super) struct Run {
    disk: Disk,
    pub(super) first: u32,
    pub(super) files: u32,
    pub(super) payloads: u64,
    entries: Table<ENTRY>,
    references: Table<REFERENCE>,
    /// Bytes of the last part of the file, which includes the names.
    tail: u64,
    /// `None` if there is no room for it in memory.
    pub(super) filter: Option<Filter>,
}

/// The content of a new run. Entries and references come in order.
pub(super) struct Contents<'a, E, R> {
    pub(super) first: u32,
    pub(super) files: &'a [Committed],
    pub(super) payloads: u64,
    /// Maximum number of entries.
    pub(super) expected: u64,
    pub(super) entries: E,
    pub(super) references: R,
}

struct Header {
    first: u32,
    files: u32,
    payloads: u64,
    entries: u64,
    references: u64,
    filter_blocks: u64,
    tail: u64,
}

/// Returns the first and the last file that a run with this name covers; `None` if the name is not that of a run.
pub(super) fn stretch(name: &str) -> Option<(u32, u32)> {
    let (first, last) = name.strip_suffix(".run")?.split_once('-')?;
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    (first <= last && name == file_name(first, last)).then_some((first, last))
}

fn file_name(first: u32, last: u32) -> String {
    format!("{first:010}-{last:010}.run")
}

impl Run {
    /// Writes a run, syncs it, gives it its name and opens it. It must cover at least one file.
    pub(super) fn create<E, R>(
        folder: &Path,
        contents: Contents<'_, E, R>,
    ) -> Result<Run, DedupError>
    where
        E: Iterator<Item = Result<[u8; ENTRY], DedupError>>,
        R: Iterator<Item = Result<[u8; REFERENCE], DedupError>>,
    {
        let last = contents.first + (contents.files.len() as u32).saturating_sub(1);
        let path = folder.join(file_name(contents.first, last));
        write(&path, contents)?;
        Ok(Run::open(&path)?.0)
    }

    /// Opens a run and returns the files it covers.
    pub(super) fn open(path: &Path) -> Result<(Run, Vec<Committed>), DedupError> {
        let file = File::open(path).map_err(io_error("open", path))?;
        let length = file.metadata().map_err(io_error("read", path))?.len();
        let header = Header::read(&mut &file, path)?;
        let entries_end = PAGE as u64 * (1 + pages(header.entries, ENTRY));
        let tail_start = entries_end.checked_add(PAGE as u64 * pages(header.references, REFERENCE));
        let end =
            tail_start.and_then(|start| start.checked_add(header.tail)?.checked_add(CHECKSUM));
        let (Some(tail_start), Some(end)) = (tail_start, end) else {
            return Err(damaged(path, "the header is not valid"));
        };
        if length != end {
            return Err(damaged(path, format!("it has {length} bytes instead of {end}")));
        }
        let tail = read_tail(&file, tail_start, header.tail, |input| Tail::read(input, &header));
        let tail = tail.map_err(|error| match error.kind() {
            io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData => {
                damaged(path, "its last part cannot be read")
            }
            _ => io_error("read", path)(error),
        })?;
        let run = Run {
            disk: Disk { file, path: path.to_owned() },
            first: header.first,
            files: header.files,
            payloads: header.payloads,
            entries: Table::new(PAGE as u64, header.entries, tail.entry_fences),
            references: Table::new(entries_end, header.references, tail.reference_fences),
            tail: header.tail,
            filter: tail.filter,
        };
        Ok((run, tail.files))
    }

    /// Returns the entries of one payload.
    pub(super) fn copies(&self, key: &[u8; KEY]) -> Option<Records<'_, ENTRY>> {
        let absent = self.filter.as_ref().is_some_and(|filter| !filter.may_hold(spot_of(key)));
        (!absent).then(|| Records(self.entries.scan(&self.disk, key)))
    }

    /// Returns all entries.
    pub(super) fn entries(&self) -> Records<'_, ENTRY> {
        Records(self.entries.scan(&self.disk, &[]))
    }

    /// Returns the references whose original starts with these bytes.
    pub(super) fn references(&self, prefix: &[u8]) -> Records<'_, REFERENCE> {
        Records(self.references.scan(&self.disk, prefix))
    }

    pub(super) fn entry_count(&self) -> u64 {
        self.entries.records()
    }

    pub(super) fn path(&self) -> &Path {
        &self.disk.path
    }
}

impl Weigh for Run {
    /// Approximate number of bytes that its commits had in the log.
    fn weight(&self) -> u64 {
        let records = |table: u64, width: usize| table * width as u64;
        records(self.entries.records(), ENTRY)
            + records(self.references.records(), REFERENCE)
            + self.tail
    }
}

/// The records of a run that were found.
pub(super) struct Records<'a, const W: usize>(Scan<'a, W>);

impl<const W: usize> Iterator for Records<'_, W> {
    type Item = Result<[u8; W], DedupError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|found| found.map_err(DedupError::from))
    }
}

fn write<E, R>(path: &Path, contents: Contents<'_, E, R>) -> Result<(), DedupError>
where
    E: Iterator<Item = Result<[u8; ENTRY], DedupError>>,
    R: Iterator<Item = Result<[u8; REFERENCE], DedupError>>,
{
    let mut out = RunWriter::create(path)?;
    let blocks = Some(Filter::blocks_for(contents.expected));
    let mut filter =
        Filter::new(blocks.filter(|blocks| blocks * 64 <= FILTER_BYTES).unwrap_or_default());
    let (entries, entry_fences) =
        out.table(contents.entries, |entry| filter.add(spot_of(&key_of(entry))))?;
    let (references, reference_fences) = out.table(contents.references, |_| {})?;
    let tail = out.tail(|mut out| {
        for file in contents.files {
            out.write_all(&file.digest)?;
            out.write_all(&(file.name.len() as u32).to_be_bytes())?;
            out.write_all(file.name.as_bytes())?;
        }
        write_fences(&mut out, &entry_fences)?;
        write_fences(&mut out, &reference_fences)?;
        filter.write_to(&mut out)
    })?;
    let header = Header {
        first: contents.first,
        files: contents.files.len() as u32,
        payloads: contents.payloads,
        entries,
        references,
        filter_blocks: filter.blocks(),
        tail,
    };
    out.publish(&header.to_bytes())?;
    Ok(())
}

impl Header {
    fn to_bytes(&self) -> [u8; HEADER] {
        let mut bytes = Vec::with_capacity(HEADER);
        bytes.extend_from_slice(MAGIC);
        for number in [VERSION, self.first, self.files] {
            bytes.extend_from_slice(&number.to_be_bytes());
        }
        for number in [self.payloads, self.entries, self.references, self.filter_blocks, self.tail]
        {
            bytes.extend_from_slice(&number.to_be_bytes());
        }
        bytes.extend_from_slice(&libdeflater::crc32(&bytes).to_be_bytes());
        let mut header = [0; HEADER];
        header[..bytes.len()].copy_from_slice(&bytes);
        header
    }

    fn read(input: &mut impl Read, path: &Path) -> Result<Header, DedupError> {
        let mut page = [0; PAGE];
        let mut start = Vec::with_capacity(PAGE);
        input.take(PAGE as u64).read_to_end(&mut start).map_err(io_error("read", path))?;
        check_start(path, &start, MAGIC, VERSION)?;
        if start.len() < PAGE {
            return Err(damaged(path, "it ends within the header"));
        }
        page.copy_from_slice(&start);
        let mut rest = &page[16..];
        let mut four = || u32::from_be_bytes(take(&mut rest));
        let (first, files) = (four(), four());
        let mut eight = || u64::from_be_bytes(take(&mut rest));
        let (payloads, entries, references) = (eight(), eight(), eight());
        let header = Header {
            first,
            files,
            payloads,
            entries,
            references,
            filter_blocks: eight(),
            tail: eight(),
        };
        // Compared as a whole: bytes that are no part of the header have to be zero.
        let known = header.to_bytes();
        if page[..HEADER] != known || page[HEADER..].iter().any(|&byte| byte != 0) {
            return Err(damaged(path, "wrong checksum of the header"));
        }
        Ok(header)
    }
}

/// Takes the first bytes of a page, which is longer than everything that is taken from it.
fn take<const N: usize>(rest: &mut &[u8]) -> [u8; N] {
    let mut taken = [0; N];
    let (first, others) = rest.split_at(N);
    taken.copy_from_slice(first);
    *rest = others;
    taken
}

/// What is kept in memory while the run is open.
struct Tail {
    files: Vec<Committed>,
    entry_fences: Vec<u64>,
    reference_fences: Vec<u64>,
    filter: Option<Filter>,
}

impl Tail {
    fn read(mut input: &mut dyn Read, header: &Header) -> io::Result<Tail> {
        let mut files = Vec::new();
        for _ in 0..header.files {
            let mut start = [0; 36];
            input.read_exact(&mut start)?;
            let mut rest = &start[..];
            let digest = take(&mut rest);
            let length = u32::from_be_bytes(take(&mut rest));
            let mut name = String::new();
            (&mut input).take(u64::from(length)).read_to_string(&mut name)?;
            if name.len() as u64 != u64::from(length) {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            files.push(Committed { name: name.into(), digest });
        }
        // The file has one page for each fence.
        let entry_fences = read_fences(&mut input, pages(header.entries, ENTRY))?;
        let reference_fences = read_fences(&mut input, pages(header.references, REFERENCE))?;
        if header.filter_blocks > FILTER_BYTES / 64 {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let filter = match header.filter_blocks {
            0 => None,
            blocks => Some(Filter::read_from(&mut input, blocks)?),
        };
        Ok(Tail { files, entry_fences, reference_fences, filter })
    }
}
