//! Scopes as jobs write them, and what they make of URIs.

use std::fs;
use std::path::Path;

use stodola_crawl::job::{Job, Profile};
use stodola_crawl::scope::{Candidate, NO_RULE, Scope, ScopeError, ScopeSettings};

/// Numbers that look random and are the same in each run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

const SEEDS: [&str; 3] =
    ["http://example.org/dir/page", "https://www.obec.cz/", "http://user.github.io:8080/a/"];

fn scope_of(rules: &str) -> Result<Scope, ScopeError> {
    let job = Job::parse(rules, "job.toml").unwrap();
    Scope::new(&job.scope, job.profile, &SEEDS, Path::new("."))
}

/// A decision as one word: the rule, with `-` before it if it rejects.
fn decide(scope: &Scope, uri: &str, hops: &str) -> String {
    let uri = stodola_uri::normalise(uri.as_bytes());
    let host = stodola_uri::host(&uri).unwrap_or_default();
    let is_seed = hops.is_empty();
    let candidate = Candidate { hops, is_seed, ..Candidate::new(&uri, &host) };
    let decision = scope.decide(&candidate);
    format!("{}{}", if decision.accepted { "" } else { "-" }, decision.rule)
}

#[test]
fn site_takes_in_its_hosts_and_what_their_pages_need() {
    let scope = scope_of("").unwrap();
    let long = format!("http://example.org/{}", "x".repeat(8200));
    let deep = format!("http://example.org{}", "/a/b/c".repeat(2).replace('/', "/d/e"));
    let deeper = format!(
        "http://example.org/{}",
        "abcdefghijklmnopqrstu".chars().map(|c| format!("{c}/")).collect::<String>()
    );
    let many =
        format!("http://example.org/?{}", (0..41).map(|n| format!("{n}=1&")).collect::<String>());
    let far = "L".repeat(21);
    for (uri, hops, expect) in [
        ("http://example.org/dir/page", "", "seed"),
        ("http://example.org/", "L", "seed-host"),
        ("https://www.example.org:8443/", "L", "seed-host"),
        ("http://obec.cz/urad", "LLL", "seed-host"),
        ("http://sub.obec.cz/", "L", "-out-of-scope"),
        ("http://other.github.io/", "L", "-out-of-scope"),
        ("http://example.net/", "L", "-out-of-scope"),
        ("http://cdn.net/a.css", "LE", "requisite"),
        ("http://cdn.net/a.png", "LEEE", "requisite"),
        ("http://cdn.net/a.png", "LEEEE", "-out-of-scope"),
        ("http://cdn.net/a.png", "LERE", "requisite"),
        ("http://cdn.net/a.png", "LR", "-out-of-scope"),
        ("http://cdn.net/a.JPG?x", "LX", "requisite"),
        ("http://cdn.net/track", "LX", "-out-of-scope"),
        ("http://frame.net/next", "LEL", "-out-of-scope"),
        ("http://new.net/", "R", "seed-redirect"),
        ("http://new.net/", "RL", "-out-of-scope"),
        ("http://example.org/", &far, "-too-many-hops"),
        ("http://example.org/", &far[1..], "seed-host"),
        ("http://example.org/x/x/x/", "L", "-repeating-segments"),
        ("http://example.org/a/b/a/b/a/b/", "L", "-repeating-segments"),
        ("http://example.org/x/x/", "L", "seed-host"),
        (&deep, "L", "seed-host"),
        (&deeper, "L", "-too-many-segments"),
        (&deeper, "", "seed"),
        (&many, "L", "-too-many-parameters"),
        ("http://example.org/?a=1&a=1&a=1&a=1", "L", "-too-many-parameters"),
        (&long, "L", "-too-long"),
        ("ftp://example.org/", "L", "-scheme"),
        ("ftp://example.org/", "", "-scheme"),
        ("mailto:me@example.org", "L", "-scheme"),
        ("javascript:alert(1)", "L", "-scheme"),
        ("", "L", "-scheme"),
    ] {
        assert_eq!(decide(&scope, uri, hops), expect, "{uri} {hops}");
    }
}

#[test]
fn every_kind_of_rule_fits_what_it_says() {
    for (rule, uri, hops, expect) in [
        ("type = 'accept-all'", "ftp://x/", "L", "accept-all"),
        ("type = 'reject-all'", "http://x/", "L", "-out-of-scope"),
        ("type = 'reject-all'\nname = 'none'", "http://x/", "L", "-none"),
        ("type = 'hops'\nmax = 1", "http://x/", "LL", "-too-many-hops"),
        ("type = 'hops'\nmax = 1", "http://x/", "LE", "-no-rule"),
        ("type = 'regex'\npattern = '\\.pdf$'\naction = 'accept'", "http://x/a.pdf", "L", "regex"),
        (
            "type = 'regex'\npattern = '\\.pdf$'\naction = 'accept'",
            "http://x/a.pdf?",
            "L",
            "-no-rule",
        ),
        (
            "type = 'regex'\npattern = '[()]'\naction = 'reject'\nnot = true",
            "http://x/",
            "L",
            "-regex",
        ),
        ("type = 'surt'\nprefixes = ['cz,']\naction = 'accept'", "http://www.a.cz/", "L", "surt"),
        ("type = 'surt'\nprefixes = ['cz,']\naction = 'accept'", "http://cz.net/", "L", "-no-rule"),
        (
            "type = 'surt'\nprefixes = ['org,a)/b']\naction = 'accept'",
            "https://a.org/Bc",
            "L",
            "surt",
        ),
        (
            "type = 'surt'\nprefixes = ['org,a)/b']\naction = 'accept'",
            "https://a.org/c",
            "L",
            "-no-rule",
        ),
        (
            "type = 'surt'\nprefixes = ['org,a)/']\naction = 'accept'",
            "https://a.org:81/",
            "L",
            "-no-rule",
        ),
        (
            "type = 'domain'\ndomains = ['a.org']\naction = 'accept'",
            "http://b.a.org/",
            "L",
            "domain",
        ),
        (
            "type = 'domain'\ndomains = ['a.org']\naction = 'accept'",
            "http://a.org:81/",
            "L",
            "domain",
        ),
        (
            "type = 'domain'\ndomains = ['a.org']\naction = 'accept'",
            "http://ba.org/",
            "L",
            "-no-rule",
        ),
        ("type = 'tld'\ntlds = ['cz']\naction = 'accept'", "http://nkp.cz/", "L", "tld"),
        ("type = 'tld'\ntlds = ['.CZ']\naction = 'accept'", "http://nkp.cz/", "L", "tld"),
        ("type = 'tld'\ntlds = ['cz']\naction = 'accept'", "http://192.0.2.1/", "L", "-no-rule"),
        (
            "type = 'suffix'\nsuffixes = ['.ISO']\naction = 'accept'",
            "http://x/a.iso",
            "L",
            "suffix",
        ),
        (
            "type = 'suffix'\nsets = ['media']\naction = 'accept'",
            "http://x/a.b/c.Mp3?d.e",
            "L",
            "suffix",
        ),
        (
            "type = 'suffix'\nsets = ['office']\naction = 'accept'",
            "http://x/a.doc/c",
            "L",
            "-no-rule",
        ),
        ("type = 'scheme'\nschemes = ['ftp']\naction = 'accept'", "ftp://x/", "L", "scheme"),
        ("type = 'seed-hosts'", "http://www.example.org/", "L", "seed-host"),
        ("type = 'seed-hosts'", "http://a.example.org/", "L", "-no-rule"),
        ("type = 'seed-hosts'\naction = 'reject'", "http://obec.cz/", "L", "-seed-host"),
        ("type = 'seed-domains'", "http://a.example.org/", "L", "seed-domain"),
        ("type = 'seed-domains'", "http://user.github.io/", "L", "seed-domain"),
        ("type = 'seed-domains'", "http://other.github.io/", "L", "-no-rule"),
        ("type = 'seed-prefixes'", "http://www.example.org/dir/x/y", "L", "seed-prefix"),
        ("type = 'seed-prefixes'", "http://example.org/other/", "L", "-no-rule"),
        ("type = 'seed-prefixes'", "http://user.github.io:8080/a/b", "L", "seed-prefix"),
        ("type = 'seed-prefixes'", "http://user.github.io/a/b", "L", "-no-rule"),
        ("type = 'requisites'\nmax_hops = 1\nguesses = false", "http://x/a.png", "X", "-no-rule"),
        ("type = 'requisites'\nmax_hops = 1", "http://x/a.png", "E", "requisite"),
        ("type = 'length'\nmax = 9", "http://x/y", "L", "-too-long"),
        ("type = 'segments'\nmax = 1", "http://x/y/z", "L", "-too-many-segments"),
        ("type = 'seeds'", "http://x/", "", "seed"),
    ] {
        let text = format!("[scope]\nprofile_rules = false\n[[scope.rule]]\n{rule}");
        assert_eq!(decide(&scope_of(&text).unwrap(), uri, hops), expect, "{rule} {uri} {hops}");
    }
}

#[test]
fn last_rule_that_fits_decides() {
    let text = "[[scope.rule]]\ntype = 'domain'\ndomains = ['example.net']\naction = 'accept'\n\
        [[scope.rule]]\ntype = 'regex'\nname = 'private'\npattern = '/private/'\naction = 'reject'\n\
        [[scope.rule]]\ntype = 'regex'\npattern = '/private/open/'\naction = 'accept'";
    let scope = scope_of(text).unwrap();
    for (uri, expect) in [
        ("http://example.net/", "domain"),
        ("http://example.net/private/a", "-private"),
        ("http://example.org/private/a", "-private"),
        ("http://example.net/private/open/a", "regex"),
        // The bounds of the profile stand last.
        ("http://example.net/x/x/x/", "-repeating-segments"),
    ] {
        assert_eq!(decide(&scope, uri, "L"), expect, "{uri}");
    }
}

#[test]
fn rules_leave_out_stages_and_decide_nothing_else() {
    use stodola_crawl::scope::HarvestStage::{Extract, Judge, Write};
    let scope = scope_of(
        "[[scope.rule]]\ntype = 'regex'\nname = 'no-calendar'\npattern = '/calendar/'\naction = 'skip-extract'\n\
         [[scope.rule]]\ntype = 'regex'\npattern = '/calendar/2026'\naction = 'do-extract'\n\
         [[scope.rule]]\ntype = 'suffix'\nsuffixes = ['iso']\naction = 'skip-write'\n\
         [[scope.rule]]\ntype = 'domain'\ndomains = ['known.example']\naction = 'skip-judge'\n",
    )
    .unwrap();
    for (uri, stage, rule) in [
        ("http://a.example/calendar/2025", Extract, Some("no-calendar")),
        ("http://a.example/calendar/2026", Extract, None),
        ("http://a.example/calendar/2025", Write, None),
        ("http://a.example/x.iso", Write, Some("suffix")),
        ("http://a.example/x.iso", Extract, None),
        ("http://www.known.example/", Judge, Some("domain")),
        ("http://a.example/", Judge, None),
    ] {
        let host = stodola_uri::host(uri.as_bytes()).unwrap();
        let candidate = Candidate::new(uri.as_bytes(), &host);
        assert_eq!(scope.skips(stage, &candidate), rule, "{uri} {stage:?}");
        // Whether it belongs to the harvest, other rules decide.
        assert_eq!(decide(&scope, uri, "L"), "-out-of-scope", "{uri}");
    }
}

#[test]
fn links_within_a_host_can_be_refused() {
    let text = "[[scope.rule]]\ntype = 'same-host'\naction = 'reject'";
    let scope = scope_of(text).unwrap();
    let uri = Candidate { hops: "L", ..Candidate::new(b"http://example.org/", "example.org") };
    for (via_host, expect) in [
        (None, "seed-host"),
        (Some("example.org"), "same-host"),
        (Some("example.net"), "seed-host"),
    ] {
        assert_eq!(scope.decide(&Candidate { via_host, ..uri }).rule, expect, "{via_host:?}");
    }
}

#[test]
fn redirected_seed_can_be_taken_as_seed() {
    let mut scope = scope_of("").unwrap();
    let target = Candidate { hops: "R", ..Candidate::new(b"https://novy.cz/", "novy.cz") };
    assert!(scope.decide(&target).is_redirected_seed);
    assert_eq!(decide(&scope, "http://www.novy.cz/a", "RL"), "-out-of-scope");
    scope.add_seed(b"https://novy.cz/");
    scope.add_seed(b"mailto:nobody");
    assert_eq!(decide(&scope, "http://www.novy.cz/a", "RL"), "seed-host");
    assert_eq!(decide(&scope, "http://example.org/", "L"), "seed-host");
}

#[test]
fn lists_are_read_from_files() {
    let folder = std::env::temp_dir().join(format!("stodola-lists-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let mut list = String::from("\u{feff}# domains\r\n*.example.net\r\n\n");
    (0..20_000).for_each(|n| list.push_str(&format!("d{n}.cz\n")));
    fs::write(folder.join("domains.txt"), list).unwrap();
    let text = "[[scope.rule]]\ntype = 'domain'\nfile = 'domains.txt'\naction = 'accept'";
    let job = Job::parse(text, "job.toml").unwrap();
    let scope = Scope::new(&job.scope, job.profile, &SEEDS, &folder).unwrap();
    for (uri, expect) in [
        ("http://example.net/", "domain"),
        ("http://d0.cz/", "domain"),
        ("http://www.d19999.cz/", "domain"),
        ("http://d20000.cz/", "-out-of-scope"),
        ("http://cz/", "-out-of-scope"),
    ] {
        assert_eq!(decide(&scope, uri, "L"), expect, "{uri}");
    }
    fs::remove_dir_all(&folder).unwrap();
    let error = Scope::new(&job.scope, job.profile, &SEEDS, &folder).unwrap_err();
    assert!(error.to_string().contains("domains.txt"), "{error}");
}

#[test]
fn rules_that_cannot_work_are_refused() {
    for (rule, expect) in [
        (
            "type = 'regex'\npattern = '('\naction = 'reject'",
            "the pattern of the scope rule 'regex'",
        ),
        (
            "type = 'regex'\nname = 'huge'\npattern = '(\\w{100}){100}'\naction = 'reject'",
            "the pattern of the scope rule 'huge'",
        ),
        (
            "type = 'domain'\naction = 'reject'",
            "the list of a scope rule of type 'domain' is empty",
        ),
        (
            "type = 'suffix'\naction = 'reject'",
            "the list of a scope rule of type 'suffix' is empty",
        ),
        (
            "type = 'scheme'\nschemes = []\naction = 'reject'",
            "the list of a scope rule of type 'scheme' is empty",
        ),
    ] {
        let error = scope_of(&format!("[[scope.rule]]\n{rule}")).unwrap_err().to_string();
        assert!(error.starts_with(expect), "{rule}: {error}");
    }
}

#[test]
fn rules_explain_themselves() {
    let scope =
        scope_of("[[scope.rule]]\ntype = 'tld'\ntlds = ['cz', 'sk']\naction = 'accept'").unwrap();
    let shown: Vec<String> = scope
        .rules()
        .map(|rule| format!("{} {}: {}", rule.index, rule.name, rule.description))
        .collect();
    assert_eq!(
        shown,
        [
            "0 out-of-scope: reject everything",
            "1 seed-host: accept hosts of the seeds",
            "2 seed-redirect: accept targets of redirects of the seeds",
            "3 requisite: accept files that pages need (pictures, styles, scripts), up to 3 in a row, and \
             media guessed",
            "4 tld: accept hosts in the top-level domains cz, sk",
            "5 too-many-hops: reject URIs more than 20 links away from a seed",
            "6 repeating-segments: reject paths that repeat the same segments more than 2 times in a row",
            "7 too-many-parameters: reject queries with more than 40 parameters, or with the same one more than \
             three times",
            "8 too-many-segments: reject paths with more than 20 segments",
            "9 too-long: reject URIs longer than 8191 bytes",
            "10 seed: accept the seeds themselves",
            "11 scheme: reject all except URIs with the schemes http, https",
        ]
    );
}

/// Every kind of rule, one after another, and every kind of bytes.
#[test]
fn any_bytes_are_decided() {
    let template = Job::template();
    let examples: String = template
        .lines()
        .skip_while(|line| *line != "# [[scope.rule]]")
        .take_while(|line| line.starts_with('#'))
        .filter(|line| !line.contains("file ="))
        .map(|line| line.trim_start_matches(['#', ' ']).to_owned() + "\n")
        .collect();
    let job = Job::parse(&examples, "examples").unwrap();
    let scopes: Vec<Scope> = job
        .scope
        .rule
        .iter()
        .map(|rule| {
            let settings = ScopeSettings {
                profile_rules: false,
                rule: vec![rule.clone()],
                ..ScopeSettings::default()
            };
            Scope::new(&settings, Profile::SITE, &SEEDS, Path::new(".")).unwrap()
        })
        .chain([scope_of("").unwrap()])
        .collect();
    let mut random = Random(3);
    let pieces: [&[u8]; 18] = [
        b"http://",
        b"www.",
        b"example.org",
        b"/",
        b"?",
        b"&",
        b"=",
        b"#",
        b":",
        b"@",
        b"[::1]",
        b".",
        b"%",
        b"\xff",
        b"\0",
        b"a/a/",
        b"8080",
        b"1.2.3.4",
    ];
    for _ in 0..3000 {
        let mut uri = Vec::new();
        for _ in 0..random.below(20) {
            uri.extend_from_slice(pieces[random.below(pieces.len())]);
        }
        let given = stodola_uri::host(&uri).unwrap_or_default().into_owned();
        let hosts = [given.as_str(), "", ".", "..", "www.", "[", "é.cz", "www.www.cz"];
        let host = hosts[random.below(hosts.len())];
        let paths = ["", "L", "LLE", "RRR", "EX", "é", "MMPX?"];
        let hops = paths[random.below(paths.len())];
        for scope in &scopes {
            let candidate =
                Candidate { hops, is_seed: random.below(9) == 0, ..Candidate::new(&uri, host) };
            let decision = scope.decide(&candidate);
            assert_eq!(decision.index.is_none(), decision.rule == NO_RULE);
        }
    }
}

#[test]
fn each_domain_belongs_to_one_of_several_instances() {
    let scopes: Vec<Scope> = (1..=4)
        .map(|number| scope_of(&format!("[scope]\ninstances = 4\ninstance = {number}")).unwrap())
        .collect();
    let owner = |host: &str| -> Vec<usize> {
        let uri = format!("http://{host}/");
        let candidate = Candidate { is_seed: true, ..Candidate::new(uri.as_bytes(), host) };
        let is_own = |scope: &Scope| scope.decide(&candidate).rule != "other-instance";
        (0..4).filter(|&number| is_own(&scopes[number])).collect()
    };
    let mut taken = [0; 4];
    for number in 0..200 {
        let owners = owner(&format!("site{number}.example.cz"));
        assert_eq!(owners.len(), 1, "all of one domain are one");
        let owners = owner(&format!("domain{number}.cz"));
        assert_eq!(owners.len(), 1);
        assert_eq!(owner(&format!("www.domain{number}.cz")), owners);
        taken[owners[0]] += 1;
    }
    assert!(taken.iter().all(|&number| number > 20), "{taken:?}");
    for bad in ["instances = 0", "instance = 0", "instances = 2\ninstance = 3"] {
        let error = Job::parse(&format!("[scope]\n{bad}"), "job.toml").unwrap_err().to_string();
        assert!(error.contains("scope.instance"), "{error}");
    }
}
