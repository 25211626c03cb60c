//! `/archive`: all that is kept, by year and type, and how far what is derived from it is. For operators: the numbers
//! tell of captures that may not be shown, too.

use super::format::grouped;
use super::page::{PageFrame, problem_page};
use super::sheet::{Block, Cell, Figure, Sheet, TableView, frame};
use crate::api::{Call, Problem, ProblemKind};
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_app::archive::{ArchiveStats, StatsRow, StatsSettings, StatsTable, stats};
use stodola_text::size;

/// Rows of a table.
const ROWS: u32 = 50;

pub(crate) fn archive(call: &Call) -> Response<Body> {
    let page = frame(call, "archive");
    let settings =
        StatsSettings { archive: call.shared.archive.clone(), table: None, rows: Some(ROWS) };
    let stats = match stats(&settings) {
        Ok(stats) => stats,
        Err(error) => return problem_page(&page, &Problem::caused(ProblemKind::Fault, error)),
    };
    let mut sheet = Sheet::new(&page, page.t("web-archive"));
    sheet.lead.push(page.t("web-archive-about"));
    sheet.section(
        "figures",
        page.t("web-job-figures"),
        vec![Block::Figures(figures(&page, &stats))],
    );
    let links = [
        ("/archive/checks", "web-checks"),
        ("/archive/migrations", "web-migrations"),
        ("/collections", "web-collections"),
    ];
    let links = links.map(|(href, key)| (href.to_owned(), page.t(key)));
    sheet.section("more", page.t("web-archive-more"), vec![Block::Links(links.into())]);
    for (id, table, heading) in [
        ("years", StatsTable::Year, "web-archive-years"),
        ("types", StatsTable::Type, "web-archive-types"),
        ("statuses", StatsTable::Status, "web-archive-statuses"),
        ("jobs", StatsTable::Job, "web-archive-jobs"),
        ("hosts", StatsTable::Host, "web-archive-hosts"),
    ] {
        let rows = stats.tables.iter().find(|it| it.table == table).map_or(&[][..], |it| &it.rows);
        let shares = shares(&page, &page.t(heading), rows);
        sheet.section(id, page.t(heading), vec![Block::Table(shares)]);
    }
    let followers = followers(&page, stats);
    sheet.section(
        "followers",
        page.t("web-followers"),
        vec![Block::Text(page.t("web-followers-about")), Block::Table(followers)],
    );
    sheet.respond(StatusCode::OK)
}

fn figures(page: &PageFrame, stats: &ArchiveStats) -> Vec<Figure> {
    let years = stats.tables.iter().find(|it| it.table == StatsTable::Year);
    let (mut captures, mut bytes) = (0, 0);
    for row in years.into_iter().flat_map(|it| &it.rows) {
        if let StatsRow::Share { captures: more, bytes: size, .. } = row {
            captures += more;
            bytes += size;
        }
    }
    let figure = |key: &str, value: String| {
        let (label, note) = (page.t(key), String::new());
        Figure { label, value, live: "", is_kept: true, note }
    };
    vec![
        figure("web-captures", grouped(captures)),
        figure("web-job-size", size(page.language, bytes)),
    ]
}

fn shares(page: &PageFrame, caption: &str, rows: &[StatsRow]) -> TableView {
    let line = |row: &StatsRow| match row {
        StatsRow::Share { name, captures, bytes, .. } => Some(vec![
            Cell::text(name.as_deref().unwrap_or("–")),
            Cell::number(*captures),
            Cell::amount(size(page.language, *bytes)),
        ]),
        _ => None,
    };
    TableView {
        caption: caption.to_owned(),
        head: vec![
            (page.t("web-archive-by"), false),
            (page.t("web-captures"), true),
            (page.t("web-job-size"), true),
        ],
        rows: rows.iter().filter_map(line).collect(),
        empty: page.t("web-archive-nothing"),
    }
}

fn followers(page: &PageFrame, stats: ArchiveStats) -> TableView {
    let line = |row: StatsRow| match row {
        StatsRow::Follower { name, files, files_done, bytes, bytes_done, reason, .. } => {
            let state = match reason {
                Some(reason) => Cell::state("bad", reason),
                None if bytes_done < bytes => Cell::state("wait", page.t("web-follower-behind")),
                None => Cell::state("good", page.t("web-follower-done")),
            };
            let behind = size(page.language, bytes.saturating_sub(bytes_done));
            let files = format!("{} / {}", grouped(files_done), grouped(files));
            Some(vec![Cell::text(name), Cell::amount(files), Cell::amount(behind), state])
        }
        _ => None,
    };
    TableView {
        caption: page.t("web-followers"),
        head: vec![
            (page.t("web-follower"), false),
            (page.t("web-follower-files"), true),
            (page.t("web-follower-lag"), true),
            (page.t("web-state"), false),
        ],
        rows: stats.into_rows().filter_map(line).collect(),
        empty: page.t("web-archive-nothing"),
    }
}
