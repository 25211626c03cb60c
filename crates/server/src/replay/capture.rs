//! A capture over HTTP: the nearest one is found, opened, rewritten and sent.

use super::content::{Opened, Prepared, SendPlan};
use super::headers::{add_captured, add_link, add_memento, memento_links, policy, timegate_links};
use super::message::{Refusal, refuse, unanswerable};
use super::post::PostedBody;
use super::prefer::PreferredConversion;
use super::{Asked, client_script};
use crate::http::{plain, redirect, work};
use crate::state::AskError;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use stodola_app::memento::{MementoNeighbours, TimeMapAddresses, read_http_date};
use stodola_app::reading::{CaptureGate, CaptureRefusal, CaptureSight};
use stodola_archive::{Entry, Stamp};
use stodola_replay::{
    AskedTime, FindOutcome, KeyMatch, Modifier, ReplayAddress, ReplayAddressError, ReplayContext,
    RequestBody, Wanted, find,
};

/// Answers a request for a capture, or for the one nearest to `Accept-Datetime`.
pub(super) async fn capture(asked: Asked, posted: Option<PostedBody>) -> Response<Body> {
    let address = match address_of(&asked) {
        Ok(address) => address,
        Err(error @ ReplayAddressError::TooLong { .. }) => {
            return plain(StatusCode::URI_TOO_LONG, format!("{error}\n"));
        }
        Err(error) => return plain(StatusCode::BAD_REQUEST, format!("{error}\n")),
    };
    match address.time {
        AskedTime::All | AskedTime::Between { .. } => to_calendar(&asked, &address),
        AskedTime::Latest => timegate(asked, address).await,
        AskedTime::At(time) => memento(asked, address, time, posted).await,
    }
}

/// What stands behind the collection, with the query, as it came over the wire.
fn address_of(asked: &Asked) -> Result<ReplayAddress, ReplayAddressError> {
    let whole = asked.parts.uri.path_and_query().map_or("/", |it| it.as_str());
    let (_, rest) = super::split(whole);
    ReplayAddress::parse(rest.unwrap_or("").as_bytes())
}

/// Lists of captures are pages for people.
fn to_calendar(asked: &Asked, address: &ReplayAddress) -> Response<Body> {
    let app = asked.app_pages();
    let path = ReplayAddress::new(&address.uri, None, None).to_path();
    let star = if address.is_prefix { "*" } else { "" };
    redirect(StatusCode::FOUND, &format!("{app}/captures/{path}{star}"))
}

/// Sends programs and browsers to the capture that is nearest to the time that they prefer.
async fn timegate(asked: Asked, address: ReplayAddress) -> Response<Body> {
    let preferred = asked.parts.headers.get("accept-datetime");
    let time = match preferred.map(|value| value.to_str().ok().and_then(read_http_date)) {
        Some(None) => {
            let words = "Accept-Datetime is a date such as 'Sun, 26 Jan 2014 20:06:24 GMT'\n";
            return plain(StatusCode::BAD_REQUEST, words);
        }
        Some(Some(time)) => Some(time),
        None => None,
    };
    let modifier = address.modifier.unwrap_or(Modifier::Page);
    let target = look_up(&asked, &address, time, None, move |opened| {
        let row = opened.entry.row;
        let path = ReplayAddress::new(&row.uri, row.time, Some(modifier)).to_path();
        let own = String::from_utf8_lossy(&row.uri).into_owned();
        (path, own, row.time, opened.neighbours)
    });
    let mut answer = match target.await {
        Ok(Found::Capture((target, own, captured, neighbours))) => {
            let base = asked.collection().base(asked.origin());
            let mut answer = redirect(StatusCode::FOUND, &format!("{base}{target}"));
            let url = String::from_utf8_lossy(&address.uri);
            let mut links = timegate_links(TimeMapAddresses { base: &base, url: &url });
            // Clients read here what there is beside the capture that they are sent to.
            if let Some(time) = captured {
                links.extend(memento_links(time, &own, &neighbours, &base));
            }
            add_link(answer.headers_mut(), &links);
            answer
        }
        other => unanswered(&asked, &address, other),
    };
    let headers = answer.headers_mut();
    headers.append(header::VARY, HeaderValue::from_static("accept-datetime"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    answer
}

/// Sends the capture nearest to a time.
async fn memento(
    asked: Asked,
    address: ReplayAddress,
    time: Stamp,
    posted: Option<PostedBody>,
) -> Response<Body> {
    let modifier = address.modifier.unwrap_or(Modifier::Page);
    // A browser that shows the page at top level gets it with the banner around it; programs and frames get it bare.
    let dest = asked.header("sec-fetch-dest");
    if modifier == Modifier::Page && posted.is_none() && dest == Some("document") {
        let app = asked.app_pages();
        let path = ReplayAddress::new(&address.uri, Some(time), None).to_path();
        return redirect(StatusCode::FOUND, &format!("{app}/replay/{path}"));
    }
    let is_framed = matches!(dest, Some("iframe" | "frame"));
    let base = asked.collection().base(asked.origin());
    let context = ReplayContext::new(&base, &time.to_string(), &address.uri, modifier)
        .with_client(client_script::client(&asked, time, &address.uri, is_framed));
    let mut plan = SendPlan::new(&asked, context);
    // The address of a page tells its true time. Parts of pages are not sent around: there are many of them.
    let is_strict = modifier == Modifier::Page && posted.is_none();
    let uri = address.uri.clone();
    let made = look_up(&asked, &address, Some(time), posted, move |opened| {
        let captured = opened.entry.row.time.unwrap_or(time);
        let own = &opened.entry.row.uri;
        let exact = ReplayAddress::new(own, Some(captured), Some(modifier)).to_path();
        if is_strict && captured != time && opened.matched == KeyMatch::Exact {
            return Ok::<_, std::io::Error>(Reply::Elsewhere(exact));
        }
        plan.context.callback = callback_of(&opened, &uri);
        let neighbours = opened.neighbours.clone();
        let url = String::from_utf8_lossy(own).into_owned();
        let prepared = opened.prepare(&plan)?;
        Ok(Reply::Content { prepared: Box::new(prepared), captured, exact, url, neighbours })
    });
    match made.await {
        Ok(Found::Capture(Ok(Reply::Elsewhere(exact)))) => {
            let mut answer = redirect(StatusCode::FOUND, &format!("{base}{exact}"));
            answer
                .headers_mut()
                .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
            answer
        }
        Ok(Found::Capture(Ok(reply))) => sent(&asked, reply),
        Ok(Found::Capture(Err(error))) => {
            tracing::warn!(%error, "a capture could not be read");
            plain(StatusCode::BAD_GATEWAY, format!("the capture cannot be read: {error}\n"))
        }
        other => unanswered(&asked, &address, other),
    }
}

/// What a capture is answered with.
enum Reply {
    /// The address of the capture, behind the collection.
    Elsewhere(String),
    /// The capture.
    Content {
        prepared: Box<Prepared>,
        captured: Stamp,
        exact: String,
        url: String,
        neighbours: MementoNeighbours,
    },
}

/// The answer with a capture.
fn sent(asked: &Asked, reply: Reply) -> Response<Body> {
    let Reply::Content { mut prepared, captured, exact, url, neighbours } = reply else {
        return plain(StatusCode::INTERNAL_SERVER_ERROR, "");
    };
    let mut answer = Response::new(prepared.body());
    *answer.status_mut() = prepared.status;
    let headers = answer.headers_mut();
    add_captured(headers, prepared.fields);
    headers.extend(prepared.own);
    if let Some(policy) = policy(asked.shared.origins.app.as_str(), prepared.is_raw_document) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    add_memento(headers, captured, &url, &neighbours, asked.collection(), asked.origin());
    let base = asked.collection().base(asked.origin());
    if let Ok(location) = HeaderValue::try_from(format!("{base}{exact}")) {
        headers.insert(header::CONTENT_LOCATION, location);
    }
    // What may be seen can change at any time, so browsers ask each time; mostly the answer is 304.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    answer
}

/// Arguments that name a function, as the fuzzy rule for them has it.
const CALLBACKS: &[&str] = &[
    "callback",
    "jsonp",
    "jsoncallback",
    "jsonpcallback",
    "jsonp_callback",
    "_callback",
    "cbfn",
    "cbfunc",
];

/// The name of the function that a script is asked for with, if the capture may have another one.
fn callback_of(opened: &Opened, uri: &[u8]) -> Option<Vec<u8>> {
    if opened.matched == KeyMatch::Exact {
        return None;
    }
    let query = uri.splitn(2, |byte| *byte == b'?').nth(1)?;
    let mut pairs = query.split(|byte| *byte == b'&').filter_map(|pair| {
        let equals = pair.iter().position(|byte| *byte == b'=')?;
        Some((pair[..equals].to_ascii_lowercase(), &pair[equals + 1..]))
    });
    let is_callback = |name: &[u8]| CALLBACKS.iter().any(|known| known.as_bytes() == name);
    pairs.find(|(name, _)| is_callback(name)).map(|(_, value)| value.to_vec())
}

/// What became of looking a capture up.
enum Found<T> {
    /// A capture that may be shown, and what was made of it.
    Capture(T),
    /// A capture whose content may not be shown.
    Refused(Box<(Entry, CaptureRefusal)>),
    /// No capture, or none that can be used.
    Not(FindOutcome),
}

/// Finds the capture of an address, opens it and makes something of it, all in a thread for that purpose.
async fn look_up<T: Send + 'static>(
    asked: &Asked,
    address: &ReplayAddress,
    time: Option<Stamp>,
    posted: Option<PostedBody>,
    make: impl FnOnce(Box<Opened>) -> T + Send + 'static,
) -> Result<Found<T>, AskError> {
    let (shared, reader) = (asked.shared.clone(), asked.reader.clone());
    let uri = address.uri.clone();
    let preferred = PreferredConversion::of(&asked.parts.headers);
    let found = work(move || -> Result<Found<T>, AskError> {
        let gate = shared.gate(&reader)?;
        let is_shown = |entry: &Entry| gate.sight(entry) != CaptureSight::Hidden;
        let request = posted.as_ref().map(|posted| RequestBody {
            method: &posted.method,
            content_type: posted.content_type.as_deref(),
            body: &posted.body,
        });
        let mut wanted = Wanted::new(&uri, time);
        wanted.is_shown = &is_shown;
        let site_rules = shared.site_rules();
        wanted.site_rules = Some(&site_rules);
        wanted.request = request.as_ref();
        wanted.form = preferred.as_ref().map(PreferredConversion::form).unwrap_or_default();
        match find(&shared.captures, &wanted)? {
            FindOutcome::Found(found) => {
                if let Some(refusal) = gate.refusal(&found.entry) {
                    return Ok(Found::Refused(Box::new((found.entry, refusal))));
                }
                let neighbours = {
                    let catalogue = shared.captures.catalogue()?;
                    let _moment = catalogue.hold()?;
                    MementoNeighbours::of(&found.entry, &catalogue, &gate)?
                };
                Ok(Found::Capture(make(Box::new(Opened::new(*found, neighbours)))))
            }
            other => Ok(Found::Not(other)),
        }
    });
    found.await?
}

/// The answer if there is no capture to send.
fn unanswered<T>(
    asked: &Asked,
    address: &ReplayAddress,
    found: Result<Found<T>, AskError>,
) -> Response<Body> {
    match found {
        Ok(Found::Refused(refused)) => {
            let (entry, refusal) = &*refused;
            refuse(asked, &address.uri, &Refusal::Blocked(entry, refusal))
        }
        Ok(Found::Not(FindOutcome::Unusable { reason, .. })) => {
            refuse(asked, &address.uri, &Refusal::Unusable(&reason))
        }
        Ok(_) => refuse(asked, &address.uri, &Refusal::NotArchived),
        Err(error) => unanswerable(&error),
    }
}
