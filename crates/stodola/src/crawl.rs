//! `stodola crawl`: harvests what seeds lead to, into an archive.

mod closing;
mod failed;
mod open_files;
pub(crate) mod round;
pub(crate) mod settings;
mod show;
mod store;
mod summary;

use crate::archive::{Bar, lock};
use crate::control::Server;
use crate::lang::pick;
use crate::output::{self, Outcome};
use anyhow::Context;
use closing::{Closing, Step};
use round::Wish;
pub(crate) use show::Company;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stodola_archive::{Archive, Keeper, WriteLock};
use stodola_crawl::job::{ConnectTo, DnsServer, Job, Limit, Period, Profile, Size};
use stodola_crawl::{Contracts, Harvest, Report};
use stodola_frontier::rounds::Round;
use stodola_judge::Verdict;
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};

/// Harvest sites into an archive, politely; continue a harvest that was stopped.
///
/// The harvest follows the links on the sites of the seeds, and fetches everything their pages need (pictures,
/// styles, scripts), also from other hosts. It obeys robots.txt, sends one request at a time to a host, and makes a
/// pause that depends on the speed of the host. The captures are written to WARC files under DIR/warc. The job is in
/// DIR/jobs/NAME, with all settings in job.toml.
///
/// Run the same command again, or `stodola crawl --archive DIR --job NAME` without seeds, to continue an unfinished
/// job. A finished job starts its next round when it is due (see [again] in job.toml), or at once with --again.
/// Content that is already in the archive is not stored again.
///
/// Press Ctrl-C once to finish the current requests and stop; press it twice to stop at once. Nothing that was
/// archived is lost either way.
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 finished; 1 finished, but nothing was archived or all seeds failed; 2 could not \
    run; 3 stopped by a limit or a signal, can continue.\n\nExamples:\n  \
    stodola crawl https://www.example.org/ --archive archive --contact webarchive@library.example\n  \
    stodola crawl http://localhost:8000/ --archive archive --delay 0s --allow-private\n  \
    stodola crawl --config job.toml --archive archive\n  \
    stodola crawl --template > job.toml"
)]
pub(crate) struct Arguments {
    /// URIs where the harvest starts
    #[arg(value_name = "SEED")]
    seeds: Vec<String>,
    /// Folder of the archive; created if it does not exist
    #[arg(long, value_name = "DIR", required_unless_present = "template")]
    archive: Option<PathBuf>,
    /// Name of the job; by default the host name of the first seed
    #[arg(long, value_name = "NAME")]
    job: Option<String>,
    /// Job file with settings; options on the command line override it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Start another round of a finished job, even if it is not due yet
    #[arg(long)]
    again: bool,
    /// Print a job file that explains every setting, and do nothing else
    #[arg(long)]
    template: bool,
    /// Kind of harvest: the sites of the seeds (the default), or the pages of a nation on any host
    #[arg(long, value_name = "PROFILE", value_parser = Profile::names().to_vec())]
    profile: Option<String>,
    /// With profile national: the pack of the nation, the name of a built-in one (`cz`, `sk`) or a folder
    #[arg(long, value_name = "NAME-OR-DIR")]
    pack: Option<String>,
    /// Contact for webmasters: an e-mail address or a web page. Not needed for sites on this machine
    #[arg(long, value_name = "MAIL-OR-URL")]
    contact: Option<String>,
    /// Largest number of links between a seed and a page
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Number of URIs to work on at the same time
    #[arg(long, value_name = "N")]
    workers: Option<u32>,
    /// Stop when the job has this many documents in all, or `unlimited`
    #[arg(long, value_name = "N")]
    max_docs: Option<Limit<u64>>,
    /// Stop when the job has this many bytes in all, for example 10GB, or `unlimited`
    #[arg(long, value_name = "SIZE")]
    max_bytes: Option<Limit<Size>>,
    /// Stop this run after this time, for example 2h, or `unlimited`
    #[arg(long, value_name = "TIME")]
    max_time: Option<Limit<Period>>,
    /// Shortest pause between two requests to a host, for example 1s. With 0s there is no pause at all: only
    /// for your own servers
    #[arg(long, value_name = "TIME")]
    delay: Option<Period>,
    /// Connections to one host at the same time; more than one only for your own servers
    #[arg(long, value_name = "N")]
    connections_per_host: Option<u32>,
    /// Connect to another address: HOST:PORT:ADDRESS:PORT. `*` matches any host or port; an empty ADDRESS or PORT
    /// means no change
    #[arg(long, value_name = "H:P:A:P")]
    connect_to: Vec<ConnectTo>,
    /// DNS server to use instead of that of the system
    #[arg(long, value_name = "ADDR[:PORT]", value_parser = dns_server)]
    dns_server: Vec<DnsServer>,
    /// Also fetch from private, loopback and link-local addresses
    #[arg(long)]
    allow_private: bool,
    /// Ignore robots.txt; only for your own servers, or where the law allows it
    #[arg(long)]
    ignore_robots: bool,
}

impl Arguments {
    /// The folder of the archive.
    pub(crate) fn archive(&self) -> anyhow::Result<&Path> {
        self.archive.as_deref().context("give the folder of the archive: --archive DIR")
    }
}

fn dns_server(text: &str) -> Result<DnsServer, String> {
    DnsServer::try_from(text.to_owned()).map_err(|error| error.to_string())
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    if arguments.template {
        use std::io::Write;
        let mut out = output::stdout();
        out.write_all(Job::template().as_bytes())?;
        out.flush()?;
        return Ok(Outcome::default());
    }
    let archive = arguments.archive()?;
    let (job, folder) = settings::prepare(arguments, archive)?;
    let keeper = keep(archive)?;
    let wish = if arguments.again { Wish::Again } else { Wish::ByName };
    match round::begin(&job, &folder, wish)? {
        Some(round) => Ok(outcome(&harvest(job, &folder, round, &keeper, Manner::default())?)),
        None => Ok(Outcome::default()),
    }
}

/// What the exit code has to tell of a run.
pub(crate) fn outcome(report: &Report) -> Outcome {
    let is_stopped = !report.is_finished();
    let is_data_bad = !is_stopped && report.summary.is_fruitless();
    Outcome { is_data_bad, is_stopped, ..Outcome::default() }
}

/// Takes an archive for this process when it is its turn, and tells what a crash had left to be done.
pub(crate) fn keep(archive: &Path) -> anyhow::Result<Arc<Keeper>> {
    let archive = Archive::open_or_create(archive)?;
    let lock = lock(&archive)?;
    keep_locked(&archive, lock)
}

/// The same for an archive that this process has taken.
pub(crate) fn keep_locked(archive: &Archive, lock: WriteLock) -> anyhow::Result<Arc<Keeper>> {
    let (keeper, caught_up) = stodola_follow::keep(archive, lock, &mut Bar::new(None))?;
    for name in &caught_up.listed {
        let now = pick("was added to the catalogue", "nebyl v katalogu, nyní je");
        output::say(format_args!("{name}: {now}"));
    }
    for (name, error) in &caught_up.failed {
        let what = pick("cannot be read", "nelze přečíst");
        output::say(format_args!("stodola: {name} {what}: {error}"));
    }
    Ok(keeper)
}

/// How a harvest is run.
#[derive(Default)]
pub(crate) struct Manner {
    pub(crate) company: Company,
    /// Is told what the judge says of each document.
    pub(crate) on_verdict: Option<OnVerdict>,
}

/// Is told what the judge says of a document.
pub(crate) type OnVerdict = Box<dyn Fn(&[u8], &Verdict) + Send + Sync>;

/// Harvests a round of a job that lives in that folder of the archive, and tells how it goes.
pub(crate) fn harvest(
    job: Job,
    folder: &Path,
    round: Round,
    keeper: &Arc<Keeper>,
    manner: Manner,
) -> anyhow::Result<Report> {
    let (name, documents) = (job.name.clone(), job.limits.documents);
    let Manner { company, on_verdict } = manner;
    let store = Arc::new(store::Store::open(keeper, &job, on_verdict)?);
    for line in store.recovered() {
        output::say(format_args!("{line}"));
    }
    let runtime = Builder::new_multi_thread().enable_all().build()?;
    let report = {
        let _inside = runtime.enter();
        let settings = job.clone();
        let mut job = job;
        // Of this run only: the next one may be allowed more.
        job.fetch.workers = open_files::make_room(job.fetch.workers);
        let harvest = Harvest::open(job, folder, Contracts::all(&store))?;
        let opened = harvest.opened();
        if !opened.is_new && !opened.was_clean {
            store.forget_unfinished(folder)?;
        }
        // Now that nobody else harvests it, its settings can be changed.
        settings::store(&settings, folder)?;
        let server = Server::start(folder, harvest.control())?;
        show::begin(&name, &harvest.opened(), &harvest.progress());
        let show = show::Show::start(harvest.control(), documents, &name, company);
        let interrupts = runtime.spawn(interrupted(harvest.control()));
        let report = runtime.block_on(harvest.run());
        interrupts.abort();
        runtime.block_on(server.close());
        show.stop();
        report
    };
    // The store is closed even after a failure: its file is whole.
    drop(runtime);
    let closing = Closing::start(Step::Files, company.label(&name));
    let store = Arc::into_inner(store).context("the last WARC file is still being written");
    let closed = store.and_then(store::Store::close);
    let listed = keeper.settle();
    let report = report?;
    closed?;
    listed?;
    closing.step(Step::Outcomes);
    let synced = keeper.writer().sync_outcomes(keeper.archive(), Some(&name))?;
    for (job, error) in synced.failed {
        output::complain(format_args!("{job}: {error}"));
    }
    drop(closing);
    if report.is_finished() {
        round.end(folder, report.summary.is_fruitless())?;
    }
    summary::tell(&name, keeper.archive().folder(), &report);
    Ok(report)
}

/// The first interrupt lets what is in flight end, the second ends the program. What is committed is
/// safe at any time.
async fn interrupted(control: stodola_crawl::Control) {
    let mut calls = 0;
    while wait_for_signal().await.is_ok() {
        calls += 1;
        if calls > 1 {
            // Ending here is what `kill -9` does too, and as safe.
            #[expect(clippy::exit, reason = "the user asked twice")]
            std::process::exit(130);
        }
        control.stop();
        output::say(format_args!(
            "{}",
            pick(
                "stopping after the current requests; interrupt again to stop at once",
                "končím: dokončuje se, co je rozdělané; dalším přerušením skončím hned"
            )
        ));
    }
}

/// Waits for Ctrl-C, SIGTERM, or SIGHUP: the terminal was closed, or the connection to it was lost.
pub(crate) async fn wait_for_signal() -> std::io::Result<()> {
    let mut terminated = signal(SignalKind::terminate())?;
    // `nohup` lets programs ignore it, and a handler would undo that.
    let mut hung_up = (!is_hangup_ignored()).then(|| signal(SignalKind::hangup())).transpose()?;
    let hangup = async {
        match &mut hung_up {
            Some(hung_up) => drop(hung_up.recv().await),
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        result = tokio::signal::ctrl_c() => result,
        _ = terminated.recv() => Ok(()),
        () = hangup => Ok(()),
    }
}

/// Whether the program was started with SIGHUP ignored.
fn is_hangup_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask & 1 == 1)
}
