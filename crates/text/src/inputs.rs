//! What is wrong with inputs, and what files look like.

use crate::errors::{error_text, system_text};
use crate::findings::{gap_text, warning_text};
use crate::{Language, text};
use std::path::Path;
use stodola_app::warc::{FileLook, InputProblem, Notice};
use stodola_warc::Wrapping;

/// Returns one line about an input: why it could not be read, or what is wrong in it.
pub fn notice_text(language: Language, notice: &Notice<'_>) -> String {
    match notice {
        Notice::CannotOpen(error) => {
            text!(language, "warc-cannot-open", reason = system_text(language, error))
        }
        Notice::NotAnArchive(look) => {
            text!(language, "warc-not-an-archive", looks = describe(language, look))
        }
        Notice::At(offset, problem) => {
            let at = text!(language, "warc-at", offset = *offset);
            format!("{at}: {}", problem_text(language, problem))
        }
        Notice::Failed(error) => error_text(language, *error),
    }
}

fn problem_text(language: Language, problem: &InputProblem<'_>) -> String {
    match problem {
        InputProblem::Damage(warning) => warning_text(language, warning),
        InputProblem::Gap(gap) => gap_text(language, gap),
        InputProblem::NoTargetUri => text!(language, "warc-index-no-uri"),
        InputProblem::NoDate => text!(language, "warc-index-no-date"),
        InputProblem::LengthCorrected(length) => {
            text!(language, "warc-length-corrected", length = *length)
        }
        InputProblem::PayloadCut(name, error) => {
            format!("{name}: {}", system_text(language, error))
        }
    }
}

/// Returns what a file is packed in that must be unpacked before it can be read, in one line; `None` for anything else,
/// and for what cannot be opened.
pub fn wrapping_of(language: Language, path: &Path) -> Option<String> {
    Some(wrapping_text(language, Wrapping::of_file(path).ok()??))
}

/// Returns one line about a packing.
pub fn wrapping_text(language: Language, wrapping: Wrapping) -> String {
    let key = match wrapping {
        Wrapping::Lz4 => "warc-looks-lz4",
        Wrapping::Wacz => "warc-looks-wacz",
        _ => "warc-looks-zip",
    };
    text!(language, key)
}

/// Returns one line about what a file looks like.
fn describe(language: Language, look: &FileLook) -> String {
    match look {
        FileLook::Empty => text!(language, "warc-looks-empty"),
        FileLook::Wrapped(wrapping) => wrapping_text(language, *wrapping),
        FileLook::Known(name) => text!(language, &format!("warc-looks-{name}")),
        FileLook::Text(line) => text!(language, "warc-looks-text", line = line),
        FileLook::Bytes(bytes) => text!(language, "warc-looks-bytes", bytes = bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stodola_app::warc::KNOWN_LOOKS;

    #[test]
    fn every_kind_of_file_has_a_text() {
        for name in KNOWN_LOOKS {
            let text = describe(Language::Czech, &FileLook::Known(name));
            assert!(!text.starts_with("warc-looks-"), "{text}");
        }
    }
}
