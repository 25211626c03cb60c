//! The map as files for other programs: graphs, trees, sitemaps and pictures.

use super::open::{MapQueryError, MapView};
use super::tree::{GrownTree, TreeSettings};
use std::collections::HashMap;
use std::io::Write;
use stodola_map::{
    ExportNode, GraphFormat, GraphNodes, HostPicture, LinkGraph, MapTime, NodeRanks, PageNumber,
    PageState, RankOptions, SITEMAP_MAX, SheetRow, SitemapEntry, TreeFormat, page_rank,
    write_graph, write_host_picture, write_sitemap, write_tree, write_tree_picture,
};

/// Number of pages in the picture of a tree.
const PICTURE_PAGES: usize = 500;

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapFormat {
    /// The graph of links.
    Graph(GraphFormat),
    /// The tree of a site.
    Tree(TreeFormat),
    /// A picture of the tree of a site (SVG).
    TreePicture,
    /// A picture of the links between hosts or domains (SVG).
    HostPicture,
    /// A sitemap for search engines.
    Sitemap,
}

impl MapFormat {
    /// All formats with their names.
    pub const ALL: [(&'static str, MapFormat); 12] = [
        ("json", MapFormat::Graph(GraphFormat::Json)),
        ("xml", MapFormat::Graph(GraphFormat::Xml)),
        ("dot", MapFormat::Graph(GraphFormat::Dot)),
        ("graphml", MapFormat::Graph(GraphFormat::GraphMl)),
        ("gexf", MapFormat::Graph(GraphFormat::Gexf)),
        ("csv", MapFormat::Graph(GraphFormat::Csv)),
        ("svg", MapFormat::HostPicture),
        ("tree-json", MapFormat::Tree(TreeFormat::Json)),
        ("tree-xml", MapFormat::Tree(TreeFormat::Xml)),
        ("tree-csv", MapFormat::Tree(TreeFormat::Csv)),
        ("tree-svg", MapFormat::TreePicture),
        ("sitemap", MapFormat::Sitemap),
    ];

    /// Returns the format with this name; `None` if there is none.
    pub fn from_name(name: &str) -> Option<MapFormat> {
        MapFormat::ALL.iter().find(|(known, _)| *known == name).map(|(_, format)| *format)
    }
}

/// What is written to a file.
#[derive(Clone, Debug)]
pub struct MapExportSettings {
    /// The format.
    pub format: MapFormat,
    /// What the nodes of a graph are. A picture of pages is one of their hosts.
    pub nodes: GraphNodes,
    /// Which tree is written, if it is a tree.
    pub tree: TreeSettings,
    /// Which sitemap is written, from 0: each has at most 50,000 pages.
    pub sitemap: usize,
}

impl MapExportSettings {
    /// All of a site in a format: pages, or hosts for a picture of hosts; the first sitemap.
    pub fn of_site(format: MapFormat) -> MapExportSettings {
        let (nodes, tree) = (GraphNodes::Pages, TreeSettings::default());
        MapExportSettings { format, nodes, tree, sitemap: 0 }
    }
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MapExported {
    /// Number of pages, hosts or domains.
    pub nodes: u64,
    /// Number of links between them.
    pub links: u64,
    /// Number of pages for which a sitemap had no room: they belong into the next ones.
    pub left: u64,
}

impl MapView<'_> {
    /// Writes the part of the map that is wanted.
    pub fn export(
        &self,
        settings: &MapExportSettings,
        out: &mut dyn Write,
    ) -> Result<MapExported, MapQueryError> {
        match settings.format {
            MapFormat::Graph(format) => self.export_graph(format, settings.nodes, out),
            MapFormat::HostPicture => self.export_hosts(settings.nodes, out),
            MapFormat::Tree(format) => self.export_tree(Some(format), &settings.tree, out),
            MapFormat::TreePicture => self.export_tree(None, &settings.tree, out),
            MapFormat::Sitemap => self.export_sitemap(settings.sitemap, out),
        }
    }

    fn export_graph(
        &self,
        format: GraphFormat,
        nodes: GraphNodes,
        out: &mut dyn Write,
    ) -> Result<MapExported, MapQueryError> {
        let graph = self.graph(nodes)?;
        let ranks = page_rank(&graph, &RankOptions::default());
        let facts = match nodes {
            GraphNodes::Pages => self.facts(&graph, &|uri| self.opened.is_wanted(uri))?,
            GraphNodes::Hosts | GraphNodes::Domains => HashMap::new(),
        };
        let node = |number: u32| self.export_node(&graph, &facts, Some(&ranks), number);
        write_graph(out, &graph, format, &node).map_err(stodola_map::MapError::from)?;
        Ok(size_of(&graph))
    }

    fn export_hosts(
        &self,
        nodes: GraphNodes,
        out: &mut dyn Write,
    ) -> Result<MapExported, MapQueryError> {
        let nodes = if nodes == GraphNodes::Domains { nodes } else { GraphNodes::Hosts };
        let graph = self.graph(nodes)?;
        let ranks = page_rank(&graph, &RankOptions::default());
        let facts = HashMap::new();
        let node = |number: u32| self.export_node(&graph, &facts, Some(&ranks), number);
        write_host_picture(out, &graph, &ranks, &HostPicture::default(), &node)
            .map_err(stodola_map::MapError::from)?;
        Ok(size_of(&graph))
    }

    /// `None` for a picture.
    fn export_tree(
        &self,
        format: Option<TreeFormat>,
        settings: &TreeSettings,
        out: &mut dyn Write,
    ) -> Result<MapExported, MapQueryError> {
        let GrownTree { graph, tree, facts } = self.grow(settings)?;
        let node = |number: u32| self.export_node(&graph, &facts, None, number);
        match format {
            Some(format) => write_tree(out, &tree, format, &node),
            None => write_tree_picture(out, &tree, PICTURE_PAGES, &node),
        }
        .map_err(stodola_map::MapError::from)?;
        let nodes = tree.rows.len() as u64;
        Ok(MapExported { nodes, links: nodes.saturating_sub(1), left: 0 })
    }

    /// Pages that may be found by search engines: what is there, under its own address.
    fn export_sitemap(
        &self,
        number: usize,
        out: &mut dyn Write,
    ) -> Result<MapExported, MapQueryError> {
        let graph = self.graph(GraphNodes::Pages)?;
        let sheet = self.snapshot.sheet(&graph, &|uri| self.opened.is_wanted(uri))?;
        let is_listed = |row: &&SheetRow| {
            row.state == PageState::Present
                && graph.node(row.page).is_some()
                && row.canonical.is_none_or(|canonical| canonical == row.page)
        };
        let entry = |row: &SheetRow| SitemapEntry {
            uri: self.snapshot.uri(row.page),
            changed: Some(row.time).filter(|time| *time != MapTime::default()),
        };
        let rows: Vec<&SheetRow> = sheet.rows.iter().filter(is_listed).collect();
        let mut entries = rows.iter().skip(number * SITEMAP_MAX).map(|row| entry(row));
        let written = write_sitemap(out, &mut entries).map_err(stodola_map::MapError::from)?;
        let left = rows.len().saturating_sub((number + 1) * SITEMAP_MAX) as u64;
        Ok(MapExported { nodes: written as u64, links: 0, left })
    }

    fn export_node(
        &self,
        graph: &LinkGraph,
        facts: &HashMap<PageNumber, SheetRow>,
        ranks: Option<&NodeRanks>,
        number: u32,
    ) -> ExportNode {
        let fact = graph.page(number).and_then(|page| facts.get(&page));
        let mut node = ExportNode { label: self.label(graph, number), ..ExportNode::default() };
        if let Some(fact) = fact {
            node.title.clone_from(&fact.title);
            node.mime.clone_from(&fact.mime);
            node.language.clone_from(&fact.language);
            (node.status, node.size) = (fact.status, fact.size);
        }
        node.rank = ranks.and_then(|ranks| ranks.ranks.get(number as usize).copied());
        node
    }
}

fn size_of(graph: &LinkGraph) -> MapExported {
    MapExported { nodes: graph.len() as u64, links: graph.edges().len() as u64, left: 0 }
}
