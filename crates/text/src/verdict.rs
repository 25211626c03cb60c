//! The verdict on a page, for people.

use crate::{Language, decimal, retold, text};
use std::io::{self, Write};
use stodola_app::demo::Demonstration;
use stodola_app::recognise::JudgedPage;
use stodola_judge::{CriterionFinding, RulePart, Verdict, VerdictRule};

/// Number of pieces of evidence that fit into a line.
const SHOWN: usize = 4;

/// Writes a table with a line for each criterion that found something.
///
/// # Errors
/// The writer's.
pub fn write_verdict_table(
    out: &mut impl Write,
    language: Language,
    judged: &JudgedPage,
) -> io::Result<()> {
    let verdict = &judged.verdict;
    let word = match verdict.is_valid {
        true => text!(language, "recognise-valid"),
        false => text!(language, "recognise-not-valid"),
    };
    writeln!(out, "{word:<9}  {}", printable(&judged.name))?;
    if let Some(title) = &judged.title {
        writeln!(out, "           {}", printable(title))?;
    }
    writeln!(out, "           {}", reason(language, verdict))?;
    if let Some(veto) = verdict.veto {
        writeln!(out, "           {}", text!(language, "recognise-veto", criterion = veto))?;
    }
    let (found, valid) =
        (text!(language, "recognise-found"), text!(language, "recognise-valid-elements"));
    let (points, evidence) =
        (text!(language, "recognise-points"), text!(language, "recognise-evidence"));
    writeln!(out, "    {:<16} {found:>8} {valid:>8} {:>5} {points:>6}  {evidence}", "", "%")?;
    let criteria = verdict.criteria.iter();
    for finding in criteria.clone().filter(|it| it.found > 0) {
        let CriterionFinding { name, found, valid, points, .. } = finding;
        let percent = percent(finding);
        let evidence = shown(finding);
        writeln!(out, "    {name:<16} {found:>8} {valid:>8} {percent:>5} {points:>6}  {evidence}")?;
    }
    for finding in criteria.filter(|it| it.found == 0) {
        if let Some(lacks) = finding.lacks.as_deref().filter(|it| *it != "not used") {
            let lacks = retold(language, lacks);
            writeln!(
                out,
                "    {:<16} {:>8} {:>8} {:>5} {:>6}  {lacks}",
                finding.name, "-", "-", "-", "-"
            )?;
        }
    }
    writeln!(out)
}

/// Writes the examples of the demonstration: a page, its verdict, and why.
///
/// # Errors
/// The writer's.
pub fn write_demo_examples(
    out: &mut impl Write,
    language: Language,
    shown: &Demonstration,
) -> io::Result<()> {
    let (nation, probability) =
        (text!(language, "demo-nation"), text!(language, "demo-probability"));
    let (reasons, points) = (text!(language, "demo-reasons"), text!(language, "demo-points"));
    let tongue = text!(language, "demo-language");
    writeln!(out, "{nation:<7} {probability:>15} {points:>7}  {tongue:<6} URI")?;
    for (uri, verdict) in shown.examples() {
        let Verdict { probability, points, is_valid, language: found, .. } = verdict;
        let found = found.as_ref().map_or("?", |it| &it.language);
        let probability = decimal(language, *probability, 3);
        let (answer, why) = match is_valid {
            true => (text!(language, "demo-yes"), strongest_findings(verdict)),
            false => (text!(language, "demo-no"), findings_against(language, verdict)),
        };
        writeln!(out, "{answer:<7} {probability:>15} {points:>7}  {found:<6} {uri}")?;
        writeln!(out, "{:>24} {reasons}: {why}", "")?;
    }
    Ok(())
}

/// What decided, in one line.
fn reason(language: Language, verdict: &Verdict) -> String {
    let Verdict { points, probability, .. } = *verdict;
    let is_enough = match verdict.rule {
        VerdictRule::Points { minimum } => points >= minimum,
        VerdictRule::Probability { threshold } => probability >= threshold,
        VerdictRule::Expression => verdict.is_valid,
    };
    let sign = if is_enough { '≥' } else { '<' };
    let words = match &verdict.language {
        Some(it) => format!("{} {}", it.language, decimal(language, it.confidence, 2)),
        None => "?".to_owned(),
    };
    let (points, sign) = (points.to_string(), sign.to_string());
    let met = match verdict.parts.first().is_some_and(|whole| whole.is_true) {
        true => text!(language, "recognise-rule-met"),
        false => text!(language, "recognise-rule-not-met"),
    };
    let probability = decimal(language, probability, 3);
    match verdict.rule {
        VerdictRule::Points { minimum } => text!(
            language,
            "recognise-by-points",
            points = points,
            sign = sign,
            minimum = minimum.to_string(),
            probability = probability,
            language = words
        ),
        VerdictRule::Probability { threshold } => text!(
            language,
            "recognise-by-probability",
            probability = probability,
            sign = sign,
            threshold = shortest_decimal(language, threshold),
            points = points,
            language = words
        ),
        VerdictRule::Expression => {
            text!(language, "recognise-by-rule", met = met, points = points, language = words)
        }
    }
}

/// Writes the parts of the rule that decided about a page, one a line, each below the part it belongs to. `*` marks
/// those from which the result follows.
///
/// # Errors
/// The writer's.
pub fn write_rule_parts(
    out: &mut impl Write,
    language: Language,
    verdict: &Verdict,
) -> io::Result<()> {
    let word = |is_true: bool| match is_true {
        true => text!(language, "recognise-part-true"),
        false => text!(language, "recognise-part-false"),
    };
    let Verdict { points, probability, .. } = *verdict;
    let single =
        |text: String, is_true| RulePart { depth: 0, text: text.into(), is_true, decides: true };
    let whole = match verdict.rule {
        VerdictRule::Points { minimum } => {
            vec![single(format!("points {points} >= {minimum}"), points >= minimum)]
        }
        VerdictRule::Probability { threshold } => vec![single(
            format!("probability {probability:.3} >= {threshold}"),
            probability >= threshold,
        )],
        VerdictRule::Expression => Vec::new(),
    };
    for part in whole.iter().chain(&verdict.parts) {
        let mark = if part.decides { '*' } else { ' ' };
        let indent = "  ".repeat(part.depth);
        let (truth, text) = (word(part.is_true), printable(&part.text));
        writeln!(out, "  {mark} {truth:<9} {indent}{text}")?;
    }
    if let Some(veto) = verdict.veto {
        writeln!(out, "  * {}", text!(language, "recognise-veto", criterion = veto))?;
    }
    writeln!(out)
}

/// Returns a number with as many digits as it needs.
pub fn shortest_decimal(language: Language, value: f64) -> String {
    let text = value.to_string();
    let digits = text.split_once('.').map_or(0, |(_, digits)| digits.len());
    decimal(language, value, digits)
}

fn percent(finding: &CriterionFinding) -> u64 {
    finding.valid.saturating_mul(100) / finding.found.max(1)
}

fn shown(finding: &CriterionFinding) -> String {
    let mut shown: Vec<String> =
        finding.evidence.iter().take(SHOWN).map(|it| printable(&it.text)).collect();
    if finding.valid > shown.len() as u64 && !shown.is_empty() {
        shown.push("…".to_owned());
    }
    shown.join(", ")
}

/// Returns the criteria that gave most points, each with what it found first.
pub fn strongest_findings(verdict: &Verdict) -> String {
    let told = verdict.findings_for().into_iter().take(SHOWN).map(|finding| {
        let first = finding.evidence.first().map_or(String::new(), |it| printable(&it.text));
        format!("{} {} ({first})", finding.name, finding.points)
    });
    told.collect::<Vec<_>>().join(", ")
}

/// Returns the criteria that spoke most against the nation, each with what it found.
pub fn findings_against(language: Language, verdict: &Verdict) -> String {
    let told = verdict.findings_against().into_iter().take(SHOWN).map(|finding| {
        let CriterionFinding { name, found, valid, points, evidence, .. } = finding;
        match (*name, &verdict.language, evidence.first()) {
            (_, _, Some(first)) if *points < 0 => {
                format!("{name} {points} ({})", printable(&first.text))
            }
            ("language", Some(language), _) => format!("{name} ({})", language.language),
            _ => {
                format!(
                    "{name} ({})",
                    text!(language, "recognise-of", valid = *valid, found = *found)
                )
            }
        }
    });
    let told = told.collect::<Vec<_>>().join(", ");
    match told.is_empty() {
        true => text!(language, "recognise-too-little"),
        false => told,
    }
}

/// Text that cannot break the line or steer the terminal.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
