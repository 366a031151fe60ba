"""The test driver: opens pages, checks statements, and counts failures."""

import contextlib
import datetime
import json
import time

# The seconds after which a wait has failed; no machine that runs the tests is as busy.
WAIT = 300


class Checker:
    def __init__(self, browser, simulator, screenshots):
        self.browser, self.simulator, self.screenshots = browser, simulator, screenshots
        self.count, self.failures = 0, []

    def expect(self, holds, statement, found=""):
        self.count += 1
        text = statement if holds or found == "" else f"{statement}; found {found}"
        print(f"{'ok  ' if holds else 'FAIL'} {text}", flush=True)
        if not holds:
            self.failures.append(text)

    @contextlib.contextmanager
    def open(self, path, size=(1440, 900), may_fail=False, event=None, **context):
        """Opens a page of the simulator in a new context; at its end checks for requests to other hosts and for errors.

        With `event` the page receives this JSON instead of the simulator's events of the phone, and its entries as details.
        """
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, permissions=["clipboard-read", "clipboard-write"], **context)
        page = context.new_page()
        page.set_default_timeout(WAIT * 1000)
        other_hosts, errors = [], []
        page.on("request", lambda one: one.url.startswith(self.simulator.page) or other_hosts.append(one.url))
        page.on("console", lambda one: one.type in ("error", "warning") and errors.append(one.text))
        page.on("pageerror", lambda one: errors.append(str(one)))
        if event is not None:
            page.route("**/events", lambda route: route.fulfill(
                content_type="text/event-stream", body=f"data: {json.dumps(event)}\nretry: 1000000\n\n"))
            page.route("**/pushes/*", lambda route: route.fulfill(json=next(
                one for one in event["entries"] if one["number"] == int(route.request.url.split("/")[-1]))))
        page.goto(self.simulator.page + path)
        page.locator("#connection.live" if event is None else "#pushes .push").first.wait_for()
        yield page
        if not may_fail:
            self.expect(other_hosts == [], f"/{path} sends no request to another host", other_hosts)
            self.expect(errors == [], f"/{path} has no error and no policy violation", errors)
        context.close()

    def screenshot(self, page, name, full_page=False):
        page.screenshot(path=self.screenshots / f"{name}.png", full_page=full_page)


def choose(page, number):
    """Selects a push by a click on its row."""
    page.locator(f"#pushes .push[data-number='{number}']").click()
    shown(page, number)


def shown(page, number):
    """Waits until the detail view shows a push."""
    page.locator("#detail[aria-busy=false] #detail-title").get_by_text(f"Push {number}", exact=True).wait_for()


def texts(page, selector):
    return [text.strip() for text in page.locator(selector).all_inner_texts()]


def until(page, function, argument=None):
    """Waits until a function returns true on the page.

    Playwright's wait_for_function evaluates text as script, which the page's policy forbids.
    """
    end = time.monotonic() + WAIT
    while not page.evaluate(function, argument):
        if time.monotonic() > end:
            raise TimeoutError(function)
        page.wait_for_timeout(50)


def stop_clock(page):
    """Stops the clock and the timers of a page; `page.clock.run_for` advances them."""
    page.clock.install()
    page.clock.pause_at(datetime.datetime.now() + datetime.timedelta(hours=1))


def run_until(page, selector):
    """Advances a stopped clock until the page has an element."""
    end = time.monotonic() + WAIT
    while page.locator(selector).count() == 0:
        if time.monotonic() > end:
            raise TimeoutError(selector)
        page.clock.run_for(60)
        time.sleep(0.05)


def drawn(page):
    """Waits until a page has drawn the events that it has received, 60 ms after the first; timers of one delay run in their order."""
    page.evaluate("() => new Promise((end) => setTimeout(end, 60))")


def frames(page, count=2):
    """Waits until the page has drawn frames."""
    page.evaluate("""async (count) => {
        for (let n = 0; n < count; n += 1) await new Promise((end) => requestAnimationFrame(() => setTimeout(end)))
    }""", count)


def overflow(page):
    """Returns the number of pixels by which the document is wider than the window."""
    return page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")


def focused(page):
    """Returns the id, push number or class of the focused element."""
    return page.evaluate("() => { const at = document.activeElement; return at.id || at.dataset.number || at.className }")
