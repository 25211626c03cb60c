"""Logs that Heritrix itself has written, read as lists of seeds by `stodola seeds`.

What the reader must find is taken from the same lines in another way: by the column that the manual of Heritrix names
for the address. Both are then brought to the normal form by the same program, so that only the reading is compared.
"""

import contextlib
import gzip
import http.server
import os
import pathlib
import re
import subprocess
import threading

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z ")


def column(number):
    """The word at a place of each line that begins with a time; others are traces of errors."""
    return lambda lines: [line.split()[number] for line in lines if TIME.match(line)]


def rejected(lines):
    """What a scope rule accepts is harvested anyway."""
    return [line.split()[4] for line in lines if TIME.match(line) and line.split()[3] == "REJECT"]


def not_understood(lines):
    """TIME PAGE "message" LINK; a part of an address is none."""
    links = [line.rsplit('" ', 1)[1] for line in lines if TIME.match(line)]
    return [link for link in links if "://" in link]


def added(lines):
    return [line.split()[1] for line in lines if line.startswith("F+ ")]


# How the addresses are found in each log, by the manual. Others, such as progress-statistics.log, have none.
LOGS = {"crawl.log": column(3), "nonfatal-errors.log": column(3), "runtime-errors.log": column(3),
        "scope.log": rejected, "uri-errors.log": not_understood, "frontier.recover.gz": added}

PAGES = {
    "/": """<title>Index</title><a href=a.html>a</a> <a href="b.html?x=1&amp;y=2">b</a> <a href="c d.html">c</a>
        <a href="ž.html">ž</a> <a href=missing.html>m</a> <a href=moved>r</a> <a href=closed/x.html>no</a>
        <a href=broken>h</a> <a href="http://outside.example/page">o</a> <a href="mailto:me@outside.example">mail</a>
        <a href="http://[bad/">bad</a> <a href="http://127.0.0.1:99999/">port</a> <img src=i.png>""",
    "/a.html": "<title>A</title><a href=/>up</a> <a href='d.html#part'>d</a> <a href=\"a|b.html\">bar</a>",
    "/b.html?x=1&y=2": "<title>B</title><a href='c%20d.html'>c</a>",
    "/c%20d.html": "<title>C</title>",
    "/d.html": "<title>D</title><a href='e.html;jsessionid=0123456789ABCDEF0123456789ABCDEF'>e</a>",
    "/i.png": "not really a picture",
}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path == "/broken":
            # Ends before what it has declared.
            self.send_response(200)
            self.send_header("Content-Length", "1000")
            self.end_headers()
            self.wfile.write(b"short")
            self.close_connection = True
            return
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "/a.html")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if self.path == "/robots.txt":
            kind, body = "text/plain", "User-agent: *\nDisallow: /closed/\n"
        else:
            kind, body = "text/html; charset=utf-8", PAGES.get(self.path)
        data = (body or "<title>?</title>").encode()
        self.send_response(200 if body is not None else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


@contextlib.contextmanager
def small_web():
    """A few pages on loopback with addresses of every kind. Gives the port."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()


def check(stodola, folder):
    """Reads all logs below a folder. Gives a row for each: name, lines, URIs, lines without one; and what differs."""
    rows, troubles = [], []
    for path in sorted(pathlib.Path(folder).rglob("*")):
        extract = LOGS.get(path.name)
        # The folder of the latest run has a second name.
        if extract is None or any(parent.is_symlink() for parent in [path, *path.parents]):
            continue
        data = path.read_bytes()
        data = gzip.decompress(data) if path.suffix == ".gz" else data
        lines = data.decode(errors="surrogateescape").split("\n")[:-1]
        if not lines:
            continue
        found, wrong = seeds(stodola, path, "auto")
        web = [uri for uri in extract(lines) if re.match(r"https?://", uri, re.I)]
        listed = path.with_name(path.name + ".expected")
        listed.write_text("".join(uri + "\n" for uri in web), errors="surrogateescape")
        wanted, _ = seeds(stodola, listed, "list")
        rows.append([path.name, f"{len(lines):,}", f"{len(found):,}", f"{wrong:,}"])
        if set(found) != set(wanted):
            example = min(set(found) ^ set(wanted))
            troubles.append(f"{path.name}: {len(found)} URIs read, {len(wanted)} in it; for example {example}")
    return rows, troubles


def seeds(stodola, path, form):
    """The URIs that our program reads in a file, each once, and the number of lines that gave none."""
    command = [stodola, "seeds", str(path), "--seeds-format", form]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "LC_ALL": "C"})
    said = done.stderr.decode(errors="replace")
    # 1: some lines gave no address.
    if done.returncode not in (0, 1):
        raise OSError(f"stodola seeds: {said.strip()}")
    numbers = re.findall(r"^(\d[^a-z]*) lines? gives? no seed", said, re.M)
    wrong = sum(int(re.sub(r"\D", "", number)) for number in numbers)
    return done.stdout.decode(errors="surrogateescape").split("\n")[:-1], wrong
