//! Files of the map that are damaged, cut, missing or of a newer program.

use super::archives::{TestArchive, dump, page};
use std::path::PathBuf;
use stodola_map::{LinkMap, MapError, MapFollower, MapTime};

fn archive(name: &str) -> TestArchive {
    let archive = TestArchive::new(name);
    for file in 0..2 {
        let pages: Vec<Vec<u8>> = (0..100)
            .map(|number| {
                let date = format!("202{file}-01-01T00:00:00Z");
                let links = format!("<title>t</title><a href=/{}>x</a>", (number * 7) % 100);
                page(&format!("http://a.cz/{number}"), &date, &links)
            })
            .collect();
        archive.add(&pages);
    }
    archive
}

fn files(archive: &TestArchive) -> Vec<PathBuf> {
    let items = std::fs::read_dir(archive.map_folder()).unwrap();
    let mut paths: Vec<PathBuf> = items.map(|item| item.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Reads everything, as a reader would.
fn read_all(archive: &TestArchive) -> Result<u64, MapError> {
    let map = LinkMap::open(&archive.archive)?;
    let snapshot = map.snapshot(MapTime::LATEST)?;
    Ok(snapshot.dead_links(&stodola_map::DeadOptions::default())?.links)
}

#[test]
fn every_damage_is_noticed_and_the_map_is_made_anew() {
    let archive = archive("damage");
    let whole = dump(archive.archive.folder());
    assert!(read_all(&archive).unwrap() == 100);
    for name in ["map", "txt"] {
        for kind in ["flipped early", "flipped late", "cut", "empty", "gone"] {
            let path = files(&archive)
                .into_iter()
                .find(|path| path.extension().is_some_and(|it| it == name));
            let path = path.unwrap();
            let mut bytes = std::fs::read(&path).unwrap();
            let last = bytes.len() - 1;
            match kind {
                "flipped early" => bytes[70] ^= 0x10,
                "flipped late" => bytes[last] ^= 0x10,
                "cut" => bytes.truncate(last),
                _ => bytes.clear(),
            }
            match kind {
                "gone" => std::fs::remove_file(&path).unwrap(),
                _ => std::fs::write(&path, &bytes).unwrap(),
            }
            let error = read_all(&archive).unwrap_err().to_string();
            assert!(
                error.contains(&*path.file_name().unwrap().to_string_lossy()),
                "{kind}: {error}"
            );
            // A block is read when it is needed: who makes it anew is told to.
            if kind.starts_with("flipped") {
                std::fs::remove_file(archive.map_folder().join("commit")).unwrap();
            }
            archive.catch_up();
            assert_eq!(dump(archive.archive.folder()), whole, "{name} {kind}");
        }
    }
}

#[test]
fn map_of_a_newer_program_is_left_alone() {
    let archive = archive("newer");
    std::fs::write(archive.map_folder().join("commit"), "# stodola map 2\n").unwrap();
    let before = files(&archive);
    assert!(matches!(LinkMap::open(&archive.archive), Err(MapError::Newer { .. })));
    assert!(matches!(MapFollower::open(&archive.archive), Err(MapError::Newer { .. })));
    assert_eq!(files(&archive), before);
    let empty = TestArchive::new("no-map");
    assert!(matches!(LinkMap::open(&empty.archive), Err(MapError::NoMap)));
    assert!(!MapFollower::is_used(&empty.archive));
    MapFollower::enable(&empty.archive).unwrap();
    assert!(MapFollower::is_used(&empty.archive));
    assert_eq!(empty.map().snapshot(MapTime::LATEST).unwrap().pages(), 0);
}
