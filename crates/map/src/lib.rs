//! The link graph of an archive at any date: ranks, site trees, dead links, and files for other programs.
//!
//! ```text
//!  captures ──▶ MapFollower ──▶ parts: pages sorted by site, with their contents and links, and the captures of each
//!                                 │
//!                       LinkMap, MapSnapshot: the newest capture of each page up to a time
//!                                 ├─▶ LinkGraph: pages, hosts, domains ─▶ page_rank, harmonic_centrality, SiteTree
//!                                 ├─▶ dead_links, completeness, sheet, folders
//!                                 └─▶ write_graph, write_tree, write_sitemap, pictures
//! ```
//!
//! - [`MapFollower`] fills the map. Links are kept once for each content of a page; captures refer to contents. So the
//!   links of a page at a time are those of its newest capture then.
//! - [`LinkMap`] reads it, without a lock; [`MapSnapshot`] is the map as of a time, with what its reader may see.
//! - [`LinkGraph`] is what ranks and trees are computed from; its module says which rules hold for redirects, several
//!   links to the same page, and links of a page to itself.
//!
//! # Example
//!
//! ```
//! use stodola_map::{GraphOptions, LinkMap, MapTime, RankOptions, SyntheticMap, page_rank};
//!
//! # let folder = std::env::temp_dir().join(format!("stodola-map-doc-{}", std::process::id()));
//! let time = MapTime::from_number(20240101000000);
//! let mut map = SyntheticMap::create(&folder)?;
//! map.add(b"http://a.cz/", time, &[b"http://a.cz/b".to_vec(), b"http://a.cz/c".to_vec()])?;
//! map.add(b"http://a.cz/b", time, &[b"http://a.cz/".to_vec()])?;
//! map.add(b"http://a.cz/c", time, &[b"http://a.cz/b".to_vec()])?;
//! map.finish()?;
//!
//! let map = LinkMap::open_folder(&folder)?;
//! let snapshot = map.snapshot(MapTime::LATEST)?;
//! let graph = snapshot.graph(&GraphOptions::default())?;
//! let ranks = page_rank(&graph, &RankOptions::default());
//! let best = graph.page(ranks.best(1)[0]).expect("there are pages");
//! assert_eq!(snapshot.uri(best), b"http://a.cz/b");
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod commit;
mod complete;
mod dead;
mod error;
mod export;
mod farms;
mod folders;
mod follower;
mod graph;
mod harmonic;
mod in_links;
mod map;
mod name;
mod names;
mod nearest;
mod part;
mod rank;
mod record;
mod shape;
mod sheet;
mod shortfall;
mod sight;
mod snapshot;
mod store;
mod synthetic;
mod texts;
mod time;
mod tree;
mod varint;
mod words;

pub use complete::{CompletenessOptions, PageCompleteness, PartCompleteness};
pub use dead::{DeadLink, DeadLinks, DeadOptions, DeadTarget, FixHint, LinkProblem, Unharvested};
pub use error::MapError;
pub use export::{
    ExportNode, GraphFormat, HostPicture, SITEMAP_MAX, SitemapEntry, TreeFormat, write_graph,
    write_host_picture, write_sitemap, write_sitemap_index, write_tree, write_tree_picture,
};
pub use farms::{LinkFarm, link_farms};
pub use folders::SiteFolder;
pub use follower::{MapFollower, NAME, VERSION, places};
pub use graph::{EdgeList, GraphNodes, GraphOptions, LinkGraph, is_document, is_navigation};
pub use harmonic::{HarmonicCentrality, HarmonicOptions, harmonic_centrality};
pub use in_links::{InLink, InLinks};
pub use map::{LinkMap, MapCapture, MapLink, MapSize, PageView};
pub use nearest::{NearPage, WantedAddress};
pub use rank::{NodeRanks, RankOptions, RankScale, page_rank, page_rank_of};
pub use shape::LinkShape;
pub use sheet::{PageSheet, SheetDoubles, SheetRow};
pub use shortfall::{CaptureTrouble, ContentShortfall};
pub use sight::{MapSight, SightOf};
pub use snapshot::{MapSnapshot, PageNumber, PageStanding, PageState, RedirectTrail};
pub use synthetic::SyntheticMap;
pub use texts::PageTexts;
pub use time::MapTime;
pub use tree::{SiteTree, TreeRow};
