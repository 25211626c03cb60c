//! Migrates old archives to WARC, and proves that nothing was lost.
//!
//! [`run()`] migrates files and folders; each result is read back from disk and compared, record by
//! record, with its source before it gets its name. [`verify()`] repeats the proof from the two
//! files alone; [`restore()`] makes the ARC again.

mod damage;
mod dedup;
mod file;
mod header;
mod mapping;
pub mod nedlib;
mod pairs;
mod pool;
mod proof;
mod report;
mod restore;
mod run;
pub mod sniff;
mod source;
mod trace;
mod verify;
mod verify_all;

pub use damage::{DAMAGE, DamageReason, Damaged, FILE, INNER, OFFSET, QUARANTINE};
pub use dedup::{INDEX, RebuildError, copy_stored_payload, revisit_payload};
pub use file::{CONVERSION_FIELD, MigrateError};
pub use header::{ORIGINAL, ORIGINAL_FILE, ORIGINAL_SHA256};
pub use mapping::{
    BLOCK_DIGEST, BLOCK_LENGTH, FILEDESC_TYPE, HTTP_TYPE, LINE, LINE_BASE64, Mapped,
    PAYLOAD_LENGTH, PAYLOAD_SHA256, VERSION, VERSION_2, line_field, original_line,
};
pub use pairs::{NAME, NAME_BASE64};
pub use proof::Proof;
pub use report::{
    DamagedRecord, FileReport, NotMigrated, NotMigratedReason, Quarantined, REPORT, SUMMARY, Told,
    summary,
};
pub use restore::{Resolve, RestoreError, Restored, restore};
pub use run::{
    MigrationObserver, MigrationOptions, MigrationTotals, NOT_AN_ARCHIVE, RunError, run,
};
pub use verify::{PutAside, SourceScan, VerifyError, scan, verify};
pub use verify_all::{VerifyObserver, VerifyTotals, verify_all};
