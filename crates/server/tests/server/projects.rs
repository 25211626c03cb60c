//! Projects in pages, checks of files, runs of migrations, collections.

use crate::person::{Browser, add, json};
use crate::shelf::{Shelf, page};
use stodola_access::people::PersonRole;

fn shelf() -> Shelf {
    let shelf = Shelf::new(&[
        page("http://a.cz/x", "20200101000000", "hello"),
        page("http://a.cz/y/z", "20200101000000", "hello"),
        page("http://b.cz/", "20200101000000", "hello"),
    ]);
    for name in ["eva", "jan"] {
        add(&shelf, name, PersonRole::Operator, &[]);
    }
    shelf
}

#[test]
fn a_project_is_made_used_shared_changed_and_removed_in_pages() {
    let shelf = shelf();
    let [eva, jan] = ["eva", "jan"].map(|name| Browser::sign_in(&shelf, name));
    let body = "name=%3Cb%3EFloods&note=for+a+book&parts=http%3A%2F%2Fa.cz%2Fy%2F*%0D%0A*.b.cz";
    let made = eva.send("/projects", body);
    assert_eq!(made.header("location"), "/projects/1?done=saved", "{}", made.text());
    let text = eva.get("/projects").text();
    assert!(text.contains("&#60;b&#62;Floods") && !text.contains("<b>Floods"), "{text}");
    let text = eva.get("/projects/1").text();
    assert!(text.contains("for a book") && text.contains("action=\"/search\""), "{text}");
    // Captures of the project only, wherever they are listed; the links stay within it.
    let listed = |browser: &Browser<'_>, path: &str| browser.get(path);
    let list = listed(&eva, "/captures/http://a.cz/?prefix=1&of-project=1");
    let text = list.text();
    assert_eq!(list.status, 200, "{text}");
    assert!(text.contains("a.cz/y/z") && !text.contains("a.cz/x"), "{text}");
    assert!(text.contains("Within the project") && text.contains("of-project=1\""), "{text}");
    assert_eq!(listed(&eva, "/captures/http://a.cz/x?of-project=1").status, 404);
    assert_eq!(listed(&eva, "/captures/http://a.cz/x").status, 200);
    let captures = "/api/v1/captures?url=a.cz&match=domain&project=1";
    assert_eq!(json(&eva.get(captures))["items"].as_array().unwrap().len(), 1);
    assert_eq!(json(&eva.get("/api/v1/history?url=http://a.cz/x&project=1"))["captures"], 0);
    // Nobody else uses it, or knows that it is there, until it is shared.
    for path in [captures, "/captures/http://a.cz/x?of-project=1", "/search?q=x&project=1"] {
        assert_eq!(jan.get(path).status, 404, "{path}");
        assert_eq!(shelf.get_app(path, &[]).status, 404, "{path}");
    }
    assert_eq!(jan.get("/projects/1").status, 404);
    assert_eq!(eva.get("/api/v1/captures?url=a.cz&project=x").status, 400);
    let shared = "version=1&name=Floods&parts=*.a.cz&shared=yes";
    assert_eq!(eva.send("/projects/1", shared).status, 303);
    assert_eq!(json(&jan.get(captures))["items"].as_array().unwrap().len(), 2);
    assert!(!jan.get("/projects/1").text().contains("action=\"/projects/1/remove\""));
    assert_eq!(jan.send("/projects/1", "name=Mine&parts=").status, 422);
    // Somebody who has seen an old version does not overwrite the new one.
    let late = eva.send("/projects/1", "version=1&name=Late&parts=");
    assert!(late.status == 422 && late.text().contains("value=\"Late\""), "{}", late.text());
    let wrong = eva.send("/projects", "name=X&parts=collection%3Aa%2Fb");
    assert!(wrong.status == 422 && wrong.text().contains("collection:a/b</textarea>"));
    assert_eq!(eva.send("/projects/1/remove", "version=1").status, 422);
    let removed = eva.send("/projects/1/remove", "version=2");
    assert_eq!(removed.header("location"), "/projects?done=removed", "{}", removed.text());
    assert_eq!(eva.get("/projects/1").status, 404);
}

#[test]
fn a_collection_may_be_part_of_a_project_and_everything_may() {
    let shelf = shelf();
    let text = "[[collection]]\nname = \"b\"\ntitle = \"All of <b>B\"\nplaces = [\"*.b.cz\"]\n";
    std::fs::write(shelf.folder().join("archive/collections.toml"), text).unwrap();
    let eva = Browser::sign_in(&shelf, "eva");
    let listed = json(&eva.get("/api/v1/collections"));
    assert_eq!(listed["items"][0]["name"], "b", "{listed}");
    let page = shelf.get_app("/collections", &[]).text();
    assert!(page.contains("All of &#60;b&#62;B") && page.contains("/collections/b/"), "{page}");
    for (part, count) in [("collection:b", 1), ("collection:web", 3), ("collection:gone", 0)] {
        let body = format!(r#"{{"name": "{part}", "parts": ["{part}"]}}"#);
        let made = json(&eva.write("POST", "/api/v1/projects", &body));
        let id = made["id"].as_i64().unwrap();
        let captures = |host: &str| {
            let path = format!("/api/v1/captures?url={host}&match=domain&project={id}");
            json(&eva.get(&path))["items"].as_array().unwrap().len()
        };
        assert_eq!(captures("a.cz") + captures("b.cz"), count, "{part}");
    }
}

#[test]
fn checks_of_files_and_runs_of_migrations_are_shown() {
    let shelf = shelf();
    let eva = Browser::sign_in(&shelf, "eva");
    let archive = shelf.folder().join("archive");
    let log = std::fs::read_to_string(archive.join("fixity.tsv")).unwrap();
    let name = log.lines().last().unwrap().rsplit('\t').next().unwrap().to_owned();
    let sound = json(&eva.get("/api/v1/checks"));
    assert_eq!((&sound["files"], &sound["sound"]), (&1.into(), &1.into()), "{sound}");
    // As a check writes it that has found something.
    let line = format!("{log}2026-01-01T00:00:00Z\tchanged\t5\t-\t2\t{name}\n");
    std::fs::write(archive.join("fixity.tsv"), line).unwrap();
    let bad = json(&eva.get("/api/v1/checks"));
    assert_eq!(
        (&bad["bad"][0]["file"], &bad["bad"][0]["condition"]),
        (&name.into(), &"changed".into())
    );
    let text = eva.get("/archive/checks").text();
    assert!(text.contains("1 file is not as it should be") && text.contains(">changed<"), "{text}");
    let run = archive.join("migrations/first <b>");
    std::fs::create_dir_all(&run).unwrap();
    let report = "{\"format\":\"stodola migration\",\"version\":2}\n\
        {\"source\":\"a\",\"source_length\":5,\"result_length\":4,\"verified\":true}\n";
    std::fs::write(run.join("migration.ndjson"), report).unwrap();
    std::fs::write(run.join("migration.txt"), "<script>all is well").unwrap();
    let runs = json(&eva.get("/api/v1/migrations"));
    assert_eq!(runs["items"][0]["verified"], 1, "{runs}");
    let text = eva.get("/archive/migrations").text();
    assert!(text.contains("first &#60;b&#62;") && text.contains("first%20%3Cb%3E"), "{text}");
    let text = eva.get("/archive/migrations/first%20%3Cb%3E").text();
    assert!(text.contains("&#60;script&#62;all is well"), "{text}");
    for name in ["..", "%2e%2e", "..%2fjobs", "nosuch"] {
        assert_eq!(eva.get(&format!("/api/v1/migrations/{name}")).status, 404, "{name}");
    }
    assert!(eva.get("/archive").text().contains("href=\"/archive/checks\""));
}
