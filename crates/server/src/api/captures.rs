//! Captures: lists, one of them, the history of an address.

use super::wire::{Capture, CaptureDetail, CapturePage, History, HistoryDay, Refusal};
use super::{ApiAnswer, ApiResult, Call, Problem, ProblemKind, cursor};
use crate::state::AskError;
use stodola_access::Moment;
use stodola_app::json;
use stodola_app::memento::MementoNeighbours;
use stodola_app::reading::{
    CaptureDetails, CaptureGate, CaptureSight, ReaderGate, UrlHistory, shown_file,
};
use stodola_archive::{Direction, Entry, KeyRange, RangeCursor, Stamp, key_of};
use stodola_replay::ReplayAddress;

/// So many captures are looked at for one page.
const READ_MAX: u64 = 20_000;
/// So many captures of one address are counted.
const COUNTED_MAX: u64 = 200_000;

/// What a page of captures has to fit.
struct Filter {
    from: Option<Stamp>,
    to: Option<Stamp>,
}

impl Filter {
    fn read(call: &Call) -> Result<Filter, Problem> {
        let time = |name: &str, parse: fn(&str) -> Option<Moment>| match call.query.get(name) {
            None => Ok(None),
            Some(digits) => {
                let stamp =
                    parse(digits).and_then(|it| Stamp::from_number(it.digits().try_into().ok()?));
                let wrong =
                    || Problem::with(ProblemKind::BadRequest, format!("{name}: not a time"));
                stamp.map(Some).ok_or_else(wrong)
            }
        };
        let (from, to) = (time("from", Moment::parse)?, time("to", Moment::parse_last)?);
        Ok(Filter { from, to })
    }

    fn fits(&self, entry: &Entry) -> bool {
        let time = entry.row.time;
        let is_late = self.from.is_none_or(|from| time.is_some_and(|time| time >= from));
        let is_early = self.to.is_none_or(|to| time.is_some_and(|time| time <= to));
        is_late && is_early
    }
}

/// The ranges of keys that are asked for.
fn ranges(url: &str, kind: &str) -> Option<Vec<KeyRange>> {
    let key = key_of(url.as_bytes());
    let host = key.split(|byte| *byte == b')').next().unwrap_or(&key);
    let below = |last: &[u8]| KeyRange::of_prefix(&[host, last].concat());
    match kind {
        "exact" => Some(vec![KeyRange::of_key(&key)]),
        "prefix" if url.ends_with('/') && !key.ends_with(b"/") => {
            Some(vec![KeyRange::of_prefix(&[&key[..], b"/"].concat())])
        }
        "prefix" => Some(vec![KeyRange::of_prefix(&key)]),
        "host" => Some(vec![below(b")")]),
        "domain" => Some(vec![below(b")"), below(b","), below(b":")]),
        _ => None,
    }
}

fn gate(call: &Call) -> Result<ReaderGate, Problem> {
    Ok(call.shared.gate(&call.reader)?)
}

pub(crate) fn list(call: &Call) -> ApiResult {
    let url = call.needed("url")?;
    let ranges = ranges(url, call.query.get("match").unwrap_or("exact"));
    let ranges = ranges.ok_or_else(|| {
        Problem::with(ProblemKind::BadRequest, "match: exact, prefix, host or domain")
    })?;
    let (filter, limit, start) = (Filter::read(call)?, call.limit()?, cursor::place(call)?);
    let (first, mut behind) = start.map_or((0, None), |(range, key)| (range, Some(key)));
    let gate = gate(call)?;
    let catalogue = call.shared.captures.catalogue().map_err(AskError::from)?;
    let mut page = CapturePage { items: Vec::new(), next: None };
    let mut read = 0;
    for (number, range) in ranges.into_iter().enumerate().skip(first) {
        let mut cursor = match behind.take() {
            Some(key) if key >= range.start => RangeCursor::behind(range, Direction::Forwards, key),
            _ => RangeCursor::new(range, Direction::Forwards),
        };
        while let Some(entry) = catalogue.advance(&mut cursor).map_err(AskError::from)? {
            read += 1;
            let sight = gate.sight(&entry);
            if sight != CaptureSight::Hidden && filter.fits(&entry) {
                page.items.push(capture(&entry, sight));
            }
            if page.items.len() >= limit || read >= READ_MAX {
                page.next = Some(cursor::of_place(number, &entry));
                return ApiAnswer::new(&page);
            }
        }
    }
    ApiAnswer::new(&page)
}

fn capture(entry: &Entry, sight: CaptureSight) -> Capture {
    let row = &entry.row;
    Capture {
        uri: json::text(&row.uri).into_owned(),
        time: row.time.map(|time| time.to_string()),
        kind: row.kind.as_str().to_owned(),
        status: row.status,
        mime: row.mime.clone(),
        digest: row.digest.clone().filter(|_| sight == CaptureSight::Shown),
        length: row.length,
        file: shown_file(&entry.file).to_owned(),
        offset: row.offset,
        blocked: sight == CaptureSight::Blocked,
    }
}

pub(crate) fn one(call: &Call) -> ApiResult {
    let url = call.needed("url")?;
    let time = call.needed("time")?;
    let time = Stamp::parse(time).filter(|_| time.len() == 14);
    let time =
        time.ok_or_else(|| Problem::with(ProblemKind::BadRequest, "time: fourteen digits"))?;
    let gate = gate(call)?;
    let found = CaptureDetails::find(url.as_bytes(), time, &call.shared.captures, &gate);
    let details = found.map_err(AskError::from)?;
    let details = details.ok_or_else(|| Problem::new(ProblemKind::NotFound))?;
    let CaptureDetails { entry, refusal, neighbours, job, record_id, head, .. } = details;
    let MementoNeighbours { previous, next, .. } = neighbours;
    let path = ReplayAddress::new(&entry.row.uri, entry.row.time, None).to_path();
    let is_shown = refusal.is_none();
    let title = entry.row.title.clone().filter(|_| is_shown);
    ApiAnswer::new(&CaptureDetail {
        capture: capture(&entry, gate.sight(&entry)),
        title,
        language: entry.row.language.clone().filter(|_| is_shown),
        job,
        record: record_id,
        head: head.map(|head| String::from_utf8_lossy(&head).into_owned()),
        refusal: refusal.map(|refusal| Refusal {
            rule: refusal.rule.0,
            cause: refusal.cause.as_str().to_owned(),
            until: refusal.until.map(|until| until.to_string()),
            message: refusal.message,
        }),
        previous: previous.map(|(time, _)| time.to_string()),
        next: next.map(|(time, _)| time.to_string()),
        replay: format!("{}/replay/{path}", call.shared.origins.app.as_str()),
    })
}

pub(crate) fn history(call: &Call) -> ApiResult {
    let url = call.needed("url")?;
    let gate = gate(call)?;
    let found = UrlHistory::count(url.as_bytes(), COUNTED_MAX, &call.shared.captures, &gate);
    let history = found.map_err(AskError::from)?;
    let day = |(day, tally): (&u32, &stodola_app::reading::DayTally)| HistoryDay {
        day: *day,
        captures: tally.captures,
        changes: tally.changes,
        errors: tally.errors,
        blocked: tally.blocked,
    };
    ApiAnswer::new(&History {
        url: url.to_owned(),
        captures: history.captures,
        changes: history.changes,
        first: history.first.map(|time| time.to_string()),
        last: history.last.map(|time| time.to_string()),
        cut: history.is_cut,
        days: history.days.iter().map(day).collect(),
    })
}
