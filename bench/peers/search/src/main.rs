//! Measures the search index.
//!
//!     peer-search make FOLDER COUNT LIST            WARC files of documents made of the HTML files in LIST
//!     peer-search revisits FOLDER COUNT             WARC files that say that all these documents have not changed
//!     peer-search pages FOLDER LIST                 the HTML files themselves; a line of LIST: path, tab, address
//!     peer-search index ARCHIVE FOLDER [DICT]       adds the files of a folder to an archive with a search index
//!     peer-search query ARCHIVE QUERIES ROUNDS      asks each line of QUERIES, with facets
//!     peer-search quality ARCHIVE TSV SET           MRR and nDCG@10 of the queries of a set
//!     peer-search forms ARCHIVE LIST                a line of LIST: base form, tab, other forms
//!     peer-search fts5 DATABASE FOLDER QUERIES      the same text in SQLite
//!
//! Each prints one JSON object.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use stodola_archive::{Archive, CaptureKind, CatalogueWriter, FilePlace, Intake};
use stodola_follow::{Document, FollowError, Follower, Followers, Reads};
use stodola_search::query::parse;
use stodola_search::{SearchFollower, SearchIndex, SearchPage, SearchRequest, SearchTools};

type Any = Box<dyn std::error::Error>;

fn main() -> Result<(), Any> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let text: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match text[..] {
        ["make", out, count, list] => make(out, count.parse()?, list),
        ["revisits", out, count] => revisits(out, count.parse()?),
        ["pages", out, list] => pages(out, list),
        ["index", archive, files] => index(archive, files, None),
        ["index", archive, files, dictionaries] => index(archive, files, Some(dictionaries)),
        ["query", archive, queries, rounds] => query(archive, queries, rounds.parse()?),
        ["quality", archive, table, set] => quality(archive, table, set),
        ["forms", archive, list] => forms(archive, list),
        ["fts5", database, files, queries] => fts5(database, files, queries),
        _ => Err("see the comment at the beginning of main.rs".into()),
    }
}

/// A small generator, so that the same call gives the same bytes.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % sides.max(1) as u64) as usize
    }
}

/// Documents in one file: about as many as a file of 1 GB has, with pictures and all.
const PER_FILE: u32 = 25_000;

/// Writes documents to files of a folder, one behind another.
struct Files {
    folder: PathBuf,
    documents: u32,
    file: Option<BufWriter<fs::File>>,
}

impl Files {
    fn new(folder: &str) -> Result<Files, Any> {
        fs::create_dir_all(folder)?;
        Ok(Files { folder: folder.into(), documents: 0, file: None })
    }

    /// The file for the next document.
    fn next(&mut self) -> Result<&mut BufWriter<fs::File>, Any> {
        if self.documents % PER_FILE == 0 {
            self.close()?;
        }
        let path = self.folder.join(format!("{:05}.warc", self.documents / PER_FILE));
        self.documents += 1;
        let file = match self.file.take() {
            Some(file) => file,
            None => BufWriter::with_capacity(1 << 20, fs::File::create(path)?),
        };
        Ok(self.file.insert(file))
    }

    fn close(&mut self) -> Result<(), Any> {
        if let Some(mut file) = self.file.take() {
            file.flush()?;
        }
        Ok(())
    }
}

/// Host and path of a document that was made.
fn made_uri(number: u32) -> String {
    format!("http://h{}.example/{number}.html", Dice(u64::from(number)).roll(2000))
}

/// No two documents that were made are alike, so their numbers stand for their bytes.
fn made_digest(number: u32) -> String {
    let mut dice = Dice(u64::from(number) + 1_000_000_007);
    let letters = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let text: String = (0..32).map(|_| char::from(letters[dice.roll(32)])).collect();
    format!("WARC-Payload-Digest: sha1:{text}\r\n")
}

/// Writes documents with the structure of pages, of paragraphs of real ones.
fn make(out: &str, count: u32, list: &str) -> Result<(), Any> {
    let mut sources: Vec<(String, Vec<String>)> = Vec::new();
    for path in fs::read_to_string(list)?.lines() {
        let html = String::from_utf8_lossy(&fs::read(path)?).into_owned();
        let language = if path.contains("/cs/") || path.contains("-cs") { "cs" } else { "en" };
        let texts: Vec<String> = html
            .split("<p")
            .skip(1)
            .map(|it| it.split("</p>").next().unwrap_or_default())
            .map(|it| strip(it.split_once('>').map_or("", |(_, text)| text)))
            .filter(|it| it.len() > 40)
            .collect();
        if texts.len() > 2 {
            sources.push((language.to_owned(), texts));
        }
    }
    let mut files = Files::new(out)?;
    let mut dice = Dice(42);
    let of_language = |language: &str| -> Vec<&(String, Vec<String>)> {
        sources.iter().filter(|it| it.0 == language).take(50).collect()
    };
    let (czech, english) = (of_language("cs"), of_language("en"));
    let mut bytes = 0;
    for number in 0..count {
        let (language, texts) = &sources[dice.roll(sources.len())];
        let same = if language == "cs" { &czech } else { &english };
        let mut body = String::new();
        let words: Vec<&str> = texts[dice.roll(texts.len())].split(' ').take(8).collect();
        write!(
            body,
            "<!DOCTYPE html><html lang={language}><head><title>{} {number}</title></head><body>",
            words.join(" ")
        )?;
        write!(
            body,
            "<nav><ul><li><a href=/>Home</a><li><a href=/a>About</a></ul></nav><h1>{}</h1>",
            words.join(" ")
        )?;
        for paragraph in 0..3 + dice.roll(10) {
            let from = &same[dice.roll(same.len())].1;
            let from = if paragraph % 3 == 0 { from } else { texts };
            write!(body, "<p class=text>{}</p>\n", from[dice.roll(from.len())])?;
        }
        body.push_str("<footer><p>All rights reserved</p></footer></body></html>");
        let year = 2005 + dice.roll(20);
        bytes += body.len();
        let head = Head {
            uri: &made_uri(number),
            date: &format!("{year}-03-01T00:00:00Z"),
            fields: &made_digest(number),
        };
        record(files.next()?, &head, body.as_bytes())?;
    }
    files.close()?;
    println!("{{\"documents\": {count}, \"bytes\": {bytes}}}");
    Ok(())
}

/// Writes that documents have not changed, as a harvest does.
fn revisits(out: &str, count: u32) -> Result<(), Any> {
    let mut files = Files::new(out)?;
    for number in 0..count {
        let (uri, digest) = (made_uri(number), made_digest(number));
        let block = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n";
        write!(
            files.next()?,
            "WARC/1.1\r\nWARC-Type: revisit\r\nWARC-Target-URI: {uri}\r\nWARC-Date: 2026-03-01T00:00:00Z\r\n\
             {digest}WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n\
             Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n",
            block.len()
        )?;
    }
    files.close()?;
    println!("{{\"documents\": {count}}}");
    Ok(())
}

fn strip(html: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for letter in html.chars() {
        match letter {
            '<' => inside = true,
            '>' => inside = false,
            letter if !inside => out.push(if letter.is_whitespace() { ' ' } else { letter }),
            _ => {}
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn pages(out: &str, list: &str) -> Result<(), Any> {
    let mut files = Files::new(out)?;
    for line in fs::read_to_string(list)?.lines() {
        let (path, uri) = line.split_once('\t').ok_or("a line without an address")?;
        let head = Head { uri, date: "2024-01-01T00:00:00Z", fields: "" };
        record(files.next()?, &head, &fs::read(path)?)?;
    }
    files.close()?;
    println!("{{}}");
    Ok(())
}

/// What stands in the header of a record.
struct Head<'h> {
    uri: &'h str,
    date: &'h str,
    /// Further fields, each with the end of its line.
    fields: &'h str,
}

fn record(out: &mut impl Write, about: &Head<'_>, body: &[u8]) -> std::io::Result<()> {
    let Head { uri, date, fields } = about;
    let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n";
    write!(
        out,
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {uri}\r\nWARC-Date: {date}\r\n{fields}\
         Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n",
        head.len() + body.len()
    )?;
    out.write_all(head)?;
    out.write_all(body)?;
    out.write_all(b"\r\n\r\n")
}

/// Counts the text, and hands it on if somebody wants it.
struct Texts {
    sums: Arc<Mutex<(u64, u64)>>,
    on: Option<Box<dyn FnMut(&str, &str) + Send>>,
}

impl Follower for Texts {
    fn name(&self) -> &'static str {
        "texts"
    }
    fn version(&self) -> u32 {
        1
    }
    fn stored_version(&self) -> Option<u32> {
        None
    }
    fn reads(&self) -> Reads {
        Reads::Pages
    }
    fn place(&self, _: &str) -> Result<FilePlace, FollowError> {
        Ok(FilePlace::START)
    }
    fn take(&mut self, document: &mut Document<'_>) -> Result<(), FollowError> {
        if document.row().kind != CaptureKind::Response {
            return Ok(());
        }
        if let Some(page) = document.page()? {
            let mut sums = self.sums.lock().map_err(|_| FollowError::new("lock"))?;
            sums.0 += 1;
            sums.1 += page.text.text.len() as u64;
            if let Some(on) = &mut self.on {
                on(page.text.title.as_deref().unwrap_or_default(), &page.text.text);
            }
        }
        Ok(())
    }
    fn commit(&mut self, _: &str, _: FilePlace) -> Result<(), FollowError> {
        Ok(())
    }
    fn abandon(&mut self) {}
    fn forget(&mut self, _: &str) -> Result<(), FollowError> {
        Ok(())
    }
    fn start_anew(&mut self) -> Result<(), FollowError> {
        Ok(())
    }
}

/// Adds all files of a folder to an archive, in the order of their names.
fn add(archive: &Archive, files: &str, followers: Vec<Box<dyn Follower>>) -> Result<(), Any> {
    let mut all = Followers::new(archive)?;
    followers.into_iter().for_each(|it| all.attach(it));
    let mut writer = CatalogueWriter::open(archive, archive.lock("a measurement")?)?;
    writer.observe_with(Box::new(all));
    let mut paths: Vec<PathBuf> =
        fs::read_dir(files)?.map(|it| it.map(|it| it.path())).collect::<Result<_, _>>()?;
    paths.sort();
    for path in paths {
        writer.take_in(archive, &path, Intake::Reference, &mut ())?;
    }
    writer.close()?;
    Ok(())
}

fn index(folder: &str, files: &str, dictionaries: Option<&str>) -> Result<(), Any> {
    // What the catalogue and reading cost is measured apart, in a second archive, and taken off.
    let plain = format!("{folder}-plain");
    let sums = Arc::new(Mutex::new((0, 0)));
    let before = cpu();
    add(
        &Archive::open_or_create(Path::new(&plain))?,
        files,
        vec![Box::new(Texts { sums: Arc::clone(&sums), on: None })],
    )?;
    let reading = cpu() - before;
    let archive = Archive::open_or_create(Path::new(folder))?;
    let tools = SearchTools {
        language: Some(|text| {
            stodola_judge::language::Identifier::built_in().identify(text).map(|it| it.language)
        }),
        dictionaries: dictionaries.map(PathBuf::from).into_iter().collect(),
        ..SearchTools::default()
    };
    // Tables of inflection are made once for an archive.
    let began = cpu();
    SearchFollower::enable(&archive)?;
    drop(SearchFollower::open(&archive, tools.clone())?);
    let opening = cpu() - began;
    let own_memory = OwnMemory::watch();
    let (before, began) = (cpu(), Instant::now());
    add(&archive, files, vec![Box::new(SearchFollower::open(&archive, tools)?)])?;
    let (both, seconds) = (cpu() - before, began.elapsed().as_secs_f64());
    let own_memory = own_memory.most();
    let (pages, text) = *sums.lock().map_err(|_| "lock")?;
    let search = archive.folder().join("text");
    let inverted = bytes(&search.join("index"));
    let database = fs::metadata(search.join("search.db"))?.len();
    let counts = SearchIndex::open(&archive)?.counts()?;
    println!(
        "{{\"pages\": {pages}, \"captures\": {}, \"text_bytes\": {text}, \"cpu_opening\": {opening:.2}, \
         \"cpu_all\": {both:.2}, \"cpu_reading\": {reading:.2}, \"cpu_index\": {:.2}, \
         \"pages_per_cpu_second\": {:.0}, \"pages_per_cpu_second_of_indexing\": {:.0}, \
         \"seconds\": {seconds:.1}, \"index_bytes\": {inverted}, \"database_bytes\": {database}, \
         \"share_of_text\": {:.3}, \"share_with_database\": {:.3}, \"memory_mb\": {}, \"mapped_memory_mb\": {}}}",
        counts[2],
        both - reading,
        pages as f64 / both,
        pages as f64 / (both - reading),
        inverted as f64 / text.max(1) as f64,
        (inverted + database) as f64 / text.max(1) as f64,
        own_memory / 1024,
        memory() / 1024,
    );
    Ok(())
}

fn query(folder: &str, queries: &str, rounds: usize) -> Result<(), Any> {
    let began = Instant::now();
    let index = SearchIndex::open(&Archive::open(Path::new(folder))?)?;
    let mut times = Vec::new();
    let (mut found, mut slowest) = (0, (0.0, String::new()));
    let texts = fs::read_to_string(queries)?;
    let lines: Vec<&str> = texts.lines().filter(|line| !line.is_empty()).collect();
    index.search(&request(lines.first().ok_or("no queries")?)?)?;
    let opening = began.elapsed().as_secs_f64() * 1000.0;
    for _ in 0..rounds {
        for line in &lines {
            // By the clock: several threads work on a query.
            let began = Instant::now();
            found += index.search(&request(line)?)?.total;
            let took = began.elapsed().as_secs_f64() * 1000.0;
            times.push(took);
            if took > slowest.0 {
                slowest = (took, (*line).to_owned());
            }
        }
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{{\"queries\": {}, \"opening_ms\": {opening:.1}, \
         \"p50_ms\": {:.2}, \"p95_ms\": {:.2}, \"max_ms\": {:.2}, \
         \"slowest\": {:?}, \"mean_found\": {}, \"memory_mb\": {}}}",
        times.len(),
        times[times.len() / 2],
        times[times.len() * 95 / 100],
        slowest.0,
        slowest.1,
        found / times.len() as u64,
        memory() / 1024
    );
    Ok(())
}

fn request(text: &str) -> Result<SearchRequest<'static>, Any> {
    Ok(SearchRequest { query: parse(text)?, limit: 10, ..SearchRequest::default() })
}

fn address(page: &SearchPage, at: usize) -> String {
    let uri = String::from_utf8_lossy(&page.hits[at].uri).into_owned();
    uri.trim_start_matches("http://docs.example/").to_owned()
}

fn quality(folder: &str, table: &str, set: &str) -> Result<(), Any> {
    let index = SearchIndex::open(&Archive::open(Path::new(folder))?)?;
    let (mut count, mut reciprocal, mut gain) = (0.0, 0.0, 0.0);
    let mut missed = Vec::new();
    for line in fs::read_to_string(table)?.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let [kind, text, pages] = columns[..] else { continue };
        if kind != set {
            continue;
        }
        let wanted: HashMap<&str, f64> = pages
            .split(' ')
            .map(|it| {
                it.split_once(':')
                    .map_or((it, 2.0), |(page, grade)| (page, grade.parse().unwrap_or(1.0)))
            })
            .collect();
        let found = index.search(&request(text)?)?;
        count += 1.0;
        let mut ranks = Vec::new();
        let mut dcg = 0.0;
        for at in 0..found.hits.len() {
            if let Some(grade) = wanted.get(address(&found, at).as_str()) {
                ranks.push(at + 1);
                dcg += grade / (at as f64 + 2.0).log2();
            }
        }
        let mut grades: Vec<f64> = wanted.values().copied().collect();
        grades.sort_by(|a, b| b.total_cmp(a));
        let ideal: f64 = grades
            .iter()
            .take(10)
            .enumerate()
            .map(|(at, grade)| grade / (at as f64 + 2.0).log2())
            .sum();
        gain += dcg / ideal;
        reciprocal += ranks.first().map_or(0.0, |rank| 1.0 / *rank as f64);
        if ranks.first() != Some(&1) {
            let first = if found.hits.is_empty() { String::new() } else { address(&found, 0) };
            missed.push(format!("{text} -> {first} ({ranks:?} of {})", found.total));
        }
    }
    println!(
        "{{\"set\": {set:?}, \"queries\": {count}, \"mrr\": {:.3}, \"ndcg10\": {:.3}, \"not_first\": {missed:?}}}",
        reciprocal / count,
        gain / count
    );
    Ok(())
}

/// Whether each form of a word finds a page that has the base form, and how many words of others it finds.
fn forms(folder: &str, list: &str) -> Result<(), Any> {
    let index = SearchIndex::open(&Archive::open(Path::new(folder))?)?;
    let (mut forms, mut found, mut joins, mut false_joins) = (0, 0, 0, 0);
    let mut missed = Vec::new();
    for line in fs::read_to_string(list)?.lines() {
        let (base, others) = line.split_once('\t').ok_or("a line without forms")?;
        for form in others.split(' ') {
            forms += 1;
            let page = index.search(&SearchRequest {
                limit: 50,
                languages: vec!["cs".to_owned()],
                ..request(form)?
            })?;
            let hits: Vec<String> = (0..page.hits.len()).map(|at| address(&page, at)).collect();
            match hits.iter().any(|hit| hit == &format!("word/{base}")) {
                true => found += 1,
                false => missed.push(format!("{form}({base})")),
            }
            joins += hits.len();
            false_joins += hits.iter().filter(|hit| *hit != &format!("word/{base}")).count();
        }
    }
    missed.truncate(60);
    println!(
        "{{\"forms\": {forms}, \"found\": {found}, \"share\": {:.4}, \"joins\": {joins}, \
         \"false_joins\": {false_joins}, \
         \"false_share\": {:.4}, \"missed\": {missed:?}}}",
        f64::from(found) / f64::from(forms),
        false_joins as f64 / joins.max(1) as f64
    );
    Ok(())
}

fn fts5(database: &str, files: &str, queries: &str) -> Result<(), Any> {
    let connection = rusqlite::Connection::open(database)?;
    connection.execute_batch(
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; \
         CREATE VIRTUAL TABLE t USING fts5(title, text, content='', tokenize='unicode61');",
    )?;
    let connection = Arc::new(Mutex::new(connection));
    connection.lock().map_err(|_| "lock")?.execute_batch("BEGIN")?;
    let sums = Arc::new(Mutex::new((0, 0)));
    let spent = Arc::new(Mutex::new(0.0));
    let (to, clock) = (Arc::clone(&connection), Arc::clone(&spent));
    let mut row = 0;
    let insert = move |title: &str, text: &str| {
        let before = cpu_exact();
        row += 1;
        if let Ok(connection) = to.lock()
            && let Ok(mut statement) =
                connection.prepare_cached("INSERT INTO t(rowid, title, text) VALUES (?1, ?2, ?3)")
        {
            let _ = statement.execute((row, title, text));
        }
        if let Ok(mut clock) = clock.lock() {
            *clock += cpu_exact() - before;
        }
    };
    let folder = format!("{database}-archive");
    let _ = fs::remove_dir_all(&folder);
    let archive = Archive::open_or_create(Path::new(&folder))?;
    add(
        &archive,
        files,
        vec![Box::new(Texts { sums: Arc::clone(&sums), on: Some(Box::new(insert)) })],
    )?;
    let connection = connection.lock().map_err(|_| "lock")?;
    let before = cpu();
    connection.execute_batch("COMMIT; INSERT INTO t(t) VALUES('optimize');")?;
    let indexing = *spent.lock().map_err(|_| "lock")? + cpu() - before;
    let (pages, text) = *sums.lock().map_err(|_| "lock")?;
    let mut times = Vec::new();
    for line in
        fs::read_to_string(queries)?.lines().filter(|line| !line.contains(':') && !line.is_empty())
    {
        let words: Vec<String> = line
            .split_whitespace()
            .map(|it| format!("\"{}\"", it.replace(['"', '*', '+', '-'], "")))
            .collect();
        let began = cpu_exact();
        let mut statement = connection.prepare_cached(
            "SELECT rowid FROM t WHERE t MATCH ?1 ORDER BY bm25(t, 5.0, 1.0) LIMIT 10",
        )?;
        let found: Vec<i64> =
            statement.query_map([words.join(" ")], |row| row.get(0))?.collect::<Result<_, _>>()?;
        let count: i64 = connection.query_row(
            "SELECT count(*) FROM t WHERE t MATCH ?1",
            [words.join(" ")],
            |row| row.get(0),
        )?;
        let _ = (found, count);
        times.push((cpu_exact() - began) * 1000.0);
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{{\"pages\": {pages}, \"text_bytes\": {text}, \"cpu_index\": {indexing:.2}, \
         \"pages_per_cpu_second_of_indexing\": {:.0}, \
         \"index_bytes\": {}, \"share_of_text\": {:.3}, \"p50_ms\": {:.2}, \"p95_ms\": {:.2}}}",
        pages as f64 / indexing,
        fs::metadata(database)?.len(),
        fs::metadata(database)?.len() as f64 / text as f64,
        times[times.len() / 2],
        times[times.len() * 95 / 100]
    );
    Ok(())
}

/// Processor time of this process in seconds, all threads, those that ended included.
fn cpu() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let columns: Vec<&str> =
        stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks =
        |at: usize| columns.get(at).and_then(|it| it.parse::<f64>().ok()).unwrap_or_default();
    (ticks(11) + ticks(12)) / 100.0
}

/// The same for this thread, to the nanosecond.
fn cpu_exact() -> f64 {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    stat.split(' ').next().and_then(|it| it.parse::<f64>().ok()).unwrap_or_default() / 1e9
}

/// Watches how much memory this process has of its own: without files that are mapped, which the system takes back
/// whenever it needs room.
struct OwnMemory {
    is_over: Arc<AtomicBool>,
    watcher: std::thread::JoinHandle<u64>,
}

impl OwnMemory {
    fn watch() -> OwnMemory {
        let is_over = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&is_over);
        let watcher = std::thread::spawn(move || {
            let mut most = 0;
            while !told.load(Ordering::Relaxed) {
                most = most.max(status("RssAnon:"));
                std::thread::sleep(Duration::from_millis(20));
            }
            most
        });
        OwnMemory { is_over, watcher }
    }

    /// The most that there was, in KiB.
    fn most(self) -> u64 {
        self.is_over.store(true, Ordering::Relaxed);
        self.watcher.join().unwrap_or_default()
    }
}

/// Most memory that was in use, with mapped files, in KiB.
fn memory() -> u64 {
    status("VmHWM:")
}

/// A number of this process, in KiB.
fn status(name: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|it| it.trim().split(' ').next()?.parse().ok()).unwrap_or_default()
}

/// Bytes of all files below a folder.
fn bytes(folder: &Path) -> u64 {
    let Ok(files) = fs::read_dir(folder) else { return 0 };
    files
        .flatten()
        .map(|file| match file.metadata() {
            Ok(about) if about.is_dir() => bytes(&file.path()),
            Ok(about) => about.len(),
            Err(_) => 0,
        })
        .sum()
}
