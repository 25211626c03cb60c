//! Results as files that a site includes: only below the folder that the operator has set, replaced as a whole.
//!
//! The name comes from a user. It is a path with `/` between plain names; no name begins with a dot, and the ending is
//! one of a list, because a web server might execute others. Folders on the way are made; one that is a symbolic link
//! is refused.

use crate::error::{SiteFault, WorkError};
use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use stodola_durable::{PathError, create_folders, replace_with};

/// Most bytes of a name, and most folders in it.
const BYTES_MAX: usize = 200;
const PARTS_MAX: usize = 8;
/// Endings of files that a web server sends as they are.
const ENDINGS: &[&str] = &[
    "html", "json", "ndjson", "xml", "csv", "tsv", "txt", "svg", "atom", "rss", "dot", "graphml",
    "gexf", "wacz", "gz",
];

/// Checks a name that a result is to be saved under, and returns it as a relative path.
pub fn saved_path(name: &str) -> Result<PathBuf, WorkError> {
    let wrong = |what| WorkError::SitePath { name: name.chars().take(BYTES_MAX).collect(), what };
    if name.len() > BYTES_MAX {
        return Err(wrong(SiteFault::TooLong));
    }
    let parts: Vec<&str> = name.split('/').collect();
    if parts.len() > PARTS_MAX {
        return Err(wrong(SiteFault::TooDeep));
    }
    let is_plain = |part: &&str| {
        let is_good = |it: char| it.is_alphanumeric() || matches!(it, '.' | '_' | '-');
        !part.is_empty() && !part.starts_with('.') && part.chars().all(is_good)
    };
    if !parts.iter().all(is_plain) {
        return Err(wrong(SiteFault::NotPlain));
    }
    let ending =
        parts.last().and_then(|file| file.rsplit_once('.')).map_or("", |(_, ending)| ending);
    if !ENDINGS.contains(&ending) {
        return Err(wrong(SiteFault::Ending));
    }
    Ok(parts.iter().collect())
}

/// Writes content to a file below `site`. Afterwards the file is the one before or the new one, never a part of it.
pub fn save_below(site: &Path, name: &str, content: &mut dyn Read) -> Result<PathBuf, WorkError> {
    let relative = saved_path(name)?;
    let wrong = |what| WorkError::SitePath { name: name.to_owned(), what };
    create_folders(site)?;
    let mut folder = site.canonicalize().map_err(PathError::new("open", site))?;
    let parents = relative.parent().into_iter().flat_map(Path::components);
    for part in parents {
        folder.push(part);
        match fs::symlink_metadata(&folder) {
            Ok(found) if found.is_dir() => {}
            Ok(_) => return Err(wrong(SiteFault::Link)),
            Err(error) if error.kind() == ErrorKind::NotFound => create_folders(&folder)?,
            Err(error) => return Err(PathError::new("open", &folder)(error).into()),
        }
    }
    let path = folder.join(relative.file_name().unwrap_or_default());
    // A file that is being written has this name; it must not lead elsewhere.
    let mut draft = path.clone().into_os_string();
    draft.push(".new");
    if fs::symlink_metadata(&draft).is_ok_and(|found| !found.is_file()) {
        return Err(wrong(SiteFault::Taken));
    }
    replace_with(&path, |out| io::copy(content, out).map(|_| ()))?;
    Ok(path)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]
mod tests {
    use super::*;

    #[test]
    fn names_that_lead_elsewhere_are_refused() {
        for name in ["map.html", "a/b/c.json", "přehled-2013.csv", "a/x.warc.gz"] {
            assert!(saved_path(name).is_ok(), "{name}");
        }
        let long = format!("{}.html", "x".repeat(300));
        for name in [
            "",
            "/",
            "/etc/x.html",
            "../x.html",
            "a/../../x.html",
            "a/./x.html",
            "a//x.html",
            ".html",
            ".x.html",
            "a/.git/x.json",
            "x.php",
            "x.HTML",
            "x",
            "x.html/",
            "a\\b.html",
            "c:x.html",
            "x\0.html",
            "x\n.html",
            "x.html ",
            "~/x.html",
            "a/b/c/d/e/f/g/h/i.html",
            "x%2f..html/y.php",
            &long,
        ] {
            assert!(matches!(saved_path(name), Err(WorkError::SitePath { .. })), "{name:?}");
        }
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_and_links_are_not_followed() {
        let root = tempfile::tempdir().unwrap();
        let (site, elsewhere) = (root.path().join("site"), root.path().join("elsewhere"));
        fs::create_dir(&elsewhere).unwrap();
        let path = save_below(&site, "a/b.html", &mut &b"one"[..]).unwrap();
        save_below(&site, "a/b.html", &mut &b"two"[..]).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        std::os::unix::fs::symlink(&elsewhere, site.join("link")).unwrap();
        assert!(save_below(&site, "link/b.html", &mut &b"x"[..]).is_err());
        // A link in the place of the file is replaced, and what it leads to stays.
        fs::write(elsewhere.join("kept"), b"kept").unwrap();
        std::os::unix::fs::symlink(elsewhere.join("kept"), site.join("c.html")).unwrap();
        save_below(&site, "c.html", &mut &b"new"[..]).unwrap();
        assert_eq!(fs::read(elsewhere.join("kept")).unwrap(), b"kept");
        assert_eq!(fs::read(site.join("c.html")).unwrap(), b"new");
        std::os::unix::fs::symlink(elsewhere.join("kept"), site.join("d.html.new")).unwrap();
        assert!(save_below(&site, "d.html", &mut &b"x"[..]).is_err());
        assert_eq!(fs::read(elsewhere.join("kept")).unwrap(), b"kept");
    }
}
