//! One pass over the captures of an archive for everything that is derived from them.
//!
//! ```text
//!  WARC files ──▶ one reading ──▶ catalogue: lists the capture, commits first
//!   finished, and        │
//!   unfinished as far    └──────▶ Followers ──▶ Document (row, head, content, page: each made once, when asked for)
//!   as safe                                        ├─▶ index of payloads
//!                                                  └─▶ any other follower: a row in FOLLOWERS
//! ```
//!
//! - [`keep`] opens an archive for harvests, [`open_writer`] opens it to add files, [`rebuild_scope`] builds derived
//!   data again.
//! - A [`Follower`] takes [`Document`]s and commits the data made of them together with its place; see its contract.
//! - [`Followers`] is the pass: a file that several followers lack is read once. One that fails stops alone.
//! - [`progress`] returns how far each of them is.
//!
//! The catalogue leads, and is not a [`Follower`] itself: it decides whether a file belongs to the archive, was
//! moved, or has changed, before any follower commits anything. Otherwise it works like a follower: it has its own
//! place in each file, continues behind it after a crash, and can be built again alone.
//!
//! # Example
//!
//! A follower that counts the captures with status 200. It keeps its data in memory; a real one writes data and places
//! to disk together in `commit`.
//!
//! ```
//! use std::collections::BTreeMap;
//! use std::sync::Arc;
//! use std::sync::atomic::{AtomicU64, Ordering};
//! use stodola_archive::{Archive, CatalogueWriter, FilePlace, Intake};
//! use stodola_follow::{Document, FollowError, Follower, Followers, Reads};
//!
//! #[derive(Default)]
//! struct Count {
//!     /// What was committed: the place in each file, and the number of captures.
//!     places: BTreeMap<String, FilePlace>,
//!     captures: Arc<AtomicU64>,
//!     /// What was taken since the last commit.
//!     taken: u64,
//! }
//!
//! impl Follower for Count {
//!     fn name(&self) -> &'static str { "count" }
//!     fn version(&self) -> u32 { 1 }
//!     fn stored_version(&self) -> Option<u32> { None }
//!     fn reads(&self) -> Reads { Reads::Rows }
//!     fn place(&self, file: &str) -> Result<FilePlace, FollowError> {
//!         Ok(self.places.get(file).copied().unwrap_or(FilePlace::START))
//!     }
//!     fn take(&mut self, document: &mut Document<'_>) -> Result<(), FollowError> {
//!         self.taken += u64::from(document.row().status == Some(200));
//!         Ok(())
//!     }
//!     fn commit(&mut self, file: &str, place: FilePlace) -> Result<(), FollowError> {
//!         self.captures.fetch_add(std::mem::take(&mut self.taken), Ordering::Relaxed);
//!         self.places.insert(file.to_owned(), place);
//!         Ok(())
//!     }
//!     fn abandon(&mut self) { self.taken = 0 }
//!     fn forget(&mut self, file: &str) -> Result<(), FollowError> {
//!         self.places.remove(file);
//!         Ok(())
//!     }
//!     fn start_anew(&mut self) -> Result<(), FollowError> {
//!         self.places.clear();
//!         self.captures.store(0, Ordering::Relaxed);
//!         Ok(())
//!     }
//! }
//!
//! # let folder = std::env::temp_dir().join(format!("stodola-doc-follow-{}", std::process::id()));
//! # let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/hello.warc.gz");
//! let archive = Archive::open_or_create(&folder)?;
//! let mut followers = Followers::new(&archive)?;
//! let count = Count::default();
//! let captures = Arc::clone(&count.captures);
//! followers.attach(Box::new(count));
//!
//! // Every file that is added from now on is read once, for the catalogue and for all followers.
//! let mut writer = CatalogueWriter::open(&archive, archive.lock("an example")?)?;
//! writer.observe_with(Box::new(followers));
//! writer.take_in(&archive, fixture.as_ref(), Intake::Copy, &mut ())?;
//! assert_eq!(captures.load(Ordering::Relaxed), 2);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod description;
mod document;
mod error;
mod failures;
mod follower;
mod followers;
mod licences;
mod list;
mod open;
mod payloads;
mod progress;

pub use document::{Document, DocumentLink, DocumentPage};
pub use error::FollowError;
pub use failures::FollowerFailure;
pub use follower::{Follower, Reads};
pub use followers::Followers;
pub use licences::{Licence, LicenceEvidence, LicenceStore, PageLicence, licences_of};
pub use list::{FOLLOWERS, FollowerKind, LICENCES, OpenedFollower, Opening, PAYLOADS, PlaceOf};
pub use open::{OpenError, RebuildScope, keep, open_writer, rebuild_scope};
pub use progress::{CATALOGUE, FollowerProgress, progress};
