//! What the scope of a job would say about an address. Nothing is fetched.

use crate::job::JobsError;
use std::path::Path;
use stodola_crawl::job::Job;
use stodola_crawl::scope::{Candidate, Scope};

/// Most links from a seed that can be tried.
const LINKS_MAX: u32 = 200;

/// An address that is tried, and how a harvest would come to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialAddress {
    /// The address.
    pub uri: String,
    /// Number of links from a seed to it.
    pub links: u32,
    /// Whether it is a part of a page there: a picture, a style, a frame.
    pub is_part: bool,
}

/// A rule that matches an address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrialRule {
    /// Its place among all rules, from 1.
    pub number: usize,
    /// Its name in logs.
    pub name: String,
    /// What it does, in English.
    pub description: String,
    /// Whether it accepts.
    pub accepts: bool,
    /// Whether the job has it; otherwise it comes with the profile.
    pub is_own: bool,
}

/// What the scope says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScopeTrial {
    /// The address in normal form.
    pub uri: String,
    /// Whether it would be fetched, as far as the scope has a say.
    pub is_accepted: bool,
    /// Whether it is a seed.
    pub is_seed: bool,
    /// The name of what decided, as in logs.
    pub rule: String,
    /// All rules that match, in their order; the last one decides.
    pub matching: Vec<TrialRule>,
}

/// Asks the scope of a job about an address. `folder` is that of the job. `None` if the address has no host.
pub fn try_scope(
    job: &Job,
    folder: &Path,
    address: &TrialAddress,
) -> Result<Option<ScopeTrial>, JobsError> {
    let text = address.uri.trim();
    let text = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
    let uri = stodola_uri::normalise(text.as_bytes());
    let Some(host) = stodola_uri::host(&uri).filter(|host| !host.is_empty()) else {
        return Ok(None);
    };
    let seeds = job.read_seeds(folder)?;
    let scope = Scope::new(&job.scope, job.profile, &seeds, folder)?;
    let is_seed = seeds.iter().any(|seed| stodola_uri::normalise(seed.as_bytes()) == uri);
    let mut hops = "L".repeat(address.links.min(LINKS_MAX) as usize);
    if address.is_part {
        hops.push('E');
    }
    let hops = if is_seed { "" } else { &*hops };
    let candidate = Candidate { hops, is_seed, ..Candidate::new(&uri, &host) };
    let own = own_rules(job);
    let decision = scope.decide(&candidate);
    let matching = scope.matching(&candidate).map(|(rule, accepts)| TrialRule {
        number: rule.index + 1,
        name: rule.name.to_owned(),
        description: rule.description.to_owned(),
        accepts,
        is_own: own.contains(&rule.index),
    });
    Ok(Some(ScopeTrial {
        is_accepted: decision.accepted,
        is_seed,
        rule: decision.rule.to_owned(),
        matching: matching.collect(),
        uri: String::from_utf8_lossy(&uri).into_owned(),
    }))
}

/// The places of the job's own rules among all.
fn own_rules(job: &Job) -> std::ops::Range<usize> {
    let without = stodola_crawl::job::ScopeSettings { rule: Vec::new(), ..job.scope.clone() };
    let all = without.rules(job.profile).len();
    // Rules about stages do not decide whether an address belongs to the harvest.
    let number = job.scope.rule.iter().filter(|rule| rule.action().stage().is_none()).count();
    match job.scope.profile_rules {
        false => 0..number,
        // Those by which a profile rejects stand at the end.
        true => {
            let first = all - stodola_crawl::job::ScopeSettings::REJECTING.min(all);
            first..first + number
        }
    }
}
