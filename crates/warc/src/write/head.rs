//! The header of a record to be written.

use crate::date::Timestamp;
use crate::header::Header;
use crate::reader::MAX_HEADER;
use crate::record::{RecordType, WarcVersion, strip_brackets};

/// The versions of WARC that are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    /// 1.0: dates to the second.
    V1_0,
    /// 1.1: dates in any precision.
    #[default]
    V1_1,
}

/// Why a header cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeadError {
    /// A field name that is empty or contains characters that a token must not have.
    #[error("'{0}' is not a field name")]
    Name(String),
    /// A value with a line break.
    #[error("the value of '{0}' holds a line end or NUL")]
    Value(String),
    /// A record id that is not a URI.
    #[error("the record id '{0}' is not a URI")]
    Id(String),
    /// A field that the writer sets itself.
    #[error("'{0}' is set by the writer")]
    Reserved(String),
    /// A type that WARC does not know.
    #[error("records of type '{0}' cannot be written")]
    Type(RecordType),
    /// The header has more bytes than readers accept.
    #[error("a header of {0} bytes is too long")]
    TooLong(usize),
    /// A header given as bytes is not a legal header.
    #[error("the given header {0}")]
    Raw(&'static str),
}

/// The header of a record to be written: type, id, date, and further fields in the order given.
///
/// `Content-Length` is added by the writer, and so are digests, unless the fields have them.
/// Everything is verified when the record is written.
///
/// ```
/// use stodola_warc::RecordType;
/// use stodola_warc::date::Timestamp;
/// use stodola_warc::write::RecordHead;
///
/// let date = Timestamp::from_unix_seconds(1_200_000_000);
/// let head = RecordHead::new(RecordType::Resource, "urn:example:1", date)
///     .field("WARC-Target-URI", "dns:example.cz")
///     .field("Content-Type", "text/dns");
/// assert_eq!(
///     head.compose(12)?,
///     b"WARC/1.1\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:example:1>\r\n\
///       WARC-Date: 2008-01-10T21:20:00Z\r\nWARC-Target-URI: dns:example.cz\r\n\
///       Content-Type: text/dns\r\nContent-Length: 12\r\n\r\n"
/// );
/// # Ok::<(), stodola_warc::write::HeadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RecordHead {
    version: Version,
    kind: RecordType,
    id: String,
    date: Timestamp,
    fields: Vec<(String, Vec<u8>)>,
}

impl RecordHead {
    /// Returns a header of WARC 1.1. The id is a URI, with or without angle brackets.
    pub fn new(kind: RecordType, id: &str, date: Timestamp) -> RecordHead {
        let id = id.strip_prefix('<').and_then(|id| id.strip_suffix('>')).unwrap_or(id);
        let fields = Vec::new();
        RecordHead { version: Version::default(), kind, id: id.to_owned(), date, fields }
    }

    /// Sets the version.
    pub fn version(mut self, version: Version) -> RecordHead {
        self.version = version;
        self
    }

    /// Adds a field after those given before. The bytes of the value are written as they are.
    pub fn field(mut self, name: &str, value: impl AsRef<[u8]>) -> RecordHead {
        self.fields.push((name.to_owned(), value.as_ref().to_vec()));
        self
    }

    /// Returns the type of the record.
    pub fn kind(&self) -> RecordType {
        self.kind
    }

    /// Returns the record id, without angle brackets.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the value of the first field of this name; `None` if there is none.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.fields.iter().find(|f| f.0.eq_ignore_ascii_case(name)).map(|f| &f.1[..])
    }

    /// Returns the header as it is written for a block of `length` bytes, without digests.
    pub fn compose(&self, length: u64) -> Result<Vec<u8>, HeadError> {
        self.compose_with(&[], length)
    }

    /// Like [`RecordHead::compose`], with further fields after those given. A further field is left out if its name was
    /// given.
    pub(super) fn compose_with(
        &self,
        more: &[(&str, String)],
        length: u64,
    ) -> Result<Vec<u8>, HeadError> {
        if !RecordType::STANDARD.contains(&self.kind) {
            return Err(HeadError::Type(self.kind));
        }
        let is_uri = self.id.contains(':')
            && self.id.bytes().all(|b| b.is_ascii_graphic() && !matches!(b, b'<' | b'>'));
        if !is_uri {
            return Err(HeadError::Id(self.id.clone()));
        }
        let date = match self.version {
            Version::V1_0 => self.date.to_seconds(),
            Version::V1_1 => self.date,
        };
        let mut out = Vec::with_capacity(512);
        out.extend_from_slice(self.version.line().as_bytes());
        out.extend_from_slice(b"\r\n");
        push_line(&mut out, "WARC-Type", self.kind.as_str().as_bytes())?;
        push_line(&mut out, "WARC-Record-ID", format!("<{}>", self.id).as_bytes())?;
        push_line(&mut out, "WARC-Date", date.iso8601().to_string().as_bytes())?;
        for (name, value) in &self.fields {
            if RESERVED.iter().any(|r| r.eq_ignore_ascii_case(name)) {
                return Err(HeadError::Reserved(name.clone()));
            }
            push_line(&mut out, name, value)?;
        }
        for (name, value) in more.iter().filter(|f| self.get(f.0).is_none()) {
            push_line(&mut out, name, value.as_bytes())?;
        }
        push_line(&mut out, "Content-Length", length.to_string().as_bytes())?;
        out.extend_from_slice(b"\r\n");
        if out.len() >= MAX_HEADER { Err(HeadError::TooLong(out.len())) } else { Ok(out) }
    }
}

/// Returns the header of a record that was read, with another version line or another `Content-Length`, if given.
/// Everything else stays the same, byte for byte.
pub fn rewrite(header: &Header, version: Option<Version>, length: Option<u64>) -> Vec<u8> {
    let raw = header.raw();
    let mut out = Vec::with_capacity(raw.len() + 32);
    let line_end = raw.iter().position(|b| *b == b'\n').map_or(raw.len(), |i| i + 1);
    match version {
        Some(version) => {
            out.extend_from_slice(version.line().as_bytes());
            out.extend_from_slice(b"\r\n");
        }
        None => out.extend_from_slice(&raw[..line_end]),
    }
    let rest = &raw[line_end..];
    match length {
        None => out.extend_from_slice(rest),
        Some(length) => {
            out.extend_from_slice(format!("Content-Length: {length}\r\n").as_bytes());
            for line in rest.split_inclusive(|b| *b == b'\n') {
                let name = line.split(|b| *b == b':').next().unwrap_or_default().trim_ascii();
                if !name.eq_ignore_ascii_case(b"Content-Length") {
                    out.extend_from_slice(line);
                }
            }
        }
    }
    // A header that was cut gets its end.
    if !out.ends_with(b"\r\n\r\n") && !out.ends_with(b"\n\n") {
        if !out.ends_with(b"\n") {
            out.extend_from_slice(b"\r\n");
        }
        out.extend_from_slice(b"\r\n");
    }
    out
}

/// The content of a `warcinfo` record: the first record of every file.
#[derive(Clone, Debug)]
pub struct Warcinfo {
    version: Version,
    id: String,
    date: Timestamp,
    fields: Vec<(String, String)>,
}

impl Warcinfo {
    /// Returns a `warcinfo` of WARC 1.1 without fields.
    pub fn new(id: &str, date: Timestamp) -> Warcinfo {
        let version = Version::default();
        Warcinfo { version, id: id.to_owned(), date, fields: Vec::new() }
    }

    /// Sets the version.
    pub fn version(mut self, version: Version) -> Warcinfo {
        self.version = version;
        self
    }

    /// Adds a line to the block, for example `software` or `operator`.
    pub fn field(mut self, name: &str, value: &str) -> Warcinfo {
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }

    pub(super) fn date(&self) -> Timestamp {
        self.date
    }

    /// Returns the header, for a file of this name.
    pub fn head(&self, file_name: Option<&[u8]>) -> RecordHead {
        let mut head = RecordHead::new(RecordType::Warcinfo, &self.id, self.date);
        head = head.version(self.version);
        if let Some(name) = file_name {
            head = head.field("WARC-Filename", name);
        }
        head.field("Content-Type", "application/warc-fields")
    }

    /// Returns the block: a line for each field.
    pub fn block(&self) -> Result<Vec<u8>, HeadError> {
        let mut block = Vec::new();
        for (name, value) in &self.fields {
            push_line(&mut block, name, value.as_bytes())?;
        }
        Ok(block)
    }
}

impl Version {
    fn line(self) -> &'static str {
        match self {
            Version::V1_0 => WarcVersion::V1_0.as_str(),
            Version::V1_1 => WarcVersion::V1_1.as_str(),
        }
    }
}

const RESERVED: [&str; 4] = ["WARC-Type", "WARC-Record-ID", "WARC-Date", "Content-Length"];

/// Checks a header that was given as bytes: it must be complete, with nothing after it, and have the right length.
pub(super) fn check_raw(header: &[u8], length: u64) -> Result<(), HeadError> {
    let mut parsed = crate::Header::default();
    let mut warnings = Vec::new();
    if !crate::start::is_warc(header) {
        return Err(HeadError::Raw("does not start with a version"));
    }
    if header.len() >= MAX_HEADER {
        return Err(HeadError::TooLong(header.len()));
    }
    let crate::header::Parsed::Complete(n) = parsed.parse(header, true, &mut warnings) else {
        return Err(HeadError::Raw("does not end"));
    };
    if n != header.len() || warnings.contains(&crate::Warning::HeaderUnfinished) {
        return Err(HeadError::Raw("does not end in its first empty line"));
    }
    match parsed.get("Content-Length").and_then(crate::arc::parse_u64) {
        Some(declared) if declared == length => Ok(()),
        Some(_) => Err(HeadError::Raw("gives another length than the block has")),
        None => Err(HeadError::Raw("gives no length")),
    }
}

fn push_line(out: &mut Vec<u8>, name: &str, value: &[u8]) -> Result<(), HeadError> {
    const TOKEN: &[u8] = b"!#$%&'*+-.^_`|~";
    let is_token =
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || TOKEN.contains(&b));
    if !is_token {
        return Err(HeadError::Name(name.escape_default().to_string()));
    }
    if value.iter().any(|b| matches!(b, b'\r' | b'\n' | 0)) {
        return Err(HeadError::Value(name.to_owned()));
    }
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(b": ");
    out.extend_from_slice(value);
    out.extend_from_slice(b"\r\n");
    Ok(())
}

/// Returns the id in the value of a `WARC-Record-ID`, as text.
pub(super) fn id_text(value: &[u8]) -> String {
    String::from_utf8_lossy(strip_brackets(value)).into_owned()
}
