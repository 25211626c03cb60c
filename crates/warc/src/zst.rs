//! A zstd frame: what its header says, and streaming decoding with the dictionary of the file.

use std::io;
use zstd::stream::raw::{Decoder, InBuffer, Operation, OutBuffer};
use zstd::zstd_safe::DParameter;

/// Magic number of a data frame.
pub(crate) const MAGIC: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
/// Magic number of the skippable frame that holds the dictionary of a `.warc.zst` file.
pub(crate) const DICTIONARY_MAGIC: &[u8] = &[0x5d, 0x2a, 0x4d, 0x18];
/// Bytes of the largest dictionary that the WARC-zstd rules allow.
pub(crate) const MAX_DICTIONARY: usize = 8 << 20;
/// Largest window, as base-2 logarithm: 32 MiB, four times what the rules require.
const WINDOW_LOG_MAX: u32 = 25;

/// Returns whether the bytes start with one of the sixteen magic numbers of skippable frames.
pub(crate) fn is_skippable(bytes: &[u8]) -> bool {
    matches!(bytes, [low, 0x2a, 0x4d, 0x18, ..] if low & 0xf0 == 0x50)
}

/// Returns what the frame header lacks by the WARC-zstd rules; `None` if it lacks nothing.
pub(crate) fn lacks(frame: &[u8]) -> Option<&'static str> {
    let descriptor = *frame.get(4)?;
    let has_size = descriptor >> 6 != 0 || descriptor & 0x20 != 0;
    let has_checksum = descriptor & 0x04 != 0;
    match (has_size, has_checksum) {
        (true, true) => None,
        (true, false) => Some("it has no content checksum"),
        (false, true) => Some("it has no content size"),
        (false, false) => Some("it has neither content size nor content checksum"),
    }
}

/// Returns the dictionary in a frame, which may be compressed itself; `None` if it cannot be decoded.
pub(crate) fn dictionary(content: &[u8]) -> Option<Vec<u8>> {
    if !content.starts_with(MAGIC) {
        return Some(content.to_vec());
    }
    let mut decoder = Decoder::new().ok()?;
    decoder.set_parameter(DParameter::WindowLogMax(WINDOW_LOG_MAX)).ok()?;
    let mut out = vec![0; MAX_DICTIONARY];
    let (mut consumed, mut produced) = (0, 0);
    loop {
        let mut input = InBuffer::around(&content[consumed..]);
        let mut output = OutBuffer::around(&mut out[produced..]);
        let hint = decoder.run(&mut input, &mut output).ok()?;
        let step = (input.pos(), output.pos());
        consumed += step.0;
        produced += step.1;
        if hint == 0 {
            out.truncate(produced);
            return Some(out);
        }
        if step == (0, 0) {
            return None;
        }
    }
}

/// The frame decoder of one file.
pub(crate) struct Frames {
    decoder: Decoder<'static>,
    /// Where the current frame starts in the file.
    pub(crate) offset: u64,
    /// True until the first step into the frame.
    is_new: bool,
    /// Bytes that the decoder needs next: those of one block.
    wanted: usize,
    /// Whether decoded bytes may be waiting in the decoder because there was no room.
    is_full: bool,
}

impl Frames {
    pub(crate) fn new(dictionary: &[u8]) -> io::Result<Self> {
        let mut decoder = Decoder::with_dictionary(dictionary)?;
        decoder.set_parameter(DParameter::WindowLogMax(WINDOW_LOG_MAX))?;
        Ok(Frames { decoder, offset: 0, is_new: true, wanted: 1, is_full: false })
    }

    pub(crate) fn start(&mut self, offset: u64) -> io::Result<()> {
        self.offset = offset;
        self.is_new = true;
        self.is_full = false;
        self.decoder.reinit()
    }

    /// Decodes some bytes. Returns the consumed and produced bytes, and whether the frame is complete.
    ///
    /// At a fault, also at a wrong checksum, the decoder drops everything that it decoded in the same call. So a frame
    /// is first tried at once, which is fastest; if that fails, or does not reach its end, the decoder gets one block
    /// at a time, and what came before the fault is kept.
    pub(crate) fn step(
        &mut self,
        input: &[u8],
        out: &mut [u8],
    ) -> io::Result<(usize, usize, bool)> {
        if std::mem::take(&mut self.is_new) {
            match self.run(input, out) {
                Err(_) => {
                    self.decoder.reinit()?;
                    self.wanted = 1;
                }
                result => return result,
            }
        }
        if std::mem::take(&mut self.is_full) {
            let flushed = self.run(&[], out)?;
            if flushed.1 > 0 || flushed.2 {
                return Ok(flushed);
            }
        }
        self.run(&input[..self.wanted.min(input.len())], out)
    }

    fn run(&mut self, input: &[u8], out: &mut [u8]) -> io::Result<(usize, usize, bool)> {
        let room = out.len();
        let mut input = InBuffer::around(input);
        let mut out = OutBuffer::around(out);
        self.wanted = self.decoder.run(&mut input, &mut out)?;
        self.is_full = out.pos() == room;
        Ok((input.pos(), out.pos(), self.wanted == 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_before_a_fault_is_kept() {
        let text: Vec<u8> = (0..600_000_u32).map(|n| (n.wrapping_mul(n) >> 7) as u8).collect();
        let mut compressor = zstd::bulk::Compressor::new(3).unwrap();
        compressor.include_checksum(true).unwrap();
        let mut frame = compressor.compress(&text).unwrap();
        let last = frame.len() - 1;
        frame[last] ^= 1; // in the checksum
        for (piece, room) in [(frame.len(), text.len() + 1), (frame.len(), 1000), (77, 300_000)] {
            let mut frames = Frames::new(&[]).unwrap();
            let (mut consumed, mut found) = (0, Vec::new());
            let mut out = vec![0; room];
            loop {
                let input = &frame[consumed..frame.len().min(consumed + piece)];
                let Ok((read, made, is_done)) = frames.step(input, &mut out) else { break };
                assert!(!is_done && read + made > 0);
                consumed += read;
                found.extend_from_slice(&out[..made]);
            }
            assert!(found == text, "{} bytes in pieces of {piece}", found.len());
        }
    }
}
