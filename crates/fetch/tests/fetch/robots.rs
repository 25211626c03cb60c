//! `robots.txt` over the wire: redirects, statuses, bodies that are cut.

use stodola_fetch::{Access, Client, RobotsAnswer, Settings};

use crate::server::{Act, Server, settings};

/// A server that answers one after another.
async fn server(answers: &[&str]) -> Server {
    let script = answers
        .iter()
        .flat_map(|answer| [Act::Request, Act::Send(answer.as_bytes().to_vec())])
        .collect();
    Server::start(vec![script]).await
}

/// Asks a server for its rules.
async fn ask(server: &Server) -> RobotsAnswer {
    let connect_to = format!("::127.0.0.1:{}", server.address.port()).parse().unwrap();
    let settings = Settings { connect_to: vec![connect_to], ..settings() };
    let client = Client::new(settings).unwrap();
    client.robots(&mut client.session(), b"http://site.example/page").await
}

fn full(status: &str, body: &str) -> String {
    format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\n\r\n{body}", body.len())
}

#[tokio::test]
async fn the_status_decides() {
    let body = "User-agent: *\nDisallow: /x";
    for (status, expected) in [
        ("200", "rules"),
        ("204", "rules"),
        ("300", "all"),
        ("304", "all"),
        ("400", "all"),
        ("401", "all"),
        ("403", "all"),
        ("404", "all"),
        ("410", "all"),
        ("429", "none"),
        ("500", "none"),
        ("503", "none"),
        ("999", "none"),
        ("abc", "none"),
    ] {
        let answer = ask(&server(&[&full(status, body)]).await).await;
        let found = match &answer.access {
            Access::Rules(_) => "rules",
            Access::AllowAll => "all",
            Access::Unreachable => "none",
        };
        assert_eq!(found, expected, "{status}");
        assert_eq!(answer.steps.len(), 1);
        assert_eq!(answer.steps[0].0, b"http://site.example/robots.txt");
    }
}

#[tokio::test]
async fn rules_are_read_whatever_the_framing() {
    let gzip: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x0b-N-\xd2MLO\xcd+\xb1R\xd0\xe2r\
        \xc9,N\xcc\xc9\xc9/\xb7R\xd0\xaf\x00\x00R\x94\xaf1\x1a\x00\x00\x00";
    let mut zipped = format!(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: {}\r\n\r\n",
        gzip.len()
    )
    .into_bytes();
    zipped.extend_from_slice(gzip);
    let plain = "User-agent: *\nDisallow: /x";
    let chunked =
        format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1a\r\n{plain}\r\n0\r\n\r\n");
    for answer in [full("200", plain).into_bytes(), chunked.into_bytes(), zipped] {
        let server = Server::start(vec![vec![Act::Request, Act::Send(answer.clone())]]).await;
        let Access::Rules(robots) = ask(&server).await.access else { panic!("no rules") };
        let rules = robots.for_agent("archive");
        let shown = answer.escape_ascii().to_string();
        assert!(!rules.verdict(b"/x").allowed && rules.verdict(b"/y").allowed, "{shown}");
    }
}

#[tokio::test]
async fn redirects_are_followed_five_times() {
    let redirect =
        |to: &str| format!("HTTP/1.1 301 X\r\nLocation: {to}\r\nContent-Length: 0\r\n\r\n");
    let (near, last) = (redirect("/a"), full("200", "User-agent: *\nDisallow: /"));
    let answer = ask(&server(&[&near, &near, &near, &near, &near, &last]).await).await;
    assert!(matches!(answer.access, Access::Rules(_)));
    assert_eq!(answer.steps.len(), 6);
    let answer = ask(&server(&[&near, &near, &near, &near, &near, &near, &last]).await).await;
    assert_eq!((answer.access, answer.steps.len()), (Access::AllowAll, 6));
    let nowhere = ask(&server(&[&redirect("ftp://x/")]).await).await;
    assert_eq!((nowhere.access, nowhere.steps.len()), (Access::AllowAll, 1));
}

#[tokio::test]
async fn redirects_to_other_hosts_are_judged_by_their_address() {
    let redirect = "HTTP/1.1 302 X\r\nLocation: http://169.254.169.254/robots.txt\r\n\
                    Content-Length: 0\r\n\r\n";
    let server = server(&[redirect, redirect]).await;
    let rule = format!("site.example::127.0.0.1:{}", server.address.port());
    let settings = Settings { connect_to: vec![rule.parse().unwrap()], ..settings() };
    let client = Client::new(settings).unwrap();
    let mut session = client.session();
    let answer = client.robots(&mut session, b"http://site.example/").await;
    assert_eq!((answer.access, answer.steps.len()), (Access::Unreachable, 2));
    assert_eq!(answer.steps[1].1.as_ref().unwrap_err().name(), "address-refused");
    // The connection to the site itself is still open.
    assert!(session.is_connected());
}

#[tokio::test]
async fn a_file_that_is_cut_speaks_for_what_came() {
    let cut = |body: &str| format!("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{body}");
    let answer = ask(&server(&[&cut("User-agent: *\nDisallow: /x\nDisallow: /")]).await).await;
    let Access::Rules(robots) = answer.access else { panic!("no rules") };
    let rules = robots.for_agent("archive");
    assert!(!rules.verdict(b"/x").allowed && rules.verdict(b"/y").allowed);
    for body in ["", "User-agent: *", "# nothing\n"] {
        assert_eq!(ask(&server(&[&cut(body)]).await).await.access, Access::Unreachable);
    }
    let nothing = Server::start(vec![vec![Act::Request]]).await;
    assert_eq!(ask(&nothing).await.access, Access::Unreachable);
}

#[tokio::test]
async fn a_huge_file_is_read_to_the_limit() {
    let body = format!("User-agent: *\nDisallow: /x\n{}", "# filler\n".repeat(300_000));
    let answer = ask(&server(&[&full("200", &body)]).await).await;
    let Access::Rules(robots) = answer.access else { panic!("no rules") };
    assert!(!robots.for_agent("archive").verdict(b"/x").allowed);
}

#[tokio::test]
async fn what_is_no_site_has_no_rules() {
    let client = Client::new(settings()).unwrap();
    let answer = client.robots(&mut client.session(), b"dns:example.cz").await;
    assert_eq!((answer.access, answer.steps.len()), (Access::Unreachable, 1));
}
