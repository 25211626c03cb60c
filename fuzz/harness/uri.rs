//! Any bytes may stand where a URI should. They have a normal form, which is its own normal form,
//! and a SURT key.

/// Reads the bytes as a URI.
pub(crate) fn run(bytes: &[u8]) {
    let normal = stodola_uri::normalise(bytes);
    let again = stodola_uri::normalise(&normal);
    assert_eq!(normal.escape_ascii().to_string(), again.escape_ascii().to_string());
    stodola_uri::surt(bytes);
}
