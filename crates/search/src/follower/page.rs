//! The parts of a document, from whatever text it has.

use crate::kind::DocumentType;
use crate::parts::{Facts, Fields, SearchPart};
use crate::simhash::Simhash;
use crate::words::Words;
use sha2::{Digest, Sha256};
use stodola_archive::CaptureRow;
use stodola_extract::{PdfProgram, Type};
use stodola_follow::Document;
use tantivy::TantivyDocument;

/// No more of a PDF is read, in bytes.
const PDF_MAX: u64 = 64 << 20;
/// No more text of a document is indexed, in bytes.
const TEXT_MAX: usize = 4 << 20;
/// So much text is enough to tell the language, in bytes.
const LANGUAGE_TEXT: usize = 4 << 10;

/// Where texts and languages come from.
pub(super) struct TextSource<'t> {
    pub(super) pdf: Option<&'t PdfProgram>,
    pub(super) language: Option<fn(&str) -> Option<String>>,
}

/// The parts of one document.
#[derive(Default)]
pub(super) struct PageParts {
    /// Texts, each with the part it belongs to.
    texts: Vec<(SearchPart, String)>,
    pub(super) facts: Facts,
    /// The language, without its region.
    pub(super) language: Option<String>,
    simhash: u64,
    /// Whether the texts are those of a page that was read.
    has_page: bool,
}

impl PageParts {
    /// Reads a capture. The second value says why something of it could not be read; what could be is there.
    pub(super) fn read(
        document: &mut Document<'_>,
        row: &CaptureRow,
        source: &TextSource<'_>,
    ) -> (PageParts, Option<String>) {
        let mut parts = PageParts::default();
        parts.texts.push((SearchPart::Url, readable_address(&row.uri)));
        let declared = row.mime.as_deref().and_then(DocumentType::of_mime);
        let mut kind = declared.unwrap_or(DocumentType::Other);
        let trouble = match declared {
            Some(DocumentType::Pdf) => parts.read_pdf(document, source),
            Some(DocumentType::Audio | DocumentType::Video | DocumentType::Office) => None,
            _ => match parts.read_page(document) {
                Ok(found) => {
                    kind = found.unwrap_or(kind);
                    None
                }
                Err(error) => Some(format!("cannot be read: {error}")),
            },
        };
        parts.facts.kind = kind.code();
        parts.facts.status = row.status.unwrap_or_default();
        parts.language = parts.language_of(document, source);
        parts.simhash = parts.simhash_of();
        (parts, trouble)
    }

    /// Returns the parts of a picture.
    pub(super) fn of_texts(texts: Vec<(SearchPart, String)>, facts: Facts) -> PageParts {
        PageParts { texts, facts, ..PageParts::default() }
    }

    /// Takes text and links of a page. Returns what it is, by its bytes.
    fn read_page(&mut self, document: &mut Document<'_>) -> std::io::Result<Option<DocumentType>> {
        let Some(page) = document.page()? else { return Ok(None) };
        self.has_page = true;
        let mut room = TEXT_MAX;
        for block in page.text.blocks() {
            let Some(part) = SearchPart::of(&block) else { continue };
            if block.text.len() > room {
                break;
            }
            room -= block.text.len();
            self.texts.push((part, block.text.to_owned()));
        }
        Ok(match page.summary.document {
            Type::Html | Type::Xhtml => Some(DocumentType::Html),
            Type::Text => Some(DocumentType::Text),
            Type::Json | Type::Feed | Type::Sitemap | Type::Xml => Some(DocumentType::Data),
            Type::Empty | Type::Svg | Type::Css | Type::Script | Type::Robots | Type::Binary => {
                None
            }
        })
    }

    fn read_pdf(&mut self, document: &mut Document<'_>, source: &TextSource<'_>) -> Option<String> {
        let Some(program) = source.pdf else {
            return Some("no program to read PDF documents with".to_owned());
        };
        let payload = match document.payload(PDF_MAX) {
            Ok(payload) => payload?,
            Err(error) => return Some(format!("cannot be read: {error}")),
        };
        match program.text(payload) {
            Ok(pdf) => {
                let mut room = TEXT_MAX;
                for line in pdf.text.split(['\n', '\u{c}']).map(str::trim) {
                    if line.is_empty() || line.len() > room {
                        continue;
                    }
                    room -= line.len();
                    self.texts.push((SearchPart::Text, line.to_owned()));
                }
                pdf.shortfall.map(|reason| format!("the text of the PDF is not complete: {reason}"))
            }
            Err(error) => Some(format!("no text of the PDF: {error}")),
        }
    }

    fn language_of(&self, document: &mut Document<'_>, source: &TextSource<'_>) -> Option<String> {
        // What cannot be read was reported before.
        let declared = match self.has_page {
            true => document.declared_language().unwrap_or_default(),
            false => None,
        };
        if let Some(declared) = declared {
            return declared.split('-').next().map(str::to_owned);
        }
        let detect = source.language?;
        let mut sample = String::new();
        for (part, text) in &self.texts {
            if *part != SearchPart::Url && sample.len() < LANGUAGE_TEXT {
                sample.push_str(text);
                sample.push('\n');
            }
        }
        detect(&sample)
    }

    fn simhash_of(&self) -> u64 {
        let mut simhash = Simhash::new();
        let mut word = String::new();
        for (part, text) in &self.texts {
            if matches!(part, SearchPart::Url | SearchPart::Aside | SearchPart::Lead) {
                continue;
            }
            let mut words = Words::new(text);
            while words.next_into(&mut word).is_some() {
                simhash.add(&word);
            }
        }
        simhash.number()
    }

    /// The digest of all texts, for records without one.
    pub(super) fn text_digest(&self) -> [u8; 32] {
        let mut hasher = Sha256::new();
        for (part, text) in &self.texts {
            hasher.update([*part as u8]);
            hasher.update((text.len() as u64).to_le_bytes());
            hasher.update(text);
        }
        hasher.finalize().into()
    }

    /// Returns the document for the index.
    pub(super) fn document(self, fields: &Fields, content: u64) -> TantivyDocument {
        let mut document = TantivyDocument::default();
        for (part, text) in &self.texts {
            document.add_text(fields.part(*part), text);
        }
        document.add_u64(fields.content, content);
        document.add_u64(fields.facts, self.facts.pack());
        document.add_u64(fields.simhash, self.simhash);
        document
    }
}

/// An address as words: without the scheme, with escapes undone.
pub(super) fn readable_address(uri: &[u8]) -> String {
    let text = String::from_utf8_lossy(uri);
    let text = text.split_once("://").map_or(&*text, |(_, rest)| rest);
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        let escaped = (*byte == b'%').then(|| after.get(..2)).flatten();
        let escaped = escaped.filter(|it| it.iter().all(u8::is_ascii_hexdigit));
        let escaped = escaped.and_then(|it| std::str::from_utf8(it).ok());
        match escaped.and_then(|it| u8::from_str_radix(it, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::readable_address;

    #[test]
    fn addresses_become_words() {
        for (uri, text) in [
            ("http://a.cz/p%C5%99%C3%ADklad-1.html?x=%", "a.cz/příklad-1.html?x=%"),
            ("urn:x", "urn:x"),
            ("http://a.cz/%+f%zz%4", "a.cz/%+f%zz%4"),
        ] {
            assert_eq!(readable_address(uri.as_bytes()), text);
        }
    }
}
