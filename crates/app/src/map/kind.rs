//! Kinds of documents, as maps sum them up.

/// The kinds, and how their media types begin. The first that fits counts.
const KINDS: [(&str, &[&str]); 11] = [
    ("html", &["text/html", "application/xhtml+xml"]),
    ("pdf", &["application/pdf"]),
    ("image", &["image/"]),
    ("style", &["text/css"]),
    ("script", &["text/javascript", "application/javascript", "application/x-javascript"]),
    ("font", &["font/", "application/font", "application/x-font", "application/vnd.ms-fontobject"]),
    ("audio", &["audio/"]),
    ("video", &["video/"]),
    ("xml", &["text/xml", "application/xml", "application/rss+xml", "application/atom+xml"]),
    ("data", &["application/json", "text/csv"]),
    ("text", &["text/"]),
];

/// The kind of everything else.
const OTHER: &str = "other";

/// The names of all kinds.
pub fn document_kinds() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|(name, _)| *name).chain([OTHER])
}

/// The kind of a document with a media type.
pub fn document_kind(mime: &str) -> &'static str {
    let fits = |beginnings: &[&str]| beginnings.iter().any(|it| mime.starts_with(it));
    KINDS.iter().find(|(_, beginnings)| fits(beginnings)).map_or(OTHER, |(name, _)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_types_have_kinds() {
        for (mime, kind) in [
            ("text/html", "html"),
            ("image/png", "image"),
            ("text/plain", "text"),
            ("application/zip", "other"),
            ("", "other"),
        ] {
            assert_eq!(document_kind(mime), kind);
        }
        assert_eq!(document_kinds().count(), 12);
    }
}
