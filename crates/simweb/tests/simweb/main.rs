//! Tests of the simulated web as a crawler sees it: over real sockets, with a client that shows
//! every byte.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod addresses;
mod client;
mod determinism;
mod faults;
mod http;
mod log;
mod national;
mod national_rule;
mod robots;
#[cfg(feature = "tls")]
mod tls;
mod touchy;
mod traps;
mod truth;
