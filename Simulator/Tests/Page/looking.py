"""Looks at the page, and keeps count of what holds."""

import contextlib
import time


class Looking:
    def __init__(self, browser, simulator, screenshots):
        self.browser, self.simulator, self.screenshots = browser, simulator, screenshots
        self.count, self.failures = 0, []

    def demand(self, holds, what, seen=""):
        self.count += 1
        said = what if holds else f"{what} {seen}".rstrip()
        print(f"{'ok  ' if holds else 'FAIL'} {said}", flush=True)
        if not holds:
            self.failures.append(said)

    @contextlib.contextmanager
    def at(self, path, size=(1440, 900), may_fail=False, told=None, **context):
        """A page of the simulator that nobody has seen yet; it may ask nobody else, and nothing on it may go wrong.

        What is told takes the place of what the simulator would say of the phone.
        """
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, permissions=["clipboard-read", "clipboard-write"], **context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        elsewhere, wrongs = [], []
        page.on("request", lambda one: one.url.startswith(self.simulator.page) or elsewhere.append(one.url))
        page.on("console", lambda one: one.type in ("error", "warning") and wrongs.append(one.text))
        page.on("pageerror", lambda one: wrongs.append(str(one)))
        if told is not None:
            page.route("**/events", lambda route: route.fulfill(
                content_type="text/event-stream", body=f"data: {told}\nretry: 1000000\n\n"))
        page.goto(self.simulator.page + path)
        page.locator("#connection.live" if told is None else "#pushes .push").first.wait_for()
        yield page
        if not may_fail:
            self.demand(elsewhere == [], f"/{path} asks nobody else for anything", elsewhere)
            self.demand(wrongs == [], f"/{path} has no error, and breaks no policy", wrongs)
        context.close()

    def photograph(self, page, name, whole=False):
        page.screenshot(path=self.screenshots / f"{name}.png", full_page=whole)


def choose(page, number):
    """Shows a push by a click on its row."""
    page.locator(f"#pushes .push[data-number='{number}']").click()
    page.locator("#detail-title", has_text=f"Push {number}").wait_for()


def texts(page, selector):
    return [text.strip() for text in page.locator(selector).all_inner_texts()]


def until(page, function, argument=None, seconds=120):
    """Waits until a function is true on the page. Playwright's own waiting makes script of text, which the page forbids."""
    end = time.monotonic() + seconds
    while not page.evaluate(function, argument):
        if time.monotonic() > end:
            raise TimeoutError(function)
        page.wait_for_timeout(50)


def overflow(page):
    """By how many pixels the document is wider than the window."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def focused(page):
    """The id, number or class of what has the keyboard."""
    return page.evaluate("() => { const at = document.activeElement; return at.id || at.dataset.number || at.className }")
