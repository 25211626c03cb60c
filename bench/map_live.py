"""Checking a site over loopback: `stodola map site` beside other link checkers, for bench/map."""

import dataclasses
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

LINKCHECKER, MUFFET = "10.6.0", "v2.10.8"
CONNECTIONS = 8
# Parts of the site that are checked by all: LinkChecker would need an hour for everything.
SAMPLE = ("postgresql", "python")
SHARE_LINKCHECKER, SHARE_MUFFET = 1 / 30, 0.7
JOB = f"[politeness]\nconnections_per_host = {CONNECTIONS}\n"
# By default it asks ten times a second, and does not look whether the places that fragments name are there. We do.
LINKCHECKERRC = "[checking]\nmaxrequestspersecond=100000\n\n[AnchorCheck]\n"


@dataclasses.dataclass
class Checker:
    """A program that checks a site. {{url}} and {{out}} in its command are filled in."""

    name: str
    command: list
    pages: int = 0
    cpu: list = dataclasses.field(default_factory=list)
    seconds: list = dataclasses.field(default_factory=list)
    trouble: str | None = None


def install_linkchecker(work):
    program = work / f"linkchecker-{LINKCHECKER}/bin/linkchecker"
    if not program.exists():
        subprocess.run([sys.executable, "-m", "venv", program.parent.parent], check=True)
        subprocess.run([program.parent / "pip", "install", "--quiet", f"LinkChecker=={LINKCHECKER}"], check=True)
    return program


def install_muffet(work):
    """The program; `None` with the reason if it cannot be had."""
    program = work / f"muffet-{MUFFET}/muffet"
    if program.exists():
        return program, None
    if shutil.which("go") is None:
        return None, "Go is not installed"
    done = subprocess.run(["go", "install", f"github.com/raviqqe/muffet/v2@{MUFFET}"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, env={**os.environ, "GOBIN": str(program.parent)})
    if done.returncode == 0 and program.exists():
        return program, None
    return None, "its Go module cannot be fetched here"


def checkers(stodola, work):
    muffet, trouble = install_muffet(work)
    return [
        Checker("stodola map site", [stodola, "map", "site", "{url}", "--config", "{out}/job.toml", "--allow-private",
                                     "--delay", "0s", "--ask", "0", "--json"]),
        Checker("LinkChecker", [install_linkchecker(work), "--no-status", "--no-warnings", "--output=none",
                                "--config={out}/linkcheckerrc", f"--threads={CONNECTIONS}", "{url}"]),
        # Links to other sites are left alone by the others as well.
        Checker("muffet", [muffet, f"--max-connections={CONNECTIONS}", "--buffer-size=65536",
                           "--exclude=^https?://[^1]", "{url}"], trouble=trouble),
    ]


def run(checker, port, log):
    """Runs a program once. Counts the pages that the server gave."""
    with tempfile.TemporaryDirectory(prefix="map-live-") as out:
        # LinkChecker gives up the rights of root.
        os.chmod(out, 0o777)
        pathlib.Path(out, "job.toml").write_text(JOB)
        pathlib.Path(out, "linkcheckerrc").write_text(LINKCHECKERRC)
        log.write_text("")
        command = [str(word).format(url=f"http://127.0.0.1:{port}/", out=out) for word in checker.command]
        begin = time.monotonic()
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, cwd=out,
                                 stderr=subprocess.DEVNULL, env={**os.environ, "HOME": out})
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        checker.seconds.append(time.monotonic() - begin)
        checker.cpu.append(usage.ru_utime + usage.ru_stime)
    # The server writes its line after the answer.
    time.sleep(0.5)
    lines = (line.split(" ", 3) for line in log.read_text(errors="replace").splitlines())
    checker.pages = len({uri for status, _, kind, uri in lines if status == "200" and kind == "text/html"})
    # They all say 1 if a link is dead.
    if child.returncode not in (0, 1):
        checker.trouble = f"exit {child.returncode}"


def fill(root, site, names):
    """Makes the folder that is served: some parts of the site, and a home page that leads to them."""
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    for name in names:
        (root / name).symlink_to(site / name)
    links = "".join(f'<li><a href="{name}/index.html">{name}</a>' for name in names
                    if (site / name / "index.html").exists())
    (root / "index.html").write_text(f"<!DOCTYPE html>\n<title>Documents</title>\n<ul>{links}</ul>\n")


def measure(stodola, work, site, serving, rounds):
    """Rows of the table: what, measured, limit, whether it holds."""
    web = work / "map-live"
    root = web / "root"
    # Left by earlier versions of this script.
    if root.is_symlink():
        root.unlink()
    fill(root, site, SAMPLE)
    all_of_them = checkers(stodola, work)
    with serving(web) as (logged, _, log):
        for number in range(rounds):
            for checker in all_of_them:
                if checker.trouble is None and (number == 0 or checker.name != "LinkChecker"):
                    print(f"map: round {number + 1}: {checker.name}", file=sys.stderr)
                    run(checker, logged, log)
        everything = dataclasses.replace(all_of_them[0], pages=0, cpu=[], seconds=[])
        if everything.trouble is None:
            print(f"map: all pages: {everything.name}", file=sys.stderr)
            fill(root, site, sorted(path.name for path in site.iterdir() if path.is_dir()))
            run(everything, logged, log)
    rows = tell(all_of_them)
    if everything.pages and everything.trouble is None:
        rows.append((f"live: {everything.name}: all {everything.pages:,} pages, {everything.seconds[0]:.1f} s",
                     f"{everything.cpu[0] / everything.pages * 1000:.2f} ms of CPU a page", "", True))
    return rows


def tell(all_of_them):
    rows, a_page = [], {}
    for checker in all_of_them:
        if checker.trouble or not checker.pages:
            rows.append((f"live: {checker.name}", f"n/a: {checker.trouble or 'it fetched nothing'}", "", True))
            continue
        a_page[checker.name] = statistics.median(checker.cpu) / checker.pages * 1000
        rows.append((f"live: {checker.name}: {checker.pages:,} pages, {statistics.median(checker.seconds):.1f} s",
                     f"{a_page[checker.name]:.2f} ms of CPU a page", "", True))
    ours = a_page.get("stodola map site")
    for name, share in (("LinkChecker", SHARE_LINKCHECKER), ("muffet", SHARE_MUFFET)):
        if ours and name in a_page:
            ratio = ours / a_page[name]
            rows.append((f"live: ours ÷ {name}, CPU a page", f"{ratio:.4f}", f"≤ {share:.4f}", ratio <= share))
        elif name == "muffet":
            rows.append((f"live: ours ÷ {name}, CPU a page; required ≤ {share:.4f}", "n/a", "", True))
        else:
            rows.append((f"live: ours ÷ {name}, CPU a page", "n/a", f"≤ {share:.4f}", False))
    pages = {checker.pages for checker in all_of_them if checker.name in a_page}
    if pages and min(pages) < 0.99 * max(pages):
        rows.append(("live: all fetched the same pages", " and ".join(map(str, sorted(pages))), "", False))
    return rows
