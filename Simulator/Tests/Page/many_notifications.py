"""1,000 notifications: size of the document, cost of a key, and stable focus and scroll position."""

import json
import re
import statistics
import time

import httpx

import scenario
from checker import WAIT, focused, stop_clock, texts, until
from simulator import alert

# The bounds on the document, on the first message to the page, and on the elements that the page makes before it shows a notification.
MAXIMUM_ELEMENTS = 4_000
MAXIMUM_FIRST_BYTES = 100_000
MAXIMUM_FIRST_ELEMENTS = 4_000


def check(checker):
    expect, simulator = checker.expect, checker.simulator
    with checker.open("phones/crowd") as page:
        page.evaluate("""() => {
            window.announcements = []
            new MutationObserver(() => window.announcements.push(document.getElementById("announcer").textContent))
                .observe(document.getElementById("announcer"), { childList: true })
        }""")
        stop_clock(page)
        passed = 0

        def advance(milliseconds=200):
            nonlocal passed
            page.clock.run_for(milliseconds)
            passed += milliseconds

        def announced():
            return sum(int((re.match(r"(\d+) new notifications", text) or [0, "1"])[1])
                       for text in page.evaluate("window.announcements"))

        scenario.many_notifications(simulator, advance)
        # A push is on the page before its extension has ended and it is shown.
        end = time.monotonic() + WAIT
        while announced() < 1_000 and time.monotonic() < end:
            advance()
        advance(5_000)
        announcements = page.evaluate("window.announcements")
        # A pause of 1.2 seconds precedes each.
        expect(0 < len(announcements) <= passed / 1_200 and announced() == 1_000,
               "while 1,000 notifications arrive, their number is announced every few seconds", (passed, announcements))
        expect(page.locator("#badge").inner_text() == "999+", "a badge above 999 is shown as 999+")
    loading(checker)
    with checker.open("phones/crowd") as page:
        until(page, "() => document.getElementById('count').textContent === '1000'")
        paging(checker, page)
        arrivals(checker, page)
    history_limit(checker)


def loading(checker):
    """Checks the first page with 1,000 pushes: the size of the first message, and the work until it shows the newest."""
    expect, page = checker.expect, checker.simulator.page
    with httpx.stream("GET", page + "api/phones/crowd/events", timeout=WAIT) as stream:
        lines = (line for line in stream.iter_lines() if line.startswith("data: "))
        first = next(lines)
        others = [json.loads(next(lines)[6:]) for _ in range(9)]
    snapshot = json.loads(first[6:])
    expect(len(first) < MAXIMUM_FIRST_BYTES and len(snapshot["entries"]) == 100,
           f"the first of ten messages has 100 pushes in {len(first)} bytes", len(snapshot["entries"]))
    numbers = [one["number"] for message in [snapshot, *others] for one in reversed(message["entries"])]
    expect(numbers == list(range(1000, 0, -1)), "the messages have each push once, the newest first")
    context = checker.browser.new_context()
    tab = context.new_page()
    # The page states when it first shows a push, and whether it ever stated that there are none.
    tab.add_init_script("""
        addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
            window.first ??= document.querySelector(".notice")
                ? { elements: document.querySelectorAll("*").length, time: performance.now() } : undefined
            window.falseEmpty ||= ["empty", "hint"].some((id) => document.getElementById(id)?.checkVisibility())
                || document.getElementById("no-push")?.checkVisibility() && document.getElementById("no-push").textContent === "None."
        }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true }))""")
    first = []
    for _ in range(5):
        tab.goto(page + "phones/crowd")
        until(tab, "() => window.first !== undefined")
        until(tab, "() => document.getElementById('count').textContent === '1000'")
        first.append(tab.evaluate("window.first"))
        expect(not tab.evaluate("window.falseEmpty === true"), "a page that loads never states that there are no pushes")
    elements = max(one["elements"] for one in first)
    print(f"    with 1,000 pushes the first notification is shown after {min(one['time'] for one in first):.0f} ms")
    expect(elements < MAXIMUM_FIRST_ELEMENTS,
           f"with 1,000 pushes the first notification is shown with fewer than {MAXIMUM_FIRST_ELEMENTS} elements", elements)
    context.close()


def paging(checker, page):
    expect = checker.expect
    head = page.locator(".thread-head")
    heads = texts(page, ".thread-head")
    expect(heads == ["market\n600, show all"], "a thread of 600 notifications is collapsed", heads)
    expect(page.locator("#threads > .thread").count() == 51, "of 401 threads the newest 50 are shown",
           page.locator("#threads > .thread").count())
    head.click()
    market = page.locator(".thread", has=head)
    expect(market.locator(".notice").count() == 50, "of 600 notifications in a thread the newest 50 are shown")
    for shown in (100, 150, 200):
        page.get_by_role("button", name="more of").first.click()
        until(page, "(n) => document.querySelectorAll('.cards .notice').length >= n", shown)
    expect(market.locator(".notice").count() == 200, "'Show more' adds 50 notifications each time")
    market.locator(".notice").nth(120).click()
    checker.screenshot(page, "many-notifications")
    elements = page.evaluate("document.querySelectorAll('*').length")
    expect(elements < MAXIMUM_ELEMENTS, f"the document has fewer than {MAXIMUM_ELEMENTS} elements", elements)
    keys(checker, page)


def keys(checker, page):
    """Counts the layouts for a key, and prints the time to the next frame."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    page.evaluate("""() => {
        window.times = []
        addEventListener("keydown", () => {
            const start = performance.now()
            requestAnimationFrame(() => setTimeout(() => window.times.push(performance.now() - start)))
        }, true)
    }""")
    page.locator(".notice").first.focus()
    before = layouts(session)
    for _ in range(40):
        page.keyboard.press("ArrowDown")
    until(page, "() => window.times.length === 40")
    times, layout_count = page.evaluate("window.times"), (layouts(session) - before) / 40
    print(f"    a key takes {statistics.median(times):.0f} ms, at most {max(times):.0f} ms")
    checker.expect(layout_count <= 4, f"a key causes {layout_count:.1f} layouts, at most 4", layout_count)
    checker.expect(page.locator("#detail-title").inner_text() == f"Push {focused(page)}",
                   "the focused push is selected")


def layouts(session):
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    return metrics["LayoutCount"]


def arrivals(checker, page):
    """Checks that new notifications change neither focus nor scroll position."""
    expect = checker.expect
    number_focused = focused(page)
    top = "(number) => document.querySelector(`.notice[data-number='${number}']`).getBoundingClientRect().top"
    before = page.evaluate(top, number_focused)
    page.evaluate("""(number) => {
        window.kept = document.querySelector(`.notice[data-number="${number}"]`)
        window.changed = 0
        new MutationObserver((all) => { window.changed += all.length }).observe(
            document.getElementById("threads"), { childList: true, subtree: true })
    }""", number_focused)
    for number in range(20):
        body = json.dumps(alert(f"Late {number}", "After the first thousand", False, thread_id="late"))
        checker.simulator.push(body.encode(), "crowd")
    page.locator("#threads .title", has_text="Late 19").wait_for(state="attached")
    expect(focused(page) == number_focused and page.evaluate("window.kept === document.activeElement"),
           "new notifications keep the focus", focused(page))
    moved = abs(page.evaluate(top, number_focused) - before)
    expect(moved < 2, "new notifications keep the scroll position", moved)
    changed = page.evaluate("window.changed")
    expect(changed < 300, "20 new notifications cause fewer than 300 changes of the document", changed)


def history_limit(checker):
    """Checks that the page keeps as many pushes as the phone, 2,000."""
    with checker.open("phones/crowd") as page:
        for number in range(1_000):
            checker.simulator.push(b'{"aps":{"alert":"Filler"}}', "crowd")
        until(page, "() => document.getElementById('count').textContent === '2000'")
        page.locator(".push .headline", has_text="Filler").first.wait_for()
        checker.expect(page.locator("#count").inner_text() == "2000", "the page keeps the newest 2,000 pushes")
