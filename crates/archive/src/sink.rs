//! The WARC sink of a harvest: many threads hand in captures, files come out.
//!
//! # On disk
//!
//! ```text
//! 2026/nightly-20261115120000-00000-harvester.warc.gz        finished
//! 2026/nightly-20261115131500-00001-harvester.warc.gz.open   being written
//! ```
//!
//! A capture is a `response`, a `request` and a `metadata` record, in this order, one behind another in
//! one file. The response comes first because the others name it: whatever a kill cuts off the end,
//! no record that is left names one that is lost.
//!
//! | killed | left behind | then |
//! |---|---|---|
//! | while writing | `.open` with whole records and a part of one | [`WarcSink::open`] cuts the part off and finishes the file |
//! | while closing | the file under one of its names, or both | the second name is taken away |
//!
//! # Threads
//!
//! Reading, hashing and compressing happen in the thread that calls, outside any lock but with one of
//! a few workspaces: compressing more responses at once than there are cores gains nothing, and so a
//! few hundred callers need no more memory than a few. Only the finished bytes of a capture are
//! appended under the lock of the file. Responses too long for memory are the exception: they are
//! hashed without the lock and compressed with it.

mod error;
mod files;
mod pool;
mod records;
mod recover;
mod sources;

pub use error::SinkError;
pub use records::{NOT_MODIFIED_HEAD, not_modified_head};
pub use recover::{Recovered, Recovery};
pub use sources::Sources;

use crate::keeper::Keeper;
use crate::payloads::{self, Claim, Framing, Original, Reservation};
use files::{Files, Link};
use pool::{Pool, Workspace};
use records::{Composer, Digests, Packed, Reason, Referral};
use std::io::{Read, Seek};
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};
use stodola_warc::digest::{Algorithm, Digest};
use stodola_warc::write::{
    self, DEFAULT_LIMIT, RecordPacker, ResponseDigests, Version, WriteError,
};

/// How a sink writes.
#[derive(Clone, Debug)]
pub struct SinkOptions {
    /// What the names of files begin with.
    pub prefix: String,
    /// The crawl host, which names of files end with.
    pub host: String,
    /// The size at which a file is full. The capture that reaches it is the last.
    pub roll_bytes: u64,
    /// The age at which a file is finished even if it is not full.
    pub roll_age: Option<Duration>,
    /// How records are packed. A harvest always has digests: SHA-1 if none is asked for here.
    pub warc: write::WriterOptions,
    /// The version of WARC.
    pub version: Version,
    /// What the first record of every file says, for example `software` and `operator`.
    pub warcinfo: Vec<(String, String)>,
}

impl SinkOptions {
    /// Files of a thousand million bytes, of any age, WARC 1.1 in gzip.
    pub fn new(prefix: &str, host: &str) -> SinkOptions {
        SinkOptions {
            prefix: prefix.to_owned(),
            host: host.to_owned(),
            roll_bytes: DEFAULT_LIMIT,
            roll_age: None,
            warc: write::WriterOptions::default(),
            version: Version::default(),
            warcinfo: Vec::new(),
        }
    }
}

/// What a response may lie in: memory, or a file if it is long.
pub trait ReadSeek: Read + Seek {}

impl<T: Read + Seek + ?Sized> ReadSeek for T {}

/// What was fetched from a URI at a time, as it went over the wire.
pub struct Capture<'a> {
    /// Bytes that may not stand in a URI are escaped in the record.
    pub uri: &'a [u8],
    /// When the request was sent.
    pub date: SystemTime,
    /// The server's address.
    pub address: Option<IpAddr>,
    /// The request; if it is empty, there is no record of it.
    pub request: &'a [u8],
    /// The response is what follows in this stream, which ends with it.
    pub response: &'a mut (dyn ReadSeek + Send),
    /// The length of the response.
    pub length: u64,
    /// The length of the head of the response. Counts only if it is no head that HTTP knows.
    pub head_length: usize,
    /// Why the response is not whole: `length`, `time`, `disconnect` or `unspecified`.
    pub truncated: Option<&'a str>,
    /// The protocols that were spoken, a `WARC-Protocol` each: `http/1.1`, `tls/1.3`.
    pub protocol: &'a [&'a str],
    /// `WARC-Cipher-Suite`.
    pub cipher_suite: Option<&'a str>,
    /// What the payload is by its content, whatever the server said.
    pub payload_type: Option<&'a str>,
    /// The capture that the server said is still the same, and the digest of its payload: then the
    /// record is a `revisit` of that with an empty block, and the head of this response stands in the
    /// `metadata` record as [`NOT_MODIFIED_HEAD`].
    pub not_modified: Option<(Original, Option<String>)>,
    /// Lines of the `metadata` record. Control characters in values are escaped. Without any line
    /// there is no such record.
    pub metadata: &'a [(&'a str, &'a [u8])],
}

/// What was asked of the name system.
#[derive(Clone, Copy, Debug)]
pub struct DnsLookup<'a> {
    /// The name that was looked up.
    pub host: &'a str,
    /// When it was.
    pub date: SystemTime,
    /// The server that answered.
    pub server: Option<IpAddr>,
    /// The date of the answer in 14 digits, and a line for each resource record (RFC 4501, RFC 4027).
    pub answer: &'a [u8],
}

/// Where a capture is, and what of it others may want to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The file, relative to the sink's folder, by the name it has when it is finished.
    pub file: Arc<str>,
    /// Where the response record starts.
    pub offset: u64,
    /// Stored bytes of the response record.
    pub length: u64,
    /// Of the body without transfer coding.
    pub payload_digest: Digest,
    /// The length of that body.
    pub payload_length: u64,
    /// Of the block: the whole response, or the head of a revisit.
    pub block_digest: Digest,
    /// Whether the payload was not stored, because the archive has it.
    pub is_revisit: bool,
}

/// Writes captures into files of a folder. Dropping it without [`WarcSink::close`] leaves the
/// current file to be recovered by the next [`WarcSink::open`].
pub struct WarcSink {
    composer: Composer,
    files: Files,
    pool: Pool,
    is_linked: bool,
    /// Who knows what else is in the archive.
    keeper: Option<Arc<Keeper>>,
}

/// What is to be done with the payload of a capture.
enum Payload<'k> {
    Store(Option<Reservation<'k>>),
    Refer(Original, Reason),
}

impl WarcSink {
    /// Opens a sink in `folder`, which is created if need be. Files that a crash left unfinished are
    /// cut to whole records and finished, as far as their names have this prefix and host; one that
    /// cannot be is left as it is, and nothing stops for it.
    pub fn open(
        folder: &Path,
        options: SinkOptions,
    ) -> Result<(WarcSink, Vec<Recovered>), SinkError> {
        WarcSink::open_with(folder, options, Sources::default())
    }

    /// The same with another clock or other record ids.
    pub fn open_with(
        folder: &Path,
        mut options: SinkOptions,
        sources: Sources,
    ) -> Result<(WarcSink, Vec<Recovered>), SinkError> {
        let algorithm = *options.warc.digest.get_or_insert(Algorithm::Sha1);
        let sources = Arc::new(sources);
        let composer = Composer { version: options.version, algorithm, sources: sources.clone() };
        let pool = Pool::new(options.warc)?;
        let is_linked = options.warc.link_warcinfo;
        let files = Files::new(folder, options, sources)?;
        let recovered = files.recover()?;
        Ok((WarcSink { composer, files, pool, is_linked, keeper: None }, recovered))
    }

    /// Stores no payload that the archive of that keeper has, and lets it know what is safe, and what is finished.
    pub(crate) fn kept_by(mut self, keeper: Arc<Keeper>) -> WarcSink {
        self.files.keeper = Some(keeper.clone());
        self.keeper = Some(keeper);
        self
    }

    /// Writes a capture. When it returns, the capture survives the end of the process; for a power
    /// cut see [`WarcSink::sync`]. If it fails, nothing of the capture is in the file, and others
    /// may be written.
    pub fn write(&self, mut capture: Capture<'_>) -> Result<Stored, SinkError> {
        let mut workspace = self.pool.take();
        if capture.length > RecordPacker::MAX {
            return self.write_long(&mut capture, &mut workspace);
        }
        records::read_whole(&mut capture, &mut workspace.block)?;
        let digests = self.composer.digests(&workspace.block, capture.head_length);
        let sha256 = || ResponseDigests::payload_of_slice(&workspace.block, Algorithm::Sha256);
        let payload = self.payload(&capture, &digests, &mut || Ok(sha256()))?;
        self.write_short(&capture, digests, payload, &mut workspace)
    }

    /// Writes a capture whose response lies in the workspace.
    fn write_short(
        &self,
        capture: &Capture<'_>,
        digests: Digests,
        payload: Payload<'_>,
        workspace: &mut Workspace,
    ) -> Result<Stored, SinkError> {
        let referral = match &payload {
            Payload::Store(_) => None,
            Payload::Refer(original, reason) => Some(Referral { original, reason: *reason }),
        };
        if referral.is_some() {
            // The head of the new answer. Of one that says that nothing has changed it goes to the
            // metadata record.
            let head = stodola_warc::http::parse_response(&workspace.block);
            let length = head.map_or(workspace.block.len(), |head| head.head_len);
            workspace.block.truncate(length);
        }
        let stored = self.append(workspace, |link, workspace| {
            self.composer.capture(capture, digests, referral.as_ref(), link, workspace)
        })?;
        payload.keep(self.keeper.as_deref(), &stored);
        Ok(stored)
    }

    /// Decides whether the payload of a capture has to be stored.
    fn payload(
        &self,
        capture: &Capture<'_>,
        digests: &Digests,
        sha256: &mut dyn FnMut() -> Result<Option<(Digest, u64)>, WriteError>,
    ) -> Result<Payload<'_>, SinkError> {
        if let Some((original, _)) = &capture.not_modified {
            return Ok(Payload::Refer(original.clone(), Reason::NotModified));
        }
        // What was cut off is nobody's original, and nobody's copy.
        let (Some(keeper), true, None) = (&self.keeper, digests.is_http, capture.truncated) else {
            return Ok(Payload::Store(None));
        };
        let known = match digests.payload.algorithm() {
            Algorithm::Sha256 => Some((digests.payload, digests.payload_length)),
            _ => sha256()?,
        };
        let framing = Framing::new(digests.is_chunked);
        let Some(payload) =
            known.and_then(|(digest, length)| payloads::payload(&digest, length, framing))
        else {
            return Ok(Payload::Store(None));
        };
        Ok(match keeper.payloads.claim(payload, framing, &digests.payload)? {
            Claim::Stored(original) => Payload::Refer(original, Reason::Identical),
            Claim::Yours(reservation) => Payload::Store(Some(reservation)),
        })
    }

    /// Writes what the name system said.
    pub fn write_dns(&self, lookup: &DnsLookup<'_>) -> Result<Stored, SinkError> {
        let mut workspace = self.pool.take();
        self.append(&mut workspace, |link, workspace| self.composer.lookup(lookup, link, workspace))
    }

    /// When this returns, all that was written before survives a power cut. Once it has failed, it
    /// fails for ever: what is on disk is known only after the sink was opened anew. A file that has
    /// reached its age is finished by this, even if nothing is written any more.
    pub fn sync(&self) -> Result<(), SinkError> {
        self.files.sync()
    }

    /// Finishes the current file.
    pub fn close(self) -> Result<(), SinkError> {
        self.files.close()
    }

    /// Packs with `pack` and appends the result. Records that name the `warcinfo` of their file must
    /// be packed anew if another file has begun in between.
    fn append(
        &self,
        workspace: &mut Workspace,
        pack: impl Fn(Option<&Link>, &mut Workspace) -> Result<Packed, SinkError>,
    ) -> Result<Stored, SinkError> {
        loop {
            let link = self.link()?;
            let packed = pack(link.as_ref(), workspace)?;
            let appended = self.files.with_current(link.as_ref(), |file| {
                let written = file.write_packed(&workspace.out)?;
                Ok(write::Written { offset: written.offset, length: packed.response_length })
            })?;
            if let Some((file, written)) = appended {
                return Ok(packed.stored(file, written));
            }
        }
    }

    fn write_long(
        &self,
        capture: &mut Capture<'_>,
        workspace: &mut Workspace,
    ) -> Result<Stored, SinkError> {
        let start = capture.response.stream_position().map_err(WriteError::Read)?;
        let digests = self.composer.digests_of_long(capture, start)?;
        let mut found = Ok(None);
        if self.keeper.is_some() {
            found = self.composer.sha256_of_long(capture, start);
        }
        let payload =
            self.payload(capture, &digests, &mut || std::mem::replace(&mut found, Ok(None)))?;
        if let Payload::Refer(..) = payload {
            records::read_head(capture, &mut workspace.block)?;
            return self.write_short(capture, digests, payload, workspace);
        }
        loop {
            let link = self.link()?;
            let (head, packed) =
                self.composer.around_long(capture, digests, link.as_ref(), workspace)?;
            let appended = self.files.with_current(link.as_ref(), |file| {
                file.together(|file| {
                    let length = capture.length;
                    let written = file.write_stream(&head, &mut capture.response, length)?;
                    file.write_packed(&workspace.out)?;
                    Ok(written)
                })
            })?;
            if let Some((file, written)) = appended {
                let stored = packed.stored(file, written);
                payload.keep(self.keeper.as_deref(), &stored);
                return Ok(stored);
            }
        }
    }

    fn link(&self) -> Result<Option<Link>, SinkError> {
        self.is_linked.then(|| self.files.link()).transpose()
    }
}

impl Payload<'_> {
    /// Lets others know where the payload is, if it was stored.
    fn keep(self, keeper: Option<&Keeper>, stored: &Stored) {
        if let (Payload::Store(Some(reservation)), Some(keeper)) = (self, keeper) {
            reservation.keep(keeper.name_of(&stored.file), stored.offset);
        }
    }
}
