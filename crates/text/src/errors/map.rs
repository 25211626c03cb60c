//! Errors of the map.

use super::{access, archive, files, inner, jobs, path_error, system_text};
use crate::{Language, phrase, text};
use stodola_app::map::{MapQueryError, SiteError};
use stodola_map::MapError;

pub(super) fn map_query_error(language: Language, error: &MapQueryError) -> String {
    match error {
        MapQueryError::Archive(error) => archive::archive_error(language, error),
        MapQueryError::Catalogue(error) => archive::catalogue_error(language, error),
        MapQueryError::People(error) => access::people_error(language, error),
        MapQueryError::Collection(error) => inner(language, error),
        MapQueryError::Map(error) => map_error(language, error),
        MapQueryError::Jobs(error) => jobs::jobs_error(language, error),
        MapQueryError::Rounds(error) => jobs::rounds_error(language, error),
        MapQueryError::SiteRules(error) => jobs::site_rules_error(language, error),
        MapQueryError::NoCollection(name) => phrase!(language, "error-map-no-collection", name),
        MapQueryError::RoundOpen { job, round } => {
            phrase!(language, "error-map-round-open", job, round)
        }
        MapQueryError::Thread(_) => text!(language, "crawl-error-thread"),
        MapQueryError::NoHome => text!(language, "error-map-no-home"),
    }
}

pub(super) fn site_error(language: Language, error: &SiteError) -> String {
    match error {
        SiteError::NoHost(uri) => phrase!(language, "error-map-no-host", uri),
        SiteError::Folder(error) => access::bare_error(language, error),
        SiteError::Crawl(error) => jobs::crawl_error(language, error),
        SiteError::Map(error) => map_query_error(language, error),
        SiteError::Ask(error) => phrase!(language, "error-map-ask", error),
    }
}

pub(super) fn map_error(language: Language, error: &MapError) -> String {
    match error {
        MapError::NoMap => text!(language, "error-map-none"),
        MapError::Part(error) => files::table_error(language, error),
        MapError::Path(error) => path_error(language, error),
        MapError::Commit { path, what } => {
            let path = path.display();
            phrase!(language, "error-map-damaged", path, what)
        }
        MapError::Newer { path } => {
            let path = path.display();
            phrase!(language, "error-map-newer", path)
        }
        MapError::NoPage { uri } => phrase!(language, "error-map-no-page", uri),
        MapError::Write(error) => {
            let error = system_text(language, error);
            phrase!(language, "error-map-write", error)
        }
    }
}
