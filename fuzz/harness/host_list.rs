//! Any bytes may be a list of hosts. Every line counts once, and each host that is listed is found, unless an exception
//! says otherwise.

use stodola_pages::filter::HostList;

/// Takes everything for a list.
pub(crate) fn run(bytes: &[u8]) {
    let mut list = HostList::default();
    let report = list.read(bytes);
    let lines = bytes.split(|byte| *byte == b'\n').count() as u64;
    assert!(report.wrong + report.others <= lines);
    assert!(report.wrong_lines.len() as u64 <= report.wrong);
    assert!(report.wrong_lines.iter().all(|it| (1..=lines).contains(it)));
    for line in bytes.split(|byte| *byte == b'\n') {
        let host = String::from_utf8_lossy(line);
        if let Some(entry) = list.find(&host) {
            assert!(host.trim_end_matches('.').ends_with(entry));
            assert_eq!(list.find(entry), Some(entry));
        }
    }
}
