//! `/requests/new`: a form for each package, made from the members of its question.

use super::{address, named, package_name};
use crate::api::requests::open;
use crate::api::{Call, Problem};
use crate::app_pages::PageFrame;
use crate::app_pages::page::problem_page;
use crate::app_pages::sheet::{
    Block, ButtonLook, FieldKind, FieldView, FormView, Sheet, frame, sent,
};
use crate::http::redirect;
use axum::body::Body;
use axum::http::{Response, StatusCode};
use stodola_access::people::PersonRole;
use stodola_app::requests::{
    FieldForm, NewRequest, PACKAGES, PackageKind, PackageRecord, QuestionField, RequestsError,
    written_question,
};
use stodola_work::RequestRefresh;

pub(crate) fn ask_new(call: &Call) -> Response<Body> {
    let package = call.query.get("package").unwrap_or("").to_owned();
    show(call, &package, None)
}

fn show(call: &Call, package: &str, problem: Option<&Problem>) -> Response<Body> {
    let page = frame(call, "requests");
    let mut sheet = Sheet::new(&page, page.t("web-request-new"));
    sheet.crumbs.push(("/requests".to_owned(), page.t("web-requests")));
    let status = problem.map_or(StatusCode::OK, |problem| sheet.wrong(problem));
    let allowed = open(call).and_then(|(requests, asker)| Ok(requests.packages(&asker)?));
    let allowed = match allowed {
        Ok(allowed) => allowed,
        Err(problem) => return problem_page(&page, &problem),
    };
    let is_allowed = |name: &str| allowed.iter().any(|record| record.package == name);
    let kinds = || PACKAGES.iter().filter(|kind| is_allowed(kind.name));
    match kinds().find(|kind| kind.name == package) {
        Some(kind) => {
            let name = package_name(&page, kind.name);
            let record = allowed.iter().find(|record| record.package == kind.name);
            let about = record.map(|record| Block::Text(about(&page, record)));
            let mut blocks = vec![Block::Form(form(call, &page, kind))];
            blocks.extend(about);
            sheet.section("ask", name, blocks);
        }
        None => {
            sheet.lead.push(page.t("web-request-which"));
            let link = |kind: &PackageKind| {
                (format!("/requests/new?package={}", kind.name), package_name(&page, kind.name))
            };
            let links = kinds().map(link).collect();
            sheet.section("packages", page.t("web-request-packages"), vec![Block::Links(links)]);
        }
    }
    sheet.respond(status)
}

/// The version of a package, and who looks after it.
fn about(page: &PageFrame, record: &PackageRecord) -> String {
    let version = page.say("web-package-version", &[("version", u64::from(record.version).into())]);
    match record.administrators.join(", ") {
        names if names.is_empty() => version,
        names => {
            format!("{version} {}", page.say("web-package-keepers", &[("names", names.into())]))
        }
    }
}

/// Whether whoever asks may have results saved for a site.
fn is_operator(call: &Call) -> bool {
    call.person().is_ok_and(|person| person.role >= PersonRole::Operator)
}

fn form(call: &Call, page: &PageFrame, kind: &PackageKind) -> FormView {
    let package = FieldView::new("package", "", kind.name).of_kind(FieldKind::Hidden);
    let mut form = FormView::post(call, "/requests", page.t("web-request-send"), ButtonLook::Main)
        .field(package);
    for field in kind.fields {
        form = form.field(view(call, page, field));
    }
    let choice = |value: &str, key: &str| (value.to_owned(), page.t(key));
    let refresh = vec![
        choice("never", "web-refresh-never"),
        choice("idle", "web-refresh-idle"),
        choice("1d", "web-refresh-daily"),
        choice("1w", "web-refresh-weekly"),
        choice("30d", "web-refresh-monthly"),
    ];
    let chosen = sent(call, "refresh").unwrap_or("never");
    if is_operator(call) {
        let file = sent(call, "save_to").unwrap_or("").to_owned();
        form = form.field(FieldView::new("save_to", page.t("web-request-save-to"), file));
    }
    form.field(
        FieldView::new("refresh", page.t("web-request-refreshed"), chosen)
            .of_kind(FieldKind::Choice(refresh)),
    )
    .field(FieldView {
        is_needed: sent(call, "shared").is_some(),
        ..FieldView::new("shared", page.t("web-request-share"), "yes").of_kind(FieldKind::Tick)
    })
}

/// The field of a form for a member of a question.
fn view(call: &Call, page: &PageFrame, field: &QuestionField) -> FieldView {
    let name = format!("q-{}", field.name);
    let label = named(page, "web-question-", field.name);
    let value = sent(call, &name).unwrap_or("").to_owned();
    let view = FieldView::new(name, label, value.clone());
    let view = match field.form {
        FieldForm::Text if field.name == "template" => view.of_kind(FieldKind::Lines),
        FieldForm::Text | FieldForm::Number => view,
        FieldForm::Choice(choices) => {
            let choices = choices.iter().map(|it| ((*it).to_owned(), (*it).to_owned()));
            view.of_kind(FieldKind::Choice(choices.collect()))
        }
        FieldForm::Flag => {
            let is_ticked = !value.is_empty();
            return FieldView { value: "yes".to_owned(), is_needed: is_ticked, ..view }
                .of_kind(FieldKind::Tick);
        }
    };
    if field.is_needed { view.needed() } else { view }
}

/// The request that was sent.
fn draft(call: &Call, package: &str) -> Result<NewRequest, RequestsError> {
    let kind = PACKAGES.iter().find(|kind| kind.name == package);
    let names = kind.map_or(&[][..], |kind| kind.fields).iter().map(|field| field.name);
    let pairs: Vec<(&str, String)> = names
        .map(|name| (name, sent(call, &format!("q-{name}")).unwrap_or("").to_owned()))
        .collect();
    let question = written_question(package, pairs.iter().map(|(name, it)| (*name, it.as_str())))?;
    let refresh = sent(call, "refresh").unwrap_or("never");
    let refresh = RequestRefresh::parse(refresh)
        .ok_or_else(|| RequestsError::Refresh(refresh.chars().take(100).collect()))?;
    let is_shared = sent(call, "shared").is_some();
    let package = package.to_owned();
    let save_to = sent(call, "save_to").map(str::trim).filter(|it| !it.is_empty());
    let save_to = save_to.map(str::to_owned);
    Ok(NewRequest { package, question, refresh, is_shared, save_to, ..NewRequest::default() })
}

pub(crate) fn add(call: &Call) -> Response<Body> {
    let package = sent(call, "package").unwrap_or("");
    let added = open(call).and_then(|(requests, asker)| {
        let asked = requests.submit(&asker, &draft(call, package)?)?;
        call.shared.look_at_requests();
        Ok(asked.number)
    });
    match added {
        Ok(number) => redirect(StatusCode::SEE_OTHER, &address(number)),
        Err(problem) => show(call, package, Some(&problem)),
    }
}
