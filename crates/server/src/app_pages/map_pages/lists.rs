//! Dead links, ranks, neighbours, kinds and languages of a site as tables.

use super::tree::{archived_link, rank_of, share};
use super::{MapPart, MapSight, skipped};
use crate::api::Call;
use crate::app_pages::format::{escaped, grouped, short_day};
use crate::http::answer;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use std::fmt::Write as _;
use stodola_app::map::{DeadRow, HintRow, HostLinks, SurveyShare};
use stodola_app::search::csv_cell;
use stodola_replay::ReplayAddress;
use stodola_text::{link_problem_words, size};

/// Rows of tables beside other sections, and on a page of their own.
const FEW: usize = 8;
const ROWS: usize = 200;
/// A document so many clicks away is far. It is important if its rank is not below the mean, which is 1.
const FAR: u32 = 5;

/// An address without the beginning that all addresses of the site have.
pub(super) fn short(sight: &MapSight<'_>, uri: &str) -> String {
    let rest = uri.split_once("://").map_or(uri, |(_, rest)| rest);
    let bare = rest.strip_prefix("www.").unwrap_or(rest);
    let host = sight.host.strip_prefix("www.").unwrap_or(sight.host);
    match bare.strip_prefix(host).filter(|path| path.starts_with('/')) {
        Some(path) => path.chars().take(300).collect(),
        None => rest.chars().take(300).collect(),
    }
}

pub(super) fn table(
    sight: &MapSight<'_>,
    caption: &str,
    head: &[(&str, bool)],
    rows: &str,
) -> String {
    let caption = escaped(&sight.page.t(caption));
    let mut out = format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{caption}\">\
         <table class=\"cards\"><caption class=\"off\">{caption}</caption><thead><tr>"
    );
    for (key, is_number) in head {
        let class = if *is_number { " class=\"n\"" } else { "" };
        let text = escaped(&sight.page.t(key));
        // A bar says what its number says beside it.
        let text = match key.ends_with("-bar") {
            true => format!("<span class=\"off\">{text}</span>"),
            false => text,
        };
        let _ = write!(out, "<th scope=\"col\"{class}>{text}</th>");
    }
    let _ = write!(out, "</tr></thead><tbody>{rows}</tbody></table></div>");
    out
}

/// A cell with its label, which phones show.
pub(super) fn cell(sight: &MapSight<'_>, label: &str, class: &str, inner: &str) -> String {
    let label = escaped(&sight.page.t(label));
    format!("<td class=\"{class}\" data-l=\"{label}\">{inner}</td>")
}

/// A cell with a share, from 0 to 1, as a bar.
fn bar(share: f64) -> String {
    format!(
        "<td class=\"barcell\"><svg width=\"100%\" height=\"9\" aria-hidden=\"true\">\
         <rect class=\"part-kept\" width=\"{:.1}%\" height=\"9\"/></svg></td>",
        (share * 100.0).clamp(0.0, 100.0)
    )
}

fn dead_row(sight: &MapSight<'_>, row: &DeadRow) -> String {
    let path = ReplayAddress::new(row.target.as_bytes(), None, None).to_path();
    let target = escaped(&short(sight, &row.target));
    let says = escaped(&link_problem_words(sight.page.language, &row.problem));
    let (alive, copy) = match &row.hint {
        Some(HintRow::Captured(time)) => {
            let day = time.get(..8).and_then(|it| it.parse().ok()).unwrap_or(0);
            let words = escaped(&sight.page.t("web-map-copy"));
            let copy =
                format!("<a href=\"/replay/{}/{}\">{words}</a>", escaped(time), escaped(&path));
            (escaped(&short_day(sight.page.language, day)), copy)
        }
        Some(HintRow::Redirect(uri) | HintRow::Alike(uri)) => {
            let path = ReplayAddress::new(uri.as_bytes(), None, None).to_path();
            let words = sight.page.say("web-map-instead", &[("uri", short(sight, uri).into())]);
            (
                "–".to_owned(),
                format!("<a href=\"/captures/{}\">{}</a>", escaped(&path), escaped(&words)),
            )
        }
        None => ("–".to_owned(), escaped(&sight.page.t("web-map-never-kept"))),
    };
    let holders = sight.link("/dead", &[("target", &row.target)]);
    let links = escaped(&sight.page.count("web-map-from-links", row.links));
    format!(
        "<tr><th scope=\"row\" class=\"url\"><a href=\"/captures/{}\">{target}</a></th>{}{}{}{}</tr>",
        escaped(&path),
        cell(sight, "web-map-says", "badt", &says),
        cell(sight, "web-map-alive", "nw", &alive),
        cell(
            sight,
            "web-map-linked-from",
            "n",
            &format!("<a href=\"{}\">{links}</a>", escaped(&holders))
        ),
        cell(sight, "web-map-copy-head", "", &copy),
    )
}

const DEAD_HEAD: [(&str, bool); 5] = [
    ("web-map-address", false),
    ("web-map-says", false),
    ("web-map-alive", false),
    ("web-map-linked-from", true),
    ("web-map-copy-head", false),
];

fn dead_table<'r>(sight: &MapSight<'_>, rows: impl Iterator<Item = &'r DeadRow>) -> String {
    let rows: String = rows.map(|row| dead_row(sight, row)).collect();
    match rows.is_empty() {
        true => format!("<p>{}</p>", escaped(&sight.page.t("web-map-none-dead"))),
        false => table(sight, "web-map-dead-caption", &DEAD_HEAD, &rows),
    }
}

fn dead_part(sight: &MapSight<'_>, body: String) -> MapPart {
    let links = sight.survey.figures.dead_links;
    let (aside, href) = match links {
        0 => (String::new(), None),
        links => {
            let href = sight.link("/dead", &[("format", "csv")]);
            (sight.page.count("web-map-dead-csv", links), Some(href))
        }
    };
    MapPart { id: "dead", heading: sight.page.t("web-map-dead"), aside, href, body }
}

/// The targets with most dead links.
pub(super) fn dead_few(sight: &MapSight<'_>) -> MapPart {
    let mut body = dead_table(sight, sight.survey.dead.iter().take(FEW));
    if sight.survey.dead.len() > FEW {
        let all = sight.page.count("web-map-all-dead", sight.survey.figures.dead_targets);
        let href = sight.link("/dead", &[]);
        let _ = write!(body, "<p><a href=\"{}\">{}</a></p>", escaped(&href), escaped(&all));
    }
    dead_part(sight, body)
}

/// All targets page by page, or the pages that hold links to one of them; and what a site can offer instead.
pub(super) fn dead(sight: &MapSight<'_>, call: &Call) -> Vec<MapPart> {
    let dead = &sight.survey.dead;
    let target = call.query.get("target");
    let row = target.and_then(|target| dead.iter().find(|row| row.target == target));
    let body = match row {
        Some(row) => {
            let mut body = dead_table(sight, [row].into_iter());
            body += "<ul class=\"lines\">";
            for page in &row.pages {
                let path = ReplayAddress::new(page.uri.as_bytes(), None, None).to_path();
                let _ = write!(
                    body,
                    "<li><a href=\"/captures/{}\">{}</a> <span class=\"hint\">{}</span></li>",
                    escaped(&path),
                    escaped(&short(sight, &page.uri)),
                    escaped(&page.anchor)
                );
            }
            let more = row.links.saturating_sub(row.pages.len() as u64);
            if more > 0 {
                let words = sight.page.count("web-map-more", more);
                let _ = write!(body, "<li>{}</li>", escaped(&words));
            }
            body + "</ul>"
        }
        None => {
            let skip = skipped(call).min(dead.len());
            let table = dead_table(sight, dead.iter().skip(skip).take(ROWS));
            table + &steps(sight, "/dead", &[], (skip, ROWS, dead.len()))
        }
    };
    vec![dead_part(sight, body), snippet(sight, call.shared.origins.app.as_str())]
}

/// Lists the nearest pages. The same stands in the guide.
const SNIPPET: &str = r#"<ul id="nearest"></ul>
<script>
fetch("SERVER/maps/HOST/nearest?url=" + encodeURIComponent(location.href),
      {credentials: "omit"})
  .then((answer) => answer.json())
  .then((pages) => {
    for (const page of pages) {
      const link = document.createElement("a");
      link.href = page.uri;
      link.textContent = page.title || page.uri;
      const item = document.createElement("li");
      item.append(link);
      document.getElementById("nearest").append(item);
    }
  })
  .catch(() => {});
</script>"#;

/// What a webmaster puts into the page "not found".
fn snippet(sight: &MapSight<'_>, server: &str) -> MapPart {
    let heading = sight.page.t("web-map-snippet");
    let about = escaped(&sight.page.t("web-map-snippet-about"));
    let code = SNIPPET.replace("SERVER", server).replace("HOST", sight.host);
    let body = format!(
        "<p>{about}</p><div class=\"scroll\"><pre tabindex=\"0\">{}</pre></div>",
        escaped(&code)
    );
    MapPart { id: "snippet", heading, aside: String::new(), href: None, body }
}

/// Dead links as CSV: a line for each page that holds one.
pub(super) fn dead_csv(rows: &[DeadRow]) -> Response<Body> {
    let mut text = "target,outcome,status,last_alive,page,anchor\r\n".to_owned();
    for row in rows {
        let alive = match &row.hint {
            Some(HintRow::Captured(time)) => time,
            Some(HintRow::Redirect(_) | HintRow::Alike(_)) | None => "",
        };
        let status = row.status.map(|it| it.to_string()).unwrap_or_default();
        for page in &row.pages {
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "{},{},{status},{alive},{},{}\r\n",
                csv_cell(&row.target),
                row.problem.code(),
                csv_cell(&page.uri),
                csv_cell(&page.anchor)
            );
        }
    }
    csv("dead-links", text)
}

/// A file of rows, to be saved under a name.
pub(super) fn csv(name: &'static str, text: String) -> Response<Body> {
    let mut answer = answer(StatusCode::OK, "text/csv; charset=utf-8; header=present", text);
    if let Ok(save) = HeaderValue::try_from(format!("attachment; filename=\"{name}.csv\"")) {
        answer.headers_mut().insert(header::CONTENT_DISPOSITION, save);
    }
    answer
}

/// Links to the rows before and after those that are shown: the first one that is, how many stand on a page, how many
/// there are.
pub(super) fn steps(
    sight: &MapSight<'_>,
    below: &str,
    pairs: &[(&str, &str)],
    (skip, rows, all): (usize, usize, usize),
) -> String {
    let link = |skip: usize, words: &str| {
        let skip = skip.to_string();
        let mut pairs = pairs.to_vec();
        if skip != "0" {
            pairs.push(("skip", &skip));
        }
        let href = sight.link(below, &pairs);
        format!("<a href=\"{}\">{}</a>", escaped(&href), escaped(&sight.page.t(words)))
    };
    let mut links = Vec::new();
    if skip > 0 {
        links.push(link(skip.saturating_sub(rows), "web-map-before"));
    }
    if skip + rows < all {
        links.push(link(skip + rows, "web-map-after"));
    }
    if links.is_empty() { String::new() } else { format!("<p>{}</p>", links.join(" ")) }
}

pub(super) fn rank_few(sight: &MapSight<'_>) -> MapPart {
    ranked(sight, FEW)
}

pub(super) fn rank(sight: &MapSight<'_>) -> MapPart {
    ranked(sight, ROWS)
}

fn ranked(sight: &MapSight<'_>, most: usize) -> MapPart {
    let mut rows = String::new();
    let mut has_far = false;
    for place in sight.survey.ranked.iter().take(most) {
        let Some(page) = sight.survey.pages.get(*place as usize) else { continue };
        let is_far = page.rank >= 1.0 && page.depth.is_none_or(|depth| depth >= FAR);
        has_far |= is_far;
        let mark =
            if is_far { " <span class=\"badt\" aria-hidden=\"true\">▲</span>" } else { "" };
        let clicks = page.depth.map_or_else(|| "–".to_owned(), |depth| depth.to_string());
        let _ = write!(
            rows,
            "<tr><th scope=\"row\" class=\"url\">{}<br><span class=\"hint\">{}</span></th>\
             {}{}{}{}</tr>",
            archived_link(sight, page),
            escaped(&short(sight, &page.uri)),
            bar(share(sight, page)),
            cell(sight, "web-map-rank", "n", &escaped(&rank_of(sight, page))),
            cell(sight, "web-map-links-in", "n", &grouped(page.in_links)),
            cell(sight, "web-map-clicks", "n", &format!("{clicks}{mark}")),
        );
    }
    let head = [
        ("web-map-page", false),
        ("web-map-rank-bar", false),
        ("web-map-rank", true),
        ("web-map-links-in", true),
        ("web-map-clicks", true),
    ];
    let mut body = table(sight, "web-map-ranked", &head, &rows);
    if has_far {
        let words = escaped(&sight.page.t("web-map-far"));
        let _ = write!(
            body,
            "<p class=\"hint\"><span class=\"badt\" aria-hidden=\"true\">▲</span> {words}</p>"
        );
    }
    let dangling = sight.survey.figures.dangling;
    if most == ROWS && dangling > 0 {
        let words = escaped(&sight.page.count("web-map-dangling", dangling));
        let _ = write!(body, "<p class=\"hint\">{words}</p>");
    }
    if let Some(farm) = sight.survey.farm.as_ref().filter(|_| most == ROWS) {
        let words = sight.page.say(
            "web-map-farm",
            &[
                ("name", farm.name.as_str().into()),
                ("n", farm.sources.into()),
                ("sources", grouped(farm.sources).into()),
                ("captives", grouped(farm.captives).into()),
            ],
        );
        let hosts = escaped(&sight.page.t("web-map-from-hosts"));
        let _ = write!(
            body,
            "<p>{} <a href=\"{}\">{hosts}</a></p>",
            escaped(&words),
            escaped(&sight.link("/hosts", &[]))
        );
    }
    MapPart {
        id: "rank",
        heading: sight.page.t("web-map-ranked"),
        aside: sight.page.t("web-map-rank-how"),
        href: None,
        body,
    }
}

/// Hosts that link here, and hosts that are linked from here.
pub(super) fn hosts(sight: &MapSight<'_>) -> Vec<MapPart> {
    let part = |id, key: &str, rows: &[HostLinks]| {
        let row = |it: &HostLinks| {
            let href = format!("/maps/{}", stodola_app::cdx::form_encoded(&it.host));
            format!(
                "<tr><th scope=\"row\" class=\"url\"><a href=\"{}\">{}</a></th>{}</tr>",
                escaped(&href),
                escaped(&it.host),
                cell(sight, "web-map-links", "n", &grouped(it.links))
            )
        };
        let lines: String = rows.iter().take(ROWS).map(row).collect();
        let head = [("web-map-host", false), ("web-map-links", true)];
        let body = match rows.is_empty() {
            true => format!("<p>{}</p>", escaped(&sight.page.t("web-map-no-hosts"))),
            false => table(sight, key, &head, &lines),
        };
        MapPart { id, heading: sight.page.t(key), aside: String::new(), href: None, body }
    };
    vec![
        part("from", "web-map-from-hosts", &sight.survey.from_hosts),
        part("to", "web-map-to-hosts-heading", &sight.survey.to_hosts),
    ]
}

/// What a state of addresses is called.
fn state_key(state: &str) -> &'static str {
    match state {
        "archived" => "web-map-state-archived",
        "redirected" => "web-map-state-redirected",
        "forbidden" => "web-map-state-forbidden",
        "not-found" => "web-map-state-not-found",
        "registered" => "web-map-state-registered",
        _ => "web-map-state-error",
    }
}

/// Charts of the site: languages, links and years on the left; kinds of documents, states and links to pages on the
/// right.
pub(super) fn types(sight: &MapSight<'_>) -> (Vec<MapPart>, Vec<MapPart>) {
    let part = |id, key: &str, name: &str, shares: &[SurveyShare]| {
        let most = shares.iter().map(|it| it.count).max().unwrap_or(1).max(1);
        let row = |it: &SurveyShare| {
            let words = match &*it.name {
                "" => sight.page.t("web-map-not-known"),
                state if id == "states" => sight.page.t(state_key(state)),
                known => known.chars().take(60).collect(),
            };
            format!(
                "<tr><th scope=\"row\">{}</th>{}{}{}</tr>",
                escaped(&words),
                bar(it.count as f64 / most as f64),
                cell(sight, "web-map-number", "n", &grouped(it.count)),
                cell(sight, "web-map-size", "n", &escaped(&size(sight.page.language, it.bytes))),
            )
        };
        let rows: String = shares.iter().take(ROWS).map(row).collect();
        let head = [
            (name, false),
            ("web-map-share-bar", false),
            ("web-map-number", true),
            ("web-map-size", true),
        ];
        let body = table(sight, key, &head, &rows);
        MapPart { id, heading: sight.page.t(key), aside: String::new(), href: None, body }
    };
    let languages =
        part("languages", "web-map-languages", "web-map-language", &sight.survey.languages);
    let kinds = part("kinds", "web-map-kinds", "web-map-kind", &sight.survey.kinds);
    let survey = sight.survey;
    let years = part("years", "web-map-years", "web-map-year", &survey.years);
    let from =
        part("links-from", "web-map-pages-by-links", "web-map-links-out", &survey.links_from);
    let to = part("links-to", "web-map-pages-by-links-to", "web-map-links-in", &survey.links_to);
    let states = part("states", "web-map-states", "web-map-state", &survey.states);
    (vec![languages, from, years], vec![kinds, to, states])
}
