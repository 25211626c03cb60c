"""Visits each fixture live and replayed, in Chromium, and compares what the page found out about itself.

    run.py CLIENT_SCRIPT [FIXTURE...]

A value that differs is a defect, unless `limits.json` lists it with a reason; a limit that is no longer there is a
defect too. So are script errors that are not there live, and any request that leaves the replay origin.
"""

import json
import pathlib
import sys
import time

import pages
import standin
from harness import Browser

HERE = pathlib.Path(__file__).resolve().parent
RESULT = "window.__result"
READY = f"{RESULT} !== null && {RESULT} !== undefined"


class Run:
    """One run over all fixtures: counts the checks, and prints what is wrong."""

    def __init__(self, browser, script, framed):
        self.browser = browser
        # Fixtures that are visited below the shell as well.
        self.framed = framed
        self.checks = 0
        self.failures = []
        self.limits = json.loads((HERE / "limits.json").read_text("utf-8"))
        _, self.site = pages.start_live()
        self.archive = pages.Site(self.site.port)
        common = {"site": self.archive, "script": script, "strays": []}
        self.replay = pages.start("127.0.0.1", 0, standin.ReplayHandler, **common, app_origin="")
        self.replay_origin = f"http://127.0.0.1:{self.replay.server_address[1]}"
        self.shell_server = pages.start("127.0.0.1", 0, standin.ShellHandler, replay_origin=self.replay_origin)
        self.app_origin = f"http://localhost:{self.shell_server.server_address[1]}"
        self.replay.app_origin = self.app_origin

    def check(self, name, is_right, detail=""):
        self.checks += 1
        if not is_right:
            self.failures.append(name)
            print(f"FAILED {name} {detail}")

    def live_uri(self, fixture):
        name, mark, query = fixture.partition("?")
        return f"http://{pages.MAIN}:{self.site.port}/{name}.html{mark}{query}"

    def replay_path(self, fixture):
        return f"/web/{standin.TIME}mp_/{self.live_uri(fixture)}"

    def visit_replayed(self, fixture):
        return self.browser.visit(self.replay_origin + self.replay_path(fixture), READY, RESULT)

    def visit_framed(self, fixture):
        return self.browser.visit(self.app_origin + self.replay_path(fixture), READY, RESULT, frame="/web/")

    def compare(self, fixture):
        """Live against replayed."""
        live = self.browser.visit(self.live_uri(fixture), READY, RESULT)
        asked = len(self.site.asked)
        visits = [("replayed", self.visit_replayed)]
        if fixture in self.framed:
            visits.append(("framed", self.visit_framed))
        for kind, visit in visits:
            seen = visit(fixture)
            self.compare_values(f"{fixture} {kind}", fixture, live.result or {}, seen.result or {})
            self.compare_rest(f"{fixture} {kind}", live, seen, self.limits.get(fixture, {}).get("errors", {}))
        self.check(f"{fixture}: live server not asked", len(self.site.asked) == asked, self.site.asked[asked:])
        self.check(f"{fixture}: nothing beside /web/", not self.replay.strays, self.replay.strays)
        self.replay.strays.clear()

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
        outside = seen.outside(self.replay_origin, self.app_origin)
        self.check(f"{where}: no request leaves", not outside, outside)

    def shell(self, fixture):
        """The shell above hears where the replayed page is; the page does not hear the shell."""
        seen = self.browser.visit(
            self.app_origin + self.replay_path(fixture), READY, RESULT, frame="/web/", outer="window.heard"
        )
        told = [data for origin, data in seen.outer or [] if origin == self.replay_origin]
        expected = {"stodola": "page", "uri": self.live_uri(fixture), "title": "shell test", "time": standin.TIME}
        self.check(f"{fixture}: told where the page is", expected in told, told)
        self.check(f"{fixture}: heard nothing", seen.result == {"heard": []}, seen.result)

    def look(self, fixture):
        """Live and replayed look the same, and a page that looks otherwise is noticed."""
        arguments = {"ready": READY, "result": RESULT, "picture": True}
        live = self.browser.visit(self.live_uri(fixture), **arguments)
        seen = self.browser.visit(self.replay_origin + self.replay_path(fixture), **arguments)
        other = self.browser.visit(self.live_uri("landed"), **arguments)
        self.check(f"{fixture}: same results", live.result == seen.result and live.text == seen.text)
        same, different = (self.browser.difference(live.picture, one.picture) for one in (seen, other))
        self.check(f"{fixture}: looks the same", same <= 2, f"{same:.2f} % of the pixels differ")
        self.check(f"{fixture}: another page looks otherwise", different > 2, f"{different:.2f} %")

    def leaks(self, fixture):
        """No request may leave. What only the policy of the server stopped is listed as a limit."""
        seen = self.visit_replayed(fixture)
        requests = [uri for uri in seen.outside(self.replay_origin) if uri not in seen.stopped]
        self.check(f"{fixture}: no request leaves", not requests, requests)
        done = [name for name, found in (seen.result or {}).items() if found != "done" and name != "wait"]
        self.check(f"{fixture}: every way was tried", seen.result and not done, done)
        self.checks += len(seen.result or {})
        stopped = {uri.rpartition("/leak/")[2] for uri in seen.stopped}
        limits = self.limits[fixture].keys()
        self.check(f"{fixture}: stopped by policy only", stopped == limits, sorted(stopped ^ limits))
        self.check(f"{fixture}: live server not asked", not self.leaked(), self.leaked())

    def leaked(self):
        return [uri for uri in self.site.asked if "/leak/" in uri]

    def expect(self, fixture):
        """For pages that cannot be the same live: the values are given, or at least the same each time."""
        expected = json.loads((HERE / "expected.json").read_text("utf-8"))[fixture]
        visits = [self.visit_replayed(fixture), self.visit_replayed(fixture)]
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
    script = pathlib.Path(sys.argv[1]).read_bytes()
    wanted = sys.argv[2:]
    names = json.loads((HERE / "fixtures.json").read_text("utf-8"))
    begun = time.monotonic()
    with Browser() as browser:
        run = Run(browser, script, names["framed"])
        kinds = {
            "compared": run.compare,
            "shell": run.shell,
            "looks": run.look,
            "leaks": run.leaks,
            "expected": run.expect,
        }
        for kind, check in kinds.items():
            for fixture in names[kind]:
                if not wanted or fixture in wanted:
                    check(fixture)
    seconds = time.monotonic() - begun
    print(f"{run.checks} checks, {len(run.failures)} failed, {len(script)} bytes of script, {seconds:.0f} s")
    return 1 if run.failures else 0


if __name__ == "__main__":
    sys.exit(main())
