//! What the exit code has to tell of inputs.

use crate::output::Outcome;
use stodola_app::warc::InputsEnded;

impl From<InputsEnded> for Outcome {
    fn from(ended: InputsEnded) -> Outcome {
        let InputsEnded { is_data_bad, has_failed } = ended;
        Outcome { is_data_bad, has_failed, ..Outcome::default() }
    }
}
