//! Errors from working with an archive, in the reader's language.
//!
//! The libraries have English words of their own; what is not known here is told with those.

use crate::lang::text;
use crate::output;
use std::path::Path;
use stodola_app::archive::{
    AddError, ChangeError, CheckError, DependentsError, MoveError, ReadError,
};
use stodola_app::export::ExportError;
use stodola_archive::{
    ArchiveError, CaptureError, CatalogueError, ForgetError, Holder, IntakeError,
};
use stodola_follow::OpenError;

/// Returns the error with the reader's words, if they are known here.
pub(super) fn in_words(error: anyhow::Error) -> anyhow::Error {
    match words(&error) {
        Some(words) => anyhow::Error::msg(words),
        None => error,
    }
}

fn words(error: &anyhow::Error) -> Option<String> {
    if let Some(error) = error.downcast_ref() {
        return of_reading(error);
    }
    if let Some(error) = error.downcast_ref() {
        return of_changing(error);
    }
    if let Some(AddError::Archive(error)) = error.downcast_ref() {
        return of_changing(error);
    }
    if let Some(CheckError::Read(error)) = error.downcast_ref() {
        return of_reading(error);
    }
    match error.downcast_ref() {
        Some(MoveError::Archive(error)) => return of_changing(error),
        Some(MoveError::Intake(error)) => return of_intake(error),
        _ => {}
    }
    if let Some(error) = error.downcast_ref() {
        return of_export(error);
    }
    match error.downcast_ref() {
        Some(DependentsError::Read(error)) => of_reading(error),
        Some(DependentsError::File(error)) => of_file(error),
        _ => None,
    }
}

fn of_export(error: &ExportError) -> Option<String> {
    Some(match error {
        ExportError::Archive(error) => return of_archive(error),
        ExportError::Catalogue(error) | ExportError::Capture(CaptureError::Catalogue(error)) => {
            return of_catalogue(error);
        }
        ExportError::Exists(path) => text!("archive-export-error-exists", path = path.display()),
        ExportError::Empty => text!("archive-export-error-empty"),
        ExportError::Stopped => text!("archive-export-error-stopped"),
        ExportError::Scratch(error) => {
            let (folder, error) = (std::env::temp_dir(), output::told_of(error));
            text!("archive-export-error-scratch", folder = folder.display(), error = error)
        }
        _ => return None,
    })
}

fn of_reading(error: &ReadError) -> Option<String> {
    match error {
        ReadError::Archive(error) => of_archive(error),
        ReadError::Catalogue(error) => of_catalogue(error),
        _ => None,
    }
}

fn of_changing(error: &ChangeError) -> Option<String> {
    match error {
        ChangeError::Archive(error) => of_archive(error),
        ChangeError::Catalogue(error) | ChangeError::Open(OpenError::Catalogue(error)) => {
            of_catalogue(error)
        }
        ChangeError::File(error) => of_file(error),
        _ => None,
    }
}

fn of_archive(error: &ArchiveError) -> Option<String> {
    Some(match error {
        ArchiveError::NotOne(folder) => text!("archive-error-none", folder = folder.display()),
        ArchiveError::Locked { folder, holder } => {
            let (folder, holder) = (folder.display(), holder_words(holder));
            text!("archive-error-locked", folder = folder, holder = holder)
        }
        ArchiveError::Unreadable { path, what } => {
            text!("archive-error-format", path = path.display(), what = what)
        }
        ArchiveError::Name(path) => text!("archive-error-name", path = path.display()),
        _ => return None,
    })
}

/// The words for an error of the catalogue.
pub(super) fn of_catalogue(error: &CatalogueError) -> Option<String> {
    // The folder of the archive, for the command that helps.
    let folder = |catalogue: &Path| match catalogue.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.display().to_string(),
        _ => ".".to_owned(),
    };
    Some(match error {
        CatalogueError::Missing(path) => {
            text!("archive-error-no-catalogue", path = path.display(), folder = folder(path))
        }
        CatalogueError::Unfinished(path) => {
            text!("archive-error-unfinished", path = path.display(), folder = folder(path))
        }
        CatalogueError::Busy(path) => text!("archive-error-busy", path = path.display()),
        CatalogueError::Changing(path) => text!("archive-error-changing", path = path.display()),
        CatalogueError::Damaged { path, what } => {
            let folder = folder(path);
            text!("archive-error-damaged", path = path.display(), what = what, folder = folder)
        }
        CatalogueError::Full(path) => text!("archive-error-full", path = path.display()),
        CatalogueError::Archive(error) => return of_archive(error),
        CatalogueError::Read { path, error } => {
            text!("archive-error-read", path = path.display(), error = error.to_string())
        }
        CatalogueError::Database { path, error } => {
            text!("archive-error-database", path = path.display(), error = error.to_string())
        }
        _ => return None,
    })
}

/// The words for a file that cannot be added.
pub(super) fn of_intake(error: &IntakeError) -> Option<String> {
    Some(match error {
        IntakeError::NotRecords(path) => text!("archive-error-no-records", path = path.display()),
        IntakeError::Wrapped { path, wrapping } => {
            let (path, wrapping) = (path.display(), wrapping.to_string());
            text!("archive-error-wrapped", path = path, wrapping = wrapping)
        }
        IntakeError::WaczByReference(path) => {
            text!("archive-error-wacz-copy", path = path.display())
        }
        IntakeError::Wacz { path, what } => {
            text!("archive-error-wacz", path = path.display(), what = what)
        }
        IntakeError::Taken(path) => text!("archive-error-taken", path = path.display()),
        IntakeError::Catalogue(error) => return of_catalogue(error),
        IntakeError::Archive(error) => return of_archive(error),
        _ => return None,
    })
}

fn of_file(error: &ForgetError) -> Option<String> {
    Some(match error {
        ForgetError::Unknown(name) => text!("archive-error-unknown-file", name = name),
        ForgetError::Ambiguous { given, names } => {
            text!("archive-error-ambiguous", given = given, names = names.join(", "))
        }
        ForgetError::Present(name) => text!("archive-error-present", name = name),
        ForgetError::NoReason => text!("archive-error-no-reason"),
        ForgetError::Catalogue(error) => return of_catalogue(error),
        ForgetError::Archive(error) => return of_archive(error),
        _ => return None,
    })
}

/// Who has an archive: `process 7 (stodola crawl …) since 2026-…`.
pub(super) fn holder_words(holder: &Holder) -> String {
    let mut words = match holder.process {
        Some(process) => text!("archive-holder-process", process = process),
        None => text!("archive-holder-unknown"),
    };
    if let Some(command) = &holder.command {
        words = format!("{words} ({command})");
    }
    match &holder.since {
        Some(since) => text!("archive-holder-since", holder = words, since = since),
        None => words,
    }
}
