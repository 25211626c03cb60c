//! What happens during a migration or its proof, in the user's language, and a bar.

use crate::lang::text;
use crate::output;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use stodola_migrate::{
    FileReport, MigrateError, MigrationObserver, NOT_AN_ARCHIVE, ORIGINAL, SourceScan, VerifyError,
    VerifyObserver,
};

/// Lines about single places that are printed for one source.
const SHOWN: usize = 20;

/// What is wrong with a source whose result is right.
pub(super) fn tell_damage(
    source: &Path,
    scan: &SourceScan,
    say: &mut dyn FnMut(std::fmt::Arguments<'_>),
) {
    let source = source.display().to_string();
    for damaged in scan.damaged.values().take(SHOWN) {
        let reason = damaged.reason().to_string();
        let offset = damaged.offset;
        let line =
            text!("migrate-not-verified", source = &source, offset = offset, reason = reason);
        say(format_args!("{line}"));
    }
    for range in scan.put_aside.iter().take(SHOWN) {
        let (offset, reason) = (range.offset, range.reason.to_string());
        let line =
            text!("migrate-not-in-result", source = &source, offset = offset, reason = reason);
        say(format_args!("{line}"));
    }
    let more =
        scan.damaged.len().saturating_sub(SHOWN) + scan.put_aside.len().saturating_sub(SHOWN);
    if more > 0 {
        say(format_args!("{}", text!("migrate-more-places", source = &source, more = more)));
    }
}

/// Says what happens, and moves the bar.
#[derive(Default)]
pub(super) struct Talk {
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

impl Talk {
    /// Says what is wrong, under the program's name.
    fn complain(&self, message: &str) {
        self.say(format_args!("stodola: {message}"));
    }
}

impl MigrationObserver for Talk {
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
            self.complain(&text!(
                "migrate-quarantined",
                source = source,
                offset = range.offset,
                length = range.length,
                reason = range.reason.to_string(),
                file = &range.file
            ));
        }
        for record in report.damaged.iter().take(SHOWN) {
            let damaged = text!(
                "migrate-damaged-record",
                source = source,
                place = record.place().to_string(),
                uri = &record.uri,
                reason = record.reason.to_string()
            );
            self.complain(&match &record.file[..] {
                "" => damaged,
                file => format!("{damaged}; {}", text!("migrate-bytes-kept", file = file)),
            });
        }
        let more = report.quarantined.len().saturating_sub(SHOWN)
            + report.damaged.len().saturating_sub(SHOWN);
        if more > 0 {
            self.complain(&text!("migrate-more-places", source = source, more = more));
        }
        if is_new && report.is_data_bad() && !report.warnings.is_empty() {
            let warnings: Vec<String> =
                report.warnings.iter().map(|(rule, n)| format!("{n} × {rule}")).collect();
            self.complain(&format!("{source}: {}", warnings.join(", ")));
        }
        if !report.headers_changed.is_empty() && is_new {
            let changes: Vec<String> =
                report.headers_changed.iter().map(|(what, n)| format!("{n} × {what}")).collect();
            let changes = changes.join(", ");
            let headers =
                text!("migrate-headers", source = source, changes = changes, field = ORIGINAL);
            self.say(format_args!("{headers}"));
        }
        if report.verified && report.damages > 0 {
            self.complain(&text!("migrate-unmarked", source = source, result = &report.result));
        }
    }

    fn failed(&self, source: &Path, error: &MigrateError) {
        self.complain(&format!("{}: {error}", source.display()));
    }

    fn passed_over(&self, source: &Path, reason: &str) {
        let words = match reason.starts_with(NOT_AN_ARCHIVE) {
            true => text!("migrate-skipped-no-archive"),
            false => text!("migrate-skipped", reason = reason),
        };
        let looks = crate::warc::wrapping_of(source).map(|looks| format!(": {looks}"));
        self.say(format_args!("{}: {words}{}", source.display(), looks.unwrap_or_default()));
    }

    fn rebuilding_index(&self) {
        self.say(format_args!("{}", text!("migrate-rebuilding-index")));
    }

    fn unresolved(&self, revisits: u64) {
        self.complain(&text!("migrate-unresolved", revisits = revisits));
    }
}

impl VerifyObserver for Talk {
    fn compared(&self, source: &Path, result: &Path, outcome: &Result<SourceScan, VerifyError>) {
        match outcome {
            Ok(scan) => {
                tell_damage(source, scan, &mut |line| self.say(format_args!("stodola: {line}")));
            }
            Err(error) => self.complain(&format!("{}: {error}", result.display())),
        }
    }

    fn without_result(&self, source: &Path, result: &Path) {
        let (source, result) = (source.display(), result.display());
        self.complain(&text!("migrate-without-result", source = source, result = result));
    }

    fn without_source(&self, result: &Path) {
        self.complain(&text!("migrate-without-source", result = result.display()));
    }

    fn quarantine_lost(&self, file: &Path, source: &str) {
        self.complain(&text!("migrate-quarantine-lost", file = file.display(), source = source));
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
