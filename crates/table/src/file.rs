//! What all kinds of files with sorted runs have in common: how they are written and read.
//!
//! ```text
//! header page, known last | pages of one or more tables | tail | CRC-32 of the tail, 4
//! ```
//!
//! The header begins with twelve bytes that identify the kind of file, and four with its version. The tail holds what
//! is kept in memory: fences, a filter, names.

use crate::error::{TableError, io_error};
use crate::table::{PAGE, TableWriter};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use stodola_durable::Draft;

/// Bytes of the checksum behind the tail.
pub const CHECKSUM: u64 = 4;
/// Number of bytes that are written to disk at a time.
const OUT: usize = 1 << 20;
/// Number of bytes of a tail that are read and added to the checksum at a time.
const PIECE: usize = 64 << 10;

/// A file that is being written. It gets its name when it is complete; if it is dropped before, nothing is left of it.
pub struct RunWriter {
    out: BufWriter<Draft>,
    path: PathBuf,
}

impl RunWriter {
    /// Begins a file that will be published at `path`.
    pub fn create(path: &Path) -> Result<RunWriter, TableError> {
        let mut out = BufWriter::with_capacity(OUT, Draft::create(path)?);
        out.write_all(&[0; PAGE]).map_err(io_error("write", path))?;
        Ok(RunWriter { out, path: path.to_owned() })
    }

    /// Writes a table of sorted records, and calls `each` with every one. Returns the number of records, and the
    /// fences. An error of `records` ends it and is returned.
    pub fn table<const W: usize, E: From<TableError>>(
        &mut self,
        records: impl Iterator<Item = Result<[u8; W], E>>,
        mut each: impl FnMut(&[u8; W]),
    ) -> Result<(u64, Vec<u64>), E> {
        let failed = |error| E::from(io_error("write", &self.path)(error));
        let mut table = TableWriter::<W>::new();
        for record in records {
            let record = record?;
            each(&record);
            table.push(&mut self.out, &record).map_err(failed)?;
        }
        table.finish(&mut self.out).map_err(failed)
    }

    /// Writes the tail and its checksum; returns its length in bytes, without the checksum.
    pub fn tail(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<u64, TableError> {
        let written = (|| {
            let mut summed = BufWriter::with_capacity(PIECE, Summed::new(&mut self.out));
            write(&mut summed)?;
            let Summed { crc, bytes, .. } =
                summed.into_inner().map_err(io::IntoInnerError::into_error)?;
            self.out.write_all(&crc.sum().to_be_bytes())?;
            Ok(bytes)
        })();
        written.map_err(io_error("write", &self.path))
    }

    /// Writes the header, syncs the file and gives it its name. Returns it open for reading.
    pub fn publish(self, header: &[u8]) -> Result<File, TableError> {
        let RunWriter { out, path } = self;
        let failed = io_error("write", &path);
        let mut draft = out.into_inner().map_err(|error| failed(error.into_error()))?;
        draft.overwrite_start(header).map_err(&failed)?;
        Ok(draft.publish()?)
    }
}

/// Reads the tail of `length` bytes that begins at `start`, and verifies its checksum. `read` must read all of it:
/// bytes left over, missing bytes and a wrong checksum are errors of the kinds `InvalidData` and `UnexpectedEof`.
pub fn read_tail<T>(
    file: &File,
    start: u64,
    length: u64,
    read: impl FnOnce(&mut dyn Read) -> io::Result<T>,
) -> io::Result<T> {
    let mut file = file;
    file.seek(SeekFrom::Start(start))?;
    let mut input = BufReader::with_capacity(PIECE, Summed::new(file.take(length)));
    let value = read(&mut input)?;
    let is_all_taken = input.read(&mut [0])? == 0;
    let Summed { inner, crc, bytes } = input.into_inner();
    let mut stored = [0; CHECKSUM as usize];
    inner.into_inner().read_exact(&mut stored)?;
    if !is_all_taken || bytes != length || stored != crc.sum().to_be_bytes() {
        return Err(io::ErrorKind::InvalidData.into());
    }
    Ok(value)
}

/// Checks the beginning of a file: twelve bytes that identify its kind, four with its version, at most `known`.
pub fn check_start(
    path: &Path,
    start: &[u8],
    magic: &[u8; 12],
    known: u32,
) -> Result<(), TableError> {
    let damaged = |what: &str| TableError::Damaged { path: path.to_owned(), what: what.to_owned() };
    let Some((found, rest)) = start.split_first_chunk::<12>() else {
        return Err(damaged("it ends within the header"));
    };
    if found != magic {
        return Err(damaged("it does not start like such a file"));
    }
    let Some(version) = rest.first_chunk() else {
        return Err(damaged("it ends within the header"));
    };
    match u32::from_be_bytes(*version) {
        found if found > known => Err(TableError::Newer { path: path.to_owned(), found, known }),
        0 => Err(damaged("it has format 0, which does not exist")),
        _ => Ok(()),
    }
}

/// Counts the bytes that pass through, and computes their checksum.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    const MAGIC: &[u8; 12] = b"stodola-tst\n";

    #[test]
    fn file_is_there_when_it_is_whole_and_every_changed_byte_of_the_tail_is_noticed() {
        let folder = std::env::temp_dir().join(format!("stodola-runfile-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.run");
        let mut writer = RunWriter::create(&path).unwrap();
        let records = (0..2000u32).map(|number| Ok::<_, TableError>(number.to_be_bytes()));
        let mut seen = 0;
        let (number, fences) = writer.table(records, |_| seen += 1).unwrap();
        assert_eq!((number, seen, fences.len()), (2000, 2000, 2));
        let text = vec![b'x'; 3 * PIECE + 7];
        let length =
            writer.tail(|out| text.chunks(5).try_for_each(|it| out.write_all(it))).unwrap();
        assert_eq!(length, text.len() as u64);
        assert!(!path.exists());
        let header = [MAGIC.as_slice(), &1u32.to_be_bytes()].concat();
        let file = writer.publish(&header).unwrap();
        let start = 3 * PAGE as u64;
        let read = |file: &File, length: u64, take: usize| {
            read_tail(file, start, length, |input| {
                let mut bytes = vec![0; take];
                input.read_exact(&mut bytes).map(|()| bytes)
            })
        };
        assert_eq!(read(&file, length, text.len()).unwrap(), text);
        let kind = |result: io::Result<Vec<u8>>| result.unwrap_err().kind();
        assert_eq!(kind(read(&file, length, 10)), io::ErrorKind::InvalidData, "not all taken");
        assert_eq!(kind(read(&file, length, text.len() + 1)), io::ErrorKind::UnexpectedEof);
        assert_eq!(kind(read(&file, length + 1, text.len() + 1)), io::ErrorKind::UnexpectedEof);
        let whole = fs::read(&path).unwrap();
        check_start(&path, &whole, MAGIC, 1).unwrap();
        for at in [start as usize, start as usize + PIECE, whole.len() - 5, whole.len() - 1] {
            let mut changed = whole.clone();
            changed[at] ^= 1;
            fs::write(&path, &changed).unwrap();
            let file = File::open(&path).unwrap();
            assert_eq!(kind(read(&file, length, text.len())), io::ErrorKind::InvalidData, "{at}");
        }
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn error_while_writing_leaves_nothing() {
        let folder = std::env::temp_dir().join(format!("stodola-runnone-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let mut writer = RunWriter::create(&folder.join("a.run")).unwrap();
        let records = [Ok([1, 2]), Err(TableError::Merge)].into_iter();
        assert!(writer.table::<2, _>(records, |_| {}).is_err());
        drop(writer);
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn start_tells_what_a_file_is() {
        let start = |version: u32| [MAGIC.as_slice(), &version.to_be_bytes()].concat();
        let check = |bytes: &[u8]| check_start(Path::new("f"), bytes, MAGIC, 2);
        assert!(check(&start(1)).is_ok() && check(&start(2)).is_ok());
        let newer = check(&start(3)).unwrap_err().to_string();
        assert!(newer.contains("use a newer program"), "{newer}");
        for bad in [&start(0)[..], &start(1)[..15], b"stodola", b"stodola-xxx\n\0\0\0\x01"] {
            assert!(matches!(check(bad), Err(TableError::Damaged { .. })), "{bad:?}");
        }
    }
}
