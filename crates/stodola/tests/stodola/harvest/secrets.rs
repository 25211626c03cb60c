//! User names and passwords in URIs are neither sent nor kept.

use super::archive;
use super::tiny::{Asked, Tiny};
use super::web::{Harvest, Job};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stodola_warc::{Header, Reader, RecordType};

/// Names the files and records of an archive that have one of these words, whatever its case, and asserts that many
/// were searched.
pub(super) fn places_of(archive: &Path, words: &[&str]) -> Vec<String> {
    let has = |bytes: &[u8]| {
        words.iter().any(|word| {
            bytes.windows(word.len()).any(|window| window.eq_ignore_ascii_case(word.as_bytes()))
        })
    };
    let mut found = Vec::new();
    let mut searched = 0;
    for path in files(archive) {
        searched += 1;
        if has(&std::fs::read(&path).unwrap()) {
            found.push(path.display().to_string());
        }
    }
    for path in archive::files(archive) {
        let mut reader = Reader::open(&path).unwrap();
        while let Some(mut record) = reader.next_record().unwrap() {
            searched += 1;
            let mut block = Vec::new();
            let header = header_text(record.warc().unwrap());
            record.read_to_end(&mut block).unwrap();
            if has(&block) || has(header.as_bytes()) {
                found.push(header);
            }
        }
    }
    assert!(searched > 20, "{searched}");
    found
}

fn header_text(header: &Header) -> String {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    header.fields().map(|(name, value)| format!("{}: {}\n", text(name), text(value))).collect()
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(files(&path)),
            false => found.push(path),
        }
    }
    found
}

fn has_secret(bytes: &[u8]) -> bool {
    [&b"sesame"[..], b"alibaba"]
        .iter()
        .any(|secret| bytes.windows(secret.len()).any(|window| window.eq_ignore_ascii_case(secret)))
}

#[test]
fn passwords_in_seeds_links_and_redirects_stand_nowhere() {
    let port = std::sync::Arc::new(std::sync::OnceLock::new());
    let own = std::sync::Arc::clone(&port);
    let tiny = Tiny::start(move |asked: &Asked| {
        let there = format!("http://alibaba:sesame@127.0.0.1:{}", own.get().unwrap());
        let html = "Content-Type: text/html\r\n".to_owned();
        match &*asked.path {
            "/robots.txt" => (302, format!("Location: {there}/rules\r\n"), Vec::new()),
            // Books keep a robots.txt as it came, so this is another one.
            "/rules" => {
                let map = there.replace("alibaba:sesame", "ali:baba") + "/map.xml";
                (200, String::new(), format!("Sitemap: {map}\n").into_bytes())
            }
            "/" => (200, html, format!("<a href='{there}/a'><img src='{there}/b'>").into_bytes()),
            "/a" => (302, format!("Location: {there}/c\r\n"), Vec::new()),
            _ => (200, html, b"<p>page".to_vec()),
        }
    });
    port.set(tiny.addr.port()).unwrap();
    let host = format!("127.0.0.1:{}", tiny.addr.port());
    let seed = format!("http://alibaba:sesame@{host}/");
    let job = Job::bare("all").with("fetch.allow_private", true).seeds(&[&seed]);
    let harvest = Harvest::new(&job);
    let ran = harvest.run(Duration::from_secs(60)).expect(0);
    assert!(
        ran.stderr.contains("are not used and not kept") && !has_secret(ran.stderr.as_bytes()),
        "{}",
        ran.stderr
    );
    let mut asked = tiny.asked();
    asked.sort_unstable();
    assert_eq!(asked, ["/", "/a", "/b", "/c", "/map.xml", "/robots.txt", "/rules"]);
    let found = archive::by_uri(&harvest.archive());
    for path in ["/", "/a", "/b", "/c", "/map.xml", "/robots.txt", "/rules"] {
        assert!(found.contains_key(&format!("http://{host}{path}")), "{path}: {:?}", found.keys());
    }
    let mut checked = 0;
    for path in files(&harvest.archive()) {
        if path.extension().is_some_and(|extension| extension == "gz") {
            continue;
        }
        assert!(!has_secret(&std::fs::read(&path).unwrap()), "{}", path.display());
        checked += 1;
    }
    for path in archive::files(&harvest.archive()) {
        let mut reader = Reader::open(&path).unwrap();
        while let Some(mut record) = reader.next_record().unwrap() {
            let header = header_text(record.warc().unwrap());
            assert!(!has_secret(header.as_bytes()), "{header}");
            // What a server said is kept as it said it.
            if record.kind() != RecordType::Response {
                let mut block = Vec::new();
                record.read_to_end(&mut block).unwrap();
                assert!(!has_secret(&block), "{}", String::from_utf8_lossy(&block));
            }
            checked += 1;
        }
    }
    assert!(checked > 20, "{checked}");
    // Whoever asks with them gets the answer all the same.
    let uri = format!("http://alibaba:sesame@{host}/a");
    let ran = harvest.session.run(&format!("why {uri} --archive archive")).expect(0);
    assert!(!has_secret(&ran.stdout), "{}", ran.text());
}
