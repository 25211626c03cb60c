//! Versions of pages in repositories, looked at by the git of this machine too: rounds, additions, crashes, full disks.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod crowd;
mod damage;
mod filters;
mod full;
mod fuzz_corpus;
mod kill;
mod memory;
mod metadata;
mod metadata_corpus;
mod model;
mod queries;
mod schemas;
mod story;
mod support;
mod support_schema;
mod support_xml;
mod xml;
mod xml_peers;
