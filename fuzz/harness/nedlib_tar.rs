//! Any bytes may be a tar of NEDLIB pairs, packed with gzip or not. Each file of it is found once, damaged parts can
//! be kept aside, and no byte of a tar belongs to two files.

#[path = "shared/nedlib.rs"]
mod nedlib;

const BLOCK: usize = 512;

/// Puts the right checksum into each block that has `CHECKSUM` in its place, as no fuzzer would ever guess it.
pub(crate) fn run(bytes: &[u8]) {
    let mut tar = bytes.to_vec();
    for block in tar.chunks_exact_mut(BLOCK) {
        if &block[148..156] == b"CHECKSUM" {
            block[148..156].fill(b' ');
            let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
            block[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        }
    }
    let folder = nedlib::Folder::new();
    let (read, _) = nedlib::check(&folder.write("2003-01-11.tar", &tar), &folder.0);
    if !tar.starts_with(b"\x1F\x8B") {
        assert!(read <= tar.len() as u64, "{read} bytes of {}", tar.len());
    }
}
