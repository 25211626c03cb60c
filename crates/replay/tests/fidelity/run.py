"""Looks at real sites live and replayed, in Chromium, and compares pictures, errors and requests.

    run.py --program STODOLA [--share 0.1] [--site NAME] [--at-once 2] [--with-pywb] [--write] [--keep FOLDER]

The sites are served on loopback, visited, and harvested by the program: the chosen pages, what they need, and what
their scripts asked for. Live, all other servers answer 404, as the archive does for what it has not. Then the live
server is stopped, and the archive is replayed. `--share` looks at fewer pages,
`--site` only at sites whose name contains that text, `--at-once` at several sites at the same time. `--with-pywb`
replays the same WARC files in pywb too (`STODOLA_PYWB` is the folder with its programs), `--write` puts the table into
bench/RESULTS.md, and `--keep` keeps the pictures of pages that differ.
Exit: 0 if all that is required holds, 1 if not, 2 if no site is installed.
"""

import argparse
import base64
import concurrent.futures
import datetime
import pathlib
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "browser"))

import compare  # noqa: E402
import replays  # noqa: E402
from harness import Browser  # noqa: E402
from sites import SITES  # noqa: E402

ROOT = HERE.parents[3]
RESULTS = ROOT / "bench/RESULTS.md"
BEGIN, END = "<!-- fidelity: begin -->", "<!-- fidelity: end -->"
VIEWPORT = {"width": 1280, "height": 900}


def say(text):
    print(f"fidelity: {text}", file=sys.stderr, flush=True)


def installed_sites(wanted):
    """The sites whose packages are here, of those that are wanted."""
    found = []
    for site in SITES:
        if wanted and not any(text.lower() in site.name.lower() for text in wanted):
            continue
        if site.paths_exist():
            found.append(site)
        else:
            say(f"{site.package} is not installed: {site.name} is left out")
    return found


def visit_live(browser, site, origin, share):
    """Visits the chosen pages of a site; returns what was seen, and every address that an archive must have."""
    live, asked = {}, {}
    for path in site.chosen(share):
        uri = f"{origin}/{path}"
        live[uri] = browser.watch(uri, VIEWPORT, only=origin)
        asked[uri.split("#")[0]] = None
        asked.update({one.split("#")[0]: None for one in live[uri].requests if one.startswith(origin + "/")})
    return live, list(asked)


def visit_replayed(browser, site, live, replay, keep):
    """Visits the same pages replayed."""
    results = []
    for uri, before in live.items():
        seen = browser.watch(replay.page(uri), VIEWPORT)
        result = compare.compared(browser, site, uri, before, seen, replay)
        results.append(result)
        tell(result, replay)
        if keep and not result.is_alike():
            for kind, picture in (("live", before.picture), (replay.name.split()[0], seen.picture)):
                (keep / f"{site.package}-{len(results):03}-{kind}.png").write_bytes(base64.b64decode(picture))
    return results


def tell(result, replay):
    """Prints what is not as live."""
    if not result.is_alike():
        say(f"{replay.name}: {result.uri}: {result.difference:.2f} % of the pixels differ")
    for part in ("errors", "messages", "outside", "stopped"):
        for text in getattr(result, part):
            say(f"{replay.name}: {result.uri}: {part}: {text[:400]}")


def look_at(site, arguments):
    """Serves, harvests and replays one site; returns the results of each program that replayed it."""
    results = {}
    with tempfile.TemporaryDirectory(prefix="stodola-fidelity-") as name, Browser() as browser:
        folder = pathlib.Path(name)
        server = site.serve(site.address)
        try:
            live, asked = visit_live(browser, site, f"http://{site.address}:{server.port}", arguments.share)
            archive = replays.harvest(arguments.program, folder, asked)
        finally:
            server.close()
        say(f"{site.name}: {len(live)} pages seen live, {len(asked)} addresses harvested, live server stopped")
        makers = [lambda: replays.Stodola(arguments.program, archive)]
        if arguments.with_pywb and replays.pywb_programs():
            makers.append(lambda: replays.Pywb(replays.pywb_programs(), archive, folder / "pywb"))
        for make in makers:
            replay = make()
            try:
                results[replay.name] = visit_replayed(browser, site, live, replay, arguments.keep)
            finally:
                replay.close()
    say(compare.table([site], list(results), results)[2])
    return results


def look_at_number(number, arguments):
    """As `look_at`, for a process of its own."""
    return look_at(SITES[number], arguments)


def run(arguments):
    sites = installed_sites(arguments.site)
    if not sites:
        return 2
    results = {}
    with concurrent.futures.ProcessPoolExecutor(arguments.at_once) as pool:
        looks = [pool.submit(look_at_number, SITES.index(site), arguments) for site in sites]
        for look in looks:
            for name, found in look.result().items():
                results.setdefault(name, []).extend(found)
    lines = compare.table(sites, list(results), results)
    print("\n".join(lines))
    if arguments.write:
        write(lines)
    missing = compare.failures(results["Stodola"])
    for text in missing:
        say(f"FAILED {text[:400]}")
    return 1 if missing else 0


def write(lines):
    """Puts the table into bench/RESULTS.md."""
    date = datetime.date.today().isoformat()
    text = RESULTS.read_text("utf-8")
    if BEGIN not in text:
        text += f"\n## Fidelity of replay (`crates/replay/tests/fidelity/run --write`)\n\n{BEGIN}\n{END}\n"
    told = (
        f"{date}, Debian's Chromium, 1280 × 900. Errors are those that are not there live; requests outside are those "
        "that leave the origins of the replay. The chosen pages are those of `crates/replay/tests/fidelity/sites.py`."
    )
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    RESULTS.write_text(before + BEGIN + f"\n{told}\n\n" + "\n".join(lines) + "\n" + END + after, "utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True, type=pathlib.Path)
    parser.add_argument("--share", type=float, default=1.0)
    parser.add_argument("--site", action="append")
    parser.add_argument("--at-once", type=int, default=2)
    parser.add_argument("--with-pywb", action="store_true")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--keep", type=pathlib.Path)
    arguments = parser.parse_args()
    if arguments.keep:
        arguments.keep.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    code = run(arguments)
    say(f"{time.monotonic() - begun:.0f} s")
    return code


if __name__ == "__main__":
    sys.exit(main())
