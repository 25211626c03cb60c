//! The one table of routes of the app origin: method, path, who may use it, and what answers.
//!
//! The router is built from it, and so is the OpenAPI document: what stands in the document is what is checked. A
//! request comes first through `guard` (host, who asks, origin of writes) and then through [`admit`] of its route.

mod doc;
mod table;

pub(crate) use doc::{RouteDoc, RouteParam};
pub(crate) use table::table;

use crate::api::{ApiResult, Call, CallBody, Problem, ProblemKind};
use crate::app_pages::{PageFrame, guard, handlers, has_body, within, within_project};
use crate::caller::Caller;
use crate::http::{ClientAddress, plain, redirect, work};
use crate::language::language_of;
use crate::state::Shared;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, Response, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::routing::{MethodFilter, MethodRouter, on};
use std::sync::Arc;
use std::time::Instant;
use stodola_access::people::{PersonRole, TokenScope};
use stodola_app::cdx::{QueryParams, form_encoded};
use tokio::sync::OwnedSemaphorePermit;

/// Bytes of the largest body of a request.
const BODY_MAX: usize = 256 << 10;
/// The header in which programs in a browser send what forms have as a field.
pub(crate) const FORM_HEADER: &str = "x-form-key";
/// That field.
pub(crate) const FORM_FIELD: &str = "form";

/// Who may use a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RouteAccess {
    /// Everybody: pages that lead in, files of the program.
    Everybody,
    /// Whoever may read the archive: everybody where reading is open, people and their programs elsewhere.
    Reading,
    /// People with this role or a greater one.
    Role(PersonRole),
    /// The same, and programs on this machine.
    LocalOr(PersonRole),
}

/// What a route takes as its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RouteBody {
    /// None.
    Nothing,
    /// Fields of a form of ours.
    Form,
    /// JSON.
    Json,
}

/// What answers.
#[derive(Clone, Copy)]
pub(crate) enum Handler {
    /// A page, or anything else that answers by itself.
    Page(fn(MethodFilter) -> MethodRouter<Arc<Shared>>),
    /// A page with a form, or a form that was sent; blocks.
    Form(fn(&Call) -> Response<Body>),
    /// A function of the API; blocks.
    Api(fn(&Call) -> ApiResult),
}

/// A row of the table.
pub(crate) struct Route {
    pub(crate) method: Method,
    pub(crate) path: &'static str,
    pub(crate) access: RouteAccess,
    /// The scope that a token needs; `None` if programs may not use it at all.
    pub(crate) scope: Option<TokenScope>,
    pub(crate) body: RouteBody,
    pub(crate) handler: Handler,
    /// Whether passwords are compared or hashed: only few of these at a time, and not often.
    pub(crate) is_heavy: bool,
    /// Whether whole logs are read: only few of these at a time.
    pub(crate) is_long: bool,
    /// What the OpenAPI document says; `None` for pages.
    pub(crate) doc: Option<RouteDoc>,
}

impl Route {
    pub(crate) fn new(
        method: Method,
        path: &'static str,
        access: RouteAccess,
        handler: Handler,
    ) -> Route {
        let body = match (&handler, &method) {
            (Handler::Form(_), &Method::POST) => RouteBody::Form,
            (Handler::Api(_), &(Method::POST | Method::PUT | Method::PATCH)) => RouteBody::Json,
            _ => RouteBody::Nothing,
        };
        let (scope, is_heavy, is_long, doc) = (None, false, false, None);
        Route { method, path, access, scope, body, handler, is_heavy, is_long, doc }
    }

    /// Programs with this scope may use it.
    pub(crate) fn scope(mut self, scope: TokenScope) -> Route {
        self.scope = Some(scope);
        self
    }

    pub(crate) fn heavy(mut self) -> Route {
        self.is_heavy = true;
        self
    }

    /// Whole logs are read for it.
    pub(crate) fn long(mut self) -> Route {
        self.is_long = true;
        self
    }

    fn is_api(&self) -> bool {
        self.path.starts_with("/api/")
    }

    /// Whether it writes into the queue of requests.
    fn changes_requests(&self) -> bool {
        let path = self.path.strip_prefix("/api/v1").unwrap_or(self.path);
        let first = path.trim_start_matches('/').split('/').next();
        self.method != Method::GET && matches!(first, Some("requests" | "favourites"))
    }
}

/// The router of the app origin.
pub(crate) fn router(shared: &Arc<Shared>) -> Router {
    let mut router = Router::new();
    for route in table() {
        let route = Arc::new(route);
        let Ok(filter) = MethodFilter::try_from(route.method.clone()) else { continue };
        let (is_heavy, is_long) = (route.is_heavy, route.is_long);
        let cost = RouteCost { is_heavy, is_long, is_in_turn: route.changes_requests() };
        let methods = match route.handler {
            Handler::Page(make) => make(filter),
            Handler::Form(run) => on(filter, async move |call: Call| form(call, cost, run).await),
            Handler::Api(run) => on(filter, async move |call: Call| api(call, cost, run).await),
        };
        let state = (shared.clone(), route.clone());
        router = router.route(route.path, methods.route_layer(from_fn_with_state(state, admit)));
    }
    router
        .method_not_allowed_fallback(wrong_method)
        .fallback(nothing)
        .layer(from_fn_with_state(shared.clone(), guard))
        .with_state(shared.clone())
}

/// The answer where there is nothing.
async fn nothing(state: State<Arc<Shared>>, request: Request) -> Response<Body> {
    match is_for_programs(&request) {
        true => told(&request, &Problem::new(ProblemKind::NotFound)),
        false => {
            let (uri, headers) = (request.uri().clone(), request.headers().clone());
            handlers::not_found(state, uri, headers).await
        }
    }
}

/// The answer to a method that a path does not have.
async fn wrong_method(request: Request) -> Response<Body> {
    told(&request, &Problem::new(ProblemKind::WrongMethod))
}

/// Whether a request is one to the API.
fn is_for_programs(request: &Request) -> bool {
    request.uri().path().starts_with("/api/")
}

/// A problem as an answer: problem details for programs, a page for people.
pub(crate) fn told(request: &Request, problem: &Problem) -> Response<Body> {
    let (uri, headers) = (request.uri(), request.headers());
    match is_for_programs(request) {
        true => problem.respond(language_of(None, headers), uri.path()),
        false => handlers::problem_page(&PageFrame::new(uri, headers, "/"), problem),
    }
}

/// What an answer takes.
#[derive(Clone, Copy)]
struct RouteCost {
    is_heavy: bool,
    is_long: bool,
    /// Only one at a time: the queue of requests is changed by one after the other anyway, and whoever waited for that
    /// in a thread would keep pages from theirs.
    is_in_turn: bool,
}

impl RouteCost {
    /// Waits for the turn, which has to be kept as long as the work goes on.
    async fn turn(self, shared: &Shared) -> Option<OwnedSemaphorePermit> {
        match self.is_in_turn {
            true => shared.request_turn.clone().acquire_owned().await.ok(),
            false => None,
        }
    }
}

async fn form(call: Call, cost: RouteCost, run: fn(&Call) -> Response<Body>) -> Response<Body> {
    let shared = call.shared.clone();
    let _place = if cost.is_heavy { shared.people.passwords.acquire().await.ok() } else { None };
    let reading = match cost.is_long {
        true => match shared.readings.take().await {
            Ok(place) => Some(place),
            Err(problem) => {
                let page = PageFrame::of(&call.uri, &call.headers, &call.reader);
                return handlers::problem_page(&page, &problem);
            }
        },
        false => None,
    };
    let turn = cost.turn(&shared).await;
    let done = work(move || {
        let answer = run(&call);
        drop((reading, turn));
        answer
    });
    match done.await {
        Ok(answer) => answer,
        Err(error) => plain(StatusCode::INTERNAL_SERVER_ERROR, format!("{error}\n")),
    }
}

async fn api(call: Call, cost: RouteCost, run: fn(&Call) -> ApiResult) -> Response<Body> {
    let shared = call.shared.clone();
    let _place = if cost.is_heavy { shared.people.passwords.acquire().await.ok() } else { None };
    let language = call.language;
    let reading = match cost.is_long {
        true => match shared.readings.take().await {
            Ok(place) => Some(place),
            Err(problem) => return problem.respond(language, call.uri.path()),
        },
        false => None,
    };
    let turn = cost.turn(&shared).await;
    let done = work(move || {
        let result = run(&call);
        drop((reading, turn));
        (call, result)
    });
    match done.await {
        Ok((call, Ok(answer))) => answer.respond(&call.headers),
        Ok((call, Err(problem))) => problem.respond(language, call.uri.path()),
        Err(error) => Problem::caused(ProblemKind::Fault, error).respond(language, ""),
    }
}

/// Lets a request through to its route, or refuses it.
async fn admit(
    State((shared, route)): State<(Arc<Shared>, Arc<Route>)>,
    mut request: Request,
    next: Next,
) -> Response<Body> {
    let extensions = request.extensions();
    let (Some(client), Some(caller)) =
        (extensions.get::<ClientAddress>(), extensions.get::<Caller>())
    else {
        return plain(StatusCode::INTERNAL_SERVER_ERROR, "");
    };
    let (client, caller) = (*client, caller.clone());
    if let Some(refused) = over_limit(&shared, &route, client, &request) {
        return refused;
    }
    if !is_allowed(&shared, &route, client, &caller).await {
        return refuse(&route, &caller, &request);
    }
    // Which collections there are is for those who may read.
    if let Err(answer) = within(&shared, &mut request).await {
        return *answer;
    }
    if route.access == RouteAccess::Reading
        && let Err(answer) = within_project(&shared, &caller, &mut request).await
    {
        return *answer;
    }
    if route.body == RouteBody::Nothing {
        if has_body(&request) {
            return no_body(&request);
        }
        if route.method != Method::GET && !has_form_header(&caller, &request) {
            return forged(&request);
        }
        request.extensions_mut().insert(CallBody::default());
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let bytes = axum::body::to_bytes(body, BODY_MAX).await;
    let mut request = Request::from_parts(parts, Body::empty());
    let Ok(bytes) = bytes else {
        return no_body(&request);
    };
    let mut body = CallBody { bytes, fields: QueryParams::default() };
    let is_ours = match route.body {
        RouteBody::Form => {
            let text = std::str::from_utf8(&body.bytes).unwrap_or("");
            body.fields = QueryParams::parse_form(text).unwrap_or_default();
            match &caller {
                Caller::Session(signed) => {
                    body.fields.get(FORM_FIELD).is_some_and(|key| signed.form.is(key))
                }
                // Nobody is signed in whom another site could act for; that the form is ours is known by its origin.
                Caller::Anonymous => true,
                Caller::Program(_) => false,
            }
        }
        RouteBody::Json | RouteBody::Nothing => has_form_header(&caller, &request),
    };
    if !is_ours {
        return forged(&request);
    }
    request.extensions_mut().insert(body);
    next.run(request).await
}

/// Whether a write of somebody who is signed in comes from a page of ours: no other site knows the key of its forms.
fn has_form_header(caller: &Caller, request: &Request) -> bool {
    let Caller::Session(signed) = caller else { return true };
    let key = request.headers().get(FORM_HEADER).and_then(|value| value.to_str().ok());
    key.is_some_and(|key| signed.form.is(key))
}

async fn is_allowed(
    shared: &Arc<Shared>,
    route: &Route,
    client: ClientAddress,
    caller: &Caller,
) -> bool {
    match route.access {
        RouteAccess::Everybody => true,
        RouteAccess::Reading => match caller {
            Caller::Anonymous => shared.may_read(client).await,
            _ => caller.may(PersonRole::Reader, route.scope),
        },
        RouteAccess::Role(role) => caller.may(role, route.scope),
        RouteAccess::LocalOr(role) => client.is_local() || caller.may(role, route.scope),
    }
}

/// The answer to those who ask too often.
fn over_limit(
    shared: &Shared,
    route: &Route,
    client: ClientAddress,
    request: &Request,
) -> Option<Response<Body>> {
    let limit = match (route.is_heavy, route.is_api()) {
        (true, _) => &shared.people.sign_ins,
        (false, true) => &shared.people.calls,
        (false, false) => return None,
    };
    let seconds = limit.take(client.reader, Instant::now()).err()?;
    Some(told(request, &Problem::new(ProblemKind::TooMany).after(seconds)))
}

/// The answer to those who may not use a route.
fn refuse(route: &Route, caller: &Caller, request: &Request) -> Response<Body> {
    let is_known = caller.person().is_some();
    if !is_known && !route.is_api() && route.method == Method::GET && route.access != LOCAL {
        let to = request.uri().path_and_query().map_or("/", |it| it.as_str());
        return redirect(StatusCode::SEE_OTHER, &format!("/sign-in?to={}", form_encoded(to)));
    }
    let kind = match (is_known, route.access) {
        (true, _) => ProblemKind::NoRight,
        (false, RouteAccess::LocalOr(_)) => ProblemKind::NoRight,
        (false, _) => ProblemKind::NotSignedIn,
    };
    told(request, &Problem::new(kind))
}

const LOCAL: RouteAccess = RouteAccess::LocalOr(PersonRole::Operator);

/// The answer to a write that another site may have caused.
fn forged(request: &Request) -> Response<Body> {
    told(request, &Problem::new(ProblemKind::Forged))
}

/// The answer to a body that is too large, or not wanted at all.
pub(crate) fn no_body(request: &Request) -> Response<Body> {
    let mut answer = told(request, &Problem::new(ProblemKind::TooLarge));
    answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    answer
}
