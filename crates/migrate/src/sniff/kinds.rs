//! Decides which names of media types mean the same kind.
//!
//! A type has many names: those from before it was registered, those of one browser, those of the container that it
//! uses. None of these differences is worth adding to the record.

/// Returns whether the declared type is really of another kind than the identified one, so that the latter should be
/// added. Other names of the same type, and names for a whole group of types, do not contradict; a declaration that
/// says nothing does, because then the identified type is new information.
pub fn contradicts(declared: Option<&[u8]>, identified: &str) -> bool {
    let Some(declared) = declared.and_then(plain_type) else { return true };
    let (declared, identified) = (canonical(&declared), canonical(identified));
    let wildcard = declared.strip_suffix('*').is_some_and(|kind| identified.starts_with(kind));
    let same = declared == identified || wildcard || same_kind(declared, identified);
    !same
}

/// What servers write if they do not know the type.
const SAYS_NOTHING: &str = "- */* no-type unk unknown unknown/unknown none null content/unknown \
    application/octet-stream application/unknown application/x-unknown application/binary \
    application/x-unknown-content-type binary/octet-stream";

/// Returns the type without parameters, in lower case; `None` if it says nothing.
fn plain_type(declared: &[u8]) -> Option<String> {
    let plain = stodola_warc::http::media_type(declared).to_ascii_lowercase();
    let plain = String::from_utf8(plain).ok()?;
    let nothing = plain.is_empty() || SAYS_NOTHING.split(' ').any(|word| word == plain);
    (!nothing).then_some(plain)
}

/// Other names of a type, with a space between them; the first is the one used in this module.
const ALIASES: &[&str] = &[
    "application/pdf application/x-pdf text/pdf application/acrobat",
    "application/postscript application/eps application/x-eps image/eps image/x-eps",
    "application/rtf text/rtf application/x-rtf text/richtext",
    "image/png image/x-png image/apng",
    "image/jpeg image/jpg image/pjpeg image/jpe image/x-jpeg image/x-jpg",
    "image/gif image/x-gif",
    "image/tiff image/tif image/x-tiff image/x-tif",
    "image/bmp image/x-bmp image/x-ms-bmp image/x-windows-bmp image/ms-bmp",
    "image/x-icon image/vnd.microsoft.icon image/ico image/icon text/ico application/ico \
    image/x-ico image/x-win-bitmap",
    "image/vnd.adobe.photoshop image/photoshop image/x-photoshop image/psd \
    application/photoshop application/x-photoshop application/psd",
    "image/jp2 image/jpx image/jpeg2000 image/x-jp2",
    "image/vnd.djvu image/djvu image/x-djvu image/x.djvu",
    "image/heic image/heif",
    "image/svg+xml image/svg image/svg-xml",
    "application/gzip application/x-gzip application/gunzip application/gzipped \
    application/x-gunzip application/gzip-compressed gzip/document application/x-tgz \
    application/x-compressed-tar application/x-gtar-compressed",
    "application/zip application/x-zip application/x-zip-compressed application/x-compress-zip \
    multipart/x-zip application/zip-compressed",
    "application/java-archive application/x-java-archive application/x-jar",
    "application/vnd.rar application/x-rar-compressed application/x-rar application/rar",
    "application/x-7z-compressed application/7z",
    "application/x-bzip2 application/x-bzip application/bzip2 application/x-bz2",
    "application/zstd application/x-zstd",
    "application/x-tar application/tar application/x-gtar application/x-ustar",
    "application/vnd.ms-cab-compressed application/x-cab application/cab",
    "application/ogg application/x-ogg audio/ogg video/ogg audio/x-ogg video/x-ogg audio/vorbis \
    audio/x-vorbis+ogg audio/opus video/x-theora+ogg",
    "audio/mpeg audio/mp3 audio/x-mp3 audio/x-mpeg audio/mpg audio/x-mpg audio/mpeg3 \
    audio/x-mpeg-3",
    "audio/flac audio/x-flac",
    "audio/wav audio/wave audio/x-wav audio/vnd.wave audio/x-pn-wav",
    "audio/aiff audio/x-aiff",
    "audio/midi audio/mid audio/x-midi audio/x-mid application/x-midi x-music/x-midi",
    "audio/basic audio/au audio/x-au",
    "video/x-msvideo video/avi video/msvideo application/x-troff-msvideo video/vnd.avi",
    "video/mp4 audio/mp4 application/mp4 video/x-m4v audio/x-m4a audio/m4a",
    "video/3gpp audio/3gpp video/3gp",
    "video/3gpp2 audio/3gpp2",
    "video/quicktime video/x-quicktime image/mov video/mov",
    "video/webm audio/webm",
    "video/x-matroska video/matroska audio/x-matroska audio/matroska",
    "video/mpeg video/mpg video/x-mpeg video/x-mpg video/mp2p video/x-mpeg2",
    "video/mp2t video/mpeg2-ts video/mp2ts",
    "video/x-flv video/flv application/x-flv flv-application/octet-stream",
    "video/x-ms-asf application/vnd.ms-asf video/x-ms-wmv audio/x-ms-wma video/x-ms-wm \
    audio/x-wma application/x-mplayer2",
    "application/vnd.rn-realmedia audio/x-pn-realaudio audio/x-realaudio audio/vnd.rn-realaudio \
    video/vnd.rn-realvideo audio/x-pn-realaudio-plugin application/x-realmedia \
    application/vnd.rn-realmedia-vbr",
    "application/x-shockwave-flash application/vnd.adobe.flash.movie application/futuresplash",
    "font/woff application/font-woff application/x-font-woff application/x-woff",
    "font/woff2 application/font-woff2 application/x-font-woff2",
    "font/ttf font/otf font/collection font/sfnt font/truetype font/opentype \
    application/font-sfnt application/x-font-ttf application/x-font-truetype \
    application/x-font-otf application/x-font-opentype application/x-truetype-font \
    application/font-ttf application/font-otf font/x-ttf application/x-font",
    "application/java-vm application/java application/x-java application/x-java-vm \
    application/x-java-class application/java-byte-code application/x-java-applet \
    application/java-class",
    "application/x-elf application/x-executable application/x-sharedlib application/x-object",
    "application/vnd.microsoft.portable-executable application/x-msdownload \
    application/x-dosexec application/x-msdos-program application/x-exe application/exe \
    application/dos-exe application/x-winexe application/msdos-windows",
    "text/html text/x-server-parsed-html text/htm application/x-httpd-php text/x-php \
    application/html application/x-asp",
    "application/xml text/xml application/x-xml text/x-xml",
    "application/rss+xml text/rss application/rss application/x-rss+xml text/rss+xml",
    "application/atom+xml application/atom text/atom+xml",
];

fn canonical(media_type: &str) -> &str {
    let names = ALIASES.iter().find(|names| names.split(' ').any(|name| name == media_type));
    names.and_then(|names| names.split(' ').next()).unwrap_or(media_type)
}

/// Returns whether one of two types is a name for a group that contains the other.
fn same_kind(declared: &str, identified: &str) -> bool {
    let both =
        |a: &str, b: &str| [(declared, identified), (identified, declared)].contains(&(a, b));
    let html = |t: &str| matches!(t, "text/html" | "application/xhtml+xml");
    let xml = |t: &str| t == "application/xml";
    if html(declared) && html(identified) || both("application/rss+xml", "application/rdf+xml") {
        return true;
    }
    // What is XML may be declared as nothing more, and the head may not show what else it is.
    if xml(declared) && (identified.ends_with("+xml") || html(identified))
        || xml(identified) && declared.ends_with("+xml")
    {
        return true;
    }
    match identified {
        "application/zip" => is_zip_container(declared),
        "application/x-ole-storage" => is_ole_document(declared),
        // Drawings and archives are packed whole, under the name of what is inside.
        "application/gzip" => matches!(declared, "application/x-tar" | "image/svg+xml"),
        _ if is_zip_container(identified) => {
            declared == "application/zip"
                || declared.contains("macroenabled") && identified.contains("openxmlformats")
                || declared.starts_with(identified.trim_end_matches("-template"))
                || same_office_family(declared, identified)
        }
        _ => false,
    }
}

/// Returns whether files of this type are zip files.
fn is_zip_container(media_type: &str) -> bool {
    const FAMILIES: &str = "application/vnd.openxmlformats- application/vnd.oasis.opendocument. \
        application/vnd.sun.xml. application/java-archive application/x-xpinstall \
        application/vnd.android.package-archive application/vnd.google-earth.kmz \
        application/vnd.comicbook+zip application/x-cbz application/x-webarchive+zip \
        application/vnd.ms-xpsdocument application/x-widget application/x-silverlight-app \
        application/x-chrome-extension";
    media_type.ends_with("+zip")
        || media_type.contains("macroenabled")
        || FAMILIES.split(' ').any(|family| media_type.starts_with(family))
}

/// Returns whether two types are of the same office program. The head does not show whether it is a template, a slide
/// show or a document.
fn same_office_family(declared: &str, identified: &str) -> bool {
    const FAMILIES: &[&str] = &[
        "application/vnd.openxmlformats-officedocument.wordprocessingml.",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.",
        "application/vnd.openxmlformats-officedocument.presentationml.",
    ];
    FAMILIES.iter().any(|f| declared.starts_with(f) && identified.starts_with(f))
}

/// Returns whether documents of this type are OLE files.
fn is_ole_document(media_type: &str) -> bool {
    const NAMES: &str = "application/msword application/word application/x-msword application/doc \
        application/excel application/msexcel application/x-excel application/x-msexcel \
        application/xls application/powerpoint application/mspowerpoint \
        application/x-mspowerpoint application/ppt application/x-msi application/visio \
        application/x-visio application/x-mspublisher application/msaccess application/x-hwp \
        application/cdfv2";
    let vendor = media_type.strip_prefix("application/vnd.");
    NAMES.split(' ').any(|name| name == media_type)
        || vendor
            .is_some_and(|v| (v.starts_with("ms-") || v.starts_with("visio")) && !v.contains("cab"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_another_kind_contradicts() {
        let table: &[(&str, &str, bool)] = &[
            ("image/jpeg", "image/jpeg", false),
            ("IMAGE/JPG ; q=1", "image/jpeg", false),
            ("image/pjpeg", "image/jpeg", false),
            ("image/*", "image/jpeg", false),
            ("image/gif", "image/jpeg", true),
            ("application/x-gzip", "application/gzip", false),
            ("application/x-tar", "application/gzip", false),
            ("text/xml", "application/xml", false),
            ("application/mathml+xml", "application/xml", false),
            ("text/xml; charset=utf-8", "application/rss+xml", false),
            ("application/rdf+xml", "application/rss+xml", false),
            ("image/svg+xml", "application/rss+xml", true),
            ("text/html", "application/xhtml+xml", false),
            ("application/xhtml+xml", "text/html", false),
            ("text/html", "application/xml", true),
            ("text/plain", "text/html", true),
            ("application/x-javascript", "text/html", true),
            ("text/css", "text/html", true),
            ("application/zip", "application/epub+zip", false),
            ("application/epub+zip", "application/zip", false),
            ("application/x-zip-compressed", "application/java-archive", false),
            ("application/epub+zip", "application/java-archive", true),
            ("application/vnd.oasis.opendocument.text", "application/zip", false),
            ("application/msword", "application/x-ole-storage", false),
            ("application/vnd.ms-excel", "application/x-ole-storage", false),
            ("application/vnd.ms-cab-compressed", "application/x-ole-storage", true),
            ("application/msword", "application/rtf", true),
            ("audio/ogg", "application/ogg", false),
            ("audio/x-wav", "audio/wav", false),
            ("application/x-font-ttf", "font/otf", false),
            ("text/plain", "application/pdf", true),
            // Says nothing.
            ("", "application/pdf", true),
            ("-", "application/pdf", true),
            ("no-type", "image/png", true),
            ("unk", "image/png", true),
            ("application/octet-stream", "image/png", true),
            ("application/x-unknown-content-type", "image/png", true),
            (" ; charset=x", "image/png", true),
        ];
        for &(declared, identified, expected) in table {
            let found = contradicts(Some(declared.as_bytes()), identified);
            assert_eq!(found, expected, "{declared:?} and {identified:?}");
        }
        assert!(contradicts(None, "image/png"));
        assert!(contradicts(Some(b"\xFF\xFE"), "image/png"));
    }
}
