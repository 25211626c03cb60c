//! `/start/LINK`: a link that is used once. Whoever has it chooses a password, or becomes the first administrator.

use super::page::{MessagePage, PageFrame};
use super::sign_in::{FormPage, agent};
use crate::api::Call;
use crate::http::redirect;
use crate::state::now;
use axum::body::Body;
use axum::http::{Response, StatusCode, header};
use stodola_access::people::{LinkPurpose, PASSWORD_MIN, PasswordHash, PersonError};
use stodola_text::error_text;

pub(crate) fn ask_start(call: &Call) -> Response<Body> {
    let page = PageFrame::new(&call.uri, &call.headers, "/");
    match purpose(call) {
        Ok(purpose) => form(call, &page, &purpose, None),
        Err(error) => failed(&page, &error),
    }
}

fn purpose(call: &Call) -> Result<LinkPurpose, PersonError> {
    let found = call.shared.people.store.with(|store| store.link(call.path("link"), now()))?;
    found.ok_or(PersonError::Link)
}

fn form(
    call: &Call,
    page: &PageFrame,
    purpose: &LinkPurpose,
    error: Option<String>,
) -> Response<Body> {
    let status = if error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let mut shown = FormPage::new(page, page.t("web-start"));
    shown.paragraphs.push(match purpose {
        LinkPurpose::FirstAdmin => page.t("web-start-admin"),
        LinkPurpose::Password(person) => {
            page.say("web-start-password", &[("name", (&person.name).into())])
        }
    });
    shown.error = error;
    shown.form = Some((call.uri.path().to_owned(), page.t("web-start-button")));
    shown.asks_name = *purpose == LinkPurpose::FirstAdmin;
    shown.name = call.body.fields.get("name").unwrap_or("").chars().take(60).collect();
    let help = page.count("web-password-help", PASSWORD_MIN as u64);
    shown.password = Some((page.t("web-password-new"), help, "new-password"));
    shown.respond(status)
}

fn failed(page: &PageFrame, error: &PersonError) -> Response<Body> {
    if !matches!(error, PersonError::Link | PersonError::HasAdmin) {
        return page.fault(error);
    }
    let message = MessagePage {
        title: page.t("web-start-gone"),
        paragraphs: vec![error_text(page.language, error), page.t("web-start-gone-why")],
        links: Vec::new(),
        page,
    };
    page.answer(StatusCode::NOT_FOUND, &message)
}

pub(crate) fn start(call: &Call) -> Response<Body> {
    let page = PageFrame::new(&call.uri, &call.headers, "/");
    let purpose = match purpose(call) {
        Ok(purpose) => purpose,
        Err(error) => return failed(&page, &error),
    };
    let fields = &call.body.fields;
    let (name, password) = (fields.get("name").unwrap_or(""), fields.get("password").unwrap_or(""));
    let (link, actor) = (call.path("link"), call.actor());
    let used = PasswordHash::of(password).and_then(|hash| {
        call.shared.people.store.made(|store| {
            let person = store.use_link(link, name, &hash, &actor)?;
            store.sign_in_by_link(&person, agent(call), &actor)
        })
    });
    match used {
        Ok(secret) => {
            let mut answer = redirect(StatusCode::SEE_OTHER, "/sign-in");
            if let Some(cookie) = call.shared.people.session_cookie(&secret) {
                answer.headers_mut().append(header::SET_COOKIE, cookie);
            }
            answer
        }
        Err(error @ (PersonError::Name(_) | PersonError::NameTaken(_) | PersonError::Password)) => {
            form(call, &page, &purpose, Some(error_text(page.language, &error)))
        }
        Err(error) => failed(&page, &error),
    }
}
