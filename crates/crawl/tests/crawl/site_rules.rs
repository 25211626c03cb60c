//! Files with rules about addresses: what they may say, and what a scope does with them.

use std::path::Path;
use stodola_crawl::job::Job;
use stodola_crawl::scope::{Scope, ScopeError};
use stodola_crawl::site_rules::{SiteRulesError, SiteRulesFile, site_rules_text};
use stodola_uri::RuledUri;

const RULES: &str = r#"
[[site]]
hosts = ["WWW.Example.cz", "*.shop.example"]
index = ["index.html"]
equal = { "/home" = "/", "/a b" = "/c" }

[[site.page]]
path = "/show.php"
others = "keep"
parameters = [
    { name = "id", required = true },
    { name = "q[]", values = ["a b", "c"] },
]

[[site.page]]
path = "/strict/*"
others = "ignore"

[[test]]
url = "http://www.example.cz/index.html"
becomes = "http://www.example.cz/"

[[test]]
url = "http://www.example.cz/show.php?x=2&q[]=c&id=3"
becomes = "http://www.example.cz/show.php?id=3&q[]=c&x=2"

[[test]]
url = "http://x.shop.example/strict/a?b=1"
ignored = "unknown b"

[[test]]
url = "http://www.example.cz/a%20b"
becomes = "http://www.example.cz/c"
"#;

#[test]
fn a_file_has_rules_and_their_tests() {
    let file = SiteRulesFile::parse(RULES, "rules.toml").unwrap();
    assert_eq!(file.failures(), []);
    assert_eq!((file.rules.sites().len(), file.tests.len()), (1, 4));
    // What a program writes is read as the same rules.
    let text = site_rules_text(&file.rules.sites()[0]);
    let again = SiteRulesFile::parse(&text, "rules.toml").unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(again.rules, file.rules, "{text}");
}

#[test]
fn tests_that_fail_are_told() {
    let text = RULES.replace("unknown b", "unknown c").replace("show.php?id=3&q[]=c&x=2", "y");
    let file = SiteRulesFile::parse(&text, "rules.toml").unwrap();
    let failed: Vec<String> = file
        .failures()
        .iter()
        .map(|it| format!("{} {} {}", it.test.place, it.test.expected, it.found))
        .collect();
    assert_eq!(
        failed,
        [
            "rules.toml:24 http://www.example.cz/y \
            http://www.example.cz/show.php?id=3&q[]=c&x=2",
            "rules.toml:28 ignored (unknown c) ignored (unknown b)",
        ]
    );
}

#[test]
fn mistakes_are_refused_with_their_line() {
    let site = "[[site]]\nhosts = [\"a.cz\"]\n";
    for (text, expect) in [
        ("[[sites]]\n", "r:1: unknown key `sites`; did you mean `site`?"),
        (
            "[[site]]\nhosts = [\"a.cz\"]\nindexes = []\n",
            "r:3: unknown key `indexes`; did you mean `index`?",
        ),
        ("[[site]]\nhosts = []\n", "r:1: the site has no hosts"),
        (
            "[[site]]\nhosts = [\"a cz\"]\n",
            "r:2: 'a cz' is not a host, such as www.example.cz, nor all hosts below one, such as *.example.cz",
        ),
        ("[[site]]\nhosts = [\"http://a.cz/\"]\n", "is not a host"),
        ("[[site]]\nhosts = [\"*\"]\n", "is not a host"),
        (&format!("{site}{site}"), "r:4: two sites have the host 'a.cz'"),
        (
            &format!("{site}index = [\"a/b\"]\n"),
            "r:3: 'a/b' is not a name at the end of a path, such as index.html",
        ),
        (&format!("{site}equal = {{ \"x\" = \"/\" }}\n"), "r:3: 'x' is not a path"),
        (
            &format!("{site}equal = {{ \"/x\" = \"/y\", \"/y\" = \"/z\" }}\n"),
            "r:3: '/x' is equal to '/y', which another rule changes as well",
        ),
        (&format!("{site}[[site.page]]\npath = \"/*/*\"\n"), "r:4: '/*/*' is not a path"),
        (
            &format!("{site}[[site.page]]\npath = \"/\"\nothers = \"dropp\"\n"),
            "r:5: unknown value `dropp`; did you mean `drop`?",
        ),
        (
            &format!("{site}[[site.page]]\npath = \"/\"\nparameters = [{{ name = \"a=b\" }}]\n"),
            "r:5: 'a=b' is not the name",
        ),
        (
            &format!(
                "{site}[[site.page]]\npath = \"/\"\nparameters = [{{ name = \"a\" }}, {{ name = \"a\" }}]\n"
            ),
            "twice",
        ),
        (
            "[[test]]\nurl = \"a.cz\"\nbecomes = \"x\"\n",
            "r:2: 'a.cz' is not an http or https address",
        ),
        (
            "[[test]]\nurl = \"http://a.cz/\"\n",
            "r:2: a test has either `becomes` or `ignored`, and not both",
        ),
    ] {
        let error = SiteRulesFile::parse(text, "r").unwrap_err().to_string();
        assert!(error.contains(expect), "{text}\n{error}");
    }
}

#[test]
fn a_scope_reads_the_file_of_its_job_and_refuses_failing_tests() {
    let name = format!("stodola-site-rules-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("rules.toml"), RULES).unwrap();
    std::fs::write(folder.join("wrong.toml"), RULES.replace("unknown b", "b")).unwrap();
    let scope = |file: &str| {
        let job = Job::parse(&format!("scope.site_rules = \"{file}\"\n"), "job.toml").unwrap();
        Scope::new(&job.scope, job.profile, &["http://www.example.cz/"], &folder)
    };
    let ruled = scope("rules.toml").unwrap().ruled(b"http://www.example.cz/index.html");
    assert_eq!(ruled, RuledUri::Becomes(b"http://www.example.cz/".to_vec()));
    let wrong = scope("wrong.toml").unwrap_err();
    let ScopeError::SiteRules(wrong) = wrong else { panic!("{wrong}") };
    assert!(matches!(*wrong, SiteRulesError::Test(_)), "{wrong}");
    let missing = scope("missing.toml").unwrap_err();
    let ScopeError::SiteRules(missing) = missing else { panic!("{missing}") };
    assert!(matches!(*missing, SiteRulesError::Read { .. }), "{missing}");
    let mut job = Job::parse("scope.site_rules = \"r.toml\"\n", "job.toml").unwrap();
    job.look_for_files_in(Path::new("/etc/jobs"));
    assert_eq!(job.scope.site_rules.as_deref(), Some(Path::new("/etc/jobs/r.toml")));
    std::fs::remove_dir_all(&folder).unwrap();
}
