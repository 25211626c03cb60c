//! Graphs, trees and lists of pages as files that other programs read. Everything is written as it is made: memory does
//! not grow with the graph.

mod escape;
mod graph;
mod picture;
mod sitemap;
mod tree;

pub use graph::{GraphFormat, write_graph};
pub use picture::{HostPicture, write_host_picture, write_tree_picture};
pub use sitemap::{SITEMAP_MAX, SitemapEntry, write_sitemap, write_sitemap_index};
pub use tree::{TreeFormat, write_tree};

/// What is written of a node.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExportNode {
    /// The address of a page, or the name of a host or domain.
    pub label: String,
    /// Title of the page; empty if there is none.
    pub title: String,
    /// Media type; empty if it is not known.
    pub mime: String,
    /// Language; empty if it is not known.
    pub language: String,
    /// HTTP status; `None` if there is none.
    pub status: Option<u16>,
    /// Bytes of the payload.
    pub size: u64,
    /// Rank; `None` if none was computed.
    pub rank: Option<f64>,
    /// Number of clicks from the home page; `None` if it is not known.
    pub depth: Option<u32>,
}

impl ExportNode {
    /// Names of the properties beside the label, with their types in GraphML and GEXF.
    const PROPERTIES: [(&str, &str, &str); 7] = [
        ("title", "string", "string"),
        ("type", "string", "string"),
        ("language", "string", "string"),
        ("status", "int", "integer"),
        ("size", "long", "long"),
        ("rank", "double", "double"),
        ("depth", "int", "integer"),
    ];

    /// The properties in the same order; empty if there is none.
    fn values(&self) -> [String; 7] {
        let number = |value: Option<u64>| value.map(|it| it.to_string()).unwrap_or_default();
        [
            self.title.clone(),
            self.mime.clone(),
            self.language.clone(),
            number(self.status.map(u64::from)),
            number((self.size > 0).then_some(self.size)),
            self.rank.map(|rank| format!("{rank}")).unwrap_or_default(),
            number(self.depth.map(u64::from)),
        ]
    }
}
