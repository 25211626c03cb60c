//! The national harvest: from webs whose every page is known to be the nation's or not, exactly that is
//! archived which the rule of depths asks for.

use super::archive;
use super::web::{Harvest, Job, Web};
use super::{alone, look_again_after};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use stodola_frontier::Detail;
use stodola_frontier::{Happened, History};
use stodola_simweb::{NationalHarvest, NationalTerms, NationalTruth, Shape, WorldSettings};
use stodola_warc::{Reader, RecordType};

const WITHIN: Duration = Duration::from_secs(120);
const SITES: u32 = 24;

pub(super) fn web(seed: u64) -> Web {
    Web::start(WorldSettings { national: SITES, ..WorldSettings::calm(seed, 0) })
}

pub(super) fn job(web: &Web, depth: u32, follow: u32) -> Job {
    let connect_to = format!("[\"*:80:127.0.0.1:{}\"]", web.addr.port());
    Job::bare("all")
        .with("profile", "\"national\"")
        .with("national.depth", depth as usize)
        .with("national.follow_invalid", follow as usize)
        .with("fetch.connect_to", connect_to)
        .with("scope.rule", "[]")
        .seeds(&web.world.national_seeds())
}

fn normal(uri: &str) -> String {
    let normal = stodola_uri::normalise(uri.as_bytes());
    String::from_utf8(stodola_uri::without_fragment(&normal).to_vec()).unwrap()
}

pub(super) fn normals(uris: &BTreeSet<String>) -> BTreeSet<String> {
    uris.iter().map(|uri| normal(uri)).collect()
}

/// What the web knows itself of a harvest of it.
pub(super) fn truth(web: &Web, depth: u32, follow: u32) -> NationalHarvest {
    truth_of(web, NationalTerms::new(depth, follow))
}

fn truth_of(web: &Web, terms: NationalTerms) -> NationalHarvest {
    web.world.national_truth().harvest(&web.world.national_seeds(), terms)
}

fn job_of(web: &Web, terms: NationalTerms) -> Job {
    let follow = terms.follow.map_or("\"scope\"".to_owned(), |links| links.to_string());
    job(web, terms.depth, 0)
        .with("national.follow_invalid", follow)
        .with("national.judge_linked", terms.judges_linked.to_string())
}

/// The pages that were captured; rules and names of hosts are no pages.
pub(super) fn archived(harvest: &Harvest) -> BTreeSet<String> {
    let uris = archive::by_uri(&harvest.archive()).into_keys();
    uris.filter(|uri| !uri.ends_with("/robots.txt") && !uri.starts_with("dns:")).collect()
}

#[track_caller]
pub(super) fn assert_same(found: &BTreeSet<String>, expected: &BTreeSet<String>, what: &str) {
    let missing: Vec<_> = expected.difference(found).take(5).collect();
    let added: Vec<_> = found.difference(expected).take(5).collect();
    assert!(found == expected, "{what}: missing {missing:#?}, too much {added:#?}");
}

/// A member of a JSON line.
pub(super) fn field(line: &str, name: &str) -> Option<String> {
    let start = line.find(&format!("\"{name}\":\""))? + name.len() + 4;
    Some(line[start..start + line[start..].find('"')?].to_owned())
}

/// Outcomes and the links that were rejected, by rule.
fn books(harvest: &Harvest) -> BTreeMap<String, BTreeSet<String>> {
    let ran = harvest.session.run("job outcomes all --archive archive").expect(0);
    let mut books: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in ran.text().lines() {
        let field = |name: &str| field(line, name);
        let outcome = field("outcome").unwrap();
        let key = match &*outcome {
            "rejected" => field("reason").unwrap(),
            _ => outcome,
        };
        books.entry(key).or_default().insert(field("uri").unwrap());
    }
    books
}

/// The catalogue counts each URI once, by the outcome that the books tell. Tells how many had another before.
fn assert_counted_once(harvest: &Harvest) -> usize {
    let ran = harvest.session.run("job outcomes all --archive archive").expect(0);
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for line in ran.text().lines() {
        *counts.entry(field(line, "outcome").unwrap()).or_default() += 1;
    }
    let ran = harvest.session.run("archive stats --archive archive --by outcome --json").expect(0);
    let line = |(outcome, uris)| {
        format!(
            "{{\"by\":\"outcome\",\"job\":\"all\",\"round\":1,\"outcome\":\"{outcome}\",\"uris\":{uris}}}\n"
        )
    };
    assert_eq!(ran.text(), counts.into_iter().map(line).collect::<String>());
    let mut history = History::open(&harvest.archive().join("jobs/all/frontier")).unwrap();
    let mut replaced = 0;
    let read = history.ends(0, |end| {
        replaced += usize::from(end.replaces.is_some());
        Ok(())
    });
    read.unwrap();
    replaced
}

#[test]
fn exactly_what_the_rule_of_depths_asks_for_is_archived() {
    let _alone = alone();
    let web = web(1);
    let mut replaced = 0;
    for (depth, follow) in [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 2)] {
        let harvest = Harvest::new(&job(&web, depth, follow));
        harvest.run(WITHIN).expect(0);
        let truth = truth(&web, depth, follow);
        let what = format!("depth {depth}, follow {follow}");
        assert!(truth.archived.len() > 100, "{what}: {}", truth.archived.len());
        assert_same(&archived(&harvest), &normals(&truth.archived), &what);
        let books = books(&harvest);
        assert_same(&books["archived"], &normals(&truth.archived), &what);
        let country = books.get("country-domain").cloned().unwrap_or_default();
        // Those of pages that lead no further are on record too: another harvest may want them.
        let missing: Vec<_> = normals(&truth.rejected).difference(&country).cloned().collect();
        assert!(missing.is_empty(), "{what}: {missing:#?}");
        assert!(country.iter().all(|uri| uri.split('/').nth(2).unwrap().ends_with(".cz")));
        let judged = normals(&truth.judged);
        let other = books.get("not-national").cloned().unwrap_or_default();
        let unkept: BTreeSet<_> = judged.difference(&normals(&truth.archived)).cloned().collect();
        // What is no page was fetched to see that it is none.
        let pages = web.world.national_pages().filter(|page| page.is_html());
        let pages: BTreeSet<_> = pages.map(|page| normal(&page.uri())).collect();
        let other = other.intersection(&pages).cloned().collect();
        assert_same(&other, &unkept, &format!("{what}, not archived"));
        archive::check_all(&harvest.archive());
        assert_only_hosts_of_captures(&harvest);
        replaced += assert_counted_once(&harvest);
    }
    assert!(replaced > 0, "nothing was fetched again");
}

/// Rules and names of hosts are kept only of those that something else is kept of.
pub(super) fn assert_only_hosts_of_captures(harvest: &Harvest) {
    let host = |uri: &str| {
        stodola_uri::host(normal(uri).as_bytes()).map_or(String::new(), |host| host.into_owned())
    };
    let hosts: BTreeSet<_> = archived(harvest).iter().map(|uri| host(uri)).collect();
    let mut beside = 0;
    for path in archive::files(&harvest.archive()) {
        let mut reader = Reader::open(&path).unwrap();
        while let Some(record) = reader.next_record().unwrap() {
            let uri = String::from_utf8(record.uri().unwrap_or_default().to_vec()).unwrap();
            let is_capture = matches!(record.kind(), RecordType::Response | RecordType::Revisit);
            if !is_capture || !(uri.ends_with("/robots.txt") || uri.starts_with("dns:")) {
                continue;
            }
            beside += 1;
            let host = uri.strip_prefix("dns:").map_or_else(|| host(&uri), str::to_owned);
            assert!(hosts.contains(&host), "{uri} is kept, and nothing else of its host");
        }
    }
    assert!(beside > 0);
}

#[test]
fn a_killed_national_harvest_archives_the_same() {
    let _alone = alone();
    let web = web(2);
    let harvest = killed(&web, NationalTerms::new(2, 0));
    assert_verdicts_once(&harvest);
    assert_robots_kept(&harvest);
}

#[test]
fn kills_change_nothing_where_linked_pages_are_not_judged() {
    let _alone = alone();
    let web = web(6);
    for (depth, follow) in [(1, Some(1)), (0, None)] {
        let harvest = killed(&web, NationalTerms { depth, follow, judges_linked: false });
        assert_robots_kept(&harvest);
    }
}

/// Kills a harvest again and again, lets it end, and compares what it has with what it must have.
fn killed(web: &Web, terms: NationalTerms) -> Harvest {
    let job = job_of(web, terms)
        .with("write.roll_bytes", "\"1MB\"")
        .with("politeness.min_delay", "\"20ms\"")
        .with("politeness.max_delay", "\"1s\"");
    let harvest = Harvest::new(&job);
    let mut kills = 0;
    for requests in [0, 5, 40, 90, 120, 200, 300] {
        let before = web.log.requests();
        let mut running = harvest.start(&[]);
        while web.log.requests() < before + requests && running.child.try_wait().unwrap().is_none()
        {
            look_again_after(Duration::from_micros(200));
        }
        if let Some(status) = running.child.try_wait().unwrap() {
            assert!(status.success(), "{}", running.said());
            break;
        }
        running.child.kill().unwrap();
        running.child.wait().unwrap();
        kills += 1;
    }
    assert!(kills >= 3, "{kills}");
    harvest.run(WITHIN).expect(0);
    let truth = truth_of(web, terms);
    assert_same(&archived(&harvest), &normals(&truth.archived), "after kills");
    archive::check_all(&harvest.archive());
    harvest
}

#[test]
fn every_combination_of_depth_following_and_judging_archives_its_exact_set() {
    let _alone = alone();
    let web = Web::start(WorldSettings { national: 12, ..WorldSettings::calm(7, 0) });
    let mut sets = BTreeSet::new();
    for depth in [0, 1, 2] {
        for follow in [Some(0), Some(1), None] {
            for judges_linked in [true, false] {
                let terms = NationalTerms { depth, follow, judges_linked };
                let harvest = Harvest::new(&job_of(&web, terms));
                harvest.run(WITHIN).expect(0);
                let truth = normals(&truth_of(&web, terms).archived);
                assert!(truth.len() > 20, "{terms:?}: {}", truth.len());
                assert_same(&archived(&harvest), &truth, &format!("{terms:?}"));
                sets.insert(truth);
            }
        }
    }
    assert!(sets.len() > 8, "{}", sets.len());
}

/// Depth, points and minimum of an old configuration count, and what it says in vain is told.
#[test]
fn the_configuration_of_webanalyzer_decides_in_a_harvest() {
    let _alone = alone();
    let web = Web::start(WorldSettings { national: 12, ..WorldSettings::calm(8, 0) });
    // Every page that was sent is valid.
    let nodes = web.world.national_pages().map(|page| {
        let mut node = page.node();
        if let Shape::Html { is_national } = &mut node.shape {
            *is_national = page.status == 200;
        }
        node
    });
    let truth = NationalTruth::new(nodes);
    let seeds = web.world.national_seeds();
    let expect = |depth| {
        let terms = NationalTerms { judges_linked: false, ..NationalTerms::new(depth, 0) };
        normals(&truth.harvest(&seeds, terms).archived)
    };
    assert_ne!(expect(0), expect(1));
    let configuration = "WebAnalyzer.urlanalyzer.min.valid.points = 0\n\
        WebAnalyzer.urlanalyzer.depth.toarchive : 0\nWebAnalyzer.searcher.email.point = 1\n\
        WebAnalyzer.searcher.fax.point = 1\n";
    for (set, depth) in [(None, 0), (Some(1), 1)] {
        let job = job(&web, 0, 0).with("national.judge_linked", "false").without("national.depth");
        let job = job.with("national.properties", "\"w.properties\"");
        let job = match set {
            Some(depth) => job.with("national.depth", depth),
            None => job,
        };
        let harvest = Harvest::new(&job);
        harvest.session.write("w.properties", configuration.as_bytes());
        let ran = harvest.run(WITHIN).expect(0);
        assert_same(&archived(&harvest), &expect(depth), &format!("{set:?}"));
        let told =
            "w.properties:4: 'WebAnalyzer.searcher.fax.point = 1': WebAnalyzer has no such key";
        assert!(ran.stderr.contains(told), "{}", ran.stderr);
    }
}

/// Each verdict of the books has one line, and each line is whole. A page that was offered more may have several.
fn assert_verdicts_once(harvest: &Harvest) {
    let folder = harvest.archive().join("jobs/all");
    let verdicts = std::fs::read_to_string(folder.join("logs/verdicts.ndjson")).unwrap();
    assert!(verdicts.ends_with("}\n"), "the last line is torn");
    let mut told: BTreeMap<String, u32> = BTreeMap::new();
    for line in verdicts.lines() {
        assert!(line.starts_with("{\"uri\":\"") && line.ends_with('}'), "{line}");
        assert_eq!(line.matches("{\"uri\":").count(), 1, "{line}");
        *told.entry(line.split('"').nth(3).unwrap().to_owned()).or_default() += 1;
    }
    let (mut judged, mut uris) = (Vec::new(), BTreeMap::new());
    let read = |happened: Happened<'_>| {
        match happened {
            Happened::Found { place, uri, .. } => drop(uris.insert(place, uri)),
            Happened::Retry { place, found, .. } | Happened::Again { place, found, .. } => {
                let uri = uris[&found].clone();
                uris.insert(place, uri);
            }
            Happened::Done { entry, detail, .. } if Detail::parse(detail).verdict.is_some() => {
                judged.push(String::from_utf8(uris[&entry].clone()).unwrap());
            }
            _ => {}
        }
        Ok(())
    };
    History::open(&folder.join("frontier")).unwrap().read(read).unwrap();
    let mut expected: BTreeMap<String, u32> = BTreeMap::new();
    judged.into_iter().for_each(|uri| *expected.entry(uri).or_default() += 1);
    assert!(expected.len() > 50, "{}", expected.len());
    assert_eq!(told, expected);
}

/// Whatever host something is archived from, its robots.txt is too.
fn assert_robots_kept(harvest: &Harvest) {
    let uris: BTreeSet<_> = archive::by_uri(&harvest.archive()).into_keys().collect();
    for uri in uris.iter().filter(|uri| uri.starts_with("http")) {
        let root: Vec<_> = uri.splitn(4, '/').take(3).collect();
        let robots = format!("{}/robots.txt", root.join("/"));
        assert!(uris.contains(&robots), "{uri} without {robots}");
    }
}

#[test]
fn verdicts_are_on_record_and_reasons_are_told() {
    let web = web(3);
    let harvest = Harvest::new(&job(&web, 0, 0));
    harvest.run(WITHIN).expect(0);
    let log = harvest.archive().join("jobs/all/logs/verdicts.ndjson");
    let log = std::fs::read_to_string(log).unwrap();
    let books = books(&harvest);
    let valid = log.lines().filter(|line| line.contains("\"valid\":true")).count();
    let other = log.lines().filter(|line| line.contains("\"valid\":false")).count();
    assert!(valid > 5 && other > 5, "{valid} {other}");
    assert!(log.lines().all(|line| line.contains("\"criteria\":[{\"name\":")));
    assert_report_on_verdicts(&harvest, &log);
    let is_judged = |uri: &&String| log.contains(&format!("{{\"uri\":\"{uri}\",\"valid\":false"));
    let not_archived = books["not-national"].iter().find(is_judged).unwrap();
    let why = harvest.session.run(&format!("why --archive archive {not_archived}")).expect(0);
    assert!(why.text().contains("it does not belong to the nation (points="), "{}", why.text());
}

/// The report on the verdicts counts all of them, in the language of the reader.
fn assert_report_on_verdicts(harvest: &Harvest, log: &str) {
    let session = &harvest.session;
    let words = "recognise --job all --archive archive --report charts";
    session.run(words).expect(0);
    let report = std::fs::read_to_string(session.path("charts/report.html")).unwrap();
    let pages = log.lines().count();
    let valid = log.lines().filter(|line| line.contains("\"valid\":true,\"points\"")).count();
    let sums = format!("{pages} pages were judged: {valid} valid, {} not valid", pages - valid);
    assert!(report.contains(&sums), "{sums}");
    let points = |line: &str, name: &str| -> i64 {
        let rest = line.split(&format!("{{\"name\":\"{name}\",")).nth(1).unwrap();
        let rest = rest.split("\"points\":").nth(1).unwrap();
        rest[..rest.find([',', '}']).unwrap()].parse().unwrap()
    };
    for name in ["email", "dictionary", "language"] {
        let spoke = log.lines().filter(|line| points(line, name) > 0).count();
        assert!(
            spoke > 0 && report.contains(&format!("<tr><td>{name}<td>{spoke}<td>")),
            "{name} {spoke}"
        );
        assert!(report.contains(&format!("<tr><th>{name}<td")), "{name} agrees with nobody");
    }
    let mut command = session.command();
    let czech = command.args(words.split(' ')).env("LC_ALL", "cs_CZ.UTF-8").output().unwrap();
    assert!(czech.status.success());
    let report = std::fs::read_to_string(session.path("charts/report.html")).unwrap();
    assert!(report.contains("Porovnání kritérií") && report.contains("Shoda kritérií"));
    session.run("recognise --job other --archive archive --report charts").expect(2);
}

#[test]
fn a_host_without_pages_of_the_nation_is_soon_left_alone() {
    let web = web(4);
    let job = job(&web, 1, 3).with("national.host_pages", 2).with("national.pages_per_valid", 1);
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    let ran = harvest.session.run("job outcomes all --archive archive").expect(0);
    let text = ran.text();
    let dropped = text.lines().find(|line| line.contains("\"reason\":\"host-share judged="));
    // A page that was never fetched was never judged either, and `why` must not say that it was.
    let uri = dropped.unwrap_or_else(|| panic!("{text}")).split('"').nth(3).unwrap();
    let why = harvest.session.run(&format!("why --archive archive {uri}")).expect(0);
    assert!(why.text().contains("not fetched: too few pages of its host"), "{}", why.text());
    // Whatever has a right to be archived is, all the same.
    let without = truth(&web, 1, 0);
    let found = archived(&harvest);
    let missing: Vec<_> = normals(&without.archived).difference(&found).cloned().collect();
    assert!(missing.is_empty(), "{missing:#?}");
    assert_report_on_hosts(&harvest, 2, 1);
}

/// What was learned of hosts agrees with the verdicts and the books, and states follow from the settings.
fn assert_report_on_hosts(harvest: &Harvest, host_pages: u64, pages_per_valid: u64) {
    let folder = harvest.archive().join("jobs/all");
    let report = std::fs::read_to_string(folder.join("reports/national-report.txt")).unwrap();
    let legend = "[#judged] [#valid] [%valid] [#archived] [state] [priority] [host]\n";
    let rows = report.strip_prefix(legend).unwrap().lines().map(|row| {
        let words: Vec<_> = row.split(' ').collect();
        let [judged, valid, share, archived, state, priority, host] = words[..] else {
            panic!("{row}")
        };
        let number = |text: &str| text.parse::<u64>().unwrap();
        let (judged, valid) = (number(judged), number(valid));
        let percent = valid as f64 * 100.0 / judged.max(1) as f64;
        assert_eq!(share, format!("{percent:.1}"), "{row}");
        let expected = match judged {
            _ if judged < host_pages => "probing",
            _ if judged < host_pages + valid * pages_per_valid => "kept",
            _ => "dropped",
        };
        assert_eq!(state, expected, "{row}");
        let expected = match state {
            "dropped" => 0,
            "probing" => 5,
            _ => 1 + 9 * valid / judged,
        };
        assert_eq!(number(priority), expected, "{row}");
        (judged, valid, number(archived), state, host)
    });
    let rows: Vec<_> = rows.collect();
    for state in ["probing", "kept", "dropped"] {
        assert!(rows.iter().any(|row| row.3 == state), "no host is {state}:\n{report}");
    }
    let mut sorted = rows.clone();
    sorted.sort_by(|a, b| (b.1, b.0, a.4).cmp(&(a.1, a.0, b.4)));
    assert_eq!(rows, sorted);
    let verdicts = std::fs::read_to_string(folder.join("logs/verdicts.ndjson")).unwrap();
    let valid = verdicts.lines().filter(|line| line.contains("\"valid\":true")).count();
    assert_eq!(rows.iter().map(|row| row.0).sum::<u64>(), verdicts.lines().count() as u64);
    assert_eq!(rows.iter().map(|row| row.1).sum::<u64>(), valid as u64);
    let archived = books(harvest)["archived"].len() as u64;
    assert_eq!(rows.iter().map(|row| row.2).sum::<u64>(), archived);
    let told = |words: &str| {
        let ran = harvest.session.run(&format!("job report all --archive archive{words}"));
        ran.expect(0).text().to_owned()
    };
    assert_eq!(told(" --name national"), report);
    assert!(told("").contains(&format!("== national-report.txt ==\n{report}")));
}

#[test]
fn data_that_cannot_be_used_are_named() {
    let web = web(5);
    for (key, value, word) in [
        ("national.pack", "\"atlantis\"", "atlantis"),
        ("national.geo", "\"nowhere.mmdb\"", "nowhere.mmdb"),
        ("national.properties", "\"nowhere.properties\"", "nowhere.properties"),
        ("national.depth", "1000001", "national.depth"),
    ] {
        let harvest = Harvest::new(&job(&web, 0, 0).with(key, value));
        let ran = harvest.run(WITHIN).expect(2);
        assert!(ran.stderr.contains(word), "{key}: {}", ran.stderr);
    }
}
