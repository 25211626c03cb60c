//! Scripts, classic ones and modules: they get our `location` and `top`, and find their modules in the archive.
//!
//! # What is done, and why so
//!
//! Of all globals by which a script learns or changes where it is, only `location` (of windows and documents) and
//! `top` cannot be redefined in a browser. Everything else the client script redefines in place. So scripts are not
//! wrapped in a scope of ours and get no stand-ins for `window` or `document`: two names are exchanged, token by
//! token.
//!
//! - The identifier `location` becomes `__stodola_location` and `top` becomes `__stodola_top`, wherever it names a
//!   variable, be it a reference, a declaration, a parameter or a label. Since all of them change alike, a local
//!   variable of that name works as before, and no analysis of scopes is needed. Declarations at the top level stay
//!   global, `this`, strict mode and early errors stay what they are.
//! - The property `.location` of anything becomes `.__stodola_location`. The client script defines that for all
//!   objects: of windows and documents it is our location, of anything else whatever `.location` is. `.top` is
//!   changed only behind names that windows go by, for it is a common property of other things.
//! - Keys of objects and members of classes are never changed; `{location}` becomes `{location:__stodola_location}`.
//! - `x.postMessage(…)` becomes `x[__stodola.postMessage](…)`: the client script learns so which window sends.
//! - `import.meta.url` becomes the URI of the script.
//! - Addresses of modules that are written as strings are rewritten; those that are computed go through
//!   `__stodola.specifier`, and the argument of `eval` through `__stodola.source`.
//!
//! - In `const {location} = window` the key changes too, if what stands behind the equals sign goes by the name of a
//!   window or document. Elsewhere it does not, because of `const {location, ...others} = properties`.
//!
//! Known limits: `window[name]` with a computed name, and objects without a prototype that have a property `location`.
//!
//! The scanner knows strings, templates, regular expressions and comments, and which braces are objects, classes and
//! blocks. A script whose brackets do not fit is left alone from there on. A script in which none of the words occurs
//! is not scanned at all.

mod brackets;
mod module;
mod names;
mod scan;
mod text;
mod word;

pub(super) use self::module::module_address;
pub(super) use self::scan::Edit;
use self::scan::Scanner;
use super::link::{LinkRewriter, Relative};
use super::pending::Pending;

/// The name that stands for `location`.
const LOCATION: &[u8] = b"__stodola_location";
/// The name that stands for `top`.
const TOP: &[u8] = b"__stodola_top";

/// Rewrites a script that comes in pieces.
pub(super) struct ScriptRewriter {
    stage: Stage,
    /// What becomes of relative addresses of modules.
    relative: Relative,
}

enum Stage {
    /// Nothing has been found that would have to be changed. The whole script so far.
    Waiting(Vec<u8>),
    Scanning {
        scanner: Box<Scanner>,
        pending: Pending,
    },
}

/// Scripts up to this length are looked through before they are scanned.
const MAX_WAITING: usize = 64 << 10;

impl ScriptRewriter {
    /// For a script that is a document of its own.
    pub(super) fn new_file() -> ScriptRewriter {
        // The address of the script has the right modifier already, and modules beside it inherit that.
        ScriptRewriter { stage: Stage::Waiting(Vec::new()), relative: Relative::Keep }
    }

    /// For a script in a page.
    pub(super) fn new_inline() -> ScriptRewriter {
        ScriptRewriter { stage: Stage::Waiting(Vec::new()), relative: Relative::Resolve }
    }

    /// Whether the script could not be read to its end.
    pub(super) fn is_broken(&self) -> bool {
        match &self.stage {
            Stage::Waiting(_) => false,
            Stage::Scanning { scanner, .. } => scanner.is_broken(),
        }
    }

    pub(super) fn take(
        &mut self,
        piece: &[u8],
        is_last: bool,
        links: &LinkRewriter,
        out: &mut Vec<u8>,
    ) {
        if let Stage::Waiting(waiting) = &mut self.stage {
            waiting.extend_from_slice(piece);
            if waiting.len() < MAX_WAITING && !is_last {
                return;
            }
            let script = std::mem::take(waiting);
            if is_last && !needs_scanning(&script) {
                out.extend_from_slice(&script);
                return;
            }
            let mut scanner = Box::new(Scanner::new(self.relative));
            let mut pending = Pending::default();
            feed(&mut scanner, &mut pending, &script, is_last, links, out);
            self.stage = Stage::Scanning { scanner, pending };
            return;
        }
        if let Stage::Scanning { scanner, pending } = &mut self.stage {
            feed(scanner, pending, piece, is_last, links, out);
        }
    }
}

fn feed(
    scanner: &mut Scanner,
    pending: &mut Pending,
    piece: &[u8],
    is_last: bool,
    links: &LinkRewriter,
    out: &mut Vec<u8>,
) {
    pending.feed(piece, is_last, |bytes, is_last| {
        let mut copied = 0;
        let used = scanner.scan(bytes, is_last, links, &mut |range, new| {
            out.extend_from_slice(&bytes[copied..range.start]);
            out.extend_from_slice(new);
            copied = range.end;
        });
        out.extend_from_slice(&bytes[copied..used]);
        used
    });
}

/// Rewrites a whole script, such as that of an attribute. Returns whether it could be read to its end.
pub(super) fn rewrite_whole(script: &[u8], links: &LinkRewriter, edit: Edit<'_>) -> bool {
    if !needs_scanning(script) {
        return true;
    }
    let mut scanner = Scanner::new(Relative::Resolve);
    scanner.scan(script, true, links, edit);
    !scanner.is_broken()
}

/// Whether one of the words that matter occurs, in whatever sense.
pub(super) fn needs_scanning(script: &[u8]) -> bool {
    [&b"location"[..], b"top", b"eval", b"import", b"export", b"postMessage"]
        .iter()
        .any(|word| memchr::memmem::find(script, word).is_some())
}
