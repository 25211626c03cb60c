//! Files of every kind: the examples of the RFC, and files as they occur on the web.

use super::*;

/// Whether the agent may fetch each path.
fn check(text: &str, agent: &str, paths: &[(&str, bool)]) {
    let rules = Robots::parse(text.as_bytes()).for_agent(agent);
    for (path, allowed) in paths {
        let verdict = rules.verdict(path.as_bytes());
        assert_eq!(verdict.allowed, *allowed, "{text:?} {agent} {path} {verdict:?}");
    }
}

#[test]
fn the_simple_example_of_the_rfc() {
    let text = "User-Agent: *\nDisallow: *.gif$\nDisallow: /example/\nAllow: /publications/\n\n\
                User-Agent: foobot\nDisallow:/\nAllow:/example/page.html\nAllow:/example/allowed.gif\n\n\
                User-Agent: barbot\nUser-Agent: bazbot\nDisallow: /example/page.html\n\n\
                User-Agent: quxbot\n\nEOF\n";
    check(text, "anybot", &[("/a.gif", false), ("/example/x", false), ("/publications/", true)]);
    check(
        text,
        "foobot",
        &[("/", false), ("/example/page.html", true), ("/example/allowed.gif", true)],
    );
    check(text, "barbot", &[("/example/page.html", false), ("/a.gif", true)]);
    check(text, "BazBot", &[("/example/page.html", false), ("/example/", true)]);
    check(text, "quxbot", &[("/", true), ("/example/page.html", true), ("/a.gif", true)]);
}

#[test]
fn the_longest_match_of_the_rfc() {
    let text = "User-Agent: foobot\nAllow: /example/page/\n\
                Disallow: /example/page/disallowed.gif\n";
    let rules = Robots::parse(text.as_bytes()).for_agent("foobot");
    let verdict = rules.verdict(b"/example/page/disallowed.gif");
    let rule = Some("Disallow: /example/page/disallowed.gif".to_owned());
    assert_eq!(verdict, RobotsVerdict { allowed: false, rule });
    assert!(rules.verdict(b"/example/page/").allowed);
    assert_eq!(rules.verdict(b"/"), RobotsVerdict { allowed: true, rule: None });
}

#[test]
fn groups_and_agents() {
    let merged = "user-agent: ExampleBot\ndisallow: /foo\ndisallow: /bar\n\n\
                  user-agent: ExampleBot\ndisallow: /baz\n";
    check(merged, "examplebot", &[("/foo", false), ("/bar", false), ("/baz", false), ("/", true)]);
    let table: &[(&str, &str, bool)] = &[
        // file, agent, whether /x may be fetched
        ("", "bot", true),
        ("User-agent: *\nDisallow: /x", "bot", false),
        ("User-agent: *\nDisallow:", "bot", true),
        ("User-agent: *\nDisallow: /\nAllow:", "bot", false),
        ("User-agent: bot\nDisallow: /x", "Bot/2.1", false),
        ("User-agent: Bot/2.1\nDisallow: /x", "bot", false),
        ("User-agent: Bot (like Mozilla)\nDisallow: /x", "bot", false),
        ("User-agent: bots\nDisallow: /x", "bot", true),
        ("User-agent: bo\nDisallow: /x", "bot", true),
        ("User-agent: bot-news\nDisallow: /x", "bot", true),
        ("User-agent: *\nDisallow: /x\nUser-agent: bot\nDisallow: /y", "bot", true),
        ("User-agent: *\nDisallow: /x\nUser-agent: bot", "bot", true),
        ("User-agent: bot\nUser-agent: *\nDisallow: /x", "other", false),
        ("User-agent: * \nDisallow: /x", "bot", false),
        ("User-agent: * all\nDisallow: /x", "bot", false),
        ("User-agent: *bot\nDisallow: /x", "bot", true),
        ("User-agent:\nDisallow: /x", "bot", true),
        ("Disallow: /x\nUser-agent: *\nDisallow: /y", "bot", true),
        ("Disallow: /x", "bot", true),
        ("User-agent: bot\n\n\nDisallow: /x", "bot", false),
        ("User-agent: bot\n# comment\nDisallow: /x # comment", "bot", false),
        ("User-agent: bot # comment\nDisallow: #/x", "bot", true),
        ("User-agent: a\nSitemap: http://a/\nUser-agent: bot\nDisallow: /x", "a", false),
        ("User-agent: a\nUnknown: y\nUser-agent: bot\nDisallow: /x", "a", false),
        ("User-agent: a\nCrawl-delay: 5\nUser-agent: bot\nDisallow: /x", "a", false),
        ("User-agent: a\nAllow: /\nUser-agent: bot\nDisallow: /x", "a", true),
        ("User-agent: bot\nAllow: /x\nDisallow: /x", "bot", true),
        ("User-agent: bot\nDisallow: /x\nAllow: /x", "bot", true),
        ("User-agent: bot\nDisallow: /x\nAllow: /", "bot", false),
        ("User-agent: bot\nDisallow: /*\nAllow: /x", "bot", true),
        ("User-agent: bot\nDisallow: /x$\nAllow: /x", "bot", false),
        ("User-agent: bot\nDisallow: x", "bot", true),
        ("User-agent: bot\nDisallow: /X", "bot", true),
        ("USER-AGENT: BOT\nDISALLOW: /x", "bot", false),
        ("  User-agent :  bot\n\tDisallow\t: /x  ", "bot", false),
        ("User-agent: bot\rDisallow: /x\r", "bot", false),
        ("User-agent: bot\r\nDisallow: /x\r\n", "bot", false),
        ("\u{feff}User-agent: bot\nDisallow: /x", "bot", false),
        ("User-agent: bot\nDissalow: /x", "bot", false),
        ("User agent: bot\nDisallow /x", "bot", false),
        ("User-agent: bot\nDisallow /y /x", "bot", true),
        ("User-agent: bot\nNoindex: /x", "bot", true),
        ("User-agent: bot\nDisallow: http://example.cz/x", "bot", true),
        ("<html><body>not found</body></html>", "bot", true),
        ("User-agent: bot\nDisallow: /x\nUser-agent: other\nAllow: /x", "bot", false),
    ];
    for (text, agent, allowed) in table {
        check(text, agent, &[("/x", *allowed)]);
    }
}

/// Others read these otherwise; `tests/robots_peers` finds all such cases. With each, the paragraph of RFC
/// 9309 that decides.
#[test]
fn where_others_read_otherwise_the_rfc_decides() {
    let long = format!("User-agent: bot\nDisallow: /{}\nDisallow: /b", "a".repeat(20_000));
    let end_of_long = format!("/{}", "a".repeat(20_000));
    let almost = &end_of_long[..end_of_long.len() - 1];
    let table: &[(&str, &str, &str, &str, bool)] = &[
        // paragraph, file, agent, path, whether it may be fetched
        // The token has to be equal: neither its beginning nor a part of it is enough.
        ("2.2.1", "User-agent: owl\nDisallow: /", "owl-pictures", "/x", true),
        ("2.2.1", "User-agent: owl-pictures\nDisallow: /", "owl", "/x", true),
        ("2.2.1", "User-agent: owl\nDisallow: /", "Mozilla/5.0 (like Owl/1.0)", "/x", true),
        ("2.2.1", "User-agent: Owl/2.0 (night)\nDisallow: /", "owl", "/x", false),
        ("2.2.1", "User-agent: OWL hoots\nDisallow: /", "owl", "/x", false),
        ("2.2.1", "User-agent: o*l\nDisallow: /", "owl", "/x", true),
        // Groups of the same token count together, wherever they are.
        (
            "2.2.1",
            "User-agent: a\nDisallow: /x\nUser-agent: b\nDisallow: /\nUser-agent: A\nDisallow: /y",
            "a",
            "/y",
            false,
        ),
        // An unknown line neither ends a group nor begins one.
        (
            "2.2.4",
            "User-agent: owl\nFeathers: soft\nUser-agent: *\nDisallow: /",
            "owl",
            "/x",
            false,
        ),
        (
            "2.2.4",
            "User-agent: owl\nHost: a.example\nCrawl-delay: 1\nUser-agent: *\nDisallow: /",
            "owl",
            "/x",
            false,
        ),
        (
            "2.2.4",
            "User-agent: *\nDisallow: /x\nUser-agents are welcome: yes\nAllow: /x/y",
            "owl",
            "/x/y",
            true,
        ),
        ("2.2", "User-agent: owl\nDisallow: /x\nuser agent\nDisallow: /y", "owl", "/y", false),
        ("2.2", "User-agent: *\nDisallow: http://a.example/x", "owl", "/x", true),
        ("2.2.2", "User-agent: *\nDisallow: /", "owl", "/robots.txt", true),
        // The pattern with the most octets decides; of equal ones the rule that allows.
        ("2.2.2", "User-agent: *\nDisallow: /&\nAllow: /*", "owl", "/&x", true),
        ("2.2.2", "User-agent: *\nDisallow: /\nAllow: /nest/index.html", "owl", "/nest/", false),
        ("2.2.2", "User-agent: *\nDisallow: /a/*/c\nAllow: /a/b", "owl", "/a/b/c", false),
        // Equivalent spellings match, others do not.
        ("2.2.2", "User-agent: *\nDisallow: /%6e%65st", "owl", "/nest", false),
        ("2.2.2", "User-agent: *\nDisallow: /~owl", "owl", "/%7Eowl/x", false),
        ("2.2.2", "User-agent: *\nDisallow: /hn\u{ed}zdo", "owl", "/hn%c3%adzdo", false),
        ("2.2.2", "User-agent: *\nDisallow: /page=", "owl", "/page%3D5", true),
        ("2.2.2", "User-agent: *\nDisallow: /a?b=c%2Fd", "owl", "/a?b=c/d", false),
        ("2.2.2", "User-agent: *\nDisallow: /a%2Fd", "owl", "/a/d", true),
        // Special characters, and the same characters with their literal meaning.
        ("2.2.3", "User-agent: *\nDisallow: /x$", "owl", "/x$", true),
        ("2.2.3", "User-agent: *\nDisallow: /x$y", "owl", "/x%24y", false),
        ("2.2.3", "User-agent: *\nDisallow: /x%24", "owl", "/x$", false),
        ("2.2.3", "User-agent: *\nDisallow: /x%2A", "owl", "/x*/y", false),
        ("2.2.3", "User-agent: *\nDisallow: /x%2A", "owl", "/xyz", true),
        // Long lines within the limit are read completely.
        ("2.5", &long, "bot", &end_of_long, false),
        ("2.5", &long, "bot", almost, true),
        ("2.5", &long, "bot", "/b", false),
    ];
    for (paragraph, text, agent, path, allowed) in table {
        let verdict = Robots::parse(text.as_bytes()).for_agent(agent).verdict(path.as_bytes());
        let shown = &text[..text.len().min(200)];
        assert_eq!(
            verdict.allowed, *allowed,
            "RFC 9309, {paragraph}: {shown:?} {agent} {path:.99}"
        );
    }
}

#[test]
fn robots_txt_itself_is_always_allowed() {
    let text = "User-agent: *\nDisallow: /";
    check(text, "bot", &[("/robots.txt", true), ("/robots.txt?x", false), ("/", false)]);
}

#[test]
fn delays_and_sitemaps() {
    let delay = |text: &str| Robots::parse(text.as_bytes()).for_agent("bot").crawl_delay();
    let table = [
        ("User-agent: bot\nCrawl-delay: 5", Some(5000)),
        ("User-agent: bot\nCrawl-delay: 0.5s", Some(500)),
        ("User-agent: bot\nCrawl-delay: 0", Some(0)),
        ("User-agent: bot\nCrawl-delay: -1", None),
        ("User-agent: bot\nCrawl-delay: soon", None),
        ("User-agent: bot\nCrawl-delay: 1.2.3", None),
        ("User-agent: bot\nCrawl-delay: 1e9", Some(1000)),
        ("User-agent: bot\nCrawl-delay: 99999999999999999999999999", Some(86_400_000)),
        ("User-agent: bot\nCrawl-delay: 5\nUser-agent: a\nDisallow: /", Some(5000)),
        ("User-agent: a\nCrawl-delay: 5\nUser-agent: bot\nDisallow: /", Some(5000)),
        ("User-agent: *\nCrawl-delay: 5\nDisallow: /\nUser-agent: bot\nDisallow: /", None),
        (
            "User-agent: bot\nCrawl-delay: 5\nDisallow: /\nUser-agent: bot\nCrawl-delay: 9",
            Some(9000),
        ),
        ("Crawl-delay: 5\nUser-agent: bot\n", None),
    ];
    for (text, expected) in table {
        assert_eq!(delay(text), expected.map(Duration::from_millis), "{text}");
    }
    let text =
        b"Sitemap: http://a/1\nUser-agent: x\nsitemap:http://a/2 \nDisallow: /\nSite-map: /3#c";
    let robots = Robots::parse(text);
    let sitemaps: Vec<&[u8]> = robots.sitemaps().collect();
    assert_eq!(sitemaps, [&b"http://a/1"[..], b"http://a/2", b"/3"]);
}

#[test]
fn what_is_beyond_the_limit_is_not_read_and_the_cut_line_neither() {
    let mut text = b"User-agent: *\n".to_vec();
    while text.len() < PARSE_LIMIT - 12 {
        text.extend_from_slice(b"# filler\n");
    }
    text.extend_from_slice(b"Disallow: /private\nDisallow: /\n");
    let rules = Robots::parse(&text).for_agent("bot");
    assert!(rules.verdict(b"/private").allowed);
    let whole = Robots::parse(&text[text.len() - 1000..]);
    assert!(whole.for_agent("bot").verdict(b"/private").allowed, "rules without a group");
    let endless = vec![b'x'; 2 * PARSE_LIMIT];
    assert!(Robots::parse(&endless).is_empty());
}

#[test]
fn any_bytes_are_read() {
    let mut seed: u32 = 1;
    for length in 0..300 {
        let text: Vec<u8> = (0..length)
            .map(|_| {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                b"uUser-agent: *\r\nDisallow$/%2f\0\xff#"[(seed >> 16) as usize % 32]
            })
            .collect();
        let robots = Robots::parse(&text);
        let verdict = robots.for_agent("u").verdict(&text);
        assert!(verdict.allowed || !robots.is_empty(), "forbidden without a rule: {text:?}");
    }
}
