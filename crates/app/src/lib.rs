//! Everything the program can do, as functions: settings in, data out. The one door to all stores.
//!
//! A command of the binary, a page of the server and a test call the same function here. A function returns its result
//! as data, or gives it row by row to a closure; work that takes long tells a [`Watch`] how far it is. Nothing here
//! prints, knows a terminal, or speaks a language: texts for people are made by the caller from the data.
//!
//! ```no_run
//! use stodola_app::warc::{Notice, ReportNotice, list};
//! use stodola_app::{Watch, json};
//!
//! struct Silent;
//! impl Watch for Silent {}
//! impl ReportNotice for Silent {
//!     fn notice(&self, _input: &str, _notice: Notice<'_>) {}
//! }
//!
//! let mut lines = Vec::new();
//! let ended = list(&["a.warc.gz".into()], false, &Silent, &mut |record| {
//!     json::write_line(&mut lines, record)
//! })?;
//! assert!(!ended.is_data_bad);
//! # Ok::<(), stodola_app::warc::WarcError>(())
//! ```

pub mod archive;
pub mod control;
mod counters;
pub mod crawl;
pub mod demo;
pub mod harvest;
pub mod job;
pub mod json;
pub mod migrate;
pub mod pack;
pub mod recognise;
mod sort;
pub mod warc;
mod watch;
pub mod why;

pub use counters::Counters;
pub use watch::{Quiet, Watch};
