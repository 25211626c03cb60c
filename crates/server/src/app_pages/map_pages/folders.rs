//! The folders of a site: what its addresses say, whatever links there are. They open branch by branch.

use super::lists::csv;
use super::tree::icon_of;
use super::{MapPart, MapSight, skipped};
use crate::api::{Call, Problem, ProblemKind};
use crate::app_pages::format::{escaped, grouped};
use axum::body::Body;
use axum::http::Response;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use stodola_app::map::{FolderRow, document_kind};
use stodola_app::search::csv_cell;
use stodola_replay::ReplayAddress;
use stodola_text::{decimal, size};

/// Folders on a page at most, within one folder at most, and levels.
const ALL: usize = 300;
const EACH: usize = 100;
const LEVELS: usize = 4;
/// Folders of a very deep way that are named.
const WAY: usize = 8;
/// Kinds of documents that a line names.
const KINDS: usize = 3;

/// Folders of a site, each above those within it.
struct Folders<'f> {
    rows: &'f [FolderRow],
    /// Where the folders within each row end.
    ends: Vec<usize>,
}

impl<'f> Folders<'f> {
    fn new(rows: &'f [FolderRow]) -> Folders<'f> {
        let mut ends = vec![rows.len(); rows.len()];
        let mut open: Vec<usize> = Vec::new();
        for (place, row) in rows.iter().enumerate() {
            while let Some(last) = open.pop_if(|last| rows[*last].depth >= row.depth) {
                ends[last] = place;
            }
            open.push(place);
        }
        Folders { rows, ends }
    }

    /// The folders directly within one; those of the first level for `None`.
    fn within(&self, place: Option<usize>) -> impl Iterator<Item = usize> {
        let (mut at, end) = match place {
            Some(place) => (place + 1, self.ends[place]),
            None => (0, self.rows.len()),
        };
        std::iter::from_fn(move || {
            let found = Some(at).filter(|at| *at < end)?;
            at = self.ends[found];
            Some(found)
        })
    }

    /// The folders that one lies in, the innermost first.
    fn above(&self, place: usize) -> Vec<usize> {
        let mut depth = self.rows[place].depth;
        let mut above = Vec::new();
        for (at, row) in self.rows.iter().enumerate().take(place).rev() {
            if row.depth < depth {
                depth = row.depth;
                above.push(at);
            }
        }
        above
    }
}

/// What is drawn of the tree: for each folder those within it.
type Shown = HashMap<Option<usize>, Vec<usize>>;

/// The folders from the one on that the query names.
pub(super) fn part(
    sight: &MapSight<'_>,
    call: &Call,
    rows: &[FolderRow],
    left_out: u64,
) -> Result<MapPart, Problem> {
    let folders = Folders::new(rows);
    let start = match call.query.get("from") {
        None => None,
        Some(from) => {
            let missing = || Problem::with(ProblemKind::NotFound, "from: not a folder of the site");
            Some(rows.iter().position(|row| row.folder == from).ok_or_else(missing)?)
        }
    };
    let mut body = format!("<p>{}</p>", escaped(&sight.page.t("web-map-folders-about")));
    body += &way(sight, &folders, start);
    if rows.is_empty() {
        let _ = write!(body, "<p>{}</p>", escaped(&sight.page.t("web-map-no-folders")));
    } else {
        body += &drawn(sight, &folders, start, skipped(call));
    }
    if left_out > 0 {
        let words = escaped(&sight.page.count("web-map-rows-left-out", left_out));
        let _ = write!(body, "<p class=\"hint\">{words}</p>");
    }
    let columns = escaped(&sight.page.t("web-map-folders-columns"));
    let _ = write!(body, "<p class=\"hint\">{columns}</p>");
    Ok(MapPart {
        id: "folders",
        heading: sight.page.t("web-map-folders-heading"),
        aside: sight.page.count("web-map-folders-csv", rows.len() as u64 + left_out),
        href: Some(sight.link("/folders", &[("format", "csv")])),
        body,
    })
}

/// The way to a folder from the first level.
fn way(sight: &MapSight<'_>, folders: &Folders<'_>, start: Option<usize>) -> String {
    let Some(start) = start else { return String::new() };
    let all = format!(
        "<a href=\"{}\">{}</a>",
        escaped(&sight.link("/folders", &[])),
        escaped(&sight.page.t("web-map-folders-all"))
    );
    let mut above = folders.above(start);
    above.truncate(WAY);
    let link = |place: &usize| {
        let folder = &folders.rows[*place];
        let href = sight.link("/folders", &[("from", &folder.folder)]);
        format!("<a href=\"{}\">{}</a>", escaped(&href), escaped(&name(folder)))
    };
    let steps: Vec<String> = std::iter::once(all).chain(above.iter().rev().map(link)).collect();
    format!("<p class=\"crumbs\">{}</p>", steps.join(" / "))
}

/// The folders as far as there is room: the upper levels first.
fn drawn(sight: &MapSight<'_>, folders: &Folders<'_>, start: Option<usize>, skip: usize) -> String {
    let mut shown = Shown::new();
    let (mut level, mut count) = (vec![start], 1);
    'levels: for _ in 0..LEVELS {
        let mut next = Vec::new();
        for place in &level {
            let skip = if *place == start { skip } else { 0 };
            let within: Vec<usize> = folders.within(*place).skip(skip).take(EACH).collect();
            if within.is_empty() {
                continue;
            }
            if count + within.len() > ALL && *place != start {
                break 'levels;
            }
            count += within.len();
            next.extend(within.iter().copied().map(Some));
            shown.insert(*place, within);
        }
        level = next;
    }
    let drawing = Drawing { sight, folders, shown, start, skip };
    let mut out = "<ul class=\"tree\">".to_owned();
    match start {
        Some(place) => drawing.branch(place, 0, &mut out),
        None => drawing.branches(None, 0, &mut out),
    }
    out + "</ul>"
}

struct Drawing<'d> {
    sight: &'d MapSight<'d>,
    folders: &'d Folders<'d>,
    shown: Shown,
    start: Option<usize>,
    skip: usize,
}

impl Drawing<'_> {
    /// A folder with those within it. There are few levels, so it may call itself.
    fn branch(&self, place: usize, level: usize, out: &mut String) {
        if !self.shown.contains_key(&Some(place)) {
            let leads_on = self.folders.within(Some(place)).next().is_some();
            let _ = write!(out, "<li><div class=\"t\">{}</div></li>", self.line(place, leads_on));
            return;
        }
        let open = if level < 2 { " open" } else { "" };
        let _ = write!(
            out,
            "<li><details{open}><summary><span class=\"t\">{}</span></summary><ul>",
            self.line(place, false)
        );
        self.branches(Some(place), level + 1, out);
        out.push_str("</ul></details></li>");
    }

    /// The folders within one, and a link to those for which there was no room.
    fn branches(&self, place: Option<usize>, level: usize, out: &mut String) {
        let within = self.shown.get(&place).map(Vec::as_slice).unwrap_or_default();
        for child in within {
            self.branch(*child, level, out);
        }
        let before = if place == self.start { self.skip } else { 0 };
        let end = before.saturating_add(within.len());
        let more = self.folders.within(place).count().saturating_sub(end);
        if more > 0 {
            let skip = end.to_string();
            let mut pairs = vec![("skip", skip.as_str())];
            pairs.extend(place.map(|place| ("from", self.folders.rows[place].folder.as_str())));
            let href = self.sight.link("/folders", &pairs);
            let words = escaped(&self.sight.page.count("web-map-more", more as u64));
            let _ = write!(out, "<li><a href=\"{}\">{words}</a></li>", escaped(&href));
        }
    }

    /// A folder in a line: icon, name, number and kinds of its documents; documents directly in it, size, share.
    fn line(&self, place: usize, leads_on: bool) -> String {
        let (sight, folder) = (self.sight, &self.folders.rows[place]);
        let page = sight.page;
        let count = escaped(&page.count("web-map-below", folder.below));
        let on = match leads_on {
            true => {
                let href = sight.link("/folders", &[("from", &folder.folder)]);
                format!("<a class=\"on\" href=\"{}\">{count}</a>", escaped(&href))
            }
            false => count,
        };
        let all: u64 = self.folders.within(None).map(|it| self.folders.rows[it].size).sum();
        let share = if all == 0 { 0.0 } else { folder.size as f64 * 100.0 / all as f64 };
        // The captures of all addresses that begin with it.
        let path = ReplayAddress::new(folder.folder.as_bytes(), None, None).to_path();
        format!(
            "{}<span class=\"nm\"><a class=\"plain\" href=\"/captures/{}*\">{}</a> <span class=\"hint\">{on}{}</span>\
             </span><span class=\"meta\"><span>{}</span><span class=\"sz\">{}</span><span>{}\u{a0}%</span></span>",
            icon_of(sight, "folder"),
            escaped(&path),
            escaped(&name(folder)),
            escaped(&kinds(folder)),
            grouped(folder.documents),
            escaped(&size(page.language, folder.size)),
            decimal(page.language, share, 0),
        )
    }
}

/// The last part of a folder's address; of the first level the whole address.
fn name(folder: &FolderRow) -> String {
    let bare = folder.folder.strip_suffix('/').unwrap_or(&folder.folder);
    match bare.rsplit_once('/').filter(|_| folder.depth > 0) {
        Some((_, name)) => format!("{}/", name.chars().take(200).collect::<String>()),
        None => folder.folder.chars().take(200).collect(),
    }
}

/// The most frequent kinds of the documents of a folder.
fn kinds(folder: &FolderRow) -> String {
    let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
    for (mime, count) in &folder.types {
        *sums.entry(document_kind(mime)).or_default() += count;
    }
    let mut sums: Vec<(&str, u64)> = sums.into_iter().collect();
    sums.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let words: Vec<String> = sums
        .iter()
        .take(KINDS)
        .map(|(kind, count)| format!("{kind} {}", grouped(*count)))
        .collect();
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}

/// The folders as CSV.
pub(super) fn folders_csv(rows: &[FolderRow]) -> Response<Body> {
    let mut text = "folder,depth,documents,below,size,types\r\n".to_owned();
    for row in rows {
        let types: Vec<String> =
            row.types.iter().map(|(mime, count)| format!("{mime} {count}")).collect();
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "{},{},{},{},{},{}\r\n",
            csv_cell(&row.folder),
            row.depth,
            row.documents,
            row.below,
            row.size,
            csv_cell(&types.join("; "))
        );
    }
    csv("folders", text)
}

#[cfg(test)]
mod tests {
    use super::Folders;
    use stodola_app::map::FolderRow;

    #[test]
    fn folders_within_and_above_follow_from_depths() {
        let row = |depth: u32| FolderRow {
            folder: String::new(),
            depth,
            documents: 0,
            below: 0,
            size: 0,
            types: Default::default(),
        };
        let rows: Vec<FolderRow> = [0, 1, 2, 2, 1, 0, 1].into_iter().map(row).collect();
        let folders = Folders::new(&rows);
        let within = |place| folders.within(place).collect::<Vec<usize>>();
        assert_eq!(within(None), [0, 5]);
        assert_eq!(within(Some(0)), [1, 4]);
        assert_eq!(within(Some(1)), [2, 3]);
        assert_eq!(within(Some(4)), [0; 0]);
        assert_eq!(within(Some(5)), [6]);
        assert_eq!(folders.above(3), [1, 0]);
        assert_eq!(folders.above(6), [5]);
    }
}
