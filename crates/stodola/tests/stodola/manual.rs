//! Manual pages and completions, made of the arguments.

use crate::session::Session;
use std::process::Command;

#[test]
fn every_command_has_a_manual_page_in_the_language_of_the_user() {
    let session = Session::new();
    session.run("man --out english").expect(0);
    let mut czech = session.command();
    czech.env("LC_ALL", "cs_CZ.UTF-8").args(["man", "--out", "czech"]);
    assert!(czech.status().unwrap().success());
    let page = |name: &str| std::fs::read_to_string(session.path(name)).unwrap();
    assert!(page("english/stodola-archive-add.1").contains("Folder of the archive"));
    assert!(page("czech/stodola-archive-add.1").contains("Složka archivu"));
    let names = |folder: &str| {
        let entries = std::fs::read_dir(session.path(folder)).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names("english"), names("czech"));
    let top = page("english/stodola.1");
    for command in ["crawl", "serve", "warc", "why"] {
        assert!(names("english").contains(&format!("stodola-{command}.1").into()), "{command}");
        assert!(top.contains(&format!("stodola\\-{command}(1)")), "{command}");
    }
    assert!(!top.contains("pdf\\-text"), "a hidden command has no page");
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error() {
    let session = Session::new();
    std::fs::write(session.path("taken"), "").unwrap();
    let ran = session.run("man --out taken").expect(2);
    assert!(ran.stderr.contains("cannot write manual pages to 'taken'"), "{}", ran.stderr);
}

#[test]
fn bash_completes_commands_and_options() {
    let session = Session::new();
    let script = session.run("completions bash").expect(0).text().to_owned();
    std::fs::write(session.path("completions.bash"), script).unwrap();
    // What the user has typed stands in COMP_WORDS; the answers in COMPREPLY.
    let asked = "source ./completions.bash; COMP_WORDS=(stodola archive ad); COMP_CWORD=2; \
        _stodola stodola ad archive; echo \"${COMPREPLY[@]}\"";
    let mut bash = Command::new("bash");
    let answered = bash.current_dir(session.path("")).args(["-c", asked]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&answered.stdout).trim(), "add");
    for shell in ["zsh", "fish"] {
        let script = session.run(&format!("completions {shell}")).expect(0);
        assert!(script.text().contains("archive"), "{shell}");
    }
}
