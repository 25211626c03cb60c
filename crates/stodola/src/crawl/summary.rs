//! What a harvest tells at its end: first whether something is wrong, then numbers that add up, then how to go on.

use super::failed;
use crate::lang::{count, decimal, pick, size};
use crate::output;
use std::path::Path;
use stodola_crawl::logs::Summary;
use stodola_crawl::{Ended, Progress, Report};
use stodola_frontier::Outcome;

/// Says what the run came to, in one piece: other harvests may speak at the same time.
pub(super) fn tell(name: &str, archive: &Path, report: &Report) {
    output::say(format_args!("{}", lines(name, archive, report).join("\n")));
}

fn lines(name: &str, archive: &Path, report: &Report) -> Vec<String> {
    let summary = &report.summary;
    let mut lines = Vec::new();
    if summary.is_fruitless() {
        lines.push(fruitless(name, report));
        lines.extend(failed::lines(name, archive, summary));
    }
    lines.push(headline(name, report));
    lines.push(parts(summary, report.progress.queued));
    lines.extend(busy(&report.progress));
    if summary.seeds_failed > 0 && !summary.is_fruitless() {
        let (failed, seeds) = (summary.seeds_failed, summary.seeds);
        lines.push(pick(
            format!("{failed} of {seeds} seeds failed:"),
            format!("počet semínek, která selhala: {failed} z {seeds}:"),
        ));
        lines.extend(failed::lines(name, archive, summary));
    }
    lines.extend(how_to_go_on(name, archive, report));
    lines
}

/// That nothing came of it.
fn fruitless(name: &str, report: &Report) -> String {
    let Summary { seeds, seeds_failed, .. } = report.summary;
    match (report.is_finished(), seeds) {
        (_, 1) if seeds_failed == 1 => pick(
            format!("job '{name}': its only seed failed"),
            format!("úloha '{name}': její jediné semínko selhalo"),
        ),
        (_, 1..) if seeds_failed == seeds => pick(
            format!("job '{name}': all {seeds} seeds failed"),
            format!("úloha '{name}': selhala všechna semínka ({seeds})"),
        ),
        (true, _) => pick(
            format!("job '{name}' archived nothing"),
            format!("úloha '{name}' nearchivovala nic"),
        ),
        (false, _) => pick(
            format!("job '{name}' has archived nothing so far"),
            format!("úloha '{name}' zatím nearchivovala nic"),
        ),
    }
}

/// How it ended, and how much was harvested.
fn headline(name: &str, report: &Report) -> String {
    let Progress { counts, hosts, elapsed, .. } = report.progress;
    let how = match report.ended {
        Ended::Finished if report.is_finished() => pick("finished", "dokončena"),
        Ended::Finished | Ended::Stopped => pick("stopped", "zastavena"),
        Ended::Documents => {
            pick("stopped by the limit of documents", "zastavena na limitu dokumentů")
        }
        Ended::Bytes => pick("stopped by the limit of bytes", "zastavena na limitu bajtů"),
        Ended::Time => pick("stopped by the limit of time", "zastavena na časovém limitu"),
    };
    let documents =
        count(counts.archived, ["document", "documents"], ["dokument", "dokumenty", "dokumentů"]);
    let hosts = count(hosts as u64, ["host", "hosts"], ["server", "servery", "serverů"]);
    let (bytes, seconds) = (size(counts.bytes), decimal(elapsed.as_secs_f64(), 1));
    pick(
        format!("job '{name}' {how}: {documents} ({bytes}) of {hosts} in {seconds} s"),
        format!("úloha '{name}' {how}: {documents} ({bytes}), {hosts}, {seconds} s"),
    )
}

/// Every URI found in exactly one part. Parts that are empty are left out, but for the first.
fn parts(summary: &Summary, queued: u64) -> String {
    let Summary { found, archived, unchanged, not_due, failed, waiting, rejected, .. } = *summary;
    let mut parts = vec![part(archived, "archived", "archivováno")];
    let mut add = |number: u64, english: &str, czech: &str| {
        if number > 0 {
            parts.push(part(number, english, czech));
        }
    };
    add(
        unchanged,
        "unchanged (the archive had their content)",
        "beze změny (obsah v archivu už byl)",
    );
    add(not_due, "not due", "ještě není na řadě");
    for (outcome, number) in &summary.excluded {
        let (english, czech) = excluded(*outcome);
        add(*number, english, czech);
    }
    add(failed, "failed", "selhalo");
    add(waiting, "waiting", "čeká");
    let found = count(found, ["URI", "URIs"], ["URI", "URI", "URI"]);
    let mut line = pick(
        format!("{found} found: {}", parts.join(", ")),
        format!("nalezeno {found}: {}", parts.join(", ")),
    );
    // Where depths count, a URI that has an outcome may wait for another visit.
    if queued > waiting {
        let again = queued - waiting;
        line.push_str(&pick(
            format!("; {again} of them wait to be visited again"),
            format!("; z toho na další návštěvu čeká {again}"),
        ));
    }
    if rejected > 0 {
        let links = count(rejected, ["link", "links"], ["odkaz", "odkazy", "odkazů"]);
        line.push_str(&pick(format!("; {links} out of scope"), format!("; {links} mimo rozsah")));
    }
    line
}

fn part(number: u64, english: &str, czech: &str) -> String {
    pick(format!("{number} {english}"), format!("{czech}: {number}"))
}

/// What kept URIs out.
fn excluded(outcome: Outcome) -> (&'static str, &'static str) {
    match outcome {
        Outcome::RobotsExcluded => ("excluded by robots.txt", "vyloučeno podle robots.txt"),
        Outcome::AddressRefused => ("excluded by address", "vyloučeno podle adresy"),
        Outcome::OverBudget => ("excluded by a limit", "vyloučeno limitem"),
        Outcome::OutOfScope => ("excluded by the scope", "vyloučeno rozsahem"),
        Outcome::Trap => ("excluded as traps", "vyloučeno jako pasti"),
        Outcome::NotNational => ("not of the nation", "nepatří k národu"),
        Outcome::Retried
        | Outcome::Archived
        | Outcome::RobotsUnreachable
        | Outcome::Failed
        | Outcome::Unfetchable
        | Outcome::NotDue => ("excluded", "vyloučeno"),
    }
}

fn busy(progress: &Progress) -> Option<String> {
    let (busy, idle) = (progress.busy.as_secs_f64(), progress.idle.as_secs_f64());
    let share = decimal(100.0 * busy / (busy + idle), 1);
    (busy > 0.0).then(|| {
        pick(
            format!("workers were busy {share} % of the time"),
            format!("pracovní vlákna měla co dělat {share} % času"),
        )
    })
}

/// What to do next, if something is left or nothing came of it.
fn how_to_go_on(name: &str, archive: &Path, report: &Report) -> Option<String> {
    let raise = |option: &str| {
        let archive = output::word(&archive.display().to_string());
        let command = format!("stodola crawl --archive {archive} --job {name} {option} unlimited");
        pick(
            format!("to continue, raise the limit or remove it: {command}"),
            format!("pokračovat lze s vyšším limitem, nebo bez něj: {command}"),
        )
    };
    match report.ended {
        Ended::Documents => Some(raise("--max-docs")),
        Ended::Bytes => Some(raise("--max-bytes")),
        _ if report.is_finished() && report.summary.is_fruitless() => Some(
            pick(
                "correct this and run the same command again: the seeds are tried again",
                "napravte to a zadejte týž příkaz znovu: semínka se zkusí znovu",
            )
            .to_owned(),
        ),
        _ if report.is_finished() => None,
        Ended::Finished | Ended::Stopped | Ended::Time => Some(
            pick("run the same command to continue", "týž příkaz v ní bude pokračovat").to_owned(),
        ),
    }
}
