//! Charsets in which bytes of ASCII do not mean themselves, made such that they do, and back.
//!
//! All other charsets need nothing: the rewriter looks at bytes of ASCII and leaves the others alone. UTF-16 becomes
//! UTF-8 that may have unpaired surrogates in it (three bytes each, as in WTF-8), and back, so that every unit comes
//! out as it went in. In ISO-2022-JP the double bytes between escape sequences get their highest bit flipped, and
//! flipped back.

/// Charsets in which the second byte of a character may be one of ASCII, such as the backslash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum SecondBytes {
    /// None of them is, or the charset is not known.
    #[default]
    NeverAscii,
    ShiftJis,
    /// GBK, GB 18030, Big5.
    Chinese,
}

impl SecondBytes {
    /// By the label of a charset.
    pub(super) fn of(label: &[u8]) -> SecondBytes {
        match label.trim_ascii().to_ascii_lowercase().as_slice() {
            b"shift_jis" | b"shift-jis" | b"sjis" | b"x-sjis" | b"ms_kanji" | b"windows-31j"
            | b"csshiftjis" | b"ms932" => SecondBytes::ShiftJis,
            b"gbk" | b"gb2312" | b"gb_2312" | b"gb_2312-80" | b"gb18030" | b"x-gbk"
            | b"chinese" | b"csgb2312" | b"big5" | b"big5-hkscs" | b"cn-big5" | b"csbig5"
            | b"x-x-big5" => SecondBytes::Chinese,
            _ => SecondBytes::NeverAscii,
        }
    }

    /// Whether a byte is the first of two.
    pub(super) fn follow(self, byte: u8) -> bool {
        match self {
            SecondBytes::NeverAscii => false,
            SecondBytes::ShiftJis => matches!(byte, 0x81..=0x9f | 0xe0..=0xfc),
            SecondBytes::Chinese => matches!(byte, 0x81..=0xfe),
        }
    }
}

/// Both ways of a body through a charset.
#[derive(Debug)]
pub(super) enum Transcoder {
    /// Bytes of ASCII mean themselves. `may_escape`: as long as no escape character has come; then it may be
    /// ISO-2022-JP.
    Plain {
        may_escape: bool,
    },
    Utf16(Box<Utf16>),
    Iso2022Jp {
        inward: Flipper,
        outward: Flipper,
    },
}

/// Decides from the declared charset and the first bytes of the body, as browsers do: a mark counts most.
pub(super) fn transcoding(declared: Option<&[u8]>, start: &[u8]) -> Transcoder {
    let utf_16 =
        |is_big_endian| Transcoder::Utf16(Box::new(Utf16 { is_big_endian, ..Utf16::default() }));
    match start {
        [0xff, 0xfe, ..] => return utf_16(false),
        [0xfe, 0xff, ..] => return utf_16(true),
        [0xef, 0xbb, 0xbf, ..] => return Transcoder::Plain { may_escape: false },
        // Undeclared, but nothing else begins so.
        [b'<', 0, second, 0, ..] if *second != 0 => return utf_16(false),
        [0, b'<', 0, second, ..] if *second != 0 => return utf_16(true),
        _ => {}
    }
    let Some(declared) = declared else { return Transcoder::Plain { may_escape: true } };
    let label = declared.trim_ascii().to_ascii_lowercase();
    match label.as_slice() {
        b"utf-16" | b"utf-16le" | b"csunicode" | b"iso-10646-ucs-2" | b"ucs-2" | b"unicode"
        | b"unicodefeff" => utf_16(false),
        b"utf-16be" | b"unicodefffe" => utf_16(true),
        b"iso-2022-jp" | b"csiso2022jp" => Transcoder::Plain { may_escape: true },
        _ => Transcoder::Plain { may_escape: false },
    }
}

impl Transcoder {
    /// Whether bytes pass as they are. Has to be asked before each piece.
    pub(super) fn passes(&mut self, piece: &[u8]) -> bool {
        match self {
            Transcoder::Plain { may_escape: false } => true,
            Transcoder::Plain { may_escape: true } => {
                if memchr::memchr(ESCAPE, piece).is_none() {
                    return true;
                }
                *self = Transcoder::Iso2022Jp { inward: Flipper::Ascii, outward: Flipper::Ascii };
                false
            }
            Transcoder::Utf16(_) | Transcoder::Iso2022Jp { .. } => false,
        }
    }

    /// Appends the piece in a form in which ASCII is ASCII.
    pub(super) fn decode(&mut self, piece: &[u8], is_last: bool, out: &mut Vec<u8>) {
        match self {
            Transcoder::Plain { .. } => out.extend_from_slice(piece),
            Transcoder::Utf16(utf_16) => utf_16.decode(piece, is_last, out),
            Transcoder::Iso2022Jp { inward, .. } => {
                out.extend(piece.iter().map(|&byte| inward.next(byte)));
            }
        }
    }

    /// Appends what was decoded, and perhaps changed, in the charset it came in.
    pub(super) fn encode(&mut self, piece: &[u8], is_last: bool, out: &mut Vec<u8>) {
        match self {
            Transcoder::Plain { .. } => out.extend_from_slice(piece),
            Transcoder::Utf16(utf_16) => utf_16.encode(piece, is_last, out),
            Transcoder::Iso2022Jp { outward, .. } => {
                out.extend(piece.iter().map(|&byte| outward.next(byte)));
            }
        }
    }
}

#[derive(Debug, Default)]
pub(super) struct Utf16 {
    is_big_endian: bool,
    /// The first byte of a unit whose second has not come.
    half: Option<u8>,
    /// A high surrogate whose low one has not come.
    high: Option<u16>,
    /// The start of a character whose other bytes have not been written.
    started: Vec<u8>,
}

impl Utf16 {
    fn decode(&mut self, piece: &[u8], is_last: bool, out: &mut Vec<u8>) {
        let mut piece = piece;
        if let (Some(first), Some((&second, rest))) = (self.half, piece.split_first()) {
            self.half = None;
            self.unit([first, second], out);
            piece = rest;
        }
        let pairs = piece.chunks_exact(2);
        if let [odd] = pairs.remainder() {
            self.half = Some(*odd);
        }
        for pair in pairs {
            self.unit([pair[0], pair[1]], out);
        }
        if is_last && let Some(high) = self.high.take() {
            push_unit(high, out);
        }
    }

    fn unit(&mut self, bytes: [u8; 2], out: &mut Vec<u8>) {
        let unit =
            if self.is_big_endian { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) };
        if let Some(high) = self.high.take() {
            if (0xdc00..0xe000).contains(&unit) {
                let code =
                    0x10000 + ((u32::from(high) - 0xd800) << 10) + (u32::from(unit) - 0xdc00);
                let character = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
                out.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                return;
            }
            push_unit(high, out);
        }
        if (0xd800..0xdc00).contains(&unit) {
            self.high = Some(unit);
        } else {
            push_unit(unit, out);
        }
    }

    fn encode(&mut self, piece: &[u8], is_last: bool, out: &mut Vec<u8>) {
        let joined;
        let mut rest = if self.started.is_empty() {
            piece
        } else {
            self.started.extend_from_slice(piece);
            joined = std::mem::take(&mut self.started);
            &joined
        };
        while let Some(&first) = rest.first() {
            let len = match first {
                0xf0.. => 4,
                0xe0.. => 3,
                0xc0.. => 2,
                _ => 1,
            };
            if rest.len() < len && !is_last {
                self.started = rest.to_vec();
                return;
            }
            let character = &rest[..len.min(rest.len())];
            rest = &rest[character.len()..];
            let code = match *character {
                [a] => u32::from(a),
                [a, b] => u32::from(a & 0x1f) << 6 | low(b),
                [a, b, c] => u32::from(a & 0x0f) << 12 | low(b) << 6 | low(c),
                [a, b, c, d] => u32::from(a & 0x07) << 18 | low(b) << 12 | low(c) << 6 | low(d),
                _ => 0,
            };
            if let Some(code) = code.checked_sub(0x10000) {
                self.push(0xd800 + (code >> 10 & 0x3ff) as u16, out);
                self.push(0xdc00 + (code & 0x3ff) as u16, out);
            } else {
                self.push(code as u16, out);
            }
        }
        if is_last {
            // Half a unit at the end of the body.
            out.extend(self.half.take());
        }
    }

    fn push(&self, unit: u16, out: &mut Vec<u8>) {
        out.extend_from_slice(&if self.is_big_endian {
            unit.to_be_bytes()
        } else {
            unit.to_le_bytes()
        });
    }
}

fn low(byte: u8) -> u32 {
    u32::from(byte & 0x3f)
}

/// Appends a unit as UTF-8; a surrogate in three bytes, as if it were a character.
fn push_unit(unit: u16, out: &mut Vec<u8>) {
    match unit {
        0..0x80 => out.push(unit as u8),
        0x80..0x800 => {
            out.extend_from_slice(&[0xc0 | (unit >> 6) as u8, 0x80 | (unit & 0x3f) as u8]);
        }
        _ => out.extend_from_slice(&[
            0xe0 | (unit >> 12) as u8,
            0x80 | (unit >> 6 & 0x3f) as u8,
            0x80 | (unit & 0x3f) as u8,
        ]),
    }
}

const ESCAPE: u8 = 0x1b;

/// Flips the highest bit of bytes that do not mean ASCII; the same again flips it back.
#[derive(Debug, Clone, Copy)]
pub(super) enum Flipper {
    Ascii,
    Double,
    /// Behind the escape character, or behind the character after it.
    Escape,
    EscapeDollar,
    EscapeBracket,
}

impl Flipper {
    fn next(&mut self, byte: u8) -> u8 {
        *self = match (*self, byte) {
            (_, ESCAPE) => Flipper::Escape,
            (Flipper::Escape, b'$') => Flipper::EscapeDollar,
            (Flipper::Escape, b'(') => Flipper::EscapeBracket,
            (Flipper::EscapeDollar, b'@' | b'B') => {
                *self = Flipper::Double;
                return byte;
            }
            (Flipper::EscapeBracket, b'I') => {
                *self = Flipper::Double;
                return byte;
            }
            (Flipper::Double, _) => return byte ^ 0x80,
            _ => Flipper::Ascii,
        };
        byte
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sends bytes through and back, in pieces of each length; returns the form between.
    fn round(declared: Option<&str>, bytes: &[u8]) -> Vec<u8> {
        let mut between = Vec::new();
        for piece_len in 1..=bytes.len().max(1) {
            let mut transcoder = transcoding(declared.map(str::as_bytes), bytes);
            let (mut plain, mut out) = (Vec::new(), Vec::new());
            let mut inside = Vec::new();
            for piece in bytes.chunks(piece_len).chain([&[][..]]) {
                plain.clear();
                let is_last = piece.is_empty();
                if transcoder.passes(piece) && !is_last {
                    inside.extend_from_slice(piece);
                    out.extend_from_slice(piece);
                    continue;
                }
                transcoder.decode(piece, is_last, &mut plain);
                inside.extend_from_slice(&plain);
                transcoder.encode(&plain, is_last, &mut out);
            }
            assert_eq!(out, bytes, "{declared:?} in pieces of {piece_len}");
            between = inside;
        }
        between
    }

    #[test]
    fn utf_16_comes_back_as_it_was() {
        let text: Vec<u8> =
            "\u{feff}<p>čá€😀</p>".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(round(None, &text), "\u{feff}<p>čá€😀</p>".as_bytes());
        let text: Vec<u8> = "<p>č😀".encode_utf16().flat_map(u16::to_be_bytes).collect();
        assert_eq!(round(None, &text), "<p>č😀".as_bytes());
        assert_eq!(round(Some("UTF-16BE "), &text[2..]), "p>č😀".as_bytes());
    }

    #[test]
    fn surrogates_without_a_partner_and_half_units_stay() {
        let units: [u16; 6] = [0xfeff, 0xd800, 0x41, 0xdc00, 0xdc00, 0xd83d];
        let mut bytes: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        bytes.push(0x20);
        assert_eq!(round(None, &bytes)[3..], *b"\xed\xa0\x80A\xed\xb0\x80\xed\xb0\x80\xed\xa0\xbd");
    }

    #[test]
    fn iso_2022_jp_is_flipped_between_escapes() {
        let bytes = b"<p>\x1b$B$\"<>\x1b(B</p>";
        assert_eq!(round(None, bytes), b"<p>\x1b$B\xa4\xa2\xbc\xbe\x1b(B</p>");
        assert_eq!(round(Some("iso-2022-jp"), bytes), b"<p>\x1b$B\xa4\xa2\xbc\xbe\x1b(B</p>");
        assert_eq!(round(Some("utf-8"), bytes), bytes);
        round(None, b"\x1b$B\x80\xff\x1b\x1b$(B\x1b$");
    }

    #[test]
    fn other_charsets_pass() {
        assert!(transcoding(Some(b"windows-1250"), b"<p>\xff").passes(b"<p>\xff\x1b"));
        assert!(transcoding(Some(b"utf-16"), b"\xef\xbb\xbf<p>").passes(b"<p>"));
    }
}
