//! One capture, for all followers: each part of it is made once, when the first follower asks for it.

mod opened;

use crate::description::{BODY_MAX, STORED_MAX, describe, description_of, is_html};
use opened::OpenedContent;
use std::io::{self, BufRead, Read};
use stodola_archive::{
    CaptureRow, Content, Decoded, Description, FileSource, Payload, PayloadIndex, ReadCapture,
};
use stodola_extract::{
    BlockKind, DocumentSummary, ExtractOptions, Input, LinkKind, PageText, Within, extract_page,
};
use stodola_warc::http::{ResponseHead, parse_response};
use stodola_warc::{HttpInfo, RecordBlock, RecordType};

/// Maximum number of bytes of a payload that are decoded for text and links.
const PAGE_MAX: u64 = 64 << 20;
/// Maximum number of bytes of the addresses of the links of a page. A long base could make them any number.
const ADDRESSES_MAX: u64 = 32 << 20;
/// Maximum length of the relation of a link, and of the names of its element and attribute, in bytes; longer ones are
/// cut. One element can have many links.
const RELATION_MAX: usize = 1 << 10;
const NAME_MAX: usize = 100;
/// Maximum number of bytes of the text of an anchor.
const ANCHOR_MAX: usize = 200;
/// Maximum number of blocks of the text of a page.
const BLOCKS_MAX: usize = 20_000;
/// Maximum number of names of places in a page, and of its links to them.
const FRAGMENTS_MAX: usize = 50_000;
/// Maximum length of the fragment of a link in bytes; a longer one is cut.
const FRAGMENT_MAX: usize = 1 << 10;

/// A capture as followers see it.
///
/// | part | made of | costs |
/// |---|---|---|
/// | [`row`](Document::row) | the header of the record | nothing more |
/// | [`head`](Document::head) | the beginning of the block | little |
/// | [`content`](Document::content) | the block; up to 8 MiB are kept in memory for all who ask | reading |
/// | [`page`](Document::page) | the payload | one pass of `extract` |
///
/// A revisit has a row, and perhaps a head; its content is stored with another capture, which was or will be a document
/// of its own. For a record in segments the content is that of the first segment.
pub struct Document<'d> {
    capture: &'d mut (dyn Source + 'd),
    made: &'d mut Made,
}

/// The parts of a capture that were made so far.
#[derive(Default)]
pub(crate) struct Made {
    head: Option<Option<Vec<u8>>>,
    page: Option<DocumentPage>,
}

/// Text and links of a document, from one pass.
#[derive(Clone, Debug, Default)]
pub struct DocumentPage {
    /// Title, text, its typed blocks, languages and contacts. Empty unless it is HTML, XHTML or plain text.
    pub text: PageText,
    /// Links in the order of the document, those of the headers first. Their addresses have at most 32 MiB in all.
    pub links: Vec<DocumentLink>,
    /// Type, charset, and what was left out.
    pub summary: DocumentSummary,
}

/// A link of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentLink {
    /// Absolute URI of the target.
    pub uri: Vec<u8>,
    /// What it is for.
    pub kind: LinkKind,
    /// Name of the element that contains it; `None` if it is in an HTTP header or a document without elements.
    pub element: Option<String>,
    /// Name of the attribute that contains it; `None` if it is in no attribute.
    pub attribute: Option<String>,
    /// The relation (`rel`) in the document, as written, cut if it is long; `None` if there is none.
    pub rel: Option<Vec<u8>>,
    /// Whether the page asks robots not to follow it.
    pub nofollow: bool,
    /// The beginning of the text of the anchor; `None` if the link is not an anchor.
    pub text: Option<String>,
    /// The fragment of the reference, as written, without the mark; `None` if it has none.
    pub fragment: Option<Vec<u8>>,
    /// The kind of text that it stands in, and the parts of the page around it; `None` in documents that are no pages.
    pub block: Option<(BlockKind, Within)>,
}

impl<'d> Document<'d> {
    pub(crate) fn new(capture: &'d mut ReadCapture<'_, '_>, made: &'d mut Made) -> Document<'d> {
        Document { capture, made }
    }

    /// Calls `work` with a document whose content was opened apart: a revisit with the content of its original. Its
    /// media type is that of the content, of which at most 8 MiB are read, decoded.
    pub fn with_content<T>(
        file: &str,
        row: &CaptureRow,
        content: Content<impl BufRead>,
        work: impl FnOnce(&mut Document<'_>) -> T,
    ) -> io::Result<T> {
        let mut opened = OpenedContent::read(file, row, content)?;
        let mut made = Made::default();
        Ok(work(&mut Document { capture: &mut opened, made: &mut made }))
    }

    /// Name of its file in the archive.
    pub fn file(&self) -> &str {
        self.capture.file()
    }

    /// The row of the capture in the catalogue. The stored length is `None`: it is known only after the record was
    /// read.
    pub fn row(&self) -> &CaptureRow {
        self.capture.row()
    }

    /// Value of a field in the header of a WARC record; `None` if it has no such field.
    pub fn field(&self, name: &str) -> Option<&[u8]> {
        self.capture.field(name)
    }

    /// Returns the head of the HTTP response; `None` if the block does not start with one.
    pub fn head(&mut self) -> io::Result<Option<ResponseHead<'_>>> {
        self.make_head()?;
        Ok(self.made.head().and_then(parse_response))
    }

    /// Returns head and body; `None` for revisits. The body of a long record is read from the file again at each call.
    pub fn content(&mut self) -> io::Result<Option<Content<Box<dyn BufRead + '_>>>> {
        if self.capture.kind() == RecordType::Revisit {
            return Ok(None);
        }
        self.make_head()?;
        let head = self.made.head().map(<[u8]>::to_vec);
        let length = head.as_ref().map_or(0, Vec::len);
        // Asked twice, because a borrowed block cannot be returned from only one branch.
        let body: Box<dyn BufRead + '_> = match self.capture.block()?.is_some() {
            true => {
                let block = self.capture.block()?.unwrap_or_default();
                Box::new(&block[length.min(block.len())..])
            }
            false => {
                let mut again = self.capture.read_again()?;
                io::copy(&mut again.by_ref().take(length as u64), &mut io::sink())?;
                Box::new(again)
            }
        };
        Ok(Some(Content::new(head, body)))
    }

    /// Returns the payload without transfer and content codings, at most `limit` bytes; `None` for revisits.
    pub fn payload(&mut self, limit: u64) -> io::Result<Option<Decoded<Box<dyn BufRead + '_>>>> {
        Ok(self.content()?.map(|content| content.into_decoded(limit)))
    }

    /// Returns text and links; `None` for revisits. A document that is not text, such as a picture, has an empty page
    /// with its type.
    pub fn page(&mut self) -> io::Result<Option<&DocumentPage>> {
        if self.made.page.is_none() {
            let Some(page) = self.read_page()? else { return Ok(None) };
            self.made.page = Some(page);
        }
        Ok(self.made.page.as_ref())
    }

    /// Returns the language that a page declares, itself or by `Content-Language` (`cs`, `en-gb`); `None` if it has
    /// none, or is no page. [`row`](Document::row) has a language only when the capture is listed, and not when a
    /// follower sees it later.
    pub fn declared_language(&mut self) -> io::Result<Option<String>> {
        if self.page()?.is_none() {
            return Ok(None);
        }
        self.make_head()?;
        let head = self.made.head().and_then(parse_response);
        let headers = head.as_ref().map(pairs).unwrap_or_default();
        let page = self.made.page.as_ref();
        Ok(page.and_then(|page| description_of(&headers, &page.summary, &page.text).language))
    }

    /// Returns the key of the payload in the index of payloads; `None` if nothing may refer to it.
    pub(crate) fn payload_key(&mut self) -> Option<Payload> {
        self.capture.payload_key()
    }

    /// Returns title and language from the beginning of the page. They do not depend on what else was asked for.
    /// `has_readers`: whether a follower will ask for the page, which is then read once for both.
    pub(crate) fn description(&mut self, has_readers: bool) -> io::Result<Description> {
        let http = self.capture.http();
        let is_page = http.is_some_and(|it| it.content_type.as_deref().is_some_and(is_html));
        let (Some(http), RecordType::Response, true) = (http, self.capture.kind(), is_page) else {
            return Ok(Description::default());
        };
        let beginning = http.head_len.saturating_add(STORED_MAX);
        if has_readers && let Some(description) = self.description_of_short(beginning as u64)? {
            return Ok(description);
        }
        let uri = self.capture.row().uri.clone();
        let block = self.capture.beginning(beginning)?;
        let Some(head) = parse_response(block) else { return Ok(Description::default()) };
        let body = decoded_beginning(&head, &block[head.head_len..]);
        Ok(describe(&uri, &pairs(&head), &body))
    }

    /// Same as `description`, from the whole page, if the page is not longer than such a beginning; otherwise `None`.
    fn description_of_short(&mut self, beginning: u64) -> io::Result<Option<Description>> {
        if self.capture.declared_length().is_none_or(|length| length > beginning) {
            return Ok(None);
        }
        if self.page()?.is_none_or(|page| page.summary.bytes > BODY_MAX as u64) {
            return Ok(None);
        }
        self.make_head()?;
        let head = self.made.head().and_then(parse_response);
        let (Some(head), Some(page)) = (head, &self.made.page) else { return Ok(None) };
        Ok(Some(description_of(&pairs(&head), &page.summary, &page.text)))
    }

    fn make_head(&mut self) -> io::Result<()> {
        if self.made.head.is_none() {
            let kind = self.capture.kind();
            let is_answer = matches!(kind, RecordType::Response | RecordType::Revisit);
            let length = self.capture.http().filter(|_| is_answer).map(|http| http.head_len);
            self.made.head = Some(match length {
                Some(length) => Some(self.capture.head_bytes(length)?),
                None => None,
            });
        }
        Ok(())
    }

    fn read_page(&mut self) -> io::Result<Option<DocumentPage>> {
        self.make_head()?;
        let uri = self.capture.row().uri.clone();
        let head = self.made.head().map(<[u8]>::to_vec);
        let head = head.as_deref().and_then(parse_response);
        let declared = self.capture.row().mime.clone().unwrap_or_default();
        let headers: Vec<(&[u8], &[u8])> = match &head {
            Some(head) => {
                let is_coding = |name: &[u8]| {
                    name.eq_ignore_ascii_case(b"Content-Encoding")
                        || name.eq_ignore_ascii_case(b"Transfer-Encoding")
                };
                pairs(head).into_iter().filter(|(name, _)| !is_coding(name)).collect()
            }
            None => vec![(b"Content-Type", declared.as_bytes())],
        };
        let Some(payload) = self.payload(PAGE_MAX)? else { return Ok(None) };
        let mut page = DocumentPage::default();
        let links = &mut page.links;
        let mut add = |link: &stodola_extract::Link<'_>| {
            links.push(DocumentLink {
                uri: link.uri.to_vec(),
                kind: link.kind,
                element: link.origin.element().map(name_of),
                attribute: link.origin.attribute().map(name_of),
                rel: link.rel.map(|rel| rel[..rel.len().min(RELATION_MAX)].to_vec()),
                nofollow: link.nofollow,
                text: link.text.map(str::to_owned),
                fragment: fragment_of(link.raw),
                block: link.block,
            });
        };
        let options = ExtractOptions {
            anchor_text: ANCHOR_MAX,
            max_blocks: BLOCKS_MAX,
            max_fragments: FRAGMENTS_MAX,
            max_uris: ADDRESSES_MAX,
            ..ExtractOptions::default()
        };
        let input = Input { headers: &headers, ..Input::new(&uri) };
        page.summary = extract_page(&input, payload, &options, &mut add, &mut page.text);
        Ok(Some(page))
    }
}

impl Made {
    fn head(&self) -> Option<&[u8]> {
        self.head.as_ref()?.as_deref()
    }
}

/// The name of an element or attribute, cut if it is long.
fn name_of(name: &str) -> String {
    let end = (0..=NAME_MAX.min(name.len())).rev().find(|at| name.is_char_boundary(*at));
    name[..end.unwrap_or(0)].to_owned()
}

/// Returns the fragment of a reference; `None` if it has none, or an empty one.
fn fragment_of(reference: &[u8]) -> Option<Vec<u8>> {
    let mark = reference.iter().position(|&byte| byte == b'#')?;
    let fragment = reference[mark + 1..].trim_ascii_end();
    let fragment = &fragment[..fragment.len().min(FRAGMENT_MAX)];
    (!fragment.is_empty()).then(|| fragment.to_vec())
}

/// Returns the fields of a head, in their order.
fn pairs<'h>(head: &ResponseHead<'h>) -> Vec<(&'h [u8], &'h [u8])> {
    head.fields.iter().map(|field| (field.name, field.raw_value().trim_ascii())).collect()
}

/// Returns as much of the beginning of a payload as can be decoded: it may be damaged, and its end is missing.
fn decoded_beginning(head: &ResponseHead<'_>, stored: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    let mut reader = stodola_warc::decode::payload_reader(head, stored, BODY_MAX as u64);
    let mut piece = [0; 8 << 10];
    while let Ok(n @ 1..) = reader.read(&mut piece) {
        body.extend_from_slice(&piece[..n]);
    }
    body.truncate(BODY_MAX);
    body
}

/// A [`ReadCapture`] without its lifetimes.
trait Source {
    fn file(&self) -> &str;
    fn row(&self) -> &CaptureRow;
    fn kind(&self) -> RecordType;
    fn http(&self) -> Option<&HttpInfo>;
    fn field(&self, name: &str) -> Option<&[u8]>;
    fn declared_length(&self) -> Option<u64>;
    fn beginning(&mut self, n: usize) -> io::Result<&[u8]>;
    fn block(&mut self) -> io::Result<Option<&[u8]>>;
    fn read_again(&self) -> io::Result<RecordBlock<FileSource>>;
    fn payload_key(&mut self) -> Option<Payload>;

    /// Returns the first bytes of the block, also of one that was read and not kept.
    fn head_bytes(&mut self, length: usize) -> io::Result<Vec<u8>> {
        let beginning = self.beginning(length)?;
        if beginning.len() == length {
            return Ok(beginning.to_vec());
        }
        let mut head = vec![0; length];
        self.read_again()?.read_exact(&mut head)?;
        Ok(head)
    }
}

impl Source for ReadCapture<'_, '_> {
    fn file(&self) -> &str {
        ReadCapture::file(self)
    }

    fn row(&self) -> &CaptureRow {
        ReadCapture::row(self)
    }

    fn kind(&self) -> RecordType {
        ReadCapture::kind(self)
    }

    fn http(&self) -> Option<&HttpInfo> {
        ReadCapture::http(self)
    }

    fn field(&self, name: &str) -> Option<&[u8]> {
        ReadCapture::field(self, name)
    }

    fn declared_length(&self) -> Option<u64> {
        ReadCapture::declared_length(self)
    }

    fn beginning(&mut self, n: usize) -> io::Result<&[u8]> {
        ReadCapture::beginning(self, n)
    }

    fn block(&mut self) -> io::Result<Option<&[u8]>> {
        ReadCapture::block(self)
    }

    fn read_again(&self) -> io::Result<RecordBlock<FileSource>> {
        ReadCapture::read_again(self)
    }

    fn payload_key(&mut self) -> Option<Payload> {
        PayloadIndex::payload_of(self)
    }
}
