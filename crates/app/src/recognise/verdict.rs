//! The verdict on a page as a line of JSON, with these keys in this order:
//!
//! - `uri`: URI of the page, or the name of its file;
//! - `valid`: whether it belongs to the nation; `points`: sum of the points of all criteria; `probability` that it
//!   belongs to the nation, from 0 to 1, with six digits;
//! - `language` of its text by statistics, `null` if it could not be identified;
//! - `criteria`: a list of what each found: `name`, number of pieces of evidence (`found`), of those that belong to the
//!   nation (`valid`), `points` for these, some of them (`evidence`: `text` as found, and `position` in bytes, `null`
//!   if it is not from the text), and why there is no result (`lacks`, only if there is none);
//! - `veto`, if one decided: the name of its criterion;
//! - `rule`, if the pack's own rule decides: its parts, each before those it is made of, with the number of parts that
//!   it stands inside (`depth`), the `part` as it is written or its operator, whether it is `true` of the page, and
//!   whether the result follows from it (`decides`);
//! - `features`, if asked for: the numbers from which the probability is computed.
//!
//! A harvest writes such a line for each page, so it is put together by hand: that takes a fraction of the time that
//! serialising structures takes.

use crate::json;
use serde::Serialize;
use std::io::{self, Write};
use stodola_judge::{CriterionFinding, Evidence, RulePart, Verdict};

/// Size in bytes of most lines; used to allocate memory.
const USUAL_LINE: usize = 4 << 10;

/// Writes the verdict on the page with this name as a line of JSON.
pub fn write_verdict(
    out: &mut impl Write,
    name: &str,
    verdict: &Verdict,
    features: Option<&[f64]>,
) -> io::Result<()> {
    let mut line = Vec::with_capacity(USUAL_LINE);
    append_verdict(&mut line, name, verdict, features)?;
    out.write_all(&line)
}

/// Same as [`write_verdict`], behind what is in memory already.
pub(crate) fn append_verdict(
    line: &mut Vec<u8>,
    name: &str,
    verdict: &Verdict,
    features: Option<&[f64]>,
) -> io::Result<()> {
    line.extend_from_slice(b"{\"uri\":");
    json::append(line, name)?;
    key(line, b",\"valid\":", verdict.is_valid)?;
    key(line, b",\"points\":", verdict.points)?;
    line.extend_from_slice(b",\"probability\":");
    json::append_six_digits(line, verdict.probability)?;
    key(line, b",\"language\":", verdict.language.as_ref().map(|it| &it.language))?;
    line.extend_from_slice(b",\"criteria\":[");
    list(line, &verdict.criteria, criterion)?;
    line.push(b']');
    if let Some(veto) = verdict.veto {
        key(line, b",\"veto\":", veto)?;
    }
    if !verdict.parts.is_empty() {
        line.extend_from_slice(b",\"rule\":[");
        list(line, &verdict.parts, part)?;
        line.push(b']');
    }
    if let Some(features) = features {
        line.extend_from_slice(b",\"features\":[");
        list(line, features, |line, number| json::append_six_digits(line, *number))?;
        line.push(b']');
    }
    line.extend_from_slice(b"}\n");
    Ok(())
}

/// Appends a key, with the signs around it, and its value.
fn key(line: &mut Vec<u8>, key: &[u8], value: impl Serialize) -> io::Result<()> {
    line.extend_from_slice(key);
    json::append(line, &value)
}

/// Appends the items of a list, with commas between them.
fn list<T>(
    line: &mut Vec<u8>,
    items: &[T],
    mut append: impl FnMut(&mut Vec<u8>, &T) -> io::Result<()>,
) -> io::Result<()> {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            line.push(b',');
        }
        append(line, item)?;
    }
    Ok(())
}

fn criterion(line: &mut Vec<u8>, finding: &CriterionFinding) -> io::Result<()> {
    key(line, b"{\"name\":", finding.name)?;
    // Most criteria find nothing on most pages.
    if (finding.found, finding.valid, finding.points) == (0, 0, 0) {
        line.extend_from_slice(b",\"found\":0,\"valid\":0,\"points\":0,\"evidence\":[");
    } else {
        key(line, b",\"found\":", finding.found)?;
        key(line, b",\"valid\":", finding.valid)?;
        key(line, b",\"points\":", finding.points)?;
        line.extend_from_slice(b",\"evidence\":[");
    }
    list(line, &finding.evidence, evidence)?;
    line.push(b']');
    if let Some(lacks) = &finding.lacks {
        key(line, b",\"lacks\":", lacks)?;
    }
    line.push(b'}');
    Ok(())
}

fn evidence(line: &mut Vec<u8>, evidence: &Evidence) -> io::Result<()> {
    key(line, b"{\"text\":", &evidence.text)?;
    key(line, b",\"position\":", evidence.position)?;
    line.push(b'}');
    Ok(())
}

fn part(line: &mut Vec<u8>, part: &RulePart) -> io::Result<()> {
    let RulePart { depth, text, is_true, decides } = part;
    key(line, b"{\"depth\":", depth)?;
    key(line, b",\"part\":", &**text)?;
    key(line, b",\"true\":", is_true)?;
    key(line, b",\"decides\":", decides)?;
    line.push(b'}');
    Ok(())
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

    #[test]
    fn keys_that_are_not_always_there_come_last() {
        let part = |depth, text: &str, is_true| RulePart {
            depth,
            text: text.into(),
            is_true,
            decides: !is_true,
        };
        let verdict = Verdict {
            probability: 1.0 / 3.0,
            veto: Some("language"),
            parts: vec![part(0, "not", true), part(1, "url \"a\"", false)],
            ..Verdict::default()
        };
        let mut line = Vec::new();
        write_verdict(&mut line, "a\u{1}", &verdict, Some(&[0.5, -2.0])).unwrap();
        let expect = "{\"uri\":\"a\\u0001\",\"valid\":false,\"points\":0,\"probability\":0.333333,\
            \"language\":null,\"criteria\":[],\"veto\":\"language\",\"rule\":[\
            {\"depth\":0,\"part\":\"not\",\"true\":true,\"decides\":false},\
            {\"depth\":1,\"part\":\"url \\\"a\\\"\",\"true\":false,\"decides\":true}],\
            \"features\":[0.500000,-2.000000]}";
        assert_eq!(String::from_utf8(line).unwrap(), format!("{expect}\n"));
        let strange = Verdict { probability: f64::NAN, ..Verdict::default() };
        assert!(
            write_verdict(&mut Vec::new(), "a", &strange, None).is_err(),
            "JSON has no such number"
        );
    }
}
