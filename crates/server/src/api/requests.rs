//! Requests of users: list, ask, show, cancel, ask again, get the result.

use super::wire::{
    Done, FavouriteChange, FavouriteItem, FavouriteList, NewName, NewRequestBody, Nothing,
    PackageItem, PackageList, RequestDetail, RequestItem, RequestLogItem, RequestPage,
    RequestResult,
};
use super::{ApiAnswer, ApiResult, Call, Problem, ProblemKind, cursor};
use crate::http::{ChunkBody, Chunks};
use crate::state::Shared;
use axum::body::Body;
use axum::http::{HeaderValue, Response, header};
use serde_json::Value;
use std::io::{self, Read};
use stodola_app::requests::{
    Asker, FavouriteRecord, NewRequest, RequestList, RequestRecord, RequestRights, Requests,
    RequestsError,
};
use stodola_work::{RequestRefresh, WorkError};

impl From<RequestsError> for Problem {
    fn from(error: RequestsError) -> Problem {
        let kind = match &error {
            RequestsError::Archive(_) | RequestsError::People(_) => ProblemKind::Fault,
            RequestsError::Settings { .. } => ProblemKind::Fault,
            RequestsError::Role { .. }
            | RequestsError::Operators(_)
            | RequestsError::NotYours(_)
            | RequestsError::OtherRights(_) => ProblemKind::NoRight,
            RequestsError::Field { .. }
            | RequestsError::Template(_)
            | RequestsError::Pair(_)
            | RequestsError::Refresh(_) => ProblemKind::Invalid,
            RequestsError::RulesChanged(_) => ProblemKind::Conflict,
            RequestsError::Work(error) => match error {
                WorkError::Newer { .. }
                | WorkError::Damaged { .. }
                | WorkError::Database { .. }
                | WorkError::Path(_)
                | WorkError::Busy { .. }
                | WorkError::Thread(_) => ProblemKind::Fault,
                WorkError::OwnerLimit { .. } | WorkError::QueueFull { .. } => ProblemKind::TooMany,
                WorkError::UnknownRequest(_)
                | WorkError::NoResult(_)
                | WorkError::UnknownFavourite(_) => ProblemKind::NotFound,
                WorkError::NotActive { .. }
                | WorkError::FavouriteTaken(_)
                | WorkError::TooManyFavourites { .. } => ProblemKind::Conflict,
                WorkError::Question(_)
                | WorkError::UnknownPackage(_)
                | WorkError::Name(_)
                | WorkError::NoSite
                | WorkError::SitePath { .. } => ProblemKind::Invalid,
            },
        };
        let problem = Problem::caused(kind, error);
        if kind == ProblemKind::TooMany { problem.after(RETRY) } else { problem }
    }
}

/// Seconds after which somebody whose request was refused may ask again.
const RETRY: u64 = 60;

/// The requests, and whoever asks for them with their rights at this moment.
pub(crate) fn open(call: &Call) -> Result<(Requests, Asker), Problem> {
    let person = call.person()?;
    let rules = call.shared.rules()?;
    let rights = RequestRights::of(Shared::visitor(&call.reader), &rules);
    let asker = Asker { name: person.name.clone(), role: person.role, rights };
    Ok((Requests::open(&call.shared.archive)?, asker))
}

fn item(record: RequestRecord) -> RequestItem {
    let question = match record.question {
        Value::Object(question) => question,
        _ => serde_json::Map::new(),
    };
    RequestItem {
        number: record.number,
        package: record.package,
        question,
        owners: record.owners,
        state: record.state.to_owned(),
        priority: record.priority,
        shared: record.shared,
        place: record.place,
        share: record.share,
        words: record.words,
        asked: record.asked.to_string(),
        begun: record.begun.map(|it| it.to_string()),
        ended: record.ended.map(|it| it.to_string()),
        left: record.left,
        error: record.error,
        refresh: record.refresh,
        save_to: record.save_to,
        result: record.result.map(|result| RequestResult {
            media: result.media,
            name: result.name,
            length: result.length,
            made: result.made.to_string(),
            age: result.age,
            views: result.views,
            next: result.next.map(|it| it.to_string()),
        }),
    }
}

pub(crate) fn packages(call: &Call) -> ApiResult {
    let (requests, asker) = open(call)?;
    let items = requests.packages(&asker)?.into_iter().map(|it| PackageItem {
        package: it.package.to_owned(),
        version: it.version,
        at_once: it.at_once,
        running: it.running,
        waiting: it.waiting,
        role: it.role.to_owned(),
        administrators: it.administrators,
        settings: it.settings,
    });
    ApiAnswer::new(&PackageList { items: items.collect() })
}

pub(crate) fn list(call: &Call) -> ApiResult {
    let (requests, asker) = open(call)?;
    let list = match call.query.get("list") {
        None | Some("all") => RequestList::All,
        Some("mine") => RequestList::Mine,
        Some("refreshed") => RequestList::Refreshed,
        Some(_) => {
            let told = "list: one of all, mine, refreshed";
            return Err(Problem::with(ProblemKind::BadRequest, told));
        }
    };
    let limit = call.limit()?;
    let mut records = requests.list(&asker, list, cursor::number(call)?, limit + 1)?;
    let next = records.len() > limit;
    records.truncate(limit);
    let next = records.last().filter(|_| next).map(|last| cursor::of_number(last.number));
    ApiAnswer::new(&RequestPage { items: records.into_iter().map(item).collect(), next })
}

pub(crate) fn submit(call: &Call) -> ApiResult {
    let body: NewRequestBody = call.json()?;
    let refresh = body.refresh.as_deref().unwrap_or("never");
    let refresh = RequestRefresh::parse(refresh)
        .ok_or_else(|| RequestsError::Refresh(refresh.chars().take(100).collect()))?;
    let new = NewRequest {
        package: body.package,
        question: body.question,
        priority: body.priority.unwrap_or(0),
        is_shared: body.shared.unwrap_or(false),
        refresh,
        save_to: body.save_to,
        is_fresh: body.fresh.unwrap_or(false),
    };
    let (requests, asker) = open(call)?;
    let asked = requests.submit(&asker, &new)?;
    call.shared.look_at_requests();
    made(call, asked.number)
}

/// A request as the answer to those who have asked for it.
fn made(call: &Call, number: i64) -> ApiResult {
    let (requests, asker) = open(call)?;
    let request = item(requests.show(&asker, number)?.request);
    Ok(ApiAnswer::new(&request)?.made(format!("/api/v1/requests/{number}")))
}

pub(crate) fn one(call: &Call) -> ApiResult {
    let (requests, asker) = open(call)?;
    let shown = requests.show(&asker, call.id()?)?;
    let log = shown.log.into_iter();
    let log = log.map(|line| RequestLogItem { time: line.time.to_string(), text: line.text });
    ApiAnswer::new(&RequestDetail { request: item(shown.request), log: log.collect() })
}

pub(crate) fn cancel(call: &Call) -> ApiResult {
    let Nothing {} = call.json()?;
    let (requests, asker) = open(call)?;
    let number = call.id()?;
    let state = requests.cancel(&asker, number)?.as_str().to_owned();
    ApiAnswer::new(&super::wire::RequestNow { number, state })
}

pub(crate) fn again(call: &Call) -> ApiResult {
    let Nothing {} = call.json()?;
    let (requests, asker) = open(call)?;
    let asked = requests.again(&asker, call.id()?)?;
    call.shared.look_at_requests();
    made(call, asked.number)
}

/// The favourites of whoever asks.
fn favourite_list(requests: &Requests, asker: &Asker) -> Result<Vec<FavouriteItem>, Problem> {
    let item = |it: FavouriteRecord| FavouriteItem {
        name: it.name,
        package: it.package,
        question: match it.question {
            Value::Object(question) => question,
            _ => serde_json::Map::new(),
        },
        made: it.made.to_string(),
    };
    Ok(requests.favourites(asker)?.into_iter().map(item).collect())
}

pub(crate) fn favourites(call: &Call) -> ApiResult {
    let (requests, asker) = open(call)?;
    ApiAnswer::new(&FavouriteList { items: favourite_list(&requests, &asker)? })
}

/// The favourite of a name as an answer.
fn favourite(call: &Call, name: &str) -> ApiResult {
    let (requests, asker) = open(call)?;
    let found = favourite_list(&requests, &asker)?.into_iter().find(|it| it.name == name);
    let missing = || RequestsError::from(WorkError::UnknownFavourite(name.to_owned()));
    ApiAnswer::new(&found.ok_or_else(missing)?)
}

pub(crate) fn set_favourite(call: &Call) -> ApiResult {
    let FavouriteChange { package, question, request } = call.json()?;
    let (requests, asker) = open(call)?;
    let name = call.path("name");
    match (package, question, request) {
        (Some(package), question, None) => {
            requests.add_favourite(&asker, name, &package, &question.unwrap_or_default())?;
        }
        (None, None, Some(number)) => requests.add_favourite_of(&asker, name, number)?,
        _ => {
            let told = "give package and question, or request";
            return Err(Problem::with(ProblemKind::Invalid, told));
        }
    }
    favourite(call, name)
}

pub(crate) fn remove_favourite(call: &Call) -> ApiResult {
    let (requests, asker) = open(call)?;
    requests.remove_favourite(&asker, call.path("name"))?;
    ApiAnswer::new(&Done { done: true })
}

pub(crate) fn rename_favourite(call: &Call) -> ApiResult {
    let NewName { name } = call.json()?;
    let (requests, asker) = open(call)?;
    requests.rename_favourite(&asker, call.path("name"), &name)?;
    favourite(call, &name)
}

pub(crate) fn ask_favourite(call: &Call) -> ApiResult {
    let Nothing {} = call.json()?;
    let (requests, asker) = open(call)?;
    let new = requests.favourite(&asker, call.path("name"))?;
    let asked = requests.submit(&asker, &new)?;
    call.shared.look_at_requests();
    made(call, asked.number)
}

/// The result of a request, for programs.
pub(crate) fn result(call: &Call) -> Response<Body> {
    send(call).unwrap_or_else(|problem| problem.respond(call.language, call.uri.path()))
}

/// The result of a request. It is saved and never shown as a page of ours, whatever it contains.
pub(crate) fn send(call: &Call) -> Result<Response<Body>, Problem> {
    let (requests, asker) = open(call)?;
    let shown = requests.open_result(&asker, call.id()?)?;
    let (length, facts) = (shown.facts.length, shown.facts.clone());
    let body = ChunkBody::stream(ResultChunks(shown.reader()), Some(length));
    let mut answer = Response::new(body);
    let headers = answer.headers_mut();
    let plain = HeaderValue::from_static("application/octet-stream");
    headers.insert(header::CONTENT_TYPE, HeaderValue::try_from(facts.media).unwrap_or(plain));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
    let is_plain = |it: &char| it.is_ascii_alphanumeric() || matches!(it, '.' | '_' | '-');
    let name: String = facts.name.chars().filter(is_plain).take(100).collect();
    let save = format!("attachment; filename=\"{name}\"");
    // The name has only characters that may stand there.
    if let Ok(save) = HeaderValue::try_from(save) {
        headers.insert(header::CONTENT_DISPOSITION, save);
    }
    let policy = HeaderValue::from_static("sandbox; default-src 'none'");
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(answer)
}

/// The content of a result, piece by piece.
struct ResultChunks(Box<dyn Read + Send>);

impl Chunks for ResultChunks {
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut piece = Vec::new();
        (&mut self.0).take(64 << 10).read_to_end(&mut piece)?;
        Ok((!piece.is_empty()).then_some(piece))
    }
}
