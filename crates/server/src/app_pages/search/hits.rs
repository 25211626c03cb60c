//! What was found, as lines of the page.

use super::super::format::{day_number, short_day};
use super::super::home::readable;
use super::super::own_query::VIA_RESULT;
use super::super::page::PageFrame;
use super::facets::{kind_name, language_name};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use stodola_app::reading::UrlHistory;
use stodola_app::search::FoundDocument;
use stodola_archive::Stamp;
use stodola_replay::{Modifier, ReplayAddress};
use stodola_search::{DocumentType, WordMarker};

/// A longer title is cut, in characters.
const TITLE_MAX: usize = 200;
/// Height of a small chart, in units.
const SPARK: u64 = 18;

/// A document.
pub(super) struct HitLine {
    pub(super) href: String,
    /// The title in pieces, each with whether it is a word of the query.
    pub(super) title: Vec<(bool, String)>,
    /// The language of title and text; empty if it is not known.
    pub(super) lang: String,
    pub(super) address: String,
    pub(super) snippet: Vec<(bool, String)>,
    pub(super) is_cut_before: bool,
    pub(super) is_cut_behind: bool,
    /// From when to when its address was captured.
    pub(super) span: String,
    pub(super) spark: String,
    pub(super) calendar: String,
    pub(super) captures: String,
    pub(super) changes: Option<String>,
    /// What it is, if it is no page in the language of the reader.
    pub(super) facts: Vec<String>,
}

impl HitLine {
    pub(super) fn new(
        page: &PageFrame,
        found: &FoundDocument,
        (marker, axis): (&WordMarker, Option<(u16, u16)>),
        via: Option<&str>,
    ) -> HitLine {
        let hit = &found.hit;
        let address = readable(&hit.uri);
        let title = shortened(found.title.as_deref().map_or(&*address, str::trim));
        let runs = |text: &str| {
            marker.mark(text).into_iter().map(|run| (run.is_hit, run.text)).collect::<Vec<_>>()
        };
        let snippet = found.snippet.as_ref();
        let history = found.history.as_ref();
        let path = ReplayAddress::new(&hit.uri, None, None).to_path();
        let counted = history.map_or(0, |history| history.captures);
        let more = if history.is_some_and(|history| history.is_cut) { "+" } else { "" };
        HitLine {
            href: replay_link(page, &hit.uri, hit.capture.time, via),
            title: runs(&title),
            lang: hit.language.clone().filter(|tag| is_tag(tag)).unwrap_or_default(),
            address,
            snippet: snippet.map_or(Vec::new(), |snippet| {
                snippet.runs.iter().map(|run| (run.is_hit, run.text.clone())).collect()
            }),
            is_cut_before: snippet.is_some_and(|snippet| snippet.is_cut_before),
            is_cut_behind: snippet.is_some_and(|snippet| snippet.is_cut_behind),
            span: span(page, found),
            spark: history.zip(axis).map_or(String::new(), |(history, axis)| spark(history, axis)),
            calendar: page.link(&format!("/captures/{path}"), &[]),
            captures: format!("{}{more}", page.count("web-n-captures", counted.max(1))),
            changes: history
                .filter(|history| history.changes > 0)
                .map(|history| page.count("web-n-changes", history.changes)),
            facts: facts(page, found),
        }
    }
}

/// What is worth telling about a document beside its text.
fn facts(page: &PageFrame, found: &FoundDocument) -> Vec<String> {
    let hit = &found.hit;
    let mut facts = Vec::new();
    if hit.kind != DocumentType::Html {
        facts.push(kind_name(page, hit.kind.name()));
    }
    if let Some(language) = hit.language.as_deref().filter(|tag| *tag != page.lang) {
        facts.push(language_name(page, language));
    }
    if let Some(status) = hit.status.filter(|status| *status >= 400) {
        facts.push(page.say("web-search-status", &[("status", u64::from(status).into())]));
    }
    if hit.similar > 0 {
        facts.push(page.count("web-search-similar", u64::from(hit.similar)));
    }
    facts
}

fn span(page: &PageFrame, found: &FoundDocument) -> String {
    let history = found.history.as_ref();
    let ends = history.and_then(|history| history.first.zip(history.last)).or(found.hit.times);
    let day = |time: Stamp| short_day(page.language, day_number(time));
    match ends {
        Some((first, last)) if day_number(first) == day_number(last) => day(first),
        Some((first, last)) => format!("{} – {}", day(first), day(last)),
        None => String::new(),
    }
}

/// Captures of an address by year, on the axis of all that was found.
fn spark(history: &UrlHistory, (first, last): (u16, u16)) -> String {
    let mut years: BTreeMap<u16, u64> = BTreeMap::new();
    for (day, tally) in &history.days {
        let year = (day / 10_000) as u16;
        if (first..=last).contains(&year) {
            *years.entry(year).or_default() += u64::from(tally.captures);
        }
    }
    let most = years.values().copied().max().unwrap_or(1).max(1);
    let span = u32::from(last - first) + 1;
    let mut path = String::new();
    for (year, count) in &years {
        let height = (SPARK * count).div_ceil(most).max(2);
        let _ = write!(path, "M{} {SPARK}v-{height}h8v{height}z", u32::from(year - first) * 10 + 1);
    }
    format!(
        "<svg class=\"spark\" viewBox=\"0 0 {} {SPARK}\" preserveAspectRatio=\"none\" aria-hidden=\"true\">\
         <path class=\"mk\" d=\"{path}\"/></svg>",
        span * 10
    )
}

/// A picture.
pub(super) struct PictureLine {
    /// The page that shows it.
    pub(super) href: String,
    /// Where the picture is; `None` if it is not archived.
    pub(super) source: Option<String>,
    /// What its name says.
    pub(super) name: String,
    pub(super) title: String,
    pub(super) lang: String,
    pub(super) site: String,
    pub(super) day: String,
}

impl PictureLine {
    /// `base` is the beginning of addresses of captures. `None` if the time of the page is not known.
    pub(super) fn new(page: &PageFrame, found: &FoundDocument, base: &str) -> Option<PictureLine> {
        let hit = &found.hit;
        let (image, time) = (hit.image.as_ref()?, hit.capture.time?);
        let path = ReplayAddress::new(image, Some(time), Some(Modifier::Image)).to_path();
        let address = String::from_utf8_lossy(image).into_owned();
        let name = address.split(['?', '#']).next().unwrap_or_default();
        let name = name.rsplit('/').next().unwrap_or_default();
        Some(PictureLine {
            href: replay_link(page, &hit.uri, hit.capture.time, None),
            source: found.shown.as_ref().map(|_| format!("{base}{path}")),
            name: shortened(name),
            title: shortened(found.title.as_deref().unwrap_or_default()),
            lang: hit.language.clone().filter(|tag| is_tag(tag)).unwrap_or_default(),
            site: hit.site.clone(),
            day: short_day(page.language, day_number(time)),
        })
    }
}

/// The archived page; without a time, its calendar. `via`: the token of a result, if it is recorded which are opened.
fn replay_link(page: &PageFrame, uri: &[u8], time: Option<Stamp>, via: Option<&str>) -> String {
    let path = ReplayAddress::new(uri, time, None).to_path();
    let what = if time.is_some() { "replay" } else { "captures" };
    let via = via.filter(|_| time.is_some()).map(|via| (VIA_RESULT, via));
    page.link(&format!("/{what}/{path}"), via.as_slice())
}

fn shortened(text: &str) -> String {
    let mut short: String = text.chars().take(TITLE_MAX).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

/// Whether a text can stand as the language of an element.
fn is_tag(tag: &str) -> bool {
    (2..=8).contains(&tag.len()) && tag.bytes().all(|byte| byte.is_ascii_lowercase())
}
