//! What is wrong with inputs, on standard error.

use crate::lang::language;
use crate::output::Outcome;
use crate::progress::Bar;
use stodola_app::warc::{InputsEnded, Notice, ReportNotice};
use stodola_text::notice_text;

impl ReportNotice for Bar {
    fn notice(&self, input: &str, notice: Notice<'_>) {
        self.say(format_args!("stodola: {input}: {}", notice_text(language(), &notice)));
    }
}

impl From<InputsEnded> for Outcome {
    fn from(ended: InputsEnded) -> Outcome {
        let InputsEnded { is_data_bad, has_failed } = ended;
        Outcome { is_data_bad, has_failed, ..Outcome::default() }
    }
}
