//! Events for an operator (`RUST_LOG=stodola_crawl=debug`) and counters about a harvest.

use super::run::{Ended, Report};
use super::shared::Shared;
use super::states::TicketEnd;
use metrics::counter;
use std::time::Instant;
use stodola_frontier::{Outcome, Ticket};
use tracing::{debug, info};

impl Shared {
    /// Reports the result of a visit to a URI.
    pub(super) fn trace_visit(&self, ticket: &Ticket, end: &TicketEnd) {
        let (outcome, detail) = match end {
            TicketEnd::Finish { outcome, detail, .. } => (outcome.name(), Some(detail)),
            TicketEnd::Retry { detail, .. } | TicketEnd::Later { detail, .. } => {
                (Outcome::Retried.name(), Some(detail))
            }
            TicketEnd::GiveBack { .. } => ("given-back", None),
        };
        counter!("stodola_crawl_visits_total", "outcome" => outcome).increment(1);
        debug!(
            job = %self.job.name,
            host = %ticket.host_name.escape_debug(),
            uri = %ticket.uri.escape_ascii(),
            outcome,
            reason = detail.map(|detail| detail.reason.to_string().escape_debug().to_string()),
            took_ms = detail.and_then(|detail| detail.took).map(|took| took.as_millis() as u64),
            bytes = detail.and_then(|detail| detail.size),
            "visit"
        );
    }

    pub(super) fn trace_commit(&self, begun: Instant) {
        counter!("stodola_crawl_commits_total").increment(1);
        debug!(job = %self.job.name, took_ms = begun.elapsed().as_millis() as u64, "commit");
    }

    pub(super) fn trace_checkpoint(&self) {
        counter!("stodola_crawl_checkpoints_total").increment(1);
        info!(job = %self.job.name, "checkpoint");
    }

    pub(super) fn trace_start(&self) {
        let frontier = self.frontier();
        let (queued, hosts) = (frontier.queued(), frontier.hosts());
        drop(frontier);
        info!(job = %self.job.name, queued, hosts, "harvest starts");
    }
}

/// Reports how a harvest has ended.
pub(super) fn trace_end(job: &str, report: &Report) {
    let Report { ended, progress, .. } = report;
    info!(
        job,
        is_finished = matches!(ended, Ended::Finished),
        requests = progress.requests,
        received_bytes = progress.received,
        revisits = progress.revisits,
        failures = progress.failures,
        took_ms = progress.elapsed.as_millis() as u64,
        "harvest ends"
    );
}
