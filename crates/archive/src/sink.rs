//! The WARC sink of a harvest: takes captures from many threads and writes them to WARC files.
//!
//! # On disk
//!
//! ```text
//! 2026/nightly-20261115120000-00000-harvester.warc.gz        finished
//! 2026/nightly-20261115131500-00001-harvester.warc.gz.open   being written
//! ```
//!
//! A capture is stored as a `response`, a `request` and a `metadata` record, in this order, one behind another in one
//! file. The response comes first because the others refer to it: whatever a kill cuts off the end, no remaining record
//! refers to a lost one.
//!
//! | killed | left behind | then |
//! |---|---|---|
//! | while writing | `.open`: complete records and part of one | [`WarcSink::open`] cuts the part, finishes the file |
//! | while closing | the file under one of its names, or both | the second name is taken away |
//!
//! # Threads
//!
//! Reading, hashing and compressing happen in the calling thread, outside any lock but with one of a few workspaces:
//! compressing more responses at once than there are cores gains nothing, and this way a few hundred callers need no
//! more memory than a few. Only the compressed bytes of a capture are appended under the lock of the file. Responses
//! that are too long for memory are the exception: they are hashed without the lock and compressed while holding it,
//! unless they were [compressed before](PackedResponse).

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
use crate::payloads::{self, Claim, Framing, Original, PayloadCopies, Reservation};
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
    self, DEFAULT_LIMIT, PackedBlock, RecordPacker, ResponseDigests, Version, WriteError,
};

/// Settings of a sink.
#[derive(Clone, Debug)]
pub struct SinkOptions {
    /// Beginning of the names of the files.
    pub prefix: String,
    /// Name of the crawl host, at the end of the names of the files.
    pub host: String,
    /// Size in bytes at which a file is full. The capture that reaches it is the last one in the file.
    pub roll_bytes: u64,
    /// Age at which a file is finished even if it is not full; `None` for any age.
    pub roll_age: Option<Duration>,
    /// How records are compressed, and which digests they get. A sink always writes digests: SHA-1 if none is set here.
    pub warc: write::WriterOptions,
    /// Algorithms of further digests of blocks and payloads, in fields of their own; at most three.
    pub more_digests: Vec<Algorithm>,
    /// WARC version of the records.
    pub version: Version,
    /// How often the same payload is stored.
    pub copies: PayloadCopies,
    /// Fields of the first record (`warcinfo`) of every file, for example `software` and `operator`.
    pub warcinfo: Vec<(String, String)>,
}

impl SinkOptions {
    /// Returns the defaults: files of 1,000,000,000 bytes, of any age, WARC 1.1 in gzip.
    pub fn new(prefix: &str, host: &str) -> SinkOptions {
        SinkOptions {
            prefix: prefix.to_owned(),
            host: host.to_owned(),
            roll_bytes: DEFAULT_LIMIT,
            roll_age: None,
            warc: write::WriterOptions::default(),
            more_digests: Vec::new(),
            version: Version::default(),
            copies: PayloadCopies::default(),
            warcinfo: Vec::new(),
        }
    }
}

/// The source of a response: memory, or a file if it is long.
pub trait ReadSeek: Read + Seek {}

impl<T: Read + Seek + ?Sized> ReadSeek for T {}

/// A response that was compressed before its record is written.
pub struct PackedResponse<'a> {
    /// What is known of it.
    pub block: &'a PackedBlock,
    /// Source of its compressed bytes, at their beginning.
    pub deflated: &'a mut (dyn ReadSeek + Send),
}

/// What was fetched from a URI at a time, as it went over the wire.
pub struct Capture<'a> {
    /// URI that was fetched. Bytes that are not allowed in a URI are escaped in the record.
    pub uri: &'a [u8],
    /// Time when the request was sent.
    pub date: SystemTime,
    /// Address of the server; `None` if it is not known.
    pub address: Option<IpAddr>,
    /// Request as it was sent; if it is empty, no `request` record is written.
    pub request: &'a [u8],
    /// Source of the response, from its current position to its end.
    pub response: &'a mut (dyn ReadSeek + Send),
    /// Length of the response in bytes.
    pub length: u64,
    /// The response as it was compressed while it was received; `None` if it was not. It is used instead of `response`
    /// if the sink writes such records.
    pub packed: Option<PackedResponse<'a>>,
    /// Length of the head of the response in bytes. Used only if the response is not valid HTTP.
    pub head_length: usize,
    /// Why the response is incomplete: `length`, `time`, `disconnect` or `unspecified`; `None` if it is complete.
    pub truncated: Option<&'a str>,
    /// Protocols that were used, each a `WARC-Protocol` field: `http/1.1`, `tls/1.3`.
    pub protocol: &'a [&'a str],
    /// Value of `WARC-Cipher-Suite`; `None` without encryption.
    pub cipher_suite: Option<&'a str>,
    /// Media type found from the content, whatever the server said; `None` if it was not determined.
    pub payload_type: Option<&'a str>,
    /// After an answer 304: the capture that is still valid, and the digest of its payload. The record is then a
    /// `revisit` of that capture with an empty block, and the head of this response is stored in the `metadata` record
    /// as [`NOT_MODIFIED_HEAD`]. `None` for other answers.
    pub not_modified: Option<(Original, Option<String>)>,
    /// Fields of the `metadata` record. Control characters in values are escaped. If there is none, no such record is
    /// written.
    pub metadata: &'a [(&'a str, &'a [u8])],
}

/// The DNS request for a host, and its answer.
#[derive(Clone, Copy, Debug)]
pub struct DnsLookup<'a> {
    /// The name that was looked up.
    pub host: &'a str,
    /// Time of the request.
    pub date: SystemTime,
    /// The name server that answered; `None` if it is not known.
    pub server: Option<IpAddr>,
    /// The date of the answer in 14 digits, and a line for each resource record (RFC 4501, RFC 4027).
    pub answer: &'a [u8],
}

/// Where a capture was stored, with its digests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The file, relative to the sink's folder, under its final name.
    pub file: Arc<str>,
    /// Byte offset of the response record in the file.
    pub offset: u64,
    /// Stored bytes of the response record.
    pub length: u64,
    /// Digest of the body without transfer coding.
    pub payload_digest: Digest,
    /// Length of that body in bytes.
    pub payload_length: u64,
    /// Digest of the block: of the whole response, or of the head in a revisit.
    pub block_digest: Digest,
    /// Whether a `revisit` was stored instead of the payload, because the archive already has it.
    pub is_revisit: bool,
}

/// Writes captures into files of a folder. Dropping it without [`WarcSink::close`] leaves the
/// current file to be recovered by the next [`WarcSink::open`].
pub struct WarcSink {
    composer: Composer,
    files: Files,
    pool: Pool,
    is_linked: bool,
    copies: PayloadCopies,
    /// The keeper of the archive, which knows all its payloads; `None` for a sink without an archive.
    keeper: Option<Arc<Keeper>>,
}

/// What is done with the payload of a capture.
enum Payload<'k> {
    Store(Option<Reservation<'k>>),
    Refer(Original, Reason),
}

impl WarcSink {
    /// Opens a sink in `folder`, which is created if it does not exist. Files with this prefix and host that a crash
    /// left unfinished are cut to complete records and finished. A file for which this fails is left as it is, and
    /// reported in the result.
    pub fn open(
        folder: &Path,
        options: SinkOptions,
    ) -> Result<(WarcSink, Vec<Recovered>), SinkError> {
        WarcSink::open_with(folder, options, Sources::default())
    }

    /// Same as [`WarcSink::open`], with another clock or another source of record ids.
    pub fn open_with(
        folder: &Path,
        mut options: SinkOptions,
        sources: Sources,
    ) -> Result<(WarcSink, Vec<Recovered>), SinkError> {
        let algorithm = *options.warc.digest.get_or_insert(Algorithm::Sha1);
        let sources = Arc::new(sources);
        let mut more: Vec<Algorithm> = Vec::new();
        for other in &options.more_digests {
            if *other != algorithm && !more.contains(other) {
                more.push(*other);
            }
        }
        more.truncate(records::MORE);
        let version = options.version;
        let composer = Composer { version, algorithm, more, sources: sources.clone() };
        let pool = Pool::new(options.warc)?;
        let (is_linked, copies) = (options.warc.link_warcinfo, options.copies);
        let files = Files::new(folder, options, sources)?;
        let recovered = files.recover()?;
        Ok((WarcSink { composer, files, pool, is_linked, copies, keeper: None }, recovered))
    }

    /// Connects the sink to a keeper: payloads that the archive has are not stored again, and the keeper is told which
    /// bytes are safe and which files are finished.
    pub(crate) fn kept_by(mut self, keeper: Arc<Keeper>) -> WarcSink {
        self.files.keeper = Some(keeper.clone());
        self.keeper = Some(keeper);
        self
    }

    /// Writes a capture. When it returns, the capture survives the end of the process; for a power cut see
    /// [`WarcSink::sync`]. After an error nothing of the capture is in the file, and other captures can be written.
    pub fn write(&self, mut capture: Capture<'_>) -> Result<Stored, SinkError> {
        let mut workspace = self.pool.take();
        if capture.length > RecordPacker::MAX {
            return self.write_long(&mut capture, &mut workspace);
        }
        records::read_whole(&mut capture, &mut workspace.block)?;
        let digests = self.composer.digests(&workspace.block, capture.head_length);
        let mut sha256 = None;
        if self.wants_sha256(&capture, &digests) {
            sha256 = ResponseDigests::payload_of_slice(&workspace.block, Algorithm::Sha256);
        }
        let payload = self.payload(&capture, &digests, sha256)?;
        self.write_short(&capture, digests, payload, &mut workspace)
    }

    /// Writes a capture whose response is in the workspace.
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
            // The head of the new answer. For an answer 304 it goes to the metadata record.
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

    /// Whether [`payload`](WarcSink::payload) needs the SHA-256 of a payload, which is expensive for long ones.
    fn wants_sha256(&self, capture: &Capture<'_>, digests: &Digests) -> bool {
        self.keeper.is_some()
            && digests.is_http
            && capture.truncated.is_none()
            && capture.not_modified.is_none()
            && digests.payload.algorithm() != Algorithm::Sha256
    }

    /// Decides whether the payload of a capture has to be stored. `sha256` is the SHA-256 of the payload and its length
    /// if that is [wanted](WarcSink::wants_sha256).
    fn payload(
        &self,
        capture: &Capture<'_>,
        digests: &Digests,
        sha256: Option<(Digest, u64)>,
    ) -> Result<Payload<'_>, SinkError> {
        if let Some((original, _)) = &capture.not_modified {
            return Ok(Payload::Refer(original.clone(), Reason::NotModified));
        }
        // A truncated response is neither an original nor a copy.
        let (Some(keeper), true, None) = (&self.keeper, digests.is_http, capture.truncated) else {
            return Ok(Payload::Store(None));
        };
        let known = match digests.payload.algorithm() {
            Algorithm::Sha256 => Some((digests.payload, digests.payload_length)),
            _ => sha256,
        };
        let framing = Framing::new(digests.is_chunked);
        let Some(payload) =
            known.and_then(|(digest, length)| payloads::payload(&digest, length, framing))
        else {
            return Ok(Payload::Store(None));
        };
        if self.copies == PayloadCopies::All {
            return Ok(Payload::Store(keeper.payloads.reserve(payload)?));
        }
        Ok(match keeper.payloads.claim(payload, framing, &digests.payload, self.copies)? {
            Claim::Stored(original) => Payload::Refer(original, Reason::Identical),
            Claim::Yours(reservation) => Payload::Store(Some(reservation)),
        })
    }

    /// Writes a `response` record (`text/dns`) with the answer of the name server.
    pub fn write_dns(&self, lookup: &DnsLookup<'_>) -> Result<Stored, SinkError> {
        let mut workspace = self.pool.take();
        self.append(&mut workspace, |link, workspace| self.composer.lookup(lookup, link, workspace))
    }

    /// Syncs the current file. When this returns, everything that was written before survives a power cut. After a
    /// failure it fails for ever: the content on disk is unknown until the sink is opened again. Also finishes a file
    /// that has reached its age, even if nothing more is written to it.
    pub fn sync(&self) -> Result<(), SinkError> {
        self.files.sync()
    }

    /// Finishes the current file.
    pub fn close(self) -> Result<(), SinkError> {
        self.files.close()
    }

    /// Compresses records with `pack` and appends the result. Records that name the `warcinfo` of their file are
    /// compressed again if another file has begun in between.
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
        let (digests, is_packed) = match self.composer.digests_of_packed(capture) {
            Some(digests) => (digests, true),
            None => (self.composer.digests_of_long(capture, start)?, false),
        };
        let mut sha256 = None;
        if self.wants_sha256(capture, &digests) {
            sha256 = records::sha256_of_long(capture, start)?;
        }
        let payload = self.payload(capture, &digests, sha256)?;
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
                    let packed = capture.packed.as_mut().filter(|_| is_packed);
                    let written = match packed {
                        Some(PackedResponse { block, deflated }) => {
                            deflated.rewind().map_err(WriteError::Read)?;
                            file.write_deflated(&head, block, deflated)?
                        }
                        None => file.write_stream(&head, &mut capture.response, length)?,
                    };
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
    /// Tells the keeper where the payload is, if it was stored.
    fn keep(self, keeper: Option<&Keeper>, stored: &Stored) {
        if let (Payload::Store(Some(reservation)), Some(keeper)) = (self, keeper) {
            reservation.keep(&keeper.name_of(&stored.file), stored.offset);
        }
    }
}
