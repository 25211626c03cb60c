//! The map over real archives: what is kept, what a graph is at a date, what a crash leaves, and what is computed.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod archives;
mod damage;
mod dead;
mod exports;
mod graphs;
mod hostile;
mod kill;
mod ranks;
mod rounds;
