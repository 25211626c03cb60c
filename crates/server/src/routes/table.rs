//! The table itself.

use super::{Handler, Route, RouteAccess};
use crate::api::{ApiResult, Call};
use crate::api::{
    access, archive, captures, events, findings, hosts, jobs, keeping, largest, live, map_wire,
    maps, openapi, persons, projects, requests, settings, steer, tally, tokens, webhooks, wire,
    words,
};
use crate::app_pages::handlers;
use crate::assets::asset;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{Method, Response};
use axum::routing::on;
use stodola_access::people::{PersonRole, TokenScope};

use Handler::{Api, Form, Page};
use RouteAccess::{Everybody, LocalOr, Reading, Role};

const URL: &str = r#"{"type": "string", "minLength": 1, "maxLength": 4000}"#;
const TEXT: &str = r#"{"type": "string"}"#;
const TIME: &str = r#"{"type": "string", "pattern": "^[0-9]{14}$"}"#;
const SOME_TIME: &str = r#"{"type": "string", "pattern": "^[0-9]{4}([0-9]{2}){0,5}$"}"#;
const LIMIT: &str = r#"{"type": "integer", "minimum": 1, "maximum": 1000, "default": 100}"#;
const ID: &str = r#"{"type": "integer", "format": "int64", "minimum": 0}"#;
const HOST: &str = r#"{"type": "string", "minLength": 1, "maxLength": 300}"#;
const DATE: &str =
    r#"{"type": "string", "pattern": "^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?|([0-9]{2}){1,5})?$"}"#;
const FORMAT: &str = r#"{"type": "string", "enum": ["json", "xml", "dot", "graphml", "gexf", "csv",
    "svg", "tree-json", "tree-xml", "tree-csv", "tree-svg", "sitemap"]}"#;
const NEWEST: &str = r#"{"type": "integer", "minimum": 1, "maximum": 1000, "default": 50}"#;
const COUNT: &str = r#"{"type": "integer", "minimum": 1, "maximum": 1000, "default": 200}"#;
const DISTANCE: &str = r#"{"type": "integer", "minimum": 1, "maximum": 50, "default": 5}"#;
const MATCH: &str =
    r#"{"type": "string", "enum": ["exact", "prefix", "host", "domain"], "default": "exact"}"#;
const TABLE: &str =
    r#"{"type": "string", "enum": ["year", "kind", "type", "status", "host", "job", "outcome"]}"#;
const REASON: &str = r#"{"type": "string", "minLength": 1, "maxLength": 8000}"#;
const JOB: &str = "the name of the job";
const BOOLEAN: &str = r#"{"type": "boolean"}"#;
const WAIT: &str = r#"{"type": "string", "enum":
    ["in-flight", "turn", "pause", "complaint", "failures", "closed", "nothing"]}"#;
const ORDER: &str = r#"{"type": "string", "pattern": "^-?(host|queued|archived|bytes|next|why)$"}"#;
const REQUEST_LIST: &str =
    r#"{"type": "string", "enum": ["all", "mine", "refreshed"], "default": "all"}"#;
const CURSOR: &str = "where the page begins: `next` of the one before";

/// Draws a page, or does what a form says.
type Draw = fn(&Call) -> Response<Body>;

/// All routes of the app origin.
pub(crate) fn table() -> Vec<Route> {
    let mut routes = pages();
    routes.extend(staff_pages());
    routes.extend(job_pages());
    routes.extend(reading());
    routes.extend(map_pages());
    routes.extend(map_calls());
    routes.extend(rules());
    routes.extend(keeping());
    routes.extend(harvests());
    routes.extend(steering());
    routes.extend(people());
    routes.extend(own());
    routes.extend(asking());
    routes
}

/// Pages and files.
fn pages() -> Vec<Route> {
    let get = |path, access, handler| Route::new(Method::GET, path, access, handler);
    let post = |path, access, handler| Route::new(Method::POST, path, access, handler);
    let read =
        |path, handler| Route::new(Method::GET, path, Reading, handler).scope(TokenScope::Read);
    vec![
        read("/", Page(|it| on(it, handlers::home))),
        read("/captures/", Page(|it| on(it, handlers::home))),
        read("/captures/{*url}", Page(|it| on(it, handlers::captures))),
        read("/compare", Page(|it| on(it, handlers::compare))),
        read("/replay/{*rest}", Page(|it| on(it, handlers::shell))),
        read("/search", Page(|it| on(it, handlers::search))),
        read("/textsearch", Page(|it| on(it, handlers::text_search))),
        read("/imagesearch", Page(|it| on(it, handlers::image_search))),
        read("/collections", Form(handlers::keeping_pages::collections)),
        read("/collections/{name}", Page(|it| on(it, handlers::home))),
        read("/collections/{name}/", Page(|it| on(it, handlers::home))),
        read("/collections/{name}/captures/", Page(|it| on(it, handlers::home))),
        read("/collections/{name}/captures/{*url}", Page(|it| on(it, handlers::captures))),
        read("/collections/{name}/compare", Page(|it| on(it, handlers::compare))),
        read("/collections/{name}/search", Page(|it| on(it, handlers::search))),
        read("/collections/{name}/replay/{*rest}", Page(|it| on(it, handlers::shell))),
        get(
            "/static/{name}",
            Everybody,
            Page(|it| on(it, async |Path(name): Path<String>| asset(&name))),
        ),
        get("/metrics", LocalOr(PersonRole::Operator), Page(|it| on(it, handlers::metrics)))
            .scope(TokenScope::Jobs),
        get("/sign-in", Everybody, Form(handlers::ask_sign_in)),
        post("/sign-in", Everybody, Form(handlers::sign_in)).heavy(),
        post("/sign-out", Everybody, Form(handlers::sign_out)),
        get("/start/{link}", Everybody, Form(handlers::ask_start)),
        post("/start/{link}", Everybody, Form(handlers::start)).heavy(),
    ]
}

/// Pages of people's own, and of those who look after rules and people.
fn staff_pages() -> Vec<Route> {
    let get = |path, role, draw: Draw| Route::new(Method::GET, path, Role(role), Form(draw));
    let post = |path, role, draw: Draw| Route::new(Method::POST, path, Role(role), Form(draw));
    let (reader, curator, admin) = (PersonRole::Reader, PersonRole::Curator, PersonRole::Admin);
    vec![
        get("/account", reader, handlers::account),
        post("/account/password", reader, handlers::another_password).heavy(),
        post("/account/tokens", reader, handlers::add_token),
        post("/account/tokens/{id}/remove", reader, handlers::remove_token),
        get("/projects", reader, handlers::project_pages::projects),
        post("/projects", reader, handlers::project_pages::add),
        get("/projects/{id}", reader, handlers::project_pages::project),
        post("/projects/{id}", reader, handlers::project_pages::edit),
        post("/projects/{id}/remove", reader, handlers::project_pages::remove),
        get("/requests", reader, handlers::request_pages::requests),
        post("/requests", reader, handlers::request_pages::add),
        get("/requests/new", reader, handlers::request_pages::ask_new),
        post("/requests/favourites/ask", reader, handlers::request_pages::ask_favourite),
        post("/requests/favourites/remove", reader, handlers::request_pages::remove_favourite),
        post("/requests/favourites/rename", reader, handlers::request_pages::rename_favourite),
        get("/requests/{id}", reader, handlers::request_pages::request),
        get("/requests/{id}/result", reader, handlers::request_pages::result),
        post("/requests/{id}/cancel", reader, handlers::request_pages::cancel),
        post("/requests/{id}/again", reader, handlers::request_pages::again),
        post("/requests/{id}/sooner", reader, handlers::request_pages::sooner),
        post("/requests/{id}/favourite", reader, handlers::request_pages::name),
        get("/access", curator, handlers::rule_pages::rules),
        post("/access", curator, handlers::rule_pages::new),
        post("/access/undo", curator, handlers::rule_pages::take_back),
        post("/access/{id}/remove", curator, handlers::rule_pages::remove),
        get("/people", admin, handlers::people),
        post("/people", admin, handlers::add_person),
        get("/people/{name}", admin, handlers::person),
        post("/people/{name}", admin, handlers::edit_person),
        post("/people/{name}/link", admin, handlers::make_link),
        get("/audit", admin, handlers::audit),
        get("/webhooks", admin, handlers::webhooks),
        post("/webhooks", admin, handlers::add_webhook),
        post("/webhooks/{id}/remove", admin, handlers::remove_webhook),
        post("/webhooks/{id}/resume", admin, handlers::resume_webhook),
    ]
}

/// Pages of operators.
fn job_pages() -> Vec<Route> {
    let operator = Role(PersonRole::Operator);
    let get = |path, draw: Draw| Route::new(Method::GET, path, operator, Form(draw));
    let post = |path, draw: Draw| Route::new(Method::POST, path, operator, Form(draw));
    vec![
        get("/archive", handlers::archive),
        get("/archive/checks", handlers::keeping_pages::checks),
        get("/archive/migrations", handlers::keeping_pages::migrations),
        get("/archive/migrations/{name}", handlers::keeping_pages::migration),
        get("/jobs", handlers::jobs::jobs),
        get("/jobs/new", handlers::jobs::ask_new),
        post("/jobs/new", handlers::jobs::add),
        get("/jobs/{name}", handlers::jobs::job),
        // The same, for a job whose name is that of another page.
        get("/jobs/{name}/now", handlers::jobs::job),
        get("/jobs/{name}/hosts", handlers::jobs::hosts),
        Route::new(
            Method::GET,
            "/jobs/{name}/hosts.csv",
            operator,
            Page(|it| on(it, hosts::hosts_csv)),
        ),
        get("/jobs/{name}/verdicts/{*url}", handlers::jobs::verdict).long(),
        get("/jobs/{name}/outcomes", handlers::jobs::outcomes).long(),
        get("/jobs/{name}/verdicts", handlers::jobs::verdicts).long(),
        get("/jobs/{name}/reports", handlers::jobs::reports).long(),
        get("/jobs/{name}/reports/{report}", handlers::jobs::report).long(),
        get("/jobs/{name}/settings", handlers::jobs::settings),
        post("/jobs/{name}/settings", handlers::jobs::save_settings),
        get("/jobs/{name}/settings/file", handlers::jobs::ask_file),
        post("/jobs/{name}/settings/file", handlers::jobs::save_file),
        post("/jobs/{name}/limit", handlers::jobs::change_limit),
        post("/jobs/{name}/seeds", handlers::jobs::more_seeds),
        post("/jobs/{name}/start", handlers::jobs::start),
        post("/jobs/{name}/again", handlers::jobs::again),
        post("/jobs/{name}/pace", handlers::jobs::pace),
        post("/jobs/{name}/pause", handlers::jobs::pause),
        post("/jobs/{name}/resume", handlers::jobs::resume),
        post("/jobs/{name}/checkpoint", handlers::jobs::checkpoint),
        post("/jobs/{name}/rescope", handlers::jobs::rescope),
        get("/jobs/{name}/stop", handlers::jobs::ask_stop),
        post("/jobs/{name}/stop", handlers::jobs::stop),
        get("/why", handlers::why).long(),
        get("/why/{*url}", handlers::why_address),
    ]
}

/// What readers ask for.
fn reading() -> Vec<Route> {
    let get =
        |path, handler| Route::new(Method::GET, path, Reading, handler).scope(TokenScope::Read);
    vec![
        Route::new(Method::GET, "/api/v1/openapi.json", Everybody, Api(openapi::document))
            .about("This document.")
            .answers_with(200, "application/json"),
        get("/api/v1/captures", Api(captures::list))
            .about("Captures of an address, or of addresses that begin alike, by address and time.")
            .needs("url", URL, "the address")
            .may("match", MATCH, "which addresses are meant")
            .may("from", SOME_TIME, "not before: 4 to 14 digits")
            .may("to", SOME_TIME, "not after: 4 to 14 digits")
            .may("project", ID, "only captures of addresses that belong to this project")
            .may("limit", LIMIT, "captures on a page")
            .may("cursor", TEXT, CURSOR)
            .answers::<wire::CapturePage>(200),
        get("/api/v1/capture", Api(captures::one))
            .about("One capture, with the head of its answer.")
            .needs("url", URL, "the address")
            .needs("time", TIME, "when it was captured")
            .answers::<wire::CaptureDetail>(200),
        get("/api/v1/history", Api(captures::history))
            .about("The captures of an address day by day.")
            .needs("url", URL, "the address")
            .may("project", ID, "only captures that belong to this project")
            .answers::<wire::History>(200),
        get("/api/v1/collections", Api(keeping::list_collections))
            .about("Named parts of the archive: those that are defined, and harvests.")
            .answers::<wire::CollectionList>(200),
        get("/api/v1/stats", Api(archive::summary))
            .about("The archive in numbers, as far as the reader may know them.")
            .answers::<wire::ArchiveSummary>(200),
    ]
}

/// Pages about maps of sites.
fn map_pages() -> Vec<Route> {
    let get =
        |path, handler| Route::new(Method::GET, path, Reading, handler).scope(TokenScope::Read);
    let feed = |path, run| {
        let route = get(path, Form(run)).long().needs("host", HOST, "the host of the site");
        route.may("newest", NEWEST, "so many changes, the newest ones")
    };
    vec![
        get("/maps", Form(handlers::map_pages::sites)),
        get("/maps/{host}", Form(handlers::map_pages::overview)),
        get("/maps/{host}/tree", Form(handlers::map_pages::tree)),
        get("/maps/{host}/folders", Form(handlers::map_pages::folders)),
        get("/maps/{host}/sheet", Form(handlers::map_pages::sheet)),
        get("/maps/{host}/dead", Form(handlers::map_pages::dead)),
        get("/maps/{host}/complete", Form(handlers::map_pages::complete)),
        get("/maps/{host}/rank", Form(handlers::map_pages::rank)),
        get("/maps/{host}/catalogue", Form(handlers::map_pages::catalogue)).long(),
        get("/maps/{host}/hosts", Form(handlers::map_pages::hosts)),
        get("/maps/{host}/types", Form(handlers::map_pages::types)),
        feed("/maps/{host}/changes.atom", handlers::map_pages::changes::atom)
            .about("What is new, changed or gone on a site, as an Atom feed.")
            .answers_with(200, "application/atom+xml"),
        feed("/maps/{host}/changes.rss", handlers::map_pages::changes::rss)
            .about("What is new, changed or gone on a site, as an RSS feed.")
            .answers_with(200, "application/rss+xml"),
        get("/maps/{host}/nearest", Page(|it| on(it, maps::nearest))),
    ]
}

/// What readers ask about maps of sites.
fn map_calls() -> Vec<Route> {
    let get = |path, handler| {
        let route = Route::new(Method::GET, path, Reading, handler).scope(TokenScope::Read);
        route.may("date", DATE, "the map as of this time")
    };
    let of_site =
        |path, handler| get(path, handler).needs("host", HOST, "the host of the site").long();
    let listed = |path, run| {
        let route = of_site(path, Api(run)).may("limit", LIMIT, "items on a page");
        route.may("cursor", TEXT, CURSOR).answers::<map_wire::MapList>(200)
    };
    vec![
        get("/api/v1/maps", Api(maps::sites))
            .long()
            .about("The sites that the map knows, those with most pages first.")
            .may("limit", LIMIT, "sites on a page")
            .may("cursor", TEXT, CURSOR)
            .answers::<map_wire::MapSiteList>(200),
        of_site("/api/v1/maps/{host}", Api(maps::figures))
            .about("The numbers of a site.")
            .answers::<map_wire::MapFigures>(200),
        listed("/api/v1/maps/{host}/tree", maps::tree)
            .about("The documents of a site by clicks from its home page, depth by depth.")
            .may("from", URL, "only the documents directly below this one"),
        listed("/api/v1/maps/{host}/dead", maps::dead)
            .about("Targets of dead links, each with up to 20 of the pages that hold them."),
        listed("/api/v1/maps/{host}/rank", maps::rank)
            .about("The most important documents of a site by PageRank."),
        listed("/api/v1/maps/{host}/in", maps::in_links)
            .about("Links to a page of the site, from the whole archive.")
            .needs("url", URL, "the address of the page"),
        listed("/api/v1/maps/{host}/out", maps::out_links)
            .about("Links of a page of the site, in the order of the document.")
            .needs("url", URL, "the address of the page"),
        listed("/api/v1/maps/{host}/near-pages", maps::near_pages)
            .about("Pages of the site whose addresses and titles are nearest to an address.")
            .needs("url", URL, "the address; it need not exist"),
        listed("/api/v1/maps/{host}/folders", words::folders).about(
            "The folders of a site with sums of their documents, each above those within it.",
        ),
        listed("/api/v1/maps/{host}/sheet", words::sheet)
            .about("The pages of a site with titles, headings and what is missing or doubled."),
        listed("/api/v1/maps/{host}/complete", words::complete)
            .about("Pages of a site with parts that the archive lacks, and why."),
        listed("/api/v1/maps/{host}/catalogue", words::catalogue)
            .about(
                "Pages of a site in groups, by their key words. The archive needs a search index.",
            )
            .may("lang", TEXT, "only pages in this language")
            .may("pages", COUNT, "so many pages are read"),
        get("/api/v1/near", Api(words::near))
            .long()
            .about("Words near those of a query, the most relevant first.")
            .needs("q", TEXT, "the words")
            .may("site", TEXT, "only documents of this host")
            .may("lang", TEXT, "only documents in this language")
            .may("distance", DISTANCE, "greatest distance in words")
            .may("documents", COUNT, "so many documents are read")
            .may("limit", LIMIT, "words on a page")
            .may("cursor", TEXT, CURSOR)
            .answers::<map_wire::MapList>(200),
        of_site("/api/v1/maps/{host}/export", Page(|it| on(it, maps::export)))
            .about("The map of a site as a file: graph, tree, picture or sitemap.")
            .needs("format", FORMAT, "the format")
            .answers_with(200, "*/*"),
    ]
}

/// What curators ask for and change.
fn rules() -> Vec<Route> {
    let new = |method, path, handler| {
        Route::new(method, path, Role(PersonRole::Curator), handler).scope(TokenScope::Rules)
    };
    vec![
        new(Method::GET, "/api/v1/rules", Api(access::list))
            .about("The rules of access by number.")
            .may("limit", LIMIT, "rules on a page")
            .may("cursor", TEXT, CURSOR)
            .answers::<wire::RulePage>(200),
        new(Method::POST, "/api/v1/rules", Api(access::add))
            .about("Adds a rule. It holds at once.")
            .takes::<wire::NewRule>()
            .answers::<wire::RuleChange>(201),
        new(Method::DELETE, "/api/v1/rules/{id}", Api(access::remove))
            .about("Removes a rule. It stays in the log.")
            .needs("id", ID, "the number of the rule")
            .needs("why", REASON, "the reason, kept in the log")
            .answers::<wire::RuleChange>(200),
        new(Method::POST, "/api/v1/rules/undo", Api(access::undo))
            .about("Takes a change back, the latest one without a number.")
            .takes::<wire::UndoRules>()
            .answers::<wire::RuleChange>(200),
        new(Method::GET, "/api/v1/rules/log", Api(access::log))
            .about("Who changed rules, when and why, the first change first.")
            .may("limit", LIMIT, "changes on a page")
            .may("cursor", TEXT, CURSOR)
            .answers::<wire::RuleLogPage>(200),
        new(Method::GET, "/api/v1/rules/check", Api(access::check))
            .about("Which rule decides about an address, and why the others do not.")
            .needs("url", URL, "the address")
            .may("time", SOME_TIME, "the capture nearest to this time")
            .may("group", TEXT, "a group that the reader belongs to")
            .answers::<wire::RuleCheck>(200),
    ]
}

/// What operators ask for.
fn keeping() -> Vec<Route> {
    let get = |path, handler| {
        Route::new(Method::GET, path, Role(PersonRole::Operator), handler).scope(TokenScope::Jobs)
    };
    vec![
        Route::new(
            Method::GET,
            "/api/v1/record",
            LocalOr(PersonRole::Operator),
            Page(|it| on(it, handlers::record)),
        )
        .scope(TokenScope::Jobs)
        .about("A record as it is stored. Programs on this machine need no token.")
        .needs("file", TEXT, "the file, as the catalogue names it")
        .needs("offset", ID, "where the record begins")
        .answers_with(200, "application/warc"),
        get("/api/v1/stats/{table}", Api(archive::table))
            .about("All captures, also those that may not be shown, counted by a property.")
            .needs("table", TABLE, "by what they are counted")
            .may("limit", LIMIT, "rows")
            .answers::<wire::StatsRows>(200),
        get("/api/v1/checks", Api(keeping::checks))
            .about("The last checks of files, those with something wrong first.")
            .may("limit", LIMIT, "files of each kind")
            .answers::<wire::CheckSummary>(200),
        get("/api/v1/migrations", Api(keeping::migrations))
            .about("Runs of migrations below `migrations` of the archive.")
            .answers::<wire::MigrationList>(200),
        get("/api/v1/migrations/{name}", Api(keeping::migration))
            .about("A run of a migration with its summary.")
            .needs("name", TEXT, "the name of its folder")
            .answers::<wire::MigrationDetail>(200),
        get("/api/v1/followers", Api(archive::followers))
            .about("How far everything that is derived from captures is.")
            .answers::<wire::FollowerList>(200),
        Route::new(
            Method::GET,
            "/api/v1/events",
            Role(PersonRole::Operator),
            Page(|it| on(it, events::events)),
        )
        .scope(TokenScope::Events)
        .about("What happens, as server-sent events. `Last-Event-ID` goes on behind an event.")
        .may("after", ID, "go on behind this event; from now on without it")
        .answers_with(200, "text/event-stream"),
    ]
}

/// What operators ask about harvests.
fn harvests() -> Vec<Route> {
    let get = |path, handler| {
        Route::new(Method::GET, path, Role(PersonRole::Operator), handler).scope(TokenScope::Jobs)
    };
    let of_job = |path, handler| get(path, handler).needs("name", TEXT, JOB);
    vec![
        get("/api/v1/jobs", Api(jobs::list))
            .about("The jobs of the archive with their state and alarms.")
            .answers::<wire::JobList>(200),
        get("/api/v1/harvests", Api(steer::duty))
            .about("Which process runs the jobs when they are due, and which one has the archive.")
            .answers::<wire::HarvestDuty>(200),
        of_job("/api/v1/jobs/{name}", Api(jobs::one))
            .about("A job with its state and alarms.")
            .answers::<wire::Job>(200),
        get("/api/v1/settings", Api(settings::keys))
            .about("All settings of jobs, with what each does and can be.")
            .answers::<wire::SettingList>(200),
        get("/api/v1/profiles", Api(settings::profiles))
            .about("What a new job can begin with.")
            .answers::<wire::BeginningList>(200),
        of_job("/api/v1/jobs/{name}/settings", Api(settings::show))
            .about("The job.toml of a job. Its tag is its revision.")
            .answers::<wire::JobSettingsText>(200),
        of_job("/api/v1/jobs/{name}/status", Api(steer::status))
            .about("The progress of a job that runs; a problem if it does not.")
            .answers::<wire::JobStatus>(200),
        of_job("/api/v1/jobs/{name}/live", Page(|it| on(it, live::live)))
            .about("The same once a second, as server-sent events, in words for pages.")
            .answers_with(200, "text/event-stream"),
        of_job("/api/v1/jobs/{name}/tally", Api(tally::tally))
            .about("What became of the addresses of a job so far: outcomes, statuses, types, troubles.")
            .answers::<wire::JobCounts>(200),
        of_job("/api/v1/jobs/{name}/rates", Api(tally::rates))
            .about("How fast a harvest was in the last 90 minutes, or before it ended.")
            .answers::<wire::RateList>(200),
        of_job("/api/v1/jobs/{name}/hosts", Api(hosts::hosts))
            .about("Hosts of a job with what each is waiting for; by the log if it does not run.")
            .may("part", TEXT, "only hosts with this in their name")
            .may("why", WAIT, "only hosts that wait for this")
            .may("order", ORDER, "by which column; with a hyphen in the opposite order")
            .may("limit", LIMIT, "hosts on a page")
            .may("cursor", TEXT, CURSOR)
            .answers::<wire::HostList>(200),
        of_job("/api/v1/jobs/{name}/largest", Api(largest::largest))
            .about("The hosts and media types of a job with the most bytes.")
            .answers::<wire::LargestAnswer>(200),
        of_job("/api/v1/jobs/{name}/sources", Api(largest::sources))
            .about(
                "How complete each source was in the last round that has ended, beside the round before. Those that \
                 have fallen most come first.",
            )
            .may("limit", LIMIT, "sources on a page")
            .may("cursor", TEXT, CURSOR)
            .answers::<wire::SourceList>(200),
        of_job("/api/v1/jobs/{name}/reports", Api(findings::reports))
            .long()
            .about("The names of the reports of a job.")
            .answers::<wire::ReportNames>(200),
        of_job("/api/v1/jobs/{name}/reports/{report}", Api(findings::report))
            .long()
            .about("A report of a job, counted now.")
            .needs("report", TEXT, "the name of the report")
            .answers_with(200, "text/plain"),
        of_job("/api/v1/jobs/{name}/outcomes", Api(findings::outcomes))
            .long()
            .about("What became of the addresses of a job, in the order in which they ended.")
            .may("outcome", TEXT, "only this outcome, `rejected`, or `waiting`")
            .may("limit", LIMIT, "addresses on a page")
            .may("cursor", TEXT, CURSOR)
            .answers::<wire::OutcomeRows>(200),
        of_job("/api/v1/jobs/{name}/verdicts", Api(findings::verdicts))
            .long()
            .about("The verdicts of a national harvest with their evidence.")
            .may("url", URL, "only verdicts on this address")
            .may("valid", BOOLEAN, "only pages that belong to the nation, or only others")
            .may("limit", LIMIT, "verdicts on a page")
            .may("cursor", TEXT, CURSOR)
            .answers::<wire::VerdictRows>(200),
        get("/api/v1/why", Api(findings::why))
            .long()
            .about("What became of an address in each harvest, and why.")
            .needs("url", URL, "the address")
            .may("job", TEXT, "only this job")
            .answers::<wire::WhyAnswer>(200),
    ]
}

/// What operators do with harvests.
fn steering() -> Vec<Route> {
    let post = |path, handler| {
        Route::new(Method::POST, path, Role(PersonRole::Operator), handler).scope(TokenScope::Jobs)
    };
    let act = |path, handler: fn(&Call) -> ApiResult, about| {
        post(path, Api(handler))
            .about(about)
            .needs("name", TEXT, JOB)
            .takes::<wire::Nothing>()
            .answers::<wire::Steered>(200)
    };
    vec![
        post("/api/v1/jobs", Api(jobs::add))
            .about("Adds a job. Whoever runs the jobs (`serve --harvest`, `harvest --watch`) starts it.")
            .takes::<wire::NewJob>()
            .answers::<wire::Job>(201),
        Route::new(
            Method::PATCH,
            "/api/v1/jobs/{name}/settings",
            Role(PersonRole::Operator),
            Api(settings::edit),
        )
        .scope(TokenScope::Jobs)
        .about(
            "Changes settings of a job; the rest of its file stays as it is. `If-Match` is respected. The answer says \
             what counts at once and what from the next run on.",
        )
        .needs("name", TEXT, JOB)
        .takes::<wire::SettingsChange>()
        .answers::<wire::ChangedJobSettings>(200),
        Route::new(
            Method::PUT,
            "/api/v1/jobs/{name}/settings",
            Role(PersonRole::Operator),
            Api(settings::put),
        )
        .scope(TokenScope::Jobs)
        .about(
            "Replaces the job.toml of a job. `If-Match` is respected. The answer says what counts at once and what \
             from the next run on.",
        )
        .needs("name", TEXT, JOB)
        .takes::<wire::SettingsText>()
        .answers::<wire::ChangedJobSettings>(200),
        post("/api/v1/scope", Api(settings::ask_scope))
            .about("What the scope of a job says about an address. Nothing is fetched or changed.")
            .takes::<wire::ScopeQuestion>()
            .answers::<wire::ScopeAnswer>(200),
        post("/api/v1/jobs/{name}/start", Api(steer::start))
            .about("Asks for a job that does not run. Whoever runs the jobs starts it within ten seconds.")
            .needs("name", TEXT, JOB)
            .takes::<wire::StartWish>()
            .answers::<wire::HarvestDuty>(200),
        act("/api/v1/jobs/{name}/pause", steer::pause, "Lets a harvest start no new requests."),
        act("/api/v1/jobs/{name}/resume", steer::resume, "Lets a paused harvest go on."),
        act(
            "/api/v1/jobs/{name}/stop",
            steer::stop,
            "Ends a run after the requests under way. It can go on later.",
        ),
        act("/api/v1/jobs/{name}/checkpoint", steer::checkpoint, "Saves the state to disk now."),
        act("/api/v1/jobs/{name}/rescope", steer::rescope, "Applies the scope to the queue."),
        post("/api/v1/jobs/{name}/limit", Api(steer::limit))
            .about("Changes a limit of a harvest, also for later runs.")
            .needs("name", TEXT, JOB)
            .takes::<wire::LimitChange>()
            .answers::<wire::Steered>(200),
        post("/api/v1/jobs/{name}/seeds", Api(steer::seeds))
            .about("Adds seeds to a harvest, also for later runs.")
            .needs("name", TEXT, JOB)
            .takes::<wire::MoreSeeds>()
            .answers::<wire::Steered>(200),
        post("/api/v1/jobs/{name}/pace", Api(steer::pace))
            .about("Gives a host its usual pause again.")
            .needs("name", TEXT, JOB)
            .takes::<wire::NamedHost>()
            .answers::<wire::Steered>(200),
    ]
}

/// What administrators decide.
fn people() -> Vec<Route> {
    let new = |method, path, handler| {
        Route::new(method, path, Role(PersonRole::Admin), handler).scope(TokenScope::People)
    };
    vec![
        new(Method::GET, "/api/v1/people", Api(persons::list))
            .about("All people by name.")
            .answers::<wire::PersonList>(200),
        new(Method::POST, "/api/v1/people", Api(persons::add))
            .about("Adds a person. They choose a password with a link.")
            .takes::<wire::NewPerson>()
            .answers::<wire::PersonItem>(201),
        new(Method::GET, "/api/v1/people/{name}", Api(persons::one))
            .about("A person.")
            .needs("name", TEXT, "the name")
            .answers::<wire::PersonItem>(200),
        new(Method::PATCH, "/api/v1/people/{name}", Api(persons::edit))
            .about(
                "Changes role, groups, or whether the person may sign in. `If-Match` is respected.",
            )
            .needs("name", TEXT, "the name")
            .takes::<wire::PersonChange>()
            .answers::<wire::PersonItem>(200),
        // A link gives everything that the person may do: for people only.
        Route::new(
            Method::POST,
            "/api/v1/people/{name}/link",
            Role(PersonRole::Admin),
            Api(persons::link),
        )
        .about("A link by which the person chooses a password. Not for programs.")
        .needs("name", TEXT, "the name")
        .takes::<wire::Nothing>()
        .answers::<wire::StartLink>(201),
        new(Method::GET, "/api/v1/webhooks", Api(webhooks::list))
            .about("Programs that are told of events.")
            .answers::<wire::WebhookList>(200),
        new(Method::POST, "/api/v1/webhooks", Api(webhooks::add))
            .about("Tells a program of events from now on. Messages are signed with the key of the answer.")
            .takes::<wire::NewWebhook>()
            .answers::<wire::MadeWebhook>(201),
        new(Method::DELETE, "/api/v1/webhooks/{id}", Api(webhooks::remove))
            .about("Tells a program no more.")
            .needs("id", ID, "its number")
            .answers::<wire::Done>(200),
        new(Method::POST, "/api/v1/webhooks/{id}/resume", Api(webhooks::resume))
            .about("Lets a parked webhook go on where it stopped.")
            .needs("id", ID, "its number")
            .takes::<wire::Nothing>()
            .answers::<wire::Done>(200),
        new(Method::GET, "/api/v1/audit", Api(persons::audit))
            .about("What people did, the latest first.")
            .may("limit", LIMIT, "lines on a page")
            .may("cursor", TEXT, CURSOR)
            .answers::<wire::AuditPage>(200),
    ]
}

/// What belongs to whoever asks.
fn own() -> Vec<Route> {
    let project = |method, path, handler| {
        Route::new(method, path, Role(PersonRole::Reader), handler).scope(TokenScope::Projects)
    };
    // A program must not be able to give itself more than it has.
    let own = |method, path, handler| Route::new(method, path, Role(PersonRole::Reader), handler);
    vec![
        Route::new(Method::GET, "/api/v1/me", Everybody, Api(persons::me))
            .about("Who asks.")
            .answers::<wire::Me>(200),
        own(Method::POST, "/api/v1/me/password", Api(persons::password))
            .heavy()
            .about("Another password. All other sessions end. Not for programs.")
            .takes::<wire::NewPassword>()
            .answers::<wire::Done>(200),
        own(Method::GET, "/api/v1/tokens", Api(tokens::list))
            .about("Your tokens. Not for programs.")
            .answers::<wire::TokenList>(200),
        own(Method::POST, "/api/v1/tokens", Api(tokens::add))
            .about("A new token. Its secret is told once. Not for programs.")
            .takes::<wire::NewToken>()
            .answers::<wire::MadeToken>(201),
        own(Method::DELETE, "/api/v1/tokens/{id}", Api(tokens::remove))
            .about("Removes a token. Not for programs.")
            .needs("id", ID, "the number of the token")
            .answers::<wire::Done>(200),
        project(Method::GET, "/api/v1/projects", Api(projects::list))
            .about("Your projects and those that are shared, by number.")
            .may("limit", LIMIT, "projects on a page")
            .may("cursor", TEXT, CURSOR)
            .answers::<wire::ProjectPage>(200),
        project(Method::POST, "/api/v1/projects", Api(projects::add))
            .about("A new project.")
            .takes::<wire::ProjectBody>()
            .answers::<wire::ProjectItem>(201),
        project(Method::GET, "/api/v1/projects/{id}", Api(projects::one))
            .about("A project.")
            .needs("id", ID, "its number")
            .answers::<wire::ProjectItem>(200),
        project(Method::PUT, "/api/v1/projects/{id}", Api(projects::edit))
            .about("Changes a project of yours. `If-Match` is respected.")
            .needs("id", ID, "its number")
            .takes::<wire::ProjectBody>()
            .answers::<wire::ProjectItem>(200),
        project(Method::DELETE, "/api/v1/projects/{id}", Api(projects::remove))
            .about("Removes a project of yours. `If-Match` is respected.")
            .needs("id", ID, "its number")
            .answers::<wire::Done>(200),
    ]
}

/// What people ask for that takes longer than a moment.
fn asking() -> Vec<Route> {
    let new = |method, path, handler| {
        Route::new(method, path, Role(PersonRole::Reader), handler).scope(TokenScope::Requests)
    };
    vec![
        new(Method::GET, "/api/v1/packages", Api(requests::packages))
            .about("The kinds of work that you may ask for.")
            .answers::<wire::PackageList>(200),
        new(Method::GET, "/api/v1/favourites", Api(requests::favourites))
            .about("Questions that you have given a name.")
            .answers::<wire::FavouriteList>(200),
        new(Method::PUT, "/api/v1/favourites/{name}", Api(requests::set_favourite))
            .about("Gives a question a name; a favourite of that name is replaced.")
            .needs("name", TEXT, "the name")
            .takes::<wire::FavouriteChange>()
            .answers::<wire::FavouriteItem>(200),
        new(Method::DELETE, "/api/v1/favourites/{name}", Api(requests::remove_favourite))
            .about("Removes a favourite.")
            .needs("name", TEXT, "the name")
            .answers::<wire::Done>(200),
        new(Method::POST, "/api/v1/favourites/{name}/rename", Api(requests::rename_favourite))
            .about("Gives a favourite another name.")
            .needs("name", TEXT, "the name")
            .takes::<wire::NewName>()
            .answers::<wire::FavouriteItem>(200),
        new(Method::POST, "/api/v1/favourites/{name}/ask", Api(requests::ask_favourite))
            .about("Asks what a favourite asks.")
            .needs("name", TEXT, "the name")
            .takes::<wire::Nothing>()
            .answers::<wire::RequestItem>(201),
        new(Method::GET, "/api/v1/requests", Api(requests::list))
            .about("Requests that you may see, the newest first.")
            .may("list", REQUEST_LIST, "which of them")
            .may("limit", LIMIT, "requests on a page")
            .may("cursor", TEXT, CURSOR)
            .answers::<wire::RequestPage>(200),
        new(Method::POST, "/api/v1/requests", Api(requests::submit))
            .about("Asks for work. The same question with equal rights is one request.")
            .takes::<wire::NewRequestBody>()
            .answers::<wire::RequestItem>(201),
        new(Method::GET, "/api/v1/requests/{id}", Api(requests::one))
            .about("A request with its log.")
            .needs("id", ID, "its number")
            .answers::<wire::RequestDetail>(200),
        new(Method::POST, "/api/v1/requests/{id}/cancel", Api(requests::cancel))
            .about("Cancels a request. It ends when nobody else wants it.")
            .needs("id", ID, "its number")
            .takes::<wire::Nothing>()
            .answers::<wire::RequestNow>(200),
        new(Method::POST, "/api/v1/requests/{id}/again", Api(requests::again))
            .about("Asks for the same again.")
            .needs("id", ID, "its number")
            .takes::<wire::Nothing>()
            .answers::<wire::RequestItem>(201),
        new(Method::GET, "/api/v1/requests/{id}/result", Form(requests::result))
            .about("The result of a request, as a file.")
            .needs("id", ID, "its number")
            .answers_with(200, "application/octet-stream"),
    ]
}
