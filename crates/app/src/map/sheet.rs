//! The table of pages as webmasters know it: titles, headings, descriptions, states, and what is missing or doubled.

use super::open::{MapQueryError, MapView};
use crate::search::csv_cell;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io::{self, Write};
use stodola_map::{GraphNodes, GraphOptions, PageState, SheetRow, Unharvested};

/// A page of the table. It is serialised as in JSON output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SheetPage {
    /// The address.
    pub uri: String,
    /// Time of the capture, in fourteen digits.
    pub date: String,
    /// State of the address: `archived`, `redirected`, `forbidden`, `not-found`, `error`.
    pub state: &'static str,
    /// HTTP status; `None` without an HTTP response.
    pub status: Option<u16>,
    /// Media type; empty if it is not known.
    #[serde(rename = "type")]
    pub mime: String,
    /// Bytes of the payload as stored.
    pub size: u64,
    /// Language; empty if the page declares none.
    pub lang: String,
    /// Title; empty if it is missing.
    pub title: String,
    /// First heading of the first level; empty if it is missing.
    pub h1: String,
    /// Number of headings of the first level.
    pub h1_count: u32,
    /// Description; empty if it is missing.
    pub description: String,
    /// The address that the page says is its own; `None` if it says none.
    pub canonical: Option<String>,
    /// Number of pages of the same part that link to it.
    pub in_links: u64,
    /// Number of pages of the same part that it links to.
    pub out_links: u64,
    /// What is missing or doubled, in words of data: see [`SheetFault`].
    pub faults: Vec<SheetFault>,
    /// Version of the parser that read it; `None` if its content is not known.
    pub parser: Option<u32>,
    /// Why its links are not complete, in English.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shortfall: Vec<&'static str>,
}

/// What is wrong with a page in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SheetFault {
    /// It has no title.
    NoTitle,
    /// Other pages have the same title.
    DoubleTitle,
    /// It has no heading of the first level.
    NoH1,
    /// It has several headings of the first level.
    SeveralH1,
    /// Other pages have the same first heading.
    DoubleH1,
    /// It has no description.
    NoDescription,
    /// Other pages have the same description.
    DoubleDescription,
    /// Other pages have the same content.
    DoubleContent,
    /// It says that another address is its own.
    OtherCanonical,
}

impl SheetFault {
    /// All of them.
    pub const ALL: [SheetFault; 9] = [
        SheetFault::NoTitle,
        SheetFault::DoubleTitle,
        SheetFault::NoH1,
        SheetFault::SeveralH1,
        SheetFault::DoubleH1,
        SheetFault::NoDescription,
        SheetFault::DoubleDescription,
        SheetFault::DoubleContent,
        SheetFault::OtherCanonical,
    ];

    /// Name in data.
    pub fn name(self) -> &'static str {
        match self {
            SheetFault::NoTitle => "no-title",
            SheetFault::DoubleTitle => "double-title",
            SheetFault::NoH1 => "no-h1",
            SheetFault::SeveralH1 => "several-h1",
            SheetFault::DoubleH1 => "double-h1",
            SheetFault::NoDescription => "no-description",
            SheetFault::DoubleDescription => "double-description",
            SheetFault::DoubleContent => "double-content",
            SheetFault::OtherCanonical => "other-canonical",
        }
    }
}

/// The table of the pages of a site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SiteSheet {
    /// The pages, in the order of their sites.
    pub pages: Vec<SheetPage>,
    /// Number of pages with each fault.
    pub faults: BTreeMap<SheetFault, u64>,
}

/// Addresses of a part of the map by state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageStates {
    /// Number of addresses in each state: those of the table of pages, and for addresses that are only linked to why
    /// they were not harvested.
    pub states: BTreeMap<&'static str, u64>,
}

/// The state of an address as a word of data.
pub(super) fn state_word(state: PageState, status: u16) -> &'static str {
    match (state, status) {
        (PageState::Linked, _) => "registered",
        (PageState::Present, _) => "archived",
        (PageState::Redirected, _) => "redirected",
        (PageState::Failed, 401 | 403) => "forbidden",
        (PageState::Failed, 404 | 410) => "not-found",
        (PageState::Failed, _) => "error",
    }
}

impl MapView<'_> {
    /// Makes the table of the pages of the part that is wanted. Documents that are no pages, such as pictures, are left
    /// out unless `all` asks for them; then redirects and errors are in it too.
    pub fn sheet(&self, all: bool) -> Result<SiteSheet, MapQueryError> {
        let graph = self.graph(GraphNodes::Pages)?;
        let found = self.snapshot.sheet(&graph, &|uri| self.opened.is_wanted(uri))?;
        let mut sheet = SiteSheet::default();
        for row in found.rows {
            let is_page = matches!(&*row.mime, "text/html" | "application/xhtml+xml")
                && row.state == PageState::Present;
            if !is_page && !all {
                continue;
            }
            let faults = if is_page { faults(&row) } else { Vec::new() };
            for fault in &faults {
                *sheet.faults.entry(*fault).or_default() += 1;
            }
            sheet.pages.push(self.sheet_page(row, faults));
        }
        Ok(sheet)
    }

    fn sheet_page(&self, row: SheetRow, faults: Vec<SheetFault>) -> SheetPage {
        SheetPage {
            uri: self.address(row.page),
            date: row.time.to_string(),
            state: state_word(row.state, row.status.unwrap_or(0)),
            status: row.status,
            size: row.size,
            h1_count: row.h1_count,
            canonical: row.canonical.map(|page| self.address(page)),
            in_links: row.in_links,
            out_links: row.out_links,
            faults,
            parser: row.parser,
            shortfall: row.shortfall.reasons().collect(),
            mime: row.mime,
            lang: row.language,
            title: row.title,
            h1: row.h1,
            description: row.description,
        }
    }

    /// Counts the addresses of the part that is wanted by state. Addresses without a capture are those that shown pages
    /// link to.
    pub fn states(&self) -> Result<PageStates, MapQueryError> {
        let keep = |uri: &[u8]| self.opened.is_wanted(uri);
        let graph = self.snapshot.graph(&GraphOptions {
            keep: &keep,
            is_page: &|_| true,
            is_edge: &|_| true,
            with_missing: true,
            ..GraphOptions::default()
        })?;
        let turned = graph.edges().transposed();
        let mut found = PageStates::default();
        for node in 0..graph.len() as u32 {
            let Some(page) = graph.page(node) else { continue };
            let standing = self.snapshot.standing(page);
            let word = match standing.state {
                // An address that only hidden pages link to is as if it did not exist.
                PageState::Linked if turned.degree(node) == 0 => continue,
                PageState::Linked => unharvested_word(&self.unharvested(&self.snapshot.uri(page))),
                state => state_word(state, standing.status),
            };
            *found.states.entry(word).or_default() += 1;
        }
        // The graph has the ends of redirects only.
        let redirected = (0..self.snapshot.pages()).filter(|page| {
            self.snapshot.standing(*page).state == PageState::Redirected
                && !self.snapshot.trail(*page).is_loop
                && keep(&self.snapshot.uri(*page))
        });
        let redirected = redirected.count() as u64;
        if redirected > 0 {
            *found.states.entry("redirected").or_default() += redirected;
        }
        Ok(found)
    }
}

/// Writes the table of pages as CSV.
///
/// # Errors
/// The writer's.
pub fn write_sheet_csv(out: &mut impl Write, pages: &[SheetPage]) -> io::Result<()> {
    let head = "uri,date,state,status,type,size,lang,title,h1,description,canonical,in_links,out_links,faults";
    write!(out, "{head}\r\n")?;
    for page in pages {
        let faults: Vec<&str> = page.faults.iter().map(|fault| fault.name()).collect();
        let cells: [&str; 14] = [
            &page.uri,
            &page.date,
            page.state,
            &page.status.map(|it| it.to_string()).unwrap_or_default(),
            &page.mime,
            &page.size.to_string(),
            &page.lang,
            &page.title,
            &page.h1,
            &page.description,
            page.canonical.as_deref().unwrap_or_default(),
            &page.in_links.to_string(),
            &page.out_links.to_string(),
            &faults.join(" "),
        ];
        write!(out, "{}\r\n", cells.map(csv_cell).join(","))?;
    }
    Ok(())
}

fn unharvested_word(reason: &Unharvested) -> &'static str {
    match reason {
        Unharvested::Robots => "robots",
        Unharvested::Ignored(_) => "ignored",
        Unharvested::OutOfScope(_) => "out-of-scope",
        Unharvested::NoHost
        | Unharvested::Certificate
        | Unharvested::Timeout
        | Unharvested::Connection => "failed",
        Unharvested::Waiting => "waiting",
        Unharvested::Other(_) => "not-archived",
        Unharvested::Unknown => "registered",
    }
}

fn faults(row: &SheetRow) -> Vec<SheetFault> {
    // Nothing is known of a page whose content may not be shown.
    if row.parser.is_none() {
        return Vec::new();
    }
    let doubles = &row.doubles;
    let all = [
        (row.title.is_empty(), SheetFault::NoTitle),
        (doubles.title > 0, SheetFault::DoubleTitle),
        (row.h1_count == 0, SheetFault::NoH1),
        (row.h1_count > 1, SheetFault::SeveralH1),
        (doubles.h1 > 0, SheetFault::DoubleH1),
        (row.description.is_empty(), SheetFault::NoDescription),
        (doubles.description > 0, SheetFault::DoubleDescription),
        (doubles.content > 0, SheetFault::DoubleContent),
        (row.canonical.is_some_and(|page| page != row.page), SheetFault::OtherCanonical),
    ];
    all.into_iter().filter(|(is_wrong, _)| *is_wrong).map(|(_, fault)| fault).collect()
}
