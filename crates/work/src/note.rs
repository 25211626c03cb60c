//! What the queue writes to the log of a request. On disk it is an English sentence; whoever shows it finds the
//! arguments in it again, and tells it in another language.

use crate::error::WorkError;

/// A line that the queue writes to the log of a request.
#[derive(Debug, thiserror::Error)]
pub enum QueueNote {
    /// Somebody asked for it.
    #[error("asked for by {who}")]
    AskedFor {
        /// The name.
        who: String,
    },
    /// Work on it begins.
    #[error("run {run} begins")]
    Begins {
        /// The number of the run.
        run: i64,
    },
    /// It has a result.
    #[error("the result is there")]
    Done,
    /// The program stops.
    #[error("the program stops; it waits again")]
    PutBack,
    /// The work has ended, because somebody cancelled it.
    #[error("the work has ended without a result")]
    Ended,
    /// Its last owner cancelled it.
    #[error("cancelled by {who}")]
    Cancelled {
        /// The name.
        who: String,
    },
    /// Somebody who looks after the package, or after the archive, cancelled it.
    #[error("cancelled by those who look after this kind of work")]
    CancelledForAll,
    /// One of several owners does not want it any more.
    #[error("no longer wanted by {who}")]
    Unwanted {
        /// The name.
        who: String,
    },
    /// It is made anew, because other rules of access hold now.
    #[error("the rules of access were changed; it is made anew")]
    RulesChanged,
    /// The process that worked on it has ended.
    #[error("the program ended during this work; it waits again")]
    Lost,
    /// That happened too often.
    #[error("the program has ended too often during this work")]
    Hopeless,
    /// The results of all requests take as much room as they may.
    #[error("there is no room for more results; old ones have to be removed first")]
    NoRoom,
    /// The package panicked.
    #[error("the work ended with a fault of the program; its log has more")]
    Fault,
    /// The result was saved for a site.
    #[error("saved to {name}")]
    Saved {
        /// The name of the file.
        name: String,
    },
    /// The result could not be saved for a site.
    #[error("not saved to {name}: {why}")]
    NotSaved {
        /// The name of the file.
        name: String,
        /// Why not.
        #[source]
        why: WorkError,
    },
}
