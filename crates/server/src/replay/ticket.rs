//! `/_stodola/ticket?ticket=T&to=PATH`: a reader's groups come from the app as a cookie; and who may read here at all.

use crate::caller::{Caller, identify};
use crate::http::{ClientAddress, plain, redirect};
use crate::language::language_of;
use crate::reader::Reader;
use crate::state::Shared;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use std::sync::Arc;
use stodola_access::people::{PersonRole, TokenScope};
use stodola_app::cdx::QueryParams;

/// Where tickets are taken.
pub(crate) const PATH: &str = "/_stodola/ticket";

/// Takes a ticket and leads on to the archived page. One that is not good leads there as well, without groups.
pub(super) fn redeem(shared: &Shared, query: &str) -> Response<Body> {
    let params = QueryParams::parse(query).unwrap_or_default();
    // Only to a path of this origin: `//host` would be another one.
    let to = params.get("to").filter(|to| to.starts_with('/') && !to.starts_with("//"));
    let Some(to) = to.filter(|to| !to.contains(['\\', '\r', '\n'])) else {
        return plain(StatusCode::BAD_REQUEST, "the parameter 'to' must be a path\n");
    };
    let location: String = to.chars().flat_map(escaped).collect();
    let mut answer = redirect(StatusCode::FOUND, &location);
    let cookie = params.get("ticket").and_then(|ticket| shared.people.tickets.redeem(ticket));
    let headers = answer.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    if let Some(cookie) = cookie.and_then(|cookie| HeaderValue::try_from(cookie).ok()) {
        headers.insert(header::SET_COOKIE, cookie);
    }
    answer
}

/// What cannot stand in a header is escaped.
fn escaped(it: char) -> Vec<char> {
    match it.is_ascii_graphic() {
        true => vec![it],
        false => {
            let mut bytes = [0; 4];
            let bytes = it.encode_utf8(&mut bytes).bytes();
            bytes.flat_map(|byte| format!("%{byte:02X}").chars().collect::<Vec<_>>()).collect()
        }
    }
}

/// Finds out which groups a reader of archived content belongs to. Refuses those who may not read at all.
pub(super) async fn admit(
    shared: &Arc<Shared>,
    client: ClientAddress,
    headers: &HeaderMap,
) -> Result<Reader, Box<Response<Body>>> {
    let reader = Reader::at(client);
    if let Some(groups) = shared.people.tickets.groups_in(headers) {
        return Ok(reader.proved(groups.into()));
    }
    // Sessions belong to the app; a token may be used by programs that ask for captures.
    if headers.contains_key(header::AUTHORIZATION) {
        let caller = identify(shared, headers).await;
        let caller =
            caller.map_err(|problem| Box::new(problem.respond(language_of(None, headers), "")))?;
        let is_reader = caller.may(PersonRole::Reader, Some(TokenScope::Read));
        if let (Caller::Program(_), true) = (&caller, is_reader) {
            return Ok(reader.proved(caller.groups()));
        }
    }
    match shared.may_read(client).await {
        true => Ok(reader),
        false => Err(Box::new(refusal(shared, headers))),
    }
}

fn refusal(shared: &Shared, headers: &HeaderMap) -> Response<Body> {
    let app = shared.origins.app.as_str();
    if headers.get("sec-fetch-dest").is_some_and(|it| it == "document") {
        return redirect(StatusCode::SEE_OTHER, &format!("{app}/sign-in"));
    }
    let words =
        format!("sign in at {app}/sign-in and open the page from there; programs need a token\n");
    let mut answer = plain(StatusCode::UNAUTHORIZED, words);
    answer.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
    answer
}
