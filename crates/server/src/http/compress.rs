//! Compression of answers.

use axum::http::{HeaderMap, header};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::{self, Write};

/// Shorter bodies fit into one packet anyway, in bytes.
const SHORT: u64 = 1400;

/// Whether whoever asks can read gzip.
pub(crate) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let mut accepts = false;
    for value in headers.get_all(header::ACCEPT_ENCODING) {
        for word in value.to_str().unwrap_or("").split(',') {
            let (coding, weight) = word.split_once(';').unwrap_or((word, ""));
            let is_refused = weight.trim().strip_prefix("q=").is_some_and(|weight| {
                weight.trim().parse::<f32>().is_ok_and(|weight| weight <= 0.0)
            });
            match coding.trim() {
                "gzip" | "x-gzip" => return !is_refused,
                "*" => accepts = !is_refused,
                _ => {}
            }
        }
    }
    accepts
}

/// Whether compressing a body gains anything, by its media type and, if it is known, its length.
pub(crate) fn is_worth_compressing(media_type: &str, length: Option<u64>) -> bool {
    if length.is_some_and(|length| length < SHORT) {
        return false;
    }
    let media_type = media_type.split(';').next().unwrap_or("").trim().to_ascii_lowercase();
    let is_text = media_type.starts_with("text/") && media_type != "text/event-stream";
    is_text
        || media_type.ends_with("+xml")
        || media_type.ends_with("+json")
        || matches!(
            &*media_type,
            "application/javascript"
                | "application/x-javascript"
                | "application/ecmascript"
                | "application/json"
                | "application/xml"
                | "application/link-format"
                | "application/wasm"
                | "application/vnd.ms-fontobject"
                | "font/ttf"
                | "font/otf"
                | "image/bmp"
        )
}

/// Compresses pieces of a body. Fast rather than small: most readers are near.
pub(crate) struct Gzip(Option<GzEncoder<Vec<u8>>>);

impl Gzip {
    pub(crate) fn new() -> Gzip {
        Gzip(Some(GzEncoder::new(Vec::new(), Compression::fast())))
    }

    /// Takes a piece, and returns what can be sent already.
    pub(crate) fn push(&mut self, piece: &[u8]) -> io::Result<Vec<u8>> {
        let Some(encoder) = &mut self.0 else { return Ok(Vec::new()) };
        encoder.write_all(piece)?;
        Ok(std::mem::take(encoder.get_mut()))
    }

    /// The rest, once.
    pub(crate) fn finish(&mut self) -> io::Result<Option<Vec<u8>>> {
        self.0.take().map(GzEncoder::finish).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_to_those_who_ask_for_it() {
        for (value, accepts) in [
            ("gzip", true),
            ("br, gzip;q=0.5", true),
            ("gzip;q=0", false),
            ("gzip; q=0.0, br", false),
            ("*", true),
            ("*;q=0", false),
            ("identity", false),
            ("", false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, value.parse().unwrap());
            assert_eq!(accepts_gzip(&headers), accepts, "{value}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
        assert!(is_worth_compressing("text/html; charset=utf-8", None));
        assert!(is_worth_compressing("image/svg+xml", Some(9000)));
        assert!(!is_worth_compressing("text/html", Some(100)));
        assert!(!is_worth_compressing("image/png", Some(9000)));
    }
}
