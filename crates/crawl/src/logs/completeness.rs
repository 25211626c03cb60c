//! How complete a round is, source by source: a source is the host of a seed, with the hosts that only its pages have
//! led to.
//!
//! Counted in one pass over the frontier's log; memory depends on the number of hosts. The result stands in
//! `reports/completeness.json`, so that the next round can be compared with it.

use super::LogsError;
use super::status::{self, Class};
use crate::job::AlarmSection;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use stodola_frontier::{Detail, Happened, History, HostId, LogPlace, Outcome};

/// Name of the file in the folder of reports.
pub const COMPLETENESS_FILE: &str = "completeness.json";
const VERSION: u32 = 1;
/// Letters of a hop path that lead to what a page needs.
const REQUISITES: &[u8] = b"EX";

/// How complete a source is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SourceRow {
    /// Host of the seeds that it began with.
    pub source: String,
    /// URIs found.
    pub found: u64,
    /// Documents archived with a status below 400.
    pub archived: u64,
    /// URIs that failed, or were archived with status 400 and above.
    pub failed: u64,
    /// Those of them that pages need: pictures, styles, scripts.
    pub missing_requisites: u64,
    /// URIs that were left out on purpose: by robots.txt, limits, scope, or because they are not due.
    pub left_out: u64,
    /// URIs without an outcome.
    pub waiting: u64,
    /// Part of what was not left out that is archived, from 0 to 1.
    pub share: f64,
    /// The same in the round before; `None` if it did not have the source.
    pub share_before: Option<f64>,
}

/// How complete a round is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Completeness {
    /// Version of the file.
    pub version: u32,
    /// All sources, by name.
    pub sources: Vec<SourceRow>,
}

#[derive(Default)]
struct Counting {
    /// The source of each host, by its number.
    of_host: Vec<u32>,
    rows: Vec<SourceRow>,
    by_name: BTreeMap<String, u32>,
}

impl Counting {
    fn source(&mut self, name: &str) -> u32 {
        if let Some(&known) = self.by_name.get(name) {
            return known;
        }
        // A country has more sources than anybody can read about.
        let name = if self.rows.len() < SOURCES_MAX { name } else { OTHERS };
        if let Some(&known) = self.by_name.get(name) {
            return known;
        }
        let number = self.rows.len() as u32;
        self.by_name.insert(name.to_owned(), number);
        self.rows.push(SourceRow { source: name.to_owned(), ..SourceRow::default() });
        number
    }

    fn row(&mut self, host: HostId) -> Option<&mut SourceRow> {
        let source = *self.of_host.get(host as usize)?;
        self.rows.get_mut(source as usize)
    }
}

/// Most sources that are told apart; the name of all others together.
const SOURCES_MAX: usize = 20_000;
const OTHERS: &str = "(others)";
/// Most sources that are told because less of them is archived than before.
const ALARMING_MAX: usize = 20;
/// The smallest difference between two shares.
const LEAST_FALL: f64 = 0.0001;
/// A host that nothing has led to yet.
const NOBODY: u32 = u32::MAX;

impl Completeness {
    /// Counts the round in a folder. `before` is that of the round before; `None` if there is none.
    pub fn read(folder: &Path, before: Option<&Completeness>) -> Result<Completeness, LogsError> {
        let frontier = folder.join("frontier");
        let mut counting = Counting::default();
        // Names of hosts first: URIs of pages need them.
        let mut pages = History::open(&frontier)?;
        pages.read(|_| Ok(()))?;
        History::open(&frontier)?.read(|happened| {
            match happened {
                Happened::Host { .. } => counting.of_host.push(NOBODY),
                Happened::Found { host, via, is_seed, .. } => {
                    let at = host as usize;
                    if counting.of_host.get(at) == Some(&NOBODY) || is_seed {
                        let source = match via.filter(|_| !is_seed) {
                            Some(via) => source_of(&pages, &counting, via)?,
                            None => None,
                        };
                        let own = site(pages.host(host));
                        let source = source.unwrap_or_else(|| counting.source(own));
                        if let Some(place) = counting.of_host.get_mut(at) {
                            *place = source;
                        }
                    }
                    if let Some(row) = counting.row(host) {
                        row.found += 1;
                        row.waiting += 1;
                    }
                }
                Happened::Done { outcome: Outcome::Retried, .. } => {}
                Happened::Done { host, entry, outcome, detail, replaces, .. } => {
                    if let Some(place) = replaces {
                        let old = pages.earlier(place)?;
                        let is_needed = is_requisite(&pages, old.outcome, &old.detail, entry)?;
                        if let Some(row) = counting.row(host) {
                            row.count(old.outcome, &old.detail, is_needed, -1);
                            row.waiting += 1;
                        }
                    }
                    let is_needed = is_requisite(&pages, outcome, detail, entry)?;
                    if let Some(row) = counting.row(host) {
                        row.count(outcome, detail, is_needed, 1);
                        row.waiting = row.waiting.saturating_sub(1);
                    }
                }
                Happened::Retry { .. }
                | Happened::Again { .. }
                | Happened::Linked { .. }
                | Happened::Beside { .. }
                | Happened::Rejected { .. } => {}
            }
            Ok(())
        })?;
        let mut sources = counting.rows;
        sources.retain(|row| row.found > 0);
        sources.sort_by(|a, b| a.source.cmp(&b.source));
        for row in &mut sources {
            let wanted = row.archived + row.failed + row.waiting;
            row.share =
                if wanted == 0 { 1.0 } else { rounded(row.archived as f64 / wanted as f64) };
            row.share_before = before.and_then(|before| before.share_of(&row.source));
        }
        Ok(Completeness { version: VERSION, sources })
    }

    /// Reads the file of a round; `None` if there is none, or of another version.
    pub fn stored(round: &Path) -> Option<Completeness> {
        let text = std::fs::read(round.join("reports").join(COMPLETENESS_FILE)).ok()?;
        let stored: Completeness = serde_json::from_slice(&text).ok()?;
        (stored.version == VERSION).then_some(stored)
    }

    fn share_of(&self, source: &str) -> Option<f64> {
        let place = self.sources.binary_search_by(|row| row.source.as_str().cmp(source)).ok()?;
        Some(self.sources[place].share)
    }

    /// The sources that an operator wants to know of because their share has fallen: the largest fall first, and not
    /// all if there are many.
    pub fn alarming(&self, settings: &AlarmSection) -> Vec<&SourceRow> {
        let by = settings.completeness_falls;
        let mut rows = if by < 1.0 { self.fallen(by) } else { Vec::new() };
        rows.truncate(ALARMING_MAX);
        rows
    }

    /// The sources whose share has fallen since the round before, and by at least this much; the largest fall first.
    pub fn fallen(&self, by: f64) -> Vec<&SourceRow> {
        let mut rows: Vec<&SourceRow> =
            self.sources.iter().filter(|row| row.has_fallen(by)).collect();
        rows.sort_by(|a, b| b.fall().total_cmp(&a.fall()).then_with(|| a.source.cmp(&b.source)));
        rows
    }

    /// Writes the file into a folder of reports, in one step.
    pub fn store(&self, reports: &Path) -> Result<(), LogsError> {
        let path = reports.join(COMPLETENESS_FILE);
        let text = serde_json::to_vec(self).map_err(io::Error::from);
        let text = text.map_err(LogsError::new("write", &path))?;
        Ok(stodola_durable::replace(&path, &text)?)
    }

    /// Writes the report: the least complete source first.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(
            b"[share] [share-before] [#found] [#archived] [#failed] [#missing-requisites] [#left-out] [#waiting] \
              [source]\n",
        )?;
        let mut rows: Vec<&SourceRow> = self.sources.iter().collect();
        rows.sort_by(|a, b| a.share.total_cmp(&b.share).then_with(|| a.source.cmp(&b.source)));
        for row in rows {
            let before = row.share_before.map_or("-".to_owned(), |share| format!("{share:.4}"));
            let SourceRow { source, found, archived, failed, left_out, waiting, .. } = row;
            let missing = row.missing_requisites;
            writeln!(
                out,
                "{:.4} {before} {found} {archived} {failed} {missing} {left_out} {waiting} {source}",
                row.share
            )?;
        }
        Ok(())
    }
}

impl SourceRow {
    /// By how much the share has fallen since the round before; below 0 if it has risen, 0 if there was none.
    pub fn fall(&self) -> f64 {
        self.share_before.map_or(0.0, |before| before - self.share)
    }

    /// Whether the share has fallen, and by at least this much.
    pub fn has_fallen(&self, by: f64) -> bool {
        // Shares have four digits; what is less is of the way they are stored.
        self.fall() >= by.max(LEAST_FALL) - LEAST_FALL / 2.0
    }

    /// Adds an outcome, or takes it away.
    fn count(&mut self, outcome: Outcome, detail: &[u8], is_needed: bool, by: i64) {
        let number = match kind(outcome, detail) {
            Kind::Archived => &mut self.archived,
            Kind::Failed => &mut self.failed,
            Kind::LeftOut => &mut self.left_out,
        };
        *number = number.saturating_add_signed(by);
        if is_needed {
            self.missing_requisites = self.missing_requisites.saturating_add_signed(by);
        }
    }
}

#[derive(PartialEq, Eq)]
enum Kind {
    Archived,
    Failed,
    LeftOut,
}

fn kind(outcome: Outcome, detail: &[u8]) -> Kind {
    match outcome {
        Outcome::Archived => {
            let detail = Detail::parse(detail);
            let is_error = detail.status().is_some_and(|status| status >= 400);
            let is_failure = Class::of(status::status(outcome, &detail)) == Class::Failure;
            if is_error || is_failure { Kind::Failed } else { Kind::Archived }
        }
        Outcome::Failed | Outcome::RobotsUnreachable | Outcome::Unfetchable => Kind::Failed,
        Outcome::Retried
        | Outcome::RobotsExcluded
        | Outcome::AddressRefused
        | Outcome::OverBudget
        | Outcome::OutOfScope
        | Outcome::Trap
        | Outcome::NotDue
        | Outcome::NotNational
        | Outcome::LeftOut => Kind::LeftOut,
    }
}

/// Whether an outcome is that of something a page needs and does not have.
fn is_requisite(
    pages: &History,
    outcome: Outcome,
    detail: &[u8],
    entry: LogPlace,
) -> Result<bool, stodola_frontier::FrontierError> {
    if kind(outcome, detail) != Kind::Failed {
        return Ok(false);
    }
    Ok(pages.entry(entry)?.hops.last().is_some_and(|hop| REQUISITES.contains(hop)))
}

/// Returns the source of the page at a place; `None` if it has none.
fn source_of(
    pages: &History,
    counting: &Counting,
    via: LogPlace,
) -> Result<Option<u32>, stodola_frontier::FrontierError> {
    let host = pages.entry(via)?.host;
    Ok(counting.of_host.get(host as usize).copied().filter(|source| *source != NOBODY))
}

/// A host without `www.`: both are the same site.
fn site(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

/// To four digits.
fn rounded(share: f64) -> f64 {
    (share * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(source: &str, share: f64, share_before: Option<f64>) -> SourceRow {
        SourceRow {
            source: source.to_owned(),
            found: 9,
            share,
            share_before,
            ..SourceRow::default()
        }
    }

    #[test]
    fn what_has_fallen_is_told_and_the_file_stays_as_it_is() {
        let sources =
            vec![row("a.cz", 0.8, Some(0.9)), row("b.cz", 0.85, Some(0.9)), row("c.cz", 0.1, None)];
        let more = vec![row("d.cz", 0.5, Some(0.5)), row("e.cz", 0.2, Some(0.9))];
        let more = Completeness { version: VERSION, sources: [sources.clone(), more].concat() };
        let fallen =
            |by: f64| -> Vec<&str> { more.fallen(by).iter().map(|row| &*row.source).collect() };
        assert_eq!((fallen(0.1), fallen(0.5)), (vec!["e.cz", "a.cz"], vec!["e.cz"]));
        assert_eq!(fallen(0.0), ["e.cz", "a.cz", "b.cz"], "what is the same has not fallen");
        let all = Completeness { version: VERSION, sources };
        let golden = "{\"version\":1,\"sources\":[{\"source\":\"a.cz\",\"found\":9,\"archived\":0,\
            \"failed\":0,\"missing_requisites\":0,\"left_out\":0,\"waiting\":0,\"share\":0.8,\"share_before\":0.9}";
        let text = serde_json::to_string(&all).unwrap();
        assert!(text.starts_with(golden), "{text}");
        assert_eq!(serde_json::from_str::<Completeness>(&text).unwrap(), all);
        let mut report = Vec::new();
        all.write(&mut report).unwrap();
        let report = String::from_utf8(report).unwrap();
        let lines: Vec<&str> = report.lines().skip(1).collect();
        assert_eq!(lines[0], "0.1000 - 9 0 0 0 0 0 c.cz");
        assert_eq!(lines[2], "0.8500 0.9000 9 0 0 0 0 0 b.cz");
    }
}
