//! The link graph of an archive, at any date.
mod batch;
mod commit;
mod complete;
mod dead;
mod error;
mod export;
mod folders;
mod follower;
mod graph;
mod harmonic;
mod map;
mod name;
mod names;
mod part;
mod rank;
mod record;
mod shape;
mod sheet;
mod shortfall;
mod snapshot;
mod store;
mod texts;
mod time;
mod tree;
mod varint;
mod words;

pub use complete::{Completeness, CompletenessOptions, PageCompleteness};
pub use dead::{
    DeadLink, DeadLinks, DeadOptions, DeadTarget, FixHint, LinkProblem, Unharvested,
};
pub use error::MapError;
pub use export::{
    ExportNode, GraphFormat, HostPicture, SITEMAP_MAX, SitemapEntry, TreeFormat, write_graph,
    write_host_picture, write_sitemap, write_sitemap_index, write_tree, write_tree_picture,
};
pub use folders::SiteFolder;
pub use follower::{MapFollower, NAME, VERSION, places};
pub use graph::{EdgeList, GraphNodes, GraphOptions, LinkGraph, is_document, is_navigation};
pub use harmonic::{HarmonicCentrality, HarmonicOptions, harmonic_centrality};
pub use map::{LinkMap, MapCapture, MapLink, MapSize, PageView};
pub use rank::{NodeRanks, RankOptions, RankScale, page_rank, page_rank_of};
pub use shape::LinkShape;
pub use sheet::{PageSheet, SheetDoubles, SheetRow};
pub use shortfall::{CaptureTrouble, ContentShortfall};
pub use snapshot::{MapSnapshot, PageNumber, PageStanding, PageState, RedirectTrail};
pub use texts::PageTexts;
pub use time::MapTime;
pub use tree::{SiteTree, TreeRow};
