//! Errors of the libraries in the user's language.
//!
//! Libraries describe their errors in English. Those that users meet often have a text in the locale files, found here
//! by the type of the error; all others are shown as they are. A new one needs a line in the `known…` function of its
//! library and a text in each language.

mod jobs;
mod serve;

use crate::lang::language;
use std::error::Error;
use std::io::{self, ErrorKind};
use stodola_access::PeopleError;
use stodola_app::access::AccessError;
use stodola_app::migrate::MigrationError;
use stodola_app::recognise::RecogniseError;
use stodola_app::warc::WarcError;
use stodola_archive::{
    ArchiveError, CatalogueError, DedupError, ForgetError, IntakeError, KeeperError,
};
use stodola_crawl::job::JobError;
use stodola_durable::{LockError, PathError};
use stodola_migrate::RunError;
use stodola_text::{Language, text};

type AnyError = dyn Error + 'static;

/// Returns an error and what it came from, in the user's language. Nothing is told twice.
pub(crate) fn told(error: &AnyError) -> String {
    told_in(language(), error)
}

/// Returns what the system says, in the user's language.
pub(crate) fn system(error: &io::Error) -> String {
    system_in(language(), error)
}

fn told_in(language: Language, error: &AnyError) -> String {
    // Many errors end with what they came from: that is seen in English and holds for the translation too.
    let (mut told, mut english) = (String::new(), String::new());
    let mut next = Some(error);
    while let Some(cause) = next {
        next = cause.source();
        let words = cause.to_string();
        if english.is_empty() {
            told = known(language, cause).unwrap_or_else(|| words.clone());
            english = words;
        } else if !english.ends_with(&words) {
            let known = known(language, cause).unwrap_or_else(|| words.clone());
            told = format!("{told}: {known}");
            english = format!("{english}: {words}");
        }
    }
    told
}

/// Returns the text of an error that is known here.
fn known(language: Language, error: &AnyError) -> Option<String> {
    if let Some(error) = error.downcast_ref::<io::Error>() {
        return Some(system_in(language, error));
    }
    if let Some(PathError { doing, path, .. }) = error.downcast_ref() {
        return Some(cannot(language, doing, path.display().to_string()));
    }
    let by_type: [fn(Language, &AnyError) -> Option<String>; 9] = [
        known_access,
        known_archive,
        known_intake,
        known_job,
        known_migration,
        known_recognise,
        known_warc,
        jobs::known,
        serve::known,
    ];
    by_type.iter().find_map(|known| known(language, error))
}

fn known_access(language: Language, error: &AnyError) -> Option<String> {
    let error = error.downcast_ref::<AccessError>()?;
    let number = |number: &dyn std::fmt::Display| number.to_string();
    let people = match error {
        AccessError::People(error) => error,
        AccessError::Archive(error) => return known_archive(language, error),
        AccessError::Catalogue(error) => return known_archive(language, error),
        AccessError::Read { path, error } => {
            let cannot = cannot(language, "read", path.display().to_string());
            return Some(format!("{cannot}: {}", system_in(language, error)));
        }
        _ => return None,
    };
    Some(match people {
        PeopleError::NoReason => text!(language, "error-access-no-reason"),
        PeopleError::NoName => text!(language, "error-access-no-name"),
        PeopleError::UnknownRule(id) => {
            text!(language, "error-access-no-rule", rule = number(id))
        }
        PeopleError::UnknownChange(change) => {
            text!(language, "error-access-no-change", change = number(change))
        }
        PeopleError::NothingToUndo => text!(language, "error-access-nothing-to-undo"),
        PeopleError::Undone { number: change, by } => {
            text!(language, "error-access-undone", change = number(change), by = number(by))
        }
        PeopleError::ChangedAgain { number: change, rule, by } => text!(
            language,
            "error-access-changed-again",
            change = number(change),
            rule = number(rule),
            by = number(by)
        ),
        PeopleError::Damaged { path, what } => {
            text!(language, "error-access-damaged", path = path.display(), what = what)
        }
        PeopleError::Newer { path, found } => {
            newer(language, path, u64::try_from(*found).unwrap_or_default(), &people.to_string())
        }
        _ => return None,
    })
}

/// `cannot open 'x'`; the verb is one of those that libraries use.
fn cannot(language: Language, doing: &str, path: String) -> String {
    let key = format!("error-doing-{}", doing.replace(' ', "-"));
    let verb = text!(language, &key);
    let verb = if verb == key { doing.to_owned() } else { verb };
    text!(language, "error-cannot", doing = verb, path = path)
}

fn system_in(language: Language, error: &io::Error) -> String {
    let key = match error.kind() {
        ErrorKind::NotFound => "error-not-found",
        ErrorKind::PermissionDenied => "error-permission-denied",
        ErrorKind::AlreadyExists => "error-exists",
        ErrorKind::IsADirectory => "error-is-folder",
        ErrorKind::NotADirectory => "error-not-a-folder",
        ErrorKind::StorageFull => "error-disk-full",
        ErrorKind::AddrInUse => "error-address-in-use",
        ErrorKind::ConnectionRefused => "error-connection-refused",
        ErrorKind::ReadOnlyFilesystem => "error-read-only",
        _ => return error.to_string(),
    };
    match error.raw_os_error() {
        Some(code) => format!("{} (os error {code})", text!(language, key)),
        // Somebody has given it words of its own; those without are a kind and nothing else.
        None if error.get_ref().is_some() => error.to_string(),
        None => text!(language, key),
    }
}

fn newer(language: Language, path: &std::path::Path, found: u64, english: &str) -> String {
    // The number of the newest format is in the library's own words only.
    let known = english.rsplit("formats up to ").next().unwrap_or_default();
    let known = known.split(';').next().unwrap_or_default();
    text!(language, "error-newer", path = path.display(), found = found, known = known)
}

fn known_archive(language: Language, error: &AnyError) -> Option<String> {
    if let Some(error) = error.downcast_ref::<KeeperError>() {
        return match error {
            KeeperError::Archive(error) => known_archive(language, error),
            KeeperError::Catalogue(error) => known_archive(language, error),
            _ => None,
        };
    }
    if let Some(error) = error.downcast_ref::<CatalogueError>() {
        let english = error.to_string();
        return Some(match error {
            CatalogueError::Archive(error) => return known_archive(language, error),
            CatalogueError::Missing(path) => text!(
                language,
                "error-catalogue-missing",
                path = path.display(),
                folder = folder_of(path)
            ),
            CatalogueError::Busy(path) => {
                text!(language, "error-catalogue-busy", path = path.display())
            }
            CatalogueError::Full(path) => {
                text!(language, "error-catalogue-full", path = path.display())
            }
            CatalogueError::Damaged { path, what } => text!(
                language,
                "error-catalogue-damaged",
                path = path.display(),
                what = what,
                folder = folder_of(path)
            ),
            CatalogueError::Newer { path, found } => {
                newer(language, path, u64::try_from(*found).unwrap_or_default(), &english)
            }
            CatalogueError::UnknownFile(name) => {
                text!(language, "error-catalogue-unknown-file", name = name)
            }
            CatalogueError::Read { path, error } => {
                let cannot = cannot(language, "read", path.display().to_string());
                format!("{cannot}: {}", system_in(language, error))
            }
            _ => return None,
        });
    }
    if let Some(DedupError::Newer { path, found, .. }) = error.downcast_ref() {
        return Some(newer(language, path, u64::from(*found), &error.to_string()));
    }
    if let Some(error) = error.downcast_ref::<LockError>() {
        return match error {
            LockError::Held { path, .. } => {
                Some(text!(language, "error-locked", path = path.display()))
            }
            LockError::Path(error) => known(language, error),
        };
    }
    let error = error.downcast_ref::<ArchiveError>()?;
    Some(match error {
        ArchiveError::NotOne(path) => {
            text!(language, "error-no-archive", path = path.display())
        }
        ArchiveError::Locked { folder, holder } => text!(
            language,
            "error-archive-locked",
            path = folder.display(),
            holder = holder.to_string()
        ),
        ArchiveError::Newer { path, found } => {
            newer(language, path, u64::from(*found), &error.to_string())
        }
        ArchiveError::Unreadable { path, what } => {
            text!(language, "error-wrong-format", path = path.display(), what = what)
        }
        ArchiveError::Io { what, path, error } => {
            let cannot = cannot(language, what, path.display().to_string());
            format!("{cannot}: {}", system_in(language, error))
        }
        _ => return None,
    })
}

/// The folder of the archive that a catalogue belongs to.
fn folder_of(catalogue: &std::path::Path) -> String {
    match catalogue.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.display().to_string(),
        _ => ".".to_owned(),
    }
}

fn known_intake(language: Language, error: &AnyError) -> Option<String> {
    if let Some(error) = error.downcast_ref::<ForgetError>() {
        return Some(match error {
            ForgetError::Catalogue(error) => return known_archive(language, error),
            ForgetError::Archive(error) => return known_archive(language, error),
            ForgetError::Unknown(name) => text!(language, "error-forget-unknown", name = name),
            ForgetError::Present(name) => text!(language, "error-forget-present", name = name),
            ForgetError::NoReason => text!(language, "error-forget-no-reason"),
            _ => return None,
        });
    }
    Some(match error.downcast_ref::<IntakeError>()? {
        IntakeError::Catalogue(error) => return known_archive(language, error),
        IntakeError::Archive(error) => return known_archive(language, error),
        IntakeError::NotRecords(path) => {
            text!(language, "error-not-records", path = path.display())
        }
        IntakeError::WaczByReference(path) => {
            text!(language, "error-wacz-by-reference", path = path.display())
        }
        IntakeError::Taken(path) => text!(language, "error-taken", path = path.display()),
        _ => return None,
    })
}

fn known_job(language: Language, error: &AnyError) -> Option<String> {
    if let Some(stodola_judge::Error::NoPack { name, built_in }) = error.downcast_ref() {
        return Some(text!(language, "error-no-pack", name = name, packs = built_in));
    }
    let place = |place: &stodola_crawl::job::JobFileLine| place.to_string();
    Some(match error.downcast_ref::<JobError>()? {
        JobError::UnknownKey { place: at, key, nearest: Some(nearest), .. } => text!(
            language,
            "error-job-unknown-key",
            place = place(at),
            key = key,
            nearest = nearest
        ),
        JobError::UnknownValue { place: at, value, nearest: Some(nearest), .. } => text!(
            language,
            "error-job-unknown-value",
            place = place(at),
            value = value,
            nearest = nearest
        ),
        JobError::NoContact => text!(language, "error-job-no-contact"),
        JobError::Seeds { path, source } => text!(
            language,
            "error-job-seeds",
            path = path.display(),
            reason = system_in(language, source)
        ),
        _ => return None,
    })
}

fn known_migration(language: Language, error: &AnyError) -> Option<String> {
    if let Some(error) = error.downcast_ref::<MigrationError>() {
        return match error {
            MigrationError::Run(error) => known_migration(language, error),
            MigrationError::Index(error) => known_archive(language, error),
            MigrationError::Open { path, .. } => {
                Some(text!(language, "error-warc-open", path = path.display()))
            }
            MigrationError::Report { path, .. } => {
                Some(text!(language, "error-warc-write", path = path.display()))
            }
            _ => None,
        };
    }
    Some(match error.downcast_ref::<RunError>()? {
        RunError::NotOurs(path) => {
            text!(language, "error-migration-not-ours", path = path.display())
        }
        RunError::Locked(path) => {
            text!(language, "error-migration-locked", path = path.display())
        }
        RunError::NothingFound => text!(language, "error-migration-nothing"),
        _ => return None,
    })
}

fn known_recognise(language: Language, error: &AnyError) -> Option<String> {
    Some(match error.downcast_ref::<RecogniseError>()? {
        RecogniseError::Judge(error) => return known_job(language, error),
        RecogniseError::NoContact => text!(language, "error-recognise-no-contact"),
        RecogniseError::NoInputs => text!(language, "error-recognise-no-inputs"),
        RecogniseError::Read(error) | RecogniseError::Output(error) => system_in(language, error),
        RecogniseError::Wrapped(wrapping) => {
            let looks = crate::warc::describe_wrapping_in(language, *wrapping);
            text!(language, "error-recognise-wrapped", looks = looks)
        }
        RecogniseError::Status(status) => {
            text!(language, "error-recognise-status", status = *status)
        }
        RecogniseError::Forbidden(rule) => {
            text!(language, "error-recognise-forbidden", rule = rule)
        }
        RecogniseError::NoRecords => text!(language, "error-recognise-no-records"),
        _ => return None,
    })
}

fn known_warc(language: Language, error: &AnyError) -> Option<String> {
    let file = |key: &str, path: &std::path::Path| text!(language, key, path = path.display());
    Some(match error.downcast_ref::<WarcError>()? {
        WarcError::Open { path, .. } => file("error-warc-open", path),
        WarcError::Create { path, .. } => file("error-warc-create", path),
        WarcError::Write { path, .. } => file("error-warc-write", path),
        WarcError::Exists { path, .. } => file("error-warc-exists", path),
        WarcError::NoRecord { path, offset, inner } => text!(
            language,
            "error-warc-no-record",
            path = path.display(),
            offset = *offset,
            inner = *inner
        ),
        WarcError::Read(error) | WarcError::Output(error) => system_in(language, error),
        WarcError::NoRecordId => text!(language, "error-warc-no-id"),
        WarcError::RevisitPayload => text!(language, "error-warc-revisit"),
        WarcError::Arc => text!(language, "error-warc-arc"),
        WarcError::Wrapped { path, wrapping } => {
            let looks = crate::warc::describe_wrapping_in(language, *wrapping);
            text!(language, "error-warc-wrapped", path = path.display(), looks = looks)
        }
        _ => return None,
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::*;
    use std::path::PathBuf;

    fn path() -> PathBuf {
        PathBuf::from("/some/file")
    }

    fn missing() -> io::Error {
        io::Error::from_raw_os_error(2)
    }

    /// Errors as users meet them.
    fn samples() -> Vec<Box<AnyError>> {
        let job = |text: &str| stodola_crawl::job::Job::parse(text, "job.toml");
        vec![
            Box::new(missing()),
            Box::new(io::Error::from_raw_os_error(13)),
            Box::new(io::Error::from_raw_os_error(28)),
            Box::new(io::Error::from(ErrorKind::IsADirectory)),
            Box::new(PathError { doing: "write", path: path(), source: missing() }),
            Box::new(ArchiveError::NotOne(path())),
            Box::new(ArchiveError::Newer { path: path(), found: 99 }),
            Box::new(ArchiveError::Io { what: "read", path: path(), error: missing() }),
            Box::new(CatalogueError::Missing(path())),
            Box::new(CatalogueError::Full(path())),
            Box::new(CatalogueError::Busy(path())),
            Box::new(CatalogueError::Damaged { path: path(), what: "x".to_owned() }),
            Box::new(CatalogueError::Newer { path: path(), found: 99 }),
            Box::new(CatalogueError::UnknownFile("x".to_owned())),
            Box::new(CatalogueError::Read { path: path(), error: missing() }),
            Box::new(KeeperError::Archive(ArchiveError::NotOne(path()))),
            Box::new(DedupError::Newer { path: path(), found: 9, known: 2 }),
            Box::new(LockError::Held { path: path(), holder: String::new() }),
            Box::new(ForgetError::Unknown("x".to_owned())),
            Box::new(ForgetError::Present("x".to_owned())),
            Box::new(ForgetError::NoReason),
            Box::new(IntakeError::NotRecords(path())),
            Box::new(IntakeError::WaczByReference(path())),
            Box::new(IntakeError::Taken(path())),
            Box::new(stodola_judge::Pack::open("nowhere").unwrap_err()),
            Box::new(job("[limits]\ndocumnts = 3\n").unwrap_err()),
            Box::new(JobError::NoContact),
            Box::new(JobError::Seeds { path: path(), source: missing() }),
            Box::new(RunError::NotOurs(path())),
            Box::new(RunError::Locked(path())),
            Box::new(RunError::NothingFound),
            Box::new(MigrationError::Run(RunError::NothingFound)),
            Box::new(MigrationError::Open { path: path(), source: missing() }),
            Box::new(RecogniseError::NoContact),
            Box::new(RecogniseError::NoInputs),
            Box::new(RecogniseError::NoRecords),
            Box::new(RecogniseError::Status(404)),
            Box::new(RecogniseError::Forbidden("Disallow: /".to_owned())),
            Box::new(RecogniseError::Wrapped(stodola_warc::Wrapping::Lz4)),
            Box::new(WarcError::Open { path: path(), source: missing() }),
            Box::new(WarcError::Exists { path: path(), source: missing() }),
            Box::new(WarcError::NoRecord { path: path(), offset: 7, inner: 0 }),
            Box::new(WarcError::NoRecord { path: path(), offset: 7, inner: 9 }),
            Box::new(WarcError::Read(missing())),
            Box::new(WarcError::RevisitPayload),
            Box::new(WarcError::NoRecordId),
            Box::new(WarcError::Arc),
            Box::new(WarcError::Wrapped { path: path(), wrapping: stodola_warc::Wrapping::Lz4 }),
        ]
    }

    #[test]
    fn english_texts_are_those_of_the_libraries() {
        for error in samples() {
            let known = known(Language::English, &*error).unwrap_or_else(|| panic!("{error:?}"));
            assert_eq!(known, error.to_string());
        }
    }

    #[test]
    fn czech_texts_are_czech() {
        for error in samples() {
            let english = told_in(Language::English, &*error);
            let czech = told_in(Language::Czech, &*error);
            assert_ne!(czech, english);
            assert!(!czech.contains("error-"), "{czech}");
        }
    }

    #[test]
    fn what_an_error_came_from_is_told_once_in_every_language() {
        let error = CatalogueError::Read { path: path(), error: missing() };
        assert_eq!(
            told_in(Language::Czech, &error),
            "nelze číst '/some/file': soubor nebo složka neexistuje (os error 2)"
        );
        let error = WarcError::Open { path: path(), source: missing() };
        assert_eq!(
            told_in(Language::Czech, &error),
            "/some/file: nelze otevřít: soubor nebo složka neexistuje (os error 2)"
        );
        let unknown = io::Error::other("no words for this");
        assert_eq!(told_in(Language::Czech, &unknown), "no words for this");
    }
}
