"""The real replay server, `stodola serve`, over an archive of the fixtures."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import uuid
from http.client import responses

TIME = "20140126200624"
CAPTURED = "2014-01-26T20:06:24Z"


class Program:
    """An archive with the answers of a site to some addresses, served by the program until it is closed."""

    def __init__(self, program, site, uris):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="stodola-browser-"))
        warc = self.folder / "fixtures.warc"
        warc.write_bytes(b"".join(record(uri, site.answer(uri)) for uri in sorted(set(uris))))
        archive = self.folder / "archive"
        subprocess.run([program, "archive", "add", "--archive", archive, warc], check=True, stdout=subprocess.DEVNULL)
        listen = ["--listen", "127.0.0.1:0", "--replay-listen", "127.0.0.1:0"]
        command = [program, "serve", "--archive", archive, *listen]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        # The line with both addresses; one before it may have the link for the first administrator.
        said = line = ""
        while len(addresses := re.findall(r"http://[\w.]+:\d+", line)) < 2:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"stodola serve ended: {said}")
            said += line
        self.app_origin, self.origin = addresses[:2]

    def page(self, uri):
        # A page asked for by itself (`mp_`) is shown below the shell.
        return f"{self.origin}/web/{TIME}if_/{uri}"

    def framed_page(self, uri):
        return f"{self.app_origin}/replay/{TIME}/{uri}"

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)


def record(uri, answer):
    """A WARC record of an answer."""
    fields = "".join(f"{name}: {text}\r\n" for name, text in answer.fields)
    block = f"HTTP/1.1 {answer.status} {responses[answer.status]}\r\n{fields}\r\n".encode() + answer.body
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {uri}\r\nWARC-Date: {CAPTURED}\r\n"
        f"WARC-Record-ID: <urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, uri)}>\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"
