//! `stodola warc check`: findings, and a summary per file.

use crate::lang::{language, text};
use crate::output::{self, Outcome};
use crate::progress::Bar;
use anyhow::bail;
use std::io::Write;
use std::path::PathBuf;
use stodola_app::json;
use stodola_app::warc::{CheckRow, WarcCheckSettings, check};
use stodola_text::{
    check_finding_line, check_summary_line, grade_text, rule_explanation, rule_meaning, wrapped,
};
use stodola_warc::Grade;
use stodola_warc::check::{CheckRule, RULES};

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
        out.write_all(wrapped(&rule_explanation(language(), &rule)).as_bytes())?;
    }
    let settings =
        WarcCheckSettings { digests: !arguments.no_digests, least: arguments.grade.grade() };
    let bar = Bar::default();
    let ended = check(&arguments.files, settings, &bar, &mut |row| match (row, arguments.json) {
        (CheckRow::Finding(finding), true) => json::write_line(&mut out, &finding),
        (CheckRow::Finding(finding), false) => {
            writeln!(out, "{}", check_finding_line(language(), &finding))
        }
        (CheckRow::Summary(name, summary), true) => {
            bar.say(check_summary_line(language(), name, summary));
            Ok(())
        }
        (CheckRow::Summary(name, summary), false) => {
            writeln!(out, "{}", check_summary_line(language(), name, summary))
        }
    })?;
    out.flush()?;
    Ok(ended.into())
}
