//! What is recorded of visits, and when it is gone.

use super::*;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("stodola-visits-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn visit(query: &str, uri: &str) -> ReaderVisit {
    ReaderVisit { query: query.to_owned(), uri: uri.as_bytes().to_vec(), place: 1 }
}

fn all(log: &mut VisitLog) -> String {
    let mut all = Vec::new();
    log.each(&mut |uri, count| all.push(format!("{} {count}", String::from_utf8_lossy(uri))))
        .unwrap();
    all.join(", ")
}

const NOW: Moment = Moment(20_000 * DAY + 5);

fn later(days: i64) -> Moment {
    Moment(NOW.0 + days * DAY)
}

#[test]
fn nothing_is_recorded_unless_it_is_switched_on_and_all_is_gone_when_it_is_off() {
    let folder = folder("off");
    assert!(!VisitLog::is_on(&folder));
    assert!(VisitLog::open(&folder, NOW).unwrap().is_none());
    assert_eq!(SectionVisits::count(&folder, None).unwrap(), None);
    VisitLog::switch_on(&folder, 30, NOW).unwrap();
    let mut log = VisitLog::open(&folder, NOW).unwrap().unwrap();
    log.record(&visit("barn", "http://a.cz/"), NOW).unwrap();
    drop(log);
    VisitLog::switch_off(&folder).unwrap();
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    VisitLog::switch_off(&folder).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn visits_are_erased_after_the_days_that_were_set() {
    let folder = folder("days");
    VisitLog::switch_on(&folder, 30, NOW).unwrap();
    let mut log = VisitLog::open(&folder, NOW).unwrap().unwrap();
    log.record(&visit("the secret word xyzzy", "http://a.cz/1"), NOW).unwrap();
    log.record(&visit("barn", "http://a.cz/2"), later(20)).unwrap();
    log.record(&visit("barn", "http://a.cz/2"), later(29)).unwrap();
    assert_eq!(all(&mut log), "http://a.cz/1 1, http://a.cz/2 2");
    log.record(&visit("barn", "http://a.cz/3"), later(30)).unwrap();
    assert_eq!(all(&mut log), "http://a.cz/2 2, http://a.cz/3 1");
    drop(log);
    // Not even its bytes are left.
    let bytes = std::fs::read(folder.join(FILE)).unwrap();
    assert!(!bytes.windows(5).any(|it| it == b"xyzzy"));
    // Another setting holds for what is there, too.
    VisitLog::switch_on(&folder, 5, later(33)).unwrap();
    let mut log = VisitLog::open(&folder, later(33)).unwrap().unwrap();
    assert_eq!(
        (log.days().unwrap(), all(&mut log).as_str()),
        (5, "http://a.cz/2 1, http://a.cz/3 1")
    );
    assert_eq!(all(&mut VisitLog::open(&folder, later(99)).unwrap().unwrap()), "");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn only_query_address_place_and_day_are_kept() {
    let folder = folder("kept");
    VisitLog::switch_on(&folder, 30, NOW).unwrap();
    let mut log = VisitLog::open(&folder, NOW).unwrap().unwrap();
    log.record(&visit(&"ž".repeat(1000), "http://a.cz/"), NOW).unwrap();
    let columns: Vec<String> = log
        .with(|connection| {
            let mut statement =
                connection.prepare("SELECT name FROM pragma_table_info('visits')")?;
            statement.query_map((), |row| row.get(0))?.collect()
        })
        .unwrap();
    assert_eq!(columns, ["number", "day", "query", "uri", "place"]);
    let (day, query): (i64, String) = log
        .with(|connection| {
            connection.query_row("SELECT day, query FROM visits", (), |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
        })
        .unwrap();
    assert_eq!((day, query.len()), (20_000, 500));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn another_file_is_refused() {
    let folder = folder("other");
    std::fs::write(folder.join(FILE), b"something else").unwrap();
    assert!(VisitLog::open(&folder, NOW).is_err());
    std::fs::remove_file(folder.join(FILE)).unwrap();
    let other = Connection::open(folder.join(FILE)).unwrap();
    other.execute_batch("CREATE TABLE x (y)").unwrap();
    assert!(matches!(VisitLog::open(&folder, NOW), Err(VisitsError::Unknown { .. })));
    assert!(matches!(VisitLog::switch_on(&folder, 1, NOW), Err(VisitsError::Unknown { .. })));
    std::fs::remove_dir_all(&folder).unwrap();
}
