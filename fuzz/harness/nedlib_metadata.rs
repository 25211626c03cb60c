//! Any bytes may be the metadata file of a NEDLIB pair. What is read of it is as found there, and the HTTP head is
//! whole.

#[path = "shared/nedlib.rs"]
mod nedlib;

pub(crate) fn run(bytes: &[u8]) {
    let folder = nedlib::Folder::new();
    folder.write("0cc93ecc4cf14297fcef4795becba9d8", b"content");
    folder.write("0cc93ecc4cf14297fcef4795becba9d8.meta", bytes);
    let (_, is_source) = nedlib::check(&folder.0, &folder.0);
    assert!(is_source, "two files of one name are a pair");
}
