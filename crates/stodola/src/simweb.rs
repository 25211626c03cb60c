//! `stodola simweb`: the simulated web, by hand.

use crate::lang::text;
use crate::output::{self, Outcome};
use std::io::Write;
use std::net::SocketAddr;
use std::time::Duration;
use stodola_app::json;
use stodola_crawl::job::{FollowInvalid, Period};
use stodola_simweb::{HostRecord, Manners, NationalTerms, SimServeSettings, World};

/// Serve a simulated web on loopback, to try things on: many hosts, languages, traps and faults.
///
/// The same seed gives the same web, byte for byte. All hosts have one address; the `Host` field of the
/// request selects the host. So a client must connect to that address for any name, for example
/// `curl --connect-to ::127.0.0.1:8090 http://catalogue0.example/`. Or it uses the name server of the
/// simulated web (`--dns`), with as many addresses as you like (`--addresses`). At the start the command
/// prints how to harvest this web. It runs until you interrupt it (Ctrl-C).
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Address to listen on; with --addresses, only its port is used
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8090")]
    listen: SocketAddr,
    /// Also run a DNS server over UDP; without --calm, some names cannot be resolved
    #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = "127.0.0.1:8053")]
    dns: Option<SocketAddr>,
    /// Number of loopback addresses (127.0.0.0/8) that the hosts share
    #[arg(long, value_name = "N", default_value_t = 1)]
    addresses: u32,
    /// Also serve over TLS; without --calm, some certificates are invalid
    #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = "127.0.0.1:8443")]
    tls: Option<SocketAddr>,
    /// Seed of the random generator; another number gives another web
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Number of hosts
    #[arg(long, value_name = "N", default_value_t = 100)]
    hosts: u32,
    /// No faults, traps, oddities or robots rules
    #[arg(long)]
    calm: bool,
    /// Serve this many more sites: a nation's web outside its own domain, with pages in ten languages on
    /// neutral names, some of them Czech. The seeds are then on these sites
    #[arg(long, value_name = "N", default_value_t = 0)]
    national: u32,
    /// Report at the end how polite the clients were: how often a host got two requests within this time
    #[arg(long, value_name = "TIME")]
    judge: Option<Period>,
    /// Time that hosts take to answer, each host its own: LEAST-MOST, for example 200ms-1s
    #[arg(long, value_name = "TIMES", default_value = "0s-0s", value_parser = times)]
    latency: (Duration, Duration),
    /// Share of hosts that never answer, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    dead: f64,
    /// Serve nothing; print the names of all hosts
    #[arg(long, conflicts_with = "truth")]
    list: bool,
    /// Serve nothing; print each host, its time to answer in ms, whether it is dead (1), and the number of documents
    /// of its home page
    #[arg(long, conflicts_with_all = ["truth", "list"])]
    distances: bool,
    /// Serve nothing; print every page with its status, length, digest and links as JSON
    #[arg(long)]
    truth: bool,
    /// Serve nothing; print the URIs that a national harvest with this depth must archive
    #[arg(long, value_name = "DEPTH", requires = "national", conflicts_with = "truth")]
    archived: Option<u32>,
    /// With --archived: the value of `national.follow_invalid` in the job, a number of links or `scope`
    #[arg(long, value_name = "N", requires = "archived", default_value = "0", alias = "probe")]
    follow_invalid: FollowInvalid,
    /// With --archived: the job has `national.judge_linked = false`
    #[arg(long, requires = "archived")]
    no_judge_linked: bool,
}

impl Arguments {
    fn settings(&self) -> SimServeSettings {
        SimServeSettings {
            listen: self.listen,
            dns: self.dns,
            tls: self.tls,
            addresses: self.addresses,
            seed: self.seed,
            hosts: self.hosts,
            is_calm: self.calm,
            national: self.national,
            latency: self.latency,
            dead_rate: self.dead,
            is_judged: self.judge.is_some(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    let settings = arguments.settings();
    if arguments.list || arguments.distances {
        print_hosts(&settings.world(), arguments.distances)?;
    } else if arguments.truth {
        print_truth(&settings.world())?;
    } else if let Some(depth) = arguments.archived {
        let follow = match arguments.follow_invalid {
            FollowInvalid::Links(links) => Some(links),
            FollowInvalid::Scope => None,
        };
        let judges_linked = !arguments.no_judge_linked;
        print_archived(&settings.world(), NationalTerms { depth, follow, judges_linked })?;
    } else {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(serve(&settings, arguments.judge))?;
    }
    Ok(Outcome::default())
}

async fn serve(settings: &SimServeSettings, judge: Option<Period>) -> anyhow::Result<()> {
    let web = settings.start().await?;
    let hosts = web.world.settings().hosts.saturating_add(settings.national);
    output::say(text!("simweb-serving", hosts = hosts, address = web.addr.to_string()));
    output::say(settings.harvest_command(&web));
    if settings.has_too_many_seeds() {
        output::say(text!("simweb-all-others"));
    }
    tokio::signal::ctrl_c().await?;
    let (log, world) = (web.log.clone(), web.world.clone());
    web.shutdown().await?;
    if let Some(delay) = judge {
        say_manners(&Manners::of(&log, &world, delay.duration()));
    }
    Ok(())
}

/// Says how many requests came, and how many of them broke the manners.
fn say_manners(manners: &Manners) {
    output::say(text!(
        "simweb-judged",
        requests = manners.requests,
        broken = manners.violations.len(),
        refused = manners.refused,
        forgotten = manners.forgotten
    ));
    for violation in manners.violations.iter().take(10) {
        output::say(format_args!("  {violation:?}"));
    }
}

fn print_hosts(world: &World, has_distances: bool) -> anyhow::Result<()> {
    let mut out = output::stdout();
    if !has_distances {
        world.hosts().try_for_each(|host| writeln!(out, "{host}"))?;
        return Ok(out.flush()?);
    }
    for HostRecord { host, latency, is_dead, home } in world.host_records() {
        writeln!(out, "{host}\t{}\t{}\t{home}", latency.as_millis(), u8::from(is_dead))?;
    }
    Ok(out.flush()?)
}

fn times(text: &str) -> Result<(Duration, Duration), String> {
    let (least, most) = text.split_once('-').ok_or("two times with a dash between them")?;
    let time = |text: &str| text.parse::<Period>().map(|time| time.duration());
    let times = (time(least), time(most));
    match times {
        (Ok(least), Ok(most)) => Ok((least, most)),
        (Err(error), _) | (_, Err(error)) => Err(error.to_string()),
    }
}

fn print_truth(world: &World) -> anyhow::Result<()> {
    let mut out = output::stdout();
    world.page_records().try_for_each(|page| json::write_line(&mut out, &page))?;
    Ok(out.flush()?)
}

fn print_archived(world: &World, terms: NationalTerms) -> anyhow::Result<()> {
    let harvest = world.national_truth().harvest(&world.national_seeds(), terms);
    let mut out = output::stdout();
    harvest.archived.iter().try_for_each(|uri| writeln!(out, "{uri}"))?;
    Ok(out.flush()?)
}
