//! The report of a site for its webmaster: for a terminal, and as a web page that needs nothing else.

use super::{link_problem_words, write_map_dead, write_map_tree};
use crate::found::harmless;
use crate::{Language, decimal, text};
use std::fmt;
use std::io::{self, Write};
use stodola_app::map::{DeadRow, SiteReport};

/// Depth of the tree in the report for a terminal.
const DEPTH: u32 = 2;
/// Number of lines of the tree, and of pages of a target, in the web page.
const TREE_MAX: usize = 20_000;
const PAGES_MAX: usize = 50;

/// The figures of a report, each with its name.
fn figures(language: Language, report: &SiteReport) -> Vec<(String, String)> {
    let mut figures = vec![
        (text!(language, "map-site-pages"), report.pages.to_string()),
        (text!(language, "map-site-links"), report.links.to_string()),
        (text!(language, "map-site-dead"), report.dead_targets().to_string()),
        (text!(language, "map-site-asked"), report.others.asked.to_string()),
        (text!(language, "map-site-unreached"), report.unreached.to_string()),
    ];
    let complete = format!("{} %", decimal(language, report.complete * 100.0, 1));
    figures.push((text!(language, "map-site-complete"), complete));
    figures
}

/// What is not complete about the report itself.
fn remarks(language: Language, report: &SiteReport) -> Vec<String> {
    let mut remarks = Vec::new();
    if !report.finished {
        remarks.push(text!(language, "map-site-unfinished"));
    }
    if report.others.left > 0 {
        remarks.push(text!(language, "map-site-unasked", links = report.others.left));
    }
    remarks
}

/// Writes the report for a terminal.
///
/// # Errors
/// The writer's.
pub fn write_site_report(
    out: &mut impl Write,
    language: Language,
    report: &SiteReport,
) -> io::Result<()> {
    writeln!(out, "{}", harmless(&report.home))?;
    let figures = figures(language, report);
    let width = figures.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, value) in figures {
        writeln!(out, "  {name:width$}  {value:>8}")?;
    }
    for (depth, documents) in report.depths.iter().enumerate() {
        let line = text!(language, "map-depth", clicks = depth, documents = *documents);
        writeln!(out, "  {line}")?;
    }
    for (fault, pages) in &report.faults {
        let line = text!(language, "map-sheet-fault", fault = fault.name(), pages = *pages);
        writeln!(out, "  {line}")?;
    }
    for remark in remarks(language, report) {
        writeln!(out, "  {remark}")?;
    }
    writeln!(out, "\n{}", text!(language, "map-site-title-tree"))?;
    write_map_tree(out, language, &report.tree, DEPTH)?;
    writeln!(out, "\n{}", text!(language, "map-site-title-best"))?;
    for node in &report.best {
        writeln!(out, "{:>8}  {}", decimal(language, node.rank, 2), harmless(&node.uri))?;
    }
    let (dead, others): (Vec<DeadRow>, Vec<DeadRow>) =
        report.dead.iter().cloned().partition(|row| row.dead);
    writeln!(out, "\n{}", text!(language, "map-site-title-dead"))?;
    if dead.is_empty() {
        writeln!(out, "{}", text!(language, "map-site-none-dead"))?;
    }
    write_map_dead(out, language, &dead)?;
    if !others.is_empty() {
        writeln!(out, "\n{}", text!(language, "map-site-title-others"))?;
        write_map_dead(out, language, &others)?;
    }
    Ok(())
}

/// Text within HTML, also within quotes.
struct Html<'t>(&'t str);

impl fmt::Display for Html<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for letter in self.0.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                letter if letter.is_control() => f.write_str(" ")?,
                letter => write!(f, "{letter}")?,
            }
        }
        Ok(())
    }
}

/// A link to an address of the web; other addresses are text only.
struct Anchor<'t>(&'t str);

impl fmt::Display for Anchor<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Html(self.0);
        match self.0.starts_with("http://") || self.0.starts_with("https://") {
            true => write!(f, "<a href=\"{text}\" rel=\"noreferrer\">{text}</a>"),
            false => write!(f, "{text}"),
        }
    }
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em;color:#222;\
background:#fff}h1{font-size:1.5em;overflow-wrap:anywhere}h2{font-size:1.2em;margin-top:2em}table{border-collapse:\
collapse}td,th{padding:.2em .8em .2em 0;text-align:left;vertical-align:top}td.n{text-align:right;font-variant-numeric:\
tabular-nums}ul{list-style:none;padding-left:1.2em;margin:0}li{overflow-wrap:anywhere}.why{color:#a00}.note{color:#666}\
a{color:#06c}@media(prefers-color-scheme:dark){body{background:#1b1b1b;color:#ddd}a{color:#7af}.why{color:#f88}\
.note{color:#aaa}}";

/// Writes the report as a web page that needs no other file, no script and no network.
///
/// # Errors
/// The writer's.
pub fn write_site_page(
    out: &mut impl Write,
    language: Language,
    report: &SiteReport,
) -> io::Result<()> {
    let title = text!(language, "map-site-title", home = &report.home);
    writeln!(
        out,
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{}</h1>",
        language.tag(),
        Html(&title),
        Html(&title)
    )?;
    writeln!(out, "<table>")?;
    for (name, value) in figures(language, report) {
        let (name, value) = (Html(&name), Html(&value));
        writeln!(out, "<tr><th scope=\"row\">{name}</th><td class=\"n\">{value}</td></tr>")?;
    }
    writeln!(out, "</table>")?;
    for remark in remarks(language, report) {
        writeln!(out, "<p class=\"note\">{}</p>", Html(&remark))?;
    }
    writeln!(out, "<ul>")?;
    for (depth, documents) in report.depths.iter().enumerate() {
        let line = text!(language, "map-depth", clicks = depth, documents = *documents);
        writeln!(out, "<li>{}</li>", Html(&line))?;
    }
    for (fault, pages) in &report.faults {
        let line = text!(language, "map-sheet-fault", fault = fault.name(), pages = *pages);
        writeln!(out, "<li>{}</li>", Html(&line))?;
    }
    writeln!(out, "</ul>")?;
    for (key, is_dead) in [("map-site-title-dead", true), ("map-site-title-others", false)] {
        let rows: Vec<&DeadRow> = report.dead.iter().filter(|row| row.dead == is_dead).collect();
        if rows.is_empty() && !is_dead {
            continue;
        }
        writeln!(out, "<h2>{}</h2>", Html(&text!(language, key)))?;
        if rows.is_empty() {
            writeln!(out, "<p>{}</p>", Html(&text!(language, "map-site-none-dead")))?;
        }
        write_rows(out, language, &rows)?;
    }
    writeln!(out, "<h2>{}</h2>\n<table>", Html(&text!(language, "map-site-title-best")))?;
    for node in &report.best {
        let (rank, uri) = (decimal(language, node.rank, 2), Anchor(&node.uri));
        writeln!(out, "<tr><td class=\"n\">{rank}</td><td>{uri}</td></tr>")?;
    }
    writeln!(out, "</table>\n<h2>{}</h2>", Html(&text!(language, "map-site-title-tree")))?;
    write_tree(out, report)?;
    writeln!(out, "</body>\n</html>")
}

fn write_rows(out: &mut impl Write, language: Language, rows: &[&DeadRow]) -> io::Result<()> {
    for row in rows {
        let words = link_problem_words(language, &row.problem);
        let (target, words) = (Anchor(&row.target), Html(&words));
        writeln!(
            out,
            "<details><summary>{target} <span class=\"why\">{words}</span></summary><ul>"
        )?;
        for page in row.pages.iter().take(PAGES_MAX) {
            let (uri, anchor) = (Anchor(&page.uri), Html(&page.anchor));
            writeln!(out, "<li>{uri} <span class=\"note\">{anchor}</span></li>")?;
        }
        let more = row.links.saturating_sub(row.pages.len().min(PAGES_MAX) as u64);
        if more > 0 {
            let more = text!(language, "map-more-links", links = more);
            writeln!(out, "<li class=\"note\">{}</li>", Html(&more))?;
        }
        writeln!(out, "</ul></details>")?;
    }
    Ok(())
}

/// The tree as lists within lists, which browsers can fold. The pages nearest to the home page are shown.
fn write_tree(out: &mut impl Write, report: &SiteReport) -> io::Result<()> {
    let tree = &report.tree;
    let mut has_children = vec![false; tree.pages.len()];
    let parents = tree.pages.iter().take(TREE_MAX).filter_map(|page| page.parent_row);
    parents.for_each(|parent| has_children[parent] = true);
    let mut open = 0;
    for row in tree.outline().into_iter().filter(|row| *row < TREE_MAX) {
        let page = &tree.pages[row];
        // Depths in the outline grow by one at most unless kinds are summed; lists are closed down to the depth.
        while open > page.depth {
            writeln!(out, "</ul></details>")?;
            open -= 1;
        }
        let (uri, title) = (Anchor(&page.uri), Html(&page.title));
        match has_children[row] {
            true => {
                let is_open = if page.depth == 0 { " open" } else { "" };
                writeln!(out, "<details{is_open}><summary>{uri} {title}</summary><ul>")?;
                open = page.depth + 1;
            }
            false => writeln!(out, "<li>{uri} {title}</li>")?,
        }
    }
    for _ in 0..open {
        writeln!(out, "</ul></details>")?;
    }
    Ok(())
}
