//! What a profile decides: which URIs are admitted, what is read of a document, whether it is archived, and what
//! its links inherit.
//!
//! The stages are the same for all harvests; where profiles differ, they ask the [`Policy`] of the job. What never
//! changes for a profile is data in its [`PolicyKind`].
//!
//! **To add a policy**, write a file beside `site.rs` with a type that implements [`Policy`] and a `KIND`, and add the
//! kind to [`POLICIES`]. Job files know its name from then on. `seeds_only.rs` is a small example that only the tests
//! use.

mod country;
mod national;
#[cfg(test)]
mod seeds_only;
mod site;
mod text;

use crate::engine::{Examined, HarvestError, Switches};
use crate::job::Job;
use crate::national::{DocumentKind, Standing};
use crate::scope::{ScopeRule, ScopeSettings};
use std::net::IpAddr;
use std::path::Path;
use std::pin::Pin;
use stodola_extract::{LinkKind, Type};
use stodola_fetch::Client;
use stodola_frontier::{Frontier, Reason, Ticket};
use stodola_judge::Verdict;

/// All policies; the first is for jobs that name none.
pub(crate) const POLICIES: &[&PolicyKind] = &[
    &site::KIND,
    &national::KIND,
    &country::KIND,
    &text::KIND,
    #[cfg(test)]
    &seeds_only::KIND,
];

pub(crate) use country::KIND as COUNTRY;
pub(crate) use national::KIND as NATIONAL;
pub(crate) use site::KIND as SITE;

/// The facts about a policy that are known without opening it.
pub(crate) struct PolicyKind {
    /// The name of the profile in job files.
    pub(crate) name: &'static str,
    /// Whether URIs have standings and hosts have priorities, see [`stodola_frontier::FrontierOptions`]. If not, all
    /// standings are 0 and never compared.
    pub(crate) has_standings: bool,
    /// Whether the seeds of all hosts are fetched first, with what these need.
    pub(crate) homes_first: bool,
    /// When a robots.txt is stored.
    pub(crate) robots: KeepRobots,
    /// Whether sitemaps that a robots.txt names are fetched, if the job wants sitemaps.
    pub(crate) wants_sitemaps: bool,
    /// Whether the sites that seeds redirect to belong to the harvest.
    pub(crate) takes_redirected_seeds: bool,
    /// Whether [`Policy::inquire`] may ask others, so that documents have to wait for an answer.
    pub(crate) inquires: bool,
    /// The scope rules that stand before those of the job.
    pub(crate) scope_rules: fn(&ScopeSettings) -> Vec<ScopeRule>,
    /// Returns the error of [`open`](PolicyKind::open) for a job, without creating or changing anything.
    pub(crate) check: fn(&Job, &Path) -> Result<(), HarvestError>,
    /// Creates the policy of a job.
    pub(crate) open: fn(&PolicyInput<'_>) -> Result<Box<dyn Policy>, HarvestError>,
}

/// When a robots.txt is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeepRobots {
    /// As soon as it is fetched.
    AtOnce,
    /// When the first document of its host is archived; never, if none is.
    WithDocuments,
}

/// What a policy is made from.
pub(crate) struct PolicyInput<'a> {
    pub(crate) job: &'a Job,
    /// Folder of the job.
    pub(crate) folder: &'a Path,
    /// Folder of its frontier, whose log can be read.
    pub(crate) frontier: &'a Path,
    pub(crate) client: &'a Client,
}

/// What the examine stage reads of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// The links. Pages with an error status are not read at all.
    Links,
    /// The links and the text, because the document is judged. For pages with an error status, only the text.
    LinksAndText,
}

/// Facts about a document, from elsewhere, when it is settled.
#[derive(Debug, Default)]
pub(crate) struct Evidence {
    /// Address of the server that sent it; `None` if it is no longer known.
    pub(crate) server: Option<IpAddr>,
    /// Addresses of hosts that it links to, as far as they were looked up.
    pub(crate) linked_servers: Vec<IpAddr>,
    /// URI of the page by which it was found; `None` for seeds.
    pub(crate) via: Option<Vec<u8>>,
}

/// The answer to [`Policy::inquire`]: the addresses for [`Evidence::linked_servers`]. `None` if the harvest is stopped
/// before all are known.
pub(crate) type Inquiry<'a> = Pin<Box<dyn Future<Output = Option<Vec<IpAddr>>> + Send + 'a>>;

/// Whether a document is archived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ArchiveDecision {
    /// It is archived.
    Archive,
    /// It does not belong to the nation; the outcome is `not-national`, with the verdict as its reason.
    NotNational,
    /// The profile does not archive such documents; the outcome is `left-out`, with this reason.
    LeaveOut(&'static str),
}

/// The decision of a policy about a document.
#[derive(Debug)]
pub(crate) struct Settlement {
    /// Whether it is archived, and if not, how its outcome says so.
    pub(crate) decision: ArchiveDecision,
    /// The standing that the frontier stores for its URI; `None` if the policy has no standings.
    pub(crate) standing: Option<u32>,
    /// What its links inherit from, if the policy has standings.
    pub(crate) passes: Standing,
    /// What the document is.
    pub(crate) kind: DocumentKind,
    /// The verdict on it; `None` if it was not judged.
    pub(crate) verdict: Option<Verdict>,
}

impl Settlement {
    /// Whether the document is archived, as far as the policy decides.
    pub(crate) fn is_archived(&self) -> bool {
        self.decision == ArchiveDecision::Archive
    }
}

/// The decisions of a profile. All methods may be called from many threads at once.
pub(crate) trait Policy: Send + Sync {
    /// Prepares a frontier that was just opened.
    fn begin(&self, _frontier: &mut Frontier) {}

    /// Decides whether a seed on `host` is offered to the frontier. Returns its first standing; the error is the reason
    /// why it is rejected.
    fn admit_seed(&self, host: &str) -> Result<u32, &'static str>;

    /// Decides whether a URI whose turn has come is still wanted. If not, the error is the reason, and the URI ends
    /// with the outcome `not-national`. It comes back if it is offered with a larger standing.
    fn admit(&self, ticket: &Ticket) -> Result<(), Reason>;

    /// What is read of documents.
    fn reads(&self) -> Reads;

    /// Number of bytes of a page's source that are read beside its text; 0 if the source is not needed.
    fn source_bytes(&self) -> usize {
        0
    }

    /// Asks others for what [`settle`](Policy::settle) needs beside the document; `None` if there is nothing to ask.
    /// The answer is given up soon when the harvest is stopped; then the URI is given back.
    fn inquire<'a>(
        &'a self,
        _ticket: &'a Ticket,
        _examined: &'a Examined,
        _switches: &'a Switches,
    ) -> Option<Inquiry<'a>> {
        None
    }

    /// Decides what a document is: archived or not, valid or not.
    fn settle(&self, ticket: &Ticket, examined: &Examined, evidence: &Evidence) -> Settlement;

    /// Whether [`settle_again`](Policy::settle_again) may judge a document, so that it needs evidence.
    fn judges_again(&self) -> bool {
        false
    }

    /// Same as [`settle`](Policy::settle), for a document that is already archived and whose links are offered again
    /// because its standing has grown. `None` if this policy has no standings.
    fn settle_again(
        &self,
        _ticket: &Ticket,
        _examined: &Examined,
        _evidence: &Evidence,
    ) -> Option<Settlement> {
        None
    }

    /// Decides what a link to `host` inherits from its document. Returns the standing with which it is offered; the
    /// error is the reason why it is rejected.
    fn inherit(&self, from: &Settlement, link: LinkKind, host: &str) -> Result<u32, &'static str>;

    /// Called when a document was judged. Returns the new priority of its host; `None` if hosts have none.
    fn learn(&self, _ticket: &Ticket, _is_valid: bool) -> Option<u8> {
        None
    }
}

/// Returns a verdict in short, for logs and metadata records.
pub(crate) fn in_short(verdict: Option<&Verdict>) -> Reason {
    let Some(verdict) = verdict else { return Reason::NotJudged };
    let language = verdict.language.as_ref().map(|it| it.language.as_str());
    Reason::judged(verdict.points, verdict.probability, language)
}

/// Returns the kind of a document, as far as policies distinguish kinds.
pub(crate) fn document_kind(examined: &Examined) -> DocumentKind {
    match examined.document {
        _ if examined.is_redirect => DocumentKind::Redirect,
        Some(Type::Html | Type::Xhtml) => DocumentKind::Html,
        _ => DocumentKind::Other,
    }
}
