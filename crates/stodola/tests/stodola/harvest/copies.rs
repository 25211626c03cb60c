//! How often the archive stores the same content: once, in two files, or each time.

use super::long::files_of;
use super::tiny::Tiny;
use super::web::{Harvest, Job};

/// Number of responses and of revisits of two addresses with the same content, after each of three rounds.
fn stored(dedup: &str) -> Vec<(usize, usize)> {
    let tiny = Tiny::start(|asked| match &*asked.path {
        "/robots.txt" => (404, String::new(), Vec::new()),
        _ => (200, "Content-Type: application/octet-stream\r\n".to_owned(), vec![b'x'; 5000]),
    });
    let job = Job::bare("all")
        .with("fetch.connect_to", format!("[\"*:80:127.0.0.1:{}\"]", tiny.addr.port()))
        .with("write.dedup", format!("\"{dedup}\""))
        .seeds(&["http://copies.example/a", "http://copies.example/b"]);
    let harvest = Harvest::new(&job);
    let session = &harvest.session;
    let mut counts = Vec::new();
    for round in 0..3 {
        let again = if round == 0 { "" } else { " --again" };
        session.run(&format!("crawl --config job.toml --archive archive{again}")).expect(0);
        let files = files_of(session);
        let listed = session.run(&format!("warc ls {}", files.join(" "))).expect(0);
        let text = listed.text();
        let of = |kind: &str| {
            let is_one = |line: &&str| {
                line.split_whitespace().nth(1) == Some(kind) && line.contains("://copies.example/")
            };
            text.lines().filter(is_one).filter(|line| !line.contains("robots.txt")).count()
        };
        counts.push((of("response"), of("revisit")));
        session.run(&format!("warc check {}", files.join(" "))).expect(0);
    }
    counts
}

#[test]
fn content_is_stored_once_in_two_files_or_each_time() {
    assert_eq!(stored("on"), [(1, 1), (1, 3), (1, 5)]);
    // The second copy goes to another file; from then on there are two.
    assert_eq!(stored("twice"), [(1, 1), (2, 2), (2, 4)]);
    assert_eq!(stored("off"), [(2, 0), (4, 0), (6, 0)]);
}

#[test]
fn further_digests_are_written_verified_and_noticed_if_wrong() {
    let tiny = Tiny::start(|asked| match &*asked.path {
        "/" => {
            (200, "Transfer-Encoding: chunked\r\n".to_owned(), b"5\r\nhello\r\n0\r\n\r\n".to_vec())
        }
        "/again" => (200, String::new(), b"hello".to_vec()),
        _ => (404, String::new(), Vec::new()),
    });
    let job = Job::bare("all")
        .with("fetch.connect_to", format!("[\"*:80:127.0.0.1:{}\"]", tiny.addr.port()))
        .with("write.more_digests", "[\"sha256\", \"md5\", \"sha256\", \"sha1\"]")
        .with("write.compression", "\"none\"")
        .seeds(&["http://copies.example/", "http://copies.example/again"]);
    let harvest = Harvest::new(&job);
    let session = &harvest.session;
    session.run("crawl --config job.toml --archive archive").expect(0);
    let files = files_of(session);
    let [file] = &files[..] else { panic!("{files:?}") };
    session.run(&format!("warc check {file}")).expect(0);
    let text = String::from_utf8_lossy(&std::fs::read(file).unwrap()).into_owned();
    // Of "hello", computed by other programs.
    let payload = "Stodola-Payload-Digests: \
        sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824 \
        md5:5d41402abc4b2a76b9719d911017c592\r\n";
    assert_eq!(text.matches(payload).count(), 2, "{text}");
    let blocks = text.matches("Stodola-Block-Digests: sha256:").count();
    assert_eq!(blocks, text.matches("WARC-Block-Digest: ").count() - 1, "all but the first record");
    // Each of them is looked at.
    for (right, wrong) in
        [("md5:5d41", "md5:5d42"), ("Block-Digests: sha256:", "Block-Digests: sha256:")]
    {
        let at = text.find(right).unwrap();
        let mut bytes = std::fs::read(file).unwrap();
        let end = at + right.len();
        bytes[at..end].copy_from_slice(wrong.as_bytes());
        bytes[end] = if bytes[end] == b'0' { b'1' } else { b'0' };
        session.write("wrong.warc", &bytes);
        let checked = session.run("warc check wrong.warc").expect(1);
        assert!(checked.text().contains("a further digest is"), "{}", checked.text());
    }
}
