//! What is promised stands in the harness, which `cargo test` runs over the corpus as well.

#![no_main]

#[allow(dead_code, reason = "the other functions are for other targets")]
#[path = "../harness/nedlib.rs"]
mod harness;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| harness::tar(bytes));
