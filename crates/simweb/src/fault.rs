//! Faults: the ways in which an answer goes wrong.

/// What goes wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// The header is sent in pieces with pauses between them; then all is well.
    SlowHeaders,
    /// The body is sent in pieces with pauses between them.
    SlowBody,
    /// Half of the body is sent, then nothing, with the connection open.
    Stall,
    /// Half of the body is sent, then the connection is reset.
    Reset,
    /// A chunked body lacks its last chunks; the connection is closed.
    TruncatedBody,
    /// `Content-Length` is smaller than what is sent.
    ShortLength,
    /// `Content-Length` is larger than what is sent; the connection is closed.
    LongLength,
    /// A chunk size is not a number.
    BadChunk,
    /// The body never ends.
    EndlessBody,
    /// Megabytes of header fields.
    HeaderBomb,
    /// A small gzip body decompresses to a huge one.
    GzipBomb,
    /// `Content-Encoding: gzip` on something that is not gzip after a few bytes.
    BadGzip,
    /// Status 429 with `Retry-After` in seconds.
    TooManyRequests,
    /// Status 503 with `Retry-After` as a date.
    Unavailable,
    /// Bytes of a video sent as `text/plain`.
    WrongMime,
    /// The connection is closed before the first byte.
    EmptyReply,
    /// Something other than HTTP is sent.
    GarbageStatus,
}

impl Fault {
    /// Every fault, in the order of the type.
    pub const ALL: &[Fault] = &[
        Fault::SlowHeaders,
        Fault::SlowBody,
        Fault::Stall,
        Fault::Reset,
        Fault::TruncatedBody,
        Fault::ShortLength,
        Fault::LongLength,
        Fault::BadChunk,
        Fault::EndlessBody,
        Fault::HeaderBomb,
        Fault::GzipBomb,
        Fault::BadGzip,
        Fault::TooManyRequests,
        Fault::Unavailable,
        Fault::WrongMime,
        Fault::EmptyReply,
        Fault::GarbageStatus,
    ];

    /// Name in `/fault/NAME/0.html`.
    pub fn name(self) -> &'static str {
        match self {
            Fault::SlowHeaders => "slow-headers",
            Fault::SlowBody => "slow-body",
            Fault::Stall => "stall",
            Fault::Reset => "reset",
            Fault::TruncatedBody => "truncated-body",
            Fault::ShortLength => "short-length",
            Fault::LongLength => "long-length",
            Fault::BadChunk => "bad-chunk",
            Fault::EndlessBody => "endless-body",
            Fault::HeaderBomb => "header-bomb",
            Fault::GzipBomb => "gzip-bomb",
            Fault::BadGzip => "bad-gzip",
            Fault::TooManyRequests => "too-many-requests",
            Fault::Unavailable => "unavailable",
            Fault::WrongMime => "wrong-mime",
            Fault::EmptyReply => "empty-reply",
            Fault::GarbageStatus => "garbage-status",
        }
    }

    /// Returns the fault with this name; `None` if there is none.
    pub fn from_name(name: &str) -> Option<Fault> {
        Fault::ALL.iter().copied().find(|fault| fault.name() == name)
    }

    /// Whether a patient client gets the whole document nevertheless.
    pub fn arrives_whole(self) -> bool {
        matches!(self, Fault::SlowHeaders | Fault::SlowBody | Fault::WrongMime)
    }

    /// Whether the fault looks temporary, so that a crawler is expected to try again.
    pub fn may_heal(self) -> bool {
        matches!(
            self,
            Fault::Stall
                | Fault::Reset
                | Fault::TruncatedBody
                | Fault::LongLength
                | Fault::TooManyRequests
                | Fault::Unavailable
                | Fault::EmptyReply
        )
    }

    /// The status that a client sees; `None` if it sees none that can be read.
    pub fn status(self) -> Option<u16> {
        match self {
            Fault::TooManyRequests => Some(429),
            Fault::Unavailable => Some(503),
            Fault::EmptyReply | Fault::GarbageStatus => None,
            Fault::SlowHeaders
            | Fault::SlowBody
            | Fault::Stall
            | Fault::Reset
            | Fault::TruncatedBody
            | Fault::ShortLength
            | Fault::LongLength
            | Fault::BadChunk
            | Fault::EndlessBody
            | Fault::HeaderBomb
            | Fault::GzipBomb
            | Fault::BadGzip
            | Fault::WrongMime => Some(200),
        }
    }
}
