//! Any bytes may stand where an archive file should. Checking them never fails and finds
//! something wrong with everything that is no archive; findings are counted rightly, point into
//! the file and can be shown on a terminal; without digests there is less to find.

use stodola_warc::check::{CheckSummary, CheckerOptions, Finding, check};
use stodola_warc::{Grade, Reader};

/// Checks the bytes as a file.
pub(crate) fn run(file: &[u8]) {
    let (findings, summary) = findings(file, true);
    let count = |grade| findings.iter().filter(|f| f.grade == grade).count() as u64;
    assert_eq!(summary.errors, count(Grade::Error));
    assert_eq!(summary.recommendations, count(Grade::Recommendation));
    assert_eq!(summary.comments, count(Grade::Comment));
    assert_eq!(summary.by_type.iter().map(|t| t.1).sum::<u64>(), summary.records);
    assert!(summary.records > 0 || summary.errors > 0, "nothing is found in nothing");
    assert!(summary.blocks_verified.max(summary.payloads_verified) <= summary.records);
    for Finding { offset, rule, fault, .. } in &findings {
        let message = fault.to_string();
        assert!(*offset <= file.len() as u64, "{rule} is found behind the file");
        assert!(!message.is_empty() && !message.contains(char::is_control), "{rule}: {message:?}");
    }
    let (fewer, form) = self::findings(file, false);
    assert!(fewer.len() <= findings.len());
    assert_eq!((form.records, form.bytes), (summary.records, summary.bytes));
    assert_eq!((form.blocks_verified, form.payloads_verified), (0, 0));
}

fn findings(file: &[u8], digests: bool) -> (Vec<Finding>, CheckSummary) {
    let mut findings = Vec::new();
    let mut reader = Reader::new(file);
    let mut keep = |finding| findings.push(finding);
    let summary = check(&mut reader, &CheckerOptions { digests }, &mut keep);
    (findings, summary.expect("the source does not fail"))
}
