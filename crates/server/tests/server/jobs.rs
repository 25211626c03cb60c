//! Harvests over HTTP: state, steering, hosts, outcomes, reports, `why`, the live view; as an API and as pages.

use crate::harvest::{Harvest, Live};
use crate::person::{Browser, add, json, token};
use crate::shelf::{Shelf, page};
use stodola_access::people::{PersonRole, TokenScope};

/// Who harvests, as a new job says it.
const WHO: &str = r#""contact": "a@b.example", "operator": "A", "purpose": "test""#;

fn shelf() -> Shelf {
    let shelf = Shelf::new(&[page("http://a.cz/", "20200101000000", "hello")]);
    add(&shelf, "eva", PersonRole::Operator, &[]);
    shelf
}

/// Waits until the first request, for robots.txt, is answered, and the harvest waits for the pause of its host. The
/// stream of the live view says when to look: once a second.
fn until_waiting(eva: &Browser<'_>, job: &str) {
    let mut live = Live::open(eva.shelf, &format!("/api/v1/jobs/{job}/live"), &eva.cookie);
    for _ in 0..120 {
        live.next();
        let hosts = eva.get(&format!("/api/v1/jobs/{job}/hosts"));
        let wait = (hosts.status == 200).then(|| json(&hosts)["items"][0]["wait_ms"].as_u64());
        if wait.flatten().is_some_and(|wait| wait > 60_000) {
            return;
        }
    }
    panic!("no host has a pause");
}

#[test]
fn a_running_harvest_is_watched_and_steered_by_programs() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    assert_eq!(json(&eva.get("/api/v1/jobs"))["items"], serde_json::json!([]));
    let mut harvest = Harvest::begin(&shelf, "one", "10m");
    until_waiting(&eva, "one");
    let listed = json(&eva.get("/api/v1/jobs"));
    assert_eq!(listed["items"][0]["state"], "running");
    assert_eq!(json(&eva.get("/api/v1/jobs/one"))["job"], "one");
    // What each host waits for.
    let hosts = json(&eva.get("/api/v1/jobs/one/hosts?limit=5"));
    let host = &hosts["items"][0];
    assert!(hosts["total"].as_u64().unwrap() >= 1, "{hosts}");
    assert!(host["wait_ms"].as_u64().unwrap() > 60_000, "{host}");
    assert!(host["why"].as_str().unwrap().contains("pause"), "{host}");
    assert_eq!(json(&eva.get("/api/v1/jobs/one/hosts?part=nosuch"))["total"], 0);
    // Steering.
    let paused = eva.write("POST", "/api/v1/jobs/one/pause", "{}");
    assert_eq!((paused.status, &json(&paused)["answer"]), (200, &"paused".into()));
    assert_eq!(json(&eva.get("/api/v1/jobs/one/status"))["state"], "paused");
    assert_eq!(json(&eva.write("POST", "/api/v1/jobs/one/resume", "{}"))["answer"], "running");
    let body = r#"{"key": "documents", "value": "5000"}"#;
    let limit = json(&eva.write("POST", "/api/v1/jobs/one/limit", body));
    assert_eq!(limit["words"], "documents is 5000 now");
    let settings = json(&eva.get("/api/v1/jobs/one/settings"));
    assert!(settings["toml"].as_str().unwrap().contains("documents = 5000"), "{settings}");
    for (path, body, status) in [
        ("limit", r#"{"key": "documents", "value": "many"}"#, 409),
        ("limit", r#"{"key": "pack", "value": "/etc"}"#, 409),
        ("seeds", r#"{"seeds": ["ftp://a.cz/"]}"#, 422),
        ("seeds", r#"{"seeds": []}"#, 422),
        ("pace", r#"{"host": "nosuch.example"}"#, 409),
        ("pause", r#"{"x": 1}"#, 422),
    ] {
        let answer = eva.write("POST", &format!("/api/v1/jobs/one/{path}"), body);
        assert_eq!(answer.status, status, "{path} {body}: {}", answer.text());
        assert_eq!(answer.header("content-type"), "application/problem+json");
    }
    let seeds = r#"{"seeds": ["http://other.example/"]}"#;
    let seeds = json(&eva.write("POST", "/api/v1/jobs/one/seeds", seeds));
    assert_eq!(seeds["answer"], "seeds 1 1");
    // Nobody gets outside of the folder of jobs.
    for name in ["..", "%2e%2e", "one%2f..%2fone", "nosuch"] {
        assert_eq!(eva.get(&format!("/api/v1/jobs/{name}/status")).status, 404, "{name}");
    }
    assert_eq!(json(&eva.write("POST", "/api/v1/jobs/one/stop", "{}"))["answer"], "stopping");
    harvest.wait();
    assert_eq!(json(&eva.get("/api/v1/jobs/one"))["state"], "stopped");
    assert_eq!(eva.get("/api/v1/jobs/one/status").status, 409);
    assert_eq!(eva.write("POST", "/api/v1/jobs/one/pause", "{}").status, 409);
    // All of it is on record.
    add(&shelf, "root", PersonRole::Admin, &[]);
    let audit = json(&Browser::sign_in(&shelf, "root").get("/api/v1/audit"));
    let items = audit["items"].as_array().unwrap();
    let steered: Vec<_> = items.iter().filter(|it| it["act"] == "job-steer").collect();
    assert!(steered.len() >= 6, "{audit}");
    assert!(steered.iter().all(|it| it["who"] == "eva" && it["subject"] == "one"), "{audit}");
    assert!(steered.iter().any(|it| it["detail"]["request"] == "limit documents 5000"));
}

#[test]
fn outcomes_reports_and_why_of_a_finished_harvest() {
    let shelf = shelf();
    let mut harvest = Harvest::begin(&shelf, "two", "0s");
    harvest.wait();
    let secret = token(&shelf, "eva", &[TokenScope::Jobs]);
    let bearer = format!("Bearer {}", secret.reveal());
    let get = |path: &str| shelf.get_app(path, &[("Authorization", &bearer)]);
    let job = json(&get("/api/v1/jobs/two"));
    assert_eq!((&job["state"], &job["waiting"]), (&"finished".into(), &0.into()));
    // Page by page, all of them once.
    let (mut found, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = json(&get(&format!("/api/v1/jobs/two/outcomes?limit=2{cursor}")));
        let items = page["items"].as_array().unwrap();
        found.extend(items.iter().map(|it| it["uri"].as_str().unwrap().to_owned()));
        match page["next"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    let all = json(&get("/api/v1/jobs/two/outcomes?limit=1000"));
    let all: Vec<&str> =
        all["items"].as_array().unwrap().iter().map(|it| it["uri"].as_str().unwrap()).collect();
    assert!(all.len() > 3 && found == all, "{found:?}\n{all:?}");
    let archived = json(&get("/api/v1/jobs/two/outcomes?outcome=archived&limit=1000"));
    let archived = archived["items"].as_array().unwrap();
    assert_eq!(archived.len() as u64, job["archived"].as_u64().unwrap());
    let names = json(&get("/api/v1/jobs/two/reports"));
    assert!(names["items"].as_array().unwrap().contains(&"hosts".into()), "{names}");
    let report = get("/api/v1/jobs/two/reports/hosts");
    assert_eq!(report.header("content-type"), "text/plain; charset=utf-8");
    assert!(report.text().starts_with("[#urls]"), "{}", report.text());
    assert_eq!(get("/api/v1/jobs/two/reports/national").status, 404);
    assert_eq!(json(&get("/api/v1/jobs/two/verdicts"))["items"], serde_json::json!([]));
    let why = json(&get(&format!("/api/v1/why?url={}", harvest.seed)));
    assert_eq!(why["rounds"][0]["state"], "archived");
    assert!(why["words"].as_str().unwrap().contains("two"), "{why}");
    assert_eq!(get("/api/v1/why?url=a.cz&job=nosuch").status, 404);
}

#[test]
fn jobs_are_added_but_not_with_what_only_the_server_may_set() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    let body = r#"{"name": "new-one", "seeds": ["http://a.example/"], WHO, "max_docs": "10"}"#;
    let body = &body.replace("WHO", WHO);
    let made = eva.write("POST", "/api/v1/jobs", body);
    assert_eq!((made.status, made.header("location")), (201, "/api/v1/jobs/new-one"));
    assert_eq!(json(&made)["state"], "new");
    assert_eq!(json(&eva.get("/api/v1/jobs/new-one"))["seeds"], 1);
    let toml = shelf.folder().join("archive/jobs/new-one/job.toml");
    assert!(std::fs::read_to_string(toml).unwrap().contains("documents = 10"));
    for (body, status) in [
        (r#"{"name": "new-one", "seeds": ["http://a.example/"], WHO}"#, 409),
        (r#"{"name": "x", "seeds": ["http://a.example/"]}"#, 422),
        (r#"{"name": "../x", "seeds": ["http://a.example/"], WHO}"#, 422),
        (r#"{"name": "x", "seeds": [], WHO}"#, 422),
        (r#"{"name": "x", "seeds": ["http://a.example/"], "profile": "/etc"}"#, 422),
        (r#"{"name": "x", "seeds": ["http://a.example/"], "allow_private": true}"#, 422),
        (r#"{"name": "x", "seeds": ["http://a.example/"], "config": "/etc/passwd"}"#, 422),
    ] {
        let body = &body.replace("WHO", WHO);
        let answer = eva.write("POST", "/api/v1/jobs", body);
        assert_eq!(answer.status, status, "{body}: {}", answer.text());
    }
    assert_eq!(json(&eva.get("/api/v1/jobs"))["items"].as_array().unwrap().len(), 1);
}

#[test]
fn the_pages_of_a_harvest_show_it_and_steer_it() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    assert!(eva.get("/jobs").text().contains("There is no harvest yet."));
    let mut harvest = Harvest::begin(&shelf, "pages", "10m");
    until_waiting(&eva, "pages");
    let list = eva.get("/jobs").text();
    assert!(list.contains("<a href=\"/jobs/pages\">pages</a>"), "{list}");
    let now = eva.get("/jobs/pages");
    let text = now.text();
    assert_eq!((now.status, now.header("cache-control")), (200, "no-store"));
    for part in [
        "It is at work.",
        "data-live=\"archived\"",
        "data-stream=\"/api/v1/jobs/pages/live?lang=en&#38;seen=0\"",
        "action=\"/jobs/pages/pause\"",
        "action=\"/jobs/pages/stop\"",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let message = Live::open(&shelf, "/api/v1/jobs/pages/live?lang=cs", &eva.cookie).next();
    assert!(message.contains("\"state\":\"běží\"") && message.contains("\"archived\":\""));
    let hosts = eva.get("/jobs/pages/hosts").text();
    assert!(hosts.contains("Why not now") && hosts.contains("its pause of"), "{hosts}");
    // Without the key of the session nothing happens.
    let forged = eva.send_with("/jobs/pages/pause", "");
    assert_eq!((forged.status, forged.header("content-type")), (403, "text/html; charset=utf-8"));
    assert_eq!(json(&eva.get("/api/v1/jobs/pages/status"))["state"], "running");
    let paused = eva.send("/jobs/pages/pause", "");
    assert_eq!((paused.status, paused.header("location")), (303, "/jobs/pages?done=pause"));
    let text = eva.get("/jobs/pages?done=pause").text();
    assert!(text.contains("It is paused.") && text.contains("/jobs/pages/resume"), "{text}");
    assert_eq!(eva.send("/jobs/pages/resume", "").status, 303);
    // Settings.
    let text = eva.get("/jobs/pages/settings").text();
    assert!(text.contains("name=\"key\"") && text.contains("[limits]"), "{text}");
    let done = eva.send("/jobs/pages/limit", "key=documents&value=77").text();
    assert!(done.contains("documents is 77 now"), "{done}");
    let wrong = eva.send("/jobs/pages/limit", "key=documents&value=%3Cb%3E");
    assert_eq!(wrong.status, 422, "{}", wrong.text());
    assert!(!wrong.text().contains("<b>") || !wrong.text().contains("value=\"<b>"));
    let wrong = eva.send("/jobs/pages/seeds", "seeds=ftp%3A%2F%2Fa.cz");
    assert!(wrong.status == 422 && wrong.text().contains("ftp://a.cz</textarea>"));
    // Stopping asks for the name.
    let ask = eva.get("/jobs/pages/stop").text();
    assert!(ask.contains("Stop “pages”?") && ask.contains("A paused harvest goes on"), "{ask}");
    assert_eq!(eva.send("/jobs/pages/stop", "name=other").status, 422);
    assert_eq!(json(&eva.get("/api/v1/jobs/pages/status"))["state"], "running");
    assert_eq!(eva.send("/jobs/pages/stop", "name=pages").status, 303);
    harvest.wait();
    let text = eva.get("/jobs/pages").text();
    assert!(text.contains("It was stopped and can go on."), "{text}");
    assert!(!text.contains("data-stream"), "{text}");
    let refused = eva.send("/jobs/pages/pause", "");
    assert!(refused.status == 422 && refused.text().contains("role=\"alert\""));
    let outcomes = eva.get("/jobs/pages/outcomes?outcome=waiting").text();
    assert!(outcomes.contains(&format!(">{}<", harvest.seed)), "{outcomes}");
    let why = eva.get(&format!("/why?url={}", harvest.seed)).text();
    assert!(why.contains("The way to it") && why.contains("Waiting: "), "{why}");
    let why = eva.get(&format!("/why/{}", harvest.seed));
    assert!(why.header("location").starts_with("/why?url=http"), "{}", why.header("location"));
    assert!(eva.get("/jobs/pages/reports/hosts").text().contains("[#urls]"));
    assert!(eva.get("/jobs/pages/verdicts").text().contains("There are no verdicts."));
    assert_eq!(eva.get("/jobs/nosuch").status, 404);
    // A new harvest.
    let wrong = eva.send("/jobs/new", "name=web&seeds=http%3A%2F%2Fa.example%2F");
    assert!(wrong.status == 422 && wrong.text().contains("http://a.example/</textarea>"));
    let seeds = "seeds=http%3A%2F%2Fa.example%2F%0D%0Ahttp%3A%2F%2Fb.example%2F";
    let made = eva.send(
        "/jobs/new",
        &format!("name=web&contact=a%40b.example&operator=A&purpose=test&{seeds}"),
    );
    assert_eq!((made.status, made.header("location")), (303, "/jobs/web?done=new"));
    assert!(eva.get("/jobs/web?done=new").text().contains("It has never run."));
}
