//! Graphs for programs that draw and compute them.

use super::ExportNode;
use super::escape::{Csv, Dot, Json, Xml};
use crate::graph::LinkGraph;
use std::io::{self, Write};

/// A format of graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GraphFormat {
    /// An object with `nodes` and `links`, as D3 and networkx read it.
    Json,
    /// Elements of our own: `graph`, `node`, `link`.
    Xml,
    /// DOT of Graphviz.
    Dot,
    /// GraphML 1.0.
    GraphMl,
    /// GEXF 1.3 of Gephi.
    Gexf,
    /// A line for each link: source, target, weight.
    Csv,
}

impl GraphFormat {
    /// All formats with their names.
    pub const ALL: [(&'static str, GraphFormat); 6] = [
        ("json", GraphFormat::Json),
        ("xml", GraphFormat::Xml),
        ("dot", GraphFormat::Dot),
        ("graphml", GraphFormat::GraphMl),
        ("gexf", GraphFormat::Gexf),
        ("csv", GraphFormat::Csv),
    ];
}

const XML_START: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// Writes a graph. `node` says what is written of a node; it may be called several times for one.
pub fn write_graph(
    out: &mut dyn Write,
    graph: &LinkGraph,
    format: GraphFormat,
    node: &dyn Fn(u32) -> ExportNode,
) -> io::Result<()> {
    match format {
        GraphFormat::Json => json(out, graph, node),
        GraphFormat::Xml => xml(out, graph, node),
        GraphFormat::Dot => dot(out, graph, node),
        GraphFormat::GraphMl => graphml(out, graph, node),
        GraphFormat::Gexf => gexf(out, graph, node),
        GraphFormat::Csv => csv(out, graph, node),
    }
}

/// Calls `each` with source, target and weight of every edge.
fn each_edge(
    graph: &LinkGraph,
    mut each: impl FnMut(u32, u32, u32) -> io::Result<()>,
) -> io::Result<()> {
    for source in 0..graph.len() as u32 {
        let weights = graph.edges().weights_of(source);
        for (at, target) in graph.edges().of(source).iter().enumerate() {
            each(source, *target, weights.get(at).copied().unwrap_or(1))?;
        }
    }
    Ok(())
}

type NodeOf<'f> = &'f dyn Fn(u32) -> ExportNode;

fn json(out: &mut dyn Write, graph: &LinkGraph, node: NodeOf<'_>) -> io::Result<()> {
    writeln!(out, "{{\"directed\":true,\"multigraph\":false,\"graph\":{{}},\"nodes\":[")?;
    for number in 0..graph.len() as u32 {
        let comma = if number == 0 { "" } else { "," };
        write!(out, "{comma}{{\"id\":{number},\"label\":{}", Json(&node(number).label))?;
        let values = node(number).values();
        for ((name, kind, _), value) in ExportNode::PROPERTIES.iter().zip(&values) {
            match (value.is_empty(), *kind) {
                (true, _) => {}
                (false, "string") => write!(out, ",\"{name}\":{}", Json(value))?,
                (false, _) => write!(out, ",\"{name}\":{value}")?,
            }
        }
        writeln!(out, "}}")?;
    }
    writeln!(out, "],\"links\":[")?;
    let mut comma = "";
    each_edge(graph, |source, target, weight| {
        writeln!(out, "{comma}{{\"source\":{source},\"target\":{target},\"weight\":{weight}}}")?;
        comma = ",";
        Ok(())
    })?;
    writeln!(out, "]}}")
}

fn xml(out: &mut dyn Write, graph: &LinkGraph, node: NodeOf<'_>) -> io::Result<()> {
    writeln!(out, "{XML_START}<graph>")?;
    for number in 0..graph.len() as u32 {
        let node = node(number);
        write!(out, "<node id=\"{number}\" label=\"{}\"", Xml(&node.label))?;
        for ((name, ..), value) in ExportNode::PROPERTIES.iter().zip(node.values()) {
            if !value.is_empty() {
                write!(out, " {name}=\"{}\"", Xml(&value))?;
            }
        }
        writeln!(out, "/>")?;
    }
    each_edge(graph, |source, target, weight| {
        writeln!(out, "<link source=\"{source}\" target=\"{target}\" weight=\"{weight}\"/>")
    })?;
    writeln!(out, "</graph>")
}

fn dot(out: &mut dyn Write, graph: &LinkGraph, node: NodeOf<'_>) -> io::Result<()> {
    writeln!(out, "digraph links {{")?;
    for number in 0..graph.len() as u32 {
        let node = node(number);
        let text = if node.title.is_empty() { &node.label } else { &node.title };
        writeln!(out, "n{number} [label={}, URL={}];", Dot(text), Dot(&node.label))?;
    }
    each_edge(graph, |source, target, weight| {
        writeln!(out, "n{source} -> n{target} [weight={weight}];")
    })?;
    writeln!(out, "}}")
}

fn graphml(out: &mut dyn Write, graph: &LinkGraph, node: NodeOf<'_>) -> io::Result<()> {
    writeln!(out, "{XML_START}<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">")?;
    writeln!(out, "<key id=\"label\" for=\"node\" attr.name=\"label\" attr.type=\"string\"/>")?;
    for (name, kind, _) in ExportNode::PROPERTIES {
        writeln!(
            out,
            "<key id=\"{name}\" for=\"node\" attr.name=\"{name}\" attr.type=\"{kind}\"/>"
        )?;
    }
    writeln!(out, "<key id=\"weight\" for=\"edge\" attr.name=\"weight\" attr.type=\"int\"/>")?;
    writeln!(out, "<graph id=\"links\" edgedefault=\"directed\">")?;
    for number in 0..graph.len() as u32 {
        let node = node(number);
        let label = Xml(&node.label);
        write!(out, "<node id=\"n{number}\"><data key=\"label\">{label}</data>")?;
        for ((name, ..), value) in ExportNode::PROPERTIES.iter().zip(node.values()) {
            if !value.is_empty() {
                write!(out, "<data key=\"{name}\">{}</data>", Xml(&value))?;
            }
        }
        writeln!(out, "</node>")?;
    }
    each_edge(graph, |source, target, weight| {
        writeln!(
            out,
            "<edge source=\"n{source}\" target=\"n{target}\"><data key=\"weight\">{weight}</data></edge>"
        )
    })?;
    writeln!(out, "</graph>\n</graphml>")
}

fn gexf(out: &mut dyn Write, graph: &LinkGraph, node: NodeOf<'_>) -> io::Result<()> {
    writeln!(out, "{XML_START}<gexf xmlns=\"http://gexf.net/1.3\" version=\"1.3\">")?;
    writeln!(out, "<graph mode=\"static\" defaultedgetype=\"directed\">")?;
    writeln!(out, "<attributes class=\"node\" mode=\"static\">")?;
    for (number, (name, _, kind)) in ExportNode::PROPERTIES.iter().enumerate() {
        writeln!(out, "<attribute id=\"{number}\" title=\"{name}\" type=\"{kind}\"/>")?;
    }
    writeln!(out, "</attributes>\n<nodes>")?;
    for number in 0..graph.len() as u32 {
        let node = node(number);
        write!(out, "<node id=\"{number}\" label=\"{}\"><attvalues>", Xml(&node.label))?;
        for (property, value) in node.values().iter().enumerate().filter(|it| !it.1.is_empty()) {
            write!(out, "<attvalue for=\"{property}\" value=\"{}\"/>", Xml(value))?;
        }
        writeln!(out, "</attvalues></node>")?;
    }
    writeln!(out, "</nodes>\n<edges>")?;
    let mut number = 0u64;
    each_edge(graph, |source, target, weight| {
        writeln!(
            out,
            "<edge id=\"{number}\" source=\"{source}\" target=\"{target}\" weight=\"{weight}\"/>"
        )?;
        number += 1;
        Ok(())
    })?;
    writeln!(out, "</edges>\n</graph>\n</gexf>")
}

fn csv(out: &mut dyn Write, graph: &LinkGraph, node: NodeOf<'_>) -> io::Result<()> {
    write!(out, "source,target,weight\r\n")?;
    let mut label = (u32::MAX, String::new());
    each_edge(graph, |source, target, weight| {
        if label.0 != source {
            label = (source, node(source).label);
        }
        write!(out, "{},{},{weight}\r\n", Csv(&label.1), Csv(&node(target).label))
    })
}
