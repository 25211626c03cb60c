//! The verdict on a page, for people and for programs.

use super::page::Judged;
use crate::json;
use crate::lang;
use std::io::{self, Write};
use stodola_judge::{Finding, Rule, Verdict};

/// Number of pieces of evidence that fit into a line.
const SHOWN: usize = 4;

/// A table with a line for each criterion that found something.
pub(super) fn table(out: &mut impl Write, judged: &Judged) -> io::Result<()> {
    let verdict = &judged.verdict;
    let word = match verdict.is_valid {
        true => lang::pick("valid", "národní"),
        false => lang::pick("not valid", "jiná"),
    };
    writeln!(out, "{word:<9}  {}", printable(&judged.name))?;
    if let Some(title) = &judged.title {
        writeln!(out, "           {}", printable(title))?;
    }
    writeln!(out, "           {}", reason(verdict))?;
    let (found, valid) = (lang::pick("found", "nalezeno"), lang::pick("valid", "platných"));
    let (points, evidence) = (lang::pick("points", "body"), lang::pick("evidence", "doklady"));
    writeln!(out, "    {:<16} {found:>8} {valid:>8} {:>5} {points:>6}  {evidence}", "", "%")?;
    let criteria = verdict.criteria.iter();
    for finding in criteria.clone().filter(|it| it.found > 0) {
        let Finding { name, found, valid, points, .. } = finding;
        let percent = percent(finding);
        let evidence = shown(finding);
        writeln!(out, "    {name:<16} {found:>8} {valid:>8} {percent:>5} {points:>6}  {evidence}")?;
    }
    for finding in criteria.filter(|it| it.found == 0) {
        if let Some(lacks) = finding.lacks.as_deref().filter(|it| *it != "not used") {
            writeln!(
                out,
                "    {:<16} {:>8} {:>8} {:>5} {:>6}  {lacks}",
                finding.name, "-", "-", "-", "-"
            )?;
        }
    }
    writeln!(out)
}

/// What decided, in one line.
fn reason(verdict: &Verdict) -> String {
    let Verdict { points, probability, .. } = *verdict;
    let sign = if verdict.is_valid { '≥' } else { '<' };
    let language = match &verdict.language {
        Some(it) => {
            format!("{} {}", it.language, lang::decimal(it.confidence, 2))
        }
        None => "?".to_owned(),
    };
    let probability = lang::decimal(probability, 3);
    match verdict.rule {
        Rule::Points { minimum } => lang::pick(
            format!(
                "points {points} {sign} {minimum}; probability {probability}; language {language}"
            ),
            format!(
                "body {points} {sign} {minimum}; pravděpodobnost {probability}; jazyk {language}"
            ),
        ),
        Rule::Probability { threshold } => lang::pick(
            format!(
                "probability {probability} {sign} {threshold}; points {points}; language {language}"
            ),
            format!(
                "pravděpodobnost {probability} {sign} {}; body {points}; jazyk {language}",
                threshold.to_string().replace('.', ",")
            ),
        ),
    }
}

fn percent(finding: &Finding) -> u64 {
    finding.valid.saturating_mul(100) / finding.found.max(1)
}

fn shown(finding: &Finding) -> String {
    let mut shown: Vec<String> =
        finding.evidence.iter().take(SHOWN).map(|it| printable(&it.text)).collect();
    if finding.valid > shown.len() as u64 && !shown.is_empty() {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

/// The criteria that gave most points, each with what it found first.
pub(crate) fn strongest(verdict: &Verdict) -> String {
    let mut findings: Vec<&Finding> = verdict.criteria.iter().filter(|it| it.points > 0).collect();
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.points));
    let told = findings.iter().take(SHOWN).map(|finding| {
        let first = finding.evidence.first().map_or(String::new(), |it| printable(&it.text));
        format!("{} {} ({first})", finding.name, finding.points)
    });
    told.collect::<Vec<_>>().join(", ")
}

/// The criteria that spoke most against the nation, each with what it found.
pub(crate) fn against(verdict: &Verdict) -> String {
    let is_against = |it: &&Finding| it.points < 0 || it.signal.foreign > it.signal.national;
    let mut findings: Vec<&Finding> = verdict.criteria.iter().filter(is_against).collect();
    findings.sort_by(|a, b| {
        let [a, b] = [a, b].map(|it| it.signal.foreign - it.signal.national);
        b.total_cmp(&a)
    });
    let told = findings.iter().take(SHOWN).map(|finding| {
        let Finding { name, found, valid, points, evidence, .. } = finding;
        match (*name, &verdict.language, evidence.first()) {
            (_, _, Some(first)) if *points < 0 => {
                format!("{name} {points} ({})", printable(&first.text))
            }
            ("language", Some(language), _) => format!("{name} ({})", language.language),
            _ => format!(
                "{name} ({})",
                lang::pick(format!("{valid} of {found}"), format!("{valid} z {found}"))
            ),
        }
    });
    let told = told.collect::<Vec<_>>().join(", ");
    match told.is_empty() {
        true => lang::pick("too little speaks for it", "pro mluví příliš málo").to_owned(),
        false => told,
    }
}

/// Text that cannot break the line or steer the terminal.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

/// One line of JSON.
pub(crate) fn json(
    out: &mut impl Write,
    name: &str,
    verdict: &Verdict,
    features: Option<&[f64]>,
) -> io::Result<()> {
    out.write_all(b"{\"uri\":")?;
    json::string(out, name)?;
    let Verdict { is_valid, points, probability, .. } = verdict;
    write!(out, ",\"valid\":{is_valid},\"points\":{points},\"probability\":{probability:.6}")?;
    let language = verdict.language.as_ref().map(|it| it.language.as_bytes());
    json::member(out, "language", language)?;
    out.write_all(b",\"criteria\":[")?;
    for (number, finding) in verdict.criteria.iter().enumerate() {
        if number > 0 {
            out.write_all(b",")?;
        }
        criterion(out, finding)?;
    }
    out.write_all(b"]")?;
    if let Some(features) = features {
        let features: Vec<String> = features.iter().map(|it| format!("{it:.6}")).collect();
        write!(out, ",\"features\":[{}]", features.join(","))?;
    }
    out.write_all(b"}\n")
}

fn criterion(out: &mut impl Write, finding: &Finding) -> io::Result<()> {
    let Finding { name, found, valid, points, .. } = finding;
    write!(out, "{{\"name\":\"{name}\",\"found\":{found},\"valid\":{valid},\"points\":{points}")?;
    out.write_all(b",\"evidence\":[")?;
    for (number, evidence) in finding.evidence.iter().enumerate() {
        out.write_all(if number > 0 { b",{\"text\":" } else { b"{\"text\":" })?;
        json::string(out, &evidence.text)?;
        json::number(out, "position", evidence.position)?;
        out.write_all(b"}")?;
    }
    out.write_all(b"]")?;
    if let Some(lacks) = &finding.lacks {
        json::member(out, "lacks", Some(lacks.as_bytes()))?;
    }
    out.write_all(b"}")
}
