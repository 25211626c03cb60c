"""The sites that are compared: what Debian packages bring, served on loopback addresses.

Pages are chosen by a rule, so that nobody can pick those that look well: of all pages of a site in the order of their
paths, as many as wanted at equal distances. A few pages on top of that do what only scripts can: they search.
"""

import dataclasses
import functools
import pathlib
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

from maps import LEAFLET, MapHandler, map_paths
from wiki import PACKAGED, Wiki, wiki_paths

DOC = pathlib.Path("/usr/share/doc")
RUST = DOC / "rust-doc/html"
# Words that few pages have: a search loads each page that it finds.
PYTHON_SEARCHES = ["search.html?q=zipimporter", "search.html?q=telnetlib&check_keywords=yes&area=default"]
MYPY_SEARCHES = ["search.html?q=covariant", "search.html?q=daemon&check_keywords=yes&area=default"]
RUST_SEARCHES = ["std/index.html?search=vec", "std/?search=hashmap%20insert", "alloc/vec/struct.Vec.html#method.push"]
BOOK_SEARCHES = ["book/?search=closure", "reference/index.html#introduction"]


@dataclasses.dataclass
class Site:
    """A site, where its files are, and which of its pages are looked at."""

    name: str
    package: str
    # Is there if the package is installed.
    folder: pathlib.Path
    address: str
    # Begins to serve at an address; the result has `port` and `close()`.
    serve: object
    # All pages to choose from, in order.
    paths: object
    # How many of these are looked at.
    wanted: int
    # Looked at as well.
    extra: tuple = ()

    def paths_exist(self):
        """True if the package is installed."""
        return bool(self.folder.is_dir() and self.paths())

    def chosen(self, share):
        """The paths of the pages to look at; `share` of 1 means all, less means fewer of them."""
        paths = self.paths()
        count = min(len(paths), max(1, round(self.wanted * share)))
        chosen = [paths[(index * len(paths)) // count] for index in range(count)]
        return chosen + list(self.extra[: round(len(self.extra) * share) or 1])


class FileHandler(SimpleHTTPRequestHandler):
    """Files of a folder."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    """A server in a thread of its own; quiet about connections that a browser breaks."""

    daemon_threads = True

    def __init__(self, address, handler):
        super().__init__((address, 0), handler)
        self.port = self.server_address[1]
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    def close(self):
        self.shutdown()
        self.server_close()


def files(folder):
    """Serves a folder."""
    return lambda address: Server(address, functools.partial(FileHandler, directory=str(folder)))


def pages_below(folder, *parts):
    """The paths of all HTML files of a folder, or of parts of it."""

    def found():
        listed = [path for part in parts or ("",) for path in (folder / part).rglob("*.html")]
        return sorted({str(path.relative_to(folder)) for path in listed if "_static" not in path.parts})

    return found


SITES = [
    Site(
        "rust-doc (rustdoc)", "rust-doc", RUST, "127.0.0.2", files(RUST),
        pages_below(RUST, "std", "core", "alloc", "proc_macro", "src"), 46, tuple(RUST_SEARCHES),
    ),
    Site(
        "rust-doc (mdBook)", "rust-doc", RUST, "127.0.0.3", files(RUST),
        pages_below(RUST, "book", "reference", "nomicon", "rust-by-example", "rustc", "embedded-book"),
        38, tuple(BOOK_SEARCHES),
    ),
    Site(
        "python3-doc (Sphinx)", "python3-doc", DOC / "python3/html", "127.0.0.4", files(DOC / "python3/html"),
        pages_below(DOC / "python3/html"), 44, tuple(PYTHON_SEARCHES),
    ),
    Site(
        "mypy-doc (Sphinx, Furo)", "mypy-doc", DOC / "mypy/html", "127.0.0.5", files(DOC / "mypy/html"),
        pages_below(DOC / "mypy/html"), 28, tuple(MYPY_SEARCHES),
    ),
    Site(
        "DokuWiki", "dokuwiki", PACKAGED, "127.0.0.6", Wiki,
        wiki_paths, 26, ("doku.php?id=start&do=search&q=syntax",),
    ),
    Site(
        "Leaflet", "libjs-leaflet", LEAFLET, "127.0.0.7", lambda address: Server(address, MapHandler),
        map_paths, 14,
    ),
]  # fmt: skip
