//! The index of payloads as a follower: where each payload is stored, so that no harvest stores it again.

use crate::document::Document;
use crate::error::FollowError;
use crate::follower::{Follower, Reads};
use std::sync::Arc;
use stodola_archive::{FilePlace, Payload, PayloadIndex};

/// Fills the index of payloads from files that other programs wrote, or that a crash left.
///
/// Files that harvests of this process write are put into the index when they are finished, without being read: the
/// index is then at their end, and is not shown them.
pub(crate) struct PayloadFollower {
    index: Arc<PayloadIndex>,
    taken: Vec<(Payload, u64)>,
}

/// Version of the data in the index.
pub(crate) const VERSION: u32 = 1;
pub(crate) const NAME: &str = "payloads";

impl PayloadFollower {
    pub(crate) fn new(index: Arc<PayloadIndex>) -> PayloadFollower {
        PayloadFollower { index, taken: Vec::new() }
    }
}

impl Follower for PayloadFollower {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    /// The files of the index have versions of their own, and old ones can still be opened.
    fn stored_version(&self) -> Option<u32> {
        Some(VERSION)
    }

    fn reads(&self) -> Reads {
        Reads::Payloads
    }

    /// A file is committed to the index once. Until then, the process that writes it knows its payloads.
    fn takes_unfinished(&self) -> bool {
        false
    }

    fn place(&self, file: &str) -> Result<FilePlace, FollowError> {
        match self.index.is_committed(file) {
            true => Ok(FilePlace { offset: u64::MAX, is_end: true }),
            false => Ok(FilePlace::START),
        }
    }

    fn take(&mut self, document: &mut Document<'_>) -> Result<(), FollowError> {
        let offset = document.row().offset;
        self.taken.extend(document.payload_key().map(|payload| (payload, offset)));
        Ok(())
    }

    fn commit(&mut self, file: &str, place: FilePlace) -> Result<(), FollowError> {
        let taken = std::mem::take(&mut self.taken);
        match place.is_end {
            true => Ok(self.index.commit_file(file, &taken)?),
            false => Ok(()),
        }
    }

    fn abandon(&mut self) {
        self.taken.clear();
    }

    /// Keeps the data: a place in the index is only used after the record there was read and checked.
    fn forget(&mut self, _file: &str) -> Result<(), FollowError> {
        Ok(())
    }

    fn start_anew(&mut self) -> Result<(), FollowError> {
        Ok(self.index.clear()?)
    }
}
