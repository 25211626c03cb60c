//! The cases in `tests/cases`, each in one piece, in pieces of every length and in random pieces, and in UTF-16 too.

use stodola_replay::{BodyKind, Modifier, ReplayContext};

use crate::support::{CLIENT, PREFIX, Random, TIME, client, context, rewrite_in_pieces};

struct Case {
    place: String,
    kind: BodyKind,
    charset: Option<Vec<u8>>,
    context: ReplayContext,
    input: Vec<u8>,
    expected: Vec<u8>,
}

#[test]
fn cases_come_out_as_written_in_any_pieces() {
    let cases = all_cases();
    assert!(cases.len() >= 200, "only {} cases", cases.len());
    let mut random = Random(14);
    let mut wrong = Vec::new();
    for case in &cases {
        let run = |cut: &mut dyn FnMut() -> usize| {
            rewrite_in_pieces(case.kind, case.charset.as_deref(), &case.context, &case.input, cut).0
        };
        let whole = run(&mut || usize::MAX);
        if whole != case.expected {
            wrong.push(report(case, &whole, "in one piece"));
            continue;
        }
        for len in 1..=case.input.len().min(80) {
            let found = run(&mut || len);
            if found != case.expected {
                wrong.push(report(case, &found, &format!("in pieces of {len}")));
                break;
            }
        }
        for _ in 0..20 {
            let found = run(&mut || 1 + random.below(30));
            if found != case.expected {
                wrong.push(report(case, &found, "in random pieces"));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// The same text in UTF-16 must give the same result in UTF-16.
#[test]
fn cases_in_utf_16_come_out_in_utf_16() {
    let mut checked = 0;
    for case in all_cases() {
        let (Ok(input), Ok(expected)) =
            (std::str::from_utf8(&case.input), std::str::from_utf8(&case.expected))
        else {
            continue;
        };
        // A label in the page is not believed there, and is not repeated.
        if input.starts_with('\u{feff}') || input.len() < 4 || input.contains("charset") {
            continue;
        }
        let encode = |text: &str| -> Vec<u8> {
            format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect()
        };
        let (found, _) = rewrite_in_pieces(case.kind, None, &case.context, &encode(input), || 7);
        assert_eq!(
            String::from_utf16_lossy(&units(&found)),
            format!("\u{feff}{expected}"),
            "{} in UTF-16",
            case.place
        );
        checked += 1;
    }
    assert!(checked > 150, "only {checked}");
}

fn units(bytes: &[u8]) -> Vec<u16> {
    bytes.chunks(2).map(|pair| u16::from_le_bytes([pair[0], *pair.get(1).unwrap_or(&0)])).collect()
}

/// What was rewritten once is not rewritten again, but for the client script, which goes into every page.
#[test]
fn rewritten_bodies_stay_as_they_are() {
    for case in all_cases() {
        let is_whole = case.context.client.is_none();
        if !is_whole {
            continue;
        }
        let (again, _) = rewrite_in_pieces(
            case.kind,
            case.charset.as_deref(),
            &case.context,
            &case.expected,
            || usize::MAX,
        );
        let shown = String::from_utf8_lossy(&again);
        let is_twice = shown.contains(&format!("_/{PREFIX}"))
            || shown.contains(&format!("_/http://a.example/web/{TIME}"));
        assert!(!is_twice, "{}: {shown}", case.place);
    }
}

fn report(case: &Case, found: &[u8], how: &str) -> String {
    let shown = |bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes).replace(&format!("{PREFIX}{TIME}"), "§");
        text.replace(&format!("//r.test/web/{TIME}"), "°")
            .replace(&format!("/web/{TIME}"), "¶")
            .replace(CLIENT, "¤")
    };
    format!(
        "{} {how}\n  input    {}\n  expected {}\n  found    {}",
        case.place,
        shown(&case.input),
        shown(&case.expected),
        shown(found)
    )
}

fn all_cases() -> Vec<Case> {
    let files = [
        ("html.txt", include_str!("../cases/html.txt")),
        ("script.txt", include_str!("../cases/script.txt")),
        ("css.txt", include_str!("../cases/css.txt")),
        ("xml.txt", include_str!("../cases/xml.txt")),
        ("data.txt", include_str!("../cases/data.txt")),
    ];
    files.iter().flat_map(|(name, text)| cases(name, text)).collect()
}

/// The settings that `=` lines change.
struct Settings {
    kind: BodyKind,
    uri: String,
    modifier: Modifier,
    has_client: bool,
    charset: Option<Vec<u8>>,
    callback: Option<Vec<u8>>,
}

fn cases(file: &str, text: &str) -> Vec<Case> {
    let mut settings = Settings {
        kind: BodyKind::Html,
        uri: String::new(),
        modifier: Modifier::Page,
        has_client: false,
        charset: None,
        callback: None,
    };
    let mut cases = Vec::new();
    let mut input = None;
    for (number, line) in text.lines().enumerate() {
        let place = format!("{file}:{}", number + 1);
        match line.as_bytes().first() {
            None | Some(b'#') => {}
            Some(b'=') => settings.change(&line[2..], &place),
            Some(b'>') => input = Some(bytes_of(line.get(2..).unwrap_or_default())),
            Some(b'<') => {
                let input: Vec<u8> = input.take().unwrap_or_else(|| panic!("{place} has no input"));
                let expected = if line == "<=" { input.clone() } else { bytes_of(&line[2..]) };
                let mut context = context(settings.uri.as_bytes(), settings.modifier);
                context.client = settings.has_client.then(client);
                context.callback = settings.callback.clone();
                cases.push(Case {
                    place,
                    kind: settings.kind,
                    charset: settings.charset.clone(),
                    context,
                    input,
                    expected,
                });
            }
            Some(_) => panic!("{place} is no line of a case"),
        }
    }
    cases
}

impl Settings {
    fn change(&mut self, line: &str, place: &str) {
        let (key, value) = line.split_once(' ').unwrap_or_else(|| panic!("{place} has no value"));
        let optional = (value != "none").then(|| value.as_bytes().to_vec());
        match key {
            "kind" => {
                self.kind = match value {
                    "html" => BodyKind::Html,
                    "xml" => BodyKind::Xml,
                    "css" => BodyKind::Css,
                    "script" => BodyKind::Script,
                    "json" => BodyKind::Json,
                    "jsonp" => BodyKind::Jsonp,
                    "manifest" => BodyKind::Manifest,
                    "hls" => BodyKind::Hls,
                    "dash" => BodyKind::Dash,
                    _ => panic!("{place}: no kind {value}"),
                }
            }
            "uri" => self.uri = value.to_owned(),
            "modifier" => {
                self.modifier = Modifier::parse(value)
                    .unwrap_or_else(|| panic!("{place}: no modifier {value}"));
            }
            "client" => self.has_client = value == "yes",
            "charset" => self.charset = optional,
            "callback" => self.callback = optional,
            _ => panic!("{place}: no key {key}"),
        }
    }
}

/// Undoes the abbreviations and escapes of a line.
fn bytes_of(line: &str) -> Vec<u8> {
    let escaped_client = CLIENT.replace('&', "&amp;").replace('"', "&quot;");
    let line = line
        .replace('§', &format!("{PREFIX}{TIME}"))
        .replace('°', &format!("//r.test/web/{TIME}"))
        .replace('¶', &format!("/web/{TIME}"))
        .replace("&¤", &escaped_client)
        .replace('¤', CLIENT);
    let mut out = Vec::new();
    let mut bytes = line.bytes();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match bytes.next() {
            Some(b'n') => out.push(b'\n'),
            Some(b'r') => out.push(b'\r'),
            Some(b't') => out.push(b'\t'),
            Some(b'0') => out.push(0),
            Some(b'x') => {
                let digits = [bytes.next().unwrap_or(b'0'), bytes.next().unwrap_or(b'0')];
                let text = std::str::from_utf8(&digits).unwrap_or("00");
                out.push(u8::from_str_radix(text, 16).unwrap_or(0));
            }
            Some(other) => out.push(other),
            None => out.push(b'\\'),
        }
    }
    out
}
