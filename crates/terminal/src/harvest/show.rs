//! What a harvest tells while it runs: a line that changes on a terminal, one every 20 seconds elsewhere.

use super::closing;
use crate::lang::{language, text};
use crate::talk;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use stodola_app::crawl::{ClosingStep, StartedHarvest};
use stodola_frontier::Opened;
use stodola_text::harvest_progress_line;

const LINE_EVERY: Duration = Duration::from_secs(20);
const DRAW_EVERY: Duration = Duration::from_millis(500);

/// Says what is started or continued.
pub(super) fn begin(started: &StartedHarvest<'_>) {
    let key = match started.opened {
        Opened { is_new: true, .. } => "crawl-started",
        Opened { was_clean: true, .. } => "crawl-continues",
        _ => "crawl-continues-after-interruption",
    };
    talk::say(text!(key, job = started.job, waiting = started.queued));
}

/// Who else writes to the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Company {
    /// Nobody.
    #[default]
    Alone,
    /// Other harvests of the same program: each line tells whose it is.
    Others,
}

impl Company {
    /// What stands before a line about that job.
    pub(super) fn label(self, name: &str) -> String {
        match self {
            Company::Alone => String::new(),
            Company::Others => format!("{name}: "),
        }
    }
}

/// Shows progress until it is stopped.
pub(super) struct Show {
    stop: Sender<()>,
    thread: Option<JoinHandle<()>>,
}

impl Show {
    pub(super) fn start(started: &StartedHarvest<'_>, company: Company) -> Show {
        let (control, limit) = (started.control.clone(), started.documents);
        let (stop, stopped) = mpsc::channel();
        let is_terminal = company == Company::Alone && io::stderr().is_terminal();
        let label = company.label(started.job);
        let thread = std::thread::spawn(move || {
            let bar = is_terminal.then(|| make_bar(limit));
            let every = if is_terminal { DRAW_EVERY } else { LINE_EVERY };
            // What earlier runs did is no part of this run's rate.
            let mut before = control.progress().unwrap_or_default();
            let mut ended = None;
            while let Err(RecvTimeoutError::Timeout) = stopped.recv_timeout(every) {
                let Some(progress) = control.progress() else {
                    // The last document is there; what is left may take long too.
                    let line = closing::line(
                        ClosingStep::Reports,
                        ended.get_or_insert_with(Instant::now).elapsed(),
                    );
                    match &bar {
                        Some(bar) => bar.set_message(line),
                        None => talk::say(format_args!("{label}{line}")),
                    }
                    continue;
                };
                let slowest = control.slowest(1).unwrap_or_default();
                let line = harvest_progress_line(language(), &progress, &before, slowest.first());
                match &bar {
                    Some(bar) => {
                        bar.set_position(progress.counts.archived);
                        bar.set_message(line);
                    }
                    None => talk::say(format_args!("{label}{line}")),
                }
                before = progress;
            }
            if let Some(bar) = bar {
                bar.finish_and_clear();
            }
        });
        Show { stop, thread: Some(thread) }
    }

    pub(super) fn stop(mut self) {
        let _ = self.stop.send(());
        if let Some(thread) = self.thread.take() {
            // Nothing depends on what it showed.
            let _ = thread.join();
        }
    }
}

fn make_bar(length: Option<u64>) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
    let template = if length.is_some() { "{bar:20} {msg}" } else { "{spinner} {msg}" };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
