"""pywb replays our archive: our CDX server is its index, in each of the forms that it speaks.

    check_pywb.py STODOLA FOLDER_WITH_PYWB
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

from captures import FIRST, SECOND, THIRD, small_site
from served import Checks, Served

SITE = "http://www.kun.example"


def main():
    checks = Checks("pywb")
    with tempfile.TemporaryDirectory() as folder:
        warc = small_site(folder)
        with Served(sys.argv[1], [warc]) as served:
            indexes = {
                # The protocol of OutbackCDX; records from the folder of files.
                "outback": {"index": f"cdx+{served.replay}/web", "archive_paths": folder + "/"},
                # The same without files: pywb asks our server for the capture itself.
                "remote": {"index": f"cdx+{served.replay}/web /web"},
                "pywb": {"index": f"cdx+{served.replay}/web-cdx"},
                # The XML of OpenWayback.
                "xml": {"index": f"xmlquery+{served.replay}/web", "archive_paths": folder + "/"},
                # Memento.
                "memento": {"index": f"memento+{served.replay}/web/"},
            }
            with Pywb(folder, indexes) as pywb:
                for name in indexes:
                    collection(checks, pywb, name)
    return checks.finish()


def collection(checks, pywb, name):
    """Everything that pywb shows of our archive by one kind of index."""
    for moment, number, captured in [(FIRST, 1, FIRST), ("20150701", 2, SECOND), (THIRD, 2, THIRD)]:
        answer = pywb.get(f"/{name}/{moment}mp_/{SITE}/")
        checks.equal(f"{name} status at {moment}", answer.status, 200)
        checks.check(f"{name} page at {moment}", f"Žluťoučký kůň {number}" in answer.text, answer.text[:300])
        link = answer.headers.get("Link", "")
        checks.check(f"{name} time at {moment}", f"/{captured}/{SITE}/>; rel=\"memento\"" in link, link)
    for path, text in [
        ("style.css", "rgb(1, 2, 3)"),
        ("picture.svg", 'fill="red"'),
        ("second.html", "Žluťoučký kůň 2"),
        ("chunked.txt", "some chunks"),
        ("moved", "Žluťoučký kůň 2"),
    ]:
        answer = pywb.get(f"/{name}/{FIRST}mp_/{SITE}/{path}")
        checks.check(f"{name} {path}", answer.status == 200 and text in answer.text, (answer.status, answer.text[:300]))
    answer = pywb.get(f"/{name}/{FIRST}id_/{SITE}/gone")
    checks.equal(f"{name} gone", (answer.status, answer.text), (404, "gone"))
    checks.equal(f"{name} not archived", pywb.get(f"/{name}/{FIRST}mp_/{SITE}/nowhere").status, 404)
    latest = pywb.get(f"/{name}/mp_/{SITE}/")
    checks.check(f"{name} latest", "Žluťoučký kůň 2" in latest.text, latest.text[:300])
    rows = pywb.get(f"/{name}/cdx?output=json&url={SITE}/")
    times = [json.loads(line)["timestamp"] for line in rows.text.splitlines()]
    checks.equal(f"{name} rows", sorted(times), [FIRST, SECOND, THIRD])
    if name in ("outback", "remote", "pywb", "xml"):
        rows = pywb.get(f"/{name}/cdx?output=json&matchType=prefix&url={SITE}/")
        urls = {json.loads(line)["url"] for line in rows.text.splitlines()}
        checks.check(f"{name} prefix", {f"{SITE}/", f"{SITE}/second.html", f"{SITE}/gone"} <= urls, urls)


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.text = status, headers, body.decode("utf-8", "replace")


class Pywb:
    """A running pywb with some collections. A context manager."""

    def __init__(self, folder, collections):
        self.folder = pathlib.Path(folder) / "pywb"
        self.folder.mkdir()
        # JSON is YAML.
        (self.folder / "config.yaml").write_text(json.dumps({"framed_replay": False, "collections": collections}))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = [f"{sys.argv[2]}/wayback", "-b", "127.0.0.1", "-p", str(self.port), "--threads", "4"]
        self.log = (self.folder / "log").open("w")
        self.process = subprocess.Popen(
            command, cwd=self.folder, stdout=self.log, stderr=self.log, env={**os.environ, "NO_PROXY": "*"}
        )
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise RuntimeError(f"pywb did not start: {(self.folder / 'log').read_text()}")

    def get(self, path):
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}")
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=60) as answer:
                return Answer(answer.status, answer.headers, answer.read())
        except urllib.error.HTTPError as error:
            return Answer(error.code, error.headers, error.read())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder)


if __name__ == "__main__":
    sys.exit(main())
