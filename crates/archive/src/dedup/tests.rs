//! The index as its callers see it, and after its files were cut, changed or left unfinished.

use super::*;

mod damage;
mod golden;

/// Returns a payload that is different for each number, and the same in every test run.
pub(crate) fn payload(number: u64) -> Payload {
    let mut sha256 = [0; 32];
    for (part, word) in sha256.chunks_exact_mut(8).zip(0..) {
        part.copy_from_slice(&mixed(number * 4 + word).to_be_bytes());
    }
    Payload { sha256, length: mixed(number) % 1_000_000 }
}

/// SplitMix64: spreads numbers evenly.
fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// A folder that is removed after the test.
pub(super) struct Folder(pub(super) PathBuf);

impl Folder {
    pub(super) fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("stodola-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        Folder(folder)
    }

    /// Opens an index that makes a run after every few commits, so that small tests see merges.
    pub(super) fn open(&self) -> Result<DedupIndex, DedupError> {
        DedupIndex::open_with(&self.0, DedupOptions { log_bytes: 1500 })
    }

    pub(super) fn index(&self) -> DedupIndex {
        self.open().unwrap()
    }

    pub(super) fn names(&self) -> Vec<String> {
        let items = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> =
            items.map(|item| item.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub(super) fn copy_from(&self, other: &Folder) {
        let _ = fs::remove_dir_all(&self.0);
        fs::create_dir_all(&self.0).unwrap();
        for name in other.names() {
            fs::copy(other.0.join(&name), self.0.join(&name)).unwrap();
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const PER_FILE: u64 = 10;

/// File `number` stores payloads 10 * number to 10 * number + 9, and has a revisit of the first
/// payload of file 0.
pub(super) fn commit(index: &mut DedupIndex, number: u64) -> FileId {
    let stored: Vec<_> =
        (number * PER_FILE..(number + 1) * PER_FILE).map(|at| (payload(at), at * 100)).collect();
    let original = RecordPlace { file: FileId(0), offset: 0 };
    let references = if number == 0 { vec![] } else { vec![(number, original)] };
    index.commit_file(&name(number), &stored, &references).unwrap()
}

pub(super) fn name(number: u64) -> String {
    format!("warc/2007/{number}.warc.gz")
}

/// Checks that the index has exactly what this number of commits added.
pub(super) fn check(index: &DedupIndex, files: u64) {
    assert_eq!(index.payloads(), files * PER_FILE);
    for number in 0..files * PER_FILE {
        let file = index.file_id(&name(number / PER_FILE)).unwrap();
        let first = RecordPlace { file, offset: number * 100 };
        assert_eq!(
            index.lookup(&payload(number)).unwrap(),
            Some(Copies { first, second: None }),
            "payload {number}"
        );
    }
    for number in files * PER_FILE..files * PER_FILE + 50 {
        assert_eq!(index.lookup(&payload(number)).unwrap(), None);
    }
    assert_eq!(index.file_id(&name(files)), None);
    assert_eq!(index.dependents(FileId(0)).count() as u64, files.saturating_sub(1));
}

#[test]
fn commits_are_found_at_once_and_after_opening_again() {
    let folder = Folder::new("reopen");
    for number in 0..60 {
        let mut index = folder.index();
        check(&index, number);
        assert_eq!(commit(&mut index, number), FileId(number as u32));
        check(&index, number + 1);
    }
    let index = folder.index();
    check(&index, 60);
    assert!(index.is_committed(&name(59)) && !index.is_committed(&name(60)));
    assert_eq!(index.file_name(FileId(59)), Some(&*name(59)));
    assert_eq!(index.file_name(FileId(60)), None);
    let runs = folder.names().iter().filter(|name| name.ends_with(".run")).count();
    assert!((1..=9).contains(&runs), "{:?}", folder.names());
}

/// Threads can share an index: this does not compile otherwise.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<DedupIndex>();
};

#[test]
fn same_hash_with_another_length_is_another_payload() {
    let folder = Folder::new("length");
    let mut index = folder.index();
    let short = Payload { sha256: [9; 32], length: 5 };
    let long = Payload { length: 6, ..short };
    index.commit_file("a", &[(short, 1)], &[]).unwrap();
    for _ in 0..2 {
        assert_eq!(index.lookup(&long).unwrap(), None);
        assert!(index.lookup(&short).unwrap().is_some());
        // In the second pass they are in a run.
        index.seal().unwrap();
    }
    assert_eq!(index.lookup(&Payload { length: u64::MAX, ..short }).unwrap(), None);
}

#[test]
fn hashes_that_begin_alike_are_kept_apart() {
    let folder = Folder::new("prefix");
    let mut index = folder.index();
    // 300 of each kind: more than a page holds.
    let alike = |shared: usize, number: u16| {
        let mut sha256 = [0x77; 32];
        if shared == 31 {
            sha256[31] = number as u8;
        } else {
            sha256[shared..shared + 2].copy_from_slice(&number.to_be_bytes());
        }
        Payload { sha256, length: u64::from(number >> 8) }
    };
    let all: Vec<_> = [0, 7, 8, 16, 30, 31]
        .into_iter()
        .flat_map(|shared| (0..300).map(move |number| alike(shared, number)))
        .collect();
    let stored: Vec<_> = all.iter().copied().zip(0..).collect();
    index.commit_file("a", &stored, &[]).unwrap();
    let distinct: HashSet<_> = all.iter().collect();
    assert_eq!(index.payloads(), distinct.len() as u64);
    for is_sealed in [false, true] {
        for payload in &all {
            let first = stored.iter().find(|(other, _)| other == payload).unwrap().1;
            let copies = index.lookup(payload).unwrap().unwrap();
            assert_eq!((copies.first.offset, copies.second), (first, None), "sealed: {is_sealed}");
            let other = Payload { length: payload.length + 2, ..*payload };
            assert_eq!(index.lookup(&other).unwrap(), None);
        }
        if !is_sealed {
            index.seal().unwrap();
        }
    }
}

#[test]
fn two_copies_in_different_files_are_remembered_and_no_third() {
    let folder = Folder::new("copies");
    let mut index = folder.index();
    let (wanted, other) = (payload(1), payload(2));
    // Twice in the first file: the second one is lost with the same file, so it is no copy.
    let a = index.commit_file("a", &[(wanted, 70), (wanted, 20), (other, 5)], &[]).unwrap();
    let first = RecordPlace { file: a, offset: 20 };
    assert_eq!(index.lookup(&wanted).unwrap(), Some(Copies { first, second: None }));
    index.seal().unwrap();
    let b = index.commit_file("b", &[(wanted, 30)], &[]).unwrap();
    let second = Some(RecordPlace { file: b, offset: 30 });
    assert_eq!(index.lookup(&wanted).unwrap(), Some(Copies { first, second }));
    index.commit_file("c", &[(wanted, 40)], &[]).unwrap();
    index.seal().unwrap();
    drop(index);
    let index = folder.index();
    let copies = index.lookup(&wanted).unwrap().unwrap();
    assert_eq!(copies, Copies { first, second });
    assert_eq!(copies.iter().count(), 2);
    assert_eq!(index.payloads(), 2);
    assert!(index.is_committed("c"));
}

#[test]
fn dependents_are_told_with_and_without_another_copy() {
    let folder = Folder::new("dependents");
    let mut index = folder.index();
    let a = index.commit_file("a", &[(payload(1), 10), (payload(2), 20)], &[]).unwrap();
    let b = index.commit_file("b", &[(payload(2), 30)], &[]).unwrap();
    let at = |file, offset| RecordPlace { file, offset };
    let refer = [(500, at(a, 10)), (600, at(a, 20)), (700, at(b, 30))];
    let c = index.commit_file("c", &[], &refer).unwrap();
    for round in 0..3 {
        let all = |found: &mut dyn Iterator<Item = Result<Reference, DedupError>>| {
            let mut offsets: Vec<_> = found.map(|it| it.unwrap().revisit).collect();
            offsets.sort();
            offsets
        };
        assert_eq!(all(&mut index.dependents(a)), [at(c, 500), at(c, 600)], "round {round}");
        assert_eq!(all(&mut index.losses(a).unwrap()), [at(c, 500)]);
        assert_eq!(all(&mut index.dependents(b)), [at(c, 700)]);
        assert_eq!(all(&mut index.losses(b).unwrap()), []);
        assert_eq!(all(&mut index.dependents(c)), []);
        if round == 0 {
            index.seal().unwrap();
        } else {
            drop(index);
            index = folder.index();
        }
    }
}

#[test]
fn same_commit_again_changes_nothing_and_another_is_refused() {
    let folder = Folder::new("again");
    let mut index = folder.index();
    for number in 0..30 {
        commit(&mut index, number);
    }
    let before: Vec<_> = folder.names();
    (0..30).for_each(|number| assert_eq!(commit(&mut index, number), FileId(number as u32)));
    check(&index, 30);
    assert_eq!(folder.names(), before);
    let refused = |error: DedupError, words: &str| assert_eq!(error.to_string(), words);
    let error = index.commit_file(&name(3), &[(payload(30), 3000)], &[]).unwrap_err();
    refused(error, "'warc/2007/3.warc.gz' was committed before, with other content");
    let error = index.commit_file(&name(0), &[], &[]).unwrap_err();
    refused(error, "'warc/2007/0.warc.gz' was committed before, with other content");
    check(&index, 30);

    // The order in which a caller lists them makes no difference.
    let mut stored = [(payload(1000), 1), (payload(1001), 2)];
    index.commit_file("x", &stored, &[]).unwrap();
    stored.reverse();
    index.commit_file("x", &stored, &[]).unwrap();
}

#[test]
fn reference_to_a_file_not_committed_is_refused() {
    let folder = Folder::new("unknown");
    let mut index = folder.index();
    commit(&mut index, 0);
    let unknown = RecordPlace { file: FileId(1), offset: 0 };
    let error = index.commit_file("x", &[], &[(5, unknown)]).unwrap_err();
    assert_eq!(error.to_string(), "file number 1 was never committed");
    assert!(!index.is_committed("x"));
    check(&index, 1);
}

#[test]
fn second_opener_is_refused_and_told_who_was_first() {
    let folder = Folder::new("lock");
    let index = folder.index();
    let error = folder.open().err().unwrap().to_string();
    let process = std::process::id();
    assert!(error.ends_with(&format!("is in use by process {process}")), "{error}");
    drop(index);
    folder.index();
}

#[test]
fn run_without_a_filter_answers_the_same() {
    let folder = Folder::new("unfiltered");
    let mut index = folder.index();
    for number in 0..40 {
        commit(&mut index, number);
    }
    index.runs.iter_mut().for_each(|run| run.filter = None);
    check(&index, 40);
}

#[test]
fn commits_leave_memory_when_the_log_is_long() {
    let folder = Folder::new("dedup-seal");
    let mut index = folder.index();
    let stored: Vec<_> = (0..100).map(|number| (payload(number), number)).collect();
    index.commit_file("a", &stored[..10], &[]).unwrap();
    index.seal_if_long().unwrap();
    assert_eq!(index.recent.entries.len(), 10, "the log is short");
    index.commit_file("b", &stored[10..], &[]).unwrap();
    index.seal_if_long().unwrap();
    assert!(index.recent.entries.is_empty());
    assert_eq!(index.payloads(), 100);
    drop(index);
    let index = folder.index();
    for (payload, offset) in stored {
        let file = index.file_id(if offset < 10 { "a" } else { "b" }).unwrap();
        let found = index.lookup(&payload).unwrap().unwrap();
        assert_eq!(found.first, RecordPlace { file, offset });
    }
}
