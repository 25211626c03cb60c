//! Maps of sites: numbers, trees, dead links, ranks, links of a page, files for other programs.

use super::map_wire::{MapFigures, MapHost, MapList, MapShare, MapSite, MapSiteList};
use super::{ApiAnswer, ApiResult, Call, Problem, ProblemKind, cursor};
use crate::http::{json as json_answer, work};
use crate::maps::{MapAnswer, MapSubject, MapWanted, open};
use crate::settings::ReadingPolicy;
use crate::state::Shared;
use axum::body::Body;
use axum::http::{HeaderValue, Response, StatusCode, header};
use serde::Serialize;
use serde_json::{Map, Value};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use stodola_access::{Moment, RulePlace};
use stodola_app::map::{
    HostLinks, MapExportSettings, MapFormat, OpenedMap, RankedNode, SiteRow, SiteSurvey,
    SurveyShare,
};
use stodola_archive::key_of;

/// How long programs wait for a map that has to be made first.
const PATIENCE: Duration = Duration::from_secs(20);
const COME_BACK: u64 = 2;
/// Pages that a site is offered for its page "not found", if it does not say how many, and at most.
const NEAREST: u64 = 5;
const NEAREST_MAX: u64 = 20;
/// Links to a page that are listed.
const IN_MAX: usize = 10_000;

/// The site that a name means; a problem unless it is the name of a host.
pub(crate) fn site(host: &str) -> Result<RulePlace, Problem> {
    let wrong = || Problem::with(ProblemKind::NotFound, "host: not the name of a host");
    let is_name = |it: char| it.is_alphanumeric() || ".-_:[]".contains(it);
    if host.len() > 300 || !host.chars().all(is_name) {
        return Err(wrong());
    }
    match host.parse() {
        Ok(place @ RulePlace::Host(_)) => Ok(place),
        Ok(_) | Err(_) => Err(wrong()),
    }
}

/// The time that the query asks for; `None` if it names none.
pub(crate) fn date(call: &Call) -> Result<Option<Moment>, Problem> {
    let Some(text) = call.query.get("date").map(str::trim).filter(|it| !it.is_empty()) else {
        return Ok(None);
    };
    let wrong = || Problem::with(ProblemKind::BadRequest, "date: not a time such as 2015-06-30");
    Moment::parse_last(text).map(Some).ok_or_else(wrong)
}

/// The host that the path names, as people write it.
pub(crate) fn host_of(call: &Call) -> Result<String, Problem> {
    let host = call.path("host").to_lowercase();
    site(&host)?;
    Ok(host)
}

/// What a request about a site asks for.
pub(crate) fn wanted(call: &Call) -> Result<MapWanted, Problem> {
    Ok(MapWanted {
        site: Some(site(call.path("host"))?),
        date: date(call)?,
        subject: MapSubject::Survey,
    })
}

/// Why a map could not be made.
pub(crate) fn failed(call: &Call, wanted: &MapWanted, said: &dyn ToString) -> Problem {
    let again = call.shared.map_eyes(&call.reader).map_err(Problem::from);
    match again.map(|eyes| open(&call.shared.archive, wanted, eyes.gate)) {
        Err(problem) => problem,
        Ok(Err(error)) => error.into(),
        Ok(Ok(_)) => Problem::caused(ProblemKind::Fault, said.to_string()),
    }
}

/// The survey of the site that the path names.
fn survey(call: &Call) -> Result<Arc<SiteSurvey>, Problem> {
    let wanted = wanted(call)?;
    match call.shared.map(&call.reader, &wanted, PATIENCE)? {
        Some(MapAnswer::Site(survey)) if is_known(&survey) => Ok(survey),
        Some(MapAnswer::Site(_) | MapAnswer::Sites(_) | MapAnswer::List(_)) => {
            Err(Problem::with(ProblemKind::NotFound, "host: the map has nothing of it"))
        }
        Some(MapAnswer::Failed(error)) => Err(failed(call, &wanted, &error)),
        None => Err(Problem::new(ProblemKind::Busy).after(COME_BACK)),
    }
}

/// Whether there is anything of a site that may be shown.
pub(crate) fn is_known(survey: &SiteSurvey) -> bool {
    survey.figures.pages + survey.figures.files > 0
}

pub(crate) fn sites(call: &Call) -> ApiResult {
    let wanted = MapWanted { site: None, date: date(call)?, subject: MapSubject::Survey };
    let found = match call.shared.map(&call.reader, &wanted, PATIENCE)? {
        Some(MapAnswer::Sites(sites)) => sites,
        Some(MapAnswer::Failed(error)) => return Err(failed(call, &wanted, &error)),
        Some(MapAnswer::Site(_) | MapAnswer::List(_)) | None => {
            return Err(Problem::new(ProblemKind::Busy).after(COME_BACK));
        }
    };
    let (from, limit) = (skip(call)?, call.limit()?);
    let item =
        |row: &SiteRow| MapSite { host: row.host.clone(), pages: row.pages, files: row.files };
    let items: Vec<MapSite> = found.0.iter().skip(from).take(limit).map(item).collect();
    let next = next_of(from + items.len(), found.0.len(), items.is_empty());
    ApiAnswer::new(&MapSiteList { total: found.1, items, next })
}

pub(crate) fn figures(call: &Call) -> ApiResult {
    let survey = survey(call)?;
    let share =
        |it: &SurveyShare| MapShare { name: it.name.clone(), count: it.count, bytes: it.bytes };
    let host = |it: &HostLinks| MapHost { host: it.host.clone(), links: it.links };
    let figures = survey.figures.clone();
    ApiAnswer::new(&MapFigures {
        host: call.path("host").to_lowercase(),
        home: figures.home,
        newest: figures.newest,
        pages: figures.pages,
        files: figures.files,
        bytes: figures.bytes,
        links_inside: figures.links_inside,
        links_out: figures.links_out,
        hosts_out: figures.hosts_out,
        dead_links: figures.dead_links,
        dead_targets: figures.dead_targets,
        unreached: figures.unreached,
        dangling: figures.dangling,
        depths: figures.depths,
        kinds: survey.kinds.iter().map(share).collect(),
        languages: survey.languages.iter().map(share).collect(),
        states: survey.states.iter().map(share).collect(),
        years: survey.years.iter().map(share).collect(),
        links_from: survey.links_from.iter().map(share).collect(),
        links_to: survey.links_to.iter().map(share).collect(),
        from_hosts: survey.from_hosts.iter().map(host).collect(),
        to_hosts: survey.to_hosts.iter().map(host).collect(),
        farm_sources: survey.farm.as_ref().map_or(0, |it| it.sources),
        farm_captives: survey.farm.as_ref().map_or(0, |it| it.captives),
    })
}

/// The whole tree, or with `from` the documents directly below one.
pub(crate) fn tree(call: &Call) -> ApiResult {
    let survey = survey(call)?;
    let rows = match call.query.get("from") {
        None => 0..survey.reached(),
        Some(uri) => {
            let missing = || Problem::with(ProblemKind::NotFound, "from: not in the tree");
            survey.children(survey.find(uri).ok_or_else(missing)?)
        }
    };
    page_of(call, rows.len(), rows.map(|row| survey.tree_page(row)))
}

pub(crate) fn dead(call: &Call) -> ApiResult {
    let survey = survey(call)?;
    page_of(call, survey.dead.len(), survey.dead.iter())
}

pub(crate) fn rank(call: &Call) -> ApiResult {
    let survey = survey(call)?;
    let node = |place: &u32| {
        let page = &survey.pages[*place as usize];
        RankedNode { uri: page.uri.clone(), rank: page.rank }
    };
    page_of(call, survey.ranked.len(), survey.ranked.iter().map(node))
}

pub(crate) fn near_pages(call: &Call) -> ApiResult {
    let near = survey(call)?.near_pages(address(call)?, call.limit()?);
    page_of(call, near.len(), near.iter())
}

pub(crate) fn in_links(call: &Call) -> ApiResult {
    let found = all_of(call)?.view()?.in_links(address(call)?, IN_MAX)?;
    page_of(call, found.links.len(), found.links.iter())
}

pub(crate) fn out_links(call: &Call) -> ApiResult {
    let links = all_of(call)?.view()?.out_links(address(call)?)?;
    page_of(call, links.len(), links.iter())
}

/// The address that the query names. It has to be one of the site.
fn address(call: &Call) -> Result<&str, Problem> {
    let url = call.needed("url")?;
    match site(call.path("host"))?.contains(&key_of(url.as_bytes())) {
        true => Ok(url),
        false => Err(Problem::with(ProblemKind::BadRequest, "url: not an address of the host")),
    }
}

/// The map of everything that may be seen: links come from other sites, too.
fn all_of(call: &Call) -> Result<OpenedMap, Problem> {
    let wanted = MapWanted { site: None, date: date(call)?, subject: MapSubject::Survey };
    let eyes = call.shared.map_eyes(&call.reader)?;
    Ok(open(&call.shared.archive, &wanted, eyes.gate)?)
}

fn skip(call: &Call) -> Result<usize, Problem> {
    Ok(cursor::number(call)?.and_then(|it| usize::try_from(it).ok()).unwrap_or(0))
}

fn next_of(end: usize, total: usize, is_empty: bool) -> Option<String> {
    (end < total && !is_empty).then(|| cursor::of_number(end as i64))
}

/// A page of a list.
pub(crate) fn page_of<T: Serialize>(
    call: &Call,
    total: usize,
    rows: impl Iterator<Item = T>,
) -> ApiResult {
    let (from, limit) = (skip(call)?, call.limit()?);
    let mut items: Vec<Map<String, Value>> = Vec::new();
    for row in rows.skip(from).take(limit) {
        let value = serde_json::to_value(row);
        match value.map_err(|error| Problem::caused(ProblemKind::Fault, error))? {
            Value::Object(item) => items.push(item),
            _ => return Err(Problem::new(ProblemKind::Fault)),
        }
    }
    let next = next_of(from + items.len(), total, items.is_empty());
    ApiAnswer::new(&MapList { total: total as u64, items, next })
}

/// What a format is called in downloads: media type and ending.
fn kind_of(name: &str) -> (&'static str, &'static str) {
    match name {
        "json" | "tree-json" => ("application/json", "json"),
        "csv" | "tree-csv" => ("text/csv; charset=utf-8", "csv"),
        "dot" => ("text/vnd.graphviz; charset=utf-8", "dot"),
        "graphml" => ("application/xml", "graphml"),
        "gexf" => ("application/xml", "gexf"),
        "svg" | "tree-svg" => ("image/svg+xml", "svg"),
        _ => ("application/xml", "xml"),
    }
}

/// The map of a site as a file.
pub(crate) async fn export(call: Call) -> Response<Body> {
    let (language, path) = (call.language, call.uri.path().to_owned());
    let shared = call.shared.clone();
    let opened = match work(move || open_export(&call)).await {
        Ok(opened) => opened,
        Err(error) => Err(Problem::caused(ProblemKind::Fault, error)),
    };
    let (opened, name, format) = match opened {
        Ok(opened) => opened,
        Err(problem) => return problem.respond(language, &path),
    };
    let settings = MapExportSettings::of_site(format);
    let body = shared.writers.begin(move |out| {
        let view = opened.view().map_err(io::Error::other)?;
        view.export(&settings, out).map_err(io::Error::other)?;
        Ok(())
    });
    let Some(body) = body else {
        return Problem::new(ProblemKind::Busy).after(COME_BACK).respond(language, &path);
    };
    let (kind, ending) = kind_of(&name);
    let mut answer = Response::new(body);
    let headers = answer.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    let file = if name == "sitemap" { "sitemap" } else { "map" };
    if let Ok(save) = HeaderValue::try_from(format!("attachment; filename=\"{file}.{ending}\"")) {
        headers.insert(header::CONTENT_DISPOSITION, save);
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

fn open_export(call: &Call) -> Result<(OpenedMap, String, MapFormat), Problem> {
    let name = call.needed("format")?.to_owned();
    let names: Vec<&str> = MapFormat::ALL.iter().map(|(name, _)| *name).collect();
    let format = MapFormat::from_name(&name).ok_or_else(|| {
        Problem::with(ProblemKind::BadRequest, format!("format: one of {}", names.join(", ")))
    })?;
    let mut wanted = wanted(call)?;
    // The picture of a single host would be a dot.
    if format == MapFormat::HostPicture {
        wanted.site = None;
    }
    let eyes = call.shared.map_eyes(&call.reader)?;
    Ok((open(&call.shared.archive, &wanted, eyes.gate)?, name, format))
}

/// `/maps/HOST/nearest?url=`: the pages nearest to an address, for a script on the site's page "not found". Every site
/// may ask where reading is open; the answer is what everybody may see.
pub(crate) async fn nearest(call: Call) -> Response<Body> {
    let (language, path) = (call.language, call.uri.path().to_owned());
    // Where readers have to be somewhere or somebody, their browsers must not read for other sites.
    let is_open = matches!(call.shared.reading, ReadingPolicy::Open);
    // A place has to be kept as long as the work goes on.
    let place = call.shared.readings.take().await;
    let found = match place {
        Err(problem) => Err(problem),
        Ok(place) => {
            let found = work(move || {
                let found = nearest_json(&call);
                drop(place);
                found
            });
            found.await.unwrap_or_else(|error| Err(Problem::caused(ProblemKind::Fault, error)))
        }
    };
    let mut answer = match found {
        Ok(text) => json_answer(StatusCode::OK, text),
        Err(problem) => problem.respond(language, &path),
    };
    let headers = answer.headers_mut();
    if is_open {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    }
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    answer
}

fn nearest_json(call: &Call) -> Result<String, Problem> {
    let wrong = || Problem::with(ProblemKind::BadRequest, format!("limit: 1 to {NEAREST_MAX}"));
    let limit = call.query.number("limit").map_err(|_| wrong())?.unwrap_or(NEAREST);
    let limit = Some(limit).filter(|it| (1..=NEAREST_MAX).contains(it)).ok_or_else(wrong)?;
    let url = address(call)?;
    let (site, subject) = (Some(site(call.path("host"))?), MapSubject::Survey);
    let wanted = MapWanted { site, date: None, subject };
    let eyes = call.shared.public_eyes()?;
    let shared: &Shared = &call.shared;
    let near = match shared.maps.ask(&shared.archive, &wanted, eyes, PATIENCE)? {
        Some(MapAnswer::Site(survey)) => survey.near_pages(url, limit as usize),
        Some(MapAnswer::Failed(error)) => return Err(failed(call, &wanted, &error)),
        Some(MapAnswer::Sites(_) | MapAnswer::List(_)) | None => {
            return Err(Problem::new(ProblemKind::Busy).after(COME_BACK));
        }
    };
    serde_json::to_string(&near).map_err(|error| Problem::caused(ProblemKind::Fault, error))
}

#[cfg(test)]
mod tests {
    use super::site;

    #[test]
    fn only_names_of_hosts_are_sites() {
        for (host, is_site) in [
            ("a.example", true),
            ("www.a.example:8080", true),
            ("[::1]", true),
            ("příklad.example", true),
            ("", false),
            ("*", false),
            ("*.example", false),
            ("../../etc", false),
            ("a.example/x", false),
            ("exact:cz", false),
            ("surt:cz", false),
            ("a\"><script>", false),
            ("a%00b", false),
        ] {
            assert_eq!(site(host).is_ok(), is_site, "{host}");
        }
        assert!(site(&"a".repeat(301)).is_err());
    }
}
