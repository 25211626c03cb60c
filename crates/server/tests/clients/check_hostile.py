"""An archived page attacks, in Chromium: the secrets of the app origin, the reader's frame, and the live web.

    check_hostile.py STODOLA

The app origin has a cookie and stored items that no archived script may read. All names of hosts lead to a server that
counts whoever comes, by TCP or UDP: nobody may. What the policy of the server stopped is counted by its report
endpoint, and shown at the end.
"""

import json
import pathlib
import re
import select
import socket
import sys
import tempfile
import threading
import time
import urllib.request

from captures import FIRST, response
from served import Checks, Served

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[2] / "replay/tests/browser"))
import harness  # noqa: E402

SECRET = "only-for-the-app"
SITE = "http://attack.example"
# Names that are not of this machine lead to the server that counts.
harness.ARGUMENTS[0] = "--host-resolver-rules=MAP * 127.0.0.9, EXCLUDE 127.0.0.1, EXCLUDE localhost"


class Canary:
    """Counts connections and datagrams, and keeps the first line of each."""

    def __init__(self):
        self.seen = []
        self.tcp = socket.create_server(("127.0.0.9", 0))
        self.port = self.tcp.getsockname()[1]
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.9", self.port))
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            ready, _, _ = select.select([self.tcp, self.udp], [], [])
            for one in ready:
                if one is self.udp:
                    one.recv(2000)
                    self.seen.append(["datagram"])
                else:
                    threading.Thread(target=self.connection, args=one.accept(), daemon=True).start()

    def leaked(self):
        """What came, each way once: the path that was asked for, or what it was otherwise."""
        ways = [entry[0] for entry in self.seen]
        return sorted({way.split(" ")[1].split("?")[0].strip("/") if " /" in way else way for way in ways})

    def connection(self, stream, _):
        # What is asked may come later, or never: a browser may only connect in advance.
        entry = ["connection"]
        self.seen.append(entry)
        with stream:
            stream.settimeout(30)
            try:
                entry[0] = stream.recv(2000).split(b"\r\n")[0].decode("latin-1") or "connection"
                stream.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nAccess-Control-Allow-Origin: *\r\n\r\npwned")
            except OSError:
                pass


def main():
    checks = Checks("hostile")
    limits = json.loads((HERE / "hostile_limits.json").read_text("utf-8"))
    canary = Canary()
    with tempfile.TemporaryDirectory() as folder:
        warc = pathlib.Path(folder) / "attack.warc"
        # The page needs the addresses of the server, which is known when it runs.
        warc.write_bytes(response(f"{SITE}/none", FIRST, b"x", "text/plain"))
        with Served(sys.argv[1], [warc]) as served, harness.Browser() as browser:
            page = (HERE / "attack.html").read_text("utf-8")
            base = f"{served.replay}/web/{FIRST}"
            values = {"app": served.app, "port": str(canary.port), "base": f"{base}js_/{SITE}/"}
            for name, value in {**values, "raw": f"{base}id_/{SITE}/empty"}.items():
                page = page.replace("{{" + name + "}}", value)
            added = pathlib.Path(folder) / "added.warc"
            added.write_bytes(
                response(f"{SITE}/", FIRST, page.encode(), "text/html; charset=utf-8")
                + response(f"{SITE}/plain.txt", FIRST, b"only text", "text/plain")
                + response(f"{SITE}/empty", FIRST, b"<p>empty", "text/html")
                + response(f"{SITE}/sw.js", FIRST, b"self.x = 1", "text/javascript", [("Service-Worker-Allowed", "/")])
            )
            served.run("archive", "add", "--archive", served.archive, added)
            visits = {
                "framed": f"{served.app}/replay/{FIRST}/{SITE}/",
                "alone": f"{base}if_/{SITE}/",
            }
            for kind, address in visits.items():
                attack(checks, browser, served, canary, kind, address, limits.get(kind, {}))
            raw(checks, browser, canary, f"{base}id_/{SITE}/", limits.get("raw", {}))
            stopped = reports(served)
            checks.check("the report endpoint has counted", sum(stopped.values()) > 0, stopped)
    return checks.finish(f"; reports of what the policy stopped: {stopped}")


def attack(checks, browser, served, canary, kind, address, limits):
    """One visit of the page. What leaks must be listed as a limit, and a limit must still be there."""
    canary.seen.clear()
    context = browser.chromium.new_context()
    own = context.new_page()
    own.goto(served.app + "/")
    own.evaluate("""(secret) => {
        document.cookie = `secret=${secret}; path=/`;
        localStorage.setItem("secret", secret);
        sessionStorage.setItem("secret", secret);
    }""", SECRET)
    page = context.new_page()
    page.goto(address, wait_until="commit")
    results = None
    end = time.monotonic() + 300
    while results is None and time.monotonic() < end:
        page.wait_for_timeout(200)
        for frame in page.frames:
            try:
                results = results or frame.evaluate("window.__results || null")
                if results:
                    frame.evaluate("window.__move()")
                    break
            except harness.Error:
                continue
    page.wait_for_timeout(1000)
    if checks.check(f"{kind}: the attack ran", results is not None, page.url):
        for name, result in results.items():
            is_right = SECRET not in result and "pwned" not in result and "stodola_http" not in result
            checks.check(f"{kind}: {name}", is_right, result[:300])
    where = page.url
    if kind == "framed":
        checks.check("the shell is still there", where.startswith(served.app + "/replay/"), where)
        checks.equal("nothing ran in the shell", page.evaluate("String(window.pwned)"), "undefined")
        links = page.evaluate("[...document.querySelectorAll('[href],[src],[action]')].map((e) => e.outerHTML)")
        bad = [link for link in links if re.search("""=["'](javascript|data:text)""", link)]
        checks.check("no bad link in the shell", not bad, bad)
    checks.equal(f"{kind}: the cookie is whole", own.evaluate("document.cookie"), f"secret={SECRET}")
    # A popup or a connection may take a moment.
    page.wait_for_timeout(500)
    context.close()
    checks.equal(f"{kind}: what reached the live web", canary.leaked(), sorted(limits))


def raw(checks, browser, canary, address, limits):
    """A page as it was captured, opened in the browser: its scripts do not run."""
    canary.seen.clear()
    context = browser.chromium.new_context()
    page = context.new_page()
    page.goto(address)
    page.wait_for_timeout(1500)
    checks.equal("raw: no script ran", page.evaluate("typeof window.__move"), "undefined")
    checks.equal("raw: the page is still there", page.url, address)
    context.close()
    checks.equal("raw: what reached the live web", canary.leaked(), sorted(limits))


def reports(served):
    """What the report endpoint counted, by kind."""
    with urllib.request.urlopen(served.app + "/metrics") as answer:
        text = answer.read().decode()
    return {kind: int(count) for kind, count in re.findall(r'stopped_by_kind_total\{kind="([\w-]+)"\} (\d+)', text)}


if __name__ == "__main__":
    sys.exit(main())
