//! Any bytes may stand in a configuration, and any text on a page. A configuration is read, or
//! refused with its line; a page gets a verdict whose numbers are in their ranges, whose points are
//! the sum of those of the criteria, and whose evidence stands where it says.

use std::path::Path;
use std::sync::LazyLock;

use stodola_judge::{Error, Judge, JudgeSettings, Pack, Page, Properties, VerdictRule};

static JUDGE: LazyLock<Judge> =
    LazyLock::new(|| judge(&JudgeSettings::default()).expect("no file is needed"));

fn judge(settings: &JudgeSettings) -> Result<Judge, Error> {
    let pack = Pack::open("cz").expect("the pack is built in");
    Judge::new(&pack, settings)
}

/// Takes what stands before the first empty line for a configuration and the rest for a page.
pub(crate) fn run(bytes: &[u8]) {
    let end = bytes.windows(2).position(|pair| pair == b"\n\n");
    let (head, text) = match end {
        Some(end) => (&bytes[..end], &bytes[end + 2..]),
        None => (&bytes[..0], bytes),
    };
    let text = String::from_utf8_lossy(text);
    check(&JUDGE, &text);
    if head.is_empty() {
        return;
    }
    // A dictionary that nobody has is refused when the judge is made.
    let made = Properties::parse(Path::new("fuzz.properties"), head).and_then(|properties| {
        judge(&JudgeSettings { properties: Some(properties), ..JudgeSettings::default() })
    });
    match made {
        Ok(judge) => check(&judge, &text),
        Err(error) => assert!(error.to_string().starts_with("fuzz.properties:"), "{error}"),
    }
}

fn check(judge: &Judge, text: &str) {
    // What stands in lines is taken for contacts and links, too.
    let contacts: Vec<String> = text.lines().take(50).map(str::to_owned).collect();
    let links: Vec<&[u8]> = text.lines().take(50).map(str::as_bytes).collect();
    let verdict = judge.judge(&Page {
        uri: links.first().map_or(b"", |link| link),
        content_language: contacts.first().map(String::as_str),
        languages: &contacts,
        text,
        source: Some(text),
        contacts: &contacts,
        links: &links,
        national_in_links: text.len() as u64,
        ..Page::default()
    });
    assert!((0.0..=1.0).contains(&verdict.probability));
    let sum = verdict.criteria.iter().fold(0i64, |sum, it| sum.saturating_add(it.points));
    assert_eq!(verdict.points, sum);
    if let VerdictRule::Points { minimum } = verdict.rule {
        assert_eq!(verdict.is_valid, verdict.points >= minimum);
    }
    assert!(judge.features(&verdict).iter().all(|it| (0.0..=1.0).contains(it)));
    for finding in &verdict.criteria {
        assert!(finding.valid <= finding.found, "{}", finding.name);
        assert!(finding.evidence.len() <= 16, "{}", finding.name);
        // Those of forbidden words are of the text in lower case.
        let is_exact = finding.name != "forbidden-words";
        for evidence in finding.evidence.iter().filter(|_| is_exact) {
            if let Some(position) = evidence.position {
                let rest = text.get(position as usize..).expect("between two characters");
                let found = &rest[..evidence.text.len().min(rest.len())];
                assert!(found.eq_ignore_ascii_case(&evidence.text), "{}", finding.name);
            }
        }
    }
}
