//! A disk that is full, as far as a limit on the size of files is like it: the harvest stops in order, says
//! why, and goes on when there is room.
#![cfg(unix)]

use super::again::census;
use super::archive;
use super::outcomes::dump;
use super::truth::{assert_holds, assert_sound, expected};
use super::web::{Harvest, Job, Web};
use std::process::Command;
use std::time::Duration;
use stodola_simweb::WorldSettings;

#[test]
fn a_full_disk_stops_the_harvest_in_order_and_it_goes_on_when_there_is_room() {
    let web = Web::start(WorldSettings::calm(4, 20));
    let harvest = Harvest::new(&Job::everything(&web));
    // The first is too little for anything, with the others this or that file is full sooner or later.
    for blocks in [2, 40, 150, 400] {
        // Blocks of the shell's limit are of 512 bytes. Without the signal a write just fails.
        let command = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let ran = Command::new("sh")
            .args(["-c", &command])
            .arg(env!("CARGO_BIN_EXE_stodola"))
            .args(["crawl", "--config", "job.toml", "--archive", "archive"])
            .current_dir(harvest.session.path(""))
            .env("LC_ALL", "C")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!(ran.status.code(), Some(2), "{blocks} blocks: {said}");
        assert!(
            said.contains("File too large") || said.contains("disk"),
            "{blocks} blocks: {said}"
        );
    }
    harvest.run(Duration::from_secs(120)).expect(0);
    let found = archive::by_uri(&harvest.archive());
    let truth = expected(&web.world);
    assert_holds(&found, &truth);
    assert_eq!(found.keys().collect::<Vec<_>>(), truth.keys().collect::<Vec<_>>());
    assert_sound(&harvest.archive());
    census(&harvest.archive());
    let before = dump(&harvest.archive());
    harvest.session.run("archive rebuild --archive archive").expect(0);
    assert_eq!(before, dump(&harvest.archive()));
}
