//! `stodola simweb`: the simulated web, by hand.

use crate::json;
use crate::output::{self, Outcome};
use anyhow::Context;
use std::fmt::Write as _;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use stodola_crawl::job::Period;
use stodola_simweb::{Log, Politeness, Settings, SimWeb, Sockets, World};
use tokio::net::{TcpListener, UdpSocket};

/// Requests remembered while serving.
const LOG_ENTRIES: usize = 100_000;
/// Requests remembered if clients are to be judged by them.
const JUDGED_ENTRIES: usize = 8_000_000;
/// The share of hosts without a working name, for those who ask for names at all.
const DNS_FAULT_RATE: f64 = 0.02;

/// Serve a simulated web on loopback: many hosts, languages, traps and faults behind one address.
///
/// The same seed gives the same web, to the byte. The `Host` field tells which host is meant, so a
/// client needs to connect to one address whatever the name, for example
/// `curl --connect-to ::127.0.0.1:8090 http://catalogue0.example/`; or it asks the name service of
/// this web (`--dns`), and finds the hosts at many addresses (`--addresses`). Says at the start how
/// to harvest it. Runs until it is interrupted.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Address to listen on; with several addresses its port counts
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8090")]
    listen: SocketAddr,
    /// Answer questions for names, over UDP; some names cannot be resolved then, unless calm
    #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = "127.0.0.1:8053")]
    dns: Option<SocketAddr>,
    /// How many addresses of the loopback (127.0.0.0/8) the hosts share
    #[arg(long, value_name = "N", default_value_t = 1)]
    addresses: u32,
    /// Serve over TLS as well; some certificates are bad, unless calm
    #[arg(long, value_name = "ADDR", num_args = 0..=1, default_missing_value = "127.0.0.1:8443")]
    tls: Option<SocketAddr>,
    /// What the web is made from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many hosts
    #[arg(long, value_name = "N", default_value_t = 100)]
    hosts: u32,
    /// Without faults, traps, oddities and robots rules
    #[arg(long)]
    calm: bool,
    /// Tell in the end how polite the clients were: how often a host was asked again sooner than this
    #[arg(long, value_name = "TIME")]
    judge: Option<Period>,
    /// Print every page with its status, length, digest and links as JSON instead of serving
    #[arg(long)]
    truth: bool,
}

impl Arguments {
    fn settings(&self) -> Settings {
        let base = match self.calm {
            true => Settings::calm(self.seed, self.hosts),
            false => Settings { seed: self.seed, hosts: self.hosts, ..Settings::default() },
        };
        let has_faults = !self.calm && self.dns.is_some();
        Settings {
            addresses: self.addresses,
            dns_fault_rate: if has_faults { DNS_FAULT_RATE } else { 0.0 },
            tls: self.tls.is_some(),
            log_entries: if self.judge.is_some() { JUDGED_ENTRIES } else { LOG_ENTRIES },
            ..base
        }
    }

    /// With several addresses the hosts live all over the loopback, so one socket hears them all.
    async fn bind(&self, wanted: SocketAddr) -> anyhow::Result<TcpListener> {
        let addr = match self.addresses {
            0 | 1 => wanted,
            _ => (Ipv4Addr::UNSPECIFIED, wanted.port()).into(),
        };
        TcpListener::bind(addr).await.with_context(|| format!("{addr}: cannot listen"))
    }

    async fn sockets(&self) -> anyhow::Result<Sockets> {
        let http = self.bind(self.listen).await?;
        let https = match self.tls {
            Some(addr) => Some(self.bind(addr).await?),
            None => None,
        };
        // One that nobody was told of does no harm.
        let dns = self.dns.unwrap_or((Ipv4Addr::LOCALHOST, 0).into());
        let dns = UdpSocket::bind(dns).await.with_context(|| format!("{dns}: cannot listen"))?;
        Ok(Sockets { http, dns, https })
    }
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<Outcome> {
    if arguments.truth {
        return print_truth(&World::new(arguments.settings()));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let web = SimWeb::with(arguments.sockets().await?, arguments.settings())?;
        let seeds = web.world.seeds().join(" ");
        output::say(format_args!("{} hosts at {}; begin with {seeds}", arguments.hosts, web.addr));
        output::say(format_args!("{}", command_line(arguments, &web, &seeds)));
        tokio::signal::ctrl_c().await?;
        let (log, world) = (web.log.clone(), web.world.clone());
        web.shutdown().await?;
        if let Some(delay) = arguments.judge {
            judge(&log, &world, delay.duration());
        }
        Ok(Outcome::default())
    })
}

/// Says how many requests came, and how many of them broke the manners.
fn judge(log: &Log, world: &World, delay: Duration) {
    let politeness = Politeness { delay, ..Politeness::default() };
    let asked = |host: &str| world.robots(host).and_then(|robots| robots.crawl_delay());
    let found = log.violations_with(&politeness, |host| asked(host).unwrap_or_default());
    let (requests, refused, forgotten) = (log.requests(), log.too_fast(), log.forgotten());
    output::say(format_args!(
        "{requests} requests, {} violations, {refused} refused for haste, {forgotten} not looked at",
        found.len()
    ));
    for violation in found.iter().take(10) {
        output::say(format_args!("  {violation:?}"));
    }
}

/// How to harvest this web. Where names are resolved, only the ports have to be told.
fn command_line(arguments: &Arguments, web: &SimWeb, seeds: &str) -> String {
    let mut line = format!("stodola crawl {seeds} --archive DIR --allow-private");
    if arguments.dns.is_some() {
        // Writing to a string cannot fail.
        let _ = write!(line, " --dns-server {}", web.dns());
    }
    let mut connect = |port: u16, to: SocketAddr| {
        let ip = match arguments.dns {
            Some(_) => String::new(),
            None if to.is_ipv6() => format!("[{}]", to.ip()),
            None => to.ip().to_string(),
        };
        let _ = write!(line, " --connect-to '*:{port}:{ip}:{}'", to.port());
    };
    connect(80, web.addr);
    if let Some(https) = web.https() {
        connect(443, https);
    }
    line
}

fn print_truth(world: &World) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    for page in world.truth() {
        out.write_all(b"{\"uri\":")?;
        json::string(&mut out, &page.uri())?;
        json::number(&mut out, "status", page.status.map(u64::from))?;
        json::member(&mut out, "content_type", Some(page.content_type.as_bytes()))?;
        json::number(&mut out, "length", Some(page.length))?;
        let sha256: String = page.sha256.iter().map(|b| format!("{b:02x}")).collect();
        json::member(&mut out, "sha256", Some(sha256.as_bytes()))?;
        write!(out, ",\"harvestable\":{},\"links\":[", page.is_harvestable())?;
        for (i, link) in page.links.iter().enumerate() {
            if i > 0 {
                out.write_all(b",")?;
            }
            json::string(&mut out, &link.uri)?;
        }
        out.write_all(b"]}\n")?;
    }
    out.flush()?;
    Ok(Outcome::default())
}
