//! Traps that must be recognised, and sites that must not be mistaken for one.

use super::*;

#[test]
fn paths_are_measured() {
    for (path, segments, repeats) in [
        ("", 0, 0),
        ("/", 0, 0),
        ("/a", 1, 1),
        ("/a/b/", 2, 1),
        ("/x/x", 2, 2),
        ("/x/x/x", 3, 3),
        ("//x//x/x/", 3, 3),
        ("/a/b/a/b/a/b", 6, 3),
        ("/z/a/b/a/b/a/y", 7, 2),
        ("/a/b/c/a/b/c", 6, 2),
        ("/2011/11/11", 3, 2),
        ("/a/a/b/b/c/c", 6, 2),
    ] {
        assert_eq!(signs::segments(path.as_bytes()), segments, "{path}");
        assert_eq!(signs::repeats(path.as_bytes()), repeats, "{path}");
    }
    // Beyond what is compared without allocation, and beyond what is compared at all.
    assert_eq!(signs::repeats("/a/b".repeat(20).as_bytes()), 20);
    assert_eq!(signs::repeats("/a".repeat(100_000).as_bytes()), signs::MAX_SEGMENTS);
}

#[test]
fn queries_are_measured() {
    for (query, parameters, repeated) in [
        ("", 0, 0),
        ("a=1", 1, 1),
        ("a=1&b=2", 2, 1),
        ("a=1&a=2&a=1", 3, 2),
        ("&&a&&a;a", 3, 3),
        ("&&", 0, 0),
    ] {
        assert_eq!(signs::parameters(query.as_bytes()), parameters, "{query}");
        assert_eq!(signs::repeated_parameters(query.as_bytes()), repeated, "{query}");
    }
}

#[test]
fn years_are_read_from_dates() {
    for (uri, expect) in [
        ("http://a.cz/2024/05/12/x", Some(2024)),
        ("http://a.cz/cal/2024-5", Some(2024)),
        ("http://a.cz/cal/9999_12", Some(9999)),
        ("http://a.cz/?year=2031&month=1", Some(2031)),
        ("http://a.cz/?rok=1984", Some(1984)),
        ("http://a.cz/?date=20310512", Some(2031)),
        ("http://a.cz/?from=2031-05-12", Some(2031)),
        ("http://a.cz/2024/13/", None),
        ("http://a.cz/2024", None),
        ("http://a.cz/12024/05", None),
        ("http://a.cz/2024/005", None),
        ("http://a.cz/?id=2024", None),
        ("http://a.cz/?year=20", None),
    ] {
        let parts = stodola_uri::parse(uri.as_bytes());
        assert_eq!(signs::year(parts.path, parts.query), expect, "{uri}");
    }
}

#[test]
fn patterns_forget_what_differs_between_pages_of_one_script() {
    for (uri, expect) in [
        ("http://a.cz", "a.cz"),
        ("http://a.cz/", "a.cz/"),
        ("http://a.cz/shop/item-4711?sort=up&id=7", "a.cz/shop/item-{n}?id&sort"),
        ("http://a.cz/2024/05/12/", "a.cz/{n}/{n}/{n}/"),
        ("http://a.cz/cal/2024-05-12.html", "a.cz/cal/{n}-{n}-{n}.html"),
        ("http://a.cz/node/deadbeef01", "a.cz/node/{x}"),
        ("http://a.cz/f/550e8400-e29b-41d4-a716-446655440000.jpg", "a.cz/f/{id}.jpg"),
        ("http://a.cz/news/how-we-built-a-barn.html", "a.cz/news/{title}.html"),
        ("http://a.cz/x;jsessionid=A1B2C3D4E5F6G7H8I9J0K1", "a.cz/x;jsessionid={s}"),
        ("http://a.cz/Page12b", "a.cz/page{n}b"),
        ("http://a.cz/?b=1&a=2&b=3&p12=x", "a.cz/?a&b&p{n}"),
        ("http://a.cz/file.tar.gz", "a.cz/file.tar.gz"),
        ("http://a.cz/v1.2", "a.cz/v{n}.{n}"),
        ("mailto:me", "me"),
    ] {
        assert_eq!(Pattern::text(uri.as_bytes()), expect, "{uri}");
    }
    let one = Pattern::of(b"http://a.cz/cal?d=1&m=2");
    assert_eq!(one, Pattern::of(b"http://a.cz/cal?m=77&d=31"));
    assert_ne!(one, Pattern::of(b"http://b.cz/cal?d=1&m=2"));
    assert_ne!(one, Pattern::of(b"http://a.cz/kal?d=1&m=2"));
}

/// Returns a page with the same markup and its own words.
fn page(words: &str) -> String {
    let menu = "<li class='item' id='x7'><a href='/a'>menu</a></li>".repeat(9);
    format!("<html><script>var t = '{words}';</script><ul>{menu}</ul><p>{words}</p></html>")
}

fn bits_between(one: &str, two: &str) -> u32 {
    (simhash(one.as_bytes()).unwrap() ^ simhash(two.as_bytes()).unwrap()).count_ones()
}

#[test]
fn similarity_follows_the_words() {
    let text = "The barn is where the harvest is kept over winter. Mice live there as well, and \
        owls that eat the mice, so that in the end most of the grain comes to the mill in spring.";
    let dated = |day: u32| page(&format!("{day}. 5. {} {text} {day}", 1900 + day));
    let other = "Whoever wants to map a country walks along its rivers first, for water is what all \
        roads and villages follow; hills come later, and borders last, because people made them.";
    assert_eq!(bits_between(&dated(1), &dated(29)), 0);
    assert!(bits_between(&dated(1), &dated(1).replace("spring", "autumn")) <= 8);
    assert!(bits_between(&page(text), &page(other)) > 12);
    assert_eq!(simhash(b"<p>1 2 3 4 5 6 7 8 9 10 11 12</p>"), None);
    assert_eq!(simhash(b""), None);
}

#[test]
fn similarity_does_not_depend_on_pieces() {
    let text = page("some words that are cut 12 in pieces, wherever <b>it</b> may be");
    let whole = simhash(text.as_bytes());
    assert!(whole.is_some());
    for size in 1..text.len() {
        let mut hash = Simhash::new();
        text.as_bytes().chunks(size).for_each(|piece| hash.write(piece));
        assert_eq!(hash.finish(), whole, "pieces of {size}");
    }
}

fn guard() -> TrapGuard {
    TrapGuard::new(TrapSettings::default(), 2026)
}

const CUT: TrapVerdict = TrapVerdict::Cut { reason: TrapReason::NoNovelty };
const CUT_DATE: TrapVerdict = TrapVerdict::Cut { reason: TrapReason::FarDate };

/// Returns after how many documents the guard cuts; `None` if it does not within a thousand.
fn cut_after(
    uri: impl Fn(u32) -> String,
    digest: impl Fn(u32) -> u32,
) -> Option<(u32, TrapVerdict)> {
    let mut guard = guard();
    for index in 0..1000 {
        let pattern = Pattern::of(uri(index).as_bytes());
        match guard.verdict(&pattern) {
            TrapVerdict::Go => guard.note(&pattern, &digest(index).to_be_bytes(), None),
            cut => return Some((index, cut)),
        };
    }
    None
}

#[test]
fn pattern_is_cut_when_it_yields_nothing_new() {
    let uri = |index: u32| format!("http://a.cz/list?page={index}");
    assert_eq!(cut_after(uri, |_| 0), Some((200, CUT)));
    assert_eq!(cut_after(uri, |index| index), None);
    // One in ten is new: more than a twentieth.
    assert_eq!(cut_after(uri, |index| index / 10), None);
    // One in fifty.
    assert_eq!(cut_after(uri, |index| index / 50), Some((200, CUT)));
    // The pattern brought new documents for a long time.
    assert_eq!(cut_after(uri, |index| index.min(500)), Some((597, CUT)));
    // The URIs have no common pattern.
    let words = |index: u32| {
        let letter = |part: u32| char::from(b'a' + u8::try_from(part % 26).unwrap());
        format!("http://a.cz/{}{}{}", letter(index), letter(index / 26), letter(index / 676))
    };
    assert_eq!(cut_after(words, |_| 0), None);
}

#[test]
fn far_dates_are_cut_sooner_unless_they_yield() {
    let future = |index: u32| format!("http://a.cz/cal/{}/{}/", 2030 + index / 12, 1 + index % 12);
    assert_eq!(cut_after(future, |_| 0), Some((50, CUT_DATE)));
    assert_eq!(cut_after(future, |index| index), None);
    let chronicle =
        |index: u32| format!("http://a.cz/noviny/{}/{}/", 1850 + index / 12, 1 + index % 12);
    assert_eq!(cut_after(chronicle, |index| index), None);
    // Dates near today are still fetched.
    let mut guard = guard();
    for index in 0..100 {
        guard.note(&Pattern::of(future(index).as_bytes()), b"same", None);
    }
    let near = Pattern::of(b"http://a.cz/cal/2027/1/");
    assert_eq!(guard.verdict(&near), TrapVerdict::Go);
}

#[test]
fn novelty_goes_by_payload_and_by_similarity() {
    let mut guard = guard();
    let pattern = Pattern::of(b"http://a.cz/x?y=1");
    for (digest, similarity, expect) in [
        ("a", Some(0), Novelty::New),
        ("a", Some(0), Novelty::SamePayload),
        ("b", Some(0b111), Novelty::NearlySame),
        ("c", Some(u64::MAX), Novelty::New),
        ("d", None, Novelty::New),
        ("e", Some(u64::MAX << 4), Novelty::New),
    ] {
        assert_eq!(guard.note(&pattern, digest.as_bytes(), similarity), expect, "{digest}");
    }
}

#[test]
fn operator_lets_a_pattern_go_on() {
    let mut guard = guard();
    let pattern = Pattern::of(b"http://a.cz/x?y=1");
    (0..200).for_each(|_| guard.note_novelty(&pattern, Novelty::SamePayload));
    assert_eq!(guard.verdict(&pattern), CUT);
    guard.forget(&pattern);
    assert_eq!(guard.verdict(&pattern), TrapVerdict::Go);

    let settings = TrapSettings { enabled: false, ..TrapSettings::default() };
    let mut off = TrapGuard::new(settings, 2026);
    (0..200).for_each(|_| off.note_novelty(&pattern, Novelty::SamePayload));
    assert_eq!(off.verdict(&pattern), TrapVerdict::Go);
}

#[test]
fn memory_is_bounded_and_what_is_asked_for_stays() {
    let settings = TrapSettings { hosts: 16, patterns_per_host: 8, ..TrapSettings::default() };
    let mut guard = TrapGuard::new(settings, 2026);
    let cut = Pattern::of(b"http://trap.cz/x?y=1");
    (0..200).for_each(|_| guard.note_novelty(&cut, Novelty::SamePayload));
    for host in 0..500 {
        for path in ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"] {
            let uri = format!("http://h{host}.cz/{path}");
            guard.note(&Pattern::of(uri.as_bytes()), uri.as_bytes(), None);
        }
        assert_eq!(guard.verdict(&cut), CUT, "after {host} hosts");
        let (hosts, patterns) = guard.len();
        assert!(hosts <= 16 && patterns <= 16 * 8, "{hosts} {patterns}");
    }
}

#[test]
fn any_bytes_have_a_pattern() {
    let mut state = 7_u64;
    for len in 0..2000 {
        let bytes: Vec<u8> = (0..len % 97)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                b"/?&=;:@.-%[]#09aZ\xff\0~"[(state >> 33) as usize % 20]
            })
            .collect();
        let pattern = Pattern::of(&bytes);
        assert!(Pattern::text(&bytes).len() <= 4 * bytes.len() + 16, "{bytes:?}");
        let mut guard = guard();
        guard.note(&pattern, &bytes, simhash(&bytes));
        assert_eq!(guard.verdict(&pattern), TrapVerdict::Go, "one document is no trap: {bytes:?}");
    }
}
