//! An archive, and a server of it.

use crate::client::{Answer, send};
use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::JoinHandle;
use stodola_access::AddressRange;
use stodola_app::Quiet;
use stodola_app::crawl::HarvestWatch;
use stodola_app::harvest::HarvestSettings;
use stodola_archive::{Archive, CatalogueWriter, Intake};
use stodola_server::{ReadingPolicy, ServeSettings, Server, ServerStopper};

static NUMBER: AtomicU32 = AtomicU32::new(0);

/// A folder that goes when it is dropped, with an archive in it and a server of that.
pub(crate) struct Shelf {
    folder: PathBuf,
    pub(crate) app: SocketAddr,
    pub(crate) replay: SocketAddr,
    stopper: ServerStopper,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Shelf {
    fn drop(&mut self) {
        self.stopper.stop();
        if let Some(thread) = self.thread.take() {
            let ended = thread.join();
            assert!(ended.is_ok() || std::thread::panicking());
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// Options of a shelf.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) trusted: Vec<AddressRange>,
    pub(crate) reading: Option<ReadingPolicy>,
    pub(crate) private_webhooks: bool,
    pub(crate) tour: Option<stodola_server::DemoTour>,
    /// Whether the server runs the jobs of the archive.
    pub(crate) harvest: bool,
}

impl Shelf {
    /// Serves an archive with these records in one WARC file.
    pub(crate) fn new(records: &[Vec<u8>]) -> Shelf {
        Shelf::with(records, Options::default())
    }

    pub(crate) fn with(records: &[Vec<u8>], options: Options) -> Shelf {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("stodola-server-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        add(&folder, "first", records);
        let server = Server::open(&ServeSettings {
            archive: folder.join("archive"),
            listen: "127.0.0.1:0".parse().unwrap(),
            replay_listen: "127.0.0.1:0".parse().unwrap(),
            public_url: None,
            replay_url: None,
            trusted_proxies: options.trusted,
            reading: options.reading,
            private_webhooks: options.private_webhooks,
            tour: options.tour,
        })
        .unwrap();
        if options.harvest {
            let settings = HarvestSettings {
                archive: folder.join("archive"),
                jobs: Vec::new(),
                is_watching: true,
                at_once: 2,
                command: "stodola serve --harvest, in a test".to_owned(),
            };
            let watch: Arc<dyn HarvestWatch> = Arc::new(Quiet);
            server.run_harvests(settings, &watch).unwrap();
        }
        let port = |url: &str| url.rsplit(':').next().unwrap().parse::<u16>().unwrap();
        let app = SocketAddr::from(([127, 0, 0, 1], port(server.app_url())));
        let replay = SocketAddr::from(([127, 0, 0, 1], port(server.replay_url())));
        let stopper = server.stopper();
        let thread = std::thread::spawn(move || server.run().unwrap());
        Shelf { folder, app, replay, stopper, thread: Some(thread) }
    }

    /// Adds another file while the server runs.
    pub(crate) fn add(&self, name: &str, records: &[Vec<u8>]) {
        add(&self.folder, name, records);
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn stop(&self) {
        self.stopper.stop();
    }

    /// The name of the app origin as the header `Host` has it.
    pub(crate) fn app_host(&self) -> String {
        format!("localhost:{}", self.app.port())
    }

    /// The beginning of addresses of the replay origin.
    pub(crate) fn replay_url(&self) -> String {
        format!("http://{}", self.replay)
    }

    /// Asks the replay origin.
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.get_with(path, &[])
    }

    pub(crate) fn get_with(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.send("GET", path, fields)
    }

    pub(crate) fn send(&self, method: &str, path: &str, fields: &[(&str, &str)]) -> Answer {
        let host = self.replay.to_string();
        let mut all = vec![("Host", &*host)];
        all.extend_from_slice(fields);
        send(self.replay, method, path, &all, b"")
    }

    /// Asks the app origin.
    pub(crate) fn get_app(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let host = self.app_host();
        let mut all = vec![("Host", &*host)];
        all.extend_from_slice(fields);
        send(self.app, "GET", path, &all, b"")
    }
}

fn add(folder: &Path, name: &str, records: &[Vec<u8>]) {
    let archive = Archive::open_or_create(&folder.join("archive")).unwrap();
    let lock = archive.lock("test").unwrap();
    let mut writer = CatalogueWriter::open(&archive, lock).unwrap();
    let path = folder.join(format!("{name}.warc"));
    std::fs::File::create(&path).unwrap().write_all(&records.concat()).unwrap();
    writer.take_in(&archive, &path, Intake::Copy, &mut ()).unwrap();
    writer.close().unwrap();
}

/// A WARC record.
pub(crate) fn record(kind: &str, uri: &str, time: &str, fields: &str, block: &[u8]) -> Vec<u8> {
    let part = |from: usize, to: usize| &time[from..to];
    let date = format!(
        "{}-{}-{}T{}:{}:{}Z",
        part(0, 4),
        part(4, 6),
        part(6, 8),
        part(8, 10),
        part(10, 12),
        part(12, 14)
    );
    let mut record = format!(
        "WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\nWARC-Date: {date}\r\n{fields}\
         Content-Length: {}\r\n\r\n",
        block.len()
    )
    .into_bytes();
    record.extend_from_slice(block);
    record.extend_from_slice(b"\r\n\r\n");
    record
}

/// A capture of an HTTP answer; `head` has the status line and fields without the empty line.
pub(crate) fn response(uri: &str, time: &str, head: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("HTTP/1.1 {}\r\n\r\n", head.replace('\n', "\r\n"));
    let block = [head.as_bytes(), body].concat();
    let fields = "Content-Type: application/http; msgtype=response\r\n";
    record("response", uri, time, fields, &block)
}

/// A page in HTML.
pub(crate) fn page(uri: &str, time: &str, body: &str) -> Vec<u8> {
    response(uri, time, "200 OK\nContent-Type: text/html; charset=utf-8", body.as_bytes())
}
