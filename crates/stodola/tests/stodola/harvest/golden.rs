//! What `stodola job` prints of a log that is kept here in bytes: programs read these lines, so they stay as they are.

use crate::session::Session;

/// A log of 2026-01-01 with outcomes of all kinds, a retry, and URIs with quotes and in Latin-1.
const LOG: &[u8] = include_bytes!("golden/books.log");

fn session() -> Session {
    let session = Session::new();
    session.write("archive/jobs/books/frontier/0000000000000000.log", LOG);
    session.write(
        "archive/jobs/books/job.toml",
        b"name = \"books\"\nseeds = [\"http://a.example/\"]\n",
    );
    session
}

#[test]
fn json_of_jobs_keeps_its_keys_and_their_order() {
    let session = session();
    for (words, expect) in [
        ("job ls --archive archive --json", include_str!("golden/ls.json")),
        ("job outcomes books --archive archive --waiting", include_str!("golden/outcomes.json")),
        ("job ledger a.example --archive archive --json", include_str!("golden/ledger.json")),
    ] {
        assert_eq!(session.run(words).expect(0).text(), expect, "{words}");
    }
}

#[test]
fn lists_of_jobs_are_told_in_both_languages() {
    let session = session();
    for (language, expect) in [
        ("C", include_str!("golden/words.txt")),
        ("cs_CZ.UTF-8", include_str!("golden/words.cs.txt")),
    ] {
        let mut said = String::new();
        for words in [
            "job ls --archive archive",
            "job ledger a.example --archive archive",
            "job outscope books --archive archive --all",
            "job outscope books --archive archive --rule scheme",
        ] {
            let mut command = session.command();
            command.args(words.split(' ')).env("LC_ALL", language);
            let ran = command.output().unwrap();
            assert!(ran.status.success(), "{words}");
            said += &String::from_utf8(ran.stdout).unwrap();
            said += &String::from_utf8(ran.stderr).unwrap();
        }
        assert_eq!(said, expect);
    }
}
