"""Opens pages in Debian's Chromium, live and replayed, and keeps what can be compared: what the page itself found out,
its errors, every request of the browser, and a picture.

Used by `run.py` here, and meant for other comparisons of live and replayed pages:

    with Browser() as browser:
        live = browser.visit("http://127.0.0.2:8000/")
        replayed = browser.visit("http://127.0.0.1:8081/web/20140126200624mp_/http://127.0.0.2:8000/")
        print(live.errors, replayed.requests, browser.difference(live.picture, replayed.picture))
"""

import base64
import contextlib
import dataclasses
import os

from playwright.sync_api import Error, sync_playwright

LOADED = "document.readyState === 'complete'"
CHROMIUM = os.environ.get("STODOLA_CHROMIUM", "/usr/bin/chromium")
# Names lead nowhere, and neither does any address but those of this machine: a leak fails, and is recorded.
ARGUMENTS = [
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost"
    + "".join(f", EXCLUDE 127.0.0.{number}" for number in range(1, 10)),
    "--disable-background-networking",
    "--disable-component-update",
    "--no-proxy-server",
    # All frames in one process: less memory, and the driver does not lose frames that change their process.
    "--disable-site-isolation-trials",
    "--force-color-profile=srgb",
    "--font-render-hinting=none",
]
VIEWPORT = {"width": 1000, "height": 700}
# How often a picture is taken again until two in a row are the same.
PICTURES_MAX = 20
# Milliseconds between two of them: longer than what pages use to show that they are at work.
STILL = 600
# Runs before anything of a page, in each of its frames: remembers what the policy of the server had to stop.
WATCH = """
(() => {
  const stopped = [];
  addEventListener("securitypolicyviolation", (event) => stopped.push(event.blockedURI), true);
  Object.defineProperty(self, "stoppedByPolicy", { get: () => stopped, configurable: true });
})();
"""
# Share of pixels that differ visibly, in per cent; pictures of different sizes differ where only one has a pixel.
COMPARE = """
async ([first, second]) => {
  const load = async (data) => {
    const image = new Image();
    image.src = "data:image/png;base64," + data;
    await image.decode();
    return image;
  };
  const images = [await load(first), await load(second)];
  const width = Math.max(...images.map((image) => image.width));
  const height = Math.max(...images.map((image) => image.height));
  const [one, other] = images.map((image) => {
    const context = new OffscreenCanvas(width, height).getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, width, height).data;
  });
  let different = 0;
  for (let at = 0; at < one.length; at += 4) {
    const distance = Math.abs(one[at] - other[at]) + Math.abs(one[at + 1] - other[at + 1])
      + Math.abs(one[at + 2] - other[at + 2]) + Math.abs(one[at + 3] - other[at + 3]);
    if (distance > 48) different += 1;
  }
  return 100 * different / (width * height);
}
"""


@dataclasses.dataclass
class Visit:
    """What was seen of one page."""

    result: object = None
    outer: object = None
    errors: list = dataclasses.field(default_factory=list)
    # Kind, text, and the address that it is about.
    console: list = dataclasses.field(default_factory=list)
    requests: list = dataclasses.field(default_factory=list)
    stopped: list = dataclasses.field(default_factory=list)
    picture: str = ""
    text: str = ""

    def outside(self, *origins):
        """Requests to none of these origins, with those that the policy had to stop."""
        inside = tuple(origin + "/" for origin in origins) + ("data:", "blob:", "about:")
        as_socket = tuple(origin.replace("http", "ws", 1) for origin in inside[: len(origins)])
        return [uri for uri in self.requests + self.stopped if not uri.startswith(inside + as_socket)]


def seen_message(message):
    """What is kept of a message of the console."""
    return message.type, message.text, (message.location or {}).get("url", "")


def answer_missing(route):
    """Answers a request as if a server had nothing at its address."""
    allowed = {"Access-Control-Allow-Origin": "*"}
    route.fulfill(status=404, content_type="text/plain", headers=allowed, body="not here\n")


def picture_of(page):
    """What can be seen of a page, as PNG in base64."""
    return base64.b64encode(page.screenshot(animations="disabled")).decode()


def still_picture(page):
    """A picture of a page that no longer changes, or the last of several."""
    before = ""
    for _ in range(PICTURES_MAX):
        picture = picture_of(page)
        if picture == before:
            break
        before = picture
        page.wait_for_timeout(STILL)
    return picture


class Browser:
    """Chromium without a window and without a way to the outside. One context per visit: nothing is carried over."""

    def __enter__(self):
        self.playwright = sync_playwright().start()
        arguments = ARGUMENTS + (["--no-sandbox"] if os.geteuid() == 0 else [])
        self.chromium = self.playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        self.comparer = self.chromium.new_page()
        return self

    def __exit__(self, *_):
        self.chromium.close()
        self.playwright.stop()

    def visit(self, uri, ready=LOADED, result=None, picture=False, frame=None, outer=None, timeout=60, before=None):
        """Opens a page, waits until `ready` is true in it, and returns what was seen.

        `result` is evaluated in the page at the end. With `frame`, both are evaluated in the first inner frame whose
        address contains that text instead of in the page; `outer` is evaluated in the page in any case. `before` runs
        in each frame before anything of it. Waits for at most `timeout` seconds, and says so in `errors` if that is not
        enough.
        """
        visit = Visit()
        with self.page(visit, VIEWPORT) as page:
            if before:
                page.add_init_script(before)
            page.goto(uri, wait_until="commit")
            self.finish(page, visit, ready, result, frame, timeout * 1000)
            visit.outer = page.evaluate(outer) if outer else None
            if picture:
                visit.picture = picture_of(page)
        return visit

    @contextlib.contextmanager
    def page(self, visit, viewport):
        """A page in a context of its own, that puts into `visit` what it does, and what fails in the block."""
        context = self.chromium.new_context(viewport=viewport, locale="en-GB", timezone_id="UTC")
        context.add_init_script(WATCH)
        context.on("request", lambda request: visit.requests.append(request.url))
        context.on("weberror", lambda error: visit.errors.append(str(error.error)))
        context.on("console", lambda message: visit.console.append(seen_message(message)))
        page = context.new_page()
        page.on("websocket", lambda socket: visit.requests.append(socket.url))
        try:
            yield page
        except Error as error:
            visit.errors.append(f"harness: {error.message.splitlines()[0]}")
        finally:
            context.close()

    def watch(self, uri, viewport, timeout=120, only=None):
        """Opens a page, waits until it neither loads nor changes any more, and returns what was seen.

        With `only`, an origin, everything else answers that it is not there, as an archive does.
        """
        visit = Visit()
        with self.page(visit, viewport) as page:
            if only:
                is_other = lambda asked: asked.startswith("http") and not asked.startswith(only + "/")
                page.route(is_other, answer_missing)
            page.goto(uri, wait_until="commit", timeout=timeout * 1000)
            page.wait_for_load_state("networkidle", timeout=timeout * 1000)
            self.finish(page, visit, LOADED, None, None, timeout * 1000)
            visit.picture = still_picture(page)
        return visit

    def finish(self, page, visit, ready, result, frame, timeout):
        """Waits for the page, and reads from it what is wanted."""
        place = page
        if frame:
            page.wait_for_load_state("load", timeout=timeout)
            place = next(one for one in page.frames[1:] if frame in one.url)
        place.wait_for_function(ready, timeout=timeout)
        visit.result = place.evaluate(result) if result else None
        visit.text = place.evaluate("document.body ? document.body.innerText : ''")
        for one in page.frames:
            try:
                visit.stopped += one.evaluate("self.stoppedByPolicy || []")
            except Error:
                continue

    def difference(self, first, second):
        """Share of the pixels of two pictures that differ visibly, in per cent."""
        return self.comparer.evaluate(COMPARE, [first, second])
