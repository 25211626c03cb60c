//! Extensions by which programs know what a file is: on a disk there is no `Content-Type`.

/// Media types, with the extension that a file of it gets, and others that are as good.
const EXTENSIONS: &[(&str, &[&str])] = &[
    ("text/html", &["html", "htm"]),
    ("application/xhtml+xml", &["html", "htm"]),
    ("text/css", &["css"]),
    ("text/plain", &["txt"]),
    ("text/csv", &["csv"]),
    ("text/javascript", &["js", "mjs"]),
    ("application/javascript", &["js", "mjs"]),
    ("application/x-javascript", &["js", "mjs"]),
    ("application/json", &["json"]),
    ("application/manifest+json", &["webmanifest", "json"]),
    ("application/xml", &["xml"]),
    ("text/xml", &["xml"]),
    ("application/rss+xml", &["xml", "rss"]),
    ("application/atom+xml", &["xml", "atom"]),
    ("application/pdf", &["pdf"]),
    ("application/zip", &["zip"]),
    ("image/png", &["png"]),
    ("image/jpeg", &["jpg", "jpeg"]),
    ("image/gif", &["gif"]),
    ("image/webp", &["webp"]),
    ("image/avif", &["avif"]),
    ("image/bmp", &["bmp"]),
    ("image/svg+xml", &["svg"]),
    ("image/x-icon", &["ico"]),
    ("image/vnd.microsoft.icon", &["ico"]),
    ("font/woff", &["woff"]),
    ("font/woff2", &["woff2"]),
    ("font/ttf", &["ttf"]),
    ("font/otf", &["otf"]),
    ("audio/mpeg", &["mp3"]),
    ("audio/ogg", &["ogg", "oga"]),
    ("video/mp4", &["mp4"]),
    ("video/webm", &["webm"]),
];

/// Returns the extension that a file needs behind the name that its address gives it; `None` if the name has one that
/// fits, or if nobody knows a better one.
pub(super) fn extension(uri: &[u8], media_type: &str) -> Option<&'static str> {
    let (_, known) = EXTENSIONS.iter().find(|(name, _)| *name == media_type)?;
    let parts = stodola_uri::parse(uri);
    let name = parts.path.rsplit(|&byte| byte == b'/').next().unwrap_or_default();
    let own = name.iter().rposition(|&byte| byte == b'.').map(|dot| &name[dot + 1..]);
    // Capitals and escapes would be changed in the path; then it ends otherwise.
    let fits = own.is_some_and(|own| known.iter().any(|it| it.as_bytes() == own));
    let is_whole = parts.query.is_none() && own.is_some_and(|own| own.len() + 1 < name.len());
    if fits && is_whole { None } else { known.first().copied() }
}

#[cfg(test)]
mod tests {
    use super::extension;

    #[test]
    fn extensions_are_added_where_the_name_has_none_that_fits() {
        for (uri, media_type, expect) in [
            ("http://a.cz/", "text/html", Some("html")),
            ("http://a.cz/a.htm", "text/html", None),
            ("http://a.cz/a.HTM", "text/html", Some("html")),
            ("http://a.cz/a.html?b", "text/html", Some("html")),
            ("http://a.cz/.html", "text/html", Some("html")),
            ("http://a.cz/a.php", "text/html", Some("html")),
            ("http://a.cz/a.jpeg", "image/jpeg", None),
            ("http://a.cz/a.cgi", "image/jpeg", Some("jpg")),
            ("http://a.cz/a.xyz", "chemical/x-xyz", None),
            ("http://a.cz/a", "", None),
        ] {
            assert_eq!(extension(uri.as_bytes(), media_type), expect, "{uri} {media_type}");
        }
    }
}
