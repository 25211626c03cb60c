//! `/webhooks`: programs that are told of events, for administrators.

use super::sheet::{
    Block, ButtonLook, Cell, FieldView, FormView, Notice, Sheet, TableView, frame, sent,
};
use crate::api::webhooks::begin;
use crate::api::{Call, Problem};
use crate::app_pages::PageFrame;
use crate::http::redirect;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_access::people::Webhook;

pub(crate) fn webhooks(call: &Call) -> Response<Body> {
    show(call, None, None)
}

fn show(call: &Call, notice: Option<Notice>, problem: Option<&Problem>) -> Response<Body> {
    let page = frame(call, "webhooks");
    let webhooks = match call.shared.people.store.made(|store| store.webhooks()) {
        Ok(webhooks) => webhooks,
        Err(error) => return page.fault(&error),
    };
    let mut sheet = Sheet::new(&page, page.t("web-webhooks"));
    sheet.notice = notice;
    let status = problem.map_or(StatusCode::OK, |problem| sheet.wrong(problem));
    sheet.lead.push(page.t("web-webhooks-about"));
    let table = TableView {
        caption: page.t("web-webhooks"),
        head: ["web-address", "web-webhook-kinds", "web-state", "web-webhook-error", "web-acts"]
            .map(|key| (page.t(key), false))
            .into(),
        rows: webhooks.iter().map(|webhook| row(call, &page, webhook)).collect(),
        empty: page.t("web-webhooks-none"),
    };
    sheet.section("list", page.t("web-webhooks"), vec![Block::Table(table)]);
    let form = FormView::post(call, "/webhooks", page.t("web-webhook-add"), ButtonLook::Main)
        .field(
            FieldView::new("url", page.t("web-address"), sent(call, "url").unwrap_or(""))
                .example("https://example.org/hook")
                .needed(),
        )
        .field(
            FieldView::new("kinds", page.t("web-webhook-kinds"), sent(call, "kinds").unwrap_or(""))
                .help(page.t("web-webhook-kinds-help"))
                .example("job rule"),
        );
    sheet.section("add", page.t("web-webhook-new"), vec![Block::Form(form)]);
    sheet.respond(status)
}

fn row(call: &Call, page: &PageFrame, webhook: &Webhook) -> Vec<Cell> {
    let act = |act: &str, key: &str, look| {
        FormView::post(call, format!("/webhooks/{}/{act}", webhook.id), page.t(key), look)
    };
    let kinds = match webhook.kinds.is_empty() {
        true => page.t("web-webhook-all"),
        false => webhook.kinds.join(", "),
    };
    let tries = u64::try_from(webhook.tries).unwrap_or(0);
    let state = match (&webhook.parked, tries) {
        (Some(since), _) => {
            let since = since.to_string();
            Cell::state("bad", page.say("web-webhook-parked", &[("since", since.into())]))
        }
        (None, 0) => Cell::state("good", page.t("web-webhook-well")),
        (None, tries) => Cell::state("wait", page.count("web-webhook-tries", tries)),
    };
    let mut acts = Vec::new();
    if webhook.parked.is_some() {
        acts.push(act("resume", "web-webhook-resume", ButtonLook::Quiet));
    }
    acts.push(act("remove", "web-remove", ButtonLook::Harm));
    vec![
        Cell::text(&webhook.url),
        Cell::text(kinds),
        state,
        Cell::text(webhook.error.as_deref().unwrap_or("–")),
        Cell::forms(acts),
    ]
}

pub(crate) fn add_webhook(call: &Call) -> Response<Body> {
    let kinds = sent(call, "kinds").unwrap_or("").split([' ', ',']);
    let kinds: Vec<String> = kinds.filter(|it| !it.is_empty()).map(str::to_owned).collect();
    match begin(call, sent(call, "url").unwrap_or(""), &kinds) {
        Ok((_, key)) => {
            let text = frame(call, "webhooks").t("web-webhook-made");
            show(call, Some(Notice { is_wrong: false, text, secret: Some(key) }), None)
        }
        Err(problem) => show(call, None, Some(&problem)),
    }
}

pub(crate) fn remove_webhook(call: &Call) -> Response<Body> {
    let removed = call.id().and_then(|id| {
        let store = &call.shared.people.store;
        Ok(store.made(|store| store.remove_webhook(id, &call.actor()))?)
    });
    back(call, removed)
}

pub(crate) fn resume_webhook(call: &Call) -> Response<Body> {
    let resumed = call.id().and_then(|id| {
        let store = &call.shared.people.store;
        Ok(store.made(|store| store.resume_webhook(id, &call.actor()))?)
    });
    back(call, resumed)
}

fn back(call: &Call, done: Result<(), Problem>) -> Response<Body> {
    match done {
        Ok(()) => redirect(StatusCode::SEE_OTHER, "/webhooks"),
        Err(problem) => show(call, None, Some(&problem)),
    }
}
