//! Sorted records of one width on disk: how they are written, found, and merged.
//!
//! From the bottom up:
//!
//! - [`TableWriter`] writes records in order, in pages of 4 KiB with a checksum each. [`Table`] finds the records that
//!   start with a prefix ([`Scan`]) with one read. [`Filter`] shows for most missing keys that they are missing,
//!   without any read.
//! - [`RunWriter`] and [`read_tail`] write and read a file with one or more tables, a header, and a part that is kept
//!   in memory. [`Run`] is such a file with one table.
//! - [`Levels`] is a list of runs that decides which of them are merged; [`Merge`] makes one sequence of several.
//!   [`Runs`] puts it together: numbered runs in a folder, merged in a thread.
//! - [`PagedBytes`] and [`PagedList`] stand apart: bytes, and records by number, of which only some pages are in
//!   memory.
//!
//! The frontier uses [`Runs`]; the payload index has files with two tables and uses [`Levels`] and [`RunWriter`]. This
//! crate knows neither what a record means nor which files are valid: the caller's checkpoint or commit decides that.
//!
//! # Example
//!
//! ```
//! use std::sync::Arc;
//! use stodola_table::{RunKind, Runs};
//!
//! # let folder = std::env::temp_dir().join(format!("stodola-table-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! // All records are wanted, and there is no filter.
//! let kind = RunKind { name: "words", spot_of: None, keep: Arc::new(|_: &[u8; 4]| true), key: 4 };
//! let mut runs = Runs::open(&folder, kind.clone(), &[])?;
//! runs.add(3, [*b"barn", *b"beet", *b"corn"].into_iter())?;
//! runs.add(1, [*b"bean"].into_iter())?;
//! let numbers = runs.numbers(); // to be kept by the caller
//! drop(runs);
//!
//! let runs = Runs::open(&folder, kind, &numbers)?;
//! let mut found = Vec::new();
//! for run in runs.iter() {
//!     for record in run.scan(b"be", *b"be\0\0") {
//!         found.push(record?);
//!     }
//! }
//! assert_eq!(found, [*b"beet", *b"bean"]);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod file;
mod filter;
mod levels;
mod merge;
mod paged;
mod run;
mod runs;
mod table;

pub use error::TableError;
pub use file::{CHECKSUM, RunWriter, check_start, read_tail};
pub use filter::{Filter, Spot};
pub use levels::{Growth, Levels, Weigh};
pub use merge::Merge;
pub use paged::{PagedBytes, PagedList};
pub use run::{Run, SpotOf};
pub use runs::{Keep, RunKind, Runs, run_path};
pub use table::{Disk, PAGE, Scan, Table, TableWriter, pages, read_fences, write_fences};
