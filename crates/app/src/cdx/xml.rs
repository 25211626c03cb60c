//! The query in XML that OpenWayback and older tools send: `q=type:urlquery url:http://example.cz/`.

use super::field::CdxField;
use super::query::CdxQuery;
use super::row::Row;
use super::{CdxDialect, CdxError, CdxView, QueryParams, output};
use crate::reading::CaptureSight;
use stodola_archive::{CaptureKind, Direction, Entry, RangeCursor, Stamp};

/// Results of one answer, if the query does not say.
const RESULTS: u64 = 10_000;
/// Captures that are looked at for one answer.
const MAX_LOOKED_AT: u64 = 1_000_000;

/// What a query in XML asks for.
#[derive(Clone, Debug)]
pub struct XmlQuery {
    query: CdxQuery,
    is_prefix: bool,
    offset: u64,
    limit: u64,
    access_point: Option<String>,
}

impl XmlQuery {
    /// Understands the parameter `q`, words of the form `name:value` with spaces between them, and those beside it.
    pub fn read(params: &QueryParams) -> Result<XmlQuery, CdxError> {
        let q = params.get("q").unwrap_or("");
        let word =
            |name: &str| q.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix(':'));
        let is_prefix = match word("type") {
            Some("urlquery") | None => false,
            Some("prefixquery") => true,
            Some(other) => {
                let other = super::params::short(other);
                let problem = format!("type '{other}' is neither urlquery nor prefixquery");
                return Err(CdxError::parameter("q", problem));
            }
        };
        // Clients encode the URL once more, because a space would end it.
        let url = word("url").ok_or(CdxError::NoUrl)?;
        let url =
            QueryParams::parse(&format!("url={}", url.replace('+', "%2B").replace('&', "%26")))?;
        let url = url.get("url").ok_or(CdxError::NoUrl)?;
        let number = |name: &'static str| -> Result<Option<u64>, CdxError> {
            let wrong = |_| CdxError::parameter("q", format!("{name} is not a number"));
            word(name).map(|text| text.parse().map_err(wrong)).transpose()
        };
        let kind = if is_prefix { "prefix" } else { "exact" };
        let asked = format!("matchType={kind}&url={}", output::form_encoded(url));
        let query = CdxQuery::read(&QueryParams::parse(&asked)?, CdxDialect::Outback)?;
        // Newer clients say beside `q` which page of how many results they want.
        let limit = params.number("count")?.or(number("limit")?).unwrap_or(RESULTS).min(RESULTS);
        let page = params.number("start_page")?.map(|page| page.max(1) - 1);
        let offset = match page {
            Some(page) => page.saturating_mul(limit),
            None => number("offset")?.unwrap_or(0),
        };
        let access_point = params.get("accesspoint").map(str::to_owned);
        Ok(XmlQuery { query, is_prefix, offset, limit, access_point })
    }

    /// Same as [`CdxQuery::access_point`].
    pub fn access_point(&self) -> Option<&str> {
        self.access_point.as_deref()
    }
}

/// Writes the answer: captures of a URL, or the URLs below a prefix. It has at most 10,000 results; `offset` leads to
/// the next ones.
pub fn write_xml(query: &XmlQuery, view: CdxView<'_>) -> Result<String, CdxError> {
    let catalogue = view.captures.catalogue()?;
    let mut page = ResultPage::new(query);
    let mut url: Option<CapturedUrl> = None;
    let mut looked_at = 0;
    'all: for range in &query.query.wanted.ranges {
        let mut cursor = RangeCursor::new(range.clone(), Direction::Forwards);
        while let Some(entry) = catalogue.advance(&mut cursor)? {
            looked_at += 1;
            if page.is_over() {
                break 'all;
            }
            if looked_at > MAX_LOOKED_AT {
                let problem = "too many captures for an answer in XML; ask with url= instead";
                return Err(CdxError::parameter("q", problem));
            }
            let is_other = matches!(entry.row.kind, CaptureKind::Dns | CaptureKind::Metadata)
                || view.gate.sight(&entry) == CaptureSight::Hidden;
            if is_other {
                continue;
            }
            match &mut url {
                _ if !query.is_prefix => page.add(|out| add_capture(&entry, out)),
                Some(url) if url.last.row.key == entry.row.key => url.count(entry),
                _ => {
                    if let Some(url) = url.replace(CapturedUrl::new(entry)) {
                        page.add(|out| url.write(out));
                    }
                }
            }
        }
    }
    if let Some(url) = url {
        page.add(|out| url.write(out));
    }
    Ok(page.written(query))
}

/// The results that an answer has.
struct ResultPage {
    offset: u64,
    limit: u64,
    /// How many there are, as far as they were counted.
    found: u64,
    returned: u64,
    results: String,
}

impl ResultPage {
    fn new(query: &XmlQuery) -> ResultPage {
        let (offset, limit) = (query.offset, query.limit);
        ResultPage { offset, limit, found: 0, returned: 0, results: String::new() }
    }

    /// Whether further results need not even be counted.
    fn is_over(&self) -> bool {
        self.found >= self.offset.saturating_add(self.limit).max(RESULTS)
    }

    /// A result, which is written if it is on this page.
    fn add(&mut self, write: impl FnOnce(&mut String)) {
        self.found += 1;
        if self.found > self.offset && self.returned < self.limit {
            self.returned += 1;
            self.results.push_str("<result>\n");
            write(&mut self.results);
            self.results.push_str("</result>\n");
        }
    }

    fn written(self, query: &XmlQuery) -> String {
        const START: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<wayback>\n";
        if self.returned == 0 {
            return format!(
                "{START}<error>\n<title>Resource Not In Archive</title>\n\
                 <message>The archive has no such capture.</message>\n</error>\n</wayback>\n"
            );
        }
        let ResultPage { offset, limit, found, returned, results } = self;
        let url = escaped(&query.query.wanted.url);
        let (kind, of) = match query.is_prefix {
            true => ("prefixquery", "resultstypeurl"),
            false => ("urlquery", "resultstypecapture"),
        };
        format!(
            "{START}<request>\n<startdate>19960101000000</startdate>\n<enddate>99991231235959</enddate>\n\
             <type>{kind}</type>\n<firstreturned>{offset}</firstreturned>\n<url>{url}</url>\n\
             <resultsrequested>{limit}</resultsrequested>\n<resultstype>{of}</resultstype>\n\
             <numreturned>{returned}</numreturned>\n<numresults>{found}</numresults>\n\
             </request>\n<results>\n{results}</results>\n</wayback>\n"
        )
    }
}

/// The captures of a URL, for a list of URLs.
struct CapturedUrl {
    first: Option<Stamp>,
    last: Entry,
    captures: u64,
    /// How often the content was another one than before.
    versions: u64,
}

impl CapturedUrl {
    fn new(entry: Entry) -> CapturedUrl {
        CapturedUrl { first: entry.row.time, last: entry, captures: 1, versions: 1 }
    }

    /// Another capture of the same URL.
    fn count(&mut self, entry: Entry) {
        self.captures += 1;
        self.versions += u64::from(entry.row.digest != self.last.row.digest);
        self.last = entry;
    }

    fn write(self, out: &mut String) {
        let time = |time: Option<Stamp>| time.map_or("-".to_owned(), |time| time.to_string());
        let (first, last) = (time(self.first), time(self.last.row.time));
        let row = Row::new(self.last);
        let text = |field| escaped(row.value(field, CdxDialect::Outback).as_deref().unwrap_or("-"));
        for (name, value) in [
            ("urlkey", text(CdxField::UrlKey)),
            ("originalurl", text(CdxField::Url)),
            ("numversions", self.versions.to_string()),
            ("numcaptures", self.captures.to_string()),
            ("firstcapturets", first),
            ("lastcapturets", last),
        ] {
            out.push_str(&format!("<{name}>{value}</{name}>\n"));
        }
    }
}

fn add_capture(entry: &Entry, out: &mut String) {
    let row = Row::new(entry.clone());
    let mut element = |name: &str, field: CdxField| {
        let value = row.value(field, CdxDialect::Outback);
        let value = escaped(value.as_deref().unwrap_or("-"));
        out.push_str(&format!("<{name}>{value}</{name}>\n"));
    };
    element("compressedoffset", CdxField::Offset);
    element("compressedendoffset", CdxField::Length);
    element("mimetype", CdxField::Mime);
    element("file", CdxField::Filename);
    element("redirecturl", CdxField::Redirect);
    element("urlkey", CdxField::UrlKey);
    element("digest", CdxField::Digest);
    element("httpresponsecode", CdxField::Status);
    element("robotflags", CdxField::RobotFlags);
    element("url", CdxField::Url);
    element("capturedate", CdxField::Timestamp);
}

/// Text between tags. Characters that XML cannot have are replaced.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            c if c < ' ' || matches!(c, '\u{fffe}' | '\u{ffff}') => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}
