//! What a harvest has captured is known to others while it goes on.

use super::look_again_after;
use super::web::{Harvest, Job, Web};
use std::time::{Duration, Instant};
use stodola_simweb::WorldSettings;

const WITHIN: Duration = Duration::from_secs(90);

#[test]
fn captures_can_be_looked_up_and_read_by_another_process_while_the_harvest_goes_on() {
    let web = Web::start(WorldSettings {
        smallest_site: 3,
        largest_site: 5,
        ..WorldSettings::calm(78, 3)
    });
    let harvest = Harvest::new(
        &Job::everything(&web)
            .with("politeness.min_delay", "\"200ms\"")
            .with("politeness.max_delay", "\"1s\""),
    );
    std::fs::create_dir_all(harvest.archive().join("warc")).unwrap();
    for name in ["search", "map"] {
        harvest.session.run(&format!("archive rebuild --only {name} --archive archive")).expect(0);
    }
    let mut running = harvest.start(&[]);
    let begun = Instant::now();
    let socket = harvest.archive().join("jobs/all/control.sock");
    while web.log.requests() < 8 || !socket.exists() {
        running.must_go_on(begun, WITHIN);
        look_again_after(Duration::from_millis(2));
    }
    // From now on it asks nobody, and does not end.
    harvest.session.run("job pause all --archive archive").expect(0);
    let paused = Instant::now();
    let uris: Vec<String> = web.asked().into_keys().filter(|it| !it.ends_with(".txt")).collect();
    let lookup = || {
        let look = |uri| {
            let words = format!("archive lookup {uri} --json --archive archive");
            harvest.session.run(&words).expect(0).text().to_owned()
        };
        uris.iter().map(look).collect::<String>()
    };
    let is_page = |line: &str| {
        let parts = ["\"kind\":\"response\"", "\"status\":200", "\"mime\":\"text/html"];
        parts.iter().all(|part| line.contains(part))
    };
    let found = loop {
        let found = lookup();
        if found.lines().any(is_page) {
            break found;
        }
        // How long it takes depends on who else uses the machine; it comes though nothing more is fetched.
        running.must_go_on(paused, WITHIN);
        look_again_after(Duration::from_millis(100));
    };
    let line = found.lines().find(|line| is_page(line)).unwrap();
    assert!(line.contains("\"missing\":false"), "{line}");
    let stats = harvest.session.run("archive stats --json --archive archive").expect(0);
    assert!(
        stats
            .text()
            .contains("{\"by\":\"follower\",\"name\":\"catalogue\",\"files\":1,\"files_done\":0,")
    );
    // What it has is an unfinished file.
    let unfinished = std::fs::read_dir(harvest.archive().join("warc")).unwrap().any(|year| {
        let mut files = std::fs::read_dir(year.unwrap().path()).unwrap();
        files.any(|file| file.unwrap().file_name().to_string_lossy().ends_with(".open"))
    });
    assert!(unfinished);
    // Its captures are not lost because of that.
    let uri = line.split('"').nth(3).unwrap();
    let said = harvest.session.run(&format!("why {uri} --json --archive archive")).expect(0);
    assert!(said.text().contains(&format!("{{\"uri\":\"{uri}\"")), "{}", said.text());
    assert!(said.text().trim_end().ends_with("\"lost\":[]}"), "{}", said.text());
    // It is replayed from there.
    let serving = crate::serve::Serving::start(&harvest.session);
    let answer = serving.get(&format!("/web/2id_/{uri}"));
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n"), "{answer}");
    drop(serving);
    // The search finds it.
    let host = uri.split('/').nth(2).unwrap();
    let search = format!("search site:{host} --urls --archive archive");
    while !harvest.session.run(&search).expect(0).text().lines().any(|line| line == uri) {
        running.must_go_on(paused, WITHIN);
        look_again_after(Duration::from_millis(100));
    }
    // The map has it, with the addresses that it links to and that nobody has asked for yet.
    let tree = format!("map tree {uri} --json --archive archive");
    let is_in_map = |ran: &crate::session::Ran| ran.code == 0 && ran.text().contains(uri);
    while !is_in_map(&harvest.session.run(&tree)) {
        running.must_go_on(paused, WITHIN);
        look_again_after(Duration::from_millis(100));
    }
    let dead = harvest.session.run("map dead --all --json --archive archive");
    assert!(dead.text().contains("\"outcome\":\"unknown\""), "{}", dead.text());
    harvest.session.run("job resume all --archive archive").expect(0);
    running.finish(WITHIN).expect(0);
    // The rows that came while it went on are those of a rebuild.
    let rows = lookup();
    assert!(found.lines().all(|line| rows.contains(line)), "{found}");
    harvest.session.run("archive rebuild --archive archive").expect(0);
    assert_eq!(lookup(), rows);
}
