//! Commits: a tree, the commit before, who made it and when, and why.

use super::object::ObjectId;
use std::fmt::Write;

/// A commit, with what the archive uses of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Commit {
    pub(crate) tree: ObjectId,
    pub(crate) parent: Option<ObjectId>,
    /// Name of the author, without address.
    pub(crate) author: String,
    /// Seconds since 1970.
    pub(crate) time: u64,
    pub(crate) message: String,
}

/// The committer is always the program: the author says who asked for it.
const COMMITTER: &str = "Stodola <pages@stodola.invalid>";
const AUTHOR_ADDRESS: &str = "<pages@stodola.invalid>";

impl Commit {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut text = format!("tree {}\n", self.tree);
        // Writing to a text does not fail.
        if let Some(parent) = self.parent {
            let _ = writeln!(text, "parent {parent}");
        }
        let _ =
            writeln!(text, "author {} {AUTHOR_ADDRESS} {} +0000", plain(&self.author), self.time);
        let _ = writeln!(text, "committer {COMMITTER} {} +0000\n", self.time);
        text.push_str(&self.message.replace('\0', " "));
        text.into_bytes()
    }

    /// Reads a commit, also one that somebody else's program made; `None` if the bytes are not one.
    pub(crate) fn parse(content: &[u8]) -> Option<Commit> {
        let text = String::from_utf8_lossy(content);
        let (head, message) = text.split_once("\n\n")?;
        let field =
            |name: &str| head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let parent = match field("parent") {
            Some(parent) => Some(ObjectId::parse(parent)?),
            None => None,
        };
        let (author, rest) = field("author")?.split_once(" <")?;
        let time = rest.split_once("> ")?.1.split(' ').next()?.parse().ok()?;
        Some(Commit {
            tree: ObjectId::parse(field("tree")?)?,
            parent,
            author: author.to_owned(),
            time,
            message: message.to_owned(),
        })
    }
}

/// Returns a name as git accepts it: without the marks of an address, line ends, and what git would trim.
pub(crate) fn plain(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| if matches!(c, '<' | '>') || c.is_control() { ' ' } else { c })
        .collect();
    let plain: String = plain.split_whitespace().collect::<Vec<_>>().join(" ");
    if plain.is_empty() { "unknown".to_owned() } else { plain }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::git::object::{ObjectKind, id_of};

    #[test]
    fn commits_come_back_and_odd_names_do_no_harm() {
        let tree = id_of(ObjectKind::Tree, b"");
        for (author, expect) in
            [("jana", "jana"), (" <a@b>\n x\0", "a@b x"), ("", "unknown"), ("Žofie N.", "Žofie N.")]
        {
            for parent in [None, Some(tree)] {
                let message = "One line\n\nparent: x\n".to_owned();
                let commit = Commit { tree, parent, author: author.to_owned(), time: 7, message };
                let parsed = Commit::parse(&commit.encode()).unwrap();
                assert_eq!(parsed, Commit { author: expect.to_owned(), ..commit });
            }
        }
        assert_eq!(Commit::parse(b"tree x\n\n"), None);
        assert_eq!(Commit::parse(b""), None);
    }
}
