//! The text archive: every page as a folder of files, every round of a domain as a commit, metadata in XML.
//!
//! - [`data`]: `data.xml`, the metadata of a page, and what users add to it.
//! - [`database`]: the metadata of all pages and versions in SQLite, and queries of it.

pub mod data;
pub mod database;
