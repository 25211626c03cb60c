//! How much a harvest may be, as far as the archive can tell: by what it has of the hosts of its seeds.

use crate::job::JobsError;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;
use stodola_archive::{Captures, CatalogueError, Direction, KeyRange, RangeCursor, key_of};
use stodola_crawl::job::Job;

/// Captures of a host that are counted at most, and hosts that are looked at.
const COUNTED_MAX: u64 = 5_000;
const HOSTS_MAX: usize = 20;

/// What the archive has of a host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownHost {
    /// The host.
    pub host: String,
    /// Different addresses of it.
    pub addresses: u64,
    /// Bytes of their latest captures, as stored.
    pub bytes: u64,
    /// Whether there are more than were counted.
    pub is_cut: bool,
}

/// What a harvest would ask, and what the archive has of it already.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HarvestEstimate {
    /// Hosts of the seeds.
    pub hosts: usize,
    /// Those of which the archive has something; at most twenty are looked at.
    pub known: Vec<KnownHost>,
    /// The least time that the known addresses of the largest host take: one after another, with the least pause.
    pub at_least: Duration,
    /// Whether there are hosts that were not looked at.
    pub is_cut: bool,
}

/// Returns what the archive knows of the hosts of a job's seeds.
pub fn estimate(
    captures: &Captures,
    job: &Job,
    folder: &Path,
) -> Result<HarvestEstimate, EstimateError> {
    let seeds = job.read_seeds(folder).map_err(JobsError::from)?;
    let host = |seed: &String| {
        let normal = stodola_uri::normalise(seed.as_bytes());
        stodola_uri::host(&normal).map(|host| host.into_owned()).filter(|host| !host.is_empty())
    };
    let hosts: BTreeSet<String> = seeds.iter().filter_map(host).collect();
    let mut estimate = HarvestEstimate {
        hosts: hosts.len(),
        is_cut: hosts.len() > HOSTS_MAX,
        ..HarvestEstimate::default()
    };
    for host in hosts.into_iter().take(HOSTS_MAX) {
        let known = count(captures, host)?;
        if known.addresses > 0 {
            estimate.known.push(known);
        }
    }
    let largest = estimate.known.iter().map(|host| host.addresses).max().unwrap_or(0);
    let pause = job.politeness.min_delay.duration();
    let at_once = job.politeness.connections_per_host.max(1);
    estimate.at_least = pause.saturating_mul(u32::try_from(largest).unwrap_or(u32::MAX)) / at_once;
    Ok(estimate)
}

/// Errors from asking the archive.
#[derive(Debug, thiserror::Error)]
pub enum EstimateError {
    /// The seeds could not be read.
    #[error(transparent)]
    Jobs(#[from] JobsError),
    /// The catalogue could not be read.
    #[error(transparent)]
    Catalogue(#[from] CatalogueError),
}

fn count(captures: &Captures, host: String) -> Result<KnownHost, CatalogueError> {
    let key = key_of(format!("http://{host}/").as_bytes());
    let name = key.split(|byte| *byte == b')').next().unwrap_or(&key);
    let range = KeyRange::of_prefix(&[name, b")"].concat());
    let catalogue = captures.catalogue()?;
    let mut cursor = RangeCursor::new(range, Direction::Forwards);
    let mut known = KnownHost { host, addresses: 0, bytes: 0, is_cut: false };
    let mut last: Option<(Vec<u8>, u64)> = None;
    let mut read = 0;
    while let Some(entry) = catalogue.advance(&mut cursor)? {
        read += 1;
        let length = entry.row.length.unwrap_or(0);
        match &mut last {
            // Captures of an address follow each other by time: the latest one counts.
            Some((key, bytes)) if *key == entry.row.key => {
                known.bytes = known.bytes - *bytes + length;
                *bytes = length;
            }
            _ => {
                known.addresses += 1;
                known.bytes += length;
                last = Some((entry.row.key.clone(), length));
            }
        }
        if read >= COUNTED_MAX {
            known.is_cut = true;
            break;
        }
    }
    Ok(known)
}
