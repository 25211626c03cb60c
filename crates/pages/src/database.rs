//! The metadata of all pages and versions in SQLite, and queries of it.
//!
//! The harvest alone writes: [`PageDatabase::record`] takes a round of a domain as one change. Everything in it comes
//! from the `data.xml` files in git, so [`PageDatabase::rebuild`] can make it anew, with the same content. Tables and
//! statements are files that people can read, in `src/database/sql`.
//!
//! [`PageReader`] answers a [`PageQuery`]: a condition and an order, as SQL expressions on the view `pages`.
//!
//! | column | meaning |
//! |---|---|
//! | `domain`, `path` | the domain, and the folder of the page within its repository |
//! | `tag` | the round that brought this version, `DOMAIN@20260102T030405Z` |
//! | `until` | the first round without this version; null if the newest round has it |
//! | `commit_id` | the commit of the round that brought it |
//! | `url`, `title` | the address and the title |
//! | `time` | when it was captured: milliseconds since 1970 in UTC |
//! | `digest`, `record` | the digest of the payload, the WARC-Record-ID |
//! | `status`, `type`, `charset`, `language` | what the server and the page said |
//!
//! Conditions on `domain` (with `path`), `url`, `time`, `tag`, `digest` and `record` use an index.
//!
//! A query comes from anybody, so four walls stand around it. It is parsed here and written anew, word by word, so that
//! it is one expression without subselects, and its functions are from a list; the connection is read-only; an
//! authoriser admits nothing but the view and those functions; time, rows, bytes and SQLite's own limits are bounded.
//! What the asker may not see is not in the view. No expression that is accepted can fail because of a value, so an
//! error tells nothing about hidden rows either; how long a query takes may.
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//! use stodola_pages::data::PageMeta;
//! use stodola_pages::database::{PageDatabase, PageDatabaseError, PageQuery, PageReader, PageRound, SeenPage};
//!
//! # let folder = std::env::temp_dir().join(format!("stodola-pages-doc-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder).unwrap();
//! # let path = folder.join("pages.db");
//! let tag = "example.cz@20260102T030405Z".to_owned();
//! let round = PageRound {
//!     domain: "example.cz".to_owned(),
//!     tag: tag.clone(),
//!     time: 1_767_323_045_000,
//!     commit: "4b825dc642cb6eb9a060e54bf8d69288fbee4904".to_owned(),
//! };
//! let (url, page) = ("http://example.cz/".to_owned(), "http/example.cz/~index.html".to_owned());
//! let meta = PageMeta { url, path: page, tag, ..PageMeta::default() };
//! PageDatabase::open(&path)?.record::<PageDatabaseError>(&round, |writer| writer.page(&meta))?;
//!
//! let condition = Some("domain = ?".to_owned());
//! let query = PageQuery { condition, parameters: vec!["example.cz".into()], ..PageQuery::default() };
//! let everything = Arc::new(|_: &SeenPage<'_>| true);
//! let answer = PageReader::open(&path).query(&query, everything)?;
//! assert_eq!(answer.versions[0].meta, meta);
//! # std::fs::remove_dir_all(&folder).unwrap();
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod expression;
mod query;
mod store;

pub use error::{PageDatabaseError, PageQueryError, QueryPart};
pub use query::{
    PageAnswer, PageQuery, PageReader, PageSight, PageVersion, QueryBounds, QueryValue, SeenPage,
};
pub use store::{PageDatabase, PageRound, RebuildWriter, RoundRecord, VersionWriter};
