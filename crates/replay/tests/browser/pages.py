"""The small web that the browser tests visit: the files of `fixtures/`, on two loopback addresses.

The same answers are given live and put into an archive.
"""

import pathlib
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

FIXTURES = pathlib.Path(__file__).resolve().parent / "fixtures"
MAIN = "127.0.0.2"
OTHER = "127.0.0.3"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".xml": "text/xml",
    ".vtt": "text/vtt",
    ".events": "text/event-stream",
}


class Answer:
    """Status, header fields and body of an answer."""

    def __init__(self, status, fields, body):
        self.status = status
        self.fields = fields
        self.body = body


class Site:
    """Answers requests for the fixtures, and remembers the addresses that were asked for."""

    def __init__(self, port):
        self.port = port
        self.asked = []

    def answer(self, uri):
        """The answer for an absolute address, whichever way it was asked for."""
        parts = urlsplit(uri)
        self.asked.append(uri)
        if parts.path == "/redirect":
            return Answer(302, [("Location", "/data.json?redirected")], b"")
        file = (FIXTURES / parts.path.lstrip("/")).resolve()
        if parts.hostname not in (MAIN, OTHER) or not file.is_file() or FIXTURES not in file.parents:
            return Answer(404, [("Content-Type", "text/plain")], b"not here\n")
        text = file.read_text("utf-8")
        text = text.replace("{{main}}", f"{MAIN}:{self.port}").replace("{{other}}", f"{OTHER}:{self.port}")
        fields = [("Content-Type", TYPES[file.suffix]), ("Access-Control-Allow-Origin", "*"), ("X-Own", "kept")]
        return Answer(200, fields, text.encode("utf-8"))


class Handler(BaseHTTPRequestHandler):
    """Common to all servers here: quiet, and one way to send an answer."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def send(self, answer):
        self.send_response(answer.status)
        for name, text in answer.fields:
            self.send_header(name, text)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.body)

    def read_body(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def do_POST(self):
        self.read_body()
        self.do_GET()

    def do_HEAD(self):
        self.do_GET()


class LiveHandler(Handler):
    """The fixtures as a live web server gives them."""

    def do_GET(self):
        self.send(self.server.site.answer(f"http://{self.headers['Host']}{self.path}"))


class Server(ThreadingHTTPServer):
    """Says nothing about connections that the browser breaks when a page is closed."""

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


def start(address, port, handler, **attributes):
    """Starts a server in a thread of its own; port 0 takes any that is free."""
    server = Server((address, port), handler)
    server.daemon_threads = True
    for name, value in attributes.items():
        setattr(server, name, value)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def start_live():
    """Starts the site on both addresses, at the same port; returns the servers and the site."""
    first = start(MAIN, 0, LiveHandler)
    site = Site(first.server_address[1])
    first.site = site
    return [first, start(OTHER, site.port, LiveHandler, site=site)], site
