//! A child process adds people, signs them in, gives them tokens and projects until it is killed, again and again.
//! Whatever it told of is there, with its line in the log.

use crate::people::actor;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use stodola_access::people::{PersonDraft, PersonRole, ProjectDraft, TokenDraft, TokenScope};
use stodola_access::{Moment, PeopleStore};

const FOLDER: &str = "STODOLA_TEST_PEOPLE_FOLDER";
/// The child process is this test again, with [`FOLDER`] set.
const SELF: &str = "people_kill::killed_at_any_moment_nothing_about_people_that_was_told_is_lost";
const KILLS: u32 = 15;

fn work_for_ever(folder: &Path) {
    let mut store = PeopleStore::open(&PeopleStore::path_in(folder)).unwrap();
    let mut out = std::io::stdout();
    let first = store.people().unwrap().len();
    for number in first.. {
        let name = format!("p{number}");
        let draft =
            PersonDraft { name: &name, role: PersonRole::Reader, groups: &["g".to_owned()] };
        let person = store.add_person(&draft, &actor(0)).unwrap();
        writeln!(out, "\nperson {name}").unwrap();
        let draft = TokenDraft { name: "t", scopes: &[TokenScope::Read], ends: None };
        let (_, secret) = store.add_token(&name, &draft, &actor(0)).unwrap();
        writeln!(out, "\ntoken {}", secret.reveal()).unwrap();
        let secret = store.sign_in_by_link(&person, "x", &actor(0)).unwrap();
        writeln!(out, "\nsession {}", secret.reveal()).unwrap();
        let draft = ProjectDraft {
            name: name.clone(),
            note: String::new(),
            is_shared: true,
            parts: vec!["a.cz".parse().unwrap()],
        };
        let id = store.add_project(&person, &draft, &actor(0)).unwrap();
        writeln!(out, "\nproject {id}").unwrap();
        out.flush().unwrap();
    }
}

#[test]
fn killed_at_any_moment_nothing_about_people_that_was_told_is_lost() {
    if let Some(folder) = std::env::var_os(FOLDER) {
        return work_for_ever(Path::new(&folder));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = PeopleStore::path_in(folder.path());
    let mut told: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for kill in 0..KILLS {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([SELF, "--exact", "--nocapture"])
            .env(FOLDER, folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut killed = false;
        let mut lines = 0;
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let Ok(line) = line else { break };
            for kind in ["person", "token", "session", "project"] {
                if let Some(what) = line.strip_prefix(kind).and_then(|it| it.strip_prefix(' ')) {
                    told.entry(kind).or_default().push(what.to_owned());
                    lines += 1;
                }
            }
            // Each time after another number of changes; what was written before it died counts as well.
            if lines > kill && !killed {
                child.kill().unwrap();
                killed = true;
            }
        }
        child.wait().unwrap();
        let mut store = PeopleStore::open(&path).unwrap();
        let people = store.people().unwrap();
        for name in &told["person"] {
            let person = people.iter().find(|person| person.name == *name);
            assert_eq!(person.unwrap().groups, ["g"], "{name}");
        }
        let now = Moment(1_800_000_001);
        for secret in told.get("token").into_iter().flatten() {
            assert!(store.token_holder(secret, now).unwrap().is_some());
        }
        for secret in told.get("session").into_iter().flatten() {
            assert!(store.session(secret, now).unwrap().is_some());
        }
        for id in told.get("project").into_iter().flatten() {
            assert!(store.project(0, id.parse().unwrap()).unwrap().is_some());
        }
        // Each change has its line, and no line is without its change.
        let log = store.audit(None, usize::MAX).unwrap();
        let count = |act: &str| log.iter().filter(|row| row.act == act).count();
        assert_eq!(count("person-add"), people.len());
        assert_eq!(count("project-add"), store.projects(0, 0, usize::MAX).unwrap().len());
        let tokens = people.iter().map(|person| store.tokens(person.id).unwrap().len());
        assert_eq!(count("token-add"), tokens.sum::<usize>());
    }
}
