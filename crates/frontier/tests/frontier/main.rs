//! The frontier as other crates use it.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod golden;
