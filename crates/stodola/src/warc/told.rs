//! What is wrong with inputs, in the user's language.

use crate::errors;
use crate::lang::{language, text};
use crate::output::Outcome;
use crate::progress::Bar;
use std::path::Path;
use stodola_app::warc::{FileLook, InputProblem, InputsEnded, Notice, ReportNotice};
use stodola_text::Language;
use stodola_warc::Wrapping;

impl ReportNotice for Bar {
    fn notice(&self, input: &str, notice: Notice<'_>) {
        let message = match notice {
            Notice::CannotOpen(error) => {
                text!("warc-cannot-open", reason = errors::system(error))
            }
            Notice::NotAnArchive(look) => text!("warc-not-an-archive", looks = describe(&look)),
            Notice::At(offset, problem) => {
                format!("{}: {}", text!("warc-at", offset = offset), problem_text(&problem))
            }
            Notice::Failed(error) => errors::told(error),
        };
        self.say(format_args!("stodola: {input}: {message}"));
    }
}

impl From<InputsEnded> for Outcome {
    fn from(ended: InputsEnded) -> Outcome {
        let InputsEnded { is_data_bad, has_failed } = ended;
        Outcome { is_data_bad, has_failed, ..Outcome::default() }
    }
}

fn problem_text(problem: &InputProblem<'_>) -> String {
    match problem {
        InputProblem::Damage(warning) => warning.to_string(),
        InputProblem::Gap(gap) => gap.to_string(),
        InputProblem::NoTargetUri => text!("warc-index-no-uri"),
        InputProblem::NoDate => text!("warc-index-no-date"),
        InputProblem::LengthCorrected(length) => text!("warc-length-corrected", length = *length),
        InputProblem::PayloadCut(name, error) => format!("{name}: {error}"),
    }
}

/// Returns what a file is packed in that must be unpacked before it can be read, in one line; `None` for anything else,
/// and for what cannot be opened.
pub(crate) fn wrapping_of(path: &Path) -> Option<String> {
    Some(describe_wrapping(Wrapping::of_file(path).ok()??))
}

/// Returns one line about a packing.
fn describe_wrapping(wrapping: Wrapping) -> String {
    describe_wrapping_in(language(), wrapping)
}

/// The same in a given language.
pub(crate) fn describe_wrapping_in(language: Language, wrapping: Wrapping) -> String {
    stodola_text::text!(
        language,
        match wrapping {
            Wrapping::Lz4 => "warc-looks-lz4",
            Wrapping::Wacz => "warc-looks-wacz",
            _ => "warc-looks-zip",
        }
    )
}

/// Returns one line about what a file looks like.
fn describe(look: &FileLook) -> String {
    match look {
        FileLook::Empty => text!("warc-looks-empty"),
        FileLook::Wrapped(wrapping) => describe_wrapping(*wrapping),
        FileLook::Known(name) => text!(&format!("warc-looks-{name}")),
        FileLook::Text(line) => text!("warc-looks-text", line = line),
        FileLook::Bytes(bytes) => text!("warc-looks-bytes", bytes = bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stodola_app::warc::KNOWN_LOOKS;

    #[test]
    fn every_kind_of_file_has_a_text() {
        for name in KNOWN_LOOKS {
            let text = describe(&FileLook::Known(name));
            assert!(!text.starts_with("warc-looks-"), "{text}");
        }
    }
}
