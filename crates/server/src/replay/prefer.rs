//! What a request prefers, as [RFC 7240] has it: `Prefer: conversion="application/pdf"`.
//!
//! [RFC 7240]: https://www.rfc-editor.org/rfc/rfc7240

use axum::http::HeaderMap;
use stodola_replay::WantedForm;

/// The name of the preference, and what an answer says that follows it.
pub(super) const CONVERSION: &str = "conversion";

/// A converted form of the content is preferred, if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PreferredConversion {
    /// Its media type; `None` for any.
    mime: Option<String>,
}

impl PreferredConversion {
    /// The preference of a request; `None` if it wants the content as it was captured.
    pub(super) fn of(headers: &HeaderMap) -> Option<PreferredConversion> {
        let values = headers.get_all("prefer").into_iter().filter_map(|value| value.to_str().ok());
        let mut preferences = values.flat_map(|value| value.split(','));
        preferences.find_map(|preference| {
            let word = preference.split(';').next().unwrap_or("");
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            let value = value.trim().trim_matches('"');
            let is_conversion = name.trim().eq_ignore_ascii_case(CONVERSION);
            let mime = (!value.is_empty()).then(|| value.to_owned());
            is_conversion.then_some(PreferredConversion { mime })
        })
    }

    /// The form to look for.
    pub(super) fn form(&self) -> WantedForm<'_> {
        WantedForm::Conversion(self.mime.as_deref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferences_are_read() {
        for (value, expected) in [
            ("conversion", Some(None)),
            ("Conversion=\"application/pdf\"", Some(Some("application/pdf"))),
            ("respond-async, conversion=image/png; x=y", Some(Some("image/png"))),
            ("conversion=\"\"", Some(None)),
            ("raw", None),
            ("x=conversion", None),
            ("", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert("prefer", value.parse().unwrap());
            let read = PreferredConversion::of(&headers).map(|it| it.mime);
            assert_eq!(read, expected.map(|it: Option<&str>| it.map(str::to_owned)), "{value}");
        }
    }
}
