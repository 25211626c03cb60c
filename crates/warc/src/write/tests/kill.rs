//! A writer that is killed again and again loses nothing it had called safe.

use super::{ALL, Folder, options, read_all, resource, warcinfo};
use crate::write::{Compression, WHOLE_MAX, WarcFile};
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::{env, str};

const PATH: &str = "STODOLA_TEST_WRITER_PATH";
const ROUNDS: usize = 24;

/// The child is this test again, with [`PATH`] set.
const SELF: &str = "write::tests::kill::what_was_synced_survives_every_kill";

/// Mixed sizes, some of them written in pieces; hard to compress, so that writing takes a while.
fn block(number: u64) -> Vec<u8> {
    let size = match number % 8 {
        7 => WHOLE_MAX as usize + 1000,
        n => 10 << (2 * n),
    };
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut noise = Vec::with_capacity(64 << 10);
    while noise.len() < 64 << 10 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        noise.extend_from_slice(&state.to_le_bytes());
    }
    noise.iter().copied().cycle().take(size).collect()
}

fn compression_of(path: &Path) -> Compression {
    let name = path.to_str().unwrap();
    *ALL.iter().rev().find(|c| name.ends_with(&format!("{}.open", c.extension()))).unwrap()
}

/// What the child process does: it writes until it is killed, and prints what is safe.
fn write_until_killed(path: &Path) {
    let options = options(compression_of(path));
    let (mut file, start) = match path.exists() {
        true => {
            let (file, resumed) = WarcFile::resume(path, &warcinfo(), options).unwrap();
            (file, resumed.records.saturating_sub(1))
        }
        false => (WarcFile::create(&path.with_extension(""), &warcinfo(), options).unwrap(), 0),
    };
    for number in start..start + 10_000 {
        let block = block(number);
        let length = block.len() as u64;
        file.write_stream(&resource(number), &mut Cursor::new(block), length).unwrap();
        if number % 3 == 0 {
            file.sync().unwrap();
            println!("\nsafe {number}");
        }
    }
}

fn start(path: &Path) -> Child {
    Command::new(env::current_exe().unwrap())
        .args(["--exact", SELF, "--nocapture"])
        .env(PATH, path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

fn safe_number(line: &str) -> Option<u64> {
    line.strip_prefix("safe ")?.parse().ok()
}

#[test]
fn what_was_synced_survives_every_kill() {
    if let Some(path) = env::var_os(PATH) {
        return write_until_killed(Path::new(&path));
    }
    let folder = Folder::new();
    let mut seed = 2026u32;
    for round in 0..ROUNDS {
        let name = format!("{}{}.open", round / 6, ALL[round % 3].extension());
        let path = folder.join(&name);
        let mut child = start(&path);
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let lines_to_wait_for = 1 + (seed >> 16) as usize % 3;
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut safe = Vec::new();
        while safe.len() < lines_to_wait_for {
            let line = lines.next().expect("the writer goes on until it is killed").unwrap();
            safe.extend(safe_number(&line));
        }
        child.kill().unwrap();
        safe.extend(lines.map_while(Result::ok).filter_map(|line| safe_number(&line)));
        child.wait().unwrap();

        let (file, resumed) =
            WarcFile::resume(&path, &warcinfo(), options(compression_of(&path))).unwrap();
        let last = *safe.last().unwrap();
        assert!(resumed.records > 1 + last, "round {round}: {resumed:?}, {last} was safe");
        drop(file);
        let found = read_all(File::open(&path).unwrap());
        assert_eq!(found.len() as u64, resumed.records);
        for (number, record) in (0..).zip(&found[1..]) {
            assert_eq!(record.id, format!("urn:test:{number}"));
            assert!(record.block == block(number), "round {round}, record {number}");
        }
    }
}
