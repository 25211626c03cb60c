//! Tests of the whole crate against files: the project's own fixtures, and the conformance corpus.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test may stop at the first surprise"
)]

mod build;
mod conformance;
mod edge;
mod fuzz_corpus;
mod lengths;
mod robust;
