"""A site of 100,000 pages for bench/map: how long its tree takes, and the first view of its page in a fresh server."""

import http.client
import pathlib
import statistics
import subprocess
import tempfile
import time

import map_queue

PAGES, CHILDREN, HOST = 100_000, 10, "large.test"
TREE_S, VIEW_MS = 1.0, 300.0
STARTS = 3


def write_warc(path, pages):
    """Pages of which each links to its ten children, to its parent and to the home page."""
    def name(number):
        return f"/section-{number // 1000}/page-{number}.html" if number else "/"

    with open(path, "wb") as out:
        for number in range(pages):
            links = [0, (number - 1) // CHILDREN if number else 0]
            links += range(CHILDREN * number + 1, min(CHILDREN * number + CHILDREN + 1, pages))
            body = f"<!DOCTYPE html>\n<title>Page {number}</title>\n<h1>Page {number}</h1>\n" + "\n".join(
                f'<p><a href="{name(link)}">Page {link}</a>' for link in links)
            block = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n{body}"
            out.write(f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-"
                      f"{number:012}>\r\nWARC-Target-URI: http://{HOST}{name(number)}\r\nWARC-Date: "
                      f"2024-01-01T00:00:00Z\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: "
                      f"{len(block)}\r\n\r\n{block}\r\n\r\n".encode())


def first_view(program, archive):
    """Milliseconds to the first answer of a fresh server, to the first whole page, and of the page after that."""
    server = map_queue.Server(program, archive)
    try:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
        begin, first = time.monotonic(), None
        while True:
            started = time.monotonic()
            status, _, text = map_queue.ask(connection, server.port, "GET", f"/maps/{HOST}")
            # 202: it is being made.
            if status not in (200, 202):
                raise OSError(f"/maps/{HOST}: {status}: {text[:300]!r}")
            took = (time.monotonic() - started) * 1000
            first = took if first is None else first
            if status == 200:
                break
        whole = (time.monotonic() - begin) * 1000
        started = time.monotonic()
        map_queue.ask(connection, server.port, "GET", f"/maps/{HOST}/tree")
        return first, whole, (time.monotonic() - started) * 1000
    finally:
        server.end()


def measure(stodola, map_load, work):
    """Rows of the table: what, measured, limit, whether it holds."""
    with tempfile.TemporaryDirectory(prefix="map-view-", dir=work) as folder:
        warc, archive = pathlib.Path(folder, "large.warc"), pathlib.Path(folder, "archive")
        write_warc(warc, PAGES)
        lines = subprocess.check_output([map_load, "site", warc, archive, f"http://{HOST}/"], text=True).splitlines()
        figures = dict(line.split() for line in lines if not line.startswith("#"))
        if int(figures["tree"]) != PAGES:
            raise OSError(f"the tree has {figures['tree']} pages")
        views = [first_view(stodola, archive) for _ in range(STARTS)]
    first, whole, tree = (statistics.median(column) for column in zip(*views))
    seconds = float(figures["graph-cpu"]) + float(figures["tree-cpu"])
    return [
        (f"tree of {PAGES:,} pages, with its graph: CPU", f"{seconds:.2f} s", f"≤ {TREE_S:.0f} s", seconds <= TREE_S),
        ("first answer of a fresh server about it", f"{first:.0f} ms", f"≤ {VIEW_MS:.0f} ms", first <= VIEW_MS),
        ("first whole page about it", f"{whole:.0f} ms", f"≤ {VIEW_MS:.0f} ms", whole <= VIEW_MS),
        ("page of its tree after that", f"{tree:.0f} ms", "", True),
    ]
