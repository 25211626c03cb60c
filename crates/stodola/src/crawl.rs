//! `stodola crawl`: harvests what seeds lead to, into an archive.

mod open_files;
pub(crate) mod round;
pub(crate) mod settings;
mod show;
mod store;

use crate::archive::outcomes::sync_outcomes;
use crate::archive::titles::describer;
use crate::archive::{Bar, command_line};
use crate::control::Server;
use crate::lang::pick;
use crate::output::{self, Outcome};
use anyhow::Context;
pub(crate) use show::Company;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stodola_archive::{Archive, Keeper};
use stodola_crawl::job::{ConnectTo, DnsServer, Job, Period, Size};
use stodola_crawl::rounds::Round;
use stodola_crawl::{Ended, Harvest, Report};
use stodola_judge::Verdict;
use tokio::runtime::Builder;
use tokio::signal::unix::{SignalKind, signal};

/// Harvest sites into an archive, politely, and go on where it was left.
///
/// Follows the links of the seeds' sites and fetches what their pages need, wherever that lies. Robots
/// rules are kept, hosts are asked one request at a time with a pause that follows their own speed.
/// Everything is written to WARC files under ARCHIVE/warc; the job lives in ARCHIVE/jobs/NAME, with all
/// settings in job.toml. The same command again goes on with an unfinished job; so does
/// `stodola crawl --archive DIR --job NAME` without seeds. A finished job begins its next round if that
/// is due (see [again] in job.toml) or --again is given; what the archive has already is not stored again.
///
/// Interrupt once (Ctrl-C) to finish what is in flight and stop; twice to stop now. Nothing that was
/// fetched is lost either way.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  \
    stodola crawl https://www.example.org/ --archive archive --contact webarchive@library.example\n  \
    stodola crawl http://localhost:8000/ --archive archive --delay 0s --allow-private\n  \
    stodola crawl --config job.toml --archive archive\n  \
    stodola crawl --template > job.toml")]
pub(crate) struct Arguments {
    /// Where the harvest begins
    #[arg(value_name = "SEED")]
    seeds: Vec<String>,
    /// Folder of the archive; it is created if need be
    #[arg(long, value_name = "DIR", required_unless_present = "template")]
    archive: Option<PathBuf>,
    /// Name of the job; without one, the name of the first seed's host
    #[arg(long, value_name = "NAME")]
    job: Option<String>,
    /// Settings of the job; what is given on the command line counts more
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Begin another round of a job that is finished, even if it is not due yet
    #[arg(long)]
    again: bool,
    /// Print a job file with every setting explained, and do nothing else
    #[arg(long)]
    template: bool,
    /// Which kind of harvest: the sites of the seeds, or the pages of a nation wherever they are
    #[arg(long, value_name = "PROFILE", value_parser = ["site", "national"])]
    profile: Option<String>,
    /// The nation whose pages are harvested (profile national): a pack that is built in, or a folder
    #[arg(long, value_name = "NAME-OR-DIR")]
    pack: Option<String>,
    /// Whom a webmaster can ask: a mail address or a web page. Needed for all but this machine
    #[arg(long, value_name = "MAIL-OR-URL")]
    contact: Option<String>,
    /// How many links away from a seed pages may be
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// How many URIs are worked on at a time
    #[arg(long, value_name = "N")]
    workers: Option<u32>,
    /// Stop after so many documents
    #[arg(long, value_name = "N")]
    max_docs: Option<u64>,
    /// Stop after so many bytes, such as 10GB
    #[arg(long, value_name = "SIZE")]
    max_bytes: Option<Size>,
    /// Stop after so long, such as 2h
    #[arg(long, value_name = "TIME")]
    max_time: Option<Period>,
    /// Shortest pause between two requests to a host, such as 1s; with 0s no pause follows the host's
    /// speed either, which is for one's own servers
    #[arg(long, value_name = "TIME")]
    delay: Option<Period>,
    /// Connections to one host at a time; more than one is for one's own servers
    #[arg(long, value_name = "N")]
    connections_per_host: Option<u32>,
    /// Connect elsewhere: HOST:PORT:ADDRESS:PORT, `*` for any, nothing for the same as asked
    #[arg(long, value_name = "H:P:A:P")]
    connect_to: Vec<ConnectTo>,
    /// Name server to ask, instead of the system's
    #[arg(long, value_name = "ADDR[:PORT]", value_parser = dns_server)]
    dns_server: Vec<DnsServer>,
    /// Fetch from private, loopback and link-local addresses too
    #[arg(long)]
    allow_private: bool,
    /// Do not keep robots rules; only for one's own servers, or where the law allows it
    #[arg(long)]
    ignore_robots: bool,
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
    let archive = arguments.archive.as_deref().context("no archive is given")?;
    let (job, folder) = settings::prepare(arguments, archive)?;
    let keeper = keep(archive)?;
    if let Some(round) = round::begin(&job, &folder, arguments.again)? {
        harvest(job, &folder, round, &keeper, Manner::default())?;
    }
    Ok(Outcome::default())
}

/// Takes an archive for this process, and tells what a crash had left to be done.
pub(crate) fn keep(archive: &Path) -> anyhow::Result<Arc<Keeper>> {
    let archive = Archive::open_or_create(archive)?;
    let (keeper, caught_up) =
        Keeper::open(&archive, &command_line(), describer(), &mut Bar::new(None))?;
    for name in &caught_up.listed {
        let now = pick("was not in the catalogue, now it is", "nebyl v katalogu, nyní je");
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
        // Of this run only: the next one may be allowed more.
        let mut own = job.clone();
        own.fetch.workers = open_files::make_room(job.fetch.workers);
        let harvest = Harvest::open(own, folder, store.clone())?;
        let opened = harvest.opened();
        if !opened.is_new && !opened.was_clean {
            store.forget_unfinished(folder)?;
        }
        // Now that nobody else harvests it, its settings can be changed.
        settings::store(&job, folder)?;
        let server = Server::start(folder, job, harvest.control())?;
        show::begin(&name, &harvest.opened(), &harvest.progress());
        let show = show::Show::start(harvest.control(), documents, &name, company);
        let interrupts = runtime.spawn(interrupted(harvest.control()));
        let report = runtime.block_on(harvest.run());
        interrupts.abort();
        drop(server);
        show.stop();
        report
    };
    // The store is closed even after a failure: its file is whole.
    drop(runtime);
    let closed = Arc::into_inner(store).map_or(Ok(()), store::Store::close);
    let listed = keeper.settle();
    let report = report?;
    closed?;
    listed?;
    let synced = sync_outcomes(&mut keeper.writer(), keeper.archive(), Some(&name))?;
    for (job, error) in synced.failed {
        output::complain(format_args!("{job}: {}", output::told(&error)));
    }
    if report.ended == Ended::Finished {
        round.end(folder)?;
    }
    show::end(&name, &report);
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
                "stopping: what is in flight is finished; interrupt again to stop now",
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
