//! Which pages belong to a nation, wherever they are hosted.
//!
//! Laws on legal deposit speak of a nation's web, and a good part of that is outside the nation's domain. A page is
//! judged by *criteria*: each looks for one kind of evidence, reports what it found and how much of it is national, and
//! gives points. What counts as national is not code but data, a *pack*. Three types to know:
//!
//! - [`Pack`]: the data of a nation, built in or from a folder.
//! - [`Judge`]: a pack that is ready to judge pages; shared by all threads.
//! - [`Verdict`]: whether a page belongs to the nation, and every reason for that.
//!
//! ```
//! use stodola_judge::{Judge, JudgeSettings, Pack, Page};
//!
//! let judge = Judge::new(&Pack::open("cz")?, &JudgeSettings::default())?;
//! let verdict = judge.judge(&Page {
//!     uri: b"http://klub.example/",
//!     text: "Pište na klub@stodola.cz nebo volejte +420 222 333 444.",
//!     ..Page::default()
//! });
//! let email = verdict.finding("email").expect("there is such a criterion");
//! assert_eq!((email.found, email.valid), (1, 1));
//! assert_eq!(email.evidence[0].text, "klub@stodola.cz");
//! # Ok::<(), stodola_judge::Error>(())
//! ```
//!
//! Nothing here opens a connection; files are read only while packs are loaded. Any text is accepted: the time is
//! linear in its length, and the amount of evidence is limited.

mod criterion;
mod error;
mod geo;
#[cfg(test)]
mod geo_fixture;
mod in_links;
mod judge;
pub mod language;
mod pack;
mod page;
mod probability;
mod properties;
mod rule;
mod settings;
mod verdict;
mod words;

pub use criterion::{CRITERIA, Known};
pub use error::Error;
pub use geo::GeoAge;
pub use in_links::{IN_LINKS_HEAD, InLinkCounts, in_link_uri};
pub use judge::Judge;
pub use language::Identified;
pub use pack::build::{Built, Lexicon, WordCoverage, build_words};
pub use pack::{BUILT_IN, EXAMPLES, Pack};
pub use page::Page;
pub use properties::{Properties, PropertyNotice, PropertyNoticeKind};
pub use rule::RulePart;
pub use settings::{JudgeSettings, NoVeto, Veto};
pub use verdict::{CriterionFinding, Evidence, Signal, Verdict, VerdictRule};
