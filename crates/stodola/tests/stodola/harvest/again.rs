//! Harvesting again: what the archive has is neither stored nor, if the server can tell, sent again.

use super::archive;
use super::look_again_after;
use super::tiny::{Answer, Tiny};
use super::truth::{assert_holds, assert_sound, expected};
use super::web::{Harvest, Job, Web};
use crate::session::Session;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use stodola_simweb::WorldSettings;
use stodola_warc::{Reader, RecordType};

const WITHIN: Duration = Duration::from_secs(120);

/// What records of one kind there are: by file, how many, and the bytes behind their HTTP heads.
#[derive(Debug, Default)]
pub(super) struct Census {
    responses: u64,
    payload_bytes: u64,
    /// By the end of their profile.
    revisits: BTreeMap<String, u64>,
}

/// Counts the records of each file, and holds that no payload is stored twice in all of them, but for once
/// chunked and once not.
#[track_caller]
pub(super) fn census(archive: &Path) -> Vec<Census> {
    let mut stored: BTreeMap<(Vec<u8>, bool), String> = BTreeMap::new();
    let mut all = Vec::new();
    for path in archive::files(archive) {
        let mut census = Census::default();
        let mut reader = Reader::open(&path).unwrap();
        while let Some(mut record) = reader.next_record().unwrap() {
            let uri = String::from_utf8_lossy(record.uri().unwrap_or_default()).into_owned();
            let header = record.warc().unwrap().clone();
            match record.kind() {
                RecordType::Response if !uri.starts_with("dns:") => {
                    let head = record.http().unwrap();
                    let is_chunked = head.as_ref().is_some_and(|head| head.is_chunked);
                    let head = head.map_or(0, |head| head.head_len);
                    let mut block = Vec::new();
                    record.read_to_end(&mut block).unwrap();
                    census.responses += 1;
                    census.payload_bytes += (block.len() - head) as u64;
                    let digest = header.get("WARC-Payload-Digest");
                    if let (Some(digest), None) = (digest, header.get("WARC-Truncated"))
                        && block.len() > head
                    {
                        let before = stored.insert((digest.to_vec(), is_chunked), uri.clone());
                        assert_eq!(before, None, "{uri} has a payload that is stored already");
                    }
                }
                RecordType::Revisit => {
                    let profile = header.get("WARC-Profile").unwrap();
                    let profile = String::from_utf8(profile.to_vec()).unwrap();
                    let profile = profile.rsplit('/').next().unwrap().to_owned();
                    *census.revisits.entry(profile).or_default() += 1;
                }
                _ => {}
            }
        }
        all.push(census);
    }
    all
}

#[test]
fn a_second_harvest_of_an_unchanged_web_stores_hardly_a_byte() {
    let web = Web::start(WorldSettings::calm(3, 30));
    let harvest = Harvest::new(&Job::everything(&web));
    harvest.run(WITHIN).expect(0);
    let first = census(&harvest.archive());
    let said = harvest.run(WITHIN).expect(0).stderr;
    assert!(said.contains("is finished. To harvest it again, add --again"), "{said}");
    harvest.start(&["--again"]).finish(WITHIN).expect(0);
    let both = census(&harvest.archive());
    assert_eq!((first.len(), both.len()), (1, 2));
    assert!(first[0].payload_bytes > 100_000, "{first:?}");
    assert!(both[1].payload_bytes * 20 <= first[0].payload_bytes, "{both:?}");
    assert!(both[1].revisits["server-not-modified"] > 500, "{both:?}");
    // Reading them resolves each revisit; every page is there twice, with the same bytes.
    let found = archive::by_uri(&harvest.archive());
    let truth = expected(&web.world);
    assert_holds(&found, &truth);
    assert_eq!(found.keys().collect::<Vec<_>>(), truth.keys().collect::<Vec<_>>());
    for (uri, captures) in &found {
        assert_eq!(captures.len(), 2, "{uri}");
        assert_eq!(captures[0].payload, captures[1].payload, "{uri}");
    }
    assert_sound(&harvest.archive());
    // Both rounds are in the catalogue, and nothing that is not in the files.
    let listed = harvest.session.run("archive rebuild --archive archive").expect(0);
    assert!(listed.stderr.contains("the same"), "{}", listed.stderr);
}

/// A site whose pages have versions. Page `n` links to page `n + 1`; `/count` never has a validator.
pub(super) struct Versions {
    tiny: Tiny,
    version: Arc<AtomicU32>,
}

impl Versions {
    pub(super) fn start() -> Versions {
        let version = Arc::new(AtomicU32::new(1));
        let now = Arc::clone(&version);
        let tiny = Tiny::start(move |asked| {
            let version = now.load(Ordering::Relaxed);
            let html = "Content-Type: text/html\r\n";
            let answer = |headers: String, body: &str| -> Answer {
                (200, format!("{html}{headers}"), body.as_bytes().to_vec())
            };
            match &*asked.path {
                "/" => {
                    let tag = "\"root\"";
                    match asked.condition.as_deref() == Some(tag) {
                        true => (304, format!("ETag: {tag}\r\n"), Vec::new()),
                        false => answer(
                            format!("ETag: {tag}\r\n"),
                            "<a href='/news'>news</a><a href='/plain'>x</a>",
                        ),
                    }
                }
                "/news" => {
                    let tag = format!("\"v{version}\"");
                    match asked.condition.as_ref() == Some(&tag) {
                        true => (304, format!("ETag: {tag}\r\n"), Vec::new()),
                        false => {
                            answer(format!("ETag: {tag}\r\n"), &format!("<p>version {version}"))
                        }
                    }
                }
                "/plain" => answer(String::new(), "<p>always the same, and nobody can tell before"),
                _ => (404, String::new(), Vec::new()),
            }
        });
        Versions { tiny, version }
    }

    pub(super) fn job(&self) -> Job {
        let seed = format!("http://127.0.0.1:{}/", self.tiny.addr.port());
        Job::bare("all")
            .seeds(&[seed])
            .with("fetch.allow_private", "true".to_owned())
            .with("extract.sitemaps", "false".to_owned())
    }

    pub(super) fn uri(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}{path}", self.tiny.addr.port())
    }
}

#[test]
fn what_has_changed_is_stored_and_what_has_not_is_referred_to() {
    let site = Versions::start();
    let harvest = Harvest::new(&site.job());
    harvest.run(WITHIN).expect(0);
    site.version.store(2, Ordering::Relaxed);
    harvest.start(&["--again"]).finish(WITHIN).expect(0);
    harvest.start(&["--again"]).finish(WITHIN).expect(0);
    let census = census(&harvest.archive());
    let revisits = |number: usize, profile| census[number].revisits.get(profile).copied();
    assert_eq!(revisits(1, "server-not-modified"), Some(1), "{census:?}");
    assert_eq!(revisits(1, "identical-payload-digest"), Some(1), "{census:?}");
    assert_eq!(revisits(2, "server-not-modified"), Some(2), "{census:?}");
    let found = archive::by_uri(&harvest.archive());
    let texts = |path| -> Vec<String> {
        let captures = &found[&site.uri(path)];
        captures.iter().map(|it| String::from_utf8_lossy(&it.payload).into_owned()).collect()
    };
    // Links of a page that was not sent again were followed.
    assert_eq!(texts("/news"), ["<p>version 1", "<p>version 2", "<p>version 2"]);
    assert_eq!(texts("/plain").len(), 3);
    let log = std::fs::read_to_string(harvest.archive().join("jobs/all/logs/crawl.log")).unwrap();
    assert!(log.contains("warcRevisit:notModified"), "{log}");
    assert!(log.contains("warcRevisit:digest"), "{log}");
    // A job is asked once what it would do, however many rounds it has.
    let unknown = format!("why {} --archive archive", site.uri("/nobody-knows"));
    let said = harvest.session.run(&unknown).expect(0).text().to_owned();
    assert_eq!(said.matches("would accept it").count(), 1, "{said}");
    let ran = harvest.session.run("job pause all --archive archive").expect(2);
    assert!(ran.stderr.ends_with("is running on this machine\n"), "{}", ran.stderr);
}

#[test]
fn a_server_is_not_asked_to_compare_with_what_cannot_be_read_any_more() {
    let site = Versions::start();
    let harvest = Harvest::new(&site.job());
    harvest.run(WITHIN).expect(0);
    for file in archive::files(&harvest.archive()) {
        std::fs::remove_file(file).unwrap();
    }
    harvest.start(&["--again"]).finish(WITHIN).expect(0);
    let found = archive::by_uri(&harvest.archive());
    assert_eq!(found.len(), 4, "with robots.txt: {:?}", found.keys());
    assert!(census(&harvest.archive())[0].revisits.is_empty());
}

#[test]
fn what_was_cut_short_is_fetched_whole_the_next_time() {
    let body = b"<p>".repeat(1000);
    let sent = body.clone();
    let tiny = Tiny::start(move |asked| match &*asked.path {
        "/" if asked.condition.is_some() => (304, "ETag: \"1\"\r\n".to_owned(), Vec::new()),
        "/" => (200, "Content-Type: text/html\r\nETag: \"1\"\r\n".to_owned(), sent.clone()),
        _ => (404, String::new(), Vec::new()),
    });
    let seed = format!("http://127.0.0.1:{}/", tiny.addr.port());
    let job = Job::bare("all").seeds(&[&seed]).with("fetch.allow_private", true);
    let harvest = Harvest::new(&job.clone().with("limits.bytes_per_document", "\"1000B\""));
    harvest.run(WITHIN).expect(0);
    harvest.session.write("job.toml", job.text().as_bytes());
    harvest.start(&["--again"]).finish(WITHIN).expect(0);
    let found = &archive::by_uri(&harvest.archive())[&seed];
    assert_eq!((found[0].payload.len(), found[0].truncated.as_deref()), (1000, Some("length")));
    assert_eq!((found[1].payload.len(), &found[1].truncated), (body.len(), &None));
}

#[test]
fn a_capture_that_shares_its_member_is_not_taken_for_the_first_one_in_it() {
    let tiny = Tiny::start(|asked| match &*asked.path {
        "/" if asked.condition.is_some() => (304, String::new(), Vec::new()),
        "/" => (200, "Content-Type: text/html\r\nETag: \"/\"\r\n".to_owned(), b"new".to_vec()),
        _ => (404, String::new(), Vec::new()),
    });
    let site = format!("http://127.0.0.1:{}", tiny.addr.port());
    let record = |path: &str| {
        let block =
            format!("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nETag: \"{path}\"\r\n\r\nold");
        format!(
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {site}{path}\r\n\
             WARC-Date: 2020-01-02T03:04:05Z\r\nContent-Type: application/http;msgtype=response\r\n\
             Content-Length: {}\r\n\r\n{block}\r\n\r\n",
            block.len()
        )
    };
    let mut member = GzEncoder::new(Vec::new(), Compression::default());
    member.write_all(format!("{}{}", record("/other"), record("/")).as_bytes()).unwrap();
    let job = Job::bare("all").seeds(&[&format!("{site}/")]).with("fetch.allow_private", true);
    let harvest = Harvest::new(&job);
    harvest.session.write("both.warc.gz", &member.finish().unwrap());
    harvest.session.run("archive add both.warc.gz --copy --archive archive").expect(0);
    harvest.run(WITHIN).expect(0);
    assert_eq!(tiny.conditions(), [const { None::<String> }; 2], "robots.txt and the page");
}

#[test]
fn a_tag_that_names_every_version_is_not_sent_back() {
    // A server that has a version of everything says that nothing has changed to whoever asks for `*`.
    let tiny = Tiny::start(|asked| match (&*asked.path, &asked.condition) {
        ("/robots.txt", _) => (404, String::new(), Vec::new()),
        (_, Some(_)) => (304, String::new(), Vec::new()),
        (path, None) => {
            let tag = if path == "/" { "*" } else { "\"a\", *" };
            let html = format!("Content-Type: text/html\r\nETag: {tag}\r\n");
            (200, html, b"<a href='/list'>".to_vec())
        }
    });
    let seed = format!("http://127.0.0.1:{}/", tiny.addr.port());
    let job = Job::bare("all").seeds(&[&seed]).with("fetch.allow_private", true);
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    harvest.start(&["--again"]).finish(WITHIN).expect(0);
    assert_eq!(tiny.asked().iter().filter(|path| *path == "/").count(), 2);
    assert_eq!(tiny.conditions(), [const { None::<String> }; 6]);
}

#[test]
fn a_file_that_was_replaced_is_not_taken_for_what_it_was() {
    let site = Versions::start();
    let harvest = Harvest::new(&site.job());
    harvest.run(WITHIN).expect(0);
    // The same records at the same places, but for the content of one: what a page was is nowhere now.
    let file = archive::files(&harvest.archive()).pop().unwrap();
    let mut bytes = Vec::new();
    let mut reader = Reader::open(&file).unwrap();
    let mut offsets = Vec::new();
    while let Some(record) = reader.next_record().unwrap() {
        offsets.push((record.offset(), record.uri().map(<[u8]>::to_vec), record.kind()));
    }
    std::fs::File::open(&file).unwrap().read_to_end(&mut bytes).unwrap();
    let plain = site.uri("/plain");
    let is_plain = |(_, uri, kind): &&(u64, Option<Vec<u8>>, RecordType)| {
        uri.as_deref() == Some(plain.as_bytes()) && *kind == RecordType::Response
    };
    let at = offsets.iter().find(is_plain).unwrap().0;
    let other = format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {plain}\r\nWARC-Date: 2026-01-02T03:04:05Z\r\n\
         WARC-Record-ID: <urn:uuid:00000000-0000-4000-8000-00000000000a>\r\nContent-Type: application/http\r\n\
         WARC-Payload-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\nContent-Length: 20\r\n\r\n\
         HTTP/1.1 200 OK\r\n\r\nx\r\n\r\n"
    );
    bytes.truncate(at as usize);
    bytes.extend_from_slice(other.as_bytes());
    std::fs::write(&file, bytes).unwrap();
    harvest.start(&["--again"]).finish(WITHIN).expect(0);
    let mut stored = 0;
    for path in archive::files(&harvest.archive()) {
        let mut reader = Reader::open(&path).unwrap();
        while let Some(mut record) = reader.next_record().unwrap() {
            let mut block = Vec::new();
            record.read_to_end(&mut block).unwrap();
            stored += usize::from(block.ends_with(b"nobody can tell before"));
        }
    }
    assert_eq!(stored, 1, "the page is in the archive again");
}

#[test]
fn pages_that_are_not_due_are_not_asked_for_but_their_links_are() {
    let site = Versions::start();
    let job = site.job().with("again.every", "\"1h\"").with("again.hosts.\"127.0.0.1\"", "\"30d\"");
    let harvest = Harvest::new(&job);
    harvest.run(WITHIN).expect(0);
    let asked = site.tiny.asked().len();
    let said = harvest.run(WITHIN).expect(0).stderr;
    assert!(said.contains("the next round is due"), "{said}");
    harvest.start(&["--again"]).finish(WITHIN).expect(0);
    assert_eq!(site.tiny.asked().len(), asked, "{:?}", site.tiny.asked());
    let outcomes = harvest.session.run("job outcomes --archive archive all").expect(0);
    assert_eq!(outcomes.text().matches("not-due").count(), 3, "{}", outcomes.text());
    let why = format!("why --archive archive {}", site.uri("/news"));
    let why = harvest.session.run(&why).expect(0);
    assert!(why.text().contains("it is not due yet"), "{}", why.text());
}

/// A program that goes on for ever; it is killed if the test gives up on it.
pub(super) struct Watch(Child, Arc<Mutex<String>>, Option<JoinHandle<()>>);

impl Watch {
    pub(super) fn start(session: &Session, more: &[&str]) -> Watch {
        Watch::begin(session, &[&["harvest", "--archive", "archive"], more].concat())
    }

    /// Any other command.
    pub(super) fn begin(session: &Session, words: &[&str]) -> Watch {
        let mut child = session
            .command()
            .args(words)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let said = Arc::new(Mutex::new(String::new()));
        let (mut pipe, heard) = (child.stderr.take().unwrap(), Arc::clone(&said));
        let reader = std::thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(length @ 1..) = pipe.read(&mut piece) {
                heard.lock().unwrap().push_str(&String::from_utf8_lossy(&piece[..length]));
            }
        });
        Watch(child, said, Some(reader))
    }

    #[track_caller]
    pub(super) fn wait_until(&self, what: &str, is_so: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + WITHIN;
        while !is_so(&self.1.lock().unwrap()) {
            assert!(Instant::now() < deadline, "{what}: {}", self.1.lock().unwrap());
            look_again_after(Duration::from_millis(10));
        }
    }

    /// What it has said so far.
    pub(super) fn said(&self) -> String {
        self.1.lock().unwrap().clone()
    }

    /// Interrupts it, and waits for its end.
    #[track_caller]
    pub(super) fn stop(self) -> (i32, String) {
        let id = self.0.id().to_string();
        assert!(
            std::process::Command::new("kill").args(["-TERM", &id]).status().unwrap().success()
        );
        self.finish()
    }

    /// Waits for its end.
    #[track_caller]
    fn finish(mut self) -> (i32, String) {
        let deadline = Instant::now() + WITHIN;
        loop {
            if let Some(status) = self.0.try_wait().unwrap() {
                // All that it said was heard.
                self.2.take().unwrap().join().unwrap();
                return (status.code().unwrap_or(-1), self.1.lock().unwrap().clone());
            }
            assert!(Instant::now() < deadline, "{}", self.1.lock().unwrap());
            look_again_after(Duration::from_millis(10));
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn all_jobs_that_are_due_are_harvested_again_and_again_until_somebody_stops_it() {
    let site = Versions::start();
    let session = Session::new();
    let other = Versions::start();
    for (name, site, host) in [("one", &site, "127.0.0.1"), ("two", &other, "localhost")] {
        let seed = format!("http://{host}:{}/", site.tiny.addr.port());
        let job = site.job().seeds(&[seed]).with("name", format!("\"{name}\""));
        let job = job.with("again.every", "\"1s\"").with("again.min", "\"1s\"");
        session.write(&format!("archive/jobs/{name}/job.toml"), job.text().as_bytes());
    }
    // One that cannot be understood is told of once, and nobody else has to wait for it.
    session.write("archive/jobs/bad/job.toml", b"name = 'bad'\nnonsense = 1\n");
    let watch = Watch::start(&session, &["--watch"]);
    watch.wait_until("three rounds of each", |said| {
        ["one", "two"].iter().all(|job| said.matches(&format!("job '{job}' finished")).count() >= 3)
    });
    let (code, said) = watch.stop();
    assert_eq!(said.matches("nonsense").count(), 1, "{said}");
    assert_eq!(code, 2, "{said}");
    assert!(archive::check_all(&session.path("archive")) > 0);
    census(&session.path("archive"));
    archive::captures(&session.path("archive"));
    for job in ["one", "two"] {
        assert!(session.path(&format!("archive/jobs/{job}/rounds/0002/frontier")).is_dir());
    }
    // Without --watch it ends when nothing is left to do.
    let session_of_finished = session.run("harvest --archive archive --job one");
    assert_eq!(session_of_finished.code, 0, "{}", session_of_finished.stderr);
}

/// A job that takes long: each page of its site is waited for a minute.
pub(super) fn slow_job(session: &Session, site: &Versions, name: &str) {
    let job = site.job().with("name", format!("\"{name}\""));
    let job = job.with("politeness.min_delay", "\"60s\"").with("politeness.max_delay", "\"60s\"");
    session.write(&format!("archive/jobs/{name}/job.toml"), job.text().as_bytes());
}

#[test]
fn a_second_process_on_an_archive_is_told_who_has_it_and_waits_for_its_turn() {
    let site = Versions::start();
    let session = Session::new();
    slow_job(&session, &site, "slow");
    let watch = Watch::start(&session, &["--watch"]);
    watch.wait_until("it begins", |said| said.contains("job 'slow'"));
    let waiting = [
        &["archive", "rebuild", "--archive", "archive"][..],
        &["archive", "add", "--copy", "--archive", "archive", "x.warc"],
        &["harvest", "--archive", "archive", "--job", "quick"],
    ];
    let record = "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.cz/\r\n\
         WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
    session.write("x.warc", record.as_bytes());
    let other = Versions::start();
    let job = other.job().with("name", "\"quick\"");
    session.write("archive/jobs/quick/job.toml", job.text().as_bytes());
    let waiting = waiting.map(|words| Watch::begin(&session, words));
    for waiting in &waiting {
        waiting.wait_until("it says for whom it waits", |said| {
            ["in use by process", "stodola harvest --archive archive", " since 20"]
                .iter()
                .all(|word| said.contains(word))
        });
    }
    watch.wait_until("it knows of them", |said| said.contains("another command waits"));
    assert_eq!(watch.stop().0, 3, "a job was stopped");
    let said: String = waiting
        .into_iter()
        .map(|waiting| {
            let (code, said) = waiting.finish();
            assert_eq!(code, 0, "{said}");
            said
        })
        .collect();
    for done in ["catalogue: ", "1 file added, 1 capture", "job 'quick' finished"] {
        assert!(said.contains(done), "{said}");
    }
    let ran = session.run("archive lookup http://a.cz/ --archive archive").expect(0);
    assert_eq!(ran.text().lines().count(), 1, "{}", ran.text());
    session.run("archive check --archive archive").expect(0);
}

#[test]
fn harvests_that_want_the_archive_at_the_same_time_all_come_to_their_end() {
    let session = Session::new();
    let sites: Vec<Versions> = (0..4).map(|_| Versions::start()).collect();
    for (number, site) in sites.iter().enumerate() {
        let job = site.job().with("name", format!("\"job{number}\""));
        session.write(&format!("archive/jobs/job{number}/job.toml"), job.text().as_bytes());
    }
    let harvests: Vec<_> = (0..4)
        .map(|number| {
            let job = format!("job{number}");
            Watch::begin(&session, &["harvest", "--archive", "archive", "--job", &job])
        })
        .collect();
    for (number, harvest) in harvests.into_iter().enumerate() {
        let (code, said) = harvest.finish();
        assert_eq!(code, 0, "{said}");
        assert!(said.contains(&format!("job 'job{number}' finished")), "{said}");
    }
    archive::check_all(&session.path("archive"));
}

#[test]
fn a_watch_that_idles_lets_others_use_the_archive_and_takes_new_jobs() {
    let site = Versions::start();
    let session = Session::new();
    session.run("harvest --watch --archive archive").expect(2);
    session.run("archive add --copy --archive archive @hello.warc.gz").expect(0);
    // There need not be a job yet.
    let watch = Watch::start(&session, &["--watch"]);
    watch.wait_until("it idles", |said| said.contains("nothing to do"));
    session.run("archive add --copy --archive archive @old.arc.gz").expect(0);
    session.write("job.toml", site.job().with("name", "\"one\"").text().as_bytes());
    let ran = session.run("job add --config job.toml --archive archive").expect(0);
    assert!(ran.stderr.contains("job 'one' is ready"), "{}", ran.stderr);
    let again = session.run("job add --config job.toml --archive archive").expect(2);
    assert!(again.stderr.contains("there is a job 'one' already"), "{}", again.stderr);
    watch.wait_until("it harvests the new job", |said| said.contains("job 'one' finished"));
    watch.wait_until("it idles again", |said| said.matches("nothing to do").count() > 1);
    session.run("archive add --copy --archive archive @damaged.warc.gz").expect(1);
    std::fs::remove_file(session.path("archive/warc/added/damaged.warc.gz")).unwrap();
    session.run("archive forget damaged.warc.gz --why test --archive archive").expect(0);
    session.run("archive rebuild --archive archive").expect(0);
    session.run("archive check --archive archive").expect(0);
    // A harvest by hand comes in between, too; nothing is stored twice.
    session.run("crawl --archive archive --job one --again").expect(0);
    let ran = session.run(&format!("archive lookup {} --archive archive", site.uri("/"))).expect(0);
    let kinds = [" response ", " revisit "].map(|kind| ran.text().matches(kind).count());
    assert_eq!(kinds, [1, 1], "{}", ran.text());
    let (code, said) = watch.stop();
    assert_eq!(code, 0, "{said}");
}

#[test]
fn a_watch_waits_for_a_command_that_has_the_archive_and_says_so() {
    let site = Versions::start();
    let session = Session::new();
    let job = site.job().with("name", "\"one\"");
    session.write("archive/jobs/one/job.toml", job.text().as_bytes());
    let folder = stodola_archive::Archive::open_or_create(&session.path("archive")).unwrap();
    let lock = folder.lock("somebody's work").unwrap();
    let watch = Watch::start(&session, &["--watch"]);
    watch.wait_until("it says for whom it waits", |said| {
        said.contains("waiting: ") && said.contains("(somebody's work) since 20")
    });
    drop(lock);
    watch.wait_until("it has its turn", |said| said.contains("job 'one' finished"));
    assert_eq!(watch.stop().0, 0);
}
