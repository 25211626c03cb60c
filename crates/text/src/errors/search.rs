//! Errors of searching.

use super::{access, archive, inner, system_text};
use crate::{Language, phrase, text};
use stodola_app::search::{FoundExportError, LinkSignalsError, TextSearchError};
use stodola_app::visits::VisitsError;
use stodola_search::SearchError;
use stodola_search::query::{QUERY_BYTES_MAX, QUERY_WORDS_MAX, QueryError, part_names, type_names};

pub(super) fn text_search_error(language: Language, error: &TextSearchError) -> String {
    match error {
        TextSearchError::Archive(error) => archive::archive_error(language, error),
        TextSearchError::Catalogue(error) => archive::catalogue_error(language, error),
        TextSearchError::Gate(error) => access::gate_error(language, error),
        TextSearchError::Search(error) => search_error(language, error),
        TextSearchError::Query(error) => query_error(language, error),
        TextSearchError::Cursor => text!(language, "error-search-cursor"),
    }
}

pub(super) fn found_export_error(language: Language, error: &FoundExportError) -> String {
    match error {
        FoundExportError::Find(error) => text_search_error(language, error),
        FoundExportError::Export(error) => access::export_error(language, error),
    }
}

pub(super) fn links_error(language: Language, error: &LinkSignalsError) -> String {
    match error {
        LinkSignalsError::Missing => text!(language, "error-search-no-links"),
        LinkSignalsError::TooLarge { bytes } => {
            text!(language, "error-search-links-too-large", bytes = *bytes)
        }
        LinkSignalsError::Map(error) => inner(language, error),
        LinkSignalsError::Search(error) => search_error(language, error),
        LinkSignalsError::Visits(error) => visits_error(language, error),
        LinkSignalsError::Sort(error) => {
            let error = system_text(language, error);
            phrase!(language, "error-search-sort", error)
        }
    }
}

pub(super) fn visits_error(language: Language, error: &VisitsError) -> String {
    match error {
        VisitsError::Unknown { path } => {
            let path = path.display();
            phrase!(language, "error-search-unknown", path)
        }
        VisitsError::Database { path, error } => {
            let path = path.display();
            phrase!(language, "error-visits-database", path, error)
        }
        VisitsError::Remove { path, error } => super::cannot_since(language, "remove", path, error),
    }
}

pub(super) fn search_error(language: Language, error: &SearchError) -> String {
    match error {
        SearchError::NoIndex => text!(language, "error-search-no-index"),
        SearchError::Damaged { reason } => phrase!(language, "error-search-damaged", reason),
        SearchError::Unknown { path } => {
            let path = path.display();
            phrase!(language, "error-search-unknown", path)
        }
        SearchError::Database(error) => phrase!(language, "error-search-database", error),
        SearchError::Io { context: what, source } => {
            let error = system_text(language, source);
            phrase!(language, "error-search-io", what, error)
        }
        SearchError::Busy => text!(language, "error-search-busy"),
    }
}

pub(super) fn query_error(language: Language, error: &QueryError) -> String {
    match error {
        QueryError::Empty => text!(language, "error-query-empty"),
        QueryError::OnlyExcluded => text!(language, "error-query-only-excluded"),
        QueryError::TooLong => {
            let (bytes, words) = (QUERY_BYTES_MAX, QUERY_WORDS_MAX);
            phrase!(language, "error-query-too-long", bytes, words)
        }
        QueryError::Date(value) => phrase!(language, "error-query-date", value),
        QueryError::Type { value } => {
            let names = type_names();
            phrase!(language, "error-query-type", value, names)
        }
        QueryError::Part { value } => {
            let names = part_names();
            phrase!(language, "error-query-part", value, names)
        }
        QueryError::Status(value) => phrase!(language, "error-query-status", value),
        QueryError::NoValue(field) => phrase!(language, "error-query-no-value", field),
    }
}
