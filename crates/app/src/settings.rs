//! The settings of jobs for those who change them from afar: pages and programs.
//!
//! A [`JobFile`] is the text of a job.toml with its revision. It is changed setting by setting ([`edit_settings`]) or
//! as a whole ([`replace_settings`]); what people wrote in it stays. Whoever changes it says which revision they have
//! seen, so that two people do not overwrite each other. Settings that a file on the server alone sets are shown, and
//! refused. [`make_job`] makes a job from a profile: a kind of harvest, or a file in the folder `profiles` of the
//! archive.

mod error;
mod estimate;
mod file;
mod make;
mod trial;

pub use crate::control::counts_at_once;
pub use error::EditError;
pub use estimate::{EstimateError, HarvestEstimate, KnownHost, estimate};
pub(crate) use file::check_fit;
pub use file::{
    ChangedFile, JobFile, check_settings, edit_settings, kept_changes, replace_settings,
};
pub use make::{BeginWith, NewJobDraft, beginning, beginnings, make_job};
pub use stodola_crawl::job::{
    Job, SettingFault, SettingKey, SettingKind, SettingProblem, SettingSection, SettingsDraft,
    rules_text, setting_key, setting_keys,
};
pub use stodola_judge::BUILT_IN as BUILT_IN_PACKS;
pub use trial::{ScopeTrial, TrialAddress, TrialRule, try_scope};
