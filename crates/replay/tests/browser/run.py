"""Visits each fixture live and replayed, in Chromium, and compares what the page found out about itself.

    run.py --program STODOLA [FIXTURE...]

`stodola serve` replays an archive of what was asked live. A value that differs is a defect, unless `limits.json` lists
it with a reason; a limit that is no longer there is a defect too. So are script errors that are not there live, and any
request that leaves the replay origin.
"""

import json
import pathlib
import sys
import time

import pages
from harness import Browser
from program import TIME, Program

HERE = pathlib.Path(__file__).resolve().parent
RESULT = "window.__result"
# What must be in the archive although no live page asks for it.
OTHERS = ("clock.js", "landed.html", "leaks.xml", "missing.html")
READY = f"{RESULT} !== null && {RESULT} !== undefined"
# Runs before the shell: keeps what its frame tells it, and says something to the frame, which must not be heard there.
HEAR = """
if (self === self.top) {
  Object.defineProperty(self, "heardFromPages", { value: [] });
  addEventListener("message", (event) => {
    self.heardFromPages.push([event.origin, event.data]);
    frames[0].postMessage("from the shell", "*");
  });
}
"""


class Run:
    """One run over all fixtures: counts the checks, and prints what is wrong."""

    def __init__(self, browser, names, wanted):
        self.browser = browser
        self.names = names
        self.wanted = wanted
        self.checks = 0
        self.failures = []
        self.limits = json.loads((HERE / "limits.json").read_text("utf-8"))
        _, self.site = pages.start_live()
        self.live = {}

    def fixtures(self, *kinds):
        """The fixtures of these kinds that are wanted."""
        listed = [fixture for kind in kinds for fixture in self.names[kind]]
        return [fixture for fixture in listed if not self.wanted or fixture in self.wanted]

    def check(self, name, is_right, detail=""):
        self.checks += 1
        if not is_right:
            self.failures.append(name)
            print(f"FAILED {name} {detail}", flush=True)

    def live_uri(self, fixture):
        name, mark, query = fixture.partition("?")
        return f"http://{pages.MAIN}:{self.site.port}/{name}.html{mark}{query}"

    def visit_live(self):
        """Visits everything live, which also says what an archive must have."""
        for fixture in self.fixtures("compared", "looks"):
            is_look = fixture in self.names["looks"]
            self.live[fixture] = self.browser.visit(self.live_uri(fixture), READY, RESULT, picture=is_look)
        asked = self.site.asked + [self.live_uri(name) for name in self.fixtures("shell", "leaks", "expected")]
        asked += [f"http://{pages.MAIN}:{self.site.port}/{path}" for path in OTHERS]
        return list(asked)

    def replay(self, server):
        """Visits everything replayed by this server."""
        self.server = server
        kinds = {"compared": self.compare, "shell": self.shell, "looks": self.look, "leaks": self.leaks}
        for kind, check in {**kinds, "expected": self.expect}.items():
            for fixture in self.fixtures(kind):
                check(fixture)

    def visit(self, fixture, **arguments):
        return self.browser.visit(self.server.page(self.live_uri(fixture)), READY, RESULT, **arguments)

    def visit_framed(self, fixture, **arguments):
        uri = self.server.framed_page(self.live_uri(fixture))
        return self.browser.visit(uri, READY, RESULT, frame="/web/", **arguments)

    def compare(self, fixture):
        """Live against replayed, alone and below the shell."""
        live = self.live[fixture]
        asked = len(self.site.asked)
        visits = [("replayed", self.visit)]
        if fixture in self.names["framed"]:
            visits.append(("framed", self.visit_framed))
        for kind, visit in visits:
            if self.limits.get(f"{fixture} {kind}", {}).get("no result"):
                seen = visit(fixture, timeout=5)
                self.check(f"{fixture} {kind}: limit of no result is still there", seen.result is None, seen.result)
                continue
            seen = visit(fixture)
            self.compare_values(f"{fixture} {kind}", fixture, live.result or {}, seen.result or {})
            self.compare_rest(f"{fixture} {kind}", live, seen, self.limits.get(fixture, {}).get("errors", {}))
        self.check(f"{fixture}: live server not asked", len(self.site.asked) == asked, self.site.asked[asked:])

    def compare_values(self, where, fixture, live, seen):
        limits = self.limits.get(fixture, {}) | self.limits.get(where, {})
        self.check(f"{where}: has results", live.keys() == seen.keys() and len(live) > 0, seen.keys() ^ live.keys())
        for name in live.keys() & seen.keys():
            if name in limits:
                self.check(f"{where}: limit of {name!r} is still there", live[name] != seen[name])
            else:
                self.check(f"{where}: {name}", live[name] == seen[name], difference(live[name], seen[name]))

    def compare_rest(self, where, live, seen, limits):
        for text in limits:
            self.check(f"{where}: limit of error {text!r} is still there", any(text in error for error in seen.errors))
        new = [error for error in seen.errors if error not in live.errors]
        new = [error for error in new if not any(text in error for text in limits)]
        self.check(f"{where}: no new errors", not new, new)
        outside = seen.outside(self.server.origin, self.server.app_origin)
        self.check(f"{where}: no request leaves", not outside, outside)

    def shell(self, fixture):
        """The shell above hears where the replayed page is; the page does not hear the shell."""
        seen = self.visit_framed(fixture, before=HEAR, outer="self.heardFromPages")
        told = [data for origin, data in seen.outer or [] if origin == self.server.origin]
        for title in ("shell test", "changed"):
            expected = {"stodola": "page", "uri": self.live_uri(fixture), "title": title, "time": TIME}
            self.check(f"{fixture}: told where the page {title!r} is", expected in told, told)
        self.check(f"{fixture}: heard nothing", seen.result == {"heard": []}, seen.result)

    def look(self, fixture):
        """Live and replayed look the same, and a page that looks otherwise is noticed."""
        live = self.live[fixture]
        seen = self.visit(fixture, picture=True)
        other = self.visit("landed", picture=True)
        self.check(f"{fixture}: same results", live.result == seen.result and live.text == seen.text)
        same, different = (self.browser.difference(live.picture, one.picture) for one in (seen, other))
        self.check(f"{fixture}: looks the same", same <= 2, f"{same:.2f} % of the pixels differ")
        self.check(f"{fixture}: another page looks otherwise", different > 2, f"{different:.2f} %")

    def leaks(self, fixture):
        """No request may leave. What only the policy of the server stopped is listed as a limit."""
        seen = self.visit(fixture)
        requests = [uri for uri in seen.outside(self.server.origin, self.server.app_origin) if uri not in seen.stopped]
        self.check(f"{fixture}: no request leaves", not requests, requests)
        undone = [name for name, found in (seen.result or {}).items() if found != "done" and name != "wait"]
        self.check(f"{fixture}: every way was tried", seen.result and not undone, undone)
        self.checks += len(seen.result or {})
        stopped = {uri.rpartition("/leak/")[2] for uri in seen.stopped}
        limits = self.limits[fixture].keys()
        self.check(f"{fixture}: stopped by policy only", stopped == limits, sorted(stopped ^ limits))
        leaked = [uri for uri in self.site.asked if "/leak/" in uri]
        self.check(f"{fixture}: live server not asked", not leaked, leaked)

    def expect(self, fixture):
        """For pages that cannot be the same live: the values are given, or at least the same each time."""
        expected = json.loads((HERE / "expected.json").read_text("utf-8"))[fixture]
        visits = [self.visit(fixture), self.visit(fixture)]
        for name, found in (visits[0].result or {}).items():
            again = (visits[1].result or {}).get(name)
            self.check(f"{fixture}: {name} twice", again == found, difference(found, again))
            if name in expected:
                self.check(f"{fixture}: {name}", found == expected[name], difference(expected[name], found))
        self.check(f"{fixture}: all expected", expected.keys() <= (visits[0].result or {}).keys())
        self.check(f"{fixture}: no errors", not visits[0].errors, visits[0].errors)


def difference(live, seen):
    """The parts of two values that differ, for reading."""
    if isinstance(live, list) and isinstance(seen, list) and len(live) == len(seen):
        pairs = [(index, difference(one, other)) for index, (one, other) in enumerate(zip(live, seen)) if one != other]
        return "; ".join(f"[{index}]{text}" for index, text in pairs)[:1500]
    if isinstance(live, list) and isinstance(seen, list):
        texts = [{json.dumps(one) for one in values} for values in (live, seen)]
        live, seen = sorted(texts[0] - texts[1]), sorted(texts[1] - texts[0])
    return f"\n    live     {json.dumps(live)[:600]}\n    replayed {json.dumps(seen)[:600]}"


def main():
    if sys.argv[1:2] != ["--program"] or len(sys.argv) < 3:
        print(__doc__)
        return 2
    program, *wanted = sys.argv[2:]
    names = json.loads((HERE / "fixtures.json").read_text("utf-8"))
    begun = time.monotonic()
    with Browser() as browser:
        run = Run(browser, names, wanted)
        asked = run.visit_live()
        archive = pages.Site(run.site.port)
        server = Program(program, archive, asked)
        try:
            run.replay(server)
        finally:
            server.close()
    print(f"{run.checks} checks, {len(run.failures)} failed, {time.monotonic() - begun:.0f} s")
    return 1 if run.failures else 0


if __name__ == "__main__":
    sys.exit(main())
