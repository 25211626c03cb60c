//! The national web outside its country domain: sites with neutral names, in ten languages with real sentences, some of
//! them Czech. For each page it is known whether it is national, whatever the page declares.
//!
//! There are three kinds of hosts. *Sites* (`nova3-org.example`) have pages, documents and their own requisites; the
//! [`Role`] of a site decides what it is like. *File stores* (`cdn1-net.example`) provide styles, scripts and frames
//! for the sites. Hosts of the *country domain* (`ob--lhota2.cz`) are linked to, and provide a picture; a national
//! harvest leaves their pages to another one. Nobody can register a label with hyphens in its third and fourth place,
//! so a test that forgets to send all names to loopback reaches nobody.
//!
//! As everywhere in this crate nothing is stored: everything is computed from
//! [`WorldSettings::seed`](crate::WorldSettings) and the number of sites,
//! [`WorldSettings::national`](crate::WorldSettings). [`NationalTruth`] computes what a harvest must archive.

mod files;
mod page;
mod place;
mod prose;
mod site;
mod truth;

use crate::document::Document;
use crate::html::SimLink;
use crate::world::{PageKind, World};
use sha2::{Digest, Sha256};

pub(crate) use place::NationalPlace;
use site::host_name;
pub(crate) use site::{NationalHost, is_country};
pub use site::{Role, Signs};
pub use truth::{NationalHarvest, NationalNode, NationalTerms, NationalTruth, Shape};

use crate::words::SiteLanguage;

/// Number of file stores.
const STORES: u32 = 3;
/// Number of hosts of the country domain.
const COUNTRY_HOSTS: u32 = 8;

/// One address of the national web, and the facts about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NationalPage {
    /// The host name.
    pub host: String,
    /// Path and query, as they have to be requested.
    pub target: String,
    /// Status of the answer.
    pub status: u16,
    /// Value of `Content-Type`.
    pub content_type: String,
    /// Length of the body in bytes, without any coding.
    pub length: u64,
    /// SHA-256 of the body without any coding.
    pub sha256: [u8; 32],
    /// Links of the document in their order, with repetitions.
    pub links: Vec<SimLink>,
    /// Kind of site that it belongs to; `None` if it belongs to no site.
    pub role: Option<Role>,
    /// Language of the text; `None` if it is not a page.
    pub language: Option<SiteLanguage>,
    /// Language of the other half of the text; `None` if there is none.
    pub second_language: Option<SiteLanguage>,
    /// Whether it belongs to the nation: a page with Czech text of its own.
    pub is_national: bool,
    /// Signs for and against the nation on the page.
    pub signs: Signs,
}

impl NationalPage {
    /// Returns the absolute URI.
    pub fn uri(&self) -> String {
        format!("http://{}{}", self.host, self.target)
    }

    /// Whether it is in the country domain, and so belongs to another harvest.
    pub fn is_in_country(&self) -> bool {
        is_country(&self.host)
    }

    /// Whether it is HTML.
    pub fn is_html(&self) -> bool {
        self.content_type.starts_with("text/html")
    }

    /// Returns what the rule of the national harvest needs to know of it.
    pub fn node(&self) -> NationalNode {
        let shape = match self.status {
            300..400 => Shape::Redirect,
            _ if self.is_html() => Shape::Html { is_national: self.is_national },
            _ => Shape::File,
        };
        NationalNode { uri: self.uri(), shape, links: self.links.clone() }
    }
}

impl World {
    /// Seeds of a national harvest: home pages of about half of the sites, of every role.
    pub fn national_seeds(&self) -> Vec<String> {
        let sites = (0..self.settings().national).map(|index| self.national_site(index));
        let seeds = sites.filter(|site| site.is_seed());
        seeds.map(|site| format!("http://{}/", site.name(self.settings().seed))).collect()
    }

    /// Returns every address of the national web, including those of the country domain, without `robots.txt`: no host
    /// has one.
    pub fn national_pages(&self) -> impl Iterator<Item = NationalPage> {
        self.national_hosts().flat_map(move |host| {
            host.places().into_iter().map(move |place| self.national_page(&host, place))
        })
    }

    /// Computes what a national harvest of this web must archive.
    pub fn national_truth(&self) -> NationalTruth {
        NationalTruth::new(self.national_pages().map(|page| page.node()))
    }

    fn national_hosts(&self) -> impl Iterator<Item = NationalHost> {
        let count = self.settings().national;
        let (stores, country) = if count > 0 { (STORES, COUNTRY_HOSTS) } else { (0, 0) };
        (0..count)
            .map(|index| NationalHost::Site(self.national_site(index)))
            .chain((0..stores).map(NationalHost::Store))
            .chain((0..country).map(NationalHost::Country))
    }

    pub(crate) fn national_document(
        &self,
        host: &NationalHost,
        place: NationalPlace,
        collect: bool,
    ) -> Document {
        let name = host_name(self.settings().seed, host);
        page::Scene { world: self, host, name: &name, place, collect }.document()
    }

    fn national_page(&self, host: &NationalHost, place: NationalPlace) -> NationalPage {
        let document = self.national_document(host, place, true);
        let sheet = host.sheet(place);
        NationalPage {
            host: host_name(self.settings().seed, host),
            target: place.target(),
            status: document.status,
            content_type: document.content_type.into_owned(),
            length: document.body.len() as u64,
            sha256: Sha256::digest(&document.body).into(),
            links: document.links,
            role: host.role(),
            language: sheet.as_ref().map(|sheet| sheet.language),
            second_language: sheet.as_ref().and_then(|sheet| sheet.second),
            is_national: sheet.as_ref().is_some_and(|sheet| sheet.is_national()),
            signs: sheet.map(|sheet| sheet.signs).unwrap_or_default(),
        }
    }

    pub(crate) fn national_kind(&self, host: &NationalHost, target: &str) -> PageKind {
        match host.place(target) {
            None | Some(NationalPlace::Missing) => PageKind::Missing,
            Some(NationalPlace::Moved(_)) => PageKind::Redirect,
            Some(place) if place.is_requisite() => PageKind::Requisite,
            Some(_) => PageKind::Document,
        }
    }
}
