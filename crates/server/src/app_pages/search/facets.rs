//! What was found by year, type, language, host and harvest: links that narrow the search.

use super::super::format::{escaped, grouped};
use super::super::page::PageFrame;
use super::asked::SearchAsked;
use std::fmt::Write as _;
use stodola_app::search::CollectionCount;
use stodola_search::{DocumentType, FacetValue, SearchFacets};

/// Values of a facet that are listed.
const LISTED: usize = 8;
/// Height of the bars of the timeline, in pixels.
const BARS: u64 = 60;

/// A facet: what was found has these values.
pub(super) struct FacetList {
    pub(super) title: String,
    pub(super) values: Vec<FacetLine>,
}

/// A value of a facet.
pub(super) struct FacetLine {
    pub(super) text: String,
    pub(super) href: String,
    pub(super) count: String,
}

/// All facets but the years. One that could not narrow anything is left out.
pub(super) fn all(page: &PageFrame, asked: &SearchAsked, facets: &SearchFacets) -> Vec<FacetList> {
    let list =
        |key: &str, values: &[FacetValue], line: &dyn Fn(&str) -> Option<(String, SearchAsked)>| {
            let lines = values.iter().filter_map(|value| {
                let (text, narrowed) = line(&value.name)?;
                Some(FacetLine { text, href: narrowed.link(page), count: grouped(value.count) })
            });
            FacetList { title: page.t(key), values: lines.take(LISTED).collect() }
        };
    let mut lists = Vec::new();
    if asked.kind.is_none() && !asked.images {
        lists.push(list("web-type", &facets.types, &|name| {
            let kind = DocumentType::named(name)?;
            Some((kind_name(page, name), SearchAsked { kind: Some(kind), ..asked.clone() }))
        }));
    }
    if asked.language.is_none() {
        lists.push(list("web-about-language", &facets.languages, &|name| {
            let language = Some(name.to_owned());
            Some((language_name(page, name), SearchAsked { language, ..asked.clone() }))
        }));
    }
    lists.push(list("web-search-host", &facets.sites, &|name| {
        let is_chosen = asked.host.as_deref() == Some(name);
        let host = Some(name.to_owned());
        (!is_chosen).then(|| (name.to_owned(), SearchAsked { host, ..asked.clone() }))
    }));
    if asked.job.is_none() {
        lists.push(list("web-harvest", &facets.jobs, &|name| {
            Some((name.to_owned(), SearchAsked { job: Some(name.to_owned()), ..asked.clone() }))
        }));
    }
    lists.retain(|list| !list.values.is_empty());
    lists
}

/// The collections that have something of it. A number is missing where only the single captures could tell it.
pub(super) fn collections(
    page: &PageFrame,
    asked: &SearchAsked,
    counts: &[CollectionCount],
) -> Option<FacetList> {
    let line = |count: &CollectionCount| FacetLine {
        text: count.title.clone(),
        href: asked.link_within(&count.name),
        count: count.documents.map_or(String::new(), grouped),
    };
    let values: Vec<FacetLine> = counts.iter().map(line).take(LISTED).collect();
    let title = page.t("web-search-collection");
    (!values.is_empty()).then_some(FacetList { title, values })
}

/// The name of a kind of documents.
pub(super) fn kind_name(page: &PageFrame, name: &str) -> String {
    page.t(&format!("web-kind-{name}"))
}

/// The name of a language; its tag if it has none here.
pub(super) fn language_name(page: &PageFrame, tag: &str) -> String {
    let key = format!("web-language-{tag}");
    let name = page.t(&key);
    if name == key { tag.to_owned() } else { name }
}

/// The first and the last year in which something was found.
pub(super) fn axis(facets: &SearchFacets) -> Option<(u16, u16)> {
    let year = |value: Option<&FacetValue>| value.and_then(|value| value.name.parse::<u16>().ok());
    year(facets.years.first()).zip(year(facets.years.last()))
}

/// The timeline: bars that are links, and the same as rows of year, address and number.
pub(super) fn years_of(
    page: &PageFrame,
    asked: &SearchAsked,
    facets: &SearchFacets,
) -> (String, Vec<(String, String, String)>) {
    let Some((first, last)) = axis(facets) else { return Default::default() };
    let most = facets.years.iter().map(|value| value.count).max().unwrap_or(1).max(1);
    let width = 100.0 / f64::from(last - first + 1);
    let bar = (width * 0.8).min(12.0);
    let mut rows = Vec::new();
    let mut svg = format!(
        "<svg class=\"when\" width=\"100%\" height=\"84\" role=\"group\" aria-label=\"{}\">",
        escaped(&page.t("web-search-years"))
    );
    for value in &facets.years {
        let Ok(year) = value.name.parse::<u16>() else { continue };
        let (from, to) = (Some(year), Some(year));
        let href = SearchAsked { from, to, ..asked.clone() }.link(page);
        let place = f64::from(year.saturating_sub(first)) * width;
        let height = (BARS * value.count).div_ceil(most).max(2);
        let count = grouped(value.count);
        let _ = write!(
            svg,
            "<a href=\"{href}\" aria-label=\"{year}: {count}\"><title>{year}: {count}</title>\
             <rect class=\"hit\" x=\"{place:.2}%\" width=\"{width:.2}%\" height=\"{BARS}\"/>\
             <rect class=\"mk\" x=\"{:.2}%\" y=\"{}\" width=\"{bar:.2}%\" height=\"{height}\"/></a>",
            place + (width - bar) / 2.0,
            BARS - height,
            href = escaped(&href),
        );
        rows.push((value.name.clone(), href, count));
    }
    let _ = write!(
        svg,
        "<line class=\"grid\" x1=\"0\" x2=\"100%\" y1=\"{BARS}\" y2=\"{BARS}\"/>\
         <text class=\"axis\" x=\"0\" y=\"78\">{first}</text>"
    );
    if last > first {
        let _ = write!(
            svg,
            "<text class=\"axis\" x=\"100%\" y=\"78\" text-anchor=\"end\">{last}</text>"
        );
    }
    svg.push_str("</svg>");
    (svg, rows)
}
