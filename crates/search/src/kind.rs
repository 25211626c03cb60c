//! Kinds of documents, for people: what `type:` asks for.

/// The kind of a document in the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DocumentType {
    /// A web page.
    Html,
    /// A PDF.
    Pdf,
    /// Plain text.
    Text,
    /// A document of an office program, or an e-book.
    Office,
    /// Sound.
    Audio,
    /// Film.
    Video,
    /// XML, JSON, tables, feeds.
    Data,
    /// A picture, as shown on a page.
    Image,
    /// Everything else: packed files, programs.
    Other,
}

impl DocumentType {
    /// All kinds, in the order of their numbers.
    pub const ALL: [DocumentType; 9] = [
        DocumentType::Html,
        DocumentType::Pdf,
        DocumentType::Text,
        DocumentType::Office,
        DocumentType::Audio,
        DocumentType::Video,
        DocumentType::Data,
        DocumentType::Image,
        DocumentType::Other,
    ];

    /// The name, as in `type:pdf`.
    pub fn name(self) -> &'static str {
        match self {
            DocumentType::Html => "html",
            DocumentType::Pdf => "pdf",
            DocumentType::Text => "text",
            DocumentType::Office => "office",
            DocumentType::Audio => "audio",
            DocumentType::Video => "video",
            DocumentType::Data => "data",
            DocumentType::Image => "image",
            DocumentType::Other => "other",
        }
    }

    /// Returns the kind with a name or a media type; `None` if there is none.
    pub fn named(name: &str) -> Option<DocumentType> {
        let known = DocumentType::ALL.into_iter().find(|kind| kind.name() == name);
        known.or_else(|| name.contains('/').then(|| DocumentType::of_mime(name)).flatten())
    }

    /// Returns the kind of a media type; `None` for parts of pages that nobody searches for: pictures, style sheets,
    /// scripts, fonts.
    pub fn of_mime(mime: &str) -> Option<DocumentType> {
        let mime = mime.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        let (class, name) = mime.split_once('/').unwrap_or((&mime, ""));
        Some(match (class, name) {
            ("image" | "font", _) | ("text", "css") => return None,
            (_, name) if name.contains("javascript") || name.contains("ecmascript") => return None,
            (_, name) if name.contains("font") => return None,
            (_, "html" | "xhtml+xml") => DocumentType::Html,
            (_, "pdf" | "x-pdf") => DocumentType::Pdf,
            ("audio", _) => DocumentType::Audio,
            ("video", _) => DocumentType::Video,
            ("text", "csv" | "xml" | "tab-separated-values" | "calendar" | "vcard") => {
                DocumentType::Data
            }
            ("text", "rtf") => DocumentType::Office,
            ("text", _) | ("", _) => DocumentType::Text,
            (_, name) if name.ends_with("xml") || name.ends_with("json") => DocumentType::Data,
            (_, name) if is_office(name) => DocumentType::Office,
            _ => DocumentType::Other,
        })
    }

    pub(crate) fn code(self) -> u8 {
        self as u8 + 1
    }

    pub(crate) fn from_code(code: u8) -> Option<DocumentType> {
        DocumentType::ALL.into_iter().find(|kind| kind.code() == code)
    }
}

fn is_office(name: &str) -> bool {
    ["msword", "officedocument", "opendocument", "ms-excel", "ms-powerpoint", "rtf", "epub"]
        .iter()
        .any(|part| name.contains(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn media_types_have_kinds() {
        for (mime, kind) in [
            ("text/html; charset=utf-8", Some(DocumentType::Html)),
            ("Application/PDF", Some(DocumentType::Pdf)),
            ("image/png", None),
            ("text/css", None),
            ("application/x-javascript", None),
            ("application/vnd.oasis.opendocument.text", Some(DocumentType::Office)),
            ("application/rss+xml", Some(DocumentType::Data)),
            ("text/plain", Some(DocumentType::Text)),
            ("application/zip", Some(DocumentType::Other)),
            ("video/mp4", Some(DocumentType::Video)),
        ] {
            assert_eq!(DocumentType::of_mime(mime), kind, "{mime}");
        }
        for kind in DocumentType::ALL {
            assert_eq!(DocumentType::from_code(kind.code()), Some(kind));
            assert_eq!(DocumentType::named(kind.name()), Some(kind));
        }
        assert_eq!(DocumentType::named("application/pdf"), Some(DocumentType::Pdf));
        assert_eq!(DocumentType::named("x"), None);
    }
}
