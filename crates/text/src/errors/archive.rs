//! Errors from working with an archive.

use super::{cannot_since, error_text, files, inner, newer, system_text};
use crate::inputs::wrapping_text;
use crate::{Language, phrase, retold, text};
use std::path::Path;
use stodola_app::archive::{
    AddError, ChangeError, CheckError, DependentsError, MoveError, ReadError,
};
use stodola_archive::{
    ArchiveError, CaptureError, CatalogueError, DedupError, ForgetError, Holder, IntakeError,
    KeeperError, OutcomesError, SinkError,
};
use stodola_follow::{FollowError, OpenError};

pub(super) fn archive_error(language: Language, error: &ArchiveError) -> String {
    match error {
        ArchiveError::NotOne(path) => text!(language, "error-no-archive", path = path.display()),
        ArchiveError::Locked { folder, holder } => {
            let (path, holder) = (folder.display(), holder_text(language, holder));
            phrase!(language, "error-archive-locked", path, holder)
        }
        ArchiveError::Newer { path, found } => newer(language, path, found, &error.to_string()),
        ArchiveError::Unreadable { path, what } => {
            text!(language, "error-wrong-format", path = path.display(), what = what)
        }
        ArchiveError::Name(path) => text!(language, "error-archive-name", path = path.display()),
        ArchiveError::Io { what, path, error } => cannot_since(language, what, path, error),
    }
}

/// Returns who has an archive: `process 7 (stodola crawl …) since 2026-…`.
pub fn holder_text(language: Language, holder: &Holder) -> String {
    let mut words = match holder.process {
        Some(process) => phrase!(language, "archive-holder-process", process),
        None => text!(language, "archive-holder-unknown"),
    };
    if let Some(command) = &holder.command {
        words = format!("{words} ({command})");
    }
    match &holder.since {
        Some(since) => text!(language, "archive-holder-since", holder = words, since = since),
        None => words,
    }
}

/// The folder of the archive that a catalogue belongs to, for the command that helps.
fn folder_of(catalogue: &Path) -> String {
    match catalogue.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.display().to_string(),
        _ => ".".to_owned(),
    }
}

pub(super) fn catalogue_error(language: Language, error: &CatalogueError) -> String {
    match error {
        CatalogueError::Missing(path) => {
            let (folder, path) = (folder_of(path), path.display());
            phrase!(language, "error-catalogue-missing", path, folder)
        }
        CatalogueError::Unfinished(path) => {
            let (folder, path) = (folder_of(path), path.display());
            phrase!(language, "error-catalogue-unfinished", path, folder)
        }
        CatalogueError::Busy(path) => {
            text!(language, "error-catalogue-busy", path = path.display())
        }
        CatalogueError::Changing(path) => {
            text!(language, "error-catalogue-changing", path = path.display())
        }
        CatalogueError::Stopped => text!(language, "error-catalogue-stopped"),
        CatalogueError::Damaged { path, what } => {
            let (folder, path) = (folder_of(path), path.display());
            phrase!(language, "error-catalogue-damaged", path, what, folder)
        }
        CatalogueError::Newer { path, found } => newer(language, path, found, &error.to_string()),
        CatalogueError::Full(path) => {
            text!(language, "error-catalogue-full", path = path.display())
        }
        CatalogueError::UnknownFile(name) => {
            text!(language, "error-catalogue-unknown-file", name = name)
        }
        CatalogueError::Archive(error) => archive_error(language, error),
        CatalogueError::Read { path, error } => cannot_since(language, "read", path, error),
        CatalogueError::Database { path, error } => {
            let path = path.display();
            phrase!(language, "error-catalogue-database", path, error)
        }
    }
}

pub(super) fn capture_error(language: Language, error: &CaptureError) -> String {
    match error {
        CaptureError::Catalogue(error) => catalogue_error(language, error),
        CaptureError::Missing(path) => {
            text!(language, "error-capture-missing", path = path.display())
        }
        CaptureError::Changed { path, offset } => {
            let path = path.display();
            phrase!(language, "error-capture-changed", path, offset)
        }
        CaptureError::NoOriginal { path, offset } => {
            let path = path.display();
            phrase!(language, "error-capture-no-original", path, offset)
        }
        CaptureError::Read { path, offset, error } => {
            let (path, error) = (path.display(), system_text(language, error));
            phrase!(language, "error-capture-read", path, offset, error)
        }
    }
}

pub(super) fn dedup_error(language: Language, error: &DedupError) -> String {
    match error {
        DedupError::Locked { folder, holder } => {
            let folder = folder.display();
            match holder {
                Some(holder) => phrase!(language, "error-index-locked-by", folder, holder),
                None => phrase!(language, "error-index-locked", folder),
            }
        }
        DedupError::Newer { path, found, known: _ } => {
            newer(language, path, found, &error.to_string())
        }
        DedupError::Damaged { path, what } => {
            let path = path.display();
            phrase!(language, "error-index-damaged", path, what)
        }
        DedupError::Differs(name) => phrase!(language, "error-index-differs", name),
        DedupError::Name(length) => phrase!(language, "error-index-name", length),
        DedupError::UnknownFile(file) => {
            let number = file.number();
            phrase!(language, "error-index-unknown-file", number)
        }
        DedupError::TooLarge { what: "offset", value } => {
            phrase!(language, "error-index-offset", value)
        }
        DedupError::TooLarge { what: _, value } => phrase!(language, "error-index-length", value),
        DedupError::Doubtful(path) => {
            text!(language, "error-index-doubtful", path = path.display())
        }
        DedupError::OnlyRead(path) => {
            text!(language, "error-index-only-read", path = path.display())
        }
        DedupError::Io { what, path, error } => cannot_since(language, what, path, error),
    }
}

pub(super) fn forget_error(language: Language, error: &ForgetError) -> String {
    match error {
        ForgetError::Unknown(name) => text!(language, "error-forget-unknown", name = name),
        ForgetError::Ambiguous { given, names } => {
            let names = names.join(", ");
            phrase!(language, "error-forget-ambiguous", given, names)
        }
        ForgetError::Present(name) => text!(language, "error-forget-present", name = name),
        ForgetError::NoReason => text!(language, "error-forget-no-reason"),
        ForgetError::Catalogue(error) => catalogue_error(language, error),
        ForgetError::Archive(error) => archive_error(language, error),
    }
}

pub(super) fn intake_error(language: Language, error: &IntakeError) -> String {
    match error {
        IntakeError::NotRecords(path) => {
            text!(language, "error-not-records", path = path.display())
        }
        IntakeError::Wrapped { path, wrapping } => {
            let (path, looks) = (path.display(), wrapping_text(language, *wrapping));
            phrase!(language, "error-intake-wrapped", path, looks)
        }
        IntakeError::WaczByReference(path) => {
            text!(language, "error-wacz-by-reference", path = path.display())
        }
        IntakeError::Wacz { path, what } => {
            text!(language, "error-wacz", path = path.display(), what = what)
        }
        IntakeError::Taken(path) => text!(language, "error-taken", path = path.display()),
        IntakeError::Catalogue(error) => catalogue_error(language, error),
        IntakeError::Archive(error) => archive_error(language, error),
    }
}

pub(super) fn keeper_error(language: Language, error: &KeeperError) -> String {
    match error {
        KeeperError::Archive(error) => archive_error(language, error),
        KeeperError::Catalogue(error) => catalogue_error(language, error),
        KeeperError::Payloads(error) => {
            let error = dedup_error(language, error);
            phrase!(language, "error-keeper-payloads", error)
        }
        KeeperError::Sink(error) => sink_error(language, error),
        KeeperError::Observer(words) => retold(language, words),
        KeeperError::ReadBack { file, offset, what } => {
            let what = retold(language, what);
            phrase!(language, "error-keeper-read-back", file, offset, what)
        }
    }
}

pub(super) fn outcomes_error(language: Language, error: &OutcomesError) -> String {
    match error {
        OutcomesError::Rounds(error) => inner(language, error),
        OutcomesError::Log(error) => inner(language, error),
    }
}

pub(super) fn sink_error(language: Language, error: &SinkError) -> String {
    match error {
        SinkError::File(error) => files::file_error(language, error),
        SinkError::Capture(error) => {
            let error = files::write_error(language, error);
            phrase!(language, "error-sink-capture", error)
        }
        SinkError::Append { path, error } => {
            let (path, error) = (path.display(), files::write_error(language, error));
            phrase!(language, "error-sink-append", path, error)
        }
        SinkError::Folder { what, path, error } => cannot_since(language, what, path, error),
        SinkError::Payloads(error) => dedup_error(language, error),
        SinkError::Random(error) => {
            let error = system_text(language, error);
            phrase!(language, "error-sink-random", error)
        }
        SinkError::Doubtful(path) => {
            text!(language, "error-sink-doubtful", path = path.display())
        }
    }
}

pub(super) fn open_error(language: Language, error: &OpenError) -> String {
    match error {
        OpenError::Catalogue(error) => catalogue_error(language, error),
        OpenError::Follower(error) => follow_error(language, error),
        OpenError::Unknown { name, names } => {
            let names = names.join(", ");
            phrase!(language, "error-follow-unknown", name, names)
        }
    }
}

/// A follower's own error, whatever it is.
pub(super) fn follow_error(language: Language, error: &FollowError) -> String {
    match std::error::Error::source(error) {
        Some(source) => inner(language, source),
        None => error.to_string(),
    }
}

pub(super) fn read_error(language: Language, error: &ReadError) -> String {
    match error {
        ReadError::Archive(error) => archive_error(language, error),
        ReadError::Catalogue(error) => catalogue_error(language, error),
        ReadError::Follow(error) => follow_error(language, error),
    }
}

pub(super) fn change_error(language: Language, error: &ChangeError) -> String {
    match error {
        ChangeError::Archive(error) => archive_error(language, error),
        ChangeError::Catalogue(error) => catalogue_error(language, error),
        ChangeError::Open(error) => open_error(language, error),
        ChangeError::File(error) => forget_error(language, error),
        ChangeError::Links(error) => super::search::links_error(language, error),
    }
}

pub(super) fn add_error(language: Language, error: &AddError) -> String {
    match error {
        AddError::Folder { path, error: _ } => super::cannot(language, "read", path),
        AddError::Archive(error) => change_error(language, error),
    }
}

pub(super) fn move_error(language: Language, error: &MoveError) -> String {
    match error {
        MoveError::NoFolder(folder) => {
            text!(language, "archive-move-no-folder", folder = folder.display())
        }
        MoveError::Neither { from, to } => {
            let (from, to) = (from.display(), to.display());
            phrase!(language, "archive-move-neither", from, to)
        }
        MoveError::OtherDisk { from, to, error } => {
            let (from, to) = (from.display(), to.display());
            let error = system_text(language, error);
            phrase!(language, "archive-move-other-disk", from, to, error)
        }
        MoveError::Move { from, to, error } => {
            let (from, to) = (from.display(), to.display());
            let error = system_text(language, error);
            phrase!(language, "archive-move-cannot", from, to, error)
        }
        MoveError::OtherBytes { name, to } => {
            let to = to.display();
            phrase!(language, "archive-move-other-bytes", name, to)
        }
        MoveError::Intake(error) => intake_error(language, error),
        MoveError::Archive(error) => change_error(language, error),
    }
}

pub(super) fn check_error(language: Language, error: &CheckError) -> String {
    match error {
        CheckError::Read(error) => read_error(language, error),
        CheckError::NotWritable(_) => text!(language, "archive-check-not-writable"),
    }
}

pub(super) fn dependents_error(language: Language, error: &DependentsError) -> String {
    match error {
        DependentsError::NothingHere(folder) => {
            text!(language, "archive-dependents-nothing", folder = folder.display())
        }
        DependentsError::Read(error) => read_error(language, error),
        DependentsError::File(error) => forget_error(language, error),
        DependentsError::Index(error) => dedup_error(language, error),
        DependentsError::NotInIndex(name) => phrase!(language, "error-not-in-index", name),
        DependentsError::Open { path, error: _ } => {
            text!(language, "error-warc-open", path = path.display())
        }
        DependentsError::Record { path, offset, error } => {
            let (path, error) = (path.display(), error_text(language, error));
            phrase!(language, "error-record-at", path, offset, error)
        }
    }
}
