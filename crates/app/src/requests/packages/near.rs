//! `near`: words that stand near words, in the documents that fit them best.

use super::{FieldForm, PackageKind, PackageRun, QuestionField, area};
use crate::requests::RequestNote;
use crate::requests::listing::{FORMAT, Listing, TEMPLATE, facts};
use crate::search::{NearQuery, NearSettings, near};
use serde_json::json;
use stodola_access::people::PersonRole;
use stodola_search::NearWord;
use stodola_work::{WorkFailure, WorkResult};

const DAY: i64 = 86_400;
/// The greatest distance, number of documents and number of words that a question may have.
const DISTANCE_MAX: u64 = 50;
const DOCUMENTS_MAX: u64 = 2_000;
const WORDS_MAX: u64 = 10_000;

pub(super) const KIND: PackageKind = PackageKind {
    name: "near",
    version: 1,
    at_once: 2,
    reuse: DAY,
    role: PersonRole::Reader,
    shows_captures: true,
    fields: &[
        QuestionField::needed("words", FieldForm::Text),
        area::SITE,
        QuestionField::optional("lang", FieldForm::Text),
        area::DATE,
        QuestionField::optional("distance", FieldForm::Number),
        QuestionField::optional("documents", FieldForm::Number),
        QuestionField::optional("limit", FieldForm::Number),
        FORMAT,
        TEMPLATE,
    ],
    run,
};

fn run(run: &PackageRun<'_>) -> Result<WorkResult, WorkFailure> {
    let words = run.text("words").unwrap_or_default();
    let number = |name: &str, usual: usize, most: u64| {
        let wanted = run.number(name).map(|it| it.clamp(1, most));
        wanted.and_then(|it| usize::try_from(it).ok()).unwrap_or(usual)
    };
    let usual = NearQuery::default();
    let query = NearQuery {
        narrowing: narrowing(run),
        distance: number("distance", usual.distance, DISTANCE_MAX),
        documents: number("documents", usual.documents, DOCUMENTS_MAX),
        limit: number("limit", usual.limit, WORDS_MAX),
        text: words.clone(),
    };
    run.begin("near");
    let settings =
        NearSettings { archive: run.archive.to_owned(), query, access: area::access(run) };
    let found = near(&settings).map_err(|error| WorkFailure::of(&error))?;
    run.go_on()?;
    if found.is_relaxed {
        run.log(&RequestNote::Relaxed);
    }
    let about = json!({
        "words": words, "documents": found.documents, "total": found.total, "is_relaxed": found.is_relaxed,
    });
    let columns = &["word", "relevance", "documents"];
    let list = Listing { title: words, facts: facts(&about), columns };
    let row = |word: &NearWord| {
        let NearWord { word, relevance, documents } = word;
        json!({ "word": word, "relevance": relevance, "documents": documents })
    };
    list.result(run, &mut found.words.iter().map(row))
}

/// The filters in the language of queries. Quoted, so that nothing in them means anything else.
fn narrowing(run: &PackageRun<'_>) -> String {
    let filters = ["site", "lang", "date"].into_iter().filter_map(|name| {
        let value = run.text(name)?.replace(['"', '„', '“', '”'], "");
        Some(format!("{name}:\"{value}\""))
    });
    filters.collect::<Vec<_>>().join(" ")
}
