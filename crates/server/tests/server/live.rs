//! The live view over HTTP: rates, outcomes, troubles, hosts in any order, `why` and verdicts part by part; and that
//! only few logs are read at a time.

use crate::harvest::{Harvest, Live, SmallWeb, document};
use crate::person::{Browser, add, json};
use crate::shelf::{Shelf, page};
use std::fs::{self, File};
use std::path::PathBuf;
use stodola_access::people::PersonRole;

const ROBOTS: &str = "User-agent: *\n# only this\nDisallow: /secret/ # no entry\nAllow: /\n";
const HOME: &str = "<html lang=\"cs\"><title>Dom\u{16f} <script>x</script></title><body>\
    <p>Pi\u{161}te na INFO@A.CZ z Prahy.</p><p>Konec &lt;b&gt;</p>\
    <a href=\"/secret/plan\">a</a> <a href=\"/broken\">b</a> <a href=\"/lost\">c</a>\
    <a href=\"/cut\">d</a> <a href=\"http://elsewhere.example/x\">e</a></body></html>";

fn shelf() -> Shelf {
    let shelf = Shelf::new(&[page("http://a.cz/", "20200101000000", "hello")]);
    add(&shelf, "eva", PersonRole::Operator, &[]);
    shelf
}

/// A web in which something goes wrong. Whoever asks for `/lost` gets no answer.
fn web(has_lost: bool) -> SmallWeb {
    let html = |status: &str, body: &str| document(status, "text/html; charset=utf-8", body);
    let lost = if has_lost { String::new() } else { html("200 OK", "found again") };
    SmallWeb::start(&[
        ("/robots.txt", document("200 OK", "text/plain", ROBOTS)),
        ("/", html("200 OK", HOME)),
        ("/broken", html("500 Internal Server Error", "<p>later</p>")),
        ("/cut", document("200 OK", "application/x-odd<b>", "some bytes")),
        ("/lost", lost),
    ])
}

/// A harvest that ended, of one host.
fn finished(shelf: &Shelf, name: &str) {
    let web = web(false);
    Harvest::of(shelf, name, "0s", &["http://small.example/"], web.at, web).wait();
}

fn folder_of(shelf: &Shelf, job: &str) -> PathBuf {
    shelf.folder().join("archive/jobs").join(job)
}

/// Waits until the tally of a job has a kind of trouble. The stream of the live view says when to look.
fn until_trouble(eva: &Browser<'_>, job: &str, kind: &str) -> serde_json::Value {
    let mut live = Live::open(eva.shelf, &format!("/api/v1/jobs/{job}/live"), &eva.cookie);
    for _ in 0..120 {
        live.next();
        let tally = json(&eva.get(&format!("/api/v1/jobs/{job}/tally")));
        let kinds = tally["kinds"].as_array().unwrap();
        if kinds.iter().any(|it| it["kind"] == kind)
            && tally["outcomes"].as_array().unwrap().len() > 1
        {
            return tally;
        }
    }
    panic!("no trouble of the kind {kind}");
}

#[test]
fn a_running_harvest_shows_its_troubles_outcomes_and_hosts() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    let web = web(true);
    let mut harvest = Harvest::of(&shelf, "now", "0s", &["http://small.example/"], web.at, web);
    let tally = until_trouble(&eva, "now", "closed");
    assert_eq!(tally["counting"], false);
    let lost = tally["troubles"].as_array().unwrap();
    let lost = lost.iter().find(|it| it["uri"] == "http://small.example/lost").unwrap();
    assert!(lost["words"].as_str().unwrap().contains("closed the connection"), "{lost}");
    assert!(lost["follows"].as_str().unwrap().contains("attempt 1 of 4 failed"), "{lost}");
    let kind = tally["kinds"].as_array().unwrap().iter().find(|it| it["kind"] == "closed").unwrap();
    assert_eq!(kind["host"], "small.example");
    let text = eva.get("/jobs/now").text();
    for part in [
        "How fast it is",
        "Hosts, and what each is waiting for",
        "href=\"/jobs/now/hosts.csv\"",
        "Trouble, newest first",
        "closed the connection without an answer",
        "/why?url=http%3A%2F%2Fsmall.example%2Flost",
        "Troubles by kind",
        "Last outcomes",
        "of 50 workers",
        "data-news",
        "data-redraw",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("<style") && !text.contains(" style=\""), "{text}");
    // Whoever saw no trouble yet is told that there is some; in the language of the page.
    let message = Live::open(&shelf, "/api/v1/jobs/now/live?lang=cs&seen=0", &eva.cookie).next();
    assert!(message.contains("\"news\":\"") && message.contains("uk\u{e1}zat"), "{message}");
    let seen = lost_count(&tally) + 1000;
    let path = format!("/api/v1/jobs/now/live?seen={seen}");
    let message = Live::open(&shelf, &path, &eva.cookie).next();
    assert!(message.contains("\"news\":\"\""), "{message}");
    assert_eq!(eva.send("/jobs/now/stop", "name=now").status, 303);
    harvest.wait();
}

fn lost_count(tally: &serde_json::Value) -> u64 {
    tally["kinds"].as_array().unwrap().iter().map(|it| it["number"].as_u64().unwrap()).sum()
}

#[test]
fn hosts_are_ordered_by_every_column_filtered_paged_and_given_as_csv() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    let web = web(true);
    let seeds = [
        "http://bbb.example/1",
        "http://bbb.example/2",
        "http://aaa.example/1",
        "http://aaa.example/2",
        "http://aaa.example/3",
        "http://-c.example/1",
        "http://-c.example/2",
    ];
    let mut harvest = Harvest::of(&shelf, "hosts", "10m", &seeds, web.at, web);
    // Each host has answered for its robots.txt and pauses now.
    let mut live = Live::open(&shelf, "/api/v1/jobs/hosts/live", &eva.cookie);
    let pausing = |path: &str| json(&eva.get(&format!("/api/v1/jobs/hosts/hosts{path}")));
    let mut looks = 0;
    while pausing("?why=pause")["total"] != 3 {
        live.next();
        looks += 1;
        assert!(looks < 120, "{}", pausing(""));
    }
    let names = |path: &str| -> Vec<String> {
        let hosts = pausing(path);
        let items = hosts["items"].as_array().unwrap();
        items.iter().map(|it| it["host"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("?order=host"), ["-c.example", "aaa.example", "bbb.example"]);
    assert_eq!(names("?order=-host"), ["bbb.example", "aaa.example", "-c.example"]);
    assert_eq!(names("?order=queued")[0], "aaa.example");
    assert_eq!(names("?order=-queued")[2], "aaa.example");
    assert_eq!(names("?part=BB"), ["bbb.example"]);
    assert_eq!(names("?why=in-flight"), [""; 0]);
    for order in ["archived", "-bytes", "next", "-why"] {
        assert_eq!(names(&format!("?order={order}")).len(), 3, "{order}");
    }
    // Page by page, each once.
    let first = pausing("?order=host&limit=2");
    assert_eq!((&first["total"], first["items"].as_array().unwrap().len()), (&3.into(), 2));
    let cursor = first["next"].as_str().unwrap();
    let second = pausing(&format!("?order=host&limit=2&cursor={cursor}"));
    assert_eq!((&second["items"][0]["host"], &second["next"]), (&"bbb.example".into(), &().into()));
    for wrong in ["?order=size", "?why=rain", "?cursor=x"] {
        assert_eq!(eva.get(&format!("/api/v1/jobs/hosts/hosts{wrong}")).status, 400, "{wrong}");
    }
    // The page: the head of the column that orders it says so and turns the order.
    let text = eva.get("/jobs/hosts/hosts?order=host").text();
    assert!(text.contains("aria-sort=\"ascending\""), "{text}");
    assert!(text.contains("order=-host\">Host</a>"), "{text}");
    assert!(text.contains("1–3 of 3 hosts."), "{text}");
    let turned = eva.get("/jobs/hosts/hosts?order=-host&why=pause&part=%3Cb%3E").text();
    assert!(turned.contains("aria-sort=\"descending\"") || turned.contains("No host"), "{turned}");
    assert!(!turned.contains("value=\"<b>"), "{turned}");
    // All rows, and no formula.
    let csv = eva.get("/jobs/hosts/hosts.csv");
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8; header=present");
    assert!(csv.header("content-disposition").starts_with("attachment"));
    let text = csv.text();
    let rows: Vec<&str> = text.lines().collect();
    assert!(rows[0].starts_with("host,queued,archived,bytes,"), "{text}");
    assert_eq!(rows.len(), 4, "{text}");
    assert!(rows.iter().any(|row| row.starts_with("'-c.example,1,0,")), "{text}");
    assert_eq!(eva.get("/jobs/hosts/hosts.csv?part=aaa").text().lines().count(), 2);
    assert_eq!(shelf.get_app("/jobs/hosts/hosts.csv", &[]).status, 303);
    add(&shelf, "jan", PersonRole::Curator, &[]);
    assert_eq!(Browser::sign_in(&shelf, "jan").get("/jobs/hosts/hosts.csv").status, 403);
    assert_eq!(eva.get("/jobs/nosuch/hosts.csv").status, 404);
    // The same of a harvest that does not run any more, and it says so.
    assert_eq!(eva.send("/jobs/hosts/stop", "name=hosts").status, 303);
    harvest.wait();
    let stopped = pausing("?order=host");
    assert_eq!((&stopped["running"], &stopped["total"]), (&false.into(), &3.into()));
    assert_eq!(stopped["items"][1]["queued"], 3);
    assert_eq!(stopped["items"][1]["kind"], "not-running");
    let text = eva.get("/jobs/hosts/hosts?order=-queued").text();
    assert!(text.contains("The harvest does not run."), "{text}");
    assert!(text.contains("the harvest does not run</span>"), "{text}");
    assert_eq!(eva.get("/jobs/hosts/hosts.csv").text().lines().count(), 4);
}

#[test]
fn rates_of_the_last_90_minutes_are_drawn_by_the_server_and_stand_in_a_table() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    finished(&shelf, "rates");
    // An hour of lines: two documents a second, then none, after a break four.
    let log = folder_of(&shelf, "rates").join("logs/progress-statistics.log");
    let mut text = fs::read_to_string(&log).unwrap().lines().next().unwrap().to_owned() + "\n";
    let line = |second: u64, documents: f64| {
        let (minute, second) = (second / 60, second % 60);
        format!(
            "2026-11-15T10:{minute:02}:{second:02}Z 9 9 9 {documents:.2}(1.00) 2000(1000) 0 1 1 1 1.00 1 1\n"
        )
    };
    text.push_str("2026-11-15T08:00:00Z 9 9 9 77.00(1.00) 2000(1000) 0 1 1 1 1.00 1 1\n");
    for second in (0..1200).step_by(20) {
        text.push_str(&line(second, if second < 600 { 2.0 } else { 0.0 }));
    }
    text.push_str("2026-11-15T10:20:00Z CRAWL ENDED - Finished\n");
    text.push_str("2026-11-15T10:40:00Z CRAWL RUNNING - Running\n");
    for second in (2420..3000).step_by(20) {
        text.push_str(&line(second, 4.0));
    }
    fs::write(&log, text).unwrap();
    let rates = json(&eva.get("/api/v1/jobs/rates/rates"));
    let items = rates["items"].as_array().unwrap();
    assert_eq!(items.len(), 60 + 29, "{rates}");
    assert_eq!(items.iter().filter(|it| it["first"] == true).count(), 1);
    let text = eva.get("/jobs/rates").text();
    assert_eq!(text.matches("class=\"rate-line\"").count(), 2, "{text}");
    let line = text.split("class=\"rate-line\" d=\"").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(line.matches('M').count(), 2, "two runs: {line}");
    assert!(text.contains("90 minutes until 10:49 UTC: at the end 4.0, mean 2.0"), "{text}");
    assert!(text.contains("<th scope=\"row\">10:09</th><td class=\"n\">2.0</td>"), "{text}");
    let czech = eva.get("/jobs/rates?lang=cs").text().replace('\u{a0}', " ");
    assert!(czech.contains("90 minut do 10:49 UTC: na konci 4,0"), "{czech}");
    // What became of its addresses; what a server calls a type is text.
    assert!(text.contains("addresses have an outcome"), "{text}");
    assert!(text.contains("application/x-odd&lt;b&gt;"), "{text}");
    assert!(text.contains("<th scope=\"row\"><span class=\"mark-bad\">500</span></th>"), "{text}");
    assert!(text.contains("class=\"part-kept\" x=\"0.00%\""), "{text}");
    assert!(!text.contains("data-stream") && !text.contains("data-news"), "{text}");
}

#[test]
fn why_is_told_part_by_part_with_the_line_that_decided() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    finished(&shelf, "one");
    finished(&shelf, "two");
    let ask = |url: &str| json(&eva.get(&format!("/api/v1/why?url={url}")));
    let told = ask("http://small.example/secret/plan");
    assert_eq!((&told["job"], &told["state"]), (&"two".into(), &"robots-excluded".into()));
    assert!(told["decision"].as_str().unwrap().contains("robots.txt of its host forbids it"));
    assert_eq!(told["rule"]["file"], "http://small.example/robots.txt");
    let lines = told["rule"]["lines"].as_array().unwrap();
    let decides: Vec<_> = lines.iter().filter(|it| it["decides"] == true).collect();
    assert_eq!(decides.len(), 1);
    assert_eq!((&decides[0]["number"], lines.len()), (&3.into(), 4));
    let way = told["way"].as_array().unwrap();
    assert_eq!((way.len(), &way[0]["uri"]), (2, &"http://small.example/".into()));
    assert!(told["next"].as_str().unwrap().contains("ask its owner"), "{told}");
    assert!(told["scope"].as_array().unwrap().iter().any(|it| it["matches"] == true), "{told}");
    let text = eva.get("/why?url=http://small.example/secret/plan").text();
    for part in [
        "<h1>Not archived: robots.txt of its host forbids it",
        "<mark>Disallow: /secret/ # no entry   ← line 3</mark>",
        "robots.txt as it was captured on",
        "The way to it",
        "<li><span class=\"hint\">seed</span> <a class=\"url\" href=\"/captures/http://small.example/\">",
        "Rules of scope, in order",
        "this rule decides",
        "If you wanted it",
        "Other harvests",
        "&#38;job=one",
        "href=\"/jobs/two/settings\"",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let czech =
        eva.get("/why?url=http://small.example/secret/plan&lang=cs").text().replace('\u{a0}', " ");
    assert!(
        czech.contains("\u{159}\u{e1}dek 3</mark>") && czech.contains("Cesta k n\u{ed}"),
        "{czech}"
    );
    // A link that the scope rejected, and one that nobody has seen.
    let told = ask("http://elsewhere.example/x");
    assert_eq!(told["state"], "rejected");
    let told = ask("http://small.example/nowhere");
    assert_eq!((&told["job"], &told["rule"]), (&().into(), &().into()));
    assert!(told["decision"].as_str().unwrap().starts_with("never seen"), "{told}");
    let text = eva.get("/why?url=http://small.example/nowhere").text();
    assert!(text.contains("<h1>Never seen"), "{text}");
    let hostile =
        eva.get("/why?url=http%3A%2F%2Fa.cz%2F%3Cscript%3Ealert(1)%3C%2Fscript%3E").text();
    assert!(!hostile.contains("<script>alert"), "{hostile}");
    // Those who may not see a robots.txt are not shown it here either.
    add(&shelf, "root", PersonRole::Admin, &[]);
    let root = Browser::sign_in(&shelf, "root");
    let rule = "place=http://small.example/robots.txt&policy=hide&why=x";
    assert_eq!(root.send("/access", rule).status, 303);
    assert_eq!(ask("http://small.example/secret/plan")["rule"], serde_json::Value::Null);
}

#[test]
fn a_verdict_shows_its_evidence_in_the_text_of_the_page() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    finished(&shelf, "judged");
    let folder = folder_of(&shelf, "judged");
    let captures = json(&eva.get("/api/v1/captures?url=http://small.example/"));
    let time = captures["items"][0]["time"].as_str().unwrap().to_owned();
    let about = format!("/captures/http://small.example/{time}");
    let about = about.replace("example/", "example//");
    assert!(!eva.get(&about).text().contains("/verdicts/"));
    // As a national harvest logs it: the text begins with the first paragraph.
    let verdict = serde_json::json!({
        "uri": "http://small.example/", "valid": true, "points": 80, "probability": 0.97, "language": "cs",
        "criteria": [
            {"name": "email", "found": 1, "valid": 1, "points": 50,
             "evidence": [{"text": "info@a.cz", "position": 10}]},
            {"name": "places", "found": 2, "valid": 2, "points": 30,
             "evidence": [{"text": "Prahy", "position": 22}, {"text": "Brna", "position": 40}]},
            {"name": "known-sites", "found": 1, "valid": 1, "points": 0,
             "evidence": [{"text": "<img src=x>.cz", "position": null}]},
            {"name": "owner", "found": 0, "valid": 0, "points": 0, "evidence": [], "lacks": "not used"},
        ],
    });
    fs::write(folder.join("logs/verdicts.ndjson"), format!("{{}}\n{verdict}\n")).unwrap();
    let toml = fs::read_to_string(folder.join("job.toml")).unwrap();
    let toml = toml.replace("profile = \"site\"", "profile = \"national\"");
    assert!(toml.contains("profile = \"national\""), "{toml}");
    fs::write(folder.join("job.toml"), toml).unwrap();
    let list = eva.get("/jobs/judged/verdicts").text();
    let href = "/jobs/judged/verdicts/http://small.example/";
    assert!(list.contains(&format!("href=\"{href}\"")), "{list}");
    let answer = eva.get(href);
    let text = answer.text();
    assert_eq!(answer.status, 200, "{text}");
    for part in [
        "It belongs to the nation: probability 0.97, 80 points, language cs.",
        "<span class=\"e con\">INFO@A.CZ<sup><a href=\"#criterion-A\">A</a></sup></span>",
        "<span class=\"e geo\">Prahy<sup><a href=\"#criterion-B\">B</a></sup></span>",
        "id=\"criterion-A\"",
        "&lt;img src=x&gt;.cz",
        "Konec &lt;b&gt;",
        "1 piece of evidence is not in this text",
        "(pack cz)",
        "class=\"tick\"",
        "aria-labelledby=\"text\" lang=\"cs\">",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("<img") && !text.contains("<script>x"), "{text}");
    assert!(
        eva.get(&about).text().contains(&format!("href=\"{href}\"")),
        "{}",
        eva.get(&about).text()
    );
    assert_eq!(eva.get("/jobs/judged/verdicts/http://small.example/other").status, 404);
    // Content that may not be shown is not shown here.
    add(&shelf, "root", PersonRole::Admin, &[]);
    let root = Browser::sign_in(&shelf, "root");
    assert_eq!(root.send("/access", "place=small.example&policy=block&why=x").status, 303);
    let text = eva.get(href).text();
    assert!(!text.contains("INFO@A.CZ") && text.contains("id=\"criterion-A\""), "{text}");
}

/// A log that nobody can read until this is dropped, also if the test fails.
struct Gate(PathBuf);

impl Drop for Gate {
    fn drop(&mut self) {
        // Opened for both, it waits for nobody.
        let both = File::options().read(true).write(true).open(&self.0);
        let _ = fs::remove_file(&self.0);
        let _ = fs::write(&self.0, "");
        drop(both);
    }
}

#[test]
fn only_few_logs_are_read_at_a_time_and_others_are_told_to_come_back() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    finished(&shelf, "busy");
    // A log that cannot be read to its end: whoever opens it waits for somebody who writes.
    let log = folder_of(&shelf, "busy").join("logs/verdicts.ndjson");
    let made = std::process::Command::new("mkfifo").arg(&log).status().unwrap();
    assert!(made.success());
    let processors = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
    let places = (2 * processors).clamp(4, 64) / 2;
    std::thread::scope(|scope| {
        let gate = Gate(log.clone());
        let readers: Vec<_> = (0..places)
            .map(|_| scope.spawn(|| eva.get("/api/v1/jobs/busy/verdicts").status))
            .collect();
        let mut asked = 0;
        let refused = loop {
            let answer = eva.get("/api/v1/why?url=http://small.example/");
            asked += 1;
            assert!(asked < 1000, "nobody was refused");
            if answer.status != 200 {
                break answer;
            }
        };
        assert_eq!(refused.status, 503, "{}", refused.text());
        assert_eq!(refused.header("retry-after"), "5");
        assert_eq!(json(&refused)["type"], "urn:stodola:problem:busy");
        let page = eva.get("/jobs/busy/outcomes?lang=cs");
        assert_eq!((page.status, page.header("retry-after")), (503, "5"));
        assert!(page.text().contains("Zkuste to za n\u{11b}kolik sekund"), "{}", page.text());
        // Everything else goes on.
        for path in ["/jobs", "/jobs/busy", "/api/v1/jobs/busy/tally", "/"] {
            assert_eq!(eva.get(path).status, 200, "{path}");
        }
        // The log can be read again, and those who waited get their answers.
        drop(gate);
        for reader in readers {
            assert_eq!(reader.join().unwrap(), 200);
        }
    });
    assert_eq!(eva.get("/api/v1/why?url=http://small.example/").status, 200);
}
