//! Errors of the libraries in the language of the reader.
//!
//! Libraries describe their errors in English. Here the text in a language is found by the type of the error. Each type
//! has a function that matches all its variants: a new variant does not compile until it has a text. A new type needs
//! a function and its name in `known`.

mod access;
mod archive;
mod fetch;
mod files;
mod jobs;
mod map;
mod migration;
mod recognise;
mod requests;
mod search;
#[cfg(test)]
mod tests;

pub use archive::holder_text;
pub use jobs::setting_text;

pub(crate) use jobs::tested_uri;

use crate::{Language, phrase, text};
use std::error::Error;
use std::io::{self, ErrorKind};
use std::path::Path;
use stodola_durable::{LockError, PathError};

type AnyError = dyn Error + 'static;

/// Returns an error and what it came from. Nothing is told twice.
pub fn error_text(language: Language, error: &AnyError) -> String {
    // Many errors contain the words of what they came from: that is seen in English and holds for all languages.
    let (mut told, mut english) = (String::new(), String::new());
    let mut next = Some(error);
    while let Some(cause) = next {
        next = cause.source();
        let words = cause.to_string();
        if english.is_empty() {
            told = known(language, cause).unwrap_or_else(|| words.clone());
            english = words;
        } else if !english.contains(&words) {
            let known = known(language, cause).unwrap_or_else(|| words.clone());
            told = format!("{told}: {known}");
            english = format!("{english}: {words}");
        }
    }
    told
}

/// Returns what the system says of an operation that failed.
pub fn system_text(language: Language, error: &io::Error) -> String {
    if language == Language::English {
        return error.to_string();
    }
    let key = match error.kind() {
        ErrorKind::NotFound => "error-not-found",
        ErrorKind::PermissionDenied => "error-permission-denied",
        ErrorKind::AlreadyExists => "error-exists",
        ErrorKind::IsADirectory => "error-is-folder",
        ErrorKind::NotADirectory => "error-not-a-folder",
        ErrorKind::DirectoryNotEmpty => "error-folder-not-empty",
        ErrorKind::StorageFull => "error-disk-full",
        ErrorKind::QuotaExceeded => "error-quota",
        ErrorKind::FileTooLarge => "error-file-too-large",
        ErrorKind::CrossesDevices => "error-other-disk",
        ErrorKind::AddrInUse => "error-address-in-use",
        ErrorKind::AddrNotAvailable => "error-address-not-available",
        ErrorKind::ConnectionRefused => "error-connection-refused",
        ErrorKind::ConnectionReset => "error-connection-reset",
        ErrorKind::ConnectionAborted => "error-connection-aborted",
        ErrorKind::NotConnected => "error-not-connected",
        ErrorKind::HostUnreachable => "error-host-unreachable",
        ErrorKind::NetworkUnreachable => "error-network-unreachable",
        ErrorKind::NetworkDown => "error-network-down",
        ErrorKind::BrokenPipe => "error-broken-pipe",
        ErrorKind::TimedOut => "error-timed-out",
        ErrorKind::Interrupted => "error-interrupted",
        ErrorKind::OutOfMemory => "error-out-of-memory",
        ErrorKind::ReadOnlyFilesystem => "error-read-only",
        ErrorKind::UnexpectedEof => "error-unexpected-end",
        _ => return other_system_text(language, error),
    };
    match error.raw_os_error() {
        Some(code) => format!("{} (os error {code})", text!(language, key)),
        // Somebody has given it words of its own; those without are a kind and nothing else.
        None if error.get_ref().is_some() => other_system_text(language, error),
        None => text!(language, key),
    }
}

/// Too many open files and damaged disks have no kind in the standard library, but a number.
fn other_system_text(language: Language, error: &io::Error) -> String {
    match (error.raw_os_error(), error.get_ref()) {
        (Some(code @ 5), _) => format!("{} (os error {code})", text!(language, "error-disk")),
        (Some(code @ (23 | 24)), _) => {
            format!("{} (os error {code})", text!(language, "error-open-files"))
        }
        (None, Some(inner)) => known(language, inner).unwrap_or_else(|| error.to_string()),
        _ => error.to_string(),
    }
}

/// Returns the text of an error that is known here, without what it came from.
fn known(language: Language, error: &AnyError) -> Option<String> {
    macro_rules! by_type {
        ($($function:path),* $(,)?) => {
            $(if let Some(error) = error.downcast_ref() {
                return Some($function(language, error));
            })*
        };
    }
    by_type!(
        system_text,
        path_error,
        lock_error,
        access::access_error,
        access::people_error,
        access::person_error,
        access::events_error,
        access::import_error,
        access::rule_text_error,
        access::written_rule_error,
        access::export_error,
        access::bare_error,
        requests::requests_error,
        requests::work_error,
        requests::question_error,
        requests::template_error,
        requests::queue_note,
        requests::request_note,
        requests::package_fault,
        access::changes_error,
        access::static_copy_error,
        search::text_search_error,
        search::found_export_error,
        search::links_error,
        search::visits_error,
        search::search_error,
        search::query_error,
        archive::archive_error,
        archive::catalogue_error,
        archive::capture_error,
        archive::dedup_error,
        archive::forget_error,
        archive::intake_error,
        archive::keeper_error,
        archive::outcomes_error,
        archive::sink_error,
        archive::open_error,
        archive::follow_error,
        archive::read_error,
        archive::change_error,
        archive::add_error,
        archive::move_error,
        archive::check_error,
        archive::dependents_error,
        files::head_error,
        files::write_error,
        files::file_error,
        files::segment_error,
        files::limit_exceeded,
        files::table_error,
        files::warc_error,
        fetch::failure,
        fetch::dns_failure,
        fetch::setup_error,
        fetch::rdap_error,
        fetch::connect_to_error,
        fetch::proxy_failure,
        fetch::proxy_error,
        fetch::proxy_bypass_error,
        fetch::cookie_file_error,
        jobs::ask_error,
        jobs::control_error,
        jobs::crawl_error,
        jobs::edit_error,
        jobs::estimate_error,
        jobs::frontier_error,
        jobs::harvest_error,
        jobs::job_error,
        jobs::jobs_error,
        jobs::logs_error,
        jobs::logins_error,
        jobs::secret_error,
        jobs::rounds_error,
        jobs::scope_error,
        jobs::site_rules_error,
        jobs::why_error,
        map::map_query_error,
        map::map_error,
        map::site_error,
        migration::migrate_error,
        migration::migration_error,
        migration::rebuild_error,
        migration::restore_error,
        migration::run_error,
        migration::verify_error,
        recognise::judge_error,
        recognise::pack_error,
        recognise::pdf_error,
        recognise::pdf_shortfall,
        recognise::recognise_error,
    );
    None
}

/// The words of an error without its sources, where it is part of another text.
fn inner(language: Language, error: &AnyError) -> String {
    known(language, error).unwrap_or_else(|| error.to_string())
}

fn path_error(language: Language, error: &PathError) -> String {
    cannot(language, error.doing, &error.path)
}

fn lock_error(language: Language, error: &LockError) -> String {
    match error {
        LockError::Held { path, holder: _ } => {
            text!(language, "error-locked", path = path.display())
        }
        LockError::Path(error) => path_error(language, error),
    }
}

/// `cannot open 'x'`; the verb is one of those that libraries use.
fn cannot(language: Language, doing: &str, path: &Path) -> String {
    text!(language, "error-cannot", doing = verb(language, doing), path = path.display())
}

/// What was to be done; words that nobody has translated stay as they are.
pub(crate) fn verb(language: Language, doing: &str) -> String {
    let key = format!("error-doing-{}", doing.replace(' ', "-"));
    let verb = text!(language, &key);
    if verb == key { doing.to_owned() } else { verb }
}

/// `cannot open 'x': no such file`.
fn cannot_since(language: Language, doing: &str, path: &Path, error: &io::Error) -> String {
    format!("{}: {}", cannot(language, doing, path), system_text(language, error))
}

/// A file is of a later version of the program. The number of the newest format is in the library's own words only.
fn newer(language: Language, path: &Path, found: &impl ToString, english: &str) -> String {
    let known = english.rsplit("formats up to ").next().unwrap_or_default();
    let known = known.split(';').next().unwrap_or_default();
    let (path, found) = (path.display(), found.to_string());
    phrase!(language, "error-newer", path, found, known)
}
