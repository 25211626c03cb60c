//! The answer as in JSON output.

use super::inquiry::{FoundUri, RejectedLink, ScopeDecision, UriAnswer, UriAttempt, UriWait};
use crate::archive::time_of;
use crate::job::StoredJob;
use crate::json;
use serde::Serialize;
use stodola_archive::Entry;
use stodola_frontier::{LinkLoss, Outcome, Time};

/// What the log of a round says about a URI. Groups of members without a value are left out.
#[derive(Clone, Debug, Serialize)]
pub struct WhyRecord {
    uri: String,
    job: String,
    round: u32,
    /// The outcome, or `waiting`, `prerequisite`, `rejected` or `never-seen`.
    state: &'static str,
    #[serde(flatten)]
    found: Option<FoundRecord>,
    #[serde(flatten)]
    rule: Option<RuleRecord>,
    #[serde(flatten)]
    rejected: Option<RejectedRecord>,
    #[serde(flatten)]
    waiting: Option<WaitingRecord>,
    #[serde(flatten)]
    passed_over: Option<PassedOverRecord>,
    pages_cut: u64,
    #[serde(flatten)]
    cut: Option<CutRecord>,
    attempts: Vec<AttemptRecord>,
    lost: Vec<LostRecord>,
}

#[derive(Clone, Debug, Serialize)]
struct FoundRecord {
    found_ms: u64,
    hops: String,
    seed: bool,
    way: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct RuleRecord {
    accepted_now: bool,
    rule_now: String,
}

#[derive(Clone, Debug, Serialize)]
struct RejectedRecord {
    rejected_ms: u64,
    rejected_by: String,
    rejected_on: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct WaitingRecord {
    before_it: u64,
    possible_ms: u64,
    running: bool,
}

#[derive(Clone, Debug, Serialize)]
struct PassedOverRecord {
    passed_over_because: &'static str,
    pages_with_such_links: u64,
    first_page_with_such_links: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct CutRecord {
    first_page_cut: String,
    cut_because: &'static str,
    cut_at: u64,
}

/// One attempt. Durations are in milliseconds, times in milliseconds since 1970.
#[derive(Clone, Debug, Serialize)]
pub struct AttemptRecord {
    logged_ms: u64,
    outcome: Option<&'static str>,
    reason: String,
    start_ms: Option<u64>,
    took_ms: Option<u64>,
    size: Option<u64>,
    #[serde(rename = "type")]
    media_type: Option<String>,
    digest: Option<String>,
    truncated: Option<String>,
}

/// A capture whose file is missing.
#[derive(Clone, Debug, Serialize)]
pub struct LostRecord {
    file: String,
    time: String,
}

impl WhyRecord {
    pub(super) fn new(
        job: &StoredJob,
        uri: &[u8],
        answer: &UriAnswer,
        lost: &[Entry],
    ) -> WhyRecord {
        let unnamed = &answer.unnamed;
        let beside = answer.beside.iter().map(|(_, attempt)| attempt);
        WhyRecord {
            uri: json::text(uri).into_owned(),
            job: job.name.clone(),
            round: job.round,
            state: state(answer),
            found: answer.found.as_ref().map(|found| found_record(found, answer)),
            rule: answer.rule.as_ref().map(rule_record),
            rejected: answer.rejected.as_ref().map(rejected_record),
            waiting: answer.waiting.as_ref().map(waiting_record),
            passed_over: unnamed.loss.map(|loss| PassedOverRecord {
                passed_over_because: loss.name(),
                pages_with_such_links: unnamed.pages,
                first_page_with_such_links: unnamed.first.as_deref().map(owned),
            }),
            pages_cut: unnamed.cut,
            cut: unnamed.first_cut.as_ref().map(cut_record),
            attempts: answer.attempts.iter().chain(beside).map(attempt_record).collect(),
            lost: lost.iter().map(lost_record).collect(),
        }
    }
}

/// Returns one word for the state of the URI.
fn state(answer: &UriAnswer) -> &'static str {
    match answer.outcome() {
        Some((_, outcome)) => outcome.name(),
        None if answer.found.is_some() => "waiting",
        None if !answer.beside.is_empty() => "prerequisite",
        None if answer.rejected.is_some() => "rejected",
        None => "never-seen",
    }
}

fn owned(bytes: &[u8]) -> String {
    json::text(bytes).into_owned()
}

fn found_record(found: &FoundUri, answer: &UriAnswer) -> FoundRecord {
    FoundRecord {
        found_ms: found.time.millis(),
        hops: owned(&found.hops),
        seed: found.is_seed,
        way: answer.chain.iter().map(|(_, uri)| owned(uri)).collect(),
    }
}

fn rule_record(rule: &ScopeDecision) -> RuleRecord {
    RuleRecord { accepted_now: rule.accepts, rule_now: rule.name.clone() }
}

fn rejected_record(rejected: &RejectedLink) -> RejectedRecord {
    RejectedRecord {
        rejected_ms: rejected.time.millis(),
        rejected_by: rejected.rule.clone(),
        rejected_on: rejected.page.as_deref().map(owned),
    }
}

fn waiting_record(waiting: &UriWait) -> WaitingRecord {
    WaitingRecord {
        before_it: waiting.before,
        possible_ms: waiting.host_at.max(waiting.not_before).millis(),
        running: waiting.is_running,
    }
}

fn cut_record((loss, at, page): &(LinkLoss, u64, Vec<u8>)) -> CutRecord {
    CutRecord { first_page_cut: owned(page), cut_because: loss.name(), cut_at: *at }
}

fn attempt_record(attempt: &UriAttempt) -> AttemptRecord {
    let UriAttempt { outcome, detail, time } = attempt;
    AttemptRecord {
        logged_ms: time.millis(),
        outcome: outcome.map(Outcome::name),
        reason: detail.reason.to_string(),
        start_ms: detail.start.map(Time::millis),
        took_ms: detail.took.map(|took| took.as_millis() as u64),
        size: detail.size,
        media_type: detail.media_type.clone(),
        digest: detail.digest.clone(),
        truncated: detail.truncated.clone(),
    }
}

fn lost_record(entry: &Entry) -> LostRecord {
    LostRecord { file: entry.file.to_string(), time: time_of(entry) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_what_waits_and_of_pages_that_were_cut_come_in_their_order() {
        let record = WhyRecord {
            uri: "http://a.cz/".to_owned(),
            job: "all".to_owned(),
            round: 2,
            state: "waiting",
            found: Some(FoundRecord {
                found_ms: 1,
                hops: "L".to_owned(),
                seed: false,
                way: vec!["http://a.cz/".to_owned()],
            }),
            rule: None,
            rejected: None,
            waiting: Some(WaitingRecord { before_it: 3, possible_ms: 4, running: true }),
            passed_over: None,
            pages_cut: 1,
            cut: Some(CutRecord {
                first_page_cut: "http://a.cz/b".to_owned(),
                cut_because: "cut-max-links",
                cut_at: 5,
            }),
            attempts: Vec::new(),
            lost: vec![LostRecord { file: "warc/a.warc.gz".to_owned(), time: "-".to_owned() }],
        };
        let expected = concat!(
            r#"{"uri":"http://a.cz/","job":"all","round":2,"state":"waiting","found_ms":1,"hops":"L","seed":false,"#,
            r#""way":["http://a.cz/"],"before_it":3,"possible_ms":4,"running":true,"pages_cut":1,"#,
            r#""first_page_cut":"http://a.cz/b","cut_because":"cut-max-links","cut_at":5,"attempts":[],"#,
            r#""lost":[{"file":"warc/a.warc.gz","time":"-"}]}"#,
        );
        assert_eq!(serde_json::to_string(&record).unwrap(), expected);
    }
}
