//! Any bytes may stand behind `/web/`. What is read of them can be written in ASCII without blanks, is read from there
//! as the same, and keeps the key of the URI.

use stodola_archive::key_of;
use stodola_replay::ReplayAddress;

/// Reads the bytes as a replay address.
pub(crate) fn run(bytes: &[u8]) {
    let Ok(address) = ReplayAddress::parse(bytes) else { return };
    let path = address.to_path();
    assert!(path.bytes().all(|byte| byte.is_ascii_graphic()), "{path:?}");
    // Escapes make an address longer, perhaps longer than what is read.
    let Ok(again) = ReplayAddress::parse(path.as_bytes()) else {
        assert!(path.len() > stodola_replay::ADDRESS_MAX, "{path:?}");
        return;
    };
    assert_eq!(again.to_path(), path);
    assert_eq!(
        (again.time, again.modifier, again.is_prefix),
        (address.time, address.modifier, address.is_prefix)
    );
    let (key, key_again) = (key_of(&address.uri), key_of(&again.uri));
    assert_eq!(key.escape_ascii().to_string(), key_again.escape_ascii().to_string(), "{path:?}");
}
