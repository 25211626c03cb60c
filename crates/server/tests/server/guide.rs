//! The examples of the guide's chapter on the API run as they are written.

use crate::person::{add, token};
use crate::shelf::{Shelf, page};
use std::path::PathBuf;
use std::process::Command;
use stodola_access::people::{PersonRole, TokenScope};

const CHAPTER: &str = "\n## The API\n";

/// The blocks of code in the chapter, each with its language.
fn examples() -> Vec<(String, String)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/GUIDE.md");
    let guide = std::fs::read_to_string(path).unwrap();
    let chapter = guide.split(CHAPTER).nth(1).expect("the guide has a chapter on the API");
    let chapter = chapter.split("\n## ").next().unwrap();
    let blocks = chapter.split("```").skip(1).step_by(2);
    blocks
        .map(|block| block.split_once('\n').unwrap())
        .map(|(language, code)| (language.to_owned(), code.to_owned()))
        .collect()
}

/// Runs a program with the words of an example behind its option for code. Returns what it prints.
fn run(shelf: &Shelf, secret: &str, language: &str, code: &str) -> String {
    let code = code
        .replace("export TOKEN=…\n", "set -e\n")
        .replace("http://localhost:8080", &format!("http://{}", shelf.app_host()));
    let program = match language {
        "sh" => "sh",
        "python" => "python3",
        other => panic!("an example in '{other}' is run by nobody"),
    };
    let output = Command::new(program).args(["-c", &code]).env("TOKEN", secret).output();
    let output = output.unwrap_or_else(|error| panic!("{program}: {error}"));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{code}\n{told}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn examples_of_the_guide_do_what_it_says() {
    let pages = ["20190101000000", "20200101000000", "20210101000000"];
    let records: Vec<Vec<u8>> =
        pages.iter().map(|time| page("http://example.cz/", time, &format!("of {time}"))).collect();
    let shelf = Shelf::new(&records);
    add(&shelf, "eva", PersonRole::Admin, &[]);
    let scopes = [TokenScope::Read, TokenScope::Rules, TokenScope::Jobs, TokenScope::Events];
    let secret = token(&shelf, "eva", &scopes);
    let examples = examples();
    let told: Vec<String> = examples
        .iter()
        .map(|(language, code)| run(&shelf, secret.reveal(), language, code))
        .collect();
    let [by_curl, listed, event, _signature] = &told[..] else { panic!("{told:?}") };
    assert!(by_curl.contains("20210101000000"), "{by_curl}");
    assert!(by_curl.contains(r#""added":[1]"#), "{by_curl}");
    for time in pages {
        assert!(listed.contains(&format!("{time} http://example.cz/ 200\n")), "{listed}");
    }
    assert_eq!(listed.lines().count(), pages.len(), "{listed}");
    // The rule that the first example makes.
    assert!(event.contains("'kind': 'rule'"), "{event}");
    let (language, code) = &examples[3];
    let signature = stodola_app::webhooks::signature("key", 7, "body");
    let check = format!(
        "{code}\nprint(is_signed('key', 't=7,v1={signature}', b'body'), \
         is_signed('key', 't=8,v1={signature}', b'body'))"
    );
    assert_eq!(run(&shelf, secret.reveal(), language, &check), "True False\n");
}
