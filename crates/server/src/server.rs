//! The server as a whole: opened, run, stopped.

use crate::http::{Limits, listen};
use crate::metrics_page::Metrics;
use crate::settings::{DemoTour, ServeError, ServeSettings};
use crate::state::{Shared, now};
use crate::{replay, routes};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::net::{SocketAddr, TcpListener};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use stodola_access::people::{Actor, OneTimeLink};
use stodola_app::crawl::HarvestWatch;
use stodola_app::harvest::{HarvestRunner, HarvestSettings};
use stodola_app::webhooks::WebhookSender;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, watch};

/// A server whose sockets are open and which serves nobody yet.
pub struct Server {
    shared: Arc<Shared>,
    listeners: [TcpListener; 2],
    limits: Limits,
    private_webhooks: bool,
    stop: Arc<watch::Sender<bool>>,
}

/// Stops a server from another thread.
#[derive(Clone)]
pub struct ServerStopper {
    stop: Arc<watch::Sender<bool>>,
    shared: Arc<Shared>,
}

impl ServerStopper {
    /// Lets the server end: no new connections are taken, and answers in progress have ten seconds. Harvests that it
    /// runs finish their current requests and end.
    pub fn stop(&self) {
        if let Some(harvests) = self.shared.harvests.get() {
            harvests.stop();
        }
        if let Some(requests) = self.shared.requests.get() {
            requests.stop();
        }
        self.stop.send_replace(true);
    }
}

impl Server {
    /// Opens the archive and both sockets. Captures are only read: no lock is taken. People and rules can be changed.
    pub fn open(settings: &ServeSettings) -> Result<Server, ServeError> {
        let archive = stodola_archive::Archive::open(&settings.archive)?;
        let app = bind(settings.listen)?;
        let replay = bind(settings.replay_listen)?;
        let at = |listener: &TcpListener, asked: SocketAddr| listener.local_addr().unwrap_or(asked);
        let origins =
            settings.origins(at(&app, settings.listen), at(&replay, settings.replay_listen))?;
        let shared = Shared::new(&archive, origins, settings, Metrics::install(), workers())?;
        let limits = Limits::default();
        let limits = Limits { connections: make_room(limits.connections), ..limits };
        let (stop, _) = watch::channel(false);
        Ok(Server {
            shared: Arc::new(shared),
            listeners: [app, replay],
            limits,
            private_webhooks: settings.private_webhooks,
            stop: Arc::new(stop),
        })
    }

    /// Opens the archive of a demonstration for this machine only, at the usual addresses, or at free ones if these
    /// are taken.
    pub fn open_here(archive: &Path, tour: &DemoTour) -> Result<Server, ServeError> {
        let open = |ports: [u16; 2]| {
            let [listen, replay_listen] = ports.map(|it| SocketAddr::from(([127, 0, 0, 1], it)));
            Server::open(&ServeSettings {
                archive: archive.to_owned(),
                listen,
                replay_listen,
                public_url: None,
                replay_url: None,
                trusted_proxies: Vec::new(),
                reading: None,
                private_webhooks: false,
                tour: Some(tour.clone()),
            })
        };
        open([8080, 8081]).or_else(|error| match error {
            ServeError::Listen { .. } => open([0, 0]),
            error => Err(error),
        })
    }

    /// The address of the pages, without a slash at the end.
    pub fn app_url(&self) -> &str {
        self.shared.origins.app.as_str()
    }

    /// The address of archived content, without a slash at the end.
    pub fn replay_url(&self) -> &str {
        self.shared.origins.replay.as_str()
    }

    /// The address that makes whoever opens it first the administrator; `None` if there is one already. Makes
    /// `people.db` if there is none.
    pub fn first_admin_url(&self) -> Result<Option<String>, ServeError> {
        let actor = Actor { who: "serve", address: None, time: now() };
        let link = self.shared.people.store.made(|store| store.first_admin_link(&actor))?;
        let url = |link: OneTimeLink| format!("{}/start/{}", self.app_url(), link.secret.reveal());
        Ok(link.map(url))
    }

    /// Whether words can be searched for: the archive has a search index.
    pub fn is_searchable(&self) -> bool {
        stodola_search::SearchFollower::is_used(self.shared.captures.archive())
    }

    /// Runs the jobs of the archive as well, as `harvest --watch` does, until the server is stopped. If another process
    /// runs them, that is told to `watch` and on pages, and this one begins when the other ends. A second call does
    /// nothing.
    pub fn run_harvests(
        &self,
        settings: HarvestSettings,
        watch: &Arc<dyn HarvestWatch>,
    ) -> Result<(), ServeError> {
        if self.shared.harvests.get().is_none() {
            let runner = HarvestRunner::start(settings, watch)?;
            if let Err(second) = self.shared.harvests.set(runner) {
                second.stop();
            }
        }
        Ok(())
    }

    /// Stops this server.
    pub fn stopper(&self) -> ServerStopper {
        ServerStopper { stop: self.stop.clone(), shared: self.shared.clone() }
    }

    /// Serves until it is stopped. Blocks; the threads that serve are its own.
    pub fn run(self) -> Result<(), ServeError> {
        let runtime = runtime()?;
        let Server { shared, listeners: [app, replay], limits, private_webhooks, stop } = self;
        tell_webhooks(&shared, private_webhooks, stop.subscribe());
        run_requests(&shared);
        let searching = shared.clone();
        runtime.spawn_blocking(move || searching.prepare_search());
        let result = runtime.block_on(async {
            let places = Arc::new(Semaphore::new(limits.connections));
            let serve = |listener: TcpListener, router| {
                let listener = tokio::net::TcpListener::from_std(listener)?;
                let stop = stop.subscribe();
                Ok::<_, std::io::Error>(listen(listener, router, limits, places.clone(), stop))
            };
            let app = serve(app, routes::router(&shared))?;
            let replay = serve(replay, replay::router(shared.clone()))?;
            tokio::join!(app, replay);
            Ok::<_, std::io::Error>(())
        });
        // What was fetched is kept, and files are closed, before the process ends.
        if let Some(harvests) = shared.harvests.get() {
            harvests.stop();
            harvests.wait();
        }
        if let Some(requests) = shared.requests.get() {
            requests.stop();
            requests.wait();
        }
        // Work that nobody waits for any more need not end.
        runtime.shutdown_timeout(Duration::from_secs(1));
        result.map_err(ServeError::Runtime)
    }
}

/// Works on requests of users until the server ends. Where that cannot be, for instance because nothing can be written,
/// the archive can still be read.
fn run_requests(shared: &Shared) {
    let started = stodola_app::requests::run_requests(&shared.archive, "stodola serve");
    match started {
        Ok(runner) => {
            if let Err(second) = shared.requests.set(runner) {
                second.stop();
            }
        }
        Err(error) => tracing::error!(%error, "requests are not worked on"),
    }
}

/// How often it is looked whether webhooks are to be told something.
const WEBHOOK_PAUSE: Duration = Duration::from_secs(1);

/// Tells webhooks of events until the server ends, in a thread of its own. If that cannot be started, the archive can
/// still be read, and nothing is lost, since each webhook goes on where it stopped.
fn tell_webhooks(shared: &Shared, allows_private: bool, mut stop: watch::Receiver<bool>) {
    let archive = shared.archive.clone();
    let tell = move || {
        let runtime = match Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime,
            Err(error) => return tracing::error!(%error, "webhooks cannot be told"),
        };
        runtime.block_on(async {
            let sender = match WebhookSender::new(&archive, allows_private) {
                Ok(sender) => sender,
                Err(error) => return tracing::error!(%error, "webhooks cannot be told"),
            };
            while !*stop.borrow() {
                let mut pause = WEBHOOK_PAUSE;
                if let Err(error) = sender.turn().await {
                    tracing::warn!(%error, "webhooks were not told");
                    pause *= 60;
                }
                let _ = tokio::time::timeout(pause, stop.changed()).await;
            }
        });
    };
    if let Err(error) = std::thread::Builder::new().name("webhooks".to_owned()).spawn(tell) {
        tracing::error!(%error, "webhooks cannot be told");
    }
}

fn bind(address: SocketAddr) -> Result<TcpListener, ServeError> {
    let open = || {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        Ok(listener)
    };
    open().map_err(|error| ServeError::Listen { address, error })
}

/// A connection, the file that it is sent from, and two handles of that.
const FILES_PER_CONNECTION: u64 = 4;
/// The catalogue, logs and whatever the system opens.
const OTHER_FILES: u64 = 200;

/// Lets the program have as many files open as so many connections need, as far as the system allows it. Returns how
/// many connections there may be.
fn make_room(connections: usize) -> usize {
    let needed = connections as u64 * FILES_PER_CONNECTION + OTHER_FILES;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let Some(now) = current.filter(|current| *current < needed) else { return connections };
    let wanted = maximum.map_or(needed, |maximum| maximum.min(needed));
    // If it is refused, what is there has to do.
    let raised = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum }).is_ok();
    let limit = if raised { wanted } else { now };
    let possible = limit.saturating_sub(OTHER_FILES) / FILES_PER_CONNECTION;
    usize::try_from(possible).unwrap_or(connections).clamp(16, connections)
}

/// Threads that read the archive: more than processors, since some wait for the disk.
fn workers() -> usize {
    let processors = std::thread::available_parallelism().map_or(2, NonZeroUsize::get);
    (2 * processors).clamp(4, 64)
}

fn runtime() -> Result<Runtime, ServeError> {
    Builder::new_multi_thread()
        .enable_all()
        .thread_name("serve")
        .max_blocking_threads(workers())
        .build()
        .map_err(ServeError::Runtime)
}
