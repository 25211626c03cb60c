"""An operator's day in Chromium: the first start, a harvest from its beginning to its end, a search, a rule, the end.

The harvest is of a simulated web that this program serves. Its addresses lead to this machine, which pages may not
allow: that stands in a profile on the server.
"""

import re
import subprocess

import asking
from playwright.sync_api import Error
from shelf import AFTER, FLOOD, SITE

NAME, PASSWORD = "marie", "dobré ráno, světe"
JOB = "obec"
# What has the capture below it in the answers of programs.
REFUSED = (403, 404, 451)


class SimWeb:
    """A simulated web; harvests reach it by the settings that `connect` gives."""

    def __init__(self, program):
        command = [program, "simweb", "--listen", "127.0.0.1:0", "--calm", "--hosts", "6", "--seed", "3"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.process.stdout.readline()
        line = self.process.stdout.readline()
        self.seeds = re.findall(r"http://\S+", line)
        self.connect = re.search(r"--connect-to '([^']*)'", line)[1]

    def close(self):
        self.process.terminate()
        self.process.wait()


class Day:
    """The operator's pages, one after another. `look` notes what is wrong."""

    def __init__(self, look, program):
        self.look, self.program, self.shelf = look, program, look.shelf
        self.page = look.context(locale="en-GB", viewport={"width": 1440, "height": 900}).new_page()
        self.step = 0

    def seen(self, name):
        """Looks at the page at hand: nothing sticks out, axe finds nothing, a picture is kept."""
        self.step += 1
        label = f"day-{self.step:02}-{name}"
        for width in (390, 2560, 1440):
            self.look.fits(self.page, label, width)
            if width == 390:
                self.look.picture(self.page, f"{label}-390")
        self.look.serious(self.page, label)
        self.page.emulate_media(color_scheme="dark")
        self.look.serious(self.page, f"{label}, dark", ["color-contrast"])
        self.page.emulate_media(color_scheme="light")
        self.look.picture(self.page, label)

    def says(self, words):
        """Waits for words on the page; notes if they do not come."""
        try:
            self.page.get_by_text(words).first.wait_for(timeout=60_000)
        except Error:
            self.look.picture(self.page, f"day-failed-{self.step}")
            self.look.check(False, f"day: '{words}' does not come on {self.page.url}")

    def until(self, is_so, words):
        """Asks until it is so; notes if that never comes."""
        for _ in range(120):
            if is_so():
                return
            self.page.wait_for_timeout(500)
        self.look.check(False, f"day: {words}: {self.page.url}")

    def go(self, path):
        return self.page.goto(self.shelf.app + path, wait_until="load")

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).first.click()

    def first_start(self):
        """The link that the server printed makes the first administrator, once."""
        link = re.search(r"http://\S+/start/\S+", self.shelf.said)[0]
        self.page.goto(link)
        self.seen("welcome")
        self.page.locator("input[name=name]").fill(NAME)
        self.page.locator("input[name=password]").fill(PASSWORD)
        self.press("Begin")
        self.says(f"You are signed in as {NAME}")
        self.look.check(self.page.goto(link).status == 404, "day: the link of the first start works twice")
        self.go("/sign-in")
        self.press("Sign out")
        self.look.check(self.go("/jobs").url.find("/sign-in") > 0, "day: harvests are shown to everybody")
        self.sign_in("wrong " + PASSWORD)
        self.says("Name or password are wrong.")
        self.sign_in(PASSWORD)
        self.says("Harvests")

    def sign_in(self, password):
        self.page.locator("input[name=name]").fill(NAME)
        self.page.locator("input[name=password]").fill(password)
        self.press("Sign in")

    def new_job(self, web):
        self.write_profile(web)
        self.go("/jobs")
        self.seen("no-jobs")
        self.page.get_by_role("link", name="New harvest").first.click()
        self.page.locator("a[href*='begin_with=simweb']").click()
        self.page.locator("[name=name]").fill(JOB)
        self.page.locator("[name=seeds]").fill("mailto:nobody@example.org")
        self.press("Add the harvest")
        self.look.check(self.page.locator("[role=alert]").count() > 0, "day: a wrong seed is taken")
        self.page.locator("[name=seeds]").fill("\n".join(web.seeds))
        self.seen("new-job")
        self.press("Add the harvest")
        self.page.wait_for_url(f"**/jobs/{JOB}*")
        self.says("new")

    def write_profile(self, web):
        """What only the server may set stands in a profile on the server: where the simulated web is."""
        folder = self.shelf.archive / "profiles"
        folder.mkdir()
        pause = 'delay_factor = 0.0\nmin_delay = "150ms"\nip_delay = "0s"'
        text = f'description = "the simulated web"\n[fetch]\nconnect_to = ["{web.connect}"]\n[politeness]\n{pause}\n'
        (folder / "simweb.toml").write_text(text, "utf-8")

    def figure(self, key):
        text = self.page.locator(f"[data-live={key}]").first.inner_text()
        return int(re.sub(r"\D", "", text) or 0)

    def watch(self):
        """The page changes while the harvest runs, and steers it."""
        command = [self.program, "harvest", "--watch", "--archive", self.shelf.archive]
        with open(self.shelf.folder / "harvest.log", "wb") as log:
            harvest = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            state = self.page.locator("[data-live=state]")
            self.go(f"/jobs/{JOB}")
            self.until(lambda: self.go(f"/jobs/{JOB}") and state.inner_text() == "running", "it does not begin")
            before = self.figure("archived")
            self.until(lambda: self.figure("archived") > before, "the figures do not change in place")
            self.seen("running")
            self.press("Pause")
            self.says("The harvest is paused")
            self.page.locator("[data-live=state]", has_text="paused").wait_for(timeout=60_000)
            self.seen("paused")
            self.alarm()
            for part in ("hosts", "outcomes", "reports", "settings"):
                self.go(f"/jobs/{JOB}/{part}")
                self.seen(part)
            self.go(f"/jobs/{JOB}")
            self.press("Resume")
            self.says("The harvest goes on.")
            self.page.locator("[data-live=state]", has_text="finished").wait_for(timeout=240_000)
            self.seen("finished")
        finally:
            harvest.terminate()
            harvest.wait()

    def alarm(self):
        """An alarm comes and goes while the page is open, and is said aloud; changed settings say when they count."""
        alarm = self.page.locator("[role=status] [data-live=alarm-disk]")
        for room, is_on in (("9000TB", True), ("0", False)):
            self.go(f"/jobs/{JOB}/settings")
            self.page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
            self.page.locator("[name='alarms.min_free']").fill(room)
            self.press("Save")
            self.says("From now on these count: alarms.min_free.")
            self.go(f"/jobs/{JOB}")
            alarm.wait_for(state="visible" if is_on else "hidden", timeout=60_000)
            if is_on:
                self.look.check("short of room" in alarm.inner_text(), "day: the alarm says something else")
                self.seen("alarm")
                self.go("/jobs")
                self.says("the disk is short of room")
                self.seen("jobs-alarm")
        shown = self.page.locator("[data-alarms]").is_visible()
        self.look.check(not shown, "day: the place of alarms is shown without one")

    def why(self, web):
        self.go("/why")
        self.page.locator("main input[name=url]").fill(web.seeds[0])
        self.press("Ask why")
        self.says("archived")
        self.seen("why")

    def search(self):
        """A form that stands in no page finds the page; its earlier capture is one click away."""
        self.go("/")
        self.page.locator("#q").first.fill("hladinách mostech")
        self.page.keyboard.press("Enter")
        self.page.locator("article.hit h2 a").first.wait_for()
        self.seen("search")
        self.page.locator("article.hit h2 a").first.click()
        self.page.wait_for_url("**/replay/**")
        self.page.frame_locator("iframe").get_by_text("Hladina u mostu").wait_for()
        shown = self.page.url
        self.page.locator("#banner a[rel=prev]").first.click()
        self.page.wait_for_url(lambda url: url != shown)
        self.page.frame_locator("iframe").get_by_text("Hladina u mostu").wait_for()
        self.look.picture(self.page, "replay-day-before")

    def rule(self):
        """A rule holds at once and everywhere."""
        self.go("/access")
        self.page.locator("[name=place]").fill("www.podhradi.example")
        self.page.locator("[name=policy]").select_option("block")
        self.page.locator("[name=cause]").select_option("rights")
        self.page.locator("form[action='/access'] [name=why]").fill("letter of the town")
        self.seen("access")
        self.press("Add the rule")
        self.says("letter of the town")
        self.seen("access-added")
        app, replay = self.shelf.app, self.shelf.replay
        reader = self.look.context(locale="en-GB")
        page = reader.new_page()
        page.goto(f"{app}/search?q=hladina")
        self.look.check(page.locator("article.hit").count() == 0, "day: a blocked page is found by a search")
        page.goto(f"{app}/search?q=znak&view=images")
        self.look.check(page.locator("main img").count() == 0, "day: a blocked picture is found by a search")
        page.goto(f"{app}/captures/{FLOOD}?day=20130603")
        self.look.check("268 cm" not in page.content(), "day: a calendar tells what is blocked")
        self.look.check(page.goto(f"{app}/replay/{AFTER}/{FLOOD}").status == 403, "day: a blocked page is replayed")
        for path in (f"/web/{AFTER}/{FLOOD}", f"/web/{AFTER}id_/{FLOOD}", f"/web/{AFTER}im_/{SITE}/znak.svg"):
            status = reader.request.get(replay + path, max_redirects=5).status
            self.look.check(status in REFUSED, f"day: {path} is not refused: {status}")
        cdx = reader.request.get(f"{replay}/web/cdx?url={FLOOD}").text()
        self.look.check('"digest"' not in cdx, f"day: CDX tells digests: {cdx[:200]}")
        listed = reader.request.get(f"{app}/api/v1/captures?url={FLOOD}").text()
        self.look.check('"digest":"' not in listed, f"day: the API tells digests: {listed[:200]}")
        reader.close()

    def rest(self):
        for name in ("archive", "people", "audit", "webhooks", "account"):
            self.go(f"/{name}")
            self.seen(name)
        self.go("/sign-in")
        self.press("Sign out")
        self.go("/people")
        self.look.check("/sign-in" in self.page.url, "day: people are shown after the sign-out")
        self.page.context.close()


def live(look, program):
    """The whole day."""
    web = SimWeb(program)
    day = Day(look, program)
    try:
        day.first_start()
        day.new_job(web)
        day.watch()
        day.why(web)
        day.search()
        asking.work(day)
        day.rule()
        day.rest()
    except Error as error:
        look.picture(day.page, "day-failed")
        look.check(False, f"day: step {day.step} on {day.page.url}: {error}")
    finally:
        web.close()
