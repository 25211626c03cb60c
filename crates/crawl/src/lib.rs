//! A harvest: job, frontier, politeness, scope, and the stages a URI passes.

mod engine;
pub mod job;
pub mod logs;
pub mod national;
pub mod scope;
mod sink;
pub mod trap;

pub use engine::{
    Control, ControlError, Ended, Harvest, HarvestError, Progress, Report, user_agent,
};
pub use sink::{Earlier, Harvested, Kept, Sink, SinkError};
