//! The contract of everything that is derived from captures.

use crate::document::Document;
use crate::error::FollowError;
use stodola_archive::FilePlace;

/// How much of a capture a follower usually asks for. It may ask for more; this only tells the pass in advance how
/// expensive most captures are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reads {
    /// The row of the catalogue, and perhaps the HTTP head.
    Rows,
    /// The payload.
    Payloads,
    /// Text and links of pages.
    Pages,
}

/// Derives something from the captures of an archive, and keeps it in a store of its own.
///
/// # The way of a file
///
/// The pass asks for the [`place`](Follower::place) and then calls [`take`](Follower::take) for each capture behind it,
/// in the order of the file, and [`commit`](Follower::commit) at the end of the file, or of the safe part of an
/// unfinished file. Then the next file follows. Between two commits there is only one file.
///
/// # What a follower promises
///
/// - `commit` writes what was taken *and the place* together: after a crash the store has both or neither. Then the
///   place is asked for again, and captures behind it come again; a capture that was committed does not.
/// - No capture is dropped silently: one that cannot be processed is a row with a reason in the store.
/// - The same captures give the same data, in whatever parts they come. So `start_anew` and reading everything gives
///   the same data as before.
///
/// # Errors
///
/// Any error stops this follower until the program starts again; the reason is stored and shown by `archive stats`. The
/// catalogue, the harvest and all other followers continue. The follower continues behind its last commit, so an error
/// loses nothing but time. A panic counts as an error.
pub trait Follower: Send {
    /// Name of the follower, for `archive rebuild --only NAME`. It never changes.
    fn name(&self) -> &'static str;

    /// Version of the derived data, from 1. It must be raised when a document gives other data than before.
    fn version(&self) -> u32;

    /// Version of the data in the store; `None` if the store is empty. A store of another version than
    /// [`Follower::version`] is filled again.
    fn stored_version(&self) -> Option<u32>;

    /// How much of a capture it usually asks for.
    fn reads(&self) -> Reads;

    /// Whether it can follow unfinished files. If not, it is shown finished files only.
    fn takes_unfinished(&self) -> bool {
        true
    }

    /// Returns up to which place a file is committed; [`FilePlace::START`] if the file is unknown.
    fn place(&self, file: &str) -> Result<FilePlace, FollowError>;

    /// Takes a capture. Nothing has to be safe before `commit`.
    fn take(&mut self, document: &mut Document<'_>) -> Result<(), FollowError>;

    /// Writes what was taken of a file since the last commit, together with the place, so that it survives a crash.
    fn commit(&mut self, file: &str, place: FilePlace) -> Result<(), FollowError>;

    /// Discards what was taken since the last commit.
    fn abandon(&mut self);

    /// Removes everything that came from a file, which has changed or is no longer part of the archive. Its place is
    /// then the start. A follower whose store stays correct without that may keep the data.
    fn forget(&mut self, file: &str) -> Result<(), FollowError>;

    /// Removes everything, so that all files come again.
    fn start_anew(&mut self) -> Result<(), FollowError>;
}
