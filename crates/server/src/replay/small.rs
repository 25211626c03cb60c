//! Small questions that tools of other archives ask: is it archived, how many captures has a month.

use super::Asked;
use super::collection::Collection;
use super::message::unanswerable;
use crate::http::{WorkFailed, json, plain, work};
use crate::state::AskError;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use serde_json::{Map, Value, json};
use stodola_app::cdx::QueryParams;
use stodola_app::memento::{CaptureCalendar, calendar_items, in_link, nearest_available};
use stodola_archive::Stamp;

/// `/wayback/available?url=&timestamp=&callback=`.
pub(super) async fn available(asked: Asked) -> Response<Body> {
    let params = QueryParams::parse(asked.query()).unwrap_or_default();
    let Some(url) = params.get("url").map(str::to_owned) else {
        return json(StatusCode::BAD_REQUEST, "{\"archived_snapshots\": {}}\n".to_owned());
    };
    let wanted = params.get("timestamp");
    let moment = wanted.and_then(Stamp::parse);
    let base = Collection::everything().base(asked.origin());
    let (shared, client) = (asked.shared.clone(), asked.client.clone());
    let asked_url = url.clone();
    let found = work(move || {
        let gate = shared.gate(client)?;
        Ok::<_, AskError>(nearest_available(&url, moment, &shared.captures, &gate, None)?)
    });
    let mut told = json!({ "url": asked_url, "archived_snapshots": {} });
    if let Some(wanted) = wanted {
        told["timestamp"] = json!(wanted);
    }
    match found.await {
        Ok(Ok(Some(found))) => {
            told["archived_snapshots"]["closest"] = json!({
                "available": true,
                "url": format!("{base}{}/{}", found.time, in_link(&found.url)),
                "timestamp": found.time.to_string(),
                "status": found.status.map(|status| status.to_string()),
            });
            told_in_json(&told, params.get("callback"))
        }
        Ok(Ok(None)) => told_in_json(&told, params.get("callback")),
        failure => failed(failure.map(|it| it.map(|_| ()))),
    }
}

/// `/__wb/sparkline?url=`: captures by month.
pub(super) async fn sparkline(asked: Asked) -> Response<Body> {
    let params = QueryParams::parse(asked.query()).unwrap_or_default();
    let Some(url) = params.get("url").map(str::to_owned) else { return no_url() };
    let (shared, client) = (asked.shared.clone(), asked.client.clone());
    let counted = work(move || {
        let gate = shared.gate(client)?;
        Ok::<_, AskError>(CaptureCalendar::count(&url, &shared.captures, &gate, None)?)
    });
    let calendar = match counted.await {
        Ok(Ok(calendar)) => calendar,
        failure => return failed(failure.map(|it| it.map(|_| ()))),
    };
    let (mut years, mut status) = (Map::new(), Map::new());
    for (year, (months, digits)) in &calendar.years {
        years.insert(year.to_string(), json!(months));
        status.insert(year.to_string(), json!(digits));
    }
    let told = json!({
        "years": years,
        "first_ts": calendar.first.map(|time| time.to_string()),
        "last_ts": calendar.last.map(|time| time.to_string()),
        "status": status,
    });
    told_in_json(&told, params.get("callback"))
}

/// `/__wb/calendarcaptures/2?url=&date=YYYY[&groupby=day]`: captures of a year or day.
pub(super) async fn calendar_captures(asked: Asked) -> Response<Body> {
    let params = QueryParams::parse(asked.query()).unwrap_or_default();
    let Some(url) = params.get("url").map(str::to_owned) else { return no_url() };
    let date = params.get("date").unwrap_or("").to_owned();
    let by_day = params.get("groupby") == Some("day");
    let (shared, client) = (asked.shared.clone(), asked.client.clone());
    let counted = work(move || {
        let gate = shared.gate(client)?;
        Ok::<_, AskError>(calendar_items(&url, &date, by_day, &shared.captures, &gate, None)?)
    });
    match counted.await {
        Ok(Ok(Some(items))) => {
            let item = |it: &stodola_app::memento::CalendarItem| {
                json!([it.when, it.status.map_or(json!("-"), |status| json!(status)), it.count])
            };
            let items: Vec<Value> = items.iter().map(item).collect();
            told_in_json(&json!({ "colls": [], "items": items }), params.get("callback"))
        }
        Ok(Ok(None)) => plain(StatusCode::BAD_REQUEST, "date: 4 to 8 digits are needed\n"),
        failure => failed(failure.map(|it| it.map(|_| ()))),
    }
}

fn no_url() -> Response<Body> {
    plain(StatusCode::BAD_REQUEST, "The \"url\" param is required\n")
}

/// JSON, or a call of the function that the query names.
fn told_in_json(told: &Value, callback: Option<&str>) -> Response<Body> {
    let is_name = |name: &&str| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
        name.len() <= 100 && name.chars().all(is_plain)
    };
    let mut answer = match callback.filter(is_name) {
        // A comment first, so that nothing but a script can be made of it.
        Some(callback) => {
            let mut answer = plain(StatusCode::OK, format!("/**/{callback}({told});\n"));
            let kind = HeaderValue::from_static("text/javascript; charset=utf-8");
            answer.headers_mut().insert(header::CONTENT_TYPE, kind);
            answer
        }
        None => json(StatusCode::OK, format!("{told}\n")),
    };
    answer.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    answer
}

fn failed(failure: Result<Result<(), AskError>, WorkFailed>) -> Response<Body> {
    match failure {
        Ok(Err(error)) => unanswerable(&error),
        _ => plain(StatusCode::INTERNAL_SERVER_ERROR, "the work for this request failed\n"),
    }
}
