//! Problem details: what went wrong, for programs and for people.

use crate::http::answer;
use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use serde_json::json;
use std::error::Error;
use std::sync::atomic::{AtomicU32, Ordering};
use stodola_access::PeopleError;
use stodola_access::people::PersonError;
use stodola_text::{Language, error_text, tell};

/// The kinds of problems. Programs know them by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProblemKind {
    BadRequest,
    NotSignedIn,
    BadToken,
    NoRight,
    Forged,
    NotFound,
    WrongMethod,
    Conflict,
    Changed,
    TooLarge,
    Invalid,
    TooMany,
    Busy,
    Unavailable,
    Fault,
}

impl ProblemKind {
    /// All kinds.
    pub(crate) const ALL: [ProblemKind; 15] = [
        ProblemKind::BadRequest,
        ProblemKind::NotSignedIn,
        ProblemKind::BadToken,
        ProblemKind::NoRight,
        ProblemKind::Forged,
        ProblemKind::NotFound,
        ProblemKind::WrongMethod,
        ProblemKind::Conflict,
        ProblemKind::Changed,
        ProblemKind::TooLarge,
        ProblemKind::Invalid,
        ProblemKind::TooMany,
        ProblemKind::Busy,
        ProblemKind::Unavailable,
        ProblemKind::Fault,
    ];

    /// Its status, its name for programs, its text for people.
    pub(crate) fn facts(self) -> (StatusCode, &'static str, &'static str) {
        match self {
            ProblemKind::BadRequest => {
                (StatusCode::BAD_REQUEST, "bad-request", "web-api-bad-request")
            }
            ProblemKind::NotSignedIn => {
                (StatusCode::UNAUTHORIZED, "not-signed-in", "web-api-not-signed-in")
            }
            ProblemKind::BadToken => (StatusCode::UNAUTHORIZED, "bad-token", "web-api-bad-token"),
            ProblemKind::NoRight => (StatusCode::FORBIDDEN, "no-right", "web-api-no-right"),
            ProblemKind::Forged => (StatusCode::FORBIDDEN, "forged", "web-api-forged"),
            ProblemKind::NotFound => (StatusCode::NOT_FOUND, "not-found", "web-api-not-found"),
            ProblemKind::WrongMethod => {
                (StatusCode::METHOD_NOT_ALLOWED, "wrong-method", "web-api-wrong-method")
            }
            ProblemKind::Conflict => (StatusCode::CONFLICT, "conflict", "web-api-conflict"),
            ProblemKind::Changed => (StatusCode::PRECONDITION_FAILED, "changed", "web-api-changed"),
            ProblemKind::TooLarge => {
                (StatusCode::PAYLOAD_TOO_LARGE, "too-large", "web-api-too-large")
            }
            ProblemKind::Invalid => {
                (StatusCode::UNPROCESSABLE_ENTITY, "invalid", "web-api-invalid")
            }
            ProblemKind::TooMany => (StatusCode::TOO_MANY_REQUESTS, "too-many", "web-api-too-many"),
            ProblemKind::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy", "web-api-busy"),
            ProblemKind::Unavailable => {
                (StatusCode::SERVICE_UNAVAILABLE, "unavailable", "web-api-unavailable")
            }
            ProblemKind::Fault => (StatusCode::INTERNAL_SERVER_ERROR, "fault", "web-api-fault"),
        }
    }
}

/// Something that went wrong.
#[derive(Debug)]
pub(crate) struct Problem {
    kind: ProblemKind,
    cause: Option<Box<dyn Error + Send + Sync>>,
    /// Words that are data: the name of a parameter and what is wrong with it.
    detail: Option<String>,
    retry_after: Option<u64>,
}

impl Problem {
    pub(crate) fn new(kind: ProblemKind) -> Problem {
        Problem { kind, cause: None, detail: None, retry_after: None }
    }

    /// A problem with an error as its reason. Faults of ours go to the log only.
    pub(crate) fn caused(
        kind: ProblemKind,
        cause: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Problem {
        Problem { cause: Some(cause.into()), ..Problem::new(kind) }
    }

    /// A problem with a parameter or field.
    pub(crate) fn with(kind: ProblemKind, detail: impl Into<String>) -> Problem {
        Problem { detail: Some(detail.into()), ..Problem::new(kind) }
    }

    /// To be tried again after so many seconds.
    pub(crate) fn after(self, seconds: u64) -> Problem {
        Problem { retry_after: Some(seconds), ..self }
    }

    /// The words of the reason.
    fn words(&self, language: Language) -> Option<String> {
        if matches!(self.kind, ProblemKind::Fault | ProblemKind::Unavailable) {
            static NUMBER: AtomicU32 = AtomicU32::new(1);
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let error = self.cause.as_ref().map(ToString::to_string).unwrap_or_default();
            tracing::error!(number, %error, "a request to the API failed");
            return Some(tell(
                language,
                "web-fault-number",
                &[("number", number.to_string().into())],
            ));
        }
        let cause = self.cause.as_ref().map(|cause| {
            let cause: &(dyn Error + 'static) = &**cause;
            error_text(language, cause)
        });
        cause.or_else(|| self.detail.clone())
    }

    /// Its status, and what it says to people in a language: a title, and words about it.
    pub(crate) fn told(&self, language: Language) -> (StatusCode, String, Option<String>) {
        let (status, _, key) = self.kind.facts();
        (status, tell(language, key, &[]), self.words(language))
    }

    /// Whether what somebody sent has to be put right.
    pub(crate) fn is_about_input(&self) -> bool {
        use ProblemKind::{BadRequest, Changed, Conflict, Invalid, NotFound};
        matches!(self.kind, BadRequest | Changed | Conflict | Invalid | NotFound)
    }

    /// The answer, in a language.
    pub(crate) fn respond(&self, language: Language, path: &str) -> Response<Body> {
        let (status, name, key) = self.kind.facts();
        let title = tell(language, key, &[]);
        let mut problem = json!({
            "type": format!("urn:stodola:problem:{name}"),
            "title": title,
            "status": status.as_u16(),
            "instance": path,
        });
        if let Some(words) = self.words(language) {
            problem["detail"] = words.into();
        }
        let mut answer = answer(status, "application/problem+json", problem.to_string());
        let headers = answer.headers_mut();
        headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(language.tag()));
        self.put_retry(headers);
        let challenge = match self.kind {
            ProblemKind::NotSignedIn => Some("Bearer"),
            ProblemKind::BadToken => Some("Bearer error=\"invalid_token\""),
            _ => None,
        };
        if let Some(challenge) = challenge {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static(challenge));
        }
        answer
    }
}

impl Problem {
    /// Says when it can be tried again, if that is known.
    pub(crate) fn put_retry(&self, headers: &mut HeaderMap) {
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
    }
}

impl From<PersonError> for Problem {
    fn from(error: PersonError) -> Problem {
        let kind = match &error {
            PersonError::Store(_) | PersonError::NoChance => ProblemKind::Fault,
            PersonError::Unknown(_) | PersonError::Missing(..) | PersonError::Link => {
                ProblemKind::NotFound
            }
            PersonError::NameTaken(_)
            | PersonError::ProjectTaken(_)
            | PersonError::LastAdmin(_)
            | PersonError::HasAdmin
            | PersonError::TooMany(_) => ProblemKind::Conflict,
            PersonError::Changed => ProblemKind::Changed,
            PersonError::Name(_)
            | PersonError::Group(_)
            | PersonError::Password
            | PersonError::Text(_)
            | PersonError::Part(_)
            | PersonError::Address(_) => ProblemKind::Invalid,
        };
        Problem::caused(kind, error)
    }
}

impl From<PeopleError> for Problem {
    fn from(error: PeopleError) -> Problem {
        let kind = match &error {
            PeopleError::Newer { .. }
            | PeopleError::Damaged { .. }
            | PeopleError::Database { .. } => ProblemKind::Fault,
            PeopleError::NoReason
            | PeopleError::NoName
            | PeopleError::GroupName(_)
            | PeopleError::TooLong { .. } => ProblemKind::Invalid,
            PeopleError::UnknownRule(_) | PeopleError::UnknownChange(_) => ProblemKind::NotFound,
            PeopleError::NothingToUndo
            | PeopleError::Undone { .. }
            | PeopleError::GroupChangedAgain { .. }
            | PeopleError::ChangedAgain { .. } => ProblemKind::Conflict,
        };
        Problem::caused(kind, error)
    }
}

impl From<crate::state::AskError> for Problem {
    fn from(error: crate::state::AskError) -> Problem {
        Problem::caused(ProblemKind::Fault, error)
    }
}
