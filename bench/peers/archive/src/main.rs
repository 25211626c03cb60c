//! Fills a catalogue with captures, file by file, and asks for some. Prints one line of JSON.
//!
//! `peer-archive ours|table FOLDER CAPTURES`; what was cut short goes on, and is measured from there.

use std::path::Path;
use std::time::Instant;
use stodola_archive::{Archive, CaptureRow, Catalogue, CatalogueWriter, FileFacts, Kind, Stamp};
use stodola_warc::digest::{Algorithm, Digest};

/// Captures of a file: what a thousand million bytes of WARC hold.
const PER_FILE: u64 = 25_000;
const HOSTS: f64 = 100_000.0;
const LOOKUPS: u64 = 10_000;
const PAGES: u64 = 200;
const PAGE: usize = 100;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [store, folder, captures] = &arguments[..] else {
        panic!("peer-archive ours|table FOLDER CAPTURES")
    };
    let captures = captures.parse().expect("a number");
    let folder = Path::new(folder);
    std::fs::create_dir_all(folder).expect("can be made");
    match store.as_str() {
        "ours" => ours(folder, captures),
        _ => table(folder, captures),
    }
}

fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// The URI of that number, 80 bytes. Hosts differ in size as on the web.
fn uri(number: u64) -> String {
    let mixed = mixed(number);
    let spread = (mixed & 0xFFFF_FFFF) as f64 / 4_294_967_296.0;
    let host = (spread * spread * HOSTS) as u64;
    let (year, section) = (2000 + mixed % 24, (mixed >> 40) % 900 + 100);
    format!(
        "https://www.site-{host:06}.example.cz/{year}/rubrika-{section}/clanek-{number:09}-a.html"
    )
}

fn row(number: u64) -> CaptureRow {
    let mixed = mixed(number ^ 0xABCD);
    // A third of the captures are of URIs that were captured before.
    let again = if number % 3 == 0 { mixed % (number + 1) } else { number };
    let uri = uri(again).into_bytes();
    let mut digest = [0; 20];
    digest[..8].copy_from_slice(&mixed.to_be_bytes());
    digest[8..16].copy_from_slice(&number.to_be_bytes());
    let types = ["text/html", "image/jpeg", "image/png", "text/css", "application/javascript"];
    let digest = Digest::from_bytes(Algorithm::Sha1, &digest).expect("twenty bytes");
    CaptureRow {
        key: stodola_uri::surt(&uri),
        uri,
        time: Stamp::from_number(
            (2005 + number / PER_FILE % 20) * 10_000_000_000
                + (1 + mixed % 12) * 100_000_000
                + (1 + (mixed >> 8) % 28) * 1_000_000
                + (mixed >> 16) % 24 * 10_000
                + (mixed >> 24) % 60 * 100
                + (mixed >> 32) % 60,
        ),
        kind: Kind::Response,
        status: Some([200, 200, 200, 301, 404][(mixed % 5) as usize]),
        mime: Some(types[(mixed >> 40) as usize % types.len()].to_owned()),
        digest: Some(digest.to_string()),
        length: Some((mixed >> 20) % 100_000 + 300),
        offset: number % PER_FILE * 40_000 + (mixed >> 10) % 40_000,
        inner_offset: 0,
        target_uri: None,
        target_time: None,
        language: None,
        title: None,
    }
}

struct Figures {
    captures: u64,
    all: f64,
    last: f64,
    longest: f64,
    making: f64,
    lookups: Vec<f64>,
    page: f64,
    size: u64,
    segments: usize,
}

fn ours(folder: &Path, captures: u64) {
    let archive = Archive::open_or_create(folder).expect("is made");
    let lock = archive.lock("bench/archive").expect("is free");
    let mut writer = CatalogueWriter::open(&archive, lock).expect("is made");
    let files = captures / PER_FILE;
    let first = writer.totals().expect("are known").files;
    let tenth = (files - files / 10).max(first);
    let (begin, mut last, mut longest) = (Instant::now(), Instant::now(), 0f64);
    for file in first..files {
        if file == tenth {
            last = Instant::now();
        }
        let added = Instant::now();
        let mut adder = writer.begin_file(&format!("warc/{file:06}.warc.gz")).expect("begins");
        for number in file * PER_FILE..(file + 1) * PER_FILE {
            adder.push(row(number)).expect("is taken");
        }
        let facts =
            FileFacts { size: 1_000_000_000, records: PER_FILE * 3, ..FileFacts::default() };
        adder.finish(&facts).expect("is written");
        longest = longest.max(added.elapsed().as_secs_f64());
    }
    let share = |from: u64, seconds: f64| seconds * files as f64 / (files - from) as f64;
    let all = share(first, begin.elapsed().as_secs_f64());
    let last = share(tenth, last.elapsed().as_secs_f64()) / 10.0;
    let segments = writer.segments().expect("are counted");
    writer.close().expect("closes");

    let catalogue = Catalogue::open(&archive).expect("opens");
    let lookups = lookups(captures, |uri| catalogue.lookup(uri.as_bytes()).expect("answers").len());
    let page = pages(captures, |prefix| {
        catalogue.prefix(prefix.as_bytes(), None).take(PAGE).map(|it| it.expect("answers")).count()
    });
    let size = size_of(&archive.catalogue_path());
    let making = making(captures);
    report(Figures { captures, all, last, longest, making, lookups, page, size, segments });
}

/// One table in the order of its key: what is done without further thought.
fn table(folder: &Path, captures: u64) {
    let path = folder.join("table.db");
    let mut connection = rusqlite::Connection::open(&path).expect("opens");
    connection
        .execute_batch(
            "PRAGMA page_size = 8192; PRAGMA journal_mode = wal; PRAGMA synchronous = normal;
             PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 8192;
             CREATE TABLE captures (surt TEXT, time INTEGER, file INTEGER, offset INTEGER,
                status INTEGER, mime INTEGER, length INTEGER, digest BLOB,
                PRIMARY KEY (surt, time, file, offset)) WITHOUT ROWID",
        )
        .expect("is made");
    let files = captures / PER_FILE;
    let (begin, mut last, mut longest) = (Instant::now(), Instant::now(), 0f64);
    for file in 0..files {
        if file == files - files / 10 {
            last = Instant::now();
        }
        let added = Instant::now();
        let mut rows: Vec<_> = (file * PER_FILE..(file + 1) * PER_FILE).map(row).collect();
        rows.sort_by(|a, b| a.key.cmp(&b.key));
        let transaction = connection.transaction().expect("begins");
        let mut insert = transaction
            .prepare_cached("INSERT INTO captures VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
            .expect("is right");
        for row in rows {
            let digest = Digest::parse(row.digest.expect("has one").as_bytes()).expect("is one");
            let key = String::from_utf8(row.key).expect("is ASCII");
            let time = row.time.map_or(0, Stamp::number) as i64;
            let (offset, length) = (row.offset as i64, row.length.unwrap_or(0) as i64);
            insert
                .execute((key, time, file as i64, offset, row.status, 1, length, digest.as_bytes()))
                .expect("is taken");
        }
        drop(insert);
        transaction.commit().expect("is written");
        longest = longest.max(added.elapsed().as_secs_f64());
    }
    let (all, last) = (begin.elapsed().as_secs_f64(), last.elapsed().as_secs_f64());
    let mut find =
        connection.prepare("SELECT time, offset FROM captures WHERE surt = ?1").expect("is right");
    let lookups = lookups(captures, |uri| {
        let key = String::from_utf8(stodola_uri::surt(uri.as_bytes())).expect("is ASCII");
        let mut rows = find.query([key]).expect("answers");
        let mut count = 0;
        while rows.next().expect("answers").is_some() {
            count += 1;
        }
        count
    });
    drop(find);
    drop(connection);
    let making = making(captures);
    let size = size_of(&path);
    report(Figures { captures, all, last, longest, making, lookups, page: 0.0, size, segments: 1 });
}

/// Seconds for each look-up, shortest first. Every URI was captured.
fn lookups(captures: u64, mut find: impl FnMut(&str) -> usize) -> Vec<f64> {
    let mut times = Vec::new();
    let mut number = 0;
    while (times.len() as u64) < LOOKUPS {
        number += 1;
        let wanted = mixed(number) % captures;
        // Those that were captured as another one need not be there.
        if wanted % 3 == 0 {
            continue;
        }
        let uri = uri(wanted);
        let begin = Instant::now();
        let found = find(&uri);
        times.push(begin.elapsed().as_secs_f64());
        assert!(found > 0, "{uri} is not there");
    }
    times.sort_by(f64::total_cmp);
    times
}

/// The mean time for the first page of a host.
fn pages(captures: u64, mut find: impl FnMut(&str) -> usize) -> f64 {
    let begin = Instant::now();
    for number in 0..PAGES {
        let uri = uri(mixed(number) % captures);
        let host = uri.split('/').nth(2).expect("has a host").trim_start_matches("www.");
        let mut labels: Vec<&str> = host.split('.').collect();
        labels.reverse();
        find(&format!("{})/", labels.join(",")));
    }
    begin.elapsed().as_secs_f64() / PAGES as f64
}

/// Seconds that making the captures takes, which is no work of the catalogue.
fn making(captures: u64) -> f64 {
    let sample = captures.min(500_000);
    let begin = Instant::now();
    let bytes: usize = (0..sample).map(|number| row(number).key.len()).sum();
    assert!(bytes > 0);
    begin.elapsed().as_secs_f64() * captures as f64 / sample as f64
}

fn report(figures: Figures) {
    let Figures { captures, all, last, longest, making, lookups, page, size, segments } = figures;
    let at = |part: f64| lookups[((lookups.len() - 1) as f64 * part) as usize] * 1e3;
    println!(
        "{{\"captures\":{captures},\"added\":{:.0},\"last\":{:.0},\"longest\":{longest:.2},\
         \"making\":{making:.1},\"median\":{:.4},\"p99\":{:.4},\"page\":{:.3},\"bytes\":{:.1},\
         \"segments\":{segments},\"peak\":{}}}",
        captures as f64 / all,
        captures as f64 / 10.0 / last,
        at(0.5),
        at(0.99),
        page * 1e3,
        size as f64 / captures as f64,
        peak()
    );
}

fn size_of(path: &Path) -> u64 {
    let wal = path.with_extension("db-wal");
    [path, &wal].iter().filter_map(|path| path.metadata().ok()).map(|it| it.len()).sum()
}

/// Peak memory of this process in bytes.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap_or_default();
    let kib: u64 = line.split_whitespace().nth(1).and_then(|it| it.parse().ok()).unwrap_or(0);
    kib * 1024
}
