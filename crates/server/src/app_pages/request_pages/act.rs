//! What can be done with a request: cancelled, asked again, brought forward, named; its result.

use super::{address, show};
use crate::api::requests::{open, send};
use crate::api::{Call, Problem};
use crate::app_pages::page::problem_page;
use crate::app_pages::sheet::{frame, sent};
use crate::http::redirect;
use axum::body::Body;
use axum::http::{Response, StatusCode};

/// Goes back to a page if it was done, or says on the list what is wrong.
fn back(call: &Call, to: &str, done: Result<(), Problem>) -> Response<Body> {
    match done {
        Ok(()) => redirect(StatusCode::SEE_OTHER, to),
        Err(problem) => show(call, Some(&problem)),
    }
}

pub(crate) fn cancel(call: &Call) -> Response<Body> {
    let cancelled = open(call).and_then(|(requests, asker)| {
        requests.cancel(&asker, call.id()?)?;
        Ok(())
    });
    back(call, "/requests", cancelled)
}

pub(crate) fn again(call: &Call) -> Response<Body> {
    let asked = open(call).and_then(|(requests, asker)| {
        requests.again(&asker, call.id()?)?;
        call.shared.look_at_requests();
        Ok(())
    });
    back(call, "/requests", asked)
}

pub(crate) fn sooner(call: &Call) -> Response<Body> {
    let moved = open(call).and_then(|(requests, asker)| {
        requests.sooner(&asker, call.id()?)?;
        Ok(())
    });
    back(call, "/requests", moved)
}

/// Gives the question of a request a name.
pub(crate) fn name(call: &Call) -> Response<Body> {
    let named = open(call).and_then(|(requests, asker)| {
        requests.add_favourite_of(&asker, sent(call, "name").unwrap_or(""), call.id()?)?;
        Ok(())
    });
    back(call, "/requests?list=favourites", named)
}

pub(crate) fn ask_favourite(call: &Call) -> Response<Body> {
    let asked = open(call).and_then(|(requests, asker)| {
        let new = requests.favourite(&asker, sent(call, "name").unwrap_or(""))?;
        let asked = requests.submit(&asker, &new)?;
        call.shared.look_at_requests();
        Ok(asked.number)
    });
    match asked {
        Ok(number) => redirect(StatusCode::SEE_OTHER, &address(number)),
        Err(problem) => show(call, Some(&problem)),
    }
}

pub(crate) fn rename_favourite(call: &Call) -> Response<Body> {
    let renamed = open(call).and_then(|(requests, asker)| {
        let (name, new) = (sent(call, "name").unwrap_or(""), sent(call, "new").unwrap_or(""));
        requests.rename_favourite(&asker, name, new.trim())?;
        Ok(())
    });
    back(call, "/requests?list=favourites", renamed)
}

pub(crate) fn remove_favourite(call: &Call) -> Response<Body> {
    let removed = open(call).and_then(|(requests, asker)| {
        requests.remove_favourite(&asker, sent(call, "name").unwrap_or(""))?;
        Ok(())
    });
    back(call, "/requests?list=favourites", removed)
}

pub(crate) fn result(call: &Call) -> Response<Body> {
    send(call).unwrap_or_else(|problem| problem_page(&frame(call, "requests"), &problem))
}
