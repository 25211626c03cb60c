//! `/projects`: a person's named parts of the archive, and those that others share.

use super::page::{PageFrame, problem_page};
use super::sheet::{
    Block, ButtonLook, Cell, FieldKind, FieldView, FormView, Notice, Sheet, TableView, frame, sent,
};
use crate::api::{Call, Problem, ProblemKind};
use crate::http::redirect;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_access::people::{PersonError, Project, ProjectDraft, ProjectPart};
use stodola_app::cdx::form_encoded;
use stodola_replay::ReplayAddress;

/// Projects on the page.
const SHOWN: usize = 1000;

/// The address of a project.
fn address(id: i64) -> String {
    format!("/projects/{id}")
}

pub(crate) fn projects(call: &Call) -> Response<Body> {
    show(call, None)
}

fn show(call: &Call, problem: Option<&Problem>) -> Response<Body> {
    let page = frame(call, "projects");
    let found = call.person().and_then(|person| {
        let store = &call.shared.people.store;
        Ok(store.with(|store| store.projects(person.id, 0, SHOWN))?.unwrap_or_default())
    });
    let projects = match found {
        Ok(projects) => projects,
        Err(problem) => return problem_page(&page, &problem),
    };
    let mut sheet = Sheet::new(&page, page.t("web-projects"));
    sheet.lead.push(page.t("web-projects-about"));
    let status = problem.map_or(StatusCode::OK, |problem| sheet.wrong(problem));
    if call.query.get("done") == Some("removed") {
        let text = page.t("web-project-removed");
        sheet.notice = Some(Notice { is_wrong: false, text, secret: None });
    }
    let line = |project: &Project| {
        let shared = if project.is_shared { "web-project-shared" } else { "web-project-own" };
        vec![
            Cell::link(address(project.id), &project.name),
            Cell::text(&project.owner),
            Cell::number(project.parts.len() as u64),
            Cell::text(page.t(shared)),
        ]
    };
    let table = TableView {
        caption: page.t("web-projects"),
        head: vec![
            (page.t("web-project"), false),
            (page.t("web-project-owner"), false),
            (page.t("web-project-parts"), true),
            (page.t("web-project-who"), false),
        ],
        rows: projects.iter().map(line).collect(),
        empty: page.t("web-projects-none"),
    };
    sheet.section("list", page.t("web-projects"), vec![Block::Table(table)]);
    let form = form(call, &page, "/projects", page.t("web-project-add"), None);
    sheet.section("new", page.t("web-project-new"), vec![Block::Form(form)]);
    sheet.respond(status)
}

/// The fields of a project, with what was sent, or what it has.
fn form(
    call: &Call,
    page: &PageFrame,
    action: &str,
    button: String,
    project: Option<&Project>,
) -> FormView {
    let parts = |project: &Project| {
        project.parts.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let value = |name: &str, own: fn(&Project) -> String| match call.body.fields.all(name).next() {
        Some(sent) => sent.to_owned(),
        None => project.map(own).unwrap_or_default(),
    };
    let is_shared = sent(call, "shared").is_some()
        || (call.body.fields.all("name").next().is_none()
            && project.is_some_and(|project| project.is_shared));
    let version = project.map_or(String::new(), |project| project.version.to_string());
    let parts_now = match call.body.fields.all("parts").next() {
        Some(sent) => sent.to_owned(),
        None => project.map(parts).unwrap_or_default(),
    };
    FormView::post(call, action, button, ButtonLook::Main)
        .field(FieldView::new("version", "", version).of_kind(FieldKind::Hidden))
        .field(
            FieldView::new("name", page.t("web-project-name"), value("name", |it| it.name.clone()))
                .needed(),
        )
        .field(
            FieldView::new("note", page.t("web-project-note"), value("note", |it| it.note.clone()))
                .of_kind(FieldKind::Lines),
        )
        .field(FieldView {
            rows: 8,
            ..FieldView::new("parts", page.t("web-project-parts"), parts_now)
                .help(page.t("web-project-parts-help"))
                .example("*.example.cz")
                .of_kind(FieldKind::Lines)
        })
        .field(FieldView {
            is_needed: is_shared,
            ..FieldView::new("shared", page.t("web-project-share"), "yes").of_kind(FieldKind::Tick)
        })
}

/// The project that was sent.
fn draft(call: &Call) -> Result<ProjectDraft, Problem> {
    let text = sent(call, "parts").unwrap_or("");
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let parts: Result<Vec<ProjectPart>, _> = lines.map(str::parse).collect();
    Ok(ProjectDraft {
        name: sent(call, "name").unwrap_or("").to_owned(),
        note: sent(call, "note").unwrap_or("").to_owned(),
        is_shared: sent(call, "shared").is_some(),
        parts: parts.map_err(PersonError::Part)?,
    })
}

pub(crate) fn add(call: &Call) -> Response<Body> {
    let added = call.person().and_then(|person| {
        let draft = draft(call)?;
        let store = &call.shared.people.store;
        Ok(store.made(|store| store.add_project(person, &draft, &call.actor()))?)
    });
    match added {
        Ok(id) => redirect(StatusCode::SEE_OTHER, &format!("{}?done=saved", address(id))),
        Err(problem) => show(call, Some(&problem)),
    }
}

pub(crate) fn project(call: &Call) -> Response<Body> {
    show_one(call, None)
}

/// The project that the path names, if whoever asks may use it.
fn find(call: &Call) -> Result<Project, Problem> {
    let (person, id) = (call.person()?.id, call.id()?);
    let found = call.shared.people.store.with(|store| store.project(person, id))?.flatten();
    found.ok_or_else(|| Problem::new(ProblemKind::NotFound))
}

fn show_one(call: &Call, problem: Option<&Problem>) -> Response<Body> {
    let page = frame(call, "projects");
    let project = match find(call) {
        Ok(project) => project,
        Err(problem) => return problem_page(&page, &problem),
    };
    let is_own = call.person().is_ok_and(|person| person.name == project.owner);
    let mut sheet = Sheet::new(&page, &*project.name);
    sheet.crumbs.push(("/projects".to_owned(), page.t("web-projects")));
    let status = problem.map_or(StatusCode::OK, |problem| sheet.wrong(problem));
    if call.query.get("done") == Some("saved") {
        let text = page.t("web-project-saved");
        sheet.notice = Some(Notice { is_wrong: false, text, secret: None });
    }
    if !project.note.is_empty() {
        sheet.lead.push(project.note.clone());
    }
    let id = project.id.to_string();
    let search = FormView::get("/search", page.t("web-search-go"))
        .field(FieldView::new("project", "", &*id).of_kind(FieldKind::Hidden))
        .field(FieldView::new("q", page.t("web-search-words"), ""));
    sheet.section("search", page.t("web-project-search"), vec![Block::Form(search)]);
    let link = |part: &ProjectPart| match part {
        ProjectPart::Place(place) => {
            let plain = place.to_string();
            let plain = plain.trim_start_matches("*.").trim_end_matches('*');
            let path = ReplayAddress::new(plain.as_bytes(), None, None).to_path();
            (format!("/captures/{path}?prefix=1&of-project={id}"), part.to_string())
        }
        ProjectPart::Collection(name) => {
            (format!("/collections/{}/", form_encoded(name)), part.to_string())
        }
    };
    let parts: Vec<(String, String)> = project.parts.iter().map(link).collect();
    let parts = match parts.is_empty() {
        true => Block::Text(page.t("web-project-empty")),
        false => Block::Links(parts),
    };
    sheet.section("parts", page.t("web-project-parts"), vec![parts]);
    if is_own {
        let at = address(project.id);
        let form = form(call, &page, &at, page.t("web-settings-save"), Some(&project));
        let version = FieldView::new("version", "", project.version.to_string());
        let remove =
            FormView::post(call, format!("{at}/remove"), page.t("web-remove"), ButtonLook::Harm)
                .field(version.of_kind(FieldKind::Hidden));
        let blocks = vec![Block::Form(form), Block::Form(remove)];
        sheet.section("change", page.t("web-project-change"), blocks);
    }
    sheet.respond(status)
}

/// The version that was seen by whoever sends a form; `None` for any.
fn version(call: &Call) -> Option<i64> {
    sent(call, "version").and_then(|version| version.parse().ok())
}

pub(crate) fn edit(call: &Call) -> Response<Body> {
    let edited = call.person().and_then(|person| {
        let (id, draft) = (call.id()?, draft(call)?);
        let store = &call.shared.people.store;
        store.made(|store| store.edit_project(person, id, version(call), &draft, &call.actor()))?;
        Ok(id)
    });
    match edited {
        Ok(id) => redirect(StatusCode::SEE_OTHER, &format!("{}?done=saved", address(id))),
        Err(problem) => show_one(call, Some(&problem)),
    }
}

pub(crate) fn remove(call: &Call) -> Response<Body> {
    let removed = call.person().and_then(|person| {
        let id = call.id()?;
        let store = &call.shared.people.store;
        Ok(store.made(|store| store.remove_project(person, id, version(call), &call.actor()))?)
    });
    match removed {
        Ok(()) => redirect(StatusCode::SEE_OTHER, "/projects?done=removed"),
        Err(problem) => show_one(call, Some(&problem)),
    }
}
