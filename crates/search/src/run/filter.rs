//! Which documents are left: what the query asks for beside words, and what the reader may see.

use crate::error::SearchError;
use crate::kind::DocumentType;
use crate::parts::{CONTENT, FACTS, Facts};
use crate::snapshot::Spans;
use crate::span::Span;
use crate::store::Store;
use std::sync::Arc;
use tantivy::columnar::ColumnValues;
use tantivy::{DocId, SegmentReader};

/// So many documents of restricted sites are asked about one by one for a query; then they no longer count.
const ASKED_MAX: usize = 2_000;

/// What a reader may see.
pub(crate) trait Sight {
    /// Whether some capture of a site may be out of sight. `site` is in the order of SURT.
    fn may_restrict(&self, site: &str) -> bool;
    /// What the reader sees of a content: its span, of the captures in sight alone. Without any, it does not exist.
    fn span(&self, content: u64) -> Result<Span, SearchError>;
}

/// Small numbers, a bit for each: each document found is looked up in it.
#[derive(Debug, Default)]
pub(crate) struct NumberSet {
    bits: Vec<u64>,
    numbers: Vec<u32>,
}

impl NumberSet {
    pub(crate) fn insert(&mut self, number: u32) {
        let word = (number / 64) as usize;
        if word >= self.bits.len() {
            self.bits.resize(word + 1, 0);
        }
        self.bits[word] |= 1 << (number % 64);
        self.numbers.push(number);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    fn contains(&self, number: u32) -> bool {
        self.bits.get((number / 64) as usize).is_some_and(|bits| bits >> (number % 64) & 1 == 1)
    }
}

/// A set of numbers that are wanted and one of numbers that are not.
#[derive(Debug, Default)]
pub(crate) struct NumberFilter {
    /// `None`: any.
    pub(crate) wanted: Option<NumberSet>,
    pub(crate) unwanted: NumberSet,
}

impl NumberFilter {
    fn admits(&self, number: u32) -> bool {
        self.wanted.as_ref().is_none_or(|wanted| wanted.contains(number))
            && (self.unwanted.is_empty() || !self.unwanted.contains(number))
    }

    fn is_empty(&self) -> bool {
        self.wanted.is_none() && self.unwanted.is_empty()
    }
}

/// The filters of a query, with numbers instead of names.
pub(crate) struct CompiledFilter<'f> {
    pub(crate) sites: NumberFilter,
    pub(crate) languages: NumberFilter,
    pub(crate) kinds: NumberFilter,
    pub(crate) jobs: NumberFilter,
    pub(crate) statuses: crate::query::ValueFilter<(u16, u16)>,
    pub(crate) dates: crate::query::ValueFilter<(u64, u64)>,
    /// Whether pictures are searched, and nothing else.
    pub(crate) images: bool,
    /// Contents from this number on came later.
    pub(crate) next: u64,
    pub(crate) spans: &'f Spans,
    pub(crate) store: &'f Store,
    pub(crate) sight: Option<&'f dyn Sight>,
    /// Sites by number: whether captures may be out of sight, as far as that was asked.
    pub(crate) restricted: Vec<Option<bool>>,
    pub(crate) site_name: &'f dyn Fn(u32) -> Result<Option<String>, SearchError>,
    pub(crate) asked: usize,
    pub(crate) is_partial: bool,
    /// What is counted apart; `None` for a group that can have no document.
    pub(crate) groups: Vec<Option<CompiledFilter<'f>>>,
}

/// The columns of a segment.
pub(super) struct Columns {
    contents: Arc<dyn ColumnValues<u64>>,
    facts: Arc<dyn ColumnValues<u64>>,
    content_values: Vec<u64>,
    fact_values: Vec<u64>,
}

impl CompiledFilter<'_> {
    pub(super) fn columns(&self, segment: &SegmentReader) -> Result<Columns, SearchError> {
        let columns = segment.fast_fields();
        Ok(Columns {
            contents: columns.column_first_or_default(CONTENT)?,
            facts: columns.column_first_or_default(FACTS)?,
            content_values: Vec::new(),
            fact_values: Vec::new(),
        })
    }

    /// Calls `on` with each document that is left: its number, content, facts and span, and a bit for each group that
    /// it belongs to.
    pub(super) fn apply(
        &mut self,
        columns: &mut Columns,
        documents: &[DocId],
        on: &mut dyn FnMut(DocId, u64, Facts, Span, u64),
    ) -> Result<(), SearchError> {
        columns.content_values.resize(documents.len(), 0);
        columns.fact_values.resize(documents.len(), 0);
        columns.contents.get_vals(documents, &mut columns.content_values);
        columns.facts.get_vals(documents, &mut columns.fact_values);
        let values = columns.content_values.iter().zip(&columns.fact_values);
        for (doc, (content, facts)) in documents.iter().zip(values) {
            let (content, facts) = (*content, Facts::unpack(*facts));
            if content >= self.next || !self.admits(facts) {
                continue;
            }
            let mut span = self.spans.get(content);
            if !span.exists() || !self.admits_span(content, span)? {
                continue;
            }
            if self.sight.is_some() && self.is_restricted(facts.site)? {
                match self.seen(content)? {
                    Some(seen) if self.admits_seen(content, seen)? => span = seen,
                    _ => continue,
                }
            }
            let mut groups = 0;
            for (bit, group) in self.groups.iter().enumerate().take(64) {
                if let Some(group) = group
                    && group.admits(facts)
                    && group.admits_span(content, span)?
                {
                    groups |= 1 << bit;
                }
            }
            on(*doc, content, facts, span, groups);
        }
        Ok(())
    }

    fn admits(&self, facts: Facts) -> bool {
        if (facts.kind == DocumentType::Image.code()) != self.images {
            return false;
        }
        if !self.sites.is_empty() && !self.sites.admits(facts.site) {
            return false;
        }
        if !self.languages.is_empty() && !self.languages.admits(u32::from(facts.language)) {
            return false;
        }
        if !self.kinds.is_empty() && !self.kinds.admits(u32::from(facts.kind)) {
            return false;
        }
        let has = |ranges: &[(u16, u16)]| {
            ranges.iter().any(|(from, to)| (*from..=*to).contains(&facts.status))
        };
        (self.statuses.wanted.is_empty() || has(&self.statuses.wanted))
            && !has(&self.statuses.unwanted)
    }

    /// Whether dates and jobs are those that are asked for.
    fn admits_span(&self, content: u64, span: Span) -> Result<bool, SearchError> {
        if !self.dates.is_empty() {
            let touches = |(from, to): &(u64, u64)| match span.touches(*from, *to) {
                Some(touches) => Ok(touches),
                None => self.store.has_capture(content, *from, *to),
            };
            if !self.dates.wanted.is_empty() && !any(&self.dates.wanted, touches)? {
                return Ok(false);
            }
            // Not wanted: a content that was captured then and at no other time.
            let is_within = |(from, to): &(u64, u64)| Ok(span.first >= *from && span.last <= *to);
            if any(&self.dates.unwanted, is_within)? {
                return Ok(false);
            }
        }
        if !self.jobs.is_empty() {
            let by_job = |job: &u32| match *job < crate::span::LAST_JOB {
                true => Ok(span.jobs >> job & 1 == 1),
                false => Ok(span.jobs >> crate::span::LAST_JOB & 1 == 1
                    && self.store.has_job(content, *job)?),
            };
            if let Some(wanted) = &self.jobs.wanted
                && !any(&wanted.numbers, by_job)?
            {
                return Ok(false);
            }
            if any(&self.jobs.unwanted.numbers, by_job)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The same for the captures that the reader sees.
    fn admits_seen(&self, content: u64, seen: Span) -> Result<bool, SearchError> {
        Ok(seen.exists() && self.admits_span(content, seen)?)
    }

    fn is_restricted(&mut self, site: u32) -> Result<bool, SearchError> {
        let at = site as usize;
        if let Some(Some(known)) = self.restricted.get(at) {
            return Ok(*known);
        }
        // A picture may be of another site than its page.
        let name = match self.images {
            true => String::new(),
            false => (self.site_name)(site)?.unwrap_or_default(),
        };
        let is_restricted = self.sight.is_some_and(|sight| sight.may_restrict(&name));
        if at >= self.restricted.len() {
            self.restricted.resize(at + 1, None);
        }
        self.restricted[at] = Some(is_restricted);
        Ok(is_restricted)
    }

    /// The span that the reader sees; `None` if too many were asked about.
    fn seen(&mut self, content: u64) -> Result<Option<Span>, SearchError> {
        if self.asked == ASKED_MAX {
            self.is_partial = true;
            return Ok(None);
        }
        self.asked += 1;
        match self.sight {
            Some(sight) => Ok(Some(sight.span(content)?)),
            None => Ok(Some(self.spans.get(content))),
        }
    }
}

fn any<'v, T: 'v>(
    values: impl IntoIterator<Item = &'v T>,
    is_it: impl Fn(&T) -> Result<bool, SearchError>,
) -> Result<bool, SearchError> {
    for value in values {
        if is_it(value)? {
            return Ok(true);
        }
    }
    Ok(false)
}
