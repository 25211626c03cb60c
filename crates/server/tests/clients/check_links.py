"""Every archived page is asked for as a browser does it, and so is every link in the answer.

    check_links.py STODOLA

The pages are those of all ARC, WARC and WACZ files below `warc` of the folder that STODOLA_CORPUS names, and those of a
small site. A page must be answered with its own status; a link with something that is archived, or with a page that
says why it is not there. A sample of them, or all if STODOLA_LONG is set.
"""

import concurrent.futures
import html.parser
import http.client
import json
import os
import pathlib
import re
import sys
import tempfile
import threading
import urllib.parse

from captures import small_site
from served import Checks, Served

NAMES = re.compile(r"\.(w?arc(\.gz|\.zst)?|wacz)$", re.IGNORECASE)
LINKS = {"href", "src", "action", "data", "poster", "background", "cite", "longdesc", "formaction", "srcset"}
IS_LONG = bool(os.environ.get("STODOLA_LONG"))
# Pages, and links of each of them.
PAGES, LINKS_OF_A_PAGE = (100_000, 100_000) if IS_LONG else (60, 12)
REASON = re.compile(r"archiv|not shown|redirect to itself|cannot be read|readers only", re.IGNORECASE)


def main():
    checks = Checks("links")
    with tempfile.TemporaryDirectory() as folder:
        with Served(sys.argv[1], [small_site(folder), *corpus()], odd=True) as served:
            crawl = Crawl(checks, served)
            crawl.run()
            checks.check("the server still runs", served.process.poll() is None, served.said[-2000:])
            checks.check("nothing panicked", "panicked" not in served.said, served.said[-2000:])
    more = f"; {crawl.pages} pages, {len(crawl.asked)} links: {crawl.archived} archived, {crawl.explained} explained"
    return checks.finish(more)


def corpus():
    """The archive files of the corpus, in a fixed order; none without a corpus."""
    if not os.environ.get("STODOLA_CORPUS"):
        return []
    folder = pathlib.Path(os.environ["STODOLA_CORPUS"]) / "warc"
    files = {}
    for path in sorted(folder.rglob("*")):
        # Copies of a file under other names would be the same pages again.
        if path.is_file() and NAMES.search(path.name) and path.stat().st_size > 0:
            files.setdefault(path.read_bytes(), path)
    return list(files.values())


class Crawl:
    """Asks for pages and for what they link to, with a few connections at a time."""

    def __init__(self, checks, served):
        self.checks, self.served = checks, served
        self.lock = threading.Lock()
        self.local = threading.local()
        self.asked = set()
        self.pages = self.archived = self.explained = 0

    def run(self):
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(self.page, self.rows()))

    def rows(self):
        """The captures of HTML, those of a sample far apart from each other."""
        _, _, body = self.get("/web/cdx?url=*&output=json&filter=mime:html&fl=timestamp,url,status,mime")
        rows = [json.loads(line) for line in body.splitlines()]
        self.checks.check("there are pages", len(rows) > 0)
        return rows[:: max(1, len(rows) // PAGES)]

    def get(self, path, fields=()):
        """Status, header fields and body of an answer. The connection is kept."""
        for attempt in range(2):
            connection = getattr(self.local, "connection", None)
            if connection is None:
                address = urllib.parse.urlsplit(self.served.replay)
                connection = self.local.connection = http.client.HTTPConnection(address.hostname, address.port, 120)
            try:
                connection.request("GET", path, headers={"Accept": "text/html, */*", **dict(fields)})
                answer = connection.getresponse()
                return answer.status, answer.headers, answer.read()
            except (http.client.HTTPException, OSError) as error:
                connection.close()
                self.local.connection = None
                if attempt:
                    return 599, {}, str(error).encode()

    def page(self, row):
        if not row.get("url", "").startswith("http"):
            return
        path = f"/web/{row.get('timestamp', '1996')}if_/{escaped(row['url'])}"
        status, headers, body = self.get(path, [("Sec-Fetch-Dest", "iframe")])
        own = row.get("status", "-")
        with self.lock:
            self.pages += 1
            if status >= 500:
                same = str(status) == own and "Memento-Datetime" in headers
                self.checks.check(f"{path} is answered", same, (status, own, body[:300]))
            elif "Memento-Datetime" not in headers:
                right = is_reason(status, body)
                self.checks.check(f"{path} says why it is not shown", right, (status, body[:300]))
        links = [] if "Memento-Datetime" not in headers else self.links(path, headers, body)
        for link in links[:LINKS_OF_A_PAGE]:
            self.link(path, link)

    def links(self, path, headers, body):
        """The addresses on the replay origin that a page refers to."""
        found = [headers["Location"]] if headers.get("Location") else []
        charset = re.search(r"charset=[\"']?([\w-]+)", headers.get("Content-Type", ""))
        try:
            text = body.decode(charset[1] if charset else "latin-1", "replace")
        except LookupError:
            text = body.decode("latin-1")
        if "html" in headers.get("Content-Type", ""):
            finder = Finder()
            finder.feed(text)
            found += finder.links
        base = self.served.replay + path
        links = []
        for link in found:
            try:
                link = urllib.parse.urljoin(base, link.strip())
            except ValueError:
                continue
            scheme = link.partition(":")[0].lower()
            if link.startswith(self.served.replay + "/"):
                links.append(link.removeprefix(self.served.replay).partition("#")[0])
            else:
                is_outside = scheme in ("http", "https", "ftp", "ws", "wss")
                with self.lock:
                    self.checks.check(f"{path} links to nothing outside", not is_outside, link[:300])
        return list(dict.fromkeys(links))

    def link(self, page, link):
        path = escaped(link)
        with self.lock:
            if path in self.asked:
                return
            self.asked.add(path)
        status, headers, body = self.get(path)
        hops, replay = 0, self.served.replay
        while 300 < status < 309 and headers.get("Location", "").startswith(replay) and hops < 20:
            hops += 1
            status, headers, body = self.get(escaped(headers["Location"].removeprefix(replay)))
        with self.lock:
            is_archived = "Memento-Datetime" in headers or status == 200
            if is_archived:
                self.archived += 1
                self.checks.check(f"{link} in {page}", hops < 20, "goes round")
            else:
                self.explained += 1
                right = is_reason(status, body)
                self.checks.check(f"{link} in {page}", right, (status, dict(headers), body[:300]))


class Finder(html.parser.HTMLParser):
    """What a page refers to by attributes."""

    # What stands between these tags is text for browsers.
    CDATA_CONTENT_ELEMENTS = ("script", "style", "iframe", "noembed", "noframes", "xmp", "textarea", "title")

    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.links = []

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            # What names a page and is never fetched may stay as it was.
            is_name = tag == "link" and re.search("canonical|profile", dict(attributes).get("rel") or "", re.IGNORECASE)
            if name not in LINKS or not value or is_name or (tag, name) == ("base", "href"):
                continue
            self.links += value.split(",")[0].split()[:1] if name == "srcset" else [value]

    def error(self, message):
        pass


def is_reason(status, body):
    """Whether an answer without a capture tells people what is the matter."""
    return 400 <= status < 500 and bool(REASON.search(body.decode("utf-8", "replace")))


def escaped(address):
    """As it can stand in a request."""
    return urllib.parse.quote(address, safe="%/:=&?~#+!$,;'@()*[]|^`{}\\").replace("#", "%23").replace("\\", "%5C")


if __name__ == "__main__":
    sys.exit(main())
