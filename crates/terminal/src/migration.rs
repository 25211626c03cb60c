//! What happens during a migration or its proof, on standard error, and a bar.

use crate::lang::{language, text};
use crate::talk;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use stodola_migrate::{
    FileReport, MigrateError, MigrationObserver, SourceScan, VerifyError, VerifyObserver,
};
use stodola_text::{damage_lines, error_text, headers_line, migrated_lines, passed_over_line};

/// Says what happens, and moves the bar.
#[derive(Default)]
pub struct MigrationTeller {
    bar: Mutex<Option<ProgressBar>>,
}

impl MigrationTeller {
    fn say(&self, message: std::fmt::Arguments<'_>) {
        let bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        match &*bar {
            Some(bar) => bar.suspend(|| talk::say(message)),
            None => talk::say(message),
        }
    }

    /// Says what is wrong, under the program's name.
    fn complain(&self, message: &str) {
        self.say(format_args!("stodola: {message}"));
    }
}

impl MigrationObserver for MigrationTeller {
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
        migrated_lines(language(), report, is_new).iter().for_each(|line| self.complain(line));
        if let Some(line) = headers_line(language(), report).filter(|_| is_new) {
            self.say(format_args!("{line}"));
        }
    }

    fn failed(&self, source: &Path, error: &MigrateError) {
        self.complain(&format!("{}: {}", source.display(), error_text(language(), error)));
    }

    fn passed_over(&self, source: &Path, reason: &str) {
        self.say(format_args!("{}", passed_over_line(language(), source, reason)));
    }

    fn rebuilding_index(&self) {
        self.say(format_args!("{}", text!("migrate-rebuilding-index")));
    }

    fn unresolved(&self, revisits: u64) {
        self.complain(&text!("migrate-unresolved", revisits = revisits));
    }
}

impl VerifyObserver for MigrationTeller {
    fn compared(&self, source: &Path, result: &Path, outcome: &Result<SourceScan, VerifyError>) {
        match outcome {
            Ok(scan) => {
                damage_lines(language(), source, scan).iter().for_each(|line| self.complain(line));
            }
            Err(error) => {
                self.complain(&format!("{}: {}", result.display(), error_text(language(), error)));
            }
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

impl Drop for MigrationTeller {
    fn drop(&mut self) {
        let bar = self.bar.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bar) = &*bar {
            bar.finish_and_clear();
        }
    }
}
