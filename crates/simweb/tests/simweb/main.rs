//! Tests of the simulated web as a crawler sees it: over real sockets, with a client that shows
//! every byte.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod client;
mod determinism;
mod faults;
mod http;
mod log;
mod robots;
mod traps;
mod truth;
