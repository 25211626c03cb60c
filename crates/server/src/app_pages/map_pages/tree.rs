//! The tree of a site by clicks from its home page, as nested lists that open.

use super::{MapPart, MapSight, skipped};
use crate::api::{Call, Problem, ProblemKind};
use crate::app_pages::format::escaped;
use std::collections::HashMap;
use std::fmt::Write as _;
use stodola_app::map::SurveyPage;
use stodola_replay::ReplayAddress;
use stodola_text::{decimal, size};

/// Documents in a tree at most, below one document at most, and levels.
struct TreeRoom {
    all: usize,
    each: usize,
    levels: usize,
}

const SMALL: TreeRoom = TreeRoom { all: 60, each: 12, levels: 3 };
const LARGE: TreeRoom = TreeRoom { all: 400, each: 200, levels: 6 };
/// Documents that a search in the tree finds, and letters of what is searched for.
const FOUND_MAX: usize = 200;
const LETTERS_MAX: usize = 200;
/// Icons and what they stand for.
const ICONS: [(&str, &str); 6] = [
    ("folder", "web-map-icon-folder"),
    ("page", "web-map-icon-page"),
    ("pdf", "web-map-icon-pdf"),
    ("image", "web-map-icon-image"),
    ("feed", "web-map-icon-feed"),
    ("data", "web-map-icon-data"),
];

/// The first levels of the tree, beside other sections.
pub(super) fn overview(sight: &MapSight<'_>) -> MapPart {
    let mut body = drawn(sight, 0, &SMALL, 0);
    let _ = write!(body, "<p class=\"hint\">{}", legend(sight));
    let all = sight.page.count("web-map-open-all", sight.survey.reached() as u64);
    let href = sight.link("/tree", &[]);
    let _ = write!(body, " <a href=\"{}\">{}</a></p>", escaped(&href), escaped(&all));
    part(sight, body)
}

/// The tab: the tree from a document on, and a search.
pub(super) fn whole(sight: &MapSight<'_>, call: &Call) -> Result<Vec<MapPart>, Problem> {
    let words = call.query.get("q").map(str::trim).filter(|it| !it.is_empty());
    if let Some(words) = words {
        return Ok(vec![found(sight, words)]);
    }
    let start = match call.query.get("from") {
        None => 0,
        Some(uri) => {
            let missing = || Problem::with(ProblemKind::NotFound, "from: not in the tree");
            let place = sight.survey.find(uri).filter(|it| *it < sight.survey.reached());
            place.ok_or_else(missing)?
        }
    };
    let skip = skipped(call);
    let mut body = search_form(sight, "");
    body += &way(sight, start);
    body += &drawn(sight, start, &LARGE, skip);
    let _ = write!(body, "<p class=\"hint\">{}</p>", legend(sight));
    Ok(vec![part(sight, body)])
}

fn part(sight: &MapSight<'_>, body: String) -> MapPart {
    let (heading, aside) =
        (sight.page.t("web-map-tree-heading"), sight.page.t("web-map-tree-columns"));
    MapPart { id: "tree", heading, aside, href: None, body }
}

fn search_form(sight: &MapSight<'_>, words: &str) -> String {
    let date = match sight.date {
        "" => String::new(),
        date => format!("<input type=\"hidden\" name=\"date\" value=\"{}\">", escaped(date)),
    };
    format!(
        "<form class=\"choose\" method=\"get\" action=\"{}\"><label>{}<input name=\"q\" type=\"search\" value=\"{}\">\
         </label>{date}<button class=\"quiet\">{}</button></form>",
        escaped(&format!("/maps/{}/tree", stodola_app::cdx::form_encoded(sight.host))),
        escaped(&sight.page.t("web-map-tree-search")),
        escaped(words),
        escaped(&sight.page.t("web-map-tree-find")),
    )
}

/// Documents whose title or address has some letters.
fn found(sight: &MapSight<'_>, words: &str) -> MapPart {
    let words: String = words.chars().take(LETTERS_MAX).collect();
    let wanted = words.to_lowercase();
    let has = |page: &SurveyPage| {
        page.title.to_lowercase().contains(&wanted) || page.uri.to_lowercase().contains(&wanted)
    };
    let pages = sight.survey.pages.iter().enumerate().filter(|(_, page)| has(page));
    let hits: Vec<usize> = pages.map(|(place, _)| place).take(FOUND_MAX).collect();
    let mut body = search_form(sight, &words);
    if hits.is_empty() {
        let _ = write!(body, "<p>{}</p>", escaped(&sight.page.t("web-map-tree-nothing")));
    }
    body += "<ul class=\"tree\">";
    for place in hits {
        let _ = write!(body, "<li><div class=\"t\">{}</div></li>", line(sight, place, false));
    }
    body += "</ul>";
    part(sight, body)
}

/// The way from the home page to a document.
fn way(sight: &MapSight<'_>, start: usize) -> String {
    let mut steps = Vec::new();
    let mut at = start;
    while let Some(parent) = sight.survey.parent(at) {
        steps.push(parent);
        at = parent;
    }
    if steps.is_empty() {
        return String::new();
    }
    // Of a very long way only the last steps are shown.
    steps.truncate(8);
    let link = |place: &usize| {
        let page = &sight.survey.pages[*place];
        let href = sight.link("/tree", &[("from", &page.uri)]);
        format!("<a href=\"{}\">{}</a>", escaped(&href), escaped(&name(sight, page)))
    };
    let steps: Vec<String> = steps.iter().rev().map(link).collect();
    format!("<p class=\"crumbs\">{}</p>", steps.join(" / "))
}

/// The tree from a document on, as far as there is room: the upper levels first.
fn drawn(sight: &MapSight<'_>, start: usize, room: &TreeRoom, skip: usize) -> String {
    if sight.survey.reached() == 0 {
        return format!("<p>{}</p>", escaped(&sight.page.t("web-map-no-tree")));
    }
    // Which children of each document are drawn.
    let mut shown: HashMap<usize, std::ops::Range<usize>> = HashMap::new();
    let (mut level, mut count) = (vec![start], 1);
    'levels: for _ in 0..room.levels {
        let mut next = Vec::new();
        for place in &level {
            let mut children = sight.survey.children(*place);
            if *place == start {
                children.start = children.start.saturating_add(skip).min(children.end);
            }
            children.end = children.end.min(children.start + room.each);
            if children.is_empty() {
                continue;
            }
            if count + children.len() > room.all && *place != start {
                break 'levels;
            }
            count += children.len();
            next.extend(children.clone());
            shown.insert(*place, children);
        }
        level = next;
    }
    let mut out = "<ul class=\"tree\">".to_owned();
    branch(sight, start, 0, &shown, &mut out);
    out + "</ul>"
}

/// A document with what stands below it. There are few levels, so it may call itself.
fn branch(
    sight: &MapSight<'_>,
    place: usize,
    level: usize,
    shown: &HashMap<usize, std::ops::Range<usize>>,
    out: &mut String,
) {
    let all = sight.survey.children(place);
    let Some(children) = shown.get(&place) else {
        let _ =
            write!(out, "<li><div class=\"t\">{}</div></li>", line(sight, place, !all.is_empty()));
        return;
    };
    let open = if level < 2 { " open" } else { "" };
    let _ = write!(
        out,
        "<li><details{open}><summary><span class=\"t\">{}</span></summary><ul>",
        line(sight, place, false)
    );
    for child in children.clone() {
        branch(sight, child, level + 1, shown, out);
    }
    if children.end < all.end {
        let skip = (children.end - all.start).to_string();
        let from = &sight.survey.pages[place].uri;
        let href = sight.link("/tree", &[("from", from), ("skip", &skip)]);
        let more = sight.page.count("web-map-more", (all.end - children.end) as u64);
        let _ = write!(out, "<li><a href=\"{}\">{}</a></li>", escaped(&href), escaped(&more));
    }
    out.push_str("</ul></details></li>");
}

/// A document in a line: icon, name, language, size, rank. `leads_on` says whether what is below it is not drawn.
fn line(sight: &MapSight<'_>, place: usize, leads_on: bool) -> String {
    let page = &sight.survey.pages[place];
    let icon = match page.kind {
        _ if place == 0 && page.depth == Some(0) => "home",
        _ if page.below > 0 => "folder",
        "html" => "page",
        "pdf" => "pdf",
        "image" => "image",
        "xml" if page.mime.contains("rss") || page.mime.contains("atom") => "feed",
        "xml" | "data" => "data",
        _ => "page",
    };
    let below = match page.below {
        0 => String::new(),
        below => {
            let words = escaped(&sight.page.count("web-map-below", below));
            match leads_on {
                true => {
                    let href = sight.link("/tree", &[("from", &page.uri)]);
                    format!(" <a class=\"on\" href=\"{}\">{words}</a>", escaped(&href))
                }
                false => format!(" <span class=\"hint\">{words}</span>"),
            }
        }
    };
    let language = if page.language.is_empty() { "–" } else { &page.language };
    format!(
        "{}<span class=\"nm\">{}{below}</span><span class=\"meta\"><span>{}</span><span class=\"sz\">{}</span>\
         <span>{}</span></span>",
        icon_of(sight, icon),
        archived_link(sight, page),
        escaped(language),
        escaped(&size(sight.page.language, page.size)),
        escaped(&rank_of(sight, page)),
    )
}

pub(super) fn icon_of(sight: &MapSight<'_>, name: &str) -> String {
    let sprite = sight.page.sprite;
    format!("<svg class=\"i\" aria-hidden=\"true\"><use href=\"{sprite}#{name}\"/></svg>")
}

/// The rank of a document; the highest is 1.
pub(super) fn rank_of(sight: &MapSight<'_>, page: &SurveyPage) -> String {
    decimal(sight.page.language, page.rank, 2)
}

/// The rank of a document, as a share of the highest: for bars.
pub(super) fn share(sight: &MapSight<'_>, page: &SurveyPage) -> f64 {
    let first = sight.survey.ranked.first().and_then(|it| sight.survey.pages.get(*it as usize));
    let highest = first.map_or(0.0, |it| it.rank);
    if highest > 0.0 { page.rank / highest } else { 0.0 }
}

/// The title of a document, or what its address has behind the host.
fn name(sight: &MapSight<'_>, page: &SurveyPage) -> String {
    match page.title.trim() {
        "" => super::lists::short(sight, &page.uri),
        title => title.chars().take(200).collect(),
    }
}

/// Whether a text can be the tag of a language.
pub(super) fn is_tag(text: &str) -> bool {
    let is_letter = |it: u8| it.is_ascii_alphanumeric() || it == b'-';
    !text.is_empty() && text.len() <= 35 && text.bytes().all(is_letter)
}

/// A link to a document as it is archived.
pub(super) fn archived_link(sight: &MapSight<'_>, page: &SurveyPage) -> String {
    let path = ReplayAddress::new(page.uri.as_bytes(), None, None).to_path();
    let href = match page.time {
        0 => format!("/captures/{path}"),
        time => format!("/replay/{time}/{path}"),
    };
    let lang = match is_tag(&page.language) && !page.title.trim().is_empty() {
        true => format!(" lang=\"{}\"", page.language),
        false => String::new(),
    };
    format!(
        "<a class=\"plain\"{lang} href=\"{}\">{}</a>",
        escaped(&href),
        escaped(&name(sight, page))
    )
}

fn legend(sight: &MapSight<'_>) -> String {
    let item = |(icon, key): (&str, &str)| {
        format!("{} {}", icon_of(sight, icon), escaped(&sight.page.t(key)))
    };
    let items: Vec<String> = ICONS.into_iter().map(item).collect();
    format!("{}.", items.join(", "))
}
