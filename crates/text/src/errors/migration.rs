//! Errors from migrating archives and proving the results.

use super::{archive, files, system_text};
use crate::inputs::wrapping_text;
use crate::{Language, phrase, retold, text};
use stodola_app::migrate::MigrationError;
use stodola_migrate::{MigrateError, RebuildError, RestoreError, RunError, VerifyError};

pub(super) fn migrate_error(language: Language, error: &MigrateError) -> String {
    match error {
        MigrateError::Read(error) => {
            let error = system_text(language, error);
            phrase!(language, "error-migrate-read", error)
        }
        MigrateError::NotAnArchive => text!(language, "error-migrate-no-records"),
        MigrateError::Wrapped(wrapping) => {
            let looks = wrapping_text(language, *wrapping);
            phrase!(language, "error-migrate-wrapped", looks)
        }
        MigrateError::File(error) => files::file_error(language, error),
        MigrateError::Write { offset, error } => {
            let error = files::write_error(language, error);
            phrase!(language, "error-migrate-write", offset, error)
        }
        MigrateError::Head { offset, error } => {
            let error = files::head_error(language, error);
            phrase!(language, "error-migrate-head", offset, error)
        }
        MigrateError::Quarantine { path, error } => {
            let (path, error) = (path.display(), system_text(language, error));
            phrase!(language, "error-migrate-quarantine", path, error)
        }
        MigrateError::Verify(error) => {
            let error = verify_error(language, error);
            phrase!(language, "error-migrate-verify", error)
        }
        MigrateError::Changed => text!(language, "error-migrate-changed"),
        MigrateError::ResultChanged { result, what } => {
            let what = retold(language, what);
            phrase!(language, "error-migrate-result-changed", result, what)
        }
        MigrateError::Occupied { result, error } => {
            let error = verify_error(language, error);
            phrase!(language, "error-migrate-occupied", result, error)
        }
        MigrateError::SameName(result) => phrase!(language, "error-migrate-same-name", result),
        MigrateError::Dedup(error) => index(language, &archive::dedup_error(language, error)),
        MigrateError::OriginalMissing { path, offset } => {
            let path = path.display();
            phrase!(language, "error-migrate-original", path, offset)
        }
    }
}

fn index(language: Language, error: &str) -> String {
    phrase!(language, "error-migrate-index", error)
}

pub(super) fn verify_error(language: Language, error: &VerifyError) -> String {
    match error {
        VerifyError::Io(error) => {
            let error = system_text(language, error);
            phrase!(language, "error-migrate-read", error)
        }
        VerifyError::Differs { number, offset, what } => {
            let what = retold(language, what);
            phrase!(language, "error-verify-differs", number, offset, what)
        }
        VerifyError::Unmarked { number, offset, reason } => {
            let reason = retold(language, reason);
            phrase!(language, "error-verify-unmarked", number, offset, reason)
        }
        VerifyError::Count { source_records, result_records } => {
            phrase!(language, "error-verify-count", source_records, result_records)
        }
        VerifyError::Damaged(what) => {
            let what = retold(language, what);
            phrase!(language, "error-verify-damaged", what)
        }
        VerifyError::Unaccounted(bytes) => phrase!(language, "error-verify-unaccounted", bytes),
    }
}

pub(super) fn rebuild_error(language: Language, error: &RebuildError) -> String {
    match error {
        RebuildError::Io { path, error } => {
            format!("'{}': {}", path.display(), system_text(language, error))
        }
        RebuildError::Dedup(error) => archive::dedup_error(language, error),
    }
}

pub(super) fn restore_error(language: Language, error: &RestoreError) -> String {
    match error {
        RestoreError::Io { path, error } => {
            format!("'{}': {}", path.display(), system_text(language, error))
        }
        RestoreError::NotFromArc { offset } => phrase!(language, "error-restore-not-arc", offset),
        RestoreError::Elsewhere { offset, refers_to } => {
            phrase!(language, "error-restore-elsewhere", offset, refers_to)
        }
    }
}

pub(super) fn run_error(language: Language, error: &RunError) -> String {
    match error {
        RunError::NotOurs(path) => {
            text!(language, "error-migration-not-ours", path = path.display())
        }
        RunError::Locked(path) => {
            text!(language, "error-migration-locked", path = path.display())
        }
        RunError::Output { path, error } => {
            let (path, error) = (path.display(), system_text(language, error));
            phrase!(language, "error-migration-output", path, error)
        }
        RunError::Dedup(error) => index(language, &archive::dedup_error(language, error)),
        RunError::Rebuild(error) => {
            let error = rebuild_error(language, error);
            phrase!(language, "error-migration-rebuild", error)
        }
        RunError::NothingFound => text!(language, "error-migration-nothing"),
    }
}

pub(super) fn migration_error(language: Language, error: &MigrationError) -> String {
    match error {
        MigrationError::Run(error) => run_error(language, error),
        MigrationError::Open { path, source: _ } => {
            text!(language, "error-warc-open", path = path.display())
        }
        MigrationError::Report { path, source: _ } => {
            text!(language, "error-warc-write", path = path.display())
        }
        MigrationError::Index(error) => archive::dedup_error(language, error),
        MigrationError::Restore(error) => restore_error(language, error),
    }
}
