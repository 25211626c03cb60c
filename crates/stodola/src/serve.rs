//! `stodola serve`: an archive in the browser, and for programs.

mod bare;

use crate::archive::command_line;
use crate::lang::{language, text};
use crate::output::{self, Outcome};
use anyhow::anyhow;
use bare::BareFiles;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stodola_access::AddressRange;
use stodola_app::crawl::HarvestWatch;
use stodola_app::harvest::HarvestSettings;
use stodola_server::{DemoTour, ReadingPolicy, ServeError, ServeSettings, Server};
use stodola_terminal::{Company, Interrupts, Teller};

/// Serve an archive: read its pages in a browser, ask for captures by CDX and Memento.
///
/// There are two addresses. The pages of Stodola are at the first one; archived content is at the second one, which
/// must have another host name, so that archived scripts cannot act on the pages. By default these are
/// http://localhost:8080 and http://127.0.0.1:8081, for this machine only. To serve other machines, put a proxy with
/// TLS before both and give the names that readers use: --public-url and --replay-url.
///
/// Instead of an archive you can give ARC, WARC or WACZ files: they are read where they are, and the archive exists
/// only while the program runs, in the folder for temporary files (TMPDIR).
///
/// Captures are only read. The archive may be harvested at the same time, also by another process: new captures can be
/// read some seconds after they were written. Nothing is ever fetched from the live web.
///
/// On this machine everybody may read. Where other machines are served, readers sign in, unless --reading open is
/// given. At the first start a link is printed: whoever opens it first becomes the administrator.
///
/// With --harvest the jobs of the archive are run as well, as `stodola harvest --watch` does. If another process runs
/// them already, this one serves, shows and steers them, and takes over when that process ends.
///
/// Press Ctrl-C (or send SIGTERM) to finish the current answers and requests and stop; twice to stop at once.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola serve --archive archive\n  \
    stodola serve --archive archive --harvest\n  \
    stodola serve site.wacz old/*.arc.gz\n  \
    stodola serve --archive archive --listen 127.0.0.1:9000 --replay-listen 127.0.0.1:9001\n  \
    stodola serve --archive archive --public-url https://archive.example.cz \\\n    \
    --replay-url https://replay.example.cz --trusted-proxy 127.0.0.1")]
pub(crate) struct Arguments {
    /// ARC, WARC and WACZ files, or folders with such files
    #[arg(value_name = "FILE", required_unless_present = "archive", conflicts_with = "archive")]
    files: Vec<PathBuf>,
    /// Folder of the archive
    #[arg(long, value_name = "DIR")]
    archive: Option<PathBuf>,
    /// Address of the pages
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Address of archived content
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8081")]
    replay_listen: SocketAddr,
    // Not a doc comment, in which an address has to be a link.
    #[arg(
        long,
        value_name = "URL",
        requires = "replay_url",
        help = "The address of the pages as readers know it, for example https://archive.example.cz"
    )]
    public_url: Option<String>,
    /// The address of archived content as readers know it; its host name must be another one
    #[arg(long, value_name = "URL", requires = "public_url")]
    replay_url: Option<String>,
    /// Network of proxies that report the reader's address (X-Forwarded-For), for example 10.0.0.0/8; may be given
    /// more than once
    #[arg(long, value_name = "CIDR")]
    trusted_proxy: Vec<AddressRange>,
    /// Who may read without signing in: everybody, nobody, or those whose address belongs to a group (see access
    /// group). Default: everybody, unless --public-url is given
    #[arg(long, value_name = "WHO")]
    reading: Option<Reading>,
    /// Let webhooks lead to private addresses; without this, events are sent to public addresses only
    #[arg(long)]
    private_webhooks: bool,
    /// Run the jobs of the archive too, and start each round when it is due
    #[arg(long, requires = "archive")]
    harvest: bool,
    /// Number of jobs that run at the same time
    #[arg(long, value_name = "N", default_value_t = 2, requires = "harvest",
        value_parser = clap::value_parser!(u32).range(1..=64))]
    at_once: u32,
}

/// Who may read without signing in.
#[derive(Clone, Copy, clap::ValueEnum)]
enum Reading {
    Open,
    SignedIn,
    Rooms,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let (archive, bare) = match &arguments.archive {
        Some(archive) => (archive.clone(), None),
        None => {
            let bare = BareFiles::read(&arguments.files)?;
            (bare.archive(), Some(bare))
        }
    };
    let server = Server::open(&ServeSettings {
        archive,
        listen: arguments.listen,
        replay_listen: arguments.replay_listen,
        public_url: arguments.public_url.clone(),
        replay_url: arguments.replay_url.clone(),
        trusted_proxies: arguments.trusted_proxy.clone(),
        reading: arguments.reading.map(|reading| match reading {
            Reading::Open => ReadingPolicy::Open,
            Reading::SignedIn => ReadingPolicy::SignedIn,
            Reading::Rooms => ReadingPolicy::Rooms,
        }),
        private_webhooks: arguments.private_webhooks,
        tour: None,
    })
    .map_err(|error| in_words(&error))?;
    if bare.is_none() {
        tell_first_admin(&server);
    }
    if let (Some(archive), true) = (&arguments.archive, arguments.harvest) {
        let settings = HarvestSettings {
            archive: archive.clone(),
            jobs: Vec::new(),
            is_watching: true,
            at_once: arguments.at_once,
            command: command_line(),
        };
        let watch: Arc<dyn HarvestWatch> = Arc::new(Teller::new(Company::Others));
        server.run_harvests(settings, &watch).map_err(|error| in_words(&error))?;
    }
    if let (Some(archive), false) = (&arguments.archive, server.is_searchable()) {
        let archive = output::word(&archive.display().to_string());
        output::say(text!("serve-no-search", archive = archive));
    }
    let is_damaged = bare.as_ref().is_some_and(BareFiles::is_damaged);
    let served = until_stopped(server, bare.as_ref().map(|bare| &bare.interrupts));
    // The temporary archive goes when nobody reads it any more.
    drop(bare);
    served?;
    Ok(Outcome { is_data_bad: is_damaged, ..Outcome::default() })
}

/// Serves the archive of a demonstration to this machine only.
pub(crate) fn serve_here(archive: &Path, tour: &DemoTour) -> anyhow::Result<()> {
    let server = Server::open_here(archive, tour).map_err(|error| in_words(&error))?;
    tell_first_admin(&server);
    until_stopped(server, None)
}

/// Prints the link for the first administrator. Where nothing can be written, the archive can still be read.
fn tell_first_admin(server: &Server) {
    match server.first_admin_url() {
        Ok(Some(url)) => output::say(format_args!("{}", text!("serve-first-admin", url = url))),
        Ok(None) => {}
        Err(error) => output::complain(error.told(language())),
    }
}

/// `earlier`: who listens for signals already.
fn until_stopped(server: Server, earlier: Option<&Interrupts>) -> anyhow::Result<()> {
    let stopper = server.stopper();
    let stop = move || stopper.stop();
    let _own = match earlier {
        Some(earlier) => {
            earlier.change("serve-stopping", stop);
            None
        }
        None => Some(Interrupts::listen_with("serve-stopping", stop)?),
    };
    let (app, replay) = (server.app_url().to_owned(), server.replay_url().to_owned());
    output::say(format_args!("{}", text!("serve-ready", app = app, replay = replay)));
    server.run().map_err(|error| in_words(&error))
}

fn in_words(error: &ServeError) -> anyhow::Error {
    anyhow!(error.told(language()))
}
