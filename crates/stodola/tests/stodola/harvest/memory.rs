//! Servers that send without end cannot make the harvest's memory grow.

use super::archive;
use super::history::History;
use super::tiny::Tiny;
use super::truth::brisk;
use super::web::{Harvest, Job, Web};
use super::{alone, is_long, look_again_after};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use stodola_simweb::{Fault, Pace, PageKind, Trap, WorldSettings};

const MOST_MB: u64 = 300;

/// The most memory that a process has had so far, in kilobytes; None if it has ended.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// Lets a harvest end by itself; tells the most memory it had, in megabytes.
fn run_watched(harvest: &Harvest) -> u64 {
    let mut running = harvest.start(&[]);
    let (process, mut most) = (running.child.id(), 0);
    let begun = Instant::now();
    while running.child.try_wait().unwrap().is_none() {
        most = most.max(peak(process).unwrap_or(0));
        assert!(begun.elapsed() < Duration::from_secs(900), "{}", running.said());
        look_again_after(Duration::from_millis(10));
    }
    running.finish(Duration::from_secs(1)).expect(0);
    eprintln!("{} MB at most, in {:?}", most >> 10, begun.elapsed());
    assert!(most > 0);
    most >> 10
}

#[test]
fn pages_with_as_many_and_as_long_links_as_there_may_be_need_little_memory() {
    let _alone = alone();
    // Links of half a kilobyte, most of what is kept of a page's links.
    let (pages, links) = if is_long() { (40, 30_000) } else { (30, 20_000) };
    let tiny = Tiny::start(move |asked| {
        let html = "Content-Type: text/html\r\n".to_owned();
        if asked.path != "/" {
            return (404, html, Vec::new());
        }
        let long = "x".repeat(500);
        let link = |number: u32| format!("<a href=/{number:06}{long}>");
        (200, html, (0..links).map(link).collect::<String>().into_bytes())
    });
    let seeds: Vec<_> = (0..pages).map(|page| format!("http://h{page}.test/")).collect();
    let job = Job::bare("all")
        .with("fetch.connect_to", format!("[\"*:80:127.0.0.1:{}\"]", tiny.addr.port()))
        .with("fetch.workers", 200)
        .with("fetch.total_timeout", "\"5m\"")
        .with("fetch.idle_timeout", "\"5m\"")
        .with("scope.max_hops", 0)
        .seeds(&seeds);
    let harvest = Harvest::new(&job);
    let most = run_watched(&harvest);
    assert!(most <= MOST_MB, "{most} MB");
    // All of them are on record, whatever memory there was.
    let ran = harvest.session.run("job report all --name processors --archive archive").expect(0);
    let rejected = format!("  Links rejected: {}", pages * links);
    assert!(ran.text().lines().any(|line| line == rejected), "{}", ran.text());
}

#[test]
fn bombs_and_endless_bodies_from_all_sides_need_little_memory() {
    let _alone = alone();
    let kinds = [Fault::GzipBomb, Fault::EndlessBody, Fault::HeaderBomb];
    let web = Web::start(WorldSettings {
        smallest_site: 3,
        largest_site: 6,
        fault_rate: 0.9,
        fault_links: true,
        fault_kinds: kinds.to_vec(),
        traps: true,
        pace: Pace { header_bytes: 16 << 20, bomb_bytes: 1 << 30, ..brisk() },
        ..WorldSettings::calm(21, if is_long() { 600 } else { 250 })
    });
    let job = Job::everything(&web)
        .with("fetch.workers", 200)
        .with("fetch.total_timeout", "\"2m\"")
        .with("limits.bytes_per_document", if is_long() { "\"20MB\"" } else { "\"3MB\"" })
        .with("extract.max_bytes", if is_long() { "\"64MiB\"" } else { "\"3MiB\"" })
        .with("limits.documents_per_host", 24)
        .with("limits.hosts_per_domain", 20)
        .with("scope.max_length", 30_000)
        .with("scope.max_segments", 5)
        .with("traps.min_documents", 20)
        .with("traps.window", 15);
    let harvest = Harvest::new(&job);
    let most = run_watched(&harvest);
    assert!(most <= MOST_MB, "{most} MB");
    let mut met: BTreeMap<String, u32> = BTreeMap::new();
    for entry in web.log.entries() {
        let kind = web.world.kind(&entry.host, &entry.target);
        if let Some(kind @ (PageKind::Fault(_) | PageKind::Trap(Trap::LongUri))) = kind {
            *met.entry(format!("{kind:?}")).or_default() += 1;
        }
    }
    for kind in kinds {
        assert!(met[&format!("Fault({kind:?})")] > 30, "{met:?}");
    }
    assert!(met["Trap(LongUri)"] > 0, "{met:?}");
    History::read(&harvest.archive(), "all").assert_settled();
    assert!(archive::check_all(&harvest.archive()) > 1000);
}
