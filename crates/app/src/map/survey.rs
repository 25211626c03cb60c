//! All that is shown of a site, made at once and kept without the map: what the pages of the server are drawn from.

use super::dead::{DeadPage, DeadReport, DeadRow, DeadSettings};
use super::kind::document_kind;
use super::links::NearRow;
use super::open::{MapQueryError, MapView, WantedPages, address};
use super::rank::FarmedNode;
use super::sheet::state_word;
use super::tree::TreePage;
use serde::Serialize;
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, channel};
use stodola_map::{
    GraphNodes, GraphOptions, LinkGraph, MapSnapshot, MapTime, NodeRanks, PageNumber, PageSheet,
    PageState, RankOptions, SheetRow, SiteTree, TreeRow, WantedAddress, link_farms, page_rank,
};

/// Number of pages that are kept of a site. The tree of a larger one ends there.
const PAGES_MAX: usize = 300_000;
/// Number of targets of dead links that are kept, and of pages that hold each.
const DEAD_MAX: usize = 10_000;
const HOLDERS_MAX: usize = 20;
/// Bytes that documents, and dead links, may take: addresses can be long.
const PAGES_BYTES: usize = 96 << 20;
const DEAD_BYTES: usize = 24 << 20;
/// Bytes of a row beside its texts, roughly.
const ROW_BYTES: usize = 200;
/// Number of other hosts that are kept on each side.
const HOSTS_MAX: usize = 1000;
/// Number of pages that are kept by rank.
const RANKED_MAX: usize = 1000;

/// The numbers of a site. They are serialised as in JSON output.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SiteFigures {
    /// The host.
    pub host: String,
    /// Address of the page from which the tree grows; `None` if there is no page.
    pub home: Option<String>,
    /// Time of the newest capture, in fourteen digits; `None` without captures.
    pub newest: Option<String>,
    /// Number of pages in HTML.
    pub pages: u64,
    /// Number of all other contents.
    pub files: u64,
    /// Bytes of all contents as stored.
    pub bytes: u64,
    /// Number of links between documents of the site; several between the same two count once.
    pub links_inside: u64,
    /// Number of links to documents of other hosts, counted alike.
    pub links_out: u64,
    /// Number of those hosts.
    pub hosts_out: u64,
    /// Number of links that are dead.
    pub dead_links: u64,
    /// Number of their targets.
    pub dead_targets: u64,
    /// Number of documents that no way of clicks leads to from the home page.
    pub unreached: u64,
    /// Number of documents without links to others of the site; their ranks are shared among all.
    pub dangling: u64,
    /// Number of documents at each number of clicks from the home page.
    pub depths: Vec<u64>,
}

/// A document of a site.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SurveyPage {
    /// The address.
    pub uri: String,
    /// The title; empty if there is none.
    pub title: String,
    /// Time of the capture, in fourteen digits.
    pub time: u64,
    /// Kind of the document: see [`document_kind`](super::document_kind).
    pub kind: &'static str,
    /// Media type; empty if it is not known.
    pub mime: Box<str>,
    /// Language; empty if it is not known.
    pub language: Box<str>,
    /// Bytes of the payload as stored.
    pub size: u64,
    /// PageRank among the documents of the site; the mean is 1.
    pub rank: f64,
    /// Number of documents of the site that link to it.
    pub in_links: u64,
    /// Number of clicks from the home page; `None` if no way leads to it.
    pub depth: Option<u32>,
    /// Number of documents that stand below it in the tree.
    pub below: u64,
}

/// Documents that have something in common.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SurveyShare {
    /// What they have in common; empty if it is not known.
    pub name: String,
    /// Number of contents.
    pub count: u64,
    /// Bytes of them as stored.
    pub bytes: u64,
}

/// Links from or to another host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HostLinks {
    /// The other host.
    pub host: String,
    /// Number of links.
    pub links: u64,
}

/// A site as of a time: numbers, tree, dead links, ranks, neighbours, kinds and languages.
#[derive(Clone, Debug, Default)]
pub struct SiteSurvey {
    /// The numbers.
    pub figures: SiteFigures,
    /// Documents: those of the tree depth by depth, then those that no way leads to.
    pub pages: Vec<SurveyPage>,
    /// Number of documents that are not kept for lack of room.
    pub left_out: u64,
    /// Targets of dead links, those with most links first.
    pub dead: Vec<DeadRow>,
    /// Places of the most important documents in `pages`.
    pub ranked: Vec<u32>,
    /// Contents by kind of document, the most frequent first.
    pub kinds: Vec<SurveyShare>,
    /// Pages by language.
    pub languages: Vec<SurveyShare>,
    /// Addresses that were asked for, by state: a word of the table of pages.
    pub states: Vec<SurveyShare>,
    /// Contents by the year of their capture, the first year first.
    pub years: Vec<SurveyShare>,
    /// Pages by the number of documents of the site that they link to: `0`, `1`, `2–5` and so on.
    pub links_from: Vec<SurveyShare>,
    /// Pages by the number of documents of the site that link to them.
    pub links_to: Vec<SurveyShare>,
    /// Hosts that link here, those with most links first.
    pub from_hosts: Vec<HostLinks>,
    /// Hosts that this one links to.
    pub to_hosts: Vec<HostLinks>,
    /// The site, if it may owe its rank among hosts to a link farm.
    pub farm: Option<FarmedNode>,
    tree: SiteTree,
    bytes: usize,
}

impl SiteSurvey {
    /// Bytes of memory that it takes, roughly.
    pub fn memory(&self) -> usize {
        self.bytes + self.tree.rows.len() * size_of::<TreeRow>()
    }

    /// Places of the documents that stand below another in the tree.
    pub fn children(&self, page: usize) -> std::ops::Range<usize> {
        let found = self.tree.children(page as u32);
        found.start as usize..(found.end as usize).min(self.reached())
    }

    /// Place of the document that another stands below; `None` for the home page, and out of the tree.
    pub fn parent(&self, page: usize) -> Option<usize> {
        self.tree.rows.get(page)?.parent.map(|parent| parent as usize)
    }

    /// Place of the document with an address.
    pub fn find(&self, uri: &str) -> Option<usize> {
        self.pages.iter().position(|page| page.uri == uri)
    }

    /// Number of documents that are in the tree and kept: the first ones of `pages`.
    pub fn reached(&self) -> usize {
        self.tree.rows.len().min(self.pages.len())
    }

    /// A document as JSON output has it; `None` if it is not in the tree.
    pub fn tree_page(&self, page: usize) -> Option<TreePage> {
        let (found, row) = (self.pages.get(page)?, self.tree.rows.get(page)?);
        let parent_row = self.parent(page);
        Some(TreePage {
            uri: found.uri.clone(),
            parent: parent_row.map(|parent| self.pages[parent].uri.clone()),
            depth: row.depth,
            title: found.title.clone(),
            mime: found.mime.to_string(),
            size: found.size,
            lang: found.language.to_string(),
            sums: BTreeMap::new(),
            parent_row,
        })
    }

    /// Returns the pages whose addresses and titles are nearest to an address, the nearest first. The address itself
    /// is none of them.
    pub fn near_pages(&self, uri: &str, limit: usize) -> Vec<NearRow> {
        let wanted = WantedAddress::new(uri.as_bytes());
        let candidates = self.pages.iter().filter(|page| page.kind == "html" && page.uri != uri);
        let mut near: Vec<(f64, &SurveyPage)> = candidates
            .map(|page| (wanted.nearness(page.uri.as_bytes(), &page.title), page))
            .filter(|(nearness, _)| *nearness > 0.0)
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.uri.cmp(&b.1.uri)));
        near.truncate(limit);
        let row = |(nearness, page): (f64, &SurveyPage)| NearRow {
            uri: page.uri.clone(),
            title: page.title.clone(),
            nearness,
        };
        near.into_iter().map(row).collect()
    }
}

impl MapView<'_> {
    /// Makes all that is shown of the place that is wanted. Dead links are looked for beside all other work, if there
    /// is another processor.
    pub fn survey(&self, host: &str) -> Result<SiteSurvey, MapQueryError> {
        let site = SurveyedSite { snapshot: &self.snapshot, wanted: self.opened.wanted() };
        let own = site.clone();
        let (send, facts) = channel();
        let (found, beside) = std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().name("map-pages".to_owned());
            let begun = thread.spawn_scoped(scope, move || site.survey(host, &facts));
            let beside = || -> Result<_, MapQueryError> {
                // If nobody takes them, the other thread has failed and says why.
                let _ = send.send(own.facts()?);
                Ok((self.dead(&DeadSettings::default())?, own.neighbours()?))
            };
            let beside = beside();
            // Whoever waits for facts that do not come must not wait for ever.
            drop(send);
            let found = begun
                .map_err(MapQueryError::Thread)
                .and_then(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
            (found, beside)
        });
        let (dead, neighbours) = beside?;
        let mut found = found?;
        found.add_dead(dead);
        found.figures.links_out = neighbours.links_out;
        found.figures.hosts_out = neighbours.hosts_out;
        (found.from_hosts, found.to_hosts) = (neighbours.from, neighbours.to);
        found.farm = neighbours.farm;
        Ok(found)
    }
}

/// The pages of the place that is wanted, for any thread: without the catalogue.
#[derive(Clone)]
struct SurveyedSite<'s, 'm> {
    snapshot: &'s MapSnapshot<'m>,
    wanted: WantedPages<'s>,
}

/// Other hosts with links from and to the place that is wanted.
struct SurveyNeighbours {
    links_out: u64,
    hosts_out: u64,
    from: Vec<HostLinks>,
    to: Vec<HostLinks>,
    farm: Option<FarmedNode>,
}

impl SurveyedSite<'_, '_> {
    /// What is known of its pages, without their links.
    fn facts(&self) -> Result<PageSheet, MapQueryError> {
        Ok(PageSheet { rows: self.snapshot.sheet_rows(&|uri| self.wanted.has(uri))? })
    }

    /// Makes what does not depend on dead links and other hosts.
    fn survey(&self, host: &str, facts: &Receiver<PageSheet>) -> Result<SiteSurvey, MapQueryError> {
        let keep = |uri: &[u8]| self.wanted.has(uri);
        let graph =
            self.snapshot.graph(&GraphOptions { keep: &keep, ..GraphOptions::default() })?;
        // The other processor is busy.
        let ranks = page_rank(&graph, &RankOptions { threads: 1, ..RankOptions::default() });
        let home = self.wanted.home(self.snapshot).and_then(|page| graph.node(page));
        let home = home.or_else(|| ranks.best(1).first().copied());
        let tree = home.map(|home| SiteTree::new(&graph, home, u32::MAX)).unwrap_or_default();
        // Nothing comes if they could not be read, which the other thread says.
        let mut facts = facts.recv().unwrap_or_default();
        facts.count_links(&graph);
        let mut found = SiteSurvey::default();
        found.figures.host = host.to_owned();
        found.count(&facts.rows);
        found.figures.links_inside = graph.edges().len() as u64;
        found.figures.depths = tree.depths();
        found.figures.unreached = (graph.len() - tree.rows.len()) as u64;
        found.figures.dangling = ranks.dangling as u64;
        found.tree = tree;
        self.list(&mut found, &graph, &ranks, facts.rows);
        found.figures.home =
            found.pages.first().filter(|_| home.is_some()).map(|it| it.uri.clone());
        Ok(found)
    }

    /// Lists the documents: those of the tree, then the others.
    fn list(
        &self,
        found: &mut SiteSurvey,
        graph: &LinkGraph,
        ranks: &NodeRanks,
        rows: Vec<SheetRow>,
    ) {
        let mut facts: Vec<Option<SheetRow>> = Vec::new();
        facts.resize_with(graph.len(), || None);
        for row in rows {
            if let Some(node) = graph.node(row.page) {
                facts[node as usize] = Some(row);
            }
        }
        let mut is_listed = vec![false; graph.len()];
        let sums = found.tree.sums();
        let reached = found.tree.rows.iter().zip(&sums).map(|(row, sum)| {
            is_listed[row.node as usize] = true;
            (row.node, Some(row.depth), sum - 1)
        });
        let mut order: Vec<(u32, Option<u32>, u64)> = reached.collect();
        let others = (0..graph.len() as u32).filter(|node| !is_listed[*node as usize]);
        order.extend(others.map(|node| (node, None, 0)));
        found.left_out = order.len() as u64;
        order.truncate(PAGES_MAX);
        let mut places: Vec<Option<u32>> = vec![None; graph.len()];
        for (place, (node, depth, below)) in order.into_iter().enumerate() {
            let page = graph.page(node).unwrap_or(PageNumber::MAX);
            let fact = facts[node as usize].take();
            let uri = address(self.snapshot, page);
            found.bytes += ROW_BYTES + uri.len() + fact.as_ref().map_or(0, |it| it.title.len());
            if found.bytes > PAGES_BYTES {
                break;
            }
            places[node as usize] = Some(place as u32);
            found.left_out -= 1;
            let row = SurveyPage {
                uri,
                kind: document_kind(fact.as_ref().map_or("", |it| &it.mime)),
                rank: ranks.ranks.get(node as usize).copied().unwrap_or_default(),
                depth,
                below,
                ..SurveyPage::default()
            };
            found.pages.push(match fact {
                None => row,
                Some(fact) => SurveyPage {
                    title: fact.title,
                    time: fact.time.number(),
                    mime: fact.mime.into(),
                    language: fact.language.into(),
                    size: fact.size,
                    in_links: fact.in_links,
                    ..row
                },
            });
        }
        let best = ranks.best(RANKED_MAX);
        found.ranked = best.iter().filter_map(|node| places[*node as usize]).collect();
    }

    /// Counts the links from and to other hosts, also such as were not harvested.
    fn neighbours(&self) -> Result<SurveyNeighbours, MapQueryError> {
        let hosts = self.snapshot.graph(&GraphOptions {
            nodes: GraphNodes::Hosts,
            with_missing: true,
            ..GraphOptions::default()
        })?;
        let is_here = |node: u32| {
            let name = hosts.name(node).unwrap_or_default();
            self.wanted.has(format!("http://{name}/").as_bytes())
        };
        let (mut from, mut to): (BTreeMap<u32, u64>, BTreeMap<u32, u64>) = Default::default();
        let here: Vec<bool> = (0..hosts.len() as u32).map(is_here).collect();
        for node in 0..hosts.len() as u32 {
            let edges = hosts.edges().of(node).iter().zip(hosts.edges().weights_of(node));
            for (target, weight) in edges {
                match (here[node as usize], here[*target as usize]) {
                    (true, false) => *to.entry(*target).or_default() += u64::from(*weight),
                    (false, true) => *from.entry(node).or_default() += u64::from(*weight),
                    (true, true) | (false, false) => {}
                }
            }
        }
        let farm = link_farms(&hosts).into_iter().find(|farm| here[farm.node as usize]);
        let farm = farm.map(|farm| FarmedNode {
            name: hosts.name(farm.node).unwrap_or_default().to_owned(),
            sources: farm.sources,
            captives: farm.captives,
        });
        let rows = |counts: &BTreeMap<u32, u64>| {
            let row = |(node, links): (&u32, &u64)| HostLinks {
                host: hosts.name(*node).unwrap_or_default().to_owned(),
                links: *links,
            };
            let mut rows: Vec<HostLinks> = counts.iter().map(row).collect();
            rows.sort_by(|a, b| b.links.cmp(&a.links).then_with(|| a.host.cmp(&b.host)));
            rows.truncate(HOSTS_MAX);
            rows
        };
        Ok(SurveyNeighbours {
            links_out: to.values().sum(),
            hosts_out: to.len() as u64,
            from: rows(&from),
            to: rows(&to),
            farm,
        })
    }
}

impl SiteSurvey {
    fn add_dead(&mut self, mut dead: DeadReport) {
        self.figures.dead_links = dead.dead_links();
        self.figures.dead_targets = dead.dead_targets() as u64;
        dead.rows.truncate(DEAD_MAX);
        let mut bytes = 0;
        dead.rows.retain_mut(|row| {
            row.pages.truncate(HOLDERS_MAX);
            let of_page = |page: &DeadPage| ROW_BYTES + page.uri.len() + page.anchor.len();
            bytes += ROW_BYTES + row.target.len() + row.pages.iter().map(of_page).sum::<usize>();
            bytes <= DEAD_BYTES
        });
        self.bytes += bytes;
        self.dead = dead.rows;
    }
}

/// Ranges of numbers of links, up to and with the second.
const RANGES: [(&str, u64); 8] = [
    ("0", 0),
    ("1", 1),
    ("2–5", 5),
    ("6–10", 10),
    ("11–20", 20),
    ("21–50", 50),
    ("51–100", 100),
    ("> 100", u64::MAX),
];

fn range_of(number: u64) -> usize {
    RANGES.iter().position(|(_, last)| number <= *last).unwrap_or(0)
}

fn by_range(counts: &[(u64, u64)]) -> Vec<SurveyShare> {
    let rows = RANGES.iter().zip(counts);
    let row = |((name, _), (count, bytes)): (&(&str, u64), &(u64, u64))| SurveyShare {
        name: (*name).to_owned(),
        count: *count,
        bytes: *bytes,
    };
    rows.map(row).collect()
}

impl SiteSurvey {
    /// Counts contents by kind and language, by year and by links, and addresses by state.
    fn count(&mut self, rows: &[SheetRow]) {
        let mut kinds: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
        let mut languages: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
        let mut newest = MapTime::default();
        let mut states: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
        let mut years: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
        let (mut from, mut to) = ([(0, 0); RANGES.len()], [(0, 0); RANGES.len()]);
        let add = |sum: &mut (u64, u64), size: u64| *sum = (sum.0 + 1, sum.1.saturating_add(size));
        for row in rows {
            let word = state_word(row.state, row.status.unwrap_or(0));
            add(states.entry(word).or_default(), row.size);
        }
        for row in rows.iter().filter(|row| row.state == PageState::Present) {
            add(years.entry(row.time.number() / 10_000_000_000).or_default(), row.size);
            let kind = document_kind(&row.mime);
            add(kinds.entry(kind).or_default(), row.size);
            self.figures.bytes = self.figures.bytes.saturating_add(row.size);
            if kind == "html" {
                self.figures.pages += 1;
                add(languages.entry(&row.language).or_default(), row.size);
                add(&mut from[range_of(row.out_links)], row.size);
                add(&mut to[range_of(row.in_links)], row.size);
            } else {
                self.figures.files += 1;
            }
            newest = newest.max(row.time);
        }
        let shares = |sums: BTreeMap<&str, (u64, u64)>| {
            let share = |(name, (count, bytes)): (&str, _)| SurveyShare {
                name: name.to_owned(),
                count,
                bytes,
            };
            let mut all: Vec<SurveyShare> = sums.into_iter().map(share).collect();
            all.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.name.cmp(&b.name)));
            all
        };
        self.figures.newest = Some(newest.number()).filter(|it| *it > 0).map(|it| it.to_string());
        (self.kinds, self.languages) = (shares(kinds), shares(languages));
        self.states = shares(states);
        let year = |(year, (count, bytes)): (u64, _)| SurveyShare {
            name: if year == 0 { String::new() } else { format!("{year:04}") },
            count,
            bytes,
        };
        self.years = years.into_iter().map(year).collect();
        (self.links_from, self.links_to) = (by_range(&from), by_range(&to));
    }
}
