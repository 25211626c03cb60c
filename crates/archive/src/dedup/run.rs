//! A run: what is known of a stretch of committed files, sorted, in one file that never changes.
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
use super::folder::{check_format, sync_folder};
use super::record::{ENTRY, KEY, REFERENCE, key_of, spot_of};
use std::fs::{self, File};
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use stodola_table::{Disk, Filter, PAGE, Scan, Table, TableWriter, pages};

const MAGIC: &[u8; 12] = b"stodola-run\n";
const VERSION: u32 = 1;
const HEADER: usize = 72;
const CHECKSUM: u64 = 4;

/// A filter larger than this is not written: it could not be loaded either.
pub(super) const FILTER_BYTES: u64 = 100 << 20;

/// A run that is open for reading.
pub(super) struct Run {
    disk: Disk,
    pub(super) first: u32,
    pub(super) files: u32,
    pub(super) payloads: u64,
    entries: Table<ENTRY>,
    references: Table<REFERENCE>,
    /// Bytes of the last part, names among them.
    tail: u64,
    /// Missing if there is no room for it in memory.
    pub(super) filter: Option<Filter>,
}

/// What a run is made of. Entries and references come in order.
pub(super) struct Contents<'a, E, R> {
    pub(super) first: u32,
    pub(super) files: &'a [Committed],
    pub(super) payloads: u64,
    /// How many entries come at most.
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

/// The stretch of files a run of that name holds, both ends included; None if it is no run.
pub(super) fn stretch(name: &str) -> Option<(u32, u32)> {
    let (first, last) = name.strip_suffix(".run")?.split_once('-')?;
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    (first <= last && name == file_name(first, last)).then_some((first, last))
}

fn file_name(first: u32, last: u32) -> String {
    format!("{first:010}-{last:010}.run")
}

impl Run {
    /// Writes a run, makes it safe, gives it its name and opens it. There is at least one file.
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
        let unfinished = path.with_extension("tmp");
        let written = write(&unfinished, contents)
            .and_then(|()| fs::rename(&unfinished, &path).map_err(io_error("rename", &unfinished)));
        if let Err(error) = written {
            // On a full disk the room is needed; what is left is removed by the next open as well.
            let _ = fs::remove_file(&unfinished);
            return Err(error);
        }
        sync_folder(folder)?;
        Ok(Run::open(&path)?.0)
    }

    /// Opens a run and gives the files it is about.
    pub(super) fn open(path: &Path) -> Result<(Run, Vec<Committed>), DedupError> {
        let file = File::open(path).map_err(io_error("open", path))?;
        let length = file.metadata().map_err(io_error("read", path))?.len();
        let mut input = BufReader::with_capacity(1 << 16, &file);
        let header = Header::read(&mut input, path)?;
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
        input.seek(SeekFrom::Start(tail_start)).map_err(io_error("read", path))?;
        let tail = Tail::read(input, &header).map_err(|error| match error.kind() {
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

    /// The entries of one payload.
    pub(super) fn copies(&self, key: &[u8; KEY]) -> Option<Found<'_, ENTRY>> {
        let absent = self.filter.as_ref().is_some_and(|filter| !filter.may_hold(spot_of(key)));
        (!absent).then(|| Found(self.entries.scan(&self.disk, key)))
    }

    /// All entries.
    pub(super) fn entries(&self) -> Found<'_, ENTRY> {
        Found(self.entries.scan(&self.disk, &[]))
    }

    /// The references whose original starts with these bytes.
    pub(super) fn references(&self, prefix: &[u8]) -> Found<'_, REFERENCE> {
        Found(self.references.scan(&self.disk, prefix))
    }

    pub(super) fn entry_count(&self) -> u64 {
        self.entries.records()
    }

    /// About as many bytes as its commits had in the log.
    pub(super) fn weight(&self) -> u64 {
        let records = |table: u64, width: usize| table * width as u64;
        records(self.entries.records(), ENTRY)
            + records(self.references.records(), REFERENCE)
            + self.tail
    }

    pub(super) fn path(&self) -> &PathBuf {
        &self.disk.path
    }
}

/// The records of a run that were looked for.
pub(super) struct Found<'a, const W: usize>(Scan<'a, W>);

impl<const W: usize> Iterator for Found<'_, W> {
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
    let failed = io_error("write", path);
    let file = File::create(path).map_err(io_error("create", path))?;
    let mut out = BufWriter::with_capacity(1 << 20, &file);
    // The header is known in the end.
    out.write_all(&[0; PAGE]).map_err(&failed)?;

    let blocks = Some(Filter::blocks_for(contents.expected));
    let mut filter =
        Filter::new(blocks.filter(|blocks| blocks * 64 <= FILTER_BYTES).unwrap_or_default());
    let mut table = TableWriter::new();
    for entry in contents.entries {
        let entry = entry?;
        filter.add(spot_of(&key_of(&entry)));
        table.push(&mut out, &entry).map_err(&failed)?;
    }
    let (entries, entry_fences) = table.finish(&mut out).map_err(&failed)?;
    let mut table = TableWriter::new();
    for reference in contents.references {
        table.push(&mut out, &reference?).map_err(&failed)?;
    }
    let (references, reference_fences) = table.finish(&mut out).map_err(&failed)?;

    let mut tail = Summed::new(&mut out);
    Tail::write(&mut tail, contents.files, &entry_fences, &reference_fences, &filter)
        .map_err(&failed)?;
    let header = Header {
        first: contents.first,
        files: contents.files.len() as u32,
        payloads: contents.payloads,
        entries,
        references,
        filter_blocks: filter.blocks(),
        tail: tail.bytes,
    };
    let sum = tail.crc.sum();
    out.write_all(&sum.to_be_bytes()).map_err(&failed)?;
    out.seek(SeekFrom::Start(0)).map_err(&failed)?;
    out.write_all(&header.to_bytes()).map_err(&failed)?;
    out.flush().map_err(&failed)?;
    drop(out);
    file.sync_all().map_err(&failed)
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
        check_format(path, &start, MAGIC, VERSION)?;
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
        // Compared as a whole: what is no part of the header has to be zero.
        let known = header.to_bytes();
        if page[..HEADER] != known || page[HEADER..].iter().any(|&byte| byte != 0) {
            return Err(damaged(path, "wrong checksum of the header"));
        }
        Ok(header)
    }
}

/// The first bytes of a page that is longer than all that is taken from it.
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
    fn write(
        out: &mut impl Write,
        files: &[Committed],
        entry_fences: &[u64],
        reference_fences: &[u64],
        filter: &Filter,
    ) -> io::Result<()> {
        for file in files {
            out.write_all(&file.digest)?;
            out.write_all(&(file.name.len() as u32).to_be_bytes())?;
            out.write_all(file.name.as_bytes())?;
        }
        for fence in entry_fences.iter().chain(reference_fences) {
            out.write_all(&fence.to_be_bytes())?;
        }
        filter.write_to(out)
    }

    fn read(input: impl Read, header: &Header) -> io::Result<Tail> {
        let mut input = Summed::new(input.take(header.tail + CHECKSUM));
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
        let entry_fences = read_fences(&mut input, pages(header.entries, ENTRY))?;
        let reference_fences = read_fences(&mut input, pages(header.references, REFERENCE))?;
        if header.filter_blocks > FILTER_BYTES / 64 {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let filter = match header.filter_blocks {
            0 => None,
            blocks => Some(Filter::read_from(&mut input, blocks)?),
        };
        let (sum, length) = (input.crc.sum(), input.bytes);
        let mut stored = [0; CHECKSUM as usize];
        input.read_exact(&mut stored)?;
        if length != header.tail || stored != sum.to_be_bytes() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        Ok(Tail { files, entry_fences, reference_fences, filter })
    }
}

fn read_fences(input: &mut impl Read, number: u64) -> io::Result<Vec<u64>> {
    // There is a page in the file for each of them.
    let mut fences = Vec::with_capacity(number as usize);
    for _ in 0..number {
        let mut bytes = [0; 8];
        input.read_exact(&mut bytes)?;
        fences.push(u64::from_be_bytes(bytes));
    }
    Ok(fences)
}

/// Counts and sums up what passes through.
struct Summed<T> {
    inner: T,
    crc: libdeflater::Crc,
    bytes: u64,
}

impl<T> Summed<T> {
    fn new(inner: T) -> Summed<T> {
        Summed { inner, crc: libdeflater::Crc::new(), bytes: 0 }
    }

    fn note(&mut self, bytes: &[u8]) {
        self.crc.update(bytes);
        self.bytes += bytes.len() as u64;
    }
}

impl<T: Read> Read for Summed<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.note(&buffer[..length]);
        Ok(length)
    }
}

impl<T: Write> Write for Summed<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.inner.write(bytes)?;
        self.note(&bytes[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
