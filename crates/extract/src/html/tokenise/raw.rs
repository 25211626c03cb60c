//! Text in which tags have no meaning until the right end tag: raw text, scripts, CDATA sections.

use memchr::{memchr, memchr2};

use super::scan::ends_tag_name;
use super::{Sink, State, Tokeniser, all_but};

/// Whether a script is in a comment, and whether in a script in that comment.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    Plain,
    Escaped,
    DoubleEscaped,
}

impl Tokeniser {
    pub(super) fn cdata<S: Sink>(
        &mut self,
        rest: &[u8],
        is_last: bool,
        sink: &mut S,
    ) -> Option<usize> {
        for end in memchr::memchr_iter(b'>', rest) {
            if let Some(text) = rest[..end].strip_suffix(b"]]") {
                sink.text(text, self.at);
                self.state = State::Data;
                return Some(end + 1);
            }
        }
        let done = if is_last { Some(rest.len()) } else { all_but(rest, 2) };
        sink.text(&rest[..done?], self.at);
        done
    }

    pub(super) fn raw<S: Sink>(
        &mut self,
        rest: &[u8],
        close: &[u8],
        is_last: bool,
        sink: &mut S,
    ) -> Option<usize> {
        for at in memchr::memchr_iter(b'<', rest) {
            match is_tag(&rest[at..], close, is_last) {
                Some(false) => {}
                Some(true) => {
                    sink.text(&rest[..at], self.at);
                    self.state = State::Data;
                    return Some(at);
                }
                None => return text_before(rest, at, self.at, sink),
            }
        }
        sink.text(rest, self.at);
        Some(rest.len())
    }

    pub(super) fn script<S: Sink>(
        &mut self,
        rest: &[u8],
        mut script: Script,
        is_last: bool,
        sink: &mut S,
    ) -> Option<usize> {
        let mut at = 0;
        loop {
            let found = match script {
                Script::Plain => memchr(b'<', &rest[at..]),
                Script::Escaped | Script::DoubleEscaped => memchr2(b'<', b'-', &rest[at..]),
            };
            self.state = State::Script(script);
            let Some(found) = found else {
                sink.text(rest, self.at);
                return Some(rest.len());
            };
            at += found;
            let here = &rest[at..];
            // How many bytes are done, and the state of the rest.
            let next = if here[0] == b'-' {
                begins(here, b"-->", is_last).map(|it| it.then_some((3, Script::Plain)))
            } else {
                match script {
                    Script::Plain => match is_tag(here, b"</script", is_last) {
                        Some(true) => return self.script_ends(rest, at, sink),
                        // Its hyphens may also be those of its end: `<!-->`.
                        Some(false) => begins(here, b"<!--", is_last)
                            .map(|it| it.then_some((2, Script::Escaped))),
                        None => None,
                    },
                    Script::Escaped => match is_tag(here, b"</script", is_last) {
                        Some(true) => return self.script_ends(rest, at, sink),
                        Some(false) => is_tag(here, b"<script", is_last)
                            .map(|it| it.then_some((7, Script::DoubleEscaped))),
                        None => None,
                    },
                    Script::DoubleEscaped => is_tag(here, b"</script", is_last)
                        .map(|it| it.then_some((8, Script::Escaped))),
                }
            };
            match next {
                Some(Some((len, inside))) => {
                    at += len;
                    script = inside;
                }
                Some(None) => at += 1,
                None => return text_before(rest, at, self.at, sink),
            }
        }
    }

    fn script_ends<S: Sink>(&mut self, rest: &[u8], at: usize, sink: &mut S) -> Option<usize> {
        sink.text(&rest[..at], self.at);
        self.state = State::Data;
        Some(at)
    }
}

/// Returns the state that the start tag of an HTML element switches to; `None` if it does not switch.
pub(super) fn text_within(name: &[u8]) -> Option<State> {
    // By length first, because most names need no more.
    Some(match (name.len(), name) {
        (3, b"xmp") => State::Raw(b"</xmp"),
        (5, b"style") => State::Raw(b"</style"),
        (5, b"title") => State::Raw(b"</title"),
        (6, b"script") => State::Script(Script::Plain),
        (6, b"iframe") => State::Raw(b"</iframe"),
        (7, b"noembed") => State::Raw(b"</noembed"),
        (8, b"noscript") => State::Raw(b"</noscript"),
        (8, b"noframes") => State::Raw(b"</noframes"),
        (8, b"textarea") => State::Raw(b"</textarea"),
        (9, b"plaintext") => State::Plaintext,
        _ => return None,
    })
}

/// Whether there is a tag here that begins with `start`; `None` if that is not decided yet.
fn is_tag(here: &[u8], start: &[u8], is_last: bool) -> Option<bool> {
    match here.get(start.len()) {
        Some(&byte) => Some(ends_tag_name(byte) && here[..start.len()].eq_ignore_ascii_case(start)),
        None if is_last => Some(false),
        None => (!start[..here.len()].eq_ignore_ascii_case(here)).then_some(false),
    }
}

/// Whether the bytes begin with `with`; `None` if that is not decided yet.
fn begins(here: &[u8], with: &[u8], is_last: bool) -> Option<bool> {
    if here.len() < with.len() && !is_last && with.starts_with(here) {
        return None;
    }
    Some(here.starts_with(with))
}

/// Gives the text before what is not decided yet, if there is any.
fn text_before<S: Sink>(rest: &[u8], at: usize, position: u64, sink: &mut S) -> Option<usize> {
    if at == 0 {
        return None;
    }
    sink.text(&rest[..at], position);
    Some(at)
}
