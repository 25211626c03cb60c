//! Files in, captures out: by reference, by copy, from a WACZ, and the same again after a rebuild.

use crate::files::{Folder, OPTIONS, dump, lock, open, rebuild_files, warc};
use std::io::Write;
use std::path::{Path, PathBuf};
use stodola_archive::{
    Archive, ArchiveError, CaptureKind, Catalogue, CatalogueError, CatalogueWriter, Intake,
    IntakeError,
};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)
}

fn again(archive: &Archive) -> stodola_archive::Rebuilt {
    let lock = lock(archive, "rebuild");
    rebuild_files(archive, lock).unwrap()
}

#[test]
fn warc_and_arc_are_listed_alike_by_reference_and_by_copy() {
    let folder = Folder::new("both-ways");
    let mut entries = Vec::new();
    for (name, intake) in [("a", Intake::Reference), ("b", Intake::Copy)] {
        let (archive, mut writer) = open(&folder.path().join(name));
        for file in ["hello.warc.gz", "old.arc.gz"] {
            let taken_in = writer.take_in(&archive, &fixture(file), intake, &mut ()).unwrap();
            assert_eq!(taken_in.len(), 1);
            let again = writer.take_in(&archive, &fixture(file), intake, &mut ()).unwrap();
            assert_eq!(again[0].scanned, None);
        }
        let rows: Vec<_> = writer.prefix(b"", None).map(|entry| entry.unwrap().row).collect();
        entries.push(rows);
        assert_eq!(archive.references().unwrap().len(), if name == "a" { 2 } else { 0 });
        assert_eq!(archive.own_files().unwrap().len(), if name == "a" { 0 } else { 2 });
    }
    assert_eq!(entries[0], entries[1]);
    assert_eq!(entries[0].len(), 7);
    assert!(entries[0].iter().any(|row| row.kind == CaptureKind::Dns));
}

#[test]
fn file_of_no_records_and_name_that_is_taken_are_refused() {
    let folder = Folder::new("refused");
    let (archive, mut writer) = open(&folder.path().join("archive"));
    let mut take_in = |path: &Path| writer.take_in(&archive, path, Intake::Copy, &mut ());
    let text = folder.write("a.warc", "a letter to the library");
    assert!(matches!(take_in(&text), Err(IntakeError::NotRecords(_))));
    let first = folder.write("x/a.warc", warc(0, 1));
    let other = folder.write("y/a.warc", warc(0, 2));
    take_in(&first).unwrap();
    assert!(matches!(take_in(&other), Err(IntakeError::Taken(_))));
    assert_eq!(writer.totals().unwrap().files, 1);
}

#[test]
fn files_of_a_wacz_are_unpacked() {
    let folder = Folder::new("wacz");
    let path = folder.path().join("site.wacz");
    let mut zip = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
    for (name, method) in [
        ("archive/one.warc", zip::CompressionMethod::Stored),
        ("archive/two.warc", zip::CompressionMethod::Deflated),
        ("pages/pages.jsonl", zip::CompressionMethod::Stored),
    ] {
        let options = zip::write::SimpleFileOptions::default().compression_method(method);
        zip.start_file(name, options).unwrap();
        zip.write_all(warc(name.len() as u64, 4).as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    let (archive, mut writer) = open(&folder.path().join("archive"));
    let refused = writer.take_in(&archive, &path, Intake::Reference, &mut ());
    assert!(matches!(refused, Err(IntakeError::WaczByReference(_))));
    for _ in 0..2 {
        let taken_in = writer.take_in(&archive, &path, Intake::Copy, &mut ()).unwrap();
        let names: Vec<_> = taken_in.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["warc/added/site/one.warc", "warc/added/site/two.warc"]);
        assert_eq!(writer.totals().unwrap().captures, 10);
    }
}

/// An archive with files of its own, files elsewhere, and a job.
fn filled(folder: &Folder) -> Archive {
    let (archive, mut writer) = open(&folder.path().join("archive"));
    folder.write("archive/jobs/series-0/job.toml", "name = \"series-0\"\n");
    for file in [3, 1, 2, 0] {
        let path = folder.write(&format!("elsewhere/{file}.warc"), warc(file, 40));
        writer.take_in(&archive, &path, Intake::Reference, &mut ()).unwrap();
        let path = folder.write(&format!("archive/warc/2026/h-{file}.warc"), warc(file + 10, 30));
        writer.take_in(&archive, &path, Intake::Reference, &mut ()).unwrap();
    }
    folder.write("archive/warc/2026/h-9.warc.gz.open", "being written");
    archive
}

#[test]
fn rebuilt_catalogue_has_the_same_rows() {
    let folder = Folder::new("rebuilt");
    let archive = filled(&folder);
    let before = dump(&Catalogue::open(&archive).unwrap());
    assert!(before.contains("job series-0 Some(\"name ="), "{before}");
    // A rebuild says what there was before, and that nothing has changed.
    let rebuilt = again(&archive);
    assert_eq!(rebuilt.before, Some(rebuilt.after));
    assert!(rebuilt.failed.is_empty() && rebuilt.changed.is_empty());
    assert_eq!(dump(&Catalogue::open(&archive).unwrap()), before);
    // Lost, cut, or overwritten: noticed, and made anew with the same rows.
    let path = archive.catalogue_path();
    let whole = std::fs::read(&path).unwrap();
    let mut holed = whole.clone();
    holed[100..].fill(0x5a);
    for bytes in [None, Some(&b""[..]), Some(&whole[..5000]), Some(&holed)] {
        match bytes {
            Some(bytes) => std::fs::write(&path, bytes).unwrap(),
            None => std::fs::remove_file(&path).unwrap(),
        }
        let noticed = Catalogue::open(&archive).and_then(|it| it.totals().map(|_| ()));
        match noticed.err().unwrap() {
            CatalogueError::Missing(_) if bytes.is_none() => {}
            CatalogueError::Unfinished(_) if bytes == Some(b"") => {}
            CatalogueError::Damaged { .. } if bytes.is_some() => {}
            other => panic!("{other:?}"),
        }
        // Nothing may be added to what is not known to be whole.
        let lock = lock(&archive, "add");
        assert!(CatalogueWriter::open_with(&archive, lock, OPTIONS).is_err());
        assert_eq!(again(&archive).before, None);
        assert_eq!(dump(&Catalogue::open(&archive).unwrap()), before);
    }
}

#[test]
fn rebuild_tells_what_is_gone_and_what_has_changed() {
    let folder = Folder::new("told");
    let archive = filled(&folder);
    std::fs::remove_file(folder.path().join("elsewhere/1.warc")).unwrap();
    folder.write("archive/warc/2026/h-0.warc", warc(10, 31));
    let rebuilt = again(&archive);
    assert_eq!(rebuilt.changed, ["warc/2026/h-0.warc"]);
    assert_eq!(rebuilt.lost.len(), 1);
    assert!(rebuilt.lost[0].name.ends_with("elsewhere/1.warc"));
    assert_eq!(rebuilt.lost[0].captures, Some(41));
    // Its captures stay known.
    assert_eq!(rebuilt.after.files, 8);
}

#[test]
fn second_writer_is_told_who_was_first_and_since_when() {
    let folder = Folder::new("second");
    let archive = Archive::open_or_create(folder.path()).unwrap();
    let held = archive.lock("stodola archive add x.warc").unwrap();
    let Err(ArchiveError::Locked { holder, .. }) = archive.lock("stodola archive rebuild") else {
        panic!("locked twice")
    };
    assert_eq!(holder.process, Some(std::process::id()));
    assert_eq!(holder.command.as_deref(), Some("stodola archive add x.warc"));
    assert!(holder.since.is_some_and(|since| since.ends_with('Z')));
    drop(held);
    lock(&archive, "stodola archive rebuild");
}

#[test]
fn archive_of_a_later_program_is_refused() {
    let folder = Folder::new("later");
    folder.write("archive.toml", "format = 99\nshape = \"round\"\n");
    assert!(matches!(Archive::open(folder.path()), Err(ArchiveError::Newer { found: 99, .. })));
    let empty = folder.path().join("empty");
    assert!(matches!(Archive::open(&empty), Err(ArchiveError::NotOne(_))));
}

#[test]
fn revisits_depend_on_the_file_with_their_content() {
    let folder = Folder::new("depend");
    let archive = filled(&folder);
    let catalogue = Catalogue::open(&archive).unwrap();
    let of = |name: &str| {
        let name = archive.name_of(&folder.path().join(name)).unwrap();
        let mut files = Vec::new();
        let count = catalogue.dependents(&[&name], &mut |_, it| files.push(it.file)).unwrap();
        assert_eq!(count, files.len() as u64);
        files.iter().map(|it| it.rsplit('/').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(of("elsewhere/1.warc"), ["2.warc"]);
    assert_eq!(of("elsewhere/3.warc"), Vec::<String>::new());
    assert_eq!(of("archive/warc/2026/h-1.warc"), ["h-2.warc"]);
    assert!(matches!(
        catalogue.dependents(&["nowhere.warc"], &mut |_, _| ()),
        Err(CatalogueError::UnknownFile(_))
    ));
}
