//! An archive as its keeper meets it.

mod disk;
mod export;
mod golden;
mod kills;
mod lost;
mod readers;

use crate::session::{Ran, Session};
use std::fs;

/// Both fixtures by copy in the folder `a`.
fn filled() -> Session {
    let session = Session::new();
    let ran = session.run("archive add --copy --archive a @hello.warc.gz @old.arc.gz").expect(0);
    assert_eq!(ran.stderr.trim(), "2 files added, 7 captures");
    session
}

/// How many captures `archive stats` tells.
#[track_caller]
fn captures(ran: &Ran) -> u64 {
    let line = ran.text().lines().next().unwrap();
    assert!(line.starts_with("captures "), "{line}");
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

#[test]
fn lookup_gives_the_lines_of_an_index() {
    let session = filled();
    let mut expected: Vec<String> = Vec::new();
    for file in ["@hello.warc.gz", "@old.arc.gz"] {
        let ran = session.run(&format!("warc index {file}")).expect(0);
        expected.extend(ran.text().lines().map(str::to_owned));
    }
    expected.sort();
    let mut found: Vec<String> = Vec::new();
    for prefix in ["http://stodola.example/", "dns:"] {
        let ran = session.run(&format!("archive lookup --prefix --cdxj --archive a {prefix}"));
        found.extend(ran.expect(0).text().lines().map(str::to_owned));
    }
    found.sort();
    assert_eq!(found, expected);
}

#[test]
fn lookup_lists_captures_of_one_url_by_time() {
    let session = filled();
    let ran = session.run("archive lookup --archive a https://stodola.example").expect(0);
    let times: Vec<_> = ran.text().lines().map(|line| &line[..14]).collect();
    assert_eq!(times, ["20010203040507", "20260102030406", "20260203040506"]);
    assert_eq!(ran.stderr.trim(), "3 captures");
    let ran =
        session.run("archive lookup --archive a stodola.example --closest 2025 --json").expect(0);
    assert!(ran.text().contains("\"time\":\"20260102030406\""), "{}", ran.text());
    assert_eq!(ran.text().lines().count(), 1);
}

#[test]
fn adding_again_changes_nothing() {
    let session = filled();
    let ran = session.run("archive add --copy --archive a @hello.warc.gz").expect(0);
    assert_eq!(ran.stderr.trim(), "0 files added, 0 captures; 1 already there");
}

#[test]
fn what_cannot_be_added_is_said_and_the_rest_goes_on() {
    let session = Session::new();
    session.write("note.txt", b"a letter");
    let ran = session.run("archive add --archive a note.txt gone.warc @hello.warc.gz").expect(2);
    assert!(ran.stderr.contains("neither ARC nor WARC nor WACZ"), "{}", ran.stderr);
    assert!(ran.stderr.contains("gone.warc"), "{}", ran.stderr);
    assert!(ran.stderr.contains("1 file added, 3 captures"), "{}", ran.stderr);
}

#[test]
fn damaged_catalogue_is_noticed_and_rebuilt() {
    let session = filled();
    fs::write(session.path("a/catalogue.db"), b"nothing of use").unwrap();
    let ran = session.run("archive stats --archive a").expect(2);
    assert!(ran.stderr.contains("stodola archive rebuild --archive 'a'"), "{}", ran.stderr);
    let ran = session.run("archive rebuild --archive a").expect(0);
    assert!(ran.stderr.contains("2 files, 7 captures; the old one was missing"), "{}", ran.stderr);
    let ran = session.run("archive rebuild --archive a").expect(0);
    assert!(ran.stderr.contains("2 files, 7 captures; the same as before"), "{}", ran.stderr);
}

#[test]
fn check_tells_what_has_vanished_and_what_has_come_back() {
    let session = filled();
    let ran = session.run("archive check --archive a").expect(0);
    assert_eq!(ran.text(), "");
    assert!(ran.stderr.contains("2 files checked, 0 not sound"), "{}", ran.stderr);
    let file = session.path("a/warc/added/old.arc.gz");
    let bytes = fs::read(&file).unwrap();
    fs::remove_file(&file).unwrap();
    let ran = session.run("archive check --archive a").expect(1);
    let expected =
        "missing warc/added/old.arc.gz (newly missing), 0 captures in other files depend on it\n";
    assert_eq!(ran.text(), expected);
    let ran = session.run("archive lookup --archive a stodola.example").expect(0);
    assert!(ran.text().lines().next().unwrap().ends_with("(file is missing)"));
    let ran = session.run("archive check --archive a").expect(1);
    assert!(ran.text().contains("(as before)"), "{}", ran.text());
    fs::write(&file, bytes).unwrap();
    let ran = session.run("archive check --archive a").expect(0);
    assert_eq!(ran.text(), "sound warc/added/old.arc.gz (has come back)\n");
    let ran = session.run("archive check --archive a --older-than 30d").expect(0);
    assert!(
        ran.stderr.contains("0 files checked, 0 not sound; 2 checked recently"),
        "{}",
        ran.stderr
    );
}

#[test]
fn stats_count_by_year_and_draw_bars() {
    let session = filled();
    let ran = session.run("archive stats --archive a --by year").expect(0);
    let lines: Vec<_> = ran.text().lines().filter(|line| !line.is_empty()).collect();
    assert_eq!(lines[0], "By year");
    assert!(lines[1].starts_with("  2001            4") && lines[1].ends_with('#'), "{}", lines[1]);
    assert!(lines[2].starts_with("  2026            3"), "{}", lines[2]);
    // Sizes are for people; JSON has bytes.
    assert!(lines[1].contains("      494 B  ###"), "{}", lines[1]);
    assert!(lines[2].contains("     1.3 kB  ###"), "{}", lines[2]);
    let ran = session.run("archive stats --archive a --by host --json").expect(0);
    assert!(ran.text().starts_with("{\"by\":\"host\",\"name\":\"stodola.example\",\"captures\":6"));
}

#[test]
fn archive_without_catalogue_is_told_how_to_get_one() {
    let session = Session::new();
    fs::create_dir_all(session.path("a/warc")).unwrap();
    // Nothing was stored yet.
    session.run("archive lookup --archive a x.cz").expect(0);
    session.write("a/warc/x.warc", b"");
    let ran = session.run("archive lookup --archive a x.cz").expect(2);
    assert!(ran.stderr.contains("there is no catalogue"), "{}", ran.stderr);
    let ran = session.run("archive stats --archive nowhere").expect(2);
    assert!(ran.stderr.contains("is not an archive"), "{}", ran.stderr);
}

#[test]
fn czech_readers_get_czech_words_and_the_same_data() {
    let session = filled();
    let run = |words: &str| {
        let mut command = session.command();
        let output = command.env("LC_ALL", "cs_CZ.UTF-8").args(words.split(' ')).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    };
    let (stats, _) = run("archive stats --archive a");
    assert!(stats.starts_with("záznamů                         7\n"), "{stats}");
    assert!(stats.contains("\nvelikost                   2,6 kB\n"), "{stats}");
    assert!(stats.contains("\n  2026            3     1,3 kB  ####"), "{stats}");
    assert!(stats.contains("\nPodle roku\n  2001            4      494 B  ####"), "{stats}");
    let english = session.run("archive stats --json --archive a").expect(0);
    assert_eq!(run("archive stats --json --archive a").0, english.text());
    let (_, said) = run("archive check --archive a");
    let expected = "zkontrolováno: 2 soubory, v nepořádku: 0; nedávno zkontrolováno: 0, na další běh zbývá: 0\n";
    assert_eq!(said, expected);
    let (_, said) = run("archive lookup stodola.example --archive a");
    assert_eq!(said, "3 záznamy\n");
    let (_, said) = run("archive rebuild --archive a");
    assert_eq!(said, "katalog: 2 soubory, 7 záznamů; stejně jako předtím\n");
    let (_, said) = run("archive move old.arc.gz nikde/ --archive a");
    assert!(said.contains("složka 'nikde/' neexistuje; vytvořte ji"), "{said}");
    // Errors too.
    for (words, expected) in [
        (
            "archive stats --archive nikde",
            "'nikde' není archiv: nemá archive.toml ani složku 'warc'",
        ),
        ("archive add nic.warc --archive a", "nelze číst 'nic.warc': "),
        ("archive forget x.warc --why y --archive a", "archiv nezná soubor 'x.warc'"),
        (
            "archive forget old.arc.gz --why y --archive a",
            "existuje; vyřadit lze jen soubory, které chybí",
        ),
        ("archive lookup x.cz --closest nic --archive a", "'nic' není čas; zadejte 4 až 14 číslic"),
        (
            "archive dependents x.warc --archive nikde",
            "nikde: není tu ani katalog, ani rejstřík obsahů",
        ),
    ] {
        let (_, said) = run(words);
        assert!(said.contains(expected), "{words}: {said}");
    }
}
