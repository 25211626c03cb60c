//! The map of an archive as a reader may see it: trees, ranks, dead links, completeness, the table of pages, files for
//! other programs.
//!
//! ```text
//!  MapSettings ──▶ OpenedMap: the map, the rules of access, the part that is wanted
//!                     │ view
//!                     ▼
//!                  MapView: the map as of a time ──▶ ranks, click_tree, folder_tree, dead, in_links, out_links,
//!                                                    completeness, sheet, near_pages, export, …
//! ```
//!
//! What rules of access hide is in nothing that a [`MapView`] gives, and in no count. Pages whose content is blocked
//! are there with address, status, type and size, but without titles and links. A collection is a part of the same
//! gate: what does not belong to it is as if it did not exist. All other parts ([`MapArea`]) only choose pages: links
//! lead out of them.
//!
//! Each kind of answer is a method of [`MapView`] in a file of its own.

mod complete;
mod dead;
mod export;
mod kind;
mod links;
mod open;
mod outcome;
mod rank;
mod sheet;
mod site;
mod sites;
mod survey;
mod tree;

pub use complete::{CompletenessReport, IncompletePage, MissingPart};
pub use dead::{
    DeadPage, DeadReport, DeadRow, DeadSettings, HintRow, KnownProblems, PageProblems, ProblemLink,
};
pub use export::{MapExportSettings, MapExported, MapFormat};
pub use kind::{document_kind, document_kinds};
pub use links::{LinkOfPage, LinksToPage, NearRow};
pub use open::{MapArea, MapMoment, MapQueryError, MapSettings, MapView, OpenedMap};
pub use rank::{FarmedNode, RankMeasure, RankSettings, RankedNode, RankedNodes};
pub use sheet::{PageStates, SheetFault, SheetPage, SiteSheet, write_sheet_csv};
pub use site::{AskedLinks, SiteError, SiteReport, SiteSettings, site};
pub use sites::{SiteRow, map_state};
pub use survey::{HostLinks, SiteFigures, SiteSurvey, SurveyPage, SurveyShare};
pub use tree::{ClickTree, FolderRow, TreePage, TreeSettings, folder_rows};
