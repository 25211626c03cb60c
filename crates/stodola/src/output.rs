//! Where words go: data to standard output, talk to standard error, and the exit code.

use std::fmt;
use std::io::{self, BufWriter, StdoutLock, Write};
use std::process::ExitCode;

/// How a run went over all its inputs.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// Something is wrong with the data.
    pub(crate) is_data_bad: bool,
    /// Some input could not be worked on at all.
    pub(crate) has_failed: bool,
}

impl Outcome {
    pub(crate) fn exit_code(self) -> ExitCode {
        match self {
            Outcome { has_failed: true, .. } => ExitCode::from(2),
            Outcome { is_data_bad: true, .. } => ExitCode::from(1),
            Outcome { .. } => ExitCode::SUCCESS,
        }
    }
}

/// Buffered standard output.
pub(crate) fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(256 << 10, io::stdout().lock())
}

/// Says something on standard error. Nobody is left to tell if that fails.
pub(crate) fn say(message: fmt::Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "{message}");
}

/// Says what went wrong, under the program's name.
pub(crate) fn complain(message: fmt::Arguments<'_>) {
    say(format_args!("stodola: {message}"));
}

/// True if the reader of our output has gone away, which is no error of ours.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|e| e.kind() == io::ErrorKind::BrokenPipe)
}
