//! A process that harvests is killed at any moment: no row is ever without its record.

use crate::files::{Folder, archive, dump, keep, rebuild, sink, store};
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use stodola_archive::{Archive, Captures};

const FOLDER: &str = "STODOLA_TEST_FRESH_FOLDER";

/// The child process is this test again, with [`FOLDER`] set.
const SELF: &str = "fresh_kill::killed_harvest_leaves_no_row_without_its_record";

/// What the child process does: stores pages until it is killed. Files are finished now and then.
fn harvest_until_killed(folder: &Path) {
    let archive = Archive::open_or_create(&folder.join("archive")).unwrap();
    let (keeper, _) = keep(&archive);
    let sink = sink(&keeper, 60_000);
    let begun = u64::from(std::process::id()) * 1_000_000;
    for number in 0.. {
        store(&sink, begun + number);
        if number % 5 == 0 {
            sink.sync().unwrap();
        }
        std::thread::park_timeout(Duration::from_millis(1));
    }
}

fn child(folder: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args([SELF, "--exact", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(folder.join("said")).unwrap())
        .spawn()
        .unwrap()
}

/// Opens every capture that is listed and reads its payload; tells how many there are.
fn all_can_be_read(archive: &Archive) -> u64 {
    let captures = Captures::new(archive);
    let entries: Vec<_> = {
        let catalogue = captures.catalogue().unwrap();
        catalogue.prefix(b"", None).map(Result::unwrap).collect()
    };
    for entry in &entries {
        let mut payload = Vec::new();
        let opened = captures.open(entry).unwrap_or_else(|error| panic!("{error}: {entry:?}"));
        opened.content.into_decoded(1 << 20).read_to_end(&mut payload).unwrap();
        assert!(payload.starts_with(b"<title>page "), "{entry:?}");
    }
    entries.len() as u64
}

#[test]
fn killed_harvest_leaves_no_row_without_its_record() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return harvest_until_killed(Path::new(&folder));
    }
    let folder = Folder::new("fresh-kill");
    let archive = archive(&folder);
    let mut most = 0;
    // Longer than a part waits, so that some kills come while one is listed.
    for millis in [700, 3_300, 4_100, 3_600, 6_500] {
        let mut child = child(folder.path());
        let until = Instant::now() + Duration::from_millis(millis);
        while Instant::now() < until {
            // Another process reads meanwhile.
            if archive.catalogue_path().exists() {
                all_can_be_read(&archive);
            }
            std::thread::park_timeout(Duration::from_millis(50));
        }
        let is_running = child.try_wait().unwrap().is_none();
        let said = std::fs::read_to_string(folder.path().join("said")).unwrap();
        assert!(is_running, "{said}");
        child.kill().unwrap();
        child.wait().unwrap();
        let now = all_can_be_read(&archive);
        assert!(now >= most, "{now} after {most}");
        most = now;
    }
    assert!(most > 100, "{most}");
    // The next harvest finishes what was left; the rows are those of a rebuild.
    let (keeper, _) = keep(&archive);
    drop(sink(&keeper, 1 << 20));
    drop(keeper);
    assert!(all_can_be_read(&archive) >= most);
    let fresh = dump(&archive);
    rebuild(&archive);
    assert_eq!(dump(&archive), fresh);
}
