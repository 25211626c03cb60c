//! Fills a catalogue with captures, file by file, and asks for some. Prints one line of JSON.
//!
//! `peer-archive ours|clustered|indexed FOLDER CAPTURES [MINUTES]`; an unfinished catalogue of ours is continued, and
//! is measured from there. After MINUTES nothing more is added, and what is there is asked and reported.

use std::path::Path;
use std::time::{Duration, Instant};
use stodola_archive::{Archive, CaptureKind, CaptureRow, Catalogue, CatalogueWriter, FileFacts, Stamp};
use stodola_warc::digest::{Algorithm, Digest};

/// Captures of a file: what a thousand million bytes of WARC hold.
const PER_FILE: u64 = 25_000;
const HOSTS: f64 = 100_000.0;
const LOOKUPS: u64 = 10_000;
const PAGES: u64 = 200;
const PAGE: usize = 100;
const TYPES: [&str; 5] =
    ["text/html", "image/jpeg", "image/png", "text/css", "application/javascript"];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (store, folder, captures, minutes) = match &arguments[..] {
        [store, folder, captures] => (store, folder, captures, u64::MAX),
        [store, folder, captures, minutes] => {
            (store, folder, captures, minutes.parse().expect("a number"))
        }
        _ => panic!("peer-archive ours|clustered|indexed FOLDER CAPTURES [MINUTES]"),
    };
    let captures = captures.parse().expect("a number");
    let folder = Path::new(folder);
    let limit = Duration::from_secs(minutes.saturating_mul(60));
    std::fs::create_dir_all(folder).expect("can be made");
    match store.as_str() {
        "ours" => ours(folder, captures, limit),
        "clustered" => table(folder, captures, limit, Layout::Clustered),
        "indexed" => table(folder, captures, limit, Layout::Indexed),
        other => panic!("'{other}' is no store"),
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
        kind: CaptureKind::Response,
        status: Some([200, 200, 200, 301, 404][(mixed % 5) as usize]),
        mime: Some(TYPES[(mixed >> 40) as usize % TYPES.len()].to_owned()),
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
    wanted: u64,
    added: Added,
    making: f64,
    lookups: Vec<f64>,
    page: f64,
    size: u64,
    segments: usize,
}

/// How adding went, file by file.
struct Added {
    begin: Instant,
    limit: Duration,
    files: u64,
    first: u64,
    /// At the end of each file, since the beginning: seconds, and seconds of CPU time.
    ends: Vec<(f64, f64)>,
    longest: f64,
    cpu: f64,
    written: u64,
}

impl Added {
    fn new(first: u64, files: u64, limit: Duration) -> Added {
        let (cpu, written) = (cpu(), written());
        let (begin, ends) = (Instant::now(), vec![(0.0, 0.0)]);
        Added { begin, limit, files, first, ends, longest: 0.0, cpu, written }
    }

    fn note(&mut self) {
        let now = self.begin.elapsed().as_secs_f64();
        let before = self.ends.last().map_or(0.0, |(end, _)| *end);
        self.longest = self.longest.max(now - before);
        self.ends.push((now, cpu() - self.cpu));
        let done = self.ends.len() - 1;
        if done.is_multiple_of(100) {
            let captures = (self.first + done as u64) * PER_FILE;
            let rate = |from: usize| {
                (done - from) as f64 * PER_FILE as f64 / (now - self.ends[from].0)
            };
            eprintln!("{captures} captures, {:.0} a second, {:.0} lately", rate(0), rate(done - 100));
        }
    }

    fn is_over(&self) -> bool {
        self.begin.elapsed() >= self.limit || self.first + self.done() == self.files
    }

    fn done(&self) -> u64 {
        self.ends.len() as u64 - 1
    }

    fn captures(&self) -> u64 {
        (self.first + self.done()) * PER_FILE
    }

    /// Captures a second and microseconds of CPU time a capture, all in all and in the last tenth.
    fn rates(&self) -> [(f64, f64); 2] {
        let done = self.ends.len() - 1;
        [0, done - (done / 10).max(1)].map(|from| {
            let captures = (done - from) as f64 * PER_FILE as f64;
            let ((begin, cpu_begin), (end, cpu_end)) = (self.ends[from], self.ends[done]);
            (captures / (end - begin), (cpu_end - cpu_begin) / captures * 1e6)
        })
    }
}

fn ours(folder: &Path, captures: u64, limit: Duration) {
    let archive = Archive::open_or_create(folder).expect("is made");
    let lock = archive.lock("bench/archive").expect("is free");
    let mut writer = CatalogueWriter::open(&archive, lock).expect("is made");
    let first = writer.totals().expect("are known").files;
    let mut added = Added::new(first, captures / PER_FILE, limit);
    while !added.is_over() {
        let file = first + added.done();
        let mut adder = writer.begin_file(&format!("warc/{file:06}.warc.gz")).expect("begins");
        for number in file * PER_FILE..(file + 1) * PER_FILE {
            adder.push(row(number)).expect("is taken");
        }
        let facts =
            FileFacts { size: 1_000_000_000, records: PER_FILE * 3, ..FileFacts::default() };
        adder.finish(&facts).expect("is written");
        added.note();
    }
    let segments = writer.segments().expect("are counted");
    writer.close().expect("closes");

    let wanted = captures;
    let captures = added.captures();
    let catalogue = Catalogue::open(&archive).expect("opens");
    let lookups = lookups(captures, |uri| catalogue.lookup(uri.as_bytes()).expect("answers").len());
    let page = pages(captures, |prefix| {
        catalogue.prefix(prefix.as_bytes(), None).take(PAGE).map(|it| it.expect("answers")).count()
    });
    let size = size_of(&archive.catalogue_path());
    let making = making(captures);
    report(Figures { wanted, added, making, lookups, page, size, segments });
}

/// How one plain table is laid out.
#[derive(Clone, Copy, PartialEq)]
enum Layout {
    /// In the order of its key: SURT, time, file, offset.
    Clustered,
    /// In the order of adding, with an index by SURT and time.
    Indexed,
}

/// The columns of ours, in their order.
const COLUMNS: &str = "surt, time, file, offset, inner, kind, status, mime, length, digest, form, uri, \
                       target_uri, target_time";

/// One table with the columns and the settings of ours: what is done without further thought. Hosts and tallies, which
/// ours counts in the same transaction, are left out.
fn table(folder: &Path, captures: u64, limit: Duration, layout: Layout) {
    let path = folder.join("table.db");
    let mut connection = rusqlite::Connection::open(&path).expect("opens");
    let (key, index) = match layout {
        Layout::Clustered => {
            (", PRIMARY KEY (surt, time, file, offset, inner)) WITHOUT ROWID", "")
        }
        Layout::Indexed => (")", "CREATE INDEX captures_by_key ON captures (surt, time)"),
    };
    connection
        .execute_batch(&format!(
            "PRAGMA page_size = 8192; PRAGMA journal_mode = wal; PRAGMA synchronous = normal;
             PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 8192;
             CREATE TABLE captures (surt TEXT NOT NULL, time INTEGER NOT NULL, file INTEGER NOT NULL,
                offset INTEGER NOT NULL, inner INTEGER NOT NULL, kind INTEGER NOT NULL,
                status INTEGER, mime INTEGER, length INTEGER, digest, form INTEGER, uri TEXT,
                target_uri TEXT, target_time INTEGER{key}; {index}"
        ))
        .expect("is made");
    let mut added = Added::new(0, captures / PER_FILE, limit);
    while !added.is_over() {
        let file = added.done();
        let mut rows: Vec<_> = (file * PER_FILE..(file + 1) * PER_FILE).map(row).collect();
        rows.sort_by(|a, b| (&a.key, a.time, a.offset).cmp(&(&b.key, b.time, b.offset)));
        let transaction = connection.transaction().expect("begins");
        let mut insert = transaction
            .prepare_cached(
                "INSERT INTO captures VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
            )
            .expect("is right");
        for row in rows {
            let digest = Digest::parse(row.digest.expect("has one").as_bytes()).expect("is one");
            let mime = row.mime.and_then(|mime| TYPES.iter().position(|name| *name == mime));
            insert
                .execute(rusqlite::params![
                    str::from_utf8(&row.key).expect("is ASCII"),
                    row.time.map_or(0, Stamp::number) as i64,
                    file as i64,
                    row.offset as i64,
                    row.inner_offset as i64,
                    1,
                    row.status,
                    mime.map(|mime| mime as i64 + 1),
                    row.length.map(|length| length as i64),
                    digest.as_bytes(),
                    // The URI follows from the SURT: https and www.
                    3,
                    None::<&str>,
                    None::<&str>,
                    None::<i64>
                ])
                .expect("is taken");
        }
        drop(insert);
        transaction.commit().expect("is written");
        added.note();
    }
    let wanted = captures;
    let captures = added.captures();
    let mut find = connection
        .prepare(&format!(
            "SELECT {COLUMNS} FROM captures WHERE surt = ?1 ORDER BY time, file, offset, inner"
        ))
        .expect("is right");
    let lookups = lookups(captures, |uri| {
        let key = String::from_utf8(stodola_uri::surt(uri.as_bytes())).expect("is ASCII");
        count(find.query([key]).expect("answers"))
    });
    drop(find);
    let mut find = connection
        .prepare(&format!(
            "SELECT {COLUMNS} FROM captures WHERE surt >= ?1 AND surt < ?2 ORDER BY surt, time LIMIT {PAGE}"
        ))
        .expect("is right");
    let page = pages(captures, |prefix| {
        // All prefixes end with a slash; a zero follows it in ASCII.
        let behind = format!("{}0", prefix.trim_end_matches('/'));
        count(find.query([prefix, &behind]).expect("answers"))
    });
    drop(find);
    drop(connection);
    let making = making(captures);
    let size = size_of(&path);
    report(Figures { wanted, added, making, lookups, page, size, segments: 1 });
}

/// Reads all columns of all rows, as a caller would, and counts the rows.
fn count(mut rows: rusqlite::Rows<'_>) -> usize {
    let mut count = 0;
    while let Some(row) = rows.next().expect("answers") {
        let key: String = row.get(0).expect("is there");
        let numbers: [Option<i64>; 8] =
            std::array::from_fn(|number| row.get(number + 1).expect("is there"));
        let digest: Vec<u8> = row.get(9).expect("is there");
        assert!(!key.is_empty() && numbers[0].is_some() && digest.len() == 20);
        count += 1;
    }
    count
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
    let Figures { wanted, added, making, lookups, page, size, segments } = figures;
    let at = |part: f64| lookups[((lookups.len() - 1) as f64 * part) as usize] * 1e3;
    let captures = added.captures();
    let [(all, all_cpu), (last, last_cpu)] = added.rates();
    println!(
        "{{\"wanted\":{wanted},\"captures\":{captures},\"added\":{all:.0},\"last\":{last:.0},\
         \"cpu\":{all_cpu:.2},\"last_cpu\":{last_cpu:.2},\"longest\":{:.2},\"making\":{making:.1},\
         \"median\":{:.4},\"p99\":{:.4},\"page\":{:.3},\"bytes\":{:.1},\"written\":{:.0},\
         \"segments\":{segments},\"peak\":{}}}",
        added.longest,
        at(0.5),
        at(0.99),
        page * 1e3,
        size as f64 / captures as f64,
        (written() - added.written) as f64 / (added.done() * PER_FILE) as f64,
        peak()
    );
}

/// Seconds of CPU time that this process has used.
fn cpu() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name in brackets: user and system time are the twelfth and thirteenth word, in hundredths.
    let words = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    words.skip(11).take(2).filter_map(|word| word.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// Bytes that this process has handed to the disk.
fn written() -> u64 {
    let io = std::fs::read_to_string("/proc/self/io").unwrap_or_default();
    let line = io.lines().find_map(|line| line.strip_prefix("write_bytes: "));
    line.and_then(|bytes| bytes.parse().ok()).unwrap_or(0)
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
