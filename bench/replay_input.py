"""Builds the input of bench/replay: two WARC files and what is known about them.

`pages.warc.gz` has documents of Debian packages as a server would have sent them: a page of about 6 kB, one of about
650 kB, further pages, style sheets, scripts and images. `million.warc` has a million tiny captures, five of each of
200,000 addresses, and `million.cdxj` is its index, sorted, as pywb reads it.
"""

import base64
import datetime
import hashlib
import json
import pathlib
import sys
import uuid
import zlib

FOLDERS = ["/usr/share/doc"]
SMALL, LARGE = 6_000, 650_000
# A page without links would be sent as it is.
LINKS_MIN = 20
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "application/javascript", ".png": "image/png",
         ".gif": "image/gif", ".svg": "image/svg+xml"}
# Further captures of every kind, for the soak.
OTHERS = 40
OTHER_MAX = 300_000
TIME = "20260301120000"
HOSTS, PAGES_PER_HOST, TIMES = 2_000, 100, 5
MILLION = HOSTS * PAGES_PER_HOST * TIMES
# Raised whenever the bytes change, so that an older file is not taken for this one.
VERSION = 3


def build(folder):
    """Writes the files, or nothing if they are there. Gives what is known about them, None if no pages were found."""
    about = folder / "input.json"
    if about.exists():
        known = json.loads(about.read_text())
        if known["version"] == VERSION:
            return known
    folder.mkdir(parents=True, exist_ok=True)
    documents = find_documents()
    if documents is None:
        return None
    known = {"version": VERSION, "time": TIME, "captures": write_pages(folder / "pages.warc.gz", documents)}
    known["million"] = write_million(folder / "million.warc", folder / "million.cdxj")
    about.write_text(json.dumps(known, indent=1))
    return known


def find_documents():
    """The small page, the large one, then the others: paths with the folder that addresses count from."""
    found = {kind: [] for kind in TYPES}
    for folder in map(pathlib.Path, FOLDERS):
        for path in sorted(folder.rglob("*")):
            if path.suffix in TYPES and path.is_file() and not path.is_symlink() and path.stat().st_size > 0:
                found[path.suffix].append((path.stat().st_size, path, folder))
    chosen = []
    for wanted in (SMALL, LARGE):
        nearest = sorted(found[".html"], key=lambda it: (abs(it[0] - wanted), it[1]))
        page = next((it for it in nearest if it[1].read_bytes().lower().count(b"href=") >= LINKS_MIN), None)
        if page is None or abs(page[0] - wanted) > wanted / 4:
            return None
        chosen.append(page[1:])
    for kind, all_of_it in found.items():
        few = [it[1:] for it in all_of_it if it[0] <= OTHER_MAX]
        step = max(1, len(few) // OTHERS)
        chosen += [it for it in few[::step][:OTHERS] if it not in chosen]
    return chosen


def write_pages(path, documents):
    captures = []
    with open(path, "wb") as out:
        out.write(packed(b"WARC/1.1\r\n" + fields({
            "WARC-Type": "warcinfo", "WARC-Date": date(TIME), "WARC-Record-ID": record_id("warcinfo"),
            "Content-Type": "application/warc-fields", "Content-Length": 0}) + b"\r\n\r\n"))
        for document, folder in documents:
            body = document.read_bytes()
            url = f"http://docs.example.cz/{document.relative_to(folder.parent).as_posix()}"
            captures.append({"url": url, "bytes": len(body), "sha256": hashlib.sha256(body).hexdigest(),
                             "kind": document.suffix, "file": str(document)})
            out.write(packed(response(url, TIME, TYPES[document.suffix], body)))
    return captures


def write_million(warc_path, index_path):
    lines = []
    with open(warc_path, "wb") as out:
        offset = 0
        for host in range(HOSTS):
            for page in range(PAGES_PER_HOST):
                url = million_url(host, page)
                for number in range(TIMES):
                    time = f"20{10 + 3 * number}0{1 + page % 9}{10 + host % 19}{host % 24:02}{page % 60:02}00"
                    body = f"<title>{page}</title><p>{number // 2}\n".encode()
                    record = response(url, time, "text/html", body)
                    out.write(record)
                    key = f"cz,example,site{host:04})/section/page{page:03}.html"
                    row = {"url": url, "mime": "text/html", "status": "200", "digest": digest(body),
                           "length": str(len(record)), "offset": str(offset), "filename": warc_path.name}
                    lines.append(f"{key} {time} {json.dumps(row)}\n")
                    offset += len(record)
    lines.sort()
    index_path.write_text("".join(lines))
    return {"rows": len(lines), "rows of a URL": TIMES, "stored": offset}


def million_url(host, page):
    return f"http://www.site{host:04}.example.cz/section/page{page:03}.html"


def response(url, time, kind, body):
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    header = fields({"WARC-Type": "response", "WARC-Target-URI": url, "WARC-Date": date(time),
                     "WARC-Record-ID": record_id(url + time), "WARC-Payload-Digest": f"sha1:{digest(body)}",
                     "Content-Type": "application/http; msgtype=response", "Content-Length": len(head) + len(body)})
    return b"WARC/1.1\r\n" + header + head + body + b"\r\n\r\n"


def fields(values):
    return "".join(f"{name}: {value}\r\n" for name, value in values.items()).encode() + b"\r\n"


def date(time):
    return datetime.datetime.strptime(time, "%Y%m%d%H%M%S").strftime("%Y-%m-%dT%H:%M:%SZ")


def record_id(text):
    return f"<urn:uuid:{uuid.UUID(bytes=hashlib.md5(text.encode()).digest())}>"


def digest(body):
    return base64.b32encode(hashlib.sha1(body).digest()).decode()


def packed(record):
    deflate = zlib.compressobj(6, zlib.DEFLATED, 31)
    return deflate.compress(record) + deflate.flush()


if __name__ == "__main__":
    if build(pathlib.Path(sys.argv[1])) is None:
        sys.exit(3)
