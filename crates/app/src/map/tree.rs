//! Trees of a site: by clicks from its home page, and by folders.

use super::kind::document_kind;
use super::open::{MapQueryError, MapView, present};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use stodola_access::RulePlace;
use stodola_archive::key_of;
use stodola_map::{
    GraphOptions, LinkGraph, MapError, PageNumber, SheetRow, SiteFolder, SiteTree, is_document,
    is_navigation,
};

/// Which tree is wanted.
#[derive(Clone, Debug, Default)]
pub struct TreeSettings {
    /// Address of the page from which the tree grows; `None` for the home page of the host that is wanted.
    pub home: Option<String>,
    /// Maximum number of clicks; `None` for all.
    pub depth: Option<u32>,
    /// Kinds of documents that are summed below the page that links to them: see
    /// [`document_kinds`](super::document_kinds).
    pub summed: Vec<String>,
}

/// A page of a tree, as JSON output has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct TreePage {
    /// The address.
    pub uri: String,
    /// The address of the page that it stands below; `None` for the home page.
    pub parent: Option<String>,
    /// Number of clicks from the home page.
    pub depth: u32,
    /// The title; empty if there is none.
    pub title: String,
    /// Media type; empty if it is not known.
    #[serde(rename = "type")]
    pub mime: String,
    /// Bytes of the payload as stored.
    pub size: u64,
    /// Language; empty if it is not known.
    pub lang: String,
    /// Number of documents below it that are not listed, by kind.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub sums: BTreeMap<&'static str, u64>,
    /// Row of the page that it stands below.
    #[serde(skip)]
    pub parent_row: Option<usize>,
}

/// The tree of a site by clicks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClickTree {
    /// The pages depth by depth; the home page is the first.
    pub pages: Vec<TreePage>,
    /// Number of documents at each depth, with those that are summed.
    pub depths: Vec<u64>,
    /// Number of documents by kind.
    pub kinds: BTreeMap<&'static str, u64>,
    /// Number of documents of the site that no way of clicks leads to.
    pub unreached: u64,
}

/// A folder of a site, as JSON output has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FolderRow {
    /// The folder: its origin and path.
    pub folder: String,
    /// Number of folders that it is in.
    pub depth: u32,
    /// Documents directly in it.
    pub documents: u64,
    /// Documents in it and in all folders below.
    pub below: u64,
    /// Bytes of their payloads as stored.
    pub size: u64,
    /// Number of those documents by media type.
    pub types: BTreeMap<String, u64>,
}

impl ClickTree {
    /// Rows of the pages in the order of an outline: a page, then what stands below it.
    pub fn outline(&self) -> Vec<usize> {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.pages.len()];
        for (row, page) in self.pages.iter().enumerate() {
            if let Some(of_parent) = page.parent_row.and_then(|parent| children.get_mut(parent)) {
                of_parent.push(row);
            }
        }
        let mut order = Vec::with_capacity(self.pages.len());
        let mut open: Vec<usize> = if self.pages.is_empty() { Vec::new() } else { vec![0] };
        while let Some(row) = open.pop() {
            order.push(row);
            open.extend(children.get(row).into_iter().flatten().rev());
        }
        order
    }
}

/// A tree with the graph that it was made from, and what is known of its pages.
pub(super) struct GrownTree {
    pub(super) graph: LinkGraph,
    pub(super) tree: SiteTree,
    pub(super) facts: HashMap<PageNumber, SheetRow>,
}

impl MapView<'_> {
    /// Makes the tree of a site: each page once, by the shortest way of clicks from the home page.
    pub fn click_tree(&self, settings: &TreeSettings) -> Result<ClickTree, MapQueryError> {
        let GrownTree { graph, tree, facts } = self.grow(settings)?;
        let mut found = ClickTree { depths: tree.depths(), ..ClickTree::default() };
        found.unreached = (graph.len() - tree.rows.len()) as u64;
        // The listed page that each row stands for: itself, or the nearest one above it.
        let mut listed: Vec<usize> = Vec::with_capacity(tree.rows.len());
        for row in &tree.rows {
            let page = graph.page(row.node).unwrap_or(PageNumber::MAX);
            let fact = facts.get(&page);
            let kind = document_kind(fact.map_or("", |it| &it.mime));
            *found.kinds.entry(kind).or_default() += 1;
            let parent_row = row.parent.and_then(|parent| listed.get(parent as usize).copied());
            if let Some(parent) = parent_row.filter(|_| settings.summed.iter().any(|it| it == kind))
            {
                *found.pages[parent].sums.entry(kind).or_default() += 1;
                listed.push(parent);
                continue;
            }
            listed.push(found.pages.len());
            found.pages.push(TreePage {
                uri: self.address(page),
                parent: parent_row.map(|parent| found.pages[parent].uri.clone()),
                depth: row.depth,
                title: fact.map(|it| it.title.clone()).unwrap_or_default(),
                mime: fact.map(|it| it.mime.clone()).unwrap_or_default(),
                size: fact.map_or(0, |it| it.size),
                lang: fact.map(|it| it.language.clone()).unwrap_or_default(),
                sums: BTreeMap::new(),
                parent_row,
            });
        }
        Ok(found)
    }

    /// Makes the tree of folders of the part that is wanted: what its addresses say, whatever links there are.
    pub fn folder_tree(&self) -> Result<SiteFolder, MapQueryError> {
        Ok(self.snapshot.folders(&|uri| self.opened.is_wanted(uri))?)
    }

    pub(super) fn grow(&self, settings: &TreeSettings) -> Result<GrownTree, MapQueryError> {
        let home = self.home(settings.home.as_deref())?;
        let place = match self.opened.place() {
            Some(place) => Some(place.clone()),
            None => site_of(&self.snapshot.uri(home)),
        };
        let keep = |uri: &[u8]| {
            place
                .as_ref()
                .map_or_else(|| self.opened.is_wanted(uri), |it| it.contains(&key_of(uri)))
        };
        let is_summed = |kind: &str| settings.summed.iter().any(|it| it == kind);
        let is_page = |mime: &str| is_document(mime) || is_summed(document_kind(mime));
        let has_parts = ["image", "style", "script", "font", "audio", "video"];
        let has_parts = has_parts.into_iter().any(is_summed);
        let is_edge = |shape: &stodola_map::LinkShape| {
            is_navigation(shape) || has_parts && shape.kind.is_requisite()
        };
        let graph = self.snapshot.graph(&GraphOptions {
            keep: &keep,
            is_page: &is_page,
            is_edge: &is_edge,
            ..GraphOptions::default()
        })?;
        let missing = || MapError::NoPage { uri: self.address(home) };
        let node = graph.node(home).ok_or_else(missing)?;
        let tree = SiteTree::new(&graph, node, settings.depth.unwrap_or(u32::MAX));
        let facts = self.facts(&graph, &keep)?;
        Ok(GrownTree { graph, tree, facts })
    }

    /// What is known of the pages of a graph.
    pub(super) fn facts(
        &self,
        graph: &LinkGraph,
        keep: &dyn Fn(&[u8]) -> bool,
    ) -> Result<HashMap<PageNumber, SheetRow>, MapQueryError> {
        let sheet = self.snapshot.sheet(graph, keep)?;
        let rows = sheet.rows.into_iter().filter(|row| graph.node(row.page).is_some());
        Ok(rows.map(|row| (row.page, row)).collect())
    }

    /// The page from which a tree grows; redirects are followed.
    pub(super) fn home(&self, home: Option<&str>) -> Result<PageNumber, MapQueryError> {
        if let Some(home) = home {
            let candidates = match home.contains("://") {
                true => vec![home.to_owned()],
                false => vec![format!("https://{home}"), format!("http://{home}")],
            };
            let found = candidates.iter().find_map(|uri| present(&self.snapshot, uri));
            return found.ok_or_else(|| MapError::NoPage { uri: home.to_owned() }.into());
        }
        self.opened.wanted().home(&self.snapshot).ok_or(MapQueryError::NoHome)
    }
}

/// The host of an address, with and without `www`.
fn site_of(uri: &[u8]) -> Option<RulePlace> {
    let key = String::from_utf8(key_of(uri)).ok()?;
    let end = key.find(')')?;
    Some(RulePlace::Host(key[..end].to_owned()))
}

/// The folders of a tree line by line, each above those within it.
pub fn folder_rows(root: &SiteFolder) -> Vec<FolderRow> {
    let mut rows = Vec::new();
    let mut open: Vec<(String, u32, &SiteFolder)> = Vec::new();
    open.extend(root.folders.iter().rev().map(|(name, folder)| (format!("{name}/"), 0, folder)));
    while let Some((name, depth, folder)) = open.pop() {
        for (within, below) in folder.folders.iter().rev() {
            open.push((format!("{name}{within}/"), depth + 1, below));
        }
        rows.push(FolderRow {
            folder: name,
            depth,
            documents: folder.documents,
            below: folder.documents_below,
            size: folder.bytes_below,
            types: folder.types_below.clone(),
        });
    }
    rows
}
