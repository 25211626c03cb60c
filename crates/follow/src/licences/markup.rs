//! Two things that `extract` does not tell: the contents of `meta` elements, and JSON-LD.

/// No more of a tag is read, in bytes.
const TAG_MAX: usize = 8 << 10;
/// No more of a script is read, in bytes.
const SCRIPT_MAX: usize = 256 << 10;

/// What was found on the way through a page.
pub(super) enum Piece<'m> {
    /// Name (or `property`, `itemprop`) and content of a `meta` element.
    Meta { name: String, content: String },
    /// The text of a JSON-LD script.
    JsonLd(&'m [u8]),
}

/// Tells of each piece of a page, in order. Comments are passed over.
pub(super) fn each_piece<'m>(markup: &'m [u8], on: &mut dyn FnMut(Piece<'m>)) {
    let mut at = 0;
    while let Some(found) = markup[at..].iter().position(|&byte| byte == b'<') {
        let start = at + found;
        let rest = &markup[start..];
        at = start + 1;
        if rest.starts_with(b"<!--") {
            at = find(markup, start + 4, b"-->").map_or(markup.len(), |end| end + 3);
        } else if is_tag(rest, b"meta") {
            let attributes = Attributes(&rest[5..rest.len().min(TAG_MAX)]);
            let name = ["name", "property", "itemprop"].iter().find_map(|it| attributes.get(it));
            let content = attributes.get("content").or_else(|| attributes.get("href"));
            if let (Some(name), Some(content)) = (name, content) {
                on(Piece::Meta { name, content });
            }
        } else if is_tag(rest, b"script") {
            let attributes = Attributes(&rest[7..rest.len().min(TAG_MAX)]);
            let kind = attributes.get("type").unwrap_or_default();
            let body =
                start + rest.iter().position(|&byte| byte == b'>').unwrap_or(rest.len() - 1) + 1;
            let end = find(markup, body, b"</script").unwrap_or(markup.len());
            if kind.to_ascii_lowercase().contains("ld+json") {
                on(Piece::JsonLd(&markup[body..end.min(body + SCRIPT_MAX)]));
            }
            at = end;
        }
    }
}

fn is_tag(rest: &[u8], name: &[u8]) -> bool {
    rest.get(1..=name.len()).is_some_and(|it| it.eq_ignore_ascii_case(name))
        && rest.get(name.len() + 1).is_some_and(|it| it.is_ascii_whitespace() || b"/>".contains(it))
}

/// Where a text begins, whatever the case of its letters.
fn find(markup: &[u8], from: usize, text: &[u8]) -> Option<usize> {
    let rest = markup.get(from..)?;
    let found = rest.windows(text.len()).position(|window| window.eq_ignore_ascii_case(text));
    found.map(|found| from + found)
}

/// The inside of a tag, from behind its name; it ends at the first `>` outside of quotes.
struct Attributes<'t>(&'t [u8]);

impl Attributes<'_> {
    /// The value of the first attribute of this name, with the usual character references undone.
    fn get(&self, wanted: &str) -> Option<String> {
        let mut rest = self.0;
        loop {
            rest = rest.trim_ascii_start();
            rest = rest.strip_prefix(b"/").unwrap_or(rest);
            if rest.is_empty() || rest[0] == b'>' {
                return None;
            }
            let is_end = |byte: &u8| byte.is_ascii_whitespace() || b"=>/".contains(byte);
            // At least one byte, so that it goes on.
            let end = rest.iter().skip(1).position(is_end).map_or(rest.len(), |at| at + 1);
            let (name, after) = rest.split_at(end);
            let after = after.trim_ascii_start();
            let Some(value) = after.strip_prefix(b"=") else {
                rest = after;
                continue;
            };
            let value = value.trim_ascii_start();
            let (value, after) = match value.first() {
                Some(quote @ (b'"' | b'\'')) => {
                    let end = value.iter().skip(1).position(|it| it == quote)?;
                    (&value[1..=end], &value[end + 2..])
                }
                _ => {
                    let is_end = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'>';
                    value.split_at(value.iter().position(is_end).unwrap_or(value.len()))
                }
            };
            if name.eq_ignore_ascii_case(wanted.as_bytes()) {
                return Some(plain(value));
            }
            rest = after;
        }
    }
}

fn plain(value: &[u8]) -> String {
    let text = String::from_utf8_lossy(value);
    let text = text.replace("&quot;", "\"").replace("&#39;", "'").replace("&lt;", "<");
    text.replace("&gt;", ">").replace("&amp;", "&")
}
