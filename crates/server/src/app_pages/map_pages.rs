//! `/maps`: the sites that the map of the archive knows, and each of them: trees, pages, dead links, missing parts,
//! ranks, neighbours, groups by key words.
//!
//! Everything but these groups is drawn from surveys and lists that the server keeps. A page shows some hundred
//! documents at most; what is below them has an address of its own.

mod catalogue;
pub(crate) mod changes;
mod folders;
mod lists;
mod parts;
mod picture;
mod sheet;
mod tree;

use super::format::{grouped, moment};
use super::page::{MessageLink, MessagePage, PageFrame, problem_page};
use super::sheet::{Block, Cell, FieldView, FormView, Sheet, SheetTab, TableView, frame};
use crate::api::maps::{date, failed, is_known, wanted};
use crate::api::words::topics;
use crate::api::{Call, Problem, ProblemKind};
use crate::http::redirect;
use crate::maps::{KeptList, MapAnswer, MapSubject, MapWanted, SiteList};
use askama::Template;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use std::sync::Arc;
use std::time::Duration;
use stodola_app::cdx::form_encoded;
use stodola_app::changes::FeedFormat;
use stodola_app::map::{
    DeadSettings, MapQueryError, MapView, SiteRow, SiteSurvey, folder_rows, map_state,
};
use stodola_archive::Stamp;

/// How long a page waits for a map that has to be made first. Then it says so, and loads again.
const PATIENCE: Duration = Duration::from_millis(250);
/// Seconds after which it does.
const AGAIN: &str = "2";
/// Sites on a page.
const SITES: usize = 200;
/// The command that makes a map.
const COMMAND: &str = "stodola archive rebuild --only map --archive archive";

/// A page about a site.
#[derive(Template)]
#[template(path = "map.html")]
struct MapPage<'p> {
    page: &'p PageFrame,
    host: String,
    /// Which time it is of.
    about: String,
    /// What stands in the field for a date.
    date: String,
    /// Where the field for a date leads.
    action: String,
    /// The same for programs.
    json: String,
    /// Feeds of what changes on the site: media type and address.
    feeds: [(&'static str, String); 2],
    /// Addresses and names of files.
    exports: Vec<(String, String)>,
    /// What is said above the figures; empty for nothing.
    sentence: String,
    figures: Vec<MapFigure>,
    tabs: Vec<SheetTab>,
    left: Vec<MapPart>,
    right: Vec<MapPart>,
}

/// A number of a site.
struct MapFigure {
    label: String,
    value: String,
    note: String,
    is_bad: bool,
}

/// A section of a page about a site.
struct MapPart {
    id: &'static str,
    heading: String,
    /// What stands beside the heading, and where it leads.
    aside: String,
    href: Option<String>,
    /// Markup; everything in it that is not ours is escaped.
    body: String,
}

/// A site, and how it is looked at.
struct MapSight<'s> {
    page: &'s PageFrame,
    survey: &'s SiteSurvey,
    host: &'s str,
    /// The date as it was asked for; empty for none.
    date: &'s str,
}

impl MapSight<'_> {
    /// The address of a page about the site, of the same date.
    fn link(&self, below: &str, pairs: &[(&str, &str)]) -> String {
        with_query(format!("/maps/{}{below}", form_encoded(self.host)), &self.pairs(pairs))
    }

    /// The address of a function of the API about the site, of the same date.
    fn api(&self, below: &str, pairs: &[(&str, &str)]) -> String {
        with_query(format!("/api/v1/maps/{}{below}", form_encoded(self.host)), &self.pairs(pairs))
    }

    fn pairs<'p>(&'p self, pairs: &[(&'p str, &'p str)]) -> Vec<(&'p str, &'p str)> {
        let date = Some(("date", self.date)).filter(|(_, date)| !date.is_empty());
        pairs.iter().copied().chain(date).collect()
    }
}

fn with_query(path: String, pairs: &[(&str, &str)]) -> String {
    let pairs: Vec<String> =
        pairs.iter().map(|(name, value)| format!("{name}={}", form_encoded(value))).collect();
    if pairs.is_empty() { path } else { format!("{path}?{}", pairs.join("&")) }
}

/// The tabs: what is behind the address of the site, what they are called, and where the API has the same.
const TABS: [(&str, &str, &str); 10] = [
    ("", "web-map-overview", ""),
    ("/tree", "web-map-tree", "/tree"),
    ("/folders", "web-map-folders", "/folders"),
    ("/sheet", "web-map-sheet-tab", "/sheet"),
    ("/dead", "web-map-dead", "/dead"),
    ("/complete", "web-map-complete", "/complete"),
    ("/rank", "web-map-rank", "/rank"),
    ("/catalogue", "web-map-catalogue-tab", "/catalogue"),
    ("/hosts", "web-map-hosts", ""),
    ("/types", "web-map-types", ""),
];

/// Sections on the left and on the right.
type Parts = (Vec<MapPart>, Vec<MapPart>);

pub(crate) fn overview(call: &Call) -> Response<Body> {
    draw(call, "", |sight| {
        let left = vec![tree::overview(sight), picture::neighbours(sight)];
        let right = vec![lists::dead_few(sight), lists::rank_few(sight), picture::clicks(sight)];
        Ok((left, right))
    })
}

pub(crate) fn tree(call: &Call) -> Response<Body> {
    draw(call, "/tree", |sight| tree::whole(sight, call).map(|part| (part, Vec::new())))
}

pub(crate) fn dead(call: &Call) -> Response<Body> {
    if wants_csv(call) {
        let made = |view: &MapView<'_>| Ok(view.dead(&DeadSettings::default())?.rows);
        return saved(call, made, |rows| lists::dead_csv(&rows));
    }
    draw(call, "/dead", |sight| Ok((lists::dead(sight, call), Vec::new())))
}

pub(crate) fn folders(call: &Call) -> Response<Body> {
    if wants_csv(call) {
        let made = |view: &MapView<'_>| Ok(folder_rows(&view.folder_tree()?));
        return saved(call, made, |rows| folders::folders_csv(&rows));
    }
    draw_list(call, "/folders", MapSubject::Folders, |sight, kept| match &kept.list {
        SiteList::Folders(rows) => {
            Ok((vec![folders::part(sight, call, rows, kept.left_out)?], Vec::new()))
        }
        SiteList::Sheet(_) | SiteList::Parts(_) => Err(Problem::new(ProblemKind::Fault)),
    })
}

pub(crate) fn sheet(call: &Call) -> Response<Body> {
    if wants_csv(call) {
        return saved(call, |view| view.sheet(false), |sheet| sheet::sheet_csv(&sheet));
    }
    draw_list(call, "/sheet", MapSubject::Sheet, |sight, kept| match &kept.list {
        SiteList::Sheet(sheet) => {
            Ok((vec![sheet::part(sight, call, sheet, kept.left_out)?], Vec::new()))
        }
        SiteList::Folders(_) | SiteList::Parts(_) => Err(Problem::new(ProblemKind::Fault)),
    })
}

pub(crate) fn complete(call: &Call) -> Response<Body> {
    if wants_csv(call) {
        return saved(call, |view| view.completeness(), |report| parts::parts_csv(&report));
    }
    draw_list(call, "/complete", MapSubject::Parts, |sight, kept| match &kept.list {
        SiteList::Parts(report) => parts::parts(sight, call, report, kept.left_out),
        SiteList::Folders(_) | SiteList::Sheet(_) => Err(Problem::new(ProblemKind::Fault)),
    })
}

/// The pages of the site in groups. They are read for each request, so only few of them are answered at a time.
pub(crate) fn catalogue(call: &Call) -> Response<Body> {
    if wants_csv(call) {
        return match topics(call).and_then(|found| Ok(found?)) {
            Ok(topics) => catalogue::groups_csv(&topics),
            Err(problem) => problem_page(&frame(call, "maps"), &problem),
        };
    }
    draw(call, "/catalogue", |sight| {
        Ok((vec![catalogue::part(sight, call, topics(call)?)?], Vec::new()))
    })
}

fn wants_csv(call: &Call) -> bool {
    call.query.get("format") == Some("csv")
}

/// A list as a file, made for this request: more than is kept for pages.
fn saved<T>(
    call: &Call,
    make: impl FnOnce(&MapView<'_>) -> Result<T, MapQueryError>,
    file: impl FnOnce(T) -> Response<Body>,
) -> Response<Body> {
    let made = || -> Result<T, Problem> {
        let _place = call.shared.readings.take_now()?;
        let gate = call.shared.map_eyes(&call.reader)?.gate;
        let opened = crate::maps::open(&call.shared.archive, &wanted(call)?, gate)?;
        Ok(make(&opened.view()?)?)
    };
    match made() {
        Ok(list) => file(list),
        Err(problem) => problem_page(&frame(call, "maps"), &problem),
    }
}

/// How many rows the request leaves out at the beginning of a list.
fn skipped(call: &Call) -> usize {
    let skip = call.query.number("skip").ok().flatten().unwrap_or(0);
    usize::try_from(skip).unwrap_or(usize::MAX)
}

pub(crate) fn rank(call: &Call) -> Response<Body> {
    draw(call, "/rank", |sight| Ok((vec![lists::rank(sight)], Vec::new())))
}

pub(crate) fn hosts(call: &Call) -> Response<Body> {
    draw(call, "/hosts", |sight| Ok((lists::hosts(sight), vec![picture::neighbours(sight)])))
}

pub(crate) fn types(call: &Call) -> Response<Body> {
    draw(call, "/types", |sight| Ok(lists::types(sight)))
}

/// What a request is about, or the answer in its place.
fn asked(call: &Call, subject: MapSubject) -> Result<MapAnswer, Box<Response<Body>>> {
    let page = frame(call, "maps");
    let refuse = |problem: &Problem| Box::new(problem_page(&page, problem));
    let wanted = wanted(call).map_err(|problem| refuse(&problem))?;
    let wanted = MapWanted { subject, ..wanted };
    if map_state(&call.shared.archive).is_none() {
        return Err(Box::new(no_map(&page, StatusCode::NOT_FOUND)));
    }
    match call.shared.map(&call.reader, &wanted, PATIENCE) {
        Ok(Some(MapAnswer::Failed(error))) => Err(refuse(&failed(call, &wanted, &error))),
        Ok(Some(answer)) => Ok(answer),
        Ok(None) => Err(Box::new(not_yet(&page))),
        Err(problem) => Err(refuse(&problem)),
    }
}

/// The survey that a request is about, or the answer in its place.
fn surveyed(call: &Call) -> Result<Arc<SiteSurvey>, Box<Response<Body>>> {
    match asked(call, MapSubject::Survey)? {
        MapAnswer::Site(survey) if is_known(&survey) => Ok(survey),
        MapAnswer::Site(_) | MapAnswer::Sites(_) | MapAnswer::List(_) | MapAnswer::Failed(_) => {
            Err(Box::new(unknown(&frame(call, "maps"))))
        }
    }
}

/// Draws a page about a list that is not in the survey.
fn draw_list(
    call: &Call,
    tab: &'static str,
    subject: MapSubject,
    parts: impl FnOnce(&MapSight<'_>, &KeptList) -> Result<Parts, Problem>,
) -> Response<Body> {
    // Of a site that the map does not know there is no list.
    let found = surveyed(call).and_then(|_| asked(call, subject));
    match found {
        Ok(MapAnswer::List(list)) => draw(call, tab, |sight| parts(sight, &list)),
        Ok(MapAnswer::Site(_) | MapAnswer::Sites(_) | MapAnswer::Failed(_)) => {
            problem_page(&frame(call, "maps"), &Problem::new(ProblemKind::Fault))
        }
        Err(answer) => *answer,
    }
}

fn draw(
    call: &Call,
    tab: &'static str,
    parts: impl FnOnce(&MapSight<'_>) -> Result<Parts, Problem>,
) -> Response<Body> {
    let page = frame(call, "maps");
    let survey = match surveyed(call) {
        Ok(survey) => survey,
        Err(answer) => return *answer,
    };
    let date = call.query.get("date").map(str::trim).unwrap_or_default();
    // With or without `www`, as it was asked for.
    let host = call.path("host").to_lowercase();
    let sight = MapSight { page: &page, survey: &survey, host: &host, date };
    let (left, right) = match parts(&sight) {
        Ok(parts) => parts,
        Err(problem) => return problem_page(&page, &problem),
    };
    let formats = [
        ("XML", "tree-xml"),
        ("JSON", "tree-json"),
        ("GraphML", "graphml"),
        ("SVG", "tree-svg"),
        ("CSV", "tree-csv"),
        ("sitemap.xml", "sitemap"),
    ];
    let exports = formats
        .map(|(name, format)| (sight.api("/export", &[("format", format)]), name.to_owned()));
    let shown = MapPage {
        page: &page,
        host: sight.host.to_owned(),
        about: about(&sight),
        date: date.to_owned(),
        action: format!("/maps/{}{tab}", form_encoded(sight.host)),
        json: sight.api(TABS.iter().find(|it| it.0 == tab).map_or("", |it| it.2), &[]),
        feeds: [FeedFormat::Atom, FeedFormat::Rss].map(|format| feed(&sight, format)),
        exports: exports.into(),
        sentence: sentence(&sight),
        figures: figures(&sight),
        tabs: tabs(&sight, tab),
        left,
        right,
    };
    page.answer(StatusCode::OK, &shown)
}

/// Media type and address of the feed of a site. A feed has no date: it has the newest changes.
fn feed(sight: &MapSight<'_>, format: FeedFormat) -> (&'static str, String) {
    let name = match format {
        FeedFormat::Atom => "changes.atom",
        FeedFormat::Rss => "changes.rss",
    };
    (format.media_type(), format!("/maps/{}/{name}", form_encoded(sight.host)))
}

fn tabs(sight: &MapSight<'_>, shown: &str) -> Vec<SheetTab> {
    let tab = |(below, key, _): (&str, &str, &str)| SheetTab {
        href: sight.link(below, &[]),
        text: sight.page.t(key),
        is_shown: below == shown,
    };
    TABS.into_iter().map(tab).collect()
}

/// Which time the map is of.
fn about(sight: &MapSight<'_>) -> String {
    let newest = sight.survey.figures.newest.as_deref().and_then(Stamp::parse);
    let newest = newest.map(|time| moment(sight.page.language, time)).unwrap_or_default();
    match sight.date {
        "" => sight.page.say("web-map-newest", &[("time", newest.into())]),
        date => sight.page.say("web-map-as-of", &[("date", date.into()), ("time", newest.into())]),
    }
}

/// What a colleague would say of the site.
fn sentence(sight: &MapSight<'_>) -> String {
    let (page, figures) = (sight.page, &sight.survey.figures);
    let dead = match figures.dead_links {
        0 => page.t("web-map-none-dead"),
        links => page.count("web-map-some-dead", links),
    };
    let mut words = vec![page.count("web-map-has-pages", figures.pages), dead];
    if figures.unreached > 0 {
        words.push(page.count("web-map-some-unreached", figures.unreached));
    }
    if sight.survey.left_out > 0 {
        words.push(page.count("web-map-left-out", sight.survey.left_out));
    }
    words.join(" ")
}

fn figures(sight: &MapSight<'_>) -> Vec<MapFigure> {
    let (page, numbers) = (sight.page, &sight.survey.figures);
    let figure = |key: &str, value: String, note: String| MapFigure {
        label: page.t(key),
        value,
        note,
        is_bad: false,
    };
    let deepest = (numbers.depths.len() as u64).saturating_sub(1);
    let all: u64 = numbers.depths.iter().sum();
    let mut within = 0;
    let half = numbers.depths.iter().position(|count| {
        within += count;
        within * 2 >= all
    });
    let half = page.count("web-map-half-within", half.unwrap_or(0) as u64);
    let bytes = stodola_text::size(page.language, numbers.bytes);
    let in_all = page.say("web-map-in-all", &[("size", bytes.into())]);
    vec![
        figure("web-map-pages", grouped(numbers.pages), in_all),
        figure("web-map-files", grouped(numbers.files), String::new()),
        figure("web-map-links-inside", grouped(numbers.links_inside), String::new()),
        figure(
            "web-map-links-out",
            grouped(numbers.links_out),
            page.count("web-map-to-hosts", numbers.hosts_out),
        ),
        MapFigure {
            is_bad: numbers.dead_links > 0,
            ..figure(
                "web-map-dead",
                grouped(numbers.dead_links),
                page.count("web-map-addresses", numbers.dead_targets),
            )
        },
        figure("web-map-unreached", grouped(numbers.unreached), String::new()),
        figure("web-map-deepest", page.count("web-map-clicks-away", deepest), half),
    ]
}

/// `/maps`: all sites, and a field for an address.
pub(crate) fn sites(call: &Call) -> Response<Body> {
    let page = frame(call, "maps");
    if let Some(address) = call.query.get("q").map(str::trim).filter(|it| !it.is_empty()) {
        return match host_in(address) {
            Some(host) => {
                redirect(StatusCode::SEE_OTHER, &format!("/maps/{}", form_encoded(&host)))
            }
            None => {
                let problem = Problem::with(ProblemKind::BadRequest, "q: not an address");
                problem_page(&page, &problem)
            }
        };
    }
    if map_state(&call.shared.archive).is_none() {
        return no_map(&page, StatusCode::OK);
    }
    let date = match date(call) {
        Ok(date) => date,
        Err(problem) => return problem_page(&page, &problem),
    };
    let wanted = MapWanted { site: None, date, subject: MapSubject::Survey };
    let found = match call.shared.map(&call.reader, &wanted, PATIENCE) {
        Ok(Some(MapAnswer::Sites(sites))) => sites,
        Ok(Some(MapAnswer::Failed(error))) => {
            return problem_page(&page, &failed(call, &wanted, &error));
        }
        Ok(Some(MapAnswer::Site(_) | MapAnswer::List(_)) | None) => return not_yet(&page),
        Err(problem) => return problem_page(&page, &problem),
    };
    let skip = skipped(call).min(found.0.len());
    let mut sheet = Sheet::new(&page, page.t("web-maps"));
    sheet.lead.push(page.t("web-maps-about"));
    let field = FieldView::new("q", page.t("web-maps-find"), "").needed();
    let form =
        FormView::get("/maps", page.t("web-maps-open")).field(field.example("www.example.cz"));
    sheet.section("find", page.t("web-maps-find"), vec![Block::Form(form)]);
    let row = |row: &SiteRow| {
        vec![
            Cell::link(format!("/maps/{}", form_encoded(&row.host)), row.host.clone()),
            Cell::number(row.pages),
            Cell::number(row.files),
        ]
    };
    let table = TableView {
        caption: page.t("web-maps-sites"),
        head: vec![
            (page.t("web-maps-site"), false),
            (page.t("web-map-pages"), true),
            (page.t("web-maps-all"), true),
        ],
        rows: found.0.iter().skip(skip).take(SITES).map(row).collect(),
        empty: page.t("web-archive-nothing"),
    };
    let mut blocks = vec![Block::Text(page.count("web-maps-count", found.1)), Block::Table(table)];
    let mut steps = Vec::new();
    if skip > 0 {
        let before = skip.saturating_sub(SITES);
        steps.push((format!("/maps?skip={before}"), page.t("web-map-before")));
    }
    if skip + SITES < found.0.len() {
        steps.push((format!("/maps?skip={}", skip + SITES), page.t("web-map-after")));
    }
    if !steps.is_empty() {
        blocks.push(Block::Links(steps));
    }
    sheet.section("sites", page.t("web-maps-sites"), blocks);
    sheet.respond(StatusCode::OK)
}

/// The host of what somebody typed: an address or a name.
fn host_in(typed: &str) -> Option<String> {
    let rest = typed.split_once("://").map_or(typed, |(_, rest)| rest);
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let host = rest[..end].rsplit('@').next()?.to_lowercase();
    crate::api::maps::site(&host).is_ok().then_some(host)
}

/// The page for an archive without a map.
fn no_map(page: &PageFrame, status: StatusCode) -> Response<Body> {
    let mut sheet = Sheet::new(page, page.t("web-maps-none"));
    sheet.lead.push(page.t("web-maps-none-why"));
    let blocks = vec![Block::Plain(COMMAND.to_owned())];
    sheet.section("make", page.t("web-maps-make"), blocks);
    sheet.respond(status)
}

/// The page for a site that the map has nothing of, or nothing that may be shown.
fn unknown(page: &PageFrame) -> Response<Body> {
    let maps =
        MessageLink { href: "/maps".into(), text: page.t("web-maps-sites"), is_outside: false };
    let message = MessagePage {
        title: page.t("web-map-unknown"),
        paragraphs: vec![page.t("web-map-unknown-why")],
        links: vec![maps],
        page,
    };
    page.answer(StatusCode::NOT_FOUND, &message)
}

/// The page while a map is being made. It loads again by itself.
fn not_yet(page: &PageFrame) -> Response<Body> {
    let message = MessagePage {
        title: page.t("web-map-wait"),
        paragraphs: vec![page.t("web-map-wait-why")],
        links: Vec::new(),
        page,
    };
    let mut answer = page.answer(StatusCode::ACCEPTED, &message);
    let headers = answer.headers_mut();
    headers.insert(header::REFRESH, HeaderValue::from_static(AGAIN));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

#[cfg(test)]
mod tests {
    use super::host_in;

    #[test]
    fn hosts_are_found_in_what_people_type() {
        for (typed, host) in [
            ("www.A.example", Some("www.a.example")),
            ("https://u@a.example:8080/x?y#z", Some("a.example:8080")),
            ("a b", None),
            ("<script>", None),
            ("", None),
        ] {
            assert_eq!(host_in(typed).as_deref(), host, "{typed}");
        }
    }
}
