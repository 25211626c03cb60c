//! Errors of requests of users.

use super::{access, archive, newer, path_error, system_text};
use crate::exported::reason_words;
use crate::{Language, phrase, text};
use stodola_app::requests::{
    FieldFault, PackageFault, RequestNote, RequestsError, ResultTemplate, TemplateError,
};
use stodola_work::{QuestionError, QueueNote, SiteFault, WorkError};

pub(super) fn requests_error(language: Language, error: &RequestsError) -> String {
    match error {
        RequestsError::Archive(error) => archive::archive_error(language, error),
        RequestsError::Work(error) => work_error(language, error),
        RequestsError::People(error) => access::people_error(language, error),
        RequestsError::Settings { path, what } => format!("'{}': {what}", path.display()),
        RequestsError::Role { package, role } => {
            phrase!(language, "error-requests-role", package, role)
        }
        RequestsError::Operators(what) => phrase!(language, "error-requests-operators", what),
        RequestsError::Field { package, field, what } => {
            let what = field_fault(language, *what);
            phrase!(language, "error-requests-field", package, field, what)
        }
        RequestsError::Template(error) => template_error(language, error),
        RequestsError::Pair(text) => phrase!(language, "error-requests-pair", text),
        RequestsError::Refresh(text) => phrase!(language, "error-requests-refresh", text),
        RequestsError::NotYours(number) => phrase!(language, "error-requests-not-yours", number),
        RequestsError::OtherRights(number) => {
            phrase!(language, "error-requests-other-rights", number)
        }
        RequestsError::RulesChanged(number) => {
            phrase!(language, "error-requests-rules-changed", number)
        }
    }
}

fn field_fault(language: Language, fault: FieldFault) -> String {
    let key = match fault {
        FieldFault::Unknown => "error-requests-field-unknown",
        FieldFault::Missing => "error-requests-field-missing",
        FieldFault::NotText => "error-requests-field-text",
        FieldFault::NotNumber => "error-requests-field-number",
        FieldFault::NotFlag => "error-requests-field-flag",
        FieldFault::NotChoice => "error-requests-field-choice",
    };
    text!(language, key)
}

pub(super) fn work_error(language: Language, error: &WorkError) -> String {
    match error {
        WorkError::Newer { path, found } => newer(language, path, found, &error.to_string()),
        WorkError::Damaged { path, what } => {
            let path = path.display();
            phrase!(language, "error-work-damaged", path, what)
        }
        WorkError::Database { path, error } => {
            let path = path.display();
            phrase!(language, "error-work-database", path, error)
        }
        WorkError::Path(error) => path_error(language, error),
        WorkError::Question(error) => question_error(language, error),
        WorkError::OwnerLimit { waiting, limit } => {
            let (waiting, limit) = (u64::from(*waiting), u64::from(*limit));
            text!(language, "error-work-owner-limit", waiting = waiting, limit = limit)
        }
        WorkError::QueueFull { limit } => {
            text!(language, "error-work-queue-full", limit = u64::from(*limit))
        }
        WorkError::UnknownPackage(name) => text!(language, "error-work-no-package", name = name),
        WorkError::UnknownRequest(number) => phrase!(language, "error-work-no-request", number),
        WorkError::NotActive { number, state } => {
            phrase!(language, "error-work-not-active", number, state)
        }
        WorkError::NoResult(number) => phrase!(language, "error-work-no-result", number),
        WorkError::UnknownFavourite(name) => {
            text!(language, "error-work-no-favourite", name = name)
        }
        WorkError::FavouriteTaken(name) => {
            text!(language, "error-work-favourite-taken", name = name)
        }
        WorkError::TooManyFavourites { limit } => {
            phrase!(language, "error-work-favourites", limit)
        }
        WorkError::Name(name) => text!(language, "error-work-name", name = name),
        WorkError::NoSite => text!(language, "error-work-no-site"),
        WorkError::SitePath { name, what } => {
            let what = site_fault(language, *what);
            phrase!(language, "error-work-site-path", name, what)
        }
        WorkError::Busy { holder } => phrase!(language, "error-work-busy", holder),
        WorkError::Thread(error) => {
            let error = system_text(language, error);
            phrase!(language, "error-work-thread", error)
        }
    }
}

fn site_fault(language: Language, fault: SiteFault) -> String {
    let key = match fault {
        SiteFault::TooLong => "error-work-site-long",
        SiteFault::TooDeep => "error-work-site-deep",
        SiteFault::NotPlain => "error-work-site-plain",
        SiteFault::Ending => "error-work-site-ending",
        SiteFault::Link => "error-work-site-link",
        SiteFault::Taken => "error-work-site-taken",
    };
    text!(language, key)
}

pub(super) fn question_error(language: Language, error: &QuestionError) -> String {
    match error {
        QuestionError::TooLong { bytes } => {
            let most = stodola_work::WorkQuestion::BYTES_MAX;
            phrase!(language, "error-question-long", bytes, most)
        }
        QuestionError::TooDeep => {
            let most = stodola_work::WorkQuestion::DEPTH_MAX;
            phrase!(language, "error-question-deep", most)
        }
        QuestionError::NotJson(what) => phrase!(language, "error-question-json", what),
        QuestionError::NotAnObject => text!(language, "error-question-object"),
    }
}

pub(super) fn template_error(language: Language, error: &TemplateError) -> String {
    match error {
        TemplateError::TooLong { bytes } => {
            let most = ResultTemplate::BYTES_MAX;
            phrase!(language, "error-template-long", bytes, most)
        }
        TemplateError::Unclosed { at } => {
            let (begin, end) = ("{{", "}}");
            phrase!(language, "error-template-unclosed", at, begin, end)
        }
        TemplateError::Section { name } => phrase!(language, "error-template-section", name),
        TemplateError::TooDeep => {
            let most = ResultTemplate::DEPTH_MAX;
            phrase!(language, "error-template-deep", most)
        }
        TemplateError::TooMuch => text!(language, "error-template-much"),
        TemplateError::Write(error) => system_text(language, error),
    }
}

/// What the queue writes to the log of a request.
pub(super) fn queue_note(language: Language, note: &QueueNote) -> String {
    match note {
        QueueNote::AskedFor { who } => phrase!(language, "error-note-asked", who),
        QueueNote::Begins { run } => phrase!(language, "error-note-begins", run),
        QueueNote::Done => text!(language, "error-note-done"),
        QueueNote::PutBack => text!(language, "error-note-put-back"),
        QueueNote::Ended => text!(language, "error-note-ended"),
        QueueNote::Cancelled { who } => phrase!(language, "error-note-cancelled", who),
        QueueNote::CancelledForAll => text!(language, "error-note-cancelled-for-all"),
        QueueNote::Unwanted { who } => phrase!(language, "error-note-unwanted", who),
        QueueNote::RulesChanged => text!(language, "error-note-rules"),
        QueueNote::Lost => text!(language, "error-note-lost"),
        QueueNote::Hopeless => text!(language, "error-note-hopeless"),
        QueueNote::NoRoom => text!(language, "error-note-no-room"),
        QueueNote::Fault => text!(language, "error-note-fault"),
        QueueNote::Saved { name } => phrase!(language, "error-note-saved", name),
        QueueNote::NotSaved { name, why } => {
            let why = work_error(language, why);
            phrase!(language, "error-note-not-saved", name, why)
        }
    }
}

/// What a package writes to the log of a request.
pub(super) fn request_note(language: Language, note: &RequestNote) -> String {
    match note {
        RequestNote::Waits { holder } => phrase!(language, "error-note-waits", holder),
        RequestNote::Exported { captures, records } => {
            phrase!(language, "error-note-exported", captures, records)
        }
        RequestNote::LeftOut { count, reason } => {
            let reason = match language {
                Language::English => reason.as_str().to_owned(),
                Language::Czech => reason_words(language, *reason),
            };
            phrase!(language, "error-note-left-out", count, reason)
        }
        RequestNote::Checked { files, bad } => phrase!(language, "error-note-checked", files, bad),
        RequestNote::NobodyHarvests => text!(language, "error-note-nobody"),
        RequestNote::NotReadCompletely { file } => phrase!(language, "error-note-not-read", file),
        RequestNote::TemplateRows { most } => phrase!(language, "error-note-template", most),
        RequestNote::MoreRows { rows } => phrase!(language, "error-note-more-rows", rows),
        RequestNote::Relaxed => text!(language, "error-note-relaxed"),
    }
}

pub(super) fn package_fault(language: Language, fault: &PackageFault) -> String {
    match fault {
        PackageFault::NothingToExport => text!(language, "error-package-export"),
        PackageFault::NoTime(text) => phrase!(language, "error-package-time", text),
        PackageFault::NoPlace(text) => phrase!(language, "error-package-place", text),
        PackageFault::TwoAreas => text!(language, "error-package-areas"),
        PackageFault::NothingMapped(name) => phrase!(language, "error-package-nothing", name),
        PackageFault::NotDerived { only, known } => {
            phrase!(language, "error-package-derived", only, known)
        }
    }
}
