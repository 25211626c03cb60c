//! The corpus of the fuzz target, run through the same assertions without a fuzzer.

#[path = "../../../../fuzz/harness/events.rs"]
mod events;
#[path = "../../../../fuzz/harness/shared/replay.rs"]
mod replay;

#[test]
fn events_keep_their_promises() {
    replay::replay("events", events::run);
}
