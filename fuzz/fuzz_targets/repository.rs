//! What is promised stands in the harness, which `cargo test` runs over the corpus as well.

#![no_main]

#[path = "../harness/repository.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| harness::run(bytes));
