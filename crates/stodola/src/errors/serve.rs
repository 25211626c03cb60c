//! Errors from starting the server in the user's language.

use std::error::Error;
use stodola_server::ServeError;
use stodola_text::{Language, text};

/// Returns the text of an error that is known here, without what it came from.
pub(super) fn known(language: Language, error: &(dyn Error + 'static)) -> Option<String> {
    Some(match error.downcast_ref()? {
        ServeError::Archive(error) => return super::known(language, error),
        ServeError::Listen { address, error } => text!(
            language,
            "error-serve-listen",
            address = address.to_string(),
            error = super::system_in(language, error)
        ),
        ServeError::NotAnOrigin(url) => text!(language, "error-serve-not-an-origin", url = url),
        ServeError::SameHost { app, replay } => {
            text!(language, "error-serve-same-host", app = app, replay = replay)
        }
        ServeError::NamesNeeded(address) => {
            text!(language, "error-serve-names-needed", address = address.to_string())
        }
        ServeError::OneOfTwo => text!(language, "error-serve-one-of-two"),
        _ => return None,
    })
}
