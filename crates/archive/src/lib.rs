//! An archive as a whole: its folder, its files, its catalogue, its captures.
//!
//! ```text
//!  harvest ─▶ WarcSink ─▶ WARC files, *.open while they are written
//!                │ which bytes are safe, which file is finished
//!                ▼
//!             Keeper ─▶ reads back, once ─▶ CatalogueWriter ─▶ catalogue.db ─▶ Catalogue: lookup, closest
//!                                   │                                             │ Entry
//!  files from elsewhere ─▶ take_in ─┤                                             ▼
//!                                   └─▶ CaptureObserver           Captures::open ─▶ Content: head, payload
//!                                        (crate follow)
//! ```
//!
//! - An [`Archive`] is the folder. Its [`Catalogue`] knows every capture by address and time; it is filled through a
//!   [`CatalogueWriter`] and built again by [`rebuild`]. [`fixity`] tells whether the files are still what they were.
//! - [`Captures`] opens what the catalogue lists: revisits resolved, codings removed on demand, for many threads.
//! - A [`Keeper`] is the one writer of an archive. It gives each harvest a [`WarcSink`], which takes [`Capture`]s from
//!   many threads and writes them as WARC files.
//! - A [`DedupIndex`] tells for a [`Payload`] in which [`RecordPlace`]s of the archive it is stored, so that the next
//!   capture of the same bytes can be a `revisit`; and for a file, which revisits elsewhere lose their content if it
//!   is lost.
//! - [`cdx`] makes the lines that replay tools read.
//!
//! The drawing shows both ways into an archive (a harvest, and files from elsewhere) and the way back to a reader:
//! everything that comes in is read back once, for the catalogue and for all other derived data; everything that is
//! read goes through [`Captures`].
//!
//! # Examples
//!
//! Add a file, and read its captures:
//!
//! ```
//! use std::io::Read;
//! use stodola_archive::{Archive, Captures, CatalogueWriter, Intake};
//!
//! # let folder = std::env::temp_dir().join(format!("stodola-doc-archive-{}", std::process::id()));
//! # let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/hello.warc.gz");
//! let archive = Archive::open_or_create(&folder)?;
//! let mut writer = CatalogueWriter::open(&archive, archive.lock("an example")?)?;
//! writer.take_in(&archive, file.as_ref(), Intake::Copy, &mut ())?;
//!
//! let captures = Captures::new(&archive);
//! let found = captures.lookup(b"http://www.stodola.example/")?;
//! let opened = captures.open(&found[0])?;
//! assert_eq!(opened.content.head().and_then(|head| head.status), Some(200));
//! let mut page = Vec::new();
//! opened.content.into_decoded(64 << 20).read_to_end(&mut page)?;
//! assert!(!page.is_empty());
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Find out whether a payload is already stored, and which revisits depend on a file:
//!
//! ```
//! use stodola_archive::{DedupIndex, Payload};
//!
//! # let folder = std::env::temp_dir().join(format!("stodola-doc-{}", std::process::id()));
//! let mut index = DedupIndex::open(&folder)?;
//! let logo = Payload { sha256: [7; 32], length: 4096 };
//! assert_eq!(index.lookup(&logo)?, None);
//!
//! // The first file stores it in full, at byte 900; the second has a revisit of it at byte 120.
//! let first = index.commit_file("warc/2007/a.warc.gz", &[(logo, 900)], &[])?;
//! let original = index.lookup(&logo)?.expect("just committed").first;
//! let second = index.commit_file("warc/2007/b.warc.gz", &[], &[(120, original)])?;
//!
//! let dependents: Vec<_> = index.dependents(first).collect::<Result<_, _>>()?;
//! assert_eq!((dependents[0].revisit.file, dependents[0].revisit.offset), (second, 120));
//! # drop(index);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Write a capture to a WARC file:
//!
//! ```
//! use std::io::Cursor;
//! use std::time::SystemTime;
//! use stodola_archive::{Capture, SinkOptions, WarcSink};
//!
//! # let folder = std::env::temp_dir().join(format!("stodola-doc-sink-{}", std::process::id()));
//! let (sink, recovered) = WarcSink::open(&folder, SinkOptions::new("example", "harvester"))?;
//! assert!(recovered.is_empty());
//! let response = b"HTTP/1.1 200 OK\r\n\r\nhello";
//! let stored = sink.write(Capture {
//!     uri: b"http://example.cz/",
//!     date: SystemTime::now(),
//!     address: Some([192, 0, 2, 1].into()),
//!     request: b"GET / HTTP/1.1\r\nHost: example.cz\r\n\r\n",
//!     response: &mut Cursor::new(response),
//!     length: response.len() as u64,
//!     head_length: 19,
//!     truncated: None,
//!     protocol: &["http/1.1"],
//!     cipher_suite: None,
//!     packed: None,
//!     payload_type: Some("text/plain"),
//!     not_modified: None,
//!     metadata: &[("hopsFromSeed", b"")],
//! })?;
//! assert_eq!(stored.payload_length, 5);
//! sink.close()?;
//! assert!(folder.join(&*stored.file).exists());
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod captures;
mod catalogue;
pub mod cdx;
mod dedup;
pub mod fixity;
mod folder;
mod holdings;
mod intake;
mod keeper;
mod listing;
mod observe;
mod outcomes;
mod pairs;
mod payloads;
mod rebuild;
mod record_row;
mod scan;
mod sink;
mod source;
mod trace;
mod wacz;

pub use captures::{
    AnswerHead, CaptureError, Captures, Content, Decoded, OpenedCapture, PooledCatalogue,
    RecordRun, StoredBlock,
};
pub use catalogue::{
    Adder, ArchiveTotals, By, CaptureKind, CaptureRow, CaptureScan, Catalogue, CatalogueError,
    CatalogueOptions, CatalogueWriter, ConversionRow, Direction, Entry, FileFacts, FileState,
    Followed, Key, KeyRange, Listed, OutcomeCount, OutcomeRow, PostedRow, RangeCursor, RoundRow,
    Share, Stamp, Taken, key_of,
};
pub use dedup::{
    Copies, DedupError, DedupIndex, DedupOptions, FileId, Payload, RecordPlace, Reference,
};
pub use folder::{
    Archive, ArchiveError, Departure, Gone, Holder, Identity, WriteLock, is_of_records,
};
pub use holdings::{ForgetError, Lost, find_file, the_one};
pub use intake::{FileWatch, Intake, IntakeError, TakenIn};
pub use keeper::{CaughtUp, Keeper, KeeperError};
pub use observe::{BLOCK_MAX, CaptureObserver, Description, FilePlace, Needs, ReadCapture};
pub use outcomes::{OutcomesError, SyncedOutcomes};
pub use payloads::{Original, PayloadCopies, PayloadIndex};
pub use rebuild::{Rebuild, Rebuilt, rebuild};
pub use scan::Scanned;
pub use sink::{
    Capture, DnsLookup, NOT_MODIFIED_HEAD, PackedResponse, ReadSeek, Recovered, Recovery,
    SinkError, SinkOptions, Sources, Stored, WarcSink, not_modified_head,
};
pub use source::FileSource;
