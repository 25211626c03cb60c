"""What we export as WACZ is shown by ReplayWeb.page, in Chromium.

    check_replayweb.py STODOLA FOLDER_WITH_REPLAYWEBPAGE
"""

import http.server
import pathlib
import re
import sys
import tempfile
import threading
import time

from captures import FIRST, SECOND, small_site
from served import Checks, Served

sys.path.append(str(pathlib.Path(__file__).resolve().parents[3] / "replay/tests/browser"))
from harness import Browser  # noqa: E402

SITE = "http://www.kun.example"
PLAYER = """<!doctype html><html><body style="height: 95vh"><script src="/ui.js"></script>
<replay-web-page source="/{file}" url="{url}" ts="{time}" embed="replayonly" replayBase="/replay/"></replay-web-page>
</body></html>"""
TYPES = {".js": "text/javascript", ".wacz": "application/wacz", ".html": "text/html", ".svg": "image/svg+xml"}


class Handler(http.server.BaseHTTPRequestHandler):
    """The player, and the files that it reads by ranges."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        name = self.path.partition("?")[0].removeprefix("/replay").lstrip("/")
        body = self.server.files.get(name)
        if body is None:
            return self.send(404, b"", [])
        fields = [("Content-Type", TYPES[pathlib.Path(name).suffix]), ("Accept-Ranges", "bytes")]
        wanted = re.fullmatch(r"bytes=(\d*)-(\d*)", self.headers.get("Range", ""))
        if not wanted:
            return self.send(200, body, fields)
        first, last = wanted.groups()
        start = int(first) if first else len(body) - int(last)
        end = min(int(last) + 1 if first and last else len(body), len(body))
        fields.append(("Content-Range", f"bytes {start}-{end - 1}/{len(body)}"))
        self.server.ranges += 1
        return self.send(206, body[start:end], fields)

    do_HEAD = do_GET

    def send(self, status, body, fields):
        self.send_response(status)
        for name, value in [*fields, ("Content-Length", str(len(body)))]:
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_):
        pass


def main():
    checks = Checks("replaywebpage")
    with tempfile.TemporaryDirectory() as folder:
        wacz = pathlib.Path(folder) / "site.wacz"
        with Served(sys.argv[1], [small_site(folder)]) as served:
            served.run("archive", "export", "--archive", served.archive, "--wacz", wacz, "--prefix", f"{SITE}/")
        server = start({"site.wacz": wacz.read_bytes()})
        with Browser() as browser:
            for moment, url, text in [
                (FIRST, f"{SITE}/", "Žluťoučký kůň 1"),
                (SECOND, f"{SITE}/", "Žluťoučký kůň 2"),
                (FIRST, f"{SITE}/second.html", "Žluťoučký kůň 2"),
            ]:
                shown(checks, browser, server, moment, url, text)
        checks.check("parts of the file were asked for", server.ranges > 0)
        server.shutdown()
    return checks.finish()


def start(files):
    """Serves the player and these files on this machine, in a thread."""
    player = pathlib.Path(sys.argv[2])
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.ranges = 0
    server.files = {name: (player / name).read_bytes() for name in ("ui.js", "sw.js")} | files
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def shown(checks, browser, server, moment, url, text):
    """The player shows a page: its text, what its script made of it, and nothing from elsewhere."""
    origin = f"http://127.0.0.1:{server.server_address[1]}"
    player = PLAYER.format(file="site.wacz", url=url, time=moment)
    server.files["player.html"] = player.encode()
    requests = []
    context = browser.chromium.new_context()
    context.on("request", lambda request: requests.append(request.url))
    page = context.new_page()
    page.goto(f"{origin}/player.html")
    found = ""
    made = f"made by a script at {url}"
    begin, tries = time.monotonic(), 1
    while time.monotonic() < begin + 180 and not (text in found and made in found):
        page.wait_for_timeout(100)
        found = " ".join(text_of(frame) for frame in page.frames[1:])
        # On a busy machine the player may miss that its service worker is ready. Then it waits for ever.
        if time.monotonic() > begin + 30 * tries:
            tries += 1
            page.reload()
    checks.check(f"{url} at {moment}: text", text in found, found[:500])
    checks.check(f"{url} at {moment}: script", made in found, found[:500])
    outside = [uri for uri in requests if not uri.startswith((origin, "data:", "blob:"))]
    checks.check(f"{url} at {moment}: nothing from elsewhere", not outside, outside)
    context.close()


def text_of(frame):
    try:
        return frame.evaluate("document.body ? document.body.innerText : ''")
    except Exception:  # noqa: BLE001 - a frame that is being replaced has no text yet
        return ""


if __name__ == "__main__":
    sys.exit(main())
