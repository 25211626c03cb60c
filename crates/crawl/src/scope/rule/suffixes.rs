//! Known sets of file name endings.

use serde::{Deserialize, Serialize};

/// Known sets of endings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SuffixSet {
    /// Pictures, sound, film.
    Media,
    /// Texts, tables and slides of office programs.
    Office,
    /// Programs and packages of them.
    Executable,
    /// Packed files.
    Archive,
}

impl SuffixSet {
    /// Name in job files.
    pub fn word(self) -> &'static str {
        match self {
            SuffixSet::Media => "media",
            SuffixSet::Office => "office",
            SuffixSet::Executable => "executable",
            SuffixSet::Archive => "archive",
        }
    }

    /// The endings in lower case.
    pub fn suffixes(self) -> &'static [&'static str] {
        match self {
            SuffixSet::Media => &[
                "3gp", "aac", "aif", "aiff", "apng", "asf", "au", "avi", "avif", "bmp", "cur",
                "eps", "flac", "flv", "gif", "heic", "ico", "jfif", "jpe", "jpeg", "jpg", "jxl",
                "m3u8", "m4a", "m4v", "mid", "midi", "mkv", "mov", "mp2", "mp3", "mp4", "mpa",
                "mpeg", "mpg", "oga", "ogg", "ogv", "opus", "png", "psd", "qt", "ra", "ram", "rm",
                "svg", "svgz", "swf", "tif", "tiff", "ts", "wav", "weba", "webm", "webp", "wma",
                "wmf", "wmv", "xbm",
            ],
            SuffixSet::Office => &[
                "csv", "doc", "docm", "docx", "dot", "dotx", "epub", "key", "numbers", "odf",
                "odg", "odp", "ods", "odt", "pages", "pdf", "pot", "potx", "pps", "ppsx", "ppt",
                "pptm", "pptx", "ps", "rtf", "sxc", "sxi", "sxw", "wpd", "wps", "xls", "xlsb",
                "xlsm", "xlsx", "xlt",
            ],
            SuffixSet::Executable => &[
                "apk", "app", "appimage", "bat", "bin", "class", "cmd", "com", "deb", "dll", "dmg",
                "exe", "img", "ipa", "iso", "jar", "msi", "msix", "pkg", "rpm", "scr", "snap",
                "so", "vhd", "vmdk", "xpi",
            ],
            SuffixSet::Archive => &[
                "7z", "ace", "arj", "bz2", "cab", "gz", "lha", "lz", "lzh", "lzma", "rar", "tar",
                "tbz", "tgz", "txz", "xz", "z", "zip", "zst",
            ],
        }
    }
}
