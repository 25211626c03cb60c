//! A request, as functions of the API and forms see it.

use super::{Problem, ProblemKind};
use crate::caller::Caller;
use crate::http::ClientAddress;
use crate::language::language_of;
use crate::reader::Reader;
use crate::state::{Shared, now};
use axum::body::Body;
use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Response, Uri, header};
use bytes::Bytes;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use stodola_access::people::{Actor, Person};
use stodola_app::cdx::QueryParams;
use stodola_text::Language;

/// Things on a page of a list, if nothing else is asked for, and at most.
const LIMIT: u64 = 100;
const LIMIT_MAX: u64 = 1000;

/// The body of a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallBody {
    pub(crate) bytes: Bytes,
    /// Of a form: its fields.
    pub(crate) fields: QueryParams,
}

/// A request.
pub(crate) struct Call {
    pub(crate) shared: Arc<Shared>,
    pub(crate) caller: Caller,
    pub(crate) client: ClientAddress,
    /// The same, as the rules of access see whoever asks.
    pub(crate) reader: Reader,
    pub(crate) language: Language,
    pub(crate) uri: Uri,
    pub(crate) headers: HeaderMap,
    pub(crate) query: QueryParams,
    pub(crate) body: CallBody,
    path: Vec<(String, String)>,
}

impl FromRequestParts<Arc<Shared>> for Call {
    type Rejection = Response<Body>;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &Arc<Shared>,
    ) -> Result<Call, Response<Body>> {
        let language = language_of(parts.uri.query(), &parts.headers);
        let path = RawPathParams::from_request_parts(parts, state).await;
        let refuse = |kind: ProblemKind| Problem::new(kind).respond(language, parts.uri.path());
        let bad = || refuse(ProblemKind::BadRequest);
        let path = path.map_err(|_| bad())?;
        let path = path.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let lost = || refuse(ProblemKind::Fault);
        let extensions = &parts.extensions;
        Ok(Call {
            shared: state.clone(),
            caller: extensions.get::<Caller>().ok_or_else(lost)?.clone(),
            client: *extensions.get::<ClientAddress>().ok_or_else(lost)?,
            reader: extensions.get::<Reader>().ok_or_else(lost)?.clone(),
            body: extensions.get::<CallBody>().ok_or_else(lost)?.clone(),
            language,
            query: QueryParams::parse(parts.uri.query().unwrap_or("")).map_err(|_| bad())?,
            uri: parts.uri.clone(),
            headers: parts.headers.clone(),
            path,
        })
    }
}

impl Call {
    /// The person who asks. Routes that need one are let through by `admit` only with one.
    pub(crate) fn person(&self) -> Result<&Person, Problem> {
        self.caller.person().ok_or_else(|| Problem::new(ProblemKind::NotSignedIn))
    }

    /// The number of the session; `None` for programs.
    pub(crate) fn session(&self) -> Option<i64> {
        match &self.caller {
            Caller::Session(signed) => Some(signed.session),
            Caller::Anonymous | Caller::Program(_) => None,
        }
    }

    /// Who does it, for the log.
    pub(crate) fn actor(&self) -> Actor<'_> {
        let who = self.caller.person().map_or("", |person| &person.name);
        Actor { who, address: Some(self.client.reader), time: now() }
    }

    /// A part of the path.
    pub(crate) fn path(&self, name: &str) -> &str {
        self.path.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// A number in the path.
    pub(crate) fn id(&self) -> Result<i64, Problem> {
        let wrong = || Problem::with(ProblemKind::BadRequest, "id: not a number");
        self.path("id").parse().map_err(|_| wrong())
    }

    /// A parameter of the query that is needed.
    pub(crate) fn needed(&self, name: &str) -> Result<&str, Problem> {
        let missing = || Problem::with(ProblemKind::BadRequest, format!("{name}: is needed"));
        self.query.get(name).ok_or_else(missing)
    }

    /// How many things a page has.
    pub(crate) fn limit(&self) -> Result<usize, Problem> {
        let wrong = || Problem::with(ProblemKind::BadRequest, format!("limit: 1 to {LIMIT_MAX}"));
        let number = self.query.number("limit").map_err(|_| wrong())?.unwrap_or(LIMIT);
        let number = Some(number).filter(|number| (1..=LIMIT_MAX).contains(number));
        Ok(number.ok_or_else(wrong)? as usize)
    }

    /// The body as JSON of a shape.
    pub(crate) fn json<T: DeserializeOwned>(&self) -> Result<T, Problem> {
        let kind = self.headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let is_json = kind.is_some_and(|kind| {
            kind.split(';')
                .next()
                .is_some_and(|it| it.trim().eq_ignore_ascii_case("application/json"))
        });
        if !is_json {
            return Err(Problem::with(
                ProblemKind::BadRequest,
                "Content-Type: application/json is needed",
            ));
        }
        serde_json::from_slice(&self.body.bytes).map_err(|error| {
            let kind = match error.classify() {
                serde_json::error::Category::Data => ProblemKind::Invalid,
                _ => ProblemKind::BadRequest,
            };
            Problem::with(kind, error.to_string())
        })
    }

    /// The version in `If-Match`; `None` if any will do.
    pub(crate) fn version(&self) -> Result<Option<i64>, Problem> {
        let Some(value) = self.headers.get(header::IF_MATCH) else { return Ok(None) };
        let value = value.to_str().unwrap_or("").trim();
        if value == "*" {
            return Ok(None);
        }
        let version = value.strip_prefix("\"v").and_then(|it| it.strip_suffix('"'));
        let version = version.and_then(|it| it.parse().ok());
        version.map(Some).ok_or_else(|| Problem::new(ProblemKind::Changed))
    }
}
