//! The charset that a page declares in itself.

/// The label in the first `meta` element with a charset.
pub(super) fn charset_label(start: &[u8]) -> Option<&[u8]> {
    let mut at = 0;
    loop {
        at += memchr::memchr(b'<', &start[at..])? + 1;
        let rest = &start[at..];
        if rest.starts_with(b"!--") {
            at += memchr::memmem::find(rest, b"-->")?;
            continue;
        }
        if !rest.get(..5).is_some_and(|tag| {
            tag[..4].eq_ignore_ascii_case(b"meta") && !tag[4].is_ascii_alphanumeric()
        }) {
            continue;
        }
        let tag = &rest[..memchr::memchr(b'>', rest)?];
        let Some(name) = tag.windows(7).position(|it| it.eq_ignore_ascii_case(b"charset")) else {
            continue;
        };
        let value = tag[name + 7..].trim_ascii_start();
        let Some(value) = value.strip_prefix(b"=") else { continue };
        let is_label = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_:.+".contains(byte);
        let skipped = value
            .iter()
            .take_while(|byte| byte.is_ascii_whitespace() || b"\"'".contains(byte))
            .count();
        let value = &value[skipped..];
        let len = value.iter().take_while(|byte| is_label(byte)).count();
        if len > 0 {
            return Some(&value[..len]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::charset_label;

    #[test]
    fn labels_are_found_in_meta_elements_only() {
        let check = |page: &str, expect: Option<&str>| {
            let found = charset_label(page.as_bytes()).map(|label| String::from_utf8_lossy(label));
            assert_eq!(found.as_deref(), expect, "{page}");
        };
        check("<META a CHARSET = 'windows-1250' />", Some("windows-1250"));
        check("<meta http-equiv=x content='text/html; charset=koi8-r'>", Some("koi8-r"));
        check("<!-- <meta charset=a> --><meta name=charset><meta charset=b>", Some("b"));
        check("<metal charset=a><link charset=b><meta charset", None);
        check("<meta charset=\"><script>\">", None);
        check("<!-- <meta charset=a>", None);
    }
}
