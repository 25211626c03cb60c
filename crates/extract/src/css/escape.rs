//! Escapes in the strings and URLs of style sheets.

/// Decodes escapes: a line end is dropped, up to six hexadecimal digits are a character.
pub(super) fn unescaped(token: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(token.len());
    let mut rest = token;
    while let Some(at) = memchr::memchr(b'\\', rest) {
        out.extend_from_slice(&rest[..at]);
        rest = &rest[at + 1..];
        let digits = rest.iter().take(6).take_while(|byte| byte.is_ascii_hexdigit()).count();
        if digits > 0 {
            let code = rest[..digits].iter().fold(0, |code, &digit| {
                code * 16 + char::from(digit).to_digit(16).unwrap_or_default()
            });
            let meant = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
            out.extend_from_slice(meant.encode_utf8(&mut [0; 4]).as_bytes());
            rest = &rest[digits..];
            rest = match rest {
                [b'\r', b'\n', rest @ ..] => rest,
                [byte, rest @ ..] if byte.is_ascii_whitespace() => rest,
                rest => rest,
            };
        } else {
            rest = match rest {
                [b'\r', b'\n', rest @ ..] | [b'\n' | b'\r' | b'\x0c', rest @ ..] => rest,
                [byte, rest @ ..] => {
                    out.push(*byte);
                    rest
                }
                [] => rest,
            };
        }
    }
    out.extend_from_slice(rest);
    out
}
