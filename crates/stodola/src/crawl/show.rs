//! What a harvest tells while it runs: a line that changes on a terminal, one every 20 seconds elsewhere.

use super::closing::Step;
use crate::lang::{count, decimal, pick, size};
use crate::output;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use stodola_crawl::frontier::Opened;
use stodola_crawl::job::Limit;
use stodola_crawl::{Control, Progress};

const LINE_EVERY: Duration = Duration::from_secs(20);
const DRAW_EVERY: Duration = Duration::from_millis(500);

/// Says what is begun or gone on with.
pub(super) fn begin(name: &str, opened: &Opened, progress: &Progress) {
    let waiting = count(progress.queued, ["URI", "URIs"], ["URI", "URI", "URI"]);
    let line = match opened {
        Opened { is_new: true, .. } => pick(
            format!("job '{name}' begins with {waiting}"),
            format!("úloha '{name}' začíná, čeká {waiting}"),
        ),
        Opened { was_clean: true, .. } => pick(
            format!("job '{name}' goes on: {waiting} left"),
            format!("úloha '{name}' pokračuje, zbývá {waiting}"),
        ),
        _ => pick(
            format!("job '{name}' goes on after it was interrupted: {waiting} left"),
            format!("úloha '{name}' pokračuje po přerušení, zbývá {waiting}"),
        ),
    };
    output::say(format_args!("{line}"));
}

/// Who else writes to the terminal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Company {
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
    pub(super) fn start(control: Control, limit: Limit<u64>, name: &str, company: Company) -> Show {
        let (stop, stopped) = mpsc::channel();
        let is_terminal = company == Company::Alone && io::stderr().is_terminal();
        let label = company.label(name);
        let thread = std::thread::spawn(move || {
            let bar = is_terminal.then(|| make_bar(limit));
            let every = if is_terminal { DRAW_EVERY } else { LINE_EVERY };
            let (mut before, mut at) = (Progress::default(), Instant::now());
            while let Err(RecvTimeoutError::Timeout) = stopped.recv_timeout(every) {
                let Some(progress) = control.progress() else {
                    // The last document is there; what is left may take long too.
                    let line = Step::Reports.line(at.elapsed());
                    match &bar {
                        Some(bar) => bar.set_message(line),
                        None => output::say(format_args!("{label}{line}")),
                    }
                    continue;
                };
                let line = line(&progress, &before, at.elapsed());
                match &bar {
                    Some(bar) => {
                        bar.set_position(progress.counts.archived);
                        bar.set_message(line);
                    }
                    None => output::say(format_args!("{label}{line}")),
                }
                (before, at) = (progress, Instant::now());
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

fn make_bar(limit: Limit<u64>) -> ProgressBar {
    let length = limit.get();
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
    let template = if length.is_some() { "{bar:20} {msg}" } else { "{spinner} {msg}" };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Documents, bytes, rate, what waits, what failed.
fn line(now: &Progress, before: &Progress, time: Duration) -> String {
    let seconds = time.as_secs_f64().max(1e-3);
    // The first line knows of no time before this run.
    let since = if before.elapsed.is_zero() { now.counts.archived } else { before.counts.archived };
    let rate = (now.counts.archived - since) as f64 / seconds;
    let speed = size(((now.received - before.received) as f64 / seconds) as u64);
    let (rate, bytes) = (decimal(rate, 0), size(now.counts.bytes));
    let documents = count(
        now.counts.archived,
        ["document", "documents"],
        ["dokument", "dokumenty", "dokumentů"],
    );
    let queued = count(now.queued, ["URI", "URIs"], ["URI", "URI", "URI"]);
    let hosts = count(now.hosts as u64, ["host", "hosts"], ["server", "servery", "serverů"]);
    let failures = count(now.failures, ["failure", "failures"], ["chyba", "chyby", "chyb"]);
    let in_flight = now.in_flight;
    pick(
        format!(
            "{documents}, {bytes}, {rate}/s, {speed}/s; {queued} waiting, {in_flight} in flight, {hosts}, {failures}"
        ),
        format!(
            "{documents}, {bytes}, {rate}/s, {speed}/s; čeká {queued}, rozdělaných {in_flight}, {hosts}, {failures}"
        ),
    )
}
