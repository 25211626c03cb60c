//! A catalogue written by an earlier program keeps opening; one of a later program is refused.

use crate::files::{Folder, lock, open, warc};
use std::path::{Path, PathBuf};
use stodola_archive::{
    Archive, Catalogue, CatalogueError, CatalogueWriter, Followed, Intake, OutcomeRow, RoundRow,
    Taken,
};

/// Where SQLite keeps the number that we take for the format.
const USER_VERSION: std::ops::Range<usize> = 60..64;

/// The catalogue that was written when its format was new. If it is not there, this test writes one and
/// fails; a format that was released must never be written anew.
fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/archive/catalogue-1/catalogue.db")
}

fn outcome(place: u64, outcome: &str) -> OutcomeRow {
    let is_taken = outcome != "rejected";
    OutcomeRow {
        uri: b"http://www.h1.cz/%C3%A1?b=1&a=2".to_vec(),
        place,
        time: 1_767_225_600_000 + place,
        outcome: outcome.to_owned(),
        detail: is_taken.then(|| "Disallow: /".to_owned()),
        via: Some(b"http://www.h1.cz/".to_vec()),
        taken: is_taken.then(|| Taken { hops: "LE".to_owned(), attempts: 2 }),
    }
}

fn round(number: u32) -> RoundRow {
    RoundRow { job: "series-1".to_owned(), number }
}

/// Two files, one of which has a revisit, and two rounds of a job.
fn fill(folder: &Folder) -> PathBuf {
    let (archive, mut writer) = open(folder.path());
    for file in 0..2 {
        let path = folder.write(&format!("warc/{file}.warc"), warc(file, 3));
        writer.take_in(&archive, &path, Intake::Copy, &mut ()).unwrap();
    }
    let followed = Followed { began: 1000, position: 9, length: 40 };
    let rows = [outcome(7, "rejected"), outcome(8, "robots-excluded")];
    writer.add_outcomes(&round(1), &rows, &[], followed).unwrap();
    writer.add_outcomes(&round(2), &rows[..1], &[], followed).unwrap();
    writer.close().unwrap();
    archive.catalogue_path()
}

/// Opening may write, so it is done with a copy.
fn copied(folder: &Folder) -> Archive {
    if !golden().exists() {
        std::fs::create_dir_all(golden().parent().unwrap()).unwrap();
        std::fs::copy(fill(&Folder::new("catalogue-fill")), golden()).unwrap();
        panic!("there was none: written anew");
    }
    folder.write("catalogue.db", std::fs::read(golden()).unwrap());
    folder.write("warc/0.warc", warc(0, 3));
    folder.write("warc/1.warc", warc(1, 3));
    Archive::open_or_create(folder.path()).unwrap()
}

#[test]
fn catalogue_of_format_1_opens_and_goes_on() {
    let folder = Folder::new("catalogue-format");
    let archive = copied(&folder);
    let catalogue = Catalogue::open(&archive).unwrap();
    let totals = catalogue.totals().unwrap();
    assert_eq!((totals.files, totals.captures, totals.jobs, totals.outcomes), (2, 7, 2, 3));
    let found = catalogue.lookup(b"http://h0.cz/0/A").unwrap();
    let files: Vec<_> = found.iter().map(|it| (&*it.file, it.row.kind.as_str())).collect();
    let expected =
        [("warc/0.warc", "response"), ("warc/1.warc", "response"), ("warc/1.warc", "revisit")];
    assert_eq!(files, expected);
    let expected = [
        (round(1), outcome(7, "rejected")),
        (round(2), outcome(7, "rejected")),
        (round(1), outcome(8, "robots-excluded")),
    ];
    assert_eq!(catalogue.outcomes(&outcome(7, "").uri).unwrap(), expected);
    let followed = Followed { began: 1000, position: 9, length: 40 };
    assert_eq!(catalogue.followed(&round(2)).unwrap(), Some(followed));

    // What format 1 does not have is empty.
    assert_eq!(catalogue.posted(&found[0]).unwrap(), None);
    assert_eq!(catalogue.conversions(&found[0].row.key, 9).unwrap(), []);
    drop(catalogue);

    let mut writer = CatalogueWriter::open(&archive, lock(&archive, "a test")).unwrap();
    let path = folder.write("warc/2.warc", warc(2, 3));
    writer.take_in(&archive, &path, Intake::Copy, &mut ()).unwrap();
    writer.add_outcomes(&round(2), &[outcome(10, "archived")], &[], followed).unwrap();
    let totals = writer.totals().unwrap();
    assert_eq!((totals.files, totals.captures, totals.outcomes), (3, 11, 4));
    writer.close().unwrap();
    let bytes = std::fs::read(archive.catalogue_path()).unwrap();
    assert_eq!(bytes[USER_VERSION], [0, 0, 0, 2]);
}

#[test]
fn catalogue_of_a_later_program_is_refused_and_left_alone() {
    let folder = Folder::new("catalogue-later");
    let archive = copied(&folder);
    let mut bytes = std::fs::read(archive.catalogue_path()).unwrap();
    assert_eq!(bytes[USER_VERSION], [0, 0, 0, 1]);
    bytes[USER_VERSION].copy_from_slice(&[0, 0, 0, 3]);
    std::fs::write(archive.catalogue_path(), &bytes).unwrap();
    let Err(error @ CatalogueError::Newer { found: 3, .. }) = Catalogue::open(&archive) else {
        panic!("opened")
    };
    assert!(error.to_string().contains("use a newer program"), "{error}");
    let opened = CatalogueWriter::open(&archive, lock(&archive, "a test"));
    assert!(matches!(opened, Err(CatalogueError::Newer { .. })));
    assert_eq!(std::fs::read(archive.catalogue_path()).unwrap(), bytes);
}
