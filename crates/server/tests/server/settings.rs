//! Settings of jobs over HTTP: every key with its help, changes that keep remarks, two editors, what only the server
//! may set, rules that are tried.

use crate::harvests::Web;
use crate::person::{Browser, add, json};
use crate::shelf::{Shelf, page};
use serde_json::{Value, json as object};
use stodola_access::people::PersonRole;

const FILE: &str = "# written by hand\nname = \"one\"\ncontact = \"a@b.example\"\n\
    operator = \"A\"\npurpose = \"test\"\nseeds = [\"http://a.example/\"] # where\n\n[limits]\ndocuments = 5 # few\n";

fn shelf() -> Shelf {
    let shelf = Shelf::new(&[
        page("http://a.example/", "20200101000000", "hello"),
        page("http://a.example/x", "20200101000000", "hello"),
    ]);
    add(&shelf, "eva", PersonRole::Operator, &[]);
    let folder = shelf.folder().join("archive/jobs/one");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("job.toml"), FILE).unwrap();
    shelf
}

fn stored(shelf: &Shelf) -> String {
    std::fs::read_to_string(shelf.folder().join("archive/jobs/one/job.toml")).unwrap()
}

const AT: &str = "/api/v1/jobs/one/settings";

#[test]
fn every_setting_is_a_field_with_help_or_is_shown_as_kept() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    let keys = json(&eva.get("/api/v1/settings"));
    let keys = keys["items"].as_array().unwrap();
    assert!(keys.len() > 80, "{}", keys.len());
    let text = eva.get("/jobs/one/settings").text();
    assert!(text.len() <= 60_000, "{} bytes", text.len());
    for key in keys {
        let name = key["key"].as_str().unwrap();
        let is_field = text.contains(&format!(" name=\"{name}\""));
        assert_eq!(is_field, key["kept"] == false, "{name}");
        assert!(key["help"].as_str().unwrap().len() > 5, "{key}");
    }
    let czech =
        shelf.get_app("/jobs/one/settings", &[("Cookie", &eva.cookie), ("Accept-Language", "cs")]);
    let czech = czech.text().replace('\u{a0}', " ");
    assert!(czech.contains("Dokumentů z jednoho serveru") && czech.contains("Nejkratší přestávka"));
    assert!(!text.contains("<script>") && !text.contains(" style=\""));
}

#[test]
fn settings_are_changed_and_what_people_wrote_stays() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    let body = r#"{"set": {"limits.documents": 12, "again.every": "7d", "write.dns": false,
        "description": "a \"b\""}}"#;
    let changed = eva.write("PATCH", AT, body);
    assert_eq!(changed.status, 200, "{}", changed.text());
    let text = stored(&shelf);
    for part in
        ["# written by hand", "# where", "documents = 12 # few", "every = \"7d\"", "dns = false"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let told = json(&changed);
    assert_eq!(told["settings"]["limits.documents"], "12");
    // The job does not run, so all of it counts later.
    let later = object!(["description", "limits.documents", "again.every", "write.dns"]);
    let mut names: Vec<&str> =
        told["later"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    names.sort_by_key(|name| later.as_array().unwrap().iter().position(|it| it == name));
    assert_eq!((object!(names), &told["now"]), (later, &object!([])));
    let words = told["words"].as_str().unwrap();
    assert!(words.starts_with("counts from the next run on: "), "{words}");
    let same = json(&eva.write("PATCH", AT, r#"{"set": {"limits.documents": 12}}"#));
    assert_eq!((&same["later"], &same["now"]), (&object!([]), &object!([])));
    assert_eq!(same["words"], "nothing of job.toml has changed");
    // The same with the form, field by field as it stands there.
    let body = "limits.documents=unlimited&limits.time=2h&\
        seeds=http%3A%2F%2Fa.example%2F%0D%0Ahttp%3A%2F%2Fb.example%2F";
    let saved = eva.send("/jobs/one/settings", body);
    let to = saved.header("location");
    assert!(to.starts_with("/jobs/one/settings?done=saved&later="), "{to} {}", saved.text());
    let mut names: Vec<&str> = to.split_once("later=").unwrap().1.split(',').collect();
    names.sort_unstable();
    assert_eq!(names, ["limits.documents", "limits.time", "seeds"]);
    let text = eva.get("/jobs/one/settings?done=saved&later=limits.time,%3Cscript%3E,x").text();
    assert!(text.contains("From the next run on these count: limits.time.</p>"), "{text}");
    let text = eva.get("/jobs/one/settings?done=saved&later=&lang=cs").text();
    assert!(text.contains("Nic se nezměnilo."), "{text}");
    let text = stored(&shelf);
    assert!(
        text.contains("documents = \"unlimited\" # few") && text.contains("http://b.example/"),
        "{text}"
    );
    // All that is wrong is told at once, at its field, and nothing is changed.
    let wrong =
        eva.send("/jobs/one/settings", "limits.documents=%3Cb%3E&limits.time=soon&contact=nobody");
    assert_eq!(wrong.status, 422);
    let page = wrong.text();
    assert!(
        page.matches("aria-invalid").count() == 3 && page.contains("value=\"&#60;b&#62;\""),
        "{page}"
    );
    assert!(page.contains("href=\"#f-jobs-one-settings-limits-documents\""), "{page}");
    assert_eq!(stored(&shelf), text);
    let wrong = eva.write("PATCH", AT, r#"{"set": {"nosuch.key": "1"}}"#);
    assert_eq!(wrong.status, 422, "{}", wrong.text());
    // Passwords in seeds are not stored.
    let body = r#"{"set": {"seeds": ["http://me:secret@a.example/"]}}"#;
    assert_eq!(eva.write("PATCH", AT, body).status, 200);
    assert!(!stored(&shelf).contains("secret"), "{}", stored(&shelf));
}

#[test]
fn two_editors_do_not_overwrite_each_other() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    let first = eva.get(AT);
    let tag = first.header("etag").to_owned();
    let change = |tag: &str, value: u32| {
        let body = object!({ "set": { "limits.documents": value } }).to_string();
        eva.write_with("PATCH", AT, &[("If-Match", tag)], &body)
    };
    let changed = change(&tag, 6);
    assert_eq!(changed.status, 200);
    assert_ne!(changed.header("etag"), tag);
    assert_eq!(change(&tag, 7).status, 412);
    assert_eq!(change("\"x\"", 7).status, 412);
    assert_eq!(change("*", 8).status, 200);
    let body = object!({ "toml": FILE }).to_string();
    assert_eq!(eva.write_with("PUT", AT, &[("If-Match", &tag)], &body).status, 412);
    // In the form: the field that differs says what the file has now, and the second attempt is a decision.
    let revision = json(&first)["revision"].as_str().unwrap().to_owned();
    let late = eva.send("/jobs/one/settings", &format!("revision={revision}&limits.documents=99"));
    assert_eq!(late.status, 422);
    assert!(late.text().contains("The file has now: 8"), "{}", late.text());
    let now = json(&eva.get(AT))["revision"].as_str().unwrap().to_owned();
    assert!(late.text().contains(&format!("value=\"{now}\"")));
    let saved = eva.send("/jobs/one/settings", &format!("revision={now}&limits.documents=99"));
    assert_eq!(saved.status, 303, "{}", saved.text());
    assert!(stored(&shelf).contains("documents = 99 # few"));
}

#[test]
fn what_only_the_server_may_set_is_refused_however_it_is_written() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    let rule = "[[scope.rule]]\ntype = \"domain\"\nfile = \"/etc/passwd\"\naction = \"accept\"\n";
    let kept: [(&str, Value); 24] = [
        ("name", "two".into()),
        ("seeds_file", "/etc/passwd".into()),
        ("politeness.robots", "ignore".into()),
        ("politeness.robots_tags", object!(["noindex"])),
        ("fetch.allow_private", true.into()),
        ("fetch.connect_to", object!(["*:*:127.0.0.1:80"])),
        ("fetch.dns_servers", object!(["127.0.0.1"])),
        ("hooks.command", object!(["/bin/sh", "-c", "id"])),
        ("fetch.headers", object!(["X-Archive: yes"])),
        ("fetch.proxy", "http://127.0.0.1:3128".into()),
        ("fetch.proxy_login", "file:/etc/passwd".into()),
        ("fetch.no_proxy", object!(["a.example"])),
        ("fetch.cookies_file", "/etc/passwd".into()),
        ("fetch.logins", "/etc/passwd".into()),
        ("write.credentials", true.into()),
        ("national.geo", "/etc/passwd".into()),
        ("national.properties", "/etc/passwd".into()),
        ("national.lists", "/etc".into()),
        ("national.whois", "127.0.0.1".into()),
        ("national.in_links", "/etc/passwd".into()),
        ("national.rdap", "http://127.0.0.1/".into()),
        ("national.pack", "/etc".into()),
        ("scope.site_rules", "/etc/passwd".into()),
        ("scope.rule", rule.into()),
    ];
    let all = json(&eva.get("/api/v1/settings"));
    for key in all["items"].as_array().unwrap().iter().filter(|key| key["kept"] == true) {
        assert!(kept.iter().any(|(name, _)| key["key"] == *name), "{key} is not tried here");
    }
    for (key, value) in &kept {
        let set = object!({ "set": { *key: value } });
        let changed = eva.write("PATCH", AT, &set.to_string());
        assert_eq!(changed.status, 403, "{key}: {}", changed.text());
        let text = value.as_str().map_or_else(|| value[0].to_string(), str::to_owned);
        if *key != "name" {
            let encoded = stodola_app::cdx::form_encoded(text.trim_matches('"'));
            let sent = eva.send("/jobs/one/settings", &format!("{key}={encoded}"));
            assert_eq!(sent.status, 403, "{key}: {}", sent.text());
            let seeds = ["http://a.example/"];
            let new = object!({
                "name": "x", "seeds": seeds, "contact": "a@b.example", "operator": "A",
                "purpose": "test", "set": { *key: value },
            });
            assert_eq!(eva.write("POST", "/api/v1/jobs", &new.to_string()).status, 403, "{key}");
            let ask = object!({ "job": "one", "url": "http://a.example/", "set": { *key: value } });
            assert_eq!(eva.write("POST", "/api/v1/scope", &ask.to_string()).status, 403, "{key}");
        }
    }
    for more in ["[fetch]\nallow_private = true\n", "[politeness]\nrobots = \"ignore\"\n", rule] {
        let toml = object!({ "toml": format!("{FILE}{more}") }).to_string();
        assert_eq!(eva.write("PUT", AT, &toml).status, 403, "{more}");
        let encoded = stodola_app::cdx::form_encoded(&format!("{FILE}{more}"));
        let sent = eva.send("/jobs/one/settings/file", &format!("toml={encoded}"));
        assert_eq!(sent.status, 403, "{more}");
    }
    assert_eq!(stored(&shelf), FILE);
    // What stands there already stays when other settings are changed.
    let own = format!("{FILE}[fetch]\nallow_private = true # ours\n");
    std::fs::write(shelf.folder().join("archive/jobs/one/job.toml"), &own).unwrap();
    assert_eq!(eva.write("PATCH", AT, r#"{"set": {"limits.documents": 6}}"#).status, 200);
    assert!(stored(&shelf).contains("allow_private = true # ours"));
    assert!(eva.get("/jobs/one/settings").text().contains("<span class=\"shown\">true</span>"));
}

#[test]
fn the_file_itself_is_edited_and_checked() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    let page = eva.get("/jobs/one/settings/file").text();
    assert!(page.contains("# written by hand") && page.contains("name=\"revision\""), "{page}");
    let send = |text: &str| {
        let text = stodola_app::cdx::form_encoded(&text.replace('\n', "\r\n"));
        eva.send("/jobs/one/settings/file", &format!("toml={text}"))
    };
    let more = format!("{FILE}# one more\ntime = \"2h\"\n");
    assert_eq!(send(&more).status, 303);
    assert_eq!(stored(&shelf), more);
    for (wrong, words) in [
        (more.replace("2h", "soon"), "soon"),
        (more.replace("time", "tmie"), "did you mean"),
        (more.replace("a@b.example", ""), "contact"),
        (more.replace("\"http://a.example/\"", ""), "seeds"),
        ("</textarea><script>".to_owned(), "&#60;/textarea&#62;"),
    ] {
        let answer = send(&wrong);
        assert_eq!(answer.status, 422, "{wrong}");
        assert!(answer.text().contains(words), "{words}: {}", answer.text());
    }
    assert_eq!(stored(&shelf), more);
}

#[test]
fn an_address_is_tried_with_rules_that_are_not_saved() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    let ask = |body: Value| {
        let answer = eva.write("POST", "/api/v1/scope", &body.to_string());
        assert_eq!(answer.status, 200, "{}", answer.text());
        json(&answer)
    };
    let seed = ask(object!({ "job": "one", "url": "a.example" }));
    assert_eq!((&seed["accepted"], &seed["seed"]), (&true.into(), &true.into()));
    let near = ask(object!({ "job": "one", "url": "http://a.example/calendar/2031/" }));
    assert_eq!(near["accepted"], true, "{near}");
    let far = ask(object!({ "job": "one", "url": "http://c.example/" }));
    assert_eq!(far["accepted"], false, "{far}");
    let rule = "[[scope.rule]]\ntype = \"regex\"\nname = \"no-calendar\"\n\
        pattern = '/calendar/\\d{4}/'\naction = \"reject\"\n";
    let url = "http://a.example/calendar/2031/";
    let tried = ask(object!({ "job": "one", "url": url, "set": { "scope.rule": rule } }));
    assert_eq!((&tried["accepted"], &tried["rule"]), (&false.into(), &"no-calendar".into()));
    let matching = tried["matching"].as_array().unwrap();
    assert!(matching.last().unwrap()["own"] == true && matching[0]["own"] == false, "{tried}");
    let deep = ask(object!({ "job": "one", "url": url, "links": 99 }));
    assert_eq!(deep["rule"], "too-many-hops");
    // For a job that is not made yet, and in the forms.
    let new =
        ask(object!({ "url": "http://x.example/y", "set": { "seeds": ["http://x.example/"] } }));
    assert_eq!(new["accepted"], true, "{new}");
    let fields = format!(
        "act=try&try-url={}&scope.rule={}",
        stodola_app::cdx::form_encoded(url),
        stodola_app::cdx::form_encoded(rule)
    );
    let page = eva.send("/jobs/one/settings", &fields);
    assert_eq!(page.status, 200);
    assert!(page.text().contains("“no-calendar”, rejects it"), "{}", page.text());
    let page = eva.send("/jobs/new", &format!("{fields}&seeds=http%3A%2F%2Fa.example%2F")).text();
    assert!(
        page.contains("rejects it") && page.contains("knows 2 addresses of 1 of them"),
        "{page}"
    );
    // A rule that is filled in is put into the field; nothing is saved.
    let added = eva.send(
        "/jobs/one/settings",
        "act=rule&rule-kind=domain&rule-act=accept&rule-value=c.example, d.example",
    );
    assert!(
        added.text().contains("[&#34;c.example&#34;, &#34;d.example&#34;]"),
        "{}",
        added.text()
    );
    assert_eq!(stored(&shelf), FILE);
    let wrong = eva.write("POST", "/api/v1/scope", r#"{"job": "one", "url": "not an address"}"#);
    assert!(wrong.status == 422 || wrong.status == 200, "{}", wrong.text());
    assert_eq!(eva.write("POST", "/api/v1/scope", r#"{"job": "..", "url": "a.cz"}"#).status, 404);
}

#[test]
fn a_job_is_made_in_the_form_with_any_setting() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    Web::start().write_profile(&shelf);
    let body = "name=two&begin_with=simweb&contact=a%40b.example&operator=A&purpose=test&\
        again.every=1d&limits.documents=7&\
        seeds=http%3A%2F%2Fa.example%2F%0D%0Ahttp%3A%2F%2Fb.example%2F&act=hold";
    let made = eva.send("/jobs/new", body);
    assert_eq!(made.header("location"), "/jobs/two?done=new", "{}", made.text());
    let text = std::fs::read_to_string(shelf.folder().join("archive/jobs/two/job.toml")).unwrap();
    for part in
        ["# Kept by hand", "connect_to", "every = \"1d\"", "documents = 7", "name = \"two\""]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let again = eva.send("/jobs/new", body);
    assert_eq!(again.status, 422, "{}", again.text());
    let wrong = eva.send("/jobs/new", "name=a%2Fb&seeds=nonsense&limits.time=x");
    assert_eq!(wrong.status, 422);
    assert!(wrong.text().contains("must be a time"), "{}", wrong.text());
    assert_eq!(eva.get("/jobs/new?begin_with=..%2Fjobs").status, 422);
    assert!(!shelf.folder().join("archive/jobs/a").exists());
}
