//! Results are made anew by interval and when nothing else waits; what nobody opens, less and less, until it goes.

use super::{done, draft, settings, work_one};
use stodola_work::{
    OpenedContent, RequestDraft, RequestRefresh, RequestState, RunEnd, WorkError, WorkQueue,
    WorkSettings, WorkTime,
};

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// Lets time pass hour by hour, works off what is due, and looks at the result every so many hours. Returns how often
/// it was made.
fn live(
    queue: &mut WorkQueue,
    settings: &WorkSettings,
    hours: std::ops::Range<i64>,
    look_every: Option<i64>,
    number: i64,
) -> u64 {
    let mut made = 0;
    for hour in hours {
        let now = hour * HOUR;
        queue.queue_due(WorkTime(now)).unwrap();
        while let Some(claimed) = queue.claim(settings, &|_| true, WorkTime(now)).unwrap() {
            queue.finish(claimed.number, claimed.run, &done("x"), WorkTime(now)).unwrap();
            made += 1;
        }
        if look_every.is_some_and(|every| hour % every == 0) {
            queue.open_result(number, WorkTime(now)).unwrap();
        }
    }
    made
}

#[test]
fn the_more_a_result_is_looked_at_the_more_often_it_is_made() {
    let made = |refresh, look_every| {
        let folder = tempfile::tempdir().unwrap();
        let mut queue = WorkQueue::open(folder.path()).unwrap();
        let settings = settings(&[("map", 1)]);
        let draft = RequestDraft { refresh, ..draft("map", 1, "anna") };
        let number = queue.submit(&draft, &settings, WorkTime(0)).unwrap().number;
        live(&mut queue, &settings, 0..20 * 24, look_every, number)
    };
    let idle = [None, Some(7 * 24), Some(24), Some(1)]
        .map(|look_every| made(RequestRefresh::WhenIdle, look_every));
    assert!(idle.is_sorted_by(|a, b| a < b), "{idle:?}");
    // Nobody looks: after 1, 3, 7 and 15 days. Somebody looks each hour: nearly each hour.
    assert_eq!(idle[0], 5);
    assert!(idle[3] > 200, "{idle:?}");
    let every = [None, Some(6)].map(|look_every| made(RequestRefresh::Every(6 * HOUR), look_every));
    assert!(every[0] < 15 && every[1] > 60, "{every:?}");
    assert_eq!(made(RequestRefresh::Never, Some(1)), 1);
}

#[test]
fn what_is_refreshed_when_idle_waits_for_others() {
    let folder = tempfile::tempdir().unwrap();
    let mut queue = WorkQueue::open(folder.path()).unwrap();
    let settings = settings(&[("map", 1), ("export", 1)]);
    let idle = RequestDraft { refresh: RequestRefresh::WhenIdle, ..draft("map", 1, "anna") };
    let idle = queue.submit(&idle, &settings, WorkTime(0)).unwrap().number;
    work_one(&mut queue, &settings, &done("x"), 0);
    queue.submit(&draft("export", 2, "boris"), &settings, WorkTime(DAY)).unwrap();
    assert_eq!(queue.queue_due(WorkTime(2 * DAY)).unwrap(), 0);
    work_one(&mut queue, &settings, &done("x"), 2 * DAY);
    assert_eq!(queue.queue_due(WorkTime(2 * DAY)).unwrap(), 1);
    let row = queue.request(idle).unwrap();
    assert!(row.is_refresh && row.state == RequestState::Waiting && row.result.is_some());
    // It counts for nobody, and people who ask now come first.
    assert_eq!(queue.waiting_of("anna").unwrap(), 0);
    let asked = queue.submit(&draft("map", 3, "cyril"), &settings, WorkTime(2 * DAY + 1)).unwrap();
    assert_eq!(work_one(&mut queue, &settings, &done("x"), 2 * DAY + 2), asked.number);
}

#[test]
fn a_result_that_cannot_be_made_anew_stays_and_the_error_too() {
    let folder = tempfile::tempdir().unwrap();
    let mut queue = WorkQueue::open(folder.path()).unwrap();
    let settings = settings(&[("map", 1)]);
    let draft = RequestDraft { refresh: RequestRefresh::Every(DAY), ..draft("map", 1, "anna") };
    let number = queue.submit(&draft, &settings, WorkTime(0)).unwrap().number;
    work_one(&mut queue, &settings, &done("first"), 0);
    assert_eq!(queue.queue_due(WorkTime(DAY)).unwrap(), 1);
    work_one(&mut queue, &settings, &RunEnd::Failed("disk full".to_owned()), DAY);
    let row = queue.request(number).unwrap();
    assert_eq!((row.state, row.error.as_deref()), (RequestState::Failed, Some("disk full")));
    let OpenedContent::Bytes(bytes) = queue.open_result(number, WorkTime(DAY)).unwrap() else {
        panic!("a small result is in the database");
    };
    assert_eq!(bytes, b"first");
    // The next time it succeeds. Anna has not seen the error yet, so it is still there.
    assert_eq!(queue.queue_due(WorkTime(2 * DAY)).unwrap(), 1);
    work_one(&mut queue, &settings, &done("second"), 2 * DAY);
    let row = queue.request(number).unwrap();
    assert_eq!((row.state, row.unseen.len()), (RequestState::Done, 1));
    assert_eq!(
        (row.error.as_deref(), queue.unseen_errors("anna").unwrap()),
        (Some("disk full"), 1)
    );
    queue.note_seen(number, "anna").unwrap();
    assert_eq!(
        (queue.request(number).unwrap().error, queue.unseen_errors("anna").unwrap()),
        (None, 0)
    );
}

#[test]
fn results_nobody_opens_are_removed_after_ninety_days() {
    let folder = tempfile::tempdir().unwrap();
    let mut queue = WorkQueue::open(folder.path()).unwrap();
    let settings = settings(&[("map", 1)]);
    let ask = |queue: &mut WorkQueue, number| {
        let draft =
            RequestDraft { refresh: RequestRefresh::Every(DAY), ..draft("map", number, "anna") };
        queue.submit(&draft, &settings, WorkTime(0)).unwrap().number
    };
    let (unopened, opened, failed) = (ask(&mut queue, 1), ask(&mut queue, 2), ask(&mut queue, 3));
    work_one(&mut queue, &settings, &done("x"), 0);
    work_one(&mut queue, &settings, &done("x"), 0);
    work_one(&mut queue, &settings, &RunEnd::Failed("no".to_owned()), 0);
    queue.open_result(opened, WorkTime(60 * DAY)).unwrap();
    std::fs::create_dir_all(folder.path().join("results/7-1.tmp")).unwrap();
    std::fs::write(folder.path().join("results/8-1"), b"left").unwrap();
    assert_eq!(queue.sweep(&settings, WorkTime(90 * DAY)).unwrap().requests, 0);
    let removed = queue.sweep(&settings, WorkTime(90 * DAY + 1)).unwrap();
    assert_eq!((removed.requests, removed.leftovers), (1, 0));
    assert!(queue.request(unopened).is_err() && queue.request(opened).is_ok());
    assert_eq!(std::fs::read_dir(folder.path().join("results")).unwrap().count(), 0);
    // An error that nobody has seen stays for a year.
    assert!(queue.request(failed).is_ok());
    queue.sweep(&settings, WorkTime(366 * DAY)).unwrap();
    assert!(queue.request(failed).is_err());
    // Its number is not given again.
    assert!(ask(&mut queue, 9) > failed);
}

#[test]
fn interest_brings_a_long_interval_forward_and_favourites_are_renamed() {
    let folder = tempfile::tempdir().unwrap();
    let mut queue = WorkQueue::open(folder.path()).unwrap();
    let settings = settings(&[("map", 1)]);
    let draft = RequestDraft { refresh: RequestRefresh::WhenIdle, ..draft("map", 1, "anna") };
    let number = queue.submit(&draft, &settings, WorkTime(0)).unwrap().number;
    work_one(&mut queue, &settings, &done("x"), 0);
    let due = |queue: &WorkQueue| {
        let result = queue.request(number).unwrap().result.unwrap();
        (result.next.unwrap().0, result.views, result.all_views)
    };
    assert_eq!(due(&queue), (DAY, 0, 0));
    assert_eq!(queue.refreshed_questions(9).unwrap().len(), 1);
    // Somebody opens pages that it is about, without looking at it.
    queue.count_interest(&[number], WorkTime(10)).unwrap();
    assert_eq!(due(&queue), (DAY / 2, 1, 0));
    queue.count_interest(&[number, 99], WorkTime(10)).unwrap();
    assert_eq!(due(&queue), (DAY / 3, 2, 0));
    queue.open_result(number, WorkTime(20)).unwrap();
    assert_eq!(due(&queue), (DAY / 4, 3, 1));
    // It is never due in the past.
    queue.open_result(number, WorkTime(DAY / 4 + 100)).unwrap();
    assert_eq!(due(&queue).0, DAY / 4);

    let favourite = |name| (name, "map", draft.question.clone());
    for name in ["a", "b"] {
        let (name, package, question) = favourite(name);
        queue.add_favourite("anna", (name, package, &question), &settings, WorkTime(0)).unwrap();
    }
    let taken = queue.rename_favourite("anna", "a", "b");
    assert!(matches!(taken, Err(WorkError::FavouriteTaken(_))), "{taken:?}");
    let unknown = queue.rename_favourite("boris", "a", "c");
    assert!(matches!(unknown, Err(WorkError::UnknownFavourite(_))), "{unknown:?}");
    assert!(queue.rename_favourite("anna", "a", "x\ny").is_err());
    queue.rename_favourite("anna", "a", "c").unwrap();
    queue.rename_favourite("anna", "c", "c").unwrap();
    let names: Vec<String> =
        queue.favourites("anna").unwrap().into_iter().map(|it| it.name).collect();
    assert_eq!(names, ["b", "c"]);
}
