//! A harvest: job, frontier, politeness, scope, and the stages a URI passes.

mod detail;
mod engine;
pub mod frontier;
pub mod job;
pub mod logs;
mod outcome;
pub mod scope;
mod sink;
pub mod trap;

pub use detail::{Budget, Detail, Owed, Pause};
pub use engine::{
    Control, ControlError, Ended, Harvest, HarvestError, Progress, Report, user_agent,
};
pub use outcome::Outcome;
pub use sink::{Harvested, Kept, Sink, SinkError};
