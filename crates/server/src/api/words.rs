//! What pages are about, in their own words, and what they lack: words near others, pages of a site by their key words,
//! the table of pages, missing parts.

use super::maps::{date, host_of, page_of, wanted};
use super::{ApiResult, Call, Problem, ProblemKind};
use crate::maps::open;
use stodola_app::map::folder_rows;
use stodola_app::search::{NearQuery, SiteTopics, TextSearchError, TopicQuery};
use stodola_search::SearchError;

/// Documents that are read for words near others, if the request does not say how many, and at most.
const DOCUMENTS: u64 = 200;
const DOCUMENTS_MAX: u64 = 1000;
/// Distance in words, likewise.
const DISTANCE: u64 = 5;
const DISTANCE_MAX: u64 = 50;
/// Words that are found, the most relevant ones.
const WORDS_MAX: usize = 1000;
/// Groups of pages of a site.
const GROUPS: usize = 40;

/// Words near those of a query.
pub(crate) fn near(call: &Call) -> ApiResult {
    let query = NearQuery {
        text: call.needed("q")?.to_owned(),
        narrowing: narrowing(call, &["site", "lang", "date"]),
        distance: number(call, "distance", DISTANCE, DISTANCE_MAX)?,
        documents: number(call, "documents", DOCUMENTS, DOCUMENTS_MAX)?,
        limit: WORDS_MAX,
    };
    let gate = call.shared.gate(&call.reader)?;
    let found = call.shared.finder()?.near(&query, &gate)?;
    page_of(call, found.words.len(), found.words.iter())
}

/// Pages of a site in groups, by their key words.
pub(crate) fn catalogue(call: &Call) -> ApiResult {
    let found = topics(call)??;
    page_of(call, found.sections.len(), found.sections.iter())
}

/// The groups of the site that the path names. What went wrong with the index is told apart: not every archive has one.
pub(crate) fn topics(call: &Call) -> Result<Result<SiteTopics, TextSearchError>, Problem> {
    let mut narrowing = narrowing(call, &["lang"]);
    if date(call)?.is_some() {
        // A map is as of a date: what was captured later does not count, what was captured earlier does.
        let text = call.query.get("date").unwrap_or_default();
        let digits: String = text.chars().filter(char::is_ascii_digit).take(14).collect();
        narrowing += &format!(" date:\"..{digits}\"");
    }
    let query = TopicQuery {
        site: host_of(call)?,
        narrowing,
        pages: number(call, "pages", DOCUMENTS, DOCUMENTS_MAX)?,
        groups: GROUPS,
    };
    let gate = call.shared.gate(&call.reader)?;
    Ok(call.shared.finder().and_then(|finder| finder.topics(&query, &gate)))
}

/// The pages of a site with titles, headings and what is missing.
pub(crate) fn sheet(call: &Call) -> ApiResult {
    let eyes = call.shared.map_eyes(&call.reader)?;
    let opened = open(&call.shared.archive, &wanted(call)?, eyes.gate)?;
    let sheet = opened.view()?.sheet(false)?;
    page_of(call, sheet.pages.len(), sheet.pages.iter())
}

/// Pages of a site with parts that the archive lacks.
pub(crate) fn complete(call: &Call) -> ApiResult {
    let eyes = call.shared.map_eyes(&call.reader)?;
    let opened = open(&call.shared.archive, &wanted(call)?, eyes.gate)?;
    let found = opened.view()?.completeness()?;
    page_of(call, found.pages.len(), found.pages.iter())
}

/// The folders of a site, each above those within it.
pub(crate) fn folders(call: &Call) -> ApiResult {
    let eyes = call.shared.map_eyes(&call.reader)?;
    let opened = open(&call.shared.archive, &wanted(call)?, eyes.gate)?;
    let tree = opened.view()?.folder_tree()?;
    let rows = folder_rows(&tree);
    page_of(call, rows.len(), rows.iter())
}

/// Filters of the query of a search. Quoted, so that nothing in them means anything else.
fn narrowing(call: &Call, names: &[&'static str]) -> String {
    let filters = names.iter().filter_map(|name| {
        let value = call.query.get(name)?.replace(['"', '„', '“', '”'], "");
        (!value.trim().is_empty()).then(|| format!("{name}:\"{value}\""))
    });
    filters.collect::<Vec<_>>().join(" ")
}

fn number(call: &Call, name: &'static str, usual: u64, most: u64) -> Result<usize, Problem> {
    let wrong = || Problem::with(ProblemKind::BadRequest, format!("{name}: 1 to {most}"));
    let number = call.query.number(name).map_err(|_| wrong())?.unwrap_or(usual);
    let number = Some(number).filter(|number| (1..=most).contains(number));
    usize::try_from(number.ok_or_else(wrong)?).map_err(|_| wrong())
}

impl From<TextSearchError> for Problem {
    fn from(error: TextSearchError) -> Problem {
        match error {
            TextSearchError::Query(_) | TextSearchError::Cursor => {
                Problem::caused(ProblemKind::BadRequest, error)
            }
            TextSearchError::Search(SearchError::NoIndex) => {
                Problem::caused(ProblemKind::NotFound, error)
            }
            TextSearchError::Search(SearchError::Busy) => Problem::new(ProblemKind::Busy).after(2),
            _ => Problem::caused(ProblemKind::Fault, error),
        }
    }
}
