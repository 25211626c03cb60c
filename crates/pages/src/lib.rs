//! The text archive: every page as a folder of files, every round of a domain as a commit, metadata in XML.
//!
//! - [`VersionStore`] is the contract of a store: rounds, additions, and reading any version. [`GitStore`] keeps each
//!   domain in a repository of git, which any git reads.
//! - [`PageDomain`], [`TagName`], [`PagePath`] and [`PageFileName`] are the names in it; each is safe wherever it is
//!   used.
//! - [`data`]: `data.xml`, the metadata of a page, and what users add to it.
//! - [`database`]: the metadata of all pages and versions in SQLite, and queries of it.
//! - [`filter`]: which pages are kept.
//!
//! # Example
//!
//! ```
//! use std::time::Duration;
//! use stodola_pages::{BegunRound, GitStore, PageDomain, PagePath, RoundStart, VersionStore};
//!
//! # let folder = std::env::temp_dir().join(format!("stodola-doc-pages-{}", std::process::id()));
//! let store = GitStore::new(&folder);
//! let domain = PageDomain::parse("example.cz")?;
//! let page = PagePath::of_uri(&domain, b"https://www.example.cz/news")?;
//! let start = RoundStart { job: "news".to_owned(), number: 1, time: 1_767_323_045 };
//! if let BegunRound::Open(mut round) = store.begin_round(&domain, &start, Duration::ZERO)? {
//!     round.put(&page, b"<p>Hello</p>", &mut |tag| format!("<page tag='{tag}'/>").into_bytes())?;
//!     let summary = round.finish()?;
//!     assert_eq!(summary.tag.to_string(), "example.cz@20260102T030405Z");
//! }
//!
//! let reader = store.reader(&domain)?.expect("the domain has a version now");
//! let tag = reader.current().expect("so it has a current one");
//! let files = reader.files(&tag, &page)?;
//! assert_eq!(files[0].name, "data.html");
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), stodola_pages::PagesError>(())
//! ```

pub mod data;
pub mod database;
mod domain;
mod error;
pub mod filter;
mod git;
mod git_store;
mod path;
mod store;
mod tag;
mod turn;

pub use domain::PageDomain;
pub use error::PagesError;
pub use git::object::ObjectId;
pub use git_store::GitStore;
pub use path::{PageFileName, PagePath};
pub use store::{
    AdditionStart, AdditionWriter, BegunRound, DifferenceList, PageFileRow, PageList, PutPage,
    RoundStart, RoundWriter, VersionChange, VersionReader, VersionRow, VersionStore, WrittenRound,
};
pub use tag::TagName;
