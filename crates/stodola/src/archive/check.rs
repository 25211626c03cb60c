//! `stodola archive check`: is every file still what it was?

use super::{Bar, open};
use crate::json;
use crate::lang::{count, pick};
use crate::output::{self, Outcome};
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::PathBuf;
use stodola_archive::fixity::{self, CheckOptions, Checked, Condition};
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
    let (archive, catalogue) = open(&arguments.archive)?;
    let options = CheckOptions {
        older_than: arguments.older_than.map(|it| it.duration()).unwrap_or_default(),
        max_time: arguments.max_time.map(|it| it.duration()),
        is_unnoted: arguments.no_note,
    };
    let mut bar = Bar::new(Some(catalogue.totals()?.file_bytes));
    let mut all = Vec::new();
    let run = fixity::check(&archive, &catalogue, &options, &mut bar, &mut |it| all.push(it));
    drop(bar);
    let run = run.map_err(anyhow::Error::from).map_err(|error| {
        let is_refused = |kind| output::comes_from(&error, kind);
        match is_refused(io::ErrorKind::ReadOnlyFilesystem)
            || is_refused(io::ErrorKind::PermissionDenied)
        {
            true => error.context("the archive cannot be written to; check it with --no-note"),
            false => error,
        }
    })?;

    let vanished: Vec<&str> = all
        .iter()
        .filter(|it| it.condition == Condition::Missing)
        .map(|it| it.name.as_str())
        .collect();
    let mut dependents: HashMap<String, u64> = HashMap::new();
    if !vanished.is_empty() {
        let files = catalogue.files()?;
        let is_listed = |name: &&&str| files.iter().any(|file| file.name == **name);
        let vanished: Vec<&str> = vanished.iter().filter(is_listed).copied().collect();
        catalogue.dependents(&vanished, &mut |file, _| {
            *dependents.entry(file.to_owned()).or_default() += 1;
        })?;
    }
    let mut out = output::stdout();
    for checked in &all {
        let dependents = dependents.get(&checked.name).copied().unwrap_or(0);
        if arguments.json {
            print_json(&mut out, checked, dependents)?;
        } else if checked.condition.is_bad() || is_news(checked) {
            print(&mut out, checked, dependents)?;
        }
    }
    out.flush()?;
    let bad = all.iter().filter(|it| it.condition.is_bad()).count() as u64;
    let missing = all.iter().filter(|it| it.condition == Condition::Missing).count();
    let files = count(run.checked, ["file", "files"], ["soubor", "soubory", "souborů"]);
    let rest = pick(
        format!("{} checked recently, {} left for the next run", run.skipped, run.left),
        format!("nedávno zkontrolováno: {}, na další čas nezbyl: {}", run.skipped, run.left),
    );
    output::say(format_args!(
        "{}",
        pick(
            format!("{files} checked, {bad} not sound; {rest}"),
            format!("zkontrolováno: {files}, v nepořádku: {bad}; {rest}"),
        )
    ));
    if missing > 0 {
        let words = pick(
            format!(
                "{missing} missing: put the files back, or say why they are gone: \
                 stodola archive forget FILE --why REASON"
            ),
            format!(
                "chybí souborů: {missing}; vraťte je na místo, nebo uveďte, proč chybí: \
                 stodola archive forget SOUBOR --why DŮVOD"
            ),
        );
        output::say(format_args!("{words}"));
    }
    Ok(Outcome { is_data_bad: bad > 0, ..Outcome::default() })
}

/// Whether the file is in another condition than the time before.
fn is_news(checked: &Checked) -> bool {
    let is_sound = |it: Condition| !it.is_bad();
    match checked.before {
        Some(before) if is_sound(before) => !is_sound(checked.condition),
        Some(before) => before != checked.condition,
        None => checked.condition.is_bad(),
    }
}

fn news(checked: &Checked) -> &'static str {
    if !is_news(checked) {
        return pick("as before", "jako předtím");
    }
    match (checked.before, checked.condition) {
        (Some(Condition::Missing), Condition::Missing) => pick("as before", "jako předtím"),
        (Some(Condition::Missing), _) => pick("has come back", "znovu se objevil"),
        (_, Condition::Missing) => pick("newly missing", "nově zmizel"),
        (_, Condition::Unreadable) => pick("newly unreadable", "nově nečitelný"),
        (_, Condition::Changed) => pick("newly damaged", "nově poškozen"),
        (_, Condition::Flawed) => pick("errors found for the first time", "chyby nalezeny poprvé"),
        (_, Condition::Sound | Condition::Added) => pick("is sound again", "je opět v pořádku"),
    }
}

fn print(out: &mut impl Write, checked: &Checked, dependents: u64) -> anyhow::Result<()> {
    write!(out, "{} {} ({})", checked.condition.as_str(), checked.name, news(checked))?;
    if let Some((now, should)) = checked.sizes() {
        let (now, should) = (now.to_string(), should.to_string());
        write!(
            out,
            "{}",
            pick(
                format!(", {now} bytes instead of {should}"),
                format!(", {now} bajtů místo {should}"),
            )
        )?;
    }
    if checked.condition == Condition::Missing {
        let captures = count(
            dependents,
            ["capture in another file depends on it", "captures in other files depend on it"],
            ["závislý záznam jinde", "závislé záznamy jinde", "závislých záznamů jinde"],
        );
        write!(out, ", {captures}")?;
    }
    if let Some(problem) = &checked.problem {
        write!(out, ": {problem}")?;
    }
    writeln!(out)?;
    for finding in &checked.findings {
        writeln!(out, "  at {}: {}: {}", finding.offset, finding.rule, finding.message)?;
    }
    let told = checked.findings.len() as u64;
    if checked.errors > told {
        writeln!(out, "  … and {} more", checked.errors - told)?;
    }
    Ok(())
}

fn print_json(out: &mut impl Write, checked: &Checked, dependents: u64) -> anyhow::Result<()> {
    out.write_all(b"{\"file\":")?;
    json::string(out, &checked.name)?;
    json::member(out, "condition", Some(checked.condition.as_str().as_bytes()))?;
    json::member(out, "before", checked.before.map(|it| it.as_str().as_bytes()))?;
    json::number(out, "errors", Some(checked.errors))?;
    json::number(out, "size", checked.size)?;
    json::number(out, "expected_size", checked.expected_size)?;
    json::number(out, "dependents", Some(dependents))?;
    json::member(out, "problem", checked.problem.as_deref().map(str::as_bytes))?;
    out.write_all(b",\"findings\":[")?;
    for (number, finding) in checked.findings.iter().enumerate() {
        let comma = if number > 0 { "," } else { "" };
        write!(out, "{comma}{{\"offset\":{}", finding.offset)?;
        json::member(out, "rule", Some(finding.rule.as_bytes()))?;
        json::member(out, "message", Some(finding.message.as_bytes()))?;
        out.write_all(b"}")?;
    }
    out.write_all(b"]}\n")?;
    Ok(())
}
