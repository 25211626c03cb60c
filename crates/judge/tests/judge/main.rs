//! The corpora of the fuzz targets, run through the same assertions without a fuzzer; and the words
//! that one is made of in any order.

#[path = "../../../../fuzz/harness/judge.rs"]
mod harness;
#[path = "../../../../fuzz/harness/hunspell.rs"]
mod hunspell;
#[path = "../../../../fuzz/harness/shared/replay.rs"]
mod replay;

use replay::replay;

#[test]
fn dictionaries_of_the_fuzz_corpus_keep_the_promises() {
    replay("hunspell", hunspell::run);
}

#[test]
fn pages_of_the_fuzz_corpus_keep_the_promises() {
    replay("judge", harness::run);
}

#[test]
fn words_in_any_order_keep_the_promises() {
    const WORDS: &[&str] = &[
        "@",
        ".",
        "cz",
        "a",
        "+",
        "420",
        "00",
        " ",
        "222",
        "\n",
        "mailto:",
        "tel:",
        "http://",
        "Praha",
        "ktorý",
        "když",
        "İ",
        "ß",
        "\u{a0}",
        "\u{200b}",
        "-",
        "(",
        ")",
        "/",
        ",",
        "www.",
        "\0",
        "ž",
        "1",
        "sedo.com",
        "České Budějovice",
    ];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % below
    };
    for _ in 0..3000 {
        let page: String = (0..next(40)).map(|_| WORDS[next(WORDS.len())]).collect();
        let result = std::panic::catch_unwind(|| harness::run(page.as_bytes()));
        assert!(result.is_ok(), "{page:?} fails");
    }
}
