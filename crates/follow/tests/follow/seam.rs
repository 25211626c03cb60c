//! A third follower proves the seam: it comes late, it is killed, it fails.

use crate::files::{Folder, archive, dump, lock, warc, writer};
use crate::words::{Fault, Store, Words};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use stodola_archive::{Archive, Catalogue, FilePlace, Intake};
use stodola_follow::{
    CATALOGUE, Document, FOLLOWERS, FollowError, Follower, Followers, OpenError, Reads,
    RebuildScope, progress, rebuild_scope,
};

const FOLDER: &str = "STODOLA_TEST_FOLLOW_FOLDER";
const FILES: u64 = 30;

fn followers(archive: &Archive, all: Vec<Box<dyn Follower>>) -> Followers {
    let mut followers = Followers::new(archive).unwrap();
    all.into_iter().for_each(|it| followers.attach(it));
    followers
}

fn add(archive: &Archive, all: Vec<Box<dyn Follower>>, paths: &[PathBuf]) {
    let mut writer = writer(archive, followers(archive, all));
    for path in paths {
        writer.take_in(archive, path, Intake::Copy, &mut ()).unwrap();
    }
    writer.show_listed(archive, &mut ()).unwrap();
}

fn store(folder: &Folder) -> Store {
    Store::read(&folder.path().join("words.tsv"))
}

#[test]
fn follower_that_is_attached_later_catches_up_and_then_keeps_up() {
    let folder = Folder::new("later");
    let archive = archive(&folder);
    let paths: Vec<_> =
        (0..4).map(|file| folder.write(&format!("{file}.warc"), warc(file, 10))).collect();
    add(&archive, Vec::new(), &paths[..2]);
    add(&archive, vec![Box::new(Words::open(folder.path()))], &[]);
    assert_eq!((store(&folder).count("and"), store(&folder).count("word3")), (20, 4));
    add(&archive, vec![Box::new(Words::open(folder.path()))], &paths[2..]);
    // 10 of file 3, and 2 of each file.
    assert_eq!((store(&folder).count("and"), store(&folder).count("word3")), (40, 18));
    // Nothing comes twice.
    let before = store(&folder);
    add(&archive, vec![Box::new(Words::open(folder.path()))], &paths);
    assert_eq!(store(&folder), before);
}

#[test]
fn store_of_another_version_is_filled_anew() {
    let folder = Folder::new("version");
    let archive = archive(&folder);
    let path = folder.write("0.warc", warc(0, 10));
    add(&archive, vec![Box::new(Words::open(folder.path()))], &[path]);
    let before = store(&folder);
    std::fs::write(
        folder.path().join("words.tsv"),
        "version\t1\nplace\twarc/added/0.warc\t9\ttrue\n",
    )
    .unwrap();
    add(&archive, vec![Box::new(Words::open(folder.path()))], &[]);
    assert_eq!(store(&folder).words.len(), 0);
    add(&archive, vec![Box::new(Words::named(folder.path(), "words", 2))], &[]);
    assert_eq!(store(&folder).words, before.words);
}

#[test]
fn file_that_has_changed_is_forgotten_and_read_again() {
    let folder = Folder::new("changed");
    let archive = archive(&folder);
    add(&archive, Vec::new(), &[]);
    let path = folder.write("archive/warc/a.warc", warc(1, 10));
    let words = || -> Vec<Box<dyn Follower>> { vec![Box::new(Words::open(folder.path()))] };
    add(&archive, words(), std::slice::from_ref(&path));
    assert_eq!(store(&folder).count("word1"), 12);
    folder.write("archive/warc/a.warc", warc(2, 5));
    add(&archive, words(), &[path]);
    assert_eq!((store(&folder).count("word1"), store(&folder).count("word2")), (1, 6));
}

#[test]
fn file_that_left_the_archive_while_nobody_followed_is_forgotten_later() {
    let folder = Folder::new("gone");
    let archive = archive(&folder);
    let paths = [folder.write("0.warc", warc(0, 3)), folder.write("1.warc", warc(1, 3))];
    add(&archive, vec![Box::new(Words::open(folder.path()))], &paths);
    let both = store(&folder);
    let name = "warc/added/0.warc";
    std::fs::remove_file(archive.path_of(name)).unwrap();
    // As if the process had been killed before it told the follower.
    let mut alone = writer(&archive, followers(&archive, Vec::new()));
    alone.forget(&archive, Path::new(name), "burnt").unwrap();
    drop(alone);
    assert_eq!(store(&folder), both);
    add(&archive, vec![Box::new(Words::open(folder.path()))], &[]);
    let left: Vec<_> = both.words.into_iter().filter(|((file, _), _)| file != name).collect();
    assert!(!left.is_empty());
    assert_eq!(store(&folder).words.into_iter().collect::<Vec<_>>(), left);
}

#[test]
fn follower_that_fails_stops_alone_and_goes_on_the_next_time() {
    for (name, fault, reason) in [
        ("error", Fault::Error, "no room for that word"),
        ("panic", Fault::Panic, "it panicked: a word too much"),
    ] {
        let folder = Folder::new(&format!("fails-{name}"));
        let archive = archive(&folder);
        let paths: Vec<_> =
            (0..9).map(|file| folder.write(&format!("{file}.warc"), warc(file, 10))).collect();
        let mut failing = Words::open(folder.path());
        failing.fails_at = Some(("word7", fault));
        let other = Words::named(folder.path(), "others", 1);
        add(&archive, vec![Box::new(failing), Box::new(other)], &paths);
        // The catalogue and the other follower have everything, this one what was before the failure.
        assert_eq!(Catalogue::open(&archive).unwrap().totals().unwrap().files, 9);
        assert_eq!(Store::read(&folder.path().join("others.tsv")).count("and"), 90);
        assert_eq!(store(&folder).count("and"), 70);
        let record = std::fs::read_to_string(archive.folder().join("followers.tsv")).unwrap();
        assert!(record.contains(&format!("\twords\twarc/added/7.warc\t{reason}\n")), "{record}");
        // It begins where it was, and what was wrong is not shown any more.
        add(&archive, vec![Box::new(Words::open(folder.path()))], &[]);
        assert_eq!(store(&folder).count("and"), 90);
        let record = std::fs::read_to_string(archive.folder().join("followers.tsv")).unwrap();
        assert_eq!(record, "# stodola followers 1\n");
    }
}

/// Looks at each document, and keeps nothing itself.
struct Look<F> {
    name: &'static str,
    look: F,
}

impl<F: FnMut(&mut Document<'_>) -> Result<(), FollowError> + Send> Follower for Look<F> {
    fn name(&self) -> &'static str {
        self.name
    }
    fn version(&self) -> u32 {
        1
    }
    fn stored_version(&self) -> Option<u32> {
        None
    }
    fn reads(&self) -> Reads {
        Reads::Pages
    }
    fn place(&self, _file: &str) -> Result<FilePlace, FollowError> {
        Ok(FilePlace::START)
    }
    fn take(&mut self, document: &mut Document<'_>) -> Result<(), FollowError> {
        (self.look)(document)
    }
    fn commit(&mut self, _file: &str, _place: FilePlace) -> Result<(), FollowError> {
        Ok(())
    }
    fn abandon(&mut self) {}
    fn forget(&mut self, _file: &str) -> Result<(), FollowError> {
        Ok(())
    }
    fn start_anew(&mut self) -> Result<(), FollowError> {
        Ok(())
    }
}

#[test]
fn page_is_read_once_for_all_who_ask() {
    let folder = Folder::new("once");
    let archive = archive(&folder);
    let path = folder.write("0.warc", warc(0, 3));
    // Where the text of each page lies in memory.
    let texts = |name, texts: &Arc<Mutex<Vec<(u64, usize)>>>| -> Box<dyn Follower> {
        let texts = Arc::clone(texts);
        let look = move |document: &mut Document<'_>| {
            let offset = document.row().offset;
            let page = document.page()?.unwrap();
            texts.lock().unwrap().push((offset, page.text.text.as_ptr() as usize));
            Ok(())
        };
        Box::new(Look { name, look })
    };
    let (first, second) = (Arc::default(), Arc::default());
    let all = vec![texts("first", &first), texts("second", &second)];
    let mut writer = writer(&archive, followers(&archive, all));
    writer.take_in(&archive, &path, Intake::Copy, &mut ()).unwrap();
    assert_eq!(first.lock().unwrap().len(), 3);
    assert_eq!(*first.lock().unwrap(), *second.lock().unwrap());
}

#[test]
fn pages_have_typed_blocks_and_links_that_say_where_they_stand() {
    let folder = Folder::new("parts");
    let archive = archive(&folder);
    let page =
        b"<title>T</title><h1>Head</h1><p>Text <a href=/x rel=author>more</a></p><img src=i.png>";
    let date = "2020-01-01T00:00:00Z";
    let record = crate::files::response("http://a.cz/", date, "Content-Type: text/html\r\n", page);
    let path = folder.write("0.warc", record);
    let parts: Arc<Mutex<Vec<String>>> = Arc::default();
    let noted = Arc::clone(&parts);
    let look = move |document: &mut Document<'_>| {
        let Some(page) = document.page()? else { return Ok(()) };
        let mut noted = noted.lock().unwrap();
        noted.extend(page.text.blocks().map(|block| format!("{:?} {}", block.kind, block.text)));
        for link in &page.links {
            let rel = link.rel.as_deref().map(String::from_utf8_lossy);
            noted.push(format!("{:?} {:?} {rel:?} {:?}", link.element, link.attribute, link.text));
        }
        Ok(())
    };
    let all: Vec<Box<dyn Follower>> = vec![Box::new(Look { name: "parts", look })];
    let mut writer = writer(&archive, followers(&archive, all));
    writer.take_in(&archive, &path, Intake::Copy, &mut ()).unwrap();
    let expected = [
        "Title T",
        "H1 Head",
        "Paragraph Text more",
        "LinkText more",
        "Some(\"a\") Some(\"href\") Some(\"author\") Some(\"more\")",
        "Some(\"img\") Some(\"src\") None None",
    ];
    assert_eq!(*parts.lock().unwrap(), expected);
}

#[test]
fn rows_do_not_depend_on_who_follows() {
    let folder = Folder::new("rows");
    let long = format!("<html lang=cs><title>long</title>{}", "<p>long text</p>".repeat(9000));
    let mut bytes = warc(0, 5);
    bytes.extend(crate::files::response(
        "http://l.cz/",
        "2020-01-01T00:00:00Z",
        "Content-Type: text/html\r\n",
        long.as_bytes(),
    ));
    let mut dumps = Vec::new();
    for words in [false, true] {
        let inner = Folder::new(&format!("rows-{words}"));
        let archive = archive(&inner);
        let path = folder.write("0.warc", &bytes);
        let all: Vec<Box<dyn Follower>> = match words {
            true => vec![Box::new(Words::open(inner.path()))],
            false => Vec::new(),
        };
        add(&archive, all, &[path]);
        dumps.push(dump(&archive));
    }
    assert!(dumps[0].contains("title: Some(\"long\")"), "{}", dumps[0]);
    assert_eq!(dumps[0], dumps[1]);
}

/// What the child process does.
fn add_all(folder: &Path) {
    let archive = Archive::open_or_create(&folder.join("archive")).unwrap();
    let paths: Vec<_> = (0..FILES).map(|file| folder.join(format!("{file:02}.warc"))).collect();
    add(&archive, vec![Box::new(Words::open(folder))], &paths);
}

/// The child process is this test again, with [`FOLDER`] set.
const SELF: &str = "seam::follower_that_is_killed_at_any_moment_goes_on_and_counts_nothing_twice";

fn child(folder: &Path) -> std::process::Child {
    Command::new(std::env::current_exe().unwrap())
        .args([SELF, "--exact", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(folder.join("said")).unwrap())
        .spawn()
        .unwrap()
}

#[test]
fn follower_that_is_killed_at_any_moment_goes_on_and_counts_nothing_twice() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return add_all(Path::new(&folder));
    }
    let folder = Folder::new("killed");
    for file in 0..FILES {
        folder.write(&format!("{file:02}.warc"), warc(file, 20));
    }
    let mut kills: u32 = 0;
    loop {
        let mut child = child(folder.path());
        let until = Instant::now() + Duration::from_micros(5000 + u64::from(kills) * 8000);
        while Instant::now() < until {
            std::hint::spin_loop();
        }
        if let Some(status) = child.try_wait().unwrap() {
            let said = std::fs::read_to_string(folder.path().join("said")).unwrap();
            assert!(status.success(), "after {kills} kills: {said}");
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        // Whatever it has is of whole files, and of files that are listed.
        let store = store(&folder);
        for ((file, word), count) in &store.words {
            assert!(word != "and" || *count == 20, "{file}: {count}");
        }
    }
    assert!(kills > 0);
    let store = store(&folder);
    assert_eq!(store.count("and"), FILES * 20);
    let archive = archive(&folder);
    let listed = Catalogue::open(&archive).unwrap().files().unwrap();
    assert_eq!(listed.len() as u64, FILES);
    drop(lock(&archive));
}

#[test]
fn progress_tells_how_far_the_catalogue_is() {
    let folder = Folder::new("progress");
    let archive = archive(&folder);
    add(&archive, Vec::new(), &[]);
    let path = folder.write("archive/warc/a.warc", warc(1, 10));
    folder.write("archive/warc/b.warc", warc(2, 10));
    add(&archive, Vec::new(), std::slice::from_ref(&path));
    let catalogue = Catalogue::open(&archive).unwrap();
    let all = progress(&archive, FOLLOWERS, &catalogue).unwrap();
    assert_eq!(all.len(), 1);
    let size = path.metadata().unwrap().len();
    let it = &all[0];
    assert_eq!((it.name, it.files, it.files_done), (CATALOGUE, 2, 1));
    assert_eq!((it.bytes, it.bytes_done), (2 * size, size));
    let scope = RebuildScope::Only("nothing".to_owned());
    let error = rebuild_scope(&archive, FOLLOWERS, lock(&archive), &scope, &mut (), &mut |_| ())
        .unwrap_err();
    assert!(matches!(error, OpenError::Unknown { .. }));
    assert!(error.to_string().contains("catalogue, payloads"), "{error}");
}
