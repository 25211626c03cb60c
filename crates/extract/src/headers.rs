//! Links in HTTP headers: `Location`, `Link` (RFC 8288), `Refresh`, and the instructions of `X-Robots-Tag`.

use crate::collect::{Collector, Reference};
use crate::input::Input;
use crate::link::{LinkKind, LinkOrigin};
use crate::rel;

/// Passes the links of the headers to the collector.
pub(crate) fn extract(input: &Input<'_>, out: &mut Collector<'_>) {
    for value in input.header("location") {
        out.found(value, LinkKind::Redirect, LinkOrigin::Header("location"));
    }
    for value in input.header("refresh") {
        if let Some(target) = refresh_target(value) {
            out.found(target, LinkKind::Redirect, LinkOrigin::Header("refresh"));
        }
    }
    if out.options.content_location {
        for value in input.header("content-location") {
            out.found(value, LinkKind::Alternate, LinkOrigin::Header("content-location"));
        }
    }
    for value in input.header("link") {
        links(value, out);
    }
    for value in input.header("x-robots-tag") {
        robots_tag(value, out);
    }
}

/// Returns the address in the value of a refresh: `5; url='x'`. `None` if the page only reloads itself.
pub(crate) fn refresh_target(value: &[u8]) -> Option<&[u8]> {
    let value = value.trim_ascii_start();
    let number = value.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    let rest = value[number..].trim_ascii_start();
    let rest = match rest.first() {
        Some(b';' | b',') => rest[1..].trim_ascii_start(),
        // Without a delimiter, at least a number or a blank must have come first.
        Some(_) if number > 0 && rest.len() < value.len() - number => rest,
        _ => return None,
    };
    let named = rest.get(..3).filter(|name| name.eq_ignore_ascii_case(b"url")).and_then(|_| {
        rest[3..].trim_ascii_start().strip_prefix(b"=").map(<[u8]>::trim_ascii_start)
    });
    let target = named.unwrap_or(rest);
    let target = match target.first() {
        Some(&quote @ (b'"' | b'\'')) => {
            let inner = &target[1..];
            &inner[..memchr::memchr(quote, inner).unwrap_or(inner.len())]
        }
        _ => target,
    };
    (!target.is_empty()).then_some(target)
}

/// Reads an `X-Robots-Tag`: `noindex` is for all robots, `name: noindex` for one.
fn robots_tag(value: &[u8], out: &mut Collector<'_>) {
    let orders = match memchr::memchr(b':', value) {
        Some(colon) if memchr::memchr(b',', &value[..colon]).is_none() => {
            let name = value[..colon].trim_ascii().to_ascii_lowercase();
            // `unavailable_after: DATE` is an instruction with a value.
            let is_ours = out.options.robot_names.iter().any(|ours| ours.as_bytes() == name);
            if !is_ours {
                return;
            }
            &value[colon + 1..]
        }
        _ => value,
    };
    out.summary.robots.add(orders);
}

/// Reads `<address>; rel="…"; type=…, <address> …`; stops at an entry that cannot be parsed.
fn links(value: &[u8], out: &mut Collector<'_>) {
    let mut rest = value;
    loop {
        let blanks =
            rest.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == b',').count();
        rest = &rest[blanks..];
        let Some(inner) = rest.strip_prefix(b"<") else { return };
        let Some(end) = memchr::memchr(b'>', inner) else { return };
        let address = &inner[..end];
        rest = &inner[end + 1..];
        let (mut relation, mut media_type, mut purpose) = (None, None, None);
        let mut is_anchored = false;
        while let Some((name, value, after)) = parameter(rest) {
            rest = after;
            // The first parameter of each name counts.
            match name.to_ascii_lowercase().as_slice() {
                b"rel" => relation = relation.or(Some(value)),
                b"type" => media_type = media_type.or(Some(value)),
                b"as" => purpose = purpose.or(Some(value)),
                // The link belongs to another document.
                b"anchor" => is_anchored = true,
                _ => {}
            }
        }
        let kind = rel::kind(
            relation.as_deref().unwrap_or_default(),
            &media_type.unwrap_or_default(),
            &purpose.unwrap_or_default(),
        );
        if let Some(kind) = kind
            && !is_anchored
        {
            let origin = LinkOrigin::Header("link");
            let rel = relation.as_deref();
            let nofollow = false;
            out.found_reference(&Reference {
                raw: address,
                kind,
                origin,
                rel,
                nofollow,
                text: None,
            });
        }
    }
}

/// Parses one `; name=value`; returns name, value and the rest. `None` if there is none.
fn parameter(rest: &[u8]) -> Option<(&[u8], Vec<u8>, &[u8])> {
    let rest = rest.trim_ascii_start().strip_prefix(b";")?.trim_ascii_start();
    let is_name = |byte: &u8| !b";,=\" \t".contains(byte);
    let len = rest.iter().take_while(|byte| is_name(byte)).count();
    let (name, rest) = rest.split_at(len);
    let Some(rest) = rest.trim_ascii_start().strip_prefix(b"=") else {
        return Some((name, Vec::new(), rest));
    };
    let rest = rest.trim_ascii_start();
    if let Some(quoted) = rest.strip_prefix(b"\"") {
        let mut value = Vec::new();
        let mut bytes = quoted.iter().enumerate();
        while let Some((at, &byte)) = bytes.next() {
            match byte {
                b'"' => return Some((name, value, &quoted[at + 1..])),
                b'\\' => value.extend(bytes.next().map(|(_, &byte)| byte)),
                _ => value.push(byte),
            }
        }
        return Some((name, value, b""));
    }
    let len = rest.iter().take_while(|byte| !b";,".contains(byte)).count();
    Some((name, rest[..len].trim_ascii().to_vec(), &rest[len..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::ExtractOptions;

    fn check(headers: &[(&str, &str)], options: &ExtractOptions, expect: &[&str]) {
        let headers: Vec<_> =
            headers.iter().map(|(name, value)| (name.as_bytes(), value.as_bytes())).collect();
        let input = Input { uri: b"http://a/b", headers: &headers, ..Input::default() };
        let mut found = Vec::new();
        let mut sink = |link: &crate::Link<'_>| {
            found.push(format!("{} {}", link.hop(), String::from_utf8_lossy(link.uri)));
        };
        extract(&input, &mut Collector::new(input.uri, options, &mut sink));
        assert_eq!(found, expect, "{headers:?}");
    }

    #[test]
    fn links_of_headers() {
        let options = ExtractOptions::default();
        check(&[("LOCATION", " /x#f ")], &options, &["R http://a/x"]);
        check(&[("refresh", "0; URL = 'x y'")], &options, &["R http://a/x%20y"]);
        check(&[("content-location", "x")], &options, &[]);
        let options = ExtractOptions { content_location: true, ..options };
        check(&[("content-location", "x")], &options, &["L http://a/x"]);
    }

    #[test]
    fn link_header() {
        let options = ExtractOptions::default();
        let check = |value: &str, expect: &[&str]| check(&[("Link", value)], &options, expect);
        check("<x.css>; rel=stylesheet", &["E http://a/x.css"]);
        check(
            "<x,y>;rel=\"next\" ; title=\"a\\\",<z>\", <w>;rel=prev",
            &["L http://a/x,y", "L http://a/w"],
        );
        check("<x>; rel=preconnect, <y>; REL=canonical; rel=stylesheet", &["L http://a/y"]);
        check(
            "<x>; rel=preload; as=font; crossorigin,<y>;rel=icon",
            &["E http://a/x", "E http://a/y"],
        );
        check("<x>; rel=next; anchor=\"/other\"", &[]);
        for broken in ["<x", "x>", "", ",", "<x>;rel=\"next", "<x>;;;", "<x>; =", "<>;rel=next"] {
            check(broken, if broken.starts_with("<x>") { &["L http://a/x"] } else { &[] });
        }
    }

    #[test]
    fn refreshes() {
        let check = |value: &str, expect: Option<&str>| {
            let found = refresh_target(value.as_bytes());
            assert_eq!(found, expect.map(str::as_bytes), "{value}");
        };
        check("5", None);
        check("5;", None);
        check("", None);
        check("0;url=x", Some("x"));
        check("0 ; URL =\"x\" y", Some("x"));
        check("0,x", Some("x"));
        check("1.5 url=x", Some("x"));
        check("; url=x", Some("x"));
        check("0; url", Some("url"));
        check("0x", None);
    }

    #[test]
    fn robots_tags() {
        let options =
            ExtractOptions { robot_names: vec!["ours".into()], ..ExtractOptions::default() };
        let check = |value: &[u8], expect: (bool, bool, bool)| {
            let headers = [(&b"X-Robots-Tag"[..], value)];
            let input = Input { uri: b"http://a/", headers: &headers, ..Input::default() };
            let mut sink = |_: &crate::Link<'_>| {};
            let mut out = Collector::new(input.uri, &options, &mut sink);
            extract(&input, &mut out);
            let robots = out.summary.robots;
            assert_eq!((robots.nofollow, robots.noindex, robots.noarchive), expect);
        };
        check(b"NoIndex, noarchive", (false, true, true));
        check(b"none", (true, true, false));
        check(b"other: nofollow", (false, false, false));
        check(b"Ours: nofollow", (true, false, false));
        check(b"noindex, unavailable_after: 25 Jun 2030 15:00:00 PST", (false, true, false));
    }
}
