//! Log-ins by Basic, Digest and form, and cookies: against servers that insist on them. No secret stands in any file.

use super::archive;
use super::secrets::places_of;
use super::tiny::{Answer, Asked, Tiny};
use super::web::{Harvest, Job};
use std::collections::BTreeSet;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use stodola_warc::digest::Algorithm;
use stodola_warc::{Reader, RecordType};

const WITHIN: Duration = Duration::from_secs(60);
const USER: &str = "alibaba";
const PASSWORD: &str = "0pen-S3same!";

fn page(body: &str) -> Answer {
    (200, "Content-Type: text/html\r\n".to_owned(), body.as_bytes().to_vec())
}

/// The pages of every site here: five that link to each other.
fn site(path: &str) -> Answer {
    match path {
        "/robots.txt" => (404, String::new(), Vec::new()),
        "/" => page("<a href='/1'><a href='/2'><a href='/3'><a href='/4'>"),
        _ => page(&format!("<p>page {path}")),
    }
}

/// A job for a server with these log-ins, beside a file with the password.
fn harvest(tiny: &Tiny, kind: &str, more: &str, job: impl FnOnce(Job) -> Job) -> Harvest {
    let origin = format!("http://127.0.0.1:{}", tiny.addr.port());
    let own = Job::bare("all")
        .with("fetch.allow_private", true)
        .with("fetch.logins", "\"logins.toml\"")
        .seeds(&[format!("{origin}/")]);
    let harvest = Harvest::new(&job(own));
    let text = format!(
        "[[login]]\norigin = {origin:?}\ntype = {kind:?}\nuser = {USER:?}\npassword = 'file:password'\n\
         {}",
        more.replace("ORIGIN", &origin)
    );
    harvest.session.write("logins.toml", text.as_bytes());
    harvest.session.write("password", format!("{PASSWORD}\n").as_bytes());
    harvest
}

/// The statuses of the pages in the archive.
fn statuses(harvest: &Harvest) -> Vec<(String, Option<u16>)> {
    let found = archive::by_uri(&harvest.archive());
    let path = |uri: &str| uri.splitn(4, '/').nth(3).unwrap().to_owned();
    let mut all: Vec<_> = Vec::new();
    for (uri, captures) in &found {
        all.extend(captures.iter().map(|it| (path(uri), it.status)));
    }
    all.retain(|(path, _)| path != "robots.txt");
    all.sort();
    all
}

fn all_pages() -> Vec<(String, Option<u16>)> {
    ["", "1", "2", "3", "4"].map(|path| (path.to_owned(), Some(200))).into()
}

/// All blocks of records of one type.
fn blocks(harvest: &Harvest, kind: RecordType) -> Vec<String> {
    let mut found = Vec::new();
    for path in archive::files(&harvest.archive()) {
        let mut reader = Reader::open(&path).unwrap();
        while let Some(mut record) = reader.next_record().unwrap() {
            if record.kind() == kind {
                let mut block = Vec::new();
                record.read_to_end(&mut block).unwrap();
                found.push(String::from_utf8_lossy(&block).into_owned());
            }
        }
    }
    found
}

/// The parameters of a Digest answer.
fn parameter(value: &str, name: &str) -> String {
    let start = value.find(&format!("{name}=")).unwrap() + name.len() + 1;
    let rest = &value[start..];
    match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next().unwrap().to_owned(),
        None => rest.split(',').next().unwrap().to_owned(),
    }
}

/// A server that wants Digest, each nonce for two answers only, and checks every one of them.
fn digest_server(algorithm: Algorithm, name: &'static str, password: &'static str) -> Tiny {
    Tiny::start(digest_answers(algorithm, name, password))
}

fn digest_answers(
    algorithm: Algorithm,
    name: &'static str,
    password: &'static str,
) -> impl Fn(&Asked) -> Answer {
    let nonce = Arc::new(AtomicU32::new(0));
    let used: Arc<Mutex<BTreeSet<(String, String)>>> = Arc::default();
    move |asked: &Asked| {
        if asked.path == "/robots.txt" {
            return site(&asked.path);
        }
        let ask = |is_stale: bool| {
            let number = nonce.load(Ordering::Relaxed);
            let field = format!(
                "WWW-Authenticate: Digest realm=\"a \\\"b\\\"\", qop=\"auth,auth-int\", \
                 algorithm={name}, nonce=\"n{number}\", opaque=\"o\", stale={is_stale}\r\n"
            );
            (401, field, b"<p>who are you?".to_vec())
        };
        let Some(value) = asked.field("Authorization") else { return ask(false) };
        let hash = |text: String| algorithm.digest(text.as_bytes()).value();
        let get = |name: &str| parameter(value, name);
        assert_eq!(
            (get("uri"), get("opaque"), get("qop")),
            (asked.path.clone(), "o".into(), "auth".into())
        );
        let key = hash(format!("{USER}:a \"b\":{password}"));
        let request = hash(format!("GET:{}", asked.path));
        let (given, count, own) = (get("nonce"), get("nc"), get("cnonce"));
        if get("response") != hash(format!("{key}:{given}:{count}:{own}:auth:{request}")) {
            return ask(false);
        }
        let number = nonce.load(Ordering::Relaxed);
        if given != format!("n{number}") {
            return ask(true);
        }
        assert!(used.lock().unwrap().insert((given, count.clone())), "a count is used once");
        if count == "00000002" {
            nonce.fetch_add(1, Ordering::Relaxed);
        }
        site(&asked.path)
    }
}

#[test]
fn digest_is_answered_and_renewed_and_the_password_stands_nowhere() {
    for (algorithm, name) in [(Algorithm::Md5, "MD5"), (Algorithm::Sha256, "SHA-256")] {
        let tiny = digest_server(algorithm, name, PASSWORD);
        let harvest = harvest(&tiny, "http", "", |job| job);
        harvest.run(WITHIN).expect(0);
        assert_eq!(statuses(&harvest), all_pages());
        assert_eq!(places_of(&harvest.archive(), &[PASSWORD, USER]), [""; 0]);
        let requests = blocks(&harvest, RecordType::Request);
        assert_eq!(requests.len(), 6, "the answers 401 are not stored");
        assert!(requests.iter().all(|request| !request.contains("Authorization")));
        // The record says what it does not have.
        let metadata = blocks(&harvest, RecordType::Metadata);
        let told = metadata.iter().filter(|it| it.contains("requestWithheld: Authorization\r\n"));
        assert_eq!(told.count(), 5, "{metadata:?}");
    }
}

#[test]
fn basic_is_answered_and_stored_only_if_the_job_asks_for_it() {
    // "alibaba:0pen-S3same!"
    const BASIC: &str = "Basic YWxpYmFiYTowcGVuLVMzc2FtZSE=";
    for is_stored in [false, true] {
        let tiny = Tiny::start(|asked: &Asked| match asked.field("Authorization") {
            Some(BASIC) => site(&asked.path),
            _ if asked.path == "/robots.txt" => site(&asked.path),
            other => {
                assert_eq!(other, None);
                (401, "WWW-Authenticate: Basic realm=x\r\n".to_owned(), Vec::new())
            }
        });
        let harvest = harvest(&tiny, "basic", "", |job| job.with("write.credentials", is_stored));
        harvest.run(WITHIN).expect(0);
        assert_eq!(statuses(&harvest), all_pages());
        let asked: Vec<_> =
            tiny.requests().iter().map(|it| it.field("Authorization").is_some()).collect();
        // robots.txt and the first page without, then always with it.
        assert_eq!(asked, [false, false, true, true, true, true, true]);
        let requests = blocks(&harvest, RecordType::Request);
        let stored = requests.iter().filter(|request| request.contains(BASIC)).count();
        assert_eq!(stored, if is_stored { 5 } else { 0 });
        let words = [PASSWORD, USER, &BASIC[6..]];
        let found = places_of(&harvest.archive(), &words);
        assert_eq!(found.is_empty(), !is_stored, "{found:?}");
        assert!(found.iter().all(|place| place.contains("WARC-Type: request\n")), "{found:?}");
    }
}

#[test]
fn a_password_that_is_refused_is_not_sent_again() {
    let tiny = digest_server(Algorithm::Md5, "MD5", "another");
    let harvest = harvest(&tiny, "digest", "", |job| job);
    harvest.run(WITHIN);
    assert_eq!(statuses(&harvest), [(String::new(), Some(401))]);
    let sent = tiny.requests().iter().filter(|it| it.field("Authorization").is_some()).count();
    assert_eq!(sent, 1);
    // A server that offers only what the log-in does not allow gets nothing at all.
    let tiny = Tiny::start(|asked: &Asked| match &*asked.path {
        "/robots.txt" => site("/robots.txt"),
        _ => (401, "WWW-Authenticate: Basic realm=x\r\n".to_owned(), Vec::new()),
    });
    let harvest = harvest_digest_only(&tiny);
    harvest.run(WITHIN);
    assert!(tiny.requests().iter().all(|it| it.field("Authorization").is_none()));
}

#[test]
fn a_page_that_is_not_for_the_user_does_not_end_the_log_in() {
    // "alibaba:0pen-S3same!"
    const BASIC: &str = "Basic YWxpYmFiYTowcGVuLVMzc2FtZSE=";
    let basic = Tiny::start(|asked: &Asked| match (&*asked.path, asked.field("Authorization")) {
        ("/robots.txt", _) => site("/robots.txt"),
        // As Apache answers, if another user is required.
        (path, Some(BASIC)) if path != "/1" => site(path),
        _ => (401, "WWW-Authenticate: Basic realm=x\r\n".to_owned(), b"<p>not you".to_vec()),
    });
    let answers = digest_answers(Algorithm::Md5, "MD5", PASSWORD);
    let digest = Tiny::start(move |asked: &Asked| match answers(asked) {
        (200, ..) if asked.path == "/1" => {
            let field = "WWW-Authenticate: Digest realm=\"a \\\"b\\\"\", qop=\"auth\", opaque=\"o\", nonce=\"x\"\r\n";
            (401, field.to_owned(), b"<p>not you".to_vec())
        }
        answer => answer,
    });
    for (tiny, kind, most) in [(basic, "basic", 1), (digest, "digest", 3)] {
        let harvest = harvest(&tiny, kind, "", |job| job);
        harvest.run(WITHIN).expect(0);
        let mut expected = all_pages();
        expected[1].1 = Some(401);
        assert_eq!(statuses(&harvest), expected, "{kind}");
        let refused = tiny.requests().iter().filter(|it| it.path == "/1").count();
        assert!(refused <= most, "{kind}: {refused}");
    }
}

fn harvest_digest_only(tiny: &Tiny) -> Harvest {
    harvest(tiny, "digest", "", |job| job)
}

/// A server with a form. Its sessions are good for three pages.
fn form_server() -> (Tiny, Arc<Mutex<Vec<String>>>) {
    let sessions: Arc<Mutex<Vec<(String, u32)>>> = Arc::default();
    let posted: Arc<Mutex<Vec<String>>> = Arc::default();
    let log = Arc::clone(&posted);
    let tiny = Tiny::start(move |asked: &Asked| {
        let mut sessions = sessions.lock().unwrap();
        if asked.path == "/login" && asked.head.starts_with("POST ") {
            let body = String::from_utf8(asked.body.clone()).unwrap();
            assert_eq!(asked.field("Content-Type"), Some("application/x-www-form-urlencoded"));
            log.lock().unwrap().push(body.clone());
            if body != format!("login={USER}&pass=0pen-S3same%21&stay=1") {
                return page("<p>wrong");
            }
            let sid = format!("sid-{}", sessions.len() + 7000);
            sessions.push((sid.clone(), 0));
            let cookie = format!("Set-Cookie: sid={sid}; Path=/; HttpOnly\r\nLocation: /\r\n");
            return (303, cookie, Vec::new());
        }
        if asked.path == "/robots.txt" {
            return site(&asked.path);
        }
        let sid = asked.field("Cookie").and_then(|value| value.strip_prefix("sid="));
        match sessions.iter_mut().find(|(own, pages)| Some(&**own) == sid && *pages < 3) {
            Some((_, pages)) => {
                *pages += 1;
                site(&asked.path)
            }
            None => (302, "Location: /login\r\n".to_owned(), Vec::new()),
        }
    });
    (tiny, posted)
}

const FORM: &str = "url = 'ORIGIN/login'\nsuccess = 'cookie:sid'\nlogged_out = 'location:/login'\n\
    fields = { login = '{user}', pass = '{password}', stay = '1' }\n";

#[test]
fn a_form_is_sent_before_the_first_page_and_again_when_the_session_has_ended() {
    let (tiny, posted) = form_server();
    let harvest = harvest(&tiny, "form", FORM, |job| job);
    harvest.run(WITHIN).expect(0);
    assert_eq!(statuses(&harvest), all_pages());
    assert_eq!(posted.lock().unwrap().len(), 2, "the first session is good for three pages");
    let words = [PASSWORD, "0pen-S3same%21", USER, "sid-700"];
    assert_eq!(places_of(&harvest.archive(), &words), [""; 0]);
    let requests = blocks(&harvest, RecordType::Request);
    assert!(requests.iter().all(|it| !it.contains("Cookie:") && !it.starts_with("POST")));
    let metadata = blocks(&harvest, RecordType::Metadata);
    assert!(metadata.iter().any(|it| it.contains("requestWithheld: Cookie\r\n")), "{metadata:?}");
    // The log tells of the log-in.
    let log = std::fs::read_to_string(harvest.archive().join("jobs/all/logs/crawl.log")).unwrap();
    assert!(log.lines().any(|line| line.contains("/login") && line.contains(" 303 ")), "{log}");
}

/// What a server with tokens knows.
#[derive(Default)]
struct TokenState {
    /// Visitors by their cookies, each with its token.
    visitors: Vec<(String, String)>,
    /// Sessions with the number of their pages.
    sessions: Vec<(String, u32)>,
}

/// A server whose form has a token, which is good once and for one visitor. Its sessions are good for three pages.
fn token_server() -> (Tiny, Arc<Mutex<Vec<String>>>) {
    let state: Arc<Mutex<TokenState>> = Arc::default();
    let posted: Arc<Mutex<Vec<String>>> = Arc::default();
    let log = Arc::clone(&posted);
    let tiny = Tiny::start(move |asked: &Asked| {
        let mut state = state.lock().unwrap();
        let TokenState { visitors, sessions } = &mut *state;
        let cookies = asked.field("Cookie").unwrap_or_default().to_owned();
        if asked.path == "/robots.txt" {
            return site(&asked.path);
        }
        if asked.path == "/login" && asked.head.starts_with("POST ") {
            let body = String::from_utf8(asked.body.clone()).unwrap();
            log.lock().unwrap().push(body.clone());
            let visitor = visitors.iter().position(|(visitor, token)| {
                let token = token.replace('&', "%26");
                let expected = format!("csrf={token}&then=%2F&login={USER}&pass=0pen-S3same%21");
                cookies.contains(&format!("visitor={visitor}")) && body == expected
            });
            let Some(visitor) = visitor else { return (403, String::new(), Vec::new()) };
            visitors.remove(visitor);
            let sid = format!("sid-{}", sessions.len() + 7000);
            sessions.push((sid.clone(), 0));
            return (303, format!("Set-Cookie: sid={sid}; Path=/\r\nLocation: /\r\n"), Vec::new());
        }
        if asked.path == "/login" {
            let number = visitors.len() + 10 * sessions.len();
            let (visitor, token) = (format!("v-{number}-8642"), format!("t&{number}-9753"));
            visitors.push((visitor.clone(), token.clone()));
            let fields =
                format!("Content-Type: text/html\r\nSet-Cookie: visitor={visitor}; Path=/\r\n");
            let token = token.replace('&', "&amp;");
            let text = format!(
                "<form action=/search><input type=hidden name=lang value=cs><input name=q></form>\
                 <form method=post><input type=hidden name=csrf value='{token}'><input name=login>\
                 <input type=hidden name=then value='/'><input type=password name=pass></form>"
            );
            return (200, fields, text.into_bytes());
        }
        let session = sessions.iter_mut().find(|(sid, _)| cookies.contains(&format!("sid={sid}")));
        match session.filter(|(_, pages)| *pages < 3) {
            Some((_, pages)) => {
                *pages += 1;
                site(&asked.path)
            }
            None => (302, "Location: /login\r\n".to_owned(), Vec::new()),
        }
    });
    (tiny, posted)
}

const TOKEN_FORM: &str = "page = 'ORIGIN/login'\nurl = 'ORIGIN/login'\nsuccess = 'cookie:sid'\n\
    logged_out = 'location:/login'\nfields = { login = '{user}', pass = '{password}' }\n";

#[test]
fn the_hidden_fields_of_a_form_are_fetched_with_its_page_and_sent_along() {
    let (tiny, posted) = token_server();
    let harvest = harvest(&tiny, "form", TOKEN_FORM, |job| {
        job.with("politeness.min_delay", "\"50ms\"").with("politeness.max_delay", "\"50ms\"")
    });
    harvest.run(WITHIN).expect(0);
    assert_eq!(statuses(&harvest), all_pages());
    let posted = posted.lock().unwrap();
    assert_eq!(posted.len(), 2, "the first session is good for three pages: {posted:?}");
    assert_ne!(posted[0], posted[1], "each time with a new token");
    let words = [PASSWORD, "0pen-S3same%21", USER, "sid-700", "-8642", "-9753"];
    assert_eq!(places_of(&harvest.archive(), &words), [""; 0]);
    let log = std::fs::read_to_string(harvest.archive().join("jobs/all/logs/crawl.log")).unwrap();
    let logins = log.lines().filter(|line| line.contains("/login"));
    assert_eq!(logins.count(), 4, "{log}");
    // The page and the form have a turn of the host each.
    let ledger = harvest.session.run("job ledger 127.0.0.1 --archive archive --json").expect(0);
    assert!(ledger.text().contains("\"earlier_than_owed\":0"), "{}", ledger.text());

    // Without the page the server refuses the form; and so is a page without the form.
    for more in
        [TOKEN_FORM.replace("page = 'ORIGIN/login'\n", ""), TOKEN_FORM.replace("pass =", "p =")]
    {
        let (tiny, posted) = token_server();
        let harvest = self::harvest(&tiny, "form", &more, |job| job);
        harvest.run(WITHIN);
        assert_eq!(statuses(&harvest), []);
        assert!(posted.lock().unwrap().len() <= 1);
    }
}

#[test]
fn pages_behind_a_log_in_that_fails_are_not_archived_as_something_else() {
    let (tiny, posted) = form_server();
    let harvest = harvest(&tiny, "form", &FORM.replace("'1'", "'2'"), |job| job);
    harvest.run(WITHIN);
    assert_eq!(posted.lock().unwrap().len(), 1, "a refused password is not tried again");
    assert_eq!(statuses(&harvest), []);
    let uri = format!("http://127.0.0.1:{}/", tiny.addr.port());
    let why = harvest.session.run(&format!("why {uri} --archive archive"));
    assert!(why.text().contains("the log-in to its server failed"), "{}", why.text());
}

#[test]
fn a_job_without_its_secret_does_not_start() {
    let (tiny, posted) = form_server();
    let harvest = harvest(&tiny, "form", FORM, |job| job);
    std::fs::remove_file(harvest.session.path("password")).unwrap();
    let ran = harvest.run(WITHIN).expect(2);
    assert!(ran.stderr.contains("the log-in for 'http://127.0.0.1:"), "{}", ran.stderr);
    assert!(posted.lock().unwrap().is_empty() && tiny.requests().is_empty());
}

/// A server that gives a cookie to whoever has none.
fn cookie_server() -> Tiny {
    Tiny::start(|asked: &Asked| {
        let (status, mut head, body) = site(&asked.path);
        if asked.field("Cookie").is_none() {
            head.push_str("Set-Cookie: visit=v-4711; Path=/; Max-Age=9000\r\n");
            head.push_str("Set-Cookie: wide=1; Domain=0.0.1\r\n");
        }
        (status, head, body)
    })
}

fn cookies(tiny: &Tiny) -> Vec<Option<String>> {
    let pages = tiny.requests().into_iter().filter(|asked| asked.path != "/robots.txt");
    pages.map(|asked| asked.field("Cookie").map(str::to_owned)).collect()
}

#[test]
fn cookies_are_sent_back_and_kept_as_the_job_says() {
    for (setting, first, others, later) in [
        ("none", None, None, None),
        ("session", None, Some("visit=v-4711"), None),
        ("keep", None, Some("visit=v-4711"), Some("visit=v-4711")),
    ] {
        let tiny = cookie_server();
        let seed = format!("http://127.0.0.1:{}/", tiny.addr.port());
        let job = Job::bare("all")
            .with("fetch.allow_private", true)
            .with("fetch.cookies", format!("{setting:?}"))
            .seeds(&[seed]);
        let harvest = Harvest::new(&job);
        harvest.run(WITHIN).expect(0);
        let asked = cookies(&tiny);
        assert_eq!((asked.len(), asked[0].as_deref()), (5, first), "{setting}");
        assert!(asked[1..].iter().all(|it| it.as_deref() == others), "{setting}: {asked:?}");
        let kept = harvest.archive().join("jobs/all/cookies.txt");
        match setting {
            "keep" => {
                let mode = std::fs::metadata(&kept).unwrap().permissions().mode();
                assert_eq!(mode & 0o777, 0o600);
                let text = std::fs::read_to_string(&kept).unwrap();
                assert!(text.starts_with("# Netscape HTTP Cookie File\n"), "{text}");
                assert!(text.contains("127.0.0.1\tFALSE\t/\tFALSE\t"), "{text}");
            }
            _ => assert!(!kept.exists()),
        }
        harvest.start(&["--again"]).finish(WITHIN).expect(0);
        let asked = cookies(&tiny);
        assert_eq!(asked[5].as_deref(), later, "{setting}");
        let requests = blocks(&harvest, RecordType::Request);
        assert!(requests.iter().all(|request| !request.contains("v-4711")));
    }
}

#[test]
fn cookies_of_a_file_are_sent_and_one_that_cannot_be_read_is_named() {
    let tiny = cookie_server();
    let job = Job::bare("all")
        .with("fetch.allow_private", true)
        .with("fetch.cookies_file", "\"cookies.txt\"")
        .seeds(&[format!("http://127.0.0.1:{}/", tiny.addr.port())]);
    let harvest = Harvest::new(&job);
    let line = "127.0.0.1\tFALSE\t/\tFALSE\t0\tmember\tm-1234\n";
    harvest.session.write("cookies.txt", format!("# Netscape\n{line}").as_bytes());
    harvest.run(WITHIN).expect(0);
    assert!(cookies(&tiny).iter().all(|it| it.as_deref() == Some("member=m-1234")));
    assert_eq!(places_of(&harvest.archive(), &["m-1234"]), [""; 0]);
    harvest.session.write("cookies.txt", b"# Netscape\nmember=m-1234\n");
    let ran = harvest.start(&["--again"]).finish(WITHIN).expect(2);
    assert!(ran.stderr.contains("is not a file of cookies: line 2"), "{}", ran.stderr);
    assert!(!ran.stderr.contains("m-1234"), "{}", ran.stderr);
}
