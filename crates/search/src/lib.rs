//! Full-text search over the captures of an archive; the only crate that knows tantivy.

mod cursor;
mod error;
mod expand;
mod follower;
mod index;
mod inflect;
mod kind;
mod links;
mod near;
mod parts;
pub mod query;
mod run;
mod search;
mod simhash;
mod snapshot;
mod snippet;
mod span;
mod store;
mod topics;
mod words;

pub use error::SearchError;
pub use follower::{NAME, SearchFollower, SearchTools, places};
pub use kind::DocumentType;
pub use links::{LinkSignalsNote, LinkSignalsWriter, PageAnchor, PageLinks, link_signals_note};
pub use near::{NEAR_DISTANCE_MAX, NearOptions, NearTally, NearWord, NearWords};
pub use parts::SearchPart;
pub use run::{PageRank, SearchOrder};
pub use search::{
    FacetValue, HitCapture, SearchFacets, SearchGate, SearchHit, SearchIndex, SearchPage,
    SearchRequest, WordSuggestion,
};
pub use snippet::{HitSnippet, SnippetRun, WordMarker};
pub use store::VERSION;
pub use topics::{PageWords, TopicGroup};
