//! What programs that should write the text of a PDF may do instead. Here a shell stands for them; the program itself
//! is tested with documents in `crates/stodola`.

use std::io::{self, Read};
use std::time::{Duration, Instant};

use stodola_extract::{PdfLimits, PdfProgram, PdfProgramError, PdfShortfall, PdfText};

fn shell(script: &str, limits: PdfLimits) -> PdfProgram {
    PdfProgram { executable: "/bin/sh".into(), arguments: vec!["-c".into(), script.into()], limits }
}

fn read(script: &str, body: impl Read, limits: PdfLimits) -> PdfText {
    shell(script, limits).text(body).unwrap()
}

#[test]
fn text_is_what_the_program_writes() {
    let read = read("/bin/cat; echo $HOME; pwd", &b"text\x0c\xff"[..], PdfLimits::default());
    assert_eq!((read.text.as_str(), read.shortfall), ("text\x0c\u{fffd}\n/\n", None));
}

/// Bodies and texts that are larger than a pipe: nobody waits for the other for ever.
#[test]
fn much_goes_in_and_out() {
    let body = vec![b'a'; 3 << 20];
    let read = read("/bin/cat", &body[..], PdfLimits::default());
    assert_eq!((read.text.len(), read.shortfall), (body.len(), None));
}

#[test]
fn program_need_not_read_the_document() {
    let read = read("echo x", io::repeat(b'a').take(1 << 20), PdfLimits::default());
    assert_eq!((read.text.as_str(), read.shortfall), ("x\n", None));
}

#[test]
fn failure_keeps_the_text_of_before_and_the_reason() {
    let read = read("echo text; echo ' no\n more' >&2; exit 1", &b""[..], PdfLimits::default());
    let reason = read.shortfall.unwrap().to_string();
    assert_eq!((read.text.as_str(), reason.as_str()), ("text\n", "exit status: 1: no more"));
}

#[test]
fn crash_is_told() {
    let read = read("echo text; kill -SEGV $$", &b""[..], PdfLimits::default());
    let Some(PdfShortfall::Failed { status, .. }) = read.shortfall else { panic!("{read:?}") };
    assert!(status.contains("SIGSEGV"), "{status}");
    assert_eq!(read.text, "text\n");
}

#[test]
fn text_without_end_is_cut() {
    let limits = PdfLimits { max_text: 1001, ..PdfLimits::default() };
    let read = read("while :; do echo čč; done", &b""[..], limits);
    assert_eq!(read.shortfall, Some(PdfShortfall::Text(1001)));
    assert!(read.text.len() <= 1001 && read.text.starts_with("čč\nčč\n"), "{}", read.text.len());
    assert!(!read.text.contains('\u{fffd}'));
}

#[test]
fn complaints_are_cut_and_do_not_end_the_program() {
    let script =
        "i=0; while [ $i -lt 30000 ]; do echo much >&2; i=$((i+1)); done; echo text; exit 1";
    let read = read(script, &b""[..], PdfLimits::default());
    assert_eq!(read.text, "text\n");
    let Some(PdfShortfall::Failed { message, .. }) = read.shortfall else { panic!("{read:?}") };
    assert!(message.len() <= 1 << 10 && message.starts_with("much much"), "{message}");
}

#[test]
fn program_that_waits_for_ever_is_killed() {
    let limits = PdfLimits { time: Duration::from_millis(200), ..PdfLimits::default() };
    // It does not read either, so that the document does not fit into the pipe.
    let started = Instant::now();
    let body = vec![0; 1 << 20];
    let read = read("echo text; while :; do /bin/sleep 1000; done", &body[..], limits.clone());
    assert_eq!(
        (read.text.as_str(), read.shortfall),
        ("text\n", Some(PdfShortfall::Time(limits.time)))
    );
    assert!(started.elapsed() < Duration::from_secs(100));
}

/// The pipes are still open in what the program left behind.
#[test]
fn children_of_the_program_are_killed_too() {
    let read = read("/bin/sleep 1000 & echo text", &b""[..], PdfLimits::default());
    assert_eq!((read.text.as_str(), read.shortfall), ("text\n", None));
    let limits = PdfLimits { time: Duration::from_millis(200), ..PdfLimits::default() };
    let read = shell("(/bin/sleep 1000) & /bin/sleep 1000", limits).text(&b""[..]).unwrap();
    assert!(matches!(read.shortfall, Some(PdfShortfall::Time(_))), "{read:?}");
}

#[test]
fn program_that_works_for_ever_is_stopped() {
    let limits = PdfLimits { cpu_time: Duration::from_millis(500), ..PdfLimits::default() };
    let read = read("while :; do :; done", &b""[..], limits.clone());
    assert_eq!(read.shortfall, Some(PdfShortfall::CpuTime(limits.cpu_time)));
}

#[test]
fn memory_is_limited() {
    // Doubles a word until there is no room for it.
    let script = "read -r a; a=aaaaaaaaaaaaaaaa; while :; do a=$a$a; done";
    let limits = PdfLimits { memory: 64 << 20, ..PdfLimits::default() };
    let read = read(script, &b""[..], limits);
    assert!(matches!(read.shortfall, Some(PdfShortfall::Failed { .. })), "{read:?}");
}

#[test]
fn files_cannot_be_written() {
    let target = std::env::temp_dir().join(format!("stodola-pdf-{}", std::process::id()));
    // Limits hold from the first byte of the document on, so it waits for that.
    let script = format!("read -r a; echo much > {}", target.display());
    let read = read(&script, &b""[..], PdfLimits::default());
    assert!(matches!(read.shortfall, Some(PdfShortfall::Failed { .. })), "{read:?}");
    let written = std::fs::metadata(&target).map_or(0, |file| file.len());
    let _ = std::fs::remove_file(&target);
    assert_eq!(written, 0);
}

#[test]
fn document_that_is_too_long_is_not_read() {
    let limits = PdfLimits { max_bytes: 1000, ..PdfLimits::default() };
    let read = read("/bin/cat", io::repeat(b'a'), limits.clone());
    assert_eq!(read.shortfall, Some(PdfShortfall::Bytes(1000)));
    let read = shell("/bin/cat", limits).text(io::repeat(b'a').take(1000)).unwrap();
    assert_eq!((read.text.len(), read.shortfall), (1000, None));
}

#[test]
fn what_is_not_the_documents_fault_is_an_error() {
    let program = PdfProgram {
        executable: "/nowhere/stodola".into(),
        arguments: Vec::new(),
        limits: PdfLimits::default(),
    };
    let error = program.text(&b""[..]).unwrap_err();
    assert!(
        matches!(error, PdfProgramError::Start { .. })
            && error.to_string().contains("/nowhere/stodola")
    );

    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::ConnectionReset.into())
        }
    }
    let error = shell("/bin/cat", PdfLimits::default()).text(Failing).unwrap_err();
    assert!(matches!(error, PdfProgramError::Body(_)), "{error:?}");
}
