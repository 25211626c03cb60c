//! The `srcset` attribute: addresses with a width or density each, separated by commas.

/// Returns the addresses, split as the HTML standard does.
///
/// A comma ends an address only at its end or after its descriptors, so a comma within an address stays.
pub(super) fn addresses(value: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = value;
    std::iter::from_fn(move || {
        let skip = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
        let start = rest.iter().position(|byte| !skip(byte))?;
        rest = &rest[start..];
        let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
        let (address, after) = rest.split_at(end);
        let commas = address.iter().rev().take_while(|&&byte| byte == b',').count();
        if commas > 0 {
            rest = after;
            return Some(&address[..address.len() - commas]);
        }
        // Skips the descriptors, in which a comma may stand in brackets.
        let mut depth = 0usize;
        let end = after.iter().position(|byte| {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            *byte == b',' && depth == 0
        });
        rest = &after[end.unwrap_or(after.len())..];
        Some(address)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_are_taken_apart() {
        let check = |value: &str, expect: &[&str]| {
            let found: Vec<_> =
                addresses(value.as_bytes()).map(|it| String::from_utf8_lossy(it)).collect();
            assert_eq!(found, expect, "{value}");
        };
        check("a.png", &["a.png"]);
        check("a.png 1x, b.png 2x", &["a.png", "b.png"]);
        check("a.png, b.png 2x,c.png", &["a.png", "b.png", "c.png"]);
        check("a.png,b.png 2x", &["a.png,b.png"]);
        check(" , a.png 100w 50h ,\n b,c.png?x=1,2 2x ,", &["a.png", "b,c.png?x=1,2"]);
        check("a.png f(1,2) 2x, b", &["a.png", "b"]);
        check("data:image/png;base64,AAAA 1x, b", &["data:image/png;base64,AAAA", "b"]);
        check("", &[]);
        check(" ,, ", &[]);
    }
}
