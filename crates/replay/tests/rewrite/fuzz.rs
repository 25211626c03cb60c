//! The promises of the fuzz target, over its corpus and over bodies made of parts of it.

#[path = "../../../../fuzz/harness/rewrite.rs"]
mod harness;
#[path = "../../../../fuzz/harness/shared/replay.rs"]
mod replay;

use crate::support::Random;

#[test]
fn corpus_keeps_the_promises() {
    replay::replay("rewrite", harness::run);
}

/// Parts of all languages in random order reach states that no author thinks of. With `STODOLA_LONG=1` many more of
/// them.
#[test]
fn random_parts_keep_the_promises() {
    const PARTS: &[&str] = &[
        "<",
        ">",
        "/",
        "=",
        "\"",
        "'",
        " ",
        "\n",
        "&",
        ";",
        ":",
        "(",
        ")",
        "[",
        "]",
        "{",
        "}",
        "\\",
        "`",
        "$",
        "${",
        "*",
        "/*",
        "*/",
        "//",
        "<!--",
        "-->",
        "<![CDATA[",
        "]]>",
        "<?xml-stylesheet ",
        "?>",
        "<!DOCTYPE ",
        "<a href=",
        "<img src=\"",
        "<script>",
        "</script>",
        "<style>",
        "</style>",
        "<noscript>",
        "</noscript>",
        "<iframe srcdoc='",
        "<base href=",
        "<svg>",
        "</svg>",
        "<meta http-equiv=refresh content='",
        "0;url=",
        "onclick=\"",
        "style=\"",
        "srcset=\"",
        "url(",
        "@import ",
        "@namespace ",
        "@font-face",
        "image-set(",
        "location",
        "top",
        "window",
        ".",
        "?.",
        "eval(",
        "import(",
        "import ",
        "export {",
        "export ",
        " as ",
        "from ",
        "function ",
        "class ",
        "return ",
        "=>",
        "async ",
        "get ",
        "static ",
        "delete ",
        "case ",
        "if ",
        "http://b.example/",
        "//b.example",
        "../",
        "data:,x",
        "javascript:",
        "#EXTM3U\n",
        "URI=\"",
        "<link>",
        "</link>",
        "<rss>",
        "<html>",
        "<head>",
        "<MPD>",
        "<BaseURL>",
        "\"src\":",
        "cb(",
        "&quot;",
        "&#39;",
        "&#x2f;",
        "\u{e9}",
        "\0",
        "[if IE]>",
        "<![endif]",
        "1",
        "a",
    ];
    const KINDS: &[&str] = &[
        "html",
        "xml",
        "css",
        "script",
        "jsonp",
        "manifest",
        "hls",
        "dash",
        "html utf-16le",
        "html iso-2022-jp",
    ];
    let is_long =
        std::env::var_os("STODOLA_LONG").is_some_and(|value| !value.is_empty() && value != "0");
    let mut random = Random(if is_long { 3 } else { 2 });
    let rounds = if is_long { 50_000 } else { 3_000 };
    for round in 0..rounds {
        let mut body = format!("{}\n", KINDS[round % KINDS.len()]);
        for _ in 0..1 + random.below(40) {
            body.push_str(PARTS[random.below(PARTS.len())]);
        }
        let result = std::panic::catch_unwind(|| harness::run(body.as_bytes()));
        assert!(result.is_ok(), "{body:?}");
    }
}
