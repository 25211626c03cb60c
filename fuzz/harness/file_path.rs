//! Any bytes may stand where a URI should. They have a path for a file, which leads back to them, stays below its
//! folder and has no component that a file system refuses. Any text may stand where a path should.

use stodola_uri::{COMPONENT_MAX, file_path, uri_of_file_path, without_fragment};

/// Reads the bytes as a URI, and as a path.
pub(crate) fn run(bytes: &[u8]) {
    let uri = without_fragment(bytes);
    for extension in [None, Some("html")] {
        let path = file_path(bytes, extension);
        assert_eq!(uri_of_file_path(&path).as_deref(), Some(uri), "{path}");
        for component in path.split('/') {
            assert!(!component.is_empty() && component.len() <= COMPONENT_MAX, "{path}");
            assert!(!component.starts_with('.') && !component.ends_with('.'), "{path}");
            let is_plain = |byte: u8| {
                byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_.=+,!~@".contains(&byte)
            };
            assert!(component.bytes().all(is_plain), "{path}");
        }
    }
    if let Ok(path) = str::from_utf8(bytes)
        && let Some(uri) = uri_of_file_path(path)
    {
        assert!([None, extension_of(path)].iter().any(|it| file_path(&uri, *it) == path), "{path}");
    }
}

fn extension_of(path: &str) -> Option<&str> {
    path.rsplit_once('.').map(|(_, extension)| extension)
}
