//! A gzip member: its header, and two ways to inflate it.
//!
//! [`Whole`] inflates a member in memory, with libdeflate, which is the fastest library but cannot stream and cannot
//! say what went wrong. [`Stream`] inflates all others: members of any size, and damaged ones, whose readable part it
//! returns before it reports the damage.

use flate2::{Decompress, FlushDecompress, Status};

pub(crate) const MAGIC: &[u8] = &[0x1f, 0x8b, 0x08];
/// Header fields (name, comment, extra) longer than this are taken for damage.
pub(crate) const MAX_HEADER: usize = 256 << 10;

/// What the first bytes of a member tell.
pub(crate) enum MemberHeader {
    /// The header is complete: its length, and something odd that does no harm.
    Complete(usize, Option<&'static str>),
    /// More bytes are needed.
    Partial,
    /// The bytes are not a gzip header.
    Bad(&'static str),
}

/// Reads a gzip header (RFC 1952, section 2.3).
pub(crate) fn parse_header(bytes: &[u8]) -> MemberHeader {
    const FHCRC: u8 = 2;
    const FEXTRA: u8 = 4;
    const FNAME: u8 = 8;
    const FCOMMENT: u8 = 16;
    const RESERVED: u8 = 0xe0;
    if bytes.len() < 10 {
        return MemberHeader::Partial;
    }
    if bytes[..2] != MAGIC[..2] {
        return MemberHeader::Bad("no gzip magic number");
    }
    if bytes[2] != 8 {
        return MemberHeader::Bad("unknown compression method");
    }
    let flags = bytes[3];
    if flags & RESERVED != 0 {
        return MemberHeader::Bad("reserved gzip flags are set");
    }
    let mut odd = None;
    let mut at = 10;
    if flags & FEXTRA != 0 {
        let Some(len) = bytes.get(at..at + 2) else { return MemberHeader::Partial };
        let len = usize::from(u16::from_le_bytes([len[0], len[1]]));
        at += 2;
        let Some(extra) = bytes.get(at..at + len) else { return MemberHeader::Partial };
        if !extra_is_well_formed(extra) {
            odd = Some("the extra field is not made of whole subfields");
        }
        at += len;
    }
    for flag in [FNAME, FCOMMENT] {
        if flags & flag != 0 {
            match memchr::memchr(0, &bytes[at..]) {
                Some(end) => at += end + 1,
                None if bytes.len() > MAX_HEADER => {
                    return MemberHeader::Bad("the gzip name or comment has no end");
                }
                None => return MemberHeader::Partial,
            }
        }
    }
    if flags & FHCRC != 0 {
        let Some(stored) = bytes.get(at..at + 2) else { return MemberHeader::Partial };
        let computed = libdeflater::crc32(&bytes[..at]) as u16;
        if u16::from_le_bytes([stored[0], stored[1]]) != computed {
            odd = Some("the CRC of the gzip header is wrong");
        }
        at += 2;
    }
    MemberHeader::Complete(at, odd)
}

fn extra_is_well_formed(mut extra: &[u8]) -> bool {
    while let [_, _, low, high, rest @ ..] = extra {
        let len = usize::from(u16::from_le_bytes([*low, *high]));
        let Some(rest) = rest.get(len..) else { return false };
        extra = rest;
    }
    extra.is_empty()
}

/// How an attempt to inflate a whole member ended.
pub(crate) enum WholeResult {
    Done {
        consumed: usize,
        produced: usize,
    },
    /// The output buffer is too small.
    TooLarge,
    /// The input ends too early, or it is damaged: the decoder cannot tell which.
    Failed,
}

/// A libdeflate decompressor.
pub(crate) struct Whole {
    raw: *mut libdeflate_sys::libdeflate_decompressor,
}

#[allow(unsafe_code, reason = "the safe wrapper does not tell where a member ends")]
mod whole {
    use super::{Whole, WholeResult};
    use libdeflate_sys as sys;

    // SAFETY: the decompressor is a block of memory without ties to the thread that made it.
    unsafe impl Send for Whole {}

    impl Whole {
        pub(crate) fn new() -> Self {
            // SAFETY: takes no arguments; a null result is checked for.
            let raw = unsafe { sys::libdeflate_alloc_decompressor() };
            assert!(!raw.is_null(), "out of memory");
            Whole { raw }
        }

        /// Inflates the member at the start of `input` into `out`, and verifies CRC and length.
        pub(crate) fn inflate(&mut self, input: &[u8], out: &mut [u8]) -> WholeResult {
            let (mut consumed, mut produced) = (0, 0);
            // SAFETY: both buffers are valid for the lengths given with them, the decompressor is
            // valid until drop, and the two counters outlive the call.
            let result = unsafe {
                sys::libdeflate_gzip_decompress_ex(
                    self.raw,
                    input.as_ptr().cast(),
                    input.len(),
                    out.as_mut_ptr().cast(),
                    out.len(),
                    &mut consumed,
                    &mut produced,
                )
            };
            match result {
                sys::libdeflate_result_LIBDEFLATE_SUCCESS => {
                    WholeResult::Done { consumed, produced }
                }
                sys::libdeflate_result_LIBDEFLATE_INSUFFICIENT_SPACE => WholeResult::TooLarge,
                _ => WholeResult::Failed,
            }
        }
    }

    impl Drop for Whole {
        fn drop(&mut self) {
            // SAFETY: allocated in `new`, freed only here.
            unsafe { sys::libdeflate_free_decompressor(self.raw) };
        }
    }
}

/// The result of one step of streaming inflation.
pub(crate) enum Step {
    /// Bytes that were consumed and produced; more may follow.
    More { consumed: usize, produced: usize },
    /// The deflate data ended; the trailer follows.
    DataEnd { consumed: usize, produced: usize },
    /// The data is damaged at or before this point.
    Damaged { consumed: usize, produced: usize, what: String },
}

/// A member being inflated piece by piece, after its header.
pub(crate) struct Stream {
    /// Where the member starts in the file.
    pub(crate) offset: u64,
    inflate: Decompress,
    crc: libdeflater::Crc,
    size: u64,
}

impl Stream {
    pub(crate) fn new(offset: u64) -> Self {
        Stream { offset, inflate: Decompress::new(false), crc: libdeflater::Crc::new(), size: 0 }
    }

    pub(crate) fn step(&mut self, input: &[u8], out: &mut [u8]) -> Step {
        let (before_in, before_out) = (self.inflate.total_in(), self.inflate.total_out());
        let status = self.inflate.decompress(input, out, FlushDecompress::None);
        let consumed = (self.inflate.total_in() - before_in) as usize;
        let produced = (self.inflate.total_out() - before_out) as usize;
        self.crc.update(&out[..produced]);
        self.size += produced as u64;
        match status {
            Ok(Status::StreamEnd) => Step::DataEnd { consumed, produced },
            Ok(Status::Ok | Status::BufError) => Step::More { consumed, produced },
            Err(e) => {
                // What the decoder says when asked again after a fault tells nothing.
                let message = e.message().filter(|m| !m.contains("bad state"));
                let what = message.unwrap_or("invalid deflate data").to_owned();
                Step::Damaged { consumed, produced, what }
            }
        }
    }

    /// Returns CRC-32 and length (modulo 2^32) of the bytes inflated so far.
    pub(crate) fn trailer(&self) -> (u32, u32) {
        (self.crc.sum(), self.size as u32)
    }
}
