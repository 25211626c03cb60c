//! A `data.xml` that was read, and what comes of it when a node is added.

use super::xml::{XmlEvent, XmlLimits, XmlReader, XmlStart, escape};
use super::{DATA_VERSION, DataError, NodeFault, NodeRefusal, PageMeta, PageNode};
use std::ops::Range;

/// The longest file that is read or written, in bytes.
const FILE_MAX: usize = 32 << 20;
/// Most nodes of a page.
const NODES_MAX: usize = 4096;

/// A node of a page: what it is called, and where in the file it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredNode {
    /// The namespace of its element.
    pub namespace: String,
    /// Its name, unique in the namespace.
    pub name: String,
    /// Where its element stands in the file, in bytes.
    range: Range<usize>,
}

/// A `data.xml`: its bytes, and what they mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageDocument {
    bytes: Vec<u8>,
    meta: PageMeta,
    nodes: Vec<StoredNode>,
    /// Where the next node goes: before the end tag of `data`.
    end: usize,
}

impl PageDocument {
    /// Reads a file. Elements and attributes that this version does not know are accepted in `meta`, nowhere else.
    pub fn parse(bytes: Vec<u8>) -> Result<PageDocument, DataError> {
        if bytes.len() > FILE_MAX {
            return Err(DataError::TooLong { length: bytes.len(), limit: FILE_MAX });
        }
        let (meta, nodes, end) = Parse::new(&bytes)?.run()?;
        Ok(PageDocument { bytes, meta, nodes, end })
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Gives the bytes of the file away.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// What the harvest found.
    pub fn meta(&self) -> &PageMeta {
        &self.meta
    }

    /// The nodes that users have added, in the order of adding.
    pub fn nodes(&self) -> &[StoredNode] {
        &self.nodes
    }

    /// The XML of a node.
    pub fn node(&self, namespace: &str, name: &str) -> Option<&str> {
        let is_it = |it: &&StoredNode| it.namespace == namespace && it.name == name;
        self.nodes.iter().find(is_it).map(|it| self.xml(it))
    }

    /// The XML of one of [`PageDocument::nodes`].
    pub fn xml(&self, node: &StoredNode) -> &str {
        // The file is UTF-8, and nodes begin and end between characters.
        let bytes = self.bytes.get(node.range.clone()).unwrap_or_default();
        std::str::from_utf8(bytes).unwrap_or_default()
    }

    /// Returns the file with one node more, behind all others. Every byte that was there is still there.
    pub fn with_node(&self, node: &PageNode) -> Result<PageDocument, NodeRefusal> {
        let (namespace, name) = (node.namespace(), node.name());
        if self.node(namespace, name).is_some() {
            let (namespace, name) = (namespace.to_owned(), name.to_owned());
            return Err(NodeRefusal::whole(NodeFault::Taken { namespace, name }));
        }
        let full = |what| Err(NodeRefusal::whole(NodeFault::Full(what)));
        if self.nodes.len() >= NODES_MAX {
            return full("it has 4,096 nodes");
        }
        let mut line = String::from("<node namespace=\"");
        escape(namespace, &mut line);
        line.push_str("\" name=\"");
        escape(name, &mut line);
        line.push_str("\">");
        let start = self.end + line.len();
        line.push_str(node.xml());
        let range = start..start + node.xml().len();
        line.push_str("</node>\n");
        if self.bytes.len() + line.len() > FILE_MAX {
            return full("its data.xml would have more than 32 MiB");
        }
        let mut longer = self.clone();
        longer.bytes.splice(self.end..self.end, line.into_bytes());
        longer.end = self.end + (longer.bytes.len() - self.bytes.len());
        let (namespace, name) = (namespace.to_owned(), name.to_owned());
        longer.nodes.push(StoredNode { namespace, name, range });
        Ok(longer)
    }
}

/// Reading of a file.
struct Parse<'a> {
    bytes: &'a [u8],
    reader: XmlReader<'a>,
}

/// An element that may stand in `meta`, as far as it was read.
#[derive(Default)]
struct Found {
    url: Option<String>,
    path: Option<String>,
    tag: Option<String>,
    digest: Option<String>,
    time: Option<i64>,
    meta: PageMeta,
}

impl<'a> Parse<'a> {
    fn new(bytes: &'a [u8]) -> Result<Parse<'a>, DataError> {
        let reader = XmlReader::new(bytes, XmlLimits::FILE)
            .map_err(|fault| DataError::damaged(bytes, fault.at, fault.what))?;
        Ok(Parse { bytes, reader })
    }

    fn run(mut self) -> Result<(PageMeta, Vec<StoredNode>, usize), DataError> {
        let root = self.start("page")?;
        match root.attribute("version").and_then(|it| it.parse().ok()) {
            Some(DATA_VERSION) => {}
            Some(found) if found > DATA_VERSION => return Err(DataError::Newer { found }),
            _ => return Err(self.damaged(root.at, "the root has no version")),
        }
        self.start("meta")?;
        let meta = self.meta()?;
        let data = self.start("data")?;
        if data.is_empty {
            return Err(self.damaged(data.at, "<data/> has no room for nodes"));
        }
        let (nodes, end) = self.nodes()?;
        self.end()?;
        match self.solid()? {
            XmlEvent::Done => Ok((meta, nodes, end)),
            _ => Err(self.damaged(self.reader.offset(), "there is more behind the end")),
        }
    }

    /// The end of `meta` has been read when it returns.
    fn meta(&mut self) -> Result<PageMeta, DataError> {
        let mut found = Found::default();
        let mut known: Vec<String> = Vec::new();
        loop {
            let start = match self.solid()? {
                XmlEvent::Start(start) => start,
                XmlEvent::End { at, .. } => return self.complete(found, at),
                XmlEvent::Text(_) | XmlEvent::Done => {
                    return Err(self.damaged(self.reader.offset(), "there is text in <meta>"));
                }
            };
            let (at, name) = (start.at, start.name.local);
            if !start.name.namespace.is_empty() {
                self.skip()?;
                continue;
            }
            if known.iter().any(|it| it == name) {
                return Err(self.damaged(at, format!("<{name}> stands there twice")));
            }
            known.push(name.to_owned());
            if known.len() > 100 {
                return Err(self.damaged(at, "<meta> has more than 100 elements"));
            }
            let wrong = |this: &Self| this.damaged(at, format!("<{name}> is not a number"));
            match name {
                "url" => found.url = Some(self.text()?),
                "path" => found.path = Some(self.text()?),
                "tag" => found.tag = Some(self.text()?),
                "digest" => found.digest = Some(self.text()?),
                "time" => found.time = Some(self.text()?.parse().map_err(|_| wrong(self))?),
                "status" => {
                    found.meta.status = Some(self.text()?.parse().map_err(|_| wrong(self))?);
                }
                "title" => found.meta.title = Some(self.text()?),
                "record" => found.meta.record = Some(self.text()?),
                "type" => found.meta.media = Some(self.text()?),
                "charset" => found.meta.charset = Some(self.text()?),
                "language" => found.meta.language = Some(self.text()?),
                _ => {
                    self.skip()?;
                }
            }
        }
    }

    fn complete(&self, found: Found, at: usize) -> Result<PageMeta, DataError> {
        let missing = |name: &str| self.damaged(at, format!("<{name}> is missing in <meta>"));
        Ok(PageMeta {
            url: found.url.ok_or_else(|| missing("url"))?,
            path: found.path.ok_or_else(|| missing("path"))?,
            tag: found.tag.ok_or_else(|| missing("tag"))?,
            digest: found.digest.ok_or_else(|| missing("digest"))?,
            time: found.time.ok_or_else(|| missing("time"))?,
            ..found.meta
        })
    }

    /// The end of `data` has been read when it returns: the nodes, and where that end begins.
    fn nodes(&mut self) -> Result<(Vec<StoredNode>, usize), DataError> {
        let mut nodes: Vec<StoredNode> = Vec::new();
        let mut names = std::collections::HashSet::new();
        loop {
            let start = match self.solid()? {
                XmlEvent::Start(start) if start.name.is_bare("node") => start,
                XmlEvent::End { at, .. } => return Ok((nodes, at)),
                _ => {
                    let what = "something that is no <node> stands in <data>";
                    return Err(self.damaged(self.reader.offset(), what));
                }
            };
            let at = start.at;
            let (Some(namespace), Some(name)) =
                (start.attribute("namespace"), start.attribute("name"))
            else {
                return Err(self.damaged(at, "a <node> has no name or no namespace"));
            };
            let XmlEvent::Start(inner) = self.solid()? else {
                return Err(self.damaged(at, "a <node> has no element"));
            };
            if inner.name.namespace.as_ref() != namespace || namespace.is_empty() {
                return Err(
                    self.damaged(inner.at, "an element has another namespace than its <node>")
                );
            }
            let end = self.skip()?;
            let node = StoredNode {
                namespace: namespace.to_string(),
                name: name.to_string(),
                range: inner.at..end,
            };
            self.end()?;
            if !names.insert((node.namespace.clone(), node.name.clone())) {
                return Err(self.damaged(at, format!("the node '{name}' stands there twice")));
            }
            if nodes.len() >= NODES_MAX {
                return Err(self.damaged(at, "there are more than 4,096 nodes"));
            }
            nodes.push(node);
        }
    }

    fn damaged(&self, at: usize, what: impl Into<String>) -> DataError {
        DataError::damaged(self.bytes, at, what)
    }

    fn event(&mut self) -> Result<XmlEvent<'a>, DataError> {
        self.reader.next().map_err(|fault| DataError::damaged(self.bytes, fault.at, fault.what))
    }

    /// What comes next that is not white space.
    fn solid(&mut self) -> Result<XmlEvent<'a>, DataError> {
        loop {
            match self.event()? {
                XmlEvent::Text(text) if text.trim().is_empty() => {}
                other => return Ok(other),
            }
        }
    }

    fn start(&mut self, name: &str) -> Result<XmlStart<'a>, DataError> {
        match self.solid()? {
            XmlEvent::Start(start) if start.name.is_bare(name) => Ok(start),
            _ => Err(self.damaged(self.reader.offset(), format!("<{name}> is expected"))),
        }
    }

    fn end(&mut self) -> Result<(), DataError> {
        match self.solid()? {
            XmlEvent::End { .. } => Ok(()),
            _ => Err(self.damaged(self.reader.offset(), "an end tag is expected")),
        }
    }

    /// The text of the element just begun, up to its end.
    fn text(&mut self) -> Result<String, DataError> {
        let mut text = String::new();
        loop {
            match self.event()? {
                XmlEvent::Text(more) => text.push_str(&more),
                XmlEvent::End { .. } => return Ok(text),
                _ => {
                    let what = "an element stands where text is expected";
                    return Err(self.damaged(self.reader.offset(), what));
                }
            }
        }
    }

    /// Steps over the element just begun; returns the offset behind it.
    fn skip(&mut self) -> Result<usize, DataError> {
        let mut depth = 1_usize;
        loop {
            match self.event()? {
                XmlEvent::Start(_) => depth += 1,
                XmlEvent::End { end, .. } => {
                    depth -= 1;
                    if depth == 0 {
                        return Ok(end);
                    }
                }
                XmlEvent::Text(_) | XmlEvent::Done => {}
            }
        }
    }
}
