//! The jobs of an archive: their state, reports, outcomes and requests.
//!
//! Everything here reads the logs of jobs without a lock, so it works while a job is harvested. Long lists are given
//! row by row to a closure; an error of the closure ends the list and is returned as [`JobsError::Output`].

mod book;
mod error;
mod largest;
mod ledger;
mod list;
mod outcomes;
mod outscope;
mod overview;
mod report;
mod sources;
mod steer;
mod stored;
mod tally;
mod verdict;
mod verdicts;

pub use book::{ANSWER_SOON, JobBook};
pub use error::JobsError;
pub use largest::{HostAmount, LargestParts, TypeRow};
pub use ledger::{LedgerRow, LedgerSummary, ledger};
pub use list::{JobRow, JobState, list};
pub use outcomes::{OutcomeLine, OutcomesFilter, outcomes};
pub use outscope::{OutscopeSettings, OutscopeSummary, outscope};
pub use overview::{DnsOverview, JobOverview, RunOverview, overview};
pub use report::{check_report_name, reports};
pub use sources::{SourcesSummary, sources};
pub use steer::{ChangedSettings, change_job, remove_job, replace_file, set_settings, tell};
pub use stored::StoredJob;
pub(crate) use stored::folder_of;
pub use tally::{
    JobTally, JobTrouble, RecentOutcome, TroubleCount, TroubleFollows, TroubleKind, TypeCount,
};
// Whoever shows these knows the crates below only by what stands here.
pub use stodola_crawl::logs::{Completeness, HostCount, ProgressSample, SourceRow};
pub use stodola_frontier::{Outcome, Time};
pub use stodola_judge::VerdictRule;
pub use verdict::{StoredCriterion, StoredEvidence, StoredVerdict};
pub use verdicts::{VerdictPage, VerdictsWanted, verdicts};
