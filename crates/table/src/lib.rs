//! Sorted records of one width on disk, and what makes finding one cheap.
//!
//! [`TableWriter`] writes records that come in order, in pages that carry a checksum each;
//! [`Table`] finds those that start with a prefix ([`Scan`]) with one read of 4 KiB; [`Merge`]
//! makes one sequence of several; [`Filter`] says of most absent keys that they are absent without
//! any read. What surrounds a table in its file, and when the file is safe, is up to the caller.
//!
//! ```
//! use stodola_table::{Disk, PAGE, Table, TableWriter};
//!
//! # let path = std::env::temp_dir().join(format!("stodola-table-{}", std::process::id()));
//! let mut file = std::fs::File::create(&path)?;
//! let mut writer = TableWriter::<4>::new();
//! for record in [*b"barn", *b"beet", *b"corn"] {
//!     writer.push(&mut file, &record)?;
//! }
//! let (records, fences) = writer.finish(&mut file)?;
//! assert_eq!(file.metadata()?.len(), PAGE as u64);
//!
//! let disk = Disk { file: std::fs::File::open(&path)?, path: path.clone() };
//! let table = Table::<4>::new(0, records, fences);
//! let found: Vec<_> = table.scan(&disk, b"b").collect::<Result<_, _>>()?;
//! assert_eq!(found, [*b"barn", *b"beet"]);
//! # std::fs::remove_file(&path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod filter;
mod table;

pub use error::TableError;
pub use filter::{Filter, Spot};
pub use table::{Disk, Merge, PAGE, Scan, Table, TableWriter, pages};
