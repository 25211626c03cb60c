//! The table of pages as webmasters know it: titles, headings, descriptions, canonical addresses, and which of them are
//! missing or the same on several pages.

use crate::error::MapError;
use crate::graph::LinkGraph;
use crate::name::uri_of;
use crate::shortfall::ContentShortfall;
use crate::snapshot::{CurrentPage, MapSnapshot, PageNumber, PageState};
use crate::texts::PageTexts;
use crate::time::MapTime;
use std::collections::HashMap;

/// The table of the pages of a site at a date.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageSheet {
    /// The pages, in the order of numbers.
    pub rows: Vec<SheetRow>,
}

/// A page of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow {
    /// The page.
    pub page: PageNumber,
    /// Time of the capture.
    pub time: MapTime,
    /// HTTP status; `None` without an HTTP response.
    pub status: Option<u16>,
    /// State of the address.
    pub state: PageState,
    /// Media type; empty if it is not known.
    pub mime: String,
    /// Language; empty if the page declares none.
    pub language: String,
    /// Bytes of the payload as stored.
    pub size: u64,
    /// Title; empty if it is missing.
    pub title: String,
    /// First heading of the first level; empty if it is missing.
    pub h1: String,
    /// Number of headings of the first level.
    pub h1_count: u32,
    /// Description; empty if it is missing.
    pub description: String,
    /// The address that the page says is its own; `None` if it says none.
    pub canonical: Option<PageNumber>,
    /// Number of pages that link to it.
    pub in_links: u64,
    /// Number of pages that it links to.
    pub out_links: u64,
    /// What it has in common with other pages of the table.
    pub doubles: SheetDoubles,
    /// Version of the parser that read it; `None` if its content is not known.
    pub parser: Option<u32>,
    /// Why its links are not complete.
    pub shortfall: ContentShortfall,
    content: Option<u64>,
}

/// Numbers of other pages of the table that have the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SheetDoubles {
    /// The same title.
    pub title: u32,
    /// The same first heading.
    pub h1: u32,
    /// The same description.
    pub description: u32,
    /// The same content.
    pub content: u32,
}

impl MapSnapshot<'_> {
    /// Makes the table of the pages that `keep` chooses by their addresses. Numbers of links are those of a graph.
    pub fn sheet(
        &self,
        graph: &LinkGraph,
        keep: &dyn Fn(&[u8]) -> bool,
    ) -> Result<PageSheet, MapError> {
        let mut sheet = PageSheet { rows: self.sheet_rows(keep)? };
        sheet.count_links(graph);
        sheet.count_doubles();
        Ok(sheet)
    }

    /// Same as [`MapSnapshot::sheet`], but neither are links counted, nor what pages have in common.
    pub fn sheet_rows(&self, keep: &dyn Fn(&[u8]) -> bool) -> Result<Vec<SheetRow>, MapError> {
        let mut rows = Vec::new();
        self.each(true, |page| {
            if keep(&uri_of(page.name)) {
                rows.push(self.sheet_row(page));
            }
            Ok(())
        })?;
        Ok(rows)
    }

    fn sheet_row(&self, page: &CurrentPage<'_>) -> SheetRow {
        let texts = page.content.map(|it| PageTexts::decode_head(&it.texts)).unwrap_or_default();
        let links = page.content.map(|it| it.links.as_slice()).unwrap_or_default();
        let is_canonical =
            |shape: u32| self.shape(shape).is_some_and(|shape| shape.has_rel("canonical"));
        let canonical = links.iter().find(|link| is_canonical(link.shape));
        // A revisit has neither; they are those of the capture with its content.
        let same = |it: &&crate::record::Capture| it.content == page.capture.content;
        let original = page.captures.iter().filter(same).rfind(|it| !it.is_revisit);
        let original = original.unwrap_or(page.capture);
        SheetRow {
            page: page.number,
            time: page.capture.time,
            status: (page.capture.status != 0).then_some(page.capture.status),
            state: self.standing(page.number).state,
            mime: self.word(original.mime),
            language: self.word(original.language),
            size: original.size,
            title: texts.title,
            h1: texts.h1,
            h1_count: texts.h1_count,
            description: texts.description,
            canonical: canonical.map(|link| link.target),
            in_links: 0,
            out_links: 0,
            doubles: SheetDoubles::default(),
            parser: page.content.map(|it| it.parser),
            shortfall: ContentShortfall::from_bits(page.content.map_or(0, |it| it.shortfall)),
            content: page.hash,
        }
    }
}

impl PageSheet {
    /// Counts the links of pages in a graph of them.
    pub fn count_links(&mut self, graph: &LinkGraph) {
        let turned = graph.edges().transposed();
        for row in &mut self.rows {
            if let Some(node) = graph.node(row.page) {
                row.in_links = turned.degree(node) as u64;
                row.out_links = graph.edges().degree(node) as u64;
            }
        }
    }

    fn count_doubles(&mut self) {
        let rows = &self.rows;
        let title = counts(rows.iter().map(|row| row.title.as_str()));
        let h1 = counts(rows.iter().map(|row| row.h1.as_str()));
        let description = counts(rows.iter().map(|row| row.description.as_str()));
        let mut content: HashMap<u64, u32> = HashMap::new();
        for hash in rows.iter().filter_map(|row| row.content) {
            *content.entry(hash).or_default() += 1;
        }
        let others = |counts: &HashMap<String, u32>, text: &str| {
            counts.get(text).map_or(0, |count| count.saturating_sub(1))
        };
        for row in &mut self.rows {
            let same = row.content.and_then(|hash| content.get(&hash)).copied();
            row.doubles = SheetDoubles {
                title: others(&title, &row.title),
                h1: others(&h1, &row.h1),
                description: others(&description, &row.description),
                content: same.unwrap_or(1) - 1,
            };
        }
    }
}

/// How often each text occurs; what is missing does not count.
fn counts<'t>(texts: impl Iterator<Item = &'t str>) -> HashMap<String, u32> {
    let mut counts: HashMap<String, u32> = HashMap::new();
    for text in texts.filter(|text| !text.is_empty()) {
        match counts.get_mut(text) {
            Some(count) => *count += 1,
            None => {
                counts.insert(text.to_owned(), 1);
            }
        }
    }
    counts
}
