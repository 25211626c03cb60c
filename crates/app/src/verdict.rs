//! The verdict on a page as a line of JSON.

use serde::Serialize;
use serde_json::value::RawValue;
use stodola_judge::{Finding, Verdict};

/// The verdict on a page, with the keys of `logs/verdicts.ndjson`.
#[derive(Debug, Serialize)]
pub struct VerdictLine<'a> {
    uri: &'a str,
    valid: bool,
    points: i64,
    probability: Box<RawValue>,
    language: Option<&'a str>,
    criteria: Vec<CriterionLine<'a>>,
}

#[derive(Debug, Serialize)]
struct CriterionLine<'a> {
    name: &'static str,
    found: u64,
    valid: u64,
    points: i64,
    evidence: Vec<EvidenceLine<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lacks: Option<&'a str>,
}

#[derive(Debug, Serialize)]
struct EvidenceLine<'a> {
    text: &'a str,
    position: Option<u64>,
}

impl<'a> VerdictLine<'a> {
    /// Returns the line about the page with that URI. An error means that the probability is no number.
    pub fn new(uri: &'a str, verdict: &'a Verdict) -> serde_json::Result<VerdictLine<'a>> {
        Ok(VerdictLine {
            uri,
            valid: verdict.is_valid,
            points: verdict.points,
            // Six digits, as programs know it.
            probability: RawValue::from_string(format!("{:.6}", verdict.probability))?,
            language: verdict.language.as_ref().map(|it| &*it.language),
            criteria: verdict.criteria.iter().map(criterion).collect(),
        })
    }
}

fn criterion(finding: &Finding) -> CriterionLine<'_> {
    let evidence = finding.evidence.iter();
    CriterionLine {
        name: finding.name,
        found: finding.found,
        valid: finding.valid,
        points: finding.points,
        evidence: evidence
            .map(|it| EvidenceLine { text: &it.text, position: it.position })
            .collect(),
        lacks: finding.lacks.as_deref(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stodola_judge::{Evidence, Rule, Signal};

    #[test]
    fn a_verdict_has_the_keys_of_before() {
        let finding = Finding {
            name: "email",
            found: 2,
            valid: 1,
            points: -3,
            evidence: vec![
                Evidence { text: "a\"@b.cz".to_owned(), position: Some(7) },
                Evidence { text: "ž".to_owned(), position: None },
            ],
            lacks: None,
            signal: Signal::default(),
        };
        let silent = Finding {
            name: "owner",
            found: 0,
            valid: 0,
            points: 0,
            evidence: Vec::new(),
            lacks: Some("not used".to_owned()),
            signal: Signal::default(),
        };
        let verdict = Verdict {
            is_valid: true,
            rule: Rule::Points { minimum: 1 },
            points: -3,
            probability: 0.5,
            language: None,
            criteria: vec![finding, silent],
        };
        let line = VerdictLine::new("http://a.cz/", &verdict).unwrap();
        let expect = "{\"uri\":\"http://a.cz/\",\"valid\":true,\"points\":-3,\"probability\":0.500000,\
            \"language\":null,\"criteria\":[{\"name\":\"email\",\"found\":2,\"valid\":1,\"points\":-3,\
            \"evidence\":[{\"text\":\"a\\\"@b.cz\",\"position\":7},{\"text\":\"ž\",\"position\":null}]},\
            {\"name\":\"owner\",\"found\":0,\"valid\":0,\"points\":0,\"evidence\":[],\"lacks\":\"not used\"}]}";
        assert_eq!(serde_json::to_string(&line).unwrap(), expect);
    }
}
