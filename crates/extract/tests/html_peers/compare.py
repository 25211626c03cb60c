"""Holds our HTML tokeniser against the tokeniser cases of html5lib.

Compared are start tags (name, attributes, self-closing) and end tags. Comments, declarations and text are not: our
tokeniser gives text as it is written, and passes the others over.

A case that begins within an element (in a script, say) is given to ours behind that element's start tag, which then
is left out of the answer. Our tokeniser notes no `id`, `class` and `title`; they are left out of what is expected.

Wherever we differ, `differences.tsv` has to say why. A difference that is not there fails, and so does one that is
there and has gone. The list names the cases and does not copy them.

Is called by `run`, which gets the cases. With --write the list is written anew, with `?` where a reason is missing.
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

LIST = Path(__file__).parent / "differences.tsv"
NOT_NOTED = {"id", "class", "title"}
# By the name of the state: the element, and what stands behind its start tag.
STATES = {
    "Data state": None,
    "PLAINTEXT state": "plaintext",
    "RCDATA state": "title",
    "RAWTEXT state": "style",
    "Script data state": "script",
    "CDATA section state": "svg",
}


class Case:
    def __init__(self, file, test, state):
        self.file, self.state = file, state
        self.text = test["input"]
        output = test["output"]
        if test.get("doubleEscaped"):
            self.text, output = plain(self.text), plain(output)
        # States are given with the element whose end tag ends them; without one nothing does.
        element = STATES[state] and test.get("lastStartTag", STATES[state])
        self.prefix = f"<{element}>" if element else ""
        if state == "CDATA section state":
            self.prefix = "<svg><![CDATA["
        self.expected = [tag for tag in map(expected, output) if tag]

    def key(self):
        whole = f"{self.state}\0{self.prefix}\0{self.text}".encode("utf-8", "surrogatepass")
        return hashlib.sha256(whole).hexdigest()[:12]

    def page(self):
        return (self.prefix + self.text).encode("utf-8", "surrogatepass")


def plain(value):
    """Undoes the escapes in a value that is escaped twice."""
    if isinstance(value, str):
        return re.sub(r"\\u([0-9A-Fa-f]{4})", lambda found: chr(int(found[1], 16)), value)
    if isinstance(value, list):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {plain(name): plain(part) for name, part in value.items()}
    return value


def expected(token):
    if token[0] == "StartTag":
        attributes = {name: value for name, value in token[2].items() if name not in NOT_NOTED}
        return ("start", token[1], attributes, len(token) > 3 and token[3])
    if token[0] == "EndTag":
        return ("end", token[1])
    return None


def ours(line, prefix):
    """The tags of an answer."""
    tags = []
    for tag in line.split("\t") if line else []:
        kind, name, *rest = tag.split(" ")
        if kind == "end":
            tags.append(("end", text(name)))
            continue
        attributes = {}
        for attribute in rest[1:]:
            attribute, value = attribute.split("=")
            # The first of a name counts.
            attributes.setdefault(lower(text(attribute)), text(value))
        tags.append(("start", text(name), attributes, rest[0] == "true"))
    return tags[1:] if prefix else tags


def text(digits):
    return bytes.fromhex(digits).decode("utf-8", "surrogatepass")


def lower(name):
    return re.sub("[A-Z]", lambda letter: letter[0].lower(), name)


def cases(folder):
    files = sorted(folder.glob("*.test"))
    for file in files:
        # This one is about converting tokens to XML.
        if file.name == "xmlViolation.test":
            continue
        for test in json.loads(file.read_text("utf-8"))["tests"]:
            for state in test.get("initialStates", ["Data state"]):
                yield Case(file.name, test, state)


def listed():
    """Reasons by case, and the lines before them."""
    head, reasons = [], {}
    for line in LIST.read_text("utf-8").splitlines() if LIST.exists() else []:
        if line.startswith("#"):
            head.append(line)
        elif line:
            key, reason = line.split("\t")[:2]
            reasons[key] = reason
    return head, reasons


def main():
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    words.add_argument("program", help="the example 'tags' of crates/extract")
    words.add_argument("cases", type=Path, help="folder with the cases")
    words.add_argument("--write", action="store_true", help="write the list of differences anew")
    options = words.parse_args()
    asked = list(cases(options.cases))
    assert len(asked) > 6000, f"only {len(asked)} cases were found"
    pages = "".join(case.page().hex() + "\n" for case in asked)
    ran = subprocess.run([options.program], input=pages, capture_output=True, text=True, check=True)
    answers = ran.stdout.split("\n")[:-1]
    assert len(answers) == len(asked), "the program answers less than it was asked"

    head, reasons = listed()
    known = [line[2:].split(":")[0] for line in head if ":" in line]
    found, failed, tags = {}, 0, 0
    for case, answer in zip(asked, answers):
        said = ours(answer, case.prefix)
        tags += len(case.expected)
        if said == case.expected:
            continue
        reason = reasons.get(case.key(), "?")
        row = f"{case.key()}\t{reason}\t{case.file}"
        found[case.key()] = row
        if reason not in known:
            failed += 1
            print(f"new difference: {row}\t{json.dumps([case.prefix + case.text, said, case.expected])}")
    for key in sorted(set(reasons) - set(found)):
        failed += 1
        print(f"a difference that is listed has gone: {key}\t{reasons[key]}")
    print(f"{len(asked)} cases with {tags} tags compared, {len(found)} differ")
    if options.write:
        rows = sorted(found.values(), key=lambda row: row.split("\t")[1::-1])
        LIST.write_text("\n".join(head + rows) + "\n", "utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
