//! Errors of the rules of access, and of exporting and serving captures.

use super::{archive, cannot_since, files, inner, newer, path_error, system_text};
use crate::{Language, phrase, retold, text};
use stodola_access::import::ImportError;
use stodola_access::people::{PASSWORD_MAX, PASSWORD_MIN, PersonError};
use stodola_access::{PeopleError, RuleTextError};
use stodola_app::access::{AccessError, WrittenRuleError};
use stodola_app::bare::BareError;
use stodola_app::changes::ChangesError;
use stodola_app::events::EventsError;
use stodola_app::export::ExportError;
use stodola_app::reading::GateError;
use stodola_app::static_copy::StaticCopyError;

pub(super) fn access_error(language: Language, error: &AccessError) -> String {
    match error {
        AccessError::Archive(error) => archive::archive_error(language, error),
        AccessError::People(error) => people_error(language, error),
        AccessError::Person(error) => person_error(language, error),
        AccessError::Catalogue(error) => archive::catalogue_error(language, error),
        AccessError::Import { path, error } => {
            format!("'{}': {}", path.display(), import_error(language, error))
        }
        AccessError::Read { path, error } => cannot_since(language, "read", path, error),
    }
}

pub(super) fn people_error(language: Language, error: &PeopleError) -> String {
    match error {
        PeopleError::Newer { path, found } => newer(language, path, found, &error.to_string()),
        PeopleError::Damaged { path, what } => {
            let path = path.display();
            phrase!(language, "error-access-damaged", path, what)
        }
        PeopleError::NoReason => text!(language, "error-access-no-reason"),
        PeopleError::NoName => text!(language, "error-access-no-name"),
        PeopleError::TooLong { what } => {
            let what = retold(language, what);
            phrase!(language, "error-access-too-long", what)
        }
        PeopleError::UnknownRule(rule) => phrase!(language, "error-access-no-rule", rule),
        PeopleError::UnknownChange(change) => phrase!(language, "error-access-no-change", change),
        PeopleError::NothingToUndo => text!(language, "error-access-nothing-to-undo"),
        PeopleError::Undone { number: change, by } => {
            phrase!(language, "error-access-undone", change, by)
        }
        PeopleError::ChangedAgain { number: change, rule, by } => {
            phrase!(language, "error-access-changed-again", change, rule, by)
        }
        PeopleError::GroupChangedAgain { number, group } => {
            phrase!(language, "error-access-group-changed", number, group)
        }
        PeopleError::GroupName(name) => phrase!(language, "error-access-group-name", name),
        PeopleError::Database { path, error } => {
            let path = path.display();
            phrase!(language, "error-access-database", path, error)
        }
    }
}

pub(super) fn person_error(language: Language, error: &PersonError) -> String {
    match error {
        PersonError::Store(error) => people_error(language, error),
        PersonError::Name(name) => text!(language, "error-person-name", name = name),
        PersonError::NameTaken(name) => text!(language, "error-person-taken", name = name),
        PersonError::Unknown(name) => text!(language, "error-person-unknown", name = name),
        PersonError::Group(name) => text!(language, "error-person-group", name = name),
        PersonError::Password => {
            let (min, max) = (PASSWORD_MIN, PASSWORD_MAX);
            phrase!(language, "error-person-password", min, max)
        }
        PersonError::Link => text!(language, "error-person-link"),
        PersonError::LastAdmin(name) => text!(language, "error-person-last-admin", name = name),
        PersonError::Text(what) => text!(language, "error-person-text", what = *what),
        PersonError::TooMany(what) => text!(language, "error-person-too-many", what = *what),
        PersonError::Changed => text!(language, "error-person-changed"),
        PersonError::Missing(what, number) => {
            phrase!(language, "error-person-missing", what, number)
        }
        PersonError::ProjectTaken(name) => {
            text!(language, "error-person-project-taken", name = name)
        }
        PersonError::Part(error) => rule_text_error(language, error),
        PersonError::Address(url) => text!(language, "error-person-address", url = url),
        PersonError::NoChance => text!(language, "error-person-no-chance"),
        PersonError::HasAdmin => text!(language, "error-person-has-admin"),
    }
}

pub(super) fn events_error(language: Language, error: &EventsError) -> String {
    match error {
        EventsError::Newer { path, found } => newer(language, path, found, &error.to_string()),
        EventsError::Database { path, error } => {
            let path = path.display();
            phrase!(language, "error-events-database", path, error)
        }
    }
}

pub(super) fn import_error(language: Language, error: &ImportError) -> String {
    match error {
        ImportError::Format(what) => {
            let what = retold(language, what);
            phrase!(language, "error-access-import-format", what)
        }
        ImportError::TooLarge => text!(language, "error-access-import-large"),
        ImportError::Refused { count, first, refusals: _ } => {
            let (place, what) = (&first.place, retold(language, &first.what));
            phrase!(language, "error-access-import-refused", count, place, what)
        }
    }
}

pub(super) fn rule_text_error(language: Language, error: &RuleTextError) -> String {
    let what = retold(language, error.what);
    text!(language, "error-access-rule-text", what = what, text = &error.text)
}

pub(super) fn written_rule_error(language: Language, error: &WrittenRuleError) -> String {
    let (key, wrong) = match error {
        WrittenRuleError::Place(wrong) => ("access-no-place", wrong),
        WrittenRuleError::Audience(wrong) => ("access-no-audience", wrong),
        WrittenRuleError::Group(wrong) => ("access-no-group", wrong),
        WrittenRuleError::MediaType(wrong) => ("access-no-type", wrong),
        WrittenRuleError::Period(wrong) => ("access-no-period", wrong),
        WrittenRuleError::Time(wrong) => ("access-no-time", wrong),
        WrittenRuleError::EmptySpan { from, to } => {
            let (from, to) = (from.to_string(), to.to_string());
            return text!(language, "access-empty-span", from = from, to = to);
        }
    };
    text!(language, key, text = wrong)
}

pub(super) fn export_error(language: Language, error: &ExportError) -> String {
    match error {
        ExportError::Exists(path) => text!(language, "error-export-exists", path = path.display()),
        ExportError::Empty => text!(language, "error-export-empty"),
        ExportError::Stopped => text!(language, "error-export-stopped"),
        ExportError::Archive(error) => archive::archive_error(language, error),
        ExportError::Catalogue(error) => archive::catalogue_error(language, error),
        ExportError::People(error) => people_error(language, error),
        ExportError::Capture(error) => archive::capture_error(language, error),
        ExportError::Path(error) => path_error(language, error),
        ExportError::Write { path, error } => cannot_since(language, "write", path, error),
        ExportError::Record { path, error } => {
            let cannot = super::cannot(language, "write", path);
            format!("{cannot}: {}", files::write_error(language, error))
        }
        ExportError::Scratch(error) => {
            let error = system_text(language, error);
            phrase!(language, "error-export-scratch", error)
        }
    }
}

pub(super) fn gate_error(language: Language, error: &GateError) -> String {
    match error {
        GateError::People(error) => people_error(language, error),
        GateError::Collection(error) => inner(language, error),
        GateError::NoCollection(name) => phrase!(language, "error-map-no-collection", name),
    }
}

pub(super) fn changes_error(language: Language, error: &ChangesError) -> String {
    match error {
        ChangesError::Archive(error) => archive::archive_error(language, error),
        ChangesError::Catalogue(error) => archive::catalogue_error(language, error),
        ChangesError::Gate(error) => gate_error(language, error),
        ChangesError::Stopped => text!(language, "error-changes-stopped"),
    }
}

pub(super) fn static_copy_error(language: Language, error: &StaticCopyError) -> String {
    match error {
        StaticCopyError::NotEmpty(folder) => {
            text!(language, "error-copy-not-empty", folder = folder.display())
        }
        StaticCopyError::Empty { site } => phrase!(language, "error-copy-empty", site),
        StaticCopyError::Stopped => text!(language, "error-copy-stopped"),
        StaticCopyError::Archive(error) => archive::archive_error(language, error),
        StaticCopyError::Catalogue(error) => archive::catalogue_error(language, error),
        StaticCopyError::Gate(error) => gate_error(language, error),
        StaticCopyError::Path(error) => path_error(language, error),
        StaticCopyError::Write { path, error } => cannot_since(language, "write", path, error),
    }
}

pub(super) fn bare_error(language: Language, error: &BareError) -> String {
    match error {
        BareError::Folder { folder, error } => {
            let (folder, error) = (folder.display(), system_text(language, error));
            phrase!(language, "error-bare-folder", folder, error)
        }
        BareError::Nothing => text!(language, "error-bare-nothing"),
        BareError::Add(error) => archive::add_error(language, error),
    }
}
