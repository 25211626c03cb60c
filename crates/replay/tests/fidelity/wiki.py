"""DokuWiki, as Debian packages it, with pages of its own, served by PHP. Nothing of the system's wiki is touched."""

import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import time

PACKAGED = pathlib.Path("/usr/share/dokuwiki")
SETTINGS = pathlib.Path("/etc/dokuwiki")
PAGES = pathlib.Path("/var/lib/dokuwiki/data/pages")
# The texts of DokuWiki itself become pages: those of these languages.
LANGUAGES = ("ar", "cs", "en", "ja", "ru", "zh-tw")
TEXTS = ("conflict", "denied", "diff", "edit", "index", "login", "norev", "recent", "register", "revisions")
ACTIONS = ("index", "recent", "media", "login", "backlink", "revisions", "source")
START = "====== Start ======\n\n  * [[wiki:syntax]]\n  * [[wiki:dokuwiki]]\n"


def wiki_paths():
    """Pages, and what DokuWiki shows about pages."""
    texts = [f"doku.php?id={language}:{text}" for language in LANGUAGES for text in TEXTS]
    shown = [f"doku.php?id=wiki:syntax&do={action}" for action in ACTIONS]
    own = ["doku.php", "doku.php?id=wiki:dokuwiki", "doku.php?id=wiki:syntax", "doku.php?id=wiki:welcome"]
    return sorted(own + shown + texts)


class Wiki:
    """A wiki in a folder of its own, served at an address until it is closed."""

    def __init__(self, address):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="stodola-wiki-"))
        root = self.folder / "wiki"
        shutil.copytree(PACKAGED, root, ignore_dangling_symlinks=True)
        data = self.folder / "data"
        for part in "attic cache index locks log media media_attic media_meta meta pages tmp".split():
            (data / part).mkdir(parents=True)
        write_pages(root, data / "pages")
        settings = self.folder / "conf"
        shutil.copytree(SETTINGS, settings, ignore_dangling_symlinks=True)
        (settings / "local.php").write_text(local_settings(data), "utf-8")
        preload = root / "inc/preload.php"
        preload.unlink(missing_ok=True)
        preload.write_text(f"<?php\ndefine('DOKU_CONF', '{settings}/');\n", "utf-8")
        self.port = free_port(address)
        command = ["php", "-d", "date.timezone=UTC", "-S", f"{address}:{self.port}", "-t", root]
        workers = {**os.environ, "PHP_CLI_SERVER_WORKERS": "4"}
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(command, env=workers, start_new_session=True, **quiet)
        wait_for(address, self.port, self.process)

    def close(self):
        # The workers of PHP outlive its first process otherwise.
        os.killpg(self.process.pid, 15)
        self.process.wait()
        shutil.rmtree(self.folder)


def write_pages(root, pages):
    """Fills the wiki: pages of the package, and the texts of DokuWiki in several languages."""
    shutil.copytree(PAGES, pages, dirs_exist_ok=True)
    (pages / "start.txt").write_text(START, "utf-8")
    for language in LANGUAGES:
        (pages / language).mkdir()
        for text in TEXTS:
            source = root / f"inc/lang/{language}/{text}.txt"
            if source.is_file():
                shutil.copy(source, pages / language / f"{text}.txt")


def local_settings(data):
    """Settings of the wiki: everybody may read, nobody asks other servers."""
    settings = {"title": "Wiki", "savedir": str(data), "useacl": 0, "updatecheck": 0, "userewrite": 0}
    lines = [f"$conf['{name}'] = {value!r};" for name, value in settings.items()]
    return "\n".join(["<?php", *lines, ""])


def free_port(address):
    with socket.socket() as probe:
        probe.bind((address, 0))
        return probe.getsockname()[1]


def wait_for(address, port, process, limit=60):
    """Waits until a server answers; raises an error if it ends before or takes longer than `limit` seconds."""
    until = time.monotonic() + limit
    while True:
        try:
            socket.create_connection((address, port)).close()
            return
        except OSError:
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError(f"no server at {address}:{port}") from None
            time.sleep(0.05)
