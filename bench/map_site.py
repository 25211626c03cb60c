"""A folder of pages as a site: its WARC file, and its dead links by other programs, for bench/map."""

import base64
import collections
import hashlib
import mimetypes
import os
import pathlib
import re
import shutil
import urllib.parse
import zlib

ORIGIN = "http://site.test/"
# Where Debian packages put their documents, and under which name they stand in the site. Of the documents of Rust those
# of the instructions of processors are left out: 17,000 pages of one kind. Links to them are dead.
PACKAGES = "debian-handbook libreoffice-help-cs libreoffice-help-en-us postgresql-doc-15 python3.11-doc rust-doc"
FOLDERS = {"postgresql": "/usr/share/doc/postgresql-doc-15/html", "handbook": "/usr/share/doc/debian-handbook/html",
           "python": "/usr/share/doc/python3.11/html", "office": "/usr/share/libreoffice/help",
           "rust": "/usr/share/doc/rust-doc/html"}
LEFT_OUT = {"/usr/share/doc/rust-doc/html/core/arch"}
PAGES_MIN = 17_000
# Raised whenever the site changes, so that an older one is not taken for it.
VERSION = 1


def build_site(work):
    """Copies the documents into a folder and writes their WARC file. Returns both, with the number of pages and their
    bytes; `None` if too few are installed."""
    root, warc, ready = work / "map-site", work / "map-site.warc.gz", work / "map-site.txt"
    known = ready.read_text().split() if ready.exists() else []
    if known[:1] != [str(VERSION)]:
        shutil.rmtree(root, ignore_errors=True)
        for name, folder in FOLDERS.items():
            for base, folders, names in os.walk(folder):
                folders[:] = sorted(one for one in folders if f"{base}/{one}" not in LEFT_OUT)
                for path in (pathlib.Path(base, one) for one in sorted(names)):
                    if path.is_file():
                        copy = root / name / path.relative_to(folder)
                        copy.parent.mkdir(parents=True, exist_ok=True)
                        shutil.copyfile(path, copy)
        if not root.exists():
            return None
        links = "".join(f'<li><a href="{name}/index.html">{name}</a>' for name in FOLDERS
                        if (root / name / "index.html").exists())
        (root / "index.html").write_text(f"<!DOCTYPE html>\n<title>Documents</title>\n<ul>{links}</ul>\n")
        known = [str(VERSION), *map(str, write_warc(root, warc))]
        ready.write_text(" ".join(known))
    pages, size = map(int, known[1:])
    return (root, warc, pages, size) if pages >= PAGES_MIN else None


def files(folder):
    """The address of each file."""
    found = {}
    for base, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = pathlib.Path(base, name)
            if path.is_file():
                found[ORIGIN + urllib.parse.quote(str(path.relative_to(folder)))] = path
    return found


def write_warc(folder, out):
    """Writes the files of a folder as responses. Returns the number of pages, and their bytes."""
    pages = size = 0
    with open(out, "wb") as warc:
        for number, (uri, path) in enumerate(files(folder).items()):
            body = path.read_bytes()
            mime = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            if mime == "text/html":
                pages, size = pages + 1, size + len(body)
            block = f"HTTP/1.1 200 OK\r\nContent-Type: {mime}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
            digest = base64.b32encode(hashlib.sha1(body).digest()).decode()
            record = f"<urn:uuid:00000000-0000-0000-0000-{number:012}>"
            head = ["WARC/1.1", "WARC-Type: response", f"WARC-Record-ID: {record}", f"WARC-Target-URI: {uri}",
                    "WARC-Date: 2024-01-01T00:00:00Z", f"WARC-Payload-Digest: sha1:{digest}",
                    "Content-Type: application/http; msgtype=response", f"Content-Length: {len(block)}", "", ""]
            deflate = zlib.compressobj(6, zlib.DEFLATED, 31)
            warc.write(deflate.compress("\r\n".join(head).encode() + block + b"\r\n\r\n") + deflate.flush())
    return pages, size


def missing_fragments(folder):
    """Addresses of pages with fragments that they lack, as lxml sees the pages."""
    from lxml import html

    known = files(folder)
    places, wanted = {}, set()
    for uri, path in known.items():
        if path.suffix != ".html":
            continue
        parser = html.HTMLParser(encoding="utf-8", huge_tree=True)
        try:
            page = html.document_fromstring(path.read_bytes(), parser=parser)
        except ValueError:
            continue
        elements = [element for element in page.iter() if isinstance(element.tag, str)]
        places[uri] = {element.get("id") for element in elements}
        places[uri] |= {element.get("name") for element in elements if element.tag == "a"}
        for reference in (element.get("href") for element in elements if element.tag == "a"):
            try:
                target, fragment = urllib.parse.urldefrag(urllib.parse.urljoin(uri, (reference or "").strip()))
            except ValueError:
                continue
            if fragment and fragment.lower() != "top":
                wanted.add((target, fragment))
    lacks = lambda names, fragment: fragment not in names and urllib.parse.unquote(fragment) not in names
    return {(target, fragment) for target, fragment in wanted
            if target in places and lacks(places[target], fragment)}


class Problem:
    """A dead link: its target as a path with a fragment, whether only the fragment is missing, and who holds it."""

    def __init__(self, target, holders, element=None):
        path, mark, fragment = target.partition("#")
        path, mark_of_query, _ = path.partition("?")
        self.target, self.holders, self.element = target, holders, element
        self.has_query = bool(mark_of_query)
        self.key = re.sub(r"/+", "/", path).removesuffix("index.html").rstrip("/") + mark + fragment


def hyperlink_problems(output, folder):
    """What hyperlink has printed: for each page its bad links, which are paths from the root of the site."""
    holders = collections.defaultdict(set)
    page = None
    for line in output.splitlines():
        if line.startswith("  error: bad link "):
            holders[line.removeprefix("  error: bad link ")].add(page)
        elif line.startswith(f"{folder}/"):
            page = line.removeprefix(f"{folder}/")
    return [Problem(urllib.parse.unquote(target), pages) for target, pages in holders.items()]


def our_problems(lines):
    """What map_load has printed about targets within the site."""
    problems = []
    for line in lines:
        _, _, _, uri, fragment, holder, element = line.rstrip("\n").split("\t")
        if uri.startswith(ORIGIN):
            path = "/" + urllib.parse.unquote(uri.removeprefix(ORIGIN))
            holder = urllib.parse.unquote(holder.removeprefix(ORIGIN))
            target = path + (f"#{urllib.parse.unquote(fragment)}" if fragment else "")
            problems.append(Problem(target, {holder}, element))
    return problems


class Site:
    """What explanations look at."""

    def __init__(self, folder, ours, theirs):
        self.folder = folder
        self.ours, self.theirs = {it.key: it for it in ours}, {it.key: it for it in theirs}
        self.pages = {}

    def source(self, page):
        if page not in self.pages:
            path = self.folder / page
            self.pages[page] = path.read_bytes() if path.is_file() else b""
        return self.pages[page]

    def all_have(self, problem, pattern):
        return all(re.search(pattern, self.source(page), re.I) for page in problem.holders)


# Why one of us has a dead link that the other does not have. Each has a name, who has it, and how it is recognised.
DIFFERENCES = [
    ("hyperlink reads relative links as if there were no <base>", "hyperlink",
     lambda site, it: site.all_have(it, rb"<base\b[^>]*href")),
    ("the same, the other way round: with the <base> the link is dead", "ours",
     lambda site, it: site.all_have(it, rb"<base\b[^>]*href")),
    ("hyperlink tells each fragment of a page that is not there; we tell the page, once", "hyperlink",
     lambda site, it: "#" in it.key and it.key.split("#")[0] in site.ours),
    ("the same, the other way round: the page, once", "ours",
     lambda site, it: any(key.startswith(f"{it.key}#") for key in site.theirs)),
    ("hyperlink takes several slashes for one, so that it finds a file where a server may have none", "ours",
     lambda site, it: "//" in it.target),
    ("hyperlink lets the query of an address go; no address with this query was archived", "ours",
     lambda site, it: it.has_query),
    ("hyperlink does not read style sheets", "ours",
     lambda site, it: all(page.endswith(".css") for page in it.holders)),
]


def compare(folder, ours, theirs):
    """Counts of both, of what both have, and of each kind of difference; those that nothing explains."""
    site = Site(folder, ours, theirs)
    counts, unexplained = collections.Counter(), []
    for who, mine, other in (("ours", site.ours, site.theirs), ("hyperlink", site.theirs, site.ours)):
        for key, problem in sorted(mine.items()):
            if key in other:
                continue
            kinds = (name for name, whose, holds in DIFFERENCES if whose == who and holds(site, problem))
            kind = next(kinds, None)
            if kind is None:
                unexplained.append((who, problem))
            else:
                counts[kind] += 1
    return len(site.ours), len(site.theirs), len(site.ours.keys() & site.theirs.keys()), counts, unexplained
