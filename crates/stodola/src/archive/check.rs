//! `stodola archive check`: is every file still what it was?

use crate::lang::{language, text};
use crate::output::{self, Outcome};
use crate::progress::Bar;
use std::io::Write;
use std::path::PathBuf;
use stodola_app::archive::{ArchiveCheckSettings, CheckedFile, News, check};
use stodola_app::json;
use stodola_archive::fixity::Condition;
use stodola_crawl::job::Period;

/// Check that no file of the archive has changed, and that every digest in it is right.
///
/// Each file is read to its end. Its SHA-256 is compared with the one recorded when it was added, and its
/// blocks and payloads with their digests. The file that was checked longest ago comes first, so a run with
/// --max-time every night covers the whole archive in turn. Bad files are listed, with what has changed
/// since the last check. Missing files are listed in every check, with the number of captures in other files that
/// lose their content, until you use `stodola archive forget`. All results are kept in DIR/fixity.tsv.
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 all files are good; 1 at least one file is damaged or missing; 2 could not run."
)]
pub(crate) struct Arguments {
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: PathBuf,
    /// Only files that were not added or checked within this time, for example 30d
    #[arg(long, value_name = "TIME")]
    older_than: Option<Period>,
    /// Start no new file after this time, for example 1h
    #[arg(long, value_name = "TIME")]
    max_time: Option<Period>,
    /// Do not write to DIR/fixity.tsv; for archives that you can only read
    #[arg(long)]
    no_note: bool,
    /// Print one JSON object per file, also for good files
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let settings = ArchiveCheckSettings {
        archive: arguments.archive.clone(),
        older_than: arguments.older_than.map(|it| it.duration()).unwrap_or_default(),
        max_time: arguments.max_time.map(|it| it.duration()),
        is_unnoted: arguments.no_note,
    };
    let report = check(&settings, &Bar::default())?;
    let mut out = output::stdout();
    for checked in &report.files {
        if arguments.json {
            json::write_line(&mut out, checked)?;
        } else if checked.condition.is_bad() || checked.is_news() {
            print(&mut out, checked)?;
        }
    }
    out.flush()?;
    let (run, bad, missing) = (report.run, report.bad(), report.missing());
    output::say(text!(
        "archive-checked",
        files = run.checked,
        bad = bad,
        skipped = run.skipped,
        left = run.left
    ));
    if missing > 0 {
        output::say(text!("archive-check-missing", files = missing));
    }
    Ok(Outcome { is_data_bad: bad > 0, ..Outcome::default() })
}

fn news(checked: &CheckedFile) -> String {
    match checked.news() {
        News::Same => text!("archive-check-same"),
        News::Back => text!("archive-check-back"),
        News::Missing => text!("archive-check-newly-missing"),
        News::Unreadable => text!("archive-check-newly-unreadable"),
        News::Damaged => text!("archive-check-newly-damaged"),
        News::Errors => text!("archive-check-first-errors"),
        News::Sound => text!("archive-check-sound-again"),
    }
}

fn print(out: &mut impl Write, checked: &CheckedFile) -> anyhow::Result<()> {
    write!(out, "{} {} ({})", checked.condition.as_str(), checked.file, news(checked))?;
    if let Some((now, should)) = checked.sizes() {
        write!(out, ", {}", text!("archive-check-sizes", now = now, should = should))?;
    }
    if checked.condition == Condition::Missing {
        let captures = checked.dependents;
        write!(out, ", {}", text!("archive-check-dependents", captures = captures))?;
    }
    if let Some(problem) = &checked.problem {
        write!(out, ": {}", stodola_text::retold(language(), problem))?;
    }
    writeln!(out)?;
    for finding in &checked.findings {
        let (offset, rule, message) =
            (finding.offset, finding.rule, stodola_text::fault_text(language(), &finding.fault));
        let words = text!("archive-check-finding", offset = offset, rule = rule, message = message);
        writeln!(out, "  {words}")?;
    }
    let more = checked.errors.saturating_sub(checked.findings.len() as u64);
    if more > 0 {
        writeln!(out, "  {}", text!("archive-more", number = more))?;
    }
    Ok(())
}
