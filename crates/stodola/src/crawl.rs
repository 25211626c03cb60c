//! `stodola crawl`: harvests what seeds lead to, into an archive.

use crate::archive::command_line;
use crate::output::{self, Outcome};
use crate::seeds::Choice;
use anyhow::Context;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stodola_app::crawl::{CrawlSettings, HarvestWatch, JobSettings, crawl};
use stodola_crawl::Report;
use stodola_crawl::job::{ConnectToSetting, DnsServer, Job, Limit, Period, Profile, Size};
use stodola_terminal::{Company, Teller};

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
    stodola crawl https://www.example.org/ --archive archive --contact webarchive@library.example \
    --operator \"The Library\" --purpose \"legal deposit\"\n  \
    stodola crawl http://localhost:8000/ --archive archive --delay 0s --allow-private\n  \
    stodola crawl --config job.toml --archive archive\n  \
    stodola crawl --template > job.toml"
)]
pub(crate) struct Arguments {
    /// URIs where the harvest starts
    #[arg(value_name = "SEED")]
    seeds: Vec<String>,
    /// File with seeds: a list, a log of Heritrix, an index, a table or any text; may be given more than once. Each
    /// address is written to the job's list once. See `stodola seeds`
    #[arg(long = "seeds", value_name = "FILE")]
    seed_files: Vec<PathBuf>,
    #[command(flatten)]
    seed_choice: Choice,
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
    /// Kind of harvest: the sites of the seeds (the default), only their pages and texts, the pages of a nation on any
    /// host, or everything in the domains of a country
    #[arg(long, value_name = "PROFILE", value_parser = Profile::names().to_vec())]
    profile: Option<String>,
    /// With profile national: the pack of the nation, the name of a built-in one (`cz`, `sk`) or a folder
    #[arg(long, value_name = "NAME-OR-DIR")]
    pack: Option<String>,
    /// Domain that belongs to the harvest, with all its hosts; may be given more than once
    #[arg(long, value_name = "NAME")]
    domain: Vec<String>,
    /// Contact for webmasters: an e-mail address or a web page. Not needed for sites on this machine
    #[arg(long, value_name = "MAIL-OR-URL")]
    contact: Option<String>,
    /// Who harvests: an institution or a person. Not needed for sites on this machine
    #[arg(long, value_name = "NAME")]
    operator: Option<String>,
    /// What the harvest is for. Not needed for sites on this machine
    #[arg(long, value_name = "TEXT")]
    purpose: Option<String>,
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
    connect_to: Vec<ConnectToSetting>,
    /// DNS server to use instead of that of the system
    #[arg(long, value_name = "ADDR[:PORT]", value_parser = dns_server)]
    dns_server: Vec<DnsServer>,
    /// Connect through a proxy: http://HOST:PORT, socks5://HOST:PORT, or socks5h://HOST:PORT if the proxy is to resolve
    /// names
    #[arg(long, value_name = "URL")]
    proxy: Option<String>,
    /// File with cookies to send, as browsers export it (cookies.txt)
    #[arg(long, value_name = "FILE")]
    cookies: Option<PathBuf>,
    /// Largest number of bytes to receive in a second, for example 2MB, or `unlimited`
    #[arg(long, value_name = "SIZE")]
    bandwidth: Option<Limit<Size>>,
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

    /// The job that the arguments ask for.
    pub(crate) fn job_settings(&self) -> JobSettings {
        JobSettings {
            seeds: self.seeds.clone(),
            seed_files: self.seed_choice.of(&self.seed_files),
            name: self.job.clone(),
            config: self.config.clone(),
            // The arguments take only names of profiles.
            profile: self.profile.as_deref().and_then(Profile::from_name),
            pack: self.pack.clone(),
            contact: self.contact.clone(),
            operator: self.operator.clone(),
            purpose: self.purpose.clone(),
            domains: self.domain.clone(),
            depth: self.depth,
            workers: self.workers,
            max_docs: self.max_docs,
            max_bytes: self.max_bytes,
            max_time: self.max_time,
            delay: self.delay,
            connections_per_host: self.connections_per_host,
            connect_to: self.connect_to.clone(),
            dns_servers: self.dns_server.clone(),
            proxy: self.proxy.clone(),
            cookies: self.cookies.clone(),
            bandwidth: self.bandwidth,
            allows_private: self.allow_private,
            ignores_robots: self.ignore_robots,
        }
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
    let settings = CrawlSettings {
        archive: arguments.archive()?.to_owned(),
        job: arguments.job_settings(),
        is_again: arguments.again,
        command: command_line(),
    };
    let watch: Arc<dyn HarvestWatch> = Arc::new(Teller::new(Company::Alone));
    let report = crawl(&settings, &watch)?;
    Ok(report.as_ref().map_or_else(Outcome::default, outcome))
}

/// What the exit code has to tell of a run.
pub(crate) fn outcome(report: &Report) -> Outcome {
    let is_stopped = !report.is_finished();
    let is_data_bad = !is_stopped && report.summary.is_fruitless();
    Outcome { is_data_bad, is_stopped, ..Outcome::default() }
}
