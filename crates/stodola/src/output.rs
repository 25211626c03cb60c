//! Where words go: data to standard output, talk to standard error, and the exit code.

use std::io;

pub(crate) use stodola_terminal::output::{RunOutcome as Outcome, stdout};

/// Returns an error and what it came from, in the user's language. Nothing is told twice.
pub(crate) fn told(error: &anyhow::Error) -> String {
    told_of(&**error)
}

/// The same for an error of a library.
pub(crate) fn told_of(error: &(dyn std::error::Error + 'static)) -> String {
    stodola_text::error_text(crate::lang::language(), error)
}

pub(crate) use stodola_terminal::talk::{complain, say};
pub(crate) use stodola_text::shell_word as word;

/// True if the reader of our output has gone away, which is no error of ours.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    comes_from(error, io::ErrorKind::BrokenPipe)
}

/// Whether an error comes from one of the system of that kind.
pub(crate) fn comes_from(error: &anyhow::Error, kind: io::ErrorKind) -> bool {
    error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).any(|e| e.kind() == kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_error_came_from_is_told_once() {
        let error = anyhow::Error::from(io::Error::other("no room"));
        assert_eq!(told(&error), "no room");
        let error = error.context("cannot write 'x': no room").context("not added");
        assert_eq!(told(&error), "not added: cannot write 'x': no room");
        let error = error.context("try again");
        assert_eq!(told(&error), "try again: not added: cannot write 'x': no room");
    }
}
