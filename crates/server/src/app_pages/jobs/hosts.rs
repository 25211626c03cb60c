//! `/jobs/NAME/hosts`: the hosts of a harvest that runs, and what each is waiting for.

use super::{address, begin, duty};
use crate::api::Call;
use crate::api::jobs::row;
use crate::api::steer::standing;
use crate::app_pages::PageFrame;
use crate::app_pages::format::grouped;
use crate::app_pages::page::problem_page;
use crate::app_pages::sheet::{Block, Cell, FieldView, FormView, Notice, TableView, frame};
use axum::body::Body;
use axum::http::{Response, StatusCode};
use std::time::Duration;
use stodola_app::control::{HostLine, HostWait};
use stodola_text::{host_wait_words, size, span};

/// Hosts on a page.
const SHOWN: usize = 200;

pub(crate) fn hosts(call: &Call) -> Response<Body> {
    let page = frame(call, "jobs");
    let row = match row(call) {
        Ok(row) => row,
        Err(problem) => return problem_page(&page, &problem),
    };
    let mut sheet = begin(&page, &row, "/hosts");
    let (total, hosts) = match standing(call, SHOWN) {
        Ok(found) => found,
        Err(problem) => {
            sheet.wrong(&problem);
            let report = format!("{}/reports/hosts", address(&row.job));
            let links = vec![(report, page.t("web-hosts-report"))];
            sheet.section("list", page.t("web-job-hosts"), vec![Block::Links(links)]);
            return sheet.respond(StatusCode::OK);
        }
    };
    if call.query.get("done") == Some("pace") {
        sheet.notice = Some(Notice { is_wrong: false, text: page.t("web-pace-did"), secret: None });
    }
    let part_of = grouped(hosts.len() as u64);
    sheet.lead.push(page.say(
        "web-hosts-shown",
        &[("part", part_of.into()), ("n", total.into()), ("shown", grouped(total).into())],
    ));
    let at = format!("{}/hosts", address(&row.job));
    let part = call.query.get("part").unwrap_or("");
    let form = FormView::get(at, page.t("web-filter")).field(FieldView::new(
        "part",
        page.t("web-hosts-part"),
        part,
    ));
    let number = |key: &str| (page.t(key), true);
    let table = TableView {
        caption: page.t("web-hosts-heading"),
        head: vec![
            (page.t("web-host"), false),
            number("web-job-waiting"),
            number("web-job-archived"),
            number("web-job-size"),
            number("web-host-next"),
            (page.t("web-host-why"), false),
        ],
        rows: hosts.iter().map(|host| line(&page, host)).collect(),
        empty: page.t("web-hosts-none"),
    };
    sheet.section(
        "list",
        page.t("web-hosts-heading"),
        vec![Block::Form(form), Block::Table(table)],
    );
    sheet.sections.push(duty::hosts_acts(call, &page, &row.job));
    sheet.respond(StatusCode::OK)
}

fn line(page: &PageFrame, host: &HostLine) -> Vec<Cell> {
    let why = host.why();
    let kind = match why {
        HostWait::InFlight => "good",
        HostWait::Failures(_) => "bad",
        HostWait::Complaint(_) | HostWait::Pause(_) | HostWait::Turn => "wait",
        HostWait::Closed(_) | HostWait::Nothing => "none",
    };
    let next = match why {
        HostWait::Closed(_) | HostWait::Nothing => "–".to_owned(),
        _ => span(page.language, Duration::from_millis(host.wait_ms)),
    };
    vec![
        Cell::link(format!("/captures/{}/*", host.host), &host.host),
        Cell::number(host.queued),
        Cell::number(host.archived),
        Cell::amount(size(page.language, host.bytes)),
        Cell::amount(next),
        Cell::state(kind, host_wait_words(page.language, why)),
    ]
}
