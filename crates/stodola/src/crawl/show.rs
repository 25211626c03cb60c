//! What a harvest tells while it runs: a line that changes on a terminal, one every 20 seconds elsewhere.

use super::closing::Step;
use crate::job::stored::span;
use crate::lang::{count, decimal, pick, size};
use crate::output;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use stodola_crawl::job::Limit;
use stodola_crawl::{Control, Progress};
use stodola_frontier::Opened;

const LINE_EVERY: Duration = Duration::from_secs(20);
const DRAW_EVERY: Duration = Duration::from_millis(500);

/// Says what is begun or gone on with.
pub(super) fn begin(name: &str, opened: &Opened, progress: &Progress) {
    let waiting = count(progress.queued, ["URI", "URIs"], ["URI", "URI", "URI"]);
    let line = match opened {
        Opened { is_new: true, .. } => pick(
            format!("job '{name}' starts with {waiting}"),
            format!("úloha '{name}' začíná, čeká {waiting}"),
        ),
        Opened { was_clean: true, .. } => pick(
            format!("job '{name}' continues: {waiting} left"),
            format!("úloha '{name}' pokračuje, zbývá {waiting}"),
        ),
        _ => pick(
            format!("job '{name}' continues after an interruption: {waiting} left"),
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
            // What earlier runs did is no part of this run's rate.
            let mut before = control.progress().unwrap_or_default();
            let mut ended = None;
            while let Err(RecvTimeoutError::Timeout) = stopped.recv_timeout(every) {
                let Some(progress) = control.progress() else {
                    // The last document is there; what is left may take long too.
                    let line = Step::Reports.line(ended.get_or_insert_with(Instant::now).elapsed());
                    match &bar {
                        Some(bar) => bar.set_message(line),
                        None => output::say(format_args!("{label}{line}")),
                    }
                    continue;
                };
                let line = line(&progress, &before) + &slowed(&control, &progress);
                match &bar {
                    Some(bar) => {
                        bar.set_position(progress.counts.archived);
                        bar.set_message(line);
                    }
                    None => output::say(format_args!("{label}{line}")),
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

fn make_bar(limit: Limit<u64>) -> ProgressBar {
    let length = limit.get();
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr());
    let template = if length.is_some() { "{bar:20} {msg}" } else { "{spinner} {msg}" };
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// How many hosts are asked more slowly, and the slowest of them with the reason; nothing if there are none.
fn slowed(control: &Control, progress: &Progress) -> String {
    let slowest = control.slowest(1).unwrap_or_default();
    let (Some(host), 1..) = (slowest.first(), progress.slowed) else { return String::new() };
    let number = count(
        progress.slowed as u64,
        ["host", "hosts"],
        ["server zpomalen", "servery zpomaleny", "serverů zpomaleno"],
    );
    let (name, pause) = (&host.name, span(host.pause));
    pick(
        format!(", {number} slowed down after 429 or 503 ({name}: {pause} between requests)"),
        format!(", {number} po odpovědích 429 nebo 503 ({name}: pauza {pause})"),
    )
}

/// Documents, bytes, rate, what waits, what failed.
fn line(now: &Progress, before: &Progress) -> String {
    let seconds = now.elapsed.saturating_sub(before.elapsed).as_secs_f64().max(1e-3);
    let rate = now.counts.archived.saturating_sub(before.counts.archived) as f64 / seconds;
    // A polite harvest of one host has less than one document a second.
    let rate = decimal(rate, usize::from(rate < 10.0));
    let received = now.received.saturating_sub(before.received);
    let speed = size((received as f64 / seconds) as u64);
    let bytes = size(now.counts.bytes);
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

#[cfg(test)]
mod tests {
    use super::*;
    use stodola_frontier::Counts;

    fn progress(seconds: u64, archived: u64, received: u64) -> Progress {
        let counts = Counts { archived, ..Counts::default() };
        let elapsed = Duration::from_secs(seconds);
        Progress { counts, received, elapsed, ..Progress::default() }
    }

    #[test]
    fn the_first_line_has_the_rate_of_this_run() {
        let begun = progress(0, 1000, 0);
        let first = line(&progress(20, 1030, 40 << 10), &begun);
        assert!(first.contains("1.5/s, 2.0 kB/s"), "{first}");
        let second = line(&progress(40, 1530, 40 << 10), &progress(20, 1030, 40 << 10));
        assert!(second.contains(" 25/s, 0 B/s"), "{second}");
    }
}
