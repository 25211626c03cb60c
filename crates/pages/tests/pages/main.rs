//! Versions of pages in repositories, looked at by the git of this machine too: rounds, additions, crashes, full disks.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod crowd;
mod damage;
mod full;
mod fuzz_corpus;
mod kill;
mod memory;
mod model;
mod story;
mod support;
