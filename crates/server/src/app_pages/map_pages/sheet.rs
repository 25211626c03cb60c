//! The table of the pages of a site: titles, headings, descriptions, own addresses, and what is missing or doubled.

use super::lists::{cell, csv, short, steps, table};
use super::{MapPart, MapSight, skipped};
use crate::api::{Call, Problem, ProblemKind};
use crate::app_pages::format::escaped;
use axum::body::Body;
use axum::http::Response;
use std::fmt::Write as _;
use stodola_app::map::{SheetFault, SheetPage, SiteSheet, write_sheet_csv};
use stodola_replay::ReplayAddress;

/// Pages in a table. Their texts are long.
const ROWS: usize = 100;
/// Letters of a text that are shown.
const LETTERS: usize = 160;

/// What is said of a fault.
fn fault_key(fault: SheetFault) -> &'static str {
    match fault {
        SheetFault::NoTitle => "web-map-fault-no-title",
        SheetFault::DoubleTitle => "web-map-fault-double-title",
        SheetFault::NoH1 => "web-map-fault-no-h1",
        SheetFault::SeveralH1 => "web-map-fault-several-h1",
        SheetFault::DoubleH1 => "web-map-fault-double-h1",
        SheetFault::NoDescription => "web-map-fault-no-description",
        SheetFault::DoubleDescription => "web-map-fault-double-description",
        SheetFault::DoubleContent => "web-map-fault-double-content",
        SheetFault::OtherCanonical => "web-map-fault-other-canonical",
    }
}

/// The text by which pages with a fault stand beside those that have the same; none for other faults.
fn doubled(page: &SheetPage, fault: SheetFault) -> &str {
    match fault {
        SheetFault::DoubleTitle => &page.title,
        SheetFault::DoubleH1 => &page.h1,
        SheetFault::DoubleDescription => &page.description,
        SheetFault::NoTitle
        | SheetFault::NoH1
        | SheetFault::SeveralH1
        | SheetFault::NoDescription
        | SheetFault::DoubleContent
        | SheetFault::OtherCanonical => "",
    }
}

/// The table, or with `fault` the pages that have it.
pub(super) fn part(
    sight: &MapSight<'_>,
    call: &Call,
    sheet: &SiteSheet,
    left_out: u64,
) -> Result<MapPart, Problem> {
    let fault = match call.query.get("fault").filter(|it| !it.is_empty()) {
        None => None,
        Some(name) => {
            let wrong = || Problem::with(ProblemKind::BadRequest, "fault: not the name of a fault");
            Some(SheetFault::ALL.into_iter().find(|it| it.name() == name).ok_or_else(wrong)?)
        }
    };
    let has = |page: &&SheetPage| fault.is_none_or(|fault| page.faults.contains(&fault));
    let mut pages: Vec<&SheetPage> = sheet.pages.iter().filter(has).collect();
    if let Some(fault) = fault {
        // Stable: pages with the same text keep their order.
        pages.sort_by(|a, b| doubled(a, fault).cmp(doubled(b, fault)));
    }
    let page = sight.page;
    let faulty = sheet.pages.iter().filter(|page| !page.faults.is_empty()).count();
    let said = match faulty {
        0 => page.t("web-map-sheet-sound"),
        faulty => page.count("web-map-sheet-faulty", faulty as u64),
    };
    let mut body = format!("<p>{}</p>{}", escaped(&said), choice(sight, sheet, fault));
    let skip = skipped(call).min(pages.len());
    if pages.is_empty() {
        let _ = write!(body, "<p>{}</p>", escaped(&page.t("web-map-sheet-none")));
    } else {
        let rows: String =
            pages.iter().skip(skip).take(ROWS).map(|page| row(sight, page)).collect();
        let head = [
            ("web-map-page", false),
            ("web-map-h1", false),
            ("web-map-description", false),
            ("web-map-canonical", false),
            ("web-map-faults", false),
        ];
        body += &table(sight, "web-map-sheet-caption", &head, &rows);
    }
    let pairs: Vec<(&str, &str)> = fault.map(|fault| ("fault", fault.name())).into_iter().collect();
    body += &steps(sight, "/sheet", &pairs, (skip, ROWS, pages.len()));
    if left_out > 0 {
        let words = escaped(&page.count("web-map-rows-left-out", left_out));
        let _ = write!(body, "<p class=\"hint\">{words}</p>");
    }
    Ok(MapPart {
        id: "sheet",
        heading: page.t("web-map-sheet"),
        aside: page.count("web-map-sheet-csv", sheet.pages.len() as u64 + left_out),
        href: Some(sight.link("/sheet", &[("format", "csv")])),
        body,
    })
}

/// The faults that pages have, each as a link to these pages.
fn choice(sight: &MapSight<'_>, sheet: &SiteSheet, chosen: Option<SheetFault>) -> String {
    let link = |(fault, pages): (&SheetFault, &u64)| {
        let words = sight.page.t(fault_key(*fault));
        let shown = crate::app_pages::format::grouped(*pages);
        if chosen == Some(*fault) {
            let all = escaped(&sight.link("/sheet", &[]));
            let remove = escaped(&sight.page.t("web-search-remove"));
            return format!(
                "<a class=\"chip\" aria-current=\"true\" href=\"{all}\">{} {shown} ✕<span class=\"off\"> {remove}\
                 </span></a>",
                escaped(&words)
            );
        }
        let href = sight.link("/sheet", &[("fault", fault.name())]);
        format!("<a href=\"{}\">{}</a> {shown}", escaped(&href), escaped(&words))
    };
    let links: Vec<String> = sheet.faults.iter().map(link).collect();
    match links.is_empty() {
        true => String::new(),
        false => format!("<p>{}</p>", links.join(" · ")),
    }
}

fn row(sight: &MapSight<'_>, page: &SheetPage) -> String {
    let path = ReplayAddress::new(page.uri.as_bytes(), None, None).to_path();
    let title = match page.title.trim() {
        "" => short(sight, &page.uri),
        title => title.chars().take(LETTERS).collect(),
    };
    let title = format!(
        "<a class=\"plain\"{} href=\"/replay/{}/{}\">{}</a>",
        lang(page),
        escaped(&page.date),
        escaped(&path),
        escaped(&title)
    );
    let canonical = match &page.canonical {
        None => "–".to_owned(),
        Some(own) if *own == page.uri => escaped(&sight.page.t("web-map-canonical-own")),
        Some(other) => {
            let path = ReplayAddress::new(other.as_bytes(), None, None).to_path();
            let words = escaped(&short(sight, other));
            format!("<a href=\"/captures/{}\">{words}</a>", escaped(&path))
        }
    };
    let faults: Vec<String> =
        page.faults.iter().map(|fault| escaped(&sight.page.t(fault_key(*fault)))).collect();
    let (faults, class) = match faults.is_empty() {
        true => ("–".to_owned(), ""),
        false => (faults.join(", "), "badt"),
    };
    format!(
        "<tr><th scope=\"row\" class=\"url\">{title}<br><span class=\"hint\">{}</span></th>{}{}{}{}</tr>",
        escaped(&short(sight, &page.uri)),
        cell(sight, "web-map-h1", "", &text(page, &page.h1)),
        cell(sight, "web-map-description", "", &text(page, &page.description)),
        cell(sight, "web-map-canonical", "", &canonical),
        cell(sight, "web-map-faults", class, &faults),
    )
}

/// A text of the page itself; a dash if it is missing.
fn text(page: &SheetPage, text: &str) -> String {
    match text.trim() {
        "" => "–".to_owned(),
        text => {
            let shown: String = text.chars().take(LETTERS).collect();
            let more = if text.chars().nth(LETTERS).is_some() { "…" } else { "" };
            format!("<span class=\"archived\"{}>{}{more}</span>", lang(page), escaped(&shown))
        }
    }
}

/// The language of the texts of a page, as an attribute.
fn lang(page: &SheetPage) -> String {
    match super::tree::is_tag(&page.lang) {
        true => format!(" lang=\"{}\"", page.lang),
        false => String::new(),
    }
}

/// The table as CSV.
pub(super) fn sheet_csv(sheet: &SiteSheet) -> Response<Body> {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = write_sheet_csv(&mut text, &sheet.pages);
    csv("pages", String::from_utf8_lossy(&text).into_owned())
}
