//! What a version is: rounds replace the whole state, additions join the current version, old versions stay.

use crate::support::{
    TIME, WAIT, add, by, check, content, domain, git, name, page, pages, read, start, write_round,
    xml,
};
use std::time::Duration;
use stodola_pages::{
    BegunRound, GitStore, PageDomain, PagesError, PutPage, RoundStart, TagName, VersionChange,
    VersionStore,
};

fn tag(text: &str) -> TagName {
    TagName::parse(text).unwrap()
}

#[test]
fn rounds_replace_the_state_and_additions_stay_with_unchanged_pages() {
    let folder = tempfile::tempdir().unwrap();
    let store = GitStore::new(&folder.path().join("pages"));
    let repository = folder.path().join("pages/example.cz");
    assert_eq!(store.domains().unwrap(), []);
    assert!(store.reader(&domain()).unwrap().is_none());

    let first = pages(&[("", "home"), ("a", "one"), ("a/data.html", "two"), ("a/b?x=1", "three")]);
    let (summary, put) = write_round(&store, &start(0), &first).unwrap();
    let tag0 = tag("example.cz@20260102T030405Z");
    assert_eq!((&summary.tag, summary.new, summary.same), (&tag0, 4, 0));
    assert_eq!(put, [PutPage::New; 4]);
    assert_eq!(store.domains().unwrap(), [domain()]);
    check(&repository);

    // Files and metadata are added to two pages; each addition is a commit, and the tag moves.
    let words = add(&store, &tag0, "a", "words.json", b"{\"one\":1}");
    let mut addition = store.begin_addition(&tag0, &by("Petr <x>"), WAIT).unwrap();
    addition.add_file(&page(""), &name("words.json"), &mut &b"{\"home\":1}"[..]).unwrap();
    let extended = [&addition.data(&page("")).unwrap()[..], b"<!-- node -->"].concat();
    addition.replace_data(&page(""), &extended).unwrap();
    assert_eq!(addition.data(&page("")).unwrap(), extended);
    let noted = addition.finish().unwrap();
    check(&repository);
    let reader = store.reader(&domain()).unwrap().unwrap();
    let history = reader.history(&tag0).unwrap();
    let commits: Vec<_> = history.iter().map(|row| (row.commit, row.author.as_str())).collect();
    assert_eq!(commits, [(noted, "Petr x"), (words, "jana"), (summary.commit, "Stodola")]);
    let before_second = content(&*reader, &tag0);
    assert_eq!(before_second["http/www.example.cz/~index.html/data.xml"], extended);

    // The second round: one page changed, one gone, one new; the others keep what was added.
    let second = pages(&[("", "home"), ("a", "ONE"), ("a/data.html", "two"), ("c", "four")]);
    let (summary, put) = write_round(&store, &start(1), &second).unwrap();
    let tag1 = tag("example.cz@20260102T030505Z");
    assert_eq!(summary.tag, tag1);
    use PutPage::{Changed, New, Same};
    assert_eq!(put, [Same, Changed, Same, New]);
    check(&repository);
    let reader = store.reader(&domain()).unwrap().unwrap();
    assert_eq!(reader.tags(), [tag0.clone(), tag1.clone()]);
    assert_eq!(reader.current(), Some(tag1.clone()));
    let now = content(&*reader, &tag1);
    let names: Vec<_> =
        now.keys().map(|path| path.trim_start_matches("http/www.example.cz/")).collect();
    let expect = [
        "a/data.html/data.html",
        "a/data.html/data.xml",
        "a~.html/data.html",
        "a~.html/data.xml",
        "c~.html/data.html",
        "c~.html/data.xml",
        "~index.html/data.html",
        "~index.html/data.xml",
        "~index.html/words.json",
    ];
    assert_eq!(names, expect);
    assert_eq!(now["http/www.example.cz/~index.html/data.xml"], extended);
    assert_eq!(now["http/www.example.cz/a~.html/data.xml"], xml(&page("a"), &tag1));
    // The old version is what it was.
    assert_eq!(content(&*reader, &tag0), before_second);
    let changes: Vec<_> = reader.difference(&tag0, &tag1).unwrap().map(Result::unwrap).collect();
    let expect = [
        (page("a/b?x=1"), VersionChange::Removed),
        (page("a"), VersionChange::Changed),
        (page("c"), VersionChange::Added),
    ];
    assert_eq!(changes, expect);
    assert_eq!(reader.difference(&tag1, &tag1).unwrap().count(), 0);

    // An addition to the current version is seen as such.
    add(&store, &tag1, "c", "words.json", b"{}");
    let reader = store.reader(&domain()).unwrap().unwrap();
    let changes: Vec<_> = reader.difference(&tag0, &tag1).unwrap().map(Result::unwrap).collect();
    assert!(changes.contains(&(page("c"), VersionChange::Added)));
    if let Some(log) = git(&repository, &["log", "--format=%an %at %s", "main"]) {
        let time = TIME + 60;
        let expect = format!(
            "jana {} Addition by jana\nStodola {time} example.cz on 2026-01-02 at 03:05:05 UTC\n\
             Petr x {} Addition by Petr x\njana {} Addition by jana\n\
             Stodola {TIME} example.cz on 2026-01-02 at 03:04:05 UTC\n",
            TIME + 7,
            TIME + 7,
            TIME + 7
        );
        assert_eq!(log, expect);
        let refs = git(&repository, &["for-each-ref", "--format=%(refname)"]).unwrap();
        let expect = "refs/additions/example.cz@20260102T030405Z/1\nrefs/additions/example.cz@20260102T030405Z/2\n\
             refs/additions/example.cz@20260102T030505Z/1\nrefs/heads/main\n\
             refs/tags/example.cz@20260102T030405Z\nrefs/tags/example.cz@20260102T030505Z\n";
        assert_eq!(refs, expect);
        let file = format!("{tag0}:http/www.example.cz/a~.html/words.json");
        assert_eq!(git(&repository, &["show", &file]).unwrap(), "{\"one\":1}");
        // People get it with an ordinary clone.
        let clone = folder.path().join("clone");
        git(folder.path(), &["clone", "--quiet", repository.to_str().unwrap(), "clone"]).unwrap();
        assert_eq!(
            std::fs::read(clone.join("http/www.example.cz/c~.html/words.json")).unwrap(),
            b"{}"
        );
    }
}

#[test]
fn writing_into_an_outdated_version_or_over_a_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = GitStore::new(folder.path());
    let unknown = tag("example.cz@20200102T030405Z");
    let refused =
        |tag: &TagName| store.begin_addition(tag, &by("jana"), WAIT).map(|_| ()).unwrap_err();
    assert!(matches!(refused(&unknown), PagesError::NoTag(_)));
    assert!(!folder.path().join("example.cz").exists());
    let tag0 = write_round(&store, &start(0), &pages(&[("a", "one")])).unwrap().0.tag;
    assert!(matches!(refused(&unknown), PagesError::NoTag(_)));
    add(&store, &tag0, "a", "Words.json", b"1");
    let mut addition = store.begin_addition(&tag0, &by("jana"), WAIT).unwrap();
    for (file, holder) in [
        ("Words.json", "Words.json"),
        ("words.JSON", "Words.json"),
        ("data.html", "data.html"),
        ("DATA.xml", "data.xml"),
    ] {
        let error = addition.add_file(&page("a"), &name(file), &mut &b"2"[..]).unwrap_err();
        assert!(matches!(&error, PagesError::NameExists { name, .. } if name == holder), "{error}");
    }
    let error = addition.add_file(&page("b"), &name("x"), &mut &b"2"[..]).unwrap_err();
    assert!(matches!(error, PagesError::NoPage { .. }));
    // Nothing was added, so nothing changes.
    let commit = addition.finish().unwrap();
    assert_eq!(store.reader(&domain()).unwrap().unwrap().history(&tag0).unwrap()[0].commit, commit);
    let tag1 = write_round(&store, &start(1), &pages(&[("a", "two")])).unwrap().0.tag;
    match refused(&tag0) {
        PagesError::Outdated { tag, current } => assert_eq!((tag, current), (tag0, Some(tag1))),
        error => panic!("{error}"),
    }
    check(&folder.path().join("example.cz"));
}

#[test]
fn equal_rounds_give_equal_commits_and_are_written_once() {
    let run = |order: &[usize]| {
        let folder = tempfile::tempdir().unwrap();
        let store = GitStore::new(folder.path());
        let mut commits = Vec::new();
        for round in 0..3u64 {
            let BegunRound::Open(mut writer) =
                store.begin_round(&domain(), &start(round), WAIT).unwrap()
            else {
                panic!("it is new")
            };
            for &number in order {
                let page = page(&format!("{}/{number}", number % 3));
                let html = format!("page {number} {}", if number % 2 == 0 { round } else { 0 });
                writer.put(&page, html.as_bytes(), &mut |tag| xml(&page, tag)).unwrap();
            }
            let summary = writer.finish().unwrap();
            commits.push(add(&store, &summary.tag, "1/1", &format!("file{round}"), b"x"));
            commits.push(summary.commit);
            // A crash between the store and whoever counts the rounds lets it come again.
            match store.begin_round(&domain(), &start(round), WAIT).unwrap() {
                BegunRound::Stored(tag) => assert_eq!(tag, summary.tag),
                BegunRound::Open(_) => panic!("it was written"),
            }
        }
        check(&folder.path().join("example.cz"));
        commits
    };
    let forwards: Vec<usize> = (0..40).collect();
    let backwards: Vec<usize> = (0..40).rev().collect();
    assert_eq!(run(&forwards), run(&backwards));
}

#[test]
fn rounds_of_one_second_have_names_of_their_own_and_empty_ones_are_versions_too() {
    let folder = tempfile::tempdir().unwrap();
    let store = GitStore::new(folder.path());
    let round = |job: &str, number, list: &[(&str, &str)]| {
        let start = RoundStart { job: job.to_owned(), number, time: TIME };
        write_round(&store, &start, &pages(list)).map(|(summary, _)| summary.tag.to_string())
    };
    let base = "example.cz@20260102T030405Z";
    assert_eq!(round("a", 1, &[("x", "1")]).unwrap(), base);
    add(&store, &tag(base), "x", "file", b"1");
    assert_eq!(round("a", 2, &[]).unwrap(), format!("{base}-2"));
    assert_eq!(round("b\nRound: 1", 1, &[("x", "1")]).unwrap(), format!("{base}-3"));
    for (job, number) in [("a", 1), ("a", 2), ("b\nRound: 1", 1)] {
        assert_eq!(round(job, number, &[]), None, "{job} {number}");
    }
    let reader = store.reader(&domain()).unwrap().unwrap();
    assert_eq!(reader.current().unwrap().number(), 3);
    assert_eq!(reader.pages(&tag(&format!("{base}-2"))).unwrap().count(), 0);
    check(&folder.path().join("example.cz"));
}

#[test]
fn page_twice_in_a_round_is_refused_and_a_dropped_round_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let store = GitStore::new(folder.path());
    let BegunRound::Open(mut round) = store.begin_round(&domain(), &start(0), WAIT).unwrap() else {
        panic!("it is new")
    };
    round.put(&page("a"), b"1", &mut |_| b"x".to_vec()).unwrap();
    let error = round.put(&page("a"), b"2", &mut |_| b"x".to_vec()).unwrap_err();
    assert!(matches!(error, PagesError::PageTwice(_)));
    // Meanwhile others wait, and are told for whom.
    let error = store.begin_round(&domain(), &start(1), Duration::ZERO).err().unwrap();
    assert!(error.to_string().contains("round 0 of news"), "{error}");
    drop(round);
    assert_eq!(
        std::fs::read_dir(folder.path().join("example.cz/objects/pack")).unwrap().count(),
        0
    );
    assert!(store.reader(&domain()).unwrap().is_none() && store.domains().unwrap().is_empty());
    write_round(&store, &start(1), &pages(&[("a", "1")])).unwrap();
}

#[test]
fn large_files_are_streams_and_their_packs_are_those_of_git() {
    let folder = tempfile::tempdir().unwrap();
    let store = GitStore::new(folder.path());
    let tag = write_round(&store, &start(0), &pages(&[("a", "one")])).unwrap().0.tag;
    let large: Vec<u8> = (0..3_000_000u32)
        .flat_map(|n| (n.wrapping_mul(2_654_435_761) >> 7).to_be_bytes())
        .collect();
    let mut addition = store.begin_addition(&tag, &by("jana"), WAIT).unwrap();
    addition.add_file(&page("a"), &name("large"), &mut &large[..]).unwrap();
    addition.add_file(&page("a"), &name("same"), &mut &large[..]).unwrap();
    addition.add_file(&page("a"), &name("empty"), &mut &b""[..]).unwrap();
    addition.finish().unwrap();
    // Somebody's git packs everything anew, with deltas of its own kind.
    for _ in 0..2 {
        let reader = store.reader(&domain()).unwrap().unwrap();
        assert!(read(&*reader, &tag, &page("a"), "large") == large);
        assert!(read(&*reader, &tag, &page("a"), "same") == large);
        assert_eq!(read(&*reader, &tag, &page("a"), "empty"), b"");
        check(&folder.path().join("example.cz"));
        git(&folder.path().join("example.cz"), &["gc", "--quiet"]);
    }
    let tag = write_round(&store, &start(1), &pages(&[("a", "two")])).unwrap().0.tag;
    add(&store, &tag, "a", "more", b"more");
    check(&folder.path().join("example.cz"));
}

#[test]
fn content_made_to_collide_is_refused() {
    // The two blocks of the first published collision need the beginning of their file before them, and a page has the
    // head of its object there. So no page of today can collide; what matters is that ordinary pages are not refused.
    let folder = tempfile::tempdir().unwrap();
    let store = GitStore::new(folder.path());
    let list: Vec<(String, String)> =
        (0..50).map(|n| (n.to_string(), "x".repeat(n * 64))).collect();
    let list: Vec<(&str, &str)> = list.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(write_round(&store, &start(0), &pages(&list)).unwrap().0.new, 50);
}

#[test]
fn domains_are_apart() {
    let folder = tempfile::tempdir().unwrap();
    let store = GitStore::new(folder.path());
    std::fs::create_dir(folder.path().join("not a domain")).unwrap();
    std::fs::create_dir(folder.path().join("empty.cz")).unwrap();
    for text in ["b.cz", "+2001+db8++1", "a.cz"] {
        let domain = PageDomain::parse(text).unwrap();
        let BegunRound::Open(round) = store.begin_round(&domain, &start(0), WAIT).unwrap() else {
            panic!("it is new")
        };
        assert_eq!(round.finish().unwrap().tag.domain(), &domain);
        check(&folder.path().join(text));
    }
    let names: Vec<_> = store.domains().unwrap().iter().map(PageDomain::to_string).collect();
    assert_eq!(names, ["+2001+db8++1", "a.cz", "b.cz"]);
}
