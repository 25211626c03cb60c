//! Rules and questions that nobody would write on purpose.

use crate::visitor;
use stodola_access::import::{AcljOptions, OutbackOptions, read_aclj, read_outback};
use stodola_access::{
    AccessPolicy, AccessRule, AddressRange, CalendarPeriod, CaptureFacts, MimePattern, Moment,
    RuleAudience, RuleId, RulePlace, RuleSet,
};

/// A row of bytes that looks random and is always the same.
fn noise(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    }
}

#[test]
fn texts_of_any_kind_are_read_or_refused() {
    let pieces = [
        "",
        "*",
        "*.",
        ".",
        "/",
        "//",
        "://",
        "http:",
        "surt:",
        "host:",
        "domain:",
        "exact:",
        "group:",
        "address:",
        "ž",
        "\0",
        "\u{202e}",
        "%",
        "###",
        ")",
        ",",
        "0",
        "9999",
        "-",
        "y",
        "d",
        "::",
        "/129",
        "image",
        " ",
        "\n",
        "{",
        "\"",
        "é\u{301}",
        "[",
        "]",
        "@",
        "1.2.3.4",
        "99999999999999999999",
    ];
    let mut next = noise(7);
    for _ in 0..20_000 {
        let length = next() % 7;
        let text: String =
            (0..length).map(|_| pieces[(next() % pieces.len() as u64) as usize]).collect();
        if let Ok(place) = text.parse::<RulePlace>() {
            assert_eq!(place.to_string().parse(), Ok(place), "{text:?}");
        }
        if let Ok(audience) = text.parse::<RuleAudience>() {
            assert_eq!(audience.to_string().parse(), Ok(audience), "{text:?}");
        }
        if let Ok(mime) = text.parse::<MimePattern>() {
            assert_eq!(mime.to_string().parse(), Ok(mime), "{text:?}");
        }
        if let Ok(range) = text.parse::<AddressRange>() {
            assert_eq!(range.to_string().parse(), Ok(range), "{text:?}");
        }
        if let Some(moment) = Moment::parse(&text) {
            assert_eq!(Moment::parse(&moment.to_string()), Some(moment), "{text:?}");
        }
        if let Some(period) = CalendarPeriod::parse(&text) {
            assert_eq!(CalendarPeriod::parse(&period.to_string()), Some(period), "{text:?}");
        }
        let _ = read_aclj(text.as_bytes(), AcljOptions::default());
        let _ = read_outback(text.as_bytes(), Some(text.as_bytes()), &OutbackOptions::default());
    }
}

#[test]
fn rules_within_rules_and_absurd_times_decide_something() {
    // Each place begins with all before it.
    let rules: Vec<(RuleId, AccessRule)> = (0..4000)
        .map(|length| {
            let place = RulePlace::Prefix("a".repeat(length));
            (RuleId(length as i64), AccessRule::new(place, AccessPolicy::Hide))
        })
        .collect();
    let set = RuleSet::new(rules);
    let key = "a".repeat(70_000);
    for time in [i64::MIN, -1, 0, i64::MAX] {
        let capture =
            CaptureFacts { key: key.as_bytes(), time: Some(Moment(time)), mime: Some("\0") };
        for now in [i64::MIN, 0, i64::MAX] {
            let explained = set.explain(&visitor(""), &capture, Moment(now));
            assert_eq!(explained.rules[0].0, RuleId(3999));
            assert_eq!(explained.rules.len(), 1000);
        }
    }
    let text = r#"{"place":"surt:","policy":"block","age":{"younger":"1000y"},"valid":{"to":"9999-12-31"}}"#;
    let set = RuleSet::new(crate::rules(&[text]));
    for time in [i64::MIN, i64::MAX] {
        let capture = CaptureFacts { key: b"", time: Some(Moment(time)), mime: None };
        let _ = set.decide(&visitor(""), &capture, Moment(i64::MAX));
        let _ = Moment(time).to_string();
        let _ = Moment(time).digits();
    }
}
