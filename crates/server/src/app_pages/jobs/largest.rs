//! What takes most of a harvest: the hosts and media types with the most bytes.

use super::address;
use crate::api::{Call, Problem};
use crate::app_pages::PageFrame;
use crate::app_pages::sheet::{Block, Cell, SheetSection, TableView};
use stodola_app::job::{LargestParts, StoredJob};
use stodola_text::{decimal, size};

/// The two sections, side by side.
pub(super) fn sections(call: &Call, page: &PageFrame, job: &StoredJob) -> [SheetSection; 2] {
    let found = call.shared.jobs.largest(job).map_err(Problem::from);
    let (mut hosts, types) = match found {
        Ok(Some(parts)) => {
            (vec![Block::Table(by_host(page, &parts))], vec![Block::Table(by_type(page, &parts))])
        }
        Ok(None) => {
            let counting = || vec![Block::Text(page.t("web-tally-counting"))];
            (counting(), counting())
        }
        Err(problem) => {
            let (_, title, words) = problem.told(page.language);
            let words = words.unwrap_or(title);
            (vec![Block::Text(words.clone())], vec![Block::Text(words)])
        }
    };
    let all = format!("{}/hosts?order=bytes", address(&job.name));
    hosts.push(Block::Links(vec![(all, page.t("web-largest-all"))]));
    let half = |id, key: &str, blocks| SheetSection {
        is_redrawn: true,
        is_half: true,
        ..SheetSection::new(id, page.t(key), blocks)
    };
    [
        half("largest-hosts", "web-largest-hosts", hosts),
        half("largest-types", "web-largest-types", types),
    ]
}

/// A part of all bytes.
fn share(page: &PageFrame, share: f64) -> Cell {
    Cell::amount(format!("{}\u{a0}%", decimal(page.language, share * 100.0, 1)))
}

fn by_host(page: &PageFrame, parts: &LargestParts) -> TableView {
    let number = |key: &str| (page.t(key), true);
    TableView {
        caption: page.t("web-largest-hosts"),
        head: vec![
            (page.t("web-host"), false),
            number("web-job-archived"),
            number("web-job-size"),
            number("web-share"),
            number("web-job-waiting"),
        ],
        rows: parts
            .by_host
            .iter()
            .map(|it| {
                vec![
                    Cell::link(format!("/captures/{}/*", it.host), &*it.host),
                    Cell::number(it.archived),
                    Cell::amount(size(page.language, it.bytes)),
                    share(page, it.share),
                    Cell::number(it.waiting),
                ]
            })
            .collect(),
        empty: page.t("web-largest-none"),
    }
}

fn by_type(page: &PageFrame, parts: &LargestParts) -> TableView {
    let number = |key: &str| (page.t(key), true);
    let name = |name: &str| match name {
        "" => page.t("web-types-other"),
        name => name.to_owned(),
    };
    TableView {
        caption: page.t("web-largest-types"),
        head: vec![
            (page.t("web-type"), false),
            number("web-job-archived"),
            number("web-job-size"),
            number("web-share"),
        ],
        rows: parts
            .by_type
            .iter()
            .map(|it| {
                vec![
                    Cell::text(name(&it.media_type)),
                    Cell::number(it.archived),
                    Cell::amount(size(page.language, it.bytes)),
                    share(page, it.share),
                ]
            })
            .collect(),
        empty: page.t("web-largest-none"),
    }
}
