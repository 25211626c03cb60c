//! Jobs out of files: seeds in lists, and text that was never meant to be a job.

use std::fs;

use stodola_crawl::job::{Job, JobError};

use crate::scope::Random;

#[test]
fn seeds_come_from_the_job_and_from_its_list() {
    let folder = std::env::temp_dir().join(format!("stodola-seeds-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("seeds.txt"), b"# two\nexample.net\r\n\n  http://a.cz/\xe9 ").unwrap();
    let job = Job::parse("seeds = ['http://b.cz/']\nseeds_file = 'seeds.txt'", "job.toml").unwrap();
    let seeds = job.read_seeds(&folder).unwrap();
    assert_eq!(seeds, ["http://b.cz/", "http://example.net/", "http://a.cz/%E9"]);
    fs::remove_dir_all(&folder).unwrap();

    let error = job.read_seeds(&folder).unwrap_err();
    assert!(matches!(error, JobError::Seeds { .. }), "{error}");
    assert!(error.to_string().contains("seeds.txt"), "{error}");
}

#[test]
fn any_text_gives_a_job_or_an_error() {
    let template = Job::template();
    let lines: Vec<&str> = template.lines().collect();
    let mut random = Random(1);
    for _ in 0..3000 {
        // Lines of a job in disorder, with bytes exchanged.
        let mut text: Vec<u8> = Vec::new();
        for _ in 0..random.below(12) {
            let line = lines[random.below(lines.len())];
            let line = line.strip_prefix("# ").filter(|_| random.below(2) == 0).unwrap_or(line);
            text.extend_from_slice(line.as_bytes());
            text.push(b'\n');
        }
        for _ in 0..random.below(4) {
            let at = random.below(text.len() + 1);
            text.insert(at, b"=[]\"'#\n.0x\\\xc3"[random.below(12)]);
        }
        let text = String::from_utf8_lossy(&text);
        match Job::parse(&text, "job.toml") {
            Ok(job) => {
                let again = job.to_toml().unwrap();
                assert_eq!(Job::parse(&again, "again").unwrap(), job, "{text}");
            }
            Err(error) => assert!(error.to_string().starts_with("job.toml"), "{error}"),
        }
    }
}
