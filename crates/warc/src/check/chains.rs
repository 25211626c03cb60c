//! What connects the records of a file: ids, references, segments.
//!
//! A file may have any number of records, but memory is bounded: ids are kept as 128-bit hashes, at most
//! [`Limits::ids`] of them. References to records that were not seen yet, and segmented records, have limits too. What
//! exceeds a limit is not compared, and one finding per file says so.

use super::rules;
use super::values::quoted;
use super::{FormatFault, Remembered, Sink};
use std::collections::hash_map::{DefaultHasher, Entry};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// How much is remembered of a file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Ids of records: some 35 MB at most.
    pub(super) ids: usize,
    /// References to records not seen yet.
    pub(super) references: usize,
    /// Segmented records.
    pub(super) series: usize,
    /// Names of fields that are not in the standard.
    pub(super) names: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { ids: 1 << 20, references: 1 << 16, series: 1 << 16, names: 1 << 10 }
    }
}

/// A hasher for keys that are hashes already.
#[derive(Default)]
struct Folded(u64);

impl Hasher for Folded {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &b in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(b);
        }
    }

    fn write_u128(&mut self, n: u128) {
        self.0 = n as u64;
    }
}

type Keyed = BuildHasherDefault<Folded>;

fn hash(text: &[u8]) -> u128 {
    let mut low = DefaultHasher::new();
    text.hash(&mut low);
    let mut high = DefaultHasher::new();
    high.write_u8(1);
    text.hash(&mut high);
    u128::from(high.finish()) << 64 | u128::from(low.finish())
}

/// The unknown field names that were already reported.
pub(super) struct Names {
    told: HashSet<u128, Keyed>,
    limit: usize,
}

impl Names {
    pub(super) fn new(limits: Limits) -> Self {
        Names { told: HashSet::default(), limit: limits.names }
    }

    /// Returns true if the name is new, letter case ignored. Returns false for all names once too many are known.
    pub(super) fn is_new(&mut self, name: &[u8]) -> bool {
        self.told.len() < self.limit && self.told.insert(hash(&name.to_ascii_lowercase()))
    }
}

/// A place in the file that refers to another record.
struct Reference {
    offset: u64,
    field: &'static str,
    id: String,
}

/// The segments seen of one record.
struct Series {
    /// Offset of the first segment that was seen.
    offset: u64,
    last: u64,
    /// Bytes of the blocks so far; `None` if the first segment is not in the file.
    length: Option<u64>,
    is_complete: bool,
}

/// What the header of a continuation says.
pub(super) struct Continuation {
    pub(super) number: Option<u64>,
    pub(super) total: Option<u64>,
    pub(super) length: u64,
}

/// An id without brackets, hashed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Id(u128);

impl Id {
    pub(super) fn new(value: &[u8]) -> Id {
        Id(hash(crate::record::strip_brackets(value)))
    }
}

pub(super) struct Chains {
    limits: Limits,
    ids: HashSet<u128, Keyed>,
    references: HashMap<u128, Reference, Keyed>,
    series: HashMap<u128, Series, Keyed>,
    is_full: bool,
    is_told: bool,
}

impl Chains {
    pub(super) fn new(limits: Limits) -> Self {
        Chains {
            limits,
            ids: HashSet::default(),
            references: HashMap::default(),
            series: HashMap::default(),
            is_full: false,
            is_told: false,
        }
    }

    /// Notes the id of a record.
    pub(super) fn id(&mut self, value: &[u8], sink: &mut Sink<'_>) -> Id {
        let id = Id::new(value);
        if self.ids.contains(&id.0) {
            sink.add(rules::DUPLICATE_ID, FormatFault::RepeatedId { id: quoted(value) });
        } else if self.ids.len() >= self.limits.ids {
            self.is_full = true;
            self.tell_limit(Remembered::Ids, self.limits.ids, sink);
        } else {
            self.ids.insert(id.0);
        }
        if !self.references.is_empty() {
            self.references.remove(&id.0);
        }
        id
    }

    /// Notes a field that names another record of the file, which may come before or after it.
    pub(super) fn reference(&mut self, field: &'static str, value: &[u8], sink: &mut Sink<'_>) {
        let id = Id::new(value);
        if self.ids.contains(&id.0) {
            return;
        }
        let has_room = self.references.len() < self.limits.references;
        if let Entry::Vacant(entry) = self.references.entry(id.0) {
            if has_room {
                entry.insert(Reference { offset: sink.offset, field, id: quoted(value) });
                return;
            }
            self.tell_limit(Remembered::References, self.limits.references, sink);
        }
    }

    /// Notes a record that is the first of several segments.
    pub(super) fn first_segment(&mut self, id: Id, length: u64, sink: &mut Sink<'_>) {
        let series =
            Series { offset: sink.offset, last: 1, length: Some(length), is_complete: false };
        self.start_series(id, series, sink);
    }

    fn start_series(&mut self, id: Id, series: Series, sink: &mut Sink<'_>) {
        if self.series.len() < self.limits.series {
            self.series.insert(id.0, series);
        } else {
            self.tell_limit(Remembered::Segmented, self.limits.series, sink);
        }
    }

    /// Notes a later segment.
    pub(super) fn continuation(
        &mut self,
        origin: &[u8],
        segment: &Continuation,
        sink: &mut Sink<'_>,
    ) {
        let id = Id::new(origin);
        let Some(number) = segment.number else { return };
        let Some(series) = self.series.get_mut(&id.0) else {
            if self.ids.contains(&id.0) {
                let origin = quoted(origin);
                sink.add(rules::SEGMENT_CHAIN, FormatFault::NotSegmented { origin });
            } else if !self.is_full {
                let origin = quoted(origin);
                sink.add(rules::SEGMENT_ELSEWHERE, FormatFault::EarlierSegments { origin, number });
            }
            let is_complete = segment.total.is_some();
            let series = Series { offset: sink.offset, last: number, length: None, is_complete };
            self.start_series(id, series, sink);
            return;
        };
        if series.is_complete {
            let origin = quoted(origin);
            sink.add(rules::SEGMENT_CHAIN, FormatFault::AfterLastSegment { number, origin });
        } else if series.last.checked_add(1) != Some(number) {
            let (origin, last) = (quoted(origin), series.last);
            sink.add(rules::SEGMENT_CHAIN, FormatFault::SegmentOrder { number, origin, last });
            // Without all segments the sum says nothing.
            series.length = None;
        }
        series.last = number;
        series.length = series.length.and_then(|length| length.checked_add(segment.length));
        let Some(total) = segment.total else { return };
        series.is_complete = true;
        if let Some(length) = series.length
            && length != total
        {
            let origin = quoted(origin);
            sink.add(rules::SEGMENT_CHAIN, FormatFault::SegmentTotal { total, origin, length });
        }
    }

    /// Reports what is still open at the end of the file, in file order.
    pub(super) fn finish(self, sink: &mut Sink<'_>) {
        let mut open: Vec<(u64, rules::CheckRule, FormatFault)> = Vec::new();
        // Once ids were forgotten, a record not found may be there all the same.
        if !self.is_full {
            let references = self.references.into_values();
            open.extend(references.map(|Reference { offset, field, id }| {
                (offset, rules::REFERENCE_ELSEWHERE, FormatFault::NotInFile { field, id })
            }));
        }
        for series in self.series.into_values().filter(|s| !s.is_complete) {
            let fault = FormatFault::LaterSegments { last: series.last };
            open.push((series.offset, rules::SEGMENT_ELSEWHERE, fault));
        }
        open.sort_by_cached_key(|(offset, _, fault)| (*offset, fault.to_string()));
        for (offset, rule, fault) in open {
            sink.offset = offset;
            sink.add(rule, fault);
        }
    }

    fn tell_limit(&mut self, what: Remembered, limit: usize, sink: &mut Sink<'_>) {
        if !self.is_told {
            self.is_told = true;
            sink.add(rules::NOT_REMEMBERED, FormatFault::Limit { what, limit });
        }
    }
}
