//! The contract of everybody who derives something from captures.

use crate::document::Document;
use crate::error::FollowError;
use stodola_archive::FilePlace;

/// How much of a capture a follower asks for. It is free to ask for more; this tells in advance what most captures
/// cost.
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
/// The pass asks for the [`place`](Follower::place) and then calls [`take`](Follower::take) for each capture behind
/// it, in the order of the file, and [`commit`](Follower::commit) at the end of the file, or of the part that is safe
/// of a file in the making. Then the next file comes. Between two commits there is one file only.
///
/// # What a follower promises
///
/// - `commit` writes what was taken *and the place* together: after a crash the store has both or neither. Then the
///   place is asked for again, and captures behind it come again; none comes twice that was committed.
/// - No capture is dropped silently: what cannot be digested is a row with a reason in its store.
/// - The same captures give the same data, whatever parts they come in. So `start_anew` and reading everything gives
///   what was there before.
///
/// # Errors
///
/// Any error stops this follower until the program starts again; the reason is written down and shown by
/// `archive stats`. The catalogue, the harvest and all other followers go on. The follower begins again behind its last
/// commit, so nothing is lost by an error but time. A panic counts as an error.
pub trait Follower: Send {
    /// Its name, for `archive rebuild --only NAME`. It never changes.
    fn name(&self) -> &'static str;

    /// The version of what it derives, from 1. If a document gives something else than before, the version is raised.
    fn version(&self) -> u32;

    /// The version of what is in its store; `None` if there is nothing in it. A store of another version than
    /// [`Follower::version`] is filled anew.
    fn stored_version(&self) -> Option<u32>;

    /// What it asks for.
    fn reads(&self) -> Reads;

    /// Whether it can follow files in the making. If not, it is shown finished files only.
    fn takes_unfinished(&self) -> bool {
        true
    }

    /// How far it has committed a file; [`FilePlace::START`] if it does not know the file.
    fn place(&self, file: &str) -> Result<FilePlace, FollowError>;

    /// Takes a capture in. Nothing has to be safe before `commit`.
    fn take(&mut self, document: &mut Document<'_>) -> Result<(), FollowError>;

    /// Makes safe what was taken of a file since the last commit, together with the place.
    fn commit(&mut self, file: &str, place: FilePlace) -> Result<(), FollowError>;

    /// Forgets what was taken since the last commit.
    fn abandon(&mut self);

    /// Removes all that came from a file, which has changed or is no longer part of the archive. Its place is the start
    /// then. A follower whose store stays right without that may keep the data.
    fn forget(&mut self, file: &str) -> Result<(), FollowError>;

    /// Removes everything, so that all files come again.
    fn start_anew(&mut self) -> Result<(), FollowError>;
}
