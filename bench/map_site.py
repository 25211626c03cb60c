"""A folder of pages as a site: its WARC file, and its dead links by another way, for bench/map."""

import base64
import gzip
import hashlib
import mimetypes
import os
import pathlib
import urllib.parse

ORIGIN = "http://site.test/"


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
            warc.write(gzip.compress("\r\n".join(head).encode() + block + b"\r\n\r\n", mtime=0))
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
