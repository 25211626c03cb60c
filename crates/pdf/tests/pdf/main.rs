//! The text of documents that are sound, broken and hostile. Those that are dangerous are in the tests of the program,
//! where another process reads them.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod make;

use stodola_pdf::{PdfError, write_text};

fn read(pdf: &[u8]) -> (String, Result<(), PdfError>) {
    let mut text = Vec::new();
    let result = write_text(pdf, &mut text);
    (String::from_utf8(text).unwrap(), result)
}

#[test]
fn pages_end_with_a_form_feed() {
    let (text, result) = read(&make::with_pages(&["Stodola", "second page", ""]));
    result.unwrap();
    assert_eq!(text, "Stodola\u{c}second page\u{c}\u{c}");
    let (text, result) = read(&make::with_pages(&["řeč a žeč"]));
    result.unwrap();
    assert_eq!(text, "řeč a žeč\u{c}");
}

#[test]
fn page_that_cannot_be_read_does_not_hide_the_others() {
    let sound = make::content_of("sound");
    let pdf = make::with_contents(&[("", &sound), ("", b"BT /F1 12 Tf (x) Tj ET"), ("", &sound)]);
    // A page without a size cannot be laid out.
    let broken = String::from_utf8(pdf).unwrap();
    let second = broken.match_indices("/MediaBox").nth(1).unwrap().0;
    let broken = [&broken[..second], "/MediaBux", &broken[second + 9..]].concat();
    let (text, result) = read(broken.as_bytes());
    assert_eq!(text, "sound\u{c}\u{c}sound\u{c}");
    let Err(PdfError::Pages { failed, pages, first, .. }) = result else { panic!("{result:?}") };
    assert_eq!((failed, pages, first), (1, 3, 2));
}

#[test]
fn what_is_no_pdf_is_an_error() {
    for bytes in
        [&b""[..], b"%PDF-1.4", b"<html>", &[0; 1000], b"%PDF-1.4\nxref\ntrailer\n<<>>\n%%EOF"]
    {
        let (text, result) = read(bytes);
        assert!(result.is_err() || text.is_empty(), "{text:?}");
    }
    assert!(matches!(read(b"<html>").1, Err(PdfError::Document(_))));
}

#[test]
fn document_may_end_anywhere_and_be_damaged_anywhere() {
    let pdf = make::with_pages(&["Stodola"]);
    for end in 0..pdf.len() {
        let (text, result) = read(&pdf[..end]);
        let is_whole = text == "Stodola\u{c}";
        assert!(is_whole || text.is_empty() || result.is_err(), "{text:?} of {end} bytes");
        let mut damaged = pdf.clone();
        damaged[end] ^= 0x15;
        let _ = read(&damaged);
    }
    assert_eq!(read(&pdf).0, "Stodola\u{c}");
}
