//! A disk that is nearly full: a small one of our own, in memory.
#![cfg(target_os = "linux")]

use crate::session::{Session, skipped};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::Command;
use stodola_archive::{Archive, Catalogue};

/// A shell in which disks can be mounted that nobody else sees.
fn shell() -> Command {
    let is_root = fs::metadata("/proc/self").unwrap().uid() == 0;
    let mut command = Command::new("unshare");
    command.arg(if is_root { "-m" } else { "-rm" }).args(["sh", "-c"]);
    command
}

/// Everything in a catalogue, which can be read to its end.
#[track_caller]
fn dump(folder: &Path) -> Vec<u8> {
    let mut out = Vec::new();
    Catalogue::open(&Archive::open(folder).unwrap()).unwrap().dump(&mut out).unwrap();
    out
}

/// Puts the archive on a disk with so many free blocks of 4 kB, rebuilds it there, and brings it back as `out`.
fn rebuild_with(session: &Session, blocks: u32) -> (i32, String) {
    let script = "mkdir -p disk && mount -t tmpfs -o size=8m tmpfs disk && cp -r a disk/a && \
        free=$(stat -f -c %f disk) && \
        { [ $free -le $1 ] || head -c $(( (free - $1) * 4096 )) /dev/zero > disk/fill; } && \
        { \"$0\" archive rebuild --archive disk/a; code=$?; rm -rf out; cp -r disk/a out || exit 99; exit $code; }";
    let ran = shell()
        .args([script, env!("CARGO_BIN_EXE_stodola"), &blocks.to_string()])
        .current_dir(session.path(""))
        .env("LC_ALL", "C")
        .output()
        .unwrap();
    (ran.status.code().unwrap_or(-1), String::from_utf8_lossy(&ran.stderr).into_owned())
}

#[test]
fn rebuild_on_a_disk_that_is_nearly_full_keeps_a_whole_catalogue() {
    let can_mount =
        shell().arg("mount -t tmpfs tmpfs /mnt").output().is_ok_and(|it| it.status.success());
    if !can_mount {
        return skipped("no disk can be mounted here");
    }
    // More than a few pages: both the log and what it is copied to must find no room now and then.
    let session = Session::new();
    let record = |number: u64| {
        format!(
            "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.cz/{:x<60}{}\r\n\
             WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Length: 0\r\n\r\n\r\n\r\n",
            "",
            number * 7919 % 100_003
        )
    };
    session.write("many.warc", (0..4000).map(record).collect::<String>().as_bytes());
    session.run("archive add --copy --archive a many.warc").expect(0);
    let before = dump(&session.path("a"));
    let step = if crate::harvest::is_long() { 4 } else { 30 };
    let (mut failed, mut succeeded) = (0, 0);
    for blocks in (0..600).step_by(step) {
        let (code, said) = rebuild_with(&session, blocks);
        match code {
            0 => succeeded += 1,
            2 => failed += 1,
            _ => panic!("{blocks} blocks: {code}: {said}"),
        }
        assert_eq!(dump(&session.path("out")), before, "{blocks} blocks: {code}: {said}");
        // With room it goes on, whatever was left.
        session.run("archive rebuild --archive out").expect(0);
        assert_eq!(dump(&session.path("out")), before, "{blocks} blocks");
    }
    eprintln!("{failed} failed, {succeeded} succeeded");
    assert!(failed > 3 && succeeded > 3, "{failed} failed, {succeeded} succeeded");
}
