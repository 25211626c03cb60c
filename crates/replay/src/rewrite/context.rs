//! What the rewriter has to know of the page that is replayed and of the server that replays it.

use std::fmt;
use std::sync::Arc;

use super::link::{Form, LinkRewriter, Relative};
use crate::Modifier;

/// Where a capture is replayed, and what is added to it.
///
/// ```
/// use stodola_replay::{Modifier, ReplayContext};
///
/// let prefix = "http://127.0.0.1:8081/web/";
/// let context = ReplayContext::new(prefix, "20140126200624", b"https://a.example/x/y", Modifier::Page);
/// let link = context.rewrite_link(b"/logo.png", Modifier::Image).expect("root-relative links are rewritten");
/// assert_eq!(link, b"/web/20140126200624im_/https://a.example/logo.png");
/// let link = context.rewrite_link(b"http://b.example/", Modifier::Page).expect("absolute links are rewritten");
/// assert_eq!(link, b"http://127.0.0.1:8081/web/20140126200624mp_/http://b.example/");
/// assert_eq!(context.rewrite_link(b"#top", Modifier::Page), None);
/// ```
#[derive(Debug, Clone)]
pub struct ReplayContext {
    /// Where the addresses of the collection begin, with the slash at the end: `http://127.0.0.1:8081/web/`.
    pub prefix: String,
    /// Time of the page, 14 digits. Everything that the page links to is asked for at this time.
    pub time: String,
    /// URI of the capture, as it stands in the address that the browser shows. Links are relative to it.
    pub uri: Vec<u8>,
    /// What the browser wants the capture for.
    pub modifier: Modifier,
    /// The client script; `None` if nothing is to be added. Without it scripts are not rewritten either, because
    /// rewritten scripts need what it defines.
    pub client: Option<ClientScript>,
    /// Name of the function that the browser asked to be called, if the answer is JSONP and the captured name may be
    /// another one.
    pub callback: Option<Vec<u8>>,
    /// Where links lead if the capture becomes a file that is opened from disk; `None` if a server replays it. Prefix,
    /// time and client script mean nothing then.
    pub files: Option<FileLinks>,
}

/// Where the links of a capture lead that becomes a file.
#[derive(Clone)]
pub struct FileLinks {
    find: Arc<FindFile>,
    /// Markup that becomes the first thing in `<head>` of pages, such as their charset. It must be ASCII and
    /// well-formed.
    pub markup: Arc<[u8]>,
}

type FindFile = dyn Fn(&[u8], Modifier) -> FileLink + Send + Sync;

/// Where a link of a capture leads that becomes a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileLink {
    /// To a file: its path from the folder of the capture, in printable ASCII that needs no escapes in any language.
    Path(String),
    /// To the address that it always led to.
    Live,
}

impl FileLinks {
    /// `find` is asked for each link, with the absolute URI as it stands in the document (with its fragment; in markup,
    /// references such as `&amp;` are not undone) and with what it is wanted for. The fragment stays behind the path.
    pub fn new(
        find: impl Fn(&[u8], Modifier) -> FileLink + Send + Sync + 'static,
        markup: &[u8],
    ) -> FileLinks {
        FileLinks { find: Arc::new(find), markup: markup.into() }
    }

    pub(super) fn find(&self, uri: &[u8], modifier: Modifier) -> FileLink {
        (self.find)(uri, modifier)
    }
}

impl fmt::Debug for FileLinks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FileLinks").field("markup", &self.markup).finish_non_exhaustive()
    }
}

/// The client script, as it is put into pages. The server makes it; the rewriter only inserts it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientScript {
    /// Markup that becomes the first thing in `<head>`: a `script` element, or several. It must be ASCII, and
    /// well-formed as HTML and as XML, because pages may be XHTML.
    pub markup: Arc<[u8]>,
}

impl ReplayContext {
    /// A context without a client script.
    pub fn new(prefix: &str, time: &str, uri: &[u8], modifier: Modifier) -> ReplayContext {
        ReplayContext {
            prefix: prefix.to_owned(),
            time: time.to_owned(),
            uri: uri.to_vec(),
            modifier,
            client: None,
            callback: None,
            files: None,
        }
    }

    /// The context of a capture that becomes a file.
    pub fn of_file(uri: &[u8], files: FileLinks) -> ReplayContext {
        let context = ReplayContext::new("", "", uri, Modifier::Page);
        ReplayContext { files: Some(files), ..context }
    }

    /// The same context with a client script.
    pub fn with_client(mut self, client: ClientScript) -> ReplayContext {
        self.client = Some(client);
        self
    }

    /// Returns the replay address of a link as it was found, absolute or relative to the capture's URI. `None` if the
    /// link stays as it is: it is empty or a fragment, nothing is fetched by its scheme, or it is a replay address
    /// already. Relative links are resolved. The address has a scheme if the link has one, and else begins with `//` or
    /// `/`, as the link does.
    pub fn rewrite_link(&self, link: &[u8], modifier: Modifier) -> Option<Vec<u8>> {
        let links = LinkRewriter::new(self);
        let mut head = Vec::new();
        let tail = links.rewrite(link, modifier, Relative::Resolve, &mut head)?;
        head.extend_from_slice(&tail);
        Some(head)
    }

    /// Returns the replay address of an absolute URI.
    pub fn address(&self, uri: &[u8], modifier: Modifier) -> Vec<u8> {
        let mut address = Vec::with_capacity(self.prefix.len() + uri.len() + 20);
        LinkRewriter::new(self).push_prefix(Form::Absolute, modifier, &mut address);
        address.extend_from_slice(uri);
        address
    }
}
