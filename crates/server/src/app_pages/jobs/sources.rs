//! How complete each source of a harvest was after its last round, and what has fallen since the round before.

use super::address;
use crate::api::Call;
use crate::app_pages::PageFrame;
use crate::app_pages::format::grouped;
use crate::app_pages::sheet::{Block, Cell, SheetSection, TableView};
use stodola_app::job::{SourceRow, StoredJob};
use stodola_text::decimal;

/// Sources that the page of a harvest shows.
const SHOWN: usize = 15;

pub(super) fn section(call: &Call, page: &PageFrame, job: &StoredJob) -> SheetSection {
    let blocks = match call.shared.jobs.sources(job) {
        None => vec![Block::Text(page.t("web-sources-none"))],
        Some(summary) => {
            let sentence = page.say(
                "web-sources-about",
                &[
                    ("round", u64::from(summary.round).into()),
                    ("share", percent(page, summary.all.share).into()),
                    ("sources", grouped(summary.sources).into()),
                    ("complete", grouped(summary.complete).into()),
                    ("fallen", grouped(summary.fallen).into()),
                ],
            );
            let report = format!("{}/reports/completeness", address(&job.name));
            vec![
                Block::Text(sentence),
                Block::Table(table(page, &summary.rows)),
                Block::Links(vec![(report, page.t("web-sources-all"))]),
            ]
        }
    };
    SheetSection { is_redrawn: true, ..SheetSection::new("sources", page.t("web-sources"), blocks) }
}

fn table(page: &PageFrame, rows: &[SourceRow]) -> TableView {
    let number = |key: &str| (page.t(key), true);
    TableView {
        caption: page.t("web-sources"),
        head: vec![
            (page.t("web-source"), false),
            number("web-source-share"),
            number("web-source-before"),
            (page.t("web-source-change"), false),
            number("web-job-found"),
            number("web-source-archived"),
            number("web-source-failed"),
            number("web-source-missing"),
            number("web-source-left-out"),
        ],
        rows: rows.iter().take(SHOWN).map(|row| line(page, row)).collect(),
        empty: page.t("web-sources-complete"),
    }
}

fn line(page: &PageFrame, row: &SourceRow) -> Vec<Cell> {
    let change = match row.has_fallen(0.0) {
        true => {
            let points = decimal(page.language, row.fall() * 100.0, 1);
            Cell::state("bad", page.say("web-source-fell", &[("points", points.into())]))
        }
        false => Cell::text("–"),
    };
    // What has no host of its own, as all sources beyond those that are told apart, has no captures to lead to.
    let name = match row.source.starts_with('(') {
        true => Cell::text(&*row.source),
        false => Cell::link(format!("/captures/{}/*", row.source), &*row.source),
    };
    let before = row.share_before.map_or_else(|| "–".to_owned(), |share| percent(page, share));
    vec![
        name,
        Cell::amount(percent(page, row.share)),
        Cell::amount(before),
        change,
        Cell::number(row.found),
        Cell::number(row.archived),
        Cell::number(row.failed),
        Cell::number(row.missing_requisites),
        Cell::number(row.left_out),
    ]
}

/// Rounded down: what is not all is never shown as 100 %.
fn percent(page: &PageFrame, share: f64) -> String {
    let permille = (share * 1000.0 + 1e-6).floor();
    format!("{}\u{a0}%", decimal(page.language, permille / 10.0, 1))
}
