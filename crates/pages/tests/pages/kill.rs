//! The writer is killed at any moment: no tag without its commit, nothing twice, nothing lost, nothing left over.

use crate::support::{
    add, by, check, content, domain, git, html, is_long, mixed, name, page, start, write_round,
};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use stodola_pages::{GitStore, PagesError, VersionStore};

const FOLDER: &str = "STODOLA_PAGES_KILL_FOLDER";
const SELF: &str = "kill::killed_at_any_moment_each_version_is_whole";
const ROUNDS: u64 = 6;
const PAGES: u64 = 60;

/// What the child does: rounds, and additions after each; what is there already is not done again.
fn run_task(folder: &Path) {
    let store = GitStore::new(&folder.join("pages"));
    for round in 0..ROUNDS {
        let pages: BTreeMap<String, Vec<u8>> = (0..PAGES)
            .map(|number| {
                let version = if number % 4 == round % 4 { round } else { 0 };
                (format!("{}/{number}", number % 5), html(number, version))
            })
            .collect();
        write_round(&store, &start(round), &pages);
        let reader = store.reader(&domain()).unwrap().unwrap();
        let tag = reader.tags()[round as usize].clone();
        if reader.current() != Some(tag.clone()) {
            continue;
        }
        for number in 0..4 {
            let path = format!("{}/{number}", number % 5);
            let mut addition =
                store.begin_addition(&tag, &by("tool"), Duration::from_secs(60)).unwrap();
            let file = name(&format!("words{round}.json"));
            match addition.add_file(&page(&path), &file, &mut &b"{}"[..]) {
                Ok(()) => drop(addition.finish().unwrap()),
                Err(PagesError::NameExists { .. }) => {}
                Err(error) => panic!("{error}"),
            }
        }
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

fn finish(folder: &Path) -> Duration {
    let began = Instant::now();
    let status = child(folder).wait().unwrap();
    assert!(status.success(), "{}", std::fs::read_to_string(folder.join("said")).unwrap());
    began.elapsed()
}

/// Everything that can be read, and the commits.
fn dump(folder: &Path) -> Vec<String> {
    let store = GitStore::new(&folder.join("pages"));
    let reader = store.reader(&domain()).unwrap().unwrap();
    let mut all = Vec::new();
    for tag in reader.tags() {
        all.push(format!(
            "{tag} {:?} {:?}",
            reader.history(&tag).unwrap(),
            content(&*reader, &tag)
        ));
    }
    all
}

#[test]
fn killed_at_any_moment_each_version_is_whole() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return run_task(Path::new(&folder));
    }
    let (rounds, kills) = if is_long() { (20, 10) } else { (1, 6) };
    let root = tempfile::tempdir().unwrap();
    let new_folder = |name: &str| {
        let folder = root.path().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    };
    let undisturbed = new_folder("undisturbed");
    let whole = finish(&undisturbed);
    let expected = dump(&undisturbed);
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
            // Each version that is named can be read, and git agrees.
            let repository = folder.join("pages/example.cz");
            let reader = GitStore::new(&folder.join("pages")).reader(&domain()).unwrap();
            if reader.is_some_and(|reader| reader.current().is_some()) {
                dump(&folder);
                // A commit whose tag did not come to be is removed by the next writer.
                let said = git(&repository, &["fsck", "--strict", "--full", "--no-progress"]);
                let said = said.unwrap_or_default();
                assert!(said.lines().all(|line| line.starts_with("dangling ")), "{said}");
            }
        }
        finish(&folder);
        assert!(dump(&folder) == expected, "round {round}");
        check(&folder.join("pages/example.cz"));
        let packs = folder.join("pages/example.cz/objects/pack");
        let names = || std::fs::read_dir(&packs).unwrap().map(|item| item.unwrap().file_name());
        assert_eq!(names().count(), 2, "{:?}", names().collect::<Vec<_>>());
    }
    assert!(count > 0);
}

/// What the most unlucky crashes leave, made by hand.
#[test]
fn leftovers_are_removed_by_the_next_writer() {
    let folder = tempfile::tempdir().unwrap();
    let store = GitStore::new(folder.path());
    let pages = |n: u64| (0..20).map(|number| (number.to_string(), html(number, n))).collect();
    let tag = write_round(&store, &start(0), &pages(0)).unwrap().0.tag;
    let repository = folder.path().join("example.cz");
    let packs = repository.join("objects/pack");
    let old: Vec<_> = std::fs::read_dir(&packs).unwrap().map(|item| item.unwrap().path()).collect();
    let contents: Vec<_> = old.iter().map(|path| std::fs::read(path).unwrap()).collect();
    add(&store, &tag, "1", "file", b"x");
    // The packs that were taken over are still there; a pack has no index; drafts were left.
    for (path, content) in old.iter().zip(&contents) {
        std::fs::write(path, content).unwrap();
    }
    std::fs::write(packs.join("pack-0123456789012345678901234567890123456789.pack"), "PACK")
        .unwrap();
    std::fs::write(packs.join("stodola-pack.new"), "PACK").unwrap();
    std::fs::write(packs.join("pack-x.idx.new"), "x").unwrap();
    std::fs::write(repository.join("packed-refs.new"), "nonsense").unwrap();
    let before = {
        let reader = store.reader(&domain()).unwrap().unwrap();
        content(&*reader, &tag)
    };
    add(&store, &tag, "2", "file", b"y");
    let names: Vec<_> =
        std::fs::read_dir(&packs).unwrap().map(|item| item.unwrap().file_name()).collect();
    assert_eq!(names.len(), 2, "{names:?}");
    let reader = store.reader(&domain()).unwrap().unwrap();
    let mut after = content(&*reader, &tag);
    assert_eq!(after.remove("http/www.example.cz/2~.html/file").unwrap(), b"y");
    assert!(after == before);
    check(&repository);
}

#[test]
fn commit_whose_tag_did_not_come_to_be_is_removed_and_what_it_took_over_stays() {
    let folder = tempfile::tempdir().unwrap();
    let store = GitStore::new(folder.path());
    let pages = (0..20).map(|number| (number.to_string(), html(number, 0))).collect();
    let tag = write_round(&store, &start(0), &pages).unwrap().0.tag;
    let repository = folder.path().join("example.cz");
    let packs = repository.join("objects/pack");
    let snapshot = || -> Vec<_> {
        let paths = std::fs::read_dir(&packs).unwrap().map(|item| item.unwrap().path());
        paths.map(|path| (path.clone(), std::fs::read(&path).unwrap())).collect()
    };
    let list = std::fs::read(repository.join("packed-refs")).unwrap();
    let before = snapshot();
    add(&store, &tag, "1", "file", b"lost");
    std::fs::write(repository.join("packed-refs"), list).unwrap();
    before.iter().for_each(|(path, content)| std::fs::write(path, content).unwrap());
    add(&store, &tag, "2", "file", b"kept");
    let reader = store.reader(&domain()).unwrap().unwrap();
    assert_eq!(reader.history(&tag).unwrap().len(), 2);
    let files: Vec<_> =
        content(&*reader, &tag).into_keys().filter(|it| it.ends_with("file")).collect();
    assert_eq!(files, ["http/www.example.cz/2~.html/file"]);
    // Nothing of the lost one is left.
    check(&repository);
    assert_eq!(snapshot().len(), 2);
}
