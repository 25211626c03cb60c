//! Fills a frontier with URIs of many hosts, asks again for those seen lately, opens it anew, and
//! takes URIs out. Prints one line of JSON.
//!
//! `peer-frontier stodola|fjall FOLDER URIS HOSTS`

use std::path::Path;
use std::time::{Duration, Instant};
use stodola_frontier::{Frontier, FrontierOptions, Next, Offer, Offered, Outcome, Time};

/// URIs between two commits, each safe on disk before the next.
const BATCH: u64 = 10_000;
const SEEN: u64 = 2_000_000;
const SCHEDULED: u64 = 1_000_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [store, folder, uris, hosts] = &arguments[..] else {
        panic!("peer-frontier stodola|fjall FOLDER URIS HOSTS")
    };
    let (uris, hosts) = (uris.parse().expect("a number"), hosts.parse().expect("a number"));
    match store.as_str() {
        "stodola" => ours(Path::new(folder), uris, hosts),
        _ => fjall(Path::new(folder), uris, hosts),
    }
}

/// The URI of that number, about 80 bytes, and its host. Hosts differ in size as on the web: a
/// few have much of everything.
fn make(number: u64, hosts: u64, host: &mut String, uri: &mut String) {
    use std::fmt::Write;
    let mut mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^= mixed >> 29;
    mixed = mixed.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed ^= mixed >> 32;
    // The square of an even spread favours small numbers.
    let spread = (mixed & 0xFFFF_FFFF) as f64 / 4_294_967_296.0;
    let id = (spread * spread * hosts as f64) as u64;
    host.clear();
    uri.clear();
    let _ = write!(host, "www.site-{id:06}.example.cz");
    let (year, section) = (2000 + mixed % 24, (mixed >> 40) % 977);
    let _ = write!(uri, "http://{host}/{year}/section-{section}/clanek-{number:09}.html?id={}", mixed >> 48);
}

fn ours(folder: &Path, uris: u64, hosts: u64) {
    // A second goes by with every batch, so that hosts are always ready.
    let mut now = Time::ZERO;
    let options = FrontierOptions::default();
    let (mut frontier, _) = Frontier::open(folder, options.clone(), now).expect("opens");
    let (mut host, mut uri) = (String::new(), String::new());
    let (mut via, mut longest) = (None, 0f64);
    let begin = Instant::now();
    let (mut last_part, mut last) = (Instant::now(), 0f64);
    for number in 0..uris {
        if number == uris - uris / 10 {
            last_part = Instant::now();
        }
        make(number, hosts, &mut host, &mut uri);
        let offer = Offer {
            uri: uri.as_bytes(),
            host: &host,
            level: (number % 3) as u8,
            via,
            hops: b"LLLE",
            is_seed: false,
            is_sitemap: false,
            standing: 0,
        };
        match frontier.offer(&offer).expect("is taken") {
            // A page has some forty links.
            Offered::New(place) if number % 40 == 0 => via = Some(place),
            Offered::New(_) => {}
            other => panic!("{uri} is {other:?}"),
        }
        if number % BATCH == BATCH - 1 {
            let commit = Instant::now();
            frontier.commit(now).expect("is written");
            if frontier.wants_checkpoint() {
                frontier.checkpoint(now).expect("is written");
            }
            longest = longest.max(commit.elapsed().as_secs_f64());
            now = now + Duration::from_secs(1);
        }
        last = last_part.elapsed().as_secs_f64();
    }
    frontier.commit(now).expect("is written");
    let all = begin.elapsed().as_secs_f64();
    let insert_peak = peak();

    // Pages of a site link to each other again and again.
    let recent = 100_000.min(uris);
    let begin = Instant::now();
    let mut sum = 0u64;
    for number in 0..SEEN {
        let number = uris - 1 - number.wrapping_mul(7919) % recent;
        make(number, hosts, &mut host, &mut uri);
        let offer = Offer {
            uri: uri.as_bytes(),
            host: &host,
            level: 1,
            via,
            hops: b"LLLE",
            is_seed: false,
            is_sitemap: false,
            standing: 0,
        };
        sum += u64::from(frontier.offer(&offer).expect("is taken") == Offered::Seen);
    }
    let seen = begin.elapsed().as_secs_f64();
    assert_eq!(sum, SEEN);
    // What making them took is no work of the frontier.
    let begin = Instant::now();
    for number in 0..SEEN {
        make(uris - 1 - number.wrapping_mul(7919) % recent, hosts, &mut host, &mut uri);
        sum += uri.len() as u64;
    }
    let making = begin.elapsed().as_secs_f64();
    assert!(sum > SEEN);
    // Not closed: opening has to read the log since the last checkpoint.
    drop(frontier);

    let begin = Instant::now();
    let (mut frontier, opened) = Frontier::open(folder, options, now).expect("opens");
    let reopened = begin.elapsed().as_secs_f64();
    assert_eq!(frontier.queued(), uris);

    let begin = Instant::now();
    let take = SCHEDULED.min(uris);
    let mut taken = 0;
    while taken < take {
        match frontier.next(now).expect("is read") {
            Next::Go(ticket) => {
                frontier.finish(&ticket, Outcome::Archived, "200", 10_000, Some(Duration::from_secs(1)), now);
                taken += 1;
            }
            Next::Wait(until) => now = until,
            other => panic!("{other:?}"),
        }
        if taken % BATCH == 0 {
            frontier.commit(now).expect("is written");
            if frontier.wants_checkpoint() {
                frontier.checkpoint(now).expect("is written");
            }
        }
    }
    frontier.commit(now).expect("is written");
    let scheduled = begin.elapsed().as_secs_f64();
    frontier.close(now).expect("is written");
    println!(
        "{{\"uris\": {uris}, \"hosts\": {hosts}, \"inserts\": {:.0}, \"last\": {:.0}, \"longest\": {longest:.2}, \
         \"seen\": {:.0}, \"scheduled\": {:.0}, \"opened\": {reopened:.2}, \"replayed\": {}, \"bytes\": {:.1}, \
         \"insert_peak\": {insert_peak}, \"peak\": {}}}",
        uris as f64 / all,
        (uris / 10) as f64 / last,
        SEEN as f64 / (seen - making).max(1e-9),
        take as f64 / scheduled,
        opened.replayed,
        size(folder) as f64 / uris as f64,
        peak()
    );
}

/// The same with a general store: a set of fingerprints and a queue ordered by host and number.
fn fjall(folder: &Path, uris: u64, hosts: u64) {
    use fjall::{Database, KeyspaceCreateOptions, PersistMode};
    use sha2::{Digest, Sha256};
    let database = Database::builder(folder).cache_size(64 << 20).open().expect("opens");
    let seen = database.keyspace("seen", KeyspaceCreateOptions::default).expect("opens");
    let queue = database.keyspace("queue", KeyspaceCreateOptions::default).expect("opens");
    let (mut host, mut uri) = (String::new(), String::new());
    let print = |uri: &str| -> [u8; 16] {
        let digest: [u8; 32] = Sha256::digest(uri.as_bytes()).into();
        digest[..16].try_into().expect("is that long")
    };
    let begin = Instant::now();
    let (mut last_part, mut longest) = (Instant::now(), 0f64);
    let mut batch = database.batch();
    for number in 0..uris {
        if number == uris - uris / 10 {
            last_part = Instant::now();
        }
        make(number, hosts, &mut host, &mut uri);
        let key = print(&uri);
        assert!(!seen.contains_key(key).expect("is read"));
        batch.insert(&seen, key, []);
        batch.insert(&queue, format!("{host}\0{number:012}"), &uri[7 + host.len()..]);
        if number % BATCH == BATCH - 1 {
            let commit = Instant::now();
            let full = std::mem::replace(&mut batch, database.batch());
            full.commit().expect("is written");
            database.persist(PersistMode::SyncAll).expect("is written");
            longest = longest.max(commit.elapsed().as_secs_f64());
        }
    }
    batch.commit().expect("is written");
    database.persist(PersistMode::SyncAll).expect("is written");
    let (all, last) = (begin.elapsed().as_secs_f64(), last_part.elapsed().as_secs_f64());
    let insert_peak = peak();
    let recent = 100_000.min(uris);
    let begin = Instant::now();
    for number in 0..SEEN {
        make(uris - 1 - number.wrapping_mul(7919) % recent, hosts, &mut host, &mut uri);
        assert!(seen.contains_key(print(&uri)).expect("is read"));
    }
    let asked = begin.elapsed().as_secs_f64();
    drop((seen, queue, database));
    let begin = Instant::now();
    let database = Database::builder(folder).cache_size(64 << 20).open().expect("opens");
    let queue = database.keyspace("queue", KeyspaceCreateOptions::default).expect("opens");
    let opened = begin.elapsed().as_secs_f64();
    // Straight from the front, which is kinder than host by host.
    let begin = Instant::now();
    let take = SCHEDULED.min(uris);
    let (mut taken, mut from) = (0, Vec::new());
    while taken < take {
        let mut batch = database.batch();
        for item in queue.range(from.clone()..).take(1000) {
            let (key, _) = item.into_inner().expect("is read");
            from = [&key[..], &[0]].concat();
            batch.remove(&queue, key);
            taken += 1;
        }
        batch.commit().expect("is written");
        if taken % BATCH == 0 {
            database.persist(PersistMode::SyncAll).expect("is written");
        }
    }
    let scheduled = begin.elapsed().as_secs_f64();
    println!(
        "{{\"uris\": {uris}, \"hosts\": {hosts}, \"inserts\": {:.0}, \"last\": {:.0}, \"longest\": {longest:.2}, \
         \"seen\": {:.0}, \"scheduled\": {:.0}, \"opened\": {opened:.2}, \"replayed\": 0, \"bytes\": {:.1}, \
         \"insert_peak\": {insert_peak}, \"peak\": {}}}",
        uris as f64 / all,
        (uris / 10) as f64 / last,
        SEEN as f64 / asked,
        take as f64 / scheduled,
        size(folder) as f64 / uris as f64,
        peak()
    );
}

/// Of this process, in bytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("is read");
    let line = status.lines().find(|line| line.starts_with("VmHWM")).expect("is there");
    let kilobytes = line.split_whitespace().nth(1).and_then(|number| number.parse::<u64>().ok());
    kilobytes.expect("a number") * 1024
}

fn size(folder: &Path) -> u64 {
    let items = std::fs::read_dir(folder).expect("is read").map(|item| item.expect("is read"));
    items
        .map(|item| match item.metadata().expect("is read") {
            data if data.is_dir() => size(&item.path()),
            data => data.len(),
        })
        .sum()
}
