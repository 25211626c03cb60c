//! The text of PDF documents, read by the program in a process of its own: sound, broken and hostile ones.

#[path = "../../../pdf/tests/pdf/make.rs"]
mod make;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;
use std::time::Duration;
use stodola_extract::{PdfLimits, PdfProgram, PdfShortfall, PdfText};

fn limits() -> PdfLimits {
    PdfLimits { memory: 512 << 20, ..PdfLimits::default() }
}

fn read(pdf: &[u8], limits: PdfLimits) -> PdfText {
    let executable = env!("CARGO_BIN_EXE_stodola").into();
    let program = PdfProgram { executable, arguments: vec!["pdf-text".into()], limits };
    program.text(pdf).unwrap()
}

fn failure(pdf: &[u8]) -> (String, String) {
    let read = read(pdf, limits());
    match read.shortfall {
        Some(PdfShortfall::Failed { status, message }) => {
            (read.text, format!("{status}: {message}"))
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn text_of_a_document_comes_page_by_page() {
    let read = read(&make::with_pages(&["Stodola", "řeč a žeč"]), limits());
    assert_eq!((read.text.as_str(), read.shortfall), ("Stodola\u{c}řeč a žeč\u{c}", None));
}

/// What the program reserves at its start must not depend on how soon its limits are set.
#[test]
fn document_is_read_every_time() {
    let document = make::with_pages(&["Stodola"]);
    for time in 0..30 {
        let read = read(&document, limits());
        assert_eq!((read.text.as_str(), read.shortfall), ("Stodola\u{c}", None), "time {time}");
    }
}

#[test]
fn compressed_content_is_read() {
    let content = deflated(&[&make::content_of("Stodola")]);
    let read = read(&make::with_contents(&[("/Filter /FlateDecode", &content)]), limits());
    assert_eq!((read.text.as_str(), read.shortfall), ("Stodola\u{c}", None));
}

#[test]
fn what_is_no_pdf_is_told() {
    let garbage: Vec<u8> =
        (0..100_000u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    for bytes in [&b""[..], b"<html>", b"%PDF-1.7\n", &garbage] {
        let (text, reason) = failure(bytes);
        assert_eq!(text, "");
        assert!(reason.starts_with("exit status: 1: stodola: not a PDF"), "{reason}");
    }
}

/// A kilobyte for a megabyte: twice deflated, more than there may be memory for.
#[test]
fn bomb_of_memory_ends_in_the_process_that_reads_it() {
    let megabyte = vec![b' '; 1 << 20];
    let once = deflated(&vec![&megabyte[..]; 1024]);
    let twice = deflated(&[&once]);
    assert!(twice.len() < 64 << 10, "{}", twice.len());
    let sound = make::content_of("sound");
    let bomb =
        make::with_contents(&[("", &sound), ("/Filter [ /FlateDecode /FlateDecode ]", &twice)]);
    let read = read(&bomb, limits());
    let Some(PdfShortfall::Failed { message, .. }) = &read.shortfall else { panic!("{read:?}") };
    assert!(message.contains("memory allocation"), "{message}");
    assert_eq!(read.text, "sound\u{c}");
}

/// A page that is its own parent is asked for its size without end.
#[test]
fn circle_in_the_tree_of_pages_is_survived() {
    let mut pdf = make::Pdf::default();
    let tree = pdf.add("");
    let page = pdf.add("");
    pdf.set(tree, &format!("<< /Type /Pages /Count 1 /Kids [ {page} 0 R ] /Parent {page} 0 R >>"));
    pdf.set(page, &format!("<< /Type /Page /Parent {tree} 0 R >>"));
    let catalogue = pdf.add(format!("<< /Type /Catalog /Pages {tree} 0 R >>"));
    let limits = PdfLimits { cpu_time: Duration::from_secs(2), ..limits() };
    let read = read(&pdf.bytes(catalogue), limits);
    let reason = read.shortfall.as_ref();
    let is_ended = matches!(reason, Some(PdfShortfall::Failed { .. } | PdfShortfall::CpuTime(_)));
    assert!(is_ended && read.text.trim().is_empty(), "{read:?}");
}

/// Work for hours in a few kilobytes.
#[test]
fn page_that_takes_too_long_is_given_up() {
    let unit = make::content_of("for ever and ever ").repeat(1000);
    let content = deflated(&vec![&unit[..]; 400]);
    let sound = make::content_of("sound");
    let pdf = make::with_contents(&[("", &sound), ("/Filter /FlateDecode", &content)]);
    let limits = PdfLimits { cpu_time: Duration::from_secs(1), memory: 4 << 30, ..limits() };
    let read = read(&pdf, limits.clone());
    assert_eq!(read.shortfall, Some(PdfShortfall::CpuTime(limits.cpu_time)));
    assert_eq!(read.text, "sound\u{c}");
}

#[test]
fn command_is_not_shown_to_people() {
    let help = std::process::Command::new(env!("CARGO_BIN_EXE_stodola")).arg("--help").output();
    assert!(!String::from_utf8_lossy(&help.unwrap().stdout).contains("pdf"));
}

fn deflated(parts: &[&[u8]]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    for part in parts {
        encoder.write_all(part).unwrap();
    }
    encoder.finish().unwrap()
}
