//! What the tests share: small rounds, and git.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use stodola_pages::{
    AdditionStart, BegunRound, ObjectId, PageDomain, PageFileName, PagePath, PutPage, RoundStart,
    TagName, VersionReader, VersionStore, WrittenRound,
};

/// 2026-01-02T03:04:05Z.
pub(crate) const TIME: u64 = 1_767_323_045;
pub(crate) const WAIT: Duration = Duration::from_secs(120);

pub(crate) fn domain() -> PageDomain {
    PageDomain::parse("example.cz").unwrap()
}

pub(crate) fn page(path: &str) -> PagePath {
    PagePath::of_uri(&domain(), format!("http://www.example.cz/{path}").as_bytes()).unwrap()
}

pub(crate) fn name(text: &str) -> PageFileName {
    PageFileName::parse(text).unwrap()
}

pub(crate) fn is_long() -> bool {
    std::env::var_os("STODOLA_LONG").is_some_and(|value| !value.is_empty() && value != "0")
}

/// The `data.xml` of these tests: it differs in each version, as the real one does.
pub(crate) fn xml(page: &PagePath, tag: &TagName) -> Vec<u8> {
    format!("<page>\n <path>{page}</path>\n <tag>{tag}</tag>\n <data/>\n</page>\n").into_bytes()
}

pub(crate) fn start(number: u64) -> RoundStart {
    RoundStart { job: "news".to_owned(), number, time: TIME + number * 60 }
}

/// Writes a round; `None` if it was stored before.
pub(crate) fn write_round(
    store: &dyn VersionStore,
    start: &RoundStart,
    pages: &BTreeMap<String, Vec<u8>>,
) -> Option<(WrittenRound, Vec<PutPage>)> {
    let BegunRound::Open(mut round) = store.begin_round(&domain(), start, WAIT).unwrap() else {
        return None;
    };
    let put = pages.iter().map(|(path, html)| {
        let page = page(path);
        round.put(&page, html, &mut |tag| xml(&page, tag)).unwrap()
    });
    let put = put.collect();
    Some((round.finish().unwrap(), put))
}

pub(crate) fn pages(list: &[(&str, &str)]) -> BTreeMap<String, Vec<u8>> {
    list.iter().map(|(path, html)| ((*path).to_owned(), html.as_bytes().to_vec())).collect()
}

pub(crate) fn by(author: &str) -> AdditionStart {
    AdditionStart { author: author.to_owned(), time: TIME + 7 }
}

pub(crate) fn add(
    store: &dyn VersionStore,
    tag: &TagName,
    path: &str,
    file: &str,
    content: &[u8],
) -> ObjectId {
    let mut addition = store.begin_addition(tag, &by("jana"), WAIT).unwrap();
    addition.add_file(&page(path), &name(file), &mut &*content).unwrap();
    addition.finish().unwrap()
}

pub(crate) fn read(
    reader: &dyn VersionReader,
    tag: &TagName,
    page: &PagePath,
    file: &str,
) -> Vec<u8> {
    let (size, mut stream) = reader.open_file(tag, page, file).unwrap();
    let mut content = Vec::new();
    stream.read_to_end(&mut content).unwrap();
    assert_eq!(content.len() as u64, size);
    content
}

/// Everything in a version: path and name of each file, and its content.
pub(crate) fn content(reader: &dyn VersionReader, tag: &TagName) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for page in reader.pages(tag).unwrap() {
        let page = page.unwrap();
        for file in reader.files(tag, &page).unwrap() {
            let content = read(reader, tag, &page, &file.name);
            assert_eq!(content.len() as u64, file.size);
            all.insert(format!("{page}/{}", file.name), content);
        }
    }
    all
}

/// Runs git in a repository; `None` if this machine has none.
#[allow(clippy::print_stderr, reason = "it says what was not compared")]
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["-c", "safe.directory=*"]).args(arguments);
    // Nobody's settings count.
    command
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("HOME", folder);
    let output = match command.output() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            eprintln!("skipped: there is no git to compare with");
            return None;
        }
        output => output.unwrap(),
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "git {arguments:?}: {said}");
    Some(format!("{}{}", String::from_utf8_lossy(&output.stdout), said))
}

/// Asserts that git finds nothing wrong, and nothing that no version has.
pub(crate) fn check(folder: &Path) {
    if let Some(said) = git(folder, &["fsck", "--strict", "--full", "--no-progress"]) {
        assert_eq!(said, "");
    }
}

/// SplitMix64.
pub(crate) fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// A page of a site: the frame is the same everywhere, the text is its own.
pub(crate) fn html(number: u64, version: u64) -> Vec<u8> {
    let mut text = "<html><head><title>Site</title></head><body><ul>".to_owned();
    for item in 0..40 {
        text.push_str(&format!("<li><a href='/section/{item}'>Section number {item}</a></li>\n"));
    }
    for word in 0..100 {
        text.push_str(&format!("{:x} ", mixed(number << 20 | word)));
    }
    text.push_str(&format!("</ul><p>{:x}</p></body></html>", mixed(version)));
    text.into_bytes()
}
