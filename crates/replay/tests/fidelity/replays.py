"""Harvests the sites into an archive, and replays it: by Stodola, and by pywb from the same WARC files."""

import os
import pathlib
import re
import subprocess

from wiki import free_port, wait_for

# A time after every capture, so that the nearest capture is the only one.
LATEST = "29991231235959"


def harvest(program, folder, seeds):
    """Harvests these addresses, and what their pages need, into an archive; returns its folder."""
    archive = folder / "archive"
    listed = folder / "seeds.txt"
    listed.write_text("".join(f"{seed}\n" for seed in seeds), "utf-8")
    settings = folder / "job.toml"
    settings.write_text('name = "fidelity"\nseeds_file = "seeds.txt"\n', "utf-8")
    words = ["crawl", "--archive", archive, "--config", settings, "--depth", "0", "--allow-private", "--ignore-robots"]
    pace = ["--delay", "0s", "--connections-per-host", "4"]
    done = subprocess.run([program, *words, *pace], capture_output=True, text=True)
    # 1: a seed failed, for example one that fails live as well.
    if done.returncode not in (0, 1):
        raise RuntimeError(f"the harvest failed: {done.stdout}{done.stderr}")
    return archive


class Stodola:
    """`stodola serve` over an archive."""

    name = "Stodola"

    def __init__(self, program, archive):
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
        self.origins = addresses[:2]
        self.prefix = re.compile(re.escape(self.origins[1]) + r"/web/\d+[a-z]*_?/|/web/\d+[a-z]+_/")

    def page(self, uri):
        # A page without modifier would be shown below the banner.
        return f"{self.origins[1]}/web/{LATEST}if_/{uri}"

    def close(self):
        self.process.terminate()
        self.process.wait()


class Pywb:
    """pywb over the WARC files of an archive, without its frame and banner."""

    name = "pywb 2.10"

    def __init__(self, programs, archive, folder):
        folder.mkdir()
        warcs = sorted(path for path in archive.rglob("*.warc*") if path.is_file())
        quiet = {"cwd": folder, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        for words in (["init", "all"], ["add", "all", *warcs]):
            subprocess.run([programs / "wb-manager", *words], check=True, **quiet)
        (folder / "config.yaml").write_text("framed_replay: false\n", "utf-8")
        port = free_port("127.0.0.1")
        command = [programs / "wayback", "-b", "127.0.0.1", "-p", str(port), "-t", "8"]
        self.process = subprocess.Popen(command, **quiet)
        wait_for("127.0.0.1", port, self.process, limit=120)
        self.origins = [f"http://127.0.0.1:{port}"]
        self.prefix = re.compile(re.escape(self.origins[0]) + r"/all/\d*[a-z]*_?/|/all/\d+[a-z]*_?/")

    def page(self, uri):
        return f"{self.origins[0]}/all/{LATEST}mp_/{uri}"

    def close(self):
        self.process.terminate()
        self.process.wait()


def pywb_programs():
    """The folder with the programs of pywb, or `None`."""
    folder = pathlib.Path(os.environ.get("STODOLA_PYWB", "/nowhere"))
    return folder if (folder / "wayback").is_file() else None
