//! `stodola simweb`: the simulated web, by hand.

use crate::lang::text;
use crate::output::{self, Outcome};
use anyhow::Context;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use stodola_app::json;
use stodola_crawl::job::Period;
use stodola_simweb::{
    Log, Politeness, SimLink, SimWeb, SiteLanguage, Sockets, World, WorldSettings,
};
use tokio::net::{TcpListener, UdpSocket};

/// Requests remembered while serving.
const LOG_ENTRIES: usize = 100_000;
/// Requests remembered if clients are to be judged by them.
const JUDGED_ENTRIES: usize = 8_000_000;
/// So many hosts are named as seeds in the command that harvests them.
const SEEDS_MAX: u32 = 200;
/// The share of hosts without a working name, for those who ask for names at all.
const DNS_FAULT_RATE: f64 = 0.02;

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
    /// Serve nothing; print every page with its status, length, digest and links as JSON
    #[arg(long)]
    truth: bool,
    /// Serve nothing; print the URIs that a national harvest with this depth must archive
    #[arg(long, value_name = "DEPTH", requires = "national", conflicts_with = "truth")]
    archived: Option<u32>,
    /// With --archived: the value of `national.probe` in the job (links followed from pages that are not archived)
    #[arg(long, value_name = "N", requires = "archived", default_value_t = 0)]
    probe: u32,
}

impl Arguments {
    fn settings(&self) -> WorldSettings {
        let base = match self.calm {
            true => WorldSettings::calm(self.seed, self.hosts),
            false => {
                WorldSettings { seed: self.seed, hosts: self.hosts, ..WorldSettings::default() }
            }
        };
        let has_faults = !self.calm && self.dns.is_some();
        WorldSettings {
            national: self.national,
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
    if let Some(depth) = arguments.archived {
        return print_archived(&World::new(arguments.settings()), depth, arguments.probe);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let web = SimWeb::with(arguments.sockets().await?, arguments.settings())?;
        let hosts = web.world.settings().hosts.saturating_add(arguments.national);
        let serving = text!("simweb-serving", hosts = hosts, address = web.addr.to_string());
        output::say(format_args!("{serving}"));
        let seeds = seeds(arguments, &web.world);
        output::say(format_args!("{}", command_line(arguments, &web, &seeds.join(" "))));
        if arguments.national == 0 && web.world.settings().hosts > SEEDS_MAX {
            output::say(format_args!("{}", text!("simweb-all-others")));
        }
        tokio::signal::ctrl_c().await?;
        let (log, world) = (web.log.clone(), web.world.clone());
        web.shutdown().await?;
        if let Some(delay) = arguments.judge {
            judge(&log, &world, delay.duration());
        }
        Ok(Outcome::default())
    })
}

/// Where to begin so that all is harvested: a harvest stays on the sites of its seeds. Of a large web it is the
/// catalogue alone.
fn seeds(arguments: &Arguments, world: &World) -> Vec<String> {
    match arguments.national {
        1.. => world.national_seeds(),
        0 if world.settings().hosts > SEEDS_MAX => world.seeds(),
        0 => world.hosts().map(|host| format!("http://{host}/")).collect(),
    }
}

/// Says how many requests came, and how many of them broke the manners.
fn judge(log: &Log, world: &World, delay: Duration) {
    let politeness = Politeness { delay, ..Politeness::default() };
    let asked = |host: &str| world.robots(host).and_then(|robots| robots.crawl_delay());
    let found = log.violations_with(&politeness, |host| asked(host).unwrap_or_default());
    let (requests, refused, forgotten) = (log.requests(), log.too_fast(), log.forgotten());
    let judged = text!(
        "simweb-judged",
        requests = requests,
        broken = found.len(),
        refused = refused,
        forgotten = forgotten
    );
    output::say(format_args!("{judged}"));
    for violation in found.iter().take(10) {
        output::say(format_args!("  {violation:?}"));
    }
}

/// How to harvest this web. Where names are resolved, only the ports have to be told.
fn command_line(arguments: &Arguments, web: &SimWeb, seeds: &str) -> String {
    let mut line = format!("stodola crawl {seeds} --archive DIR --job simweb --allow-private");
    if arguments.national > 0 {
        line.push_str(" --profile national");
    }
    // Who is judged by pauses has to make them.
    if arguments.judge.is_none() {
        line.push_str(" --delay 0s");
    }
    if arguments.dns.is_some() {
        // Names may lead anywhere, so a contact is asked for; here nobody reads it.
        line.push_str(" --contact simweb@example.org");
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

/// A page of the simulated web. Serialised, it is a line of JSON.
#[derive(Serialize)]
struct TruthLine<'a> {
    uri: String,
    status: Option<u16>,
    content_type: &'a str,
    length: u64,
    sha256: String,
    harvestable: bool,
    #[serde(flatten)]
    national: Option<NationalLine<'a>>,
    links: Vec<&'a str>,
}

/// What is known of a page of the national web besides.
#[derive(Serialize)]
struct NationalLine<'a> {
    national: bool,
    language: Option<&'a str>,
    second_language: Option<&'a str>,
}

/// The whole web as JSON, a page a line; those of the national web say what they are written in, and whether
/// they belong to the nation.
fn print_truth(world: &World) -> anyhow::Result<Outcome> {
    let mut out = output::stdout();
    for page in world.truth() {
        let line = TruthLine {
            uri: page.uri(),
            status: page.status,
            content_type: &page.content_type,
            length: page.length,
            sha256: hex(&page.sha256),
            harvestable: page.is_harvestable(),
            national: None,
            links: uris(&page.links),
        };
        json::write_line(&mut out, &line)?;
    }
    for page in world.national_pages() {
        let national = NationalLine {
            national: page.is_national,
            language: page.language.map(SiteLanguage::code),
            second_language: page.second_language.map(SiteLanguage::code),
        };
        let line = TruthLine {
            uri: page.uri(),
            status: Some(page.status),
            content_type: &page.content_type,
            length: page.length,
            sha256: hex(&page.sha256),
            harvestable: true,
            national: Some(national),
            links: uris(&page.links),
        };
        json::write_line(&mut out, &line)?;
    }
    out.flush()?;
    Ok(Outcome::default())
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn uris(links: &[SimLink]) -> Vec<&str> {
    links.iter().map(|link| &link.uri[..]).collect()
}

fn print_archived(world: &World, depth: u32, probe: u32) -> anyhow::Result<Outcome> {
    let harvest = world.national_truth().harvest(&world.national_seeds(), depth, probe);
    let mut out = output::stdout();
    for uri in &harvest.archived {
        writeln!(out, "{uri}")?;
    }
    out.flush()?;
    Ok(Outcome::default())
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet, VecDeque};
    use stodola_crawl::national::{
        DepthDocument as Document, DepthRule as Rule, DocumentKind, Hop, OfferAgain as Again,
        Standing,
    };
    use stodola_simweb::{NationalNode, Shape, SimLinkKind, World, WorldSettings};

    fn hop(kind: SimLinkKind) -> Hop {
        match kind {
            SimLinkKind::Frame => Hop::Frame,
            SimLinkKind::Redirect | SimLinkKind::Refresh => Hop::Redirect,
            kind if kind.is_requisite() => Hop::Requisite,
            _ => Hop::Navigation,
        }
    }

    fn document(node: &NationalNode) -> Document {
        let (kind, is_valid) = match node.shape {
            Shape::Html { is_national } => (DocumentKind::Html, is_national),
            Shape::File => (DocumentKind::Other, false),
            Shape::Redirect => (DocumentKind::Redirect, false),
        };
        let has_links = node.links.iter().any(|link| link.kind != SimLinkKind::Foreign);
        Document { kind, is_valid, has_links }
    }

    /// A harvest that keeps one number for each URI; how often it went to see one comes with it.
    fn harvest(
        nodes: &BTreeMap<String, NationalNode>,
        seeds: &[String],
        rule: Rule,
    ) -> (BTreeSet<String>, usize) {
        let mut kept: BTreeMap<&str, u32> = BTreeMap::new();
        let mut archived = BTreeSet::new();
        let mut fetched = BTreeSet::new();
        let mut visits = 0;
        let mut queue: VecDeque<&str> = VecDeque::new();
        let mut offers: Vec<(&str, Standing)> =
            seeds.iter().map(|seed| (seed.as_str(), rule.seed())).collect();
        loop {
            for (uri, offered) in offers.drain(..) {
                let before = kept.get(uri).map(|code| Standing::from_code(*code));
                let again = match before {
                    None => Again::Fetch,
                    Some(before) => rule.again(before, archived.contains(uri), offered),
                };
                if again != Again::No {
                    kept.insert(uri, offered.code());
                    if before.is_none() || fetched.remove(uri) {
                        queue.push_back(uri);
                    }
                }
            }
            let Some(uri) = queue.pop_front() else { return (archived, visits) };
            let node = &nodes[uri];
            let settled = rule.settle(Standing::from_code(kept[uri]), document(node));
            if settled.is_archived {
                archived.insert(uri.to_owned());
            }
            kept.insert(uri, settled.standing.code());
            fetched.insert(uri);
            visits += 1;
            for link in node.links.iter().filter(|link| link.kind != SimLinkKind::Foreign) {
                let inherited = rule.inherit(&settled, hop(link.kind));
                let is_abroad =
                    link.uri.split('/').nth(2).is_some_and(|host| host.ends_with(".cz"));
                let is_taken = link.kind.is_requisite() || !is_abroad;
                offers.extend(inherited.filter(|_| is_taken).map(|to| (link.uri.as_str(), to)));
            }
        }
    }

    #[test]
    fn rule_of_the_crawler_archives_what_the_simulated_web_expects() {
        for seed in 1..=3 {
            let world = World::new(WorldSettings { national: 64, ..WorldSettings::calm(seed, 1) });
            let (truth, seeds) = (world.national_truth(), world.national_seeds());
            let nodes: BTreeMap<String, NationalNode> =
                world.national_pages().map(|page| (page.uri(), page.node())).collect();
            for (depth, probe) in [(0, 0), (1, 0), (2, 0), (3, 0), (10, 0), (0, 2), (2, 1), (3, 3)]
            {
                let rule = Rule::new(depth, probe).unwrap();
                let (archived, visits) = harvest(&nodes, &seeds, rule);
                let expect = truth.harvest(&seeds, depth, probe.into()).archived;
                assert_eq!(archived, expect, "seed {seed}, depth {depth}, probe {probe}");
                // Coming back to URIs must stay the exception.
                assert!(visits < 2 * nodes.len(), "{visits} visits to {} URIs", nodes.len());
            }
        }
    }
}
