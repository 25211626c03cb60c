"""Looks at the reader's pages in Chromium: run.py STODOLA AXE FOLDER

Each page is opened in English and light at three widths, and in Czech and dark on a phone; nothing may stick out, axe
may find nothing serious, and the browser may ask nobody but the two origins. Then a reader goes through the pages:
by keys, by links within an archived page, without scripts. At last an operator has a day (`day.py`).
"""

import os
import pathlib
import re
import shutil
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "replay/tests/browser"))

import day  # noqa: E402
from harness import ARGUMENTS, CHROMIUM  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402
from shelf import AFTER, BEFORE, FLOOD, FREE, PAPER, ROOM, SITE, Shelf  # noqa: E402

WIDTHS = (390, 1440, 2560)
COMPARE = f"/compare?a={BEFORE}/{FLOOD}&b={AFTER}/{FLOOD}"
# Names, addresses, statuses.
PAGES = [
    ("home", "/", 200),
    ("calendar", f"/captures/{FLOOD}?day=20130603", 200),
    ("prefix", f"/captures/{SITE}/*", 200),
    ("capture", f"/captures/{FLOOD}/{AFTER}", 200),
    ("text", f"/captures/{FLOOD}/{AFTER}?view=text", 200),
    ("replay", f"/replay/20130603080000/{FLOOD}", 200),
    ("compare", COMPARE, 200),
    ("compare-source", f"{COMPARE}&view=source", 200),
    ("compare-links", f"{COMPARE}&view=links", 200),
    ("compare-parts", f"{COMPARE}&view=parts", 200),
    ("compare-seen", f"{COMPARE}&view=seen", 200),
    ("collection", "/collections/povodne-2013/", 200),
    ("collection-calendar", f"/collections/povodne-2013/captures/{FLOOD}", 200),
    ("search", "/search?q=povodně+hladiny", 200),
    ("search-narrowed", "/search?q=povodně&from=2013&to=2013&type=html&host=podhradi.example&sort=oldest", 200),
    ("search-images", "/search?q=znak&view=images", 200),
    ("search-nothing", "/search?q=nicotnost&from=1999", 200),
    ("search-help", "/search", 200),
    ("collection-search", "/collections/povodne-2013/search?q=hladina", 200),
    ("maps", "/maps", 200),
    ("map", "/maps/www.podhradi.example", 200),
    ("map-tree", "/maps/www.podhradi.example/tree", 200),
    ("map-folders", "/maps/www.podhradi.example/folders", 200),
    ("map-sheet", "/maps/www.podhradi.example/sheet", 200),
    ("map-fault", "/maps/www.podhradi.example/sheet?fault=no-title", 200),
    ("map-complete", "/maps/www.podhradi.example/complete", 200),
    ("map-complete-page", f"/maps/www.podhradi.example/complete?page={FLOOD}&date=2013", 200),
    ("map-catalogue", "/maps/www.podhradi.example/catalogue", 200),
    ("map-dead", "/maps/www.podhradi.example/dead", 200),
    ("map-rank", "/maps/www.podhradi.example/rank", 200),
    ("map-hosts", "/maps/www.podhradi.example/hosts", 200),
    ("map-types", "/maps/www.podhradi.example/types?date=2013", 200),
    ("map-unknown", "/maps/nic.example", 404),
    ("embargo", f"/replay/20260212073100/{PAPER}", 451),
    ("reading-room", f"/replay/20200101120000/{ROOM}", 403),
    ("missing", f"/captures/{SITE}/nic", 404),
    ("no-collection", "/collections/nic/", 404),
]
# Of these there are pictures at all widths.
PICTURED = ("home", "calendar", "capture", "replay", "compare", "embargo", "search", "search-images", "map")
PICTURED += ("map-folders", "map-sheet", "map-complete", "map-catalogue")
# Pictures that the README shows, and what they are called there.
SHOWN = {
    "search-1440-en-light": "search",
    "calendar-1440-en-light": "calendar",
    "replay-1440-en-light": "replay",
    "day-04-running": "harvest",
}
# Findings of these kinds are mistakes; axe has no better word for the others than "moderate" and "minor".
SERIOUS = ("serious", "critical")
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Texts that are wider than the element that shows them, and that are cut off.
CUT = """
[...document.querySelectorAll("h1, h2, h3, p, th, td, label, button, .button, summary, text")].filter((element) => {
  const style = getComputedStyle(element);
  return style.overflowX === "hidden" && style.textOverflow !== "ellipsis" && style.clipPath === "none"
    && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1;
}).map((element) => element.textContent.trim().slice(0, 40))
"""


class Look:
    """A browser that looks at pages, and what it found wrong."""

    def __init__(self, chromium, shelf, axe, folder):
        self.chromium, self.shelf, self.axe, self.folder = chromium, shelf, axe, folder
        self.wrong = []

    def check(self, is_right, words):
        if not is_right:
            self.wrong.append(words)

    def context(self, **options):
        """A context that notes requests elsewhere and errors of scripts."""
        context = self.chromium.new_context(timezone_id="UTC", **options)
        inside = (self.shelf.app + "/", self.shelf.replay + "/", "data:", "blob:", "about:")
        context.on(
            "request", lambda request: self.check(request.url.startswith(inside), f"asked elsewhere: {request.url}")
        )
        context.on("weberror", lambda error: self.check(False, f"error of a script: {error.error}"))
        return context

    def serious(self, page, name, rules=None):
        """What axe finds in a page; archived pages in frames are not ours."""
        if not self.axe:
            return
        page.evaluate(self.axe)
        options = {"resultTypes": ["violations"], "iframes": False}
        if rules:
            options["runOnly"] = {"type": "rule", "values": rules}
        found = page.evaluate("(options) => axe.run(document, options)", options)
        for one in found["violations"]:
            if one["impact"] in SERIOUS:
                places = [node["target"] for node in one["nodes"][:3]]
                self.check(False, f"{name}: axe: {one['id']}: {one['help']}: {places}")

    def fits(self, page, name, width):
        page.set_viewport_size({"width": width, "height": 900})
        beyond = page.evaluate(SIDEWAYS)
        self.check(beyond <= 0, f"{name} at {width}: {beyond} pixels stick out")
        cut = page.evaluate(CUT)
        self.check(not cut, f"{name} at {width}: cut off: {cut}")

    def picture(self, page, name):
        page.screenshot(path=self.folder / f"{name}.png", full_page=not name.startswith("replay"))

    def open(self, page, path):
        answer = page.goto(self.shelf.app + path, wait_until="load")
        # A map is made when somebody asks for it first.
        for _ in range(50):
            if answer.status != 202:
                break
            answer = page.goto(self.shelf.app + path, wait_until="load")
        if path.startswith("/replay/") and answer.status == 200:
            page.locator("#parts:not([hidden])").wait_for()
        return answer

    def pages(self):
        """All pages in English and light at three widths, and in Czech and dark on a phone."""
        english = self.context(locale="en-GB", color_scheme="light").new_page()
        czech = self.context(locale="cs-CZ", color_scheme="dark", viewport={"width": 390, "height": 844}).new_page()
        for name, path, status in PAGES:
            answer = self.open(english, path)
            self.check(answer.status == status, f"{name}: {answer.status} instead of {status}")
            self.check(english.locator("html").get_attribute("lang") == "en", f"{name}: not in English")
            for width in WIDTHS:
                self.fits(english, name, width)
                if name in PICTURED or width == 1440:
                    self.picture(english, f"{name}-{width}-en-light")
            english.set_viewport_size({"width": 1440, "height": 900})
            self.serious(english, name)
            english.emulate_media(color_scheme="dark")
            self.serious(english, f"{name}, dark", ["color-contrast"])
            english.emulate_media(color_scheme="light")
            self.open(czech, path)
            self.check(czech.locator("html").get_attribute("lang") == "cs", f"{name}: not in Czech")
            self.fits(czech, f"{name}, Czech", 390)
            if name in PICTURED:
                self.picture(czech, f"{name}-390-cs-dark")
                self.serious(czech, f"{name}, Czech")
            self.fits(czech, f"{name}, Czech", 320)
            czech.set_viewport_size({"width": 390, "height": 844})
        english.context.close()
        czech.context.close()

    def reading(self):
        """A reader goes from the first page to an archived one and on."""
        page = self.context(locale="en-GB").new_page()
        self.open(page, "/")
        page.keyboard.press("Tab")
        self.check(page.evaluate("document.activeElement.className") == "skip", "the skip link is not first")
        page.keyboard.press("/")
        page.keyboard.type("www.podhradi.example/povodne")
        page.keyboard.press("Enter")
        page.wait_for_url("**/captures/**")
        page.locator("a[href*='year=2013']").first.click()
        page.locator("a[href*='day=20130603']").first.click()
        page.locator("#list tbody th a").filter(has_text="06:40").first.click()
        page.wait_for_url("**/replay/**")
        frame = page.frame_locator("iframe")
        frame.get_by_text("268 cm").wait_for()
        page.locator("#parts:not([hidden])").wait_for()
        banner = page.locator("#banner").inner_text().replace("\xa0", " ")
        for words in ("3 June 2013", "CC BY-SA 4.0", "2 of 3 parts kept", "1 part is missing"):
            self.check(words in banner, f"the banner does not say '{words}': {banner}")
        # A link within the archived page: the banner follows.
        frame.get_by_role("link", name="Základní škola").click()
        page.locator("#banner").filter(has_text=FREE).wait_for()
        self.check(page.url.endswith(f"/replay/{AFTER}/{FREE}"), f"address: {page.url}")
        frame.get_by_text("Dnes je zavřeno").wait_for()
        # One that leads to what is not archived: a page of ours in the frame.
        page.goto(self.shelf.app + f"/replay/{AFTER}/{FLOOD}")
        frame.get_by_role("link", name="Kontakty").click()
        frame.get_by_text("Not archived.").wait_for()
        # Differences by keys.
        self.open(page, COMPARE)
        page.keyboard.press("n")
        self.check(page.evaluate("document.activeElement.className") == "row diff", "n leads to no difference")
        page.get_by_label("Earlier").select_option(index=0)
        page.get_by_role("button", name="Compare").click()
        page.wait_for_url(re.compile(r"/compare\?a=2002"))
        page.keyboard.press("?")
        self.check(page.locator("#keys").get_attribute("open") is not None, "the list of keys is not open")
        page.context.close()

    def groups(self):
        """A reading room opens at once, and closes at once."""
        page = self.context(locale="en-GB").new_page()
        path = f"/replay/20200101120000/{ROOM}"
        self.check(page.goto(self.shelf.app + path).status == 403, "the reading room is open to everybody")
        self.shelf.run("access", "allow", "knihovna.example", "--for", "group:readers", "--why", "room")
        self.shelf.run("access", "group", "add", "readers", "127.0.0.0/8", "--why", "room")
        self.check(page.goto(self.shelf.app + path).status == 200, "the reading room stays closed")
        page.frame_locator("iframe").get_by_text("a book").wait_for()
        self.shelf.run("access", "undo", "--why", "closed")
        self.check(page.goto(self.shelf.app + path).status == 403, "the reading room stays open")
        page.context.close()

    def without_scripts(self):
        """Everything can be read without scripts."""
        page = self.context(locale="en-GB", java_script_enabled=False).new_page()
        page.goto(self.shelf.app + f"/captures/{FLOOD}")
        self.check(page.locator(".strips tbody tr").count() == 13, "calendar without scripts: years")
        page.locator("a[href*='year=2013']").first.click()
        self.check(page.locator(".month li a").count() >= 5, "calendar without scripts: days")
        page.goto(self.shelf.app + f"/captures/{SITE}/*")
        self.check(page.locator(".addresses tbody tr").count() == 8, "list without scripts")
        self.check("urad" not in page.content(), "a hidden address is listed")
        page.goto(self.shelf.app + f"/replay/{AFTER}/{FLOOD}")
        page.frame_locator("iframe").get_by_text("268 cm").wait_for()
        self.check(page.locator("#banner nav").count() == 2, "banner without scripts")
        page.goto(self.shelf.app + "/")
        page.locator("#q").fill("evakuačních středisek")
        page.get_by_role("button").first.click()
        self.check(page.locator("article.hit").count() == 1, "search without scripts: a page by other forms of words")
        page.locator(".facet a[href*='from=2013']").first.click()
        page.locator("article.hit h2 a").first.click()
        page.frame_locator("iframe").get_by_text("268 cm").wait_for()
        page.goto(self.shelf.app + "/search?q=book+subscribers+rozhovor")
        self.check(page.locator("article.hit").count() == 0, "search finds what may not be read")
        page.goto(self.shelf.app + COMPARE)
        self.check("268" in page.locator(".diff ins").first.inner_text(), "compare without scripts")
        page.context.close()


def main():
    program, axe, folder = sys.argv[1:4]
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    axe = pathlib.Path(axe)
    axe = axe.read_text("utf-8") if axe.is_file() else ""
    begun = time.monotonic()
    shelf = Shelf(program)
    arguments = ARGUMENTS + (["--no-sandbox"] if os.geteuid() == 0 else [])
    try:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
            look = Look(chromium, shelf, axe, folder)
            look.without_scripts()
            look.reading()
            look.groups()
            look.pages()
            day.live(look, program)
            chromium.close()
    finally:
        shelf.close()
    if readme := os.environ.get("STODOLA_PICTURES"):
        for name, shown in SHOWN.items():
            shutil.copy(folder / f"{name}.png", pathlib.Path(readme) / f"{shown}.png")
    for words in look.wrong:
        print(words)
    seconds = time.monotonic() - begun
    print(f"{len(PAGES)} pages, {len(look.wrong)} findings, {seconds:.0f} s, pictures in {folder}")
    return 1 if look.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
