//! Errors from recognising pages of a nation, from packs, and from the text of PDF documents.

use super::{cannot, cannot_since, fetch, path_error, system_text};
use crate::inputs::wrapping_text;
use crate::{Language, phrase, retold, text};
use stodola_app::pack::PackError;
use stodola_app::recognise::RecogniseError;
use stodola_extract::{PdfProgramError, PdfShortfall};

pub(super) fn judge_error(language: Language, error: &stodola_judge::Error) -> String {
    match error {
        stodola_judge::Error::NoPack { name, built_in } => {
            text!(language, "error-no-pack", name = name, packs = built_in)
        }
        stodola_judge::Error::Read { path, source } => cannot_since(language, "read", path, source),
        stodola_judge::Error::At { path, line, problem } => {
            format!("{}:{line}: {}", path.display(), retold(language, problem))
        }
        stodola_judge::Error::Geo { path, problem } => {
            let path = path.display();
            phrase!(language, "error-geo", path, problem)
        }
    }
}

pub(super) fn pack_error(language: Language, error: &PackError) -> String {
    match error {
        PackError::Language(code) => phrase!(language, "error-pack-language", code),
        PackError::NoWord => text!(language, "error-pack-no-word"),
        PackError::Judge(error) => judge_error(language, error),
        PackError::Folder { path, source: _ } => cannot(language, "create the folder", path),
        PackError::Create { path, source: _ } => cannot(language, "create", path),
        PackError::NoInputs => text!(language, "error-pack-no-inputs"),
        PackError::Output { path, source: _ } => cannot(language, "write", path),
        PackError::Write(error) => path_error(language, error),
    }
}

pub(super) fn recognise_error(language: Language, error: &RecogniseError) -> String {
    match error {
        RecogniseError::Judge(error) => judge_error(language, error),
        RecogniseError::Veto(veto) => text!(language, "error-recognise-veto", veto = &veto.0),
        RecogniseError::NoContact => text!(language, "error-recognise-no-contact"),
        RecogniseError::NoInputs => text!(language, "error-recognise-no-inputs"),
        RecogniseError::List { path, source: _ } => cannot(language, "read the list", path),
        RecogniseError::ListLine { path, line, source: _ } => {
            let path = path.display();
            phrase!(language, "error-recognise-list-line", path, line)
        }
        RecogniseError::Start(_) => text!(language, "error-recognise-start"),
        RecogniseError::Setup(error) => fetch::setup_error(language, error),
        RecogniseError::Rdap(error) => fetch::rdap_error(language, error),
        RecogniseError::Read(error) | RecogniseError::Output(error) => system_text(language, error),
        RecogniseError::Wrapped(wrapping) => {
            let looks = wrapping_text(language, *wrapping);
            phrase!(language, "error-recognise-wrapped", looks)
        }
        RecogniseError::NoRecords => text!(language, "error-recognise-no-records"),
        RecogniseError::NoStatus => text!(language, "error-recognise-no-status"),
        RecogniseError::NoHead => text!(language, "error-recognise-no-head"),
        RecogniseError::NoLocation => text!(language, "error-recognise-no-location"),
        RecogniseError::BadRedirect(to) => phrase!(language, "error-recognise-bad-redirect", to),
        RecogniseError::Status(status) => phrase!(language, "error-recognise-status", status),
        RecogniseError::TooManyRedirects(most) => {
            phrase!(language, "error-recognise-redirects", most)
        }
        RecogniseError::NoHost => text!(language, "error-recognise-no-host"),
        RecogniseError::Forbidden(rule) => phrase!(language, "error-recognise-forbidden", rule),
        RecogniseError::RobotsUnknown(words) => retold(language, words),
        RecogniseError::Fetch(error) => fetch::failure(language, error),
    }
}

pub(super) fn pdf_error(language: Language, error: &PdfProgramError) -> String {
    match error {
        PdfProgramError::Start { executable, source: _ } => {
            text!(language, "error-pdf-start", path = executable.display())
        }
        PdfProgramError::Limits(_) => text!(language, "error-pdf-limits"),
        PdfProgramError::Body(_) => text!(language, "error-pdf-body"),
        PdfProgramError::Wait(_) => text!(language, "error-pdf-wait"),
    }
}

pub(super) fn pdf_shortfall(language: Language, error: &PdfShortfall) -> String {
    match error {
        PdfShortfall::Text(bytes) => phrase!(language, "error-pdf-text", bytes),
        PdfShortfall::Bytes(bytes) => phrase!(language, "error-pdf-bytes", bytes),
        PdfShortfall::Time(time) => {
            let time = format!("{time:?}");
            phrase!(language, "error-pdf-time", time)
        }
        PdfShortfall::CpuTime(time) => {
            let time = format!("{time:?}");
            phrase!(language, "error-pdf-cpu-time", time)
        }
        PdfShortfall::Failed { status, message } => format!("{status}: {message}"),
    }
}
