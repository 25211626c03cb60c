"""cdx-toolkit reads both dialects: rows, filters, times, pages, sizes, and the captures themselves.

    check_cdx_toolkit.py STODOLA
"""

import sys
import tempfile

import cdx_toolkit
from captures import FIRST, SECOND, THIRD, response, small_site
from cdx_toolkit import myrequests
from served import Checks, Served

SITE = "http://www.kun.example"
# More than one page of the CDX server has.
MANY = 40_000


def many(folder):
    """A file with many captures."""
    path = f"{folder}/many.warc"
    with open(path, "wb") as file:
        for number in range(MANY):
            file.write(response(f"http://many.example/{number:06}", FIRST, b"%d" % number, "text/plain"))
    return path


def main():
    checks = Checks("cdx-toolkit")
    # It waits between two requests, out of politeness to others.
    myrequests.retry_info["default"]["minimum_interval"] = 0
    with tempfile.TemporaryDirectory() as folder:
        with Served(sys.argv[1], [small_site(folder), many(folder)]) as served:
            for path in ("/cdx/search/cdx", "/web/cdx"):
                dialect(checks, served, path)
    return checks.finish()


def dialect(checks, served, path):
    """One dialect, which the toolkit tells by the answer itself."""
    cdx = cdx_toolkit.CDXFetcher(source=served.replay + path, wb=served.replay + "/web")

    def times(**conditions):
        return [row["timestamp"] for row in cdx.iter(f"{SITE}/", **conditions)]

    checks.equal(f"{path} all", times(), [FIRST, SECOND, THIRD])
    checks.equal(f"{path} from", times(from_ts="2015"), [SECOND, THIRD])
    checks.equal(f"{path} to", times(to="201506"), [FIRST, SECOND])
    checks.equal(f"{path} limit", times(limit=2), [FIRST, SECOND])
    checks.equal(f"{path} get", [row["timestamp"] for row in cdx.get(f"{SITE}/", limit=1)], [FIRST])
    gone = [row["url"] for row in cdx.iter("kun.example/*", filter=["=status:404"])]
    checks.equal(f"{path} filter", gone, [f"{SITE}/gone"])
    checks.equal(f"{path} nothing", list(cdx.iter("http://nothing.example/")), [])
    whole = list(cdx.iter("*.kun.example"))
    checks.equal(f"{path} domain", len(whole), 10)
    checks.equal(f"{path} revisit", [row["timestamp"] for row in whole if row.is_revisit()], [THIRD])
    for row in whole:
        contents(checks, path, row)
    numbers = [row["url"] for row in cdx.iter("many.example/*", limit=MANY + 1)]
    checks.equal(f"{path} pages", numbers, [f"http://many.example/{number:06}" for number in range(MANY)])
    pages = cdx.get_size_estimate("many.example/*", as_pages=True)
    checks.check(f"{path} number of pages", pages > 1, pages)


def contents(checks, path, row):
    """The capture of a row, fetched by the toolkit."""
    if row["status"] == "-":
        return
    record = row.fetch_warc_record()
    status = record.http_headers.get_statuscode()
    checks.equal(f"{path} status of {row['url']}", status, row.get("status", "200"))
    if row["url"].endswith(("/", ".html")) and status == "200":
        checks.check(f"{path} text of {row['url']}", "Žluťoučký kůň" in row.text, row.text[:80])


if __name__ == "__main__":
    sys.exit(main())
