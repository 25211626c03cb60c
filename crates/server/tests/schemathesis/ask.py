"""Serves an archive, becomes its first administrator, makes a token with all scopes, and runs schemathesis with it."""

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.parse
import urllib.request

PROGRAM, SCHEMATHESIS = (os.path.abspath(path) for path in sys.argv[1:3])
FIXTURE = os.path.abspath("fixtures/hello.warc.gz")
SCOPES = ["read", "rules", "jobs", "projects", "events", "people"]


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def send(url, body=None, headers=None):
    """Sends a request. Returns the headers and the body of the answer."""
    request = urllib.request.Request(url, data=body, headers=headers or {})
    opener = urllib.request.build_opener(NoRedirect)
    try:
        with opener.open(request) as answer:
            return answer.headers, answer.read()
    except urllib.error.HTTPError as answer:
        if answer.code == 303:
            return answer.headers, b""
        raise SystemExit(f"{url}: {answer.code} {answer.read().decode()}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        archive = os.path.join(folder, "archive")
        add = [PROGRAM, "archive", "add", FIXTURE, "--archive", archive]
        subprocess.run(add, check=True, stderr=subprocess.DEVNULL)
        serve = [PROGRAM, "serve", "--archive", archive, "--listen", "127.0.0.1:0", "--replay-listen", "127.0.0.1:0"]
        server = subprocess.Popen(serve, stderr=subprocess.PIPE, text=True)
        try:
            return ask(server)
        finally:
            server.terminate()
            server.wait()


def ask(server):
    link, app = None, None
    while not app:
        line = server.stderr.readline()
        if not line:
            raise SystemExit("the server ended")
        link = link or (re.search(r"(http://\S+/start/\S+)", line) or [None])[0]
        found = re.match(r"(http://localhost:\d+)", line)
        app = found[1] if found else None
    origin = {"Origin": app}
    fields = urllib.parse.urlencode({"name": "root", "password": "correct horse battery"}).encode()
    headers, _ = send(link, fields, origin)
    cookie = headers["Set-Cookie"].split(";")[0]
    _, me = send(f"{app}/api/v1/me", headers={"Cookie": cookie})
    write = {**origin, "Cookie": cookie, "X-Form-Key": json.loads(me)["form_key"], "Content-Type": "application/json"}
    token = json.dumps({"name": "schemathesis", "scopes": SCOPES}).encode()
    _, made = send(f"{app}/api/v1/tokens", token, write)
    secret = json.loads(made)["secret"]
    command = [
        SCHEMATHESIS, "run", f"{app}/api/v1/openapi.json",
        "--header", f"Authorization: Bearer {secret}",
        # The stream does not end.
        "--exclude-path", "/api/v1/events",
        "--checks", ",".join([
            "not_a_server_error",
            "status_code_conformance",
            "content_type_conformance",
            "response_headers_conformance",
            "response_schema_conformance",
            "unsupported_method",
        ]),
        "--max-examples", os.environ.get("STODOLA_EXAMPLES", "30"),
        "--seed", "1",
    ]
    return subprocess.run(command).returncode


if __name__ == "__main__":
    sys.exit(main())
