//! Events for an operator (`RUST_LOG=stodola_archive=info`) and counters about files of an archive.

use crate::scan::Scanned;
use crate::sink::{Recovered, Recovery};
use metrics::counter;
use std::path::Path;
use tracing::{debug, info, warn};

/// A sink has finished a WARC file.
pub(crate) fn finished(path: &Path) {
    counter!("stodola_archive_files_finished_total").increment(1);
    info!(file = %shown(&path.to_string_lossy()), "file finished");
}

/// All captures of a file are in the catalogue.
pub(crate) fn listed(name: &str, scanned: &Scanned) {
    counter!("stodola_archive_files_listed_total").increment(1);
    counter!("stodola_archive_captures_listed_total").increment(scanned.captures);
    let Scanned { captures, problem_count, .. } = scanned;
    info!(file = %shown(name), captures, problems = problem_count, "file listed");
}

/// More captures of an unfinished file are in the catalogue.
pub(crate) fn part_listed(name: &str, scanned: &Scanned) {
    counter!("stodola_archive_captures_listed_total").increment(scanned.captures);
    debug!(file = %shown(name), captures = scanned.captures, "part of a file listed");
}

/// An unfinished file was found. Files that were completed are counted.
pub(crate) fn recovered(recovered: &Recovered) {
    if let Recovery::Finished(_) | Recovery::WasFinished = &recovered.outcome {
        counter!("stodola_archive_files_recovered_total").increment(1);
    }
    let file = shown(&recovered.file);
    match &recovered.outcome {
        Recovery::Finished(resumed) => {
            let (records, kept, cut) = (resumed.records, resumed.kept, resumed.cut);
            warn!(%file, records, kept_bytes = kept, cut_bytes = cut, "unfinished file completed");
        }
        Recovery::WasFinished => info!(%file, "file was complete under its unfinished name"),
        Recovery::InUse => info!(%file, "unfinished file belongs to another process"),
        Recovery::Failed(error) => {
            warn!(%file, error = %shown(&error.to_string()), "unfinished file left as it is");
        }
    }
}

/// Escapes control characters in names, which must not reach a terminal.
fn shown(name: &str) -> std::str::EscapeDebug<'_> {
    name.escape_debug()
}
