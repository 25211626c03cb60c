//! Lists the entries of a zip: names, places, lengths.
//!
//! The directory at the end is read entry by entry, so that memory does not depend on its size. A zip without its
//! directory is read from the start, header by header.

use std::io::{self, Read, Seek, SeekFrom};

use super::Damage;
use super::content::{Shared, invalid, read_at};
use super::index::{Index, Member, State};

/// Compression methods that are read.
pub(super) const STORED: u16 = 0;
pub(super) const DEFLATED: u16 = 8;

const LOCAL: &[u8] = b"PK\x03\x04";
const CENTRAL: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
const END_64: &[u8] = b"PK\x06\x06";
const LOCATOR_64: &[u8] = b"PK\x06\x07";

const LOCAL_LEN: usize = 30;
const CENTRAL_LEN: usize = 46;
const END_LEN: usize = 22;
const LOCATOR_LEN: usize = 20;

/// Returns whether a zip may begin with these bytes.
pub(super) fn is_start(head: &[u8]) -> bool {
    head.starts_with(LOCAL)
}

/// Lists the entries.
pub(super) fn index(
    file: &mut (impl Read + Seek),
    len: u64,
    index: &mut Index,
) -> io::Result<Vec<Damage>> {
    let mut damage = Vec::new();
    let end = match find_directory(file, len)? {
        Some(directory) => {
            read_directory(file, &directory, index, &mut damage)?;
            directory.start
        }
        None => {
            let what = "the directory is missing; the file was read without it";
            Damage::note(&mut damage, Damage { offset: len, len: 0, what });
            read_local_headers(file, len, index, &mut damage)?;
            len
        }
    };
    index.mark_overlaps(LOCAL_LEN as u64, end);
    Ok(damage)
}

/// Returns the offset of the data of an entry, after its local header.
pub(super) fn data_start(file: &Shared, header: u64) -> io::Result<u64> {
    let mut local = [0; LOCAL_LEN];
    let mut filled = 0;
    while filled < LOCAL_LEN {
        match read_at(file, header + filled as u64, &mut local[filled..])? {
            0 => return Err(invalid("no local header")),
            count => filled += count,
        }
    }
    if !local.starts_with(LOCAL) {
        return Err(invalid("no local header"));
    }
    let variable = u64::from(le16(&local, 26)) + u64::from(le16(&local, 28));
    header.checked_add(LOCAL_LEN as u64 + variable).ok_or_else(|| invalid("beyond the end"))
}

struct Directory {
    start: u64,
    len: u64,
    entries: u64,
    /// Bytes to add to all offsets, because there is something before the zip.
    shift: u64,
}

fn find_directory(file: &mut (impl Read + Seek), len: u64) -> io::Result<Option<Directory>> {
    // The end is followed by a comment of at most 65,535 bytes.
    let tail_len = len.min((END_LEN + usize::from(u16::MAX) + LOCATOR_LEN) as u64);
    let tail_start = len - tail_len;
    file.seek(SeekFrom::Start(tail_start))?;
    let mut tail = Vec::new();
    file.by_ref().take(tail_len).read_to_end(&mut tail)?;
    let candidates = (0..tail.len().saturating_sub(END_LEN - 1)).rev();
    let Some(at) = candidates.into_iter().find(|&at| {
        let comment = || tail.len() - at - END_LEN;
        tail[at..].starts_with(END) && usize::from(le16(&tail, at + 20)) <= comment()
    }) else {
        return Ok(None);
    };
    let mut end_at = tail_start + at as u64;
    let mut entries = u64::from(le16(&tail, at + 10));
    let mut size = u64::from(le32(&tail, at + 12));
    let mut offset = u64::from(le32(&tail, at + 16));
    let locator = at.checked_sub(LOCATOR_LEN).filter(|&l| tail[l..].starts_with(LOCATOR_64));
    if let Some(locator) = locator {
        let claimed = le64(&tail, locator + 8);
        if let Some(end) = read_end_64(file, claimed, len)? {
            (entries, size, offset) = (le64(&end, 32), le64(&end, 40), le64(&end, 48));
            end_at = claimed;
        }
    }
    let Some(start) = end_at.checked_sub(size) else { return Ok(None) };
    let shift = start.checked_sub(offset);
    Ok(shift.map(|shift| Directory { start, len: size, entries, shift }))
}

fn read_end_64(file: &mut (impl Read + Seek), at: u64, len: u64) -> io::Result<Option<[u8; 56]>> {
    let mut end = [0; 56];
    if at.checked_add(end.len() as u64).is_none_or(|e| e > len) {
        return Ok(None);
    }
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(&mut end)?;
    Ok(end.starts_with(END_64).then_some(end))
}

fn read_directory(
    file: &mut (impl Read + Seek),
    directory: &Directory,
    index: &mut Index,
    damage: &mut Vec<Damage>,
) -> io::Result<()> {
    file.seek(SeekFrom::Start(directory.start))?;
    let mut rest = file.by_ref().take(directory.len);
    let mut entries = 0_u64;
    let mut variable = Vec::new();
    while rest.limit() > 0 {
        let offset = directory.start + directory.len - rest.limit();
        let mut header = [0; CENTRAL_LEN];
        let whole = rest.limit() >= CENTRAL_LEN as u64;
        if !whole || rest.read_exact(&mut header).is_err() || !header.starts_with(CENTRAL) {
            let len = directory.start + directory.len - offset;
            Damage::note(damage, Damage { offset, len, what: "the directory is damaged" });
            return Ok(());
        }
        let name_len = usize::from(le16(&header, 28));
        let extra_len = usize::from(le16(&header, 30));
        let wanted = name_len + extra_len + usize::from(le16(&header, 32));
        variable.clear();
        rest.by_ref().take(wanted as u64).read_to_end(&mut variable)?;
        if variable.len() < wanted {
            let len = directory.start + directory.len - offset;
            Damage::note(damage, Damage { offset, len, what: "the directory is damaged" });
            return Ok(());
        }
        entries += 1;
        let (name, extra) = (&variable[..name_len], &variable[name_len..name_len + extra_len]);
        let mut fields = [le32(&header, 24), le32(&header, 20), le32(&header, 42)].map(u64::from);
        widen(&mut fields, extra);
        let [len, packed, at] = fields;
        // Made on Unix, and a link there.
        let link = header[5] == 3 && (le32(&header, 38) >> 16) & 0o170_000 == 0o120_000;
        let entry = Entry {
            flags: le16(&header, 8),
            method: le16(&header, 10),
            crc: le32(&header, 16),
            packed,
            len,
            at: at.saturating_add(directory.shift),
            link,
        };
        entry.push(name, index)?;
    }
    // The old field counts modulo 65,536.
    if entries % 65_536 != directory.entries % 65_536 {
        let what = "the directory gives another number of entries";
        Damage::note(damage, Damage { offset: directory.start, len: 0, what });
    }
    Ok(())
}

/// Reads headers from the start, as long as each says where the next one is.
fn read_local_headers(
    file: &mut (impl Read + Seek),
    len: u64,
    index: &mut Index,
    damage: &mut Vec<Damage>,
) -> io::Result<()> {
    let mut at = 0;
    let mut variable = Vec::new();
    while len - at >= LOCAL_LEN as u64 {
        file.seek(SeekFrom::Start(at))?;
        let mut header = [0; LOCAL_LEN];
        file.read_exact(&mut header)?;
        let (name_len, extra_len) =
            (usize::from(le16(&header, 26)), usize::from(le16(&header, 28)));
        let flags = le16(&header, 6);
        variable.clear();
        file.by_ref().take((name_len + extra_len) as u64).read_to_end(&mut variable)?;
        let whole = variable.len() == name_len + extra_len;
        let streamed = flags & 8 != 0;
        if !header.starts_with(LOCAL) || !whole || streamed {
            break;
        }
        let mut fields = [u64::from(le32(&header, 22)), u64::from(le32(&header, 18)), 0];
        widen(&mut fields, &variable[name_len..]);
        let [unpacked, packed, _] = fields;
        let method = le16(&header, 8);
        let entry =
            Entry { flags, method, crc: le32(&header, 14), packed, len: unpacked, at, link: false };
        entry.push(&variable[..name_len], index)?;
        let data = at + (LOCAL_LEN + name_len + extra_len) as u64;
        match data.checked_add(packed).filter(|&next| next <= len) {
            Some(next) => at = next,
            None => return Ok(()), // the entry is marked as cut off
        }
    }
    if at < len {
        Damage::note(damage, Damage { offset: at, len: len - at, what: "no more headers" });
    }
    Ok(())
}

/// Replaces numbers that do not fit in 32 bits by those of the extra field: unpacked length, packed length and offset,
/// each only if needed.
fn widen(fields: &mut [u64; 3], mut extra: &[u8]) {
    const ID: u16 = 1;
    while extra.len() >= 4 {
        let (id, len) = (le16(extra, 0), usize::from(le16(extra, 2)));
        let Some(mut data) = extra.get(4..4 + len) else { return };
        if id == ID {
            for field in fields.iter_mut().filter(|f| **f == u64::from(u32::MAX)) {
                let Some((value, rest)) = data.split_first_chunk() else { return };
                (*field, data) = (u64::from_le_bytes(*value), rest);
            }
            return;
        }
        extra = &extra[4 + len..];
    }
}

struct Entry {
    flags: u16,
    method: u16,
    crc: u32,
    packed: u64,
    len: u64,
    at: u64,
    link: bool,
}

impl Entry {
    fn push(&self, name: &[u8], index: &mut Index) -> io::Result<()> {
        if name.ends_with(b"/") || name.ends_with(b"\\") {
            return Ok(());
        }
        let state = if self.link {
            State::NotAFile
        } else if self.flags & 1 != 0 {
            State::Encrypted
        } else if !matches!(self.method, STORED | DEFLATED) {
            State::UnknownMethod
        } else {
            State::Good
        };
        let mut member = Member::new(self.at, self.len, state);
        (member.packed, member.crc, member.method) = (self.packed, self.crc, self.method);
        index.push(name, member)
    }
}

/// Returns the number at an offset. The caller has checked that there are enough bytes.
fn le16(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |b| u16::from_le_bytes(*b))
}

fn le32(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |b| u32::from_le_bytes(*b))
}

fn le64(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |b| u64::from_le_bytes(*b))
}
