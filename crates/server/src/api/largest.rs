//! The largest parts of a harvest, and how complete its sources are.

use super::jobs::stored;
use super::wire::{HostPart, LargestAnswer, SourceItem, SourceList, TypePart};
use super::{ApiAnswer, ApiResult, Call, cursor};
use stodola_app::job::{HostAmount, SourceRow, TypeRow, sources as all_sources};

pub(crate) fn largest(call: &Call) -> ApiResult {
    let parts = call.shared.jobs.largest(&stored(call)?)?;
    let counting = parts.is_none();
    let parts = parts.as_deref().cloned().unwrap_or_default();
    let host = |it: HostAmount| HostPart {
        host: it.host,
        archived: it.archived,
        bytes: it.bytes,
        share: it.share,
        waiting: it.waiting,
    };
    let kind = |it: TypeRow| TypePart {
        media_type: it.media_type,
        archived: it.archived,
        bytes: it.bytes,
        share: it.share,
    };
    ApiAnswer::new(&LargestAnswer {
        counting,
        by_host: parts.by_host.into_iter().map(host).collect(),
        by_type: parts.by_type.into_iter().map(kind).collect(),
    })
}

pub(crate) fn sources(call: &Call) -> ApiResult {
    let skip = cursor::number(call)?.and_then(|it| usize::try_from(it).ok()).unwrap_or(0);
    let limit = call.limit()?;
    let Some((round, completeness)) = all_sources(&stored(call)?) else {
        return ApiAnswer::new(&SourceList {
            round: None,
            total: 0,
            items: Vec::new(),
            next: None,
        });
    };
    let mut rows = completeness.sources;
    let total = rows.len();
    // What has not fallen is ordered by its share alone.
    let fall = |row: &SourceRow| if row.has_fallen(0.0) { row.fall() } else { 0.0 };
    rows.sort_by(|a, b| {
        fall(b)
            .total_cmp(&fall(a))
            .then_with(|| a.share.total_cmp(&b.share))
            .then_with(|| a.source.cmp(&b.source))
    });
    let items: Vec<SourceItem> = rows.into_iter().skip(skip).take(limit).map(item).collect();
    let end = skip.saturating_add(items.len());
    let next = (end < total && !items.is_empty()).then(|| cursor::of_number(end as i64));
    ApiAnswer::new(&SourceList { round: Some(round), total: total as u64, items, next })
}

fn item(row: SourceRow) -> SourceItem {
    SourceItem {
        fallen: row.has_fallen(0.0),
        source: row.source,
        share: row.share,
        share_before: row.share_before,
        found: row.found,
        archived: row.archived,
        failed: row.failed,
        missing_requisites: row.missing_requisites,
        left_out: row.left_out,
        waiting: row.waiting,
    }
}
