//! `stodola warc check`: findings, and a summary per file.

use super::inputs::{self, Input, Worked};
use crate::json;
use crate::lang;
use crate::output::{self, Outcome};
use anyhow::bail;
use std::io::{self, Write};
use std::path::PathBuf;
use stodola_warc::Grade;
use stodola_warc::check::{Checker, Finding, Options, RULES, Rule, Summary};

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
            writeln!(out, "{:<24} {:<15} {}", rule.name, rule.grade.as_str(), rule.meaning)?;
        }
    }
    if let Some(name) = &arguments.explain {
        let Some(rule) = Rule::named(name) else {
            bail!("there is no rule '{name}'; `stodola warc check --rules` lists them all");
        };
        let Rule { name, grade, meaning, explanation } = rule;
        writeln!(out, "{name} ({})\n{meaning}\n", grade.as_str())?;
        write_wrapped(&mut out, explanation)?;
    }
    let outcome = inputs::each(&arguments.files, |input| check(input, arguments, &mut out))?;
    out.flush()?;
    Ok(outcome)
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

fn check(
    input: &mut Input<'_>,
    arguments: &Arguments,
    out: &mut impl Write,
) -> anyhow::Result<Worked> {
    let least = arguments.grade.grade();
    let name = input.name;
    let mut written = Ok(());
    let mut on = |finding: Finding| {
        if finding.grade < least || written.is_err() {
            return;
        }
        written = match arguments.json {
            true => write_json(out, name, &finding),
            false => write_text(out, name, &finding),
        };
    };
    let mut checker = Checker::new(&Options { digests: !arguments.no_digests }, &mut on);
    let mut records = 0;
    while let Some(record) = input.reader.next_record()? {
        records += 1;
        checker.record(record)?;
        for gap in input.reader.take_gaps() {
            checker.gap(&gap);
        }
        input.progress.at(input.reader.stored_position());
    }
    if records == 0 {
        return Ok(Worked { records });
    }
    for gap in input.reader.take_gaps() {
        checker.gap(&gap);
    }
    let summary = checker.finish();
    written?;
    input.is_data_bad = summary.errors > 0;
    let line = summarise(name, &summary);
    match arguments.json {
        true => input.progress.say(format_args!("{line}")),
        false => writeln!(out, "{line}")?,
    }
    Ok(Worked { records })
}

fn write_json(out: &mut impl Write, name: &str, finding: &Finding) -> io::Result<()> {
    out.write_all(b"{\"file\":")?;
    json::string(out, name)?;
    json::number(out, "offset", Some(finding.offset))?;
    json::member(out, "grade", Some(finding.grade.as_str().as_bytes()))?;
    json::member(out, "rule", Some(finding.rule.as_bytes()))?;
    json::member(out, "message", Some(finding.message.as_bytes()))?;
    out.write_all(b"}\n")
}

fn write_text(out: &mut impl Write, name: &str, finding: &Finding) -> io::Result<()> {
    let Finding { offset, grade, rule, message } = finding;
    let grade = grade.as_str();
    writeln!(out, "{name}: at {offset}: {grade}: {message} [{rule}]")
}

fn summarise(name: &str, summary: &Summary) -> String {
    let records =
        lang::count(summary.records, ["record", "records"], ["záznam", "záznamy", "záznamů"]);
    let types: Vec<String> = summary
        .by_type
        .iter()
        .map(|(kind, n)| match kind.as_str() {
            "" => format!("{n} {}", lang::pick("of unknown type", "neznámého typu")),
            kind => format!("{n} {kind}"),
        })
        .collect();
    let blocks = lang::count(
        summary.blocks_verified,
        ["block digest", "block digests"],
        ["otisk bloku", "otisky bloků", "otisků bloků"],
    );
    let payloads = lang::count(
        summary.payloads_verified,
        ["payload digest", "payload digests"],
        ["otisk obsahu", "otisky obsahu", "otisků obsahu"],
    );
    let errors = lang::count(summary.errors, ["error", "errors"], ["chyba", "chyby", "chyb"]);
    let recommendations = lang::count(
        summary.recommendations,
        ["recommendation", "recommendations"],
        ["doporučení", "doporučení", "doporučení"],
    );
    let comments = lang::count(
        summary.comments,
        ["comment", "comments"],
        ["poznámka", "poznámky", "poznámek"],
    );
    let right = lang::pick("right", "v pořádku");
    format!(
        "{name}: {records} ({}); {blocks}, {payloads} {right}; {errors}, {recommendations}, \
         {comments}",
        types.join(", ")
    )
}
