//! What users of the crate see.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod fuzz_corpus;
mod harvest;
mod job;
mod ruled_links;
mod scope;
mod site_rules;
mod trap;
