//! The script that runs in the reader's browser, as it is served at `/_stodola/replay.js`.
//!
//! Its source is the files of `client/`. They are joined in the order of their names, without comments and with short
//! names. That is done here, once, and needs no tool.

mod shorten;

use std::sync::LazyLock;

/// The files of `client/` in the order in which they are joined.
const PARTS: &[(&str, &str)] = &[
    ("10-start.js", include_str!("../client/10-start.js")),
    ("20-address.js", include_str!("../client/20-address.js")),
    ("30-source.js", include_str!("../client/30-source.js")),
    ("40-markup.js", include_str!("../client/40-markup.js")),
    ("50-location.js", include_str!("../client/50-location.js")),
    ("60-network.js", include_str!("../client/60-network.js")),
    ("70-elements.js", include_str!("../client/70-elements.js")),
    ("75-style.js", include_str!("../client/75-style.js")),
    ("80-storage.js", include_str!("../client/80-storage.js")),
    ("85-time.js", include_str!("../client/85-time.js")),
    ("90-windows.js", include_str!("../client/90-windows.js")),
    ("95-workers.js", include_str!("../client/95-workers.js")),
    ("99-finish.js", include_str!("../client/99-finish.js")),
];

static SCRIPT: LazyLock<String> = LazyLock::new(|| shorten::shorten(&joined()));

/// The client script as it is sent to browsers: ASCII, less than 40,000 bytes.
pub fn client_script() -> &'static str {
    &SCRIPT
}

fn joined() -> String {
    PARTS.iter().map(|(_, text)| *text).collect()
}

#[cfg(test)]
mod tests {
    use super::{PARTS, client_script};

    #[test]
    fn every_file_of_the_client_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/client");
        let mut names: Vec<String> = std::fs::read_dir(folder)
            .expect("the folder is part of the crate")
            .map(|entry| {
                entry
                    .expect("the folder can be read")
                    .file_name()
                    .into_string()
                    .expect("names are ASCII")
            })
            .filter(|name| name.ends_with(".js"))
            .collect();
        names.sort();
        assert_eq!(names, PARTS.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    }

    #[test]
    fn served_script_is_small_and_plain() {
        let script = client_script();
        assert!(script.len() < 40_000, "{} bytes", script.len());
        assert!(script.is_ascii());
        // Would end the element if a page had the script inline.
        assert!(!script.contains("</script"));
    }

    #[test]
    fn served_script_has_no_names_of_other_tools() {
        let script = client_script();
        for name in ["wombat", "_wb_", "__WB", "WB_", "wbinfo", "pywb"] {
            assert!(!script.contains(name), "{name}");
        }
    }
}
