//! A child process adds files, or rebuilds, until it is killed, again and again; in the end the
//! catalogue has what one undisturbed run gives, and in between nothing that is half.

use crate::files::{Folder, OPTIONS, dump, open, rebuild_files, warc};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use stodola_archive::{Archive, Catalogue, CatalogueWriter, Intake};

const FOLDER: &str = "STODOLA_TEST_CATALOGUE_FOLDER";
const TASK: &str = "STODOLA_TEST_CATALOGUE_TASK";
const ADD: &str = "add";
const REBUILD: &str = "rebuild";
const FILES: u64 = 40;
const CAPTURES: u64 = 60;

fn files(folder: &Path) -> Vec<PathBuf> {
    (0..FILES).map(|file| folder.join(format!("from/{file:02}.warc"))).collect()
}

/// The child process is this test again, with [`FOLDER`] and [`TASK`] set.
const SELF: &str = "catalogue_kill::killed_at_any_moment_the_catalogue_has_whole_files_only";

/// What a child process does.
fn run_task(task: &str, folder: &Path) {
    match task {
        ADD => add(folder),
        REBUILD => rebuild(folder),
        other => panic!("no such task: {other}"),
    }
}

fn add(folder: &Path) {
    let archive = Archive::open_or_create(&folder.join("archive")).unwrap();
    let lock = archive.lock("child").unwrap();
    let mut writer = CatalogueWriter::open_with(&archive, lock, OPTIONS).unwrap();
    for (path, number) in files(folder).iter().zip(0..) {
        let intake = if number % 2 == 0 { Intake::Copy } else { Intake::Reference };
        writer.take_in(&archive, path, intake, &mut ()).unwrap();
    }
}

fn rebuild(folder: &Path) {
    let archive = Archive::open(&folder.join("archive")).unwrap();
    let lock = archive.lock("child").unwrap();
    rebuild_files(&archive, lock).unwrap();
}

fn child(task: &str, folder: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([SELF, "--exact", "--nocapture"])
        .env(FOLDER, folder)
        .env(TASK, task)
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(folder.join("said")).unwrap())
        .spawn()
        .unwrap()
}

/// Kills a child ever later until one is done before; tells how many were killed.
fn until_done(task: &str, folder: &Path, mut between: impl FnMut()) -> u32 {
    let mut kills = 0;
    loop {
        let mut child = child(task, folder);
        let until = Instant::now() + Duration::from_micros(3000 + u64::from(kills) * 6000);
        while Instant::now() < until {
            std::hint::spin_loop();
        }
        if let Some(status) = child.try_wait().unwrap() {
            let said = std::fs::read_to_string(folder.join("said")).unwrap();
            assert!(status.success(), "after {kills} kills: {said}");
            return kills;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        between();
    }
}

#[test]
fn killed_at_any_moment_the_catalogue_has_whole_files_only() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return run_task(&std::env::var(TASK).unwrap(), Path::new(&folder));
    }
    let _alone = crate::files::alone();
    let folder = Folder::new("catalogue-kill");
    for file in 0..FILES {
        folder.write(&format!("from/{file:02}.warc"), warc(file, CAPTURES));
    }
    let undisturbed = Folder::new("catalogue-undisturbed");
    for file in 0..FILES {
        undisturbed.write(&format!("from/{file:02}.warc"), warc(file, CAPTURES));
    }
    assert!(child(ADD, undisturbed.path()).wait().unwrap().success());

    let path = folder.path().join("archive");
    let mut most = 0;
    let kills = until_done(ADD, folder.path(), || {
        let Ok(archive) = Archive::open(&path) else { return };
        // Also before it was made.
        let catalogue = Catalogue::open(&archive).unwrap();
        let totals = catalogue.totals().unwrap();
        let all = catalogue.prefix(b"", None).count() as u64;
        let listed = catalogue.files().unwrap();
        assert!(listed.iter().all(|file| file.is_complete() && file.captures >= CAPTURES));
        assert_eq!(all, totals.captures);
        assert!(totals.files >= most);
        most = totals.files;
    });
    let archive = Archive::open(&path).unwrap();
    let here = |archive: &Archive, folder: &Folder| {
        let text = dump(&Catalogue::open(archive).unwrap());
        text.replace(folder.path().to_str().unwrap(), "@")
    };
    let undisturbed_archive = Archive::open(&undisturbed.path().join("archive")).unwrap();
    let expected = here(&undisturbed_archive, &undisturbed);
    assert_eq!(here(&archive, &folder), expected);

    let kills_of_rebuild = until_done(REBUILD, folder.path(), || {
        // The old one stays whole until the new one is in its place.
        let catalogue = Catalogue::open(&archive).unwrap();
        assert_eq!(catalogue.totals().unwrap().files, FILES);
    });
    assert_eq!(here(&archive, &folder), expected);
    println!("{kills} kills while adding, {kills_of_rebuild} while rebuilding");
    // The lock went with the last child.
    drop(open(&path));
}
