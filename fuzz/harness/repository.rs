//! A repository may be damaged, or written by somebody else. Reading it gives pages or errors, never a panic, and a
//! file is never longer than it is said to be. A writer refuses it, or adds a version that can be read.

use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use stodola_pages::{
    BegunRound, GitStore, PageDomain, PagePath, PagesError, RoundStart, VersionStore,
};

/// Number of pages that are read: a forged tree may have any number.
const PAGES_MAX: usize = 50;
/// Number of bytes that are read of a file, for the same reason.
const BYTES_MAX: u64 = 1 << 20;

/// Reads and writes a repository that is made of the bytes.
pub(crate) fn run(bytes: &[u8]) {
    let Some((lengths, rest)) = bytes.split_at_checked(4) else { return };
    let length = |at: usize| usize::from(u16::from_be_bytes([lengths[at], lengths[at + 1]]));
    let Some((refs, rest)) = rest.split_at_checked(length(0)) else { return };
    let Some((index, pack)) = rest.split_at_checked(length(2)) else { return };

    let folder = Folder::new();
    let repository = folder.0.join("example.cz");
    let packs = repository.join("objects/pack");
    fs::create_dir_all(&packs).expect("the folder is ours");
    fs::write(repository.join("HEAD"), "ref: refs/heads/main\n").expect("the folder is ours");
    fs::write(repository.join("packed-refs"), refs).expect("the folder is ours");
    let name = format!("pack-{}", "0".repeat(40));
    fs::write(packs.join(format!("{name}.pack")), pack).expect("the folder is ours");
    fs::write(packs.join(format!("{name}.idx")), index).expect("the folder is ours");

    let store = GitStore::new(&folder.0);
    let _ = read(&store);
    if let Ok(tag) = write(&store) {
        let reader = store.reader(tag.domain()).expect("it was written").expect("it has a version");
        assert_eq!(reader.current(), Some(tag.clone()));
        let page = page();
        let (size, mut stream) =
            reader.open_file(&tag, &page, "data.html").expect("it was written");
        let mut html = Vec::new();
        stream.read_to_end(&mut html).expect("it was written");
        assert_eq!((html.as_slice(), size), (&b"new"[..], 3));
    }
}

fn domain() -> PageDomain {
    PageDomain::parse("example.cz").expect("it is a domain")
}

fn page() -> PagePath {
    PagePath::of_uri(&domain(), b"http://example.cz/new").expect("it is a page")
}

fn read(store: &GitStore) -> Result<(), PagesError> {
    let Some(reader) = store.reader(&domain())? else { return Ok(()) };
    let tags = reader.tags();
    for tag in tags.iter().take(4) {
        let _ = reader.history(tag);
        let _ = reader.difference(&tags[0], tag).map(|changes| changes.take(PAGES_MAX).count());
        for page in reader.pages(tag)?.take(PAGES_MAX) {
            let page = page?;
            for file in reader.files(tag, &page)?.into_iter().take(PAGES_MAX) {
                let (size, stream) = reader.open_file(tag, &page, &file.name)?;
                assert_eq!(size, file.size);
                let read = std::io::copy(&mut stream.take(BYTES_MAX), &mut std::io::sink());
                assert!(read.is_err() || read.is_ok_and(|read| read <= size));
            }
        }
    }
    Ok(())
}

fn write(store: &GitStore) -> Result<stodola_pages::TagName, PagesError> {
    let start = RoundStart { job: "fuzz".to_owned(), number: 1 << 40, time: 4_000_000_000 };
    match store.begin_round(&domain(), &start, Duration::ZERO)? {
        // The bytes have exactly this round.
        BegunRound::Stored(_) => Err(PagesError::PageTwice(String::new())),
        BegunRound::Open(mut round) => {
            round.put(&page(), b"new", &mut |_| b"<page/>".to_vec())?;
            Ok(round.finish()?.tag)
        }
    }
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("stodola-fuzz-repository-{}-{number}", std::process::id());
        Folder(std::env::temp_dir().join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
