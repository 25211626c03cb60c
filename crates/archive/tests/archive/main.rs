//! What only whole processes can show: a kill at any moment, and two programs at one index.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod kill;
mod lock;
