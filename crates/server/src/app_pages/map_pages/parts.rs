//! Completeness: the pages of a site with parts that the archive lacks, and the parts that most pages lack.

use super::lists::{cell, csv, short, steps, table};
use super::{MapPart, MapSight, Parts, skipped};
use crate::api::{Call, Problem, ProblemKind};
use crate::app_pages::format::{escaped, grouped};
use axum::body::Body;
use axum::http::Response;
use std::collections::HashMap;
use std::fmt::Write as _;
use stodola_app::map::{CompletenessReport, IncompletePage, MissingPart};
use stodola_app::search::csv_cell;
use stodola_replay::ReplayAddress;
use stodola_text::{decimal, link_problem_words};

/// Pages in a table, and parts of one page on a page of their own.
const ROWS: usize = 100;
const PARTS: usize = 200;
/// Parts that are named beside a page, and in the table of parts.
const NAMED: usize = 3;
const OFTEN: usize = 40;

/// Pages on the left, parts on the right; or with `page` the parts that one page lacks.
pub(super) fn parts(
    sight: &MapSight<'_>,
    call: &Call,
    report: &CompletenessReport,
    left_out: u64,
) -> Result<Parts, Problem> {
    if let Some(uri) = call.query.get("page") {
        let missing = || Problem::with(ProblemKind::NotFound, "page: it lacks no part");
        let page = report.pages.iter().find(|it| it.uri == uri).ok_or_else(missing)?;
        return Ok((vec![of_page(sight, call, page)], Vec::new()));
    }
    let page = sight.page;
    let mut body = format!("<p>{}</p>", escaped(&sentence(sight, report)));
    if report.pages.is_empty() {
        return Ok((vec![part(sight, report, left_out, body)], Vec::new()));
    }
    let skip = skipped(call).min(report.pages.len());
    let rows: String =
        report.pages.iter().skip(skip).take(ROWS).map(|page| row(sight, page)).collect();
    let head = [
        ("web-map-page", false),
        ("web-map-complete-score", true),
        ("web-map-complete-missing", false),
    ];
    body += &table(sight, "web-map-complete-caption", &head, &rows);
    body += &steps(sight, "/complete", &[], (skip, ROWS, report.pages.len()));
    if left_out > 0 {
        let words = escaped(&page.count("web-map-rows-left-out", left_out));
        let _ = write!(body, "<p class=\"hint\">{words}</p>");
    }
    Ok((vec![part(sight, report, left_out, body)], vec![often(sight, report)]))
}

fn part(sight: &MapSight<'_>, report: &CompletenessReport, left_out: u64, body: String) -> MapPart {
    let (aside, href) = match report.pages.len() as u64 + left_out {
        0 => (String::new(), None),
        pages => {
            let href = sight.link("/complete", &[("format", "csv")]);
            (sight.page.count("web-map-complete-csv", pages), Some(href))
        }
    };
    MapPart { id: "complete", heading: sight.page.t("web-map-complete"), aside, href, body }
}

fn sentence(sight: &MapSight<'_>, report: &CompletenessReport) -> String {
    let page = sight.page;
    if report.needed == 0 {
        return page.t("web-map-complete-no-parts");
    }
    let needed = page.say(
        "web-map-complete-needed",
        &[
            ("pages", report.page_count.into()),
            ("shown", grouped(report.page_count).into()),
            ("n", report.needed.into()),
            ("parts", grouped(report.needed).into()),
        ],
    );
    if report.missing == 0 {
        return format!("{needed} {}", page.t("web-map-complete-all"));
    }
    let score = percent(sight, report.score);
    let missing = page.say(
        "web-map-complete-lack",
        &[
            ("n", report.missing.into()),
            ("shown", grouped(report.missing).into()),
            ("score", score.into()),
        ],
    );
    format!("{needed} {missing}")
}

/// A share of parts that are there. Only what is complete is told as 100 %.
fn percent(sight: &MapSight<'_>, score: f64) -> String {
    let tenths = (score * 1000.0).floor() / 10.0;
    decimal(sight.page.language, tenths, 1)
}

fn row(sight: &MapSight<'_>, page: &IncompletePage) -> String {
    let mut named: Vec<String> = Vec::new();
    for part in page.missing.iter().take(NAMED) {
        named.push(format!(
            "{} <span class=\"badt\">{}</span>",
            link(sight, &part.uri),
            why(sight, part)
        ));
    }
    let more = page.missing.len().saturating_sub(NAMED) as u64;
    if more > 0 {
        let href = sight.link("/complete", &[("page", &page.uri)]);
        let words = escaped(&sight.page.count("web-map-more", more));
        named.push(format!("<a href=\"{}\">{words}</a>", escaped(&href)));
    }
    let count = format!(
        "{} <span class=\"hint\">{}</span>",
        escaped(&format!("{}\u{a0}%", percent(sight, page.score))),
        escaped(
            &sight.page.say(
                "web-map-complete-of",
                &[
                    (
                        "there",
                        grouped(u64::from(page.needed).saturating_sub(page.missing.len() as u64))
                            .into()
                    ),
                    ("needed", grouped(u64::from(page.needed)).into()),
                ]
            )
        )
    );
    format!(
        "<tr><th scope=\"row\" class=\"url\">{}</th>{}{}</tr>",
        link(sight, &page.uri),
        cell(sight, "web-map-complete-score", "n", &count),
        cell(sight, "web-map-complete-missing", "url", &named.join("<br>")),
    )
}

/// A link to the captures of an address.
fn link(sight: &MapSight<'_>, uri: &str) -> String {
    let path = ReplayAddress::new(uri.as_bytes(), None, None).to_path();
    format!("<a href=\"/captures/{}\">{}</a>", escaped(&path), escaped(&short(sight, uri)))
}

fn why(sight: &MapSight<'_>, part: &MissingPart) -> String {
    escaped(&link_problem_words(sight.page.language, &part.problem()))
}

/// All parts that a page lacks.
fn of_page(sight: &MapSight<'_>, call: &Call, page: &IncompletePage) -> MapPart {
    let skip = skipped(call).min(page.missing.len());
    let line = |part: &MissingPart| {
        format!(
            "<tr><th scope=\"row\" class=\"url\">{}</th>{}</tr>",
            link(sight, &part.uri),
            cell(sight, "web-map-complete-why", "badt", &why(sight, part))
        )
    };
    let rows: String = page.missing.iter().skip(skip).take(PARTS).map(line).collect();
    let head = [("web-map-complete-part", false), ("web-map-complete-why", false)];
    let mut body = format!(
        "<p class=\"crumbs\"><a href=\"{}\">{}</a></p><p>{}</p>",
        escaped(&sight.link("/complete", &[])),
        escaped(&sight.page.t("web-map-complete-all-pages")),
        link(sight, &page.uri)
    );
    body += &table(sight, "web-map-complete-parts", &head, &rows);
    let pairs = [("page", page.uri.as_str())];
    body += &steps(sight, "/complete", &pairs, (skip, PARTS, page.missing.len()));
    let missing = page.missing.len() as u64;
    MapPart {
        id: "complete",
        heading: sight.page.t("web-map-complete-parts"),
        aside: sight.page.count("web-map-complete-some", missing),
        href: None,
        body,
    }
}

/// The missing parts that most pages need.
fn often(sight: &MapSight<'_>, report: &CompletenessReport) -> MapPart {
    let mut counts: HashMap<&str, (&MissingPart, u64)> = HashMap::new();
    for part in report.pages.iter().flat_map(|page| &page.missing) {
        counts.entry(&part.uri).or_insert((part, 0)).1 += 1;
    }
    let all = counts.len();
    let mut counts: Vec<(&MissingPart, u64)> = counts.into_values().collect();
    counts.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.uri.cmp(&b.0.uri)));
    let line = |(part, pages): &(&MissingPart, u64)| {
        format!(
            "<tr><th scope=\"row\" class=\"url\">{}</th>{}{}</tr>",
            link(sight, &part.uri),
            cell(sight, "web-map-complete-why", "badt", &why(sight, part)),
            cell(sight, "web-map-complete-pages", "n", &grouped(*pages)),
        )
    };
    let rows: String = counts.iter().take(OFTEN).map(line).collect();
    let head = [
        ("web-map-complete-part", false),
        ("web-map-complete-why", false),
        ("web-map-complete-pages", true),
    ];
    let mut body = table(sight, "web-map-complete-often", &head, &rows);
    if all > OFTEN {
        let words = escaped(&sight.page.count("web-map-more", (all - OFTEN) as u64));
        let _ = write!(body, "<p class=\"hint\">{words}</p>");
    }
    MapPart {
        id: "often",
        heading: sight.page.t("web-map-complete-often"),
        aside: sight.page.count("web-map-addresses", all as u64),
        href: None,
        body,
    }
}

/// The pages as CSV: a line for each part that is missing.
pub(super) fn parts_csv(report: &CompletenessReport) -> Response<Body> {
    let mut text = "page,score,needed,part,outcome\r\n".to_owned();
    for page in &report.pages {
        for part in &page.missing {
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                "{},{:.6},{},{},{}\r\n",
                csv_cell(&page.uri),
                page.score,
                page.needed,
                csv_cell(&part.uri),
                part.problem().code()
            );
        }
    }
    csv("missing-parts", text)
}
