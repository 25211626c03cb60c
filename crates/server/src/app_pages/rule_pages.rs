//! `/access`: the rules of access, who changed them and why, for curators.

mod form;

use super::sheet::{Block, ButtonLook, Cell, FieldView, FormView, Sheet, TableView, frame, sent};
use crate::api::access::settings;
use crate::api::{Call, Problem};
use crate::app_pages::PageFrame;
use crate::http::redirect;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use form::{cause_words, new_rule, policy_words, written};
use stodola_access::{AccessPolicy, RuleAudience, RuleId};
use stodola_app::access::{
    ChangeRecord, RuleRecord, add_rule, remove_rules, rules as all_rules, undo,
};
use stodola_text::access_rule_conditions;

/// Rules, and changes, that are shown.
const SHOWN: usize = 200;

pub(crate) fn rules(call: &Call) -> Response<Body> {
    show(call, None)
}

fn show(call: &Call, problem: Option<&Problem>) -> Response<Body> {
    let page = frame(call, "access");
    let found = all_rules(&call.shared.archive).map_err(Problem::from).and_then(|rules| {
        let changes = call.shared.people.store.with(|store| Ok(store.log(0, usize::MAX)?))?;
        Ok((rules, changes.unwrap_or_default()))
    });
    let (rules, changes) = match found {
        Ok(found) => found,
        Err(problem) => return super::page::problem_page(&page, &problem),
    };
    let changes: Vec<ChangeRecord> =
        changes.into_iter().rev().take(SHOWN).map(Into::into).collect();
    let mut sheet = Sheet::new(&page, page.t("web-rules"));
    let status = problem.map_or(StatusCode::OK, |problem| sheet.wrong(problem));
    sheet.lead.push(match rules.len() as u64 {
        0 => page.t("web-rules-none"),
        number => page.count("web-rules-count", number),
    });
    let table = TableView {
        caption: page.t("web-rules"),
        head: vec![
            (page.t("web-number"), false),
            (page.t("web-place"), false),
            (page.t("web-policy"), false),
            (page.t("web-audience"), false),
            (page.t("web-conditions"), false),
            (page.t("web-acts"), false),
        ],
        rows: rules.iter().take(SHOWN).map(|rule| line(call, &page, rule)).collect(),
        empty: page.t("web-rules-none"),
    };
    sheet.section("list", page.t("web-rules"), vec![Block::Table(table)]);
    sheet.section("add", page.t("web-rule-new"), vec![Block::Form(new_rule(call, &page))]);
    sheet.section("log", page.t("web-rules-log"), log(call, &page, &changes));
    sheet.respond(status)
}

fn why_field(page: &PageFrame) -> FieldView {
    FieldView::new("why", page.t("web-reason"), "").help(page.t("web-reason-help")).needed()
}

fn line(call: &Call, page: &PageFrame, record: &RuleRecord) -> Vec<Cell> {
    let remove = FormView::post(
        call,
        format!("/access/{}/remove", record.id.0),
        page.t("web-remove"),
        ButtonLook::Harm,
    )
    .field(why_field(page));
    let rule = &record.rule;
    let mut decision = policy_words(page, rule.policy);
    if rule.policy == AccessPolicy::Block {
        decision = format!("{decision} ({})", cause_words(page, rule.cause));
    }
    let audience = match &rule.audience {
        RuleAudience::Everybody => page.t("web-everybody"),
        other => other.to_string(),
    };
    vec![
        Cell::text(record.id.0.to_string()),
        Cell::text(rule.place.as_written()),
        Cell::text(decision),
        Cell::text(audience),
        Cell::text(access_rule_conditions(rule)),
        Cell::forms(vec![remove]),
    ]
}

fn log(call: &Call, page: &PageFrame, changes: &[ChangeRecord]) -> Vec<Block> {
    let line = |change: &ChangeRecord| {
        vec![
            Cell::text(change.change.to_string()),
            Cell::text(change.time.to_string()),
            Cell::text(&change.who),
            Cell::text(change.kind),
            Cell::text(&change.why),
        ]
    };
    let table = TableView {
        caption: page.t("web-rules-log"),
        head: ["web-number", "web-time", "web-who", "web-act", "web-reason"]
            .map(|key| (page.t(key), false))
            .into(),
        rows: changes.iter().map(line).collect(),
        empty: page.t("web-rules-log-none"),
    };
    let mut blocks = vec![Block::Table(table)];
    if !changes.is_empty() {
        let undo = FormView::post(call, "/access/undo", page.t("web-undo"), ButtonLook::Quiet);
        blocks.push(Block::Form(undo.field(why_field(page))));
    }
    blocks
}

fn back(call: &Call, done: Result<(), Problem>) -> Response<Body> {
    match done {
        Ok(()) => redirect(StatusCode::SEE_OTHER, "/access"),
        Err(problem) => show(call, Some(&problem)),
    }
}

pub(crate) fn new(call: &Call) -> Response<Body> {
    let done = written(call).and_then(|rule| {
        add_rule(&settings(call, sent(call, "why").unwrap_or(""))?, rule)?;
        Ok(())
    });
    back(call, done)
}

pub(crate) fn remove(call: &Call) -> Response<Body> {
    let done = call.id().and_then(|id| {
        remove_rules(&settings(call, sent(call, "why").unwrap_or(""))?, &[RuleId(id)])?;
        Ok(())
    });
    back(call, done)
}

pub(crate) fn take_back(call: &Call) -> Response<Body> {
    let done = settings(call, sent(call, "why").unwrap_or("")).and_then(|settings| {
        undo(&settings, None)?;
        Ok(())
    });
    back(call, done)
}
