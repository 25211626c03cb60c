//! The text of PDF documents.
//!
//! The library below panics, recurses and allocates as the document wants it. Call [`write_text`] only in a process that
//! may crash, under limits on time and memory: `stodola_extract::PdfProgram` starts such a process.
//!
//! ```
//! let mut text = Vec::new();
//! let error = stodola_pdf::write_text(b"no PDF", &mut text).unwrap_err();
//! assert!(error.to_string().starts_with("not a PDF"));
//! ```

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use pdf_extract::{Document, OutputError, PlainTextOutput, output_doc_page};

/// Errors from reading a PDF. What was written before is the text of the pages that could be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PdfError {
    /// The document cannot be read at all.
    #[error("not a PDF that can be read: {0}")]
    Document(String),
    /// The document is encrypted, and not with the empty password.
    #[error("encrypted with a password")]
    Encrypted,
    /// Some pages could not be read.
    #[error(
        "{failed} of {pages} pages cannot be read, the first of them is page {first}: {reason}"
    )]
    Pages {
        /// Number of pages that could not be read.
        failed: usize,
        /// Number of pages in all.
        pages: usize,
        /// Number of the first page that could not be read, from 1.
        first: u32,
        /// Why that page could not be read.
        reason: String,
    },
    /// The text could not be written.
    #[error("the text cannot be written")]
    Write(#[from] io::Error),
}

/// Writes the text of a PDF in UTF-8, each page as soon as it is read, with a form feed (U+000C) at its end. A page that
/// cannot be read is a form feed alone; the others are still written.
pub fn write_text(pdf: &[u8], out: &mut dyn Write) -> Result<(), PdfError> {
    let document = guarded(|| Document::load_mem(pdf).map_err(OutputError::from));
    let mut document = document.map_err(PdfError::Document)?;
    if document.is_encrypted() && guarded(|| Ok(document.decrypt("")?)).is_err() {
        return Err(PdfError::Encrypted);
    }
    let pages = guarded(|| Ok(document.get_pages())).map_err(PdfError::Document)?;
    let mut failed = Vec::new();
    for &number in pages.keys() {
        let page = guarded(|| {
            let mut text = String::new();
            output_doc_page(&document, &mut PlainTextOutput::new(&mut text), number)?;
            Ok(text)
        });
        match page {
            Ok(text) => out.write_all(text.trim_matches('\n').as_bytes())?,
            Err(reason) => failed.push((number, reason)),
        }
        out.write_all(b"\x0c")?;
        out.flush()?;
    }
    match failed.first() {
        None => Ok(()),
        Some((first, reason)) => Err(PdfError::Pages {
            failed: failed.len(),
            pages: pages.len(),
            first: *first,
            reason: reason.clone(),
        }),
    }
}

/// Does something that may panic. The reason is that of the error or of the panic.
fn guarded<T>(work: impl FnOnce() -> Result<T, OutputError>) -> Result<T, String> {
    // Whatever a panic leaves half done is not looked at again, but for the document, which is only read.
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(done) => done.map_err(|error| error.to_string()),
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            Err(text.unwrap_or("the reader of PDF panicked").to_owned())
        }
    }
}
