//! `stodola map site`: a site in one go, for its webmaster.

use anyhow::Context;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use stodola_app::crawl::{HarvestWatch, JobSettings};
use stodola_app::json;
use stodola_app::map::{SiteSettings, site};
use stodola_crawl::job::{ConnectToSetting, Limit, Period};
use stodola_terminal::lang::{language, text};
use stodola_terminal::output::{RunOutcome, stdout};
use stodola_terminal::progress::Bar;
use stodola_terminal::{Company, Teller};
use stodola_text::{write_site_page, write_site_report};

/// Harvest a site and report: its tree, dead links, most important pages.
///
/// The site is harvested politely, as by `stodola crawl`: robots.txt is obeyed, and a host gets one request at a time,
/// with pauses. Links to other sites are asked about in the same way, and nothing of those sites is archived. Answers
/// that servers give to robots only (401, 403, 429) do not make a link dead.
///
/// Without --archive everything is thrown away at the end. With it, the captures and the map stay: see the other
/// commands under `stodola map`, which know the site at any date.
#[derive(clap::Args)]
#[command(
    after_help = "Exit codes: 0 no link is dead; 1 some are; 2 could not run; 3 the harvest was stopped.\n\n\
    Examples:\n  \
    stodola map site https://www.example.cz/ --contact me@example.cz --operator \"Me\" --purpose \"dead links\"\n  \
    stodola map site http://localhost:8000/ --allow-private --delay 0s --html report.html\n  \
    stodola map site https://www.example.cz/ --config job.toml --archive archive --json > report.json"
)]
pub(crate) struct Arguments {
    /// The home page
    #[arg(value_name = "URL")]
    url: String,
    /// Folder of an archive that keeps what is harvested; created if it does not exist
    #[arg(long, value_name = "DIR")]
    archive: Option<PathBuf>,
    /// Job file with settings of the harvest; options on the command line override it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Contact for webmasters: an e-mail address or a web page. Not needed for sites on this machine
    #[arg(long, value_name = "MAIL-OR-URL")]
    contact: Option<String>,
    /// Who harvests: an institution or a person. Not needed for sites on this machine
    #[arg(long, value_name = "NAME")]
    operator: Option<String>,
    /// What the harvest is for. Not needed for sites on this machine
    #[arg(long, value_name = "TEXT")]
    purpose: Option<String>,
    /// Largest number of links between the home page and a page
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Stop when the site has this many documents, or `unlimited`
    #[arg(long, value_name = "N", default_value = "100000")]
    max_docs: Limit<u64>,
    /// Stop the harvest after this time, for example 2h, or `unlimited`
    #[arg(long, value_name = "TIME")]
    max_time: Option<Limit<Period>>,
    /// Shortest pause between two requests to a host, for example 1s. With 0s there is no pause at all: only for your
    /// own servers
    #[arg(long, value_name = "TIME")]
    delay: Option<Period>,
    /// Connect to another address: HOST:PORT:ADDRESS:PORT. `*` matches any host or port
    #[arg(long, value_name = "H:P:A:P")]
    connect_to: Vec<ConnectToSetting>,
    /// Also fetch from private, loopback and link-local addresses
    #[arg(long)]
    allow_private: bool,
    /// Ask about so many links to other sites; 0 asks about none
    #[arg(long, value_name = "N", default_value_t = 2000)]
    ask: usize,
    /// Ask about links to other sites no longer than this
    #[arg(long, value_name = "TIME", default_value = "10m")]
    ask_time: Period,
    /// Look for pages that say "not found" with a good status: each folder is asked for a name that cannot exist
    #[arg(long)]
    soft_404: bool,
    /// Write the report as a web page to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Print the report as one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<RunOutcome> {
    let job = JobSettings {
        config: arguments.config.clone(),
        contact: arguments.contact.clone(),
        operator: arguments.operator.clone(),
        purpose: arguments.purpose.clone(),
        depth: arguments.depth,
        max_docs: Some(arguments.max_docs),
        max_time: arguments.max_time,
        delay: arguments.delay,
        connect_to: arguments.connect_to.clone(),
        allows_private: arguments.allow_private,
        ..JobSettings::default()
    };
    let settings = SiteSettings {
        url: arguments.url.clone(),
        archive: arguments.archive.clone(),
        job,
        asked_max: arguments.ask,
        asked_time: arguments.ask_time.duration(),
        soft_404: arguments.soft_404,
        command: format!("stodola map site {}", arguments.url),
    };
    let watch: Arc<dyn HarvestWatch> = Arc::new(Teller::new(Company::Alone));
    let report = site(&settings, &watch, &Bar::default())?;
    if let Some(path) = &arguments.html {
        let cannot = || text!("map-cannot-write", file = path.display());
        let mut out = BufWriter::new(File::create(path).with_context(cannot)?);
        write_site_page(&mut out, language(), &report).with_context(cannot)?;
        out.flush().with_context(cannot)?;
    }
    let mut out = stdout();
    match arguments.json {
        true => json::write_line(&mut out, &report)?,
        false => write_site_report(&mut out, language(), &report)?,
    }
    out.flush()?;
    let is_data_bad = report.dead_targets() > 0;
    Ok(RunOutcome { is_data_bad, is_stopped: !report.finished, ..RunOutcome::default() })
}
