//! The process that fills the map is killed at any moment: nothing is lost, and nothing is there twice.

use super::archives::{dump, page, record, writer};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use stodola_archive::{Archive, Intake};
use stodola_map::MapFollower;

const FOLDER: &str = "STODOLA_MAP_KILL_FOLDER";
const SELF: &str = "kill::killed_at_any_moment_the_map_is_whole";
const FILES: u32 = 12;

fn write_files(folder: &Path) {
    for file in 0..FILES {
        let pages: Vec<Vec<u8>> = (0..60)
            .map(|number| {
                let date = format!("20{:02}-01-01T00:00:00Z", file + 1);
                let links: String = (0..30)
                    .map(|link| format!("<a href=/{}>t{link}</a>", (number * 7 + link * file) % 90))
                    .collect();
                page(&format!("http://a.cz/{number}"), &date, &links)
            })
            .collect();
        let mut records = pages;
        // A content that a page of the file before has too, at another address: that waits for this one.
        let digest = |file: u32| {
            format!(
                "WARC-Payload-Digest: sha1:{}\r\n",
                "ABCDEFGHIJKLMNOP"[file as usize..].repeat(2)
            )
        };
        let date = |file: u32| format!("20{:02}-02-01T00:00:00Z", file + 1);
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
        let body = format!("{head}<a href=there/{file}>there</a>");
        let (uri, fields) = (format!("http://a.cz/original/{file}"), digest(file));
        records.push(record("response", &uri, &date(file), &fields, body.as_bytes()));
        let next = file + 1;
        if next < FILES {
            let fields = format!(
                "{}WARC-Profile: http://netpreserve.org/warc/1.1/revisit/identical-payload-digest\r\n\
                 WARC-Refers-To-Target-URI: http://a.cz/original/{next}\r\n\
                 WARC-Refers-To-Date: {}\r\n",
                digest(next),
                date(next)
            );
            let uri = format!("http://a.cz/revisit/{file}/");
            records.push(record("revisit", &uri, &date(file), &fields, head.as_bytes()));
        }
        std::fs::write(folder.join(format!("f{file}.warc")), records.concat()).unwrap();
    }
}

/// What the child does: adds all files.
fn run_task(folder: &Path) {
    let archive = Archive::open_or_create(&folder.join("archive")).unwrap();
    MapFollower::enable(&archive).unwrap();
    let mut writer = writer(&archive);
    for file in 0..FILES {
        let path = folder.join(format!("f{file}.warc"));
        writer.take_in(&archive, &path, Intake::Copy, &mut ()).unwrap();
    }
    writer.show_listed(&archive, &mut ()).unwrap();
    writer.close().unwrap();
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

fn finish(folder: &Path) -> Duration {
    let began = Instant::now();
    let status = child(folder).wait().unwrap();
    assert!(status.success(), "{}", std::fs::read_to_string(folder.join("said")).unwrap());
    began.elapsed()
}

/// SplitMix64: the number decides when a child is killed.
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

#[test]
fn killed_at_any_moment_the_map_is_whole() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return run_task(Path::new(&folder));
    }
    let is_long =
        std::env::var_os("STODOLA_LONG").is_some_and(|value| !value.is_empty() && value != "0");
    let (rounds, kills) = if is_long { (20, 12) } else { (1, 6) };
    let root = std::env::temp_dir().join(format!("stodola-map-kill-{}", std::process::id()));
    let new_folder = |name: &str| {
        let folder = root.join(name);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        write_files(&folder);
        folder
    };
    let undisturbed = new_folder("undisturbed");
    let whole = finish(&undisturbed);
    let expected = dump(&undisturbed.join("archive"));
    assert!(expected.contains("http://a.cz/revisit/0/there/1"), "revisits found their originals");
    let mut count = 0;
    for round in 0..rounds {
        let folder = new_folder(&format!("round-{round}"));
        for kill in 0..kills {
            let mut child = child(&folder);
            let part = mixed(round * 1000 + kill) % 1000;
            std::thread::park_timeout(whole.mul_f64(part as f64 / 1000.0 * 2.0 / kills as f64));
            if child.try_wait().unwrap().is_none() {
                child.kill().unwrap();
                count += 1;
            }
            child.wait().unwrap();
        }
        finish(&folder);
        assert_eq!(dump(&folder.join("archive")), expected, "round {round}");
        // No file is left that does not count.
        drop(MapFollower::open(&Archive::open(&folder.join("archive")).unwrap()).unwrap());
        let commit = std::fs::read_to_string(folder.join("archive/map/commit")).unwrap();
        let parts = commit.lines().filter(|line| line.starts_with("part ")).count();
        let files = std::fs::read_dir(folder.join("archive/map")).unwrap();
        // A kill may leave lines of revisits that have found their originals.
        let files = files.filter(|file| file.as_ref().unwrap().file_name() != "waiting").count();
        assert_eq!(files, 2 * parts + 1, "{commit}");
    }
    // Most kills come while the child is at work; some come after its end.
    assert!(count >= if is_long { 100 } else { 1 }, "{count} kills");
    let _ = std::fs::remove_dir_all(&root);
}
