"""A flood of requests of users against a real server, for bench/map: pages meanwhile, limits, nothing lost."""

import contextlib
import http.client
import json
import multiprocessing
import pathlib
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time
import urllib.parse

USERS, EACH = 100, 100
PASSWORD = "a long password for a bench"
# How many requests of one person may wait in the second flood, and in all: everything.
OPEN_LIMITS = "[limits]\nwaiting_per_person = 1000\nwaiting_in_all = 20000\n"
WAITING_PER_PERSON, WAITING_IN_ALL = 5, 1000
PAGES = ["/", "/requests", "/maps"]
PAGE_MS = 100.0


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """`stodola serve` over an archive."""

    def __init__(self, program, archive):
        self.port, replay = free_port(), free_port()
        self.process = subprocess.Popen(
            [program, "serve", "--archive", archive, "--listen", f"127.0.0.1:{self.port}", "--replay-listen",
             f"127.0.0.1:{replay}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            if self.process.poll() is not None:
                raise OSError(f"the server ended with {self.process.returncode}")
            time.sleep(0.05)
        raise OSError("the server does not answer")

    def end(self, by=signal.SIGTERM):
        self.process.send_signal(by)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def ask(connection, port, method, path, body=None, fields=()):
    """Status, head and body of an answer."""
    host = f"localhost:{port}"
    connection.request(method, path, body, {"Host": host, "Origin": f"http://{host}", **dict(fields)})
    answer = connection.getresponse()
    return answer.status, answer, answer.read()


def connect(port, user=0):
    # Each user has an address of their own: the server limits attempts to sign in by address.
    return http.client.HTTPConnection("127.0.0.1", port, timeout=120, source_address=(f"127.0.1.{1 + user}", 0))


def sign_in(program, archive, port, user):
    """Adds a person, and returns a token and a cookie of theirs."""
    name = f"user{user}"
    added = subprocess.run([program, "people", "add", name, "--role", "reader", "--archive", archive, "--url",
                            f"http://localhost:{port}"], check=True, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True).stdout
    link = urllib.parse.urlsplit(next(word for word in added.split() if "/start/" in word)).path
    connection = connect(port, user)
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    body = urllib.parse.urlencode({"name": name, "password": PASSWORD})
    status, answer, _ = ask(connection, port, "POST", link, body, form)
    cookie = (answer.getheader("Set-Cookie") or "").split(";")[0]
    if not cookie:
        raise OSError(f"{name} cannot sign in: {status}")
    draft = json.dumps({"name": "bench", "scopes": ["read", "requests"]})
    _, _, me = ask(connection, port, "GET", "/api/v1/me", fields={"Cookie": cookie})
    status, _, text = ask(connection, port, "POST", "/api/v1/tokens", draft, {
        "Cookie": cookie, "Content-Type": "application/json", "X-Form-Key": json.loads(me)["form_key"]})
    if status != 201:
        raise OSError(f"{name} gets no token: {status} {text[:300]!r}")
    return json.loads(text)["secret"], cookie


def look(port, cookie, until_event, times):
    """Somebody who looks at pages, in a process of its own, so that the flood does not delay the clock."""
    connection, found = connect(port), []
    while not until_event.is_set() or len(found) < 30:
        for path in PAGES:
            begin = time.monotonic()
            status, _, text = ask(connection, port, "GET", path, fields={"Cookie": cookie})
            found.append((time.monotonic() - begin) * 1000)
            if status != 200:
                raise OSError(f"{path}: {status} {text[:200]!r}")
        time.sleep(0.02)
    times.put(found)


def flood(port, tokens, kind):
    """Each person sends all their requests one after the other, all people at the same time. Returns statuses."""
    counts, lock = {}, threading.Lock()

    def send(user, token):
        connection = connect(port, user)
        mine = {}
        for number in range(EACH):
            question = {"prefix": f"http://{kind}.test/{user}/{number}/", "format": "warc"}
            body = json.dumps({"package": "export", "question": question})
            status, _, _ = ask(connection, port, "POST", "/api/v1/requests", body,
                               {"Authorization": f"Bearer {token}", "Content-Type": "application/json"})
            mine[status] = mine.get(status, 0) + 1
        with lock:
            for status, count in mine.items():
                counts[status] = counts.get(status, 0) + count

    threads = [threading.Thread(target=send, args=it) for it in enumerate(tokens)]
    begin = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return counts, time.monotonic() - begin


def stored(archive):
    """Number of requests in the queue by state, and the most that wait for one person."""
    if not (archive / "work.db").exists():
        return {}, 0
    with contextlib.closing(sqlite3.connect(f"file:{archive}/work.db?mode=ro", uri=True)) as database:
        states = dict(database.execute("SELECT state, count(*) FROM requests WHERE package != 'clean-up' "
                                       "GROUP BY state"))
        most = database.execute("SELECT max(number) FROM (SELECT count(*) AS number FROM owners JOIN requests ON "
                                "requests.number = owners.request WHERE state = 'waiting' GROUP BY name)").fetchone()
    return states, most[0] or 0


def one_flood(program, archive, signed, kind):
    """What came of a flood, and of the queue after the server was killed."""
    server = Server(program, archive)
    try:
        end, times = multiprocessing.Event(), multiprocessing.Queue()
        quiet, quiet_times = multiprocessing.Event(), multiprocessing.Queue()
        quiet.set()
        multiprocessing.Process(target=look, args=(server.port, signed[0][1], quiet, quiet_times)).start()
        before = sorted(quiet_times.get(timeout=120))
        known = sum(stored(archive)[0].values())
        looker = multiprocessing.Process(target=look, args=(server.port, signed[0][1], end, times))
        looker.start()
        counts, seconds = flood(server.port, [token for token, _ in signed], kind)
        end.set()
        found = sorted(times.get(timeout=120))
        looker.join()
        states = stored(archive)
        # Whatever was accepted must be there after the server was killed.
        server.end(signal.SIGKILL)
        server = Server(program, archive)
        after = stored(archive)
    finally:
        server.end()
    return {"counts": counts, "seconds": seconds, "times": found, "quiet": before, "known": known, "states": states,
            "after": after}


def quantile(times, share):
    return times[min(len(times) - 1, int(len(times) * share))]


def measure(program, work, make_archive):
    """Rows of the table: what, measured, limit, whether it holds."""
    floods = []
    with tempfile.TemporaryDirectory(prefix="map-queue-", dir=work) as folder:
        archive = pathlib.Path(folder, "archive")
        make_archive(archive)
        server = Server(program, archive)
        try:
            signed = [sign_in(program, archive, server.port, user) for user in range(USERS)]
        finally:
            server.end()
        for name, limits in (("usual", ""), ("wide", OPEN_LIMITS)):
            (archive / "work.toml").write_text(limits)
            floods.append((f"{name} limits", one_flood(program, archive, signed, name), bool(limits)))
    return [row for each in floods for row in tell(*each)]


def tell(name, found, is_open):
    """Rows of the table about one flood."""
    accepted, refused = found["counts"].get(201, 0), found["counts"].get(429, 0)
    all_of_it = USERS * EACH
    states, most = found["states"]
    known, after = (sum(it[0].values()) - found["known"] for it in (found["states"], found["after"]))
    p99 = quantile(found["times"], 0.99)
    rows = [
        (f"queue, {name}: {all_of_it:,} requests of {USERS} users in {found['seconds']:.1f} s: accepted, refused",
         f"{accepted:,}, {refused:,}", "all answered", accepted + refused == all_of_it),
        (f"queue, {name}: p99 of {len(found['times'])} pages meanwhile (median {quantile(found['times'], 0.5):.0f} ms; "
         f"with nobody else p99 {quantile(found['quiet'], 0.99):.0f} ms)", f"{p99:.0f} ms", f"≤ {PAGE_MS:.0f} ms",
         p99 <= PAGE_MS),
        (f"queue, {name}: more requests in the queue, and after kill -9", f"{known:,}, {after:,}", f"{accepted:,}",
         known == accepted == after),
    ]
    if is_open:
        rows.append((f"queue, {name}: accepted", f"{accepted:,}", f"{all_of_it:,}", accepted == all_of_it))
    else:
        waiting = states.get("waiting", 0)
        rows.append((f"queue, {name}: waiting for one person, and in all", f"{most}, {waiting:,}",
                     f"≤ {WAITING_PER_PERSON}, {WAITING_IN_ALL:,}",
                     most <= WAITING_PER_PERSON and waiting <= WAITING_IN_ALL))
    return rows
