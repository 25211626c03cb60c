//! Requests of users against a small archive: rights, rules that change, roles, who is told.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use serde_json::{Map, Value, json};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use stodola_access::people::PersonRole;
use stodola_app::access::{ChangeSettings, add_rule};
use stodola_app::archive::{
    AddSettings, ArchiveCheckSettings, RebuildSettings, add, check, rebuild,
};
use stodola_app::events::EventLog;
use stodola_app::requests::{
    Asker, NewRequest, RequestList, RequestRights, Requests, RequestsError, note_visit,
    run_requests, work_off,
};
use stodola_app::visits::ReaderVisit;
use stodola_app::{Quiet, Watch};
use stodola_archive::{Archive, Intake};
use stodola_follow::RebuildScope;
use stodola_work::{RequestState, WorkError};

#[path = "../../../fuzz/harness/shared/replay.rs"]
mod replay;
#[path = "../../../fuzz/harness/template.rs"]
mod template_harness;

#[test]
fn corpus_of_templates_holds_what_is_promised() {
    replay::replay("template", template_harness::run);
}

/// An archive with a few captures of www.stodola.example, which goes when it is dropped.
struct Shelf(PathBuf);

impl Drop for Shelf {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn shelf(name: &str) -> Shelf {
    let folder =
        std::env::temp_dir().join(format!("stodola-requests-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/hello.warc.gz");
    let settings = AddSettings {
        archive: folder.clone(),
        files: vec![file.into()],
        intake: Intake::Copy,
        command: "a test".to_owned(),
    };
    add(&settings, &Quiet, &mut |_| {}).unwrap();
    Shelf(folder)
}

fn asker(name: &str, role: PersonRole, groups: &[&str]) -> Asker {
    let groups = groups.iter().map(|it| (*it).to_owned()).collect();
    Asker { name: name.to_owned(), role, rights: RequestRights::of_groups(groups) }
}

fn new(package: &str, question: Value) -> NewRequest {
    let Value::Object(question) = question else { panic!("not an object") };
    NewRequest { package: package.to_owned(), question, ..NewRequest::default() }
}

fn export() -> NewRequest {
    new("export", json!({ "prefix": "http://www.stodola.example/", "format": "warc" }))
}

fn content(requests: &Requests, asker: &Asker, number: i64) -> Result<Vec<u8>, RequestsError> {
    let mut bytes = Vec::new();
    requests.open_result(asker, number)?.reader().read_to_end(&mut bytes).unwrap();
    Ok(bytes)
}

fn hide(archive: &Path) {
    let settings = ChangeSettings {
        archive: archive.to_owned(),
        who: "eva".to_owned(),
        why: "a test".to_owned(),
    };
    let place = "*.stodola.example".parse().unwrap();
    let rule = stodola_access::AccessRule::new(place, stodola_access::AccessPolicy::Hide);
    add_rule(&settings, rule).unwrap();
}

#[test]
fn a_result_is_for_people_with_equal_rights_and_for_rules_that_still_hold() {
    let shelf = shelf("rights");
    let requests = Requests::open(&shelf.0).unwrap();
    let anna = asker("anna", PersonRole::Reader, &[]);
    let asked = requests.submit(&anna, &export()).unwrap();
    assert_eq!((asked.number, asked.state), (1, RequestState::Waiting));
    let boris = asker("boris", PersonRole::Reader, &[]);
    assert_eq!(requests.submit(&boris, &export()).unwrap().number, 1);
    // Somebody with other rights asks something else, though it reads the same.
    let staff = asker("cyril", PersonRole::Operator, &["staff"]);
    assert_ne!(requests.submit(&staff, &export()).unwrap().number, 1);
    let worked_off = work_off(&shelf.0, "a test").unwrap();
    // The two exports, and clean-up, which asks for itself.
    assert_eq!((worked_off.done, worked_off.failed), (3, 0), "{:?}", requests.show(&anna, 1));
    let bytes = content(&requests, &anna, 1).unwrap();
    assert!(bytes.starts_with(&[0x1f, 0x8b]), "{} bytes", bytes.len());
    let refused = requests.open_result(&staff, 1);
    assert!(matches!(refused, Err(RequestsError::OtherRights(1))), "{refused:?}");
    let stranger = asker("dana", PersonRole::Reader, &[]);
    let refused = requests.open_result(&stranger, 1);
    assert!(matches!(refused, Err(RequestsError::Work(WorkError::UnknownRequest(1)))));
    // A rule hides what is in it: it is not shown any more, but made anew, and then there is nothing to export.
    hide(&shelf.0);
    let refused = requests.open_result(&anna, 1);
    assert!(matches!(refused, Err(RequestsError::RulesChanged(1))), "{refused:?}");
    assert_eq!(requests.show(&anna, 1).unwrap().request.state, "waiting");
    assert_eq!(work_off(&shelf.0, "a test").unwrap().failed, 1);
    assert!(matches!(requests.open_result(&anna, 1), Err(RequestsError::RulesChanged(1))));
    // Whoever has the files of the archive is not bound by rules.
    let console = Asker::console(Some("root"), Vec::new());
    let all = requests.submit(&console, &export()).unwrap().number;
    work_off(&shelf.0, "a test").unwrap();
    assert!(!content(&requests, &console, all).unwrap().is_empty());
}

#[test]
fn roles_and_limits_are_kept_and_mistakes_are_told() {
    let shelf = shelf("roles");
    let text = "[limits]\nwaiting_per_person = 2\n[packages.fixity]\nrole = 'admin'\nadministrators = ['anna']\n";
    std::fs::write(shelf.0.join("work.toml"), text).unwrap();
    let requests = Requests::open(&shelf.0).unwrap();
    let anna = asker("anna", PersonRole::Reader, &[]);
    let eva = asker("eva", PersonRole::Operator, &[]);
    let refused = requests.submit(&anna, &new("index", json!({ "only": "search" })));
    assert!(matches!(refused, Err(RequestsError::Role { package: "index", .. })), "{refused:?}");
    let refused = requests.submit(&eva, &new("fixity", json!({})));
    assert!(matches!(refused, Err(RequestsError::Role { package: "fixity", .. })), "{refused:?}");
    let saved = NewRequest { save_to: Some("x.json".to_owned()), ..export() };
    assert!(matches!(requests.submit(&anna, &saved), Err(RequestsError::Operators(_))));
    assert!(matches!(requests.submit(&eva, &saved), Err(RequestsError::Work(WorkError::NoSite))));
    let ask = |prefix: &str| requests.submit(&anna, &new("export", json!({ "prefix": prefix })));
    ask("http://a.cz/").unwrap();
    ask("http://b.cz/").unwrap();
    let refused = ask("http://c.cz/");
    assert!(matches!(refused, Err(RequestsError::Work(WorkError::OwnerLimit { limit: 2, .. }))));
    // A reader cannot be more urgent than others.
    let urgent = NewRequest { priority: 9, ..new("export", json!({ "prefix": "http://d.cz/" })) };
    let boris = asker("boris", PersonRole::Reader, &[]);
    let number = requests.submit(&boris, &urgent).unwrap().number;
    assert_eq!(requests.show(&boris, number).unwrap().request.priority, 0);
    // Readers see their own, operators all; nobody cancels what is not theirs.
    let listed = |asker: &Asker| requests.list(asker, RequestList::All, None, 9).unwrap().len();
    assert_eq!((listed(&anna), listed(&boris), listed(&eva)), (2, 1, 4));
    assert!(requests.cancel(&anna, number).is_err());
    requests.cancel(&eva, number).unwrap();
    // Nothing of those addresses is archived: that is an error that stays until it was seen.
    work_off(&shelf.0, "a test").unwrap();
    let record = requests.list(&anna, RequestList::Mine, None, 1).unwrap().remove(0);
    assert_eq!((record.state, record.unseen.len()), ("failed", 1), "{record:?}");
    requests.show(&anna, record.number).unwrap();
    let record = requests.list(&anna, RequestList::Mine, None, 1).unwrap().remove(0);
    assert_eq!((record.state, record.unseen.len()), ("failed", 0));
    std::fs::write(shelf.0.join("work.toml"), "[limit]\n").unwrap();
    assert!(matches!(Requests::open(&shelf.0), Err(RequestsError::Settings { .. })));
}

#[test]
fn packages_do_their_work_and_owners_are_told() {
    let shelf = shelf("packages");
    let told = shelf.0.join("told");
    let hook = format!(
        "[hook]\ncommand = ['sh', '-c', 'echo $STODOLA_EVENT $STODOLA_REQUEST $STODOLA_STATE $STODOLA_OWNERS >> {}']\n",
        told.display()
    );
    std::fs::write(shelf.0.join("work.toml"), hook).unwrap();
    let requests = Requests::open(&shelf.0).unwrap();
    let eva = asker("eva", PersonRole::Operator, &[]);
    let ask = |package: &str, question: Value| {
        requests.submit(&eva, &new(package, question)).unwrap().number
    };
    let fixity = ask("fixity", json!({ "older_than_days": 0 }));
    let index = ask("index", json!({ "only": "licences" }));
    let unknown = ask("index", json!({ "only": "../../etc" }));
    let harvest = ask("harvest", json!({ "job": "../archive" }));
    work_off(&shelf.0, "a test").unwrap();
    let state = |number| requests.show(&eva, number).unwrap().request.state;
    assert_eq!((state(fixity), state(index)), ("done", "done"), "{:?}", requests.show(&eva, index));
    assert_eq!((state(unknown), state(harvest)), ("failed", "failed"));
    let answer: Map<String, Value> =
        serde_json::from_slice(&content(&requests, &eva, fixity).unwrap()).unwrap();
    assert_eq!((&answer["files"], &answer["bad"]), (&json!(1), &json!(0)));
    assert!(shelf.0.join("licences.db").exists());
    let events = EventLog::open_to_read(&shelf.0).unwrap().unwrap().after(0, 100).unwrap();
    let of = |number: i64| -> Vec<String> {
        let is_own = |data: &Value| data["request"] == number;
        let data = events.iter().filter(|event| event.kind == "request");
        let data = data.map(|event| serde_json::from_str::<Value>(&event.data).unwrap());
        data.filter(is_own).map(|data| data["state"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(
        (of(fixity), of(harvest)),
        (
            vec!["waiting".to_owned(), "done".to_owned()],
            vec!["waiting".to_owned(), "failed".to_owned()]
        )
    );
    // The command has been run for each of them when the work is over.
    let lines = std::fs::read_to_string(&told).unwrap();
    assert!(lines.contains(&format!("request {fixity} done eva")), "{lines}");
    assert!(lines.contains(&format!("request {harvest} failed eva")), "{lines}");
}

#[test]
fn favourites_are_asked_again() {
    let shelf = shelf("favourites");
    let requests = Requests::open(&shelf.0).unwrap();
    let anna = asker("anna", PersonRole::Reader, &[]);
    let number = requests.submit(&anna, &export()).unwrap().number;
    requests.add_favourite_of(&anna, "my site", number).unwrap();
    let again = requests.favourite(&anna, "my site").unwrap();
    assert_eq!(requests.submit(&anna, &again).unwrap().number, number);
    let boris = asker("boris", PersonRole::Reader, &[]);
    assert!(requests.favourite(&boris, "my site").is_err());
    assert!(requests.add_favourite_of(&boris, "theirs", number).is_err());
    requests.remove_favourite(&anna, "my site").unwrap();
    assert!(requests.favourites(&anna).unwrap().is_empty());
}

fn build(archive: &Path, what: &str) {
    let settings = RebuildSettings {
        archive: archive.to_owned(),
        scope: RebuildScope::Only(what.to_owned()),
        command: "a test".to_owned(),
    };
    rebuild(&settings, &Quiet, &mut |_| {}).unwrap();
}

#[test]
fn maps_ranks_and_near_words_are_asked_for_in_all_formats() {
    let shelf = shelf("maps");
    build(&shelf.0, "map");
    build(&shelf.0, "search");
    let anna = asker("anna", PersonRole::Reader, &[]);
    let site = "www.stodola.example";
    let mut asked = Vec::new();
    let limits = "[limits]\nwaiting_per_person = 100\n";
    std::fs::write(shelf.0.join("work.toml"), limits).unwrap();
    let requests = Requests::open(&shelf.0).unwrap();
    for (package, question) in [
        ("map", json!({ "site": site })),
        ("map", json!({ "site": site, "view": "tree" })),
        ("map", json!({ "site": site, "view": "dead" })),
        ("rank", json!({ "site": site })),
        ("rank", json!({ "nodes": "hosts", "measure": "harmonic" })),
        ("near", json!({ "words": "barn", "distance": 3 })),
    ] {
        for format in ["json", "xml", "csv", "html", "template"] {
            let mut question = question.clone();
            question["format"] = json!(format);
            if format == "template" {
                question["template"] = json!("<ul>{{#rows}}<li>{{uri}}{{word}}</li>{{/rows}}</ul>");
            }
            let number = requests.submit(&anna, &new(package, question)).unwrap().number;
            asked.push((number, package, format));
        }
    }
    let worked_off = work_off(&shelf.0, "a test").unwrap();
    let failed = |number| requests.show(&anna, number).unwrap();
    assert_eq!(
        worked_off.failed,
        0,
        "{:?}",
        asked.iter().map(|it| failed(it.0)).collect::<Vec<_>>()
    );
    for (number, package, format) in asked {
        let shown = requests.open_result(&anna, number).unwrap();
        let (media, name) = (shown.facts.media.clone(), shown.facts.name.clone());
        let mut text = String::new();
        shown.reader().read_to_string(&mut text).unwrap();
        assert!(name.starts_with(package), "{name}");
        match format {
            "json" => {
                assert_eq!(media, "application/json");
                let value: Value = serde_json::from_str(&text).unwrap();
                assert!(value["rows"].is_array(), "{text}");
            }
            "xml" => assert!(text.ends_with("</result>\n") && media == "application/xml", "{text}"),
            "csv" => assert!(text.contains("\r\n") && name.ends_with(".csv"), "{text}"),
            "html" => assert!(text.starts_with("<!DOCTYPE html>"), "{text}"),
            _ => assert!(text.starts_with("<ul>") && name.ends_with(".html"), "{text}"),
        }
    }
    // What cannot be: told when it is asked, or in the log.
    let wrong = json!({ "site": site, "format": "template", "template": "{{#rows}}" });
    assert!(matches!(requests.submit(&anna, &new("map", wrong)), Err(RequestsError::Template(_))));
    let nothing =
        requests.submit(&anna, &new("map", json!({ "site": "nothing.example" }))).unwrap();
    let date = requests.submit(&anna, &new("rank", json!({ "date": "tomorrow" }))).unwrap();
    assert_eq!(work_off(&shelf.0, "a test").unwrap().failed, 2);
    let error = |number| requests.show(&anna, number).unwrap().request.error.unwrap();
    assert_eq!(error(nothing.number), "the map has no page of 'nothing.example'");
    assert!(error(date.number).contains("'tomorrow' is no time"), "{}", error(date.number));
    // Rules of access are asked again when a result is shown.
    hide(&shelf.0);
    assert!(matches!(requests.open_result(&anna, 1), Err(RequestsError::RulesChanged(1))));
    work_off(&shelf.0, "a test").unwrap();
    assert_eq!(error(1), "the map has no page of 'www.stodola.example'");
}

#[test]
fn visits_of_pages_bring_results_about_them_forward() {
    let shelf = shelf("interest");
    build(&shelf.0, "map");
    let requests = Requests::open(&shelf.0).unwrap();
    let anna = asker("anna", PersonRole::Reader, &[]);
    let refreshed = NewRequest {
        refresh: stodola_work::RequestRefresh::WhenIdle,
        ..new("map", json!({ "site": "www.stodola.example" }))
    };
    requests.submit(&anna, &refreshed).unwrap();
    work_off(&shelf.0, "a test").unwrap();
    let next = || requests.show(&anna, 1).unwrap().request.result.unwrap().next.unwrap();
    let before = next();
    let visit = |uri: &str| {
        let visit = ReaderVisit { query: "barn".to_owned(), uri: uri.into(), place: 1 };
        note_visit(&shelf.0, &visit, stodola_app::access::now()).unwrap();
    };
    visit("http://elsewhere.example/");
    assert_eq!(next(), before);
    visit("http://www.stodola.example/x");
    assert!(next() < before, "{:?} {before:?}", next());
}

/// Stops after some calls.
struct StopsAfter(AtomicU64);

impl Watch for StopsAfter {
    fn is_stopped(&self) -> bool {
        self.0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
            .is_err()
    }
}

#[test]
fn checks_and_rebuilds_can_be_stopped_anywhere_and_done_again() {
    let shelf = shelf("stopped");
    for what in ["catalogue", "map", "search"] {
        let settings = RebuildSettings {
            archive: shelf.0.clone(),
            scope: RebuildScope::Only(what.to_owned()),
            command: "a test".to_owned(),
        };
        build(&shelf.0, what);
        for calls in [0, 1] {
            let stopped = rebuild(&settings, &StopsAfter(calls.into()), &mut |_| {});
            let told = stopped.map(drop).unwrap_err().to_string();
            assert!(told.contains("stopped"), "{what} {calls}: {told}");
            // Nothing is broken meanwhile.
            Archive::open(&shelf.0).unwrap();
        }
        build(&shelf.0, what);
    }
    let settings =
        ArchiveCheckSettings { archive: shelf.0.clone(), ..ArchiveCheckSettings::default() };
    let log = || std::fs::read_to_string(shelf.0.join("fixity.tsv")).unwrap();
    let before = log();
    assert!(check(&settings, &StopsAfter(1.into())).is_err());
    // A file that was not read to its end is not told of.
    assert_eq!(log(), before);
    let report = check(&settings, &Quiet).unwrap();
    assert_eq!((report.files.len(), report.bad()), (1, 0));
}

#[test]
fn work_that_waits_for_the_archive_can_be_cancelled() {
    let shelf = shelf("waits");
    let requests = Requests::open(&shelf.0).unwrap();
    let eva = asker("eva", PersonRole::Operator, &[]);
    let lock = Archive::open(&shelf.0).unwrap().lock("a harvest").unwrap();
    let number = requests.submit(&eva, &new("index", json!({ "only": "map" }))).unwrap().number;
    let runner = run_requests(&shelf.0, "a test").unwrap();
    let wait_for = |state: &str| {
        while requests.show(&eva, number).unwrap().request.state != state {
            std::thread::yield_now();
        }
    };
    wait_for("running");
    requests.cancel(&eva, number).unwrap();
    wait_for("cancelled");
    drop(lock);
    // Asked again, it is done.
    requests.again(&eva, number).unwrap();
    runner.look();
    wait_for("done");
    runner.stop();
    runner.wait();
}
