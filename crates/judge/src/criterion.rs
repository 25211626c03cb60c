//! The criteria: one small module each, and one list of all.
//!
//! A criterion is made once from a pack and settings, and then looks at pages. It does not know how many points its
//! findings are worth.

mod dictionary;
mod email;
mod forbidden_links;
mod forbidden_words;
mod in_links;
mod known_sites;
mod language;
mod language_tag;
mod linked_servers;
mod links;
mod national_links;
mod offensive_sites;
mod owner;
mod phone;
pub(crate) mod phrases;
mod places;
mod server;
#[cfg(test)]
mod tests;
mod url;

use std::sync::Arc;

use crate::error::Error;
use crate::geo::Countries;
use crate::language::Identified;
use crate::pack::Pack;
use crate::page::Page;
use crate::probability::saturated;
use crate::properties::Properties;
use crate::verdict::{Evidence, Signal};
use phrases::Phrased;

/// Looks for one kind of evidence.
pub(crate) trait Criterion: Send + Sync {
    /// Looks at a page. The time must be proportional to the size of the page, and at most [`MAX_EVIDENCE`] pieces of
    /// evidence may be kept.
    fn look(&self, page: &Page<'_>, seen: &Seen<'_>) -> Found;
}

/// What is known of a page before the criteria look at it.
pub(crate) struct Seen<'a> {
    pub(crate) language: Option<&'a Identified>,
    /// The phrases of the pack that occur in the page.
    pub(crate) phrases: &'a Phrased,
    /// The hosts that the page links to, each once, without its own host.
    pub(crate) linked_hosts: &'a [&'a str],
}

/// What a criterion is made of.
pub(crate) struct Making<'a> {
    pub(crate) pack: &'a Pack,
    pub(crate) properties: Option<&'a Properties>,
    pub(crate) countries: Option<Arc<Countries>>,
}

/// A criterion in the list of criteria.
pub struct Known {
    /// Name in packs and verdicts.
    pub name: &'static str,
    /// What it looks at, in a few words for people.
    pub about: &'static str,
    /// Whether it looks at the text or the markup of a page. The others judge documents of every type.
    pub needs_text: bool,
    pub(crate) make: Make,
}

/// All criteria, in the order of verdicts and features.
pub const CRITERIA: &[Known] = &[
    text("email", "e-mail addresses", email::make),
    text("phone", "phone numbers", phone::make),
    text("language-tag", "declared languages", language_tag::make),
    any("server", "country of the server", server::make),
    text("linked-servers", "countries of linked servers", linked_servers::make),
    text("dictionary", "words of this language only", dictionary::make),
    text("language", "language by statistics", language::make),
    text("national-links", "links into the national domain", national_links::make),
    text("known-sites", "links to known national sites", known_sites::make),
    text("places", "names of places", places::make),
    text("forbidden-words", "forbidden words", forbidden_words::make),
    text("forbidden-links", "forbidden links", forbidden_links::make),
    any("in-links", "pages of the national domain that link here", in_links::make),
    any("owner", "country of the domain's owner", owner::make),
    any("url", "words and patterns of the address", url::make),
    text("names", "names of the nation in other languages", places::make_names),
    text("vulgar-words", "vulgar words", forbidden_words::make_vulgar),
    text("pornographic-words", "pornographic words", forbidden_words::make_pornographic),
    text("racist-words", "racist words", forbidden_words::make_racist),
    any("offensive-sites", "pornographic, racist and similar sites", offensive_sites::make),
];

type Make = fn(&Making<'_>) -> Result<Box<dyn Criterion>, Error>;

/// A criterion that looks at text or markup.
const fn text(name: &'static str, about: &'static str, make: Make) -> Known {
    Known { name, about, needs_text: true, make }
}

/// A criterion for documents of every type.
const fn any(name: &'static str, about: &'static str, make: Make) -> Known {
    Known { name, about, needs_text: false, make }
}

/// Maximum number of pieces of evidence that are kept for a criterion.
pub(crate) const MAX_EVIDENCE: usize = 16;
/// Maximum length in bytes of one piece of evidence.
const MAX_EVIDENCE_TEXT: usize = 120;

/// What a criterion found on a page.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    pub(crate) found: u64,
    pub(crate) valid: u64,
    pub(crate) evidence: Vec<Evidence>,
    pub(crate) lacks: Option<String>,
    /// How strongly it speaks; `None` if this is computed from the two numbers.
    pub(crate) signal: Option<Signal>,
}

impl Found {
    /// Returns a finding without a result, because data are missing; `why` says which.
    pub(crate) fn lacking(why: &str) -> Found {
        Found { lacks: Some(format!("no data: {why}")), ..Found::default() }
    }

    /// Counts one more element.
    pub(crate) fn count(&mut self, is_valid: bool, text: &str, position: Option<usize>) {
        self.found += 1;
        if is_valid {
            self.valid += 1;
            self.show(text, position);
        }
    }

    /// Keeps a piece of evidence, unless there are [`MAX_EVIDENCE`] already.
    pub(crate) fn show(&mut self, text: &str, position: Option<usize>) {
        if self.evidence.len() < MAX_EVIDENCE {
            let text = text[..text.floor_char_boundary(MAX_EVIDENCE_TEXT)].to_owned();
            let position = position.map(|position| position as u64);
            self.evidence.push(Evidence { text, position });
        }
    }

    /// Returns how strongly the finding speaks: as the criterion says, or otherwise by the number of valid elements and
    /// the share of others.
    pub(crate) fn signal(&self) -> Signal {
        self.signal.unwrap_or_else(|| {
            let others = self.found.saturating_sub(self.valid);
            let share = if self.found == 0 { 0.0 } else { others as f64 / self.found as f64 };
            Signal { national: saturated(self.valid), foreign: share * saturated(others) }
        })
    }
}
