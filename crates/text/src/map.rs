//! What the map of an archive tells, for a terminal: ranks, trees, links, tables.

mod dead;
mod site;
mod tree;

pub use dead::{link_problem_words, map_dead_lines, write_map_dead, write_map_dead_by_page};
pub use site::{write_site_page, write_site_report};
pub use tree::{map_tree_lines, write_map_folders, write_map_tree};

use crate::found::harmless;
use crate::{Language, decimal, size, text};
use std::io::{self, Write};
use stodola_app::map::{
    CompletenessReport, IncompletePage, LinkOfPage, NearRow, RankedNodes, SheetPage, SiteSheet,
};
use stodola_map::LinkProblem;

/// Number of pages that a target or a score is shown with.
const SHOWN: usize = 10;

/// Writes nodes with their ranks.
///
/// # Errors
/// The writer's.
pub fn write_map_ranks(
    out: &mut impl Write,
    language: Language,
    ranks: &RankedNodes,
) -> io::Result<()> {
    let highest = ranks.nodes.first().map_or(0.0, |node| node.rank);
    // Ranks whose sum is 1 are small.
    let digits = if highest >= 1.0 { 3 } else { 6 };
    let width = decimal(language, highest, digits).len();
    for node in &ranks.nodes {
        let rank = decimal(language, node.rank, digits);
        writeln!(out, "{rank:>width$}  {}", harmless(&node.uri))?;
    }
    Ok(())
}

/// Returns how many nodes were ranked, line by line.
pub fn map_rank_lines(language: Language, ranks: &RankedNodes) -> Vec<String> {
    let (nodes, links) = (ranks.count, ranks.links);
    let mut lines = vec![text!(language, "map-ranked", nodes = nodes, links = links)];
    if let Some(dangling) = ranks.dangling.filter(|it| *it > 0) {
        lines.push(text!(language, "map-dangling", nodes = dangling));
    }
    for farm in &ranks.farms {
        let (name, captives, sources) = (harmless(&farm.name), farm.captives, farm.sources);
        lines.push(text!(
            language,
            "map-farm",
            name = name,
            captives = captives,
            sources = sources
        ));
    }
    if ranks.is_sampled {
        lines.push(text!(language, "map-sampled"));
    }
    lines
}

/// Writes links, one a line: the address, then the words of the anchor.
///
/// # Errors
/// The writer's.
pub fn write_map_links(out: &mut impl Write, links: &[LinkOfPage]) -> io::Result<()> {
    for link in links {
        let anchor = harmless(&link.anchor);
        let anchor = if anchor.is_empty() { anchor } else { format!("  \"{anchor}\"") };
        let via = link.via.as_ref().map(|via| format!("  ({})", harmless(via)));
        let state = link.state.filter(|it| *it != "archived").map(|it| format!("  [{it}]"));
        writeln!(
            out,
            "{} {}{anchor}{}{}",
            link.kind,
            harmless(&link.uri),
            via.unwrap_or_default(),
            state.unwrap_or_default()
        )?;
    }
    Ok(())
}

/// Writes pages that are near an address.
///
/// # Errors
/// The writer's.
pub fn write_map_near(
    out: &mut impl Write,
    language: Language,
    near: &[NearRow],
) -> io::Result<()> {
    for page in near {
        let nearness = decimal(language, page.nearness, 2);
        writeln!(out, "{nearness}  {}  {}", harmless(&page.uri), harmless(&page.title))?;
    }
    Ok(())
}

/// Writes pages with the parts that are missing.
///
/// # Errors
/// The writer's.
pub fn write_map_complete(
    out: &mut impl Write,
    language: Language,
    pages: &[IncompletePage],
) -> io::Result<()> {
    for page in pages {
        let share = decimal(language, page.score * 100.0, 0);
        writeln!(out, "{share:>3} %  {}", harmless(&page.uri))?;
        for part in page.missing.iter().take(SHOWN) {
            let why = LinkProblem::NotHarvested(part.reason.clone());
            let why = link_problem_words(language, &why);
            writeln!(out, "       {}  ({})", harmless(&part.uri), harmless(&why))?;
        }
        if page.missing.len() > SHOWN {
            let more = page.missing.len() - SHOWN;
            writeln!(out, "       {}", text!(language, "map-more-parts", parts = more))?;
        }
    }
    Ok(())
}

/// Returns how complete all pages are.
pub fn map_complete_line(language: Language, report: &CompletenessReport) -> String {
    let (pages, needed, missing) = (report.page_count, report.needed, report.missing);
    let score = decimal(language, report.score * 100.0, 1);
    text!(
        language,
        "map-completeness",
        pages = pages,
        needed = needed,
        missing = missing,
        score = score
    )
}

/// Writes the table of pages: address, title, faults.
///
/// # Errors
/// The writer's.
pub fn write_map_sheet(
    out: &mut impl Write,
    language: Language,
    pages: &[SheetPage],
) -> io::Result<()> {
    for page in pages {
        let bytes = size(language, page.size);
        writeln!(out, "{}  {}  {bytes}", harmless(&page.uri), page.state)?;
        let missing = text!(language, "map-sheet-missing");
        for (name, value) in
            [("title", &page.title), ("h1", &page.h1), ("description", &page.description)]
        {
            let value = harmless(value);
            let value = if value.is_empty() { &missing } else { &value };
            writeln!(out, "    {name:11}  {value}")?;
        }
        if !page.faults.is_empty() {
            let faults: Vec<&str> = page.faults.iter().map(|fault| fault.name()).collect();
            writeln!(out, "    {:11}  {}", text!(language, "map-sheet-faults"), faults.join(" "))?;
        }
    }
    Ok(())
}

/// Returns how many pages have which fault, line by line.
pub fn map_sheet_lines(language: Language, sheet: &SiteSheet) -> Vec<String> {
    let mut lines = vec![text!(language, "map-sheet-pages", pages = sheet.pages.len())];
    for (fault, pages) in &sheet.faults {
        let line = text!(language, "map-sheet-fault", fault = fault.name(), pages = *pages);
        lines.push(line);
    }
    lines
}
