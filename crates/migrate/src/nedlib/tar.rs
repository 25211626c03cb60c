//! Lists the members of a tar: names, places, lengths.
//!
//! The forms of V7, POSIX and GNU are read, with their long names and large sizes. After a damaged header, everything
//! up to the next good one is lost; several tars one after another count as one. Names longer than [`MAX_EXTENSION`]
//! are refused, so that memory is bounded.

use std::io::{self, Read, Seek};

use super::Damage;
use super::index::{Index, Member, State};

/// Bytes of a block; everything in a tar begins at a multiple of this.
pub(super) const BLOCK: u64 = 512;

/// Bytes of the longest header extension, which contains the name of the member after it.
const MAX_EXTENSION: u64 = 64 * 1024;

/// Returns whether a tar, which may be damaged, can begin with this block.
pub(super) fn is_start(block: &[u8]) -> bool {
    block
        .first_chunk()
        .is_some_and(|block| block[257..].starts_with(b"ustar") || Header::parse(block).is_some())
}

/// Lists what is found in the first `len` bytes.
pub(super) fn index(
    file: &mut (impl Read + Seek),
    len: u64,
    index: &mut Index,
) -> io::Result<Vec<Damage>> {
    let mut scan =
        Scan { file, len, position: 0, damage: Vec::new(), long: Long::default(), ended: false };
    while scan.step(index)? {}
    if !scan.ended && len > 0 {
        scan.note(scan.position, 0, "the end mark is missing, so the file may be cut");
    }
    Ok(scan.damage)
}

struct Scan<'a, F> {
    file: &'a mut F,
    len: u64,
    position: u64,
    damage: Vec<Damage>,
    long: Long,
    /// Whether the last block was empty, as at the end of a tar.
    ended: bool,
}

/// What header extensions say about the next member.
#[derive(Default)]
struct Long {
    name: Option<Vec<u8>>,
    size: Option<u64>,
}

impl<F: Read + Seek> Scan<'_, F> {
    /// Reads one header. Returns whether there may be more.
    fn step(&mut self, index: &mut Index) -> io::Result<bool> {
        let start = self.position;
        let Some(block) = self.block()? else { return Ok(false) };
        if block.iter().all(|&b| b == 0) {
            self.ended = true;
            return Ok(true);
        }
        self.ended = false;
        let Some(header) = Header::parse(&block) else {
            return self.skip_damage(start);
        };
        let size = match self.long.size {
            Some(size) if !header.is_extension() => size,
            _ => header.size,
        };
        if header.is_extension() {
            return self.extension(&header, size);
        }
        let long = std::mem::take(&mut self.long);
        let name = long.name.unwrap_or(header.name);
        let at = self.position;
        let state = match header.kind {
            b'5' => return self.skip(size),
            b'1' | b'2' | b'3' | b'4' | b'6' => State::NotAFile,
            b'S' => State::Sparse,
            _ if name.ends_with(b"/") => return self.skip(size),
            _ => State::Good,
        };
        let size = if state == State::NotAFile { 0 } else { size };
        if size > self.len - at {
            index.push(&name, Member::new(at, self.len - at, State::Truncated))?;
            // The member tells; nothing else is missing for certain.
            self.ended = true;
            return Ok(false);
        }
        index.push(&name, Member::new(at, size, state))?;
        self.skip(size)
    }

    /// Reads a header extension: a long name or other data of the next member.
    fn extension(&mut self, header: &Header, size: u64) -> io::Result<bool> {
        let start = self.position;
        if size > self.len - start {
            self.note(start, self.len - start, "ends within a header");
            self.ended = true;
            return Ok(false);
        }
        if size > MAX_EXTENSION {
            self.note(start, size, "a name is longer than 64 KiB");
            return self.skip(size);
        }
        let mut data = Vec::new();
        self.file.by_ref().take(size).read_to_end(&mut data)?;
        self.position += data.len() as u64;
        match header.kind {
            b'L' => self.long.name = Some(until_nul(&data).to_vec()),
            b'x' => self.pax(&data),
            // Names of links, and words on all members: nothing of use.
            _ => (),
        }
        let padding = size.next_multiple_of(BLOCK) - size;
        self.skip_exactly(padding.min(self.len - self.position))?;
        Ok(true)
    }

    /// Reads lines of `LENGTH NAME=VALUE`; the length is that of the whole line.
    fn pax(&mut self, mut data: &[u8]) {
        while let Some(space) = data.iter().position(|&b| b == b' ') {
            let Some(length) = decimal(&data[..space]) else { return };
            let Ok(length) = usize::try_from(length) else { return };
            let Some(line) = data.get(space + 1..length) else { return };
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            if let Some(path) = line.strip_prefix(b"path=") {
                self.long.name = Some(path.to_vec());
            } else if let Some(size) = line.strip_prefix(b"size=") {
                self.long.size = decimal(size);
            }
            data = &data[length..];
        }
    }

    /// Looks for the next header, or the end. Returns whether there is a header.
    fn skip_damage(&mut self, start: u64) -> io::Result<bool> {
        self.long = Long::default();
        loop {
            let here = self.position;
            let block = self.block()?;
            let good =
                block.is_some_and(|b| Header::parse(&b).is_some() || b.iter().all(|&b| b == 0));
            if good || block.is_none() {
                self.note(start, here - start, "a header is missing");
                self.position = here;
                self.file.seek(io::SeekFrom::Start(here))?;
                return Ok(good);
            }
        }
    }

    /// Returns the next block, or `None` at the end. An incomplete block is noted as damage.
    fn block(&mut self) -> io::Result<Option<[u8; BLOCK as usize]>> {
        let left = self.len - self.position;
        if left < BLOCK {
            if left > 0 {
                self.note(self.position, left, "ends within a block");
                self.position = self.len;
                self.ended = true;
            }
            return Ok(None);
        }
        let mut block = [0; BLOCK as usize];
        self.file.read_exact(&mut block)?;
        self.position += BLOCK;
        Ok(Some(block))
    }

    /// Skips this many bytes and the padding of their last block.
    fn skip(&mut self, size: u64) -> io::Result<bool> {
        let left = self.len - self.position;
        let size = size.checked_next_multiple_of(BLOCK).unwrap_or(u64::MAX).min(left);
        self.skip_exactly(size)?;
        Ok(true)
    }

    fn skip_exactly(&mut self, size: u64) -> io::Result<()> {
        self.position += size;
        // At most the length of a file, which is an i64 on every system.
        self.file.seek_relative(i64::try_from(size).unwrap_or(i64::MAX))
    }

    fn note(&mut self, offset: u64, len: u64, what: &'static str) {
        Damage::note(&mut self.damage, Damage { offset, len, what });
    }
}

struct Header {
    name: Vec<u8>,
    size: u64,
    kind: u8,
}

impl Header {
    /// Returns the header in a block; `None` if its checksum is wrong.
    fn parse(block: &[u8; BLOCK as usize]) -> Option<Header> {
        const CHECKSUM: std::ops::Range<usize> = 148..156;
        let expected = octal(&block[CHECKSUM])?;
        let counted = |(at, byte): (usize, &u8)| if CHECKSUM.contains(&at) { b' ' } else { *byte };
        let sum: u64 = block.iter().enumerate().map(counted).map(u64::from).sum();
        // Old programs added up signed bytes.
        let signed: i64 = block.iter().enumerate().map(counted).map(|b| i64::from(b as i8)).sum();
        if sum != expected && i64::try_from(expected) != Ok(signed) {
            return None;
        }
        let size = &block[124..136];
        let size = if size[0] & 0x80 == 0 { octal(size)? } else { base256(size)? };
        let mut name = until_nul(&block[..100]).to_vec();
        let prefix = until_nul(&block[345..500]);
        if &block[257..263] == b"ustar\0" && !prefix.is_empty() {
            name = [prefix, b"/", &name].concat();
        }
        let kind = block[156];
        let is_extension = matches!(kind, b'L' | b'K' | b'x' | b'g');
        (is_extension || !name.is_empty()).then_some(Header { name, size, kind })
    }

    fn is_extension(&self) -> bool {
        matches!(self.kind, b'L' | b'K' | b'x' | b'g')
    }
}

fn until_nul(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len())]
}

/// Reads an octal number with spaces around it; no digits mean zero.
fn octal(field: &[u8]) -> Option<u64> {
    let digits = until_nul(field.trim_ascii_start()).trim_ascii();
    digits.iter().try_fold(0_u64, |value, &digit| match digit {
        b'0'..=b'7' => value.checked_mul(8)?.checked_add(u64::from(digit - b'0')),
        _ => None,
    })
}

/// Reads a number in GNU's form for numbers that are too large for octal digits.
fn base256(field: &[u8]) -> Option<u64> {
    let (first, rest) = field.split_first()?;
    if *first != 0x80 {
        return None; // negative, or beyond all measure
    }
    rest.iter().try_fold(0_u64, |value, &b| value.checked_mul(256)?.checked_add(u64::from(b)))
}

fn decimal(digits: &[u8]) -> Option<u64> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}
