//! The catalogue alone, filled by hand, compared with a plain list of what was added.

mod outcomes;
mod range;

use super::*;
use std::collections::BTreeMap;

/// SplitMix64: the seed decides everything, so that a failure can be repeated.
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("stodola-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// Opens a catalogue with segments so small that they are merged all the time.
    fn open(&self) -> (Archive, CatalogueWriter) {
        let archive = Archive::open_or_create(&self.0).unwrap();
        let lock = archive.lock("test").unwrap();
        let options = CatalogueOptions { segment_captures: 20 };
        let writer = CatalogueWriter::open_with(&archive, lock, options).unwrap();
        (archive, writer)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Returns a capture of one of a few hosts, so that keys and even times are often equal.
fn row(number: u64) -> CaptureRow {
    let random = mixed(number);
    let pick = |shift: u64, of: u64| (random >> shift) % of;
    let scheme = ["http", "https"][pick(0, 2) as usize];
    let uri = format!("{scheme}://www.h{}.cz/{}", pick(3, 5), pick(7, 9)).into_bytes();
    let is_revisit = pick(11, 4) == 0;
    CaptureRow {
        key: key_of(&uri),
        uri,
        time: Stamp::from_number(20_200_101_000_000 + pick(15, 50) * 10_000_000_000),
        kind: if is_revisit { CaptureKind::Revisit } else { CaptureKind::Response },
        status: (pick(20, 10) > 0).then_some([200, 404][pick(24, 2) as usize]),
        mime: (pick(27, 5) > 0).then(|| format!("text/{}", pick(30, 3))),
        digest: Some(stodola_warc::digest::Algorithm::Sha1.digest(&[random as u8]).to_string()),
        length: (pick(35, 9) > 0).then_some(pick(38, 5000)),
        offset: number * 100,
        inner_offset: 0,
        target_uri: (is_revisit && pick(50, 2) == 0).then(|| b"http://other.cz/".to_vec()),
        target_time: is_revisit.then(|| Stamp::from_number(20_200_101_000_000)).flatten(),
        language: (pick(53, 6) == 0).then(|| "cs".to_owned()),
        title: None,
    }
}

fn name(file: u64) -> String {
    format!("warc/{:03}-{file}.warc.gz", mixed(file) % 997)
}

fn add(writer: &mut CatalogueWriter, file: u64, rows: std::ops::Range<u64>) {
    let mut adder = writer.begin_file(&name(file)).unwrap();
    let records = rows.end - rows.start;
    rows.for_each(|number| adder.push(row(number)).unwrap());
    adder
        .finish(&FileFacts { records, size: 7, job: Some("j".into()), ..Default::default() })
        .unwrap();
}

fn dump(catalogue: &Catalogue) -> String {
    let mut out = Vec::new();
    catalogue.dump(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Key, time and offset, which identify a capture.
type Place = (Vec<u8>, Option<Stamp>, u64);

#[test]
fn answers_are_those_of_a_plain_list() {
    let folder = Folder::new("list");
    let (archive, mut writer) = folder.open();
    let mut model: BTreeMap<Place, (String, CaptureRow)> = BTreeMap::new();
    for file in 0..60 {
        let rows = file * 30..file * 30 + mixed(file) % 30;
        add(&mut writer, file, rows.clone());
        for row in rows.map(row) {
            model.insert((row.key.clone(), row.time, row.offset), (name(file), row));
        }
    }
    assert!(writer.segments().unwrap() < 20);
    // Another connection sees the same.
    let catalogue = Catalogue::open(&archive).unwrap();
    let all: Vec<Entry> = catalogue.prefix(b"", None).collect::<Result<_, _>>().unwrap();
    assert_eq!(all.len(), model.len());
    for entry in &all {
        let key = (entry.row.key.clone(), entry.row.time, entry.row.offset);
        assert_eq!(model[&key], (entry.file.to_string(), entry.row.clone()));
    }
    for host in 0..5 {
        for path in 0..9 {
            let uri = format!("http://h{host}.cz/{path}");
            let key = key_of(uri.as_bytes());
            let expected: Vec<_> = model
                .iter()
                .filter(|((it, ..), _)| *it == key)
                .map(|(_, it)| it.1.clone())
                .collect();
            let mut found: Vec<_> =
                catalogue.lookup(uri.as_bytes()).unwrap().into_iter().map(|it| it.row).collect();
            found.sort_by_key(|row| (row.time, row.offset));
            assert_eq!(found, expected);
            let when = Stamp::parse("20330607").unwrap();
            let closest = catalogue.closest(uri.as_bytes(), when).unwrap();
            let distance = |row: &CaptureRow| row.time.unwrap().seconds().abs_diff(when.seconds());
            assert_eq!(
                closest.map(|it| distance(&it.row)),
                expected.iter().map(distance).min(),
                "{uri}"
            );
        }
        // Pages of seven captures give the same as one scan.
        let prefix = format!("cz,h{host})/");
        let whole: Vec<_> =
            catalogue.prefix(prefix.as_bytes(), None).collect::<Result<_, _>>().unwrap();
        assert!(whole.iter().all(|it| it.row.key.starts_with(prefix.as_bytes())));
        let mut paged: Vec<Entry> = Vec::new();
        loop {
            let after = paged.last().map(Entry::key);
            let page = catalogue.prefix(prefix.as_bytes(), after).take(7);
            let before = paged.len();
            paged.extend(page.collect::<Result<Vec<_>, _>>().unwrap());
            if paged.len() == before {
                break;
            }
        }
        assert_eq!(paged, whole);
    }
    let totals = catalogue.totals().unwrap();
    assert_eq!((totals.captures as usize, totals.hosts, totals.jobs), (model.len(), 5, 1));
    for by in [By::Year, By::Type, By::Host, By::Job, By::Status, By::Kind] {
        let shares = catalogue.shares(by, 1000).unwrap();
        assert_eq!(shares.iter().map(|it| it.captures).sum::<u64>(), totals.captures, "{by:?}");
    }
}

#[test]
fn order_of_adding_and_adding_again_change_nothing() {
    let (one, two) = (Folder::new("order-1"), Folder::new("order-2"));
    let (_, mut first) = one.open();
    let (_, mut second) = two.open();
    (0..20).for_each(|file| add(&mut first, file, file * 30..file * 30 + 25));
    (0..20).rev().for_each(|file| add(&mut second, file, file * 30..file * 30 + 25));
    let expected = dump(&first);
    assert_eq!(dump(&second), expected);
    add(&mut second, 7, 210..220);
    assert_ne!(dump(&second), expected);
    add(&mut second, 7, 210..235);
    assert_eq!(dump(&second), expected);
}

#[test]
fn file_that_is_not_finished_leaves_nothing() {
    let folder = Folder::new("unfinished");
    let (_, mut writer) = folder.open();
    add(&mut writer, 1, 0..30);
    let before = dump(&writer);
    let mut adder = writer.begin_file("warc/x.warc.gz").unwrap();
    (30..200).for_each(|number| adder.push(row(number)).unwrap());
    drop(adder);
    assert_eq!(dump(&writer), before);
    add(&mut writer, 2, 30..60);
}

#[test]
fn file_may_be_added_while_it_is_written() {
    let (one, two) = (Folder::new("open-1"), Folder::new("open-2"));
    let (_, mut first) = one.open();
    add(&mut first, 1, 0..90);
    let (_, mut second) = two.open();
    let facts =
        |records| FileFacts { records, size: 7, job: Some("j".into()), ..Default::default() };
    for part in 0..3 {
        let mut adder = second.begin_file(&name(1)).unwrap();
        assert_eq!(adder.covered(), part * 3000);
        (part * 30..part * 30 + 30).for_each(|number| adder.push(row(number)).unwrap());
        match part {
            2 => adder.finish(&facts(30)).unwrap(),
            _ => adder.suspend((part + 1) * 3000, &facts(30)).unwrap(),
        }
    }
    assert_eq!(dump(&second), dump(&first));
}

#[test]
fn scan_goes_on_when_segments_are_merged_meanwhile() {
    let folder = Folder::new("meanwhile");
    let (archive, mut writer) = folder.open();
    (0..30).for_each(|file| add(&mut writer, file, file * 30..file * 30 + 30));
    let catalogue = Catalogue::open(&archive).unwrap();
    let mut scan = catalogue.prefix(b"", None);
    let mut keys: Vec<Key> = scan.by_ref().take(300).map(|it| it.unwrap().key()).collect();
    (30..60).for_each(|file| add(&mut writer, file, file * 30..file * 30 + 30));
    keys.extend(scan.map(|it| it.unwrap().key()));
    assert!(keys.is_sorted());
    assert!(keys.len() >= 900);
}

#[test]
fn catalogue_that_can_have_no_files_beside_it_is_read_as_it_stands() {
    let folder = Folder::new("catalogue on? a #disc 100%č");
    let copied = Folder::new("catalogue copied with its log");
    let (archive, mut writer) = folder.open();
    add(&mut writer, 0, 0..50);
    let expected = dump(&writer);
    let copy = Archive::open_or_create(&copied.0).unwrap();
    let beside = |archive: &Archive, ending: &str| {
        let mut path = archive.catalogue_path().into_os_string();
        path.push(ending);
        PathBuf::from(path)
    };
    for ending in ["", "-wal"] {
        std::fs::copy(beside(&archive, ending), beside(&copy, ending)).unwrap();
    }
    assert!(std::fs::metadata(beside(&copy, "-wal")).unwrap().len() > 0);
    drop(writer);
    let log = std::fs::metadata(beside(&archive, "-wal")).unwrap();
    assert_eq!(log.len(), 0, "closed in order, so all is in one file");
    std::fs::remove_file(beside(&archive, "-wal")).unwrap();
    std::fs::remove_file(beside(&archive, "-shm")).unwrap();
    // No file can be made where a folder is: as on a medium that cannot be written to, but also for those who
    // may write everywhere.
    for path in [beside(&archive, "-wal"), beside(&archive, "-shm"), beside(&copy, "-shm")] {
        std::fs::create_dir(path).unwrap();
    }
    assert_eq!(dump(&Catalogue::open(&archive).unwrap()), expected);
    assert_eq!(dump(&Catalogue::open(&copy).unwrap()), expected, "all that is in its log, too");
}

/// The SQL view must show the same captures as the program.
#[test]
fn views_have_the_uri_of_every_row() {
    let folder = Folder::new("views");
    let (_, mut writer) = folder.open();
    let uris = [
        "http://example.cz/",
        "https://www.example.co.uk/a/b.html?x=1",
        "https://example.cz/a/",
        "http://www.a.b.example.cz:8080/?a=1&b=2",
        "http://192.0.2.7/x),y:z",
        "http://Example.cz/",
        "dns:example.cz",
        "https://localhost/",
    ];
    let mut adder = writer.begin_file("x.warc").unwrap();
    for (number, uri) in uris.iter().enumerate() {
        let row = CaptureRow {
            key: key_of(uri.as_bytes()),
            uri: uri.as_bytes().to_vec(),
            offset: number as u64,
            ..row(0)
        };
        adder.push(row).unwrap();
    }
    adder.finish(&FileFacts::default()).unwrap();
    let seen = |writer: &CatalogueWriter| {
        let mut select =
            writer.connection.prepare("SELECT uri FROM captures ORDER BY offset").unwrap();
        let rows = select.query_map((), |row| row.get::<_, String>(0)).unwrap();
        rows.collect::<Result<Vec<_>, _>>().unwrap()
    };
    assert_eq!(seen(&writer), uris);
    // A view of an earlier program is replaced.
    writer
        .connection
        .execute_batch("DROP VIEW captures; CREATE VIEW captures AS SELECT uri FROM captures_1")
        .unwrap();
    drop(writer);
    let (_, writer) = folder.open();
    assert_eq!(seen(&writer), uris);
}

/// The locks that this process has on a file, as the system shows them.
fn locks_on(path: &Path) -> Vec<String> {
    let inode = std::os::unix::fs::MetadataExt::ino(&std::fs::metadata(path).unwrap());
    let (process, file) = (std::process::id().to_string(), format!(":{inode}"));
    let all = std::fs::read_to_string("/proc/locks").unwrap();
    // `7: POSIX  ADVISORY  READ 4711 fd:01:12345 128 128`
    let words = all.lines().map(|line| line.split_whitespace().skip(1).collect::<Vec<_>>());
    let ours = words.filter(|it| it.get(3) == Some(&&*process) && it[4].ends_with(&file));
    let mut ours: Vec<String> = ours.map(|words| words.join(" ")).collect();
    ours.sort();
    ours
}

#[test]
fn opening_a_catalogue_again_leaves_the_locks_of_this_process_alone() {
    let folder = Folder::new("locks");
    let (archive, mut writer) = folder.open();
    add(&mut writer, 0, 0..10);
    let path = archive.catalogue_path();
    let files = [path.clone(), with_ending(&path, "-shm")];
    let before = files.each_ref().map(|file| locks_on(file));
    // Without these, another process takes the files for left over, and cuts or removes them.
    assert!(before.iter().all(|locks| !locks.is_empty()), "{before:?}");
    let reader = Catalogue::open(&archive).unwrap();
    assert_eq!(reader.totals().unwrap().captures, 10);
    drop(reader);
    assert_eq!(files.each_ref().map(|file| locks_on(file)), before);
    let second = schema::open_to_write(&path).unwrap();
    drop(second);
    assert_eq!(files.each_ref().map(|file| locks_on(file)), before);
}

#[test]
fn catalogue_that_is_none_is_refused_with_the_way_out() {
    let folder = Folder::new("refused");
    let archive = Archive::open_or_create(&folder.0).unwrap();
    let path = archive.catalogue_path();
    let told = |expected: &str| {
        let error = Catalogue::open(&archive).err().unwrap().to_string();
        assert!(error.contains(expected), "{error}");
        assert!(error.contains("stodola archive rebuild") || expected.contains("newer"), "{error}");
    };
    // As long as nothing was stored, a missing catalogue counts as an empty one.
    assert_eq!(Catalogue::open(&archive).unwrap().totals().unwrap(), ArchiveTotals::default());
    std::fs::write(&path, b"").unwrap();
    assert_eq!(Catalogue::open(&archive).unwrap().totals().unwrap(), ArchiveTotals::default());
    std::fs::remove_file(&path).unwrap();
    let stored = archive.warc_folder().join("a.warc");
    std::fs::write(&stored, b"").unwrap();
    told("there is no catalogue");
    std::fs::write(&path, b"").unwrap();
    told("was not finished");
    std::fs::write(&path, b"SQLite").unwrap();
    told("too short");
    std::fs::write(&path, [b'x'; 100]).unwrap();
    told("not a database");
    std::fs::remove_file(&path).unwrap();
    Connection::open(&path).unwrap().execute_batch("CREATE TABLE t (a)").unwrap();
    told("another program");
    std::fs::remove_file(&path).unwrap();
    std::fs::remove_file(&stored).unwrap();
    drop(folder.open());
    Connection::open(&path).unwrap().execute_batch("PRAGMA user_version = 99").unwrap();
    told("use a newer program");
    Connection::open(&path)
        .unwrap()
        .execute_batch("PRAGMA user_version = 1; DROP TABLE outcome_segments")
        .unwrap();
    let error = Catalogue::open(&archive).unwrap().outcomes(b"http://a.cz/").unwrap_err();
    assert!(error.to_string().contains("stodola archive rebuild"), "{error}");
}
