//! Which requests the rows must be answers to: `method=POST&requestBody=name=value`.

use super::CdxError;
use super::params::QueryParams;
use stodola_archive::PostedRow;

/// A condition on the request of a capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RequestFilter {
    /// In capital letters; `GET` for requests without a body.
    method: Option<String>,
    /// The body as the field `requestBody` of a row has it.
    body: Option<String>,
}

impl RequestFilter {
    /// The condition of a query; `None` if it has none.
    pub(super) fn read(params: &QueryParams) -> Result<Option<RequestFilter>, CdxError> {
        let method = params.get("method").map(str::to_ascii_uppercase);
        let body = params.get("requestBody").map(str::to_owned);
        if method.as_ref().is_some_and(|it| !it.bytes().all(|byte| byte.is_ascii_uppercase())) {
            return Err(CdxError::parameter("method", "a method such as POST is needed"));
        }
        let is_empty = method.is_none() && body.is_none();
        Ok((!is_empty).then_some(RequestFilter { method, body }))
    }

    /// Whether the answer to a request stays; `None` for a request without a body.
    pub(super) fn admits(&self, posted: Option<&PostedRow>) -> bool {
        let method = posted.map_or("GET", |posted| &posted.method);
        let body = posted.map_or("", |posted| &posted.query);
        self.method.as_deref().is_none_or(|wanted| wanted == method)
            && self.body.as_deref().is_none_or(|wanted| wanted == body)
    }
}
