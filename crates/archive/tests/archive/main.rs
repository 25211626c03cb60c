//! What only whole processes can show: a kill at any moment, two programs at one index, and an index
//! of an earlier program; the WARC sink, read back and checked; and the catalogue with its files.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod captures;
mod catalogue;
mod catalogue_format;
mod catalogue_kill;
mod files;
mod fixity;
mod format;
mod kill;
mod lock;
mod requests;
mod sink;
mod wacz;
