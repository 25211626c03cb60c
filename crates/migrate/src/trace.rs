//! Events for an operator (`RUST_LOG=stodola_migrate=info`) and counters about migrated files.

use crate::file::MigrateError;
use crate::report::FileReport;
use metrics::counter;
use std::path::Path;
use std::time::Instant;
use tracing::{info, warn};

/// Notes that work on a source begins. Returns the time, for [`done`].
pub(crate) fn begun(source: &Path) -> Instant {
    info!(source = %source.to_string_lossy().escape_debug(), "migration of a file begins");
    Instant::now()
}

/// Notes that a source is migrated and verified. `is_new` is false if an earlier run did it.
pub(crate) fn done(report: &FileReport, is_new: bool, begun: Instant) {
    let outcome = match (is_new, report.is_verified()) {
        (false, _) => "done-before",
        (true, true) => "verified",
        (true, false) => "damaged",
    };
    counter!("stodola_migrate_files_total", "outcome" => outcome).increment(1);
    if is_new {
        counter!("stodola_migrate_source_bytes_total").increment(report.source_length);
    }
    info!(
        source = %report.source.escape_debug(),
        result = %report.result.escape_debug(),
        outcome,
        source_bytes = report.source_length,
        result_bytes = report.result_length,
        took_ms = begun.elapsed().as_millis() as u64,
        "migration of a file ends"
    );
}

/// Notes that a source could not be migrated.
pub(crate) fn failed(source: &Path, error: &MigrateError) {
    counter!("stodola_migrate_files_total", "outcome" => "failed").increment(1);
    warn!(
        source = %source.to_string_lossy().escape_debug(),
        error = %error.to_string().escape_debug(),
        "migration of a file failed"
    );
}
