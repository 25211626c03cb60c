//! Completeness: which parts of pages the archive lacks, and why.

use super::open::{MapQueryError, MapView};
use serde::{Serialize, Serializer};
use stodola_map::{CompletenessOptions, LinkProblem, Unharvested};

/// How complete the pages of a part of the archive are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CompletenessReport {
    /// Pages with parts that are missing, in the order of their sites.
    pub pages: Vec<IncompletePage>,
    /// Number of pages that were looked at.
    pub page_count: u64,
    /// Number of parts that they need, each as often as a page needs it.
    pub needed: u64,
    /// Number of those that are missing.
    pub missing: u64,
    /// The share of parts that are there, from 0 to 1.
    pub score: f64,
}

/// A page with parts that are missing. It is serialised as in JSON output.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct IncompletePage {
    /// Address of the page.
    pub uri: String,
    /// The share of parts that are there, from 0 to 1.
    #[serde(serialize_with = "crate::json::six_digits")]
    pub score: f64,
    /// Number of parts that it needs.
    pub needed: u32,
    /// The parts that are missing.
    pub missing: Vec<MissingPart>,
}

/// A part that is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MissingPart {
    /// Address of the part.
    pub uri: String,
    /// Why it is missing: a word of [`LinkProblem::code`].
    #[serde(rename = "outcome", serialize_with = "code")]
    pub reason: Unharvested,
}

impl MissingPart {
    /// Why it is missing, as the problem of a link to it.
    pub fn problem(&self) -> LinkProblem {
        LinkProblem::NotHarvested(self.reason.clone())
    }
}

fn code<S: Serializer>(reason: &Unharvested, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(LinkProblem::NotHarvested(reason.clone()).code())
}

impl MapView<'_> {
    /// Finds the parts of pages that the archive lacks: style sheets, pictures, scripts, frames.
    pub fn completeness(&self) -> Result<CompletenessReport, MapQueryError> {
        let found = self.snapshot.completeness(&CompletenessOptions {
            keep: &|uri| self.opened.is_wanted(uri),
            outcome: &|uri| self.unharvested(uri),
        })?;
        let score = found.score();
        let mut pages = Vec::with_capacity(found.pages.len());
        for page in &found.pages {
            let missing = page.missing.iter().map(|part| MissingPart {
                uri: self.address(*part),
                reason: found.parts.get(part).map_or(Unharvested::Unknown, |(why, _)| why.clone()),
            });
            pages.push(IncompletePage {
                uri: self.address(page.page),
                score: page.score(),
                needed: page.needed,
                missing: missing.collect(),
            });
        }
        let (page_count, needed, missing) = (found.page_count, found.needed, found.missing);
        Ok(CompletenessReport { pages, page_count, needed, missing, score })
    }
}
