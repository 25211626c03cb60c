//! Writes rounds of pages from folders: what `bench/pages` measures.
//!
//!     rounds STORE DOMAIN
//!
//! Each line of stdin is a round: number, time in seconds since 1970, and a folder, with tabs between them. Every file
//! of the folder is a page, whose address has the path of the file. For each round a line says what was written.

#![allow(clippy::print_stdout, reason = "its output is for a script")]

use std::error::Error;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stodola_pages::{BegunRound, GitStore, PageDomain, PagePath, RoundStart, VersionStore};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [store, domain] = arguments.as_slice() else { return Err("rounds STORE DOMAIN".into()) };
    let store = GitStore::new(Path::new(store));
    let domain = PageDomain::parse(domain)?;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let mut words = line.splitn(3, '\t');
        let mut word = || words.next().ok_or("a line has three words");
        let (number, time) = (word()?.parse()?, word()?.parse()?);
        let folder = PathBuf::from(word()?);
        let start = RoundStart { job: "bench".to_owned(), number, time };
        let BegunRound::Open(mut round) = store.begin_round(&domain, &start, Duration::ZERO)?
        else {
            println!("stored");
            continue;
        };
        let mut files = Vec::new();
        list(&folder, &mut files)?;
        files.sort();
        for file in files {
            let path = file.strip_prefix(&folder)?.to_str().ok_or("a name is not text")?;
            let uri = format!("http://www.{domain}/{path}");
            let page = PagePath::of_uri(&domain, uri.as_bytes())?;
            let html = std::fs::read(&file)?;
            round.put(&page, &html, &mut |tag| {
                format!(
                    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<page xmlns=\"urn:example\">\n  <meta>\n    \
                     <url>{uri}</url>\n    <title>{path}</title>\n    <path>{page}</path>\n    \
                     <time>{}</time>\n    <tag>{tag}</tag>\n    <status>200</status>\n    \
                     <type>text/html</type>\n    <charset>utf-8</charset>\n    <language>cs</language>\n  \
                     </meta>\n  <data/>\n</page>\n",
                    time * 1000 + html.len() as u64 % 1000
                )
                .into_bytes()
            })?;
        }
        let summary = round.finish()?;
        println!(
            "{}\t{}\t{}\t{}\t{}",
            summary.tag, summary.commit, summary.new, summary.changed, summary.same
        );
    }
    Ok(())
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for item in std::fs::read_dir(folder)? {
        let item = item?;
        if item.file_type()?.is_dir() {
            list(&item.path(), files)?;
        } else {
            files.push(item.path());
        }
    }
    Ok(())
}
