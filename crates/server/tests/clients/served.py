"""An archive of a few files, and `stodola serve` in front of it."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import threading


class Served:
    """Serves WARC, ARC or WACZ files by the program until it is closed. A context manager.

    With `archive` they are added to an archive first; otherwise the program reads them where they are. Of files that
    are damaged (`odd`) what can be read is enough.
    """

    def __init__(self, program, files, archive=True, odd=False):
        self.program = program
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="stodola-clients-"))
        self.archive = self.folder / "archive"
        source = [str(file) for file in files]
        if archive:
            codes = (0, 1, 2) if odd else (0,)
            self.run("archive", "add", "--archive", self.archive, "--copy", *files, codes=codes)
            source = ["--archive", str(self.archive)]
        listen = ["--listen", "127.0.0.1:0", "--replay-listen", "127.0.0.1:0"]
        command = [program, "serve", *source, *listen]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        # The line with both addresses; one before it may have the link for the first administrator.
        self.said = line = ""
        while len(addresses := re.findall(r"http://[\w.]+:\d+", line)) < 2:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"stodola serve ended: {self.said}")
            self.said += line
        self.app, self.replay = addresses[:2]
        # Nobody would read on, and the program would wait at last.
        self.reader = threading.Thread(target=self.listen, daemon=True)
        self.reader.start()

    def listen(self):
        for line in self.process.stdout:
            self.said += line

    def run(self, *arguments, codes=(0,)):
        """Runs a command of the program. Returns what it says."""
        command = [self.program, *(str(argument) for argument in arguments)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode not in codes:
            raise RuntimeError(f"{command}: {done.returncode} {done.stderr}")
        return done.stdout

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.reader.join()
        self.process.stdout.close()
        shutil.rmtree(self.folder)


class Checks:
    """Counts what was checked, and prints what is wrong."""

    def __init__(self, name):
        self.name = name
        self.count = 0
        self.failures = 0

    def check(self, what, is_right, detail=""):
        self.count += 1
        if not is_right:
            self.failures += 1
            print(f"FAILED {self.name}: {what} {str(detail)[:1500]}", flush=True)
        return is_right

    def equal(self, what, found, expected):
        return self.check(what, found == expected, f"\n    found    {found!r}\n    expected {expected!r}")

    def finish(self, more=""):
        """The code to end with."""
        print(f"{self.name}: {self.count} checks, {self.failures} failed{more}", flush=True)
        return 1 if self.failures else 0
