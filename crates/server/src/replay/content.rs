//! The content of a capture on its way to the reader: decoded, rewritten, cut to a range, compressed.
//!
//! ```text
//! stored block ─▶ transfer coding undone ─▶ content coding undone ─▶ rewritten ─▶ range or gzip ─▶ pieces
//!                 └────── id_: this is what is sent
//! ```
//!
//! Most bodies are short: they are made at once and have a length. Long ones are streams, no faster than they are read.

use super::Asked;
use super::prefer::CONVERSION;
use crate::http::{
    ChunkBody, Chunks, EntityTag, Gzip, RangeAnswer, accepts_gzip, is_not_modified,
    is_worth_compressing, range_of,
};
use crate::state::Shared;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use std::io::{self, Read};
use std::sync::Arc;
use stodola_app::memento::{MementoNeighbours, read_http_date};
use stodola_archive::{Content, ConversionRow, Entry, OpenedCapture, StoredBlock};
use stodola_replay::{
    BodyKind, BodyRewriter, KeyMatch, Modifier, ReplayCapture, ReplayContext, SentField,
    rewrite_head,
};
use stodola_warc::http::parse_response;

/// Changes when what is sent for a capture changes, so that browsers do not use what they kept.
const REWRITING: &str = "1";
/// Bytes that are read at a time.
const PIECE: usize = 64 << 10;
/// Bodies up to so many bytes are made at once.
const SHORT: usize = 256 << 10;
/// So many bytes tell what kind of body it is.
const START: usize = 1024;
/// No body is decoded further, in bytes: more is a bomb.
const MAX_DECODED: u64 = 64 << 30;

/// A capture that was found and opened.
pub(super) struct Opened {
    pub(super) entry: Entry,
    pub(super) matched: KeyMatch,
    pub(super) neighbours: MementoNeighbours,
    opened: OpenedCapture,
    /// Of converted content: what the catalogue has of it.
    conversion: Option<ConversionRow>,
}

/// What the request says about how it wants to be answered.
pub(super) struct SendPlan {
    shared: Arc<Shared>,
    pub(super) context: ReplayContext,
    headers: HeaderMap,
    is_head: bool,
    may_compress: bool,
}

/// An answer that can be sent.
pub(super) struct Prepared {
    pub(super) status: StatusCode,
    /// Fields of the capture.
    pub(super) fields: Vec<SentField>,
    /// Fields of this server, which win over those of the capture.
    pub(super) own: HeaderMap,
    /// Whether it is a document that is not rewritten.
    pub(super) is_raw_document: bool,
    made: Vec<u8>,
    /// What is not made yet, and its length, if it is known.
    rest: Option<(ContentChunks, Option<u64>)>,
    is_head: bool,
}

impl Prepared {
    /// The body, once.
    pub(super) fn body(&mut self) -> Body {
        let made = std::mem::take(&mut self.made);
        match self.rest.take() {
            _ if self.is_head => Body::empty(),
            Some((rest, left)) => {
                let length = left.map(|left| left + made.len() as u64);
                ChunkBody::stream(ContentChunks { ready: Some(made), ..rest }, length)
            }
            None => Body::from(made),
        }
    }
}

impl SendPlan {
    pub(super) fn new(asked: &Asked, context: ReplayContext) -> SendPlan {
        // Compressing for a reader on the same machine costs more than it saves.
        let is_near = asked.reader.client.is_local();
        SendPlan {
            shared: asked.shared.clone(),
            context,
            is_head: asked.parts.method == Method::HEAD,
            may_compress: !is_near && accepts_gzip(&asked.parts.headers),
            headers: asked.parts.headers.clone(),
        }
    }
}

impl Opened {
    pub(super) fn new(found: ReplayCapture, neighbours: MementoNeighbours) -> Opened {
        let ReplayCapture { entry, opened, matched, conversion, .. } = found;
        Opened { entry, matched, neighbours, opened, conversion }
    }

    /// Reads the beginning of the content and decides how it is sent. Blocks.
    pub(super) fn prepare(self, plan: &SendPlan) -> io::Result<Prepared> {
        let context = &plan.context;
        let content = self.opened.content;
        let raw_head = content.raw_head().map(<[u8]>::to_vec);
        let head = raw_head.as_deref().and_then(parse_response);
        let field = |name: &str| head.as_ref().and_then(|head| head.field(name));
        let captured = head.as_ref().and_then(|head| head.status).unwrap_or(200);
        let status = sent_status(captured);
        let told_type = field("Content-Type").map(|value| value.to_vec());
        // Records without an HTTP head tell the type themselves.
        let own_type = match &head {
            None => {
                let own = match &self.conversion {
                    Some(conversion) => conversion.mime.clone(),
                    None => self.entry.row.mime.clone(),
                };
                own.map(String::into_bytes)
            }
            Some(_) => None,
        };
        let mut fields = match &head {
            Some(head) => rewrite_head(status.as_u16(), head, context),
            None => Vec::new(),
        };
        fields.extend(own_type.clone().map(|value| (b"Content-Type".to_vec(), value)));
        if captured != status.as_u16() {
            let captured = captured.to_string().into_bytes();
            fields.push((b"X-Archive-Orig-Status".to_vec(), captured));
        }
        let content_type = told_type.or(own_type);
        let is_raw = context.modifier == Modifier::Identity;
        let coding = field("Content-Encoding").filter(|coding| is_coding(coding));
        let mut own = HeaderMap::new();
        if is_raw
            && let Some(coding) = &coding
            && let Ok(coding) = HeaderValue::from_bytes(coding)
        {
            own.insert(header::CONTENT_ENCODING, coding);
        }
        let mut source = source_of(content, is_raw);
        let mut start = Vec::with_capacity(PIECE);
        let mut is_whole = false;
        while start.len() < START && !is_whole {
            is_whole = read_piece(&mut *source, &mut start)? == 0;
        }
        let kind = BodyKind::decide(context.modifier, content_type.as_deref(), &start);
        // The page waits for the function that it has asked for.
        let kind = match (kind, &context.callback) {
            (BodyKind::Script | BodyKind::Json, Some(_)) => BodyKind::Jsonp,
            (kind, _) => kind,
        };
        let is_unrewritten =
            matches!(context.modifier, Modifier::Identity | Modifier::IdentityWithRedirects);
        let passes = is_unrewritten || kind == BodyKind::Opaque;
        let media_type = content_type.as_deref().map(String::from_utf8_lossy).unwrap_or_default();
        let has_range = passes && plan.headers.contains_key(header::RANGE);
        let known_length = (is_whole && passes).then_some(start.len() as u64);
        let is_packed = plan.may_compress
            && !(is_raw && coding.is_some())
            && !has_range
            && is_worth_compressing(&media_type, known_length);
        let conversion = self.conversion.as_ref();
        let tag = tag_of(&self.entry, conversion, context, passes, is_packed);
        let modified = field("Last-Modified")
            .and_then(|value| read_http_date(&String::from_utf8_lossy(&value)))
            .or(self.entry.row.time);
        own.insert(header::ETAG, tag.header());
        if conversion.is_some() {
            own.insert("preference-applied", HeaderValue::from_static(CONVERSION));
        }
        if plan.headers.contains_key("prefer") {
            own.append(header::VARY, HeaderValue::from_static("prefer"));
        }
        if is_worth_compressing(&media_type, None) {
            own.append(header::VARY, HeaderValue::from_static("accept-encoding"));
        }
        let is_raw_document = is_unrewritten && is_document(&media_type);
        let is_ok = status == StatusCode::OK;
        let mut prepared = Prepared {
            status,
            fields,
            own,
            is_raw_document,
            made: Vec::new(),
            rest: None,
            is_head: plan.is_head,
        };
        if is_ok && is_not_modified(&plan.headers, &tag, modified) {
            prepared.status = StatusCode::NOT_MODIFIED;
            return Ok(prepared);
        }
        let mut chunks = ContentChunks {
            ready: None,
            start: Some(start),
            source,
            is_at_end: is_whole,
            rewriter: (!passes)
                .then(|| BodyRewriter::new(kind, charset_of(content_type.as_deref()), context)),
            gzip: is_packed.then(Gzip::new),
            skip: 0,
            left: u64::MAX,
        };
        if is_packed {
            prepared.own.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        if passes && is_ok {
            prepared.own.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
        }
        let range =
            plan.headers.get(header::RANGE).and_then(|value| range_of(value.to_str().ok()?));
        let range = range.filter(|_| passes && is_ok && tag.allows_range(&plan.headers, modified));
        // Long converted content is sent as a whole: what is read again for a range is the capture.
        let range = range.filter(|_| conversion.is_none() || chunks.is_at_end);
        if let Some(range) = range {
            let length = match chunks.is_at_end {
                true => chunks.start.as_ref().map_or(0, |start| start.len() as u64),
                false => {
                    let length = plan.length_of(&self.entry, is_raw, &mut chunks)?;
                    chunks = chunks.again(source_of(plan.open(&self.entry)?.content, is_raw));
                    length
                }
            };
            prepared.cut(range.of(length), length, &mut chunks);
        }
        prepared.fill(chunks)?;
        Ok(prepared)
    }
}

impl SendPlan {
    /// The length of content that is sent as it is, in bytes. It is counted once, and remembered.
    fn length_of(
        &self,
        entry: &Entry,
        is_raw: bool,
        chunks: &mut ContentChunks,
    ) -> io::Result<u64> {
        let key =
            format!("{} {} {} {is_raw}", entry.file, entry.row.offset, entry.row.inner_offset);
        if let Some(length) = self.shared.lengths.get(&key) {
            return Ok(length);
        }
        let mut length = chunks.start.as_ref().map_or(0, |start| start.len() as u64);
        let mut piece = Vec::with_capacity(PIECE);
        loop {
            piece.clear();
            match read_piece(&mut *chunks.source, &mut piece)? {
                0 => break,
                n => length += n as u64,
            }
        }
        self.shared.lengths.insert(key, length);
        Ok(length)
    }

    fn open(&self, entry: &Entry) -> io::Result<OpenedCapture> {
        self.shared.captures.open(entry).map_err(io::Error::other)
    }
}

impl Prepared {
    /// Keeps only a range of the content.
    fn cut(&mut self, answer: RangeAnswer, length: u64, chunks: &mut ContentChunks) {
        let told = match answer {
            RangeAnswer::Part { start, length: part } => {
                self.status = StatusCode::PARTIAL_CONTENT;
                (chunks.skip, chunks.left) = (start, part);
                format!("bytes {start}-{}/{length}", start + part - 1)
            }
            RangeAnswer::None => {
                self.status = StatusCode::RANGE_NOT_SATISFIABLE;
                chunks.left = 0;
                format!("bytes */{length}")
            }
        };
        if let Ok(told) = HeaderValue::try_from(told) {
            self.own.insert(header::CONTENT_RANGE, told);
        }
    }

    /// Makes the body, or the beginning of a long one.
    fn fill(&mut self, mut chunks: ContentChunks) -> io::Result<()> {
        let known = (chunks.left < u64::MAX).then_some(chunks.left);
        let mut is_finished = false;
        // A body that nobody gets need not be made; but a short one is, for its length.
        while self.made.len() < SHORT && !is_finished {
            match chunks.next()? {
                Some(piece) if self.made.is_empty() => self.made = piece,
                Some(piece) => self.made.extend(piece),
                None => is_finished = true,
            }
        }
        let length = if is_finished { Some(self.made.len() as u64) } else { known };
        if let Some(length) = length {
            self.own.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        }
        self.rest =
            (!is_finished).then_some((chunks, known.map(|all| all - self.made.len() as u64)));
        Ok(())
    }
}

type Source = Box<dyn Read + Send>;

fn source_of(content: Content<StoredBlock>, is_raw: bool) -> Source {
    match is_raw {
        true => Box::new(content.into_payload()),
        false => Box::new(content.into_decoded(MAX_DECODED)),
    }
}

/// Reads one piece. A coding that breaks off ends the body there: browsers show what there is of such pages, too.
fn read_piece(source: &mut (dyn Read + Send), piece: &mut Vec<u8>) -> io::Result<usize> {
    let before = piece.len();
    piece.resize(before + PIECE, 0);
    let result = loop {
        match source.read(&mut piece[before..]) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            result => break result,
        }
    };
    let n = match result {
        Ok(n) => n,
        Err(error) if is_damage(&error) => {
            tracing::info!(%error, "a capture ends early");
            metrics::counter!("stodola_replay_cut_captures_total").increment(1);
            0
        }
        Err(error) => {
            piece.truncate(before);
            return Err(error);
        }
    };
    piece.truncate(before + n);
    Ok(n)
}

/// Whether an error is one of the archived bytes, and not of the disk.
fn is_damage(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof)
}

/// The status that is sent for a captured one. Some would mean something else here: that nothing follows, that this is
/// a part of something, that the protocol changes.
fn sent_status(captured: u16) -> StatusCode {
    match captured {
        200..=599 if !matches!(captured, 206 | 304 | 416) => {
            StatusCode::from_u16(captured).unwrap_or(StatusCode::OK)
        }
        _ => StatusCode::OK,
    }
}

/// Whether a content coding changes anything.
fn is_coding(coding: &[u8]) -> bool {
    let coding = coding.trim_ascii();
    !coding.is_empty() && !coding.eq_ignore_ascii_case(b"identity")
}

/// Whether a browser makes a document of content of this type, with scripts and links that it follows itself. Content
/// without a type may be anything.
fn is_document(media_type: &str) -> bool {
    let essence = media_type.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    essence.is_empty()
        || !essence.contains('/')
        || essence.ends_with("html")
        || essence.ends_with("xml")
        || essence == "multipart/x-mixed-replace"
}

/// The charset of a `Content-Type`.
fn charset_of(content_type: Option<&[u8]>) -> Option<&[u8]> {
    let content_type = content_type?;
    let name = b"charset=";
    let at = content_type.windows(name.len()).position(|it| it.eq_ignore_ascii_case(name))?;
    let value = content_type[at + name.len()..].trim_ascii_start();
    let value = match value.strip_prefix(b"\"") {
        Some(quoted) => quoted.split(|byte| *byte == b'"').next()?,
        None => value.split(|byte| matches!(byte, b';' | b' ' | b',')).next()?,
    };
    (!value.is_empty()).then_some(value)
}

/// Names what is sent: the payload, and everything that what is made of it depends on.
fn tag_of(
    entry: &Entry,
    conversion: Option<&ConversionRow>,
    context: &ReplayContext,
    passes: bool,
    is_packed: bool,
) -> EntityTag {
    let place = format!("{}:{}", entry.row.offset, entry.row.inner_offset);
    let name = entry.file.rsplit('/').next().unwrap_or("");
    let payload = entry.row.digest.clone().unwrap_or_else(|| format!("{name}:{place}"));
    let time = entry.row.time.map_or(String::new(), |time| time.to_string());
    let converted = conversion.map(|it| {
        let name = it.file.rsplit('/').next().unwrap_or("");
        format!("{name}:{}:{}", it.offset, it.inner_offset)
    });
    let mut words = vec![&*payload, &*time, context.modifier.as_str()];
    words.extend(converted.as_deref());
    if !passes {
        // Links in it have this time.
        words.extend([REWRITING, &*context.time]);
    }
    if is_packed {
        words.push("gzip");
    }
    EntityTag::new(&words)
}

/// The content, piece by piece.
struct ContentChunks {
    /// Made already.
    ready: Option<Vec<u8>>,
    /// The beginning, as it was read.
    start: Option<Vec<u8>>,
    source: Source,
    is_at_end: bool,
    rewriter: Option<BodyRewriter>,
    gzip: Option<Gzip>,
    /// Bytes that are passed over before the first one that is sent.
    skip: u64,
    /// Bytes that are sent.
    left: u64,
}

impl ContentChunks {
    /// The same from the beginning.
    fn again(self, source: Source) -> ContentChunks {
        ContentChunks { source, start: None, is_at_end: false, ..self }
    }

    /// The next piece as it is read; `None` at the end.
    fn read(&mut self) -> io::Result<Option<Vec<u8>>> {
        if let Some(start) = self.start.take().filter(|start| !start.is_empty()) {
            return Ok(Some(start));
        }
        if self.is_at_end {
            return Ok(None);
        }
        let mut piece = Vec::with_capacity(PIECE);
        if read_piece(&mut *self.source, &mut piece)? == 0 {
            self.is_at_end = true;
            return Ok(None);
        }
        Ok(Some(piece))
    }

    /// Cuts a piece to the range.
    fn cut(&mut self, mut piece: Vec<u8>) -> Vec<u8> {
        let skipped = self.skip.min(piece.len() as u64);
        self.skip -= skipped;
        piece.drain(..skipped as usize);
        let kept = self.left.min(piece.len() as u64);
        piece.truncate(kept as usize);
        if self.left < u64::MAX {
            self.left -= kept;
        }
        piece
    }
}

impl Chunks for ContentChunks {
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        if let Some(ready) = self.ready.take() {
            return Ok(Some(ready));
        }
        if self.left == 0 {
            return Ok(None);
        }
        let piece = match self.read()? {
            Some(piece) => match &mut self.rewriter {
                Some(rewriter) => {
                    let mut out = Vec::with_capacity(piece.len() + piece.len() / 2);
                    rewriter.write(&piece, &mut out);
                    out
                }
                None => self.cut(piece),
            },
            None => {
                let mut out = Vec::new();
                match self.rewriter.take() {
                    Some(rewriter) => {
                        rewriter.end(&mut out);
                    }
                    None => return self.gzip.as_mut().map_or(Ok(None), Gzip::finish),
                }
                out
            }
        };
        match &mut self.gzip {
            Some(gzip) => gzip.push(&piece).map(Some),
            None => Ok(Some(piece)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_charset_is_read_from_the_type() {
        for (value, charset) in [
            ("text/html; charset=utf-8", Some("utf-8")),
            ("text/html;Charset=\"windows-1250\"; x=y", Some("windows-1250")),
            ("text/html; charset=", None),
            ("text/html", None),
        ] {
            let expected = charset.map(str::as_bytes);
            assert_eq!(charset_of(Some(value.as_bytes())), expected, "{value}");
        }
    }

    #[test]
    fn a_status_that_means_something_else_here_becomes_200() {
        for (captured, sent) in [
            (200, 200),
            (301, 301),
            (404, 404),
            (503, 503),
            (206, 200),
            (304, 200),
            (100, 200),
            (999, 200),
            (0, 200),
        ] {
            assert_eq!(sent_status(captured).as_u16(), sent);
        }
    }
}
