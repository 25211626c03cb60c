//! `/jobs/NAME/hosts`: the hosts of a harvest, and what each is waiting for.

use super::{address, begin, duty};
use crate::api::Call;
use crate::api::hosts::{HostView, standing, wanted, why};
use crate::api::jobs::row;
use crate::app_pages::PageFrame;
use crate::app_pages::format::grouped;
use crate::app_pages::page::problem_page;
use crate::app_pages::sheet::{
    Block, Cell, FieldKind, FieldView, FormView, Notice, SortedTable, TableView, frame,
};
use axum::body::Body;
use axum::http::{Response, StatusCode};
use std::time::Duration;
use stodola_app::cdx::form_encoded;
use stodola_app::control::{HostLine, HostOrder, HostWait, HostWaitKind, HostsWanted};
use stodola_text::{size, span};

/// Hosts on a page.
const SHOWN: u64 = 200;

/// The columns with their texts, and whether they are numbers.
const COLUMNS: [(HostOrder, &str, bool); 6] = [
    (HostOrder::Host, "web-host", false),
    (HostOrder::Queued, "web-job-waiting", true),
    (HostOrder::Archived, "web-job-archived", true),
    (HostOrder::Bytes, "web-job-size", true),
    (HostOrder::Next, "web-host-next", true),
    (HostOrder::Why, "web-host-why", false),
];

pub(crate) fn hosts(call: &Call) -> Response<Body> {
    let page = frame(call, "jobs");
    let number = call.query.number("page").ok().flatten().unwrap_or(1).clamp(1, 100_000);
    let found = row(call).and_then(|row| {
        let wanted = wanted(call, SHOWN as usize, (number - 1) * SHOWN)?;
        let view = standing(call, &wanted)?;
        Ok((row, wanted, view))
    });
    let (row, wanted, view) = match found {
        Ok(found) => found,
        Err(problem) => return problem_page(&page, &problem),
    };
    let mut sheet = begin(&page, &row, "/hosts");
    if call.query.get("done") == Some("pace") {
        sheet.notice = Some(Notice { is_wrong: false, text: page.t("web-pace-did"), secret: None });
    }
    if !view.is_running {
        sheet.lead.push(page.t("web-hosts-by-log"));
    }
    let first = u64::from(wanted.skip) + 1;
    let last = u64::from(wanted.skip) + view.hosts.len() as u64;
    if view.total > 0 {
        let part = format!("{}–{}", grouped(first.min(last)), grouped(last));
        sheet.lead.push(page.say(
            "web-hosts-shown",
            &[
                ("part", part.into()),
                ("n", view.total.into()),
                ("shown", grouped(view.total).into()),
            ],
        ));
    }
    let at = format!("{}/hosts", address(&row.job));
    let mut blocks = vec![Block::Form(filter(&page, &at, &wanted))];
    blocks.push(Block::Sorted(SortedTable {
        table: table(&page, &view, page.t("web-hosts-none")),
        orders: COLUMNS.map(|(order, ..)| head(&at, &wanted, order)).into(),
    }));
    blocks.push(Block::Links(links(&page, &at, &wanted, number, last < view.total)));
    sheet.section("list", page.t("web-hosts-heading"), blocks);
    if view.is_running {
        sheet.sections.push(duty::hosts_acts(call, &page, &row.job));
    }
    sheet.respond(StatusCode::OK)
}

/// The beginning of the address of this page in another order or with another number.
fn asked(wanted: &HostsWanted, order: HostOrder, is_turned: bool) -> String {
    let turned = if is_turned { "-" } else { "" };
    let why = wanted.wait.map_or("", HostWaitKind::name);
    format!("part={}&why={why}&order={turned}{}", form_encoded(&wanted.part), order.name())
}

/// Where the head of a column leads, and how the page is ordered by it now.
fn head(at: &str, wanted: &HostsWanted, order: HostOrder) -> (String, &'static str) {
    let is_shown = wanted.order == order;
    let is_turned = is_shown && !wanted.is_turned;
    let sort = match (is_shown, order.rises() != wanted.is_turned) {
        (false, _) => "",
        (true, true) => "ascending",
        (true, false) => "descending",
    };
    (format!("{at}?{}", asked(wanted, order, is_turned)), sort)
}

fn filter(page: &PageFrame, at: &str, wanted: &HostsWanted) -> FormView {
    let mut kinds = vec![(String::new(), page.t("web-hosts-any"))];
    let kind = |kind: HostWaitKind| {
        let key = match kind {
            HostWaitKind::InFlight => "web-wait-in-flight",
            HostWaitKind::Turn => "web-wait-turn",
            HostWaitKind::Pause => "web-wait-pause",
            HostWaitKind::Complaint => "web-wait-complaint",
            HostWaitKind::Failures => "web-wait-failures",
            HostWaitKind::Closed => "web-wait-closed",
            HostWaitKind::Nothing => "web-wait-nothing",
        };
        (kind.name().to_owned(), page.t(key))
    };
    kinds.extend(HostWaitKind::ALL.map(kind));
    let turned = if wanted.is_turned { "-" } else { "" };
    let order = format!("{turned}{}", wanted.order.name());
    FormView::get(at, page.t("web-filter"))
        .field(FieldView::new("part", page.t("web-hosts-part"), &*wanted.part))
        .field(
            FieldView::new(
                "why",
                page.t("web-host-why"),
                wanted.wait.map_or("", HostWaitKind::name),
            )
            .of_kind(FieldKind::Choice(kinds)),
        )
        .field(FieldView::new("order", "", order).of_kind(FieldKind::Hidden))
}

fn links(
    page: &PageFrame,
    at: &str,
    wanted: &HostsWanted,
    number: u64,
    is_more: bool,
) -> Vec<(String, String)> {
    let query = asked(wanted, wanted.order, wanted.is_turned);
    let to = |number: u64| format!("{at}?{query}&page={number}");
    let mut links = Vec::new();
    if number > 1 {
        links.push((to(number - 1), page.t("web-previous")));
    }
    if is_more {
        links.push((to(number + 1), page.t("web-next")));
    }
    links.push((format!("{at}.csv?{query}"), page.t("web-hosts-csv")));
    links
}

/// Hosts as a table.
pub(super) fn table(page: &PageFrame, view: &HostView, empty: String) -> TableView {
    TableView {
        caption: page.t("web-hosts-heading"),
        head: COLUMNS.map(|(_, key, is_number)| (page.t(key), is_number)).into(),
        rows: view.hosts.iter().map(|host| line(page, view.is_running, host)).collect(),
        empty,
    }
}

fn line(page: &PageFrame, is_running: bool, host: &HostLine) -> Vec<Cell> {
    let wait = host.wait();
    let kind = match wait {
        _ if !is_running => "none",
        HostWait::InFlight => "good",
        HostWait::Failures(_) => "bad",
        HostWait::Complaint(_) | HostWait::Pause(_) | HostWait::Turn => "wait",
        HostWait::Closed(_) | HostWait::Nothing => "none",
    };
    let next = match wait {
        HostWait::Closed(_) | HostWait::Nothing => "–".to_owned(),
        _ if !is_running => "–".to_owned(),
        _ => span(page.language, Duration::from_millis(host.wait_ms)),
    };
    vec![
        Cell::link(format!("/captures/{}/*", host.host), &*host.host),
        Cell::number(host.queued),
        Cell::number(host.archived),
        Cell::amount(size(page.language, host.bytes)),
        Cell::amount(next),
        Cell::state(kind, why(page.language, is_running, host)),
    ]
}
