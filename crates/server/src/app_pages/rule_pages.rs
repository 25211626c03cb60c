//! `/access`: the rules of access, who changed them and why, for curators.

use super::sheet::{
    Block, ButtonLook, Cell, FieldKind, FieldView, FormView, Sheet, TableView, frame, sent,
};
use crate::api::access::settings;
use crate::api::{Call, Problem, ProblemKind};
use crate::app_pages::PageFrame;
use crate::http::redirect;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_access::{AccessPolicy, AccessRule, Moment, RuleId};
use stodola_app::access::{
    ChangeRecord, RuleRecord, add_rule, remove_rules, rules as all_rules, undo,
};
use stodola_text::access_rule_words;

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
            (page.t("web-rule"), false),
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
    vec![
        Cell::text(record.id.0.to_string()),
        Cell::text(access_rule_words(&record.rule)),
        Cell::forms(vec![remove]),
    ]
}

fn new_rule(call: &Call, page: &PageFrame) -> FormView {
    let value = |name| sent(call, name).unwrap_or("");
    let policies =
        [("block", "web-policy-block"), ("hide", "web-policy-hide"), ("allow", "web-policy-allow")];
    let policies = policies.map(|(value, key)| (value.to_owned(), page.t(key)));
    FormView::post(call, "/access", page.t("web-rule-add"), ButtonLook::Main)
        .field(
            FieldView::new("place", page.t("web-place"), value("place"))
                .help(page.t("web-place-help"))
                .example("*.example.cz")
                .needed(),
        )
        .field(
            FieldView::new("policy", page.t("web-policy"), value("policy"))
                .of_kind(FieldKind::Choice(policies.into())),
        )
        .field(
            FieldView::new("audience", page.t("web-audience"), value("audience"))
                .help(page.t("web-audience-help"))
                .example("group:staff"),
        )
        .field(
            FieldView::new("until", page.t("web-until"), value("until"))
                .help(page.t("web-until-help"))
                .example("2027-01-01"),
        )
        .field(why_field(page))
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

/// The rule that was written, as the log and the command have it.
fn written(call: &Call) -> Result<AccessRule, Problem> {
    let invalid = |error| Problem::caused(ProblemKind::Invalid, error);
    let place = sent(call, "place").unwrap_or("").parse().map_err(invalid)?;
    let policy = match sent(call, "policy") {
        Some("allow") => AccessPolicy::Allow,
        Some("hide") => AccessPolicy::Hide,
        _ => AccessPolicy::Block,
    };
    let mut rule = AccessRule::new(place, policy);
    if let Some(audience) = sent(call, "audience") {
        rule.audience = audience.parse().map_err(invalid)?;
    }
    if let Some(until) = sent(call, "until") {
        let moment = Moment::parse(until);
        let wrong = || Problem::with(ProblemKind::Invalid, until);
        rule.valid.to = Some(moment.ok_or_else(wrong)?);
    }
    Ok(rule)
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
