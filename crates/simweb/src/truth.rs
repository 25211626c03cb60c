//! The ground truth: every address of the finite part of the web, with what a harvest must have found there.

use crate::html::SimLink;
use crate::ip::DnsFault;
use crate::page::extras;
use crate::place::Place;
use crate::robots::{Permission, RobotsKind};
use crate::site::{HIDDEN_PAGES, Site};
use crate::world::{PageKind, View, World};
use sha2::{Digest, Sha256};
use std::time::Duration;

/// One address and what is there, for a client without cookies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimPage {
    /// The host name.
    pub host: String,
    /// Path and query, as they have to be requested.
    pub target: String,
    /// Kind of address.
    pub kind: PageKind,
    /// Status of the answer; `None` if it has none that can be read.
    pub status: Option<u16>,
    /// Value of `Content-Type`.
    pub content_type: String,
    /// Length of the body in bytes, without any coding.
    pub length: u64,
    /// SHA-256 of the body without any coding.
    pub sha256: [u8; 32],
    /// Links of the document in their order, with repetitions.
    pub links: Vec<SimLink>,
    /// What `robots.txt` says about it to a crawler without a group of its own.
    pub permission: Permission,
    /// How it can be found.
    pub discovery: Discovery,
    /// Whether its fault ends after enough requests. The other fields then describe it after that.
    pub heals: bool,
    /// How the resolution of its host's name fails; `None` if it does not. A client that does not ask the name service
    /// reaches it nevertheless.
    pub unreachable: Option<DnsFault>,
    /// Whether its host closes each connection without an answer.
    pub is_dead: bool,
    /// Minimum time between two requests that its host accepts; `None` if there is none. A request that comes sooner is
    /// refused, and gets the page later.
    pub interval: Option<Duration>,
}

/// How a page can be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Discovery {
    /// By following links from the seeds.
    Link,
    /// By asking each host for `/robots.txt`.
    Robots,
    /// By reading the sitemaps that `robots.txt` names.
    Sitemap,
}

impl SimPage {
    /// Returns the absolute URI.
    pub fn uri(&self) -> String {
        format!("http://{}{}", self.host, self.target)
    }

    /// Whether a polite and patient crawler that tries again must have archived it completely. All such pages can be
    /// found through such pages alone.
    pub fn is_harvestable(&self) -> bool {
        self.arrives() && self.permission == Permission::Allowed
    }

    /// Same as [`SimPage::is_harvestable`], for a crawler that ignores `robots.txt`.
    pub fn arrives(&self) -> bool {
        let good = match self.kind {
            PageKind::Trap(_) => false,
            PageKind::Fault(fault) => self.heals || fault.arrives_whole(),
            PageKind::Document
            | PageKind::Requisite
            | PageKind::Robots
            | PageKind::Sitemap
            | PageKind::Feed
            | PageKind::Redirect
            | PageKind::Cookie
            | PageKind::Missing => true,
        };
        good && self.unreachable.is_none() && !self.is_dead
    }
}

impl World {
    /// Returns every page of the finite part, site by site; of a trap only its first page, which is marked.
    pub fn truth(&self) -> impl Iterator<Item = SimPage> {
        (0..self.settings().hosts).flat_map(move |index| {
            let site = self.site(index);
            let host = self.host_name(index);
            places(self, &site)
                .into_iter()
                .map(move |(place, discovery)| self.page(&site, &host, place, discovery))
        })
    }

    fn page(&self, site: &Site, host: &str, place: Place, discovery: Discovery) -> SimPage {
        let target = place.target(site);
        let heals = self.heals(site, place);
        let fault = self.fault(site, place).filter(|_| !heals);
        let view = View { cookie: false, collect: true, fault };
        let document = self.document(site, place, &target, view);
        let status = match fault {
            Some(fault) => fault.status(),
            None => Some(document.status),
        };
        SimPage {
            host: host.to_owned(),
            kind: self.kind_of(site, place),
            status,
            content_type: document.content_type.into_owned(),
            length: document.body.len() as u64,
            sha256: Sha256::digest(&document.body).into(),
            links: document.links,
            permission: site.robots.permission(&target),
            discovery,
            heals,
            unreachable: self.site_dns_fault(site.index),
            is_dead: self.is_dead(&self.host_name(site.index)),
            interval: self.site_interval(site),
            target,
        }
    }
}

/// Returns all places of a site, each once.
fn places(world: &World, site: &Site) -> Vec<(Place, Discovery)> {
    let mut robots = vec![Place::Robots];
    let mut listed = Vec::new();
    if site.robots == RobotsKind::Redirecting {
        robots.push(Place::RobotsMoved);
    }
    if site.robots.names_sitemap() || site.robots == RobotsKind::Redirecting {
        let sitemaps =
            [Place::SitemapIndex, Place::SitemapPages, Place::SitemapGzip, Place::SitemapText];
        listed.extend(sitemaps);
        listed.extend((0..HIDDEN_PAGES).map(Place::Hidden));
    }
    let mut linked: Vec<Place> = (0..site.pages).map(Place::Page).collect();
    linked.extend([Place::BaseStyle, Place::Font, Place::Background, Place::Rss, Place::Atom]);
    linked.extend((0..site.styles()).flat_map(|n| [Place::Style(n), Place::Script(n)]));
    linked.extend((0..site.inner()).flat_map(|n| [Place::Image(n), Place::Doc(n)]));
    for extra in extras(world.settings(), site) {
        linked.push(extra);
        match extra {
            Place::Chain(n) => linked.extend((0..n).rev().map(Place::Chain)),
            Place::Members => linked.push(Place::Login),
            _ => {}
        }
    }
    let with = |places: Vec<Place>, discovery| places.into_iter().map(move |p| (p, discovery));
    with(robots, Discovery::Robots)
        .chain(with(linked, Discovery::Link))
        .chain(with(listed, Discovery::Sitemap))
        .collect()
}
