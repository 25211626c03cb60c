//! `stodola migrate`: old archives to WARC, the proof, and the way back.

use crate::lang;
use crate::output::{self, Outcome};
use anyhow::{Context, bail};
use clap::Subcommand;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};
use stodola_archive::DedupIndex;
use stodola_migrate::{
    FileReport, INDEX, MigrateError, Observer, Options, REPORT, SUMMARY, copy_stored_payload,
    revisit_payload,
};
use stodola_warc::date::Timestamp;
use stodola_warc::write::Effort;
use stodola_warc::{Header, Reader};

/// Turn old archives into WARC, and prove that nothing was lost.
///
/// Each ARC file (any version, plain or gzip, damaged ones too) becomes one WARC 1.1 file; older WARC
/// becomes WARC 1.1. Blocks are copied byte for byte, header lines are kept. Every result is read
/// back from disk and compared with its source, record by record, before it gets its name; every
/// byte of the source is accounted for. What cannot be read as a record is put aside in
/// `DIR/quarantine`. The report is `DIR/migration.ndjson`, for people `DIR/migration.txt`. Pairs of the
/// NEDLIB form, loose or in tar and zip, are migrated too.
///
/// Stop it at any moment and start it again: it goes on where it was.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// Files and folders (with all below them); `-` reads names from standard input, one per line
    #[arg(required = true, value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    /// Folder for the results; empty, missing, or begun by an earlier run
    #[arg(long, value_name = "DIR", required_unless_present = "to_arc")]
    out: Option<PathBuf>,
    /// Threads; the result does not depend on it
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    /// Compress lightly: twice as fast, a few per cent larger
    #[arg(long)]
    fast: bool,
    /// Put the summary for people here instead of into `DIR/migration.txt`
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Store a payload once: later captures of it, in this run or any other into this folder, become
    /// revisits
    #[arg(long)]
    dedup: bool,
    /// Keep every payload in at least so many files, if it occurs in so many
    #[arg(long, value_name = "N", requires = "dedup", default_value_t = 1,
        value_parser = clap::value_parser!(u8).range(1..=2))]
    dedup_copies: u8,
    /// With --to-arc: the migration's output folder, for contents that are stored in other files
    #[arg(long, value_name = "DIR", requires = "to_arc")]
    archive: Option<PathBuf>,
    /// The other way: write the ARC that the one INPUT, a migrated WARC, was made from
    #[arg(long, value_name = "ARC", conflicts_with_all = ["out", "jobs", "fast", "dedup"])]
    to_arc: Option<PathBuf>,
}

#[derive(Subcommand)]
enum Command {
    /// Repeat the proof, from a source and its result alone
    Verify {
        /// The old archive
        source: PathBuf,
        /// What it was migrated to
        result: PathBuf,
    },
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    if let Some(Command::Verify { source, result }) = &arguments.command {
        return verify(source, result);
    }
    if let Some(arc) = &arguments.to_arc {
        return to_arc(&arguments.inputs, arc, arguments.archive.as_deref());
    }
    let Some(out) = &arguments.out else { bail!("--out is missing") };
    let inputs = expand(&arguments.inputs)?;
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let options = Options {
        out: out.clone(),
        jobs: arguments.jobs.unwrap_or(cores).max(1),
        dedup_copies: arguments.dedup.then_some(arguments.dedup_copies.into()),
        effort: if arguments.fast { Effort::Fast } else { Effort::Normal },
        software: format!("Stodola {}", env!("CARGO_PKG_VERSION")),
        now,
    };
    let talk: Arc<dyn Observer> = Arc::new(Talk::default());
    let totals = stodola_migrate::run(&inputs, &options, &talk)?;
    if let Some(path) = &arguments.report {
        let summary = out.join(SUMMARY);
        std::fs::copy(&summary, path)
            .and_then(|_| std::fs::remove_file(&summary))
            .with_context(|| format!("{}: cannot be written", path.display()))?;
    }
    let files = |n| lang::count(n, ["file", "files"], ["soubor", "soubory", "souborů"]);
    let report = out.join(REPORT);
    output::say(format_args!(
        "{}",
        lang::pick(
            format!(
                "{} migrated and verified, {} done before, {} with damage, {} failed; report: {}",
                files(totals.migrated),
                totals.done_before,
                totals.damaged,
                totals.failed,
                report.display()
            ),
            format!(
                "převedeno a ověřeno: {}, hotovo dříve: {}, s poškozením: {}, neúspěšných: {}; \
                 zpráva: {}",
                files(totals.migrated),
                totals.done_before,
                totals.damaged,
                totals.failed,
                report.display()
            ),
        )
    ));
    Ok(Outcome { is_data_bad: totals.damaged > 0, has_failed: totals.failed > 0 })
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
            let line = line.context("standard input cannot be read")?;
            if !line.is_empty() {
                expanded.push(PathBuf::from(line));
            }
        }
    }
    Ok(expanded)
}

fn verify(source: &Path, result: &Path) -> anyhow::Result<Outcome> {
    for path in [source, result] {
        path.metadata().with_context(|| format!("{}: cannot be opened", path.display()))?;
    }
    match stodola_migrate::verify(source, result) {
        Ok(scan) => {
            let records = lang::count(
                scan.proofs.len() as u64,
                ["record", "records"],
                ["záznam", "záznamy", "záznamů"],
            );
            let words = lang::pick(
                "in the result, each identical; every byte of the source accounted for",
                "ve výsledku, každý totožný; všechny bajty zdroje vysvětleny",
            );
            output::say(format_args!("{}: {records} {words}", source.display()));
            Ok(Outcome::default())
        }
        Err(error) => {
            output::complain(format_args!("{}: {error}", result.display()));
            Ok(Outcome { is_data_bad: true, has_failed: false })
        }
    }
}

fn to_arc(inputs: &[PathBuf], arc: &Path, archive: Option<&Path>) -> anyhow::Result<Outcome> {
    let [result] = inputs else { bail!("--to-arc takes one migrated WARC") };
    let index = match archive {
        Some(folder) => Some((DedupIndex::open(&folder.join(INDEX))?, folder)),
        None => None,
    };
    let mut resolve = |header: &Header, out: &mut dyn io::Write| {
        let Some((index, folder)) = &index else { return Ok(false) };
        let Some(payload) = revisit_payload(header) else { return Ok(false) };
        let copies = index.lookup(&payload).map_err(io::Error::other)?;
        for place in copies.iter().flat_map(|c| [Some(c.first), c.second]).flatten() {
            let Some(name) = index.file_name(place.file) else { continue };
            // Of two copies one may be lost.
            let Ok(mut reader) = Reader::open_at(&folder.join(name), place.offset) else {
                continue;
            };
            if let Some(mut record) = reader.next_record()? {
                copy_stored_payload(&mut record, out)?;
                return Ok(true);
            }
        }
        Ok(false)
    };
    let restored = stodola_migrate::restore(result, arc, &mut resolve)?;
    let records =
        lang::count(restored.records, ["record", "records"], ["záznam", "záznamy", "záznamů"]);
    output::say(format_args!("{}: {records} → {}", result.display(), arc.display()));
    Ok(Outcome::default())
}

/// Says what happens, and moves the bar.
#[derive(Default)]
struct Talk {
    bar: Mutex<Option<ProgressBar>>,
}

impl Talk {
    fn say(&self, message: std::fmt::Arguments<'_>) {
        let bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        match &*bar {
            Some(bar) => bar.suspend(|| output::say(message)),
            None => output::say(message),
        }
    }
}

impl Observer for Talk {
    fn begin(&self, _sources: usize, bytes: u64) {
        if !io::stderr().is_terminal() {
            return;
        }
        let bar = ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr());
        let template = "{wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta}";
        let bar = match ProgressStyle::with_template(template) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        *self.bar.lock().unwrap_or_else(PoisonError::into_inner) = Some(bar);
    }

    fn progress(&self, bytes: u64) {
        let bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bar) = &*bar {
            bar.inc(bytes);
        }
    }

    fn done(&self, report: &FileReport, is_new: bool) {
        for range in &report.quarantined {
            self.say(format_args!(
                "stodola: {}: at {}: {} bytes are no record ({}); kept in {}",
                report.source, range.offset, range.length, range.reason, range.file
            ));
        }
        if is_new && report.is_data_bad() && !report.warnings.is_empty() {
            let warnings: Vec<String> =
                report.warnings.iter().map(|(rule, n)| format!("{n} × {rule}")).collect();
            self.say(format_args!("stodola: {}: {}", report.source, warnings.join(", ")));
        }
    }

    fn failed(&self, source: &Path, error: &MigrateError) {
        self.say(format_args!("stodola: {}: {error}", source.display()));
    }

    fn passed_over(&self, source: &Path) {
        let words = lang::pick("passed over, no archive", "vynecháno, není archiv");
        let looks = crate::warc::wrapping_of(source).map(|looks| format!(": {looks}"));
        self.say(format_args!("{}: {words}{}", source.display(), looks.unwrap_or_default()));
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bar) = &*bar {
            bar.finish_and_clear();
        }
    }
}
