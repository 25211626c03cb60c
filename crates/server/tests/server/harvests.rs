//! A server that runs the harvests itself: jobs are made, started, steered and finished over HTTP.

use crate::person::{Browser, add, json};
use crate::shelf::{Options, Shelf, page};
use std::time::{Duration, Instant};
use stodola_access::people::PersonRole;
use stodola_archive::Archive;
use stodola_simweb::{SimWeb, WorldSettings};
use tokio::runtime::Runtime;

/// A simulated web that is served while the test goes on.
pub(crate) struct Web {
    _runtime: Runtime,
    web: SimWeb,
}

impl Web {
    pub(crate) fn start() -> Web {
        let runtime = Runtime::new().unwrap();
        let settings =
            WorldSettings { smallest_site: 3, largest_site: 5, ..WorldSettings::calm(11, 3) };
        let web = runtime.block_on(SimWeb::start(settings)).unwrap();
        Web { _runtime: runtime, web }
    }

    pub(crate) fn seed(&self) -> String {
        self.web.world.seeds()[0].clone()
    }

    /// Writes a profile that leads to this web: what pages may not set stands in a file on the server.
    pub(crate) fn write_profile(&self, shelf: &Shelf) {
        let folder = shelf.folder().join("archive/profiles");
        std::fs::create_dir_all(&folder).unwrap();
        let text = format!(
            "# Kept by hand\ndescription = \"a <b>simulated</b> web\"\n[fetch]\nconnect_to = [\"*:80:127.0.0.1:{}\"]\n\
             [politeness]\nip_delay = \"0s\"\n",
            self.web.addr.port()
        );
        std::fs::write(folder.join("simweb.toml"), text).unwrap();
    }
}

/// Asks until something is so.
#[track_caller]
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(120);
    while !is_so() {
        assert!(Instant::now() < deadline, "{what}");
        std::thread::park_timeout(Duration::from_millis(50));
    }
}

fn shelf() -> Shelf {
    let options = Options { harvest: true, ..Options::default() };
    let shelf = Shelf::with(&[page("http://a.cz/", "20200101000000", "hello")], options);
    add(&shelf, "eva", PersonRole::Operator, &[]);
    shelf
}

#[test]
fn a_job_made_over_the_api_is_run_by_the_server_paused_changed_and_finished() {
    let web = Web::start();
    let shelf = shelf();
    web.write_profile(&shelf);
    let eva = Browser::sign_in(&shelf, "eva");
    until("it has the duty", || json(&eva.get("/api/v1/harvests"))["runner"]["here"] == true);
    assert!(eva.get("/jobs").text().contains("This server runs the harvests."));
    let profiles = json(&eva.get("/api/v1/profiles"));
    assert!(profiles["items"].as_array().unwrap().iter().any(|it| it["name"] == "simweb"));
    let form = eva.get("/jobs/new?begin_with=simweb").text();
    assert!(form.contains("a &#60;b&#62;simulated") && !form.contains("<b>simulated"), "{form}");
    assert!(
        form.contains(":80:127.0.0.1:") && form.contains("Only a file on the server"),
        "{form}"
    );
    // Pauses that leave time to steer it. The frontier remembers them: after a longer one, nothing could hurry it.
    let slow = serde_json::json!({
        "name": "one", "begin_with": "simweb", "seeds": [web.seed()],
        "set": { "politeness.min_delay": "3s", "politeness.max_delay": "3s" },
    });
    let made = eva.write("POST", "/api/v1/jobs", &slow.to_string());
    assert_eq!(made.status, 201, "{}", made.text());
    until("it runs", || eva.get("/api/v1/jobs/one/status").status == 200);
    assert_eq!(eva.write("POST", "/api/v1/jobs/one/start", "{}").status, 409);
    assert_eq!(eva.write("POST", "/api/v1/jobs/one/pause", "{}").status, 200);
    assert_eq!(json(&eva.get("/api/v1/jobs/one/status"))["state"], "paused");
    assert_eq!(eva.write("POST", "/api/v1/jobs/one/resume", "{}").status, 200);
    let held = json(&eva.get("/api/v1/harvests"));
    assert_eq!((&held["holder"]["here"], &held["runner"]["here"]), (&true.into(), &true.into()));
    assert_eq!(eva.write("POST", "/api/v1/jobs/one/stop", "{}").status, 200);
    until("it has stopped", || json(&eva.get("/api/v1/jobs/one"))["state"] == "stopped");
    // A job that somebody has stopped is started by somebody.
    let text = eva.get("/jobs/one").text();
    assert!(text.contains("action=\"/jobs/one/start\"") && text.contains("Continue"), "{text}");
    let quick = r#"{"set": {"politeness.min_delay": "0s", "politeness.max_delay": "0s",
        "politeness.delay_factor": 0}}"#;
    let changed = eva.write("PATCH", "/api/v1/jobs/one/settings", quick);
    assert_eq!(changed.status, 200, "{}", changed.text());
    assert!(json(&changed)["toml"].as_str().unwrap().contains("# Kept by hand"));
    assert_eq!(eva.send("/jobs/one/start", "").header("location"), "/jobs/one?done=start");
    until("it is finished", || json(&eva.get("/api/v1/jobs/one"))["state"] == "finished");
    // Its last file is listed when it is closed.
    let captures = || json(&eva.get(&format!("/api/v1/captures?url={}", web.seed())));
    until("its captures can be read", || captures()["items"][0]["time"].is_string());
    let captures = captures();
    let time = captures["items"][0]["time"].as_str().unwrap();
    let content = shelf.get(&format!("/web/{time}id_/{}", web.seed()));
    assert_eq!(content.status, 200);
    // Another round, at once, by hand; whoever is told of events is told of all of it.
    assert!(eva.get("/jobs/one").text().contains("action=\"/jobs/one/again\""));
    assert_eq!(eva.send("/jobs/one/again", "").status, 303);
    until("the second round is finished", || {
        let job = json(&eva.get("/api/v1/jobs/one"));
        job["round"] == 2 && job["state"] == "finished"
    });
    let log = stodola_app::events::EventLog::open_to_read(&shelf.folder().join("archive"));
    let events = log.unwrap().unwrap().after(0, 1000).unwrap();
    let states: Vec<_> = events.iter().filter(|it| it.kind == "job").map(|it| &*it.data).collect();
    assert!(states.iter().filter(|it| it.contains("started")).count() >= 3, "{states:?}");
    assert!(states.iter().any(|it| it.contains("stopped")), "{states:?}");
    assert!(events.iter().any(|it| it.kind == "file-listed" && it.data.contains("warc/")));
}

#[test]
fn a_server_stands_by_while_another_process_runs_the_harvests() {
    let web = Web::start();
    let shelf = Shelf::new(&[page("http://a.cz/", "20200101000000", "hello")]);
    add(&shelf, "eva", PersonRole::Operator, &[]);
    web.write_profile(&shelf);
    let eva = Browser::sign_in(&shelf, "eva");
    let nobody = json(&eva.get("/api/v1/harvests"));
    assert!(nobody["runner"].is_null() && nobody["holder"].is_null(), "{nobody}");
    assert!(eva.get("/jobs").text().contains("Nobody runs harvests now"));
    // Another process has the duty, and a third one the archive.
    let archive = Archive::open(&shelf.folder().join("archive")).unwrap();
    let duty = archive.take_duty("stodola harvest --watch <b>").unwrap();
    let lock = archive.lock("stodola archive add").unwrap();
    // Both are in this process; what is written about them is what counts.
    let told = json(&eva.get("/api/v1/harvests"));
    assert_eq!(told["runner"]["command"], "stodola harvest --watch <b>");
    assert_eq!(told["holder"]["command"], "stodola archive add");
    assert_eq!(told["runner"]["process"], std::process::id());
    drop((duty, lock));
    let nobody = json(&eva.get("/api/v1/harvests"));
    assert!(nobody["runner"].is_null() && nobody["holder"].is_null(), "{nobody}");
}

#[test]
fn a_job_that_is_held_waits_for_somebody() {
    let web = Web::start();
    let shelf = shelf();
    web.write_profile(&shelf);
    let eva = Browser::sign_in(&shelf, "eva");
    let body = serde_json::json!({
        "name": "new", "begin_with": "simweb", "seeds": [web.seed()], "held": true,
        "set": { "politeness.min_delay": "0s", "politeness.delay_factor": 0 },
    });
    let made = eva.write("POST", "/api/v1/jobs", &body.to_string());
    assert_eq!(made.status, 201, "{}", made.text());
    // Its name is that of a page; it has one all the same.
    let list = eva.get("/jobs").text();
    assert!(list.contains("<a href=\"/jobs/new/now\">new</a>"), "{list}");
    let text = eva.get("/jobs/new/now").text();
    assert!(
        text.contains("It has never run.") && text.contains("action=\"/jobs/new/start\""),
        "{text}"
    );
    assert!(eva.get("/jobs/new").text().contains("name=\"begin_with\""));
    assert!(eva.get("/jobs/new/settings").text().contains("name=\"revision\""));
    // A second job is run meanwhile, this one is not.
    let other = serde_json::json!({
        "name": "other", "begin_with": "simweb", "seeds": [web.seed()],
        "set": { "politeness.min_delay": "0s", "politeness.delay_factor": 0 },
    });
    assert_eq!(eva.write("POST", "/api/v1/jobs", &other.to_string()).status, 201);
    until("the other is finished", || json(&eva.get("/api/v1/jobs/other"))["state"] == "finished");
    assert_eq!(json(&eva.get("/api/v1/jobs/new"))["state"], "new");
    assert_eq!(eva.send("/jobs/new/start", "").header("location"), "/jobs/new/now?done=start");
    until("it is finished", || json(&eva.get("/api/v1/jobs/new"))["state"] == "finished");
    assert_eq!(eva.write("POST", "/api/v1/jobs/nosuch/start", "{}").status, 404);
    assert_eq!(eva.write("POST", "/api/v1/jobs/..%2fjobs%2fnew/start", "{}").status, 404);
}

#[test]
fn a_harvest_that_fails_has_an_end_in_the_stream() {
    let web = Web::start();
    let shelf = shelf();
    web.write_profile(&shelf);
    let eva = Browser::sign_in(&shelf, "eva");
    let body = serde_json::json!({
        "name": "bad", "begin_with": "simweb", "seeds": [web.seed()], "held": true,
    });
    assert_eq!(eva.write("POST", "/api/v1/jobs", &body.to_string()).status, 201);
    // Where its frontier should be is something else.
    let archive = shelf.folder().join("archive");
    std::fs::write(archive.join("jobs/bad/frontier"), "not a folder").unwrap();
    assert_eq!(eva.write("POST", "/api/v1/jobs/bad/start", "{}").status, 200);
    until("it has failed", || {
        let log = stodola_app::events::EventLog::open_to_read(&archive).unwrap();
        let events = log.map(|log| log.after(0, 1000).unwrap()).unwrap_or_default();
        events.iter().any(|it| it.data.contains("\"failed\"") && it.data.contains("\"bad\""))
    });
}
