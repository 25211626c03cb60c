//! Packs (version 2) and their indexes (version 2): files with many objects, some of them as deltas of others.

mod entry;
mod index;
mod read;
mod write;

pub(crate) use read::{FoundObject, MEMORY_MAX, Pack};
pub(crate) use write::{DRAFT, PackWriter};
