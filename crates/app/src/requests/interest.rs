//! What readers open tells which results are worth making anew: those about pages and words that people look for.
//!
//! Only archives that record visits do this. Of a visit nothing is kept here but a number: how often somebody has
//! looked since the result was made.

use super::RequestsError;
use crate::visits::ReaderVisit;
use serde_json::Value;
use stodola_access::RulePlace;
use stodola_archive::key_of;
use stodola_work::{WorkQueue, WorkTime};

/// Requests that are looked at for each visit; those that nobody has looked at for longest are left out.
const LOOKED_AT: u32 = 1000;

/// Counts that a reader has opened a page: what is made anew by itself and is about it comes sooner.
pub fn note_visit(
    archive: &std::path::Path,
    visit: &ReaderVisit,
    now: stodola_access::Moment,
) -> Result<(), RequestsError> {
    if !WorkQueue::exists(archive) {
        return Ok(());
    }
    let mut queue = WorkQueue::open(archive)?;
    let all = queue.refreshed_questions(LOOKED_AT)?;
    let about = |(_, _, question): &&(i64, String, String)| is_about(question, visit);
    let numbers: Vec<i64> = all.iter().filter(about).map(|(number, ..)| *number).collect();
    if !numbers.is_empty() {
        queue.count_interest(&numbers, WorkTime(now.0))?;
    }
    Ok(())
}

/// Whether a question is about the page that was opened, or about the words that it was found by.
fn is_about(question: &str, visit: &ReaderVisit) -> bool {
    let question: Value = serde_json::from_str(question).unwrap_or_default();
    let text = |name: &str| question[name].as_str().filter(|text| !text.is_empty());
    if let Some(words) = text("words") {
        let folded = |text: &str| -> Vec<String> {
            text.split_whitespace().map(str::to_lowercase).collect()
        };
        let asked = folded(&visit.query);
        return folded(words).iter().all(|word| asked.contains(word));
    }
    let Some(place) = text("site").or_else(|| text("prefix")) else { return false };
    if let Ok(RulePlace::Exact(_)) | Err(_) = place.parse::<RulePlace>() {
        // Exports take the beginning of an address.
        return visit.uri.starts_with(place.as_bytes());
    }
    place.parse::<RulePlace>().is_ok_and(|place| place.contains(&key_of(&visit.uri)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_about_its_pages_and_words() {
        let visit = ReaderVisit {
            query: "Staré barns".into(),
            uri: b"http://www.a.cz/x/1".into(),
            place: 1,
        };
        for (question, is_it) in [
            (r#"{"site": "a.cz"}"#, true),
            (r#"{"site": "*.a.cz", "view": "dead"}"#, true),
            (r#"{"site": "b.cz"}"#, false),
            (r#"{"prefix": "http://www.a.cz/x/"}"#, true),
            (r#"{"prefix": "http://www.a.cz/y/"}"#, false),
            (r#"{"words": "barns"}"#, true),
            (r#"{"words": "barns new"}"#, false),
            (r#"{"job": "a.cz"}"#, false),
            ("{}", false),
            ("not json", false),
        ] {
            assert_eq!(is_about(question, &visit), is_it, "{question}");
        }
    }
}
