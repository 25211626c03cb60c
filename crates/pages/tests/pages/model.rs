//! Random operations on the store and on one in memory: both answer the same, and git finds nothing wrong.

use crate::memory::MemoryStore;
use crate::support::{
    TIME, WAIT, by, check, content, domain, git, is_long, mixed, name, page, read, xml,
};
use std::collections::BTreeMap;
use stodola_pages::{
    BegunRound, GitStore, PagesError, RoundStart, TagName, VersionReader, VersionStore,
};

struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 += 1;
        mixed(self.0) % limit
    }
}

const PATHS: [&str; 12] = [
    "",
    "a",
    "a/",
    "a/b",
    "a/b/c",
    "A",
    "a.html",
    "a/data.html",
    "a?x=1",
    "b/.git/x",
    "a-b",
    "a0/b",
];

fn round(store: &dyn VersionStore, dice: &mut Dice, number: u64) -> String {
    // Now and then two rounds have the same second, or a round comes again.
    let number = number - dice.below(2) * dice.below(2);
    let start = RoundStart { job: "job".to_owned(), number, time: TIME + number / 2 * 60 };
    let mut round = match store.begin_round(&domain(), &start, WAIT).unwrap() {
        BegunRound::Stored(tag) => return format!("stored {tag}"),
        BegunRound::Open(round) => round,
    };
    let mut said = round.tag().to_string();
    let mut paths: Vec<String> = PATHS.iter().map(|&path| path.to_owned()).collect();
    paths.extend((0..30).map(|n| format!("many/{}/{n}", n % 4)));
    for path in paths {
        if dice.below(8) == 0 {
            continue;
        }
        let html = match dice.below(3) {
            0 => format!("short {}", dice.below(3)),
            _ => format!("{path} {}", "long text ".repeat(50 + dice.below(3) as usize)),
        };
        let page = page(&path);
        let put = round.put(&page, html.as_bytes(), &mut |tag| xml(&page, tag)).unwrap();
        said.push_str(&format!(" {put:?}"));
        if dice.below(50) == 0 {
            let error = round.put(&page, b"x", &mut |_| Vec::new()).unwrap_err();
            said.push_str(&error.to_string());
        }
    }
    if dice.below(6) == 0 {
        return format!("{said} dropped");
    }
    let summary = round.finish().unwrap();
    format!("{said} {} {} {}", summary.new, summary.changed, summary.same)
}

fn addition(store: &dyn VersionStore, dice: &mut Dice) -> String {
    let Some(reader) = store.reader(&domain()).unwrap() else { return "nothing".to_owned() };
    let tags = reader.tags();
    if tags.is_empty() {
        return "nothing".to_owned();
    }
    let tag = match dice.below(5) {
        0 => tags[dice.below(tags.len() as u64) as usize].clone(),
        1 => TagName::parse("example.cz@20010101T000000Z").unwrap(),
        _ => reader.current().unwrap(),
    };
    let mut addition =
        match store.begin_addition(&tag, &by(["jana", "petr"][dice.below(2) as usize]), WAIT) {
            Ok(addition) => addition,
            Err(error) => return error.to_string(),
        };
    let mut said = tag.to_string();
    for _ in 0..1 + dice.below(3) {
        let page = page(PATHS[dice.below(PATHS.len() as u64) as usize]);
        let result: Result<(), PagesError> = if dice.below(2) == 0 {
            let file = name(["words.json", "Words.json", "note"][dice.below(3) as usize]);
            let content = format!("added {}", dice.below(4));
            addition.add_file(&page, &file, &mut content.as_bytes())
        } else {
            addition.data(&page).and_then(|data| {
                let node = format!("<node n='{}'/>", dice.below(100));
                addition.replace_data(&page, &[&data[..], node.as_bytes()].concat())
            })
        };
        said.push_str(&format!(" {:?}", result.map_err(|error| error.to_string())));
    }
    if dice.below(6) > 0 {
        addition.finish().unwrap();
    }
    said
}

/// Everything that a reader says, in words.
fn all(store: &dyn VersionStore) -> Vec<String> {
    let Some(reader) = store.reader(&domain()).unwrap() else { return Vec::new() };
    let tags = reader.tags();
    let mut said = vec![format!("{tags:?} {:?}", reader.current())];
    for tag in &tags {
        let authors: Vec<_> =
            reader.history(tag).unwrap().into_iter().map(|row| row.author).collect();
        said.push(format!("{tag} {authors:?} {:?}", content(&*reader, tag)));
    }
    for pair in tags.windows(2) {
        let changes: Vec<_> =
            reader.difference(&pair[0], &pair[1]).unwrap().map(Result::unwrap).collect();
        said.push(format!("{changes:?}"));
    }
    said
}

/// Compares what git shows of a version with what a reader does.
fn compare_with_git(folder: &std::path::Path, reader: &dyn VersionReader, tag: &TagName) {
    let Some(list) =
        git(folder, &["ls-tree", "-r", "--name-only", "--full-tree", &tag.to_string()])
    else {
        return;
    };
    let ours: BTreeMap<String, Vec<u8>> = content(reader, tag);
    let mut paths: Vec<_> = list.lines().collect();
    paths.sort_unstable();
    assert_eq!(paths, ours.keys().map(String::as_str).collect::<Vec<_>>());
    for (path, content) in ours.iter().step_by(7) {
        let shown = git(folder, &["show", &format!("{tag}:{path}")]).unwrap();
        assert_eq!(shown.as_bytes(), content);
    }
}

#[test]
fn random_operations_give_what_a_simple_store_gives() {
    let (runs, steps) = if is_long() { (60, 60) } else { (3, 25) };
    for run in 0..runs {
        let folder = tempfile::tempdir().unwrap();
        let store = GitStore::new(folder.path());
        let memory = MemoryStore::default();
        let (mut dice, mut other) = (Dice(run << 32), Dice(run << 32));
        for step in 0..steps {
            let is_round = mixed(run << 40 | step).is_multiple_of(3);
            let (ours, expected) = if is_round {
                (round(&store, &mut dice, step), round(&memory, &mut other, step))
            } else {
                (addition(&store, &mut dice), addition(&memory, &mut other))
            };
            assert_eq!(ours, expected, "run {run}, step {step}");
            assert_eq!(dice.0, other.0);
            if mixed(run << 41 | step).is_multiple_of(9)
                && folder.path().join("example.cz").is_dir()
            {
                git(&folder.path().join("example.cz"), &["gc", "--quiet"]);
            }
            if step % 8 == 7 {
                let (ours, expected) = (all(&store), all(&memory));
                assert!(ours == expected, "run {run}, step {step}:\n{ours:#?}\n{expected:#?}");
            }
        }
        let repository = folder.path().join("example.cz");
        if let Some(reader) = store.reader(&domain()).unwrap() {
            check(&repository);
            let tags = reader.tags();
            for tag in [tags.first(), tags.last()].into_iter().flatten() {
                compare_with_git(&repository, &*reader, tag);
            }
            let page = page("a");
            if let Some(tag) = reader.current()
                && reader.files(&tag, &page).is_ok()
            {
                read(&*reader, &tag, &page, "data.html");
            }
            // However many operations, the packs are few.
            let packs = std::fs::read_dir(repository.join("objects/pack")).unwrap();
            let packs = packs
                .filter(|item| item.as_ref().unwrap().path().extension() == Some("pack".as_ref()));
            assert!(packs.count() <= 2);
        }
    }
}
