//! Repositories that were damaged, or made to do harm: an error, never a panic, and no more memory than it needs.

use crate::support::{check, domain, html, mixed, name, page, pages, start, write_round};
use stodola_pages::{GitStore, PagesError, VersionStore};

/// Reads everything that can be read; errors are fine.
fn read_all(store: &GitStore) -> Result<u64, PagesError> {
    let mut bytes = 0;
    let Some(reader) = store.reader(&domain())? else { return Ok(0) };
    for tag in reader.tags() {
        reader.history(&tag)?;
        for page in reader.pages(&tag)? {
            let page = page?;
            for file in reader.files(&tag, &page)? {
                let (_, mut stream) = reader.open_file(&tag, &page, &file.name)?;
                // A stream may end in an error.
                bytes += std::io::copy(&mut stream, &mut std::io::sink()).unwrap_or(0);
            }
        }
    }
    Ok(bytes)
}

#[test]
fn damaged_files_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let store = GitStore::new(folder.path());
    for round in 0..3 {
        let list =
            (0..30).map(|number| (number.to_string(), html(number, number % 3 * round))).collect();
        write_round(&store, &start(round), &list).unwrap();
    }
    let whole = read_all(&store).unwrap();
    let packs = folder.path().join("example.cz/objects/pack");
    let mut paths: Vec<_> =
        std::fs::read_dir(&packs).unwrap().map(|item| item.unwrap().path()).collect();
    paths.push(folder.path().join("example.cz/packed-refs"));
    paths.sort();
    let mut errors = 0;
    for path in paths {
        let bytes = std::fs::read(&path).unwrap();
        for number in 0..150 {
            let at = mixed(number) as usize % bytes.len();
            let mut damaged = bytes.clone();
            match number % 3 {
                0 => damaged[at] ^= 1 << (mixed(number + 1000) % 8),
                1 => damaged[at] = mixed(number + 1000) as u8,
                _ => damaged.truncate(at),
            }
            std::fs::write(&path, &damaged).unwrap();
            match read_all(&store) {
                Ok(read) => assert!(read <= whole * 2, "{read}"),
                Err(_) => errors += 1,
            }
        }
        std::fs::write(&path, &bytes).unwrap();
    }
    assert!(errors > 100, "{errors}");
    assert_eq!(read_all(&store).unwrap(), whole);
    check(&folder.path().join("example.cz"));
}

#[test]
fn loose_objects_and_references_of_somebodys_git_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let store = GitStore::new(folder.path());
    let tag = write_round(&store, &start(0), &pages(&[("a", "one")])).unwrap().0.tag;
    let repository = folder.path().join("example.cz");
    let packs = repository.join("objects/pack");
    let mut found = std::fs::read_dir(&packs).unwrap().map(|item| item.unwrap().path());
    let pack = found.find(|path| path.extension() == Some("pack".as_ref())).unwrap();
    // Unpacked, everything is loose.
    let aside = folder.path().join("aside.pack");
    std::fs::rename(&pack, &aside).unwrap();
    std::fs::remove_file(pack.with_extension("idx")).unwrap();
    let command = format!("unpack-objects -q < '{}'", aside.display());
    if crate::support::git(&repository, &["-c", &format!("alias.x=!git {command}"), "x"]).is_none()
    {
        return;
    }
    crate::support::git(
        &repository,
        &["update-ref", "refs/tags/mine", &format!("refs/tags/{tag}")],
    );
    assert!(!packs.join("x").exists() && std::fs::read_dir(&packs).unwrap().count() == 0);
    let reader = store.reader(&domain()).unwrap().unwrap();
    assert_eq!(crate::support::read(&*reader, &tag, &page("a"), "data.html"), b"one");
    assert_eq!(reader.tags(), std::slice::from_ref(&tag));
    let mut addition =
        store.begin_addition(&tag, &crate::support::by("x"), crate::support::WAIT).unwrap();
    addition.add_file(&page("a"), &name("file"), &mut &b"x"[..]).unwrap();
    addition.finish().unwrap();
    write_round(&store, &start(1), &pages(&[("a", "one"), ("b", "two")])).unwrap();
    check(&repository);
    let list = std::fs::read_to_string(repository.join("packed-refs")).unwrap();
    assert!(list.contains("refs/tags/mine"), "{list}");
}
