//! Harvests that tests watch: of a simulated web, or of a small one that the test writes itself.

use crate::shelf::Shelf;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;
use stodola_app::Watch;
use stodola_app::crawl::{CrawlSettings, HarvestEvent, HarvestWatch, JobSettings, crawl};
use stodola_simweb::{SimWeb, WorldSettings};
use tokio::runtime::Runtime;

/// A harvest into the archive of a shelf.
pub(crate) struct Harvest {
    _runtime: Option<Runtime>,
    pub(crate) seed: String,
    thread: Option<JoinHandle<()>>,
}

/// Tells when a harvest has begun.
struct Begun(Mutex<Sender<()>>);

impl Watch for Begun {}

impl HarvestWatch for Begun {
    fn tell(&self, event: &HarvestEvent<'_>) {
        if let HarvestEvent::Started(_) = event {
            self.0.lock().unwrap().send(()).unwrap();
        }
    }
}

impl Harvest {
    /// Begins a harvest of a simulated web. `delay` is the pause between two requests to a host.
    pub(crate) fn begin(shelf: &Shelf, name: &str, delay: &str) -> Harvest {
        let runtime = Runtime::new().unwrap();
        let settings =
            WorldSettings { smallest_site: 3, largest_site: 5, ..WorldSettings::calm(11, 3) };
        let web = runtime.block_on(SimWeb::start(settings)).unwrap();
        let seeds = [&*web.world.seeds()[0].clone()];
        let mut harvest = Harvest::of(shelf, name, delay, &seeds, web.addr, web);
        harvest._runtime = Some(runtime);
        harvest
    }

    /// Begins a harvest of these seeds, all of them at one address. `web` is dropped when the harvest has ended.
    pub(crate) fn of(
        shelf: &Shelf,
        name: &str,
        delay: &str,
        seeds: &[&str],
        web_at: SocketAddr,
        web: impl Send + 'static,
    ) -> Harvest {
        Harvest::round(shelf, (name, false), delay, seeds, web_at, web)
    }

    /// The same for a job by its name; whether it begins another round.
    pub(crate) fn round(
        shelf: &Shelf,
        (name, is_again): (&str, bool),
        delay: &str,
        seeds: &[&str],
        web_at: SocketAddr,
        web: impl Send + 'static,
    ) -> Harvest {
        let settings = CrawlSettings {
            archive: shelf.folder().join("archive"),
            job: JobSettings {
                seeds: seeds.iter().map(|seed| (*seed).to_owned()).collect(),
                name: Some(name.to_owned()),
                connect_to: vec![format!("*:80:127.0.0.1:{}", web_at.port()).parse().unwrap()],
                delay: Some(delay.parse().unwrap()),
                ..JobSettings::default()
            },
            is_again,
            command: "a test".to_owned(),
        };
        let (sender, has_begun) = mpsc::channel();
        let run = move || {
            let watch: Arc<dyn HarvestWatch> = Arc::new(Begun(Mutex::new(sender)));
            crawl(&settings, &watch).unwrap();
            drop(web);
        };
        let thread = Some(std::thread::spawn(run));
        has_begun.recv().unwrap();
        Harvest { _runtime: None, seed: seeds[0].to_owned(), thread }
    }

    pub(crate) fn wait(&mut self) {
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap();
        }
    }
}

/// A server of a few documents, the same for every host: a path, and the whole answer. For a path with an empty answer
/// the connection is closed; other paths are not found.
pub(crate) struct SmallWeb {
    pub(crate) at: SocketAddr,
}

impl SmallWeb {
    pub(crate) fn start(documents: &[(&str, String)]) -> SmallWeb {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = listener.local_addr().unwrap();
        let documents: Vec<(String, String)> =
            documents.iter().map(|(path, answer)| ((*path).to_owned(), answer.clone())).collect();
        // It ends with the test program.
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                answer(stream.unwrap(), &documents);
            }
        });
        SmallWeb { at }
    }
}

fn answer(mut stream: TcpStream, documents: &[(String, String)]) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    let Some(Ok(first)) = lines.next() else { return };
    while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
    let path = first.split(' ').nth(1).unwrap_or_default();
    let found = documents.iter().find(|(known, _)| known == path);
    let text = match found {
        Some((_, answer)) => answer.clone(),
        None => document("404 Not Found", "text/html", "<p>nothing here</p>"),
    };
    // The harvest may be gone.
    let _ = stream.write_all(text.as_bytes());
}

/// A whole answer.
pub(crate) fn document(status: &str, kind: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    )
}

/// A stream of events.
pub(crate) struct Live {
    stream: TcpStream,
    text: String,
}

impl Live {
    pub(crate) fn open(shelf: &Shelf, path: &str, cookie: &str) -> Live {
        let mut stream = TcpStream::connect(shelf.app).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        let host = shelf.app_host();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        Live { stream, text: String::new() }
    }

    /// The data of the next message.
    pub(crate) fn next(&mut self) -> String {
        let mut piece = [0; 4096];
        loop {
            let message = self.text.find("data: ").and_then(|at| {
                let end = self.text[at..].find("\n\n")?;
                Some((at + 6, at + end))
            });
            if let Some((start, end)) = message {
                let data = self.text[start..end].to_owned();
                self.text.drain(..end + 2);
                return data;
            }
            let length = self.stream.read(&mut piece).unwrap();
            assert!(length > 0, "{}", self.text);
            self.text.push_str(&String::from_utf8_lossy(&piece[..length]));
        }
    }
}
