//! What a harvest tells while it runs: a line that changes on a terminal, one every 20 seconds elsewhere.

use crate::lang::{count, pick};
use crate::output;
use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use stodola_crawl::frontier::Opened;
use stodola_crawl::job::Limit;
use stodola_crawl::{Control, Ended, Progress, Report};

const LINE_EVERY: Duration = Duration::from_secs(20);
const DRAW_EVERY: Duration = Duration::from_millis(500);

/// Says what is begun or gone on with.
pub(super) fn begin(name: &str, opened: &Opened, progress: &Progress) {
    let waiting = count(progress.queued, ["URI", "URIs"], ["URI", "URI", "URI"]);
    let line = match opened {
        Opened { is_new: true, .. } => pick(
            format!("job '{name}' starts with {waiting}"),
            format!("úloha '{name}' začíná, {waiting}"),
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

/// Says what the run came to.
pub(super) fn end(name: &str, report: &Report) {
    let Progress { counts, queued, hosts, elapsed, .. } = report.progress;
    let why = match report.ended {
        Ended::Finished => pick("finished", "hotovo"),
        Ended::Stopped => pick("stopped", "zastaveno"),
        Ended::Documents => {
            pick("stopped by the limit of documents", "zastaveno na limitu dokumentů")
        }
        Ended::Bytes => pick("stopped by the limit of bytes", "zastaveno na limitu bajtů"),
        Ended::Time => pick("stopped by the limit of time", "zastaveno na limitu času"),
    };
    let documents =
        count(counts.archived, ["document", "documents"], ["dokument", "dokumenty", "dokumentů"]);
    let hosts = count(hosts as u64, ["host", "hosts"], ["server", "servery", "serverů"]);
    let bytes = HumanBytes(counts.bytes);
    let seconds = elapsed.as_secs_f64();
    let (found, finished, rejected) = (counts.found, counts.finished, counts.rejected);
    output::say(format_args!(
        "{}",
        pick(
            format!(
                "job '{name}' {why}: {documents} ({bytes}) from {hosts} archived in {seconds:.1} s; {found} URIs \
                 found, {finished} of them done, {queued} waiting, {rejected} links out of scope"
            ),
            format!(
                "úloha '{name}' {why}: archivováno {documents} ({bytes}), {hosts}, za {seconds:.1} s; nalezeno \
                 {found} URI, vyřízeno {finished}, čeká {queued}, mimo rozsah {rejected} odkazů"
            )
        )
    ));
    let (busy, idle) = (report.progress.busy.as_secs_f64(), report.progress.idle.as_secs_f64());
    if busy > 0.0 {
        let share = 100.0 * busy / (busy + idle);
        output::say(format_args!(
            "{}",
            pick(
                format!("workers were busy {share:.1} % of the time"),
                format!(
                    "dokud byl některý server na řadě, pracovníci měli co dělat {share:.1} % času"
                )
            )
        ));
    }
    if queued > 0 {
        let hint = pick("run the same command to continue", "týž příkaz v ní bude pokračovat");
        output::say(format_args!("{hint}"));
    }
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

/// Shows progress until it is stopped.
pub(super) struct Show {
    stop: Sender<()>,
    thread: Option<JoinHandle<()>>,
}

impl Show {
    pub(super) fn start(control: Control, limit: Limit<u64>, name: &str, company: Company) -> Show {
        let (stop, stopped) = mpsc::channel();
        let is_terminal = company == Company::Alone && io::stderr().is_terminal();
        let label = match company {
            Company::Alone => String::new(),
            Company::Others => format!("{name}: "),
        };
        let thread = std::thread::spawn(move || {
            let bar = is_terminal.then(|| make_bar(limit));
            let every = if is_terminal { DRAW_EVERY } else { LINE_EVERY };
            let (mut before, mut at) = (Progress::default(), Instant::now());
            while let Err(RecvTimeoutError::Timeout) = stopped.recv_timeout(every) {
                let Some(progress) = control.progress() else { break };
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
    let speed = HumanBytes(((now.received - before.received) as f64 / seconds) as u64);
    let (documents, bytes) = (now.counts.archived, HumanBytes(now.counts.bytes));
    let Progress { queued, in_flight, hosts, failures, .. } = now;
    pick(
        format!(
            "{documents} documents, {bytes}, {rate:.0}/s, {speed}/s; {queued} URIs waiting, {in_flight} in flight, \
             {hosts} hosts, {failures} failures"
        ),
        format!(
            "dokumentů {documents}, {bytes}, {rate:.0}/s, {speed}/s; čeká {queued} URI, rozdělaných {in_flight}, \
             serverů {hosts}, chyb {failures}"
        ),
    )
}
