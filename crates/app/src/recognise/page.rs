//! Judges a document from its bytes.

use std::io::Read;
use std::net::IpAddr;
use stodola_extract::{ExtractOptions, Input, PageText, Type, extract_page};
use stodola_fetch::Country;
use stodola_judge::{InLinkCounts, Judge, Page, Verdict};

/// Maximum number of bytes of all links of a page that are kept.
const MAX_LINKS: usize = 4 << 20;
/// Bytes of a page's source that a pattern of WebAnalyzer is looked for in.
const MAX_SOURCE: usize = 1 << 20;
/// Maximum number of bytes of a page that are read.
const MAX_BYTES: u64 = 16 << 20;

/// Returns the address of a host; `None` if it is not known.
pub(super) type AddressOf<'a> = dyn Fn(&str) -> Option<IpAddr> + 'a;

/// Where a document came from.
#[derive(Default)]
pub(super) struct Origin<'a> {
    /// Name of the document for people.
    pub(super) name: &'a str,
    /// URI of the document; empty if it has none.
    pub(super) uri: &'a [u8],
    /// Header fields, without those about codings that were removed.
    pub(super) headers: &'a [(&'a [u8], &'a [u8])],
    pub(super) server: Option<IpAddr>,
    /// Looks up addresses of the servers that it links to; `None` if they are not looked up.
    pub(super) address_of: Option<&'a AddressOf<'a>>,
}

/// A page and the verdict on it.
#[derive(Debug)]
pub struct JudgedPage {
    /// URI of the page, or the name of its file.
    pub name: String,
    /// Title; `None` if it has none.
    pub title: Option<String>,
    /// The verdict with its reasons.
    pub verdict: Verdict,
    /// The numbers from which the probability is computed; `None` if they were not asked for.
    pub features: Option<Vec<f64>>,
}

/// What a document is judged with.
pub(super) struct Means<'a> {
    pub(super) judge: &'a Judge,
    /// Whether documents that are not text are judged.
    pub(super) all_types: bool,
    pub(super) in_links: &'a InLinkCounts,
    /// Looks up the country of its owner.
    pub(super) owner: &'a dyn Fn() -> Option<Country>,
}

/// Judges a document; `None` if it is not text, unless all types are judged. The country of its owner is looked up
/// only if it is judged.
pub(super) fn judge_page(
    origin: &Origin<'_>,
    body: impl Read,
    means: &Means<'_>,
) -> Option<JudgedPage> {
    let Means { judge, all_types, in_links, owner } = *means;
    let mut links: Vec<Vec<u8>> = Vec::new();
    let mut bytes = 0;
    let mut text = PageText::default();
    let max_source = if judge.reads_source() { MAX_SOURCE } else { 0 };
    let options = ExtractOptions { max_bytes: MAX_BYTES, max_source, ..ExtractOptions::default() };
    let uri = if origin.uri.is_empty() { b"file:///" } else { origin.uri };
    let input = Input { headers: origin.headers, ..Input::new(uri) };
    let summary = extract_page(
        &input,
        body,
        &options,
        &mut |link| {
            bytes += link.uri.len();
            if bytes <= MAX_LINKS {
                links.push(link.uri.to_vec());
            }
        },
        &mut text,
    );
    let is_text = match summary.document {
        Type::Html | Type::Xhtml | Type::Text => true,
        Type::Css
        | Type::Script
        | Type::Json
        | Type::Svg
        | Type::Sitemap
        | Type::Feed
        | Type::Robots
        | Type::Xml
        | Type::Binary
        | Type::Empty => false,
    };
    if !is_text && !all_types {
        return None;
    }
    let content_language = origin
        .headers
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(b"content-language"))
        .and_then(|(_, value)| std::str::from_utf8(value).ok());
    let links: Vec<&[u8]> = links.iter().map(Vec::as_slice).collect();
    let linked_servers = linked_servers(&links, origin);
    let owner = owner();
    let page = Page {
        uri: origin.uri,
        content_language,
        languages: &text.languages,
        title: text.title.as_deref(),
        text: &text.text,
        source: text.source.as_deref(),
        contacts: &text.contacts,
        links: &links,
        server: origin.server,
        linked_servers: &linked_servers,
        national_in_links: in_links.count(origin.uri),
        owner_country: owner.as_ref().map(Country::as_str),
        ..Page::default()
    };
    let verdict = match is_text {
        true => judge.judge(&page),
        false => judge.judge_without_text(&page),
    };
    let name = origin.name.to_owned();
    Some(JudgedPage { name, title: text.title, verdict, features: None })
}

fn linked_servers(links: &[&[u8]], origin: &Origin<'_>) -> Vec<IpAddr> {
    let Some(address_of) = origin.address_of else { return Vec::new() };
    let own = stodola_uri::host(origin.uri);
    let mut known = std::collections::HashSet::new();
    let hosts = links.iter().filter_map(|link| stodola_uri::host(link));
    hosts
        .filter(|host| Some(host) != own.as_ref() && known.insert(host.clone().into_owned()))
        .filter_map(|host| address_of(&host))
        .collect()
}
