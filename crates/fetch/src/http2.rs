//! Recognises a server that answers HTTP/1.1 with HTTP/2 (RFC 9113): with a frame, or with the preface.
//!
//! Such an answer is no document. The first frame of a server is SETTINGS, or GOAWAY if it has noticed that nobody
//! speaks its language; both are for the whole connection, which makes the nine bytes of their header hard to mistake.

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n";
const FRAME_HEADER: usize = 9;
/// Maximum length of a first frame. No settings are longer, and the text in a GOAWAY hardly ever is.
const FRAME_MAX: u32 = 16 << 10;
const SETTINGS: u8 = 4;
const GOAWAY: u8 = 7;

/// The first bytes of an answer.
#[derive(Debug, Default)]
pub(crate) struct Opening {
    bytes: Vec<u8>,
}

impl Opening {
    /// Takes the next bytes; whether the answer is HTTP/2. Bytes behind the first few are ignored.
    pub(crate) fn is_http2(&mut self, piece: &[u8]) -> bool {
        let room = PREFACE.len() - self.bytes.len();
        if room == 0 {
            return false;
        }
        self.bytes.extend_from_slice(&piece[..piece.len().min(room)]);
        self.bytes.starts_with(PREFACE) || is_first_frame(&self.bytes)
    }
}

fn is_first_frame(bytes: &[u8]) -> bool {
    let Some([a, b, c, kind, flags, stream @ ..]) = bytes.get(..FRAME_HEADER) else { return false };
    let length = u32::from_be_bytes([0, *a, *b, *c]);
    let is_for_all = stream == [0; 4] && *flags == 0;
    let has_right_length = match *kind {
        // Settings of six bytes each.
        SETTINGS => length.is_multiple_of(6),
        GOAWAY => length >= 8,
        _ => false,
    };
    is_for_all && has_right_length && length <= FRAME_MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_and_the_preface_are_recognised_in_any_pieces() {
        let table: &[(&[u8], bool)] = &[
            (b"\0\0\x12\x04\0\0\0\0\0\0\x03\0\0\0\x80", true),
            (b"\0\0\0\x04\0\0\0\0\0", true),
            (b"\0\0\x08\x07\0\0\0\0\0\0\0\0\0\0\0\0\x01", true),
            (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", true),
            (b"\0\0\x13\x04\0\0\0\0\0", false),
            (b"\0\0\x12\x04\0\0\0\0\x01", false),
            (b"\0\0\x12\x04\x01\0\0\0\0", false),
            (b"\0\0\x04\x07\0\0\0\0\0", false),
            (b"\0\0\0\0\0\0\0\0\0\0\0\0", false),
            (b"HTTP/1.1 200 OK\r\n\r\n\0\0\x12\x04\0\0\0\0\0", false),
            (b"<html>", false),
            (b"", false),
        ];
        for &(bytes, expected) in table {
            for size in 1..=bytes.len().max(1) {
                let mut opening = Opening::default();
                let found = bytes.chunks(size).any(|piece| opening.is_http2(piece));
                assert_eq!(found, expected, "{} by {size}", bytes.escape_ascii());
            }
        }
    }
}
