//! Maps that are made without an archive, for measurements.

use crate::batch::Batch;
use crate::error::MapError;
use crate::follower::{PARSER, VERSION};
use crate::name::name_of;
use crate::record::{Capture, Content, KnownContent, LinkRow};
use crate::shape::LinkShape;
use crate::store::Store;
use crate::time::MapTime;
use sha2::{Digest, Sha256};
use std::path::Path;
use stodola_archive::FilePlace;
use stodola_extract::LinkKind;

/// What was added is written when it takes this much memory in bytes.
const BATCH_MAX: usize = 256 << 20;

/// A map that is made of addresses and links alone.
pub struct SyntheticMap {
    store: Store,
    batch: Batch,
}

impl SyntheticMap {
    /// Makes an empty map in a folder.
    pub fn create(folder: &Path) -> Result<SyntheticMap, MapError> {
        Ok(SyntheticMap { store: Store::open(folder, VERSION)?, batch: Batch::default() })
    }

    /// Adds a page with links of a usual shape.
    pub fn add(&mut self, uri: &[u8], time: MapTime, targets: &[Vec<u8>]) -> Result<(), MapError> {
        let shape = LinkShape {
            element: "a".into(),
            attribute: "href".into(),
            ..LinkShape::of_kind(LinkKind::Navigation)
        };
        let shape = self.batch.words.shape(&shape);
        let page = self.batch.page(name_of(uri));
        let link = |target: &Vec<u8>| LinkRow { target: self.batch.page(name_of(target)), shape };
        let links: Vec<LinkRow> = targets.iter().map(link).collect();
        let hash = Sha256::digest(uri).iter().take(8).fold(0, |n, byte| n << 8 | u64::from(*byte));
        let known = KnownContent { parser: PARSER, links, ..KnownContent::default() };
        let mime = self.batch.words.number(b"text/html");
        let file = self.store.number_of("synthetic");
        let capture = Capture { time, file, status: 200, mime, size: 20_000, ..Capture::default() };
        self.batch.add(page, Some(Content { hash, known: Some(known) }), capture);
        if self.batch.bytes() > BATCH_MAX {
            self.write()?;
        }
        Ok(())
    }

    fn write(&mut self) -> Result<(), MapError> {
        self.store.add(std::mem::take(&mut self.batch))?;
        self.store.commit("synthetic", FilePlace { offset: 1, is_end: false })
    }

    /// Writes the rest, and makes one part of all.
    pub fn finish(mut self) -> Result<(), MapError> {
        self.write()?;
        self.store.merge_all()
    }
}
