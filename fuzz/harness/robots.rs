//! Any bytes may stand in a `robots.txt`, and any path may be asked about. There is an answer, it
//! does not depend on how line ends are written, and the file itself is always allowed.

use stodola_fetch::robots::Robots;

/// Takes the first line for a path and the rest for a file.
pub(crate) fn run(bytes: &[u8]) {
    let split = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let (path, text) = bytes.split_at(split);
    let robots = Robots::parse(text);
    let other: Vec<u8> =
        text.iter().map(|&byte| if byte == b'\n' { b'\r' } else { byte }).collect();
    let other = Robots::parse(&other);
    for agent in ["a", "*", "stodola/1.0"] {
        let rules = robots.for_agent(agent);
        let verdict = rules.verdict(path);
        assert!(verdict.allowed || verdict.rule.is_some());
        assert!(!rules.is_empty() || verdict.allowed);
        assert!(rules.verdict(b"/robots.txt").allowed);
        let day = std::time::Duration::from_secs(24 * 60 * 60);
        assert!(rules.crawl_delay().is_none_or(|delay| delay <= day));
        assert_eq!(rules, other.for_agent(agent));
    }
    assert!(robots.sitemaps().eq(other.sitemaps()));
    assert_eq!(robots.is_empty(), other.is_empty());
    assert!(robots.sitemaps().all(|sitemap| !sitemap.is_empty()));
}
