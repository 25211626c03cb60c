//! A durable queue of users' requests, and the results that they lead to.
//!
//! ```text
//!  RequestDraft ─▶ WorkQueue::submit ─▶ waiting ─▶ running ─▶ done ──▶ result, with its age
//!   (package,        │ the same question   ▲         │  │  └▶ failed ─▶ error, until it was seen
//!    question,       │ with equal rights   │         │  └▶ cancelled
//!    owner, rights)  └▶ one request        └─────────┘ killed or stopped; or due to be made anew
//! ```
//!
//! A *package* is a kind of work: it has a name, a version, settings, and a number of requests that may run at the same
//! time, so that long work of one package never holds up short work of another. [`WorkPackage`] is the contract for
//! whoever does the work, [`WorkRunner`] does it in threads of its own. Everything is in `work.db` of the archive
//! folder; large results are files in `results/`.
//!
//! | killed | left behind | then |
//! |---|---|---|
//! | while a request is submitted | the request as a whole, or nothing | |
//! | while a request runs | a request that is running, a folder `results/N-RUN.tmp` | it waits again, with a note in its log |
//! | after the result was written | a file in `results/` that no row names | the file is removed, the request waits again |
//! | after the result was committed | result and state together | owners are told by the next runner |
//!
//! # Example
//!
//! ```
//! use stodola_work::{RequestDraft, RequestState, WorkQueue, WorkQuestion, WorkSettings, WorkTime};
//!
//! # let folder = std::env::temp_dir().join(format!("stodola-doc-work-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! let mut queue = WorkQueue::open(&folder)?;
//! let question = WorkQuestion::parse(r#"{"prefix": "http://example.cz/", "format": "wacz"}"#)?;
//! let draft = RequestDraft::new("export", question, "jana");
//! let asked = queue.submit(&draft, &WorkSettings::with_packages(["export"]), WorkTime(0))?;
//!
//! // Another person with the same rights asks the same: it is one request.
//! let draft = RequestDraft { owner: "petr".to_owned(), ..draft };
//! let again = queue.submit(&draft, &WorkSettings::with_packages(["export"]), WorkTime(1))?;
//! assert_eq!((again.number, again.state), (asked.number, RequestState::Waiting));
//! # drop(queue);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod note;
mod package;
mod question;
mod queue;
mod refresh;
mod runner;
mod save;
mod settings;
mod time;

pub use error::{SiteFault, WorkError};
pub use note::QueueNote;
pub use package::{ResultContent, WorkFailure, WorkPackage, WorkProgress, WorkResult, WorkTask};
pub use question::{QuestionError, WorkQuestion};
pub use queue::{
    ClaimedRequest, OpenedContent, PackageLoad, PendingNews, RequestDraft, RequestFilter,
    RequestLogLine, RequestRow, RequestState, RequestViewer, ResultRow, RunEnd, SavedQuestion,
    StoredContent, StoredResult, SubmittedRequest, SweepReport, WorkQueue,
};
pub use refresh::RequestRefresh;
pub use runner::{RunnerSettings, WorkListener, WorkRunner, WorkedOff};
pub use save::{save_below, saved_path};
pub use settings::{PackageRules, WorkSettings};
pub use time::{WallClock, WorkClock, WorkTime};
