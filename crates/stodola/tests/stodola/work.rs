//! Requests of users at a terminal: asked, worked off, shown, cancelled.

use crate::session::Session;

fn filled() -> Session {
    let session = Session::new();
    session.run("archive add --copy --archive a @hello.warc.gz").expect(0);
    session
}

#[test]
fn an_export_is_asked_for_worked_off_and_written() {
    let session = filled();
    let ran = session.run("work run --archive a").expect(0);
    assert_eq!(ran.stderr.trim(), "0 requests done, 0 failed");
    assert_eq!(session.run("work ls --archive a").expect(0).text(), "");
    let ask =
        "work submit export prefix=http://www.stodola.example/ format=warc --by jana --archive a";
    let ran = session.run(ask).expect(0);
    assert_eq!((ran.text(), ran.stderr.trim()), ("1\n", "request 1: it waits for its turn"));
    let ran = session.run("work ls --mine --by jana --archive a").expect(0);
    let line = "1 export waiting place=1 jana {\"format\":\"warc\",\"prefix\":\"http://www.stodola.example/\"}\n";
    assert_eq!(ran.text(), line);
    session.run("work result 1 --by jana --archive a").expect(2);
    // The export, and clean-up, which asks for itself.
    let ran = session.run("work run --archive a").expect(0);
    assert_eq!(ran.stderr.trim(), "2 requests done, 0 failed");
    let ran = session.run("work result 1 --by jana --archive a").expect(0);
    assert!(ran.stdout.starts_with(&[0x1f, 0x8b]));
    let ran = session.run("work show 1 --by jana --archive a").expect(0);
    assert!(ran.text().contains("result: export-1.warc.gz") && ran.text().contains("run 1 begins"));
    let ran = session.run("work show 1 --json --archive a").expect(0);
    assert!(ran.text().contains(r#""state":"done""#), "{}", ran.text());
    assert_eq!(session.run(ask).expect(0).stderr.trim(), "request 1: there is a result already");
    session.run("work favourite hello --of 1 --by jana --archive a").expect(0);
    let ran = session.run("work favourite --by jana --archive a").expect(0);
    assert!(ran.text().contains(r#""name":"hello","package":"export""#), "{}", ran.text());
    assert_eq!(session.run("work favourite hello --by jana --archive a").expect(0).text(), "1\n");
    session.run("work favourite hello --remove --by jana --archive a").expect(0);
}

#[test]
fn what_cannot_be_done_is_said_and_failures_show_in_the_exit_code() {
    let session = filled();
    for (words, told) in [
        ("work submit nothing --archive a", "there is no package 'nothing'"),
        ("work submit export prefix --archive a", "write NAME=VALUE"),
        ("work submit export prefix=x --refresh 1s --archive a", "is not a time to refresh"),
        ("work submit export format=zip --archive a", "'format' is not one of the choices"),
        ("work submit harvest --archive a", "'job' is needed"),
        ("work submit export prefix=x --save-to ../x.html --archive a", "no folder is set"),
        ("work show 7 --archive a", "there is no request 7"),
        ("work cancel 7 --archive a", "there is no request 7"),
    ] {
        let ran = session.run(words).expect(2);
        assert!(ran.stderr.contains(told), "{words}: {}", ran.stderr);
    }
    session.run("work submit export prefix=http://nothing.example/ --archive a").expect(0);
    assert!(session.run("work run --archive a").expect(1).stderr.contains("1 failed"));
    let ran = session.run("work ls --archive a").expect(0);
    assert!(ran.text().contains("1 export failed"), "{}", ran.text());
    let ran = session.run("work cancel 1 --archive a").expect(2);
    assert!(ran.stderr.contains("neither waits nor runs"), "{}", ran.stderr);
    session.run("work submit index only=licences --archive a").expect(0);
    let ran = session.run("work cancel 3 --archive a").expect(0);
    assert_eq!(ran.stderr.trim(), "request 3: cancelled");
}

#[test]
fn dead_links_and_ranks_are_asked_for_as_files() {
    let session = crate::map::filled();
    let ask = "work submit map site=a.example view=dead format=xml --archive a";
    assert_eq!(session.run(ask).expect(0).text(), "1\n");
    session.run("work submit rank site=a.example nodes=pages limit=2 --archive a").expect(0);
    session.run("work submit map site=nothing.example --archive a").expect(0);
    session.run("work run --archive a").expect(1);
    let ran = session.run("work result 1 --archive a").expect(0);
    assert!(ran.text().contains("<target>http://a.example/gone</target>"), "{}", ran.text());
    // The second one is clean-up, which asks for itself.
    let ran = session.run("work show 4 --archive a").expect(0);
    let told = "failed: the map has no page of 'nothing.example'";
    assert!(ran.text().contains(told) && ran.text().contains("run 1 begins"), "{}", ran.text());
    let ran = session.run("work show 3 --archive a").expect(0);
    assert!(ran.text().contains("rows that are not in the result: "), "{}", ran.text());
    let ran = session.run("work packages --archive a").expect(0);
    assert!(
        ran.text().starts_with("map version=1 running=0 waiting=0 at_once=1 role=reader\n"),
        "{}",
        ran.text()
    );
    session.run("work favourite dead --of 1 --archive a").expect(0);
    session.run("work favourite dead --rename gone --archive a").expect(0);
    assert_eq!(session.run("work favourite gone --archive a").expect(0).text(), "1\n");
    session.run("work favourite dead --archive a").expect(2);
}
