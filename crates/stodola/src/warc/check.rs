//! `stodola warc check`: findings, and a summary per file.

use crate::lang::{language, text};
use crate::output::{self, Outcome};
use crate::progress::Bar;
use anyhow::bail;
use std::io::{self, Write};
use std::path::PathBuf;
use stodola_app::json;
use stodola_app::warc::{CheckRow, ReportedFinding, WarcCheckSettings, check};
use stodola_text::{fault_text, grade_text, rule_explanation, rule_meaning};
use stodola_warc::Grade;
use stodola_warc::check::{CheckRule, CheckSummary, RULES};

/// Check digests, lengths, compression and the rules of the formats.
///
/// A finding is an error (bytes are wrong, or the file breaks the standard), a recommendation, or a
/// comment. The exit code is 1 if there is an error. Each finding ends with the name of its rule; --explain
/// says what the rule means and what to do.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Files to check; `-` is standard input
    #[arg(required_unless_present_any = ["rules", "explain"], value_name = "FILE")]
    files: Vec<PathBuf>,
    /// List all rules with their grades, and check nothing
    #[arg(long)]
    rules: bool,
    /// Explain a rule and what to do about it, and check nothing
    #[arg(long, value_name = "RULE", conflicts_with_all = ["rules", "files"])]
    explain: Option<String>,
    /// Print one JSON object per finding; the summary goes to standard error
    #[arg(long)]
    json: bool,
    /// Lowest grade to print; findings below it are still counted
    #[arg(long, value_enum, default_value_t = Least::Comment)]
    grade: Least,
    /// Do not check digests
    #[arg(long)]
    no_digests: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Least {
    /// Print all findings
    Comment,
    /// Print recommendations and errors
    Recommendation,
    /// Print errors only
    Error,
}

impl Least {
    fn grade(self) -> Grade {
        match self {
            Least::Comment => Grade::Comment,
            Least::Recommendation => Grade::Recommendation,
            Least::Error => Grade::Error,
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    if arguments.rules {
        for rule in RULES {
            let (grade, meaning) =
                (grade_text(language(), rule.grade), rule_meaning(language(), rule));
            writeln!(out, "{:<24} {grade:<15} {meaning}", rule.name)?;
        }
    }
    if let Some(name) = &arguments.explain {
        let Some(rule) = CheckRule::named(name) else { bail!(text!("warc-no-rule", name = name)) };
        let (grade, meaning) =
            (grade_text(language(), rule.grade), rule_meaning(language(), &rule));
        writeln!(out, "{} ({grade})\n{meaning}\n", rule.name)?;
        write_wrapped(&mut out, &rule_explanation(language(), &rule))?;
    }
    let settings =
        WarcCheckSettings { digests: !arguments.no_digests, least: arguments.grade.grade() };
    let bar = Bar::default();
    let ended = check(&arguments.files, settings, &bar, &mut |row| match (row, arguments.json) {
        (CheckRow::Finding(finding), true) => json::write_line(&mut out, &finding),
        (CheckRow::Finding(finding), false) => write_text(&mut out, &finding),
        (CheckRow::Summary(name, summary), true) => {
            bar.say(summarise(name, summary));
            Ok(())
        }
        (CheckRow::Summary(name, summary), false) => {
            writeln!(out, "{}", summarise(name, summary))
        }
    })?;
    out.flush()?;
    Ok(ended.into())
}

/// Writes a paragraph in lines of at most 80 characters.
fn write_wrapped(out: &mut impl Write, text: &str) -> io::Result<()> {
    let mut column = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > 80 {
            out.write_all(b"\n")?;
            column = 0;
        }
        let space = if column > 0 { " " } else { "" };
        write!(out, "{space}{word}")?;
        column += space.len() + length;
    }
    out.write_all(b"\n")
}

fn write_text(out: &mut impl Write, finding: &ReportedFinding<'_>) -> io::Result<()> {
    let ReportedFinding { file, offset, grade, rule, fault } = finding;
    let (grade, message) = (grade_text(language(), *grade), fault_text(language(), fault));
    let place = text!("warc-at", offset = *offset);
    writeln!(out, "{file}: {place}: {grade}: {message} [{rule}]")
}

fn summarise(name: &str, summary: &CheckSummary) -> String {
    let types: Vec<String> = summary
        .by_type
        .iter()
        .map(|(kind, n)| match kind.as_str() {
            "" => text!("warc-check-unknown-type", number = *n),
            kind => format!("{n} {kind}"),
        })
        .collect();
    text!(
        "warc-check-summary",
        name = name,
        types = types.join(", "),
        records = summary.records,
        blocks = summary.blocks_verified,
        payloads = summary.payloads_verified,
        errors = summary.errors,
        recommendations = summary.recommendations,
        comments = summary.comments
    )
}
