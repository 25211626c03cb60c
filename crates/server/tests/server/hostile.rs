//! Requests that nobody sends with good intentions, and captures that were made by such people.

use crate::client::{read, send_raw};
use crate::shelf::{Shelf, page, response};
use std::io::{Read, Write};
use std::net::TcpStream;

const A: &str = "http://a.cz/";
const TIME: &str = "20200101000000";

fn shelf() -> Shelf {
    Shelf::new(&[page(A, TIME, "hello")])
}

#[test]
fn odd_paths_are_answered_and_lead_nowhere() {
    let shelf = shelf();
    for path in [
        "//",
        "///web",
        "/web/../../etc/passwd",
        "/web/%2e%2e/%2e%2e/etc/passwd",
        "/static/../Cargo.toml",
        "/static/%2e%2e%2fCargo.toml",
        "/web/%00",
        "/web/\u{1}",
        "/%77eb/x",
        "/web//",
        "/web/*",
        "/web/-*/",
        "/web/20200101000000mp_/",
        "/web/99999999999999mp_/http://a.cz/",
        "/web/00000000000000id_/http://a.cz/",
        "/web/20209999999999id_/http://a.cz/",
        "/web/1id_/http://a.cz/",
        "/web/123456789012345678id_/http://a.cz/",
        "/web/2020xx_/http://a.cz/",
        "/web/timemap/",
        "/web/timemap/link/",
        "/cdx/",
        "/cdx/search/cdx/x",
        "/wayback/",
        "/wayback/available",
        "/__wb/",
        "/web/cdx?url=%ff%fe",
        "/web/cdx?url=http://[::1",
        "/web?q=",
        "/web/2020id_/javascript:alert(1)",
        "/web/2020id_/file:///etc/passwd",
        "/web/2020id_/data:text/html,x",
        "/_stodola/",
        "/_stodola/../x",
        "*",
    ] {
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n", shelf.replay);
        let answer = read(&send_raw(shelf.replay, request.as_bytes()), false);
        assert!(answer.status < 500, "{path}: {}", answer.status);
        assert!(!answer.text().contains("root:"), "{path}");
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            shelf.app_host()
        );
        let answer = read(&send_raw(shelf.app, request.as_bytes()), false);
        assert!(answer.status < 500, "app {path}: {}", answer.status);
    }
}

#[test]
fn absurdly_long_requests_are_refused_at_once() {
    let shelf = shelf();
    let long = "a".repeat(100_000);
    for (request, statuses) in [
        (
            format!(
                "GET /web/2020id_/http://a.cz/{long} HTTP/1.1\r\nHost: {}\r\n\r\n",
                shelf.replay
            ),
            &[414, 431][..],
        ),
        (
            format!(
                "GET /web/cdx?url={} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
                &long[..40_000],
                shelf.replay
            ),
            &[400],
        ),
        (format!("GET / HTTP/1.1\r\nHost: {}\r\nX: {long}{long}\r\n\r\n", shelf.replay), &[431]),
        (
            format!("GET / HTTP/1.1\r\nHost: {}\r\n{}\r\n", shelf.replay, "X: y\r\n".repeat(500)),
            &[431],
        ),
        (
            format!(
                "GET / HTTP/1.1\r\nHost: {}\r\nContent-Length: 999999999999\r\n\r\n",
                shelf.replay
            ),
            &[413],
        ),
        (
            format!(
                "GET / HTTP/1.1\r\nHost: {}\r\nTransfer-Encoding: chunked\r\n\r\n",
                shelf.replay
            ),
            &[413],
        ),
    ] {
        let answer = read(&send_raw(shelf.replay, request.as_bytes()), false);
        assert!(statuses.contains(&answer.status), "{}: {}", &request[..40], answer.status);
    }
    // A long address that is allowed.
    let answer = shelf.get(&format!("/web/2020id_/http://a.cz/{}", &long[..30_000]));
    assert_eq!(answer.status, 404);
}

#[test]
fn captured_headers_cannot_add_others() {
    let head = "200 OK\nContent-Type: text/html\rX-Evil: 1\nX-Accel-Redirect: /secret\nContent-Security-Policy: none\n\
        Clear-Site-Data: \"*\"\nStrict-Transport-Security: max-age=9\nRefresh: 0; url=http://live.cz/\n\
        Location: http://b.cz/\r\tSet-Cookie: x=y";
    let shelf = Shelf::new(&[response(A, TIME, head, b"x")]);
    for modifier in ["id_", "mp_", "im_"] {
        let answer = shelf.get(&format!("/web/{TIME}{modifier}/{A}"));
        assert_eq!(answer.status, 200);
        for name in [
            "x-evil",
            "x-accel-redirect",
            "clear-site-data",
            "strict-transport-security",
            "set-cookie",
        ] {
            assert_eq!(answer.header(name), "", "{modifier} {name}");
        }
        let policies = answer.headers.iter().filter(|(name, _)| name == "content-security-policy");
        assert_eq!(policies.count(), 1);
        assert!(
            !answer.header("refresh").contains("url=http://live.cz"),
            "{}",
            answer.header("refresh")
        );
    }
}

#[test]
fn archived_service_workers_are_never_run() {
    let script = response(
        "http://a.cz/sw.js",
        TIME,
        "200 OK\nContent-Type: text/javascript\nService-Worker-Allowed: /",
        b"1",
    );
    let shelf = Shelf::new(&[script]);
    for modifier in ["sw_", "js_", "id_", "mp_"] {
        let path = format!("/web/{TIME}{modifier}/http://a.cz/sw.js");
        let answer = shelf
            .get_with(&path, &[("Service-Worker", "script"), ("Sec-Fetch-Dest", "serviceworker")]);
        assert_eq!(answer.status, 403, "{modifier}");
        assert_eq!(shelf.get(&path).header("service-worker-allowed"), "", "{modifier}");
    }
}

#[test]
fn a_capture_with_thousands_of_headers_is_sent() {
    let many: String = (0..5000).map(|i| format!("\nX-Field-{i}: {}", "v".repeat(50))).collect();
    let shelf =
        Shelf::new(&[response(A, TIME, &format!("200 OK{many}\nContent-Type: text/plain"), b"x")]);
    let answer = shelf.get(&format!("/web/{TIME}id_/{A}"));
    assert_eq!((answer.status, answer.text()), (200, "x".to_owned()));
    let size: usize = answer.headers.iter().map(|(name, value)| name.len() + value.len()).sum();
    assert!(size < 64 << 10, "{size}");
}

#[test]
fn many_ranges_are_answered_with_the_whole() {
    let shelf = shelf();
    let ranges: Vec<String> = (0..1000).map(|i| format!("{i}-")).collect();
    let range = format!("bytes={}", ranges.join(","));
    let answer = shelf.get_with(&format!("/web/{TIME}im_/{A}x"), &[("Range", &range)]);
    assert_eq!(answer.status, 404);
    let answer = shelf.get_with(&format!("/web/{TIME}id_/{A}"), &[("Range", &range)]);
    assert_eq!((answer.status, answer.text()), (200, "hello".to_owned()));
}

#[test]
fn a_reader_who_goes_away_leaves_nothing_behind() {
    let content = vec![b'x'; 5_000_000];
    let shelf = Shelf::new(&[response(A, TIME, "200 OK\nContent-Type: video/mp4", &content)]);
    for _ in 0..50 {
        let mut stream = TcpStream::connect(shelf.replay).unwrap();
        let request = format!("GET /web/{TIME}oe_/{A} HTTP/1.1\r\nHost: {}\r\n\r\n", shelf.replay);
        stream.write_all(request.as_bytes()).unwrap();
        let mut start = [0; 100];
        stream.read_exact(&mut start).unwrap();
    }
    assert_eq!(shelf.get(&format!("/web/{TIME}id_/{A}")).body.len(), content.len());
}

#[test]
fn regular_expressions_cannot_take_for_ever() {
    let url = format!("http://a.cz/{}", "a".repeat(5000));
    let shelf = Shelf::new(&[page(&url, TIME, "x")]);
    let answer = shelf.get("/web/cdx?url=a.cz/*&filter=~url:.*(a%2B)%2B%2B$");
    assert!(answer.status == 200 || answer.status == 400);
    let answer = shelf.get("/web/cdx?url=a.cz/*&filter=~url:.*(a|a)*(a|a)*(a|a)*b");
    assert_eq!((answer.status, answer.text()), (200, String::new()));
}

#[test]
fn a_server_that_is_stopped_ends_answers_first() {
    let content = vec![b'x'; 3_000_000];
    let shelf = Shelf::new(&[response(A, TIME, "200 OK\nContent-Type: video/mp4", &content)]);
    let mut stream = TcpStream::connect(shelf.replay).unwrap();
    let request = format!("GET /web/{TIME}id_/{A} HTTP/1.1\r\nHost: {}\r\n\r\n", shelf.replay);
    stream.write_all(request.as_bytes()).unwrap();
    let mut bytes = vec![0; 1000];
    stream.read_exact(&mut bytes).unwrap();
    shelf.stop();
    stream.read_to_end(&mut bytes).unwrap();
    assert_eq!(read(&bytes, false).body.len(), content.len());
    assert!(shelf.folder().exists());
}

#[test]
fn a_document_as_it_was_captured_is_only_looked_at() {
    let pdf = "http://a.cz/x.pdf";
    let odd = "http://a.cz/odd";
    let shelf = Shelf::new(&[
        page(A, TIME, "<script>1</script>"),
        response(pdf, TIME, "200 OK\nContent-Type: application/pdf", b"%PDF"),
        response(odd, TIME, "200 OK", b"<script>1</script>"),
    ]);
    for (modifier, uri, is_sandboxed) in [
        ("id_", A, true),
        ("ir_", A, true),
        ("id_", odd, true),
        ("if_", A, false),
        ("id_", pdf, false),
    ] {
        let answer = shelf.get(&format!("/web/{TIME}{modifier}/{uri}"));
        let policy = answer.header("content-security-policy");
        assert_eq!(policy.ends_with("; sandbox"), is_sandboxed, "{modifier} {uri}: {policy}");
    }
}

#[test]
fn absurd_dates_are_answered_with_words_or_the_nearest_capture() {
    let shelf = shelf();
    let long = "9".repeat(3000);
    for date in [
        "Thu, 01 Jan 0000 00:00:00 GMT",
        "Fri, 31 Dec 9999 23:59:59 GMT",
        "Mon, 30 Feb 2014 25:61:61 GMT",
        "Sun, 26 Jan -2014 20:06:24 GMT",
        "Sun, 26 Jan 99999999999 20:06:24 GMT",
        "Sunday",
        "",
        &long,
    ] {
        let answer = shelf.get_with("/web/http://a.cz/", &[("Accept-Datetime", date)]);
        assert!(matches!(answer.status, 302 | 400), "{date}: {}", answer.status);
    }
    for path in [
        "/web/cdx?url=a.cz&from=99999999999999&to=00000000000000",
        "/web/cdx?url=a.cz&closest=00000000000000",
        "/web/cdx?url=a.cz&closest=99999999999999&sort=closest",
        "/web/cdx?url=a.cz&collapse=timestamp:18446744073709551615",
        "/web/timemap/18446744073709551615/link/http://a.cz/",
        "/wayback/available?url=a.cz&timestamp=99999999999999999999",
        "/wayback/available?url=a.cz&timestamp=-1",
        "/__wb/calendarcaptures/2?url=a.cz&date=99999999",
        "/__wb/calendarcaptures/2?url=a.cz&date=0000",
        "/__wb/calendarcaptures/2?url=a.cz&date=20200230",
        "/web/20200230250000id_/http://a.cz/",
        "/web/0id_/http://a.cz/",
        "/web/99999999999999-00000000000000*/http://a.cz/",
    ] {
        let answer = shelf.get(path);
        assert!(answer.status < 500, "{path}: {} {}", answer.status, answer.text());
        let app = path.replacen("/web/", "/replay/", 1);
        assert!(shelf.get_app(&app, &[]).status < 500, "app {app}");
    }
    for path in ["/captures/http://a.cz/?year=99999", "/captures/http://a.cz/?year=-1"] {
        assert!(shelf.get_app(path, &[]).status < 500, "{path}");
    }
}

#[test]
fn addresses_cannot_add_headers() {
    let odd = "http://a.cz/x%0d%0aX-Evil:%201";
    let shelf = Shelf::new(&[page(odd, TIME, "x"), page(A, TIME, "y")]);
    for path in [
        "/web/http://a.cz/x%0d%0aX-Evil:%201",
        "/web/2020mp_/http://a.cz/x%0d%0aX-Evil:%201",
        "/web/20200101000000id_/http://a.cz/x%0d%0aX-Evil:%201",
        "/web?url=http://a.cz/x%0d%0aX-Evil:%201",
        "/web?urlkey=cz,a)/%0d%0aX-Evil:%201",
        "/web/*/http://a.cz/%0d%0aX-Evil:%201",
        "/web/timemap/link/http://a.cz/x%0d%0aX-Evil:%201",
        "/wayback/available?url=a.cz&callback=x%0d%0aX-Evil:1",
        "/%0d%0aX-Evil:%201/http://a.cz/",
    ] {
        let answer = shelf.get(path);
        assert!(answer.status < 500, "{path}: {}", answer.status);
        assert_eq!(answer.header("x-evil"), "", "{path}");
    }
}

#[test]
fn many_ranges_at_a_time_of_packed_content_are_all_right() {
    let content: Vec<u8> = (0..2_000_000_u32).map(|it| (it / 7) as u8).collect();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&content).unwrap();
    let head = "200 OK\nContent-Type: video/mp4\nContent-Encoding: gzip";
    let shelf = Shelf::new(&[response(A, TIME, head, &packed.finish().unwrap())]);
    std::thread::scope(|scope| {
        for thread in 0..32_usize {
            let (shelf, content) = (&shelf, &content);
            scope.spawn(move || {
                for number in 0..4 {
                    let start = (thread * 4 + number) * 15_000;
                    let range = format!("bytes={start}-{}", start + 99);
                    let path = format!("/web/{TIME}oe_/{A}");
                    let answer = shelf.get_with(&path, &[("Range", &range)]);
                    assert_eq!(
                        (answer.status, &answer.body[..]),
                        (206, &content[start..start + 100])
                    );
                }
            });
        }
    });
}
