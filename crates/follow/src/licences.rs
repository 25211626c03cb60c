//! Licences of pages: recognised, kept with the evidence, so that they can be shown.
//!
//! The store is `licences.db`. It is made by `stodola archive rebuild --only licences`; an archive without it does not
//! look for licences, and its harvests pay nothing for it.

mod found;
mod known;
mod markup;
mod store;

pub use found::{LicenceEvidence, PageLicence, licences_of};
pub use known::Licence;
pub use store::LicenceStore;

use crate::document::Document;
use crate::error::FollowError;
use crate::follower::{Follower, Reads};
use std::io::Read;
use stodola_archive::{CaptureKind, FilePlace};
use store::PageLicenceRow;

pub(crate) const NAME: &str = "licences";
pub(crate) const VERSION: u32 = 1;

/// No more of a page is looked at, in bytes.
const PAGE_MAX: u64 = 1 << 20;

/// Looks for licences in pages.
pub(crate) struct LicenceFollower {
    store: LicenceStore,
    taken: Vec<PageLicenceRow>,
}

impl LicenceFollower {
    pub(crate) fn new(store: LicenceStore) -> LicenceFollower {
        LicenceFollower { store, taken: Vec::new() }
    }
}

impl Follower for LicenceFollower {
    fn name(&self) -> &'static str {
        NAME
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn stored_version(&self) -> Option<u32> {
        Some(self.store.version())
    }

    /// Most pages say nothing of a licence, and only their payload is looked at.
    fn reads(&self) -> Reads {
        Reads::Payloads
    }

    fn place(&self, file: &str) -> Result<FilePlace, FollowError> {
        self.store.place(file)
    }

    fn take(&mut self, document: &mut Document<'_>) -> Result<(), FollowError> {
        let row = document.row();
        let is_page = row.mime.as_deref().is_some_and(|mime| {
            let essence = mime.split(';').next().unwrap_or_default().trim();
            ["text/html", "application/xhtml+xml"].iter().any(|it| essence.eq_ignore_ascii_case(it))
        });
        if row.kind != CaptureKind::Response || row.status != Some(200) || !is_page {
            return Ok(());
        }
        let (offset, inner) = (row.offset, row.inner_offset);
        let mut markup = Vec::new();
        if let Some(payload) = document.payload(PAGE_MAX)? {
            // Of a longer page, or one that is damaged, its beginning counts.
            let _ = payload.take(PAGE_MAX).read_to_end(&mut markup);
        }
        if !found::may_name_a_licence(&markup) {
            return Ok(());
        }
        let links = document.page()?.map(|page| &page.links[..]).unwrap_or_default();
        let licences = licences_of(links, &markup);
        self.taken.extend(licences.into_iter().map(|licence| PageLicenceRow {
            offset,
            inner,
            licence,
        }));
        Ok(())
    }

    fn commit(&mut self, file: &str, place: FilePlace) -> Result<(), FollowError> {
        let taken = std::mem::take(&mut self.taken);
        self.store.commit(file, place, &taken)
    }

    fn abandon(&mut self) {
        self.taken.clear();
    }

    fn forget(&mut self, file: &str) -> Result<(), FollowError> {
        self.store.forget(file)
    }

    fn start_anew(&mut self) -> Result<(), FollowError> {
        self.taken.clear();
        self.store.clear()
    }
}
