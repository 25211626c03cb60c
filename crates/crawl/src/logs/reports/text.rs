//! The text and the columns of each report.

use super::{Amount, Changes, Reports};
use crate::national::Share;
use std::io::{self, Write};
use stodola_fetch::DnsCounts;
use stodola_frontier::Outcome;
use stodola_warc::date::Timestamp;

/// Writes `crawl-report.txt`: the whole harvest in a few numbers.
pub(super) fn crawl(reports: &Reports, out: &mut impl Write) -> io::Result<()> {
    let Reports { job, runs, succeeded, known, failed, disregarded, seeds, hosts, .. } = reports;
    let status = runs.ended.as_deref().unwrap_or("Running");
    let crawled = seeds.list.iter().filter(|seed| seed.status > 0).count();
    let visited = hosts.iter().filter(|host| host.urls > 0).count();
    let processed = succeeded.urls + failed + disregarded;
    let seconds = (runs.seconds as f64).max(1e-3);
    writeln!(out, "crawl name: {job}")?;
    writeln!(out, "crawl status: {status}")?;
    writeln!(out, "duration: {}\n", duration(runs.seconds))?;
    writeln!(out, "seeds crawled: {crawled}")?;
    writeln!(out, "seeds uncrawled: {}\n", seeds.list.len() - crawled)?;
    writeln!(out, "hosts visited: {visited}\n")?;
    writeln!(out, "URIs processed: {processed}")?;
    writeln!(out, "URI successes: {}", succeeded.urls)?;
    writeln!(out, "URI failures: {failed}")?;
    writeln!(out, "URI disregards: {disregarded}\n")?;
    let novel = known.novel(succeeded.urls, succeeded.bytes);
    let others = [("duplicate-by-hash", &known.by_hash), ("not-modified", &known.not_modified)];
    let others = others.into_iter().filter(|(_, amount)| amount.urls > 0);
    writeln!(out, "novel URIs: {}", novel.urls)?;
    for (name, amount) in others.clone() {
        writeln!(out, "{name} URIs: {}", amount.urls)?;
    }
    writeln!(out, "\ntotal crawled bytes: {} ({}) ", succeeded.bytes, size(succeeded.bytes))?;
    writeln!(out, "novel crawled bytes: {} ({})", novel.bytes, size(novel.bytes))?;
    for (name, amount) in others {
        writeln!(out, "{name} crawled bytes: {} ({}) ", amount.bytes, size(amount.bytes))?;
    }
    writeln!(out)?;
    let (urls, bytes) = if runs.seconds == 0 { (0, 0) } else { (succeeded.urls, succeeded.bytes) };
    writeln!(out, "URIs/sec: {:.2}", urls as f64 / seconds)?;
    writeln!(out, "KB/sec: {}", (bytes as f64 / 1024.0 / seconds) as u64)
}

/// Writes `seeds-report.txt`: the outcome of each seed.
pub(super) fn seeds(reports: &Reports, out: &mut impl Write) -> io::Result<()> {
    out.write_all(b"[code] [status] [seed] [redirect]\n")?;
    let mut seeds: Vec<_> = reports.seeds.list.iter().collect();
    seeds.sort_by_key(|seed| seed.status);
    for seed in seeds {
        let word = if seed.status > 0 { "CRAWLED" } else { "NOTCRAWLED" };
        write!(out, "{} {word} ", seed.status)?;
        out.write_all(&reports.seed_uri(seed).map_err(io::Error::other)?)?;
        let is_redirect = matches!(seed.status, 301 | 302 | 303 | 307 | 308);
        let first = seed.redirected.as_ref().and_then(|redirected| redirected.first.as_ref());
        if let Some(target) = first.filter(|_| is_redirect) {
            out.write_all(b" ")?;
            out.write_all(target)?;
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// Writes `hosts-report.txt`: hosts by what was fetched from them, each line with a space at its end.
pub(super) fn hosts(reports: &Reports, out: &mut impl Write) -> io::Result<()> {
    out.write_all(
        b"[#urls] [#bytes] [host] [#robots] [#remaining] [#novel-urls] [#novel-bytes] [#dup-by-hash-urls] \
          [#dup-by-hash-bytes] [#not-modified-urls] [#not-modified-bytes]\n",
    )?;
    let names = &reports.names;
    // Numbers of hosts, of which there may be millions; the last one stands for names.
    let hosts = reports.hosts.len() as u32;
    let line = |id: u32| match reports.hosts.get(id) {
        Some(host) => (u64::from(host.urls), reports.host_name(id)),
        None => (names.urls, "dns:"),
    };
    let mut ids: Vec<u32> = (0..hosts + u32::from(names.urls > 0)).collect();
    ids.sort_by(|&a, &b| {
        let (a, b) = (line(a), line(b));
        b.0.cmp(&a.0).then_with(|| a.1.cmp(b.1))
    });
    for id in ids {
        let (urls, name) = line(id);
        let host = reports.hosts.get(id);
        let bytes = host.map_or(names.bytes, |host| host.bytes);
        let (robots, remaining) = host.map_or((0, 0), |host| (host.robots, host.waiting()));
        let known = host.and_then(|host| host.known.as_deref()).copied().unwrap_or_default();
        write!(out, "{urls} {bytes} {name} {robots} {remaining} ")?;
        for Amount { urls, bytes } in [known.novel(urls, bytes), known.by_hash, known.not_modified]
        {
            write!(out, "{urls} {bytes} ")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes `dns-report.txt`: what name servers were asked, in all runs of the round.
pub(super) fn dns(reports: &Reports, out: &mut impl Write) -> io::Result<()> {
    let DnsCounts { sent, names, known, negative, failed, waited } = &reports.dns;
    out.write_all(
        b"[#messages] [#names-asked] [#names-known] [#negative] [#failed] [#waited-ms]\n",
    )?;
    writeln!(out, "{sent} {names} {known} {negative} {failed} {}", waited.as_millis())
}

/// Writes `mimetype-report.txt`: declared types by frequency.
pub(super) fn types(reports: &Reports, out: &mut impl Write) -> io::Result<()> {
    out.write_all(b"[#urls] [#bytes] [mime-types]\n")?;
    let mut lines: Vec<_> = reports.types.iter().collect();
    lines.sort_by(|a, b| b.1.urls.cmp(&a.1.urls).then_with(|| a.0.cmp(b.0)));
    for (name, Amount { urls, bytes }) in lines {
        writeln!(out, "{urls} {bytes} {name}")?;
    }
    Ok(())
}

/// Writes `responsecode-report.txt`: statuses by frequency.
pub(super) fn statuses(reports: &Reports, out: &mut impl Write) -> io::Result<()> {
    out.write_all(b"[#urls] [rescode]\n")?;
    let mut lines: Vec<_> = reports.statuses.iter().collect();
    lines.sort_by(|a, b| b.1.cmp(a.1).then_with(|| a.0.cmp(b.0)));
    for (status, urls) in lines {
        writeln!(out, "{urls} {status}")?;
    }
    Ok(())
}

/// Writes `processors-report.txt`: what the stages did.
pub(super) fn processors(reports: &Reports, out: &mut impl Write) -> io::Result<()> {
    let outcomes: u64 = reports.outcomes.values().sum();
    let of = |outcome: Outcome| reports.with_outcome(outcome);
    let (found, _) = reports.found();
    let rejected: u64 = reports.rejected.values().sum();
    let refused = [Outcome::RobotsExcluded, Outcome::RobotsUnreachable, Outcome::AddressRefused]
        .into_iter()
        .chain([Outcome::OverBudget, Outcome::OutOfScope, Outcome::Trap, Outcome::Unfetchable])
        .chain([Outcome::NotDue, Outcome::NotNational, Outcome::LeftOut])
        .map(of)
        .sum::<u64>();
    writeln!(out, "Processor: stodola.Scope")?;
    writeln!(out, "  Links accepted: {found}")?;
    writeln!(out, "  Links rejected: {rejected}")?;
    for (rule, number) in reports.rejected() {
        writeln!(out, "    {rule}: {number}")?;
    }
    writeln!(out, "\nProcessor: stodola.Extract")?;
    let (passed, cut): (Vec<_>, Vec<_>) =
        reports.unfollowed.iter().partition(|(loss, _)| loss.counts_links());
    for (title, losses) in [("Links passed over", passed), ("Pages not read to their end", cut)] {
        writeln!(out, "  {title}: {}", losses.iter().map(|(_, number)| **number).sum::<u64>())?;
        for (loss, number) in losses {
            writeln!(out, "    {}: {number}", loss.name())?;
        }
    }
    writeln!(out, "\nProcessor: stodola.Prefetch")?;
    writeln!(out, "  URIs refused: {refused}")?;
    for (outcome, number) in &reports.outcomes {
        if !matches!(outcome, Outcome::Archived | Outcome::Failed) {
            writeln!(out, "    {outcome}: {number}")?;
        }
    }
    writeln!(out, "  Prerequisites fetched: {}", reports.beside)?;
    writeln!(out, "\nProcessor: stodola.Fetch")?;
    writeln!(out, "  URIs fetched: {}", of(Outcome::Archived))?;
    writeln!(out, "  URIs failed: {}", of(Outcome::Failed))?;
    writeln!(out, "  Attempts repeated: {}", reports.retries)?;
    writeln!(out, "\nProcessor: stodola.Write")?;
    writeln!(out, "  Bytes archived: {}", reports.succeeded.bytes)?;
    writeln!(out, "\nURIs done: {outcomes}")
}

/// Writes `frontier-summary-report.txt`: what is left in the queue.
pub(super) fn frontier(reports: &Reports, out: &mut impl Write) -> io::Result<()> {
    let (found, finished) = reports.found();
    let waits = |(_, host): &(usize, &super::Host)| host.waiting() > 0;
    let waiting = reports.hosts.iter().enumerate().filter(waits).count();
    let exhausted = reports.hosts.len() - waiting;
    writeln!(out, "Frontier report - {}", reports.runs.ended.as_deref().unwrap_or("Running"))?;
    writeln!(out, " Job being crawled: {}\n", reports.job)?;
    writeln!(out, " -----===== STATS =====-----")?;
    writeln!(out, " Discovered:    {found}")?;
    writeln!(out, " Queued:        {}", found - finished)?;
    writeln!(out, " Finished:      {finished}")?;
    writeln!(out, "  Successfully: {}", reports.with_outcome(Outcome::Archived))?;
    writeln!(out, "  Failed:       {}", reports.failed)?;
    writeln!(out, "  Disregarded:  {}\n", reports.disregarded)?;
    writeln!(out, " -----===== QUEUES =====-----")?;
    writeln!(out, " Total queues:  {}", reports.hosts.len())?;
    writeln!(out, "  Non-empty:    {waiting}")?;
    writeln!(out, "  Exhausted:    {exhausted}")?;
    let hosts = reports.hosts.iter().enumerate().filter(waits);
    if let Some((id, host)) = hosts.max_by_key(|(_, host)| host.waiting()) {
        let name = reports.host_name(id as u32);
        writeln!(out, "\n Longest queue: {name} ({})", host.waiting())?;
    }
    Ok(())
}

/// Writes `changes-report.txt`: what the round found, compared with what the archive had before.
pub(super) fn changes(reports: &Reports, out: &mut impl Write) -> io::Result<()> {
    let Changes { new, changed, unchanged, not_due, gone, not_compared, failed } = reports.changes;
    out.write_all(b"[#urls] [change]\n")?;
    for (number, name) in [
        (new, "new"),
        (changed, "changed"),
        (unchanged, "unchanged"),
        (not_due, "not-due"),
        (gone, "gone"),
        (not_compared, "not-compared"),
        (failed, "failed"),
    ] {
        writeln!(out, "{number} {name}")?;
    }
    Ok(())
}

/// Writes `national-report.txt`: hosts by the pages of the nation that were found there. Hosts without judged pages are
/// left out; nothing is written for other harvests.
pub(super) fn national(reports: &Reports, out: &mut impl Write) -> io::Result<()> {
    let Some(settings) = &reports.national else { return Ok(()) };
    out.write_all(b"[#judged] [#valid] [%valid] [#archived] [state] [priority] [host]\n")?;
    let named = reports.hosts.iter().enumerate();
    let named = named.map(|(id, host)| (host, reports.host_name(id as u32)));
    let is_known = |(host, _): &(&super::Host, _)| host.share.judged > 0 || host.archived > 0;
    let mut hosts: Vec<_> = named.filter(is_known).collect();
    hosts.sort_by(|(a, name), (b, other_name)| {
        let (one, other) = (a.share, b.share);
        (other.valid, other.judged, name).cmp(&(one.valid, one.judged, other_name))
    });
    for (host, name) in hosts {
        let Share { judged, valid } = host.share;
        let percent = f64::from(valid) * 100.0 / f64::from(judged.max(1));
        let (archived, state) = (host.archived, host.share.state(settings).name());
        let priority = host.share.priority(settings);
        writeln!(out, "{judged} {valid} {percent:.1} {archived} {state} {priority} {name}")?;
    }
    if let Some(built) = reports.geo_built {
        let date = Timestamp::from_unix_millis(built.saturating_mul(1000)).iso8601().to_string();
        let day = date.split('T').next().unwrap_or_default();
        writeln!(out, "# database of countries built {day}")?;
    }
    Ok(())
}

/// Returns `1d2h3m4s0ms`, without leading units that are zero.
fn duration(seconds: u64) -> String {
    let units = [(86_400, "d"), (3600, "h"), (60, "m"), (1, "s")];
    let (mut rest, mut text) = (seconds, String::new());
    for (length, unit) in units {
        if !text.is_empty() || rest >= length {
            text.push_str(&format!("{}{unit}", rest / length));
        }
        rest %= length;
    }
    text + "0ms"
}

/// Returns bytes for people: `1.5 GB`, in steps of 1024.
fn size(bytes: u64) -> String {
    let units = ["B", "KB", "MB", "GB", "TB", "PB"];
    let (mut value, mut unit) = (bytes as f64, 0);
    while value >= 1024.0 && unit + 1 < units.len() {
        value /= 1024.0;
        unit += 1;
    }
    let digits = usize::from(unit > 0);
    format!("{value:.digits$} {}", units[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_for_people() {
        assert_eq!(duration(0), "0ms");
        assert_eq!(duration(3723), "1h2m3s0ms");
        assert_eq!(size(1023), "1023 B");
        assert_eq!(size(3 << 29), "1.5 GB");
    }
}
