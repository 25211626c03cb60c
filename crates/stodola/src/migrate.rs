//! `stodola migrate`: old archives to WARC, the proof, and the way back.

use crate::lang::{language, text};
use crate::output::{self, Outcome};
use anyhow::{Context, bail};
use clap::Subcommand;
use std::io::{self, BufRead};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use stodola_app::migrate::{self, MigrationSettings};
use stodola_migrate::{MigrationObserver, MigrationTotals, REPORT, VerifyTotals};
use stodola_terminal::MigrationTeller;
use stodola_warc::date::Timestamp;

/// Migrate old archives to WARC 1.1, and verify that nothing was lost.
///
/// Each ARC file (any version, plain or gzip, also damaged ones) and each older WARC file becomes one
/// WARC 1.1 file. Pairs of files from the NEDLIB harvester, in folders, tar or zip, are migrated too.
/// Blocks are copied byte for byte, and the old header lines are kept. Each result is read back from disk
/// and compared with its source, record by record, before it gets its final name. Bytes that cannot be read
/// as a record are saved in `DIR/quarantine`. A record that comes from damaged bytes is migrated as far as it can be
/// read and marked with the field `Source-Damage`; its source bytes are saved in the quarantine too, and it never
/// counts as verified. The reports are `DIR/migration.txt` for people and `DIR/migration.ndjson` for programs.
///
/// You can stop the migration at any time. Run the same command again to continue.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "Examples:\n  \
    stodola migrate /old --out /new\n  \
    stodola migrate /old --out /new --dedup --jobs 4\n  \
    stodola migrate verify /old /new\n  \
    stodola migrate verify /old/a.arc.gz /new/arc2warc-a.arc.gz.warc.gz\n  \
    stodola migrate /new/arc2warc-a.arc.gz.warc.gz --to-arc a.arc.gz\n\n\
    Exit codes: 0 done; 1 done, but a source is damaged; 2 a source could not be migrated.")]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Files and folders (including sub-folders); `-` reads names from standard input, one per line
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Folder for the results: a new or empty folder, or that of an earlier run
    #[arg(long, value_name = "DIR", required_unless_present = "to_arc")]
    out: Option<PathBuf>,
    /// Number of threads; all cores by default. The results are the same for any number
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Compress less: twice as fast, files a few per cent larger
    #[arg(long)]
    fast: bool,
    /// Write the report for people to this file instead of `DIR/migration.txt`
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Store each payload once: later captures of it, in this and later runs into this folder, become
    /// revisits
    #[arg(long)]
    dedup: bool,
    /// Store each payload in this many files, if it occurs in that many
    #[arg(long, value_name = "N", requires = "dedup", default_value_t = 1,
        value_parser = clap::value_parser!(u8).range(1..=2))]
    dedup_copies: u8,
    /// Read every result of earlier runs and compare it with the report. Without this option, a result is
    /// trusted if its size and modification time have not changed
    #[arg(long)]
    check_results: bool,
    /// With --to-arc: the folder of the migration, to find payloads that are stored in other files
    #[arg(long, value_name = "DIR", requires = "to_arc")]
    archive: Option<PathBuf>,
    /// Reverse a migration: restore the ARC file that INPUT, one migrated WARC, was made from
    #[arg(long, value_name = "ARC", conflicts_with_all = ["out", "jobs", "fast", "dedup", "check_results"])]
    to_arc: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Verify migrated files again: compare a source with its result, or whole folders
    ///
    /// Every record of the source is compared with the result, and every byte of the source is accounted
    /// for. If RESULT is the folder of a migration, each archive in SOURCE is compared with its result there. Results
    /// without a source, sources without a result and files missing from the quarantine are listed.
    ///
    /// Exit codes: 0 if everything is right; 1 if a source is damaged, a result is wrong or something is missing;
    /// 2 if something could not be read.
    Verify {
        /// The old archive, or a folder with old archives
        source: PathBuf,
        /// The WARC file that it was migrated to, or the folder of the migration
        result: PathBuf,
        /// Number of threads, for folders; all cores by default
        #[arg(long, value_name = "N")]
        jobs: Option<usize>,
    },
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    if let Some(Command::Verify { source, result, jobs }) = &arguments.command {
        return match result.is_dir() {
            true => verify_folder(source, result, *jobs),
            false => verify(source, result),
        };
    }
    if let Some(arc) = &arguments.to_arc {
        return to_arc(&arguments.inputs, arc, arguments.archive.as_deref());
    }
    let Some(out) = &arguments.out else { bail!("--out is missing") };
    let settings = MigrationSettings {
        inputs: expand(&arguments.inputs)?,
        out: out.clone(),
        jobs: arguments.jobs,
        check_results: arguments.check_results,
        dedup_copies: arguments.dedup.then_some(arguments.dedup_copies),
        fast: arguments.fast,
        report: arguments.report.clone(),
        software: format!("Stodola {}", env!("CARGO_PKG_VERSION")),
        now,
    };
    let talk: Arc<dyn MigrationObserver> = Arc::new(MigrationTeller::default());
    let totals = migrate::migrate(&settings, &talk)?;
    sum_up(&totals, out);
    let (is_data_bad, has_failed) = (totals.has_damage(), totals.failed > 0);
    Ok(Outcome { is_data_bad, has_failed, ..Outcome::default() })
}

/// How the run went, and what to do next.
fn sum_up(totals: &MigrationTotals, out: &Path) {
    let MigrationTotals {
        verified, damaged, done_before, damaged_before, failed, passed_over, ..
    } = *totals;
    output::say(text!(
        "migrate-sums",
        files = verified,
        damaged = damaged,
        before = done_before,
        damaged_before = damaged_before,
        failed = failed,
        skipped = passed_over,
        report = out.join(REPORT).display()
    ));
    if totals.has_damage() {
        let quarantine = out.join("quarantine");
        output::say(text!("migrate-keep-damaged", folder = quarantine.display()));
    }
    if failed > 0 {
        output::say(text!("migrate-run-again"));
    }
}

/// The time, or the one that `SOURCE_DATE_EPOCH` gives to those who want equal bytes every time.
fn now() -> Timestamp {
    let fixed = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    if let Some(seconds) = fixed {
        return Timestamp::from_unix_seconds(seconds);
    }
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    Timestamp::from_unix_seconds(seconds)
}

/// Replaces `-` by the names on standard input.
fn expand(inputs: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut expanded = Vec::new();
    for input in inputs {
        if input != Path::new("-") {
            expanded.push(input.clone());
            continue;
        }
        for line in io::stdin().lock().lines() {
            let line = line.with_context(|| text!("migrate-no-input"))?;
            if !line.is_empty() {
                expanded.push(PathBuf::from(line));
            }
        }
    }
    Ok(expanded)
}

fn verify(source: &Path, result: &Path) -> anyhow::Result<Outcome> {
    match migrate::verify(source, result)? {
        Ok(scan) => {
            let sound = scan.proofs.len() - scan.damaged.len();
            output::say(text!("migrate-verified", source = source.display(), records = sound));
            for line in stodola_text::damage_lines(language(), source, &scan) {
                output::complain(line);
            }
            Ok(Outcome { is_data_bad: scan.is_data_bad(), ..Outcome::default() })
        }
        Err(error) => {
            let error = output::told_of(&error);
            output::complain(format_args!("{}: {error}", result.display()));
            Ok(Outcome { is_data_bad: true, ..Outcome::default() })
        }
    }
}

fn verify_folder(source: &Path, folder: &Path, jobs: Option<usize>) -> anyhow::Result<Outcome> {
    let talk = MigrationTeller::default();
    let totals = migrate::verify_folder(source, folder, jobs, &talk)?;
    drop(talk);
    let VerifyTotals { verified, records, damaged, wrong, failed, .. } = totals;
    output::say(text!(
        "migrate-verified-all",
        files = verified,
        damaged = damaged,
        wrong = wrong,
        without_result = totals.without_result,
        failed = failed,
        records = records,
        without_source = totals.without_source,
        lost = totals.quarantine_lost
    ));
    Ok(Outcome { is_data_bad: !totals.is_all_well(), has_failed: failed > 0, ..Outcome::default() })
}

fn to_arc(inputs: &[PathBuf], arc: &Path, archive: Option<&Path>) -> anyhow::Result<Outcome> {
    let [result] = inputs else { bail!(text!("migrate-one-warc")) };
    let restored = migrate::restore(result, arc, archive)?;
    let (result, arc) = (result.display(), arc.display());
    output::say(text!("migrate-restored", result = result, records = restored.records, arc = arc));
    if restored.damaged > 0 {
        output::say(text!("migrate-restored-damaged", number = restored.damaged));
    }
    Ok(Outcome::default())
}
