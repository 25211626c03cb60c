//! Trees of sites as lines with indents.

use crate::found::harmless;
use crate::{Language, size, text};
use std::io::{self, Write};
use stodola_app::map::{ClickTree, FolderRow};

/// Deepest indent: a tree may have any depth, a terminal has not.
const DEEPEST: u32 = 30;

fn indent(depth: u32) -> String {
    "  ".repeat(depth.min(DEEPEST) as usize)
}

/// Writes the pages of a tree up to a depth: address, title, size, and what is summed below it.
///
/// # Errors
/// The writer's.
pub fn write_map_tree(
    out: &mut impl Write,
    language: Language,
    tree: &ClickTree,
    depth: u32,
) -> io::Result<()> {
    for row in tree.outline() {
        let page = &tree.pages[row];
        if page.depth > depth {
            continue;
        }
        let title = harmless(&page.title);
        let title = if title.is_empty() { title } else { format!("  {title}") };
        let kind = match page.mime.as_str() {
            "text/html" | "application/xhtml+xml" => String::new(),
            mime => format!("  [{} {}]", harmless(mime), size(language, page.size)),
        };
        let sums: String = page.sums.iter().map(|(kind, sum)| format!("  +{sum} {kind}")).collect();
        writeln!(out, "{}{}{title}{kind}{sums}", indent(page.depth), harmless(&page.uri))?;
    }
    Ok(())
}

/// Writes folders with the number and size of their documents.
///
/// # Errors
/// The writer's.
pub fn write_map_folders(
    out: &mut impl Write,
    language: Language,
    rows: &[FolderRow],
) -> io::Result<()> {
    for row in rows {
        let documents = text!(language, "map-documents", documents = row.below);
        let bytes = size(language, row.size);
        writeln!(out, "{}{}  {documents}, {bytes}", indent(row.depth), harmless(&row.folder))?;
    }
    Ok(())
}

/// Returns how many pages are how far, line by line.
pub fn map_tree_lines(language: Language, tree: &ClickTree) -> Vec<String> {
    let mut lines = Vec::new();
    for (depth, pages) in tree.depths.iter().enumerate() {
        lines.push(text!(language, "map-depth", clicks = depth, documents = *pages));
    }
    if tree.unreached > 0 {
        lines.push(text!(language, "map-unreached", documents = tree.unreached));
    }
    lines
}
