//! One capture, for all followers: each part of it is made once, when the first of them asks for it.

use crate::description::{BODY_MAX, STORED_MAX, describe, description_of, is_html};
use std::io::{self, BufRead, Read};
use stodola_archive::{
    CaptureRow, Content, Decoded, Description, FileSource, Payload, PayloadIndex, ReadCapture,
};
use stodola_extract::{DocumentSummary, ExtractOptions, Input, LinkKind, PageText, extract_page};
use stodola_warc::http::{ResponseHead, parse_response};
use stodola_warc::{HttpInfo, RecordBlock, RecordType};

/// No more of a payload is decoded for text and links, in bytes.
const PAGE_MAX: u64 = 64 << 20;
/// No more of the text of an anchor is kept, in bytes.
const ANCHOR_MAX: usize = 200;
/// No more blocks of the text of a page are kept.
const BLOCKS_MAX: usize = 20_000;

/// A capture and what can be known of it.
///
/// | part | made of | costs |
/// |---|---|---|
/// | [`row`](Document::row) | the header of the record | nothing more |
/// | [`head`](Document::head) | the beginning of the block | little |
/// | [`content`](Document::content) | the block; up to 8 MiB are kept in memory for all who ask | reading |
/// | [`page`](Document::page) | the payload | one pass of `extract` |
///
/// A revisit has a row, and perhaps a head; its content stands with another capture, which was or will be a document of
/// its own. Of a record in segments the content is that of the first segment.
pub struct Document<'d> {
    capture: &'d mut (dyn Source + 'd),
    made: &'d mut Made,
}

/// What was made of a capture so far.
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
    /// Links in the order of the document, those of the headers first.
    pub links: Vec<DocumentLink>,
    /// Type, charset, and what was left out.
    pub summary: DocumentSummary,
}

/// A link of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentLink {
    /// Where it leads: an absolute URI.
    pub uri: Vec<u8>,
    /// What it is for.
    pub kind: LinkKind,
    /// Name of the element it stands in; `None` if it stands in an HTTP header or a document without elements.
    pub element: Option<String>,
    /// Name of the attribute it stands in; `None` if it stands in none.
    pub attribute: Option<String>,
    /// The relation that the document names, as written.
    pub rel: Option<Vec<u8>>,
    /// Whether the page asks robots not to follow it.
    pub nofollow: bool,
    /// The beginning of the text of the anchor.
    pub text: Option<String>,
}

impl<'d> Document<'d> {
    pub(crate) fn new(capture: &'d mut ReadCapture<'_, '_>, made: &'d mut Made) -> Document<'d> {
        Document { capture, made }
    }

    /// The name of its file in the archive.
    pub fn file(&self) -> &str {
        self.capture.file()
    }

    /// What the catalogue knows of it. The stored length is `None`: it is known only when the record was read.
    pub fn row(&self) -> &CaptureRow {
        self.capture.row()
    }

    /// The value of a field in the header of a WARC record.
    pub fn field(&self, name: &str) -> Option<&[u8]> {
        self.capture.field(name)
    }

    /// The head of the HTTP response; `None` if the block does not start with one.
    pub fn head(&mut self) -> io::Result<Option<ResponseHead<'_>>> {
        self.make_head()?;
        Ok(self.made.head().and_then(parse_response))
    }

    /// Head and body; `None` for revisits. The body of a long record is read from the file again by each who asks.
    pub fn content(&mut self) -> io::Result<Option<Content<Box<dyn BufRead + '_>>>> {
        if self.capture.kind() == RecordType::Revisit {
            return Ok(None);
        }
        self.make_head()?;
        let head = self.made.head().map(<[u8]>::to_vec);
        let length = head.as_ref().map_or(0, Vec::len);
        // Asked twice, since a block that is given cannot be given up again.
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

    /// The payload without transfer and content codings, at most `limit` bytes; `None` for revisits.
    pub fn payload(&mut self, limit: u64) -> io::Result<Option<Decoded<Box<dyn BufRead + '_>>>> {
        Ok(self.content()?.map(|content| content.into_decoded(limit)))
    }

    /// Text and links; `None` for revisits. What is no text, such as a picture, has an empty page with its type.
    pub fn page(&mut self) -> io::Result<Option<&DocumentPage>> {
        if self.made.page.is_none() {
            let Some(page) = self.read_page()? else { return Ok(None) };
            self.made.page = Some(page);
        }
        Ok(self.made.page.as_ref())
    }

    /// What the payload is known by in the index of payloads; `None` if nothing may refer to it.
    pub(crate) fn payload_key(&mut self) -> Option<Payload> {
        self.capture.payload_key()
    }

    /// Title and language by the beginning of the page. They do not depend on what else was asked for. If
    /// `has_readers`, somebody will ask for the page, which is then read once for both.
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

    /// The same, from the whole page, if that is no longer than a beginning.
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
                element: link.origin.element().map(str::to_owned),
                attribute: link.origin.attribute().map(str::to_owned),
                rel: link.rel.map(<[u8]>::to_vec),
                nofollow: link.nofollow,
                text: link.text.map(str::to_owned),
            });
        };
        let options = ExtractOptions {
            anchor_text: ANCHOR_MAX,
            max_blocks: BLOCKS_MAX,
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

/// The fields of a head, in their order.
fn pairs<'h>(head: &ResponseHead<'h>) -> Vec<(&'h [u8], &'h [u8])> {
    head.fields.iter().map(|field| (field.name, field.raw_value().trim_ascii())).collect()
}

/// As much of the beginning of a payload as can be decoded: it may be damaged, and its end is not there.
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

    /// The first bytes of the block, also of one that was read and not kept.
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
