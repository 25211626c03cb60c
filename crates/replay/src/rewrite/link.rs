//! Links: what one points to, and its address in the archive.
//!
//! A rewritten link is the replay address with the absolute URI behind it. Everything behind the host stays byte for
//! byte as it was found, so that a browser escapes it as it did on the live page (paths in UTF-8, queries in the
//! charset of the page). Relative links stay as they are where they lead to the right place anyway.

use std::borrow::Cow;

use memchr::memmem;

use super::base::{Base, is_slash};
use super::charset::SecondBytes;
use super::context::{FileLink, FileLinks, ReplayContext};
use crate::Modifier;

/// What becomes of links that are relative to the folder of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relative {
    /// They stay if they resolve rightly where they stand.
    Keep,
    /// They become absolute.
    Resolve,
    /// They become absolute, so that the modifier is in the address, but the client script can tell what they were.
    Mark,
}

impl Relative {
    /// For what the modifier changes how an answer is rewritten, the address has to have it.
    fn for_modifier(modifier: Modifier) -> Relative {
        match modifier {
            Modifier::Script
            | Modifier::Module
            | Modifier::Worker
            | Modifier::ServiceWorker
            | Modifier::Style
            | Modifier::Iframe
            | Modifier::Frame => Relative::Mark,
            Modifier::Identity
            | Modifier::IdentityWithRedirects
            | Modifier::Page
            | Modifier::BannerOnly
            | Modifier::Image
            | Modifier::Embed => Relative::Keep,
        }
    }
}

/// How a replay address begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// With the scheme: `http://127.0.0.1:8081/web/…`.
    Absolute,
    /// With two slashes and the host: `//127.0.0.1:8081/web/…`.
    Host,
    /// With the path: `/web/…`.
    Path,
}

/// Rewrites links of one document.
#[derive(Debug, Clone)]
pub(super) struct LinkRewriter {
    /// Printable ASCII without quotes, brackets and ampersands, so that it can stand in any language. With scheme and
    /// host, if the server gave them.
    prefix: Vec<u8>,
    /// Where in the prefix its host begins, with the two slashes before it, and where its path.
    host_at: usize,
    path_at: usize,
    time: Vec<u8>,
    base: Base,
    has_declared_base: bool,
    page: Modifier,
    /// Where links lead if the document becomes a file.
    files: Option<FileLinks>,
    /// What scripts have to know of the charset of the document.
    pub(super) second_bytes: SecondBytes,
}

impl LinkRewriter {
    pub(super) fn new(context: &ReplayContext) -> LinkRewriter {
        let page = match context.modifier {
            page @ (Modifier::Iframe | Modifier::Frame) => page,
            _ => Modifier::Page,
        };
        let prefix = escaped_everywhere(context.prefix.as_bytes());
        let host_at = memmem::find(&prefix, b"://").map_or(0, |colon| colon + 1);
        let path_at = match host_at {
            0 => 0,
            host => memchr::memchr(b'/', &prefix[host + 2..])
                .map_or(prefix.len(), |path| host + 2 + path),
        };
        LinkRewriter {
            prefix,
            host_at,
            path_at,
            time: context.time.bytes().filter(u8::is_ascii_digit).collect(),
            base: Base::new(&context.uri),
            has_declared_base: false,
            page,
            files: context.files.clone(),
            second_bytes: SecondBytes::NeverAscii,
        }
    }

    /// Whether the document becomes a file.
    pub(super) fn is_for_files(&self) -> bool {
        self.files.is_some()
    }

    /// The modifier of pages that a link or form leads to.
    pub(super) fn page_modifier(&self) -> Modifier {
        self.page
    }

    /// What becomes of relative links to something of that kind. Those with the modifier of the page itself can stay:
    /// the browser resolves them to an address that has it.
    pub(super) fn relative_for(&self, modifier: Modifier) -> Relative {
        if modifier == self.page { Relative::Keep } else { Relative::for_modifier(modifier) }
    }

    /// Takes the first base that a page declares (`<base href>`): later links are relative to it.
    pub(super) fn declare_base(&mut self, link: &[u8]) {
        if !std::mem::replace(&mut self.has_declared_base, true)
            && let Some(base) = self.base.join(link)
        {
            self.base = base;
        }
    }

    /// The URI that links are relative to, in printable ASCII without quotes, backslashes and angle brackets.
    pub(super) fn base_uri(&self) -> &[u8] {
        self.base.uri()
    }

    /// Appends everything of a replay address that comes before the URI.
    pub(super) fn push_prefix(&self, form: Form, modifier: Modifier, out: &mut Vec<u8>) {
        let start = match form {
            Form::Absolute => 0,
            Form::Host => self.host_at,
            Form::Path => self.path_at,
        };
        out.extend_from_slice(&self.prefix[start..]);
        out.extend_from_slice(&self.time);
        out.extend_from_slice(modifier.as_str().as_bytes());
        out.push(b'/');
    }

    /// Whether a link is a replay address that this rewriter, or the client script, has made.
    fn is_rewritten(&self, link: &[u8]) -> bool {
        if link.starts_with(&self.prefix) && self.path_at > 0 {
            return true;
        }
        // An archived page of another archive may have such paths, too: the time must be ours.
        let rest = link
            .strip_prefix(&self.prefix[self.host_at..])
            .or_else(|| link.strip_prefix(&self.prefix[self.path_at..]));
        let modifier = rest.and_then(|rest| rest.strip_prefix(&self.time[..]));
        modifier.is_some_and(|rest| {
            let end = memchr::memchr(b'/', &rest[..rest.len().min(5)]);
            end.and_then(|end| std::str::from_utf8(&rest[..end]).ok())
                .is_some_and(|it| Modifier::parse(it).is_some())
        })
    }

    /// Rewrites a link. `None` if it stays as it is. Otherwise `head`, which is cleared before, gets everything that
    /// comes before the part of the link that is returned.
    ///
    /// The form of the link is kept, so that scripts and selectors which look at how it begins find the same: an
    /// absolute link stays absolute, `//host` stays without a scheme, `/path` without a host. The client script can
    /// tell what a relative link was: it stands unchanged behind `/././`.
    ///
    /// The head is printable ASCII without double quotes, backslashes and angle brackets. Apostrophes, ampersands and
    /// round brackets in it are for the caller to escape.
    pub(super) fn rewrite<'a>(
        &self,
        link: &'a [u8],
        modifier: Modifier,
        relative: Relative,
        head: &mut Vec<u8>,
    ) -> Option<Cow<'a, [u8]>> {
        let link = match cleaned(link) {
            Cow::Borrowed(link) => link,
            // As rare as a line end within a link.
            Cow::Owned(link) => {
                let tail = self.rewrite(&link, modifier, relative, head);
                return tail.map(|tail| Cow::Owned(tail.into_owned()));
            }
        };
        if link.is_empty() || link[0] == b'#' {
            return None;
        }
        if let Some(files) = &self.files {
            return self.to_file(files, link, modifier, head);
        }
        if self.is_rewritten(link) {
            return None;
        }
        head.clear();
        match target(link, &self.base) {
            Target::Foreign => None,
            Target::Absolute { form, scheme, rest } => {
                if rest.is_empty() {
                    return None;
                }
                self.push_prefix(form, modifier, head);
                head.extend_from_slice(scheme);
                head.extend_from_slice(b"://");
                Some(Cow::Borrowed(rest))
            }
            Target::Root(rest) => {
                self.push_prefix(Form::Path, modifier, head);
                head.extend_from_slice(self.base.origin()?);
                head.push(b'/');
                Some(climbing_removed(rest))
            }
            Target::Folder { path, must_resolve } => {
                self.base.origin()?;
                let stays = !must_resolve && self.base.stays(path);
                if stays && relative == Relative::Keep {
                    return None;
                }
                self.push_prefix(Form::Path, modifier, head);
                let is_marked = relative == Relative::Mark && path.first() != Some(&b'?');
                if stays && is_marked {
                    self.base.push_folder(head);
                    return Some(Cow::Borrowed(path));
                }
                Some(self.base.push_resolved(path, head))
            }
        }
    }
}

impl LinkRewriter {
    /// The same for a document that becomes a file: the head is the path of another file, or the link becomes absolute.
    fn to_file<'a>(
        &self,
        files: &FileLinks,
        link: &'a [u8],
        modifier: Modifier,
        head: &mut Vec<u8>,
    ) -> Option<Cow<'a, [u8]>> {
        head.clear();
        let tail = match target(link, &self.base) {
            Target::Foreign => return None,
            Target::Absolute { rest: [], .. } => return None,
            Target::Absolute { scheme, rest, .. } => {
                head.extend_from_slice(scheme);
                head.extend_from_slice(b"://");
                Cow::Borrowed(rest)
            }
            Target::Root(rest) => {
                head.extend_from_slice(self.base.origin()?);
                head.push(b'/');
                climbing_removed(rest)
            }
            Target::Folder { path, .. } => {
                self.base.origin()?;
                self.base.push_resolved(path, head)
            }
        };
        let uri = [&head[..], &tail].concat();
        let FileLink::Path(path) = files.find(&uri, modifier) else { return Some(tail) };
        head.clear();
        head.extend_from_slice(path.as_bytes());
        // The `#` of a reference, such as `&#39;`, begins no fragment.
        let is_mark = |at: &usize| tail[*at] == b'#' && (*at == 0 || tail[at - 1] != b'&');
        let fragment = (0..tail.len()).find(is_mark).unwrap_or(tail.len());
        Some(match tail {
            Cow::Borrowed(tail) => Cow::Borrowed(&tail[fragment..]),
            Cow::Owned(mut tail) => Cow::Owned(tail.split_off(fragment)),
        })
    }
}

/// What a link points to.
enum Target<'a> {
    /// Nothing that could be archived.
    Foreign,
    /// `rest` begins with the host.
    Absolute { form: Form, scheme: &'static [u8], rest: &'a [u8] },
    /// Path from the root of the host, without its slash.
    Root(&'a [u8]),
    /// Relative to the folder of the base, or only a query.
    Folder { path: &'a [u8], must_resolve: bool },
}

fn target<'a>(link: &'a [u8], base: &Base) -> Target<'a> {
    let (scheme, rest) = split_scheme(link);
    let slashes = rest.iter().take_while(|byte| is_slash(**byte)).count();
    match scheme {
        Some(scheme) => {
            let Some(scheme) = fetched_scheme(scheme) else { return Target::Foreign };
            // A browser reads `http:x` as relative if the page has that scheme. The replayed page may have another.
            if slashes < 2 && scheme == base.scheme() {
                return match slashes {
                    0 => Target::Folder { path: rest, must_resolve: true },
                    _ => Target::Root(&rest[1..]),
                };
            }
            Target::Absolute { form: Form::Absolute, scheme, rest: &rest[slashes..] }
        }
        None => match slashes {
            0 => Target::Folder { path: rest, must_resolve: false },
            1 => Target::Root(&rest[1..]),
            _ if base.scheme().is_empty() => Target::Foreign,
            _ => {
                Target::Absolute { form: Form::Host, scheme: base.scheme(), rest: &rest[slashes..] }
            }
        },
    }
}

/// The scheme in lower case, if captures can have it.
fn fetched_scheme(scheme: &[u8]) -> Option<&'static [u8]> {
    [&b"http"[..], b"https", b"ftp"].into_iter().find(|known| known.eq_ignore_ascii_case(scheme))
}

/// Splits the scheme off, as browsers do.
pub(super) fn split_scheme(link: &[u8]) -> (Option<&[u8]>, &[u8]) {
    let is_legal = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    match link.iter().position(|byte| !is_legal(byte)) {
        Some(len) if link[len] == b':' && link[0].is_ascii_alphabetic() => {
            (Some(&link[..len]), &link[len + 1..])
        }
        _ => (None, link),
    }
}

/// Whether the link is a script (`javascript:`); if so, the script.
pub(super) fn script_of(link: &[u8]) -> Option<&[u8]> {
    let start = link.iter().position(|byte| *byte > b' ')?;
    let (scheme, script) = split_scheme(&link[start..]);
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(b"javascript")).then_some(script)
}

/// Without blanks and controls around it, tabs and line ends within.
fn cleaned(link: &[u8]) -> Cow<'_, [u8]> {
    let is_edge = |byte: &u8| *byte <= b' ';
    let Some(start) = link.iter().position(|byte| !is_edge(byte)) else {
        return Cow::Borrowed(&[]);
    };
    let end = link.iter().rposition(|byte| !is_edge(byte)).map_or(start, |last| last + 1);
    let link = &link[start..end];
    if memchr::memchr3(b'\t', b'\n', b'\r', link).is_none() {
        return Cow::Borrowed(link);
    }
    Cow::Owned(link.iter().copied().filter(|byte| !matches!(byte, b'\t' | b'\n' | b'\r')).collect())
}

/// The path from a root without the `..` that would climb above it: in a replay address there is something above.
fn climbing_removed(rest: &[u8]) -> Cow<'_, [u8]> {
    let end = rest.iter().position(|byte| matches!(byte, b'?' | b'#')).unwrap_or(rest.len());
    if !may_climb(&rest[..end]) {
        return Cow::Borrowed(rest);
    }
    let mut path = Vec::with_capacity(rest.len());
    super::base::push_segments(&mut path, &rest[..end], || {});
    path.extend_from_slice(&rest[end..]);
    Cow::Owned(path)
}

/// Whether a path may have a segment `..`, which can be written with escapes.
pub(super) fn may_climb(path: &[u8]) -> bool {
    memmem::find(path, b"..").is_some()
        || memmem::find(path, b"%2e").is_some()
        || memmem::find(path, b"%2E").is_some()
}

/// Escapes whatever has a meaning in HTML, CSS, scripts or XML.
fn escaped_everywhere(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for &byte in bytes {
        if byte.is_ascii_graphic() && !b"\"'<>&()\\`{}".contains(&byte) {
            out.push(byte);
        } else {
            super::base::push_percent(byte, &mut out);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(uri: &str, link: &str, modifier: Modifier, relative: Relative) -> Option<String> {
        let context = ReplayContext::new(
            "http://r.test/web/",
            "20140126200624",
            uri.as_bytes(),
            Modifier::Page,
        );
        let mut head = Vec::new();
        let tail =
            LinkRewriter::new(&context).rewrite(link.as_bytes(), modifier, relative, &mut head)?;
        head.extend_from_slice(&tail);
        let shown = String::from_utf8_lossy(&head).replace("http://r.test/web/20140126200624", "^");
        Some(shown.replace("//r.test/web/20140126200624", "~").replace("/web/20140126200624", "$"))
    }

    #[test]
    fn links_are_rewritten_or_stay() {
        let page = "https://a.example/x/y?q=/z";
        let keep = |link: &str, expect: Option<&str>| {
            let found = rewritten(page, link, Modifier::Image, Relative::Keep);
            assert_eq!(found.as_deref(), expect, "{link:?}");
        };
        keep("http://b.example/c?d#e", Some("^im_/http://b.example/c?d#e"));
        keep("HTTPS://B.example", Some("^im_/https://B.example"));
        keep(" \n//b.example/c ", Some("~im_/https://b.example/c"));
        keep("///b.example/c", Some("~im_/https://b.example/c"));
        keep("\\\\b.example\\c", Some("~im_/https://b.example\\c"));
        keep("/\\b.example", Some("~im_/https://b.example"));
        keep("http:\\\\b.example\\c", Some("^im_/http://b.example\\c"));
        keep("http:/b.example/c", Some("^im_/http://b.example/c"));
        keep("https:/c", Some("$im_/https://a.example/c"));
        keep("https:c", Some("$im_/https://a.example/x/c"));
        keep("http:c", Some("^im_/http://c"));
        keep("ht\ntp://b.example/\tc", Some("^im_/http://b.example/c"));
        keep("/c?d", Some("$im_/https://a.example/c?d"));
        keep("/", Some("$im_/https://a.example/"));
        keep("/../../c/../d", Some("$im_/https://a.example/d"));
        keep("c", None);
        keep("./c/d", None);
        keep("../c", None);
        keep("../../c?d", Some("$im_/https://a.example/c?d"));
        keep("c/../../../d", Some("$im_/https://a.example/d"));
        keep("%2e%2E/../d", Some("$im_/https://a.example/d"));
        keep("?c", None);
        keep("", None);
        keep("  ", None);
        keep("#c", None);
        keep("javascript:x", None);
        keep("data:,x", None);
        keep("mailto:x@y", None);
        keep("about:blank", None);
        keep("blob:http://a.example/1", None);
        keep("tel:1", None);
        keep("http://", None);
        keep("http://r.test/web/2010/http://b.example/", None);
        keep("//r.test/web/20140126200624mp_/http://b.example/", None);
        keep("/web/20140126200624mp_/http://b.example/", None);
        keep(
            "/web/20140126200624/http://b.example/",
            Some("$im_/https://a.example$/http://b.example/"),
        );
        keep(
            "/web/2010/http://b.example/",
            Some("$im_/https://a.example/web/2010/http://b.example/"),
        );
        keep("ftp://b.example/c", Some("^im_/ftp://b.example/c"));
    }

    #[test]
    fn relative_links_are_resolved_where_the_modifier_counts() {
        let page = "https://a.example/x/y?q=/z";
        let check = |link: &str, expect: &str| {
            let found = rewritten(page, link, Modifier::Script, Relative::Resolve);
            assert_eq!(found.as_deref(), Some(expect), "{link:?}");
        };
        check("c.js?d", "$js_/https://a.example/x/c.js?d");
        check("../c.js", "$js_/https://a.example/c.js");
        check("./c/./d/../e.js#f", "$js_/https://a.example/x/c/e.js#f");
        check("?c", "$js_/https://a.example/x/y?c");
        check("..", "$js_/https://a.example/");
    }

    #[test]
    fn marked_links_stand_as_they_were_behind_the_folder() {
        let page = "https://a.example/x/y?q=/z";
        let check = |link: &str, expect: &str| {
            let found = rewritten(page, link, Modifier::Script, Relative::Mark);
            assert_eq!(found.as_deref(), Some(expect), "{link:?}");
        };
        check("c.js?d", "$js_/https://a.example/x/././c.js?d");
        check("../c.js", "$js_/https://a.example/x/././../c.js");
        check("./c/./d/../e.js#f", "$js_/https://a.example/x/./././c/./d/../e.js#f");
        check("..", "$js_/https://a.example/x/././..");
        check("https:c.js", "$js_/https://a.example/x/c.js");
        check("?c", "$js_/https://a.example/x/y?c");
        check("../../c.js", "$js_/https://a.example/c.js");
        check("/c.js", "$js_/https://a.example/c.js");
    }

    #[test]
    fn page_without_a_path_resolves_its_links() {
        let found = rewritten("http://a.example", "c", Modifier::Page, Relative::Keep);
        assert_eq!(found.as_deref(), Some("$mp_/http://a.example/c"));
        let found = rewritten("http://a.example?x", "?c", Modifier::Page, Relative::Keep);
        assert_eq!(found.as_deref(), Some("$mp_/http://a.example/?c"));
    }

    #[test]
    fn uri_that_is_none_resolves_nothing() {
        for uri in ["", "urn:x", "x"] {
            assert_eq!(rewritten(uri, "/c", Modifier::Page, Relative::Resolve), None);
            assert_eq!(rewritten(uri, "c", Modifier::Page, Relative::Resolve), None);
            assert_eq!(rewritten(uri, "//c", Modifier::Page, Relative::Resolve), None);
            let absolute = rewritten(uri, "http://c", Modifier::Page, Relative::Resolve);
            assert_eq!(absolute.as_deref(), Some("^mp_/http://c"));
        }
    }

    #[test]
    fn uri_cannot_break_out_of_what_it_is_put_into() {
        let found =
            rewritten("http://a\"><b>.example/'(&)`/", "c", Modifier::Script, Relative::Resolve);
        assert_eq!(found.as_deref(), Some("$js_/http://a%22%3E%3Cb%3E.example/'(&)%60/c"));
    }
}
