//! A harvest: job, frontier, politeness, scope, and the stages a URI passes.

mod detail;
mod engine;
pub mod frontier;
pub mod job;
pub mod logs;
pub mod national;
mod outcome;
pub mod rounds;
pub mod scope;
mod sink;
pub mod trap;
mod unfollowed;

pub use detail::{Budget, Change, Detail, Owed, Pause};
pub use engine::{
    Control, ControlError, Ended, Harvest, HarvestError, Progress, Report, user_agent,
};
pub use outcome::Outcome;
pub use sink::{Earlier, Harvested, Kept, Sink, SinkError};
pub use unfollowed::{LinkLoss, Unfollowed};
