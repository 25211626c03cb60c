//! `/api/v1`: JSON for programs. Errors are problem details ([RFC 9457]) with the words of the pages.
//!
//! A function of the API is a plain function from a [`Call`] to data or a [`Problem`]; it may block. Which of them
//! there are, and who may call them, stands in the table of routes.
//!
//! [RFC 9457]: https://www.rfc-editor.org/rfc/rfc9457

pub(crate) mod access;
mod answer;
pub(crate) mod archive;
mod call;
pub(crate) mod captures;
pub(crate) mod cursor;
pub(crate) mod events;
pub(crate) mod findings;
pub(crate) mod hosts;
pub(crate) mod jobs;
pub(crate) mod keeping;
pub(crate) mod largest;
pub(crate) mod live;
pub(crate) mod map_wire;
pub(crate) mod maps;
pub(crate) mod openapi;
pub(crate) mod persons;
mod problem;
pub(crate) mod projects;
pub(crate) mod requests;
mod schema;
pub(crate) mod settings;
pub(crate) mod steer;
pub(crate) mod tally;
pub(crate) mod tokens;
pub(crate) mod webhooks;
pub(crate) mod why_parts;
pub(crate) mod wire;
pub(crate) mod words;

pub(crate) use answer::ApiAnswer;
pub(crate) use call::{Call, CallBody};
pub(crate) use problem::{Problem, ProblemKind};
pub(crate) use schema::{SchemaSet, WireType};

/// What a function of the API returns.
pub(crate) type ApiResult = Result<ApiAnswer, Problem>;
