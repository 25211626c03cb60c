//! What only whole processes can show: a kill at any moment, two programs at one index, and an index
//! of an earlier program; and the WARC sink, read back and checked.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod format;
mod kill;
mod lock;
mod sink;
