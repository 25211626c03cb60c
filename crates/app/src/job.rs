//! The jobs of an archive: their state, reports, outcomes and requests.
//!
//! Everything here reads the logs of jobs without a lock, so it works while a job is harvested. Long lists are given
//! row by row to a closure; an error of the closure ends the list and is returned as [`JobsError::Output`].

mod book;
mod error;
mod ledger;
mod list;
mod outcomes;
mod outscope;
mod report;
mod stored;
mod verdicts;

pub use book::{ANSWER_SOON, JobBook};
pub use error::JobsError;
pub use ledger::{LedgerRow, LedgerSummary, ledger};
pub use list::{JobRow, JobState, list};
pub use outcomes::{OutcomeLine, OutcomesFilter, outcomes};
pub use outscope::{OutscopeSettings, OutscopeSummary, outscope};
pub use report::{check_report_name, reports};
pub use stored::StoredJob;
pub(crate) use stored::folder_of;
pub use verdicts::{VerdictPage, VerdictsWanted, verdicts};
