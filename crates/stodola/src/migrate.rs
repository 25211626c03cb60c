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
    FileReport, INDEX, MigrateError, NOT_AN_ARCHIVE, ORIGINAL, Observer, Options, REPORT, SUMMARY,
    Scan, Totals, VerifyError, VerifyObserver, VerifyTotals, copy_stored_payload, revisit_payload,
};
use stodola_warc::date::Timestamp;
use stodola_warc::write::Effort;
use stodola_warc::{Header, Reader};

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
            true => verify_folder(source, result, jobs.unwrap_or_else(cores)),
            false => verify(source, result),
        };
    }
    if let Some(arc) = &arguments.to_arc {
        return to_arc(&arguments.inputs, arc, arguments.archive.as_deref());
    }
    let Some(out) = &arguments.out else { bail!("--out is missing") };
    let inputs = expand(&arguments.inputs)?;
    let options = Options {
        out: out.clone(),
        jobs: arguments.jobs.unwrap_or_else(cores).max(1),
        check_results: arguments.check_results,
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
    sum_up(&totals, out);
    let is_data_bad = totals.damaged + totals.damaged_before > 0;
    Ok(Outcome { is_data_bad, has_failed: totals.failed > 0, ..Outcome::default() })
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, |n| n.get())
}

/// How the run went, and what to do next.
fn sum_up(totals: &Totals, out: &Path) {
    let files = lang::count(totals.verified, ["file", "files"], ["soubor", "soubory", "souborů"]);
    let Totals { damaged, done_before, damaged_before, failed, passed_over, .. } = *totals;
    let some = |n: u64, text: String| if n > 0 { text } else { String::new() };
    output::say(format_args!(
        "{}; {}: {}",
        lang::pick(
            format!(
                "{files} migrated and verified{}, {done_before} done before{}, {failed} failed{}",
                some(damaged, format!(", {damaged} migrated with damage")),
                some(damaged_before, format!(" ({damaged_before} of them with damage)")),
                some(passed_over, format!(", {passed_over} skipped")),
            ),
            format!(
                "převedeno a ověřeno: {files}{}, hotovo dříve: {done_before}{}, neúspěšných: {failed}{}",
                some(damaged, format!(", převedeno s poškozením: {damaged}")),
                some(damaged_before, format!(" (z toho s poškozením: {damaged_before})")),
                some(passed_over, format!(", vynecháno: {passed_over}")),
            ),
        ),
        lang::pick("report", "zpráva"),
        out.join(REPORT).display(),
    ));
    if damaged + damaged_before > 0 {
        let quarantine = out.join("quarantine");
        let quarantine = quarantine.display();
        output::say(format_args!(
            "{}",
            lang::pick(
                format!(
                    "Damaged records are marked in the results and listed in the report; their source bytes are in \
                     {quarantine}. Keep the damaged source files."
                ),
                format!(
                    "Poškozené záznamy jsou ve výsledcích označeny a uvedeny ve zprávě; jejich zdrojové bajty \
                     jsou v {quarantine}. Poškozené zdrojové soubory uschovejte."
                ),
            )
        ));
    }
    if failed > 0 {
        output::say(format_args!(
            "{}",
            lang::pick(
                "Remove the cause of the failure, then run the same command again. Finished files are skipped.",
                "Odstraňte příčinu neúspěchu a spusťte týž příkaz znovu. Hotové soubory se přeskočí.",
            )
        ));
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
            let sound = (scan.proofs.len() - scan.damaged.len()) as u64;
            let records =
                lang::count(sound, ["record", "records"], ["záznam", "záznamy", "záznamů"]);
            let words = lang::pick(
                "in the result, all identical; every byte of the source is accounted for",
                "ve výsledku, každý totožný; všechny bajty zdroje vysvětleny",
            );
            output::say(format_args!("{}: {records} {words}", source.display()));
            tell_damage(source, &scan, &mut |line| output::complain(line));
            Ok(Outcome { is_data_bad: scan.is_data_bad(), ..Outcome::default() })
        }
        Err(error) => {
            output::complain(format_args!("{}: {error}", result.display()));
            Ok(Outcome { is_data_bad: true, ..Outcome::default() })
        }
    }
}

/// Lines about single places that are printed for one source.
const SHOWN: usize = 20;

/// What is wrong with a source whose result is right.
fn tell_damage(source: &Path, scan: &Scan, say: &mut dyn FnMut(std::fmt::Arguments<'_>)) {
    let source = source.display();
    for damaged in scan.damaged.values().take(SHOWN) {
        say(format_args!(
            "{source}: at {}: not verified: the record was read from damaged bytes (marked in the result): {}",
            damaged.offset,
            damaged.reason()
        ));
    }
    for range in scan.put_aside.iter().take(SHOWN) {
        say(format_args!(
            "{source}: at {}: not in the result: bytes that could not be read as a record: {}",
            range.offset, range.reason
        ));
    }
    let more =
        scan.damaged.len().saturating_sub(SHOWN) + scan.put_aside.len().saturating_sub(SHOWN);
    if more > 0 {
        say(format_args!("{source}: … and {more} more places like these"));
    }
}

fn verify_folder(source: &Path, folder: &Path, jobs: usize) -> anyhow::Result<Outcome> {
    let talk = Talk::default();
    let totals = stodola_migrate::verify_all(&[source.to_owned()], folder, jobs, &talk)?;
    drop(talk);
    let files = lang::count(totals.verified, ["file", "files"], ["soubor", "soubory", "souborů"]);
    let records =
        lang::count(totals.records, ["record", "records"], ["záznam", "záznamy", "záznamů"]);
    let VerifyTotals { damaged, wrong, without_result, without_source, failed, .. } = totals;
    let lost = totals.quarantine_lost;
    let orphans = lang::count(without_source, ["result", "results"], [""; 3]);
    let lost_files = lang::count(lost, ["file", "files"], [""; 3]);
    output::say(format_args!(
        "{}",
        lang::pick(
            format!(
                "{files} verified, {damaged} with damage, {wrong} with a wrong result, {without_result} \
                 without a result, {failed} not readable; {records} identical; {orphans} \
                 without a source, {lost_files} gone from the quarantine"
            ),
            format!(
                "ověřeno: {files}, s poškozením: {damaged}, se špatným výsledkem: {wrong}, bez výsledku: \
                 {without_result}, nečitelných: {failed}; totožných: {records}; výsledků bez zdroje: \
                 {without_source}, v karanténě chybí: {lost}"
            ),
        )
    ));
    Ok(Outcome { is_data_bad: !totals.is_all_well(), has_failed: failed > 0, ..Outcome::default() })
}

fn to_arc(inputs: &[PathBuf], arc: &Path, archive: Option<&Path>) -> anyhow::Result<Outcome> {
    let [result] = inputs else { bail!("--to-arc takes exactly one migrated WARC file") };
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
    if restored.damaged > 0 {
        let n = restored.damaged;
        output::say(format_args!(
            "{}",
            lang::pick(
                format!(
                    "{n} of them were read from damaged bytes; the quarantine has the source bytes"
                ),
                format!("Z poškozených bajtů bylo přečteno: {n}; zdrojové bajty jsou v karanténě"),
            )
        ));
    }
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
        let template =
            "{wide_bar} {decimal_bytes}/{decimal_total_bytes} {decimal_bytes_per_sec} {eta}";
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
        let source = &report.source;
        for range in report.quarantined.iter().take(SHOWN) {
            self.say(format_args!(
                "stodola: {source}: at {}: {} bytes could not be read as a record ({}); saved in {}",
                range.offset, range.length, range.reason, range.file
            ));
        }
        for record in report.damaged.iter().take(SHOWN) {
            let kept = match &record.file[..] {
                "" => String::new(),
                file => format!("; source bytes kept in {file}"),
            };
            self.say(format_args!(
                "stodola: {source}: at {}: damaged record {}: {}{kept}",
                record.place(),
                record.uri,
                record.reason
            ));
        }
        let more = report.quarantined.len().saturating_sub(SHOWN)
            + report.damaged.len().saturating_sub(SHOWN);
        if more > 0 {
            self.say(format_args!("stodola: {source}: … and {more} more places like these"));
        }
        if is_new && report.is_data_bad() && !report.warnings.is_empty() {
            let warnings: Vec<String> =
                report.warnings.iter().map(|(rule, n)| format!("{n} × {rule}")).collect();
            self.say(format_args!("stodola: {source}: {}", warnings.join(", ")));
        }
        if !report.headers_changed.is_empty() && is_new {
            let changes: Vec<String> =
                report.headers_changed.iter().map(|(what, n)| format!("{n} × {what}")).collect();
            self.say(format_args!(
                "{source}: headers put right: {}; the original headers are in {ORIGINAL}",
                changes.join(", ")
            ));
        }
        if report.verified && report.damages > 0 {
            self.say(format_args!(
                "stodola: {source}: an older version made its result and did not mark damaged records; delete {} \
                 and run the migration again to have them marked",
                report.result
            ));
        }
    }

    fn failed(&self, source: &Path, error: &MigrateError) {
        self.say(format_args!("stodola: {}: {error}", source.display()));
    }

    fn passed_over(&self, source: &Path, reason: &str) {
        let words = match reason.starts_with(NOT_AN_ARCHIVE) {
            true => lang::pick("skipped: not an archive file", "vynecháno, není archiv"),
            false => &format!("{}: {reason}", lang::pick("skipped", "vynecháno")),
        };
        let looks = crate::warc::wrapping_of(source).map(|looks| format!(": {looks}"));
        self.say(format_args!("{}: {words}{}", source.display(), looks.unwrap_or_default()));
    }

    fn rebuilding_index(&self) {
        let words = lang::pick(
            "Rebuilding the index of payloads, because results were made again. This reads every result.",
            "Rejstřík obsahů se vytváří znovu, protože některé výsledky vznikly znovu. Čtou se všechny výsledky.",
        );
        self.say(format_args!("{words}"));
    }

    fn unresolved(&self, revisits: u64) {
        self.say(format_args!(
            "stodola: {revisits} revisits refer to content that is in no result; results are missing: run the \
             migration again with all sources"
        ));
    }
}

impl VerifyObserver for Talk {
    fn compared(&self, source: &Path, result: &Path, outcome: &Result<Scan, VerifyError>) {
        match outcome {
            Ok(scan) => {
                tell_damage(source, scan, &mut |line| self.say(format_args!("stodola: {line}")));
            }
            Err(error) => self.say(format_args!("stodola: {}: {error}", result.display())),
        }
    }

    fn without_result(&self, source: &Path, result: &Path) {
        self.say(format_args!(
            "stodola: {}: has no result '{}'; migrate it",
            source.display(),
            result.display()
        ));
    }

    fn without_source(&self, result: &Path) {
        self.say(format_args!(
            "stodola: {}: cannot be verified, because its source was not given",
            result.display()
        ));
    }

    fn quarantine_lost(&self, file: &Path, source: &str) {
        self.say(format_args!(
            "stodola: {}: bytes of {source} that were saved here are missing or have changed; delete the result and \
             migrate the source again",
            file.display()
        ));
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
