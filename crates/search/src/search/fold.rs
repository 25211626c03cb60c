//! From the ranking to hits: documents that are nearly the same, and contents of the same address, become one.

use super::results::{SearchHit, host_of};
use super::{Asked, HitCapture};
use crate::error::SearchError;
use crate::kind::DocumentType;
use crate::parts::SIMHASH;
use crate::run::Ranked;
use crate::simhash::is_near;
use crate::store::{ContentAddress, NameKind, StoredCapture};
use std::collections::HashMap;
use stodola_archive::Stamp;

/// The hits of a page.
#[derive(Default)]
pub(super) struct FoldedHits {
    pub(super) hits: Vec<SearchHit>,
    /// Key of the last hit, if there are more behind it.
    pub(super) last: Option<(u32, u64)>,
}

/// Captures of one content that are looked at for a hit.
const CAPTURES_MAX: usize = 1_000;

/// Which group a document of the ranking belongs to: the number of its first document.
#[derive(Default)]
struct Groups {
    addresses: HashMap<i64, usize>,
    simhashes: Vec<(u64, usize)>,
}

impl Groups {
    fn of(&self, address: i64, simhash: u64) -> Option<usize> {
        let near = || self.simhashes.iter().find(|(known, _)| is_near(*known, simhash));
        self.addresses.get(&address).copied().or_else(|| near().map(|(_, group)| *group))
    }
}

/// Returns the hits behind a place of the ranking.
pub(super) fn fold(
    asked: &Asked<'_>,
    ranked: &[Ranked],
    behind: Option<(u32, u64)>,
) -> Result<FoldedHits, SearchError> {
    let limit = asked.request.limit.max(1);
    let mut folded = FoldedHits::default();
    let mut groups = Groups::default();
    // The hit of each group on this page.
    let mut shown: HashMap<usize, usize> = HashMap::new();
    let mut last = None;
    for (place, document) in ranked.iter().enumerate() {
        let Some(address) = asked.store.uri(document.content)? else { continue };
        let simhash = match asked.request.images {
            true => 0,
            false => simhash_of(asked, document)?,
        };
        if !asked.request.unfolded
            && let Some(group) = groups.of(address.number, simhash)
        {
            groups.addresses.entry(address.number).or_insert(group);
            groups.simhashes.push((simhash, group));
            if let Some(hit) = shown.get(&group) {
                folded.hits[*hit].similar += 1;
            }
            continue;
        }
        if folded.hits.len() == limit {
            folded.last = last;
            break;
        }
        groups.addresses.insert(address.number, place);
        groups.simhashes.push((simhash, place));
        if behind.is_some_and(|behind| document.key() >= behind) {
            continue;
        }
        if let Some(hit) = hit_of(asked, document, address)? {
            shown.insert(place, folded.hits.len());
            folded.hits.push(hit);
            last = Some(document.key());
        }
    }
    Ok(folded)
}

fn simhash_of(asked: &Asked<'_>, document: &Ranked) -> Result<u64, SearchError> {
    let segment = asked.snapshot.searcher.segment_reader(document.place.0);
    let column = segment.fast_fields().column_first_or_default::<u64>(SIMHASH)?;
    Ok(column.get_val(document.place.1))
}

/// The hit of a document; `None` if the reader may see no capture of it.
fn hit_of(
    asked: &Asked<'_>,
    document: &Ranked,
    address: ContentAddress,
) -> Result<Option<SearchHit>, SearchError> {
    let dates = &asked.request.query.filters.dates.wanted;
    // The latest ones are those that are shown; of a page that was captured a thousand times, the first do not matter.
    let mut captures = asked.store.latest(document.content, dates, CAPTURES_MAX)?;
    let site = asked.store.name_of(NameKind::Site, document.facts.site)?.unwrap_or_default();
    let mut is_restricted = false;
    if let Some(gate) = asked.request.gate
        && gate.may_restrict(if asked.request.images { "" } else { &site })
    {
        is_restricted = true;
        let hits: Vec<HitCapture> = captures.iter().map(HitCapture::of).collect();
        let mut shown = gate.shown(&address.uri, address.image.as_deref(), &hits).into_iter();
        captures.retain(|_| shown.next().unwrap_or(false));
    }
    let Some(capture) = captures.last().cloned() else { return Ok(None) };
    if is_restricted && !dates.is_empty() {
        // When it was captured at other times may be seen too, as far as the reader may.
        captures = seen_of(asked, document.content, &address)?;
    }
    let known = |capture: &StoredCapture| Stamp::from_number(capture.time);
    let (first, last) = match is_restricted {
        true => (captures.iter().find_map(known), captures.iter().rev().find_map(known)),
        false => {
            let span = asked.snapshot.spans.get(document.content);
            (Stamp::from_number(span.first), Stamp::from_number(span.last))
        }
    };
    let language = u32::from(document.facts.language);
    Ok(Some(SearchHit {
        uri: address.uri,
        image: address.image,
        capture: HitCapture::of(&capture),
        times: first.zip(last),
        site: host_of(&site),
        kind: DocumentType::from_code(document.facts.kind).unwrap_or(DocumentType::Other),
        language: asked.store.name_of(NameKind::Language, language)?,
        status: Some(document.facts.status).filter(|status| *status > 0),
        score: document.score,
        similar: 0,
    }))
}

/// The latest captures of a content that the reader may see, in order of time.
fn seen_of(
    asked: &Asked<'_>,
    content: u64,
    address: &ContentAddress,
) -> Result<Vec<StoredCapture>, SearchError> {
    let mut captures = asked.store.latest(content, &[], CAPTURES_MAX)?;
    if let Some(gate) = asked.request.gate {
        let hits: Vec<HitCapture> = captures.iter().map(HitCapture::of).collect();
        let mut shown = gate.shown(&address.uri, address.image.as_deref(), &hits).into_iter();
        captures.retain(|_| shown.next().unwrap_or(false));
    }
    Ok(captures)
}
