//! The server over real sockets on loopback, against a small archive that each test makes.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod access;
mod cdx;
mod client;
mod collections;
mod details;
mod hostile;
mod memento;
mod origins;
mod outback;
mod pages;
mod replay;
mod search;
mod shelf;
