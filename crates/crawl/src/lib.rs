//! A harvest: job, frontier, politeness, scope, and the stages a URI passes.

pub mod frontier;
mod outcome;

pub use outcome::Outcome;
