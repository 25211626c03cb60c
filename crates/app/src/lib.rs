//! Everything the program can do, as functions: settings in, data out. The one door to all stores.
//!
//! ```text
//!  a command of the binary, a page of the server, a test
//!      │ settings: one struct per command            ▲ data: a result, or rows given to a closure
//!      ▼                                             │
//!  archive ────────────────────────▶ archive, follow: add, check, lookup, stats, rebuild
//!  crawl, harvest ─────────────────▶ crawl ─▶ captures in an archive, logs in the folder of the job
//!  control ────────────────────────▶ a harvest in another process, over a socket
//!  seeds ──────────────────────────▶ crawl: files of any kind as lists of seeds
//!  job, why ───────────────────────▶ frontier: the logs of jobs
//!  map ────────────────────────────▶ map: trees, ranks, dead links of an archive at a date
//!  requests ───────────────────────▶ work: what users ask for, done by the functions here, one after the other
//!  warc, migrate, recognise, pack ─▶ warc, migrate, judge: files in, rows or files out
//!      │ progress
//!      ▼
//!  Watch: told the progress, can stop the work; HarvestWatch: also told the events of harvests
//! ```
//!
//! A command of the binary, a page of the server and a test call the same function here. A function returns its result
//! as data, or gives it row by row to a closure; long work reports its progress to a [`Watch`]. Nothing here prints,
//! knows a terminal, or speaks a language: the caller makes texts for people from the data. What is serialised has the
//! shape of JSON output ([`json`]).
//!
//! # Example
//!
//! Add a file to an archive, and look up a page in it:
//!
//! ```
//! use stodola_app::archive::{AddSettings, LookupKind, LookupSettings, ReadError, add, lookup};
//! use stodola_app::{Quiet, json};
//! use stodola_archive::Intake;
//!
//! # let folder = std::env::temp_dir().join(format!("stodola-doc-app-{}", std::process::id()));
//! # let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/hello.warc.gz");
//! let settings = AddSettings {
//!     archive: folder.clone(),
//!     files: vec![file.into()],
//!     intake: Intake::Copy,
//!     command: "an example".to_owned(),
//! };
//! let added = add(&settings, &Quiet, &mut |event| panic!("nothing is wrong with this file: {event:?}"))?;
//! assert_eq!((added.files, added.captures), (1, 3));
//!
//! let url = "http://www.stodola.example/".to_owned();
//! let settings = LookupSettings { archive: folder.clone(), url, kind: LookupKind::All };
//! let mut lines = Vec::new();
//! let summary = lookup(&settings, &mut |capture| {
//!     json::write_line(&mut lines, capture).expect("writing to memory cannot fail");
//!     Ok::<(), ReadError>(())
//! })?;
//! assert_eq!(summary.found, 2);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`crawl`] has an example of a harvest.

pub mod access;
pub mod archive;
pub mod bare;
pub mod cdx;
pub mod changes;
pub mod collections;
pub mod control;
pub mod crawl;
pub mod demo;
pub mod events;
pub mod export;
pub mod followers;
pub mod harvest;
pub mod job;
pub mod json;
#[cfg(test)]
mod made_archive;
pub mod map;
pub mod memento;
pub mod migrate;
pub mod pack;
pub mod reading;
pub mod recognise;
pub mod requests;
pub mod search;
pub mod seeds;
pub mod settings;
mod signals;
pub mod site_rules;
mod sort;
pub(crate) use sort::LineSorter;
pub mod static_copy;
pub mod visits;
pub mod warc;
mod watch;
pub mod webhooks;
pub mod why;

pub use signals::SignalWatch;
pub use watch::{Quiet, Watch};
