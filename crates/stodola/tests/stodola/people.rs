//! People as the keeper of an archive meets them at a terminal.

use crate::serve::Serving;
use crate::session::Session;

fn filled() -> Session {
    let session = Session::new();
    session.run("archive add --copy --archive a @hello.warc.gz").expect(0);
    session
}

#[test]
fn people_are_added_listed_changed_and_kept_out() {
    let session = filled();
    let ran = session.run("people ls --archive a").expect(0);
    assert_eq!((ran.text(), ran.stderr.trim()), ("", "0 people"));
    let words =
        "people add Eva --role curator --group staff --archive a --url https://archive.example/";
    let ran = session.run(words).expect(0);
    assert!(ran.text().starts_with("https://archive.example/start/"), "{}", ran.text());
    assert!(
        ran.stderr.contains("Give Eva this link; it can be used once, until 20"),
        "{}",
        ran.stderr
    );
    let first = ran.text().to_owned();
    let again = session.run("people link eva --archive a").expect(0);
    assert!(again.text().starts_with("http://localhost:8080/start/"), "{}", again.text());
    assert_ne!(again.text().rsplit('/').next(), first.rsplit('/').next());
    let ran = session.run("people ls --archive a").expect(0);
    assert_eq!(
        (ran.text(), ran.stderr.trim()),
        ("eva curator no-password group=staff\n", "1 person")
    );
    let ran = session.run("people change eva --role operator --archive a").expect(0);
    assert_eq!(ran.stderr.trim(), "eva changed: operator");
    let ran = session.run("people disable eva --archive a").expect(0);
    assert_eq!(ran.stderr.trim(), "eva changed: operator, may not sign in");
    let ran = session.run("people ls --json --archive a").expect(0);
    assert!(
        ran.text().contains(r#""role":"operator","groups":["staff"],"disabled":true"#),
        "{}",
        ran.text()
    );
    session.run("people enable eva --archive a").expect(0);
    let ran = session.run("people log --archive a").expect(0);
    let acts: Vec<&str> =
        ran.text().lines().filter_map(|line| line.split_whitespace().nth(4)).collect();
    assert_eq!(
        acts,
        ["person-edit", "person-edit", "person-edit", "link-made", "link-made", "person-add"]
    );
    assert!(ran.text().contains(" console:"), "{}", ran.text());
}

#[test]
fn what_cannot_be_done_is_said_in_both_languages() {
    let session = filled();
    session.run("people add eva --archive a").expect(0);
    for (words, english, czech) in [
        ("add EVA", "there is somebody called 'eva'", "někdo se jménem „eva“ už existuje"),
        ("add <b>", "cannot be a name", "nemůže být jméno"),
        ("link jan", "there is nobody called 'jan'", "nikdo se jménem „jan“ neexistuje"),
        ("disable jan", "there is nobody called 'jan'", "nikdo se jménem „jan“ neexistuje"),
    ] {
        let words = format!("people {words} --archive a");
        let ran = session.run(&words).expect(2);
        assert!(ran.stderr.contains(english), "{}", ran.stderr);
        let mut command = session.command();
        let output = command.env("LC_ALL", "cs_CZ.UTF-8").args(words.split(' ')).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(czech), "{said}");
    }
    let ran = session.run("people add x --role king --archive a").expect(2);
    assert!(ran.stderr.contains("'king' is not one of"), "{}", ran.stderr);
}

#[test]
fn the_first_start_prints_a_link_for_the_first_admin() {
    let session = filled();
    let serving = Serving::start_with(&session, &["--archive", "a"]);
    assert!(serving.before.contains("There is no administrator yet."), "{}", serving.before);
    assert!(serving.before.contains("/start/"), "{}", serving.before);
    let (code, _) = serving.end("-TERM");
    assert_eq!(code, Some(0));
    assert!(session.path("a/people.db").exists());
    // Files without an archive have no people.
    let serving = Serving::start_with(&session, &["a/warc"]);
    assert!(!serving.before.contains("/start/"), "{}", serving.before);
}
