//! `stodola pdf-text`: the text of one PDF, from standard input to standard output.
//!
//! Not for people: the program starts itself so, in a process with limits on time and memory, which may crash.

use crate::output::{self, Outcome};
use std::io::Read;

/// Write the text of a PDF that is read from standard input (used by the program itself)
#[derive(clap::Args)]
pub(crate) struct Arguments {}

pub(crate) fn run(_: &Arguments) -> anyhow::Result<Outcome> {
    let mut pdf = Vec::new();
    std::io::stdin().lock().read_to_end(&mut pdf)?;
    // What a panic has to say is part of the error below; a back trace would hide it.
    std::panic::set_hook(Box::new(|_| {}));
    match stodola_pdf::write_text(&pdf, &mut output::stdout()) {
        Ok(()) => Ok(Outcome::default()),
        Err(stodola_pdf::PdfError::Write(error)) => Err(error.into()),
        Err(error) => {
            output::complain(&error);
            Ok(Outcome { is_data_bad: true, ..Outcome::default() })
        }
    }
}
