//! A ZIP file of stored entries, written from front to back. The first entry may be of a size that is not known when it
//! is begun: its header is written again at the end.
//!
//! Sizes are always written as Zip64, also in the directory: ReplayWeb.page takes it that a local header has no extra
//! field if its entry in the directory has none.

use super::measured::Measure;

/// Bytes of the fixed part of a local header.
const LOCAL: usize = 30;
/// Bytes of the Zip64 field in a local header.
const LOCAL_EXTRA: usize = 20;
/// ZIP 4.5: the first version with Zip64.
const VERSION: u16 = 45;
/// Names are UTF-8.
const FLAGS: u16 = 1 << 11;
/// The first of January 1980, the first day that ZIP knows: when a file was made stands elsewhere.
const DATE: u16 = 1 << 5 | 1;
/// A file that its owner may write and all may read, in the notation of Unix.
const ATTRIBUTES: u32 = 0o100_644 << 16;

/// An entry of a ZIP file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ZipEntry {
    pub(super) name: &'static str,
    pub(super) offset: u64,
    pub(super) measure: Measure,
}

impl ZipEntry {
    /// Where the next entry begins.
    pub(super) fn end(&self) -> u64 {
        self.offset + local_length(self.name) + self.measure.bytes
    }
}

/// Bytes of the header before an entry.
pub(super) fn local_length(name: &str) -> u64 {
    (LOCAL + name.len() + LOCAL_EXTRA) as u64
}

/// The header before an entry. It has always the same length.
pub(super) fn local_header(name: &str, bytes: u64, crc: u32) -> Vec<u8> {
    let mut out = Bytes::default();
    out.u32(0x0403_4b50);
    out.common(crc, u32::MAX, u32::MAX, name);
    out.u16(LOCAL_EXTRA as u16);
    out.0.extend_from_slice(name.as_bytes());
    out.u16(1);
    out.u16(LOCAL_EXTRA as u16 - 4);
    out.u64(bytes);
    out.u64(bytes);
    out.0
}

/// The directory at the end of the file.
pub(super) fn directory(entries: &[ZipEntry]) -> Vec<u8> {
    directory_with(entries, u64::from(u32::MAX))
}

/// Offsets from `large` on are written with 64 bits.
fn directory_with(entries: &[ZipEntry], large: u64) -> Vec<u8> {
    let start = entries.last().map_or(0, ZipEntry::end);
    let mut out = Bytes::default();
    for ZipEntry { name, offset, measure } in entries {
        let small = |number: u64| match u32::try_from(number) {
            Ok(small) if number < large => small,
            _ => u32::MAX,
        };
        let mut extra = Bytes::default();
        extra.u64(measure.bytes);
        extra.u64(measure.bytes);
        if small(*offset) == u32::MAX {
            extra.u64(*offset);
        }
        out.u32(0x0201_4b50);
        // Made by Unix.
        out.u16(3 << 8 | VERSION);
        out.common(measure.crc, u32::MAX, u32::MAX, name);
        out.u16(extra.0.len() as u16 + 4);
        // No comment, first disk, no inner attributes.
        (0..3).for_each(|_| out.u16(0));
        out.u32(ATTRIBUTES);
        out.u32(small(*offset));
        out.0.extend_from_slice(name.as_bytes());
        out.u16(1);
        out.u16(extra.0.len() as u16);
        out.0.append(&mut extra.0);
    }
    let size = out.0.len() as u64;
    let count = entries.len() as u16;
    let is_large = start >= large || size >= large;
    if is_large {
        out.u32(0x0606_4b50);
        out.u64(44);
        out.u16(3 << 8 | VERSION);
        out.u16(VERSION);
        out.u32(0);
        out.u32(0);
        out.u64(count.into());
        out.u64(count.into());
        out.u64(size);
        out.u64(start);
        out.u32(0x0706_4b50);
        out.u32(0);
        out.u64(start + size);
        out.u32(1);
    }
    out.u32(0x0605_4b50);
    out.u16(0);
    out.u16(0);
    out.u16(count);
    out.u16(count);
    let small = |number: u64| if is_large { u32::MAX } else { number as u32 };
    out.u32(small(size));
    out.u32(small(start));
    out.u16(0);
    out.0
}

/// Numbers with the lowest byte first.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn u16(&mut self, number: u16) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn u32(&mut self, number: u32) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    fn u64(&mut self, number: u64) {
        self.0.extend_from_slice(&number.to_le_bytes());
    }

    /// What local headers and the directory have in common, up to the length of the name.
    fn common(&mut self, crc: u32, packed: u32, size: u32, name: &str) {
        self.u16(VERSION);
        self.u16(FLAGS);
        // Stored, at midnight.
        self.u16(0);
        self.u16(0);
        self.u16(DATE);
        self.u32(crc);
        self.u32(packed);
        self.u32(size);
        self.u16(name.len() as u16);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::*;
    use crate::export::measured::measure_of;
    use ::zip::ZipArchive;
    use std::io::{Cursor, Read};

    #[test]
    fn entries_are_read_back_with_and_without_zip64() {
        for large in [u64::from(u32::MAX), 40, 1] {
            let contents: [(&str, &[u8]); 3] =
                [("archive/data.warc.gz", b"records"), ("a/empty", b""), ("b", &[7; 500])];
            let (mut file, mut entries) = (Vec::new(), Vec::new());
            for (name, content) in contents {
                let measure = measure_of(content);
                let offset = file.len() as u64;
                file.extend(local_header(name, measure.bytes, measure.crc));
                assert_eq!(file.len() as u64, offset + local_length(name));
                file.extend_from_slice(content);
                entries.push(ZipEntry { name, offset, measure });
                assert_eq!(entries.last().unwrap().end(), file.len() as u64);
            }
            file.extend(directory_with(&entries, large));
            let mut zip = ZipArchive::new(Cursor::new(file)).unwrap();
            for (index, (name, content)) in contents.into_iter().enumerate() {
                let mut entry = zip.by_index(index).unwrap();
                let mut found = Vec::new();
                entry.read_to_end(&mut found).unwrap();
                assert_eq!((&*entry.name().unwrap(), &found[..]), (name, content), "{large}");
            }
        }
    }
}
