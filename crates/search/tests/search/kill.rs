//! A child process fills the index, or makes it anew, until it is killed, again and again. Readers never see anything
//! twice, and in the end everything is found that one undisturbed run finds.

use super::archives::{page, request};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use stodola_archive::{Archive, Catalogue, CatalogueWriter, Intake};
use stodola_follow::{Follower, Followers};
use stodola_search::{SearchError, SearchFollower, SearchIndex, SearchRequest, SearchTools};

const FOLDER: &str = "STODOLA_TEST_SEARCH_FOLDER";
const TASK: &str = "STODOLA_TEST_SEARCH_TASK";
/// The child process is this test again, with [`FOLDER`] and [`TASK`] set.
const SELF: &str = "kill::killed_at_any_moment_everything_is_found_and_nothing_twice";
const FILES: u32 = 8;
const PAGES: u32 = 12;

/// Adds the files that are missing.
const ADD: &str = "add";
/// Makes the index anew.
const ANEW: &str = "anew";
/// Forgets the first file.
const FORGET: &str = "forget";

fn file_name(file: u32) -> String {
    format!("f{file}.warc")
}

/// Pages of their own, and one that is the same in all files.
fn write_files(folder: &Path) {
    for file in 0..FILES {
        let date = format!("20{:02}-01-01T00:00:00Z", file + 1);
        let mut records =
            vec![page("http://a.cz/same", &date, "<title>s</title><p>mamut stále stejný")];
        records.extend((0..PAGES).map(|n| {
            let body = format!(
                "<html lang=cs><title>t{n}</title><p>mamut číslo{file} slovo{n}<img src=obraz{file}x{n}.png alt=mamut>"
            );
            page(&format!("http://a.cz/{file}-{n}"), &date, &body)
        }));
        std::fs::write(folder.join(file_name(file)), records.concat()).unwrap();
    }
}

/// What a child process does.
fn run_task(task: &str, folder: &Path) {
    let archive = Archive::open_or_create(&folder.join("archive")).unwrap();
    let lock = archive.lock("child").unwrap();
    let mut follower = SearchFollower::open(&archive, SearchTools::default()).unwrap();
    if let Some(damage) = follower.damage() {
        let known = std::fs::read_to_string(folder.join("damage")).unwrap_or_default();
        std::fs::write(folder.join("damage"), format!("{known}{task}: {damage}\n")).unwrap();
    }
    if task == ANEW {
        follower.start_anew().unwrap();
    }
    let mut followers = Followers::new(&archive).unwrap();
    followers.attach(Box::new(follower));
    let mut writer = CatalogueWriter::open(&archive, lock).unwrap();
    writer.observe_with(Box::new(followers));
    match task {
        ADD => {
            for file in 0..FILES {
                let path = folder.join(file_name(file));
                writer.take_in(&archive, &path, Intake::Copy, &mut ()).unwrap();
            }
        }
        FORGET => {
            let names = archive.own_files().unwrap();
            let first = names.iter().find(|name| name.contains(&file_name(0)));
            if let Some(first) = first {
                std::fs::remove_file(archive.path_of(first)).unwrap();
            }
            let listed = Catalogue::open(&archive).unwrap().files().unwrap();
            let gone = listed.into_iter().find(|file| file.name.contains(&file_name(0)));
            if let Some(gone) = gone {
                writer.forget(&archive, gone.name.as_ref(), "a test").unwrap();
            }
        }
        _ => {}
    }
    writer.show_listed(&archive, &mut ()).unwrap();
    writer.close().unwrap();
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

/// Lets a child do a task to its end. Returns how long it took.
fn finish(task: &str, folder: &Path) -> Duration {
    let began = Instant::now();
    let status = child(task, folder).wait().unwrap();
    assert!(status.success(), "{task}: {}", std::fs::read_to_string(folder.join("said")).unwrap());
    began.elapsed()
}

/// What a reader finds, a line for each hit; `None` while there is no index.
fn found(folder: &Path, images: bool) -> Option<BTreeSet<String>> {
    let archive = Archive::open(&folder.join("archive")).ok()?;
    let index = match SearchIndex::open(&archive) {
        // A kill between the removal of the old index and the making of the new one leaves half of one.
        Err(SearchError::NoIndex | SearchError::Damaged { .. }) => return None,
        index => index.unwrap(),
    };
    let ask = SearchRequest { limit: 1000, unfolded: true, images, ..request("mamut") };
    let page = match index.search(&ask) {
        Err(SearchError::NoIndex | SearchError::Busy | SearchError::Damaged { .. }) => return None,
        page => page.unwrap(),
    };
    let line = |hit: &stodola_search::SearchHit| {
        let uri = hit.image.as_ref().unwrap_or(&hit.uri);
        format!("{} {:?}", String::from_utf8_lossy(uri), hit.times)
    };
    let lines: BTreeSet<String> = page.hits.iter().map(line).collect();
    assert_eq!(lines.len(), page.hits.len(), "something is found twice");
    assert_eq!(lines.len() as u64, page.total, "counted otherwise than found");
    Some(lines)
}

/// Everything that tells one index from another.
fn state(folder: &Path) -> String {
    let archive = Archive::open(&folder.join("archive")).unwrap();
    let index = SearchIndex::open(&archive).unwrap();
    let facets = index.search(&request("mamut")).unwrap().facets;
    let counts = index.counts().unwrap();
    format!("{:#?} {:#?} {facets:?} {counts:?}", found(folder, false), found(folder, true))
}

/// A kill must not make the next process read the whole archive again.
fn assert_undamaged(folder: &Path) {
    let damage = std::fs::read_to_string(folder.join("damage")).unwrap_or_default();
    assert_eq!(damage, "");
}

/// SplitMix64: the seed decides when children are killed.
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// Kills children at moments within the time that the whole task takes, at most `kills` of them. Returns how many
/// were killed before their end.
fn killed(task: &str, folder: &Path, whole: Duration, kills: u64, seed: u64) -> u64 {
    let mut count = 0;
    let mut most = 0;
    for kill in 0..kills {
        let mut child = child(task, folder);
        // A short part of the whole, so that the task is interrupted at several places.
        let part = mixed(seed * 1000 + kill) % 1000;
        std::thread::park_timeout(whole.mul_f64(part as f64 / 1000.0 * 2.0 / kills as f64));
        if let Some(status) = child.try_wait().unwrap() {
            let said = std::fs::read_to_string(folder.join("said")).unwrap();
            assert!(status.success(), "{task}, seed {seed}, after {count} kills: {said}");
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        count += 1;
        if let Some(found) = found(folder, false)
            && task == ADD
        {
            assert!(found.len() >= most, "what was found is lost: seed {seed}, kill {kill}");
            most = found.len();
        }
    }
    count
}

#[test]
fn killed_at_any_moment_everything_is_found_and_nothing_twice() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return run_task(&std::env::var(TASK).unwrap(), Path::new(&folder));
    }
    let is_long =
        std::env::var_os("STODOLA_LONG").is_some_and(|value| !value.is_empty() && value != "0");
    let (rounds, kills) = if is_long { (25, 16) } else { (1, 8) };
    let root = std::env::temp_dir().join(format!("stodola-search-kill-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&root);
    let new_folder = |name: &str| {
        let folder = root.join(name);
        std::fs::create_dir_all(&folder).unwrap();
        write_files(&folder);
        folder
    };
    let undisturbed = new_folder("undisturbed");
    let whole = finish(ADD, &undisturbed);
    let expected = state(&undisturbed);
    assert_eq!(found(&undisturbed, false).unwrap().len() as u32, FILES * PAGES + 1);
    finish(FORGET, &undisturbed);
    let expected_without_first = state(&undisturbed);
    assert_eq!(found(&undisturbed, false).unwrap().len() as u32, (FILES - 1) * PAGES + 1);
    let mut count = 0;
    for round in 0..rounds {
        let folder = new_folder(&format!("round-{round}"));
        count += killed(ADD, &folder, whole, kills, round * 3);
        finish(ADD, &folder);
        assert_eq!(state(&folder), expected, "round {round}, adding");
        assert_undamaged(&folder);
        count += killed(ANEW, &folder, whole, kills / 2, round * 3 + 1);
        finish(ADD, &folder);
        assert_eq!(state(&folder), expected, "round {round}, made anew");
        // Making it anew removes the old one first, and a kill may leave a part of it.
        let _ = std::fs::remove_file(folder.join("damage"));
        count += killed(FORGET, &folder, whole / 4, kills / 2, round * 3 + 2);
        finish(FORGET, &folder);
        assert_eq!(state(&folder), expected_without_first, "round {round}, forgetting");
        assert_undamaged(&folder);
        std::fs::remove_dir_all(&folder).unwrap();
    }
    assert!(count > 0);
    println!("{count} kills");
    let _ = std::fs::remove_dir_all(&root);
}
