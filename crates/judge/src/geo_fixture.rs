//! A database of countries made for tests: the lower half of all addresses is CZ but for 64.0.0.0
//! and up, the upper half is DE.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A file that goes with its owner.
pub(crate) struct File(PathBuf);

impl File {
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

pub(crate) fn file(name: &str, bytes: &[u8]) -> File {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let n = COUNT.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("stodola-geo-{}-{n}-{name}", std::process::id()));
    std::fs::write(&path, bytes).unwrap();
    File(path)
}

/// The database for another country instead of CZ, by its two letters.
pub(crate) fn database_of(country: &str) -> Vec<u8> {
    let mut bytes = database();
    let at = bytes.windows(2).position(|pair| pair == b"CZ").unwrap();
    bytes[at..at + 2].copy_from_slice(country.as_bytes());
    bytes
}

/// Two nodes of 24-bit records for IPv4, both layouts of countries, and the description.
pub(crate) fn database() -> Vec<u8> {
    const NODES: u32 = 2;
    let nested = [&b"\xe1\x47country\xe1\x48iso_code\x42CZ"[..], b"\xe1\x4ccountry_code\x42de"];
    // A pointer into the data counts from the number of nodes and the 16 bytes between.
    let data = [0, nested[0].len() as u32].map(|offset| NODES + 16 + offset);
    let mut out = Vec::new();
    for record in [1, data[1], data[0], NODES] {
        out.extend_from_slice(&record.to_be_bytes()[1..]);
    }
    out.extend_from_slice(&[0; 16]);
    out.extend_from_slice(nested[0]);
    out.extend_from_slice(nested[1]);
    out.extend_from_slice(b"\xab\xcd\xefMaxMind.com");
    out.extend_from_slice(b"\xe9");
    let mut put = |name: &str, value: &[u8]| {
        out.push(0x40 | name.len() as u8);
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(value);
    };
    put("node_count", b"\xc1\x02");
    put("record_size", b"\xa1\x18");
    put("ip_version", b"\xa1\x04");
    put("database_type", b"\x44Test");
    put("languages", b"\x00\x04");
    put("binary_format_major_version", b"\xa1\x02");
    put("binary_format_minor_version", b"\xa0");
    put("build_epoch", b"\x01\x02\x01");
    put("description", b"\xe0");
    out
}
