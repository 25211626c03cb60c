//! `/people`: who may sign in and what they may do, for administrators; `/audit`: what people did.

use super::sheet::{
    Block, ButtonLook, Cell, FieldKind, FieldView, FormView, Notice, Sheet, TableView, frame, sent,
};
use crate::api::{Call, Problem, ProblemKind, cursor};
use crate::app_pages::PageFrame;
use crate::http::redirect;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_access::people::{AuditRow, Person, PersonDraft, PersonEdit, PersonRole};
use stodola_app::cdx::form_encoded;

/// Lines of the log on a page.
const LINES: usize = 200;

pub(crate) fn people(call: &Call) -> Response<Body> {
    list(call, None)
}

fn list(call: &Call, problem: Option<&Problem>) -> Response<Body> {
    let page = frame(call, "people");
    let people = match call.shared.people.store.made(|store| store.people()) {
        Ok(people) => people,
        Err(error) => return page.fault(&error),
    };
    let mut sheet = Sheet::new(&page, page.t("web-people"));
    let status = problem.map_or(StatusCode::OK, |problem| sheet.wrong(problem));
    sheet.lead.push(page.count("web-people-count", people.len() as u64));
    let table = TableView {
        caption: page.t("web-people"),
        head: ["web-name", "web-role", "web-groups", "web-made", "web-state"]
            .map(|key| (page.t(key), false))
            .into(),
        rows: people.iter().map(|person| row(&page, person)).collect(),
        empty: String::new(),
    };
    sheet.section(
        "list",
        page.t("web-people"),
        vec![Block::Table(table), Block::Links(vec![("/audit".to_owned(), page.t("web-audit"))])],
    );
    let role = sent(call, "role").unwrap_or(PersonRole::Reader.as_str());
    let form = FormView::post(call, "/people", page.t("web-person-add"), ButtonLook::Main)
        .field(
            FieldView::new("name", page.t("web-name"), sent(call, "name").unwrap_or(""))
                .help(page.t("web-name-help"))
                .needed(),
        )
        .field(role_field(&page, role))
        .field(groups_field(&page, sent(call, "groups").unwrap_or("")));
    sheet.section("add", page.t("web-person-new"), vec![Block::Form(form)]);
    sheet.respond(status)
}

fn row(page: &PageFrame, person: &Person) -> Vec<Cell> {
    let state = match (person.is_disabled, person.has_password) {
        (true, _) => Cell::state("bad", page.t("web-person-disabled")),
        (false, false) => Cell::state("wait", page.t("web-person-no-password")),
        (false, true) => Cell::state("good", page.t("web-person-enabled")),
    };
    let groups = if person.groups.is_empty() { "–".to_owned() } else { person.groups.join(", ") };
    vec![
        Cell::link(address(&person.name), &person.name),
        Cell::text(person.role.as_str()),
        Cell::text(groups),
        Cell::text(person.made.to_string()),
        state,
    ]
}

fn address(name: &str) -> String {
    format!("/people/{}", form_encoded(name))
}

fn role_field(page: &PageFrame, value: &str) -> FieldView {
    let name = |role: PersonRole| (role.as_str().to_owned(), role.as_str().to_owned());
    FieldView::new("role", page.t("web-role"), value)
        .help(page.t("web-role-help"))
        .of_kind(FieldKind::Choice(PersonRole::ALL.map(name).into()))
}

fn groups_field(page: &PageFrame, value: &str) -> FieldView {
    FieldView::new("groups", page.t("web-groups"), value).help(page.t("web-groups-help"))
}

/// The groups that were written, with spaces or commas between them.
fn groups(call: &Call) -> Vec<String> {
    let text = sent(call, "groups").unwrap_or("");
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

fn role(call: &Call) -> Result<PersonRole, Problem> {
    let role = sent(call, "role").and_then(|role| role.parse().ok());
    role.ok_or_else(|| Problem::with(ProblemKind::Invalid, "role"))
}

pub(crate) fn add_person(call: &Call) -> Response<Body> {
    let made = role(call).and_then(|role| {
        let name = sent(call, "name").unwrap_or("");
        let draft = PersonDraft { name, role, groups: &groups(call) };
        let store = &call.shared.people.store;
        Ok(store.made(|store| store.add_person(&draft, &call.actor()))?)
    });
    match made {
        Ok(person) => link_of(call, &person.name),
        Err(problem) => list(call, Some(&problem)),
    }
}

pub(crate) fn person(call: &Call) -> Response<Body> {
    let notice = call.query.get("done").filter(|done| *done == "changed").map(|_| {
        let text = frame(call, "people").t("web-person-changed");
        Notice { is_wrong: false, text, secret: None }
    });
    show(call, call.path("name"), notice, None)
}

fn show(
    call: &Call,
    name: &str,
    notice: Option<Notice>,
    problem: Option<&Problem>,
) -> Response<Body> {
    let page = frame(call, "people");
    let person = match call.shared.people.store.made(|store| store.person(name)) {
        Ok(Some(person)) => person,
        Ok(None) => {
            return super::page::problem_page(&page, &Problem::new(ProblemKind::NotFound));
        }
        Err(error) => return page.fault(&error),
    };
    let mut sheet = Sheet::new(&page, &*person.name);
    sheet.crumbs.push(("/people".to_owned(), page.t("web-people")));
    sheet.notice = notice;
    let status = problem.map_or(StatusCode::OK, |problem| sheet.wrong(problem));
    let disabled = FieldView::new("disabled", page.t("web-person-may-not"), "yes");
    let disabled = FieldView { is_needed: person.is_disabled, ..disabled.of_kind(FieldKind::Tick) };
    let version = FieldView::new("version", "", person.version.to_string());
    let at = address(&person.name);
    let form = FormView::post(call, &*at, page.t("web-save"), ButtonLook::Main)
        .field(version.of_kind(FieldKind::Hidden))
        .field(role_field(&page, person.role.as_str()))
        .field(groups_field(&page, &person.groups.join(", ")))
        .field(disabled);
    sheet.section("rights", page.t("web-rights"), vec![Block::Form(form)]);
    let link =
        FormView::post(call, format!("{at}/link"), page.t("web-link-make"), ButtonLook::Quiet);
    sheet.section(
        "link",
        page.t("web-link"),
        vec![Block::Text(page.t("web-link-about")), Block::Form(link)],
    );
    sheet.respond(status)
}

pub(crate) fn edit_person(call: &Call) -> Response<Body> {
    let name = call.path("name");
    let edited = role(call).and_then(|role| {
        let edit = PersonEdit {
            role: Some(role),
            groups: Some(groups(call)),
            is_disabled: Some(sent(call, "disabled").is_some()),
            version: sent(call, "version").and_then(|version| version.parse().ok()),
        };
        let store = &call.shared.people.store;
        Ok(store.made(|store| store.edit_person(name, &edit, &call.actor()))?)
    });
    match edited {
        Ok(person) => {
            let to = format!("{}?done=changed", address(&person.name));
            redirect(StatusCode::SEE_OTHER, &to)
        }
        Err(problem) => show(call, name, None, Some(&problem)),
    }
}

pub(crate) fn make_link(call: &Call) -> Response<Body> {
    link_of(call, call.path("name"))
}

/// The page of a person with a new link, which is told once.
fn link_of(call: &Call, name: &str) -> Response<Body> {
    let page = frame(call, "people");
    let made = call.shared.people.store.made(|store| store.password_link(name, &call.actor()));
    match made {
        Ok(link) => {
            let url =
                format!("{}/start/{}", call.shared.origins.app.as_str(), link.secret.reveal());
            let until = link.ends.to_string();
            let text = page.say("web-link-made", &[("name", name.into()), ("until", until.into())]);
            show(call, name, Some(Notice { is_wrong: false, text, secret: Some(url) }), None)
        }
        Err(error) => show(call, name, None, Some(&error.into())),
    }
}

pub(crate) fn audit(call: &Call) -> Response<Body> {
    let page = frame(call, "people");
    let rows = cursor::number(call).and_then(|before| {
        Ok(call.shared.people.store.made(|store| store.audit(before, LINES + 1))?)
    });
    let mut rows = match rows {
        Ok(rows) => rows,
        Err(problem) => return super::page::problem_page(&page, &problem),
    };
    let is_more = rows.len() > LINES;
    rows.truncate(LINES);
    let mut sheet = Sheet::new(&page, page.t("web-audit"));
    sheet.crumbs.push(("/people".to_owned(), page.t("web-people")));
    let line = |row: &AuditRow| {
        vec![
            Cell::text(row.time.to_string()),
            Cell::text(&row.who),
            Cell::text(&row.act),
            Cell::text(&row.subject),
            Cell::text(row.address.as_deref().unwrap_or("–")),
            Cell::text(&row.detail),
        ]
    };
    let table = TableView {
        caption: page.t("web-audit"),
        head: ["web-time", "web-who", "web-act", "web-subject", "web-address", "web-detail"]
            .map(|key| (page.t(key), false))
            .into(),
        rows: rows.iter().map(line).collect(),
        empty: page.t("web-audit-none"),
    };
    let mut blocks = vec![Block::Table(table)];
    if let (true, Some(last)) = (is_more, rows.last()) {
        let next = format!("/audit?cursor={}", cursor::of_number(last.number));
        blocks.push(Block::Links(vec![(next, page.t("web-earlier"))]));
    }
    sheet.section("list", page.t("web-audit"), blocks);
    sheet.respond(StatusCode::OK)
}
