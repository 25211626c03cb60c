//! What a harvest has found, what is fetched next and when, and the outcome of every URI.

mod detail;
mod frontier;
mod outcome;
pub mod rounds;
mod unfollowed;

pub use detail::{Budget, Change, Detail, Owed, Pause};
pub use frontier::*;
pub use outcome::Outcome;
pub use unfollowed::{LinkLoss, Unfollowed};
