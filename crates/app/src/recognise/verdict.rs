//! The verdict on a page as a line of JSON.

use crate::json;
use serde::Serialize;
use std::io::{self, Write};
use stodola_judge::{CriterionFinding, RulePart, Verdict};

/// A verdict. It is serialised as a line of JSON.
#[derive(Debug, Serialize)]
pub struct VerdictLine<'a> {
    /// URI of the page, or the name of its file.
    pub uri: &'a str,
    /// Whether it belongs to the nation.
    pub valid: bool,
    /// Sum of the points of all criteria.
    pub points: i64,
    /// Probability that it belongs to the nation, from 0 to 1.
    #[serde(serialize_with = "json::six_digits")]
    pub probability: f64,
    /// Language of its text by statistics; `None` if it could not be identified.
    pub language: Option<&'a str>,
    /// What each criterion found.
    pub criteria: Vec<CriterionLine<'a>>,
    /// Name of the criterion whose veto decided; `None` if there was none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub veto: Option<&'a str>,
    /// The parts of the pack's rule, each before those it is made of; empty if no such rule decides.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rule: Vec<RulePartLine<'a>>,
    /// The numbers from which the probability is computed; `None` if they were not asked for.
    #[serde(serialize_with = "json::six_digits_each", skip_serializing_if = "Option::is_none")]
    pub features: Option<Vec<f64>>,
}

/// What a criterion found.
#[derive(Debug, Serialize)]
pub struct CriterionLine<'a> {
    /// Name of the criterion.
    pub name: &'a str,
    /// Number of pieces of evidence.
    pub found: u64,
    /// Number of them that belong to the nation.
    pub valid: u64,
    /// Points for these.
    pub points: i64,
    /// Some of those that belong to the nation.
    pub evidence: Vec<EvidenceLine<'a>>,
    /// Why the criterion has no result; `None` if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lacks: Option<&'a str>,
}

/// A part of the rule that decided.
#[derive(Debug, Serialize)]
pub struct RulePartLine<'a> {
    /// Number of parts that it stands inside.
    pub depth: usize,
    /// The part as it is written, or its operator.
    pub part: &'a str,
    /// Whether it is true of the page.
    #[serde(rename = "true")]
    pub is_true: bool,
    /// Whether the result follows from it.
    pub decides: bool,
}

/// A piece of evidence.
#[derive(Debug, Serialize)]
pub struct EvidenceLine<'a> {
    /// Text as found.
    pub text: &'a str,
    /// Byte offset in the text; `None` if it is not from the text.
    pub position: Option<u64>,
}

/// Writes the verdict on the page with this name as a line of JSON.
pub fn write_verdict(
    out: &mut impl Write,
    name: &str,
    verdict: &Verdict,
    features: Option<&[f64]>,
) -> io::Result<()> {
    let line = VerdictLine {
        uri: name,
        valid: verdict.is_valid,
        points: verdict.points,
        probability: verdict.probability,
        language: verdict.language.as_ref().map(|it| &it.language[..]),
        criteria: verdict.criteria.iter().map(criterion).collect(),
        veto: verdict.veto,
        rule: verdict.parts.iter().map(part).collect(),
        features: features.map(<[f64]>::to_vec),
    };
    json::write_line(out, &line)
}

fn part(part: &RulePart) -> RulePartLine<'_> {
    let RulePart { depth, text, is_true, decides } = part;
    RulePartLine { depth: *depth, part: text, is_true: *is_true, decides: *decides }
}

fn criterion(finding: &CriterionFinding) -> CriterionLine<'_> {
    let evidence = finding
        .evidence
        .iter()
        .map(|it| EvidenceLine { text: &it.text, position: it.position })
        .collect();
    CriterionLine {
        name: finding.name,
        found: finding.found,
        valid: finding.valid,
        points: finding.points,
        evidence,
        lacks: finding.lacks.as_deref(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stodola_judge::{Evidence, Signal, VerdictRule};

    #[test]
    fn a_verdict_has_the_keys_of_before() {
        let finding = CriterionFinding {
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
        let silent = CriterionFinding {
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
            rule: VerdictRule::Points { minimum: 1 },
            points: -3,
            probability: 0.5,
            criteria: vec![finding, silent],
            ..Verdict::default()
        };
        let mut line = Vec::new();
        write_verdict(&mut line, "http://a.cz/", &verdict, None).unwrap();
        let expect = "{\"uri\":\"http://a.cz/\",\"valid\":true,\"points\":-3,\"probability\":0.500000,\
            \"language\":null,\"criteria\":[{\"name\":\"email\",\"found\":2,\"valid\":1,\"points\":-3,\
            \"evidence\":[{\"text\":\"a\\\"@b.cz\",\"position\":7},{\"text\":\"ž\",\"position\":null}]},\
            {\"name\":\"owner\",\"found\":0,\"valid\":0,\"points\":0,\"evidence\":[],\"lacks\":\"not used\"}]}";
        assert_eq!(String::from_utf8(line).unwrap(), format!("{expect}\n"));
    }
}
