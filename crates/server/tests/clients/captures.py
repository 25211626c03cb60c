"""A small site at several times, as a WARC file: pages with what they need, a revisit, a redirect, odd codings."""

import base64
import gzip
import hashlib
import pathlib
import uuid

FIRST, SECOND, THIRD = "20140126200624", "20150601120000", "20160229235959"
STYLE = "body { background: url(picture.svg) } p { color: rgb(1, 2, 3) }"
SCRIPT = "document.getElementById('made').textContent = 'made by a script at ' + location.href;"
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>'
PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>Kůň {number}</title>
<link rel="stylesheet" href="/style.css"><script src="/script.js" defer></script></head>
<body><h1>Žluťoučký kůň {number}</h1><p id="made">not made</p><img src="/picture.svg" alt="red">
<a href="/second.html">second</a> <a href="{base}/moved">moved</a> <a href="/nowhere">not archived</a></body></html>"""


def small_site(folder, base="http://www.kun.example"):
    """Writes the site below an address into a file of a folder, and returns its path."""
    html, text = "text/html; charset=utf-8", "text/plain"
    page = [PAGE.format(number=number, base=base).encode() for number in (1, 2)]
    records = [
        response(f"{base}/", FIRST, page[0], html),
        response(f"{base}/style.css", FIRST, STYLE.encode(), "text/css"),
        response(f"{base}/script.js", FIRST, SCRIPT.encode(), "text/javascript"),
        response(f"{base}/picture.svg", FIRST, PICTURE.encode(), "image/svg+xml"),
        response(f"{base}/second.html", FIRST, gzip.compress(page[1]), html, [("Content-Encoding", "gzip")]),
        response(f"{base}/chunked.txt", FIRST, chunked(b"some chunks"), text, [("Transfer-Encoding", "chunked")]),
        response(f"{base}/moved", FIRST, b"", html, [("Location", "/second.html")], 301),
        response(f"{base}/gone", FIRST, b"gone", text, status=404),
        response(f"{base}/", SECOND, page[1], html),
        revisit(f"{base}/", THIRD, page[1], SECOND),
    ]
    path = pathlib.Path(folder) / "small-site.warc.gz"
    path.write_bytes(b"".join(gzip.compress(record) for record in records))
    return path


def chunked(body):
    return b"".join(b"4\r\n%s\r\n" % body[at : at + 4] for at in range(0, len(body) // 4 * 4, 4)) + (
        b"%x\r\n%s\r\n0\r\n\r\n" % (len(body) % 4, body[len(body) // 4 * 4 :])
    )


def response(uri, time, body, media_type, fields=(), status=200):
    """A record of an answer."""
    lines = [f"HTTP/1.1 {status} X", f"Content-Type: {media_type}", *(f"{name}: {value}" for name, value in fields)]
    head = "\r\n".join(lines).encode() + b"\r\n\r\n"
    own = [("WARC-Payload-Digest", digest(body)), ("Content-Type", "application/http; msgtype=response")]
    return record("response", uri, time, own, head + body)


def revisit(uri, time, body, original):
    """A record that says: the same content as at an earlier time."""
    profile = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
    own = [
        ("WARC-Payload-Digest", digest(body)),
        ("WARC-Profile", profile),
        ("WARC-Refers-To-Target-URI", uri),
        ("WARC-Refers-To-Date", date(original)),
        ("Content-Type", "application/http; msgtype=response"),
    ]
    return record("revisit", uri, time, own, b"HTTP/1.1 200 X\r\nContent-Type: text/html; charset=utf-8\r\n\r\n")


def record(kind, uri, time, fields, block):
    lines = ["WARC/1.1", f"WARC-Type: {kind}", f"WARC-Target-URI: {uri}", f"WARC-Date: {date(time)}"]
    lines += [f"WARC-Record-ID: <urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, kind + time + uri)}>"]
    lines += [f"{name}: {value}" for name, value in fields] + [f"Content-Length: {len(block)}"]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + block + b"\r\n\r\n"


def digest(body):
    return "sha1:" + base64.b32encode(hashlib.sha1(body).digest()).decode()


def date(time):
    return f"{time[:4]}-{time[4:6]}-{time[6:8]}T{time[8:10]}:{time[10:12]}:{time[12:]}Z"
