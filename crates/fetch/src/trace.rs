//! Events for an operator (`RUST_LOG=stodola_fetch=debug`) and counters about requests.

use metrics::counter;
use tracing::debug;

use crate::exchange::Exchange;
use crate::failure::Failure;

/// Records a request that has ended.
pub(crate) fn request(uri: &[u8], result: &Result<Exchange, Failure>) {
    counter!("stodola_fetch_requests_total").increment(1);
    match result {
        Ok(exchange) => {
            let bytes = exchange.response.len();
            counter!("stodola_fetch_received_bytes_total").increment(bytes);
            debug!(
                uri = %uri.escape_ascii(),
                status = exchange.status,
                bytes,
                took_ms = exchange.duration.as_millis() as u64,
                address = exchange.address.map(tracing::field::display),
                is_reused = exchange.reused,
                "answer"
            );
        }
        Err(failure) => {
            let reason = failure.name();
            counter!("stodola_fetch_failures_total", "reason" => reason).increment(1);
            debug!(uri = %uri.escape_ascii(), reason, "no answer");
        }
    }
}
