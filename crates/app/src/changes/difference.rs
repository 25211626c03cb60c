//! What a reader sees of a change: the title of the page, and what is different in its text.

use super::scan::Event;
use super::{PageChange, SiteChange};
use crate::reading::{CaptureText, ComparedParagraph, TextComparison, WordChange, WordRun};
use stodola_archive::Captures;

/// Number of characters of a text that is quoted.
const QUOTED_MAX: usize = 120;

/// The difference between two texts of a page, in numbers and with an example.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextDifference {
    /// Number of words that are new.
    pub added: u64,
    /// Number of words that are gone.
    pub removed: u64,
    /// The beginning of the first text that is new; `None` if there is none.
    pub first_added: Option<String>,
    /// The beginning of the first text that is gone; `None` if there is none.
    pub first_removed: Option<String>,
}

/// Makes a change of an event: reads the captures that are needed. What cannot be read is left out.
pub(super) fn told(event: Event, captures: &Captures) -> SiteChange {
    let Event { kind, time, entry, before } = event;
    let text = |entry| CaptureText::of(entry, captures).ok();
    let (title, difference) = match kind {
        PageChange::New => (text(&entry).and_then(|text| text.title), None),
        PageChange::Gone => (before.as_ref().and_then(text).and_then(|text| text.title), None),
        PageChange::Changed => {
            let (old, new) = (before.as_ref().and_then(text), text(&entry));
            let difference = old.as_ref().zip(new.as_ref()).map(|(old, new)| compared(old, new));
            (new.or(old).and_then(|text| text.title), difference)
        }
    };
    SiteChange {
        kind,
        uri: entry.row.uri,
        time,
        before: before.and_then(|before| before.row.time),
        title: title.map(|title| quoted(&title)).filter(|title| !title.is_empty()),
        difference,
    }
}

/// Compares two texts.
fn compared(old: &CaptureText, new: &CaptureText) -> TextDifference {
    let comparison = TextComparison::new(&old.paragraphs, &new.paragraphs);
    let different = |paragraph: &ComparedParagraph, side: usize| match paragraph {
        ComparedParagraph::Same(_) => None,
        ComparedParagraph::Different(runs) => first_different(&runs[side]),
    };
    let first = |side| comparison.paragraphs.iter().find_map(|it| different(it, side));
    TextDifference {
        added: comparison.added,
        removed: comparison.removed,
        first_added: first(1),
        first_removed: first(0),
    }
}

fn first_different(runs: &[WordRun]) -> Option<String> {
    let run = runs.iter().find(|run| run.change == WordChange::Different)?;
    Some(quoted(&run.text)).filter(|text| !text.is_empty())
}

/// The beginning of a text, on one line and without control characters.
fn quoted(text: &str) -> String {
    let is_gap = |character: char| character.is_whitespace() || character.is_control();
    let words = text.split(is_gap).filter(|word| !word.is_empty());
    let line = words.collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(QUOTED_MAX) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line,
    }
}
