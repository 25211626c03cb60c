//! One pass over the captures of an archive for everybody who derives something from them.
//!
//! ```text
//!  WARC files ──▶ one reading ──▶ catalogue: lists the capture, commits first
//!   finished, and        │
//!   in the making        └──────▶ Followers ──▶ Document (row, head, content, page: each made once, when asked for)
//!   as far as safe                                 ├─▶ index of payloads
//!                                                  └─▶ whoever comes: a row in FOLLOWERS
//! ```
//!
//! - [`keep`] opens an archive for harvests, [`open_writer`] to add files, [`rebuild_scope`] builds again what is
//!   derived.
//! - A [`Follower`] takes [`Document`]s and commits what it made of them together with its place; see its contract.
//! - [`Followers`] is the pass: a file that several lack is read once. One that fails stops alone.
//! - [`progress`] tells how far each is.
//!
//! The catalogue leads, and is not a [`Follower`] itself: it decides whether a file belongs to the archive, was
//! moved, or has changed, before anybody commits anything. What holds for followers holds for it too: it has its own
//! place in each file, goes on behind it after a crash, and can be built again alone.
//!
//! # Example
//!
//! A follower that counts captures by host, in memory:
//!
//! ```
//! use std::collections::BTreeMap;
//! use stodola_archive::{Archive, CatalogueWriter, FilePlace, Intake};
//! use stodola_follow::{Document, FollowError, Follower, Followers, Reads};
//!
//! #[derive(Default)]
//! struct Count {
//!     places: BTreeMap<String, FilePlace>,
//!     captures: u64,
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
//!         self.captures += std::mem::take(&mut self.taken);
//!         self.places.insert(file.to_owned(), place);
//!         Ok(())
//!     }
//!     fn abandon(&mut self) { self.taken = 0 }
//!     fn forget(&mut self, file: &str) -> Result<(), FollowError> {
//!         self.places.remove(file);
//!         Ok(())
//!     }
//!     fn start_anew(&mut self) -> Result<(), FollowError> {
//!         *self = Count::default();
//!         Ok(())
//!     }
//! }
//!
//! # let folder = std::env::temp_dir().join(format!("stodola-doc-follow-{}", std::process::id()));
//! let archive = Archive::open_or_create(&folder)?;
//! let mut followers = Followers::new(&archive)?;
//! followers.attach(Box::new(Count::default()));
//! let mut writer = CatalogueWriter::open(&archive, archive.lock("an example")?)?;
//! writer.observe_with(Box::new(followers));
//! # let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/hello.warc.gz");
//! writer.take_in(&archive, fixture.as_ref(), Intake::Copy, &mut ())?;
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod description;
mod document;
mod error;
mod failures;
mod follower;
mod followers;
mod list;
mod open;
mod payloads;
mod progress;

pub use document::{Document, DocumentLink, DocumentPage};
pub use error::FollowError;
pub use failures::FollowerFailure;
pub use follower::{Follower, Reads};
pub use followers::Followers;
pub use list::{FOLLOWERS, FollowerKind};
pub use open::{OpenError, RebuildScope, keep, open_writer, rebuild_scope};
pub use progress::{CATALOGUE, FollowerProgress, progress};
