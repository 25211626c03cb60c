//! A web that somebody serves by hand: on addresses of their choice, with the command that harvests it.

use crate::log::Log;
use crate::politeness::{Politeness, Violation};
use crate::settings::WorldSettings;
use crate::sim::{SimWeb, Sockets};
use crate::world::World;
use std::fmt::Write as _;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use tokio::net::{TcpListener, UdpSocket};

/// Requests remembered while serving.
const LOG_ENTRIES: usize = 100_000;
/// Requests remembered if clients are to be judged by them.
const JUDGED_ENTRIES: usize = 8_000_000;
/// So many hosts are named as seeds in the command that harvests them.
const SEEDS_MAX: u32 = 200;
/// Who harvests: asked for if names may lead anywhere. Here nobody reads it.
const IDENTITY: &str = " --contact simweb@example.org --operator simweb --purpose test";
/// The share of hosts without a working name, for those who ask for names at all.
const DNS_FAULT_RATE: f64 = 0.02;

/// Which web is served, and where.
#[derive(Clone, Debug)]
pub struct SimServeSettings {
    /// Address for HTTP; of a web with several addresses only the port counts.
    pub listen: SocketAddr,
    /// Address of the name service, if one is wanted. Some names fail then, unless the web is calm.
    pub dns: Option<SocketAddr>,
    /// Address for TLS, if that is wanted.
    pub tls: Option<SocketAddr>,
    /// Number of loopback addresses that the hosts share.
    pub addresses: u32,
    /// Another seed gives another web.
    pub seed: u64,
    /// Number of hosts.
    pub hosts: u32,
    /// Whether there are no faults, traps, oddities or robots rules.
    pub is_calm: bool,
    /// Number of sites of the national web; nought means that there is none.
    pub national: u32,
    /// Minimum and maximum of the time that a host takes to answer.
    pub latency: (Duration, Duration),
    /// Share of hosts that never answer, from 0 to 1.
    pub dead_rate: f64,
    /// Whether enough requests are remembered to judge clients at the end.
    pub is_judged: bool,
}

/// How the clients of a web behaved.
#[derive(Clone, Debug)]
pub struct Manners {
    /// Number of requests.
    pub requests: u64,
    /// Number of requests that were refused because they came too soon.
    pub refused: u64,
    /// Number of requests that are not judged, because the log is not long enough.
    pub forgotten: u64,
    /// Every breach of politeness in the others.
    pub violations: Vec<Violation>,
}

impl SimServeSettings {
    /// The web itself.
    pub fn world(&self) -> World {
        World::new(self.settings())
    }

    /// Serves the web on the current runtime.
    ///
    /// # Errors
    /// An address cannot be had, which the message names; or no certificate can be made.
    pub async fn start(&self) -> io::Result<SimWeb> {
        let http = self.bind(self.listen).await?;
        let https = match self.tls {
            Some(addr) => Some(self.bind(addr).await?),
            None => None,
        };
        // One that nobody was told of does no harm.
        let dns = self.dns.unwrap_or((Ipv4Addr::LOCALHOST, 0).into());
        let dns = UdpSocket::bind(dns).await.map_err(|error| cannot_listen(dns, &error))?;
        SimWeb::with(Sockets { http, dns, https }, self.settings())
    }

    fn settings(&self) -> WorldSettings {
        let base = match self.is_calm {
            true => WorldSettings::calm(self.seed, self.hosts),
            false => {
                WorldSettings { seed: self.seed, hosts: self.hosts, ..WorldSettings::default() }
            }
        };
        let has_faults = !self.is_calm && self.dns.is_some();
        WorldSettings {
            national: self.national,
            latency: self.latency,
            dead_rate: self.dead_rate,
            addresses: self.addresses,
            dns_fault_rate: if has_faults { DNS_FAULT_RATE } else { 0.0 },
            tls: self.tls.is_some(),
            log_entries: if self.is_judged { JUDGED_ENTRIES } else { LOG_ENTRIES },
            ..base
        }
    }

    /// With several addresses the hosts live all over the loopback, so one socket hears them all.
    async fn bind(&self, wanted: SocketAddr) -> io::Result<TcpListener> {
        let addr = match self.addresses {
            0 | 1 => wanted,
            _ => (Ipv4Addr::UNSPECIFIED, wanted.port()).into(),
        };
        TcpListener::bind(addr).await.map_err(|error| cannot_listen(addr, &error))
    }

    /// Whether the command that harvests the web begins with one site that leads to all others, since they are too
    /// many to be named. A harvest of sites stays on that one.
    pub fn has_too_many_seeds(&self) -> bool {
        self.national == 0 && self.hosts > SEEDS_MAX
    }

    /// Where to begin so that all is harvested: a harvest stays on the sites of its seeds.
    fn seeds(&self, world: &World) -> Vec<String> {
        match self.national {
            1.. => world.national_seeds(),
            0 if self.has_too_many_seeds() => world.seeds(),
            0 => world.hosts().map(|host| format!("http://{host}/")).collect(),
        }
    }

    /// The command that harvests the web. Where names are resolved, only the ports have to be told.
    pub fn harvest_command(&self, web: &SimWeb) -> String {
        let seeds = self.seeds(&web.world).join(" ");
        let mut line = format!("stodola crawl {seeds} --archive DIR --job simweb --allow-private");
        if self.national > 0 {
            line.push_str(" --profile national");
        }
        // Who is judged by pauses has to make them.
        if !self.is_judged {
            line.push_str(" --delay 0s");
        }
        if self.dns.is_some() {
            line.push_str(IDENTITY);
            // Writing to a string cannot fail.
            let _ = write!(line, " --dns-server {}", web.dns());
        }
        let mut connect = |port: u16, to: SocketAddr| {
            let ip = match self.dns {
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
}

impl Manners {
    /// Judges the requests to a world by the pause between two of them to a host; a longer one in `robots.txt` counts
    /// instead.
    pub fn of(log: &Log, world: &World, delay: Duration) -> Manners {
        let politeness = Politeness { delay, ..Politeness::default() };
        let asked = |host: &str| world.robots(host).and_then(|robots| robots.crawl_delay());
        let violations = log.violations_with(&politeness, |host| asked(host).unwrap_or_default());
        let (requests, refused, forgotten) = (log.requests(), log.too_fast(), log.forgotten());
        Manners { requests, refused, forgotten, violations }
    }
}

fn cannot_listen(addr: SocketAddr, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{addr}: cannot listen: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> SimServeSettings {
        SimServeSettings {
            listen: (Ipv4Addr::LOCALHOST, 0).into(),
            dns: None,
            tls: None,
            addresses: 1,
            seed: 3,
            hosts: 2,
            is_calm: true,
            national: 0,
            latency: (Duration::ZERO, Duration::ZERO),
            dead_rate: 0.0,
            is_judged: false,
        }
    }

    #[tokio::test]
    async fn command_names_all_that_a_client_needs() {
        let web = settings().start().await.unwrap();
        let port = web.addr.port();
        let command = settings().harvest_command(&web);
        let hosts: Vec<String> = web.world.hosts().map(|host| format!("http://{host}/")).collect();
        let expect = format!(
            "stodola crawl {} --archive DIR --job simweb --allow-private --delay 0s \
             --connect-to '*:80:127.0.0.1:{port}'",
            hosts.join(" ")
        );
        assert_eq!((hosts.len(), command), (2, expect));
        let asking = SimServeSettings { dns: Some(web.dns()), is_judged: true, ..settings() };
        let command = asking.harvest_command(&web);
        let expect = format!(
            "--allow-private{IDENTITY} --dns-server {} --connect-to '*:80::{port}'",
            web.dns()
        );
        assert!(command.ends_with(&expect), "{command}");
        let many = SimServeSettings { hosts: SEEDS_MAX + 1, ..settings() };
        assert!(many.has_too_many_seeds() && many.seeds(&many.world()).len() == 1);
        let national = SimServeSettings { national: 2, ..many };
        assert!(!national.has_too_many_seeds());
        assert_eq!(national.seeds(&national.world()), national.world().national_seeds());
    }

    #[tokio::test]
    async fn address_that_is_taken_is_named() {
        let web = settings().start().await.unwrap();
        let error = SimServeSettings { listen: web.addr, ..settings() }.start().await.unwrap_err();
        assert!(
            error.to_string().starts_with(&format!("{}: cannot listen: ", web.addr)),
            "{error}"
        );
    }

    #[test]
    fn names_fail_only_where_they_are_asked_for_and_the_web_is_not_calm() {
        let rate = |settings: SimServeSettings| settings.settings().dns_fault_rate > 0.0;
        let dns = Some(settings().listen);
        assert!(rate(SimServeSettings { dns, is_calm: false, ..settings() }));
        assert!(!rate(SimServeSettings { dns, ..settings() }));
        assert!(!rate(SimServeSettings { is_calm: false, ..settings() }));
        assert!(
            SimServeSettings { is_judged: true, ..settings() }.settings().log_entries > LOG_ENTRIES
        );
    }
}
