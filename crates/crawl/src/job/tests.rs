//! The template has every key, and errors are reported with their line.

use super::*;
use crate::scope::rule::ScopeRule;

/// Parses a text that is not valid and returns the error message.
fn error(text: &str) -> String {
    match Job::parse(text, "job.toml") {
        Ok(_) => panic!("parsed: {text}"),
        Err(error) => error.to_string(),
    }
}

/// Returns the keys that serde knows in a section, from its message about an unknown key.
fn known_keys(text: &str) -> Vec<String> {
    match Job::parse(text, "x") {
        Err(JobError::UnknownKey { known, .. }) => known,
        other => panic!("{text}: {other:?}"),
    }
}

const SECTIONS: [&str; 14] = [
    "seeds_list",
    "scope",
    "limits",
    "politeness",
    "fetch",
    "dns",
    "run",
    "alarms",
    "hooks",
    "extract",
    "write",
    "traps",
    "again",
    "national",
];

/// Whether a key is explained as a section of its own.
fn is_table(section: &str, key: &str) -> bool {
    matches!((section, key), ("scope", "rule") | ("again", "hosts"))
}

/// The lines of the template, by section, with remarks that are keys taken for keys.
fn template_keys(section: &str) -> Vec<String> {
    let mut current = String::new();
    let mut keys = Vec::new();
    for line in Job::template().lines() {
        let line = line.trim_start_matches(['#', ' ']);
        if let Some(header) = line.strip_prefix('[') {
            current = header.trim_matches(['[', ']']).to_owned();
        } else if let Some((key, _)) = line.split_once(" = ")
            && current == section
        {
            keys.push(key.to_owned());
        }
    }
    keys
}

#[test]
fn template_is_the_default_with_example_seeds() {
    let job = Job::parse(&Job::template(), "template").unwrap();
    let seeds = vec!["https://example.org/".to_owned(), "https://example.com/".to_owned()];
    assert_eq!(job, Job { seeds, ..Job::default() });
    assert_eq!(Job::parse("", "empty").unwrap(), Job::default());
    assert_eq!(Job::parse("\u{feff}name = 'harvest'", "marked").unwrap(), Job::default());
}

#[test]
fn template_explains_every_key() {
    let value = toml::Value::try_from(Job::default()).unwrap();
    for section in SECTIONS {
        let template = template_keys(section);
        let written = value[section].as_table().unwrap().keys().cloned();
        let known = known_keys(&format!("[{section}]\nzz = 1"));
        // `national.probe` is the old name of a setting.
        let is_own = |key: &String| !is_table(section, key) && key != "probe";
        for key in written.chain(known).filter(is_own) {
            assert!(template.contains(&key), "[{section}] lacks {key}");
        }
    }
    let template = template_keys("");
    for key in known_keys("zz = 1") {
        let is_section = SECTIONS.contains(&key.as_str());
        assert!(is_section || template.contains(&key), "the template lacks {key}");
    }
}

#[test]
fn template_has_an_example_of_every_rule() {
    let Err(JobError::UnknownValue { known, .. }) =
        Job::parse("[[scope.rule]]\ntype = \"zz\"", "x")
    else {
        panic!("unknown type of rule")
    };
    // The examples in the template, without their comment marks.
    let template = Job::template();
    let examples: String = template
        .lines()
        .skip_while(|line| *line != "# [[scope.rule]]")
        .take_while(|line| line.starts_with('#'))
        .map(|line| line.trim_start_matches(['#', ' ']).to_owned() + "\n")
        .collect();
    let job = Job::parse(&examples, "examples").unwrap();
    let types: Vec<String> = job
        .scope
        .rule
        .iter()
        .map(|rule| toml::Value::try_from(rule).unwrap()["type"].as_str().unwrap().to_owned())
        .collect();
    for name in &known {
        assert!(types.contains(name), "no example of {name}");
        let keys = match Job::parse(&with_required(name), "x") {
            Err(JobError::UnknownKey { known, .. }) => known,
            other => panic!("{name}: {other:?}"),
        };
        for key in keys {
            assert!(template_keys("scope.rule").contains(&key), "{name}: no example of {key}");
        }
    }
    assert_eq!(known.len(), 20);
}

/// A rule with an unknown key; serde tells of it before it misses the keys that must be there.
fn with_required(name: &str) -> String {
    format!("[[scope.rule]]\ntype = \"{name}\"\nzz = 1")
}

#[test]
fn job_survives_writing() {
    let mut job = Job::parse(&Job::template(), "template").unwrap();
    job.seeds_file = Some("more.txt".into());
    job.fetch.connect_to = vec!["*:80:127.0.0.1:8080".parse().unwrap()];
    job.limits.documents = Limit::At(7);
    job.limits.time = Limit::At(Period::from_secs(5400));
    job.description = "two\nlines \"quoted\"".to_owned();
    let text = "[[scope.rule]]\ntype = \"regex\"\npattern = 'x'\naction = \"reject\"\nnot = true\n\
        [[scope.rule]]\ntype = \"requisites\"\n[[scope.rule]]\ntype = \"hops\"\nmax = 3\nname = 'n'";
    job.scope.rule = Job::parse(text, "x").unwrap().scope.rule;
    let written = job.to_toml().unwrap();
    assert_eq!(Job::parse(&written, "written").unwrap(), job, "{written}");
}

#[test]
fn unknown_words_are_told_with_line_and_neighbour() {
    for (text, expect) in [
        (
            "name = \"x\"\n[politeness]\nmax_dely = \"3s\"",
            "job.toml:3: unknown key `max_dely`; did you mean `max_delay`?",
        ),
        ("nmae = \"x\"", "job.toml:1: unknown key `nmae`; did you mean `name`?"),
        ("\n\n[politenes]\n", "job.toml:3: unknown key `politenes`; did you mean `politeness`?"),
        (
            "politeness.max-delay = 1",
            "job.toml:1: unknown key `max-delay`; did you mean `max_delay`?",
        ),
        (
            "[fetch]\n\ntls = \"recrod\"",
            "job.toml:3: unknown value `recrod`; did you mean `record`?",
        ),
        ("[politeness]\nrobots = \"no\"", "job.toml:2: unknown value `no`; known: obey, ignore"),
        (
            "[[scope.rule]]\ntype = \"hops\"\nmax = 3\n[[scope.rule]]\ntype = \"hops\"\nmaxx = 3",
            "job.toml:6: unknown key `maxx`; did you mean `max`?",
        ),
        (
            "name = \"x\"\n[[scope.rule]]\ntype = \"hopps\"\nmax = 3",
            "job.toml:3: unknown value `hopps`; did you mean `hops`?",
        ),
        (
            "[[scope.rule]]\ntype = \"domain\"\ndomains = []\naction = \"acept\"",
            "job.toml:4: unknown value `acept`; did you mean `accept`?",
        ),
        ("profile = \"sites\"", "job.toml:1: unknown value `sites`; did you mean `site`?"),
        ("[[scope.rule]]\nmax = 3", "job.toml:1: missing field `type`"),
        ("\n[[scope.rule]]\ntype = 'hops'", "job.toml:2: missing field `max`"),
        (
            "profile = \"map\"",
            // The last one is known to the tests only.
            "job.toml:1: this version has no profile `map` yet; it harvests by `site` or `national` or \
             `country` or `text` or `seeds-only`",
        ),
    ] {
        assert_eq!(error(text), expect, "{text}");
    }
}

#[test]
fn senseless_values_are_told_with_line_and_reason() {
    for (text, expect) in [
        (
            "[politeness]\nmin_delay = \"1m\"",
            "job.toml:2: `politeness.min_delay` is 1m, but must not be longer than `max_delay`, which is 30s",
        ),
        ("[fetch]\nworkers = 0", "job.toml:2: `fetch.workers` is 0, but must be 1 to 2000"),
        ("[fetch]\nworkers = 2001", "job.toml:2: `fetch.workers` is 2001, but must be 1 to 2000"),
        (
            "[limits]\ndocuments = 0",
            "job.toml:2: `limits.documents` is 0, so nothing could be fetched; write \"unlimited\"?",
        ),
        (
            "[politeness]\nmax_delay = 30",
            "job.toml:2: invalid value: integer `30`, expected a length of time such as \"30s\", \
             \"250ms\", \"2h\" or \"7d\"",
        ),
        (
            "[limits]\nbytes = \"many\"",
            "job.toml:2: 'many' is not a size such as \"100MB\", \"1GiB\" or a number of bytes",
        ),
        ("limits = 3", "job.toml:1: invalid type: integer `3`, expected the section `[limits]`"),
        (
            "politeness = 3",
            "job.toml:1: invalid type: integer `3`, expected the section `[politeness]`",
        ),
        ("name = \"\"", "job.toml:1: `name` must not be empty"),
        (
            "contact = \"me\"",
            "job.toml:1: `contact` is not an e-mail address or an http(s) URL: 'me'",
        ),
        (
            "[politeness]\ndelay_factor = nan",
            "job.toml:2: `politeness.delay_factor` is NaN, but must be 0 to 1000",
        ),
        ("[traps]\nwindow = 129", "job.toml:2: `traps.window` is 129, but must be 1 to 128"),
        (
            "operator = \"a\\nb\"",
            "job.toml:1: `operator` must be one line without control characters",
        ),
    ] {
        assert_eq!(error(text), expect, "{text}");
    }
    assert!(error("name = ").starts_with("job.toml:1: "));
    assert!(error("\n\nseeds = [1]").starts_with("job.toml:3: "));
}

#[test]
fn names_are_those_of_folders() {
    for (name, is_good) in [
        ("harvest-2026", true),
        ("žluťoučký_kůň.1", true),
        ("..", false),
        (".hidden", false),
        ("a/b", false),
        ("a\\b", false),
        ("a b", false),
        ("-x", false),
        ("x.", false),
        ("con", false),
        ("COM1.txt", false),
        ("console", true),
        ("a\0b", false),
        (&"x".repeat(101), false),
    ] {
        assert_eq!(validate::check_name(name).is_ok(), is_good, "{name:?}");
    }
}

#[test]
fn contacts_can_be_reached() {
    for (contact, is_good) in [
        ("archive@example.org", true),
        ("mailto:archive@example.org", true),
        ("https://example.org/bot", true),
        ("http://[2001:db8::1]/", true),
        ("archive@", false),
        ("@example.org", false),
        ("archive@localhost", false),
        ("a@b..c", false),
        ("https://", false),
        ("https://x", false),
        ("ftp://example.org/", false),
        ("a b@example.org", false),
        ("a@example.org\r\nX: y", false),
    ] {
        let job = Job { contact: contact.to_owned(), ..Job::default() };
        assert_eq!(job.validate().is_ok(), is_good, "{contact:?}");
    }
}

#[test]
fn contact_is_asked_for_if_others_are_visited() {
    let job = Job::default();
    assert!(job.check_contact(&["http://127.0.0.1:8000/"]).is_ok());
    assert!(matches!(job.check_contact(&["http://example.org/"]), Err(JobError::NoContact)));
    let job = Job { contact: "a@example.org".to_owned(), ..job };
    let missing = |job: &Job| match job.check_contact(&["http://example.org/"]) {
        Err(JobError::NoIdentity { key }) => key,
        other => panic!("{other:?}"),
    };
    assert_eq!(missing(&job), "operator");
    let job = Job { operator: "Library".to_owned(), purpose: " ".to_owned(), ..job };
    assert_eq!(missing(&job), "purpose");
    let job = Job { purpose: "legal deposit".to_owned(), ..job };
    assert!(job.check_contact(&["http://example.org/"]).is_ok());
}

#[test]
fn a_country_has_domains() {
    let mut job = Job { profile: Profile::COUNTRY, ..Job::default() };
    let fault = |job: &Job| job.validate().err().map(|error| error.to_string());
    assert!(fault(&job).unwrap().contains("`scope.domains` is empty"));
    for (domain, is_good) in
        [("cz", true), (".cz", true), ("co.uk", true), ("c z", false), ("", false)]
    {
        job.scope.domains = vec![domain.to_owned()];
        assert_eq!(fault(&job).is_none(), is_good, "{domain:?}");
    }
    job.scope.domains.clear();
    job.scope.profile_rules = false;
    assert_eq!(fault(&job), None);
    assert_eq!(job.scope.rules(job.profile), []);
    job.scope.domains = vec!["cz".to_owned()];
    assert_eq!(job.scope.rules(job.profile).len(), 1, "domains count without rules of a profile");
}

#[test]
fn seeds_have_schemes() {
    for (line, expect) in [
        ("http://example.org/", Some("http://example.org/")),
        (" example.org/a \r", Some("http://example.org/a")),
        ("//example.org/a", Some("http://example.org/a")),
        ("\u{feff}https://example.org", Some("https://example.org")),
        ("# remark", None),
        ("  ", None),
    ] {
        assert_eq!(as_seed(line).as_deref(), expect, "{line:?}");
    }
}

#[test]
fn limits_and_options_reach_the_other_crates() {
    let job =
        Job::parse("[extract]\nforms = true\nmax_links = 9\n[write]\ndigest = \"sha256\"", "x")
            .unwrap();
    let options = job.extract.options();
    assert!(options.forms && !options.guess_attributes && !options.guess_scripts);
    assert_eq!(options.max_links, 9);
    let digest = job.write.options().digest;
    assert_eq!(digest, Some(stodola_warc::digest::Algorithm::Sha256));
}

#[test]
fn rules_show_themselves() {
    let text =
        "[[scope.rule]]\ntype = \"domain\"\ndomains = [\"example.org\"]\naction = \"accept\"";
    let rules: Vec<ScopeRule> = Job::parse(text, "x").unwrap().scope.rule;
    assert_eq!(rules[0].to_string(), "accept hosts in the domain example.org");
}

#[test]
fn files_are_looked_for_beside_the_job_file() {
    let text = "seeds_file = \"seeds.txt\"\n[national]\ngeo = \"lists/geo.mmdb\"\nproperties = \"/abs/w.properties\"\n\
        [[scope.rule]]\ntype = \"domain\"\nfile = \"domains.txt\"\naction = \"accept\"\n\
        [[scope.rule]]\ntype = \"surt\"\nfile = \"../surts.txt\"\naction = \"reject\"\n\
        [[scope.rule]]\ntype = \"surt\"\nprefixes = [\"cz,a\"]\naction = \"reject\"\n";
    let mut job = Job::parse(text, "job.toml").unwrap();
    job.look_for_files_in(Path::new("/etc/harvest"));
    let path = |text: &str| Some(PathBuf::from(text));
    assert_eq!(job.seeds_file, path("/etc/harvest/seeds.txt"));
    assert_eq!(job.national.geo, path("/etc/harvest/lists/geo.mmdb"));
    assert_eq!(job.national.properties, path("/abs/w.properties"));
    // A built-in pack is not a file.
    assert_eq!(job.national.pack, "cz");
    let files: Vec<_> =
        job.scope.rule.iter_mut().map(|rule| rule.file_mut().map(|file| file.clone())).collect();
    assert_eq!(files, [path("/etc/harvest/domains.txt"), path("/etc/harvest/../surts.txt"), None]);
    // Stored elsewhere, the job stays the same.
    let kept = Job::parse(&job.to_toml().unwrap(), "kept").unwrap();
    assert_eq!(kept, job);
}
