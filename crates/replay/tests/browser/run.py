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

    def __init__(self, browser, script):
        self.browser = browser
        self.checks = 0
        self.failures = []
        self.limits = json.loads((HERE / "limits.json").read_text("utf-8"))
        _, self.site = pages.start_live()
        self.archive = pages.Site(self.site.port)
        common = {"site": self.archive, "script": script, "strays": []}
        self.replay = pages.start("127.0.0.1", 0, standin.ReplayHandler, **common, app_origin="")
        self.replay_origin = f"http://127.0.0.1:{self.replay.server_address[1]}"
        self.shell = pages.start("127.0.0.1", 0, standin.ShellHandler, replay_origin=self.replay_origin)
        self.app_origin = f"http://localhost:{self.shell.server_address[1]}"
        self.replay.app_origin = self.app_origin

    def check(self, name, is_right, detail=""):
        self.checks += 1
        if not is_right:
            self.failures.append(name)
            print(f"FAILED {name} {detail}")

    def live_uri(self, fixture):
        return f"http://{pages.MAIN}:{self.site.port}/{fixture}.html"

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
        for kind, visit in (("replayed", self.visit_replayed), ("framed", self.visit_framed)):
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
        is_limit = lambda error: any(text in error for text in limits)
        new = [error for error in seen.errors if error not in live.errors and not is_limit(error)]
        self.check(f"{where}: no new errors", not new, new)
        outside = seen.outside(self.replay_origin, self.app_origin)
        self.check(f"{where}: no request leaves", not outside, outside)

    def expect(self, fixture):
        """For pages that cannot be the same live: the values are given, or at least the same each time."""
        expected = json.loads((HERE / "expected.json").read_text("utf-8"))[fixture]
        visits = [self.visit_replayed(fixture), self.visit_replayed(fixture)]
        for name, found in (visits[0].result or {}).items():
            self.check(f"{fixture}: {name} twice", visits[1].result[name] == found, difference(found, visits[1].result[name]))
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
        run = Run(browser, script)
        for fixture in names["compared"]:
            if not wanted or fixture in wanted:
                run.compare(fixture)
        for fixture in names["expected"]:
            if not wanted or fixture in wanted:
                run.expect(fixture)
    seconds = time.monotonic() - begun
    print(f"{run.checks} checks, {len(run.failures)} failed, {len(script)} bytes of script, {seconds:.0f} s")
    return 1 if run.failures else 0


if __name__ == "__main__":
    sys.exit(main())
