//! Any bytes may stand in the log of a frontier. What is read as an event is written again as the same bytes, so
//! every event has one form only, and a change of any byte is noticed or is another event.

use stodola_frontier::recode_event;

/// Bytes before the event in its log.
const PLACE: u64 = 1_000_000;

/// Reads the bytes as they are; then takes the first for the kind of an event and the rest for its body, with a
/// length and a checksum that are right, as no fuzzer would ever guess them.
pub(crate) fn run(bytes: &[u8]) {
    check(bytes);
    let Some((kind, body)) = bytes.split_first() else { return };
    let mut framed = vec![*kind];
    let mut length = body.len();
    while length >= 0x80 {
        framed.push(length as u8 | 0x80);
        length >>= 7;
    }
    framed.push(length as u8);
    framed.extend_from_slice(body);
    framed.extend_from_slice(&(libdeflater::crc32(body) as u16).to_be_bytes());
    if check(&framed) {
        for cut in 0..framed.len() {
            assert!(!check(&framed[..cut]), "an event of {} bytes ends at {cut}", framed.len());
        }
    }
}

/// Whether the bytes begin with an event.
fn check(bytes: &[u8]) -> bool {
    let Some((length, again)) = recode_event(bytes, PLACE) else { return false };
    assert_eq!(again, bytes[..length], "the event has another form");
    true
}
