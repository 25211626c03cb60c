//! What happened to a URI, and why: what the logs of all jobs of an archive say about it.

mod inquiry;
mod lost;
mod record;
mod rule_text;

pub use inquiry::{
    FoundUri, PathStep, RejectedLink, ScopeDecision, UnnamedLinks, UriAnswer, UriAttempt, UriWait,
};
pub use record::{AttemptRecord, LostRecord, WhyRecord};
pub use rule_text::{RuleFile, RuleLine, RuleText};
pub use stodola_crawl::scope::WeighedRule;

use crate::job::{JobsError, StoredJob};
use std::path::PathBuf;
use stodola_archive::Entry;
use stodola_frontier::{FrontierError, LinkLoss};

/// Which URI is asked about, and in which jobs.
#[derive(Clone, Debug)]
pub struct WhySettings {
    /// The archive folder.
    pub archive: PathBuf,
    /// The URI; it is normalised like links. Without a scheme it gets `http://`.
    pub url: String,
    /// The only job that is asked; `None` for all.
    pub job: Option<String>,
}

/// What is known of a URI in an archive.
pub struct WhyReport {
    /// The URI in normal form.
    pub uri: Vec<u8>,
    /// Why links to it are never followed; `None` if they can be.
    pub loss: Option<LinkLoss>,
    /// Captures in the catalogue whose file is missing.
    pub lost: Vec<Entry>,
    /// Each round of each job, by name and number, with what its log says about the URI.
    pub rounds: Vec<(StoredJob, UriAnswer)>,
}

impl WhyReport {
    /// Returns the rounds as JSON output has them.
    pub fn records(&self) -> impl Iterator<Item = WhyRecord> {
        let record = |(job, answer): &(StoredJob, UriAnswer)| {
            WhyRecord::new(job, &self.uri, answer, &self.lost)
        };
        self.rounds.iter().map(record)
    }
}

/// Errors from asking what happened to a URI.
#[derive(Debug, thiserror::Error)]
pub enum WhyError {
    /// The URI has no host.
    #[error("'{0}' is not a URI with a host, such as https://example.org/")]
    NoHost(String),
    /// The jobs of the archive could not be read.
    #[error(transparent)]
    Jobs(#[from] JobsError),
    /// The log of a job could not be read.
    #[error(transparent)]
    Log(#[from] FrontierError),
}

/// Schemes that pages link to without `//`, and that cannot be mistaken for a host with a port.
const BARE_SCHEMES: &[&str] = &[
    "about",
    "blob",
    "callto",
    "cid",
    "data",
    "file",
    "geo",
    "javascript",
    "magnet",
    "mailto",
    "news",
    "sip",
    "skype",
    "sms",
    "tel",
    "urn",
    "view-source",
    "viber",
    "whatsapp",
    "xmpp",
];

/// Whether an address begins with a scheme, and not with a host.
pub(crate) fn has_scheme(url: &str) -> bool {
    let scheme = url.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    url.contains("://") || scheme.is_some_and(|scheme| BARE_SCHEMES.contains(&&*scheme))
}

/// Reads the log of each round of the jobs to find what it says about a URI. Needs no lock.
pub fn why(settings: &WhySettings) -> Result<WhyReport, WhyError> {
    let url = settings.url.trim();
    let url = if has_scheme(url) { url.to_owned() } else { format!("http://{url}") };
    let loss = inquiry::loss_of(url.as_bytes());
    let normal = stodola_uri::normalise(url.as_bytes());
    let uri = stodola_uri::without_user_info(stodola_uri::without_fragment(&normal));
    if loss.is_none() && stodola_uri::host(&uri).is_none_or(|host| host.is_empty()) {
        return Err(WhyError::NoHost(settings.url.clone()));
    }
    let jobs = StoredJob::find(&settings.archive, settings.job.as_deref())?;
    let lost = lost::find(&settings.archive, &uri);
    let mut rounds = Vec::new();
    for job in &jobs {
        for round in job.rounds()? {
            let answer = UriAnswer::find(&round, &uri, loss)?;
            rounds.push((round, answer));
        }
    }
    Ok(WhyReport { uri: uri.into_owned(), loss, lost, rounds })
}
