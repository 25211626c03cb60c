//! The stage that reads a response: its links, and its text if the policy wants it.

use super::HarvestError;
use super::rules::TOKEN;
use super::shared::{Shared, lock};
use crate::contracts::{EarlierCapture, Past};
use crate::policy::Reads;
use crate::scope::HarvestStage;
use crate::trap::{Pattern, Simhash};
use std::collections::HashSet;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};
use stodola_extract::{
    DocumentSummary, Expect, Input, Link, LinkKind, PageRobots, PageText, Type, extract,
    extract_page,
};
use stodola_fetch::Exchange;
use stodola_frontier::Ticket;
use stodola_frontier::{LinkLoss, Unfollowed};
use stodola_warc::decode::payload_reader;
use stodola_warc::http::{Fields, ResponseHead, parse_response};

/// Maximum number of bytes of all links of a page that are kept; a page with more is cut, as by `max_links`.
const LINKS_BYTES: usize = 16 << 20;
/// Maximum length in bytes of the head of an archived response.
const HEAD_MAX: usize = 256 << 10;
/// Bytes of a page that are compared with other pages.
const SIMILARITY_BYTES: u64 = 32 << 10;

/// What was read from a response. It is not changed afterwards.
#[derive(Default)]
pub(crate) struct Examined {
    bytes: Vec<u8>,
    links: Vec<KeptLink>,
    pub(super) charset: Option<String>,
    /// What the author asks of robots.
    pub(super) robots: PageRobots,
    pub(super) similarity: Option<u64>,
    /// Whether the extraction of links failed, so that there are none.
    pub(super) has_failed: bool,
    /// Type of the document; `None` if it was not read.
    pub(crate) document: Option<Type>,
    /// Whether it is a redirect: status 3xx with a `Location`.
    pub(crate) is_redirect: bool,
    /// The text; empty if the policy does not want it.
    pub(crate) text: PageText,
    pub(crate) content_language: Option<String>,
    /// Links that were not followed, counted by reason.
    pub(super) unfollowed: Unfollowed,
    /// Whether the status is 2xx.
    is_success: bool,
    /// Whether a rule of the job says that it is not judged.
    is_unjudged: bool,
    /// Stages that rules of the job left out: `extract:RULE,judge:RULE`.
    pub(super) skipped: Option<String>,
}

/// A link: where its URI ends in the bytes, and where the line for the metadata record ends.
struct KeptLink {
    start: usize,
    uri_end: usize,
    kind: LinkKind,
    is_nofollow: bool,
}

impl Examined {
    fn failed() -> Examined {
        Examined { has_failed: true, ..Examined::default() }
    }

    /// Whether it can be judged: HTML or plain text with status 2xx.
    pub(crate) fn is_document(&self) -> bool {
        self.is_success
            && !self.is_unjudged
            && matches!(self.document, Some(Type::Html | Type::Xhtml | Type::Text))
    }

    /// Whether it is a document of any type: an answer with status 2xx that has a body.
    pub(crate) fn is_answer(&self) -> bool {
        self.is_success && !matches!(self.document, None | Some(Type::Empty))
    }

    /// The links in the order of the document, each once: URI, kind, and whether it is marked `nofollow`.
    pub(crate) fn links(&self) -> impl Iterator<Item = (&[u8], LinkKind, bool)> {
        self.links
            .iter()
            .map(|link| (&self.bytes[link.start..link.uri_end], link.kind, link.is_nofollow))
    }

    /// Lines for the metadata record, one for each link: the URI, the letter of the hop, the kind of link.
    pub(super) fn outlinks(&self) -> impl Iterator<Item = &[u8]> {
        let ends = self.links.iter().skip(1).map(|link| link.start).chain([self.bytes.len()]);
        self.links.iter().zip(ends).map(|(link, end)| &self.bytes[link.start..end])
    }
}

/// Reads a response: its links, and what else the policy wants.
pub(super) fn examine(shared: &Shared, ticket: &Ticket, exchange: &Exchange) -> Examined {
    unbroken(|| {
        let Some(head) = exchange.head() else { return Examined::default() };
        let mut reader = exchange.response.reader();
        if reader.seek(SeekFrom::Start(exchange.head_length as u64)).is_err() {
            return Examined::default();
        }
        examine_response(shared, ticket, &head, BufReader::new(reader))
    })
}

/// Same as [`examine`], for the response of an earlier capture. `None` if it cannot be read. May block.
pub(super) fn examine_earlier(
    shared: &Shared,
    past: &dyn Past,
    ticket: &Ticket,
    earlier: &EarlierCapture,
) -> Result<Option<Examined>, HarvestError> {
    let mut examined = None;
    let is_read = past.reread(earlier, &mut |response| {
        let mut reader = BufReader::with_capacity(HEAD_MAX, response);
        let mut first = Vec::new();
        // The head, and the bytes that were read with it.
        if (&mut reader).take(HEAD_MAX as u64).read_to_end(&mut first).is_err() {
            return;
        }
        let Some(head) = parse_response(&first) else { return };
        let body = first[head.head_len..].chain(reader);
        examined = Some(unbroken(|| examine_response(shared, ticket, &head, body)));
    });
    let is_read = is_read.map_err(HarvestError::Past)?;
    Ok(examined.filter(|_| is_read))
}

/// Catches a panic while one page is read: a bug must cost neither the page nor the harvest.
fn unbroken(examine: impl FnOnce() -> Examined) -> Examined {
    catch_unwind(AssertUnwindSafe(examine)).unwrap_or_else(|_| Examined::failed())
}

fn examine_response(
    shared: &Shared,
    ticket: &Ticket,
    head: &ResponseHead<'_>,
    body: impl BufRead,
) -> Examined {
    let status = head.status.unwrap_or_default();
    let mut examined = Examined {
        is_success: (200..300).contains(&status),
        is_redirect: (300..400).contains(&status) && head.field("Location").is_some(),
        ..Examined::default()
    };
    let unextracted = shared.skips(HarvestStage::Extract, ticket);
    let unjudged = shared.skips(HarvestStage::Judge, ticket);
    examined.is_unjudged = unjudged.is_some();
    examined.skipped = skipped(unextracted.as_deref(), unjudged.as_deref());
    // Error pages are for people, and what they link to is what all pages link to.
    let is_error = status >= 400;
    let is_judged = shared.policy.reads() == Reads::LinksAndText;
    if is_error && !is_judged {
        return examined;
    }
    let headers = headers_without_coding(&head.fields);
    let pairs: Vec<(&[u8], &[u8])> =
        headers.iter().map(|(name, value)| (&name[..], &value[..])).collect();
    let expect = if ticket.is_sitemap { Expect::Sitemap } else { Expect::Any };
    let input = Input { uri: &ticket.uri, headers: &pairs, expect };
    let mut options = shared.job.extract.options();
    options.robot_names.push(TOKEN.to_owned());
    options.max_source = shared.policy.source_bytes();
    let takes_links = !is_error && unextracted.is_none();
    if !takes_links {
        options.max_links = 0;
    }
    let payload = payload_reader(head, body, options.max_bytes);
    let wants_similarity = lock(&shared.traps).is_watched(&Pattern::of(&ticket.uri));
    let mut body = Listened {
        inner: payload,
        listener: wants_similarity.then(Simhash::new),
        left: SIMILARITY_BYTES,
    };
    let mut seen = HashSet::new();
    let mut too_much = 0;
    let mut found = |link: &Link<'_>| {
        let is_new = seen.insert(same_link(link.uri, link.kind));
        if is_new && examined.bytes.len() >= LINKS_BYTES {
            too_much += 1;
        } else if is_new {
            let start = examined.bytes.len();
            examined.bytes.extend_from_slice(link.uri);
            let uri_end = examined.bytes.len();
            examined.bytes.extend_from_slice(b" ");
            examined.bytes.push(link.hop() as u8);
            examined.bytes.push(b' ');
            examined.bytes.extend_from_slice(context(link.kind).as_bytes());
            let (kind, is_nofollow) = (link.kind, link.nofollow);
            examined.links.push(KeptLink { start, uri_end, kind, is_nofollow });
        }
    };
    let mut text = PageText::default();
    let summary = match is_judged {
        true => extract_page(&input, &mut body, &options, &mut found, &mut text),
        false => extract(&input, &mut body, &options, &mut found),
    };
    examined.text = text;
    examined.document = Some(summary.document);
    examined.content_language =
        head.field("Content-Language").map(|value| String::from_utf8_lossy(&value).into_owned());
    if !takes_links {
        examined.links.clear();
        examined.bytes.clear();
    } else {
        examined.unfollowed = unfollowed(&summary, too_much);
    }
    examined.charset = summary.charset.map(|charset| charset.name().to_owned());
    examined.robots = summary.robots;
    examined.similarity = body.listener.and_then(Simhash::finish);
    examined
}

/// Returns the stages that rules left out, for the log; `None` if there are none.
fn skipped(extract: Option<&str>, judge: Option<&str>) -> Option<String> {
    let extract = extract.map(|rule| format!("extract:{rule}"));
    let judge = judge.map(|rule| format!("judge:{rule}"));
    let words: Vec<String> = extract.into_iter().chain(judge).collect();
    (!words.is_empty()).then(|| words.join(","))
}

/// Returns the links that were left out, by reason; for `too_much` links there was no room.
fn unfollowed(summary: &DocumentSummary, too_much: u64) -> Unfollowed {
    let DocumentSummary { links, bytes, passed_over, shortfall, .. } = summary;
    let mut unfollowed = Unfollowed::default();
    let mut set = |loss, number: u64| unfollowed.set(loss, number);
    set(LinkLoss::Scheme, passed_over.scheme);
    set(LinkLoss::TooLong, passed_over.too_long);
    set(LinkLoss::InvalidHost, passed_over.invalid);
    set(LinkLoss::InvalidPort, passed_over.port);
    set(LinkLoss::LinkBytes, too_much);
    set(LinkLoss::CutMaxLinks, if shortfall.links { (*links).max(1) } else { 0 });
    set(LinkLoss::CutMaxBytes, if shortfall.bytes { (*bytes).max(1) } else { 0 });
    set(LinkLoss::CutMarkup, shortfall.markup.into());
    set(LinkLoss::CutDepth, shortfall.depth.into());
    set(LinkLoss::CutXml, shortfall.xml.into());
    set(LinkLoss::CutRead, shortfall.read.is_some().into());
    unfollowed
}

/// Returns a hash by which repeated links of a page are recognised.
fn same_link(uri: &[u8], kind: LinkKind) -> u64 {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    uri.hash(&mut hasher);
    kind.hash(&mut hasher);
    hasher.finish()
}

/// Returns the header fields as they are for a body whose codings were removed.
fn headers_without_coding(fields: &Fields<'_>) -> Vec<(Vec<u8>, Vec<u8>)> {
    fields
        .iter()
        .filter(|field| !field.is("Content-Encoding") && !field.is("Transfer-Encoding"))
        .map(|field| (field.name.to_vec(), field.value().into_owned()))
        .collect()
}

fn context(kind: LinkKind) -> &'static str {
    use stodola_extract::Requisite;
    match kind {
        LinkKind::Navigation => "navigation",
        LinkKind::Requisite(Requisite::Image) => "image",
        LinkKind::Requisite(Requisite::Style) => "style",
        LinkKind::Requisite(Requisite::Script) => "script",
        LinkKind::Requisite(Requisite::Frame) => "frame",
        LinkKind::Requisite(Requisite::Media) => "media",
        LinkKind::Requisite(Requisite::Font) => "font",
        LinkKind::Requisite(Requisite::Object) => "object",
        LinkKind::Requisite(Requisite::Manifest) => "manifest",
        LinkKind::Requisite(Requisite::Other) => "other",
        LinkKind::Redirect => "redirect",
        LinkKind::Alternate => "alternate",
        LinkKind::Feed => "feed",
        LinkKind::Sitemap => "sitemap",
        LinkKind::Listed => "listed",
        LinkKind::Form => "form",
        LinkKind::Speculative => "guess",
    }
}

/// Passes what is read to a listener.
struct Listened<R> {
    inner: R,
    listener: Option<Simhash>,
    left: u64,
}

impl<R: Read> Read for Listened<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        if let Some(listener) = &mut self.listener {
            let heard = self.left.min(length as u64) as usize;
            listener.write(&buffer[..heard]);
            self.left -= heard as u64;
        }
        Ok(length)
    }
}
