//! The seeds of a job: they are read, checked and offered to the frontier one by one, so that a list of millions of
//! them is never in memory.

use super::HarvestError;
use super::shared::Clock;
use crate::job::{Job, contact_needed};
use crate::policy::Policy;
use crate::scope::{Candidate, Scope, ScopeBuilder};
use crate::seeds::SeedTally;
use std::fs;
use std::io;
use std::path::Path;
use stodola_frontier::{Frontier, Offer};

/// File with the URIs that seeds redirect to: their sites belong to the harvest too.
pub(super) const REDIRECTED: &str = "redirected-seeds.txt";
/// Number of uncommitted bytes from which on seeds are committed.
const COMMIT_BYTES: usize = 4 << 20;
/// Number of new seeds after which they go from memory to disk.
const CHECKPOINT: u64 = 1 << 18;

/// Calls `use_it` with each seed of a job in normal form: first those in the job, then those of its list. Returns what
/// was read from the list.
pub(super) fn each_seed(
    job: &Job,
    folder: &Path,
    mut use_it: impl FnMut(&[u8]) -> Result<(), HarvestError>,
) -> Result<SeedTally, HarvestError> {
    let mut has_any = false;
    for seed in job.own_seeds() {
        let normal = stodola_uri::normalise(seed.as_bytes());
        let normal = stodola_uri::without_fragment(&normal);
        let is_web = normal.starts_with(b"http://") || normal.starts_with(b"https://");
        if !is_web || stodola_uri::host(normal).is_none_or(|host| host.is_empty()) {
            return Err(HarvestError::Seed(seed));
        }
        has_any = true;
        use_it(normal)?;
    }
    let mut tally = SeedTally::default();
    if let Some(mut list) = job.seed_list(folder)? {
        for seed in &mut list {
            has_any = true;
            use_it(&seed?)?;
        }
        tally = list.tally().clone();
    }
    if has_any { Ok(tally) } else { Err(HarvestError::NoSeeds) }
}

/// Checks the seeds of a job, and creates its scope, including the sites that its seeds redirected to.
pub(super) fn make_scope(job: &Job, folder: &Path) -> Result<Scope, HarvestError> {
    let mut builder = ScopeBuilder::new(&job.scope, job.profile, folder)?;
    let mut missing = job.missing_identity();
    each_seed(job, folder, |seed| {
        if missing.is_some() && contact_needed(&[seed], &job.fetch.connect_to) {
            return Err(missing.take().map_or(HarvestError::NoSeeds, HarvestError::Job));
        }
        Ok(builder.add_seed(seed)?)
    })?;
    let mut scope = builder.finish();
    for line in read_redirected(&folder.join(REDIRECTED))? {
        scope.add_seed(line.as_bytes());
    }
    Ok(scope)
}

/// Offers all seeds of a job to its frontier. Returns what was read from its list.
pub(super) fn plant_all(
    frontier: &mut Frontier,
    scope: &Scope,
    policy: &dyn Policy,
    (job, folder): (&Job, &Path),
    clock: &Clock,
) -> Result<SeedTally, HarvestError> {
    let mut flushed = frontier.counts().found;
    let tally = each_seed(job, folder, |seed| {
        plant(frontier, scope, policy, seed)?;
        // After a crash in between, the next run offers the rest.
        if frontier.counts().found >= flushed + CHECKPOINT {
            frontier.checkpoint(clock.now())?;
            flushed = frontier.counts().found;
        } else if frontier.uncommitted() >= COMMIT_BYTES {
            frontier.commit(clock.now())?;
        }
        Ok(())
    })?;
    frontier.commit(clock.now())?;
    Ok(tally)
}

/// Offers a seed; one that is already known changes nothing.
pub(super) fn plant(
    frontier: &mut Frontier,
    scope: &Scope,
    policy: &dyn Policy,
    seed: &[u8],
) -> Result<(), HarvestError> {
    let Some(host) = stodola_uri::host(seed) else { return Ok(()) };
    let candidate = Candidate { is_seed: true, ..Candidate::new(seed, &host) };
    let decision = scope.decide(&candidate);
    if !decision.accepted {
        return Ok(frontier.reject(seed, None, decision.rule)?);
    }
    let standing = match policy.admit_seed(&host) {
        Ok(standing) => standing,
        Err(reason) => return Ok(frontier.reject(seed, None, reason)?),
    };
    frontier.offer(&Offer {
        standing,
        uri: seed,
        host: &host,
        level: 0,
        via: None,
        hops: b"",
        is_seed: true,
        is_sitemap: false,
    })?;
    Ok(())
}

/// Reads the URIs that seeds redirected to in earlier runs.
fn read_redirected(path: &Path) -> Result<Vec<String>, HarvestError> {
    match fs::read_to_string(path) {
        Ok(lines) => Ok(lines.lines().map(str::to_owned).collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(HarvestError::Io { what: "read", path: path.to_owned(), error }),
    }
}
