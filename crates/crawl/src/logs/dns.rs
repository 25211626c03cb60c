//! `logs/dns`: what name servers were asked in all runs of a round. Nothing else on disk tells that.
//!
//! ```text
//! # stodola dns 1
//! sent 120
//! names 61
//! ```
//!
//! It is replaced every 20 seconds and at the end of a run; `kill -9` loses what was counted since.

use super::LogsError;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stodola_fetch::DnsCounts;

const NAME: &str = "dns";
const HEAD: &str = "# stodola dns 1";

/// Counts on from the runs before.
pub(super) struct DnsLog {
    path: PathBuf,
    before: DnsCounts,
    written: DnsCounts,
}

impl DnsLog {
    pub(super) fn open(folder: &Path) -> DnsLog {
        let before = read(folder);
        DnsLog { path: folder.join(NAME), before, written: before }
    }

    /// Stores the counts of this run with those before it.
    pub(super) fn store(&mut self, run: &DnsCounts) -> Result<(), LogsError> {
        let total = sum(&self.before, run);
        if total != self.written {
            stodola_durable::replace(&self.path, text(&total).as_bytes())?;
            self.written = total;
        }
        Ok(())
    }
}

/// Returns the counts in a job's folder of logs; zero if there are none, or of another version.
pub(super) fn read(folder: &Path) -> DnsCounts {
    parse(&fs::read_to_string(folder.join(NAME)).unwrap_or_default())
}

fn sum(a: &DnsCounts, b: &DnsCounts) -> DnsCounts {
    DnsCounts {
        sent: a.sent.saturating_add(b.sent),
        names: a.names.saturating_add(b.names),
        known: a.known.saturating_add(b.known),
        negative: a.negative.saturating_add(b.negative),
        failed: a.failed.saturating_add(b.failed),
        waited: a.waited.saturating_add(b.waited),
    }
}

fn text(counts: &DnsCounts) -> String {
    let DnsCounts { sent, names, known, negative, failed, waited } = counts;
    let waited = waited.as_millis();
    format!(
        "{HEAD}\nsent {sent}\nnames {names}\nknown {known}\nnegative {negative}\nfailed {failed}\n\
         waited_ms {waited}\n"
    )
}

fn parse(text: &str) -> DnsCounts {
    let mut lines = text.lines();
    let mut counts = DnsCounts::default();
    if lines.next() != Some(HEAD) {
        return counts;
    }
    for (name, number) in lines.filter_map(|line| line.split_once(' ')) {
        let number = number.parse().unwrap_or(0);
        match name {
            "sent" => counts.sent = number,
            "names" => counts.names = number,
            "known" => counts.known = number,
            "negative" => counts.negative = number,
            "failed" => counts.failed = number,
            "waited_ms" => counts.waited = Duration::from_millis(number),
            _ => {}
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_come_back_and_other_versions_are_none() {
        let waited = Duration::from_millis(1500);
        let counts = DnsCounts { sent: 7, names: 5, known: 4, negative: 2, failed: 1, waited };
        let golden =
            "# stodola dns 1\nsent 7\nnames 5\nknown 4\nnegative 2\nfailed 1\nwaited_ms 1500\n";
        assert_eq!((&*text(&counts), parse(golden)), (golden, counts));
        assert_eq!(parse(&golden.replace("dns 1", "dns 2")), DnsCounts::default());
        assert_eq!(parse("# stodola dns 1\nsent x\nmore 3\nnames 2"), {
            DnsCounts { names: 2, ..DnsCounts::default() }
        });
    }

    #[test]
    fn a_run_counts_on_from_the_one_before() {
        let folder = std::env::temp_dir().join(format!("stodola-dns-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let run = DnsCounts { sent: 3, names: 2, ..DnsCounts::default() };
        DnsLog::open(&folder).store(&run).unwrap();
        let mut second = DnsLog::open(&folder);
        second.store(&DnsCounts { sent: 1, ..run }).unwrap();
        second.store(&run).unwrap();
        assert_eq!(read(&folder), DnsCounts { sent: 6, names: 4, ..DnsCounts::default() });
        fs::remove_dir_all(&folder).unwrap();
    }
}
