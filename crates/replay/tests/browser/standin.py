"""A stand-in for the replay server, until tests can start the real one: the same addresses and markup, made by a crude
rewriting that is good enough for the fixtures. The client script it serves is the real one."""

import html
import json
import pathlib
import re

import pages
from pages import Answer, Handler

TIME = "20140126200624"
POLICY = (
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; worker-src 'self' blob:; "
    "frame-src 'self' data: blob: about:; form-action 'self'; base-uri 'self'; object-src 'self'"
)
ADDRESS = re.compile(r"^/web/(\d+)([a-z]+_)?/(.*)$", re.S)


class StandIn:
    """The replay server and the shell above it."""

    def __init__(self, script, site):
        self.strays = []
        common = {"site": site, "script": pathlib.Path(script).read_bytes(), "strays": self.strays, "app_origin": ""}
        self.replay = pages.start("127.0.0.1", 0, ReplayHandler, **common)
        self.origin = f"http://127.0.0.1:{self.replay.server_address[1]}"
        self.shell = pages.start("127.0.0.1", 0, ShellHandler, replay_origin=self.origin)
        self.app_origin = f"http://localhost:{self.shell.server_address[1]}"
        self.replay.app_origin = self.app_origin

    def page(self, uri):
        return f"{self.origin}/web/{TIME}mp_/{uri}"

    def framed_page(self, uri):
        return f"{self.app_origin}/web/{TIME}mp_/{uri}"

    def close(self):
        self.replay.shutdown()
        self.shell.shutdown()


class ReplayHandler(Handler):
    """Serves `/web/TIMEmod_/URI` and the client script."""

    def do_GET(self):
        path = self.path
        if path.split("?")[0] == "/_stodola/replay.js":
            return self.send(Answer(200, [("Content-Type", "text/javascript")], self.server.script))
        found = ADDRESS.match(path)
        if not found:
            if path != "/favicon.ico":
                self.server.strays.append(path)
            return self.send(Answer(404, [("Content-Type", "text/plain")], b"no such address\n"))
        time, modifier, uri = found.group(1), found.group(2) or "mp_", found.group(3)
        if modifier == "ws_":
            return self.send(Answer(404, [], b""))
        answer = self.server.site.answer(uri)
        self.send(rewritten(answer, modifier, uri, self.server))


def rewritten(answer, modifier, uri, server):
    """The answer of the site as replay gives it."""
    rewriter = Rewriter(uri, f"http://127.0.0.1:{server.server_address[1]}", server.app_origin)
    fields = []
    for name, text in answer.fields:
        if name == "Location":
            text = rewriter.link(text, modifier)
        fields.append((name, text))
    kind = dict(answer.fields).get("Content-Type", "")
    text = answer.body.decode("utf-8")
    if modifier != "ir_":
        if kind.startswith("text/html"):
            text = rewriter.page(text)
        elif kind == "text/javascript":
            text = rewriter.module(rewriter.script(text)) if modifier == "esm_" else rewriter.script(text)
        elif kind == "text/css":
            text = rewriter.style(text)
    fields.append(("Content-Security-Policy", POLICY))
    return Answer(answer.status, fields, text.encode("utf-8"))


class Rewriter:
    """The names and addresses that the fixtures need."""

    def __init__(self, uri, origin, app_origin):
        self.uri = uri
        self.site = re.match(r"[a-z]+://[^/]*", uri).group(0)
        self.origin = origin
        self.app_origin = app_origin

    def link(self, address, modifier):
        path = f"/web/{TIME}{modifier}/"
        if re.match(r"https?://", address):
            return self.origin + path + address
        if address.startswith("//"):
            return self.origin.replace("http:", "") + path + "http:" + address
        return path + self.site + address if address.startswith("/") else address

    def config(self):
        return {
            "prefix": self.origin + "/web/",
            "time": TIME,
            "uri": self.uri,
            "replayOrigin": self.origin,
            "appOrigin": self.app_origin,
            "isFramed": True,
        }

    def page(self, text):
        def attribute(found):
            tag, name = found.group("tag").lower(), found.group("name").lower()
            kinds = {"script": "js_", "iframe": "if_", "img": "im_"}
            kind = "esm_" if 'type="module"' in found.group(0) else kinds.get(tag, "mp_")
            return f'{found.group("start")}{found.group("name")}="{self.link(found.group("value"), kind)}"'

        tags = (
            r"(?P<start><(?P<tag>a|area|img|script|link|iframe|form|base)\b[^>]*?\s)"
            r'(?P<name>href|src|action)="(?P<value>[^"]*)"'
        )
        pieces = re.split(r"(<script\b[^>]*>)(.*?)(?=</script>)", text, flags=re.S | re.I)
        for index in range(0, len(pieces), 3):
            pieces[index] = re.sub(tags, attribute, pieces[index], flags=re.I)
        for index in range(1, len(pieces), 3):
            pieces[index] = re.sub(tags, attribute, pieces[index], flags=re.I)
            if "importmap" in pieces[index]:
                pieces[index + 1] = re.sub(r'(?<=: ")/', f"/web/{TIME}esm_/{self.site}/", pieces[index + 1])
            elif "type=" not in pieces[index] or "module" in pieces[index]:
                pieces[index + 1] = self.module(self.script(pieces[index + 1]))
        text = "".join(pieces)
        config = html.escape(json.dumps(self.config()))
        client = f'<script src="/_stodola/replay.js" data-stodola="{config}"></script>'
        return re.sub(r"(<head[^>]*>)", lambda found: found.group(1) + client, text, count=1)

    def script(self, text):
        """Renames as the real rewriting does, but knows no grammar; strings stay as they are."""
        rules = [
            (r"\?\.postMessage\(", lambda found: "?.[__stodola.postMessage]("),
            (r"\.postMessage\(", lambda found: "[__stodola.postMessage]("),
            (r"(?<![\w$/.-])(location|top)\b(?!\s*:|-)", lambda found: "__stodola_" + found.group(1)),
            (r"\.location\b", lambda found: ".__stodola_location"),
            (
                r"\b(window|self|parent|globalThis|contentWindow)\.top\b",
                lambda found: found.group(1) + ".__stodola_top",
            ),
            (r"(?<![\w$.])eval\(([^()]*)\)", lambda found: f"eval(__stodola.source({found.group(1)}))"),
            (
                r"(?<![\w$.])import\(([^()'\"]+)\)",
                lambda found: f'import(__stodola.specifier("{self.uri}", {found.group(1)}))',
            ),
        ]
        pieces = re.split(r"(\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|//.*)", text)
        for index in range(0, len(pieces), 2):
            for pattern, replacement in rules:
                pieces[index] = re.sub(pattern, replacement, pieces[index])
        return "".join(pieces)

    def module(self, text):
        text = re.sub(r"import\.meta\.url", json.dumps(self.uri), text)
        link = lambda found: f'{found.group(1)}{self.link(found.group(2), "esm_")}"'
        return re.sub(r'((?:from|import)\s*\(?")(/[^"]*)"', link, text)

    def style(self, text):
        return re.sub(r"url\((/[^)]*)\)", lambda found: f'url({self.link(found.group(1), "oe_")})', text)


class ShellHandler(Handler):
    """The shell of the app origin: a frame of the replay origin, and a list of what the frame tells it."""

    def do_GET(self):
        page = f"""<!doctype html><title>shell</title><script>
          window.heard = [];
          addEventListener("message", (event) => heard.push([event.origin, event.data]));
          addEventListener("message", () => frames[0].postMessage("from the shell", "*"));
        </script><iframe src="{self.server.replay_origin}{self.path}" width="900" height="600"></iframe>"""
        self.send(Answer(200, [("Content-Type", "text/html")], page.encode("utf-8")))
