//! A progress bar for work that takes longer than a second, on a terminal only.

use crate::lang::language;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use stodola_app::Watch;
use stodola_app::warc::{Notice, ReportNotice};
use stodola_archive::Holder;
use stodola_text::notice_text;

/// Progress over the bytes of all inputs.
pub(crate) struct Progress {
    is_terminal: bool,
    total: Option<u64>,
    /// Whether pages are counted, not bytes.
    is_pages: bool,
    /// Bytes of the inputs that are done with.
    before: u64,
    started: Instant,
    bar: Option<ProgressBar>,
    calls: u32,
}

impl Progress {
    /// `total` is `None` if the size of some input is not known.
    pub(crate) fn new(total: Option<u64>) -> Progress {
        Progress {
            is_terminal: io::stderr().is_terminal(),
            total,
            is_pages: false,
            before: 0,
            started: Instant::now(),
            bar: None,
            calls: 0,
        }
    }

    /// Tells how far the current input has come.
    pub(crate) fn at(&mut self, position: u64) {
        self.calls = self.calls.wrapping_add(1);
        // Asking the clock for every small record would cost more than the bar is worth.
        let is_due = self.is_pages || self.calls.is_multiple_of(64);
        if !self.is_terminal || !is_due {
            return;
        }
        if self.bar.is_none() && self.started.elapsed() > Duration::from_secs(1) {
            self.bar = Some(self.make_bar());
        }
        if let Some(bar) = &self.bar {
            bar.set_position(self.before + position);
        }
    }

    /// Goes on to the next input; `size` bytes are done.
    pub(crate) fn next_input(&mut self, size: u64) {
        self.before += size;
    }

    /// Says something without tearing the bar.
    pub(crate) fn say(&self, message: impl std::fmt::Display) {
        match &self.bar {
            Some(bar) => bar.suspend(|| crate::talk::say(message)),
            None => crate::talk::say(message),
        }
    }

    fn make_bar(&self) -> ProgressBar {
        let target = ProgressDrawTarget::stderr();
        let (bar, template) = match self.total {
            Some(total) if self.is_pages => {
                (ProgressBar::with_draw_target(Some(total), target), "{wide_bar} {pos}/{len} {eta}")
            }
            Some(total) => (
                ProgressBar::with_draw_target(Some(total), target),
                "{wide_bar} {decimal_bytes}/{decimal_total_bytes} {decimal_bytes_per_sec} {eta}",
            ),
            None => (
                ProgressBar::with_draw_target(None, target),
                "{spinner} {decimal_bytes} {decimal_bytes_per_sec} {elapsed}",
            ),
        };
        match ProgressStyle::with_template(template) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Shows the progress of one stage after the other that counts bytes.
#[derive(Default)]
pub struct Bar {
    /// `None` if no stage is under way.
    stage: Mutex<Option<Progress>>,
}

impl Bar {
    /// Says something without tearing the bar.
    pub fn say(&self, message: impl std::fmt::Display) {
        match &*self.stage() {
            Some(progress) => progress.say(message),
            None => crate::talk::say(message),
        }
    }

    fn stage(&self) -> MutexGuard<'_, Option<Progress>> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watch for Bar {
    fn begin(&self, stage: &str, total: Option<u64>) {
        let mut progress = Progress::new(total);
        progress.is_pages = stage == "pages";
        *self.stage() = Some(progress);
    }

    fn at(&self, done: u64) {
        if let Some(progress) = &mut *self.stage() {
            progress.at(done);
        }
    }

    fn end(&self) {
        *self.stage() = None;
    }

    fn waiting(&self, folder: &Path, holder: &Holder) {
        crate::talk::say_waiting(folder, holder);
    }
}

impl ReportNotice for Bar {
    fn notice(&self, input: &str, notice: Notice<'_>) {
        self.say(format_args!("stodola: {input}: {}", notice_text(language(), &notice)));
    }
}
