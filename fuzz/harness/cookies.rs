//! Any bytes may stand in `Set-Cookie` and in a file of cookies. What is sent back cannot break out of its field, goes
//! to no other domain, and a jar that is written and read again is the same.

use stodola_fetch::CookieJar;

const NOW: u64 = 1_800_000_000;

/// Takes the first line for a host and each other line for a `Set-Cookie`; and all of it for a file.
pub(crate) fn run(bytes: &[u8]) {
    let mut lines = bytes.split(|byte| *byte == b'\n');
    let host = String::from_utf8_lossy(lines.next().unwrap_or_default()).into_owned();
    let mut jar = CookieJar::default();
    let mut count = 0;
    for scheme in ["http", "https"] {
        let uri = format!("{scheme}://{host}/d/e");
        for line in lines.clone() {
            count += usize::from(jar.set(uri.as_bytes(), line, false, NOW));
        }
        check(&mut jar, uri.as_bytes());
    }
    assert!(jar.len() <= count);
    if !host.to_lowercase().contains("other.example") {
        assert_eq!(jar.field(b"https://www.other.example/d/e", NOW), None);
    }
    let mut jar = CookieJar::default();
    if jar.add_file(bytes, true, NOW).is_ok() {
        check(&mut jar, b"https://a.cz/");
    }
}

fn check(jar: &mut CookieJar, uri: &[u8]) {
    if let Some(field) = jar.field(uri, NOW) {
        assert!(field.value.len() <= 17 << 10);
        assert!(field.value.chars().all(|c| c == '\t' || !c.is_control()), "{field:?}");
    }
    let file = jar.to_file(NOW);
    let mut again = CookieJar::default();
    assert_eq!(again.add_file(file.as_bytes(), false, NOW), Ok(jar.iter(NOW).count()), "{file}");
    assert_eq!(again.to_file(NOW), file);
}
