//! Trees of pages.

use super::ExportNode;
use super::escape::{Csv, Json, Xml};
use crate::tree::SiteTree;
use std::io::{self, Write};

/// A format of trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeFormat {
    /// Objects within objects.
    Json,
    /// An object a line: `uri`, `parent`, `depth`, `title`, `type`, `size`, `lang`; depth by depth.
    Lines,
    /// Elements within elements.
    Xml,
    /// A line for each page, with its parent.
    Csv,
    /// Lines with two spaces for each depth.
    Text,
}

/// Writes a tree. `node` says what is written of a node of the graph.
pub fn write_tree(
    out: &mut dyn Write,
    tree: &SiteTree,
    format: TreeFormat,
    node: &dyn Fn(u32) -> ExportNode,
) -> io::Result<()> {
    match format {
        TreeFormat::Json => nested(out, tree, node, &Brackets::JSON),
        TreeFormat::Xml => {
            writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tree>")?;
            nested(out, tree, node, &Brackets::XML)?;
            writeln!(out, "</tree>")
        }
        TreeFormat::Lines => lines(out, tree, node),
        TreeFormat::Csv => csv(out, tree, node),
        TreeFormat::Text => text(out, tree, node),
    }
}

/// What stands around a page and its children.
struct Brackets {
    /// Writes the beginning of a page.
    open: fn(&mut dyn Write, &ExportNode) -> io::Result<()>,
    close: &'static str,
    between: &'static str,
}

impl Brackets {
    const JSON: Brackets = Brackets {
        open: |out, node| {
            write!(out, "{{\"uri\":{}", Json(&node.label))?;
            json_facts(out, node)?;
            write!(out, ",\"children\":[")
        },
        close: "]}",
        between: ",\n",
    };
    const XML: Brackets = Brackets {
        open: |out, node| {
            write!(out, "<page uri=\"{}\"", Xml(&node.label))?;
            for ((name, ..), value) in ExportNode::PROPERTIES.iter().zip(node.values()) {
                if !value.is_empty() {
                    write!(out, " {name}=\"{}\"", Xml(&value))?;
                }
            }
            write!(out, ">")
        },
        close: "</page>",
        between: "\n",
    };
}

fn json_facts(out: &mut dyn Write, node: &ExportNode) -> io::Result<()> {
    for (name, value) in [("title", &node.title), ("type", &node.mime), ("lang", &node.language)] {
        write!(out, ",\"{name}\":{}", Json(value))?;
    }
    write!(out, ",\"size\":{}", node.size)?;
    match node.status {
        Some(status) => write!(out, ",\"status\":{status}"),
        None => Ok(()),
    }
}

fn nested(
    out: &mut dyn Write,
    tree: &SiteTree,
    node: &dyn Fn(u32) -> ExportNode,
    brackets: &Brackets,
) -> io::Result<()> {
    let mut depth = 0;
    let mut written = Ok(());
    let mut is_first = true;
    tree.outline(|_, row| {
        if written.is_err() {
            return;
        }
        written = (|| {
            if !is_first {
                // The page before ends unless this one stands below it.
                for _ in row.depth..=depth {
                    out.write_all(brackets.close.as_bytes())?;
                }
                if row.depth <= depth {
                    out.write_all(brackets.between.as_bytes())?;
                }
            }
            (is_first, depth) = (false, row.depth);
            (brackets.open)(out, &ExportNode { depth: Some(row.depth), ..node(row.node) })
        })();
    });
    written?;
    if !is_first {
        for _ in 0..=depth {
            out.write_all(brackets.close.as_bytes())?;
        }
    }
    writeln!(out)
}

fn lines(out: &mut dyn Write, tree: &SiteTree, node: &dyn Fn(u32) -> ExportNode) -> io::Result<()> {
    for row in &tree.rows {
        let page = node(row.node);
        write!(out, "{{\"uri\":{}", Json(&page.label))?;
        match row.parent.and_then(|parent| tree.rows.get(parent as usize)) {
            Some(parent) => write!(out, ",\"parent\":{}", Json(&node(parent.node).label))?,
            None => write!(out, ",\"parent\":null")?,
        }
        write!(out, ",\"depth\":{}", row.depth)?;
        json_facts(out, &page)?;
        writeln!(out, "}}")?;
    }
    Ok(())
}

fn csv(out: &mut dyn Write, tree: &SiteTree, node: &dyn Fn(u32) -> ExportNode) -> io::Result<()> {
    write!(out, "uri,parent,depth,title,type,size,lang\r\n")?;
    for row in &tree.rows {
        let page = node(row.node);
        let parent = row.parent.and_then(|parent| tree.rows.get(parent as usize));
        let parent = parent.map(|parent| node(parent.node).label).unwrap_or_default();
        write!(
            out,
            "{},{},{},{},{},{},{}\r\n",
            Csv(&page.label),
            Csv(&parent),
            row.depth,
            Csv(&page.title),
            Csv(&page.mime),
            page.size,
            Csv(&page.language)
        )?;
    }
    Ok(())
}

fn text(out: &mut dyn Write, tree: &SiteTree, node: &dyn Fn(u32) -> ExportNode) -> io::Result<()> {
    let mut written = Ok(());
    tree.outline(|_, row| {
        if written.is_ok() {
            let page = node(row.node);
            let plain = |text: &str| text.replace(char::is_control, " ");
            let indent = "  ".repeat(row.depth.min(40) as usize);
            let title = plain(&page.title);
            let gap = if title.is_empty() { "" } else { "  " };
            written = writeln!(out, "{indent}{}{gap}{title}", plain(&page.label));
        }
    });
    written
}
