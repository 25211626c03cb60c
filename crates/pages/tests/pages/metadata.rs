//! The metadata database: rounds, versions, rebuilding, crashes.

use super::support_xml::Dice;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stodola_pages::data::{PageDocument, PageMeta};
use stodola_pages::database::{
    PageAnswer, PageDatabase, PageDatabaseError, PageQuery, PageReader, PageRound, QueryBounds,
    RoundRecord, SeenPage,
};

/// The round of a domain on a day of January 2026.
pub(super) fn round_of(domain: &str, day: u32) -> PageRound {
    PageRound {
        domain: domain.to_owned(),
        tag: format!("{domain}@202601{day:02}T000000Z"),
        time: i64::from(day) * 86_400_000,
        commit: format!("{day}").repeat(40)[..40].to_owned(),
    }
}

/// A small database of two domains.
pub(super) struct Sample {
    folder: tempfile::TempDir,
    pub reader: PageReader,
}

impl Sample {
    pub(super) fn new() -> Sample {
        Sample::without(&BTreeSet::new())
    }

    /// The same without some versions, `PATH TAG`. That a page had another version before or after it does not change.
    pub(super) fn without(secret: &BTreeSet<String>) -> Sample {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pages.db");
        let sample = Sample { reader: PageReader::open(&path), folder };
        let (first, second, other) =
            (round_of("a.cz", 1), round_of("a.cz", 2), round_of("b.cz", 3));
        let page = Sample::page;
        let special = PageMeta {
            url: "http://a.cz/50%".to_owned(),
            title: Some("It's -- ; \"x\" /* y */".to_owned()),
            language: Some("cs".to_owned()),
            record: Some("urn:uuid:1".to_owned()),
            ..page(&first, "p1", 200)
        };
        let plain = PageMeta {
            title: None,
            time: 1500,
            charset: Some("utf-8".to_owned()),
            ..page(&first, "p2", 200)
        };
        let gone = PageMeta {
            time: 1999,
            media: Some("text/plain".to_owned()),
            ..page(&first, "p3", 404)
        };
        let changed =
            PageMeta { time: 2000, digest: "sha256:2".to_owned(), ..page(&second, "p1", 200) };
        let renewed =
            PageMeta { time: 2500, language: Some("de".to_owned()), ..page(&second, "p2", 200) };
        let others = [
            PageMeta {
                time: 3000,
                digest: "sha256:2".to_owned(),
                charset: None,
                ..page(&other, "q1", 301)
            },
            PageMeta { time: 4000, ..page(&other, "q2", 200) },
        ];
        sample.write(&first, &[special, plain, gone]);
        let mut database = PageDatabase::open(&sample.path()).unwrap();
        let fill = |writer: &mut stodola_pages::database::VersionWriter<'_>| {
            writer.page(&changed)?;
            writer.page(&renewed)?;
            writer.gone("p3")
        };
        database.record::<PageDatabaseError>(&second, fill).unwrap();
        drop(database);
        sample.write(&other, &others);
        // Rows are taken out behind the back of the program: nothing else of the others changes.
        let connection = rusqlite::Connection::open(sample.path()).unwrap();
        for version in secret {
            let (path, tag) = version.split_once(' ').unwrap();
            connection
                .execute("DELETE FROM versions WHERE path = ?1 AND tag = ?2", (path, tag))
                .unwrap();
        }
        sample
    }

    pub(super) fn page(round: &PageRound, path: &str, status: u16) -> PageMeta {
        PageMeta {
            url: format!("http://{}/{path}", round.domain),
            title: Some(format!("Page {path}")),
            path: path.to_owned(),
            time: 1000,
            tag: round.tag.clone(),
            digest: "sha256:1".to_owned(),
            status: Some(status),
            media: Some("text/html".to_owned()),
            charset: Some("windows-1250".to_owned()),
            ..PageMeta::default()
        }
    }

    pub(super) fn path(&self) -> PathBuf {
        self.folder.path().join("pages.db")
    }

    pub(super) fn write(&self, round: &PageRound, pages: &[PageMeta]) {
        let mut database = PageDatabase::open(&self.path()).unwrap();
        let fill = |writer: &mut stodola_pages::database::VersionWriter<'_>| {
            pages.iter().try_for_each(|page| writer.page(page))
        };
        database.record::<PageDatabaseError>(round, fill).unwrap();
    }

    pub(super) fn all(&self) -> PageAnswer {
        all(&self.path())
    }
}

fn all(path: &Path) -> PageAnswer {
    let bounds = QueryBounds { rows: 1_000_000, bytes: 1 << 30, ..QueryBounds::default() };
    let reader = PageReader::open(path).with_bounds(bounds);
    reader.query(&PageQuery::default(), Arc::new(|_: &SeenPage<'_>| true)).unwrap()
}

#[test]
fn versions_are_listed_with_the_round_that_ended_them() {
    let sample = Sample::new();
    let rows: Vec<_> = sample
        .all()
        .versions
        .iter()
        .map(|it| {
            format!("{} {} {}", it.meta.path, it.meta.tag, it.until.as_deref().unwrap_or("-"))
        })
        .collect();
    assert_eq!(
        rows,
        [
            "p1 a.cz@20260101T000000Z a.cz@20260102T000000Z",
            "p1 a.cz@20260102T000000Z -",
            "p2 a.cz@20260101T000000Z a.cz@20260102T000000Z",
            "p2 a.cz@20260102T000000Z -",
            "p3 a.cz@20260101T000000Z a.cz@20260102T000000Z",
            "q1 b.cz@20260103T000000Z -",
            "q2 b.cz@20260103T000000Z -",
        ]
    );
}

#[test]
fn a_round_is_recorded_once_and_in_order() {
    let sample = Sample::new();
    let mut database = PageDatabase::open(&sample.path()).unwrap();
    let before = sample.all();
    let second = round_of("a.cz", 2);
    let never =
        |_: &mut stodola_pages::database::VersionWriter<'_>| -> Result<(), PageDatabaseError> {
            panic!("it is recorded already")
        };
    assert_eq!(database.record(&second, never).unwrap(), RoundRecord::Known);
    let other = PageRound { commit: "f".repeat(40), ..second.clone() };
    let error = database.record(&other, never).unwrap_err();
    assert!(matches!(error, PageDatabaseError::OtherCommit { .. }), "{error}");
    let early = PageRound { tag: "a.cz@20251231T000000Z".to_owned(), ..second.clone() };
    let error = database.record(&early, never).unwrap_err();
    assert!(matches!(error, PageDatabaseError::NotLater { .. }), "{error}");

    let third = round_of("a.cz", 3);
    let wrong = database.record::<PageDatabaseError>(&third, |writer| {
        writer.page(&Sample::page(&second, "p1", 200))
    });
    assert!(matches!(wrong, Err(PageDatabaseError::OtherTag { .. })), "{wrong:?}");
    let twice = database.record::<PageDatabaseError>(&third, |writer| {
        writer.page(&Sample::page(&third, "p1", 200))?;
        writer.page(&Sample::page(&third, "p1", 200))
    });
    assert!(matches!(twice, Err(PageDatabaseError::Twice { .. })), "{twice:?}");
    assert_eq!(sample.all(), before, "a round that failed leaves nothing");
    let rounds: Vec<_> = database.rounds("a.cz").unwrap().into_iter().map(|it| it.tag).collect();
    assert_eq!(rounds, ["a.cz@20260102T000000Z", "a.cz@20260101T000000Z"]);
    let domains: Vec<_> = database.domains().unwrap().into_iter().map(|it| it.0).collect();
    assert_eq!(domains, ["a.cz", "b.cz"]);
}

/// What a round did, as git would tell: `None` is gone.
type Changes = Vec<(String, Option<Vec<u8>>)>;

/// Random rounds of some domains, the files of each page as XML.
fn history(dice: &mut Dice) -> Vec<(PageRound, Changes)> {
    let mut history = Vec::new();
    for day in 1..=12_u32 {
        for domain in ["a.cz", "b.cz", "c.cz"] {
            if dice.below(3) == 0 {
                continue;
            }
            let round = round_of(domain, day);
            let mut changes = BTreeMap::new();
            for _ in 0..dice.below(10) {
                let path = format!("p{}", dice.below(12));
                let meta = PageMeta {
                    title: [None, Some("Ř & <b>".to_owned())][dice.below(2)].clone(),
                    time: i64::try_from(dice.below(1 << 30)).unwrap(),
                    digest: format!("sha256:{}", dice.below(5)),
                    language: [None, Some("cs".to_owned())][dice.below(2)].clone(),
                    ..Sample::page(&round, &path, 200)
                };
                let change = (dice.below(4) > 0).then(|| meta.to_xml().unwrap());
                changes.insert(path, change);
            }
            history.push((round, changes.into_iter().collect()));
        }
    }
    history
}

fn fill(
    writer: &mut stodola_pages::database::VersionWriter<'_>,
    changes: &Changes,
) -> Result<(), PageDatabaseError> {
    for (path, change) in changes {
        match change {
            Some(xml) => writer.page(PageDocument::parse(xml.clone()).unwrap().meta())?,
            None => writer.gone(path)?,
        }
    }
    Ok(())
}

#[test]
fn any_history_is_listed_as_a_model_has_it_and_rebuilt_equal() {
    let mut dice = Dice::new(3);
    for _ in 0..if super::support::is_long() { 50 } else { 5 } {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pages.db");
        let mut database = PageDatabase::open(&path).unwrap();
        let history = history(&mut dice);
        // (domain, path) to its versions: tag, bytes, until
        type Versions = Vec<(String, PageMeta, Option<String>)>;
        let mut model: BTreeMap<(String, String), Versions> = BTreeMap::new();
        for (round, changes) in &history {
            database.record(round, |writer| fill(writer, changes)).unwrap();
            for (path, change) in changes {
                let versions = model.entry((round.domain.clone(), path.clone())).or_default();
                if let Some(last) = versions.last_mut().filter(|it| it.2.is_none()) {
                    last.2 = Some(round.tag.clone());
                }
                if let Some(xml) = change {
                    let meta = PageDocument::parse(xml.clone()).unwrap().meta().clone();
                    versions.push((round.commit.clone(), meta, None));
                }
            }
        }
        let found = all(&path);
        let listed: Vec<_> = found
            .versions
            .iter()
            .map(|it| (it.domain.clone(), it.commit.clone(), it.meta.clone(), it.until.clone()))
            .collect();
        let expected: Vec<_> = model
            .into_iter()
            .flat_map(|((domain, _), versions)| {
                versions
                    .into_iter()
                    .map(move |(commit, meta, until)| (domain.clone(), commit, meta, until))
            })
            .collect();
        assert_eq!(listed, expected);

        let again = |database: &mut PageDatabase| {
            database.rebuild::<PageDatabaseError>(|writer| {
                // Domain by domain, as repositories are read.
                for domain in ["c.cz", "a.cz", "b.cz"] {
                    for (round, changes) in history.iter().filter(|it| it.0.domain == domain) {
                        writer.round(round, |writer| fill(writer, changes))?;
                    }
                }
                Ok(())
            })
        };
        again(&mut database).unwrap();
        assert_eq!(all(&path), found, "rebuilt over the old one");
        let fresh = folder.path().join("fresh.db");
        again(&mut PageDatabase::open(&fresh).unwrap()).unwrap();
        assert_eq!(all(&fresh), found, "rebuilt from nothing");
    }
}

#[test]
fn a_rebuild_that_fails_leaves_everything_as_it_was() {
    let sample = Sample::new();
    let before = sample.all();
    let mut database = PageDatabase::open(&sample.path()).unwrap();
    let failed = database.rebuild::<PageDatabaseError>(|writer| {
        let round = round_of("z.cz", 1);
        writer.round(&round, |writer| writer.page(&Sample::page(&round, "p", 200)))?;
        writer.round(&round_of("z.cz", 1), |_| Ok::<(), PageDatabaseError>(()))?;
        writer.round(&PageRound { commit: "0".repeat(40), ..round }, |_| Ok(()))
    });
    assert!(matches!(failed, Err(PageDatabaseError::OtherCommit { .. })), "{failed:?}");
    assert_eq!(sample.all(), before);
}

#[test]
fn files_of_others_and_of_later_programs_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pages.db");
    let connection = rusqlite::Connection::open(&path).unwrap();
    connection.execute_batch("CREATE TABLE other (a)").unwrap();
    drop(connection);
    let bytes = std::fs::read(&path).unwrap();
    assert!(matches!(PageDatabase::open(&path), Err(PageDatabaseError::Damaged { .. })));
    assert_eq!(std::fs::read(&path).unwrap(), bytes);
    let sample = Sample::new();
    let connection = rusqlite::Connection::open(sample.path()).unwrap();
    connection.pragma_update(None, "user_version", 2).unwrap();
    drop(connection);
    assert!(matches!(
        PageDatabase::open(&sample.path()),
        Err(PageDatabaseError::Newer { found: 2, .. })
    ));
}

const FOLDER: &str = "STODOLA_TEST_METADATA_FOLDER";
/// The child process is this test again, with [`FOLDER`] set.
const SELF: &str = "metadata::killed_at_any_moment_a_round_is_there_whole_or_not_at_all";
const PAGES: usize = 300;

/// Records round after round, and says so.
fn record_for_ever(path: &Path) {
    use std::io::Write;
    let mut database = PageDatabase::open(path).unwrap();
    for number in database.rounds("a.cz").unwrap().len().. {
        let tag = format!("a.cz@{number:08}T000000Z");
        let round = PageRound { tag, time: 0, ..round_of("a.cz", 1) };
        let pages = |writer: &mut stodola_pages::database::VersionWriter<'_>| {
            (0..PAGES).try_for_each(|it| writer.page(&Sample::page(&round, &format!("p{it}"), 200)))
        };
        database.record::<PageDatabaseError>(&round, pages).unwrap();
        let mut out = std::io::stdout();
        writeln!(out, "\nrecorded {number}").unwrap();
        out.flush().unwrap();
    }
}

#[test]
fn killed_at_any_moment_a_round_is_there_whole_or_not_at_all() {
    use std::io::{BufRead, BufReader};
    if let Some(path) = std::env::var_os(FOLDER) {
        return record_for_ever(Path::new(&path));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pages.db");
    for kill in 0..if super::support::is_long() { 100 } else { 6 } {
        let mut child = std::process::Command::new(std::env::current_exe().unwrap())
            .args([SELF, "--exact", "--nocapture"])
            .env(FOLDER, &path)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut said =
            lines.filter_map(|it| it.ok()?.strip_prefix("recorded ")?.parse::<usize>().ok());
        let mut last = said.next().unwrap();
        for _ in 0..kill % 3 {
            last = said.next().unwrap();
        }
        child.kill().unwrap();
        last = said.last().unwrap_or(last);
        child.wait().unwrap();
        let rounds = PageDatabase::open(&path).unwrap().rounds("a.cz").unwrap().len();
        assert!(rounds > last, "round {last} was recorded, {rounds} are there");
        assert_eq!(all(&path).versions.len(), rounds * PAGES);
    }
}
