//! The contracts of a harvest, seen from the other side: a store in memory, and a simulated web.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};
use std::time::UNIX_EPOCH;
use stodola_crawl::job::{Job, Profile, SeenCapture};
use stodola_crawl::scope::ScopeSettings;
use stodola_crawl::{
    CaptureStore, ContractError, Contracts, ControlError, EarlierCapture, Ended, Harvest,
    HarvestError, KeptCapture, NewCapture, Observer, Past, Report,
};
use stodola_fetch::DnsAnswer;
use stodola_simweb::{SimWeb, WorldSettings};
use tokio::runtime::{Builder, Runtime};

/// When a response came, in ms since 1970, and the response.
type Capture = (u64, Vec<u8>);

/// An archive in memory that remembers how it was used.
#[derive(Default)]
struct Memory {
    /// The last capture of each URI.
    captures: Mutex<BTreeMap<Vec<u8>, Capture>>,
    /// Threads that asked for earlier captures.
    asked_by: Mutex<BTreeSet<String>>,
    rereads: AtomicU64,
    not_modified: AtomicU64,
    /// Captures written since the last sync.
    unsynced: AtomicU64,
    is_broken: AtomicBool,
}

fn name_of(thread: ThreadId) -> String {
    format!("{thread:?}")
}

impl Memory {
    fn uris(&self) -> BTreeSet<Vec<u8>> {
        self.captures.lock().unwrap().keys().cloned().collect()
    }
}

impl CaptureStore for Memory {
    fn write(&self, capture: &NewCapture<'_>) -> Result<KeptCapture, ContractError> {
        if self.is_broken.load(Ordering::Relaxed) {
            return Err("the disk is full".into());
        }
        self.unsynced.fetch_add(1, Ordering::Relaxed);
        if capture.not_modified.is_some() {
            self.not_modified.fetch_add(1, Ordering::Relaxed);
            return Ok(KeptCapture { payload_digest: String::new(), is_revisit: true });
        }
        let mut response = Vec::new();
        capture.exchange.response.reader().read_to_end(&mut response)?;
        let payload_digest = format!("len:{}", response.len());
        let time = capture.exchange.started.duration_since(UNIX_EPOCH)?.as_millis() as u64;
        self.captures.lock().unwrap().insert(capture.uri.to_vec(), (time, response));
        Ok(KeptCapture { payload_digest, is_revisit: false })
    }

    fn write_dns(&self, _answer: &DnsAnswer) -> Result<(), ContractError> {
        Ok(())
    }

    fn sync(&self) -> Result<(), ContractError> {
        self.unsynced.store(0, Ordering::Relaxed);
        Ok(())
    }
}

impl Past for Memory {
    fn may_have(&self, _uri: &[u8]) -> bool {
        true
    }

    fn earlier(&self, uri: &[u8]) -> Result<Option<EarlierCapture>, ContractError> {
        self.asked_by.lock().unwrap().insert(name_of(thread::current().id()));
        let captures = self.captures.lock().unwrap();
        let Some((time, response)) = captures.get(uri) else { return Ok(None) };
        let head = stodola_warc::http::parse_response(response).ok_or("no head")?;
        let field = |name| head.field(name).map(|value| value.into_owned());
        Ok(Some(EarlierCapture {
            seen: vec![SeenCapture { time: *time, has_changed: false }],
            status: head.status,
            digest: None,
            server: None,
            etag: field("ETag"),
            last_modified: field("Last-Modified"),
            place: (String::from_utf8_lossy(uri).into_owned(), 0),
            head: None,
        }))
    }

    fn reread(
        &self,
        earlier: &EarlierCapture,
        read: &mut dyn FnMut(&mut dyn Read),
    ) -> Result<bool, ContractError> {
        self.rereads.fetch_add(1, Ordering::Relaxed);
        let captures = self.captures.lock().unwrap();
        let Some((_, response)) = captures.get(earlier.place.0.as_bytes()) else {
            return Ok(false);
        };
        read(&mut &response[..]);
        Ok(true)
    }
}

impl Observer for Memory {}

/// A simulated web, a job that harvests it as fast as it can be had, and a folder for that, all on one thread.
struct Bed {
    runtime: Runtime,
    web: SimWeb,
    job: Job,
    folder: PathBuf,
}

impl Bed {
    fn new(name: &str) -> Bed {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let settings =
            WorldSettings { smallest_site: 5, largest_site: 8, ..WorldSettings::calm(5, 3) };
        let web = runtime.block_on(SimWeb::start(settings)).unwrap();
        let seeds: Vec<String> = web.world.seeds().iter().map(|seed| format!("{seed:?}")).collect();
        let text = format!(
            "seeds = [{}]\nscope.rule = [{{ type = \"accept-all\" }}]\n\
            politeness.min_delay = \"0s\"\npoliteness.max_delay = \"0s\"\npoliteness.ip_delay = \"0s\"\n\
            fetch.connect_to = [\"*:80:127.0.0.1:{}\"]\n",
            seeds.join(", "),
            web.addr.port()
        );
        let job = Job::parse(&text, "job.toml").unwrap();
        let folder = format!("stodola-harvest-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        let _ = fs::remove_dir_all(&folder);
        Bed { runtime, web, job, folder }
    }

    fn open(&self, round: &str, memory: &Arc<Memory>) -> Harvest {
        let _inside = self.runtime.enter();
        let contracts = Contracts::all(memory);
        Harvest::open(self.job.clone(), &self.folder.join(round), contracts).unwrap()
    }

    fn run(&self, round: &str, memory: &Arc<Memory>) -> Result<Report, HarvestError> {
        let harvest = self.open(round, memory);
        self.runtime.block_on(harvest.run())
    }
}

impl Drop for Bed {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn a_store_in_memory_gets_every_page_and_all_of_it_is_synced() {
    let bed = Bed::new("memory");
    let memory = Arc::new(Memory::default());
    let report = bed.run("1", &memory).unwrap();
    assert_eq!(report.ended, Ended::Finished);
    assert!(report.is_finished() && report.progress.counts.archived > 20, "{report:?}");
    let robots = |uri: &&Vec<u8>| uri.ends_with(b"/robots.txt");
    let (uris, hosts) = (memory.uris(), bed.web.world.hosts().count());
    assert_eq!(uris.iter().filter(robots).count(), hosts);
    assert_eq!(uris.len() - hosts, report.progress.counts.archived as usize);
    assert_eq!(memory.unsynced.load(Ordering::Relaxed), 0);
}

/// The URIs that a profile archives of the sites of all seeds, with their declared types, without robots.txt.
fn archived_by(bed: &mut Bed, profile: &str) -> BTreeMap<String, String> {
    bed.job.profile = Profile::from_name(profile).unwrap();
    bed.job.scope = ScopeSettings::default();
    let memory = Arc::new(Memory::default());
    assert_eq!(bed.run(profile, &memory).unwrap().ended, Ended::Finished);
    let captures = memory.captures.lock().unwrap();
    let typed = captures.iter().map(|(uri, (_, response))| {
        let head = stodola_warc::http::parse_response(response).unwrap();
        let declared = head.field("Content-Type").unwrap_or_default();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (text(uri), text(&declared))
    });
    typed.filter(|(uri, _)| !uri.ends_with("/robots.txt")).collect()
}

#[test]
fn the_profile_text_archives_the_pages_and_texts_of_the_profile_site_and_nothing_else() {
    let mut bed = Bed::new("text");
    let all = archived_by(&mut bed, "site");
    let texts = archived_by(&mut bed, "text");
    // A sitemap may be plain text; it is read for its links.
    let is_text = |(uri, declared): &(&String, &String)| {
        ["text/html", "text/plain"].iter().any(|kind| declared.starts_with(kind))
            && !uri.ends_with("/sitemap.txt")
    };
    let expected: BTreeMap<_, _> = all.iter().filter(is_text).collect();
    assert!(expected.len() > 3 && expected.len() < all.len(), "{all:?}");
    assert_eq!(texts.iter().collect::<BTreeMap<_, _>>(), expected);
}

#[test]
fn the_past_is_never_asked_in_the_threads_that_fetch() {
    let mut bed = Bed::new("past");
    let memory = Arc::new(Memory::default());
    let first = bed.run("1", &memory).unwrap();
    // One that asks servers whether something has changed, and one that leaves alone what is young.
    let again = bed.run("2", &memory).unwrap();
    assert_eq!(again.progress.counts.archived, first.progress.counts.archived);
    assert!(memory.not_modified.load(Ordering::Relaxed) > 0, "nothing was asked with a condition");
    let rereads = memory.rereads.load(Ordering::Relaxed);
    assert!(rereads > 0);
    bed.job.again.every = "7d".parse().unwrap();
    bed.job.again.hosts.insert("often.example".to_owned(), "1h".parse().unwrap());
    let young = bed.run("3", &memory).unwrap();
    assert_eq!(young.progress.counts.archived, 0, "{young:?}");
    let not_due = young.changes.not_due;
    assert!(not_due > 20 && not_due == young.progress.counts.finished, "{young:?}");
    assert!(memory.rereads.load(Ordering::Relaxed) > rereads);
    let asked_by = memory.asked_by.lock().unwrap();
    assert!(!asked_by.is_empty() && !asked_by.contains(&name_of(thread::current().id())));
}

#[test]
fn a_store_that_fails_ends_the_harvest_and_loses_nothing() {
    let bed = Bed::new("broken");
    let memory = Arc::new(Memory::default());
    memory.is_broken.store(true, Ordering::Relaxed);
    match bed.run("1", &memory) {
        Err(HarvestError::Store(error)) => assert_eq!(error.to_string(), "the disk is full"),
        other => panic!("{other:?}"),
    }
    assert!(memory.uris().is_empty());
    memory.is_broken.store(false, Ordering::Relaxed);
    let report = bed.run("1", &memory).unwrap();
    assert!(report.is_finished() && report.progress.counts.archived > 20, "{report:?}");
    assert!(memory.uris().len() as u64 > report.progress.counts.archived);
}

#[test]
fn whoever_steers_a_harvest_that_has_ended_is_told_so() {
    let bed = Bed::new("ended");
    let harvest = bed.open("1", &Arc::new(Memory::default()));
    let control = harvest.control();
    assert!(control.progress().is_some() && control.pause().is_ok() && control.resume().is_ok());
    assert!(bed.runtime.block_on(harvest.run()).unwrap().is_finished());
    assert_eq!(control.progress(), None);
    let seed = "http://other.example/".to_owned();
    for result in [
        control.pause(),
        control.resume(),
        control.checkpoint().map(drop),
        control.limits().and_then(|limits| control.set_limits(limits)),
        control.add_seeds(&[seed]).map(drop),
        control.rescope(&bed.job).map(drop),
        control.reset_pace("other.example").map(drop),
    ] {
        assert!(matches!(result, Err(ControlError::Ended)), "{result:?}");
    }
    // Its folder can be opened at once.
    drop(bed.open("1", &Arc::new(Memory::default())));
}
