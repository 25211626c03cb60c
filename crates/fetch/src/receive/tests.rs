//! Responses of every kind, in one piece, in pieces of every size, and cut at every byte.

use super::*;
use crate::settings::SpoolSettings;

const HEAD: usize = 1000;
const BODY: u64 = 100;

/// The result for a response: recorded bytes, status, truncation, whether the connection is kept.
type Found = (String, Option<u16>, Option<Truncated>, bool);

fn receive(bytes: &[u8], size: usize, ending: Ending) -> (Found, usize) {
    let mut spool = Spool::new(&SpoolSettings::default());
    let mut receiver = Receiver::new(HEAD, BODY);
    let mut taken = 0;
    let mut done = false;
    for piece in bytes.chunks(size.max(1)) {
        let fed = receiver.feed(piece, &mut spool).unwrap();
        taken += fed.taken;
        done = fed.done;
        if done {
            break;
        }
        assert_eq!(fed.taken, piece.len());
    }
    if !done {
        receiver.end(ending, &mut spool).unwrap();
    }
    let kept = String::from_utf8_lossy(spool.in_memory().unwrap()).into_owned();
    assert!(kept.as_bytes().starts_with(receiver.head()) || kept.contains('\u{fffd}'));
    let keep = receiver.may_keep_connection();
    ((kept, receiver.status(), receiver.truncated(), keep), taken)
}

fn check(sent: &str, kept: &str, status: Option<u16>, truncated: Option<Truncated>, keep: bool) {
    for size in [1, 2, 3, 5, 7, 64, usize::MAX] {
        let (found, _) = receive(sent.as_bytes(), size.min(sent.len()), Ending::Closed);
        assert_eq!(found, (kept.to_owned(), status, truncated, keep), "{sent:?} by {size}");
    }
}

#[test]
fn responses_end_where_they_should() {
    use Truncated::*;
    // Columns: bytes sent; bytes left over; status; truncation; whether the connection is kept.
    type Row = (&'static str, &'static str, Option<u16>, Option<Truncated>, bool);
    let table: &[Row] = &[
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", "", Some(200), None, true),
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", " more", Some(200), None, true),
        ("HTTP/1.1 200 OK\nContent-Length: 5\n\nhello", "x", Some(200), None, true),
        ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel", "", Some(200), Some(Disconnect), false),
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "x", Some(200), None, true),
        ("HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\nhello", "x", Some(200), None, true),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\ncontent-length:5\r\n\r\nhello",
            "x",
            Some(200),
            None,
            true,
        ),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!!",
            "",
            Some(200),
            None,
            false,
        ),
        ("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nhello", "", Some(200), None, false),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\nhello",
            "",
            Some(200),
            None,
            false,
        ),
        ("HTTP/1.1 200 OK\r\n\r\nhello", "", Some(200), None, false),
        (
            "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: Close\r\n\r\nh",
            "",
            Some(200),
            None,
            false,
        ),
        ("HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\nh", "", Some(200), None, false),
        (
            "HTTP/1.0 200 OK\r\nContent-Length: 1\r\nConnection: x, Keep-Alive\r\n\r\nh",
            "",
            Some(200),
            None,
            true,
        ),
        ("HTTP/1.1 204 No\r\nContent-Length: 5\r\n\r\n", "hello", Some(204), None, true),
        ("HTTP/1.1 304 No\r\nContent-Length: 5\r\n\r\n", "", Some(304), None, true),
        ("HTTP/1.1 101 Up\r\n\r\n", "x", Some(101), None, false),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            "x",
            Some(200),
            None,
            true,
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n5;a=b\nhello\n0\nA: b\n\n",
            "x",
            Some(200),
            None,
            true,
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n\
             3\r\nabc\r\n02\r\nde\r\n000\r\nT: 1\r\nU: 2\r\n\r\n",
            "x",
            Some(200),
            None,
            true,
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n",
            "",
            Some(200),
            None,
            false,
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
            "",
            Some(200),
            Some(Disconnect),
            false,
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
            "",
            Some(200),
            Some(Disconnect),
            false,
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n<html>\r\nplain",
            "",
            Some(200),
            None,
            false,
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello, world\r\n0\r\n\r\n",
            "",
            Some(200),
            Some(Unspecified),
            false,
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nzz\r\n",
            "",
            Some(200),
            Some(Unspecified),
            false,
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff1\r\nhello",
            "",
            Some(200),
            None,
            false,
        ),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nhello",
            "",
            Some(200),
            Some(Disconnect),
            false,
        ),
        ("<html>no head</html>", "", None, None, false),
        ("H", "", None, Some(Disconnect), false),
        ("HTTP is a protocol\r\n\r\n", "", None, None, false),
        ("ICY 200 OK\r\n\r\nradio", "", Some(200), None, false),
        ("http/1.1 200\r\nContent-Length: 1\r\n\r\nx", "y", Some(200), None, true),
        ("HTTP/1.1 abc\r\n\r\nx", "", None, None, false),
        ("HTTP/1.1 200 OK\r\nContent-Le", "", Some(200), Some(Disconnect), false),
        ("HTTP/1.1 20", "", Some(20), Some(Disconnect), false),
        (
            "HTTP/1.1 200 OK\r\nA: b\0c\r\n fold\r\nno colon\r\nContent-Length : 1\r\n\r\nx",
            "y",
            Some(200),
            None,
            true,
        ),
    ];
    for &(kept, left, status, truncated, keep) in table {
        check(&format!("{kept}{left}"), kept, status, truncated, keep);
    }
}

#[test]
fn interim_responses_and_blank_lines_are_left_out() {
    let last = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx";
    for before in [
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 102 P\n\n",
        "\r\n",
        "\n\n",
        "\nHTTP/1.1 100 Continue\r\n\r\n\r\n",
    ] {
        check(&format!("{before}{last}"), last, Some(200), None, true);
    }
    // If nothing else follows, the interim response is kept.
    let interim = "HTTP/1.1 100 Continue\r\nA: b\r\n\r\n";
    check(interim, interim, Some(100), Some(Truncated::Disconnect), false);
    // Too many line ends are not ignored: they are a response without a head.
    let blank = "\n".repeat(20);
    check(&blank, &blank[BLANK_LIMIT..], None, None, false);
}

#[test]
fn endless_interim_responses_are_cut() {
    let interim = "HTTP/1.1 100 Continue\r\n\r\n";
    let sent = interim.repeat(10_000);
    for size in [1, 10, 5000] {
        let (found, taken) = receive(sent.as_bytes(), size, Ending::Closed);
        assert!(taken <= HEAD + 1, "{taken}");
        assert_eq!(found.2, Some(Truncated::Length));
        assert!(interim.starts_with(&found.0) && !found.0.is_empty());
    }
}

#[test]
fn limits_cut_heads_and_bodies() {
    let bomb = format!("HTTP/1.1 200 OK\r\n{}", "A: b\r\n".repeat(1000));
    check(&bomb, &bomb[..HEAD], Some(200), Some(Truncated::Length), false);
    let endless = format!("HTTP/1.1 200 OK {}", "x".repeat(3000));
    check(&endless, &endless[..HEAD], Some(200), Some(Truncated::Length), false);
    let raw = "x".repeat(300);
    check(&raw, &raw[..BODY as usize], None, Some(Truncated::Length), false);
    check(&raw[..BODY as usize], &raw[..BODY as usize], None, None, false);
    for (fields, body, cut) in [
        ("Content-Length: 100\r\n", "x".repeat(100), false),
        ("Content-Length: 101\r\n", "x".repeat(101), true),
        ("", "x".repeat(100), false),
        ("", "x".repeat(101), true),
        ("Transfer-Encoding: chunked\r\n", format!("5b\r\n{}\r\n0\r\n\r\n", "x".repeat(91)), true),
        ("Transfer-Encoding: chunked\r\n", format!("5a\r\n{}\r\n0\n\n", "x".repeat(90)), false),
    ] {
        let sent = format!("HTTP/1.1 200 OK\r\n{fields}\r\n{body}");
        let kept = &sent[..sent.len() - body.len() + body.len().min(100)];
        let truncated = cut.then_some(Truncated::Length);
        let keep = !cut && !fields.is_empty();
        check(&sent, kept, Some(200), truncated, keep);
    }
}

#[test]
fn trailers_are_bounded() {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    let sent = format!("{head}0\r\n{}", "A: b\r\n".repeat(1000));
    let mut spool = Spool::new(&SpoolSettings::default());
    let mut receiver = Receiver::new(HEAD, u64::MAX);
    receiver.feed(sent.as_bytes(), &mut spool).unwrap();
    receiver.end(Ending::Closed, &mut spool).unwrap();
    assert_eq!(receiver.truncated(), Some(Truncated::Unspecified));
}

#[test]
fn a_cut_at_every_byte_keeps_what_came_and_says_so() {
    let whole: &[&str] = &[
        "HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\nhello, world",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x\r\nhello\r\n7\r\n, world\r\n0\r\nA: b\r\n\r\n",
    ];
    for sent in whole {
        for cut in 1..sent.len() {
            for size in [1, 4, 1000] {
                for (ending, expected) in [
                    (Ending::Closed, Truncated::Disconnect),
                    (Ending::Broken, Truncated::Disconnect),
                    (Ending::Time, Truncated::Time),
                ] {
                    let ((kept, _, truncated, keep), _) =
                        receive(&sent.as_bytes()[..cut], size, ending);
                    assert_eq!((kept.as_str(), keep), (&sent[..cut], false));
                    // A close behind the last chunk, or before the first, loses nothing.
                    let lenient = sent.contains("chunked")
                        && (sent[..cut].ends_with("\r\n\r\n") || sent[..cut].contains("\r\n0"));
                    if !(lenient && ending == Ending::Closed) {
                        assert_eq!(truncated, Some(expected), "{:?}", &sent[..cut]);
                    }
                }
            }
        }
    }
}

#[test]
fn a_media_type_can_have_a_limit_of_its_own() {
    use crate::type_limit::{MediaPattern, TypeLimit};
    let limit = |pattern: &str, refuses_longer| TypeLimit {
        media_type: MediaPattern::parse(pattern).unwrap(),
        most: 3,
        refuses_longer,
    };
    let limits: std::sync::Arc<[TypeLimit]> =
        [limit("video/mp4", false), limit("video/*", true)].into_iter().collect();
    let cut = Some(Truncated::Length);
    for (fields, body, kept, truncated) in [
        ("Content-Type: video/mp4; x=y\r\nContent-Length: 5", "hello", "hel", cut),
        ("Content-Type: video/webm\r\nContent-Length: 5", "hello", "", cut),
        ("Content-Type: video/webm\r\nContent-Length: 3", "hel", "hel", None),
        ("Content-Type: video/webm", "hello", "hel", cut),
        ("Content-Type: text/html\r\nContent-Length: 5", "hello", "hello", None),
        ("Content-Length: 5", "hello", "hello", None),
    ] {
        for size in [1, 3, 1000] {
            let head = format!("HTTP/1.1 200 OK\r\n{fields}\r\n\r\n");
            let sent = format!("{head}{body}");
            let mut spool = Spool::new(&SpoolSettings::default());
            let mut receiver = Receiver::new(HEAD, BODY).with_type_limits(limits.clone());
            let mut is_done = false;
            for piece in sent.as_bytes().chunks(size) {
                if !is_done {
                    is_done = receiver.feed(piece, &mut spool).unwrap().done;
                }
            }
            if !is_done {
                receiver.end(Ending::Closed, &mut spool).unwrap();
            }
            let found = String::from_utf8_lossy(spool.in_memory().unwrap()).into_owned();
            assert_eq!(found, format!("{head}{kept}"), "{fields} by {size}");
            assert_eq!(receiver.truncated(), truncated, "{fields} by {size}");
            assert!(!receiver.may_keep_connection() || truncated.is_none());
        }
    }
}
