//! Header fields of answers that are replayed.

use stodola_replay::{Modifier, rewrite_head};
use stodola_warc::http::parse_response;

use crate::support::{PREFIX, TIME, context};

/// The fields that are sent for these lines, as lines.
fn sent(modifier: Modifier, status: u16, lines: &str) -> Vec<String> {
    let block = format!("HTTP/1.1 {status} X\r\n{lines}\r\n\r\n");
    let head = parse_response(block.as_bytes()).expect("the head has a status line");
    let fields = rewrite_head(status, &head, &context(b"http://a.example/x/y", modifier));
    let shown = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).replace(&format!("{PREFIX}{TIME}"), "§");
        text.replace(&format!("//r.test/web/{TIME}"), "°").replace(&format!("/web/{TIME}"), "¶")
    };
    fields.iter().map(|(name, value)| format!("{}: {}", shown(name), shown(value))).collect()
}

#[test]
fn links_in_fields_are_rewritten() {
    let check = |line: &str, expected: &str| {
        assert_eq!(sent(Modifier::Page, 200, line), [expected], "{line}");
    };
    check("Location: http://b.example/c?d#e", "Location: §mp_/http://b.example/c?d#e");
    check("location: /c", "location: ¶mp_/http://a.example/c");
    check("Location: c/d", "Location: ¶mp_/http://a.example/x/c/d");
    check("Location: //b.example", "Location: °mp_/http://b.example");
    check("Location: ?q", "Location: ¶mp_/http://a.example/x/y?q");
    check("Location: #c", "Location: #c");
    check("Location: mailto:x", "Location: mailto:x");
    check("Content-Location: /c", "Content-Location: ¶mp_/http://a.example/c");
    check("Refresh: 5; url=http://b.example/", "Refresh: 5; url=§mp_/http://b.example/");
    check("Refresh: 0;URL='/c'", "Refresh: 0;URL='¶mp_/http://a.example/c'");
    check("Refresh: 0;url=\"c\"", "Refresh: 0;url=\"¶mp_/http://a.example/x/c\"");
    check("Refresh: 5", "Refresh: 5");
    check(
        "Link: </c.css>; rel=preload; as=style",
        "Link: <¶cs_/http://a.example/c.css>; rel=preload; as=style",
    );
    check(
        "Link: <https://b.example>; rel=preconnect, </d,e.js>; rel=\"preload\"; as=\"script\"; title=\"a, b\", \
         <f>; rel=next",
        "Link: <¶js_/http://a.example/d,e.js>; rel=\"preload\"; as=\"script\"; title=\"a, b\", \
         <¶mp_/http://a.example/x/f>; rel=next",
    );
    check("Link: <http://b.example/>; rel=canonical", "Link: <http://b.example/>; rel=canonical");
    check("SourceMap: /c.map", "SourceMap: ¶mp_/http://a.example/c.map");
}

#[test]
fn redirects_keep_the_modifier_of_the_request() {
    assert_eq!(sent(Modifier::Image, 302, "Location: /c"), ["Location: ¶im_/http://a.example/c"]);
    assert_eq!(
        sent(Modifier::IdentityWithRedirects, 301, "Location: /c"),
        ["Location: ¶ir_/http://a.example/c"]
    );
    assert_eq!(
        sent(Modifier::Identity, 301, "Location: /c"),
        ["Location: ¶id_/http://a.example/c"]
    );
    assert_eq!(sent(Modifier::Identity, 200, "Location: /c"), ["X-Archive-Orig-Location: /c"]);
}

#[test]
fn what_rules_the_live_origin_is_shown_and_not_obeyed() {
    let fields = "Content-Security-Policy|Content-Security-Policy-Report-Only|\
                  Strict-Transport-Security|Clear-Site-Data|Public-Key-Pins|X-Frame-Options|Report-To|\
                  NEL|Reporting-Endpoints|Set-Cookie|Access-Control-Allow-Origin|Content-Encoding|\
                  Content-Length|Transfer-Encoding|Alt-Svc|Service-Worker-Allowed|Permissions-Policy|\
                  Cross-Origin-Opener-Policy|Cross-Origin-Embedder-Policy|Cross-Origin-Resource-Policy|\
                  Referrer-Policy|Connection|Keep-Alive|ETag|Cache-Control|Expires|Vary|Date|Server|\
                  WWW-Authenticate|Speculation-Rules|Origin-Agent-Cluster|X-Content-Type-Options|\
                  X-XSS-Protection|Accept-CH|Trailer|Upgrade|Some-Future-Policy";
    for name in fields.split('|') {
        let name = name.trim();
        assert_eq!(
            sent(Modifier::Page, 200, &format!("{name}: a")),
            [format!("X-Archive-Orig-{name}: a")]
        );
    }
}

#[test]
fn what_describes_the_body_passes() {
    for line in [
        "Content-Type: text/html; charset=x",
        "Last-Modified: y",
        "Content-Language: cs",
        "X-Powered-By: z",
    ] {
        assert_eq!(sent(Modifier::Page, 200, line), [line]);
    }
    assert_eq!(
        sent(Modifier::Identity, 200, "Content-Type: a/b\r\nServer: c"),
        ["Content-Type: a/b", "X-Archive-Orig-Server: c"]
    );
}

#[test]
fn no_field_can_make_another() {
    let lines = "X-A: b\rSet-Cookie: c\r\nX-D: e\0f\x0bg\r\n folded\r\nBad Name: h\r\nX:i: j\r\n: k\r\nX-\u{e9}: l\r\n\
                 Location: /m\r\tn\x1b";
    for line in sent(Modifier::Page, 302, lines) {
        let name = line.split(':').next().unwrap_or_default();
        assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'), "{line:?}");
        assert!(
            !line.bytes().any(|byte| (byte < b' ' && byte != b'\t') || byte == 0x7f),
            "{line:?}"
        );
        assert!(!name.eq_ignore_ascii_case("set-cookie"), "{line:?}");
    }
}
