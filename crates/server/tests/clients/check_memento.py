"""Memento: memento_client finds captures, and every link that our answers give leads where RFC 7089 says.

    check_memento.py STODOLA
"""

import datetime
import http.server
import json
import re
import sys
import tempfile
import threading
import urllib.request
from email.utils import parsedate_to_datetime

from captures import FIRST, SECOND, THIRD, small_site
from memento_client import MementoClient
from served import Checks, Served

TIMES = [FIRST, SECOND, THIRD]


class Live(http.server.BaseHTTPRequestHandler):
    """The site as it is today, which clients of Memento ask first. It knows nothing of archives."""

    def do_HEAD(self):
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def main():
    checks = Checks("memento")
    live = http.server.ThreadingHTTPServer(("127.0.0.2", 0), Live)
    threading.Thread(target=live.serve_forever, daemon=True).start()
    site = f"http://127.0.0.2:{live.server_address[1]}"
    with tempfile.TemporaryDirectory() as folder, Served(sys.argv[1], [small_site(folder, site)]) as served:
        by_client(checks, f"{served.replay}/web/", f"{site}/")
        by_links(checks, f"{served.replay}/web/", f"{site}/")
        timemaps(checks, f"{served.replay}/web/", f"{site}/")
    live.shutdown()
    return checks.finish()


def moment(digits):
    return datetime.datetime.strptime(digits, "%Y%m%d%H%M%S")


def by_client(checks, base, uri):
    """What memento_client finds for moments before, between and after the captures."""
    for wanted, closest, previous, following in [
        ("20100101000000", 0, None, 1),
        (SECOND, 1, 0, 2),
        ("20151201000000", 2, 1, None),
        ("20301231235959", 2, 1, None),
    ]:
        with MementoClient(timegate_uri=base) as client:
            info = client.get_memento_info(uri, moment(wanted))
        checks.equal(f"{wanted} original", info["original_uri"], uri)
        mementos = info.get("mementos", {})
        expected = {"closest": closest, "first": 0, "last": 2, "prev": previous, "next": following}
        for name, number in expected.items():
            found = mementos.get(name, {}).get("datetime")
            checks.equal(f"{wanted} {name}", found, None if number is None else moment(TIMES[number]))
        memento = mementos.get("closest", {}).get("uri", [""])[0]
        checks.equal(f"{wanted} status", mementos.get("closest", {}).get("http_status_code"), 200)
        checks.check(f"{wanted} is a memento", MementoClient.is_memento(memento))
        checks.equal(f"{wanted} original of the memento", MementoClient().get_original_uri(memento), uri)
        checks.check(f"{wanted} is a TimeGate", MementoClient.is_timegate(info["timegate_uri"]))
    with MementoClient(timegate_uri=base) as client:
        info = client.get_memento_info(f"{uri}nowhere", moment(FIRST))
    checks.check("not archived has no memento", "mementos" not in info, info)


def by_links(checks, base, uri):
    """From the TimeGate along `next` to the last capture and along `prev` back; each answer has all its links."""
    gate = ask(base + uri, {"Accept-Datetime": "Fri, 01 Jan 2010 00:00:00 GMT"})
    checks.equal("TimeGate status", gate.status, 302)
    checks.check("TimeGate varies", "accept-datetime" in gate.headers.get("Vary", "").lower(), gate.headers)
    checks.check("TimeGate is no memento", "Memento-Datetime" not in gate.headers)
    seen, address, direction = [], gate.headers["Location"], "next"
    while address and len(seen) < 10:
        answer = ask(address)
        when = parsedate_to_datetime(answer.headers["Memento-Datetime"])
        seen.append(when.strftime("%Y%m%d%H%M%S"))
        links = by_relation(answer.headers["Link"])
        for relation, target in [("original", uri), ("timegate", base + uri)]:
            checks.equal(f"{seen[-1]} {relation}", [link[0] for link in links.get(relation, [])], [target])
        checks.equal(f"{seen[-1]} type of TimeMap", links["timemap"][0][1].get("type"), "application/link-format")
        checks.check(f"{seen[-1]} no vary", "accept-datetime" not in answer.headers.get("Vary", "").lower())
        for target, values in links["memento"]:
            there = ask(target)
            checks.equal(f"date of {target}", there.headers.get("Memento-Datetime"), values.get("datetime"))
        following = links.get(direction, [])
        if not following and direction == "next":
            direction, following = "prev", links.get("prev", [])
        address = following[0][0] if following else None
    checks.equal("the way along the captures", seen, TIMES + TIMES[1::-1])


def timemaps(checks, base, uri):
    """Both forms list every capture once, and every address in them is answered."""
    links = parse_links(ask(f"{base}timemap/link/{uri}").text)
    mementos = [link for link in links if "memento" in link[1]["rel"].split()]
    checks.equal("TimeMap", [address.split("/web/")[1][:14] for address, _ in mementos], TIMES)
    relations = [values["rel"] for _, values in mementos]
    checks.equal("first and last", relations, ["first memento", "memento", "last memento"])
    own = by_relation(ask(f"{base}timemap/link/{uri}").text)["self"][0]
    for name, time in (("from", FIRST), ("until", THIRD)):
        checks.equal(f"TimeMap {name}", parsedate_to_datetime(own[1][name]).strftime("%Y%m%d%H%M%S"), time)
    told = json.loads(ask(f"{base}timemap/json/{uri}").text)
    checks.equal("TimeMap in JSON", [it["uri"] for it in told["mementos"]["list"]], [link[0] for link in mementos])
    for address, _ in mementos:
        checks.equal(f"{address} status", ask(address).status, 200)
    checks.equal("TimeMap of nothing", ask(f"{base}timemap/link/{uri}nowhere").status, 404)


class Answer:
    def __init__(self, answer):
        self.status, self.headers, self.text = answer.status, answer.headers, answer.read().decode()


class Stay(urllib.request.HTTPRedirectHandler):
    """Does not follow redirects, and takes errors for answers."""

    def http_error_302(self, request, answer, *_):
        return answer

    http_error_404 = http_error_302


def ask(address, fields=None):
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), Stay)
    with opener.open(urllib.request.Request(address, headers=fields or {}), timeout=30) as answer:
        return Answer(answer)


def parse_links(text):
    """Links of RFC 8288: pairs of an address and its parameters. Commas and semicolons may stand in quotes."""
    links = []
    rest = text.strip()
    while rest:
        target = re.match(r"<([^>]*)>", rest)
        if not target:
            raise ValueError(f"no link: {rest[:80]}")
        rest, values = rest[target.end() :].lstrip(), {}
        while rest.startswith(";"):
            value = re.match(r';\s*([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;]+))\s*', rest)
            if not value:
                raise ValueError(f"no parameter: {rest[:80]}")
            values.setdefault(value[1].lower(), value[2] if value[2] is not None else value[3])
            rest = rest[value.end() :]
        links.append((target[1], values))
        if rest and not rest.startswith(","):
            raise ValueError(f"no comma: {rest[:80]}")
        rest = rest[1:].lstrip()
    return links


def by_relation(text):
    relations = {}
    for address, values in parse_links(text):
        for relation in values["rel"].split():
            relations.setdefault(relation, []).append((address, values))
    return relations


if __name__ == "__main__":
    sys.exit(main())
