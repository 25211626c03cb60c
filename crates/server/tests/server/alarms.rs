//! Alarms over HTTP, on pages and for programs; what takes most; how complete the sources of rounds are.

use crate::harvest::{Harvest, Live, SmallWeb, document};
use crate::person::{Browser, add, json};
use crate::shelf::{Shelf, page};
use serde_json::{Value, json as object};
use stodola_access::people::PersonRole;

fn shelf() -> Shelf {
    let shelf = Shelf::new(&[page("http://a.cz/", "20200101000000", "hello")]);
    add(&shelf, "eva", PersonRole::Operator, &[]);
    shelf
}

/// Waits until a text of the live view is as wanted: its stream has a message a second, and a harvest is looked at
/// every five seconds.
fn until(eva: &Browser<'_>, job: &str, place: &str, is_so: impl Fn(&str) -> bool) -> String {
    let mut live = Live::open(eva.shelf, &format!("/api/v1/jobs/{job}/live?lang=en"), &eva.cookie);
    for _ in 0..120 {
        let message: Value = serde_json::from_str(&live.next()).unwrap();
        // Other messages say that charts are to be drawn.
        if let Some(text) = message[place].as_str()
            && is_so(text)
        {
            return text.to_owned();
        }
    }
    panic!("{place} of {job} never is as wanted");
}

#[test]
fn an_alarm_of_a_running_harvest_is_on_its_page_in_the_list_and_in_the_api_while_it_is_on() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    let mut harvest = Harvest::begin(&shelf, "one", "10m");
    let at = "/api/v1/jobs/one/settings";
    let text = eva.get("/jobs/one").text();
    assert!(text.contains("<div class=\"wrong\" data-alarms hidden>"), "no alarm yet: {text}");
    // What counts at once is told apart from what counts later.
    let body = r#"{"set": {"alarms.min_free": "9000TB", "fetch.tls": "refuse"}}"#;
    let changed = json(&eva.write("PATCH", at, body));
    assert_eq!(
        (&changed["now"], &changed["later"]),
        (&object!(["alarms.min_free"]), &object!(["fetch.tls"]))
    );
    let words = changed["words"].as_str().unwrap();
    assert!(words.contains("counts from now on: alarms.min_free"), "{words}");
    assert!(words.contains("counts from the next run on: fetch.tls"), "{words}");
    let told = until(&eva, "one", "alarm-disk", |text| !text.is_empty());
    assert_eq!(told, "Alarm: the disk is short of room.");
    let disk = object!({ "alarm": "disk", "detail": null, "words": "the disk is short of room" });
    assert_eq!(json(&eva.get("/api/v1/jobs"))["items"][0]["alarms"], object!([disk]));
    assert_eq!(json(&eva.get("/api/v1/jobs/one"))["alarms"], object!([disk]));
    let status = json(&eva.get("/api/v1/jobs/one/status"));
    assert_eq!((&status["alarms"], &status["waits_for"]), (&object!([disk]), &Value::Null));
    let text = eva.get("/jobs/one").text();
    for part in [
        "<div role=\"status\" id=\"part-alarms\"",
        "<div class=\"wrong\" data-alarms><ul>",
        "<li data-news><span data-live=\"alarm-disk\">Alarm: the disk is short of room.</span> \
         <a href=\"/jobs/one/settings\">",
        "<li data-news hidden><span data-live=\"alarm-rate\"></span> <a href=\"#rates\">",
        "<li data-news hidden><span data-live=\"alarm-errors\"></span> <a href=\"#troubles\">",
        "<li data-news hidden><span data-live=\"alarm-host\"></span> <a href=\"/jobs/one/hosts?order=bytes\">",
        "data-live=\"memory\"",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let list = eva.get("/jobs").text();
    assert!(list.contains("<span class=\"mark-bad\">the disk is short of room</span>"), "{list}");
    let czech = eva.get("/jobs/one?lang=cs").text().replace('\u{a0}', " ");
    assert!(czech.contains("Poplach: na disku dochází místo."), "{czech}");
    // It waits for room, and says so. The page of settings says the same about what counts when.
    let sent =
        eva.send("/jobs/one/settings", "run.min_free=9000TB&alarms.min_free=0&fetch.tls=record");
    assert_eq!(sent.status, 200, "{}", sent.text());
    let said = sent.text();
    assert!(said.contains("From now on these count: ") && said.contains("run.min_free"), "{said}");
    until(&eva, "one", "alarm-disk", str::is_empty);
    let hold = until(&eva, "one", "hold", |text| !text.is_empty());
    assert_eq!(hold, "It starts no requests: the disk is nearly full.");
    assert_eq!(json(&eva.get("/api/v1/jobs/one/status"))["waits_for"], "disk");
    assert_eq!(json(&eva.get("/api/v1/jobs/one"))["alarms"], object!([]));
    assert!(eva.get("/jobs").text().contains("<td>–</td>"));
    assert_eq!(eva.send("/jobs/one/stop", "name=one").status, 303);
    harvest.wait();
    let text = eva.get("/jobs/one").text();
    assert!(!text.contains("alarm-disk") && text.contains("data-alarms hidden"), "{text}");
    assert!(text.contains("No round has ended yet."), "a stopped round has not ended: {text}");
    let sources = json(&eva.get("/api/v1/jobs/one/sources"));
    assert_eq!((&sources["round"], &sources["items"]), (&Value::Null, &object!([])));
    // Each setting says whether it counts at once.
    let keys = json(&eva.get("/api/v1/settings"));
    let is_live = |name: &str| {
        let keys = keys["items"].as_array().unwrap();
        keys.iter().find(|key| key["key"] == name).unwrap()["live"] == true
    };
    assert!(is_live("alarms.min_free") && is_live("seeds") && is_live("scope.max_hops"));
    assert!(!is_live("fetch.tls") && !is_live("name"));
}

/// A site whose picture is there or not.
fn site(has_picture: bool) -> SmallWeb {
    let home = "<img src=/a.png><img src=/b.png><a href=/c>c</a>";
    let picture = match has_picture {
        true => document("200 OK", "image/png", &"x".repeat(5000)),
        false => document("404 Not Found", "text/html", ""),
    };
    SmallWeb::start(&[
        ("/", document("200 OK", "text/html", home)),
        ("/a.png", picture),
        ("/b.png", document("200 OK", "image/png", &"y".repeat(4000))),
        ("/c", document("200 OK", "text/html", "<p>c</p>")),
    ])
}

#[test]
fn what_takes_most_and_what_has_fallen_since_the_round_before_is_shown() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    let seeds = ["http://small.example/"];
    let web = site(true);
    Harvest::of(&shelf, "two", "0s", &seeds, web.at, web).wait();
    let text = eva.get("/jobs/two").text();
    assert!(text.contains("Everything that was not left out on purpose is archived."), "{text}");
    assert_eq!(json(&eva.get("/api/v1/jobs/two"))["alarms"], object!([]));
    let largest = json(&eva.get("/api/v1/jobs/two/largest"));
    assert_eq!(largest["counting"], false);
    let host = &largest["by_host"][0];
    assert_eq!((&host["host"], &host["share"]), (&"small.example".into(), &1.0.into()));
    let kind = &largest["by_type"][0];
    assert_eq!((&kind["media_type"], &kind["archived"]), (&"image/png".into(), &2.into()));
    for part in [
        "Hosts with the most bytes",
        "<a href=\"/captures/small.example/*\">small.example</a>",
        "Types with the most bytes",
        "<th scope=\"row\">image/png</th>",
        "href=\"/jobs/two/hosts?order=bytes\"",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let web = site(false);
    Harvest::round(&shelf, ("two", true), "0s", &seeds, web.at, web).wait();
    let sources = json(&eva.get("/api/v1/jobs/two/sources"));
    assert_eq!((&sources["round"], &sources["total"]), (&2.into(), &1.into()));
    let source = &sources["items"][0];
    assert_eq!(source["source"], "small.example");
    assert_eq!((&source["share"], &source["share_before"]), (&0.75.into(), &1.0.into()));
    assert_eq!((&source["fallen"], &source["missing_requisites"]), (&true.into(), &1.into()));
    let alarms = json(&eva.get("/api/v1/jobs/two"))["alarms"].clone();
    assert_eq!(
        (&alarms[0]["alarm"], &alarms[0]["detail"]),
        (&"completeness".into(), &"small.example".into())
    );
    let text = eva.get("/jobs/two").text();
    for part in [
        "Alarm: less of small.example is archived than in the round before.</span> <a href=\"#sources\">",
        "In round 2, 75.0\u{a0}% of what was not left out on purpose is archived.",
        "<span class=\"mark-bad\">fell by 25.0 points</span>",
        "href=\"/jobs/two/reports/completeness\"",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(eva.get("/jobs").text().contains("less of small.example is archived"));
    let czech = eva.get("/jobs/two?lang=cs").text().replace('\u{a0}', " ");
    assert!(
        czech.contains("Poplach: z small.example je archivováno méně než v minulém kole."),
        "{czech}"
    );
    assert!(czech.contains("kleslo o 25,0 bodu"), "{czech}");
    // Whoever does not want to know is not told.
    let body = r#"{"set": {"alarms.completeness_falls": 1}}"#;
    assert_eq!(eva.write("PATCH", "/api/v1/jobs/two/settings", body).status, 200);
    assert_eq!(json(&eva.get("/api/v1/jobs/two"))["alarms"], object!([]));
    assert_eq!(eva.get("/api/v1/jobs/two/sources?cursor=x").status, 400);
    assert_eq!(eva.get("/api/v1/jobs/nosuch/largest").status, 404);
    add(&shelf, "jan", PersonRole::Curator, &[]);
    let jan = Browser::sign_in(&shelf, "jan");
    assert_eq!(jan.get("/api/v1/jobs/two/sources").status, 403);
}
