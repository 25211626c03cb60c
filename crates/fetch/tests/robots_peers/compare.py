"""Holds our reading of robots.txt against two others: Protego, and Google's own parser.

Three kinds of cases:

- those in the tests of Protego and of a port of Google's parser. The tests are run with a recorder in
  place of what they test, so that every question they ask becomes a case;
- robots.txt by the grammar of RFC 9309, made at random, always the same;
- robots.txt of real sites, which the package of Protego brings along, with paths made of their rules.

Wherever we differ, `differences.tsv` has to say why, with the paragraph of the RFC that decides. A
difference that is not there fails, and so does one that is there and has gone.

Is called by `run`, which installs the packages.
"""

import argparse
import hashlib
import json
import random
import re
import subprocess
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).parent
ROUNDS = 4000


class Case:
    """A robots.txt, a robot, and a URI it asks for."""

    def __init__(self, source, text, agent, uri):
        self.source, self.agent, self.uri = source, agent, uri
        self.text = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")

    def path(self):
        """Path and query, as our rules want them. What Protego and Google take for a path is one."""
        uri = self.uri if self.uri.startswith("/") else self.uri.partition("://")[2]
        if not self.uri.startswith("/"):
            cut = re.search(r"[/?;]", uri)
            uri = uri[cut.start():] if cut else ""
        uri = uri.partition("#")[0]
        return uri if uri.startswith("/") else "/" + uri

    def key(self):
        """Names the case in the list of differences."""
        whole = b"\0".join([self.text, self.agent.encode(), self.path().encode()])
        return hashlib.sha256(whole).hexdigest()[:12]


def ours(program, cases):
    """What our rules say to each case."""
    digits = lambda text: text.encode("utf-8", "surrogateescape").hex()
    lines = "".join(
        f"{case.text.hex()}\t{digits(case.agent)}\t{digits(case.path())}\n" for case in cases
    )
    ran = subprocess.run([program], input=lines, capture_output=True, text=True, check=True)
    answers = [line.split("\t") for line in ran.stdout.splitlines()]
    assert len(answers) == len(cases), "the program answers less than it was asked"
    return [(word == "allow", None if delay == "-" else int(delay)) for word, delay, _ in answers]


def protego_says(case):
    from protego import Protego

    # As its callers do: a byte order mark is no part of the text.
    content = case.text.decode("utf-8-sig", "replace")
    return Protego.parse(content).can_fetch(case.uri, case.agent)


def protego_delays(case):
    from protego import Protego

    delay = Protego.parse(case.text.decode("utf-8-sig", "replace")).crawl_delay(case.agent)
    return None if delay is None else min(round(delay * 1000), 86_400_000)


def google_says(case):
    from jwm.robotstxt.googlebot import RobotsMatcher

    return RobotsMatcher().OneAgentAllowedByRobots(case.text, case.agent, case.uri)


def protego_asks(case):
    """Protego can be asked about every robot that has a name."""
    return case.agent.strip() != ""


def google_asks(case):
    """Whether Google's parser can be asked: it takes tokens for robots, and the product name only."""
    return bool(re.fullmatch(r"[A-Za-z_-]+", case.agent))


def protego_cases(folder):
    """Every question that the tests of Protego ask."""
    import protego
    import pytest

    found = []

    class Recorder(protego.Protego):
        @classmethod
        def parse(cls, content):
            made = super().parse(content)
            made.content = content
            return made

        def can_fetch(self, url, user_agent):
            if isinstance(self.content, (str, bytes)):
                found.append(Case("protego", self.content, user_agent, url))
            return super().can_fetch(url, user_agent)

        def crawl_delay(self, user_agent):
            if isinstance(self.content, (str, bytes)):
                found.append(Case("protego", self.content, user_agent, "/"))
            return super().crawl_delay(user_agent)

    real, protego.Protego = protego.Protego, Recorder
    names = ["tests/test_protego.py", "tests/test_on_google_spec.py"]
    code = pytest.main(["-q", "-x", "-p", "no:cacheprovider", *(str(folder / name) for name in names)])
    protego.Protego = real
    assert code == 0, "the tests of Protego fail by themselves"
    assert len(found) > 400, f"only {len(found)} questions were recorded"
    return found


def google_cases(folder):
    """Every question that the tests of the port of Google's parser ask."""
    from gpyrobotstxt.robots_cc import RobotsMatcher

    found = []
    real = RobotsMatcher.one_agent_allowed_by_robots

    def record(self, robots_txt, user_agent, url):
        found.append(Case("google", robots_txt, user_agent, url))
        return real(self, robots_txt, user_agent, url)

    RobotsMatcher.one_agent_allowed_by_robots = record
    tests = unittest.defaultTestLoader.discover(str(folder / "test"))
    ran = unittest.TextTestRunner(stream=sys.stderr, verbosity=0).run(tests)
    RobotsMatcher.one_agent_allowed_by_robots = real
    assert ran.wasSuccessful(), "the tests of the port fail by themselves"
    assert len(found) > 100, f"only {len(found)} questions were recorded"
    return found


def random_cases(rounds):
    """robots.txt by the grammar of the RFC, from few names and letters, so that much is matched."""
    dice = random.Random(9309)
    agents = ["*", "foobot", "FooBot", "barbot", "bazbot", "foobot-news"]
    pieces = ["/", "a", "b", "/a", "/b", "*", ".", "$", "?", "=", "%C3%A9", "%2F", "~", "-", "_", ";", "&"]

    def pattern():
        return "/" + "".join(dice.choices(pieces, k=dice.randrange(5)))

    def path():
        letters = [piece for piece in pieces if piece not in "*$"] + ["c"]
        return "/" + "".join(dice.choices(letters, k=dice.randrange(6)))

    def line():
        kind = dice.randrange(12)
        if kind < 4:
            return f"Disallow: {pattern()}"
        if kind < 7:
            return f"allow:{pattern()} "
        if kind < 10:
            return f"User-agent: {dice.choice(agents)}"
        if kind == 10:
            return dice.choice(["", "# comment", "Sitemap: http://a/s", "Disallow:", "Host: a", "  "])
        return f"\tDISALLOW : {pattern()} # comment"

    for _ in range(rounds):
        end = dice.choice(["\n", "\r\n"])
        lines = [line() for _ in range(dice.randrange(1, 14))]
        text = end.join([f"User-agent: {dice.choice(agents)}", *lines, ""])
        for agent in ["foobot", "barbot", "otherbot"]:
            yield Case("random", text, agent, "http://site.example" + path())


def real_cases(folder, sites):
    """robots.txt of real sites, with paths made of their own rules."""
    dice = random.Random(2026)
    files = sorted((folder / "tests/test_data").glob("**/*"))
    files = [file for file in files if file.is_file()]
    assert len(files) > 100, "the package brings no robots.txt of real sites"
    for file in dice.sample(files, min(sites, len(files))):
        text = file.read_bytes()
        rules = re.findall(rb"(?im)^\s*(?:dis)?allow\s*:\s*(/[!-\"$-~]*)", text)
        rules = [rule.decode("ascii") for rule in rules]
        for rule in dice.sample(rules, min(8, len(rules))):
            path = rule.replace("*", dice.choice(["", "x", "a/b"])).replace("$", "")
            path += dice.choice(["", "", "/", "x", "?q=1", ".html"])
            yield Case("real", text, dice.choice(["stodola", "Googlebot"]), "http://site.example" + path)


class Differences:
    """The list of those that are known."""

    def __init__(self, file):
        self.file, self.known, self.met = file, {}, set()
        for line in file.read_text().splitlines():
            if line and not line.startswith("#"):
                peer, key, reason = line.split("\t")[:3]
                self.known[peer, key] = reason

    def meet(self, peer, case, said):
        """Whether a difference is a known one."""
        key = peer, case.key()
        self.met.add(key)
        if key in self.known:
            return True
        shown = json.dumps([case.text.decode("utf-8", "replace")[:2000], case.agent, case.path()])
        print(f"new difference: {peer}\t{case.key()}\t?\t{said}\t{case.source}\t{shown}")
        return False

    def gone(self):
        return sorted(set(self.known) - self.met)


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("program", help="the example 'robots' of crates/fetch")
    words.add_argument("sources", type=Path, help="folder with the source packages")
    words.add_argument("--rounds", type=int, default=ROUNDS)
    options = words.parse_args()
    protego_folder = next(options.sources.glob("protego-*/"))
    google_folder = next(options.sources.glob("gpyrobotstxt-*/"))
    cases = protego_cases(protego_folder) + google_cases(google_folder)
    cases += list(random_cases(options.rounds)) + list(real_cases(protego_folder, 400))
    differences = Differences(HERE / "differences.tsv")
    counts, failed = {}, 0
    for case, (allowed, delay) in zip(cases, ours(options.program, cases)):
        for peer, says, asks, own in [
            ("protego", protego_says, protego_asks, allowed),
            ("protego-delay", protego_delays, protego_asks, delay),
            ("google", google_says, google_asks, allowed),
        ]:
            if not asks(case):
                continue
            said = says(case)
            count = counts.setdefault((case.source, peer), [0, 0])
            count[0] += 1
            if said != own:
                count[1] += 1
                word = {True: "we allow", False: "we forbid"}.get(own) if isinstance(own, bool) else f"we wait {own}"
                failed += not differences.meet(peer, case, word)
    for (source, peer), (asked, differ) in sorted(counts.items()):
        print(f"{source} cases, {peer}: {asked} compared, {differ} differ")
    for peer, key in differences.gone():
        print(f"a difference that is listed has gone: {peer}\t{key}")
        failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
