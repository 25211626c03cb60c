//! The frontier as other crates use it, and the corpus of its fuzz target, run through the same assertions without a
//! fuzzer.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "../../../../fuzz/harness/events.rs"]
mod events;
mod golden;
mod kill;
#[path = "../../../../fuzz/harness/shared/replay.rs"]
mod replay;

#[test]
fn events_keep_their_promises() {
    replay::replay("events", events::run);
}
