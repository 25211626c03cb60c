"""Opens what the map exports with networkx, igraph and lxml. Called by `run`: check.py PROGRAM FOLDER.

A small site with odd titles and addresses is put into an archive. All graph formats must tell the same of it, and the
sitemap must be valid.
"""

import json
import subprocess
import sys
from pathlib import Path

import igraph
import networkx
from lxml import etree

HERE = Path(__file__).parent
PROGRAM, FOLDER = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
ODD = "\u017dlu\u0165ou\u010dk\u00fd <k\u016f\u0148> & \"quotes\" 'and' ]]> \U0001f33e"
PAGES = {
    "http://a.example/": (ODD, ["/b", "/b", "/c?x=1&y=<2>", "http://b.example/", "/alone/"]),
    "http://a.example/b": ("B", ["/", "/c?x=1&y=<2>"]),
    "http://a.example/c?x=1&y=<2>": ("", ["/b", "/c?x=1&y=<2>"]),
    "http://a.example/alone/": ("\\n\\t%s{}", []),
    "http://a.example/" + "long" * 600: ("too long for a sitemap", ["/"]),
    "http://b.example/": ("B", ["http://a.example/"]),
}


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def record(uri, title, links):
    anchors = "".join(f'<a href="{escaped(link)}">x</a>' for link in links)
    html = f"<html lang=cs><title>{escaped(title)}</title>{anchors}".encode()
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {uri}\r\n"
        "WARC-Date: 2024-01-02T03:04:05Z\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def stodola(*arguments):
    command = [str(PROGRAM), *arguments, "--archive", str(FOLDER / "archive")]
    ran = subprocess.run(command, capture_output=True, timeout=60, check=False)
    if ran.returncode != 0:
        sys.exit(f"{' '.join(command)}: {ran.stderr.decode()}")


def export(name, *more):
    path = FOLDER / f"export.{name}"
    stodola("map", "export", name, "--out", str(path), *more)
    return path


def check(is_so, words):
    if not is_so:
        sys.exit(f"map_peers: {words}")


def told(graph):
    """Nodes and links of a networkx graph, by addresses, as all formats must tell them."""
    label = networkx.get_node_attributes(graph, "label")
    nodes = {
        (label[node], facts.get("title", ""), round(float(facts.get("rank", 0)), 9))
        for node, facts in graph.nodes(data=True)
    }
    links = {
        (label[source], label[target], int(float(facts.get("weight", 1))))
        for source, target, facts in graph.edges(data=True)
    }
    return nodes, links


def main():
    warc = FOLDER / "site.warc"
    warc.write_bytes(b"".join(record(uri, *page) for uri, page in PAGES.items()))
    stodola("archive", "add", str(warc))
    stodola("archive", "rebuild", "--only", "map")
    document = json.loads(export("json").read_text())
    expected = told(networkx.node_link_graph(document, edges="links"))
    check(len(expected[0]) == len(PAGES), f"json has {len(expected[0])} pages")
    check(any(title == ODD for _, title, _ in expected[0]), f"the odd title is lost: {expected[0]}")
    check(len(expected[1]) == 9, f"json has {len(expected[1])} links")
    for name, read in [("gexf", networkx.read_gexf), ("graphml", networkx.read_graphml)]:
        found = told(read(export(name)))
        check(found == expected, f"{name} by networkx: {found} instead of {expected}")
    graph = igraph.Graph.Read_GraphML(str(export("graphml")))
    check(graph.is_directed(), "graphml by igraph has no directions")
    label = graph.vs["label"]
    nodes = {(it["label"], it["title"] or "", round(it["rank"], 9)) for it in graph.vs}
    links = {(label[it.source], label[it.target], int(it["weight"])) for it in graph.es}
    check((nodes, links) == expected, f"graphml by igraph: {nodes, links} instead of {expected}")
    hosts = networkx.read_gexf(export("gexf", "--nodes", "hosts"))
    names = {facts["label"] for _, facts in hosts.nodes(data=True)}
    check(names == {"a.example", "b.example"}, f"gexf of hosts: {names}")
    schema = etree.XMLSchema(etree.parse(HERE / "sitemap.xsd"))
    sitemap = etree.parse(export("sitemap", "--site", "a.example"))
    check(schema.validate(sitemap), f"the sitemap is not valid: {schema.error_log}")
    # The address that is too long for the protocol is not in it.
    count = len(sitemap.getroot())
    check(count == len(PAGES) - 2, f"the sitemap has {count} pages")
    broken = etree.fromstring(etree.tostring(sitemap).replace(b"http:", b"horse:"))
    check(not schema.validate(broken), "the schema accepts anything")
    print(f"map_peers: {len(PAGES)} pages and {len(links)} links as networkx and igraph read them")


main()
