//! The lines of a properties file, as Java reads it: `=`, `:` or a blank after the key, `\` at the end of a line joins
//! the next, `\t`, `\n`, `\r`, `\f` and `\uXXXX` are escapes, and a backslash before any other character is dropped.
//!
//! Unlike Java, a file may be in UTF-8; one that is not is read as Latin-1, as Java does.

/// A setting as it is in the file.
pub(super) struct PropertyLine {
    /// Number of its first line, from 1.
    pub(super) number: usize,
    /// The key as written, without escapes.
    pub(super) key: String,
    /// The value without escapes; blanks at its end belong to it.
    pub(super) value: String,
}

/// Characters that Java takes for blanks here.
const BLANKS: [char; 3] = [' ', '\t', '\x0c'];

/// Returns the settings of a file in their order; the error has the number of the line.
pub(super) fn lines(bytes: &[u8]) -> Result<Vec<PropertyLine>, (usize, String)> {
    let text: String = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    };
    // Java ends lines at CR, LF and both together.
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut out = Vec::new();
    let mut physical = (1..).zip(text.trim_start_matches('\u{feff}').split('\n'));
    while let Some((number, first)) = physical.next() {
        let first = first.trim_start_matches(BLANKS);
        if first.is_empty() || first.starts_with(['#', '!']) {
            continue;
        }
        let mut logical = first.to_owned();
        while logical.chars().rev().take_while(|c| *c == '\\').count() % 2 == 1 {
            logical.pop();
            let Some((_, next)) = physical.next() else { break };
            logical.push_str(next.trim_start_matches(BLANKS));
        }
        let (key, value) = split(&logical);
        let decode = |text| unescaped(text).map_err(|problem| (number, problem));
        out.push(PropertyLine { number, key: decode(key)?, value: decode(value)? });
    }
    Ok(out)
}

fn split(line: &str) -> (&str, &str) {
    let mut is_escaped = false;
    for (at, c) in line.char_indices() {
        let is_end = !is_escaped && (matches!(c, '=' | ':') || BLANKS.contains(&c));
        is_escaped = c == '\\' && !is_escaped;
        if is_end {
            let rest = line[at..].trim_start_matches(BLANKS);
            let rest = rest.strip_prefix(['=', ':']).unwrap_or(rest);
            return (&line[..at], rest.trim_start_matches(BLANKS));
        }
    }
    (line, "")
}

fn unescaped(text: &str) -> Result<String, String> {
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut buffer = [0; 2];
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let c = match c {
            '\\' => match chars.next() {
                Some('t') => '\t',
                Some('n') => '\n',
                Some('r') => '\r',
                Some('f') => '\x0c',
                Some('u') => {
                    let digits: String = chars.by_ref().take(4).collect();
                    let is_code =
                        digits.len() == 4 && digits.bytes().all(|b| b.is_ascii_hexdigit());
                    let code = u16::from_str_radix(&digits, 16).ok().filter(|_| is_code);
                    let wrong = || format!("'\\u{digits}' is not a character; give four digits");
                    units.push(code.ok_or_else(wrong)?);
                    continue;
                }
                Some(other) => other,
                None => continue,
            },
            c => c,
        };
        units.extend_from_slice(c.encode_utf16(&mut buffer));
    }
    Ok(String::from_utf16_lossy(&units))
}
