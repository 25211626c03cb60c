"""Builds the input of the benchmarks: a web that nobody harvested, as WARC and as ARC.

The same seed gives the same bytes before compression on any machine. Sizes are log-normal, text is drawn from
vocabularies with Zipf's law and marked up as HTML, and a third of the volume hardly compresses, as images do not.
The headers are laid out as Heritrix and wget lay them out; every record is a gzip member of its own.
"""

import base64
import hashlib
import itertools
import json
import multiprocessing
import random
import sys
import time
import uuid
import zlib
from pathlib import Path

SEED = 20260101
RAW_BYTES = 500_000_000
BATCH_BYTES = 5_000_000
MEDIAN_BODY = 10_000
SIGMA = 1.5
MAX_BODY = 5_000_000
# Raised whenever the bytes change, so that an older file is not taken for this one.
VERSION = 1

# Letters by frequency, roughly, and endings that are seen often: enough for text that compresses like text.
LANGUAGES = {
    "cs": ("oeanitvslrdkmpuzjyáíěéhřčšžůcbýgfóúňťď", ["ost", "ní", "ého", "ech", "ova", "ka", ""]),
    "de": ("enisratdhulcgmobwfkzpvüäößjyxq", ["en", "ung", "lich", "er", "keit", "st", ""]),
    "en": ("etaoinshrdlcumwfgypbvkjxqz", ["ing", "ed", "ly", "tion", "s", "er", ""]),
    "fr": ("esaitnrulodcpmévqfbghjàxyèêzçôù", ["ment", "tion", "eur", "s", "es", "ique", ""]),
    "ru": ("оеаинтсрвлкмдпуяыьгзбчйхжшюцщэф", ["ого", "ния", "ть", "ский", "ами", "ет", ""]),
}
# Images and the like: some values a little more frequent than others. Evenly random bytes would make zlib store them
# as they are, and what every program does with them would be a copy.
SKEW = bytes(range(224)) + bytes(range(32))
BINARY_TYPES = [("image/jpeg", "jpg"), ("image/png", "png"), ("application/pdf", "pdf"), ("font/woff2", "woff2")]


def build(folder):
    """Writes bench.warc.gz, bench.arc.gz and what is known about them; does nothing if they are there."""
    about = folder / "input.json"
    if about.exists():
        known = json.loads(about.read_text())
        if known["version"] == VERSION:
            return known
        about.unlink()
    folder.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    known = {"version": VERSION, "seed": SEED, "warc": {}, "arc": {}}
    parts = {"warc": folder / "bench.warc.gz", "arc": folder / "bench.arc.gz"}
    for kind, path in parts.items():
        known[kind] = {"file": path.name, "records": 0, "raw": 0, "stored": 0}
    with open(parts["warc"], "wb") as warc, open(parts["arc"], "wb") as arc, multiprocessing.Pool() as pool:
        files = {"warc": warc, "arc": arc}
        # In the order of the batches, so that the number of processes does not change the file.
        for batch in itertools.chain([first_records()], pool.imap(make_batch, range(RAW_BYTES // BATCH_BYTES))):
            for kind, (data, records, raw) in batch.items():
                files[kind].write(data)
                known[kind]["records"] += records
                known[kind]["raw"] += raw
                known[kind]["stored"] += len(data)
            if sys.stderr.isatty():
                print(f"\rinput: {known['warc']['raw'] / 1e6:.0f} MB", end="", file=sys.stderr)
    print(f"\rinput built in {time.monotonic() - start:.0f} s", file=sys.stderr)
    about.write_text(json.dumps(known, indent=2) + "\n")
    return known


class Store:
    """Records of one batch, compressed one by one."""

    def __init__(self):
        self.parts, self.records, self.raw = [], 0, 0

    def add(self, *pieces):
        record = b"".join(pieces)
        squeeze = zlib.compressobj(6, zlib.DEFLATED, 31)
        self.parts.append(squeeze.compress(record) + squeeze.flush())
        self.records += 1
        self.raw += len(record)

    def result(self):
        return b"".join(self.parts), self.records, self.raw


def first_records():
    """The records that open the files."""
    warc, arc = Store(), Store()
    rng = random.Random(SEED)
    block = (b"software: bench/make_input.py\r\nformat: WARC File Format 1.0\r\nrobots: obey\r\n"
             b"hostname: crawler.example\r\n")
    warc.add(*warc_record(rng, "warcinfo", None, "2026-01-01T00:00:00Z", "application/warc-fields", block,
                          [("WARC-Filename", "bench.warc.gz")]))
    block = b"1 1 Example\nURL IP-address Archive-date Content-type Archive-length\n"
    arc.add(f"filedesc://bench.arc 0.0.0.0 20260101000000 text/plain {len(block)}\n".encode(), block, b"\n")
    return {"warc": warc.result(), "arc": arc.result()}


def make_batch(number):
    """About BATCH_BYTES of records, from a random source of its own."""
    rng = random.Random(SEED * 1000 + number)
    warc, arc = Store(), Store()
    while warc.raw < BATCH_BYTES:
        add_capture(rng, warc, arc, number)
    return {"warc": warc.result(), "arc": arc.result()}


def add_capture(rng, warc, arc, batch):
    """A request, its response, and metadata about both."""
    size = min(MAX_BODY, max(60, int(rng.lognormvariate(0, SIGMA) * MEDIAN_BODY)))
    host = f"{'www.' if rng.random() < 0.6 else ''}{word(rng, 'en')}-{rng.randrange(400)}.example"
    at = 1_767_225_600 + batch * 3600 + rng.randrange(3600)
    date = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))
    if rng.random() < 0.7:
        language = rng.choice(list(LANGUAGES))
        kind, ending = rng.choices([("text/html; charset=UTF-8", "html"), ("text/css", "css"),
                                    ("application/javascript", "js")], [8, 1, 1])[0]
        body = make_page(rng, language, host, size)
    else:
        kind, ending = rng.choice(BINARY_TYPES)
        body = rng.randbytes(size).translate(SKEW)
    path = "/".join(word(rng, "en") for _ in range(rng.randrange(1, 4)))
    query = f"?id={rng.randrange(10**6)}&lang={word(rng, 'en')}" if rng.random() < 0.2 else ""
    uri = f"http{'s' if rng.random() < 0.8 else ''}://{host}/{path}-{rng.randrange(10**6)}.{ending}{query}"
    address = f"192.0.2.{rng.randrange(1, 255)}"

    status = rng.choices(["200 OK", "404 Not Found", "301 Moved Permanently"], [94, 4, 2])[0]
    headers = [f"HTTP/1.1 {status}", f"Date: {time.strftime('%a, %d %b %Y %H:%M:%S GMT', time.gmtime(at))}",
               "Server: Apache/2.4.57 (Debian)", f"Content-Type: {kind}", f'ETag: "{rng.getrandbits(64):x}"',
               "Cache-Control: max-age=3600", "Vary: Accept-Encoding", "Connection: close"]
    if status.startswith("301"):
        headers.append(f"Location: {uri}/")
    if ending in ("html", "css", "js") and rng.random() < 0.15:
        squeeze = zlib.compressobj(6, zlib.DEFLATED, 31)
        body = squeeze.compress(body) + squeeze.flush()
        headers.append("Content-Encoding: gzip")
    # The payload is what is left without the transfer encoding; the content encoding belongs to it.
    payload_digest = sha1(body)
    if rng.random() < 0.15:
        headers.append("Transfer-Encoding: chunked")
        body = chunked(rng, body)
    else:
        headers.append(f"Content-Length: {len(body)}")
    response = "\r\n".join(headers).encode() + b"\r\n\r\n" + body
    request = (f"GET /{uri.split('/', 3)[3]} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: Mozilla/5.0 (compatible; "
               "bench; +https://crawler.example/)\r\nAccept: text/html,application/xhtml+xml,*/*;q=0.8\r\n"
               "Accept-Encoding: gzip\r\nConnection: close\r\n\r\n").encode()
    metadata = (f"via: https://{host}/\r\nhopsFromSeed: {'L' * rng.randrange(6)}\r\nsourceTag: https://{host}/\r\n"
                f"fetchTimeMs: {rng.randrange(20, 3000)}\r\n").encode()
    for _ in range(rng.randrange(8)):
        metadata += f"outlink: https://{host}/{word(rng, 'en')}/{word(rng, 'en')} L a/@href\r\n".encode()

    response_id = new_id(rng)
    together = [("WARC-Concurrent-To", response_id)]
    warc.add(*warc_record(rng, "response", uri, date, "application/http; msgtype=response", response,
                          [("WARC-Payload-Digest", payload_digest), ("WARC-IP-Address", address)], response_id))
    warc.add(*warc_record(rng, "request", uri, date, "application/http; msgtype=request", request, together))
    warc.add(*warc_record(rng, "metadata", uri, date, "application/warc-fields", metadata, together))
    mime = kind.split(";")[0]
    stamp = time.strftime("%Y%m%d%H%M%S", time.gmtime(at))
    arc.add(f"{uri} {address} {stamp} {mime} {len(response)}\n".encode(), response, b"\n")


def warc_record(rng, kind, uri, date, content_type, block, fields, record_id=None):
    head = [f"WARC/1.0\r\nWARC-Type: {kind}"]
    if uri:
        head.append(f"WARC-Target-URI: {uri}")
    head.append(f"WARC-Date: {date}")
    head.extend(f"{name}: {value}" for name, value in fields)
    head.append(f"WARC-Block-Digest: {sha1(block)}")
    head.append(f"WARC-Record-ID: {record_id or new_id(rng)}")
    head.append(f"Content-Type: {content_type}\r\nContent-Length: {len(block)}\r\n\r\n")
    return "\r\n".join(head).encode(), block, b"\r\n\r\n"


def new_id(rng):
    return f"<urn:uuid:{uuid.UUID(int=rng.getrandbits(128), version=4)}>"


def sha1(data):
    return "sha1:" + base64.b32encode(hashlib.sha1(data).digest()).decode()


def chunked(rng, body):
    pieces, at = [], 0
    while at < len(body):
        piece = body[at:at + rng.choice([1024, 4096, 8192, 16384])]
        pieces += [f"{len(piece):x}\r\n".encode(), piece, b"\r\n"]
        at += len(piece)
    return b"".join(pieces) + b"0\r\n\r\n"


def make_page(rng, language, host, size):
    """HTML of about the size asked for."""
    _, paragraphs = pool_of(language)
    title = " ".join(word(rng, language) for _ in range(5))
    parts = [f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
             f'<link rel="stylesheet" href="/static/{rng.getrandbits(32):08x}.css">\n'
             f'<script src="https://{host}/js/{word(rng, "en")}.js"></script>\n</head>\n<body>\n'.encode()]
    length = len(parts[0])
    # What a page says again and again: its section, its classes.
    section, style = word(rng, "en"), word(rng, "en")
    while length < size:
        part = rng.choice(paragraphs)
        choice = rng.random()
        if choice < 0.5:
            links = "".join(f'<li class="menu-item {style}-item">'
                            f'<a href="https://{host}/{section}/{rng.randrange(10**5)}.html" '
                            f'title="{word(rng, language)}">{word(rng, language)}</a></li>\n' for _ in range(8))
            part = b'<ul class="nav">\n' + links.encode() + b"</ul>\n" + part
        elif choice < 0.8:
            part = (f'<div id="{style}-{rng.randrange(10**6)}" class="box {style}-box">\n<h2 class="{style}-title">'
                    f'{word(rng, language)}</h2>\n<img src="/img/{section}/{rng.getrandbits(40):x}.jpg" alt="" '
                    f'class="{style}-image" loading="lazy">\n').encode() + part + b"</div>\n"
        parts.append(part)
        length += len(part)
    return b"".join(parts)[:max(0, size - 16)] + b"\n</body>\n</html>"


def word(rng, language):
    words, _ = pool_of(language)
    # Zipf's law with exponent one: the logarithm of the rank is even.
    return words[min(int(len(words) ** rng.random()) - 1, len(words) - 1)]


POOLS = {}


def pool_of(language):
    """The vocabulary and some thousand paragraphs of a language, made once in each process."""
    if language not in POOLS:
        letters, endings = LANGUAGES[language]
        rng = random.Random(f"{SEED} {language}")
        weights = [1 / (rank + 2) for rank in range(len(letters))]
        words = ["".join(rng.choices(letters, weights, k=1 + min(9, int(rng.expovariate(0.4))))) + rng.choice(endings)
                 for _ in range(5_000)]
        POOLS[language] = (words, [])
        POOLS[language] = (words, [make_paragraph(rng, language) for _ in range(3_000)])
    return POOLS[language]


def make_paragraph(rng, language):
    sentences = []
    for _ in range(rng.randrange(2, 8)):
        words = [word(rng, language) for _ in range(rng.randrange(5, 20))]
        sentences.append(" ".join(words).capitalize() + rng.choice([".", ".", ".", "?", "!"]))
    return f"<p>{' '.join(sentences)}</p>\n".encode()


if __name__ == "__main__":
    print(json.dumps(build(Path(__file__).parent / ".work"), indent=2))
