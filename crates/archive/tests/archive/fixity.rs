//! Checks over the years: what was sound, what has changed, what is gone, what has come back.

use crate::files::{Folder, open, warc};
use std::time::Duration;
use stodola_archive::fixity::{CheckOptions, CheckRun, Checked, Condition, check};
use stodola_archive::{Archive, Catalogue, Intake};

fn checked(archive: &Archive, options: &CheckOptions) -> (CheckRun, Vec<Checked>) {
    let catalogue = Catalogue::open(archive).unwrap();
    let mut all = Vec::new();
    let run = check(archive, &catalogue, options, &mut (), &mut |it| all.push(it)).unwrap();
    all.sort_by(|a, b| a.name.cmp(&b.name));
    (run, all)
}

fn conditions(archive: &Archive) -> Vec<(Option<Condition>, Condition)> {
    let (_, all) = checked(archive, &CheckOptions::default());
    all.into_iter().map(|it| (it.before, it.condition)).collect()
}

#[test]
fn each_check_is_compared_with_the_one_before() {
    use Condition::{Added, Changed, Missing, Sound};
    let folder = Folder::new("years");
    let (archive, mut writer) = open(&folder.path().join("archive"));
    let paths: Vec<_> = (0..3)
        .map(|file| folder.write(&format!("archive/warc/{file}.warc"), warc(file, 5)))
        .collect();
    for path in &paths {
        writer.take_in(&archive, path, Intake::Reference, &mut ()).unwrap();
    }
    drop(writer);
    assert_eq!(conditions(&archive), [(Some(Added), Sound); 3]);

    let away = folder.path().join("away");
    std::fs::rename(&paths[1], &away).unwrap();
    let mut bytes = std::fs::read(&paths[2]).unwrap();
    let last = bytes.len() - 100;
    bytes[last] ^= 1;
    std::fs::write(&paths[2], &bytes).unwrap();
    let gone = [(Some(Sound), Sound), (Some(Sound), Missing), (Some(Sound), Changed)];
    assert_eq!(conditions(&archive), gone);
    // Still so the next time: what a file should be does not follow what became of it.
    let still = [(Some(Sound), Sound), (Some(Missing), Missing), (Some(Changed), Changed)];
    assert_eq!(conditions(&archive), still);

    std::fs::rename(&away, &paths[1]).unwrap();
    bytes[last] ^= 1;
    std::fs::write(&paths[2], &bytes).unwrap();
    let back = [(Some(Sound), Sound), (Some(Missing), Sound), (Some(Changed), Sound)];
    assert_eq!(conditions(&archive), back);

    std::fs::write(&paths[0], &bytes[..bytes.len() - 50]).unwrap();
    let (_, all) = checked(&archive, &CheckOptions::default());
    assert_eq!(all[0].condition, Changed);
    assert!(all[0].sizes().is_some() && all[0].errors > 0);
}

#[test]
fn file_that_cannot_be_read_does_not_keep_others_from_being_checked() {
    let folder = Folder::new("unreadable");
    let (archive, mut writer) = open(&folder.path().join("archive"));
    for file in 0..2 {
        let path = folder.write(&format!("archive/warc/{file}.warc"), warc(file, 5));
        writer.take_in(&archive, &path, Intake::Reference, &mut ()).unwrap();
    }
    // A folder can be opened, and every read of it fails.
    let first = folder.path().join("archive/warc/0.warc");
    std::fs::remove_file(&first).unwrap();
    std::fs::create_dir(&first).unwrap();
    let (_, all) = checked(&archive, &CheckOptions::default());
    assert_eq!(all[0].condition, Condition::Unreadable);
    assert!(all[0].problem.is_some());
    assert_eq!(all[1].condition, Condition::Sound);
}

#[test]
fn files_checked_lately_are_left_out_and_time_may_run_out() {
    let folder = Folder::new("lately");
    let (archive, mut writer) = open(&folder.path().join("archive"));
    for file in 0..3 {
        let path = folder.write(&format!("archive/warc/{file}.warc"), warc(file, 5));
        writer.take_in(&archive, &path, Intake::Reference, &mut ()).unwrap();
    }
    let month =
        CheckOptions { older_than: Duration::from_secs(30 * 86_400), ..CheckOptions::default() };
    assert_eq!(checked(&archive, &month).0, CheckRun { skipped: 3, ..CheckRun::default() });
    let no_time = CheckOptions { max_time: Some(Duration::ZERO), ..CheckOptions::default() };
    assert_eq!(checked(&archive, &no_time).0, CheckRun { left: 3, ..CheckRun::default() });
    // The one whose check is longest ago comes first.
    let log = folder.path().join("archive/fixity.tsv");
    let text = std::fs::read_to_string(&log).unwrap();
    let year = text.lines().nth(1).unwrap()[..4].to_owned();
    let old: Vec<String> =
        text.lines()
            .map(|line| {
                if line.ends_with("1.warc") { line.replacen(&year, "2001", 1) } else { line.into() }
            })
            .collect();
    std::fs::write(&log, old.join("\n") + "\n2026-01-01T00:00:00Z\tsou").unwrap();
    let (run, all) = checked(&archive, &month);
    assert_eq!((run.checked, run.skipped), (1, 2));
    assert_eq!(all[0].name, "warc/1.warc");
}

#[test]
fn check_that_is_not_noted_changes_no_file_and_holds_nobody_up() {
    let folder = Folder::new("unnoted");
    let (archive, mut writer) = open(&folder.path().join("archive"));
    let path = folder.write("archive/warc/0.warc", warc(0, 5));
    writer.take_in(&archive, &path, Intake::Reference, &mut ()).unwrap();
    folder.write("archive/warc/0.warc", warc(1, 5));
    let log = folder.path().join("archive/fixity.tsv");
    let before = std::fs::read(&log).unwrap();
    let lock = folder.path().join("archive/fixity.lock");
    // Where that is, no lock can be taken.
    std::fs::create_dir(&lock).unwrap();
    let unnoted = CheckOptions { is_unnoted: true, ..CheckOptions::default() };
    let (run, all) = checked(&archive, &unnoted);
    assert_eq!((run.checked, all[0].condition), (1, Condition::Changed));
    assert_eq!(std::fs::read(&log).unwrap(), before);
}
