//! The query in XML that OpenWayback and older tools send: `q=type:urlquery url:http://example.cz/`.

use super::field::CdxField;
use super::query::CdxQuery;
use super::row::Row;
use super::{CdxDialect, CdxError, CdxView, QueryParams, output};
use crate::reading::CaptureSight;
use stodola_archive::{CaptureKind, Direction, Entry, RangeCursor};

/// Results of one answer, if the query does not say.
const RESULTS: u64 = 10_000;
/// Captures that are looked at for one answer.
const MAX_LOOKED_AT: u64 = 1_000_000;

/// What the parameter `q` asks for.
#[derive(Clone, Debug)]
pub struct XmlQuery {
    query: CdxQuery,
    is_prefix: bool,
    offset: u64,
    limit: u64,
}

impl XmlQuery {
    /// Understands the parameter `q`: words of the form `name:value`, with spaces between them.
    pub fn read(q: &str) -> Result<XmlQuery, CdxError> {
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
        let params = format!("matchType={kind}&url={}", output::form_encoded(url));
        let query = CdxQuery::read(&QueryParams::parse(&params)?, CdxDialect::Outback)?;
        Ok(XmlQuery {
            query,
            is_prefix,
            offset: number("offset")?.unwrap_or(0),
            limit: number("limit")?.unwrap_or(RESULTS).min(RESULTS),
        })
    }
}

/// Writes the answer. It has at most 10,000 results; `offset` leads to the next ones.
pub fn write_xml(query: &XmlQuery, view: CdxView<'_>) -> Result<String, CdxError> {
    let catalogue = view.captures.catalogue()?;
    let mut results = String::new();
    let (mut count, mut passed, mut looked_at) = (0, 0, 0);
    'all: for range in &query.query.wanted.ranges {
        let mut cursor = RangeCursor::new(range.clone(), Direction::Forwards);
        while let Some(entry) = catalogue.advance(&mut cursor)? {
            looked_at += 1;
            if count == query.limit || looked_at > MAX_LOOKED_AT {
                break 'all;
            }
            let is_other = matches!(entry.row.kind, CaptureKind::Dns | CaptureKind::Metadata)
                || view.gate.sight(&entry) == CaptureSight::Hidden;
            if is_other {
                continue;
            }
            passed += 1;
            if passed > query.offset {
                count += 1;
                add_result(&entry, &mut results);
            }
        }
    }
    let url = escaped(&query.query.wanted.url);
    let kind = if query.is_prefix { "prefixquery" } else { "urlquery" };
    let (first, limit) = (query.offset, query.limit);
    Ok(format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<wayback>\n<request>\n\
         <startdate>19960101000000</startdate>\n<enddate>99991231235959</enddate>\n\
         <type>{kind}</type>\n<firstreturned>{first}</firstreturned>\n<url>{url}</url>\n\
         <resultsrequested>{limit}</resultsrequested>\n<resultstype>resultstypecapture</resultstype>\n\
         </request>\n<results>\n{results}</results>\n</wayback>\n"
    ))
}

fn add_result(entry: &Entry, out: &mut String) {
    out.push_str("<result>\n");
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
    out.push_str("</result>\n");
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
