//! Two origins that know of each other, and nobody else.

use crate::client::send;
use crate::shelf::{Options, Shelf, page};

const A: &str = "http://a.cz/";

fn shelf() -> Shelf {
    Shelf::new(&[page(A, "20200101000000", "<p>hello")])
}

#[test]
fn other_hosts_are_refused() {
    let shelf = shelf();
    let (app, replay) = (shelf.app_host(), shelf.replay.to_string());
    for (to, host, status) in [
        (shelf.app, &*app, 200),
        (shelf.app, &*format!("127.0.0.1:{}", shelf.app.port()), 421),
        (shelf.app, &*replay, 421),
        (shelf.app, "evil.example", 421),
        (shelf.app, "", 421),
        (shelf.replay, &*replay, 302),
        (shelf.replay, &*app, 421),
        (shelf.replay, &*format!("localhost:{}", shelf.replay.port()), 421),
    ] {
        let answer = send(to, "GET", "/", &[("Host", host)], b"");
        assert_eq!(answer.status, status, "{to} {host}");
    }
    // A name that only a proxy may give.
    let fields = [("Host", "evil.example"), ("X-Forwarded-Host", &*app)];
    assert_eq!(send(shelf.app, "GET", "/", &fields, b"").status, 421);
}

#[test]
fn a_trusted_proxy_may_give_another_host() {
    let trusted = vec!["127.0.0.0/8".parse().unwrap()];
    let shelf =
        Shelf::with(&[page(A, "20200101000000", "x")], Options { trusted, ..Default::default() });
    let app = shelf.app_host();
    let fields = [("Host", "inside"), ("X-Forwarded-Host", &*app), ("X-Forwarded-For", "9.9.9.9")];
    assert_eq!(send(shelf.app, "GET", "/", &fields, b"").status, 200);
    // What is for this machine only is not for readers behind the proxy.
    assert_eq!(send(shelf.app, "GET", "/metrics", &fields, b"").status, 403);
}

#[test]
fn nothing_is_written_on_request_of_others() {
    let shelf = shelf();
    let app = shelf.app_host();
    let own = format!("http://{app}");
    let replay = shelf.replay_url();
    for (origin, status) in
        [(None, 403), (Some(&*replay), 403), (Some("null"), 403), (Some(&*own), 405)]
    {
        let mut fields = vec![("Host", &*app), ("Content-Length", "0")];
        fields.extend(origin.map(|origin| ("Origin", origin)));
        let answer = send(shelf.app, "POST", "/metrics", &fields, b"");
        assert_eq!(answer.status, status, "{origin:?}");
    }
}

#[test]
fn pages_are_protected_from_archived_scripts() {
    let shelf = shelf();
    let answer = shelf.get_app("/", &[]);
    let policy = answer.header("content-security-policy");
    assert!(policy.contains("default-src 'self'; frame-src http://127.0.0.1:"), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    let shell = shelf.get_app("/replay/20200101000000/http://a.cz/", &[]);
    assert_eq!(shell.status, 200);
    assert_eq!(shell.header("cross-origin-opener-policy"), "same-origin-allow-popups");
    assert_eq!(shelf.get("/favicon.ico").status, 204);
    let capture = shelf.get("/web/20200101000000mp_/http://a.cz/");
    assert_eq!(capture.status, 200);
    let policy = capture.header("content-security-policy");
    assert!(policy.starts_with("default-src 'self' 'unsafe-inline'"), "{policy}");
    assert!(!policy.contains("*") && !policy.contains("https:"), "{policy}");
    assert!(policy.contains(&format!("frame-ancestors 'self' http://{}", shelf.app_host())));
    assert_eq!(capture.header("set-cookie"), "");
}

#[test]
fn the_replay_origin_has_its_own_paths_only() {
    let shelf = shelf();
    for path in
        ["/metrics", "/api/v1/record?file=x&offset=0", "/captures/http://a.cz/", "/nothing/x"]
    {
        let answer = shelf.get(path);
        assert!(answer.status == 404 || answer.status == 302, "{path}: {}", answer.status);
        assert!(!answer.text().contains("stodola_http"), "{path}");
    }
    for path in ["/web/20200101000000mp_/http://a.cz/", "/cdx/search/cdx?url=a.cz"] {
        assert_eq!(shelf.get_app(path, &[]).status, 404, "{path}");
    }
}

#[test]
fn posting_to_the_catalogue_is_refused_with_words() {
    let shelf = shelf();
    for (method, path) in [
        ("POST", "/web"),
        ("POST", "/web/cdx"),
        ("DELETE", "/web"),
        ("POST", "/web/delete"),
        ("PUT", "/"),
    ] {
        let answer = shelf.send(method, path, &[("Content-Length", "0")]);
        assert_eq!(answer.status, 405, "{method} {path}");
        assert_eq!(answer.header("allow"), "GET, HEAD");
        assert!(answer.text().contains("stodola archive add"), "{}", answer.text());
    }
}

#[test]
fn what_the_policy_stopped_is_counted() {
    let shelf = shelf();
    // As browsers send it, with the whole policy.
    let report = b"{\"csp-report\": {\"original-policy\": \"script-src 'self'; img-src 'self'\", \
        \"violated-directive\": \"img-src\", \"effective-directive\": \"img-src\"}}";
    let length = report.len().to_string();
    let host = shelf.replay.to_string();
    let fields = [("Host", &*host), ("Content-Length", &*length)];
    let answer = send(shelf.replay, "POST", "/_stodola/report", &fields, report);
    assert_eq!(answer.status, 204);
    let metrics = shelf.get_app("/metrics", &[]).text();
    assert!(
        metrics.contains("stodola_replay_stopped_by_kind_total{kind=\"img-src\"} "),
        "{metrics}"
    );
    assert!(metrics.contains("# TYPE stodola_http_requests_total counter"), "{metrics}");
    let long = vec![b'x'; 20_000];
    let length = long.len().to_string();
    let fields = [("Host", &*host), ("Content-Length", &*length)];
    assert_eq!(send(shelf.replay, "POST", "/_stodola/report", &fields, &long).status, 413);
}

#[test]
fn a_record_is_given_by_file_and_offset_to_this_machine() {
    let shelf = shelf();
    let file = shelf.get("/cdx/search/cdx?url=a.cz&fl=filename,offset").text();
    let (file, offset) = file.trim().split_once(' ').unwrap();
    assert_eq!(offset, "0");
    let listed = format!("warc/added/{file}");
    let answer = shelf.get_app(&format!("/api/v1/record?file={listed}&offset=0"), &[]);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert!(answer.text().starts_with("WARC/1.1\r\nWARC-Type: response\r\n"));
    assert!(answer.text().ends_with("<p>hello"), "{}", answer.text());
    assert!(answer.header("content-disposition").starts_with("attachment"));
    assert_eq!(answer.header("content-security-policy"), "sandbox");
    for (file, offset, status) in [
        (&*listed, "7", 404),
        ("archive.toml", "0", 404),
        ("../../../../etc/passwd", "0", 404),
        ("/etc/passwd", "0", 404),
        (&*listed, "x", 400),
    ] {
        let answer = shelf.get_app(&format!("/api/v1/record?file={file}&offset={offset}"), &[]);
        assert_eq!(answer.status, status, "{file} {offset}");
    }
}
