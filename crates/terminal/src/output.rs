//! Standard output, and what the exit code tells of a run.

use std::io::{self, BufWriter, StdoutLock};
use std::process::ExitCode;
use stodola_app::warc::InputsEnded;

/// How a run went over all its inputs.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct RunOutcome {
    /// Something is wrong with the data.
    pub is_data_bad: bool,
    /// Some input could not be worked on at all.
    pub has_failed: bool,
    /// A limit or somebody stopped it before its end; it can go on.
    pub is_stopped: bool,
}

impl RunOutcome {
    /// The exit code of the program.
    pub fn exit_code(self) -> ExitCode {
        match self {
            RunOutcome { has_failed: true, .. } => ExitCode::from(2),
            RunOutcome { is_data_bad: true, .. } => ExitCode::from(1),
            RunOutcome { is_stopped: true, .. } => ExitCode::from(3),
            RunOutcome { .. } => ExitCode::SUCCESS,
        }
    }
}

impl From<InputsEnded> for RunOutcome {
    fn from(ended: InputsEnded) -> RunOutcome {
        let InputsEnded { is_data_bad, has_failed } = ended;
        RunOutcome { is_data_bad, has_failed, ..RunOutcome::default() }
    }
}

/// Buffered standard output.
pub fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(256 << 10, io::stdout().lock())
}
