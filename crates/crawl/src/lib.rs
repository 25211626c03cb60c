//! A harvest: job, frontier, politeness, scope, and the stages a URI passes.

pub mod contracts;
mod engine;
pub mod job;
pub mod logs;
pub mod national;
pub mod scope;
pub mod trap;

pub use contracts::{
    CaptureStore, ContractError, Contracts, EarlierCapture, KeptCapture, NewCapture, Observer, Past,
};
pub use engine::{
    Control, ControlError, Ended, Harvest, HarvestError, Progress, Report, user_agent,
};
