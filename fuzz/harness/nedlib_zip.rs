//! Any bytes may be a zip of NEDLIB pairs. Each file of it is found once, damaged parts can be kept aside, and no zip
//! gives more bytes than deflate can make of its length.

#[path = "shared/nedlib.rs"]
mod nedlib;

/// Deflate makes at most 258 bytes of two bits.
const MOST: u64 = 1032;

pub(crate) fn run(bytes: &[u8]) {
    let folder = nedlib::Folder::new();
    let (read, _) = nedlib::check(&folder.write("a.zip", bytes), &folder.0);
    assert!(read <= bytes.len() as u64 * MOST, "{read} bytes of {}", bytes.len());
}
