//! The runner: each package has its own number at a time; cancelling, stopping, faults, telling, saved files.

use super::{draft, runner_settings, settings};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use stodola_work::{
    OpenedContent, PendingNews, RequestDraft, RequestState, ResultContent, RunnerSettings,
    WorkError, WorkFailure, WorkListener, WorkPackage, WorkProgress, WorkQueue, WorkResult,
    WorkRunner, WorkSettings, WorkTask, WorkTime,
};

/// Does what its question says.
struct Obedient {
    name: &'static str,
    /// Is told when a run begins.
    begun: Sender<i64>,
}

impl WorkPackage for Obedient {
    fn name(&self) -> &'static str {
        self.name
    }

    fn version(&self) -> u32 {
        3
    }

    fn run(
        &self,
        task: &WorkTask<'_>,
        progress: &mut dyn WorkProgress,
    ) -> Result<WorkResult, WorkFailure> {
        self.begun.send(task.number).unwrap();
        match task.question.text("do").as_deref() {
            // Until somebody stops it.
            Some("wait") => loop {
                progress.at(Some(0.25), "waiting");
                if progress.is_cancelled() {
                    return Err(WorkFailure::Stopped);
                }
                std::thread::yield_now();
            },
            Some("panic") => panic!("as it was asked to"),
            Some("fail") => Err(WorkFailure::Failed("no captures of that site".to_owned())),
            Some("large") => Ok(result(vec![b'x'; 100_000])),
            Some("escape") => {
                let mut result = result(Vec::new());
                result.content = ResultContent::File(task.scratch.join("not-there"));
                Ok(result)
            }
            _ => Ok(result(b"<p>well</p>".to_vec())),
        }
    }
}

fn result(bytes: Vec<u8>) -> WorkResult {
    WorkResult {
        media: "text/html".to_owned(),
        name: "x.html".to_owned(),
        content: ResultContent::Bytes(bytes),
        stamp: "rules 7".to_owned(),
    }
}

/// Remembers what it is told.
#[derive(Default)]
struct Listening(Mutex<Vec<(i64, RequestState, Vec<String>)>>);

impl WorkListener for Listening {
    fn ended(&self, news: &PendingNews) {
        self.0.lock().unwrap().push((news.number, news.state, news.owners.clone()));
    }
}

struct Bench {
    folder: tempfile::TempDir,
    settings: RunnerSettings,
    listening: Arc<Listening>,
    begun: Receiver<i64>,
    rules: WorkSettings,
}

fn bench(site: bool) -> Bench {
    let folder = tempfile::tempdir().unwrap();
    let (sender, begun) = channel();
    let package = |name| Box::new(Obedient { name, begun: sender.clone() }) as Box<dyn WorkPackage>;
    let mut rules = settings(&[("long", 1), ("short", 2)]);
    rules.site = site.then(|| folder.path().join("site"));
    let listening = Arc::new(Listening::default());
    let packages = vec![package("long"), package("short")];
    let mut settings = runner_settings(folder.path(), packages, rules.clone());
    settings.listener = Arc::<Listening>::clone(&listening);
    Bench { folder, settings, listening, begun, rules }
}

impl Bench {
    fn queue(&self) -> WorkQueue {
        WorkQueue::open(self.folder.path()).unwrap()
    }

    fn submit(&self, package: &str, what: &str, number: u64) -> i64 {
        let question = format!("{{\"do\":\"{what}\",\"n\":{number}}}");
        let question = stodola_work::WorkQuestion::parse(&question).unwrap();
        let draft = RequestDraft { question, ..draft(package, 0, "anna") };
        self.queue().submit(&draft, &self.rules, WorkTime(0)).unwrap().number
    }

    /// Waits until a request is in a state.
    fn until(&self, number: i64, state: RequestState) {
        let queue = self.queue();
        while queue.request(number).unwrap().state != state {
            std::thread::yield_now();
        }
    }
}

#[test]
fn long_work_does_not_hold_up_short_work_and_can_be_cancelled() {
    let bench = bench(false);
    let (long, second) = (bench.submit("long", "wait", 1), bench.submit("long", "wait", 2));
    let short: Vec<i64> = (0..3).map(|number| bench.submit("short", "well", number)).collect();
    let runner = WorkRunner::start(bench.settings.clone()).unwrap();
    for number in short {
        bench.until(number, RequestState::Done);
    }
    bench.until(long, RequestState::Running);
    let queue = bench.queue();
    assert_eq!(queue.request(second).unwrap().state, RequestState::Waiting);
    // Another process, for which this thread stands, cancels it; the next one has its turn.
    bench.queue().cancel(long, Some("anna"), WorkTime(1)).unwrap();
    bench.until(long, RequestState::Cancelled);
    bench.until(second, RequestState::Running);
    // Stopping puts it back.
    runner.stop();
    runner.wait();
    let row = queue.request(second).unwrap();
    assert_eq!((row.state, row.runs), (RequestState::Waiting, 1));
    let log = queue.log(second).unwrap();
    assert!(log.last().unwrap().text.contains("waits again"), "{log:?}");
}

#[test]
fn failures_and_faults_are_told_and_stay_visible() {
    let bench = bench(false);
    let failed = bench.submit("short", "fail", 1);
    let faulty = bench.submit("short", "panic", 1);
    let absent = bench.submit("short", "escape", 1);
    let well = bench.submit("long", "large", 1);
    let worked_off = WorkRunner::work_off(&bench.settings).unwrap();
    assert_eq!((worked_off.done, worked_off.failed), (1, 3));
    let queue = bench.queue();
    let error = |number| queue.request(number).unwrap().error.unwrap();
    assert_eq!(error(failed), "no captures of that site");
    assert!(error(faulty).contains("fault") && error(absent).contains("not-there"));
    assert_eq!(queue.unseen_errors("anna").unwrap(), 3);
    let row = queue.request(well).unwrap();
    let result = row.result.unwrap();
    assert_eq!((result.length, result.version, &*result.stamp), (100_000, 3, "rules 7"));
    assert!(result.file.is_some());
    let told: BTreeMap<i64, RequestState> =
        bench.listening.0.lock().unwrap().iter().map(|it| (it.0, it.1)).collect();
    let (good, bad) = (RequestState::Done, RequestState::Failed);
    assert_eq!(told, BTreeMap::from([(failed, bad), (faulty, bad), (absent, bad), (well, good)]));
    assert_eq!(bench.begun.try_iter().count(), 4);
    // Nothing is left of the runs but the file of the result.
    assert_eq!(std::fs::read_dir(bench.folder.path().join("results")).unwrap().count(), 1);
}

#[test]
fn results_are_saved_for_a_site_below_its_folder() {
    let bench = bench(true);
    let question = stodola_work::WorkQuestion::parse("{}").unwrap();
    let saved = |name: &str| RequestDraft {
        save_to: Some(name.to_owned()),
        ..RequestDraft::new("short", question.clone(), "anna")
    };
    for name in ["../out.html", "/out.html", "a/../../out.html", "out.php"] {
        let refused = bench.queue().submit(&saved(name), &bench.rules, WorkTime(0));
        assert!(matches!(refused, Err(WorkError::SitePath { .. })), "{name}");
    }
    let number =
        bench.queue().submit(&saved("maps/a.html"), &bench.rules, WorkTime(0)).unwrap().number;
    WorkRunner::work_off(&bench.settings).unwrap();
    let path = bench.folder.path().join("site/maps/a.html");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "<p>well</p>");
    let log = bench.queue().log(number).unwrap();
    assert!(log.iter().any(|line| line.text == "saved to maps/a.html"), "{log:?}");
    let opened = bench.queue().open_result(number, WorkTime(9)).unwrap();
    assert!(matches!(opened, OpenedContent::Bytes(_)));
    assert_eq!(bench.queue().request(number).unwrap().result.unwrap().views, 1);
}

#[test]
fn what_is_due_is_made_anew_once_also_without_a_server() {
    let mut bench = bench(false);
    let clock = Arc::new(super::SetClock::default());
    bench.settings.clock = Arc::<super::SetClock>::clone(&clock);
    let question = stodola_work::WorkQuestion::parse("{}").unwrap();
    let refresh = stodola_work::RequestRefresh::Every(60);
    let draft = RequestDraft { refresh, ..RequestDraft::new("short", question, "anna") };
    let number = bench.queue().submit(&draft, &bench.rules, WorkTime(0)).unwrap().number;
    for (now, done) in [(0, 1), (59, 0), (60, 1), (61, 0)] {
        clock.0.store(now, std::sync::atomic::Ordering::Relaxed);
        assert_eq!(WorkRunner::work_off(&bench.settings).unwrap().done, done, "{now}");
    }
    assert_eq!(bench.queue().request(number).unwrap().runs, 2);
}

#[test]
fn results_do_not_fill_the_disk() {
    let mut bench = bench(false);
    let first = bench.submit("short", "large", 1);
    WorkRunner::work_off(&bench.settings).unwrap();
    bench.rules.results_bytes = 100_000;
    let rules = bench.rules.clone();
    bench.settings.settings = Arc::new(move || rules.clone());
    let second = bench.submit("short", "well", 2);
    assert_eq!(WorkRunner::work_off(&bench.settings).unwrap().failed, 1);
    let queue = bench.queue();
    assert_eq!(queue.request(first).unwrap().state, RequestState::Done);
    assert!(queue.request(second).unwrap().error.unwrap().contains("no room"));
    assert_eq!(bench.begun.try_iter().count(), 1);
}

#[test]
fn one_process_at_a_time_runs_requests() {
    let bench = bench(false);
    let long = bench.submit("long", "wait", 1);
    let runner = WorkRunner::start(bench.settings.clone()).unwrap();
    bench.until(long, RequestState::Running);
    let refused = WorkRunner::work_off(&bench.settings);
    assert!(matches!(&refused, Err(WorkError::Busy { holder }) if holder.contains("a test")));
    assert_eq!(bench.queue().request(long).unwrap().state, RequestState::Running);
    runner.stop();
    runner.wait();
}
