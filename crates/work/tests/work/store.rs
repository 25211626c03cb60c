//! One request for the same question, limits, favourites, and files of other versions and programs.

use super::{done, draft, question, settings, work_one};
use stodola_work::{
    PackageRules, RequestDraft, RequestFilter, RequestState, RequestViewer, RunEnd, WorkError,
    WorkQueue, WorkSettings, WorkTime,
};

#[test]
fn the_same_question_with_equal_rights_is_one_request() {
    let folder = tempfile::tempdir().unwrap();
    let mut queue = WorkQueue::open(folder.path()).unwrap();
    let settings = settings(&[("map", 1), ("export", 1)]);
    let submit = |queue: &mut WorkQueue, draft: &RequestDraft, now| {
        queue.submit(draft, &settings, WorkTime(now)).unwrap()
    };
    let anna = submit(&mut queue, &draft("map", 1, "anna"), 0);
    let boris = submit(&mut queue, &draft("map", 1, "boris"), 1);
    assert_eq!((boris.number, boris.is_new), (anna.number, false));
    assert_eq!(queue.request(anna.number).unwrap().owners, ["anna", "boris"]);
    // Other rights, another package, another question: other requests.
    let staff = RequestDraft { rights: "staff".to_owned(), ..draft("map", 1, "cyril") };
    assert_ne!(submit(&mut queue, &staff, 1).number, anna.number);
    assert_ne!(submit(&mut queue, &draft("export", 1, "anna"), 1).number, anna.number);
    assert_ne!(submit(&mut queue, &draft("map", 2, "anna"), 1).number, anna.number);
    // One of two owners does not want it any more; the other still does.
    queue.cancel(anna.number, Some("anna"), WorkTime(2)).unwrap();
    assert_eq!(queue.request(anna.number).unwrap().owners, ["boris"]);
    assert_eq!(work_one(&mut queue, &settings, &done("x"), 3), anna.number);
    // A young result will do, an old one will not.
    assert_eq!(submit(&mut queue, &draft("map", 1, "anna"), 4).state, RequestState::Done);
    let fresh = RequestDraft { max_age: Some(10), ..draft("map", 1, "anna") };
    assert_eq!(submit(&mut queue, &fresh, 13).state, RequestState::Done);
    assert_eq!(submit(&mut queue, &fresh, 14).state, RequestState::Waiting);
    // Nor one of an earlier version of the package.
    let newer = PackageRules { version: 2, ..PackageRules::default() };
    let mut newer_settings = settings.clone();
    newer_settings.packages.insert("map".to_owned(), newer);
    queue.cancel(anna.number, None, WorkTime(15)).unwrap();
    let again = queue.submit(&draft("map", 1, "anna"), &newer_settings, WorkTime(16)).unwrap();
    assert_eq!((again.number, again.state), (anna.number, RequestState::Waiting));
}

#[test]
fn refusals_say_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let mut queue = WorkQueue::open(folder.path()).unwrap();
    let settings =
        WorkSettings { waiting_per_owner: 2, waiting_in_all: 3, ..settings(&[("map", 1)]) };
    let mut submit = |draft: &RequestDraft| {
        queue.submit(draft, &settings, WorkTime(0)).map(|it| it.number).map_err(|it| it.to_string())
    };
    assert_eq!(submit(&draft("map", 1, "anna")), Ok(1));
    assert_eq!(submit(&draft("map", 2, "anna")), Ok(2));
    let told = "you have 2 requests waiting, and may have 2; wait for one of them, or cancel it";
    assert_eq!(submit(&draft("map", 3, "anna")), Err(told.to_owned()));
    // What she already asked for is not one more.
    assert_eq!(submit(&draft("map", 2, "anna")), Ok(2));
    assert_eq!(submit(&draft("map", 3, "boris")), Ok(3));
    let told = "3 requests are waiting, more are not taken now; ask again later";
    assert_eq!(submit(&draft("map", 4, "cyril")), Err(told.to_owned()));
    assert_eq!(submit(&draft("nap", 4, "cyril")), Err("there is no package 'nap'".to_owned()));
    assert!(submit(&draft("map", 4, "")).is_err() && submit(&draft("map", 4, "a\nb")).is_err());
    let saved = RequestDraft { save_to: Some("x.html".to_owned()), ..draft("map", 2, "anna") };
    assert!(submit(&saved).unwrap_err().contains("work.toml"));
}

#[test]
fn people_see_their_own_shared_ones_and_what_they_look_after() {
    let folder = tempfile::tempdir().unwrap();
    let mut queue = WorkQueue::open(folder.path()).unwrap();
    let settings = settings(&[("map", 1), ("export", 1)]);
    let drafts = [
        draft("map", 1, "anna"),
        RequestDraft { is_shared: true, ..draft("map", 2, "anna") },
        RequestDraft { is_shared: true, rights: "staff".to_owned(), ..draft("map", 3, "anna") },
        draft("export", 4, "boris"),
    ];
    for draft in &drafts {
        queue.submit(draft, &settings, WorkTime(0)).unwrap();
    }
    let seen = |name: &str, rights: &str, packages: &[&str]| -> Vec<i64> {
        let viewer = RequestViewer {
            name: name.to_owned(),
            rights: rights.to_owned(),
            packages: packages.iter().map(|it| (*it).to_owned()).collect(),
        };
        let filter = RequestFilter { seen_by: Some(viewer), ..RequestFilter::default() };
        assert_eq!(queue.count(&filter).unwrap(), queue.requests(&filter, 9).unwrap().len() as u64);
        queue.requests(&filter, 9).unwrap().iter().map(|row| row.number).collect()
    };
    assert_eq!(seen("anna", "", &[]), [3, 2, 1]);
    assert_eq!(seen("cyril", "", &[]), [2]);
    assert_eq!(seen("cyril", "staff", &[]), [3]);
    assert_eq!(seen("cyril", "", &["export"]), [4, 2]);
    assert_eq!(queue.place(2).unwrap(), Some(2));
    // All at once it is the same as one by one; there is no 9.
    let places = queue.places(&[9, 4, 3, 2, 1]).unwrap();
    for number in [1, 2, 3, 4, 9] {
        assert_eq!(places.get(&number).copied(), queue.place(number).unwrap(), "{number}");
    }
    assert_eq!(places.len(), 4);
    let loads = queue.loads().unwrap();
    assert_eq!(
        loads.iter().map(|it| (&*it.package, it.waiting)).collect::<Vec<_>>(),
        [("export", 1), ("map", 3)]
    );
}

#[test]
fn favourites_have_names_and_a_limit() {
    let folder = tempfile::tempdir().unwrap();
    let mut queue = WorkQueue::open(folder.path()).unwrap();
    let settings = WorkSettings { favourites_per_owner: 2, ..settings(&[("map", 1)]) };
    let mut add = |name: &str, number| {
        let question = question(number);
        queue.add_favourite("anna", (name, "map", &question), &settings, WorkTime(5))
    };
    add("floods", 1).unwrap();
    add("a b", 2).unwrap();
    // The same name is replaced.
    add("floods", 3).unwrap();
    assert!(matches!(add("c", 4), Err(WorkError::TooManyFavourites { limit: 2 })));
    assert!(matches!(add("", 4), Err(WorkError::Name(_))));
    let names: Vec<_> =
        queue.favourites("anna").unwrap().into_iter().map(|it| (it.name, it.question)).collect();
    assert_eq!(
        names,
        [("a b", "{\"n\":2}"), ("floods", "{\"n\":3}")].map(|(a, b)| (a.to_owned(), b.to_owned()))
    );
    assert!(queue.favourites("boris").unwrap().is_empty());
    queue.remove_favourite("anna", "a b").unwrap();
    assert!(matches!(queue.remove_favourite("anna", "a b"), Err(WorkError::UnknownFavourite(_))));
}

#[test]
fn the_log_of_a_request_is_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let mut queue = WorkQueue::open(folder.path()).unwrap();
    let settings = settings(&[("map", 1)]);
    queue.submit(&draft("map", 1, "anna"), &settings, WorkTime(0)).unwrap();
    for line in 0..500 {
        queue.write_log(1, &format!("line {line}\n{}", "ř".repeat(2000)), WorkTime(line)).unwrap();
    }
    let log = queue.log(1).unwrap();
    assert_eq!((log.len(), log[199].time), (200, WorkTime(499)));
    assert!(log.iter().all(|line| line.text.chars().count() == 500 && !line.text.contains('\n')));
    let end = RunEnd::Failed("x".repeat(100_000));
    work_one(&mut queue, &settings, &end, 1);
    assert_eq!(queue.request(1).unwrap().error.unwrap().len(), 2000);
}

#[test]
fn files_of_later_versions_and_other_programs_are_refused_and_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("work.db");
    drop(WorkQueue::open(folder.path()).unwrap());
    let raw = rusqlite::Connection::open(&path).unwrap();
    raw.pragma_update(None, "user_version", 99).unwrap();
    drop(raw);
    let refused = WorkQueue::open(folder.path());
    assert!(matches!(refused, Err(WorkError::Newer { found: 99, .. })), "{refused:?}");
    let raw = rusqlite::Connection::open(&path).unwrap();
    raw.pragma_update(None, "user_version", 1).unwrap();
    raw.pragma_update(None, "application_id", 1).unwrap();
    drop(raw);
    assert!(matches!(WorkQueue::open(folder.path()), Err(WorkError::Damaged { .. })));
    for garbage in
        [&b"not a database, but text that is long enough to be looked at"[..], &[0; 4096]]
    {
        std::fs::remove_file(&path).unwrap();
        std::fs::write(&path, garbage).unwrap();
        assert!(matches!(WorkQueue::open(folder.path()), Err(WorkError::Damaged { .. })));
        assert_eq!(std::fs::read(&path).unwrap(), garbage);
    }
}
