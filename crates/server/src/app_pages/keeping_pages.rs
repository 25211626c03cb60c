//! `/archive/checks`, `/archive/migrations`, `/collections`: what is known of files, of runs of migrations, and of
//! named parts of the archive.

use super::format::grouped;
use super::page::{PageFrame, problem_page};
use super::sheet::{Block, Cell, Figure, Sheet, TableView, frame};
use crate::api::keeping::{collections as all_collections, time_text};
use crate::api::{Call, Problem, ProblemKind};
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_app::archive::{CHECK_MONTHS, ChecksOverview, FileCheck, checks as read_checks};
use stodola_app::cdx::form_encoded;
use stodola_app::migrate::{MigrationRun, migration_run, migration_runs};
use stodola_text::size;

/// Files that were checked last.
const LATEST: usize = 50;
/// Files with something wrong that are shown.
const BAD_MAX: usize = 500;

fn begin<'p>(page: &'p PageFrame, key: &str) -> Sheet<'p> {
    let mut sheet = Sheet::new(page, page.t(key));
    sheet.crumbs.push(("/archive".to_owned(), page.t("web-archive")));
    sheet
}

pub(crate) fn checks(call: &Call) -> Response<Body> {
    let page = frame(call, "archive");
    let found = match read_checks(&call.shared.archive, LATEST) {
        Ok(found) => found,
        Err(error) => return problem_page(&page, &Problem::caused(ProblemKind::Fault, error)),
    };
    let mut sheet = begin(&page, "web-checks");
    let bad = found.bad.len() as u64;
    sheet.lead.push(match (found.files, bad) {
        (0, _) => page.t("web-checks-none"),
        (_, 0) => page.count("web-checks-sound", found.files),
        _ => page.count("web-checks-bad", bad),
    });
    sheet.section(
        "figures",
        page.t("web-job-figures"),
        vec![Block::Figures(figures(&page, &found))],
    );
    sheet.section(
        "ages",
        page.t("web-checks-ages"),
        vec![Block::Text(page.t("web-checks-how")), Block::Table(ages(&page, &found))],
    );
    let shown = &found.bad[..found.bad.len().min(BAD_MAX)];
    let table = files(&page, &page.t("web-checks-not-sound"), shown);
    sheet.section("bad", page.t("web-checks-not-sound"), vec![Block::Table(table)]);
    let table = files(&page, &page.t("web-checks-latest"), &found.latest);
    sheet.section("latest", page.t("web-checks-latest"), vec![Block::Table(table)]);
    sheet.respond(StatusCode::OK)
}

fn figures(page: &PageFrame, found: &ChecksOverview) -> Vec<Figure> {
    let figure = |key: &str, number: u64| Figure {
        label: page.t(key),
        value: grouped(number),
        live: "",
        is_kept: false,
        note: String::new(),
    };
    vec![
        figure("web-checks-files", found.files),
        figure("web-checks-sound-files", found.sound),
        figure("web-checks-not-sound", found.bad.len() as u64),
    ]
}

fn ages(page: &PageFrame, found: &ChecksOverview) -> TableView {
    let line = |(month, number): (usize, &u64)| {
        let label = match month {
            0 => page.t("web-checks-this-month"),
            CHECK_MONTHS => page.count("web-checks-older", CHECK_MONTHS as u64),
            month => page.count("web-checks-months", month as u64),
        };
        vec![Cell::text(label), Cell::number(*number)]
    };
    TableView {
        caption: page.t("web-checks-ages"),
        head: vec![(page.t("web-checks-age"), false), (page.t("web-checks-files"), true)],
        rows: found.by_age.iter().enumerate().map(line).collect(),
        empty: String::new(),
    }
}

fn files(page: &PageFrame, caption: &str, files: &[FileCheck]) -> TableView {
    let line = |file: &FileCheck| {
        let state = page.t(&format!("web-condition-{}", file.condition.as_str()));
        let kind = if file.condition.is_bad() { "bad" } else { "good" };
        vec![
            Cell::text(&file.name),
            Cell::state(kind, state),
            Cell::number(file.errors),
            Cell::amount(size(page.language, file.size)),
            Cell::text(time_text(file.time).unwrap_or_else(|| "–".to_owned())),
        ]
    };
    TableView {
        caption: caption.to_owned(),
        head: vec![
            (page.t("web-file"), false),
            (page.t("web-state"), false),
            (page.t("web-checks-errors"), true),
            (page.t("web-job-size"), true),
            (page.t("web-checks-when"), false),
        ],
        rows: files.iter().map(line).collect(),
        empty: page.t("web-checks-no-files"),
    }
}

pub(crate) fn migrations(call: &Call) -> Response<Body> {
    let page = frame(call, "archive");
    let runs = match migration_runs(&call.shared.archive) {
        Ok(runs) => runs,
        Err(error) => return problem_page(&page, &Problem::caused(ProblemKind::Fault, error)),
    };
    let mut sheet = begin(&page, "web-migrations");
    sheet.lead.push(page.t("web-migrations-about"));
    let line = |run: &MigrationRun| {
        let (kind, key) = state_of(run);
        vec![
            Cell::link(format!("/archive/migrations/{}", in_path(&run.name)), &run.name),
            Cell::state(kind, page.t(key)),
            Cell::number(run.sources),
            Cell::number(run.verified),
            Cell::number(run.damaged),
            Cell::number(run.failed),
            Cell::amount(size(page.language, run.bytes_in)),
            Cell::amount(size(page.language, run.bytes_out)),
        ]
    };
    let number = |key: &str| (page.t(key), true);
    let table = TableView {
        caption: page.t("web-migrations"),
        head: vec![
            (page.t("web-migration"), false),
            (page.t("web-state"), false),
            number("web-migration-sources"),
            number("web-migration-verified"),
            number("web-migration-damaged"),
            number("web-migration-failed"),
            number("web-migration-in"),
            number("web-migration-out"),
        ],
        rows: runs.iter().map(line).collect(),
        empty: page.t("web-migrations-none"),
    };
    sheet.section("list", page.t("web-migrations"), vec![Block::Table(table)]);
    sheet.respond(StatusCode::OK)
}

fn state_of(run: &MigrationRun) -> (&'static str, &'static str) {
    match (run.is_running, run.failed + run.damaged) {
        (true, _) => ("wait", "web-migration-running"),
        (false, 0) => ("good", "web-migration-well"),
        (false, _) => ("bad", "web-migration-trouble"),
    }
}

/// A name in a path, where a space is not a plus.
fn in_path(name: &str) -> String {
    form_encoded(name).replace('+', "%20")
}

pub(crate) fn migration(call: &Call) -> Response<Body> {
    let page = frame(call, "archive");
    let found = migration_run(&call.shared.archive, call.path("name"));
    let (run, summary) = match found {
        Ok(Some(found)) => found,
        Ok(None) => return problem_page(&page, &Problem::new(ProblemKind::NotFound)),
        Err(error) => return problem_page(&page, &Problem::caused(ProblemKind::Fault, error)),
    };
    let mut sheet = Sheet::new(&page, &*run.name);
    sheet.crumbs.push(("/archive/migrations".to_owned(), page.t("web-migrations")));
    let (kind, key) = state_of(&run);
    sheet.state = Some((kind, page.t(key)));
    let figure = |key: &str, value: String| Figure {
        label: page.t(key),
        value,
        live: "",
        is_kept: false,
        note: String::new(),
    };
    let figures = vec![
        figure("web-migration-sources", grouped(run.sources)),
        figure("web-migration-verified", grouped(run.verified)),
        figure("web-migration-damaged", grouped(run.damaged)),
        figure("web-migration-failed", grouped(run.failed)),
        figure("web-migration-passed", grouped(run.passed_over)),
        figure("web-migration-in", size(page.language, run.bytes_in)),
        figure("web-migration-out", size(page.language, run.bytes_out)),
    ];
    sheet.section("figures", page.t("web-job-figures"), vec![Block::Figures(figures)]);
    let summary = match summary.is_empty() {
        true => Block::Text(page.t("web-migration-no-summary")),
        false => Block::Plain(summary),
    };
    sheet.section("summary", page.t("web-migration-summary"), vec![summary]);
    sheet.respond(StatusCode::OK)
}

pub(crate) fn collections(call: &Call) -> Response<Body> {
    let page = frame(call, "captures");
    let found = match all_collections(call) {
        Ok(found) => found,
        Err(problem) => return problem_page(&page, &problem),
    };
    let mut sheet = Sheet::new(&page, page.t("web-collections"));
    sheet.lead.push(page.t("web-collections-about"));
    let line = |it: &crate::api::wire::CollectionItem| {
        let kind = if it.job { "web-collection-job" } else { "web-collection-defined" };
        vec![
            Cell::link(format!("/collections/{}/", in_path(&it.name)), &it.title),
            Cell::text(page.t(kind)),
            Cell::text(&it.about),
        ]
    };
    let table = TableView {
        caption: page.t("web-collections"),
        head: ["web-collection", "web-collection-kind", "web-collection-says"]
            .map(|key| (page.t(key), false))
            .into(),
        rows: found.iter().map(line).collect(),
        empty: page.t("web-collections-none"),
    };
    sheet.section("list", page.t("web-collections"), vec![Block::Table(table)]);
    sheet.respond(StatusCode::OK)
}
