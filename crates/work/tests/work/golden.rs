//! A queue that format 1 left must open for ever, with all that is in it. With `STODOLA_WRITE_GOLDEN` set, the file is
//! written anew: only before the first release that has the format.

use super::{done, draft, settings, work_one};
use std::path::{Path, PathBuf};
use stodola_work::{
    OpenedContent, RequestDraft, RequestFilter, RequestRefresh, RequestState, RunEnd, WorkError,
    WorkQueue, WorkTime,
};

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/work-1.db")
}

/// A request of each state, a log, a result, an error that nobody has seen, a favourite.
fn fill(folder: &Path) {
    let settings = settings(&[("map", 1), ("export", 2)]);
    let mut queue = WorkQueue::open(folder).unwrap();
    let asked = |queue: &mut WorkQueue, number, owner: &str, refresh| {
        let draft = RequestDraft { refresh, is_shared: true, ..draft("map", number, owner) };
        queue.submit(&draft, &settings, WorkTime(number as i64)).unwrap();
    };
    asked(&mut queue, 1, "anna", RequestRefresh::Every(86_400));
    asked(&mut queue, 1, "boris", RequestRefresh::Never);
    work_one(&mut queue, &settings, &done("the result"), 100);
    asked(&mut queue, 2, "anna", RequestRefresh::Never);
    work_one(&mut queue, &settings, &RunEnd::Failed("no captures of that site".to_owned()), 200);
    asked(&mut queue, 3, "anna", RequestRefresh::WhenIdle);
    queue.cancel(3, Some("anna"), WorkTime(300)).unwrap();
    asked(&mut queue, 4, "cyril", RequestRefresh::Never);
    queue.claim(&settings, &|_| true, WorkTime(400)).unwrap();
    asked(&mut queue, 5, "cyril", RequestRefresh::Never);
    let favourite = ("moje", "map", &super::question(1));
    queue.add_favourite("anna", favourite, &settings, WorkTime(500)).unwrap();
}

fn check(folder: &Path) {
    let mut queue = WorkQueue::open(folder).unwrap();
    let rows = queue.requests(&RequestFilter::default(), 9).unwrap();
    let states: Vec<RequestState> = rows.iter().rev().map(|row| row.state).collect();
    assert_eq!(
        states,
        [
            RequestState::Done,
            RequestState::Failed,
            RequestState::Cancelled,
            RequestState::Running,
            RequestState::Waiting
        ]
    );
    let first = queue.request(1).unwrap();
    assert_eq!(first.owners, ["anna", "boris"]);
    assert_eq!((first.refresh, first.is_shared), (RequestRefresh::Every(86_400), true));
    assert_eq!(first.result.as_ref().unwrap().next, Some(WorkTime(100 + 86_400)));
    let content = queue.open_result(1, WorkTime(1000)).unwrap();
    assert!(matches!(content, OpenedContent::Bytes(bytes) if bytes == b"the result"));
    assert_eq!(queue.request(2).unwrap().error.as_deref(), Some("no captures of that site"));
    assert_eq!(queue.unseen_errors("anna").unwrap(), 1);
    assert!(queue.log(1).unwrap().iter().any(|line| line.text == "asked for by boris"));
    assert_eq!(queue.favourites("anna").unwrap()[0].name, "moje");
    // It goes on: what ran waits again, and everything is worked off.
    let settings = settings(&[("map", 1)]);
    assert_eq!(queue.recover(&[], WorkTime(1001)).unwrap(), 1);
    assert_eq!(work_one(&mut queue, &settings, &done("x"), 1002), 4);
    assert_eq!(work_one(&mut queue, &settings, &done("x"), 1003), 5);
}

#[test]
fn a_queue_of_format_1_opens_and_a_newer_one_is_refused() {
    if std::env::var_os("STODOLA_WRITE_GOLDEN").is_some() {
        let folder = tempfile::tempdir().unwrap();
        fill(folder.path());
        let raw = rusqlite::Connection::open(folder.path().join("work.db")).unwrap();
        let _ = std::fs::remove_file(golden());
        raw.execute("VACUUM INTO ?1", [golden().to_str().unwrap()]).unwrap();
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(golden(), folder.path().join("work.db")).unwrap();
    let raw = rusqlite::Connection::open(folder.path().join("work.db")).unwrap();
    let version: i32 = raw.pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    assert_eq!(version, 1);
    drop(raw);
    check(folder.path());
    // What is written today is the same.
    let today = tempfile::tempdir().unwrap();
    fill(today.path());
    check(today.path());
    let raw = rusqlite::Connection::open(today.path().join("work.db")).unwrap();
    raw.pragma_update(None, "user_version", 2).unwrap();
    drop(raw);
    let refused = WorkQueue::open(today.path());
    assert!(matches!(refused, Err(WorkError::Newer { found: 2, .. })), "{refused:?}");
    assert!(refused.unwrap_err().to_string().contains("use a newer program"));
}
