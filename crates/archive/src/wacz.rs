//! WACZ: a ZIP file with WARC files in its folder `archive`.
//!
//! In nearly all of them those files are stored as they are, one gzip member for each record, so that records can be
//! read where they lie: offsets in the catalogue are those in the ZIP file. What is compressed once more, or not
//! compressed at all, has to be unpacked.
//!
//! Indexes and lists of pages are derived and not used. Names come from outside: only the last part of each counts, and
//! only if it is that of a file of records.

use crate::folder::is_of_records;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use zip::{CompressionMethod, ZipArchive};

/// An entry of more bytes than this must not be packed more tightly than [`RATIO_MAX`].
const SMALL: u64 = 64 << 20;
/// Bytes that one packed byte may become. WARC files without compression have a tenth of that.
const RATIO_MAX: u64 = 100;
/// ZIP files with more entries are refused.
const ENTRIES_MAX: usize = 100_000;

/// What the first bytes of records in a stored entry are if they can be read where they lie.
const GZIP: [u8; 3] = *b"\x1f\x8b\x08";
const ZSTD: [u8; 4] = *b"\x28\xb5\x2f\xfd";

/// Errors from reading a WACZ file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WaczError {
    #[error(transparent)]
    Read(#[from] io::Error),
    #[error("{0}")]
    Zip(#[from] zip::result::ZipError),
    #[error("two entries are named '{0}'")]
    Twice(String),
    #[error("several entries have the same name")]
    SameNames,
    #[error("two entries lie in the same bytes")]
    Overlap,
    #[error("it has {0} entries, and more than {ENTRIES_MAX} are not read")]
    TooMany(usize),
    #[error("'{0}' is encrypted; unpack it with its password first")]
    Encrypted(String),
    #[error(
        "'{name}' would become {size} bytes from {packed}, which no archive of the web does; \
         if you trust the file, unpack it with another program first"
    )]
    Bomb { name: String, size: u64, packed: u64 },
    #[error("its folder 'archive' contains no WARC or ARC file")]
    NoRecords,
}

impl From<WaczError> for io::Error {
    fn from(error: WaczError) -> io::Error {
        match error {
            WaczError::Read(error) => error,
            other => io::Error::new(io::ErrorKind::InvalidData, other.to_string()),
        }
    }
}

/// A file of records in a WACZ file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct WaczMember {
    /// Its name, without folders.
    pub(crate) name: String,
    /// Its number among the entries of the ZIP file.
    pub(crate) index: usize,
    /// Where its bytes lie.
    pub(crate) stored: Range<u64>,
    /// Its size when it is unpacked, as the ZIP file says.
    pub(crate) size: u64,
    /// Whether its records can be read where they lie.
    pub(crate) is_readable: bool,
}

/// Whether a file begins as a ZIP file does. The position of the file is changed.
pub(crate) fn is_zip(file: &mut File) -> io::Result<bool> {
    let mut head = [0; 4];
    file.seek(SeekFrom::Start(0))?;
    match file.read_exact(&mut head) {
        Ok(()) => Ok(&head == b"PK\x03\x04"),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// The ZIP file, with the files of records in it. What may be an attack is refused.
pub(crate) fn open(
    file: File,
) -> Result<(ZipArchive<BufReader<File>>, Vec<WaczMember>), WaczError> {
    let mut zip = ZipArchive::new(BufReader::new(file))?;
    if zip.len() > ENTRIES_MAX {
        return Err(WaczError::TooMany(zip.len()));
    }
    // The reader keeps only the last of several entries with the same name.
    if zip.has_duplicate_names() {
        return Err(WaczError::SameNames);
    }
    let mut members: Vec<WaczMember> = Vec::new();
    for index in 0..zip.len() {
        let entry = zip.by_index_raw(index)?;
        // A name that is no text is not one of ours.
        let Some(name) = entry.name().ok().and_then(|name| file_name(&name)) else { continue };
        if entry.encrypted() {
            return Err(WaczError::Encrypted(name));
        }
        let (packed, size) = (entry.compressed_size(), entry.size());
        if size > SMALL && size / RATIO_MAX > packed {
            return Err(WaczError::Bomb { name, size, packed });
        }
        if members.iter().any(|other| other.name == name) {
            return Err(WaczError::Twice(name));
        }
        let is_stored = entry.compression() == CompressionMethod::Stored && packed == size;
        let start = entry.data_start().unwrap_or(0);
        let stored = start..start.saturating_add(packed);
        members.push(WaczMember { name, index, stored, size, is_readable: is_stored });
    }
    if members.is_empty() {
        return Err(WaczError::NoRecords);
    }
    if zip.has_overlapping_entries()? {
        return Err(WaczError::Overlap);
    }
    let mut reader = zip.into_inner();
    for member in members.iter_mut().filter(|member| member.is_readable) {
        member.is_readable = starts_with_member(&mut reader, member.stored.start)?;
    }
    reader.rewind()?;
    Ok((ZipArchive::new(reader)?, members))
}

/// Where the records of a WACZ file lie in it, in the order of the file. `None` if some of them have to be unpacked.
pub(crate) fn stretches(file: File) -> Result<Option<Vec<Range<u64>>>, WaczError> {
    let (_, members) = open(file)?;
    if !members.iter().all(|member| member.is_readable) {
        return Ok(None);
    }
    let mut stretches: Vec<Range<u64>> = members.into_iter().map(|it| it.stored).collect();
    stretches.sort_by_key(|stretch| stretch.start);
    Ok(Some(stretches))
}

/// Whether compressed records begin at an offset. Of plain ones the last would not be seen to end, and a dictionary of
/// zstd is looked for at the beginning of a file only.
fn starts_with_member(file: &mut (impl Read + Seek), offset: u64) -> io::Result<bool> {
    let mut head = [0; 4];
    file.seek(SeekFrom::Start(offset))?;
    match file.read_exact(&mut head) {
        Ok(()) => Ok(head[..3] == GZIP || head == ZSTD),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// The name of an entry that is a file of records in the folder `archive`.
pub(crate) fn file_name(entry: &str) -> Option<String> {
    let name = entry.strip_prefix("archive/")?.rsplit('/').next()?;
    let is_safe = !name.starts_with('.') && !name.contains(['\\', '\n', '\r', '\t', '\0']);
    (is_safe && is_of_records(Path::new(name))).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn only_files_of_records_are_taken_and_never_a_path() {
        for (entry, name) in [
            ("archive/data.warc.gz", Some("data.warc.gz")),
            ("archive/a/b.warc", Some("b.warc")),
            ("archive/../../../etc/x.warc", Some("x.warc")),
            ("archive/..", None),
            ("archive/", None),
            ("archive/a\\b.warc", None),
            ("indexes/index.cdx.gz", None),
            ("data.warc.gz", None),
        ] {
            assert_eq!(file_name(entry).as_deref(), name, "{entry}");
        }
    }
}
