//! TimeMaps: lists of all captures of a URL, in pages.

use super::neighbours::is_memento;
use super::{http_date, in_link, memento_link};
use crate::reading::CaptureGate;
use serde_json::json;
use stodola_archive::{Captures, CatalogueError, Direction, KeyRange, RangeCursor, Stamp, key_of};

/// Captures on a page.
const PAGE: u64 = 5000;

/// Where TimeMap, TimeGate and captures of a URL are.
#[derive(Clone, Copy, Debug)]
pub struct TimeMapAddresses<'a> {
    /// The beginning of all: `http://127.0.0.1:8081/web/`.
    pub base: &'a str,
    /// The URL.
    pub url: &'a str,
}

impl TimeMapAddresses<'_> {
    /// The address of the TimeGate.
    pub fn timegate(&self) -> String {
        format!("{}{}", self.base, in_link(self.url))
    }

    /// The address of a page of the TimeMap in a form: `link`, `json` or `cdxj`. Pages count from 1.
    pub fn timemap(&self, form: &str, page: u64) -> String {
        let url = in_link(self.url);
        match page {
            1 => format!("{}timemap/{form}/{url}", self.base),
            _ => format!("{}timemap/{page}/{form}/{url}", self.base),
        }
    }
}

/// Which page is wanted, and of what.
#[derive(Clone, Copy)]
pub struct TimeMapPage<'a> {
    /// The archive.
    pub captures: &'a Captures,
    /// Which captures the reader may see.
    pub gate: &'a dyn CaptureGate,
    /// The page, from 1.
    pub page: u64,
}

/// A page of the captures of a URL.
#[derive(Clone, Debug)]
pub struct TimeMap {
    page: u64,
    /// Times and URLs, in order.
    mementos: Vec<(Stamp, String)>,
    /// The first capture of the next page.
    next: Option<Stamp>,
}

impl TimeMap {
    /// Reads a page. `None` if it has no captures.
    pub fn read(url: &str, wanted: TimeMapPage<'_>) -> Result<Option<TimeMap>, CatalogueError> {
        let TimeMapPage { captures, gate, page } = wanted;
        let catalogue = captures.catalogue()?;
        let range = KeyRange::of_key(&key_of(url.as_bytes()));
        let mut cursor = RangeCursor::new(range, Direction::Forwards);
        let skipped = page.saturating_sub(1).saturating_mul(PAGE);
        let (mut count, mut mementos, mut next) = (0, Vec::new(), None);
        while let Some(entry) = catalogue.advance(&mut cursor)? {
            if !is_memento(&entry, &catalogue, gate)? {
                continue;
            }
            count += 1;
            if count <= skipped {
                continue;
            }
            if mementos.len() as u64 == PAGE {
                next = entry.row.time;
                break;
            }
            if let Some(time) = entry.row.time {
                mementos.push((time, String::from_utf8_lossy(&entry.row.uri).into_owned()));
            }
        }
        Ok((!mementos.is_empty()).then_some(TimeMap { page, mementos, next }))
    }

    fn is_first(&self) -> bool {
        self.page <= 1
    }

    /// The relation of the capture at a place of this page.
    fn rel(&self, i: usize) -> &'static str {
        let is_first = i == 0 && self.is_first();
        let is_last = i + 1 == self.mementos.len() && self.next.is_none();
        match (is_first, is_last) {
            (true, true) => "first last memento",
            (true, false) => "first memento",
            (false, true) => "last memento",
            (false, false) => "memento",
        }
    }

    fn span(&self) -> (String, String) {
        let date = |it: Option<&(Stamp, String)>| it.map_or(String::new(), |it| http_date(it.0));
        (date(self.mementos.first()), date(self.mementos.last()))
    }

    /// The page as links (`application/link-format`).
    pub fn links(&self, addresses: TimeMapAddresses<'_>) -> String {
        const TYPE: &str = "type=\"application/link-format\"";
        let (from, until) = self.span();
        let own = addresses.timemap("link", self.page.max(1));
        let mut lines = vec![
            format!("<{own}>; rel=\"self\"; {TYPE}; from=\"{from}\"; until=\"{until}\""),
            format!("<{}>; rel=\"timegate\"", addresses.timegate()),
            format!("<{}>; rel=\"original\"", in_link(addresses.url)),
        ];
        if !self.is_first() {
            let before = addresses.timemap("link", self.page - 1);
            lines.push(format!("<{before}>; rel=\"timemap\"; {TYPE}; until=\"{from}\""));
        }
        if let Some(next) = self.next {
            let after = addresses.timemap("link", self.page.max(1) + 1);
            let from = http_date(next);
            lines.push(format!("<{after}>; rel=\"timemap\"; {TYPE}; from=\"{from}\""));
        }
        for (i, (time, url)) in self.mementos.iter().enumerate() {
            lines.push(memento_link(addresses.base, *time, url, self.rel(i)));
        }
        lines.join(",\n") + "\n"
    }

    /// The page as JSON, in the shape of other TimeMap servers.
    pub fn json(&self, addresses: TimeMapAddresses<'_>) -> String {
        let memento = |(time, url): &(Stamp, String)| {
            let uri = format!("{}{time}mp_/{}", addresses.base, in_link(url));
            json!({ "datetime": iso(*time), "uri": uri })
        };
        let page = self.page.max(1);
        let mut map = json!({
            "original_uri": addresses.url,
            "self": addresses.timemap("json", page),
            "timegate_uri": addresses.timegate(),
            "timemap_uri": {
                "link_format": addresses.timemap("link", page),
                "json_format": addresses.timemap("json", page),
                "cdxj_format": addresses.timemap("cdxj", page),
            },
            "mementos": {
                "list": self.mementos.iter().map(memento).collect::<Vec<_>>(),
            },
        });
        if let (true, Some(first)) = (self.is_first(), self.mementos.first()) {
            map["mementos"]["first"] = memento(first);
        }
        if let (None, Some(last)) = (self.next, self.mementos.last()) {
            map["mementos"]["last"] = memento(last);
        }
        if !self.is_first() {
            map["pages"]["prev"] = json!({ "uri": addresses.timemap("json", page - 1) });
        }
        if let Some(next) = self.next {
            let uri = addresses.timemap("json", page + 1);
            map["pages"]["next"] = json!({ "uri": uri, "from": iso(next) });
        }
        format!("{map}\n")
    }
}

/// `2014-01-26T20:06:24Z`.
fn iso(time: Stamp) -> String {
    let digits = time.to_string();
    let (year, rest) = digits.split_at(4);
    let part = |i: usize| &rest[i * 2..i * 2 + 2];
    format!("{year}-{}-{}T{}:{}:{}Z", part(0), part(1), part(2), part(3), part(4))
}
