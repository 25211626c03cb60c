"""An operator asks for work: a form, the result on its page, an error, a request that is dropped, a favourite.

`day` is the operator's day, which has the page and looks at it.
"""

SITE = "www.podhradi.example"


def state(day):
    """The state of the request on whose page we are."""
    day.page.reload()
    return day.page.locator("main").inner_text()


def ask(day, package, fields):
    """Fills the form of a package. Returns the address of the request."""
    day.go("/requests/new")
    day.page.get_by_role("link", name=package, exact=True).click()
    for name, value in fields.items():
        field = day.page.locator(f"[name='q-{name}']")
        if field.evaluate("element => element.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    day.press("Ask")
    day.page.wait_for_url("**/requests/*")
    return day.page.url.removeprefix(day.shelf.app).split("?")[0]


def phone(day, name, path):
    """The same page in Czech on a phone: nothing sticks out or is cut off."""
    page = day.page
    page.goto(f"{day.shelf.app}{path}?lang=cs")
    day.look.check(page.locator("html").get_attribute("lang") == "cs", f"{name}: not in Czech")
    for width in (320, 390):
        day.look.fits(page, f"{name}, Czech", width)
    day.look.picture(page, f"{name}-390-cs")
    day.look.serious(page, f"{name}, Czech")
    words = page.locator("main").inner_text()
    page.goto(f"{day.shelf.app}{path}?lang=en")
    page.set_viewport_size({"width": 1440, "height": 900})
    return words


def work(day):
    """Everything about requests, from the first one on."""
    day.go("/requests")
    day.says("You have asked for nothing yet.")
    day.seen("no-requests")
    day.go("/requests/new")
    day.seen("request-new")
    day.go("/requests/new?package=map")
    day.seen("request-form")
    # A mistake is told above the form, which keeps what was written.
    day.page.locator("[name='q-site']").fill(SITE)
    day.page.locator("[name='q-format']").select_option("template")
    day.page.locator("[name='q-template']").fill("{{#rows}}")
    day.press("Ask")
    day.says("is not closed where it has to be")
    kept = day.page.locator("[name='q-site']").input_value()
    day.look.check(kept == SITE, f"requests: the form forgets what was written: {kept}")
    done = ask(day, "Maps of sites", {"site": SITE, "format": "json"})
    day.until(lambda: "Links to other hosts" in state(day), "the map is not made")
    day.look.check(f"http://{SITE}/" in day.page.locator("main").inner_text(), "requests: the map has no pages")
    day.seen("request-done")
    words = phone(day, "request-done", done)
    day.look.check("výsledek je hotový" in words, f"requests: the log is not in Czech: {words[-300:]}")
    # What fails is told on the list and on its page.
    failed = ask(day, "Maps of sites", {"site": "nic.example"})
    day.until(lambda: "the map has no page of 'nic.example'" in state(day), "the error does not come")
    day.seen("request-failed")
    words = phone(day, "requests", "/requests")
    day.look.check("mapa nemá žádnou stránku" in words, f"requests: the error is not in Czech: {words}")
    day.seen("requests")
    # One that waits is dropped.
    settings = day.shelf.archive / "work.toml"
    settings.write_text("[packages.export]\nat_once = 0\n", "utf-8")
    waiting = ask(day, "Exports", {"prefix": f"http://{SITE}/"})
    day.look.check("waiting" in state(day), "requests: an export does not wait")
    day.seen("request-waiting")
    day.press("Drop")
    day.page.wait_for_url("**/requests")
    day.go(waiting)
    day.look.check("cancelled" in day.page.locator("main").inner_text(), "requests: a dropped one is not cancelled")
    settings.unlink()
    # A favourite, renamed and asked again.
    day.go(done)
    day.page.locator("form[action$='/favourite'] [name=name]").fill("the town")
    day.press("Keep as a favourite")
    day.says("the town")
    day.page.locator("[name=new]").fill("Podhradí")
    day.press("Rename")
    day.says("Podhradí")
    day.seen("favourites")
    day.press("Ask")
    day.page.wait_for_url(f"**{done}")
    day.look.check(failed != done, "requests: different questions have one page")
