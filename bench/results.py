"""Puts what benches print into RESULTS.md, each between its own markers, so that they can be run one by one."""

import pathlib
import sys
import textwrap

PATH = pathlib.Path(__file__).parent / "RESULTS.md"
WIDTH = 120


def write(name, title, report, command=None):
    """Puts the report of the script `name` into its section; adds the section if there is none. `command`: how it is
    called, if that is not its name."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    text = PATH.read_text() if PATH.exists() else "# Measured\n"
    if begin not in text and end not in text:
        text = f"{text.rstrip()}\n\n## {title} (`bench/{command or name} --write`)\n\n{begin}\n{end}\n"
    if begin not in text or end not in text:
        sys.exit(f"{PATH.name} has lost one of its markers {begin} and {end}")
    before, rest = text.split(begin, 1)
    PATH.write_text(f"{before}{begin}\n{wrapped(report)}\n{end}{rest.split(end, 1)[1]}")


def wrapped(report):
    """The report with sentences in lines of usual length; tables stay as they are."""
    lines = []
    for line in report.split("\n"):
        if len(line) <= WIDTH or line.startswith("|"):
            lines.append(line)
            continue
        indent = "  " if line.startswith("- ") else ""
        lines += textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines)
