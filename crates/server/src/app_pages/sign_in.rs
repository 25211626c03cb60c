//! `/sign-in`, `/sign-out`: who is signed in, and how one becomes so.

use super::page::PageFrame;
use crate::api::Call;
use crate::caller::Caller;
use crate::http::redirect;
use crate::state::now;
use askama::Template;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use stodola_access::Moment;
use stodola_access::people::{Actor, PersonError, SecretText, SignInDoor};

/// A page with at most one form.
#[derive(Template)]
#[template(path = "sign_in.html")]
pub(super) struct FormPage<'p> {
    pub(super) page: &'p PageFrame,
    pub(super) title: String,
    pub(super) paragraphs: Vec<String>,
    pub(super) error: Option<String>,
    /// Where the form is sent, and what its button says.
    pub(super) form: Option<(String, String)>,
    pub(super) hidden: Vec<(&'static str, String)>,
    pub(super) asks_name: bool,
    /// What stands in the field for the name.
    pub(super) name: String,
    /// Label, help and kind of the field for the password.
    pub(super) password: Option<(String, String, &'static str)>,
}

impl<'p> FormPage<'p> {
    pub(super) fn new(page: &'p PageFrame, title: String) -> FormPage<'p> {
        FormPage {
            page,
            title,
            paragraphs: Vec::new(),
            error: None,
            form: None,
            hidden: Vec::new(),
            asks_name: false,
            name: String::new(),
            password: None,
        }
    }

    /// The page as an answer. It must not be kept: it may have a key of its form.
    pub(super) fn respond(&self, status: StatusCode) -> Response<Body> {
        let mut answer = self.page.answer(status, self);
        answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        answer
    }
}

/// Where somebody goes after signing in: a path of ours, or the first page.
fn aim(to: Option<&str>) -> &str {
    let is_ours = |to: &&str| {
        to.starts_with('/')
            && !to[1..].starts_with(['/', '\\'])
            && to.bytes().all(|it| it.is_ascii_graphic())
    };
    to.filter(is_ours).unwrap_or("/")
}

/// The browser's name of itself.
pub(super) fn agent(call: &Call) -> &str {
    call.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or("")
}

pub(crate) fn ask_sign_in(call: &Call) -> Response<Body> {
    let page = PageFrame::new(&call.uri, &call.headers, "/");
    match &call.caller {
        Caller::Session(_) => redirect(StatusCode::SEE_OTHER, "/account"),
        Caller::Anonymous | Caller::Program(_) => {
            form(&page, "", aim(call.query.get("to")), None, StatusCode::OK)
        }
    }
}

fn form(
    page: &PageFrame,
    name: &str,
    to: &str,
    error: Option<String>,
    status: StatusCode,
) -> Response<Body> {
    let mut shown = FormPage::new(page, page.t("web-sign-in"));
    shown.error = error;
    shown.form = Some(("/sign-in".to_owned(), page.t("web-sign-in")));
    shown.hidden.push(("to", to.to_owned()));
    shown.asks_name = true;
    shown.name = name.chars().take(60).collect();
    shown.password = Some((page.t("web-password"), String::new(), "current-password"));
    shown.respond(status)
}

/// What came of an attempt.
enum Attempt {
    Done(SecretText),
    Wrong,
    Locked(Moment),
}

pub(crate) fn sign_in(call: &Call) -> Response<Body> {
    let page = PageFrame::new(&call.uri, &call.headers, "/");
    let fields = &call.body.fields;
    let (name, to) = (fields.get("name").unwrap_or(""), aim(fields.get("to")));
    match attempt(call, name, fields.get("password").unwrap_or("")) {
        Ok(Attempt::Done(secret)) => {
            let mut answer = redirect(StatusCode::SEE_OTHER, to);
            if let Some(cookie) = call.shared.people.session_cookie(&secret) {
                answer.headers_mut().append(header::SET_COOKIE, cookie);
            }
            answer
        }
        Ok(Attempt::Wrong) => {
            let error = page.t("web-sign-in-wrong");
            form(&page, name, to, Some(error), StatusCode::UNPROCESSABLE_ENTITY)
        }
        Ok(Attempt::Locked(until)) => {
            let seconds = (until.0 - now().0).max(1);
            let minutes = u64::try_from(seconds.div_euclid(60) + 1).unwrap_or(1);
            let error = page.count("web-sign-in-locked", minutes);
            let mut answer = form(&page, name, to, Some(error), StatusCode::TOO_MANY_REQUESTS);
            answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
            answer
        }
        Err(error) => page.fault(&error),
    }
}

/// Tries a name and a password. The same is done whether there is such a person or not.
fn attempt(call: &Call, name: &str, password: &str) -> Result<Attempt, PersonError> {
    let desk = &call.shared.people;
    let actor = Actor { who: "", ..call.actor() };
    let check = match desk.store.with(|store| store.begin_sign_in(name, &actor))? {
        // Nobody was ever added to this archive.
        None => return Ok(Attempt::Wrong),
        Some(SignInDoor::Locked(until)) => return Ok(Attempt::Locked(until)),
        Some(SignInDoor::Open(check)) => check,
    };
    desk.compared.increment(1);
    if !check.fits(password) {
        desk.store.made(|store| store.refuse_sign_in(&check, &actor))?;
        return Ok(Attempt::Wrong);
    }
    match desk.store.made(|store| store.sign_in(&check, agent(call), &actor)) {
        Ok((_, secret)) => Ok(Attempt::Done(secret)),
        Err(PersonError::Unknown(_)) => Ok(Attempt::Wrong),
        Err(error) => Err(error),
    }
}

pub(crate) fn sign_out(call: &Call) -> Response<Body> {
    let desk = &call.shared.people;
    if let (Caller::Session(_), Some(secret)) = (&call.caller, desk.session_in(&call.headers)) {
        let ended = desk.store.with(|store| store.sign_out(&secret, &call.actor()));
        if let Err(error) = ended {
            return PageFrame::new(&call.uri, &call.headers, "/").fault(&error);
        }
    }
    let mut answer = redirect(StatusCode::SEE_OTHER, "/sign-in");
    if let Some(cookie) = desk.no_session_cookie() {
        answer.headers_mut().append(header::SET_COOKIE, cookie);
    }
    // What the browser keeps of pages for those who are signed in goes as well.
    let clear = HeaderValue::from_static("\"cache\"");
    answer.headers_mut().insert("clear-site-data", clear);
    answer
}

#[cfg(test)]
mod tests {
    use super::aim;

    #[test]
    fn signing_in_leads_to_our_own_pages_only() {
        assert_eq!(aim(Some("/captures/http://a.cz/?q=1")), "/captures/http://a.cz/?q=1");
        for wrong in
            ["", "//evil.example", "/\\evil.example", "https://evil.example", "/a\r\nb", "x"]
        {
            assert_eq!(aim(Some(wrong)), "/", "{wrong}");
        }
    }
}
