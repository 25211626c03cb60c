"""An archive to read, served by the program: pages of a small town over twelve years, rules of access, a collection."""

import base64
import hashlib
import pathlib
import re
import shutil
import subprocess
import tempfile
import uuid

SITE = "http://www.podhradi.example"
FLOOD = f"{SITE}/povodne"
PAPER = "http://denik.example/rozhovor"
ROOM = "http://knihovna.example/kniha"
FREE = f"{SITE}/skola"
BEFORE, AFTER = "20130602180500", "20130603064000"

STYLE = b"body { font: 16px/1.5 sans-serif; margin: 24px; color: #222; background: #fff } h1 { color: #234f7a }"
PICTURE = b'<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40"/></svg>'


def article(level, more=""):
    """The page about the flood, with a river of that level."""
    return f"""<!DOCTYPE html><html lang="cs"><head><meta charset="utf-8"><title>Povodňové zpravodajství – město
Podhradí</title><link rel="stylesheet" href="/styl.css"><link rel="license"
href="https://creativecommons.org/licenses/by-sa/4.0/"></head><body><img src="/znak.svg" alt="znak města">
<img src="/most.jpg" alt="Most v Mlýnské ulici"><h1>Povodňové zpravodajství</h1>
<p>Hladina u mostu v Podhradí dosáhla {level} cm.</p><p>Žádáme občany, aby sledovali hlášení rozhlasu.</p>{more}
<p>Lávka pro pěší u jezu je uzavřena.</p><p>Pytle s pískem jsou ve dvoře technických služeb.</p>
<p><a href="/skola">Základní škola</a> <a href="/kontakty">Kontakty</a></p></body></html>""".encode()


def captures():
    """Addresses, times, statuses, media types and bodies."""
    for year in range(2002, 2014):
        for number, day in enumerate(("0114", "0603", "0603", "0911", "1102")):
            level = 100 + (year * 7 + number // 2 * 31) % 90
            yield FLOOD, f"{year}{day}0{number}1200", 200, "text/html; charset=utf-8", article(level)
    yield FLOOD, BEFORE, 200, "text/html; charset=utf-8", article(214)
    evacuation = "<p>Evakuační středisko je v tělocvičně základní školy, Školní 12.</p>"
    yield FLOOD, AFTER, 200, "text/html; charset=utf-8", article(268, evacuation)
    yield FLOOD, "20130603150500", 503, "text/html; charset=utf-8", b"<p>overloaded</p>"
    yield FLOOD, "20140503080000", 404, "text/html; charset=utf-8", b"<p>404</p>"
    yield f"{SITE}/styl.css", AFTER, 200, "text/css", STYLE
    yield f"{SITE}/znak.svg", "20130603064100", 200, "image/svg+xml", PICTURE
    body = '<html lang="cs"><title>Škola</title><h1>Základní škola</h1><p>Dnes je zavřeno.</p>'.encode()
    yield FREE, AFTER, 200, "text/html; charset=utf-8", body
    for name in ("urad", "obcan", "kultura", "turista", f"dlouha-{'a' * 120}"):
        yield f"{SITE}/{name}", AFTER, 200, "text/html; charset=utf-8", b"<p>x</p>"
    yield PAPER, "20260212073100", 200, "text/html; charset=utf-8", b"<title>Rozhovor</title><p>for subscribers</p>"
    yield ROOM, "20200101120000", 200, "text/html; charset=utf-8", b"<title>Kniha</title><p>a book</p>"


def record(uri, time, status, mime, body):
    """A WARC record of an answer."""
    block = f"HTTP/1.1 {status} X\r\nContent-Type: {mime}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
    date = re.sub(r"(....)(..)(..)(..)(..)(..)", r"\1-\2-\3T\4:\5:\6Z", time)
    digest = base64.b32encode(hashlib.sha1(body).digest()).decode()
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {uri}\r\nWARC-Date: {date}\r\n"
        f"WARC-Record-ID: <urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, uri + time)}>\r\n"
        f"WARC-Payload-Digest: sha1:{digest}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


COLLECTIONS = f"""[[collection]]
name = "povodne-2013"
title = "Povodně 2013"
about = "Stránky měst podél Lipnice"
places = ["www.podhradi.example"]
from = "2013-05-30"
to = "2013-07"
"""


class Shelf:
    """The archive, served until it is closed."""

    def __init__(self, program):
        self.program = program
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="stodola-reader-"))
        self.archive = self.folder / "archive"
        warc = self.folder / "town.warc"
        warc.write_bytes(b"".join(record(*capture) for capture in captures()))
        self.run("archive", "add", warc)
        self.run("archive", "rebuild", "--only", "licences")
        self.run("archive", "rebuild", "--only", "search")
        self.run("archive", "rebuild", "--only", "map")
        self.run("access", "block", "denik.example", "--younger-than", "90y", "--cause", "embargo", "--why", "contract")
        self.run("access", "block", "knihovna.example", "--cause", "reading-room", "--why", "law")
        self.run("access", "hide", f"{SITE}/urad", "--why", "court")
        (self.archive / "collections.toml").write_text(COLLECTIONS, "utf-8")
        listen = ["--listen", "127.0.0.1:0", "--replay-listen", "127.0.0.1:0"]
        command = [program, "serve", "--archive", self.archive, *listen]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        # Everything that it says until it is ready; the link for the first administrator is there.
        self.said = line = ""
        while len(addresses := re.findall(r"http://[\w.]+:\d+", line)) < 2:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"stodola serve ended: {self.said}")
            self.said += line
        self.app, self.replay = addresses[:2]

    def run(self, *arguments):
        """Runs a command of the program on the archive."""
        who = ["--by", "test"] if arguments[0] == "access" else []
        command = [self.program, *arguments, *who, "--archive", self.archive]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{arguments}: {done.stderr}")
        return done.stdout

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)
