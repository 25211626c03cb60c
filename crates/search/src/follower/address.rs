//! Which captures are documents, and what they are known by.

use crate::kind::DocumentType;
use sha2::{Digest, Sha256};
use stodola_archive::{Archive, CaptureKind, CaptureRow, Catalogue};

/// Whether somebody may search for a capture. Redirects and parts of pages are not documents.
pub(super) fn is_searchable(row: &CaptureRow) -> bool {
    let is_kind = match row.kind {
        CaptureKind::Response | CaptureKind::Revisit | CaptureKind::Resource => true,
        CaptureKind::Metadata | CaptureKind::Dns => false,
    };
    let is_redirect =
        row.status.is_some_and(|status| (300..400).contains(&status) && status != 304);
    let is_document = row.mime.as_deref().is_none_or(|mime| DocumentType::of_mime(mime).is_some());
    is_kind && !is_redirect && is_document
}

/// The host of a key, in the order of SURT: `cz,example` of `cz,example)/a`.
pub(crate) fn site_of(key: &[u8]) -> String {
    let end = key.iter().position(|byte| *byte == b')').unwrap_or(key.len());
    let host = &key[..end];
    let end = host.iter().position(|byte| *byte == b':').unwrap_or(host.len());
    String::from_utf8_lossy(&host[..end]).into_owned()
}

/// The job that wrote a file; `None` if it is not known. The catalogue has listed the file before.
pub(super) fn job_of(archive: &Archive, file: &str) -> Option<String> {
    Catalogue::open(archive).ok()?.job_of(file).ok()?
}

/// The hash of a key, with which those of its contents begin.
pub(crate) struct Address(Sha256);

impl Address {
    pub(crate) fn of(key: &[u8]) -> Address {
        let mut hasher = Sha256::new();
        hasher.update((key.len() as u64).to_le_bytes());
        hasher.update(key);
        Address(hasher)
    }

    pub(crate) fn number(&self) -> i64 {
        i64::from_le_bytes(first(&self.0.clone().finalize()))
    }

    pub(super) fn with(&self, digest: &[u8]) -> [u8; 16] {
        let mut hasher = self.0.clone();
        hasher.update(digest);
        first(&hasher.finalize())
    }
}

/// The first bytes of a hash.
fn first<const N: usize>(hash: &[u8]) -> [u8; N] {
    let mut bytes = [0; N];
    bytes.copy_from_slice(&hash[..N]);
    bytes
}
