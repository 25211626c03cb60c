//! A disk that is full, as far as a limit on the size of files is like it.
#![cfg(unix)]

use super::*;
use std::process::Command;

const FOLDER: &str = "STODOLA_TEST_FULL_FOLDER";

/// The child process is this test again, with [`FOLDER`] set.
const SELF: &str = "sink::full::a_full_disk_refuses_captures_and_keeps_the_file_whole";

/// What the child process does, under a limit of 32 KiB per file.
#[expect(clippy::print_stdout, reason = "the parent process reads it")]
fn write_until_full(folder: &Path) {
    let (sink, _) = WarcSink::open(folder, options()).unwrap();
    let mut refused = 0;
    let mut number = 0;
    while refused < 20 {
        // Long ones, of which no more has room after a while; then short ones fill what is left.
        let mut block = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
        let length = if refused == 0 { 5000 } else { 10 };
        // No compressor finds a pattern in the remainders.
        block.extend((0..length).map(|n: u64| (n * n * 7_919 % 1_000_003) as u8));
        match write_response(&sink, number, block.len() as u64, &mut Cursor::new(block)) {
            Ok(_) => println!("stored {number} after {refused}"),
            Err(error) => {
                assert!(matches!(error, SinkError::Append { .. }), "{error}");
                refused += 1;
            }
        }
        number += 1;
    }
    sink.sync().unwrap();
    sink.close().unwrap();
    println!("closed");
}

#[test]
fn a_full_disk_refuses_captures_and_keeps_the_file_whole() {
    if let Some(folder) = env::var_os(FOLDER) {
        return write_until_full(Path::new(&folder));
    }
    let folder = Folder::new();
    // Blocks of the shell's limit are of 512 bytes. Without the signal a write just fails.
    let command = "trap '' XFSZ; ulimit -f 64; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", command])
        .arg(env::current_exe().unwrap())
        .args([SELF, "--exact", "--nocapture"])
        .env(FOLDER, &folder.0)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("closed"), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let stored = said.matches("stored ").count();
    assert!(stored > 1, "{said}");
    // After the first refusal shorter ones still had room.
    assert!(
        said.lines().any(|line| line.contains("stored ") && !line.ends_with("after 0")),
        "{said}"
    );
    assert_eq!(captures(&folder).len(), stored);
}
