//! A harvest: job, frontier, politeness, scope, and the stages a URI passes.

pub mod job;
pub mod scope;
pub mod trap;
