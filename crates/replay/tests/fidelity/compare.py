"""What a replayed page has that the live one has not, and the table of it."""

import collections
import dataclasses
import re

# The share of pixels that may differ, in per cent, and the share of pages that must keep to it.
PIXELS_MAX = 2
PAGES_MIN = 95
FAILED = "Failed to load resource"
NO_JSON = re.compile(r"^.*(?=is not valid JSON)", re.S)


@dataclasses.dataclass
class PageResult:
    """One page, replayed by one program."""

    site: str
    uri: str
    # Share of the pixels that differ from the live page, in per cent.
    difference: float
    # Script errors and messages of the console that are not there live.
    errors: list
    messages: list
    # Requests that left the origins of the replay, and those that its policy had to stop.
    outside: list
    stopped: list

    def is_alike(self):
        return self.difference <= PIXELS_MAX


def compared(browser, site, uri, live, seen, replay):
    """What is different in a replayed page."""
    difference = browser.difference(live.picture, seen.picture) if live.picture and seen.picture else 100.0
    outside = [one for one in seen.outside(*replay.origins) if one not in seen.stopped]
    archived = lambda text: replay.prefix.sub("", text)
    errors = more((plain(archived(text)) for text in seen.errors), map(plain, live.errors))
    messages = more(told(seen, archived), told(live, str))
    return PageResult(site.name, uri, difference, errors, messages, outside, seen.stopped)


def plain(error):
    """An error without what a server says of something that it has not: each says it in its own words."""
    return NO_JSON.sub("", error)


def told(visit, archived):
    """The errors of the console. Why something could not be loaded differs: live, names lead nowhere."""
    errors = [(archived(text), archived(uri)) for kind, text, uri in visit.console if kind == "error"]
    # The browser asks for it by itself, once for each origin.
    errors = [(text, uri) for text, uri in errors if not uri.endswith("/favicon.ico")]
    return [f"{FAILED} {uri}" if text.startswith(FAILED) else text for text, uri in errors]


def more(seen, live):
    """What was seen more often than live."""
    return list((collections.Counter(seen) - collections.Counter(live)).elements())


def table(sites, names, results):
    """Rows by site, columns by program; and whether the first program has what is required."""
    head = "| site | pages |" + "".join(f" {name}: within {PIXELS_MAX} % |" for name in names)
    for column in ("script errors", "console errors", "requests outside"):
        head += "".join(f" {name}: {column} |" for name in names)
    lines = [head, "|---|" + "--:|" * (1 + 4 * len(names))]
    for title in [site.name for site in sites] + ["all"]:
        of_site = [[one for one in results[name] if title in (one.site, "all")] for name in names]
        cells = [title, str(len(of_site[0]))]
        cells += [str(sum(one.is_alike() for one in found)) for found in of_site]
        for part in ("errors", "messages", "outside"):
            cells += [str(sum(len(getattr(one, part)) for one in found)) for found in of_site]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def failures(results):
    """What is required of us and missing."""
    alike = sum(one.is_alike() for one in results)
    share = 100 * alike / len(results)
    missing = [f"only {share:.1f} % of the pages look as they do live"] if share < PAGES_MIN else []
    for one in results:
        missing += [f"{one.uri}: new error: {text}" for text in one.errors + one.messages]
        missing += [f"{one.uri}: request outside: {uri}" for uri in one.outside]
    return missing
