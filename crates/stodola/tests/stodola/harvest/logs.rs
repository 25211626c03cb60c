//! The logs and reports of a harvest: they parse with a reader that knows only Heritrix, and agree with the
//! books and with the archive.

use super::archive;
use super::heritrix::{CrawlLine, ProgressLine, parse_progress};
use super::history::History;
use super::truth::{assert_sound, brisk};
use super::web::{Harvest, Job, Web};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;
use stodola_frontier::Outcome;
use stodola_simweb::{Fault, WorldSettings};
use stodola_warc::{Reader, RecordType};

const WITHIN: Duration = Duration::from_secs(120);

fn read(archive: &Path, name: &str) -> String {
    std::fs::read_to_string(archive.join("jobs/all").join(name)).unwrap()
}

/// The lines of crawl.log.
#[track_caller]
pub(super) fn crawl_log(archive: &Path) -> Vec<CrawlLine> {
    let text = read(archive, "logs/crawl.log");
    assert!(text.is_empty() || text.ends_with('\n'));
    text.lines().map(CrawlLine::parse).collect()
}

/// Each URI of the books that came to its end has one line, with its status; there are no others but for
/// robots.txt and names.
#[track_caller]
pub(super) fn assert_one_line_each(archive: &Path, history: &History) -> Vec<CrawlLine> {
    let lines = crawl_log(archive);
    let mut by_uri: BTreeMap<&str, &CrawlLine> = BTreeMap::new();
    for line in lines.iter().filter(|line| !line.hops.ends_with('P')) {
        let before = by_uri.insert(&line.uri, line);
        assert!(before.is_none(), "{} has two lines", line.uri);
    }
    let ended = history.fates.iter().filter(|(_, fate)| {
        fate.attempts.last().is_some_and(|(outcome, _)| *outcome != Outcome::Retried)
    });
    let ended: BTreeMap<_, _> = ended.map(|(uri, fate)| (uri.as_str(), fate)).collect();
    assert_eq!(by_uri.keys().collect::<Vec<_>>(), ended.keys().collect::<Vec<_>>());
    for (uri, line) in by_uri {
        let fate = ended[uri];
        assert_eq!(line.tries(), fate.attempts.len(), "{line:?} of {fate:?}");
        let (outcome, detail) = fate.outcome();
        let detail = detail.split(' ').next().unwrap();
        let expected = match (outcome, detail.parse()) {
            (Outcome::Archived, Ok(status)) => status,
            (Outcome::Archived, Err(_)) => -2,
            (Outcome::RobotsExcluded, _) => -9998,
            (Outcome::RobotsUnreachable, _) => -61,
            (Outcome::Trap, _) => -4000,
            (Outcome::Failed, _) if detail.starts_with("dns") => -6,
            (Outcome::Failed, _) if detail == "response-timeout" => -4,
            (Outcome::Failed, _) if detail == "closed" => -3,
            (Outcome::Failed, _) => -2,
            other => panic!("not expected here: {other:?}"),
        };
        assert_eq!(line.status, expected, "{line:?} of {fate:?}");
    }
    lines
}

/// Digests of payloads by URI, as the records have them.
fn digests(archive: &Path) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for path in archive::files(archive) {
        let mut reader = Reader::open(&path).unwrap();
        while let Some(record) = reader.next_record().unwrap() {
            if !matches!(record.kind(), RecordType::Response | RecordType::Revisit) {
                continue;
            }
            let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
            // What has no header has no payload.
            if let Some(digest) = record.warc().unwrap().get("WARC-Payload-Digest") {
                found.insert((text(record.uri().unwrap()), text(digest)));
            }
        }
    }
    found
}

#[test]
fn logs_of_a_web_full_of_faults_parse_and_agree_with_books_and_archive() {
    let web = Web::start(WorldSettings {
        seed: 5,
        hosts: 30,
        largest_site: 40,
        fault_rate: 0.15,
        fault_heals_after: 2,
        touchy_rate: 0.0,
        pace: brisk(),
        ..WorldSettings::default()
    });
    let job = Job::everything(&web)
        .with("politeness.crawl_delay_max", "\"50ms\"")
        .with("limits.bytes_per_document", "\"1MB\"")
        .with("limits.hosts_per_domain", 30)
        .with("scope.max_segments", 14)
        .with("traps.min_documents", 30)
        .with("traps.window", 20)
        .with("fetch.workers", 100);
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    let archive = harvest.archive();
    let history = assert_sound(&archive);
    let lines = assert_one_line_each(&archive, &history);
    let digests = digests(&archive);
    let hops: BTreeMap<_, _> = lines.iter().map(|line| (&*line.uri, &*line.hops)).collect();
    for line in &lines {
        if line.status > 0 {
            let (start, _) = line.fetch.as_ref().unwrap_or_else(|| panic!("{line:?}"));
            assert!(start.starts_with("20"), "{line:?}");
            assert!(line.size.is_some() && line.mime != "-", "{line:?}");
            let digest = (line.uri.clone(), line.digest.clone().unwrap());
            // A header without an end leaves no payload to have a digest of.
            let is_cut = line.annotations.iter().any(|note| note == "headerTrunc");
            assert!(is_cut || digests.contains(&digest), "{line:?} is not in the archive");
        }
        match &line.via {
            None => assert!(line.hops.is_empty(), "{line:?}"),
            Some(via) if line.hops == "M" => assert!(hops.contains_key(&**via), "{line:?}"),
            Some(via) => assert_eq!(hops[&**via].len() + 1, line.hops.len(), "{line:?}"),
        }
    }
    let notes: BTreeSet<_> = lines.iter().flat_map(|line| &line.annotations).collect();
    for note in ["3t", "4t", "lenTrunc", "headerTrunc", "timeTrunc", "robotExcluded"] {
        assert!(notes.iter().any(|found| *found == note), "no {note} in {notes:?}");
    }
    assert_reports(&archive, &lines, &web.world.seeds());
    let progress = parse_progress(&read(&archive, "logs/progress-statistics.log"));
    let found = history.fates.len() as u64;
    let note = |text: &str| ProgressLine::Note(text.to_owned());
    assert_eq!(progress.first(), Some(&note("RUNNING - Running")));
    assert_eq!(
        progress[progress.len() - 2..],
        [note("ENDING - Finished"), note("ENDED - Finished")]
    );
    let archived = history.fates.values().filter(|fate| fate.outcome().0 == Outcome::Archived);
    let failed = lines.iter().filter(|line| {
        !line.hops.ends_with('P') && line.status < 0 && ![-4000, -9998].contains(&line.status)
    });
    assert_eq!(
        progress[progress.len() - 3],
        ProgressLine::Sample {
            discovered: found,
            queued: 0,
            downloaded: archived.count() as u64,
            failures: failed.count() as u64
        }
    );
}

/// The reports count what the lines tell.
#[track_caller]
fn assert_reports(archive: &Path, lines: &[CrawlLine], seeds: &[String]) {
    let succeeded: Vec<_> = lines.iter().filter(|line| line.status > 0).collect();
    let table = |name: &str, legend: &str, columns: usize| -> Vec<Vec<String>> {
        let text = read(archive, &format!("reports/{name}-report.txt"));
        let mut rows = text.lines();
        assert_eq!(rows.next(), Some(legend), "{name}");
        rows.map(|row| {
            let words: Vec<_> = row.split(' ').map(str::to_owned).collect();
            assert!(words.len() == columns || name == "seeds", "{name}: {row}");
            words
        })
        .collect()
    };
    let count = |rows: &[Vec<String>]| -> usize {
        rows.iter().map(|row| row[0].parse::<usize>().unwrap()).sum()
    };
    let legend = "[#urls] [#bytes] [host] [#robots] [#remaining] [#novel-urls] [#novel-bytes] \
        [#dup-by-hash-urls] [#dup-by-hash-bytes] [#not-modified-urls] [#not-modified-bytes]";
    // The space at the end of a line makes a last, empty column.
    let hosts = table("hosts", legend, 12);
    assert_eq!(count(&hosts), succeeded.len());
    assert!(
        hosts.windows(2).all(|rows| {
            rows[0][0].parse::<u64>().unwrap() >= rows[1][0].parse::<u64>().unwrap()
        })
    );
    let robots: usize = hosts.iter().map(|row| row[3].parse::<usize>().unwrap()).sum();
    assert_eq!(robots, lines.iter().filter(|line| line.status == -9998).count());
    assert!(hosts.iter().all(|row| row[4] == "0"), "something waits");
    let types = table("mimetype", "[#urls] [#bytes] [mime-types]", 3);
    assert_eq!(count(&types), succeeded.len());
    for row in &types {
        let number = succeeded.iter().filter(|line| line.mime == row[2]).count();
        assert_eq!(row[0], number.to_string(), "{row:?}");
    }
    let statuses = table("responsecode", "[#urls] [rescode]", 2);
    assert_eq!(count(&statuses), succeeded.len());
    let of_seeds = table("seeds", "[code] [status] [seed] [redirect]", 0);
    assert_eq!(of_seeds.len(), seeds.len());
    for row in &of_seeds {
        let line = lines.iter().find(|line| line.uri == row[2]).unwrap();
        let word = if line.status > 0 { "CRAWLED" } else { "NOTCRAWLED" };
        assert_eq!((&*row[0], &*row[1]), (&*line.status.to_string(), word));
    }
    let crawl = read(archive, "reports/crawl-report.txt");
    for line in [
        "crawl name: all".to_owned(),
        "crawl status: Finished".to_owned(),
        format!("URIs processed: {}", lines.len()),
        format!("URI successes: {}", succeeded.len()),
    ] {
        assert!(crawl.lines().any(|found| found == line), "no '{line}' in:\n{crawl}");
    }
    for name in ["processors", "frontier-summary"] {
        assert!(!read(archive, &format!("reports/{name}-report.txt")).is_empty());
    }
}

#[test]
fn a_log_that_was_cut_damaged_or_lost_is_made_whole_again() {
    let web = Web::start(WorldSettings {
        smallest_site: 3,
        largest_site: 8,
        fault_rate: 0.2,
        fault_heals_after: 1,
        fault_kinds: vec![Fault::Reset],
        pace: brisk(),
        ..WorldSettings::calm(21, 12)
    });
    let harvest = Harvest::new(&Job::everything(&web));
    let archive = harvest.archive();
    let path = archive.join("jobs/all/logs/crawl.log");
    let position = archive.join("jobs/all/logs/position");
    // Each run ends well, so the position is kept; then something happens to the file.
    for (run, documents) in ["20", "40", "60", "80", "90"].into_iter().enumerate() {
        harvest.start(&["--max-docs", documents]).finish(WITHIN).expect(3);
        let history = History::read(&archive, "all");
        let lines = assert_one_line_each(&archive, &history);
        assert!(lines.len() >= documents.parse().unwrap());
        let whole = std::fs::read(&path).unwrap();
        match run {
            0 => std::fs::write(&path, [&whole[..], b"2026-11-15T torn li"].concat()).unwrap(),
            1 => std::fs::write(&path, &whole[..whole.len() / 2]).unwrap(),
            2 => std::fs::write(&position, b"stodola-logs 1\nplace 9").unwrap(),
            3 => {
                let foreign = b"stodola-logs 1\nplace 77\nlength 10\nfailures 0\n";
                std::fs::write(&position, foreign).unwrap();
            }
            _ => std::fs::remove_file(&path).unwrap(),
        }
    }
    harvest.run(WITHIN).expect(0);
    let history = assert_sound(&archive);
    assert_one_line_each(&archive, &history);
}

#[test]
fn kills_between_runs_that_end_leave_one_line_for_each_uri() {
    let settings =
        WorldSettings { smallest_site: 6, largest_site: 10, ..WorldSettings::calm(33, 15) };
    let web = Web::start(settings);
    let harvest = Harvest::new(&Job::everything(&web));
    let archive = harvest.archive();
    for round in 1..=4 {
        harvest.start(&["--max-docs", &(round * 20).to_string()]).finish(WITHIN).expect(3);
        let before = web.log.requests();
        let mut running = harvest.start(&["--max-docs", "100", "--delay", "1ms"]);
        while web.log.requests() < before + round * 5 {
            if running.child.try_wait().unwrap().is_some() {
                break;
            }
            std::thread::yield_now();
        }
        running.child.kill().unwrap();
        running.child.wait().unwrap();
    }
    harvest.run(WITHIN).expect(0);
    let history = assert_sound(&archive);
    assert_one_line_each(&archive, &history);
    let progress = parse_progress(&read(&archive, "logs/progress-statistics.log"));
    let began = |line: &&ProgressLine| **line == ProgressLine::Note("RUNNING - Running".to_owned());
    assert!(progress.iter().filter(began).count() >= 5);
}
