//! Memento and the small questions beside it.

use crate::shelf::{Shelf, page, record, response};

const A: &str = "http://a.cz/";

/// Five captures of one page, and one of another page from a job.
fn shelf() -> Shelf {
    let mut records: Vec<Vec<u8>> = ["20100101000000", "20110101000000", "20120101000000"]
        .iter()
        .map(|time| page(A, time, &format!("<p>{time}")))
        .collect();
    records.push(response(A, "20130101000000", "404 Not Found\nContent-Type: text/html", b"gone"));
    records.push(page("http://a.cz/x?b=1&a=%20", "20110101000000", "x"));
    Shelf::new(&records)
}

#[test]
fn the_timegate_leads_to_the_nearest_capture() {
    let shelf = shelf();
    let base = format!("{}/web/", shelf.replay_url());
    for (date, time) in [
        (Some("Fri, 01 Jan 2010 00:00:00 GMT"), "20100101000000"),
        (Some("Wed, 01 Jun 2011 00:00:00 GMT"), "20110101000000"),
        (Some("Sat, 31 Dec 2011 00:00:00 GMT"), "20120101000000"),
        (Some("Thu, 01 Jan 1970 00:00:00 GMT"), "20100101000000"),
        (None, "20130101000000"),
    ] {
        let fields: Vec<(&str, &str)> =
            date.map(|date| ("Accept-Datetime", date)).into_iter().collect();
        let answer = shelf.get_with("/web/http://a.cz/", &fields);
        assert_eq!(answer.status, 302, "{date:?}");
        assert_eq!(answer.header("location"), format!("{base}{time}mp_/http://a.cz/"));
        assert!(answer.header("vary").contains("accept-datetime"));
        let link = answer.header("link");
        assert!(link.contains("<http://a.cz/>; rel=\"original\""), "{link}");
        assert!(
            link.contains(&format!("<{base}timemap/link/http://a.cz/>; rel=\"timemap\"")),
            "{link}"
        );
        // Clients read from the TimeGate what there is beside it.
        let (first, last) = (time == "20100101000000", time == "20130101000000");
        for (rel, time, is_told) in [
            ("first memento", "20100101000000", true),
            ("last memento", "20130101000000", true),
            ("memento", time, !first && !last),
        ] {
            let expected = format!("<{base}{time}mp_/http://a.cz/>; rel=\"{rel}\"; datetime=\"");
            assert_eq!(link.contains(&expected), is_told, "{date:?} {rel}: {link}");
        }
    }
    let wrong = shelf.get_with("/web/http://a.cz/", &[("Accept-Datetime", "yesterday")]);
    assert_eq!(wrong.status, 400);
    let none = shelf.get("/web/http://none.cz/");
    assert_eq!(none.status, 404);
    assert!(none.header("link").contains("rel=\"timegate\""), "{}", none.header("link"));
}

#[test]
fn every_capture_tells_its_time_and_its_neighbours() {
    let shelf = shelf();
    let base = format!("{}/web/", shelf.replay_url());
    let answer = shelf.get("/web/20110101000000id_/http://a.cz/");
    assert_eq!(answer.header("memento-datetime"), "Sat, 01 Jan 2011 00:00:00 GMT");
    assert_eq!(answer.header("vary"), "accept-encoding");
    let link = answer.header("link");
    for (rel, time) in [
        ("first", "20100101000000"),
        ("prev", "20100101000000"),
        ("next", "20120101000000"),
        ("last", "20130101000000"),
    ] {
        let expected =
            format!("<{base}{time}mp_/http://a.cz/>; rel=\"{rel} memento\"; datetime=\"");
        assert!(link.contains(&expected), "{rel}: {link}");
    }
    assert!(
        link.contains(&format!("<{base}20110101000000mp_/http://a.cz/>; rel=\"memento\"")),
        "{link}"
    );
    let first = shelf.get("/web/20100101000000id_/http://a.cz/");
    let link = first.header("link");
    assert!(link.contains("rel=\"first memento\"") && !link.contains("prev memento"), "{link}");
}

#[test]
fn timemaps_come_in_three_forms() {
    let shelf = shelf();
    let base = format!("{}/web/", shelf.replay_url());
    let links = shelf.get("/web/timemap/link/http://a.cz/");
    assert_eq!(links.header("content-type"), "application/link-format");
    let lines: Vec<String> = links.text().lines().map(str::to_owned).collect();
    assert_eq!(
        lines[0],
        format!(
            "<{base}timemap/link/http://a.cz/>; rel=\"self\"; type=\"application/link-format\"; \
             from=\"Fri, 01 Jan 2010 00:00:00 GMT\"; until=\"Tue, 01 Jan 2013 00:00:00 GMT\","
        )
    );
    assert_eq!(lines[1], format!("<{base}http://a.cz/>; rel=\"timegate\","));
    assert_eq!(lines[2], "<http://a.cz/>; rel=\"original\",");
    assert!(
        lines[3].contains("rel=\"first memento\"") && lines[6].contains("rel=\"last memento\"")
    );
    assert_eq!(lines.len(), 7);
    let json = shelf.get("/web/timemap/json/http://a.cz/");
    let json: serde_json::Value = serde_json::from_slice(&json.body).unwrap();
    assert_eq!(json["original_uri"], "http://a.cz/");
    assert_eq!(json["mementos"]["list"].as_array().unwrap().len(), 4);
    assert_eq!(json["mementos"]["first"]["datetime"], "2010-01-01T00:00:00Z");
    assert_eq!(json["mementos"]["last"]["uri"], format!("{base}20130101000000mp_/http://a.cz/"));
    let cdxj = shelf.get("/web/timemap/cdxj/http://a.cz/");
    assert_eq!(cdxj.header("content-type"), "text/x-cdxj");
    assert_eq!(cdxj.text().lines().count(), 4);
    assert_eq!(shelf.get("/web/timemap/2/link/http://a.cz/").status, 404);
    assert_eq!(shelf.get("/web/timemap/link/http://none.cz/").status, 404);
    assert_eq!(shelf.get("/web/timemap/xml/http://a.cz/").status, 400);
    // The query of a URL is a part of it.
    assert_eq!(shelf.get("/web/timemap/link/http://a.cz/x?a=%20&b=1").status, 200);
    // The Internet Archive's other address of its CDX server.
    let rows = shelf.get("/web/timemap/json?url=a.cz&fl=timestamp&limit=1");
    assert_eq!(rows.text(), "[[\"timestamp\"],\n[\"20100101000000\"]]\n");
}

#[test]
fn long_timemaps_have_pages() {
    let records: Vec<Vec<u8>> = (0..5003)
        .map(|i| {
            page(
                A,
                &format!(
                    "2010{:02}{:02}{:02}{:02}{:02}",
                    1 + i / 2000,
                    1 + i / 100 % 20,
                    i / 10 % 10,
                    i % 10,
                    0
                ),
                "x",
            )
        })
        .collect();
    let shelf = Shelf::new(&records);
    let first = shelf.get("/web/timemap/link/http://a.cz/").text();
    assert_eq!(first.matches("memento\"; datetime").count(), 5000);
    assert!(first.contains("/web/timemap/2/link/http://a.cz/>; rel=\"timemap\""));
    assert!(first.contains("first memento") && !first.contains("last memento"));
    let second = shelf.get("/web/timemap/2/link/http://a.cz/").text();
    assert_eq!(second.matches("memento\"; datetime").count(), 3);
    assert!(second.contains("last memento") && !second.contains("first memento"));
    assert!(second.contains("/web/timemap/link/http://a.cz/>; rel=\"timemap\""));
}

#[test]
fn availability_is_told_as_the_internet_archive_does() {
    let shelf = shelf();
    let ask = |query: &str| -> serde_json::Value {
        serde_json::from_slice(&shelf.get(&format!("/wayback/available?{query}")).body).unwrap()
    };
    let found = ask("url=a.cz&timestamp=2011");
    let closest = &found["archived_snapshots"]["closest"];
    assert_eq!(closest["timestamp"], "20110101000000");
    assert_eq!(closest["available"], true);
    assert_eq!(closest["status"], "200");
    assert_eq!(closest["url"], format!("{}/web/20110101000000/http://a.cz/", shelf.replay_url()));
    // The last one is an error; the one before is preferred.
    assert_eq!(ask("url=a.cz")["archived_snapshots"]["closest"]["timestamp"], "20120101000000");
    assert_eq!(ask("url=none.cz")["archived_snapshots"], serde_json::json!({}));
    let called = shelf.get("/wayback/available?url=a.cz&callback=f.g").text();
    assert!(called.starts_with("/**/f.g({") && called.ends_with("});\n"), "{called}");
    let hostile = shelf.get("/wayback/available?url=a.cz&callback=alert(1)//").text();
    assert!(hostile.starts_with('{'), "{hostile}");
}

#[test]
fn calendars_of_others_get_their_counts() {
    let shelf = shelf();
    let ask = |path: &str| -> serde_json::Value {
        serde_json::from_slice(&shelf.get(path).body).unwrap()
    };
    let counts = ask("/__wb/sparkline?output=json&url=a.cz&collection=web");
    assert_eq!(counts["years"]["2010"], serde_json::json!([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]));
    assert_eq!(counts["first_ts"], "20100101000000");
    assert_eq!(counts["last_ts"], "20130101000000");
    assert_eq!(counts["status"]["2013"], "400000000000");
    let items = ask("/__wb/calendarcaptures/2?url=a.cz&date=2013&groupby=day");
    assert_eq!(items["items"], serde_json::json!([[101, 404, 1]]));
    let items = ask("/__wb/calendarcaptures/2?url=a.cz&date=20120101");
    assert_eq!(items["items"], serde_json::json!([[101000000, 200, 1]]));
    assert_eq!(shelf.get("/__wb/calendarcaptures/2?url=a.cz&date=x").status, 400);
}

#[test]
fn a_job_is_a_collection() {
    let info = record(
        "warcinfo",
        "urn:x",
        "20200101000000",
        "Content-Type: application/warc-fields\r\n",
        b"software: x\r\nisPartOf: news\r\n",
    );
    let shelf = Shelf::new(&[page(A, "20100101000000", "first")]);
    shelf.add("second", &[info, page(A, "20200101000000", "second")]);
    let captures = |path: &str| shelf.get(path).text().lines().count();
    assert_eq!(captures("/web/cdx?url=a.cz"), 2);
    assert_eq!(captures("/news/cdx?url=a.cz"), 1);
    assert_eq!(captures("/news-cdx?url=a.cz"), 1);
    assert_eq!(shelf.get("/other/cdx?url=a.cz").status, 404);
    let nearest = shelf.get("/news/2010id_/http://a.cz/");
    assert_eq!(nearest.text(), "second");
    assert!(
        nearest.header("link").contains("/news/20200101000000mp_/"),
        "{}",
        nearest.header("link")
    );
}
