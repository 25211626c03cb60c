//! Servers that send without end cannot make the harvest's memory grow.

use super::archive;
use super::history::History;
use super::truth::brisk;
use super::web::{Harvest, Job, Web};
use super::{alone, is_long};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use stodola_simweb::{Fault, Pace, PageKind, Settings, Trap};

const MOST_MB: u64 = 300;

/// The most memory that a process has had so far, in kilobytes; None if it has ended.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

#[test]
fn bombs_and_endless_bodies_from_all_sides_need_little_memory() {
    let _alone = alone();
    let kinds = [Fault::GzipBomb, Fault::EndlessBody, Fault::HeaderBomb];
    let web = Web::start(Settings {
        smallest_site: 3,
        largest_site: 6,
        fault_rate: 0.9,
        fault_links: true,
        fault_kinds: kinds.to_vec(),
        traps: true,
        pace: Pace { header_bytes: 16 << 20, bomb_bytes: 1 << 30, ..brisk() },
        ..Settings::calm(21, if is_long() { 600 } else { 250 })
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
    let mut running = harvest.start(&[]);
    let (process, mut most) = (running.child.id(), 0);
    let begun = Instant::now();
    while running.child.try_wait().unwrap().is_none() {
        most = most.max(peak(process).unwrap_or(0));
        assert!(begun.elapsed() < Duration::from_secs(900), "{}", running.said());
        std::thread::sleep(Duration::from_millis(10));
    }
    running.finish(Duration::from_secs(1)).expect(0);
    eprintln!("{} MB at most, in {:?}", most >> 10, begun.elapsed());
    assert!(most > 0 && most >> 10 <= MOST_MB, "{} MB", most >> 10);
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
