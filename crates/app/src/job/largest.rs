//! The largest parts of a harvest: the hosts and media types with the most bytes.

use super::StoredJob;
use crate::control::{AskError, ControlAnswer, ControlRequest, HostLine, HostOrder, HostsWanted};
use serde::Serialize;
use std::time::Duration;
use stodola_crawl::logs::{Reports, TypeAmount};

/// The hosts and media types of a round with the most bytes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LargestParts {
    /// The hosts with the most bytes, the largest first.
    pub by_host: Vec<HostAmount>,
    /// The media types with the most bytes, the largest first.
    pub by_type: Vec<TypeRow>,
}

/// What was archived of a host.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HostAmount {
    /// Its name.
    pub host: String,
    /// Documents archived.
    pub archived: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Its part of all bytes, from 0 to 1.
    pub share: f64,
    /// URIs that wait.
    pub waiting: u64,
}

/// What was archived of a media type.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TypeRow {
    /// The type as servers declare it; empty for all that are not told apart.
    pub media_type: String,
    /// Documents archived.
    pub archived: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Its part of all bytes, from 0 to 1.
    pub share: f64,
}

impl LargestParts {
    /// Asks the process that harvests a job, for at most `rows` rows in each table, and waits `longest` at most for
    /// each. `bytes` are those of the whole round.
    pub(super) fn asked(
        job: &StoredJob,
        rows: u32,
        bytes: u64,
        longest: Duration,
    ) -> Result<LargestParts, AskError> {
        let wanted = HostsWanted { most: rows, order: HostOrder::Bytes, ..HostsWanted::default() };
        let hosts = match ask_if_there(job, &ControlRequest::Hosts(wanted), longest)? {
            Some(ControlAnswer::Hosts { hosts, .. }) => hosts,
            _ => Vec::new(),
        };
        let types = match ask_if_there(job, &ControlRequest::Types { most: rows }, longest)? {
            Some(ControlAnswer::Types { types, .. }) => types,
            _ => Vec::new(),
        };
        Ok(LargestParts::new(&hosts, &types, bytes))
    }

    /// Finds them in what was counted of a log.
    pub(super) fn counted(reports: &Reports, rows: usize) -> LargestParts {
        let mut hosts: Vec<HostLine> =
            reports.hosts().map(|host| HostLine::of_log(&host)).collect();
        hosts.sort_by(|a, b| b.bytes.cmp(&a.bytes).then_with(|| a.host.cmp(&b.host)));
        hosts.truncate(rows);
        let mut types = reports.types();
        types.truncate(rows);
        LargestParts::new(&hosts, &types, reports.bytes())
    }

    fn new(hosts: &[HostLine], types: &[TypeAmount], bytes: u64) -> LargestParts {
        let hosts = hosts.iter().filter(|host| host.bytes > 0);
        LargestParts {
            by_host: hosts.map(|host| host_row(host, bytes)).collect(),
            by_type: types.iter().map(|it| type_row(it, bytes)).collect(),
        }
    }
}

/// Asks a harvest that may end meanwhile, or be of a version that does not know the request: then `None`.
fn ask_if_there(
    job: &StoredJob,
    request: &ControlRequest,
    longest: Duration,
) -> Result<Option<ControlAnswer>, AskError> {
    match job.ask_within(request, longest) {
        Ok(answer) => Ok(Some(answer)),
        Err(AskError::NotRunning { .. } | AskError::Ended | AskError::Refused(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

fn host_row(host: &HostLine, all: u64) -> HostAmount {
    HostAmount {
        host: host.host.clone(),
        archived: host.archived,
        bytes: host.bytes,
        share: share(host.bytes, all),
        waiting: host.queued,
    }
}

fn type_row(amount: &TypeAmount, all: u64) -> TypeRow {
    TypeRow {
        media_type: amount.media_type.clone(),
        archived: amount.documents,
        bytes: amount.bytes,
        share: share(amount.bytes, all),
    }
}

/// A part of all bytes, to four digits.
fn share(part: u64, all: u64) -> f64 {
    let share = part as f64 / all.max(1) as f64;
    (share.min(1.0) * 10_000.0).round() / 10_000.0
}
