//! Links from file to file.

/// Returns the way from the folder of one file to another file. Both are relative paths as
/// [`stodola_uri::file_path`] gives them.
pub(super) fn relative(from: &str, to: &str) -> String {
    let folders: Vec<&str> = from.split('/').collect();
    let folders = &folders[..folders.len() - 1];
    let target: Vec<&str> = to.split('/').collect();
    let most = folders.len().min(target.len() - 1);
    let common = (0..most).take_while(|&at| folders[at] == target[at]).count();
    let mut way = "../".repeat(folders.len() - common);
    way.push_str(&target[common..].join("/"));
    way
}

#[cfg(test)]
mod tests {
    use super::relative;

    #[test]
    fn ways_climb_as_far_as_they_must() {
        for (from, to, way) in [
            ("http/a.cz/x.html", "http/a.cz/y.html", "y.html"),
            ("http/a.cz/x.html", "http/a.cz/b/y.html", "b/y.html"),
            ("http/a.cz/b/c/x.html", "http/a.cz/y.html", "../../y.html"),
            ("http/a.cz/b/x.html", "http/a.cz/c/y.html", "../c/y.html"),
            ("http/a.cz/x.html", "https/a.cz/x.html", "../../https/a.cz/x.html"),
            ("http/a.cz/x.html", "http/a.cz/x.html", "x.html"),
            ("index.html", "http/a.cz/x.html", "http/a.cz/x.html"),
        ] {
            assert_eq!(relative(from, to), way, "{from} {to}");
        }
    }
}
