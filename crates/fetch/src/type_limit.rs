//! Limits on the bodies of some media types.

use stodola_warc::http::{ResponseHead, media_type};

/// Limit on the bodies of a media type, instead of the one for all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeLimit {
    /// Which media types it is for.
    pub media_type: MediaPattern,
    /// Maximum number of bytes of a body as sent.
    pub most: u64,
    /// Whether nothing of a body is read whose declared length is larger. Otherwise, and if no length is declared, the
    /// body is cut.
    pub refuses_longer: bool,
}

impl TypeLimit {
    /// Returns the first limit that is for a response; `None` if none is.
    pub fn of<'l>(limits: &'l [TypeLimit], head: &ResponseHead<'_>) -> Option<&'l TypeLimit> {
        if limits.is_empty() {
            return None;
        }
        let field = head.field("Content-Type").unwrap_or_default();
        let name = media_type(&field);
        limits.iter().find(|limit| limit.media_type.matches(name))
    }

    /// Maximum number of bytes to read of the body of a response for which this limit is.
    pub(crate) fn body_limit(&self, head: &ResponseHead<'_>) -> u64 {
        let is_refused = self.refuses_longer
            && declared_length(head).is_some_and(|declared| declared > self.most);
        if is_refused { 0 } else { self.most }
    }
}

/// Returns the length that the head of a response declares; `None` if there is none, or several that differ.
pub fn declared_length(head: &ResponseHead<'_>) -> Option<u64> {
    if head.fields.all("Transfer-Encoding").next().is_some() {
        return None;
    }
    let mut declared = None;
    for value in head.fields.all("Content-Length") {
        for digits in value.split(|byte| *byte == b',') {
            let length = number(digits.trim_ascii())?;
            if declared.is_some_and(|other| other != length) {
                return None;
            }
            declared = Some(length);
        }
    }
    declared
}

fn number(digits: &[u8]) -> Option<u64> {
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(digits).ok().filter(|_| is_number)?.parse().ok()
}

/// A pattern of media types: `video/mp4`, `video/*`, or `*` for all, also for a response that names none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MediaPattern(String);

impl MediaPattern {
    /// Returns the pattern that a text stands for; `None` if it is none.
    pub fn parse(text: &str) -> Option<MediaPattern> {
        let text = text.trim().to_ascii_lowercase();
        let is_token = |part: &str| {
            let is_token = |c: u8| c.is_ascii_alphanumeric() || b"!#$&-^_.+".contains(&c);
            !part.is_empty() && part.bytes().all(is_token)
        };
        let is_pattern = match text.split_once('/') {
            None => text == "*",
            Some((class, "*")) => is_token(class),
            Some((class, kind)) => is_token(class) && is_token(kind),
        };
        is_pattern.then_some(MediaPattern(text))
    }

    /// The pattern as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether a media type is one of those.
    pub fn matches(&self, media_type: &[u8]) -> bool {
        let own = self.0.as_bytes();
        match own.strip_suffix(b"*") {
            Some(class) => {
                media_type.get(..class.len()).is_some_and(|start| start.eq_ignore_ascii_case(class))
            }
            None => media_type.eq_ignore_ascii_case(own),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stodola_warc::http::parse_response;

    #[test]
    fn patterns_are_for_types_classes_or_all() {
        for (pattern, media_type, is_for) in [
            ("video/mp4", "video/mp4", true),
            ("video/mp4", "VIDEO/MP4", true),
            ("video/mp4", "video/mp4v", false),
            ("Video/*", "video/webm", true),
            ("video/*", "audio/webm", false),
            ("video/*", "video", false),
            ("*", "", true),
            ("*", "anything at all", true),
        ] {
            let pattern = MediaPattern::parse(pattern).unwrap();
            assert_eq!(pattern.matches(media_type.as_bytes()), is_for, "{pattern:?} {media_type}");
        }
        for wrong in ["", "video", "*/*", "/x", "x/", "a b/c", "a/b;c", "v*/x"] {
            assert_eq!(MediaPattern::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_length_is_declared_once_or_not_at_all() {
        for (fields, declared) in [
            ("Content-Length: 12", Some(12)),
            ("Content-Length: 12\r\nContent-Length: 12", Some(12)),
            ("Content-Length: 12\r\nContent-Length: 13", None),
            ("Content-Length: 12, 12", Some(12)),
            ("Content-Length: 12, 1", None),
            ("Content-Length: +12", None),
            ("Content-Length: 99999999999999999999999", None),
            ("Content-Length: 12\r\nTransfer-Encoding: chunked", None),
            ("X: y", None),
        ] {
            let text = format!("HTTP/1.1 200 OK\r\n{fields}\r\n\r\n");
            let head = parse_response(text.as_bytes()).unwrap();
            assert_eq!(declared_length(&head), declared, "{fields}");
        }
    }
}
