//! Maps of sites. Items have the shapes that the command line prints with `--json`.

use super::schema::wire;
use serde_json::{Map, Value};

wire! {
    /// A site of the map.
    MapSite {
        /// The host, with its port if that is an unusual one.
        host: String,
        /// Pages in HTML that have a content.
        pages: u64,
        /// All addresses that have a content.
        files: u64,
    }

    /// A page of sites.
    MapSiteList {
        /// Number of all sites.
        total: u64,
        /// The sites, those with most pages first.
        items: Vec<MapSite>,
        /// Where the next page begins; null on the last one.
        next: Option<String>,
    }

    /// The numbers of a site.
    MapFigures {
        /// The host.
        host: String,
        /// Address of the page from which the tree grows; null if there is no page.
        home: Option<String>,
        /// Time of the newest capture, in fourteen digits.
        newest: Option<String>,
        /// Pages in HTML.
        pages: u64,
        /// All other contents.
        files: u64,
        /// Bytes of all contents as stored.
        bytes: u64,
        /// Links between documents of the site; several between the same two count once.
        links_inside: u64,
        /// Links to documents of other hosts, counted alike.
        links_out: u64,
        /// Number of those hosts.
        hosts_out: u64,
        /// Links that are dead.
        dead_links: u64,
        /// Their targets.
        dead_targets: u64,
        /// Documents that no way of clicks leads to from the home page.
        unreached: u64,
        /// Documents without links to others of the site; their ranks are shared among all.
        dangling: u64,
        /// Documents at each number of clicks from the home page.
        depths: Vec<u64>,
        /// Contents by kind of document.
        kinds: Vec<MapShare>,
        /// Pages by language.
        languages: Vec<MapShare>,
        /// Addresses that were asked for, by state.
        states: Vec<MapShare>,
        /// Contents by the year of their capture.
        years: Vec<MapShare>,
        /// Pages by the number of documents of the site that they link to.
        links_from: Vec<MapShare>,
        /// Pages by the number of documents of the site that link to them.
        links_to: Vec<MapShare>,
        /// Hosts that link here, those with most links first.
        from_hosts: Vec<MapHost>,
        /// Hosts that this one links to.
        to_hosts: Vec<MapHost>,
        /// If the site may owe its rank among hosts to a link farm: hosts that link to it; otherwise 0.
        farm_sources: u64,
        /// Those of them that link to no other host.
        farm_captives: u64,
    }

    /// Contents that have something in common.
    MapShare {
        /// What they have in common; empty if it is not known.
        name: String,
        /// Number of contents.
        count: u64,
        /// Bytes of them as stored.
        bytes: u64,
    }

    /// Links from or to another host.
    MapHost {
        /// The other host.
        host: String,
        /// Number of links.
        links: u64,
    }

    /// A page of a list about a site: documents of its tree (uri, parent, depth, title, type, size, lang), dead links
    /// (target, outcome, status, dead, hint, links, pages), ranks (uri, rank), links (uri, anchor, kind, element, rel,
    /// nofollow) or pages that are near an address (uri, title, nearness), as the command line prints them.
    MapList {
        /// Number of all items.
        total: u64,
        /// The items.
        items: Vec<Map<String, Value>>,
        /// Where the next page begins; null on the last one.
        next: Option<String>,
    }
}
