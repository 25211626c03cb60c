//! Keeps the bytes of a response: in memory while they are few, otherwise in a file without a name.
//!
//! The file is unlinked as soon as it is created, so that nothing is left behind however the process ends. Writing to
//! it blocks; but it is a copy of at most one read buffer into the page cache, and handing that to another thread would
//! cost more.
//!
//! A response that becomes too long for memory and repeats itself, as answers without an end do, is compressed and
//! hashed while it is received, if the caller wants that: writing and reading a hundred times as many bytes would cost
//! more. What is kept is then the deflated block of a WARC record. A few responses at a time are treated like this,
//! because each compressor needs memory.

mod kept;

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicUsize, Ordering};

use stodola_warc::write::{BlockPacker, BlockReader, PackedBlock};

use crate::settings::SpoolSettings;
use kept::Kept;
pub use kept::KeptReader;

/// Maximum number of responses that are compressed at a time, in the whole process. Each needs at most 0.5 MiB.
const PACKED_AT_ONCE: usize = 24;
/// Compressed bytes that are collected before they are kept.
const PIECE: usize = 16 << 10;

/// Number of responses that are being compressed.
static PACKING: AtomicUsize = AtomicUsize::new(0);

/// The bytes of a response.
#[derive(Debug)]
pub struct Spool {
    settings: SpoolSettings,
    state: State,
}

#[derive(Debug)]
enum State {
    Plain(Kept),
    /// The response is compressed while it is received.
    Packing(Box<Packing>),
    /// It was compressed, and ended.
    Packed(PackedBlock, Kept),
    /// Compressing failed: nothing of it can be used.
    Failed,
}

struct Packing {
    packer: BlockPacker,
    kept: Kept,
    /// Compressed bytes that are not kept yet.
    fresh: Vec<u8>,
    length: u64,
    _place: Place,
}

impl std::fmt::Debug for Packing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Packing").field("length", &self.length).finish_non_exhaustive()
    }
}

/// One of the places for responses that are compressed; free again when it is dropped.
struct Place;

impl Place {
    fn take() -> Option<Place> {
        if PACKING.fetch_add(1, Ordering::Relaxed) < PACKED_AT_ONCE {
            return Some(Place);
        }
        PACKING.fetch_sub(1, Ordering::Relaxed);
        None
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        PACKING.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Packing {
    /// Begins to compress a response, if it is wanted and pays.
    fn begin(settings: &SpoolSettings, first: &[u8]) -> io::Result<Option<Packing>> {
        let Some(algorithm) = settings.packs else { return Ok(None) };
        let Some(place) = Place::take() else { return Ok(None) };
        let mut fresh = Vec::new();
        let packer = BlockPacker::begin(first, algorithm, &mut fresh)?;
        let length = first.len() as u64;
        Ok(packer.map(|packer| Packing {
            packer,
            kept: Kept::default(),
            fresh,
            length,
            _place: place,
        }))
    }

    fn push(&mut self, more: &[u8], settings: &SpoolSettings) -> io::Result<()> {
        self.packer.push(more, &mut self.fresh)?;
        self.length += more.len() as u64;
        if self.fresh.len() >= PIECE {
            self.kept.push(&self.fresh, settings)?;
            self.fresh.clear();
        }
        Ok(())
    }

    fn finish(mut self, settings: &SpoolSettings) -> io::Result<(PackedBlock, Kept)> {
        let block = self.packer.finish(&mut self.fresh)?;
        self.kept.push(&self.fresh, settings)?;
        Ok((block, self.kept))
    }
}

impl Spool {
    /// Creates an empty spool.
    pub fn new(settings: &SpoolSettings) -> Spool {
        Spool { settings: settings.clone(), state: State::Plain(Kept::default()) }
    }

    /// Number of bytes.
    pub fn len(&self) -> u64 {
        match &self.state {
            State::Plain(kept) => kept.len(),
            State::Packing(packing) => packing.length,
            State::Packed(block, _) => block.length(),
            State::Failed => 0,
        }
    }

    /// Whether there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes, if they are in memory; otherwise `None`.
    pub fn in_memory(&self) -> Option<&[u8]> {
        match &self.state {
            State::Plain(kept) => kept.in_memory(),
            State::Packing(_) | State::Packed(..) | State::Failed => None,
        }
    }

    /// The response as the block of a WARC record that was compressed while it was received, and its compressed bytes;
    /// `None` if it was not.
    pub fn packed(&self) -> Option<(&PackedBlock, KeptReader<'_>)> {
        match &self.state {
            State::Packed(block, kept) => Some((block, kept.reader())),
            State::Plain(_) | State::Packing(_) | State::Failed => None,
        }
    }

    /// Returns a reader from the first byte on. Several readers are independent of each other. Long responses can be
    /// read after [`end`](Spool::end) only; to seek back in one that was compressed costs reading it again.
    pub fn reader(&self) -> SpoolReader<'_> {
        SpoolReader { spool: self, at: 0, open: None }
    }

    /// Appends bytes.
    pub fn push(&mut self, more: &[u8]) -> io::Result<()> {
        match &mut self.state {
            State::Plain(kept) => {
                if let Some(bytes) = kept.in_memory()
                    && bytes.len().saturating_add(more.len()) > self.settings.memory
                    && let Some(mut packing) = Packing::begin(&self.settings, bytes)?
                {
                    packing.push(more, &self.settings)?;
                    self.state = State::Packing(Box::new(packing));
                    return Ok(());
                }
                kept.push(more, &self.settings)
            }
            State::Packing(packing) => packing.push(more, &self.settings),
            State::Packed(..) | State::Failed => Err(io::Error::other("the response has ended")),
        }
    }

    /// Ends the response: no more bytes come.
    pub fn end(&mut self) -> io::Result<()> {
        let state = std::mem::replace(&mut self.state, State::Failed);
        self.state = match state {
            State::Packing(packing) => {
                let (block, kept) = packing.finish(&self.settings)?;
                State::Packed(block, kept)
            }
            ended @ (State::Plain(_) | State::Packed(..) | State::Failed) => ended,
        };
        Ok(())
    }
}

/// Reads a spool, see [`Spool::reader`].
#[derive(Debug)]
pub struct SpoolReader<'a> {
    spool: &'a Spool,
    at: u64,
    /// Decompresses a response that was compressed, with its position.
    open: Option<Box<(u64, BlockReader<KeptReader<'a>>)>>,
}

impl Clone for SpoolReader<'_> {
    fn clone(&self) -> Self {
        SpoolReader { spool: self.spool, at: self.at, open: None }
    }
}

impl Read for SpoolReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let count = match &self.spool.state {
            State::Plain(kept) => kept.read_at(buf, self.at)?,
            State::Packed(block, kept) => {
                let open = self.open.take().filter(|open| open.0 <= self.at);
                let mut open = open.unwrap_or_else(|| Box::new((0, block.reader(kept.reader()))));
                let skipped = self.at - open.0;
                let found = io::copy(&mut (&mut open.1).take(skipped), &mut io::sink())?;
                let count = if found < skipped { 0 } else { open.1.read(buf)? };
                open.0 += found + count as u64;
                self.open = Some(open);
                count
            }
            State::Packing(_) | State::Failed => {
                return Err(io::Error::other("the response has not ended"));
            }
        };
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for SpoolReader<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let target = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.spool.len().checked_add_signed(by),
        };
        let before = || io::Error::new(io::ErrorKind::InvalidInput, "seek before the start");
        self.at = target.ok_or_else(before)?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_pushed_is_read_on_both_sides_of_the_threshold() {
        let folder = tempfile::tempdir().unwrap();
        for (pieces, in_memory) in [
            (vec![], true),
            (vec![10], true),
            (vec![7, 3], true),
            (vec![7, 4], false),
            (vec![30; 50], false),
        ] {
            let settings =
                SpoolSettings { memory: 10, folder: Some(folder.path().to_owned()), packs: None };
            let mut spool = Spool::new(&settings);
            let mut expected = Vec::new();
            for (number, length) in pieces.iter().enumerate() {
                let piece = vec![b'a' + (number % 26) as u8; *length];
                spool.push(&piece).unwrap();
                expected.extend(piece);
            }
            let mut found = Vec::new();
            spool.reader().read_to_end(&mut found).unwrap();
            assert_eq!(found, expected);
            assert_eq!(spool.len(), expected.len() as u64);
            assert_eq!(spool.in_memory().is_some(), in_memory, "{pieces:?}");
            // The file has no name.
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        }
    }

    #[test]
    fn readers_are_independent_and_seek() {
        for memory in [0, 100] {
            let mut spool = Spool::new(&SpoolSettings { memory, folder: None, packs: None });
            spool.push(b"0123456789").unwrap();
            let (mut one, mut two) = (spool.reader(), spool.reader());
            assert_eq!(one.seek(SeekFrom::End(-3)).unwrap(), 7);
            let (mut first, mut second) = (String::new(), String::new());
            two.read_to_string(&mut second).unwrap();
            one.read_to_string(&mut first).unwrap();
            assert_eq!((first.as_str(), second.as_str()), ("789", "0123456789"));
            assert_eq!(one.seek(SeekFrom::Start(99)).unwrap(), 99);
            assert_eq!(one.read(&mut [0; 4]).unwrap(), 0);
            assert!(one.seek(SeekFrom::Current(-100)).is_err());
        }
    }

    #[test]
    fn memory_stays_below_the_threshold() {
        let mut spool = Spool::new(&SpoolSettings { memory: 1000, folder: None, packs: None });
        for _ in 0..100 {
            spool.push(&[0; 9]).unwrap();
            if let State::Plain(Kept::Memory(bytes)) = &spool.state {
                assert!(bytes.capacity() <= 1000);
            }
        }
    }

    fn repeating(length: usize) -> Vec<u8> {
        let head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
        let text: Vec<u8> = (0..1000_u32).map(|at| (at * at % 251) as u8).collect();
        let chunk = [b"3e8\r\n", &text[..], b"\r\n"].concat();
        let mut bytes = head;
        while bytes.len() < length {
            bytes.extend_from_slice(&chunk);
        }
        bytes.truncate(length);
        bytes
    }

    #[test]
    fn a_long_response_that_repeats_is_packed_and_read_as_it_was() {
        use stodola_warc::digest::Algorithm;
        use stodola_warc::write::ResponseDigests;
        let settings =
            SpoolSettings { memory: 100 << 10, packs: Some(Algorithm::Sha1), folder: None };
        let mut bytes = repeating(3 << 20);
        bytes.extend((0..300_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8));
        for (step, length) in [(1000, bytes.len()), (32_768, bytes.len()), (777, 1_200_001)] {
            let bytes = &bytes[..length];
            let mut spool = Spool::new(&settings);
            for piece in bytes.chunks(step) {
                spool.push(piece).unwrap();
            }
            assert!(spool.reader().read(&mut [0; 1]).is_err(), "it has not ended");
            spool.end().unwrap();
            assert_eq!(spool.len(), length as u64);
            let (block, mut kept) = spool.packed().unwrap();
            assert_eq!(block.digests(), &ResponseDigests::of_slice(bytes, Algorithm::Sha1));
            assert!(block.stored() < 400_000);
            assert_eq!(io::copy(&mut kept, &mut io::sink()).unwrap(), block.stored());
            let mut reader = spool.reader();
            for from in [0, 500_000, 10, length - 5, length, length + 9] {
                reader.seek(SeekFrom::Start(from as u64)).unwrap();
                let mut found = Vec::new();
                reader.read_to_end(&mut found).unwrap();
                assert!(found == bytes[from.min(length)..], "{from}");
            }
            assert!(spool.push(b"x").is_err());
        }
    }

    #[test]
    fn what_does_not_repeat_or_is_not_wanted_packed_is_kept_as_it_is() {
        use stodola_warc::digest::Algorithm;
        let noise: Vec<u8> =
            (0..300_000_u32).map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let noise = [b"HTTP/1.1 200 OK\r\n\r\n", &noise[..]].concat();
        let headless = repeating(300_000).split_off(50);
        let packs = Some(Algorithm::Sha1);
        for (bytes, packs) in [(noise, packs), (headless, packs), (repeating(300_000), None)] {
            let mut spool = Spool::new(&SpoolSettings { memory: 100 << 10, packs, folder: None });
            bytes.chunks(9000).for_each(|piece| spool.push(piece).unwrap());
            spool.end().unwrap();
            assert!(spool.packed().is_none());
            let mut found = Vec::new();
            spool.reader().read_to_end(&mut found).unwrap();
            assert!(found == bytes);
        }
    }
}
